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

    /// The functions `store` and `wide`: one block at `row`.
    pub(super) fn wide_block(&mut self, reduce: &Reduce, tiling: &Tiling, wide: &Wide, outer: &[usize]) {
        let (rank, names) = (self.kernel.dims.len(), self.names.clone());
        let (parameters, arguments, (typed, places)) = (self.parameters(), self.argument_names(), self.places(outer));
        let half = if self.bytes() == 4 { "__I::Half32" } else { "__I::Half64" };
        let (other, next) = match wide.beside {
            Beside::Half => (half, None),
            Beside::Next(axis) => ("__V", Some(axis)),
        };
        // Where the block is, and where what goes beside it is.
        let col = if next.is_some() { "0" } else { "__V::N" };
        let moved = |text: &Self| {
            let mut names = text.names.clone();
            if let Some(axis) = next {
                names[axis] = format!("({} + 1)", names[axis]);
            }
            Text { names, out: String::new(), ..text.clone() }
        };
        let (_, places_beside) = moved(self).places(outer);
        if let Some(rows) = tiling.rows {
            "(row + q)".clone_into(&mut self.names[rows]);
        }
        self.line("#[inline(always)]");
        self.line(&format!(
            "fn store<__I: b::Isa, __V: b::Vector<__S, Proof = __I>, const __R: usize, const __C: usize>\
             (isa: __I, {parameters}, {typed} row: usize, col: usize, sum: [[__V; __C]; __R]) {{"
        ));
        self.store_rows(tiling);
        self.line("}");
        self.line("#[inline(always)]");
        self.line(&format!(
            "fn wide<__I: b::Isa, __V: b::Vector<__S, Proof = __I>, const __R: usize>\
             (isa: __I, {parameters}, {typed} row: usize) {{"
        ));
        let start = self.start(reduce);
        self.line(&format!("let mut sum = [[__V::splat(isa, {start}); 1]; __R];"));
        self.line(&format!("let mut beside = [[<{other} as b::Vector<__S>>::splat(isa, {start}); 1]; __R];"));
        self.nest_terms(rank..rank + reduce.dims.len(), &mut |text| {
            let ((shared, at), (own, own_at)) = (&wide.factors.shared, &wide.factors.own);
            let vector = |text: &Self, ty: &str, col: &str| {
                let argument = &text.kernel.arguments[*shared];
                let row = text.row_of(argument, &format!("a{shared}"), at, tiling.vector, col);
                let (row, start) = row.expect("it is a row");
                format!("<{ty} as b::Vector<__S>>::load(isa, &{row}, {start})")
            };
            let (x, y) = (vector(text, "__V", "0"), vector(&moved(text), other, col));
            let number = text.load(*own, own_at);
            text.line(&format!("let (x, y) = ({x}, {y}); for q in 0..__R {{ let number = {number};"));
            text.line("sum[q][0] = x.fma(__V::splat(isa, number), sum[q][0]);");
            text.line(&format!(
                "beside[q][0] = y.fma(<{other} as b::Vector<__S>>::splat(isa, number), beside[q][0]); }}"
            ));
        });
        self.line(&format!("store::<__I, __V, __R, 1>(isa, o, {arguments} {places} row, 0, sum);"));
        self.line(&format!("store::<__I, {other}, __R, 1>(isa, o, {arguments} {places_beside} row, {col}, beside);"));
        self.line("}");
        self.names = names;
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
