burtorch::graph! {
    pub struct Net {
        weight: Param<4, 5>,
    }

    impl Net {
        pub fn loss(&self, x: Tensor<2, 3>) -> f32 {
            sum(matmul(x, self.weight))
        }
    }
}

fn main() {
    let mut workspace = burtorch::Workspace::boxed();
    let loss: f32 = Net::loss(&[0.0; Net::PARAMS], &mut workspace, &[[0.0; 3]; 2]).unwrap();
    println!("{loss}");
}
