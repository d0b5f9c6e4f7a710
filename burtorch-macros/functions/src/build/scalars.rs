//! Functions of the float type itself, and numbers of other types that become floats.

use burtorch_runtime::rules::Op;
use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::{Builder, Value};
use crate::ast::{Expr, ExprKind, Precision, Type};
use crate::each::Each;
use crate::graph::{Id, Template};
use crate::surroundings::traits_with;

impl Builder<'_> {
    /// `T::from(x).unwrap()` and `T::from_usize(n).unwrap()`: a constant of the float type.
    pub(super) fn conversion(&mut self, receiver: &Expr, name: &Ident) -> Option<Value> {
        match &receiver.kind {
            ExprKind::Call(_) if !(name == "unwrap" || name == "expect") => None,
            ExprKind::Call(call) if call.args.len() == 1 && call.last.to_string().starts_with("from") => {
                let prefix = self.scalar_prefix(&call.prefix)?;
                // Of a float type itself it is `From::from`, which cannot fail, so this is another one.
                self.prove_path(&prefix, &call.last);
                Some(self.number_as_float(&call.args[0]))
            }
            _ => None,
        }
    }

    /// `f64::max(a, b)`, `T::one()`, `f64::from(n)`.
    pub(super) fn scalar_function(
        &mut self,
        of: &TokenStream,
        path: &TokenStream,
        last: &Ident,
        args: &[Expr],
    ) -> Option<Value> {
        let name = last.to_string();
        let concrete = self.function.scalar.precision != Precision::Generic;
        match (args, name.as_str()) {
            // A trait of the module may have one of this name, too.
            ([], "one" | "zero") if traits_with(&self.function.name, &name).is_empty() => {
                self.prove_path(of, last);
                return Some(Value::Node(self.w.constant(if name == "one" { 1.0 } else { 0.0 })));
            }
            ([], _) => return Some(self.float_code(Template::call(path, None, Vec::new()))),
            // `From` is always in scope, so another `from` would be ambiguous.
            ([arg], "from") if concrete && of.to_string() == self.function.scalar.tokens.to_string() => {
                return Some(self.number_as_float(arg));
            }
            _ => {}
        }
        if name == "sin_cos" && args.len() == 1 {
            let this = self.expr(&args[0], Some(&Type::Float));
            let this = self.node_as(this, &Type::Float);
            return Some(self.float_method(this, last, &[]));
        }
        let op = Op::from_method(&name, args.len())?;
        self.prove_path(of, last);
        let this = self.expr(&args[0], Some(&Type::Float));
        if self.is_poison(&this) {
            return Some(this);
        }
        if !self.is_float(&this) && !args.iter().skip(1).any(|arg| matches!(&arg.kind, ExprKind::Float(_))) {
            // Whether anything here is differentiated shows once the arguments are evaluated.
            let rest: Vec<_> = args[1..].each(|arg| self.expr(arg, Some(&Type::Float)));
            if !rest.iter().any(|value| self.is_active(value)) {
                let all = std::iter::once(this).chain(rest).map(|value| self.template(value)).collect();
                return Some(Value::Code(Template::call(path, None, all)));
            }
            let ids: Vec<_> = std::iter::once(this).chain(rest).map(|value| self.node(value)).collect();
            return Some(Value::Node(self.w.op(op, &ids)));
        }
        let id = self.node(this);
        Some(self.float_method(id, last, &args[1..]))
    }

    /// A number of any inactive type as the function's float type.
    fn number_as_float(&mut self, arg: &Expr) -> Value {
        let value = self.expr(arg, None);
        if self.is_float(&value) || self.is_poison(&value) {
            return value;
        }
        #[allow(clippy::cast_precision_loss, reason = "the same rounding as the conversion in the user's code")]
        if let Some(int) = self.int(&value) {
            return Value::Node(self.w.constant(int as f64));
        }
        let template = self.template(value);
        self.integer_as_float(template)
    }

    /// An integer as the float that holds it.
    pub(super) fn whole_number(&mut self, value: Value) -> Id {
        #[allow(clippy::cast_precision_loss, reason = "exponents are small")]
        if let Some(int) = self.int(&value) {
            return self.w.constant(int as f64);
        }
        let template = self.template(value);
        let value = self.integer_as_float(template);
        self.node(value)
    }

    /// Code that yields an integer, as the function's float type.
    fn integer_as_float(&mut self, inner: Template) -> Value {
        let (krate, scalar) = (&self.function.krate, &self.function.scalar.tokens);
        let template = Template::call(&quote!(#krate::__private::from_integer::<#scalar, _>), None, vec![inner]);
        self.float_code(template)
    }
}
