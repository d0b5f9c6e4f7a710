//! What is known of a function that is called: its signature, which it tells if it is asked.

use quote::ToTokens;

use super::{Builder, Value};
use crate::ast::{CallExpr, Len, Type};
use crate::each::{Each, IntoEach};
use crate::graph::Step;
use crate::parse::{Called, is_reserved};

impl Builder<'_> {
    /// The arguments of a call as the function takes them, and the type of its result.
    ///
    /// If that is not known and nothing around the call says it, the function is to be asked.
    pub(super) fn known_call(
        &mut self,
        call: &CallExpr,
        values: Vec<(Value, bool)>,
        hint: Option<&Type>,
    ) -> (Vec<(Value, bool)>, Option<Type>) {
        let types = values.each(|(value, _)| self.type_of(value));
        if let Some(called) = self.called(call, &types) {
            let slices = called.slices.iter().copied().chain(std::iter::repeat(false));
            let values = values.into_iter().zip(slices);
            let values = values
                .collect::<Vec<_>>()
                .into_each(|((value, by_ref), slice)| (if slice { self.whole_slice(value) } else { value }, by_ref));
            let result = match (called.result, hint) {
                (Some(result), _) => Some(result),
                (None, Some(hint)) if hint.is_known() => None,
                (None, _) => {
                    let message = "the sizes in the result of this call are not known here: write its type, `let y: [f64; 3] = …`";
                    self.errors.report(call.last.span(), message);
                    None
                }
            };
            return (values, result);
        }
        if !hint.is_some_and(Type::is_known)
            && !is_reserved(&call.last)
            && let Ok(path) = syn::parse2::<syn::Path>(call.path.clone())
        {
            self.want(path);
        }
        (values, None)
    }

    fn want(&mut self, path: syn::Path) {
        let text = path.to_token_stream().to_string();
        if !self.unknown.iter().any(|known| known.to_token_stream().to_string() == text) {
            self.unknown.push(path);
        }
    }

    fn called(&self, call: &CallExpr, types: &[Type]) -> Option<Called> {
        let CallExpr { path, prefix, last, turbofish, .. } = call;
        let own = self.function.is_free && prefix.is_empty() && *last == self.function.name;
        // A function knows itself, if it calls itself for arguments of the same sizes.
        let same = || self.function.params.iter().zip(types).all(|(param, ty)| param.ty == *ty);
        if own && (self.function.const_generics.is_empty() || same()) {
            let slices = self.function.params.each(|param| param.by_ref && param.ty.is_slice());
            return Some(Called { result: Some(self.function.result.clone()), slices });
        }
        self.function.structs.called(path, turbofish, types, last.span())
    }

    pub(super) fn type_of(&self, value: &Value) -> Type {
        match value {
            Value::Node(id) => self.ty(*id).clone(),
            Value::Place(var, path) => crate::graph::element_type(self.ty(self.vars[*var].id), path),
            Value::Code(_) | Value::Several(_) => Type::Other,
        }
    }

    /// An array as the slice of all its elements.
    fn whole_slice(&mut self, value: Value) -> Value {
        let is_array = matches!(self.type_of(&value), Type::Array(_, Len::Literal(_) | Len::Constant(_)));
        match value {
            Value::Node(id) if is_array => {
                let (start, end) = (self.w.index(0), self.w.length_of(id));
                Value::Node(self.w.get(id, &[Step::Range(start, end)]))
            }
            Value::Place(var, path) if is_array => {
                let array = self.w.get(self.vars[var].id, &path);
                let (start, end) = (self.w.index(0), self.w.length_of(array));
                Value::Place(var, [path, vec![Step::Range(start, end)]].concat())
            }
            other => other,
        }
    }
}
