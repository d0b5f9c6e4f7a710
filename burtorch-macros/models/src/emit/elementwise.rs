//! Element by element, on vectors.
//!
//! The optimizer unrolls a short loop before it looks for vectors, and then may not find any: so they are written out.
//! Functions that have no vector instruction are left to it, in one long loop over all elements.

use super::angles::Inside;
use super::block::REGISTERS;
use super::kernel::{Text, is_lane};
use super::vectors::Vectors;
use crate::plan::{Expr, Kernel, Store, in_place};

/// The lengths of loops that are unrolled too early. Shorter ones are no vectors.
const SHORT: std::ops::RangeInclusive<usize> = 8..=32;

impl Text<'_> {
    /// Writes the kernel's loops if its elements can be computed on vectors; whether they can.
    pub(super) fn elementwise(&mut self) -> bool {
        let kernel = self.kernel;
        let Some(vector) = kernel.dims.len().checked_sub(1) else { return false };
        if !SHORT.contains(&kernel.dims[vector])
            || self.row_of(&kernel.target, "o", &kernel.to, vector, "col").is_none()
        {
            return false;
        }
        if self.is_vector(&kernel.value, vector) {
            self.vectors(&kernel.value, vector);
            return true;
        }
        let Expr::Op(op, args) = &kernel.value else { return false };
        let whole = kernel.store == Store::Set && kernel.target.shape == kernel.dims && in_place(&kernel.to);
        if !is_lane(*op) || !whole || !self.is_vector(&args[0], vector) {
            return false;
        }
        self.vectors(&args[0], vector);
        let flat = ".as_flattened_mut()".repeat(vector);
        self.line(&format!("let all = o.as_mut_slice(){flat};"));
        let each = |text: &mut Self, inside: Inside<'_, Self>| {
            text.line("for x in &mut *all {");
            inside(text);
            text.line("}");
        };
        let angles = if self.angles("unreachable").is_empty() { Vec::new() } else { vec!["*x".to_owned()] };
        self.in_lanes(&angles, &each, &mut |text| {
            let value = text.row(*op, &["*x".to_owned()]);
            text.line(&format!("*x = {value};"));
        });
        true
    }

    /// The loops of a kernel with this value.
    fn vectors(&mut self, value: &Expr, vector: usize) {
        let (parameters, arguments) = (self.parameters(), self.argument_names());
        let outer: Vec<usize> = (0..vector).collect();
        let (places, passed) = self.places(&outer);

        self.line("#[inline(always)]");
        self.line(&format!(
            "fn step<__I: b::Isa, __V: b::Vector<__S, Proof = __I>>(isa: __I, {parameters}, {places} col: usize) {{"
        ));
        let mut vectors = Vectors::new("col", "__V", "1", vector, None);
        let value = vectors.expr(self, value);
        let Kernel { target, to, store, .. } = self.kernel;
        let (row, start) = self.row_of(target, "o", to, vector, "col").expect("it is a row");
        self.line("let c = 0;");
        self.line(&vectors.all());
        let value = match store {
            Store::Set => value,
            Store::Add => format!("{value}.add(__V::load(isa, &{row}, {start}))"),
            Store::Update => unreachable!("updates have loops of their own"),
        };
        self.line(&format!("{value}.store(&mut {row}, {start}); }}"));

        self.nest_outer(outer, &mut |text| {
            text.in_vectors(vector, 1, &mut |text, ty, _| {
                text.line(&format!("step::<__I, {ty}>(isa, o, {arguments} {passed} col);"));
            });
        });
    }

    /// A loop along `vector`, by vectors of falling size, of the longest `most` at a time; `inside` gets their type and
    /// how many.
    pub(super) fn in_vectors(&mut self, vector: usize, most: usize, inside: &mut dyn FnMut(&mut Self, &str, usize)) {
        let length = self.length(vector);
        let (whole, half) = if self.bytes() == 4 { ("F32", "Half32") } else { ("F64", "Half64") };
        self.line("let mut col = 0;");
        let (whole, half) = (format!("__I::{whole}"), format!("__I::{half}"));
        // How many numbers each has, in each instruction set. The narrowest registers have no halves: those are single numbers.
        let lanes = REGISTERS.map(|(bytes, _)| bytes / self.bytes());
        let halves = [lanes[0] / 2, lanes[1] / 2, 1];
        let mut steps = vec![(whole.as_str(), 1, lanes), (half.as_str(), 1, halves), ("b::One<__S, __I>", 1, [1; 3])];
        if most > 1 {
            steps.insert(0, (whole.as_str(), most, lanes));
        }
        // What is left by longer vectors is known before anything is compiled; what none leaves is not written at all.
        let (mut left, mut lefts) = (length.to_string(), [length; 3]);
        for (ty, count, sizes) in steps {
            let lanes = format!("({count} * <{ty} as b::Vector<__S>>::N)");
            if lefts.iter().zip(sizes).any(|(left, size)| *left >= count * size) {
                self.line(&format!("if const {{ {left} >= {lanes} }} {{ while col <= {length} - {lanes} {{"));
                inside(self, ty, count);
                self.line(&format!("col = isa.next(col + {lanes}); }} }}"));
            }
            left = format!("{left} % {lanes}");
            for (left, size) in lefts.iter_mut().zip(sizes) {
                *left %= count * size;
            }
        }
    }
}
