burtorch::graph! {
    struct Net { layer: Linear<3, 2> }

    impl Net {
        #[partial]
        pub fn loss(&self, x: Tensor<3>) -> f32 {
            sum(self.layer.forward(x))
        }

        pub fn loss_grad_of(&self, x: Tensor<3>) -> f32 {
            sum(x)
        }
    }
}

fn main() {}
