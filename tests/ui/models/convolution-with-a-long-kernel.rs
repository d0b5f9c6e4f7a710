burtorch::graph! {
    pub struct Net {
        conv: Conv1d<1, 2, 5>,
    }

    impl Net {
        pub fn loss(&self, x: Tensor<3>) -> f32 {
            sum(self.conv.forward(unsqueeze(x, 0)))
        }
    }
}

fn main() {
    let mut workspace = burtorch::Workspace::boxed();
    let loss: f32 = Net::loss(&[0.0; Net::PARAMS], &mut workspace, &[0.0; 3]).unwrap();
    println!("{loss}");
}
