use burtorch::data::Split;
use burtorch::train::Defaults;

burtorch::graph! {
    pub struct Points { net: Mlp<2, 8, 1> }

    impl Points {
        pub fn loss(&self, x: Tensor<2>, z: f32) -> f32 {
            sqr(self.net.forward(x)[0] - z)
        }
    }
}

burtorch::train! {
    about: "Puts a surface through points.",
    model: Points,
    data: |run| {
        let points: Vec<([f32; 2], f32)> = vec![([0.0, 1.0], 2.0); 10];
        let split = Split::new(points.len(), 0.2, run.seed())?;
        (points, split)
    },
    split: |(points, split)| (split.training(points), split.validation(points)),
    defaults: Defaults { steps: 60, ..Defaults::default() },
    defaults: Defaults { steps: 60, ..Defaults::default() },
}
