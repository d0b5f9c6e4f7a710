//! Decompositions of matrices of nalgebra, where they are used at once: `m.try_inverse().unwrap()`, `m.lu().solve(&b).unwrap()`,
//! `m.cholesky().unwrap().solve(&b)`. What they yield in between has no value in the graph.

use proc_macro2::{Ident, TokenStream};

use super::{Builder, Value};
use crate::ast::{Expr, ExprKind};
use crate::surroundings::library_method;

/// `receiver.name(…)`, with what it is called on.
fn method<'a>(expr: &'a Expr, names: &[&str]) -> Option<(&'a Expr, &'a Ident, &'a [Expr])> {
    match &expr.kind {
        ExprKind::Method { receiver, name, args, .. } if names.iter().any(|known| name == known) => {
            Some((receiver, name, args))
        }
        _ => None,
    }
}

impl Builder<'_> {
    /// Such a row of methods, whose last one is `receiver.name(args)`.
    pub(super) fn decomposition(&mut self, receiver: &Expr, name: &Ident, args: &[Expr]) -> Option<Value> {
        const UNWRAPS: [&str; 2] = ["unwrap", "expect"];
        // As text once: to compare a name of rustc's is to ask rustc for it.
        let text = name.to_string();
        if !matches!(text.as_str(), "unwrap" | "expect" | "determinant" | "solve" | "inverse") {
            return None;
        }
        let unwraps = UNWRAPS.contains(&text.as_str());
        if unwraps && let Some((matrix, _, [])) = method(receiver, &["try_inverse"]) {
            return self.decomposed(matrix, name, &["__inverse"], &[]);
        }
        if unwraps
            && let Some((solver, _, right @ [_])) = method(receiver, &["solve"])
            && let Some((matrix, _, [])) = method(solver, &["lu"])
        {
            return self.decomposed(matrix, name, &["__solve"], right);
        }
        if text == "determinant"
            && args.is_empty()
            && let Some((matrix, _, [])) = method(receiver, &["lu"])
        {
            return self.decomposed(matrix, name, &["determinant"], &[]);
        }
        let (cholesky, _, _) = method(receiver, &UNWRAPS)?;
        let (matrix, _, []) = method(cholesky, &["cholesky"])? else { return None };
        match (text.as_str(), args) {
            ("solve", [_]) => self.decomposed(matrix, name, &["__from_below", "__solve"], args),
            ("inverse", []) => self.decomposed(matrix, name, &["__from_below", "__inverse"], &[]),
            ("determinant", []) => self.decomposed(matrix, name, &["__from_below", "determinant"], &[]),
            _ => None,
        }
    }

    /// Calls functions that are known of a matrix, one after the other, the last one with arguments. None if it is another
    /// matrix, or nothing is differentiated.
    fn decomposed(&mut self, matrix: &Expr, name: &Ident, functions: &[&str], args: &[Expr]) -> Option<Value> {
        let before = self.checkpoint();
        let mut this = self.expr(matrix, None);
        let (last, first) = functions.split_last()?;
        let of = self.library_struct(&this);
        let Some(of) = of.filter(|of| library_method(of, last).is_some()) else {
            self.rollback(before);
            return None;
        };
        let none = TokenStream::new();
        for function in first {
            let source = library_method(&of, function)?;
            this = self.build_helper(&source, Some(&of), vec![(this, true)], &none, name);
        }
        let source = library_method(&of, last)?;
        let mut values = vec![(this, true)];
        values.extend(self.arguments(args, Self::passed_to_helper));
        Some(self.build_helper(&source, Some(&of), values, &none, name))
    }
}
