burtorch::graph! {
    pub struct Net {
        layer: Linear<3, 2>,
    }

    impl Net {
        pub fn loss(&self, x: Tensor<3>, y: f32) -> f32 {
            cross_entropy(self.layer.forward(x), y)
        }
    }
}

fn main() {
    let mut workspace = burtorch::Workspace::boxed();
    let loss: f32 = Net::loss(&[0.0; Net::PARAMS], &mut workspace, &[0.0; 3], 1.0).unwrap();
    println!("{loss}");
}
