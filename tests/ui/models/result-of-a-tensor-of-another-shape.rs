burtorch::graph! {
    pub struct Net {
        weight: Param<3>,
    }

    impl Net {
        pub fn loss(&self, x: Tensor<3>) -> Tensor<3> {
            concat([x, self.weight], 0)
        }
    }
}

fn main() {
    let mut workspace = burtorch::Workspace::boxed();
    let y: &[f32; 3] = Net::loss(&[0.0; Net::PARAMS], &mut workspace, &[0.0; 3]).unwrap();
    println!("{y:?}");
}
