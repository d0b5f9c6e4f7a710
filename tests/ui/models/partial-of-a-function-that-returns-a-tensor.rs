burtorch::graph! {
    struct Net { layer: Linear<3, 2> }

    impl Net {
        #[partial]
        pub fn logits(&self, x: Tensor<3>) -> Tensor<2> {
            self.layer.forward(x)
        }
    }
}

fn main() {}
