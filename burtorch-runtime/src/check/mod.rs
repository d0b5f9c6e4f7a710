//! A derivative and the function that it is of → whether the two agree, in words.
//!
//! [`check_gradient`] and [`check_jacobian`] compare with finite differences. These know nothing of how a derivative
//! was made, so they find mistakes of any kind: in a rule written by hand, in a formula, in the order of arguments.

mod flat;
mod judge;
mod report;
mod slope;

#[cfg(feature = "alloc")]
use alloc::vec::Vec;
use core::borrow::{Borrow, BorrowMut};

pub use flat::Flat;
use judge::{Verdict, judge};
pub use report::{Checked, Doubt, Entry, Mismatch};
use slope::Line;

/// Whether `gradient` is the gradient of `f` at `point`, as far as finite differences can tell.
///
/// Point and gradient are whatever the function takes and `grad` returns: numbers, arrays, slices, vectors, or tuples
/// of these, in `f32` or `f64`. The function gets a reference to the point.
///
/// ```
/// use burtorch_runtime::check_gradient;
///
/// fn f([x, y]: &[f64; 2]) -> f64 {
///     x * x * y
/// }
///
/// assert!(check_gradient(f, &[3.0, 2.0], &[12.0, 9.0]).is_ok());
///
/// let mismatch = check_gradient(f, &[3.0, 2.0], &[12.0, -9.0]).unwrap_err();
/// println!("{mismatch}");
/// # assert!(mismatch.to_string().starts_with(
/// #     "1 of 2 entries disagrees; the worst is entry 1: the gradient says -9, finite differences say 9"
/// # ));
/// # assert!(mismatch.to_string().ends_with("; the sign is wrong"));
/// ```
///
/// ```text
/// 1 of 2 entries disagrees; the worst is entry 1: the gradient says -9,
/// finite differences say 9.00000000000002 ± 7.3e-14; the sign is wrong
/// ```
///
/// # How it decides
///
/// Along each coordinate the slope is extrapolated from central differences with shorter and shorter steps, from an
/// eighth of the coordinate (or of one, if that is more) downwards. How these settle, and the measured noise of the
/// function, say how far the slope may be off. An entry disagrees if it is further away than four times that, and further
/// than rounding explains: √ε of its own size, 1.5e-8 in `f64` and 3.5e-4 in `f32`. This takes some 30 values of the
/// function for an entry that agrees, and some 300 for one that does not.
///
/// Some entries cannot be judged: at a kink, where the function is not finite beside the point, and where it is noisier
/// than what is to be seen. At a kink a derivative passes if it is between the slopes of the two sides. [`Checked`] says
/// how many there are, and why. Something that is not a number is always wrong.
///
/// Rounding of the arguments of a fast oscillation is part of the function, and of its derivative: in `f32` the two can
/// differ where both are right. A coordinate of zero says nothing of its scale: if your function lives on one of 1e-9
/// there, pass a closure that multiplies, and the gradient accordingly.
///
/// # Errors
/// If an entry disagrees, if the lengths differ, if the function is not finite at the point, or if not one entry can be
/// judged. The error says which entry is the worst.
pub fn check_gradient<P, Y, G>(mut f: impl FnMut(&P) -> Y, point: &P, gradient: &G) -> Result<Checked, Mismatch>
where
    P: Flat + ?Sized,
    Y: Into<f64>,
    G: Flat + ?Sized,
{
    let (expected, found) = (point.count(), gradient.count());
    if expected != found {
        return Err(Mismatch::Length { expected, found });
    }
    let mut moved = point.copy();
    let value = f(moved.borrow()).into();
    if !value.is_finite() {
        return Err(Mismatch::Value { row: None, value });
    }
    let mut tally = Tally::of(gradient);
    for column in 0..expected {
        let x = point.at(column);
        let mut along = |to| {
            let moved: &mut P = moved.borrow_mut();
            moved.put(column, to);
            (moved.at(column), f(moved).into())
        };
        let line = Line { value: &mut along, x, y: value, epsilon: P::EPSILON };
        tally.add(None, column, gradient.at(column), line);
        moved.borrow_mut().put(column, x);
    }
    tally.result()
}

/// Whether `jacobian` is the matrix of first derivatives of `f` at `point`, as far as finite differences can tell.
///
/// As [`check_gradient`], for functions with several results. The Jacobian has a row for each of these; it is a nested
/// array, or flat, row by row. The Hessian is the Jacobian of the gradient: `check_jacobian(f::grad, &x, &f::hessian(&x))`.
///
/// ```
/// use burtorch_runtime::check_jacobian;
///
/// let f = |[r, angle]: &[f64; 2]| [r * angle.cos(), r * angle.sin()];
/// let (sin, cos) = 0.5_f64.sin_cos();
///
/// assert!(check_jacobian(f, &[2.0, 0.5], &[[cos, -2.0 * sin], [sin, 2.0 * cos]]).is_ok());
///
/// let transposed = check_jacobian(f, &[2.0, 0.5], &[[cos, sin], [-2.0 * sin, 2.0 * cos]]).unwrap_err();
/// assert!(transposed.to_string().starts_with("2 of 4 entries disagree; the worst is entry ("));
/// ```
///
/// # Errors
/// As [`check_gradient`].
#[cfg(feature = "alloc")]
pub fn check_jacobian<P, Y, J>(mut f: impl FnMut(&P) -> Y, point: &P, jacobian: &J) -> Result<Checked, Mismatch>
where
    P: Flat + ?Sized,
    Y: Flat,
    J: Flat + ?Sized,
{
    let mut moved = point.copy();
    let values = f(moved.borrow());
    let (rows, columns, found) = (values.count(), point.count(), jacobian.count());
    if rows * columns != found {
        return Err(Mismatch::Shape { rows, columns, found });
    }
    for row in 0..rows {
        let value = values.at(row);
        if !value.is_finite() {
            return Err(Mismatch::Value { row: Some(row), value });
        }
    }
    let mut tally = Tally::of(jacobian);
    for column in 0..columns {
        let x = point.at(column);
        // All rows ask for mostly the same values.
        let mut known: Vec<(f64, Y)> = Vec::new();
        for row in 0..rows {
            let mut along = |to| {
                let moved: &mut P = moved.borrow_mut();
                moved.put(column, to);
                let at = moved.at(column);
                let seen = known.iter().find(|(seen, _)| seen.to_bits() == at.to_bits());
                if let Some((_, values)) = seen {
                    return (at, values.at(row));
                }
                let values = f(moved);
                let value = values.at(row);
                known.push((at, values));
                (at, value)
            };
            let epsilon = P::EPSILON.max(Y::EPSILON);
            let line = Line { value: &mut along, x, y: values.at(row), epsilon };
            tally.add(Some(row), column, jacobian.at(row * columns + column), line);
        }
        moved.borrow_mut().put(column, x);
    }
    tally.result()
}

/// The entries seen so far.
struct Tally {
    /// The largest entry of the derivative.
    largest: f64,
    checked: Checked,
    /// By how much the worst entry differs, in terms of what is tolerated.
    excess: f64,
    wrong: usize,
}

impl Tally {
    fn of<D: Flat + ?Sized>(derivative: &D) -> Self {
        let entries = derivative.count();
        let sizes = (0..entries).map(|entry| derivative.at(entry).abs());
        let largest = sizes.filter(|size| size.is_finite()).fold(0.0, f64::max);
        let checked = Checked { entries, worst: None, unjudged: 0, first_unjudged: None };
        Tally { largest, checked, excess: -1.0, wrong: 0 }
    }

    fn add(&mut self, row: Option<usize>, column: usize, claimed: f64, mut line: Line<'_>) {
        let mut entry = Entry { row, column, claimed, differences: f64::NAN, error: f64::NAN, doubt: None };
        let excess = match judge(&mut entry, &mut line, self.largest) {
            Verdict::Agrees(excess) => excess,
            Verdict::Disagrees(excess) => {
                self.wrong += 1;
                excess
            }
            Verdict::Unjudged => {
                self.checked.unjudged += 1;
                self.checked.first_unjudged.get_or_insert(entry);
                return;
            }
        };
        if excess > self.excess {
            (self.excess, self.checked.worst) = (excess, Some(entry));
        }
    }

    fn result(self) -> Result<Checked, Mismatch> {
        let Checked { entries, worst, unjudged, first_unjudged } = self.checked;
        match (worst, first_unjudged) {
            (Some(worst), _) if self.wrong > 0 => Err(Mismatch::Entries { wrong: self.wrong, entries, worst }),
            (None, Some(first)) if unjudged == entries => Err(Mismatch::Unjudged { entries, first }),
            _ => Ok(self.checked),
        }
    }
}
