burtorch::graph! {
    const w: usize = 3;

    pub struct Net {
        weight: Param<w>,
    }

    impl Net {
        pub fn loss(&self, x: Tensor<w>) -> f32 {
            sum(self.weight * x)
        }
    }
}

fn main() {
    let mut workspace = burtorch::Workspace::boxed();
    let loss: f32 = Net::loss(&[0.0; Net::PARAMS], &mut workspace, &[0.0; 3]).unwrap();
    println!("{loss}");
}
