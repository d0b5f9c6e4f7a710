//! A Python module with two models: `pip install` of its wheel needs no Rust, and `import moons` compiles nothing.

burtorch::graph! {
    /// Which of two moons a point is on.
    pub struct Moons {
        net: Mlp<2, 16, 2>,
    }

    impl Moons {
        pub fn scores(&self, point: Tensor<2>) -> Tensor<2> {
            self.net.forward(point)
        }

        pub fn loss(&self, point: Tensor<2>, moon: u8) -> f32 {
            cross_entropy(self.scores(point), moon)
        }
    }
}

/// In a module of its own, since each `graph!` has its own names.
pub mod line {
    burtorch::graph! {
        type Scalar = f64;

        pub struct Line {
            slope: Param,
            offset: Param,
        }

        impl Line {
            pub fn loss(&self, x: f64, y: f64) -> f64 {
                sqr(self.slope * x + self.offset - y)
            }
        }
    }
}

burtorch::python! { Moons, line::Line }
