//! There is nothing that C could call.

burtorch::graph! {
    pub struct Net { w: Param<2> }

    impl Net {
        fn loss(&self, x: Tensor<2>) -> f32 { sum(self.w * x) }
    }
}

burtorch::export_c! { Net }

fn main() {
    println!("{NET_HEADER}");
}
