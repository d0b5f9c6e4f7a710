burtorch::graph! {
    pub struct Net {
        weight: Param<3>,
    }

    impl Net {
        pub fn loss(&self, x: Tensor<3>) -> f64 {
            sum(x * self.weight)
        }
    }
}

fn main() {
    println!("{}", Net::PARAMS);
}
