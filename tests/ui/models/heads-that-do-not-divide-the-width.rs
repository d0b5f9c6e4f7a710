burtorch::graph! {
    const T: usize = 4;
    const C: usize = 24;
    const HEADS: usize = 5;

    pub struct Net {
        attention: CausalAttention<T, C, HEADS>,
    }

    impl Net {
        pub fn loss(&self, x: Tensor<T, C>) -> f32 {
            sum(self.attention.forward(x))
        }
    }
}

fn main() {
    let mut workspace = burtorch::Workspace::boxed();
    let loss: f32 = Net::loss(&[0.0; Net::PARAMS], &mut workspace, &[[0.0; C]; T]).unwrap();
    println!("{loss}");
}
