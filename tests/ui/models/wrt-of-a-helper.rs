burtorch::graph! {
    struct Net { layer: Linear<3, 2> }

    impl Net {
        fn loss(&self, x: Tensor<3>) -> f32 {
            total(self.layer.forward(x))
        }
    }

    #[wrt(x)]
    fn total(x: Tensor<2>) -> f32 {
        sum(x)
    }
}

fn main() {}
