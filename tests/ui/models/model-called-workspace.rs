burtorch::graph! {
    pub struct Workspace {
        weight: Param<3>,
    }

    impl Workspace {
        pub fn loss(&self, x: Tensor<3>) -> f32 {
            sum(self.weight * x)
        }
    }
}

fn main() {
    let mut workspace = burtorch::Workspace::boxed();
    let loss: f32 = Workspace::loss(&[0.0; Workspace::PARAMS], &mut workspace, &[0.0; 3]).unwrap();
    println!("{loss}");
}
