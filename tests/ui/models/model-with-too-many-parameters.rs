burtorch::graph! {
    pub struct Net {
        layers: [Linear<32768, 32768>; 8],
    }

    impl Net {
        pub fn loss(&self, x: Tensor<3>) -> f32 {
            let mut y = full([32768], sum(x));
            for layer in &self.layers {
                y = layer.forward(y);
            }
            sum(y)
        }
    }
}

fn main() {
    let mut workspace = burtorch::Workspace::boxed();
    let loss: f32 = Net::loss(&[0.0; Net::PARAMS], &mut workspace, &[0.0; 3]).unwrap();
    println!("{loss}");
}
