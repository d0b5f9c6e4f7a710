burtorch::graph! {
    pub struct Net {
        weight: Param<3>,
    }

    impl Net {
        pub fn loss(&self, x: Tensor<3>) -> f32 {
            sum(f0(x * self.weight))
        }
    }

    fn f0(x: Tensor<3>) -> Tensor<3> { f1(x) }
    fn f1(x: Tensor<3>) -> Tensor<3> { f2(x) }
    fn f2(x: Tensor<3>) -> Tensor<3> { f3(x) }
    fn f3(x: Tensor<3>) -> Tensor<3> { f4(x) }
    fn f4(x: Tensor<3>) -> Tensor<3> { f5(x) }
    fn f5(x: Tensor<3>) -> Tensor<3> { f6(x) }
    fn f6(x: Tensor<3>) -> Tensor<3> { f7(x) }
    fn f7(x: Tensor<3>) -> Tensor<3> { f8(x) }
    fn f8(x: Tensor<3>) -> Tensor<3> { f9(x) }
    fn f9(x: Tensor<3>) -> Tensor<3> { f10(x) }
    fn f10(x: Tensor<3>) -> Tensor<3> { f11(x) }
    fn f11(x: Tensor<3>) -> Tensor<3> { f12(x) }
    fn f12(x: Tensor<3>) -> Tensor<3> { f13(x) }
    fn f13(x: Tensor<3>) -> Tensor<3> { f14(x) }
    fn f14(x: Tensor<3>) -> Tensor<3> { f15(x) }
    fn f15(x: Tensor<3>) -> Tensor<3> { f16(x) }
    fn f16(x: Tensor<3>) -> Tensor<3> { f17(x) }
    fn f17(x: Tensor<3>) -> Tensor<3> { f18(x) }
    fn f18(x: Tensor<3>) -> Tensor<3> { f19(x) }
    fn f19(x: Tensor<3>) -> Tensor<3> { f20(x) }
    fn f20(x: Tensor<3>) -> Tensor<3> { f21(x) }
    fn f21(x: Tensor<3>) -> Tensor<3> { f22(x) }
    fn f22(x: Tensor<3>) -> Tensor<3> { f23(x) }
    fn f23(x: Tensor<3>) -> Tensor<3> { f24(x) }
    fn f24(x: Tensor<3>) -> Tensor<3> { f25(x) }
    fn f25(x: Tensor<3>) -> Tensor<3> { f26(x) }
    fn f26(x: Tensor<3>) -> Tensor<3> { f27(x) }
    fn f27(x: Tensor<3>) -> Tensor<3> { f28(x) }
    fn f28(x: Tensor<3>) -> Tensor<3> { f29(x) }
    fn f29(x: Tensor<3>) -> Tensor<3> { f30(x) }
    fn f30(x: Tensor<3>) -> Tensor<3> { f31(x) }
    fn f31(x: Tensor<3>) -> Tensor<3> { f32(x) }
    fn f32(x: Tensor<3>) -> Tensor<3> { f33(x) }
    fn f33(x: Tensor<3>) -> Tensor<3> { f34(x) }
    fn f34(x: Tensor<3>) -> Tensor<3> { f35(x) }
    fn f35(x: Tensor<3>) -> Tensor<3> { f36(x) }
    fn f36(x: Tensor<3>) -> Tensor<3> { f37(x) }
    fn f37(x: Tensor<3>) -> Tensor<3> { f38(x) }
    fn f38(x: Tensor<3>) -> Tensor<3> { f39(x) }
    fn f39(x: Tensor<3>) -> Tensor<3> { f40(x) }
    fn f40(x: Tensor<3>) -> Tensor<3> { f41(x) }
    fn f41(x: Tensor<3>) -> Tensor<3> { f42(x) }
    fn f42(x: Tensor<3>) -> Tensor<3> { f43(x) }
    fn f43(x: Tensor<3>) -> Tensor<3> { f44(x) }
    fn f44(x: Tensor<3>) -> Tensor<3> { f45(x) }
    fn f45(x: Tensor<3>) -> Tensor<3> { f46(x) }
    fn f46(x: Tensor<3>) -> Tensor<3> { f47(x) }
    fn f47(x: Tensor<3>) -> Tensor<3> { f48(x) }
    fn f48(x: Tensor<3>) -> Tensor<3> { f49(x) }
    fn f49(x: Tensor<3>) -> Tensor<3> { f50(x) }
    fn f50(x: Tensor<3>) -> Tensor<3> { f51(x) }
    fn f51(x: Tensor<3>) -> Tensor<3> { f52(x) }
    fn f52(x: Tensor<3>) -> Tensor<3> { f53(x) }
    fn f53(x: Tensor<3>) -> Tensor<3> { f54(x) }
    fn f54(x: Tensor<3>) -> Tensor<3> { f55(x) }
    fn f55(x: Tensor<3>) -> Tensor<3> { f56(x) }
    fn f56(x: Tensor<3>) -> Tensor<3> { f57(x) }
    fn f57(x: Tensor<3>) -> Tensor<3> { f58(x) }
    fn f58(x: Tensor<3>) -> Tensor<3> { f59(x) }
    fn f59(x: Tensor<3>) -> Tensor<3> { f60(x) }
    fn f60(x: Tensor<3>) -> Tensor<3> { f61(x) }
    fn f61(x: Tensor<3>) -> Tensor<3> { f62(x) }
    fn f62(x: Tensor<3>) -> Tensor<3> { f63(x) }
    fn f63(x: Tensor<3>) -> Tensor<3> { f64(x) }
    fn f64(x: Tensor<3>) -> Tensor<3> { f65(x) }
    fn f65(x: Tensor<3>) -> Tensor<3> { f66(x) }
    fn f66(x: Tensor<3>) -> Tensor<3> { f67(x) }
    fn f67(x: Tensor<3>) -> Tensor<3> { f68(x) }
    fn f68(x: Tensor<3>) -> Tensor<3> { f69(x) }
    fn f69(x: Tensor<3>) -> Tensor<3> { f70(x) }
    fn f70(x: Tensor<3>) -> Tensor<3> { f71(x) }
    fn f71(x: Tensor<3>) -> Tensor<3> { f72(x) }
    fn f72(x: Tensor<3>) -> Tensor<3> { f73(x) }
    fn f73(x: Tensor<3>) -> Tensor<3> { f74(x) }
    fn f74(x: Tensor<3>) -> Tensor<3> { f75(x) }
    fn f75(x: Tensor<3>) -> Tensor<3> { f76(x) }
    fn f76(x: Tensor<3>) -> Tensor<3> { f77(x) }
    fn f77(x: Tensor<3>) -> Tensor<3> { f78(x) }
    fn f78(x: Tensor<3>) -> Tensor<3> { f79(x) }
    fn f79(x: Tensor<3>) -> Tensor<3> { f80(x) }
    fn f80(x: Tensor<3>) -> Tensor<3> { f81(x) }
    fn f81(x: Tensor<3>) -> Tensor<3> { f82(x) }
    fn f82(x: Tensor<3>) -> Tensor<3> { f83(x) }
    fn f83(x: Tensor<3>) -> Tensor<3> { f84(x) }
    fn f84(x: Tensor<3>) -> Tensor<3> { f85(x) }
    fn f85(x: Tensor<3>) -> Tensor<3> { f86(x) }
    fn f86(x: Tensor<3>) -> Tensor<3> { f87(x) }
    fn f87(x: Tensor<3>) -> Tensor<3> { f88(x) }
    fn f88(x: Tensor<3>) -> Tensor<3> { f89(x) }
    fn f89(x: Tensor<3>) -> Tensor<3> { f90(x) }
    fn f90(x: Tensor<3>) -> Tensor<3> { f91(x) }
    fn f91(x: Tensor<3>) -> Tensor<3> { f92(x) }
    fn f92(x: Tensor<3>) -> Tensor<3> { f93(x) }
    fn f93(x: Tensor<3>) -> Tensor<3> { f94(x) }
    fn f94(x: Tensor<3>) -> Tensor<3> { f95(x) }
    fn f95(x: Tensor<3>) -> Tensor<3> { f96(x) }
    fn f96(x: Tensor<3>) -> Tensor<3> { f97(x) }
    fn f97(x: Tensor<3>) -> Tensor<3> { f98(x) }
    fn f98(x: Tensor<3>) -> Tensor<3> { f99(x) }
    fn f99(x: Tensor<3>) -> Tensor<3> { f100(x) }
    fn f100(x: Tensor<3>) -> Tensor<3> { f101(x) }
    fn f101(x: Tensor<3>) -> Tensor<3> { f102(x) }
    fn f102(x: Tensor<3>) -> Tensor<3> { f103(x) }
    fn f103(x: Tensor<3>) -> Tensor<3> { f104(x) }
    fn f104(x: Tensor<3>) -> Tensor<3> { f105(x) }
    fn f105(x: Tensor<3>) -> Tensor<3> { f106(x) }
    fn f106(x: Tensor<3>) -> Tensor<3> { f107(x) }
    fn f107(x: Tensor<3>) -> Tensor<3> { f108(x) }
    fn f108(x: Tensor<3>) -> Tensor<3> { f109(x) }
    fn f109(x: Tensor<3>) -> Tensor<3> { f110(x) }
    fn f110(x: Tensor<3>) -> Tensor<3> { f111(x) }
    fn f111(x: Tensor<3>) -> Tensor<3> { f112(x) }
    fn f112(x: Tensor<3>) -> Tensor<3> { f113(x) }
    fn f113(x: Tensor<3>) -> Tensor<3> { f114(x) }
    fn f114(x: Tensor<3>) -> Tensor<3> { f115(x) }
    fn f115(x: Tensor<3>) -> Tensor<3> { f116(x) }
    fn f116(x: Tensor<3>) -> Tensor<3> { f117(x) }
    fn f117(x: Tensor<3>) -> Tensor<3> { f118(x) }
    fn f118(x: Tensor<3>) -> Tensor<3> { f119(x) }
    fn f119(x: Tensor<3>) -> Tensor<3> { f120(x) }
    fn f120(x: Tensor<3>) -> Tensor<3> { f121(x) }
    fn f121(x: Tensor<3>) -> Tensor<3> { f122(x) }
    fn f122(x: Tensor<3>) -> Tensor<3> { f123(x) }
    fn f123(x: Tensor<3>) -> Tensor<3> { f124(x) }
    fn f124(x: Tensor<3>) -> Tensor<3> { f125(x) }
    fn f125(x: Tensor<3>) -> Tensor<3> { f126(x) }
    fn f126(x: Tensor<3>) -> Tensor<3> { f127(x) }
    fn f127(x: Tensor<3>) -> Tensor<3> { f128(x) }
    fn f128(x: Tensor<3>) -> Tensor<3> { f129(x) }
    fn f129(x: Tensor<3>) -> Tensor<3> { f130(x) }
    fn f130(x: Tensor<3>) -> Tensor<3> { tanh(x) }
}

fn main() {
    let mut workspace = burtorch::Workspace::boxed();
    let loss: f32 = Net::loss(&[0.0; Net::PARAMS], &mut workspace, &[0.0; 3]).unwrap();
    println!("{loss}");
}
