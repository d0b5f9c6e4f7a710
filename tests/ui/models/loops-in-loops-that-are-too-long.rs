burtorch::graph! {
    pub struct Net {
        weight: Param<3>,
    }

    impl Net {
        pub fn loss(&self, x: Tensor<3>) -> f32 {
            let mut y = x;
            for row in 0..100 {
                for step in 0..100 {
                    y = y * self.weight * (row * step) as f32;
                }
            }
            sum(y)
        }
    }
}

fn main() {
    let mut workspace = burtorch::Workspace::boxed();
    let loss: f32 = Net::loss(&[0.0; Net::PARAMS], &mut workspace, &[0.0; 3]).unwrap();
    println!("{loss}");
}
