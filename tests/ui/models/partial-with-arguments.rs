burtorch::graph! {
    struct Net { layer: Linear<3, 2> }

    impl Net {
        #[partial(layer)]
        pub fn loss(&self, x: Tensor<3>) -> f32 {
            sum(self.layer.forward(x))
        }
    }
}

fn main() {}
