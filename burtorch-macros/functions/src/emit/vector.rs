//! Loops as vector code: which can be, and how they are written.
//!
//! With the option `vector` a body is generic over the instruction set, and what it is inlined into decides on the
//! instructions. An innermost loop whose iterations do not depend on each other is left to the optimizer, with functions
//! that it can turn into vector code. The optimizer may not change the order of a sum, so a loop with sums goes in parts:
//! the terms of a part are written to an array, and the array is added up in vectors.
//!
//! A loop that cannot be vector code is written as without the option, to the bit.

use std::fmt::Write;

use burtorch_runtime::rules::{Op, SimdForm};
use proc_macro2::{Delimiter, Ident, Span, TokenStream, TokenTree};
use quote::format_ident;
use syn::parse::Parser as _;
use syn::punctuated::Punctuated;

use super::api::{Emitter, Style};
use super::body::Body;
use super::shape::Code;
use super::slices::{ClosureParam, closure_over};
use super::windows::Window;
use crate::graph::{Id, Kind, Range, RegionId, Set, Step, Type};

/// How many terms of a sum are computed before they are added up: few enough for the nearest cache, and enough for the
/// ends of a part not to count.
const PART: usize = 64;

/// Loops of fewer iterations with sums are not taken in parts.
pub(super) const SHORT: usize = 32;

/// What is known of the vector code of a body.
pub(super) struct Vector {
    /// The name of the instruction set.
    isa: String,
    /// Some loop is vector code.
    used: bool,
    /// The loop that is being written is.
    inside: bool,
    /// The arrays of terms.
    terms: Vec<String>,
}

impl Vector {
    pub(super) fn new(isa: String, code: Code) -> Self {
        Vector { isa, used: code == Code::Fast, inside: false, terms: Vec::new() }
    }

    /// The name of the instruction set, if it is needed.
    pub(super) fn isa(self) -> Option<Ident> {
        self.used.then(|| Ident::new(&self.isa, Span::call_site()))
    }
}

/// How a loop starts and ends that is vector code.
pub(super) struct VectorLoop {
    pub header: String,
    pub footer: String,
    /// The carried variables that are sums, each with the array of its terms.
    pub sums: Vec<(usize, String)>,
}

impl Body<'_> {
    /// Whether a function is called by the name that the instruction set has for it.
    pub(super) fn is_lane(&self, op: Op) -> bool {
        self.vector.as_ref().is_some_and(|vector| vector.inside) && op.vector() == SimdForm::Function
    }

    pub(super) fn lane(&mut self, op: Op, arg: Id) -> String {
        let arg = self.bare(arg);
        let isa = self.vector.as_ref().map_or("", |vector| &vector.isa);
        format!("{}::__private::Isa::{}({isa}, {arg})", self.krate, op.name())
    }

    /// A sum or a difference with a product that nothing else needs, as one operation, if that is asked for.
    pub(super) fn fused(&mut self, op: Op, args: &[Id]) -> Option<String> {
        let (Op::Add | Op::Sub, Code::Fast, [a, b]) = (op, self.context.code, args) else { return None };
        self.vector.as_ref()?;
        let is_lanes = |id: Id| self.graph.node(id).ty == Type::Lanes;
        if a == b || is_lanes(*a) || is_lanes(*b) {
            return None;
        }
        // A fused operation takes longer than a sum: a sum that the next iteration waits for stays one.
        let recurrent = |id: Id| self.loops.last().is_some_and(|around| around.recurrent.contains(&id));
        let waits = |(x, y): (Id, Id), other: Id| recurrent(other) && !recurrent(x) && !recurrent(y);
        let product = |id: Id| match self.graph.kind(id) {
            Kind::Op(Op::Mul, factors) if self.values.get(id).is_some_and(|value| value.depth > 0) => {
                Some((factors[0], factors[1]))
            }
            _ => None,
        };
        // What is known last is waited for the shortest.
        let (factors, other, is_first) = match (product(*a), product(*b)) {
            (_, Some(factors)) if !waits(factors, *a) => (factors, *a, false),
            (Some(factors), _) if !waits(factors, *b) => (factors, *b, true),
            _ => return None,
        };
        let (x, y, mut z) = (self.bare(factors.0), self.bare(factors.1), self.bare(other));
        let x = if op == Op::Sub && !is_first { format!("-({x})") } else { x };
        if op == Op::Sub && is_first {
            z = format!("-({z})");
        }
        let isa = self.vector.as_ref().map_or("", |vector| &vector.isa);
        Some(format!("{}::__private::Isa::fma({isa}, {x}, {y}, {z})", self.krate))
    }

    /// What depends on a number that a loop carries and changes.
    pub(super) fn recurrent(&self, body: RegionId) -> Set<Id> {
        let region = self.graph.region(body);
        let carried = region.params.iter().skip(1).zip(&region.results).filter(|(param, result)| param != result);
        let mut found: Set<Id> =
            carried.map(|(&param, _)| param).filter(|&param| self.graph.node(param).ty == Type::Float).collect();
        self.spread_recurrent(body, &mut found);
        found
    }

    /// Adds what a region computes of what was found; true if there is something.
    fn spread_recurrent(&self, region: RegionId, found: &mut Set<Id>) -> bool {
        let mut any = false;
        for &id in &self.graph.region(region).nodes {
            let mut depends = self.graph.kind(id).inputs().iter().any(|input| found.contains(input));
            for inner in self.graph.regions_of(id) {
                depends |= self.spread_recurrent(inner, found);
                depends |= self.graph.region(inner).results.iter().any(|result| found.contains(result));
            }
            if depends {
                found.insert(id);
            }
            any |= depends;
        }
        any
    }

    /// The arrays of terms, declared.
    pub(super) fn arrays_of_terms(&self) -> String {
        let (mut text, zero) = (String::new(), self.context.constant_text(0.0));
        for name in self.vector.iter().flat_map(|vector| &vector.terms) {
            let _ = writeln!(text, "let mut {name} = [{zero}; {PART}];");
        }
        text
    }

    /// From here on rows are those of a loop that is vector code, or are not any more.
    pub(super) fn set_inside(&mut self, inside: bool) {
        if let Some(vector) = &mut self.vector {
            vector.inside = inside;
            vector.used |= inside;
        }
    }

    /// The carried variables that are sums, if a loop can be vector code.
    pub(super) fn vector_sums(
        &mut self,
        body: RegionId,
        range: &Range,
        carried: &[String],
        windows: &[Window],
    ) -> Option<Vec<usize>> {
        if self.context.code != Code::Vector || self.vector.is_none() || windows.is_empty() {
            return None;
        }
        for id in self.graph.region(body).nodes.clone() {
            if !self.is_vector_node(id, body, range, carried, windows) {
                return None;
            }
        }
        let (params, results) = (&self.graph.region(body).params[1..], &self.graph.region(body).results);
        let mut sums = Vec::new();
        for (slot, (&param, &result)) in params.iter().zip(results).enumerate() {
            if param == result || self.is_slice(param) && self.root_of(result, body) == param {
                continue;
            }
            if self.graph.node(param).ty != Type::Float || !self.is_sum(result, param, body) {
                return None;
            }
            sums.push(slot);
        }
        Some(sums)
    }

    /// Whether a node of a loop neither keeps it from being vector code nor depends on another iteration.
    fn is_vector_node(
        &mut self,
        id: Id,
        body: RegionId,
        range: &Range,
        carried: &[String],
        windows: &[Window],
    ) -> bool {
        match self.graph.kind(id).clone() {
            Kind::Const(_)
            | Kind::Int(..)
            | Kind::Bool(_)
            | Kind::Compare(..)
            | Kind::Not(_)
            | Kind::ToIndex(..)
            | Kind::Select(..)
            | Kind::Offset(..)
            | Kind::Len(_) => true,
            Kind::Op(op, _) => {
                matches!(op.vector(), SimdForm::Method | SimdForm::Instructions | SimdForm::Function)
            }
            Kind::Opaque(template) => is_plain(template.tokens),
            Kind::Save(_, value) => !self.is_slice(value),
            Kind::Restore(_) => !self.is_slice(id),
            Kind::Get(base, path) if !self.is_slice(base) => path.iter().all(|step| matches!(step, Step::At(_))),
            Kind::Get(base, path) | Kind::Set(base, path, _) | Kind::AddAt(base, path, _) if self.is_slice(base) => {
                let Some((&Step::Index(index), rest)) = path.split_first() else { return false };
                let root = self.root_of(base, body);
                let slot = self.graph.region(body).params[1..].iter().position(|&param| param == root);
                // What does not change is read where it is.
                if slot.is_none() && self.is_outside(index, body) && self.is_outside(root, body) {
                    return true;
                }
                let place = match slot {
                    Some(slot) => carried[slot].clone(),
                    None => self.place_of(root),
                };
                let Some(first) = self.first_of(index, body, range) else { return false };
                windows.iter().any(|window| !window.held && window.is(&place, &first))
                    && rest.iter().all(|step| matches!(step, Step::At(_)))
            }
            _ => false,
        }
    }

    /// Whether a result is `param` and terms that do not depend on it.
    fn is_sum(&self, result: Id, param: Id, body: RegionId) -> bool {
        // What is used once is used for the sum alone.
        if self.uses.count(result) != 1 {
            return false;
        }
        if result == param {
            return true;
        }
        match self.graph.kind(result) {
            _ if self.graph.node(result).region != body => false,
            Kind::Op(Op::Add, args) => args.iter().any(|&arg| self.is_sum(arg, param, body)),
            Kind::Op(Op::Sub, args) => self.is_sum(args[0], param, body),
            _ => false,
        }
    }

    /// A loop that is vector code. With sums it goes in parts, in which `taken` are as long as the part.
    pub(super) fn parts(
        &mut self,
        sums: &[usize],
        carried: &[String],
        mut taken: Vec<ClosureParam>,
        (count, place, index, start): (&str, &str, &str, &str),
    ) -> VectorLoop {
        if sums.is_empty() {
            // Iterations do not depend on each other, so they may go forwards.
            let (open, footer) = closure_over(&taken);
            let header = format!("{open}for {place} in 0..{count} {{ let {index} = {start} + {place};");
            return VectorLoop { header, footer, sums: Vec::new() };
        }
        let (from, part) = (self.fresh("from"), self.fresh("part"));
        let mut header = format!(
            "let mut {from} = 0_usize; while {from} < {count} {{ \
             let {part} = ::core::cmp::Ord::min({count} - {from}, {PART});\n"
        );
        for ClosureParam { name, mutable, .. } in &taken {
            let borrow = if *mutable { "&mut " } else { "&" };
            let _ = writeln!(header, "let {name} = {borrow}{name}[{from}..][..{part}];");
        }
        let number = self.context.scalar.tokens.to_string();
        let mut added = String::new();
        let mut with_terms = Vec::new();
        for (at, &slot) in sums.iter().enumerate() {
            let (name, sum) = (self.terms_at(at), &carried[slot]);
            let isa = self.vector.as_ref().map_or("", |vector| &vector.isa);
            let _ = writeln!(header, "let {name} = &mut {name}[..{part}];");
            let _ = writeln!(added, "{sum} = {sum} + {}::__private::sum({isa}, &{name}[..]);", self.krate);
            taken.push(ClosureParam { name: name.clone(), mutable: true, ty: Some(format!("&mut [{number}]")) });
            with_terms.push((slot, name));
        }
        let (open, close) = closure_over(&taken);
        let _ = write!(header, "{open}for {place} in 0..{part} {{ let {index} = {start} + {from} + {place};");
        VectorLoop { header, footer: format!("{close}{added}{from} += {part}; }}\n"), sums: with_terms }
    }

    /// The array for the terms of a sum. Loops that are vector code are not inside of each other, so all share the same ones.
    fn terms_at(&mut self, at: usize) -> String {
        let known = self.vector.as_ref().and_then(|vector| vector.terms.get(at).cloned());
        known.unwrap_or_else(|| {
            let name = self.fresh("terms");
            if let Some(vector) = &mut self.vector {
                vector.terms.push(name.clone());
            }
            name
        })
    }
}

/// Whether code of the user's is operators over names and numbers.
fn is_plain(tokens: TokenStream) -> bool {
    let mut after_name = false;
    tokens.into_iter().all(|token| match token {
        TokenTree::Ident(_) => {
            after_name = true;
            true
        }
        TokenTree::Group(group) => {
            let call = std::mem::take(&mut after_name);
            !call && group.delimiter() == Delimiter::Parenthesis && is_plain(group.stream())
        }
        TokenTree::Punct(punct) => {
            after_name = false;
            punct.as_char() != '?'
        }
        TokenTree::Literal(_) => true,
    })
}

impl Emitter<'_> {
    /// The block of a body with vector or fast code: all of it is compiled for the instruction set that is there.
    ///
    /// The block stands in a function of a type, since closures are not generic. It takes its arguments one by one: slices are known
    /// not to overlap if they are arguments, not if they come in a tuple.
    pub(super) fn compiled(
        &self,
        params: &TokenStream,
        result: &TokenStream,
        isa: Option<&Ident>,
        block: TokenStream,
    ) -> TokenStream {
        let (Some(isa), Style::Companion) = (isa, self.style) else { return block };
        let params = Punctuated::<syn::FnArg, syn::Token![,]>::parse_terminated.parse2(params.clone());
        let (mut names, mut types, mut handed) = (Vec::new(), Vec::new(), Vec::new());
        for (at, param) in params.expect("they are written as Rust").into_iter().enumerate() {
            let syn::FnArg::Typed(param) = param else { unreachable!("a free function has no receiver") };
            names.push(*param.pat);
            types.push(*param.ty);
            handed.push(format_ident!("argument_{at}"));
        }
        let krate = &self.context.krate;
        // More arguments are not passed one by one.
        let is_fast = self.context.code == Code::Fast && names.len() <= 12;
        let compiled = if is_fast { "fused" } else { "compiled" };
        let compiled = Ident::new(compiled, Span::call_site());
        let (generics, used, bounds) = self.signature.generics.split_for_impl();
        let marks = self.signature.generics.params.iter().filter_map(|param| match param {
            syn::GenericParam::Lifetime(param) => {
                let lifetime = &param.lifetime;
                Some(code!(& #lifetime ()))
            }
            syn::GenericParam::Type(param) => {
                let name = &param.ident;
                Some(code!(*const #name))
            }
            syn::GenericParam::Const(_) => None,
        });
        let declared = &self.signature.generics;
        code! {
            struct __BurtorchCompiled #declared (::core::marker::PhantomData<(#(#marks,)*)>) #bounds;
            impl #generics #krate::__private::DispatchedFunction<(#(#types,)*)> for __BurtorchCompiled #used #bounds {
                type Output = #result;
                #[inline(always)]
                fn run<__BurtorchIsa: #krate::__private::Isa>(self, #isa: __BurtorchIsa, (#(#handed,)*): (#(#types,)*)) -> #result {
                    Self::body(#isa, #(#handed),*)
                }
            }
            impl #generics __BurtorchCompiled #used #bounds {
                #[inline(always)]
                fn body<__BurtorchIsa: #krate::__private::Isa>(#isa: __BurtorchIsa, #(#names: #types),*) -> #result {
                    #block
                }
            }
            #krate::__private::#compiled(__BurtorchCompiled(::core::marker::PhantomData), (#(#names,)*))
        }
    }
}
