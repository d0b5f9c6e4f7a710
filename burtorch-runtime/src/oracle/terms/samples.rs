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
///
/// With [`at_coordinates`](Self::at_coordinates) terms are asked for some coordinates by `Net::loss_grad_at` of a function that is
/// `#[partial]`: compressors that choose coordinates before there is a gradient then cost what these need.
#[derive(Clone, Debug)]
pub struct Samples<'a, S, N, F> {
    data: &'a [S],
    gradient: F,
    /// Room for the coordinates that are asked for.
    places: Vec<usize>,
    /// The parameters and the gradient as the model has them.
    params: Vec<N>,
    slope: Vec<N>,
}

/// The gradient of a sample: a closure, or [`AtCoordinates`].
pub trait SampleGradient<'a, S, N> {
    /// Adds the gradient of a sample, or the derivatives at some places alone if it can. Those of others are not looked at then.
    ///
    /// # Errors
    /// If the model refuses the sample.
    fn add(
        &mut self,
        sample: &'a S,
        params: &[N],
        gradient: &mut [N],
        places: Option<&mut [usize]>,
    ) -> Result<N, crate::Error>;
}

impl<'a, S: 'a, N, F: FnMut(&'a S, &[N], &mut [N]) -> Result<N, crate::Error>> SampleGradient<'a, S, N> for F {
    fn add(
        &mut self,
        sample: &'a S,
        params: &[N],
        gradient: &mut [N],
        _: Option<&mut [usize]>,
    ) -> Result<N, crate::Error> {
        self(sample, params, gradient)
    }
}

/// A closure that is given the places of the coordinates that are asked for, if not all are.
#[derive(Clone, Debug)]
pub struct AtCoordinates<F>(F);

impl<'a, S: 'a, N, F> SampleGradient<'a, S, N> for AtCoordinates<F>
where
    F: FnMut(&'a S, &[N], &mut [N], Option<&mut [usize]>) -> Result<N, crate::Error>,
{
    fn add(
        &mut self,
        sample: &'a S,
        params: &[N],
        gradient: &mut [N],
        places: Option<&mut [usize]>,
    ) -> Result<N, crate::Error> {
        self.0(sample, params, gradient, places)
    }
}

impl<'a, S, N: Float, F> Samples<'a, S, N, AtCoordinates<F>>
where
    F: FnMut(&'a S, &[N], &mut [N], Option<&mut [usize]>) -> Result<N, crate::Error>,
{
    /// As [`new`](Self::new), for a closure that can compute some derivatives alone:
    ///
    /// ```text
    /// Samples::at_coordinates(&samples, Net::PARAMS, |(x, y), params, gradient, places| match places {
    ///     None => Net::loss_grad(params, gradient, &mut workspace, x, *y),
    ///     Some(places) => Net::loss_grad_at(params, gradient, &Coordinates::new(places)?, &mut workspace, x, *y),
    /// })
    /// ```
    ///
    /// # Errors
    /// If the model refuses a sample.
    pub fn at_coordinates(samples: &'a [S], params: usize, gradient: F) -> Result<Self, Error> {
        Self::of(samples, params, AtCoordinates(gradient))
    }
}

impl<'a, S, N: Float, F: FnMut(&'a S, &[N], &mut [N]) -> Result<N, crate::Error>> Samples<'a, S, N, F> {
    /// One term for each sample, over the `PARAMS` numbers of a model. Given a sample, parameters and a gradient, the closure returns
    /// the loss and adds to the gradient.
    ///
    /// # Errors
    /// If the model refuses a sample. To find out, it computes the gradient of each once, at zero.
    pub fn new(samples: &'a [S], params: usize, gradient: F) -> Result<Self, Error> {
        Self::of(samples, params, gradient)
    }
}

impl<'a, S, N: Float, F: SampleGradient<'a, S, N>> Samples<'a, S, N, F> {
    fn of(samples: &'a [S], params: usize, mut gradient: F) -> Result<Self, Error> {
        let (zero, mut slope) = (vec![N::zero(); params], vec![N::zero(); params]);
        for (position, sample) in samples.iter().enumerate() {
            gradient.add(sample, &zero, &mut slope, None).map_err(|error| Error::Sample { position, error })?;
        }
        Ok(Samples { data: samples, gradient, places: vec![0; params], params: zero, slope })
    }

    /// The point, in the numbers of the model.
    fn round(&mut self, x: &[f64]) {
        for (param, x) in self.params.iter_mut().zip(x) {
            *param = N::from(*x).unwrap_or_else(N::nan);
        }
    }

    /// The loss; the gradient is in `slope` afterwards.
    fn run(&mut self, i: usize, x: &[f64]) -> f64 {
        self.round(x);
        self.slope.fill(N::zero());
        let loss = self.gradient.add(&self.data[i], &self.params, &mut self.slope, None);
        // The model took the sample when this was made, and what it refuses does not depend on parameters.
        wide(loss.unwrap_or_else(|_| N::nan()))
    }
}

impl<'a, S, N: Float, F: SampleGradient<'a, S, N>> Terms for Samples<'a, S, N, F> {
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

    fn partial(&mut self, i: usize, x: &[f64], coordinates: &[usize], scale: f64, out: &mut [f64], _: &mut [f64]) {
        self.round(x);
        let places = &mut self.places[..coordinates.len()];
        places.copy_from_slice(coordinates);
        for &j in coordinates {
            self.slope[j] = N::zero();
        }
        // As in `run`, a sample that was taken is not refused.
        let _ = self.gradient.add(&self.data[i], &self.params, &mut self.slope, Some(places));
        for &j in coordinates {
            out[j] += scale * wide(self.slope[j]);
        }
    }

    fn hessian_product(&mut self, i: usize, x: &[f64], v: &[f64], scale: f64, out: &mut [f64]) {
        difference_product(|x, scale, out| self.gradient(i, x, scale, out), x, v, scale, out);
    }
}
