//! Copies in which other elements lie side by side: transpositions of matrices.

use super::kernel::{Split, Text, affine_with};
use crate::plan::{Access, Affine, Argument, Expr, Store};
use crate::tensor::signed;

/// Fewer rows or columns than this are no matrix.
const BLOCK: usize = 4;

/// A matrix inside of a tensor.
pub(super) struct Matrix {
    /// The part of the tensor that it lies in, as a slice of numbers from where it starts.
    pub slice: String,
    /// From one of its rows to the next.
    pub step: usize,
}

impl Text<'_> {
    /// Writes the kernel's loops if all it does is to transpose matrices; whether that is so.
    pub(super) fn transposition(&mut self) -> bool {
        let Some((axes, from, to)) = self.matrices() else { return false };
        let [rows, columns] = axes.map(|axis| self.length(axis).to_string());
        let shape = transpose(&rows, &columns, &from, &to);
        let outer: Vec<usize> = (0..self.kernel.dims.len()).filter(|axis| !axes.contains(axis)).collect();
        self.nest_outer(outer, &mut |text| {
            text.line(&format!("isa.call({shape}, &mut &mut {}, &{});", to.slice, from.slice));
        });
        true
    }

    /// If all that the kernel does is to transpose matrices: the loops along rows and columns, the matrix and where it goes.
    pub(super) fn matrices(&self) -> Option<([usize; 2], Matrix, Matrix)> {
        let kernel = self.kernel;
        let (Expr::Load(argument, places), Store::Set, None) = (&kernel.value, kernel.store, &kernel.reduce) else {
            return None;
        };
        let source = &kernel.arguments[*argument];
        let beside = |argument: &Argument, places: &[Access]| {
            (0..kernel.dims.len()).find(|&axis| self.length(axis) >= BLOCK && argument.stride(places, axis) == Some(1))
        };
        let (rows, columns) = (beside(&kernel.target, &kernel.to)?, beside(source, places)?);
        if rows == columns || self.integers[*argument] {
            return None;
        }
        let mut text = Text { out: String::new(), ..self.clone() };
        for axis in [rows, columns] {
            "0".clone_into(&mut text.names[axis]);
        }
        let from = text.matrix(source, &format!("a{argument}"), places, [rows, columns], "as_flattened")?;
        let to = text.matrix(&kernel.target, "o", &kernel.to, [columns, rows], "as_flattened_mut")?;
        Some(([rows, columns], from, to))
    }

    /// The matrix that a tensor is along two loops, if elements lie side by side along the second. It starts where the names of
    /// both say.
    pub(super) fn matrix(
        &self,
        argument: &Argument,
        name: &str,
        places: &[Access],
        [row, column]: [usize; 2],
        flattened: &str,
    ) -> Option<Matrix> {
        let step = argument.stride(places, row).and_then(|step| usize::try_from(step).ok()).filter(|step| *step > 0)?;
        if argument.stride(places, column) != Some(1) {
            return None;
        }
        // The coordinates before any that depends on the two loops name the part of the tensor.
        let depends = |place: &Access| match place {
            Access::Affine(affine) => {
                [row, column].iter().any(|&at| affine.terms.get(at).is_some_and(|term| *term != 0))
            }
            Access::At(..) => true,
        };
        let first = places.iter().position(depends)?;
        if self.split != Split::Whole && first == 0 {
            return None;
        }
        let mut start = Affine { terms: vec![0; self.names.len()], offset: 0 };
        let mut apart = 1;
        for (place, &length) in places[first..].iter().zip(&argument.shape[first..]).rev() {
            let Access::Affine(affine) = place else { return None };
            for (sum, term) in start.terms.iter_mut().zip(&affine.terms) {
                *sum += apart * term;
            }
            start.offset += apart * affine.offset;
            apart *= signed(length);
        }
        let part = self.element(name, &places[..first]);
        let flat = format!(".{flattened}()").repeat(places.len() - first - 1);
        Some(Matrix { slice: format!("{part}{flat}[{}..]", affine_with(&start, &self.names)), step })
    }
}

/// What says how a matrix is transposed.
pub(super) fn transpose(rows: &str, columns: &str, from: &Matrix, to: &Matrix) -> String {
    format!("b::Transpose {{ rows: {rows}, columns: {columns}, step: {}, to_step: {} }}", from.step, to.step)
}
