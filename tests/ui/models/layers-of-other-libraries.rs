burtorch::graph! {
    pub struct Net {
        linear: nn::Linear<8, 8>,
        norm: BatchNorm1d<8>,
        relu: ReLU,
        pool: nn::MaxPool2d<2>,
        all: Sequential<2>,
    }

    impl Net {
        pub fn loss(&self, x: Tensor<8>) -> f32 {
            sum(x)
        }
    }
}

fn main() {
    let mut workspace = burtorch::Workspace::boxed();
    let loss: f32 = Net::loss(&[0.0; Net::PARAMS], &mut workspace, &[0.0; 8]).unwrap();
    println!("{loss}");
}
