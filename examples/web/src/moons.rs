//! Two half moons and the border between them.

use std::f32::consts::PI;

use burtorch::optimizer::Adam;
use burtorch::{BatchWorkspace, Rng, Workspace, graph};

graph! {
    pub struct Moons {
        first: Linear<2, 16>,
        second: Linear<16, 16>,
        last: Linear<16, 1>,
    }

    /// `Σ p²` over the parameters of a layer.
    fn squares(layer: _) -> f32 {
        sum(sqr(layer.weight)) + sum(sqr(layer.bias))
    }

    impl Moons {
        /// Above zero for the one moon, below zero for the other.
        pub fn score(&self, point: Tensor<2>) -> f32 {
            let x = tanh(self.first.forward(point));
            let x = tanh(self.second.forward(x));
            self.last.forward(x)[0]
        }

        /// `ln(1 + exp(−moon · score)) + 0.0002 Σ p²`, where `moon` is 1 or −1.
        pub fn loss(&self, point: Tensor<2>, moon: f32) -> f32 {
            let squares = squares(self.first) + squares(self.second) + squares(self.last);
            softplus(-(moon * self.score(point))) + 0.0002 * squares
        }
    }
}

/// What lies in the middle of the picture.
const MIDDLE: [f32; 2] = [0.5, 0.25];

#[derive(Debug)]
pub struct Training {
    params: Vec<f32>,
    gradient: Vec<f32>,
    adam: Adam<Vec<f32>>,
    workspace: Box<BatchWorkspace<Moons>>,
    one: Box<Workspace<Moons>>,
    samples: Vec<([f32; 2], f32)>,
    points: Vec<f32>,
    scores: Vec<f32>,
}

impl Training {
    pub fn new(seed: u32) -> Self {
        let mut rng = Rng::seed(seed.into());
        let mut params = vec![0.0; Moons::PARAMS];
        Moons::init(&mut params, &mut rng).expect("there are as many parameters");
        let samples = samples(&mut rng);
        let points = samples.iter().flat_map(|&([x, y], moon)| [x, y, moon]).collect();
        Self {
            params,
            gradient: vec![0.0; Moons::PARAMS],
            adam: Adam::new(0.01, vec![0.0; 2 * Moons::PARAMS]),
            workspace: BatchWorkspace::boxed(),
            one: Workspace::boxed(),
            samples,
            points,
            scores: Vec::new(),
        }
    }

    /// A step is about all points.
    pub fn train(&mut self, steps: u32, rate: f64) -> f32 {
        self.adam.rate = rate;
        let mut sum = 0.0;
        for _ in 0..steps {
            let Self { params, gradient, adam, workspace, samples, .. } = self;
            sum += Moons::loss_step_batch(params, gradient, adam, workspace, &*samples).unwrap_or(f32::NAN);
        }
        #[allow(clippy::cast_precision_loss, reason = "a frame has fewer steps")]
        return sum / steps.max(1) as f32;
    }

    pub fn points(&self) -> &[f32] {
        &self.points
    }

    fn score(&mut self, point: [f32; 2]) -> f32 {
        Moons::score(&self.params, &mut self.one, &point).unwrap_or(f32::NAN)
    }

    #[allow(clippy::cast_precision_loss, reason = "there are not that many points")]
    pub fn right(&mut self) -> f32 {
        let samples = self.samples.clone();
        let right = samples.iter().filter(|(point, moon)| self.score(*point) * moon > 0.0).count();
        right as f32 / samples.len() as f32
    }

    #[allow(clippy::cast_precision_loss, reason = "a picture has fewer pixels")]
    pub fn scores(&mut self, pixels: usize, width: f32) -> &[f32] {
        let place = |pixel: usize| ((pixel as f32 + 0.5) / pixels as f32 - 0.5) * width;
        let mut scores = std::mem::take(&mut self.scores);
        scores.clear();
        for row in 0..pixels {
            for column in 0..pixels {
                scores.push(self.score([MIDDLE[0] + place(column), MIDDLE[1] - place(row)]));
            }
        }
        self.scores = scores;
        &self.scores
    }
}

/// Points along two half circles, each of which begins inside of the other, with some noise.
#[allow(clippy::cast_possible_truncation, reason = "noise in single precision")]
fn samples(rng: &mut Rng) -> Vec<([f32; 2], f32)> {
    let mut samples = Vec::new();
    for i in 0..100_u8 {
        let (sin, cos) = (PI * f32::from(i) / 99.0).sin_cos();
        for (x, y, moon) in [(cos, sin, -1.0), (1.0 - cos, 0.5 - sin, 1.0)] {
            let mut noise = || 0.1 * rng.normal() as f32;
            samples.push(([x + noise(), y + noise()], moon));
        }
    }
    samples
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_learns_and_draws() {
        let mut training = Training::new(1);
        let first = training.train(1, 0.01);
        training.train(500, 0.01);
        let last = training.train(1, 0.01);
        assert!(last < 0.2 * first, "{first} {last}");
        assert!(training.right() > 0.97);
        let scores = training.scores(16, 4.0);
        assert_eq!(scores.len(), 256);
        assert!(scores.iter().any(|&score| score > 0.0) && scores.iter().any(|&score| score < 0.0));
    }
}
