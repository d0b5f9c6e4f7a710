//! Kernels that update parameters by an optimizer, as soon as their gradient is known.
//!
//! They are generic over the optimizer, so what is not called costs nothing but its text.

use super::angles::Inside;
use super::kernel::{Text, array};
use crate::plan::{Expr, in_place};
use crate::tensor::elements;

/// As many elements of a gradient are computed before parameters are updated by them: few enough for the nearest cache.
const ROW: usize = 128;

impl Text<'_> {
    /// Updates all elements of the target. Of their gradient there is one row at a time, if it is computed here.
    pub(super) fn updates(&mut self) {
        let (kernel, rank) = (self.kernel, self.kernel.dims.len());
        if let Expr::Load(argument, places) = &kernel.value
            && in_place(places)
            && kernel.arguments[*argument].shape == kernel.dims
        {
            let ty = array(&kernel.dims, "__S");
            self.line(&format!("u.row(0, b::flat_mut::<__S, {ty}>(o), b::flat::<__S, {ty}>(a{argument}));"));
            return;
        }
        // A row is of as many axes as fit, the innermost ones.
        let first = (0..rank).find(|&axis| elements(&kernel.dims[axis..]) <= ROW);
        match first.or((rank == 0).then_some(0)) {
            Some(first) => self.whole_rows(first),
            None => self.parts_of_rows(),
        }
    }

    /// Rows of all axes from `first` on.
    fn whole_rows(&mut self, first: usize) {
        let (kernel, rank) = (self.kernel, self.kernel.dims.len());
        let (at, ty) = (self.row_start(first), array(&kernel.dims[first..], "__S"));
        let element = if first == rank { "*d".to_owned() } else { self.element("d", &kernel.to[first..]) };
        let row = if first == 0 { "o".to_owned() } else { format!("&mut {}", self.element("o", &kernel.to[..first])) };
        self.line(&format!("let mut row = {}; let d = &mut row;", array(&kernel.dims[first..], "0.0 as __S")));
        let angles = self.angles("unreachable");
        self.nest(0..first, &mut |text| {
            text.in_lanes(&angles, &|text, inside| text.nest(first..rank, inside), &mut |text| {
                let value = text.expr(&kernel.value, "unreachable");
                text.line(&format!("{element} = {value};"));
            });
            text.line(&format!("u.row({at}, b::flat_mut::<__S, {ty}>({row}), b::flat::<__S, {ty}>(d));"));
        });
    }

    /// Rows of the last axis, which is long.
    fn parts_of_rows(&mut self) {
        let (kernel, last) = (self.kernel, self.kernel.dims.len() - 1);
        let (at, length) = (self.row_start(last), kernel.dims[last]);
        let row = if last == 0 { "(*o)".to_owned() } else { self.element("o", &kernel.to[..last]) };
        let part = |text: &mut Self, start: &str, length: usize| {
            let was = std::mem::replace(&mut text.names[last], format!("({start} + j)"));
            let around = |text: &mut Self, inside: Inside<'_, Self>| {
                text.line(&format!("for j in 0..{length} {{"));
                inside(text);
                text.line("}");
            };
            let angles = text.angles("unreachable");
            text.in_lanes(&angles, &around, &mut |text| {
                let value = text.expr(&kernel.value, "unreachable");
                text.line(&format!("d[j] = {value};"));
            });
            text.line(&format!("u.row({at} + {start}, &mut {row}[{start}..{start} + {length}], &d[..{length}]);"));
            text.names[last] = was;
        };
        self.line(&format!("let mut d = [0.0 as __S; {ROW}];"));
        self.nest(0..last, &mut |text| {
            text.line(&format!("for c in 0..{} {{", length / ROW));
            part(text, &format!("c * {ROW}"), ROW);
            text.line("}");
            if length % ROW != 0 {
                part(text, &(length / ROW * ROW).to_string(), length % ROW);
            }
        });
    }

    /// How many elements are before a row of the axes from `first` on.
    fn row_start(&self, first: usize) -> String {
        let dims = &self.kernel.dims;
        let terms = (0..first).map(|axis| format!("{} * {}", self.names[axis], elements(&dims[axis + 1..])));
        std::iter::once("0".to_owned()).chain(terms).collect::<Vec<_>>().join(" + ")
    }
}
