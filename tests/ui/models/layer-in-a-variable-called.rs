burtorch::graph! {
    pub struct Net {
        layer: Linear<8, 1>,
    }

    impl Net {
        pub fn loss(&self, x: Tensor<8>) -> f32 {
            let layer = &self.layer;
            sum(layer(x))
        }
    }
}

fn main() {
    let mut workspace = burtorch::Workspace::boxed();
    let loss: f32 = Net::loss(&[0.0; Net::PARAMS], &mut workspace, &[0.0; 8]).unwrap();
    println!("{loss}");
}
