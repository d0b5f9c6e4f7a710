//! Blocks that two iterations of an outer loop share, where the lanes of one fill a register and no more.
//!
//! A block of one vector per row loads a number for each product. Some processors load one number in a cycle into their
//! widest registers, and multiply two. So where the next iteration of an outer loop multiplies other vectors by the same
//! numbers, as the next position of a sequence does, a block computes both: each number is loaded once for two products.

use super::block::{REGISTERS, Tiling};
use super::kernel::{Split, Text};
use super::pairs::Factors;
use crate::plan::Reduce;

/// Two iterations at a time.
pub(super) struct Beside {
    /// The loop.
    axis: usize,
    factors: Factors,
}

impl Text<'_> {
    /// The loop of which two iterations can share a block, if one iteration fills the widest register.
    pub(super) fn beside(&self, reduce: &Reduce, vector: usize, rows: usize) -> Option<Beside> {
        let factors = self.factors(reduce, vector, rows)?;
        let [(widest, _), ..] = REGISTERS;
        if self.split != Split::Whole || self.length(vector) * self.bytes() != widest {
            return None;
        }
        let stride = |argument: usize, places, axis| self.kernel.arguments[argument].stride(places, axis);
        let ((shared, at), (own, own_at)) = (&factors.shared, &factors.own);
        let axis = (0..self.kernel.dims.len()).rev().find(|&axis| {
            ![vector, rows].contains(&axis)
                && self.length(axis).is_multiple_of(2)
                && stride(*own, own_at, axis) == Some(0)
                && stride(*shared, at, axis).is_some_and(|step| step != 0)
        })?;
        Some(Beside { axis, factors })
    }

    /// The function `beside`: one block at `row`, of two iterations.
    pub(super) fn block_beside(&mut self, reduce: &Reduce, tiling: &Tiling, beside: &Beside, outer: &[usize]) {
        let (rank, names) = (self.kernel.dims.len(), self.names.clone());
        let (parameters, (places, _)) = (self.parameters(), self.places(outer));
        let (name, start) = (self.names[beside.axis].clone(), self.start(reduce));
        if let Some(rows) = tiling.rows {
            "(row + q)".clone_into(&mut self.names[rows]);
        }
        self.line("#[inline(always)]");
        self.line(&format!(
            "fn beside<__I: b::Isa, __V: b::Vector<__S, Proof = __I>, const __R: usize, const __C: usize>\
             (isa: __I, {parameters}, {places} row: usize, col: usize) {{"
        ));
        self.line(&format!("let mut both = [[[__V::splat(isa, {start}); __C]; __R]; 2];"));
        self.nest_terms(rank..rank + reduce.dims.len(), &mut |text| {
            let ((shared, at), (own, own_at)) = (&beside.factors.shared, &beside.factors.own);
            let argument = &text.kernel.arguments[*shared];
            let found = text.row_of(argument, &format!("a{shared}"), at, tiling.vector, "col");
            let (row, start) = found.expect("it is a row");
            let vector = format!("__V::load(isa, &{row}, {start})");
            text.line(&format!("let x = [{vector}, {{ let {name} = {name} + 1; {vector} }}];"));
            let number = text.load(*own, own_at);
            text.line(&format!("for q in 0..__R {{ let y = __V::splat(isa, {number});"));
            text.line("for p in 0..2 { both[p][q][0] = x[p].fma(y, both[p][q][0]); } }");
        });
        self.line(&format!("for p in 0..2 {{ let ({name}, sum) = ({name} + p, both[p]);"));
        self.store_rows(tiling);
        self.line("} }");
        self.names = names;
    }

    /// The loops around the outermost of blocks of two iterations; `rows` is the loop over rows.
    pub(super) fn nest_beside(&mut self, beside: &Beside, outer: &[usize], rows: &mut dyn FnMut(&mut Self)) {
        let (name, pairs) = (self.names[beside.axis].clone(), self.length(beside.axis) / 2);
        self.nest_outer(outer.iter().copied().filter(|&axis| axis != beside.axis), &mut |text| {
            text.line(&format!("for {name} in b::times::<{pairs}>() {{ let ({name}, col) = (2 * {name}, 0);"));
            rows(text);
            text.line("}");
        });
    }
}
