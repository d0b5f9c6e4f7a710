//! Derivatives without the standard library: for a microcontroller, or anything else that has no allocator.
//!
//! It merely builds. On a target that has no standard library at all, nothing can slip in.

#![no_std]
#![forbid(unsafe_code)]
#![deny(warnings)]
#![allow(clippy::needless_range_loop, reason = "loops over indices are part of what is differentiated")]

use burtorch::check::Mismatch;
use burtorch::optimizer::{Average, Lbfgs, Lion, Minimizer, Schedule, clip_norm};
use burtorch::{BatchWorkspace, Error, Float, Real, Rng, Workspace, check_gradient, differentiable, graph};

/// How far a thermistor's reading at temperature `t` is off, squared, given the coefficients `a` and `b`.
#[differentiable(wrt(a, b))]
pub fn misfit(a: f32, b: f32, t: f32, reading: f32) -> f32 {
    let model = a * (b / t).exp();
    (model.ln() - reading.ln()).powi(2)
}

/// The same for any float type.
#[differentiable]
pub fn softened<T: Float>(x: T, width: T) -> T {
    (x * x + width * width).sqrt().tanh() + (x / width).sigmoid()
}

/// A point turned by an angle.
#[differentiable]
pub fn turned(point: [f64; 2], angle: f64) -> [f64; 2] {
    let (sin, cos) = (angle.sin(), angle.cos());
    [cos * point[0] - sin * point[1], sin * point[0] + cos * point[1]]
}

/// A loop that keeps its values, in arrays.
#[differentiable(unroll = 0)]
pub fn filtered(samples: &[f32; 32], gain: f32) -> f32 {
    let mut state = 0.0;
    let mut energy = 0.0;
    for i in 0..32 {
        state += gain * (samples[i] - state).sin();
        energy += state * state;
    }
    energy
}

/// One step of gradient descent.
#[must_use]
pub fn fit(a: f32, b: f32, t: f32, reading: f32) -> (f32, f32) {
    let (da, db) = misfit::grad(a, b, t, reading);
    (a - 0.1 * da, b - 0.1 * db)
}

/// Whether the gradient is right, found out on the device itself.
///
/// # Errors
/// If it is not.
pub fn verify(a: f32, b: f32, t: f32, reading: f32) -> Result<(), Mismatch> {
    check_gradient(|&(a, b)| misfit(a, b, t, reading), &(a, b), &misfit::grad(a, b, t, reading)).map(|_| ())
}

/// Every kind of derivative, so that all of them are compiled.
#[must_use]
pub fn everything(x: f32, samples: &[f32; 32]) -> f32 {
    let scale = x.abs();
    let graph = graph!(|x: f32, y: f32| scale * (x.cos() + y.atan2(x)).relu());
    let (value, (dx, dy)) = graph.value_and_grad(x, 2.0);
    let [row, _] = graph.hessian(x, 2.0);
    let (energy, (adjoints, gain)) = filtered::value_and_grad(samples, 0.5);
    let (along, _) = filtered::hvp((samples, 0.5), (&adjoints, gain));
    let (_, slope) = softened::jvp((x, 0.5), (1.0, 0.0));
    let wide: f64 = softened::grad(f64::from(x), 0.25).0;
    let narrow = if wide.is_nan() { 0.0 } else { slope };
    value + dx + dy + row[0] + energy + along[0] + narrow
}

graph! {
    /// Which of three gestures a sensor of two axes saw.
    pub struct Gesture {
        cell: Gru<2, 4>,
        layers: [Linear<4, 4>; 2],
        head: Linear<4, 3>,
    }

    impl Gesture {
        pub fn scores(&self, samples: [[f32; 2]; 5]) -> Tensor<3> {
            let mut state = zeros([4]);
            for sample in samples {
                state = self.cell.forward(sample, state);
            }
            for layer in &self.layers {
                state = state + gelu(layer.forward(state));
            }
            log_softmax(self.head.forward(state))
        }

        pub fn loss(&self, samples: [[f32; 2]; 5], gesture: u8) -> f32 {
            -self.scores(samples)[gesture]
        }
    }
}

/// All that training needs, in one place of a size that is known: a `static`, a field or a local variable.
pub struct Trainer {
    params: [f32; Gesture::PARAMS],
    gradient: [f32; Gesture::PARAMS],
    workspace: Workspace<Gesture>,
    tile: BatchWorkspace<Gesture>,
}

/// It can be made while the program compiles.
pub static UNTRAINED: Trainer = Trainer::new();

impl Trainer {
    /// Zeros.
    #[must_use]
    pub const fn new() -> Self {
        Trainer {
            params: [0.0; Gesture::PARAMS],
            gradient: [0.0; Gesture::PARAMS],
            workspace: Workspace::new(),
            tile: BatchWorkspace::new(),
        }
    }

    /// Random first values.
    ///
    /// # Errors
    /// None: the buffer has the right length.
    pub fn start(&mut self, seed: u64) -> Result<(), Error> {
        Gesture::init(&mut self.params, &mut Rng::seed(seed))
    }

    /// One step of gradient descent.
    ///
    /// # Errors
    /// If the batch is empty, or has a gesture that there is not.
    pub fn step(&mut self, batch: &[([[f32; 2]; 5], u8)]) -> Result<f32, Error> {
        self.gradient.fill(0.0);
        let loss = Gesture::loss_grad_batch(&self.params, &mut self.gradient, &mut self.tile, batch)?;
        for (value, slope) in self.params.iter_mut().zip(&self.gradient) {
            *value -= 0.1 * slope;
        }
        Ok(loss)
    }

    /// One step of any optimizer, with a gradient that is clipped.
    ///
    /// # Errors
    /// If the batch is empty, has a gesture that there is not, or the state of the optimizer does not fit.
    pub fn step_by(
        &mut self,
        optimizer: &mut impl Minimizer<f32>,
        batch: &[([[f32; 2]; 5], u8)],
    ) -> Result<f32, Error> {
        optimizer.step(&mut self.params, &mut self.gradient, |params, gradient| {
            let loss = Gesture::loss_grad_batch(params, gradient, &mut self.tile, batch)?;
            clip_norm(gradient, 1.0);
            Ok(loss)
        })
    }

    /// A hundred steps of Lion with a rate that falls, the mean of where they lead to, and five steps of L-BFGS.
    ///
    /// # Errors
    /// If the batch is empty, or has a gesture that there is not.
    pub fn train(&mut self, batch: &[([[f32; 2]; 5], u8)]) -> Result<f32, Error> {
        let mut lion = Lion::new(0.001, [0.0; Lion::SLOTS * Gesture::PARAMS]);
        let mut average = Average::new(0.9, [0.0; Gesture::PARAMS]);
        for step in 0..100 {
            lion.rate = 0.001 * Schedule::cosine().factor(step, 100);
            self.step_by(&mut lion, batch)?;
            average.update(&self.params)?;
        }
        self.params = average.mean;
        let mut lbfgs = Lbfgs::new(1.0, 3, [0.0; Lbfgs::state_len(3, Gesture::PARAMS)]);
        let mut loss = 0.0;
        for _ in 0..5 {
            loss = self.step_by(&mut lbfgs, batch)?;
        }
        Ok(loss)
    }

    /// The logarithms of the probabilities, and how the loss would change them.
    ///
    /// # Errors
    /// If there is no such gesture.
    pub fn look(&mut self, samples: &[[f32; 2]; 5], gesture: u8) -> Result<[f32; 3], Error> {
        Gesture::loss_grad(&self.params, &mut self.gradient, &mut self.workspace, samples, gesture)?;
        Gesture::scores(&self.params, &mut self.workspace, samples).copied()
    }
}

impl Default for Trainer {
    fn default() -> Self {
        Self::new()
    }
}
