//! Sums of which two terms go side by side in one register, where one would leave half of it empty.

use burtorch_runtime::rules::Op;

use super::block::Tiling;
use super::kernel::Text;
use crate::plan::{Access, Expr, Reduce, Reduction};

/// Sums of fewer terms are over before it pays to take two at a time.
const PAIRED: usize = 16;

/// The factors of a sum of products: an argument, and where.
pub(super) struct Factors {
    /// What the rows share, a vector.
    pub(super) shared: (usize, Vec<Access>),
    /// What each row has for itself, a number.
    pub(super) own: (usize, Vec<Access>),
}

impl Text<'_> {
    /// The factors of a sum of products of a vector that all rows share and a number of each row.
    pub(super) fn factors(&self, reduce: &Reduce, vector: usize, rows: usize) -> Option<Factors> {
        let (Expr::Op(Op::Mul, factors), Reduction::Sum) = (&reduce.body, reduce.reduction) else { return None };
        let [Expr::Load(a, a_at), Expr::Load(b, b_at)] = &factors[..] else { return None };
        let [a, b] = [(*a, a_at.clone()), (*b, b_at.clone())];
        let is_vector = |(argument, places): &(usize, Vec<Access>)| {
            self.row_of(&self.kernel.arguments[*argument], "", places, vector, "").is_some()
        };
        let stride =
            |(argument, places): &(usize, Vec<Access>), axis| self.kernel.arguments[*argument].stride(places, axis);
        let (shared, own) = if is_vector(&a) { (a, b) } else { (b, a) };
        let fits = is_vector(&shared)
            && stride(&shared, rows) == Some(0)
            && stride(&own, vector) == Some(0)
            && ![shared.0, own.0].iter().any(|&argument| self.integers[argument]);
        fits.then_some(Factors { shared, own })
    }

    /// The factors of a sum whose terms can go in pairs: the numbers of the next terms lie side by side.
    pub(super) fn pairs(&self, reduce: &Reduce, vector: usize, rows: usize) -> Option<Factors> {
        let factors = self.factors(reduce, vector, rows)?;
        let last = self.kernel.dims.len() + reduce.dims.len() - 1;
        let (own, places) = &factors.own;
        let in_row = self.row_of(&self.kernel.arguments[*own], "", places, last, "").is_some();
        // A register of `f32` is left half full.
        let half = self.bytes() == 4 && self.length(vector) % 16 >= 8;
        let long = self.length(last) >= PAIRED && self.length(last).is_multiple_of(2);
        (in_row && half && long).then_some(factors)
    }

    /// What adds the terms of a sum, two at a time, to the sums of a block of half a register per row.
    pub(super) fn add_pairs(&mut self, reduce: &Reduce, tiling: &Tiling, factors: &Factors) {
        let rank = self.kernel.dims.len();
        let last = rank + reduce.dims.len() - 1;
        self.in_block(reduce, tiling, |text, _| {
            text.nest(rank..last, &mut |text| {
                let ((shared, at), (own, own_at)) = (&factors.shared, &factors.own);
                text.line(&format!("for pair in 0..{} / 2 {{", text.length(last)));
                for (term, place) in [("first", "(2 * pair)"), ("second", "(2 * pair + 1)")] {
                    place.clone_into(&mut text.names[last]);
                    let (row, start) = text.row_in(*shared, at, tiling.vector);
                    text.line(&format!("let {term} = V::load(isa, &{row}, {start});"));
                }
                "(2 * pair)".clone_into(&mut text.names[last]);
                let (row, start) = text.row_in(*own, own_at, last);
                text.line("let x = P::of(first, second);");
                text.line(&format!("for q in 0..R {{ both[q] = x.fma(P::splat(isa, &{row}, {start}), both[q]); }} }}"));
            });
        });
    }
}
