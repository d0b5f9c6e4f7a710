burtorch::graph! {
    pub struct Net {
        weight: Param<3>,
    }

    impl Net {
        pub fn loss(&self, a: [usize; 2], b: [usize; 3]) -> f32 {
            sum(self.weight[a[b]])
        }
    }
}

fn main() {
    let mut workspace = burtorch::Workspace::boxed();
    let loss: f32 = Net::loss(&[0.0; Net::PARAMS], &mut workspace, &[0; 2], &[0; 3]).unwrap();
    println!("{loss}");
}
