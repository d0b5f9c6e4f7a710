burtorch::graph! {
    struct Net { layers: [Linear<3, 3>; 600] }

    impl Net {
        #[partial]
        pub fn loss(&self, x: Tensor<3>) -> f32 {
            let mut x = x;
            for layer in &self.layers { x = layer.forward(x); }
            sum(x)
        }
    }
}

fn main() {}
