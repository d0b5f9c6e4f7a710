//! Calls of other compiled functions, and what is said where the callee does not have what its caller needs.

use proc_macro2::{Group, Ident, Span, TokenStream, TokenTree};
use quote::{quote, quote_spanned};
use syn::ext::IdentExt;

use super::body::{Body, read, tuple_of};
use crate::graph::{Call, Callee, Graph, Id, IdMap, Kind, Step};

/// For every call of a `__vjp`: of which arguments the adjoints are read.
pub(super) fn adjoints_read(graph: &Graph) -> IdMap<Vec<usize>> {
    let mut read: IdMap<Vec<usize>> = IdMap::new();
    for id in graph.all() {
        let Kind::Get(base, path) = graph.kind(id) else { continue };
        let Kind::Call(call) = graph.kind(*base) else { continue };
        // The tangent of `(value, (adjoint, …))` comes beside it.
        let path = if call.tangents.is_some() { &path[1..] } else { &path[..] };
        if let (true, [Step::At(1), Step::At(at), ..]) = (call.seed.is_some(), path) {
            read.get_or_default(*base).push(*at);
        }
    }
    read
}

impl Body<'_> {
    /// A call, blamed on the token at `span`.
    pub(super) fn call(&mut self, id: Id, call: &Call, span: Span) -> String {
        let mut args: Vec<String> = call
            .args
            .iter()
            .map(|arg| {
                let value = self.place_of(arg.id);
                if arg.by_ref { format!("&{value}") } else { value }
            })
            .collect();
        args.extend(call.seed.map(|seed| self.bare(seed)));
        if let Some(tangents) = &call.tangents {
            let tangents: Vec<_> = tangents
                .iter()
                .map(|tangent| match tangent {
                    Some(tangent) => self.bare(*tangent),
                    None => format!("{}::__private::NotDifferentiated", self.krate),
                })
                .collect();
            args.push(self.mark(located_at(span, read(&tuple_of(&tangents)))));
        }
        args.extend(call.seed_tangent.map(|tangent| self.bare(tangent)));
        let callee = self.callee(call, span);
        let text = format!("{}({})", self.mark(callee), args.join(", "));
        match self.adjoints.get(id) {
            Some(read) => self.with_adjoints(&text, call, &read.clone(), span),
            None => text,
        }
    }

    fn callee(&mut self, call: &Call, span: Span) -> TokenStream {
        let kind = match (call.seed.is_some(), call.tangents.is_some()) {
            (false, false) => None,
            (true, false) => Some("vjp"),
            (false, true) => Some("jvp"),
            (true, true) => Some("vjp_jvp"),
        };
        let sibling = |name: &Ident| match kind {
            Some(kind) => Ident::new(&format!("__{}_{kind}", name.unraw()), name.span()),
            None => name.clone(),
        };
        match &call.callee {
            Callee::Path { path, turbofish } => {
                let function = kind.map(|kind| {
                    let name = Ident::new(&format!("__{kind}"), span);
                    quote_spanned!(span=> ::#name)
                });
                quote!(#path #function #turbofish)
            }
            Callee::Associated { prefix, name, turbofish } => {
                let name = sibling(name);
                quote!(#prefix #name #turbofish)
            }
            Callee::Method(receiver, name) => {
                let (receiver, name) = (self.filled(receiver), sibling(name));
                quote!(#receiver.#name)
            }
        }
    }

    /// What a `__vjp` returned, by a trait that says what is wrong if an adjoint that is read is not there.
    fn with_adjoints(&mut self, text: &str, call: &Call, read_at: &[usize], span: Span) -> String {
        let types = call.args.iter().enumerate().map(|(at, arg)| match &self.graph.node(arg.id).ty {
            ty if read_at.contains(&at) && self.has_certain_type(arg.id) => self.context.ty(ty),
            _ => quote!(_),
        });
        let krate = &self.context.krate;
        let function = quote!(#krate::__private::Adjoints::<(_, (#(#types,)*))>::adjoints);
        let function = self.mark(located_at(span, function));
        let mut checked = |text: &str| format!("{function}({})", self.mark(located_at(span, read(text))));
        if call.tangents.is_none() {
            return checked(text);
        }
        let (first, second) = ("__burtorch_value", "__burtorch_tangent");
        format!("{{ let ({first}, {second}) = {text}; ({}, {}) }}", checked(first), checked(second))
    }

    /// Whether the type of a node is known, and not guessed as that of a call is.
    fn has_certain_type(&self, id: Id) -> bool {
        match self.graph.kind(id) {
            Kind::Param | Kind::Op(..) => true,
            Kind::Get(base, _) => matches!(self.graph.kind(*base), Kind::Param),
            _ => false,
        }
    }
}

/// The tokens, meaning what they meant and shown elsewhere.
fn located_at(span: Span, tokens: TokenStream) -> TokenStream {
    let located = |mut token: TokenTree| {
        let shown = token.span().located_at(span);
        if let TokenTree::Group(group) = &token {
            token = Group::new(group.delimiter(), located_at(span, group.stream())).into();
        }
        token.set_span(shown);
        token
    };
    tokens.into_iter().map(located).collect()
}
