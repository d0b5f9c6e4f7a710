use burtorch::differentiable;

struct Decay {
    rate: f64,
}

impl Decay {
    #[differentiable(fast)]
    fn sum(&self, x: &[f64]) -> f64 {
        let mut sum = 0.0;
        for i in 0..x.len() {
            sum += (-self.rate * x[i]).exp();
        }
        sum
    }
}

fn main() {
    let decay = Decay { rate: 0.5 };
    decay.sum(&[1.0]);
    decay.sum_grad(&[1.0]);
}
