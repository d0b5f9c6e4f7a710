//! The shape of a parameter and a generator in, its first values out.
//!
//! The formulas are those of PyTorch's `nn.init` and of its layers; the random numbers are our own.

use num_traits::Float;

use crate::abi::{from_integer, lit};
use crate::random::Rng;

/// How a parameter gets its first values.
///
/// A weight has the shape `[out, in, kernel…]`. Its `fan_in`, the number of inputs that one output sums over, is
/// the product of all dimensions but the first. Its `fan_out` is the product of all but the second. A vector has
/// its length for both, a number has 1.
///
/// ```
/// use burtorch_runtime::{Init, Rng};
///
/// // A layer of 3 inputs and 2 outputs as PyTorch starts it: weight and bias both in ±1/√3.
/// let mut rng = Rng::seed(0);
/// let (mut weight, mut bias) = ([0.0_f32; 6], [0.0_f32; 2]);
/// Init::FanIn.fill(&mut rng, &[2, 3], None, &mut weight);
/// Init::FanIn.fill(&mut rng, &[2], Some(3), &mut bias);
/// assert!(weight.iter().chain(&bias).all(|x| x.abs() <= 0.57736));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Init {
    /// `0`
    Zeros,
    /// `1`
    Ones,
    /// This number in every element.
    Constant(f64),
    /// `U(low, high)`: uniform from `low` to `high`.
    Uniform {
        /// The least value.
        low: f64,
        /// The bound above. It does not occur, unless by rounding.
        high: f64,
    },
    /// `N(mean, std²)`
    Normal {
        /// The mean.
        mean: f64,
        /// The standard deviation.
        std: f64,
    },
    /// `U(−b, b)`, `b = 1/√fan_in`: PyTorch's default for linear and convolution layers, weight and bias.
    FanIn,
    /// `U(−b, b)`, `b = √(6/fan_in)`: keeps the size of signals through layers with relu (He et al. 2015).
    KaimingUniform,
    /// `N(0, 2/fan_in)`: keeps the size of signals through layers with relu (He et al. 2015).
    KaimingNormal,
    /// `U(−b, b)`, `b = √(6/(fan_in + fan_out))`: for layers with tanh or none (Glorot and Bengio 2010).
    XavierUniform,
    /// `N(0, 2/(fan_in + fan_out))`: for layers with tanh or none (Glorot and Bengio 2010).
    XavierNormal,
}

impl Init {
    /// Gives all `values` of a parameter of this shape their first value, in row-major order.
    ///
    /// `fan` takes the place of `fan_in`: a bias is started by the `fan_in` of its weight. Numbers are drawn in
    /// `f64` and then rounded, so a model starts alike in `f32` and `f64`, and leaves the generator alike.
    /// What is not random does not use the generator. Where a fan is zero, random values have a spread of zero.
    ///
    /// ```
    /// use burtorch_runtime::{Init, Rng};
    ///
    /// let mut values = [0.0_f64; 12];
    /// Init::XavierUniform.fill(&mut Rng::seed(1), &[3, 4], None, &mut values);
    /// let bound = (6.0_f64 / (4.0 + 3.0)).sqrt();
    /// assert!(values.iter().all(|x| x.abs() <= bound));
    /// ```
    ///
    /// # Panics
    /// If the shape has another number of elements than `values`.
    pub fn fill<T: Float>(self, rng: &mut Rng, shape: &[usize], fan: Option<usize>, values: &mut [T]) {
        let count = shape.iter().product::<usize>();
        assert!(
            count == values.len(),
            "a parameter of shape {shape:?} has {count} values, but there are {}",
            values.len()
        );
        self.draw(rng, shape, fan, values);
    }

    /// [`fill`](Self::fill) for as many values as the shape has.
    pub(crate) fn draw<T: Float>(self, rng: &mut Rng, shape: &[usize], fan: Option<usize>, values: &mut [T]) {
        let fan_in = fan.unwrap_or_else(|| fan_in(shape));
        let fans = || fan_in + fan_out(shape);
        match self {
            Self::Zeros => values.fill(T::zero()),
            Self::Ones => values.fill(T::one()),
            Self::Constant(value) => values.fill(lit(value)),
            Self::Uniform { low, high } => uniform(rng, low, high, values),
            Self::Normal { mean, std } => normal(rng, mean, std, values),
            Self::FanIn => symmetric(rng, root_of_ratio(1.0, fan_in), values),
            Self::KaimingUniform => symmetric(rng, root_of_ratio(6.0, fan_in), values),
            Self::KaimingNormal => normal(rng, 0.0, root_of_ratio(2.0, fan_in), values),
            Self::XavierUniform => symmetric(rng, root_of_ratio(6.0, fans()), values),
            Self::XavierNormal => normal(rng, 0.0, root_of_ratio(2.0, fans()), values),
        }
    }
}

fn fan_in(shape: &[usize]) -> usize {
    match shape {
        [length] => *length,
        _ => shape.iter().skip(1).product(),
    }
}

fn fan_out(shape: &[usize]) -> usize {
    shape.iter().take(1).chain(shape.iter().skip(2)).product()
}

/// `√(numerator / fan)`, and zero if there is no fan.
fn root_of_ratio(numerator: f64, fan: usize) -> f64 {
    if fan == 0 { 0.0 } else { num_traits::Float::sqrt(numerator / from_integer::<f64, _>(fan)) }
}

fn symmetric<T: Float>(rng: &mut Rng, bound: f64, values: &mut [T]) {
    uniform(rng, -bound, bound, values);
}

fn uniform<T: Float>(rng: &mut Rng, low: f64, high: f64, values: &mut [T]) {
    values.fill_with(|| lit(low + (high - low) * rng.uniform()));
}

fn normal<T: Float>(rng: &mut Rng, mean: f64, std: f64, values: &mut [T]) {
    values.fill_with(|| lit(mean + std * rng.normal()));
}
