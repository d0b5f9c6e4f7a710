//! What goes into a function that is built where it is called, and what comes out: closures, names of functions, places.

use burtorch_runtime::rules::Op;

use super::function_values::function_value;
use super::{Builder, LocalClosure, Value};
use crate::ast::{Block, Expr, ExprKind, Stmt};
use crate::parse::signature_types;
use crate::surroundings::function_beside;

impl Builder<'_> {
    /// An argument of a helper: a closure is passed on.
    pub(super) fn passed_to_helper(&mut self, arg: &Expr) -> Value {
        match self.closure_passed(arg) {
            Some(closure) => Value::Closure(Box::new(closure)),
            None => self.passed(arg),
        }
    }

    fn closure_passed(&self, arg: &Expr) -> Option<LocalClosure> {
        match &arg.kind {
            ExprKind::Closure(closure) => Some(self.local_closure(closure)),
            ExprKind::Name(name) if self.lookup(name).is_none() => {
                let source = function_beside(&self.function.name, &name.to_string())?;
                let (params, ..) = signature_types(&source.signature)?;
                let closure = function_value(arg, params.len())?;
                Some(self.local_closure(&closure))
            }
            ExprKind::Name(name) => self.lookup(name).and_then(|at| self.vars[at].closure.clone()),
            ExprKind::Reference(inner) | ExprKind::MutReference(inner) => self.closure_passed(inner),
            // `f64::sin`
            ExprKind::Verbatim(path) => {
                let text = path.to_string().replace(' ', "");
                let (of, method) = text.rsplit_once("::")?;
                let is_row = of == self.function.scalar.tokens.to_string() && Op::from_method(method, 1).is_some();
                let closure = is_row.then(|| function_value(arg, 1)).flatten()?;
                Some(self.local_closure(&closure))
            }
            _ => None,
        }
    }

    /// The place that the body of a helper yields a `&mut` reference to.
    pub(super) fn place_of_block(&mut self, body: &Block, depth: usize) -> Value {
        let advice = "a function that returns a `&mut` reference cannot be differentiated, but for one that ends in it: let it be the last expression";
        let value = body.value.as_ref().filter(|value| !value.leaves());
        let leaves = |stmt: &Stmt| match stmt {
            Stmt::Expr(expr) => expr.leaves(),
            Stmt::Let { init, .. } => init.as_ref().is_some_and(Expr::leaves),
            Stmt::Item(_) => false,
        };
        let Some(value) = value.filter(|_| !body.stmts.iter().any(leaves)) else {
            return self.report(self.w.span, advice);
        };
        for stmt in &body.stmts {
            self.stmt(stmt);
        }
        let inner = match &value.kind {
            ExprKind::MutReference(inner) => inner,
            _ => value,
        };
        let errors = self.errors.count();
        match self.mut_reference(inner) {
            Value::Place(var, path) if var < depth => Value::Place(var, path),
            _ if self.errors.count() > errors => self.poison(),
            _ => self.report(value.span, advice),
        }
    }
}
