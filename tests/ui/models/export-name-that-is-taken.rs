//! A function of the model would have the name of one that every model has in C.

burtorch::graph! {
    pub struct Net { w: Param<2> }

    impl Net {
        pub fn error_text(&self, x: Tensor<2>) -> f32 { sum(self.w * x) }
    }
}

burtorch::export_c! { Net }

fn main() {}
