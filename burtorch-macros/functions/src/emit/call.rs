//! Calls of other compiled functions, and what is said where the callee does not have what its caller needs.

use proc_macro2::{Group, Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote, quote_spanned};
use syn::ext::IdentExt;

use super::body::Body;
use super::node::tuple_of;
use super::operand::clone_of;
use super::pass::{Hidden, Pass};
use super::text::read;
use crate::graph::{Call, CallArg, Callee, CalleePass, Graph, Id, IdMap, Kind, Node, Step, Type, element_type};

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
    pub(super) fn call(&mut self, id: Id, call: &Call, span: Span) -> (String, String) {
        let mut copies = String::new();
        let mut args: Vec<String> = Vec::new();
        // What becomes of a `&mut` argument is a result of the call, unless that goes backwards.
        let mut changed = 0;
        for arg in &call.args {
            if arg.mutable {
                changed += 1;
                let value: &[Step] = if call.tangents.is_some() { &[Step::At(0)] } else { &[] };
                let result = [value, &[Step::At(changed)]].concat();
                let result = call.seed.is_none().then_some(result);
                args.push(self.lent_place(id, arg, result, &mut copies));
                continue;
            }
            let value = self.place_of(arg.id);
            let value = self.element(&value, &self.graph.node(arg.id).ty, &arg.path);
            args.push(if arg.by_ref {
                format!("&{value}")
            } else if self.is_slice(arg.id) && !self.is_reference(arg.id) {
                self.copy_of(arg.id)
            } else if !self.is_slice(arg.id) && self.graph.node(arg.id).ty.is_cloned() {
                clone_of(&value, &element_type(&self.graph.node(arg.id).ty, &arg.path))
            } else {
                value
            });
        }
        args.extend(call.seed.map(|seed| self.seed(seed)));
        if call.with_scratch && call.seed.is_some() {
            // With tangents, what there is without them comes first.
            let first: &[Step] = if call.tangents.is_some() { &[Step::At(0), Step::At(1)] } else { &[Step::At(1)] };
            let sums = self.sums(id, &call.sums, first, &mut copies);
            args.push(self.mark(located_at(span, read(&sums))));
        }
        if let Some(tangents) = &call.tangents {
            let mut changed = 0;
            let mut places = Vec::new();
            for (tangent, arg) in tangents.iter().zip(&call.args) {
                changed += usize::from(arg.mutable);
                places.push(match tangent {
                    Some(tangent) if arg.mutable => {
                        let result = call.seed.is_none().then(|| vec![Step::At(1), Step::At(changed)]);
                        let place = CallArg { id: *tangent, ..arg.clone() };
                        self.lent_place(id, &place, result, &mut copies)
                    }
                    Some(tangent) if arg.path.is_empty() => self.borrowed(*tangent),
                    Some(tangent) => {
                        let (place, ty) = (self.place_of(*tangent), self.graph.node(*tangent).ty.clone());
                        let part = self.element(&place, &ty, &arg.path);
                        format!("&{part}{}", all_of(&ty, &arg.path))
                    }
                    None => format!("{}::__private::NotDifferentiated", self.krate),
                });
            }
            args.push(self.mark(located_at(span, read(&tuple_of(&places)))));
        }
        args.extend(call.seed_tangent.map(|tangent| self.seed(tangent)));
        if call.with_scratch && call.seed_tangent.is_some() {
            let sums = self.sums(id, &call.sum_tangents, &[Step::At(1), Step::At(1)], &mut copies);
            args.push(self.mark(located_at(span, read(&sums))));
        }
        if call.with_scratch {
            args.push(self.scratch.clone());
        }
        args.push(match call.pass {
            CalleePass::Only => self.effects.clone(),
            CalleePass::First => format!("{}.recorded()", self.effects),
            CalleePass::Second(from) => {
                let from = self.bare(from);
                format!("&mut {}.replay({from})", self.effects)
            }
        });
        let callee = self.callee(call, span);
        let text = format!("{}({})", self.mark(callee), args.join(", "));
        // One that makes no pass but this one.
        let is_only = call.seed.is_some() && matches!(call.pass, CalleePass::Only);
        let text = match (call.kept && (call.seed.is_none() || is_only), call.tangents.is_some() || is_only) {
            // A tangent or an adjoint is another one in every pass.
            (true, true) => format!("{}::__private::kept_call!(again {}, {text})", self.krate, self.effects),
            (true, false) => format!("{}::__private::kept_call!({}, {text})", self.krate, self.effects),
            (false, _) => text,
        };
        let text = match self.adjoints.get(id) {
            Some(read) => self.with_adjoints(&text, call, &read.clone(), span),
            None => text,
        };
        let text = match (changed > 0 && call.seed.is_none(), call.tangents.is_some()) {
            (true, false) => format!("({text},)"),
            (true, true) => format!(
                "{{ let (__burtorch_value, __burtorch_tangent) = {text}; ((__burtorch_value,), (__burtorch_tangent,)) }}"
            ),
            _ => text,
        };
        (copies, text)
    }

    /// A variable that a call changes; `result` are the steps to it in what the call yields.
    fn lent_place(&mut self, id: Id, arg: &CallArg, result: Option<Vec<Step>>, copies: &mut String) -> String {
        let (copy, name) = self.changeable(arg.id, id);
        copies.push_str(&copy);
        let ty = self.graph.node(arg.id).ty.clone();
        let place = self.element(&name, &ty, &arg.path);
        if let Some(result) = result {
            self.sums.insert((id, result), name);
        }
        format!("&mut {place}{}", all_of(&ty, &arg.path))
    }

    /// A value as an argument; arrays of any length are lent.
    fn borrowed(&mut self, id: Id) -> String {
        if self.is_slice(id) { format!("&{}[..]", self.place_of(id)) } else { self.bare(id) }
    }

    /// The adjoint of a result. Of a result that is not used not even the type is known.
    fn seed(&mut self, id: Id) -> String {
        match self.graph.node(id) {
            Node { kind: Kind::Zero, ty: Type::Other, .. } => format!("{}::__private::Unused::zero()", self.krate),
            _ => self.borrowed(id),
        }
    }

    /// The places where the adjoints of slices are added, as a tuple; they are known by the steps of a result.
    fn sums(&mut self, id: Id, sums: &[Option<CallArg>], steps: &[Step], copies: &mut String) -> String {
        let mut places = Vec::new();
        for (at, sum) in sums.iter().enumerate() {
            let Some(sum) = sum else {
                places.push(format!("{}::__private::NotDifferentiated", self.krate));
                continue;
            };
            let result = Some([steps, &[Step::At(at)]].concat());
            let place = self.lent_place(id, sum, result, copies);
            places.push(place);
        }
        tuple_of(&places)
    }

    fn callee(&mut self, call: &Call, span: Span) -> TokenStream {
        let pass = match (call.seed.is_some(), call.tangents.is_some()) {
            (false, false) => Pass::Value,
            (true, false) => Pass::Reverse,
            (false, true) => Pass::Forward,
            (true, true) => Pass::Second,
        };
        let kind = if call.with_scratch { Hidden::CalledWith(pass) } else { Hidden::Called(pass) };
        let kind = kind.text(call.lanes && pass == Pass::Forward);
        let sibling = |name: &Ident| Ident::new(&format!("__{}_{kind}", name.unraw()), name.span());
        match &call.callee {
            Callee::Path { path, companion, turbofish, .. } => {
                let name = Ident::new(&format!("__{kind}"), span);
                let function = quote_spanned!(span=> ::#name);
                let companion = companion.as_ref().map_or(path.clone(), ToTokens::to_token_stream);
                quote!(#companion #function #turbofish)
            }
            Callee::Derivative { path, name, turbofish } => {
                // The arguments of `jvp` come one by one.
                let of = if *name == "grad" { "grad" } else { "nested_jvp" };
                let function = Ident::new(&format!("__{of}_{kind}"), span);
                quote!(#path::#function #turbofish)
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
            // What is added in place is not returned.
            _ if call.sums.get(at).is_some_and(Option::is_some) => quote!(_),
            ty if read_at.contains(&at) && self.has_certain_type(arg.id) && !ty.is_slice() => self.context.ty(ty),
            _ => quote!(_),
        });
        let (krate, adjoints) = (&self.context.krate, quote!((_, (#(#types,)*))));
        // With tangents, those of value and adjoints come beside them.
        let name = if call.tangents.is_some() { quote!(both) } else { quote!(adjoints) };
        let function = quote!(#krate::__private::Adjoints::<#adjoints>::#name);
        let function = self.mark(located_at(span, function));
        format!("{function}({})", self.mark(located_at(span, read(text))))
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

/// What makes a slice of a part of a value that is a `Vec`.
fn all_of(ty: &Type, path: &[Step]) -> &'static str {
    let is_slice = element_type(ty, path).is_slice();
    if is_slice && !matches!(path.last(), Some(Step::Range(..))) { "[..]" } else { "" }
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
