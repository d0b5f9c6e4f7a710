//! Element by element, on vectors: the step that the driver `kernel/elementwise.rs` of the runtime runs along short rows.
//!
//! Functions that have no vector instruction are left to the optimizer, in one long loop over all elements.

use super::kernel::{Text, coordinates, is_lane};
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
        let all = format!("o.as_mut_slice(){}", ".as_flattened_mut()".repeat(vector));
        let functions = if self.angles("unreachable").is_empty() {
            format!("b::map({all}, |x| {})", self.row(*op, &["x".to_owned()]))
        } else {
            let any = self.row(*op, &["x".to_owned()]);
            self.near = true;
            let near = self.row(*op, &["x".to_owned()]);
            self.near = false;
            format!("b::map_angles(isa, {all}, |x| {near}, |x| {any})")
        };
        self.line(&format!("{functions};"));
        true
    }

    /// The step that computes a vector of this value, and the calls of its driver.
    fn vectors(&mut self, value: &Expr, vector: usize) {
        let (lane, rank, length) = (self.names[vector].clone(), self.kernel.dims.len(), self.length(vector));
        let mut vectors = Vectors::new(&lane, "1", vector, None);
        let value = vectors.expr(self, value);
        let Kernel { target, to, store, .. } = self.kernel;
        let (row, start) = self.row_of(target, "o", to, vector, &lane).expect("it is a row");
        let value = match store {
            Store::Set => value,
            Store::Add => format!("{value}.add(V::load(isa, &{row}, {start}))"),
            Store::Update => unreachable!("updates have loops of their own"),
        };
        let body = format!("let c = 0;\n{}{value}.store(&mut {row}, {start});\n", vectors.all());
        self.accessors = format!(
            "impl b::Elementwise<__S, {rank}> for NAME {{\n#[inline(always)]\n\
             fn step<I: b::Isa, V: b::Vector<__S, Proof = I>>(\
             isa: I, o: &mut b::Target<'_, Self>, {}) {{\n{body}}}\n}}\n",
            self.accessor_arguments(&body) + &coordinates(&self.names, &body)
        );
        self.is_driven = true;
        let outer: String = self.names[..vector].iter().flat_map(|name| [name, ", "]).collect();
        self.nest_outer(0..vector, &mut |text| {
            text.line(&format!("Self::row::<I, {length}>(isa, o, &a, [{outer}0]);"));
        });
    }
}
