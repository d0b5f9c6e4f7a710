//! Terms from a model and samples.

use alloc::vec;
use alloc::vec::Vec;

use num_traits::Float;

use super::super::error::Error;
use super::super::vector::wide;
use super::{Terms, difference_product};

/// `fᵢ(x) = loss(x, sampleᵢ)`: a function of a model, and samples.
///
/// Points are in double precision, whatever the model computes in: methods that subtract gradients at near points need it. They are
/// rounded for the model, and its gradient is added in double precision.
///
/// ```
/// use burtorch_runtime::Error;
/// use burtorch_runtime::oracle::{Problem, Samples};
///
/// // In place of this function there is `Net::loss_grad` of a model, which takes a workspace, too.
/// fn loss_grad(params: &[f32], gradient: &mut [f32], x: f32, y: f32) -> Result<f32, Error> {
///     let error = params[0] * x + params[1] - y;
///     gradient[0] += error * x;
///     gradient[1] += error;
///     Ok(0.5 * error * error)
/// }
///
/// let samples = [(0.0, 1.0), (1.0, 3.0)];
/// let terms = Samples::new(&samples, 2, |&(x, y), params, gradient| loss_grad(params, gradient, x, y))?;
/// let mut gradient = [0.0; 2];
/// assert_eq!(Problem::new(terms)?.gradient(&[2.0, 0.0], &mut gradient), 0.5);
/// assert_eq!(gradient, [-0.5, -1.0]);
/// # Ok::<(), burtorch_runtime::oracle::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Samples<'a, S, N, F> {
    data: &'a [S],
    gradient: F,
    /// The parameters and the gradient as the model has them.
    params: Vec<N>,
    slope: Vec<N>,
}

impl<'a, S, N: Float, F: FnMut(&'a S, &[N], &mut [N]) -> Result<N, crate::Error>> Samples<'a, S, N, F> {
    /// One term for each sample, over the `PARAMS` numbers of a model. Given a sample, parameters and a gradient, the closure returns
    /// the loss and adds to the gradient.
    ///
    /// # Errors
    /// If the model refuses a sample. To find out, it computes the gradient of each once, at zero.
    pub fn new(samples: &'a [S], params: usize, mut gradient: F) -> Result<Self, Error> {
        let (zero, mut slope) = (vec![N::zero(); params], vec![N::zero(); params]);
        for (position, sample) in samples.iter().enumerate() {
            gradient(sample, &zero, &mut slope).map_err(|error| Error::Sample { position, error })?;
        }
        Ok(Samples { data: samples, gradient, params: zero, slope })
    }

    /// The loss; the gradient is in `slope` afterwards.
    fn run(&mut self, i: usize, x: &[f64]) -> f64 {
        for (param, x) in self.params.iter_mut().zip(x) {
            *param = N::from(*x).unwrap_or_else(N::nan);
        }
        self.slope.fill(N::zero());
        let loss = (self.gradient)(&self.data[i], &self.params, &mut self.slope);
        // The model took the sample when this was made, and what it refuses does not depend on parameters.
        wide(loss.unwrap_or_else(|_| N::nan()))
    }
}

impl<'a, S, N: Float, F: FnMut(&'a S, &[N], &mut [N]) -> Result<N, crate::Error>> Terms for Samples<'a, S, N, F> {
    fn dim(&self) -> usize {
        self.params.len()
    }

    fn count(&self) -> usize {
        self.data.len()
    }

    fn gradient(&mut self, i: usize, x: &[f64], scale: f64, out: &mut [f64]) -> f64 {
        let loss = self.run(i, x);
        for (out, slope) in out.iter_mut().zip(&self.slope) {
            *out += scale * wide(*slope);
        }
        loss
    }

    fn value(&mut self, i: usize, x: &[f64]) -> f64 {
        self.run(i, x)
    }

    fn hessian_product(&mut self, i: usize, x: &[f64], v: &[f64], scale: f64, out: &mut [f64]) {
        difference_product(|x, scale, out| self.gradient(i, x, scale, out), x, v, scale, out);
    }
}
