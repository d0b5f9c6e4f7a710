burtorch::graph! {
    pub struct Net {
        weight: Param<3>,
    }

    impl Net {
        pub fn loss(&self, x: Tensor<3>) -> f32 {
            sum(f0(x * self.weight))
        }
    }

    fn f0(x: Tensor<3>) -> Tensor<3> { f1(x) + f1(x) }
    fn f1(x: Tensor<3>) -> Tensor<3> { f2(x) + f2(x) }
    fn f2(x: Tensor<3>) -> Tensor<3> { f3(x) + f3(x) }
    fn f3(x: Tensor<3>) -> Tensor<3> { f4(x) + f4(x) }
    fn f4(x: Tensor<3>) -> Tensor<3> { f5(x) + f5(x) }
    fn f5(x: Tensor<3>) -> Tensor<3> { f6(x) + f6(x) }
    fn f6(x: Tensor<3>) -> Tensor<3> { f7(x) + f7(x) }
    fn f7(x: Tensor<3>) -> Tensor<3> { f8(x) + f8(x) }
    fn f8(x: Tensor<3>) -> Tensor<3> { f9(x) + f9(x) }
    fn f9(x: Tensor<3>) -> Tensor<3> { f10(x) + f10(x) }
    fn f10(x: Tensor<3>) -> Tensor<3> { f11(x) + f11(x) }
    fn f11(x: Tensor<3>) -> Tensor<3> { f12(x) + f12(x) }
    fn f12(x: Tensor<3>) -> Tensor<3> { f13(x) + f13(x) }
    fn f13(x: Tensor<3>) -> Tensor<3> { f14(x) + f14(x) }
    fn f14(x: Tensor<3>) -> Tensor<3> { f15(x) + f15(x) }
    fn f15(x: Tensor<3>) -> Tensor<3> { f16(x) + f16(x) }
    fn f16(x: Tensor<3>) -> Tensor<3> { f17(x) + f17(x) }
    fn f17(x: Tensor<3>) -> Tensor<3> { f18(x) + f18(x) }
    fn f18(x: Tensor<3>) -> Tensor<3> { f19(x) + f19(x) }
    fn f19(x: Tensor<3>) -> Tensor<3> { f20(x) + f20(x) }
    fn f20(x: Tensor<3>) -> Tensor<3> { tanh(x) }
}

fn main() {
    let mut workspace = burtorch::Workspace::boxed();
    let loss: f32 = Net::loss(&[0.0; Net::PARAMS], &mut workspace, &[0.0; 3]).unwrap();
    println!("{loss}");
}
