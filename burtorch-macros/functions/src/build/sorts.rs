//! Sorting: the order of the elements is not differentiated, and the elements are gathered in that order.

use proc_macro2::{Delimiter, Group, Ident, TokenStream, TokenTree};
use quote::quote;

use super::state::may_have_effects;
use super::{Builder, Value, template};
use crate::ast::{Closure, Expr, ExprKind, Pattern, Type};
use crate::graph::{Id, Kind, Number, Template};

impl Builder<'_> {
    /// The array in the order that a method of slices gives it; `None` after a mistake.
    pub(super) fn sorted(&mut self, array: Id, name: &Ident, by: &Expr) -> Option<Id> {
        let krate = self.function.krate.clone();
        let function = if name.to_string().ends_with("_key") { quote!(order_by_key) } else { quote!(order_by) };
        let by = self.comparator(by)?;
        let values = self.hole_for(array);
        let (by_tokens, values_tokens) = (&by.tokens, &values.tokens);
        let tokens = quote!(#krate::__private::#function(&#values_tokens[..], #by_tokens));
        let holes = [values.holes, by.holes].concat();
        let order = Template { tokens, holes, effects: by.effects, known: true, ..Template::default() };
        let order = self.w.push(Kind::Opaque(order), Type::Other);
        Some(self.gathered(array, name.span(), &mut |builder, at| {
            let (order, at) = (builder.hole_for(order), builder.template(at));
            Value::Code(Template { known: true, number: Number::Yes, ..order.index(at) })
        }))
    }

    /// The function that compares elements, as code. It may look at differentiated values: what it yields is an order.
    fn comparator(&mut self, by: &Expr) -> Option<Template> {
        match &by.kind {
            ExprKind::Closure(closure)
                if !template::assigns(&closure.tokens) && !self.mentions_a_closure(&closure.tokens) =>
            {
                let code = self.capture(&closure.tokens);
                let effects = code.holes.iter().any(|(_, id)| self.is_state_node(*id))
                    || may_have_effects(&without_params(closure));
                Some(Template { effects, ..code })
            }
            ExprKind::Verbatim(path) => Some(Template::verbatim(path.clone())),
            _ => {
                let message = "this comparison cannot be differentiated: write `|a, b| a.partial_cmp(b).unwrap()` or `f64::total_cmp`";
                self.errors.report(by.span, message);
                None
            }
        }
    }
}

/// The body of a closure in which numbers stand for its parameters: those are no variables with state.
fn without_params(closure: &Closure) -> TokenStream {
    fn names(pattern: &Pattern, all: &mut Vec<Ident>) {
        match pattern {
            Pattern::Name { ident, .. } => all.push(ident.clone()),
            Pattern::Deref(inner) => names(inner, all),
            Pattern::Tuple(parts, _) => parts.iter().for_each(|part| names(part, all)),
            Pattern::Struct { fields, .. } => fields.iter().for_each(|(_, part)| names(part, all)),
            Pattern::Ignore | Pattern::Rest => {}
        }
    }
    fn replaced(tokens: TokenStream, known: &[Ident]) -> TokenStream {
        tokens
            .into_iter()
            .map(|token| match token {
                TokenTree::Ident(name) if known.contains(&name) => Group::new(Delimiter::Bracket, quote!(0)).into(),
                TokenTree::Group(group) => {
                    TokenTree::from(Group::new(group.delimiter(), replaced(group.stream(), known)))
                }
                other => other,
            })
            .collect()
    }
    let mut all = Vec::new();
    closure.params.iter().for_each(|param| names(param, &mut all));
    replaced(closure.tokens.clone(), &all)
}
