//! Expressions on vectors: whether one can be computed so, and how it is written.

use std::fmt::Write;

use burtorch_runtime::rules::{Op, SimdForm};

use super::kernel::{Text, affine_with};
use crate::plan::{Access, Argument, BinaryOp, Expr};

impl Text<'_> {
    /// Whether an expression can be computed on vectors along a loop.
    pub(super) fn is_vector(&self, expr: &Expr, vector: usize) -> bool {
        match expr {
            Expr::Const(_) | Expr::Reduced => true,
            Expr::Load(argument, places) => {
                let known = &self.kernel.arguments[*argument];
                let in_row = self.row_of(known, "", places, vector, "").is_some();
                !self.integers[*argument] && (in_row || known.stride(places, vector) == Some(0))
            }
            Expr::Op(op, args) if op.vector() == SimdForm::Method => args.iter().all(|arg| self.is_vector(arg, vector)),
            Expr::Select(truth, x, y) => {
                let compared = match &**truth {
                    truth if self.is_uniform(truth, vector) => true,
                    Expr::Compare(BinaryOp::Le, a, b) => self.is_vector(a, vector) && self.is_vector(b, vector),
                    _ => false,
                };
                compared && self.is_vector(x, vector) && self.is_vector(y, vector)
            }
            _ => false,
        }
    }

    /// Whether a comparison of coordinates has the same outcome along a loop.
    fn is_uniform(&self, truth: &Expr, vector: usize) -> bool {
        let fixed = |expr: &Expr| match expr {
            Expr::Index(affine) => affine.terms.get(vector).is_none_or(|term| *term == 0),
            Expr::Load(argument, places) => {
                self.integers[*argument] && self.kernel.arguments[*argument].stride(places, vector) == Some(0)
            }
            _ => false,
        };
        matches!(truth, Expr::Compare(_, a, b) if fixed(a) && fixed(b))
    }

    /// The row that a vector lies in, and where it starts: the last axis is that of the lanes.
    pub(super) fn row_of(
        &self,
        argument: &Argument,
        name: &str,
        places: &[Access],
        vector: usize,
        start: &str,
    ) -> Option<(String, String)> {
        let (last, others) = places.split_last()?;
        let Access::Affine(last) = last else { return None };
        if argument.stride(places, vector) != Some(1) || last.terms.get(vector) != Some(&1) {
            return None;
        }
        let mut names = self.names.clone();
        start.clone_into(&mut names[vector]);
        let row = if others.is_empty() { format!("(*{name})") } else { self.element(name, others) };
        Some((row, affine_with(last, &names)))
    }
}

/// The vectors that an expression reads, bound to names before the loop over the vectors of a row.
pub(super) struct Vectors<'t> {
    start: &'t str,
    count: &'t str,
    /// What all rows share.
    pub(super) shared: String,
    /// What each row reads for itself.
    pub(super) own: String,
    known: Vec<String>,
    /// The loop whose iterations are lanes, and the one whose iterations are rows.
    lanes: usize,
    rows: Option<usize>,
}

impl<'t> Vectors<'t> {
    /// Of a loop nest of which `lanes` and `rows` are loops; a row has `count` vectors and starts at `start`.
    pub(super) fn new(start: &'t str, count: &'t str, lanes: usize, rows: Option<usize>) -> Self {
        Vectors { start, count, shared: String::new(), own: String::new(), known: Vec::new(), lanes, rows }
    }

    /// All that is bound.
    pub(super) fn all(&self) -> String {
        format!("{}{}", self.shared, self.own)
    }

    /// An expression for vector `c` of row `q`.
    pub(super) fn expr(&mut self, text: &Text<'_>, expr: &Expr) -> String {
        match expr {
            Expr::Const(value) => {
                format!("V::splat(isa, {})", text.constant(value.value()))
            }
            Expr::Reduced => "sum[q][c]".to_owned(),
            Expr::Load(argument, places) => self.bind(text, *argument, places),
            Expr::Op(Op::Neg, args) => {
                let (zero, a) = (text.constant(-0.0), self.expr(text, &args[0]));
                format!("V::splat(isa, {zero}).sub({a})")
            }
            Expr::Op(op, args) => {
                let [a, b] = [0, 1].map(|at| self.expr(text, &args[at]));
                format!("{a}.{}({b})", op.name())
            }
            Expr::Select(truth, x, y) if text.is_uniform(truth, self.lanes) => {
                let [x, y] = [x, y].map(|part| self.expr(text, part));
                format!("(if {} {{ {x} }} else {{ {y} }})", text.expr(truth, "unreachable"))
            }
            Expr::Select(truth, x, y) => {
                let Expr::Compare(_, a, b) = &**truth else { unreachable!("choices are made by comparisons") };
                let [a, b, x, y] = [a, b, x, y].map(|part| self.expr(text, part));
                format!("{a}.if_le({b}, {x}, {y})")
            }
            expr => unreachable!("{expr:?} is not computed on vectors"),
        }
    }

    /// The name of what is loaded.
    fn bind(&mut self, text: &Text<'_>, argument: usize, places: &[Access]) -> String {
        let known = &text.kernel.arguments[argument];
        let own = self.rows.is_some_and(|rows| known.stride(places, rows) != Some(0));
        let count = self.count;
        let (value, each) = match text.row_of(known, &format!("a{argument}"), places, self.lanes, self.start) {
            Some((row, start)) => (format!("b::vectors::<__S, V, {count}>(isa, &{row}, {start})"), "[c]"),
            None => (format!("V::splat(isa, {})", text.load(argument, places)), ""),
        };
        let at = self.known.iter().position(|known| *known == value).unwrap_or_else(|| {
            let lines = if own { &mut self.own } else { &mut self.shared };
            writeln!(lines, "let x{} = {value};", self.known.len()).expect("a string can always grow");
            self.known.push(value);
            self.known.len() - 1
        });
        format!("x{at}{each}")
    }
}
