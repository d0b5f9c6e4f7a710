//! Loops over sines and cosines.
//!
//! As lanes of a vector they have no value for very large angles, so a loop first looks for one. If there is none, the
//! optimizer gets the loop without branches; else one with calls. What an element becomes does not depend on the others.

use burtorch_runtime::rules::{Op, SimdForm};

use super::kernel::Text;
use crate::plan::Expr;

/// What writes the inside of a loop.
pub(super) type Inside<'i, T> = &'i mut dyn FnMut(&mut T);

impl Text<'_> {
    /// Stores all elements; `reduced` is the sum that belongs to one.
    pub(super) fn store_all(&mut self, reduced: &str) {
        let angles = self.angles(reduced);
        let store = &mut |text: &mut Self| text.store(reduced);
        match self.kernel.dims.len().checked_sub(1) {
            Some(last) if !angles.is_empty() => self.nest_outer(0..last, &mut |text| {
                text.in_lanes(&angles, &|text, inside| text.nest([last], inside), store);
            }),
            _ => self.nest_elements(store),
        }
    }

    /// What the sines and cosines of the kernel's value are taken of.
    pub(super) fn angles(&mut self, reduced: &str) -> Vec<String> {
        let mut angles: Vec<String> = Vec::new();
        self.near = true;
        self.kernel.value.any(&mut |expr| {
            if let Expr::Op(op, args) = expr
                && op.vector() == SimdForm::NearFunction
            {
                let angle = self.expr(&args[0], reduced);
                if !angles.contains(&angle) {
                    angles.push(angle);
                }
            }
            false
        });
        self.near = false;
        angles
    }

    /// Writes `inside`, which takes sines or cosines of these angles, into the loops that `around` writes.
    pub(super) fn in_lanes(
        &mut self,
        angles: &[String],
        around: &dyn Fn(&mut Self, Inside<'_, Self>),
        inside: Inside<'_, Self>,
    ) {
        if angles.is_empty() {
            around(self, inside);
            return;
        }
        self.line("let mut far = false;");
        around(self, &mut |text| {
            for angle in angles {
                text.line(&format!("far |= isa.is_far({angle});"));
            }
        });
        self.line("if !far {");
        self.near = true;
        around(self, inside);
        self.near = false;
        self.line("} else {");
        around(self, inside);
        self.line("}");
    }

    /// A sine or cosine.
    pub(super) fn of_angle(&self, op: Op, angle: &str) -> String {
        let any = if self.near { "" } else { "any_" };
        format!("isa.{any}{}({angle})", op.name())
    }
}
