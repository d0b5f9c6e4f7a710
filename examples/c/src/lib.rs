//! A classifier of points, for a program in C.

burtorch::graph! {
    /// Whether a point lies in a ring around the origin (1), or not (0).
    pub struct Ring {
        net: Mlp<2, 16, 2>,
    }

    impl Ring {
        pub fn scores(&self, point: Tensor<2>) -> Tensor<2> {
            self.net.forward(point)
        }

        pub fn loss(&self, point: Tensor<2>, class: u8) -> f32 {
            cross_entropy(self.scores(point), class)
        }
    }
}

burtorch::export_c! { Ring }
