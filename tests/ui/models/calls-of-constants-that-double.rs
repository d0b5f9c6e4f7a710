burtorch::graph! {
    pub struct Net {
        weight: Param<3>,
    }

    impl Net {
        pub fn loss(&self, x: Tensor<3>) -> f32 {
            sum(x * self.weight) * (f0(1) as f32)
        }
    }

    fn f0(x: usize) -> usize { f1(x) * f1(x) }
    fn f1(x: usize) -> usize { f2(x) * f2(x) }
    fn f2(x: usize) -> usize { f3(x) * f3(x) }
    fn f3(x: usize) -> usize { f4(x) * f4(x) }
    fn f4(x: usize) -> usize { f5(x) * f5(x) }
    fn f5(x: usize) -> usize { f6(x) * f6(x) }
    fn f6(x: usize) -> usize { f7(x) * f7(x) }
    fn f7(x: usize) -> usize { f8(x) * f8(x) }
    fn f8(x: usize) -> usize { f9(x) * f9(x) }
    fn f9(x: usize) -> usize { f10(x) * f10(x) }
    fn f10(x: usize) -> usize { f11(x) * f11(x) }
    fn f11(x: usize) -> usize { f12(x) * f12(x) }
    fn f12(x: usize) -> usize { f13(x) * f13(x) }
    fn f13(x: usize) -> usize { f14(x) * f14(x) }
    fn f14(x: usize) -> usize { f15(x) * f15(x) }
    fn f15(x: usize) -> usize { f16(x) * f16(x) }
    fn f16(x: usize) -> usize { f17(x) * f17(x) }
    fn f17(x: usize) -> usize { f18(x) * f18(x) }
    fn f18(x: usize) -> usize { f19(x) * f19(x) }
    fn f19(x: usize) -> usize { f20(x) * f20(x) }
    fn f20(x: usize) -> usize { f21(x) * f21(x) }
    fn f21(x: usize) -> usize { f22(x) * f22(x) }
    fn f22(x: usize) -> usize { f23(x) * f23(x) }
    fn f23(x: usize) -> usize { f24(x) * f24(x) }
    fn f24(x: usize) -> usize { f25(x) * f25(x) }
    fn f25(x: usize) -> usize { f26(x) * f26(x) }
    fn f26(x: usize) -> usize { f27(x) * f27(x) }
    fn f27(x: usize) -> usize { f28(x) * f28(x) }
    fn f28(x: usize) -> usize { f29(x) * f29(x) }
    fn f29(x: usize) -> usize { f30(x) * f30(x) }
    fn f30(x: usize) -> usize { f31(x) * f31(x) }
    fn f31(x: usize) -> usize { f32(x) * f32(x) }
    fn f32(x: usize) -> usize { f33(x) * f33(x) }
    fn f33(x: usize) -> usize { f34(x) * f34(x) }
    fn f34(x: usize) -> usize { f35(x) * f35(x) }
    fn f35(x: usize) -> usize { f36(x) * f36(x) }
    fn f36(x: usize) -> usize { f37(x) * f37(x) }
    fn f37(x: usize) -> usize { f38(x) * f38(x) }
    fn f38(x: usize) -> usize { f39(x) * f39(x) }
    fn f39(x: usize) -> usize { f40(x) * f40(x) }
    fn f40(x: usize) -> usize { x }
}

fn main() {
    let mut workspace = burtorch::Workspace::boxed();
    let loss: f32 = Net::loss(&[0.0; Net::PARAMS], &mut workspace, &[0.0; 3]).unwrap();
    println!("{loss}");
}
