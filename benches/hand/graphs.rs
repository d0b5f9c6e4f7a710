//! The derivatives of the two graphs of the paper, worked out by hand.
//!
//! Each is written three times, from the most faithful to the freest:
//!
//! - `tiny_by_edge`, `small_by_edge`: one product per use of a variable, summed, as the chain rule says it.
//! - `tiny`, `small`: the chain rule as one writes it on paper. Each line of the graph is differentiated as a
//!   whole, so `d = a b + b³` gives `∂d/∂b = a + 3 b²`; what occurs twice is computed once. This is the one
//!   to be measured against.
//! - `tiny_factored`, `small_factored`: the coefficients of the whole graph multiplied out, which is no longer
//!   the user's program.

/// The value, and the derivatives with respect to `a` and `b`.
pub type Gradient = (f64, (f64, f64));

/// `c = a + b; d = a b + b³; e = c − d; f = e²; g = f / 2`
#[inline]
#[must_use]
pub fn tiny(a: f64, b: f64) -> Gradient {
    let b2 = b * b;
    let c = a + b;
    let d = a * b + b2 * b;
    let e = c - d;
    let g = e * e / 2.0;

    // ∂f = 1/2, so ∂e = e = ∂c and ∂d = −e.
    let da = e - e * b;
    let db = e - e * (a + 3.0 * b2);
    (g, (da, db))
}

/// [`tiny`] with one product per use of `b`.
#[inline]
#[must_use]
pub fn tiny_by_edge(a: f64, b: f64) -> Gradient {
    let b2 = b * b;
    let c = a + b;
    let d = a * b + b2 * b;
    let e = c - d;
    let g = e * e / 2.0;

    let da = e - e * b;
    let db = e - e * a - e * (3.0 * b2);
    (g, (da, db))
}

/// The graph of micrograd's README.
#[inline]
#[must_use]
pub fn small(a: f64, b: f64) -> Gradient {
    let b2 = b * b;
    let sum = a + b;
    let difference = b - a;
    let c1 = sum + (sum + 1.0);
    let c2 = c1 + (1.0 + c1 - a);
    let d0 = a * b + b2 * b;
    let d1 = d0 + (d0 * 2.0 + sum.max(0.0));
    let d2 = d1 + (3.0 * d1 + difference.max(0.0));
    let e = c2 - d2;
    let f = e * e;
    let quotient = 10.0 / f;
    let g = f / 2.0 + quotient;

    let df = 0.5 - quotient / f;
    let de = 2.0 * df * e;
    // ∂c2 = de and ∂d2 = −de; c2 = 2 c1 + 1 − a, c1 = 2 sum + 1, d2 = 4 d1 + relu, d1 = 3 d0 + relu.
    let relu_difference = if difference > 0.0 { de } else { 0.0 };
    let dd1 = 4.0 * de;
    let relu_sum = if sum > 0.0 { dd1 } else { 0.0 };
    let dd0 = 3.0 * dd1;
    let dsum = 4.0 * de - relu_sum;
    let da = dsum - de + relu_difference - dd0 * b;
    let db = dsum - relu_difference - dd0 * (a + 3.0 * b2);
    (g, (da, db))
}

/// [`small`] with one product per use of `b`.
#[inline]
#[must_use]
pub fn small_by_edge(a: f64, b: f64) -> Gradient {
    let b2 = b * b;
    let sum = a + b;
    let difference = b - a;
    let c1 = sum + (sum + 1.0);
    let c2 = c1 + (1.0 + c1 - a);
    let d0 = a * b + b2 * b;
    let d1 = d0 + (d0 * 2.0 + sum.max(0.0));
    let d2 = d1 + (3.0 * d1 + difference.max(0.0));
    let e = c2 - d2;
    let f = e * e;
    let quotient = 10.0 / f;
    let g = f / 2.0 + quotient;

    let df = 0.5 - quotient / f;
    let de = 2.0 * df * e;
    let relu_difference = if difference > 0.0 { de } else { 0.0 };
    let dd1 = 4.0 * de;
    let relu_sum = if sum > 0.0 { dd1 } else { 0.0 };
    let dd0 = 3.0 * dd1;
    let dsum = 4.0 * de - relu_sum;
    let da = dsum - de + relu_difference - dd0 * b;
    let db = dsum - relu_difference - dd0 * a - dd0 * (3.0 * b2);
    (g, (da, db))
}

/// With `r = a + b − a b − b³`: `r² / 2`, `r (1 − b)` and `r (1 − a − 3 b²)`.
#[inline]
#[must_use]
pub fn tiny_factored(a: f64, b: f64) -> Gradient {
    let b2 = b * b;
    let r = a + b - b * (a + b2);
    (0.5 * r * r, (r * (1.0 - b), r * (1.0 - a - 3.0 * b2)))
}

/// With `e = 4 (a + b) + 3 − a − 12 (a b + b³) − 4 relu(a + b) − relu(b − a)`: `e² / 2 + 10 / e²`, and
/// `e − 20 / e³` times the derivatives of `e`.
#[inline]
#[must_use]
pub fn small_factored(a: f64, b: f64) -> Gradient {
    let b2 = b * b;
    let (sum, difference) = (a + b, b - a);
    // Of 4 (a + b) − 4 relu(a + b) only the part where the sum is negative is left.
    let (sum, sum_slope) = if sum > 0.0 { (0.0, 0.0) } else { (4.0 * sum, 4.0) };
    let (difference, difference_slope) = if difference > 0.0 { (difference, 1.0) } else { (0.0, 0.0) };
    let e = sum + (3.0 - a) - 12.0 * b * (a + b2) - difference;
    let f = e * e;
    let inverse = 1.0 / f;
    let g = 0.5 * f + 10.0 * inverse;
    let de = e - 20.0 * inverse * inverse * e;
    let da = de * (sum_slope - 1.0 + difference_slope - 12.0 * b);
    let db = de * (sum_slope - difference_slope - 12.0 * (a + 3.0 * b2));
    (g, (da, db))
}
