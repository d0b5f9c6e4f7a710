//! What optimizers need of vectors. Sums are in `f64` and in one order, on every machine.

use num_traits::Float;

/// `Σ aᵢ bᵢ`
///
/// Eight sums side by side, which the compiler makes vector code of; one sum would wait for itself.
pub(crate) fn dot<T: Float>(a: &[T], b: &[T]) -> f64 {
    const LANES: usize = 8;
    let product = |(a, b): (&T, &T)| wide(*a) * wide(*b);
    let mut sums = [0.0; LANES];
    let (blocks, others) = (a.chunks_exact(LANES), b.chunks_exact(LANES));
    let rest: f64 = blocks.remainder().iter().zip(others.remainder()).map(product).sum();
    for (a, b) in blocks.zip(others) {
        for lane in 0..LANES {
            sums[lane] += product((&a[lane], &b[lane]));
        }
    }
    sums.iter().sum::<f64>() + rest
}

/// `√Σ aᵢ²`
pub(crate) fn norm<T: Float>(a: &[T]) -> f64 {
    Float::sqrt(dot(a, a))
}

/// `y = y + factor · x`
pub(crate) fn add_scaled<T: Float>(y: &mut [T], factor: T, x: &[T]) {
    for (y, x) in y.iter_mut().zip(x) {
        *y = *y + factor * *x;
    }
}

/// A number in double precision.
pub(crate) fn wide<T: Float>(number: T) -> f64 {
    number.to_f64().unwrap_or(f64::NAN)
}
