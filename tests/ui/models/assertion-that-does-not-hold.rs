burtorch::graph! {
    struct Half<const N: usize> {
        weight: Param<{ N / 2 }>,
    }

    impl<const N: usize> Half<N> {
        const EVEN: () = assert!(N % 2 == 0, "{N} is odd: a half takes an even length");

        fn forward(&self, x: Tensor<N>) -> f32 {
            sum(self.weight) * sum(x)
        }
    }

    pub struct Net {
        layer: Half<3>,
    }

    impl Net {
        pub fn loss(&self, x: Tensor<3>) -> f32 {
            self.layer.forward(x)
        }
    }
}

fn main() {
    let mut workspace = burtorch::Workspace::boxed();
    let loss: f32 = Net::loss(&[0.0; Net::PARAMS], &mut workspace, &[0.0; 3]).unwrap();
    println!("{loss}");
}
