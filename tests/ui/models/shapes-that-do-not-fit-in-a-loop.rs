burtorch::graph! {
    pub struct Net {
        layers: [Linear<3, 3>; 4],
        last: Param<4>,
    }

    impl Net {
        pub fn loss(&self, x: Tensor<3>) -> f32 {
            let mut x = x;
            for layer in &self.layers {
                x = layer.forward(x) + self.last;
            }
            sum(x)
        }
    }
}

fn main() {
    let mut workspace = burtorch::Workspace::boxed();
    let loss: f32 = Net::loss(&[0.0; Net::PARAMS], &mut workspace, &[0.0; 3]).unwrap();
    println!("{loss}");
}
