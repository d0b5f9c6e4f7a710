burtorch::graph! {
    pub struct Net {
        weight: Param<8>,
    }

    impl Net {
        pub fn loss(&self, x: Tensor<8>) -> f32 {
            let a = cat([x, self.weight], 0);
            let b = torch::cat([x, x], 0);
            let c = F::relu(x);
            let d = F.relu(x);
            let e = torch.nn.functional.relu(x);
            let f = nn.Linear(8, 1);
            let g = F.mse_loss(x, x);
            sum(x * self.weight)
        }
    }
}

fn main() {
    let mut workspace = burtorch::Workspace::boxed();
    let loss: f32 = Net::loss(&[0.0; Net::PARAMS], &mut workspace, &[0.0; 8]).unwrap();
    println!("{loss}");
}
