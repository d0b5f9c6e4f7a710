//! The functions with all the arithmetic, one per [`Pass`].
//!
//! A function over fixed sizes takes and returns values. In one over slices (`dynamic`), the adjoint of a slice is added to a
//! buffer that comes as an argument, and memory whose size is known at run time comes from a scratch of the caller's.

use proc_macro2::{Ident, Span, TokenStream};
use quote::format_ident;

use super::api::{Derivatives, Emitter, Style};
use super::body::{Extra, Written, body};
use super::pass::{Hidden, Pass};
use super::place::overwrite;
use super::shape::Code;
use crate::Join;
use crate::ast::{Param, Type};
use crate::each::{Each, IntoEach};
use crate::graph::{Graph, Step, element_type};

/// The body of a generated function.
pub(super) struct PassBody {
    /// The parameters that it has besides the function's own.
    pub extra: TokenStream,
    /// The instruction set that it names.
    pub isa: Option<Ident>,
    pub block: TokenStream,
}

impl Derivatives {
    /// The graph of a pass, if there is one.
    fn graph(&self, pass: Pass, lanes: bool) -> Option<&Graph> {
        match pass {
            Pass::Value => self.value.as_ref(),
            Pass::Reverse => Some(&self.reverse),
            Pass::Forward if lanes => self.lanes.as_ref(),
            Pass::Forward => Some(&self.forward),
            Pass::Second => self.second.as_ref(),
            Pass::Along => self.along.as_ref(),
            Pass::Rows => self.rows.as_ref(),
        }
    }
}

impl Emitter<'_> {
    /// The functions with all the arithmetic, and their types as closures.
    pub(super) fn bodies(&self, derivatives: Option<&Derivatives>) -> (TokenStream, [TokenStream; 3]) {
        let krate = &self.context.krate;
        let mut functions = TokenStream::new();
        let signature = self.signature_of_bodies();
        let emitter = Emitter { signature: &signature, ..self.clone() };
        for pass in Pass::BODIES.into_iter().chain([Pass::Along]) {
            if pass == Pass::Second && !self.second || pass == Pass::Along && !self.along {
                continue;
            }
            let PassBody { extra, isa, block } = self.body(pass, derivatives);
            let (params, ty) = (&self.params, self.body_result(pass));
            let params = code!(#params #extra);
            functions.join(match self.style {
                Style::Closure => {
                    let field = format_ident!("{}", pass.body());
                    // The methods of a parameter's bound need no import, those of `Passes` do.
                    let import = self.effects.then(|| code!(use #krate::__private::Effects as _;));
                    code!(#field: |#params| -> #ty { #import #block },)
                }
                _ => {
                    let block = emitter.compiled(&params, &ty, isa.as_ref(), block);
                    emitter.hidden_function(Hidden::Body(pass), &params, &ty, &block)
                }
            });
        }
        // Other functions name their bodies.
        let bounds = match self.style {
            Style::Closure => Pass::BODIES.map(|pass| self.bound(pass)),
            _ => Default::default(),
        };
        (functions, bounds)
    }

    /// The type of a body as a closure.
    fn bound(&self, pass: Pass) -> TokenStream {
        let krate = &self.context.krate;
        let plain = self.function.params.iter().map(|param| &param.tokens);
        let effects = self.effects.then(|| code!(, &mut #krate::__private::Passes));
        let (extra, ty) = (self.extra_types(pass), self.body_result(pass));
        code!(Fn(#(#plain,)* #(#extra),* #effects) -> #ty)
    }

    /// The types of the parameters that a body has besides the function's own, without what becomes of effects: the seed,
    /// then the sums to which adjoints are added; the tangents, then those of the sums; the scratch.
    fn extra_types(&self, pass: Pass) -> Vec<TokenStream> {
        let tangents: Vec<_> = self.active.each(|param| self.tangent(param));
        let sums: Vec<_> = self.summed().into_each(|param| self.sum_type(param));
        let mut types = Vec::new();
        if let Pass::Reverse | Pass::Second | Pass::Along = pass {
            types.push(self.seed_type());
            types.extend(sums.iter().cloned());
        }
        if let Pass::Forward | Pass::Second | Pass::Along = pass {
            types.push(code!((#(#tangents,)*)));
        }
        if pass == Pass::Along {
            types.push(self.seed_type());
        }
        if let Pass::Second | Pass::Along = pass {
            types.extend(sums);
        }
        types.extend(self.dynamic.then(|| self.scratch_type()));
        types.extend(self.gradient_type(pass));
        types
    }

    /// What a body yields.
    fn body_result(&self, pass: Pass) -> TokenStream {
        let (result, returned) = (&self.result, self.returned());
        match pass {
            Pass::Forward => {
                let moved = self.result_tangent();
                code!((#result, #moved))
            }
            Pass::Reverse => code!((#result, (#(#returned,)*))),
            Pass::Second | Pass::Along => code!(((#result, (#(#returned,)*)), (#result, (#(#returned,)*)))),
            Pass::Value | Pass::Rows => result.stream(),
        }
    }

    /// How the graph of a pass is given its parameter number `at` of those that are not the user's.
    fn extra(&self, pass: Pass, summed: &[&Param], at: usize) -> Extra {
        let sum = |param: &Param| if param.ty.is_slice() { Extra::Lent } else { Extra::Value };
        let tangent = |param: &Param| match (param.ty.is_slice(), param.mutable) {
            (false, false) => Extra::Value,
            (true, true) => Extra::Lent,
            _ => Extra::Borrowed,
        };
        match (pass, at) {
            _ if !self.dynamic => Extra::Value,
            (Pass::Second, 1..) if at <= summed.len() && self.may_be_left_out(summed[at - 1]) => Extra::Gradient,
            (Pass::Forward, at) => tangent(self.active[at]),
            (_, 0) if self.function.result.is_slice() => Extra::Borrowed,
            (_, 0) => Extra::Value,
            (_, at) if at <= summed.len() => sum(summed[at - 1]),
            (_, at) => {
                let at = at - 1 - summed.len();
                match self.active.get(at) {
                    Some(param) => tangent(param),
                    // The tangent of the seed is as the seed is.
                    None if pass == Pass::Along && at == self.active.len() => self.extra(pass, summed, 0),
                    None => sum(summed[at - self.active.len() - usize::from(pass == Pass::Along)]),
                }
            }
        }
    }

    /// The body of a pass. Without derivatives, a stub that never runs.
    pub(super) fn body(&self, pass: Pass, derivatives: Option<&Derivatives>) -> PassBody {
        let Some(derivatives) = derivatives else {
            let types = self.extra_types(pass);
            return PassBody { extra: code!(#(_: #types),*), isa: None, block: code!(::core::unreachable!()) };
        };
        let graph = derivatives.graph(pass, self.context.lanes).expect("it is there when it is asked for");
        let (arity, summed) = (self.function.params.len(), self.summed());
        let extra = |at: usize| self.extra(pass, &summed, at);
        let written = body(graph, &self.context, arity, &self.user_params(), &extra, &derivatives.items);
        let Written { statements, results, recycled, scratch, effects, gradient, extra, isa } = written;
        let mut ends = Ends::new(self);
        let tangent_types: Vec<_> = self.active.each(|param| self.tangent(param));
        let seed_ty = self.seed_type();
        let (extra, value) = match pass {
            Pass::Reverse => {
                let (seed, buffers) = (&extra[0], &extra[1..]);
                let (results, finals) = results.split_at(results.len() - ends.mutable.len());
                let value = ends.pair(results, buffers, &summed);
                ends.store_arguments(finals);
                let buffers = self.typed(buffers, &summed);
                (code!(#seed: #seed_ty, #buffers), value)
            }
            Pass::Forward => {
                let (values, moving) = results.split_at(results.len() / 2);
                ends.store_arguments(&values[1..]);
                ends.store_tangents(&extra, &moving[1..]);
                let (value, tangent) = (&values[0], &moving[0]);
                (code!((#(#extra,)*): (#(#tangent_types,)*),), code!((#value, #tangent)))
            }
            Pass::Value | Pass::Rows => {
                ends.store_arguments(&results[1..]);
                (TokenStream::new(), results[0].clone())
            }
            Pass::Second | Pass::Along => {
                let (seed, rest) = (&extra[0], &extra[1..]);
                let (buffers, rest) = rest.split_at(summed.len());
                let (tangents, rest) = rest.split_at(self.active.len());
                let (along, moving) = rest.split_at(usize::from(pass == Pass::Along));
                let (first, second) = results.split_at(results.len() / 2);
                let (first, finals) = first.split_at(first.len() - ends.mutable.len());
                let (second, moved) = second.split_at(second.len() - ends.mutable.len());
                let (values, tangent_values) = (ends.pair(first, buffers, &summed), ends.pair(second, moving, &summed));
                ends.store_arguments(finals);
                ends.store_tangents(tangents, moved);
                let (buffers, moving) = (self.typed(buffers, &summed), self.typed(moving, &summed));
                let extra = code!(
                    #seed: #seed_ty, #buffers (#(#tangents,)*): (#(#tangent_types,)*), #(#along: #seed_ty,)* #moving
                );
                (extra, code!((#values, #tangent_values)))
            }
        };
        let (items, effects) = (&derivatives.items, self.effects_of_body(effects.as_ref()));
        if self.dynamic {
            let Ends { copies, targets, values, .. } = ends;
            let after = (!targets.is_empty()).then(|| code!((#(*#targets,)*) = ends;));
            let scratch_ty = self.scratch_type();
            let block = code! {
                #(#items)*
                #statements
                let ends = (#(#values,)*);
                #copies
                let value = #value;
                #after
                #recycled
                value
            };
            let gradient = self.gradient_type(pass).map(|ty| code!(#gradient: #ty,));
            return PassBody { extra: code!(#extra #scratch: #scratch_ty, #gradient #effects), isa, block };
        }
        let extra = code!(#extra #effects);
        if !graph.needs_scratch() {
            return PassBody { extra, isa, block: code!(#(#items)* #statements #value) };
        }
        let krate = &self.context.krate;
        let block = code! {
            #(#items)*
            let #scratch = &mut #krate::Scratch::new();
            #statements
            let value = #value;
            #recycled
            value
        };
        PassBody { extra, isa, block }
    }

    /// `x_adjoint: &mut [f64],` for each argument whose adjoint flows in.
    fn typed(&self, names: &[Ident], summed: &[&Param]) -> TokenStream {
        let typed = names.iter().zip(summed).map(|(name, param)| {
            let ty = self.sum_type(param);
            code!(#name: #ty)
        });
        code!(#(#typed,)*)
    }

    /// The type of what says whether a pass for a product with the Hessian adds up the gradient as well, if it is told.
    fn gradient_type(&self, pass: Pass) -> Option<TokenStream> {
        let krate = &self.context.krate;
        let is_told = pass == Pass::Second && self.summed().into_iter().any(|param| self.may_be_left_out(param));
        is_told.then(|| code!(impl #krate::__private::Gradient))
    }

    /// Whether the gradient with respect to an argument may be left out of a product with the Hessian: it is a slice that nothing
    /// but sums go to. Bodies with instructions of their own are types, whose functions take no argument of any type.
    fn may_be_left_out(&self, param: &Param) -> bool {
        let is_generic = self.context.code == Code::Plain && !matches!(self.style, Style::Closure);
        is_generic && self.flows_in(param) && param.ty.is_slice() && !param.mutable
    }

    /// A call of the body that computes a product with the Hessian, and the gradient if that is `wanted`.
    pub(super) fn second_pass(&self, args: &TokenStream, wanted: bool, effects: &TokenStream) -> TokenStream {
        let krate = &self.context.krate;
        let gradient = if wanted { code!(Wanted) } else { code!(NotWanted) };
        let gradient = self.gradient_type(Pass::Second).map(|_| code!(, #krate::__private::#gradient));
        self.body_pass(Pass::Second, &code!(#args #gradient), effects)
    }

    /// The type of the elements of a slice.
    pub(super) fn element(&self, ty: &Type) -> TokenStream {
        self.context.ty(&element_of(ty))
    }

    pub(super) fn scratch_type(&self) -> TokenStream {
        let krate = &self.context.krate;
        code!(&mut #krate::Scratch)
    }

    /// The seed: a slice for a function that returns one.
    pub(super) fn seed_type(&self) -> TokenStream {
        let result = &self.function.result;
        if self.dynamic && result.is_slice() {
            let element = self.element(result);
            return code!(&[#element]);
        }
        self.result.stream()
    }

    /// The arguments whose adjoints flow in: active slices, and what the function changes.
    pub(super) fn summed(&self) -> Vec<&Param> {
        let mut summed = Vec::new();
        for &param in &self.active {
            if self.flows_in(param) {
                summed.push(param);
            }
        }
        summed
    }

    /// Whether the adjoint of an argument flows in: that of a slice, or of what the function changes.
    pub(super) fn flows_in(&self, param: &Param) -> bool {
        self.dynamic && param.active && (param.ty.is_slice() || param.mutable)
    }

    /// How an adjoint flows in: a slice as a buffer, a number or array as it is.
    fn sum_type(&self, param: &Param) -> TokenStream {
        if param.ty.is_slice() {
            let element = self.element(&param.ty);
            return code!(&mut [#element]);
        }
        self.context.ty(&param.ty)
    }

    /// The types of the adjoints that are returned: those that are not added to a buffer.
    fn returned(&self) -> Vec<TokenStream> {
        self.returned_params().into_each(|param| self.context.ty(&param.ty))
    }

    /// The arguments whose adjoints are returned: all active ones but slices.
    pub(super) fn returned_params(&self) -> Vec<&Param> {
        let mut returned = Vec::new();
        for &param in &self.active {
            if !self.dynamic || !param.ty.is_slice() {
                returned.push(param);
            }
        }
        returned
    }

    /// Tangents come as the arguments do, slices as slices.
    fn tangent(&self, param: &Param) -> TokenStream {
        let ty = self.context.moving(&param.ty);
        match (self.dynamic && ty.is_slice(), self.dynamic && param.mutable) {
            (false, false) => self.context.ty(&ty),
            (false, true) => {
                let ty = self.context.ty(&ty);
                code!(&mut #ty)
            }
            (true, mutable) => {
                let (element, mutability) = (self.element(&ty), mutable.then(|| code!(mut)));
                code!(& #mutability [#element])
            }
        }
    }
}

/// What a body over slices does with its results: adjoints are in their buffers or are copied there, and `&mut` arguments
/// get what they are at the end.
struct Ends<'a> {
    /// The arguments that the function changes.
    mutable: Vec<&'a Param>,
    active: &'a [&'a Param],
    /// No results go anywhere but out.
    is_static: bool,
    /// The statements that copy slices.
    copies: TokenStream,
    /// Numbers and arrays, and what is stored there, all at once: what one is at the end may depend on what another was.
    targets: Vec<Ident>,
    values: Vec<TokenStream>,
}

impl<'a> Ends<'a> {
    fn new(emitter: &'a Emitter) -> Self {
        let mut mutable = Vec::new();
        for &param in &emitter.active {
            if emitter.dynamic && param.mutable {
                mutable.push(param);
            }
        }
        let (copies, is_static) = (TokenStream::new(), !emitter.dynamic);
        Ends { mutable, active: &emitter.active, is_static, copies, targets: Vec::new(), values: Vec::new() }
    }

    /// The value and the adjoints that are returned; those of slices go to their buffers, `sums`.
    fn pair(&mut self, results: &[TokenStream], sums: &[Ident], summed: &[&Param]) -> TokenStream {
        let (value, mut returned) = (&results[0], Vec::new());
        for (param, adjoint) in self.active.iter().zip(&results[1..]) {
            if self.is_static || !param.ty.is_slice() {
                returned.push(adjoint);
                continue;
            }
            let at =
                summed.iter().position(|summed| summed.name == param.name).expect("every active slice has a buffer");
            let sum = &sums[at];
            self.copies.extend(copy_into(&param.ty, &code!(#sum), adjoint));
        }
        code!((#value, (#(#returned,)*)))
    }

    /// What `&mut` arguments are at the end.
    fn store_arguments(&mut self, ends: &[TokenStream]) {
        let names = self.mutable.each(|param| param.name.clone());
        self.store(&names, ends);
    }

    /// The tangents of what `&mut` arguments are at the end, out of the tangents of all active arguments.
    fn store_tangents(&mut self, tangents: &[Ident], ends: &[TokenStream]) {
        let mut names = Vec::new();
        for (param, name) in self.active.iter().zip(tangents) {
            if param.mutable {
                names.push(name.clone());
            }
        }
        self.store(&names, ends);
    }

    fn store(&mut self, names: &[Ident], ends: &[TokenStream]) {
        for ((param, name), end) in self.mutable.iter().zip(names).zip(ends) {
            if param.ty.is_slice() {
                self.copies.extend(copy_into(&param.ty, &code!(#name), end));
            } else {
                self.targets.push(name.clone());
                self.values.push(end.clone());
            }
        }
    }
}

/// `buffer.copy_from_slice(&value);`, unless that is the buffer itself.
fn copy_into(ty: &Type, buffer: &TokenStream, value: &TokenStream) -> Option<TokenStream> {
    let overwrite = Ident::new(overwrite(ty), Span::call_site());
    (buffer.to_string() != value.to_string()).then(|| code!(#buffer.#overwrite(&#value);))
}

/// What a slice is made of.
pub(super) fn element_of(ty: &Type) -> Type {
    element_type(ty, &[Step::At(0)])
}
