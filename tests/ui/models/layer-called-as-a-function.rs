burtorch::graph! {
    pub struct Net {
        first: Linear<8, 4>,
        second: Linear<4, 1>,
    }

    impl Net {
        pub fn loss(&self, x: Tensor<8>) -> f32 {
            sum(self.second.forward(relu(self.first(x))))
        }
    }
}

fn main() {
    let mut workspace = burtorch::Workspace::boxed();
    let loss: f32 = Net::loss(&[0.0; Net::PARAMS], &mut workspace, &[0.0; 8]).unwrap();
    println!("{loss}");
}
