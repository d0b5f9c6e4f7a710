burtorch::graph! {
    pub struct Net {
        weight: Param<3>,
    }

    impl Net {
        pub fn loss(&self, x: Tensor<3>) -> f32 {
            self.weight[0] = 1.0;
            sum(self.weight * x)
        }
    }
}

fn main() {
    let mut workspace = burtorch::Workspace::boxed();
    let loss: f32 = Net::loss(&[0.0; Net::PARAMS], &mut workspace, &[0.0; 3]).unwrap();
    println!("{loss}");
}
