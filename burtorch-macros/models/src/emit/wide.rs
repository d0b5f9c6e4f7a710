//! Blocks for the widest registers in which each number is loaded for two products.
//!
//! A block of one vector per row loads a number for each product. Some processors load one number in a cycle into their
//! widest registers, and multiply two. So where a row has one such vector, a block computes something else beside it that
//! is multiplied by the same numbers: the half vector that is left of the row, or the same vector of the next iteration of
//! an outer loop, as the next position of a sequence is.

use super::block::{REGISTERS, Tiling};
use super::kernel::{Split, Text};
use super::pairs::Factors;
use crate::plan::{Access, Reduce};

/// What goes into a block beside one vector per row.
pub(super) struct Wide {
    factors: Factors,
    beside: Beside,
}

impl Wide {
    /// Whether it is half a vector, and of which loop it is the next iteration.
    pub(super) fn beside(&self) -> (bool, Option<usize>) {
        match self.beside {
            Beside::Half => (true, None),
            Beside::Next(axis) => (false, Some(axis)),
        }
    }
}

enum Beside {
    /// Half a vector, the rest of the row.
    Half,
    /// The next iteration of this loop.
    Next(usize),
}

impl Text<'_> {
    /// What can go beside a vector, if a row has one of the widest registers, or one and a half.
    pub(super) fn wide(&self, reduce: &Reduce, vector: usize, rows: usize) -> Option<Wide> {
        let [(widest, _), ..] = REGISTERS;
        let factors = self.factors(reduce, vector, rows).filter(|_| self.split == Split::Whole)?;
        let length = self.length(vector) * self.bytes();
        if length == widest + widest / 2 {
            return Some(Wide { factors, beside: Beside::Half });
        }
        let stride =
            |(argument, places): &(usize, Vec<Access>), axis| self.kernel.arguments[*argument].stride(places, axis);
        let axis = (0..self.kernel.dims.len()).rev().find(|&axis| {
            ![vector, rows].contains(&axis)
                && self.length(axis).is_multiple_of(2)
                && stride(&factors.own, axis) == Some(0)
                && stride(&factors.shared, axis).is_some_and(|step| step != 0)
        });
        axis.filter(|_| length == widest).map(|axis| Wide { factors, beside: Beside::Next(axis) })
    }

    /// What adds terms to the sums of a block of one vector per row, and to those of what lies beside it.
    pub(super) fn add_beside(&mut self, reduce: &Reduce, tiling: &Tiling, wide: &Wide) {
        let ((shared, at), (own, own_at)) = (&wide.factors.shared, &wide.factors.own);
        self.in_block(reduce, tiling, |text, loops| {
            text.nest_terms(loops, &mut |text| {
                let (row, start) = text.row_in(*shared, at, tiling.vector);
                let mut moved = Text { out: String::new(), ..text.clone() };
                let (axis, step) = match wide.beside {
                    Beside::Half => (tiling.vector, "V::N"),
                    Beside::Next(axis) => (axis, "1"),
                };
                moved.names[axis] = format!("({} + {step})", moved.names[axis]);
                let (row_beside, start_beside) = moved.row_in(*shared, at, tiling.vector);
                let number = text.load(*own, own_at);
                text.line(&format!(
                    "let (x, y) = (V::load(isa, &{row}, {start}), W::load(isa, &{row_beside}, {start_beside}));"
                ));
                text.line(&format!("for q in 0..R {{ let number = {number};"));
                text.line("sum[q][0] = x.fma(V::splat(isa, number), sum[q][0]);");
                text.line("beside[q][0] = y.fma(W::splat(isa, number), beside[q][0]); }");
            });
        });
    }

    /// The loops around a loop over rows of such blocks.
    pub(super) fn nest_wide(&mut self, wide: &Wide, outer: &[usize], rows: &mut dyn FnMut(&mut Self)) {
        let Beside::Next(axis) = wide.beside else {
            self.nest_outer(outer.iter().copied(), rows);
            return;
        };
        let (name, pairs) = (self.names[axis].clone(), self.length(axis) / 2);
        self.nest_outer(outer.iter().copied().filter(|&other| other != axis), &mut |text| {
            text.line(&format!("for {name} in b::no_unroll::<{pairs}>() {{ let {name} = 2 * {name};"));
            rows(text);
            text.line("}");
        });
    }
}
