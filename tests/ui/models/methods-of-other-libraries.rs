burtorch::graph! {
    pub struct Net {
        weight: Param<8>,
    }

    impl Net {
        pub fn loss(&self, x: Tensor<8>) -> f32 {
            let y = (x * self.weight).view([4, 2]).to(0);
            let z = x.detach() * x.size(0) + x.T;
            let a = x.shape;
            sum(x).backward()
        }
    }
}

fn main() {
    let mut workspace = burtorch::Workspace::boxed();
    let loss: f32 = Net::loss(&[0.0; Net::PARAMS], &mut workspace, &[0.0; 8]).unwrap();
    println!("{loss}");
}
