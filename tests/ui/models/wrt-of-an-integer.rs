burtorch::graph! {
    struct Net { layer: Linear<3, 2>, table: Param<5> }

    impl Net {
        #[wrt(x, word)]
        pub fn loss(&self, x: Tensor<3>, word: u8) -> f32 {
            sum(self.layer.forward(x)) * self.table[word]
        }
    }
}

fn main() {
    let mut workspace = burtorch::Workspace::boxed();
    let loss: f32 = Net::loss(&[0.0; Net::PARAMS], &mut workspace, &[0.0; 3], 1).unwrap();
    println!("{loss}");
}
