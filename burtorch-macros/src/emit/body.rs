//! The body of a generated function: nodes become `let`s, regions blocks.
//!
//! A value that is used once stands where it is used, as a person would write it; deep nesting is cut.

use std::collections::{HashMap, HashSet};

use burtorch_runtime::rules::Op;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::ext::IdentExt;

use super::names::{Names, Uses};
use super::shape::Context;
use crate::graph::{Arm, Call, Callee, Graph, Id, Kind, PatternTest, Range, RegionId, Step, Type};

/// How deep expressions nest before a `let` cuts them.
const DEPTH: usize = 6;

/// The statements of a graph, and the tokens of its results.
pub(super) fn body(graph: &Graph, context: &Context, by_ref: &[Ident]) -> (TokenStream, Vec<TokenStream>) {
    let mut body = Body {
        graph,
        context,
        uses: Uses::of(graph),
        names: Names::default(),
        values: HashMap::new(),
        owned: HashMap::new(),
        references: HashSet::new(),
        changed: HashSet::new(),
        homes: HashMap::new(),
        at: Graph::ROOT,
    };
    for &param in &graph.root().params {
        let name = graph.node(param).name.as_deref().expect("arguments have names");
        body.names.reserve(&name.to_string());
        if by_ref.contains(name) {
            body.references.insert(param);
        }
        body.values.insert(param, Value { tokens: quote!(#name), depth: 0 });
    }
    let statements = body.region(Graph::ROOT);
    let results = graph.root().results.iter().map(|&id| body.bare(id)).collect();
    (statements, results)
}

pub(super) struct Body<'g> {
    pub graph: &'g Graph,
    pub context: &'g Context,
    pub uses: Uses,
    pub names: Names,
    values: HashMap<Id, Value>,
    /// The variables of ours that hold aggregates.
    pub owned: HashMap<Id, Ident>,
    /// Arguments that are references.
    references: HashSet<Id>,
    /// Variables that were changed in place.
    pub changed: HashSet<String>,
    /// The region in which each variable is declared.
    homes: HashMap<String, RegionId>,
    pub at: RegionId,
}

/// How a value is written.
#[derive(Clone)]
struct Value {
    tokens: TokenStream,
    /// How deep it nests; 0 for a name or a literal.
    depth: usize,
}

impl Body<'_> {
    /// As an operand: in parentheses if it is an expression.
    pub(super) fn value(&mut self, id: Id) -> TokenStream {
        let value = self.written(id);
        let tokens = value.tokens;
        if value.depth > 0 { quote!((#tokens)) } else { tokens }
    }

    /// As a whole expression.
    pub(super) fn bare(&mut self, id: Id) -> TokenStream {
        self.written(id).tokens
    }

    /// As a place: a reference is not followed.
    pub(super) fn place_of(&mut self, id: Id) -> TokenStream {
        if self.references.contains(&id) { self.values[&id].tokens.clone() } else { self.value(id) }
    }

    fn written(&mut self, id: Id) -> Value {
        let flat = |tokens| Value { tokens, depth: 0 };
        match self.graph.kind(id) {
            Kind::Const(value) => flat(self.context.constant(*value)),
            Kind::Int(value, ty) => {
                let suffix = ty.map_or("", |ty| ty.name);
                let literal: TokenStream = format!("{}{suffix}", value.unsigned_abs()).parse().unwrap_or_default();
                flat(if *value < 0 { quote!((-#literal)) } else { quote!(#literal) })
            }
            Kind::Bool(value) => flat(quote!(#value)),
            _ if self.references.contains(&id) => {
                let name = &self.values[&id].tokens;
                flat(quote!((*#name)))
            }
            _ => {
                let id = self.uses.canonical(self.graph, id);
                match self.values.get(&id) {
                    Some(value) => value.clone(),
                    None => unreachable!("{id:?} ({:?}) is used before it is written", self.graph.kind(id)),
                }
            }
        }
    }

    pub(super) fn hint(&self, id: Id) -> String {
        match &self.graph.node(id).name {
            Some(name) => name.to_string(),
            None => match self.graph.node(id).ty {
                Type::Array(..) => "a".to_owned(),
                _ => "t".to_owned(),
            },
        }
    }

    /// A new variable of the region that is being written.
    pub(super) fn fresh(&mut self, hint: &str) -> Ident {
        let name = self.names.fresh(hint);
        self.homes.insert(name.to_string(), self.at);
        name
    }

    /// Whether a variable is declared in the region that is being written, or around it.
    fn is_in_scope(&self, name: &str) -> bool {
        let Some(&home) = self.homes.get(name) else { return false };
        self.graph.is_around(home, self.at)
    }

    /// `let name = tokens;`
    fn bind(&mut self, id: Id, tokens: &TokenStream) -> TokenStream {
        let hint = self.hint(id);
        let name = self.fresh(&hint);
        if matches!(self.graph.node(id).ty, Type::Array(..) | Type::Tuple(_)) {
            self.own(id, name.clone());
            return quote!(let mut #name = #tokens;);
        }
        self.values.insert(id, Value { tokens: quote!(#name), depth: 0 });
        quote!(let #name = #tokens;)
    }

    /// From here on `id` is what the variable `name` holds.
    pub(super) fn own(&mut self, id: Id, name: Ident) {
        self.values.insert(id, Value { tokens: quote!(#name), depth: 0 });
        self.owned.insert(id, name);
    }

    fn region(&mut self, region: RegionId) -> TokenStream {
        let outer = std::mem::replace(&mut self.at, region);
        let mut statements = TokenStream::new();
        for &id in &self.graph.region(region).nodes {
            statements.extend(self.node(id));
        }
        self.at = outer;
        statements
    }

    fn node(&mut self, id: Id) -> TokenStream {
        let node = self.graph.node(id);
        match &node.kind {
            Kind::Const(_) | Kind::Int(..) | Kind::Bool(_) => TokenStream::new(),
            Kind::Op(op, args) => {
                let depth = self.depth(args);
                let tokens = self.row(*op, args);
                self.place_or_bind(id, tokens, depth)
            }
            Kind::Compare(op, a, b) => {
                let depth = self.depth(&[*a, *b]);
                let (a, b, op) = (self.value(*a), self.value(*b), symbol(op.symbol()));
                self.place_or_bind(id, quote!(#a #op #b), depth)
            }
            Kind::Not(a) => {
                let depth = self.depth(&[*a]);
                let a = self.value(*a);
                self.place_or_bind(id, quote!(!#a), depth)
            }
            Kind::ToIndex(a, start) => {
                let depth = self.depth(&[*a, *start]);
                let (a, from) = (self.value(*a), self.value(*start));
                let tokens = match self.graph.kind(*start) {
                    Kind::Int(0, _) => quote!(#a as usize),
                    _ => quote!((#a - #from) as usize),
                };
                self.place_or_bind(id, tokens, depth)
            }
            Kind::Select(cond, a, b) => {
                let (cond, a, b) = (self.bare(*cond), self.bare(*a), self.bare(*b));
                self.bind(id, &quote!(if #cond { #a } else { #b }))
            }
            Kind::Opaque(template) => {
                let tokens = self.fill(template);
                if template.is_path() {
                    self.values.insert(id, Value { tokens, depth: 0 });
                    return TokenStream::new();
                }
                self.bind(id, &tokens)
            }
            Kind::Observe(template) => {
                let tokens = self.fill(template);
                quote!(#tokens;)
            }
            Kind::Pack(elements) => {
                let elements: Vec<_> = elements.iter().map(|&element| self.bare(element)).collect();
                let tokens = match node.ty {
                    Type::Tuple(_) => quote!((#(#elements,)*)),
                    _ => quote!([#(#elements),*]),
                };
                self.aggregate(id, tokens)
            }
            Kind::Splat(element) => {
                let element = self.bare(*element);
                let Type::Array(_, len) = &node.ty else { unreachable!("a repetition is an array") };
                let len = super::shape::length(len);
                self.aggregate(id, quote!([#element; #len]))
            }
            Kind::Zero => {
                let zero = self.context.zero(&node.ty);
                self.aggregate(id, zero)
            }
            Kind::Get(base, path) => self.get(id, *base, path),
            Kind::Set(..) | Kind::AddAt(..) | Kind::Sum(..) => self.change(id),
            Kind::Branch { on, arms } => self.branch(id, *on, arms),
            Kind::For { range, init, body } => self.for_loop(id, range, init, *body),
            Kind::Call(call) => {
                let tokens = self.call(call, node.span);
                self.bind(id, &tokens)
            }
            kind @ (Kind::Param | Kind::Argument | Kind::Poison) => unreachable!("{kind:?} is never listed"),
        }
    }

    fn depth(&mut self, args: &[Id]) -> usize {
        args.iter().map(|&arg| self.written(arg).depth).max().unwrap_or(0) + 1
    }

    /// Leaves an expression that is used once for its user to write, unless it nests too deep.
    fn place_or_bind(&mut self, id: Id, tokens: TokenStream, depth: usize) -> TokenStream {
        let single = self.uses.count(id) == 1 && self.uses.is_local(id, self.at);
        if single && depth < DEPTH && self.graph.node(id).name.is_none() {
            self.values.insert(id, Value { tokens, depth });
            return TokenStream::new();
        }
        self.bind(id, &tokens)
    }

    /// The same for an aggregate; one that is changed later needs a variable.
    fn aggregate(&mut self, id: Id, tokens: TokenStream) -> TokenStream {
        if self.uses.count(id) == 1 && self.uses.is_local(id, self.at) {
            self.values.insert(id, Value { tokens, depth: 0 });
            return TokenStream::new();
        }
        self.bind(id, &tokens)
    }

    fn row(&mut self, op: Op, args: &[Id]) -> TokenStream {
        let krate = &self.context.krate.clone();
        match (op, args) {
            (Op::Add | Op::Sub | Op::Mul | Op::Div | Op::Rem, &[a, b]) => {
                let (a, b) = (self.value(a), self.value(b));
                let op = symbol(match op {
                    Op::Add => "+",
                    Op::Sub => "-",
                    Op::Mul => "*",
                    Op::Div => "/",
                    _ => "%",
                });
                quote!(#a #op #b)
            }
            (Op::Neg, &[a]) => {
                let a = self.value(a);
                quote!(-#a)
            }
            // Functions that `num_traits::Float` does not have, or has with other results.
            (Op::Erf | Op::Powi, args) => {
                let name = format_ident!("{}", op.name());
                let args: Vec<_> = args.iter().map(|&arg| self.bare(arg)).collect();
                quote!(#krate::__private::#name(#(#args),*))
            }
            (op, args) => {
                let name = format_ident!("{}", op.name());
                let args: Vec<_> = args.iter().map(|&arg| self.bare(arg)).collect();
                quote!(#krate::__private::Float::#name(#(#args),*))
            }
        }
    }

    fn get(&mut self, id: Id, base: Id, path: &[Step]) -> TokenStream {
        let ty = self.graph.node(base).ty.clone();
        if let Kind::Branch { .. } | Kind::For { .. } = self.graph.kind(base) {
            // The variable itself; it was named when the branch or loop was written.
            return TokenStream::new();
        }
        let place = self.place_of(base);
        let tokens = self.element(&place, &ty, path);
        // What never changes can be read where it is used; the rest is read now.
        let fixed = matches!(self.graph.kind(base), Kind::Param | Kind::Call(_));
        let constant = path.iter().all(|step| matches!(step, Step::At(_)));
        let small = !matches!(self.graph.node(id).ty, Type::Array(..));
        if fixed && constant && small && self.graph.node(id).name.is_none() {
            self.values.insert(id, Value { tokens, depth: 0 });
            return TokenStream::new();
        }
        self.bind(id, &tokens)
    }

    fn call(&mut self, call: &Call, span: Span) -> TokenStream {
        let krate = self.context.krate.clone();
        let mut args: Vec<TokenStream> = call
            .args
            .iter()
            .map(|arg| {
                let value = self.place_of(arg.id);
                if arg.by_ref { quote!(&#value) } else { value }
            })
            .collect();
        if let Some(seed) = call.seed {
            args.push(self.bare(seed));
        }
        if let Some(tangents) = &call.tangents {
            let tangents: Vec<_> = tangents
                .iter()
                .map(|tangent| match tangent {
                    Some(tangent) => self.bare(*tangent),
                    None => quote!(#krate::__private::NotDifferentiated),
                })
                .collect();
            args.push(quote!((#(#tangents,)*)));
        }
        if let Some(tangent) = call.seed_tangent {
            args.push(self.bare(tangent));
        }
        let kind = match (call.seed.is_some(), call.tangents.is_some()) {
            (false, false) => None,
            (true, false) => Some("vjp"),
            (false, true) => Some("jvp"),
            (true, true) => Some("vjp_jvp"),
        };
        match &call.callee {
            Callee::Path { path, turbofish } => {
                let function = kind.map(|kind| {
                    let name = Ident::new(&format!("__{kind}"), span);
                    quote_spanned!(span=> ::#name)
                });
                quote!(#path #function #turbofish(#(#args),*))
            }
            Callee::Associated { prefix, name, turbofish } => {
                let name = kind.map_or_else(
                    || name.clone(),
                    |kind| Ident::new(&format!("__{}_{kind}", name.unraw()), name.span()),
                );
                quote!(#prefix #name #turbofish(#(#args),*))
            }
            Callee::Method(receiver, name) => {
                let receiver = self.fill(receiver);
                let name = kind.map_or_else(
                    || name.clone(),
                    |kind| Ident::new(&format!("__{}_{kind}", name.unraw()), name.span()),
                );
                quote!(#receiver.#name(#(#args),*))
            }
        }
    }

    /// The names under which the results of a branch or loop are known.
    fn set_slot(&mut self, owner: Id, slot: usize, name: &Ident) {
        if let Some(get) = self.uses.alias(owner, slot) {
            let node = self.graph.node(get);
            if matches!(node.ty, Type::Array(..) | Type::Tuple(_)) {
                self.own(get, name.clone());
            } else {
                self.values.insert(get, Value { tokens: quote!(#name), depth: 0 });
            }
        }
    }

    fn slot_hint(&self, owner: Id, slot: usize) -> String {
        self.uses.alias(owner, slot).map_or_else(|| "t".to_owned(), |get| self.hint(get))
    }

    fn branch(&mut self, id: Id, on: Id, arms: &[Arm]) -> TokenStream {
        let on = self.bare(on);
        let outer_changed = std::mem::take(&mut self.changed);
        let mut changed = HashSet::new();
        let mut written = Vec::new();
        for arm in arms {
            let statements = self.region(arm.region);
            let results: Vec<_> = self.graph.region(arm.region).results.iter().map(|&id| self.bare(id)).collect();
            changed.extend(std::mem::take(&mut self.changed));
            written.push((arm, statements, results));
        }
        let slots = match &self.graph.node(id).ty {
            Type::Tuple(types) => types.len(),
            _ => 0,
        };
        // A result that some arm left in an outer variable, changed in place, stays there.
        let yielding = || written.iter().filter(|(arm, ..)| arm.diverges.is_none());
        let mut taken = HashSet::new();
        let in_place: Vec<Option<String>> = (0..slots)
            .map(|slot| {
                let mut results = yielding().map(|(_, _, results)| results[slot].to_string());
                let found = results.find(|name| changed.contains(name) && self.is_in_scope(name))?;
                // One variable holds one result.
                taken.insert(found.clone()).then_some(found)
            })
            .collect();
        let fresh: Vec<usize> = (0..slots).filter(|&slot| in_place[slot].is_none()).collect();
        let names: Vec<Ident> = fresh
            .iter()
            .map(|&slot| {
                let hint = self.slot_hint(id, slot);
                self.fresh(&hint)
            })
            .collect();
        let arms: Vec<_> = written
            .iter()
            .map(|(arm, statements, results)| {
                if let Some(diverges) = &arm.diverges {
                    return (*arm, quote!(#statements #diverges));
                }
                let values: Vec<_> = fresh.iter().map(|&slot| &results[slot]).collect();
                let value = tuple(&values);
                let (targets, sources): (Vec<_>, Vec<_>) = in_place
                    .iter()
                    .zip(results)
                    .filter_map(|(target, result)| {
                        let target = target.as_ref().filter(|target| **target != result.to_string())?;
                        Some((Ident::new(target, Span::mixed_site()), result))
                    })
                    .unzip();
                if targets.is_empty() {
                    return (*arm, quote!(#statements #value));
                }
                // All results are read before any variable is overwritten.
                let yielded = Ident::new("yielded", Span::mixed_site());
                (*arm, quote!(#statements let #yielded = (#value); (#(#targets,)*) = (#(#sources,)*); #yielded))
            })
            .collect();
        let expression = match &arms[..] {
            [(first, yes), (_, no)] if matches!(first.test, PatternTest::Bool(true)) => {
                quote!(if #on { #yes } else { #no })
            }
            [(first, no), (_, yes)] if matches!(first.test, PatternTest::Bool(false)) => {
                quote!(if #on { #yes } else { #no })
            }
            arms => {
                let arms = arms.iter().map(|(arm, block)| {
                    let pattern = &arm.pattern;
                    quote!(#pattern => { #block })
                });
                quote!(match #on { #(#arms)* })
            }
        };
        for (slot, target) in in_place.iter().enumerate() {
            if let Some(target) = target {
                self.set_slot(id, slot, &Ident::new(target, Span::mixed_site()));
            }
        }
        for (&slot, name) in fresh.iter().zip(&names) {
            self.set_slot(id, slot, name);
        }
        self.changed.extend(outer_changed);
        self.changed.extend(in_place.into_iter().flatten());
        match &names[..] {
            [] => quote!(#expression),
            [name] => quote!(let mut #name = #expression;),
            names => quote!(let (#(mut #names),*) = #expression;),
        }
    }

    fn for_loop(&mut self, id: Id, range: &Range, init: &[Id], region: RegionId) -> TokenStream {
        let mut before = TokenStream::new();
        let params = self.graph.region(region).params.clone();
        let (start, end) = (self.value(range.start), self.value(range.end));
        let mut carried = Vec::new();
        for (slot, &start) in init.iter().enumerate() {
            let aggregate = matches!(self.graph.node(params[slot + 1]).ty, Type::Array(..) | Type::Tuple(_));
            let canonical = self.uses.canonical(self.graph, start);
            let reused = self.owned.get(&canonical).cloned().filter(|_| aggregate);
            let name = match reused.filter(|_| self.uses.ends_at(self.graph, start, id, self.at)) {
                Some(owned) => {
                    self.changed.insert(owned.to_string());
                    owned
                }
                None => {
                    let hint = match &self.graph.node(params[slot + 1]).name {
                        Some(name) => name.to_string(),
                        None => self.slot_hint(id, slot),
                    };
                    let (name, value) = (self.fresh(&hint), self.bare(start));
                    let ty = self.context.ty(&self.graph.node(params[slot + 1]).ty);
                    before.extend(quote!(let mut #name: #ty = #value;));
                    name
                }
            };
            if aggregate {
                self.own(params[slot + 1], name.clone());
            } else {
                self.values.insert(params[slot + 1], Value { tokens: quote!(#name), depth: 0 });
            }
            carried.push(name);
        }
        let index = self.fresh(&self.graph.node(params[0]).name.as_ref().map_or("i".to_owned(), ToString::to_string));
        self.values.insert(params[0], Value { tokens: quote!(#index), depth: 0 });
        let statements = self.region(region);
        let results: Vec<_> = self.graph.region(region).results.iter().map(|&id| self.bare(id)).collect();
        let (targets, values): (Vec<_>, Vec<_>) =
            carried.iter().zip(&results).filter(|(name, value)| name.to_string() != value.to_string()).unzip();
        let assign = match (&targets[..], &values[..]) {
            ([], _) => TokenStream::new(),
            ([target], [value]) => quote!(#target = #value;),
            (targets, values) => quote!((#(#targets),*) = (#(#values),*);),
        };
        for (slot, name) in carried.iter().enumerate() {
            self.set_slot(id, slot, name);
        }
        let dots = if range.inclusive { quote!(..=) } else { quote!(..) };
        let range = if range.reversed { quote!((#start #dots #end).rev()) } else { quote!(#start #dots #end) };
        quote!(#before for #index in #range { #statements #assign })
    }
}

/// `()`, `a`, `(a, b)`
fn tuple(values: &[&TokenStream]) -> TokenStream {
    match values {
        [] => TokenStream::new(),
        [value] => quote!(#value),
        values => quote!((#(#values),*)),
    }
}

fn symbol(text: &str) -> TokenStream {
    text.parse().unwrap_or_default()
}
