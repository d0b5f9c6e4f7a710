//! What the loops of a model call.

use num_traits::Float;

/// The `N` numbers that start at `at`.
///
/// # Panics
/// If there are fewer.
#[inline(always)]
#[allow(clippy::inline_always, reason = "it is the inside of a loop")]
pub fn chunk<T, const N: usize>(row: &[T], at: usize) -> &[T; N] {
    row[at..at + N].try_into().expect("the slice has this length")
}

/// The `N` numbers that start at `at`, to write to.
///
/// # Panics
/// If there are fewer.
#[inline(always)]
#[allow(clippy::inline_always, reason = "it is the inside of a loop")]
pub fn chunk_mut<T, const N: usize>(row: &mut [T], at: usize) -> &mut [T; N] {
    (&mut row[at..at + N]).try_into().expect("the slice has this length")
}

/// The sum of partial sums, added pairwise.
#[inline(always)]
#[allow(clippy::inline_always, reason = "it is the end of a loop and must be compiled with it")]
pub fn sum_of<T: Float, const N: usize>(lanes: [T; N]) -> T {
    fold(lanes, |a, b| a + b)
}

/// The largest of partial maxima; NaN if one is.
#[inline(always)]
#[allow(clippy::inline_always, reason = "it is the end of a loop and must be compiled with it")]
pub fn max_of<T: Float, const N: usize>(lanes: [T; N]) -> T {
    fold(lanes, larger)
}

/// The larger of two numbers; NaN if one is, as in PyTorch's `max`.
#[inline(always)]
#[allow(clippy::inline_always, reason = "it is the inside of a loop")]
pub fn larger<T: Float>(a: T, b: T) -> T {
    if b > a || b.is_nan() { b } else { a }
}

/// An index below `length`, which the driver has checked.
///
/// With the standard library it is left to the bounds check of an array: should a driver ever be wrong, that is a panic.
/// Without it there is nobody to catch a panic, and the code for it would be in every image, so the index is clamped.
#[inline(always)]
#[allow(clippy::inline_always, reason = "it is the inside of a loop")]
#[must_use]
pub fn within(index: usize, length: usize) -> usize {
    debug_assert!(index < length, "indices were checked");
    if cfg!(feature = "std") { index } else { index.min(length.saturating_sub(1)) }
}

/// Halves the lanes until one is left. Their number is a power of two.
#[inline(always)]
#[allow(clippy::inline_always, reason = "it is the end of a loop and must be compiled with it")]
fn fold<T: Float, const N: usize>(mut lanes: [T; N], join: impl Fn(T, T) -> T) -> T {
    const { assert!(N.is_power_of_two()) }
    let mut half = N / 2;
    while half > 0 {
        for at in 0..half {
            lanes[at] = join(lanes[at], lanes[at + half]);
        }
        half /= 2;
    }
    lanes[0]
}

/// A number in [0, 1) that depends on its arguments alone and looks random.
///
/// The three are mixed by the finaliser of `SplitMix64`, twice.
#[inline]
pub fn random<T: Float>(seed: u64, stream: u64, position: u64) -> T {
    let bits = mix(mix(seed ^ stream.wrapping_mul(0x9E37_79B9_7F4A_7C15)) ^ position);
    // 24 bits are exact in `f32` too, so both precisions drop the same elements.
    #[allow(clippy::cast_precision_loss, reason = "24 bits are exact")]
    let fraction = (bits >> 40) as f64 / f64::from(1_u32 << 24);
    T::from(fraction).unwrap_or_else(T::zero)
}

#[inline]
fn mix(mut bits: u64) -> u64 {
    bits = bits.wrapping_add(0x9E37_79B9_7F4A_7C15);
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    bits ^ (bits >> 31)
}
