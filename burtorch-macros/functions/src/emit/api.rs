//! What a user calls: `grad`, `value_and_grad`, `vjp`, `jvp`, `hvp`, `hessian`, `jacobian`.
//!
//! Three functions hold all generated arithmetic: `__reverse`, `__forward` and `__second`. The others
//! are thin: they arrange arguments and results. All are `#[inline]`, so what is not called is checked
//! by rustc but never compiled.

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, format_ident};
use syn::ext::IdentExt;

use super::body::UserParams;
use super::convention::again;
use super::pass::{Hidden, Pass, in_lanes};
use super::shape::{Code, Context, copied};
use super::text::raw_literal;
use crate::ast::{Function, Len, Param, Type};
use crate::dispatch::Dispatch;
use crate::each::Each;
use crate::graph::Graph;
use crate::proofs::Proof;
use crate::{Join, TokenList, text_literal};

/// The simplified graphs of a function's derivatives.
pub struct Derivatives {
    /// `args…, seed` → `value, adjoints…`
    pub reverse: Graph,
    /// `args…, tangents…` → `value, tangent`
    pub forward: Graph,
    /// `args…, tangents…` → `value, tangent` in several directions at once; if it is wanted
    pub lanes: Option<Graph>,
    /// `args…, seed, tangents…` → `value, adjoints…`, then the tangents of these; if it is wanted
    pub second: Option<Graph>,
    /// As `second`, with a tangent of the seed before those of the sums; if the function calls itself
    pub along: Option<Graph>,
    /// `args…` → `value`; if there may be effects, which are recorded or read back
    pub value: Option<Graph>,
    /// `args…` → the adjoints of all arguments, for each number of the result; if it is wanted
    pub rows: Option<Graph>,
    /// The graph of the function itself, as Graphviz text.
    pub dot: String,
    /// Operations of the value, of value and gradient, and of those once simplified.
    pub operations: [usize; 3],
    /// Items inside the body.
    pub items: Vec<TokenStream>,
    /// What names in the body are taken to mean.
    pub proofs: Vec<Proof>,
    /// Called functions whose companion types go by other names.
    pub callees: Vec<TokenStream>,
    /// Hidden traits that stand beside the function, and the generic parameters that they bound.
    pub dispatches: Vec<(Dispatch, Ident)>,
}

/// Where the generated functions live.
pub enum Style {
    /// Associated functions of a type with the function's name.
    Companion,
    /// Sibling methods; the receiver, if there is one.
    Method(Option<TokenStream>),
    /// Methods of a value that holds three closures.
    Closure,
}

/// Signature parts of the function that is differentiated.
#[derive(Clone)]
pub struct Signature {
    pub generics: syn::Generics,
    pub vis: syn::Visibility,
    /// How the user spells the result.
    pub result: TokenStream,
    /// The result as the generated signature spells it: for an `Option` or a `Result` the graph has another type.
    pub written: TokenStream,
    /// `#[deprecated]`, if the function is.
    pub deprecated: Option<syn::Attribute>,
}

/// All generated functions of one function.
pub struct Api {
    /// `__reverse`, `__forward`, `__second`: as functions, or as closures.
    pub bodies: TokenStream,
    /// The types of the closures.
    pub bounds: [TokenStream; 3],
    pub functions: TokenStream,
}

/// The generated functions of a function.
///
/// Without derivatives, stubs that never run stand in for the bodies: there is an error already.
pub fn api(function: &Function, derivatives: Option<&Derivatives>, signature: &Signature, style: &Style) -> Api {
    let code = match (function.vector, function.fast) {
        (Some(_), _) => Code::Vector,
        (None, Some(_)) => Code::Fast,
        (None, None) => Code::Plain,
    };
    let (scalar, krate) = (function.scalar.clone(), function.krate.clone());
    let context = Context { scalar, krate, site: function.site, lanes: false, code };
    let active: Vec<&Param> = function.params.only(|param| param.active);
    let second = derivatives.is_none_or(|derivatives| derivatives.second.is_some());
    let has_place = !matches!(style, Style::Closure) && function.result.payload().is_none();
    let along = has_place && derivatives.is_some_and(|derivatives| derivatives.along.is_some());
    let dynamic = is_dynamic(function, derivatives) && !matches!(style, Style::Closure);
    let effects = derivatives.is_some_and(|derivatives| derivatives.value.is_some());
    let (result, params, args) = (signature.result.clone().into(), params(function), args(function));
    let emitter =
        Emitter { function, signature, style, context, active, result, params, args, second, along, dynamic, effects };
    let (mut bodies, bounds) = emitter.bodies(derivatives);
    let mut functions = TokenStream::new();
    if function.result.payload().is_some() {
        functions.join(emitter.choice_api(derivatives));
        return Api { bodies, bounds, functions };
    }
    if dynamic {
        functions.join(emitter.users_api(false));
        functions.join(emitter.in_lanes(derivatives));
        functions.join(emitter.convention_with_scratch());
        functions.join(emitter.value(derivatives));
        // What has no slices can be called like any other function.
        functions.join(if emitter.is_called_plainly() {
            emitter.calling_convention()
        } else {
            emitter.convention_without_scratch()
        });
    } else {
        functions.join(emitter.in_lanes(derivatives));
        let mut rows = None;
        if !matches!(style, Style::Closure) {
            functions.join(emitter.value(derivatives));
            functions.join(emitter.calling_convention());
            rows = derivatives.and_then(|derivatives| emitter.rows(derivatives));
        }
        functions.join(emitter.users_api(rows.is_some()));
        bodies.extend(rows);
    }
    if let Some(derivatives) = derivatives {
        functions.join(emitter.constants(derivatives));
    }
    Api { bodies, bounds, functions }
}

/// Whether a function has slices among its arguments, or needs memory whose size is known at run time.
pub fn is_dynamic(function: &Function, derivatives: Option<&Derivatives>) -> bool {
    function.params.iter().any(|param| param.active && param.ty.has_slices() || param.mutable)
        || function.result.has_slices()
        || derivatives.is_some_and(|derivatives| {
            let graphs = [Some(&derivatives.reverse), Some(&derivatives.forward), derivatives.second.as_ref()];
            graphs.into_iter().flatten().any(Graph::needs_scratch)
        })
}

/// The arguments of a function as one value.
pub(super) struct PointArguments {
    pub point: TokenStream,
    pub point_ty: TokenStream,
    /// `self,` and `self: &Type,` if the receiver is an argument that is differentiated: it stays a receiver.
    pub this: Option<TokenStream>,
    pub this_param: Option<TokenStream>,
}

/// The direction of a derivative, which is as the active arguments are.
pub(super) struct Directions {
    pub names: Vec<TokenStream>,
    pub types: Vec<TokenStream>,
    /// As the bodies take them.
    pub values: Vec<TokenStream>,
}

#[derive(Clone)]
#[allow(clippy::struct_excessive_bools, reason = "each is a fact of its own, and any of them may go together")]
pub(super) struct Emitter<'a> {
    pub function: &'a Function,
    pub signature: &'a Signature,
    pub style: &'a Style,
    pub context: Context,
    pub active: Vec<&'a Param>,
    /// How the user spells the result.
    pub result: TokenList,
    /// `x: f64, y: &[f64; 3],`
    pub params: TokenList,
    /// `x, y,`
    pub args: TokenList,
    /// With second derivatives.
    pub second: bool,
    /// With those along a tangent of the seed.
    pub along: bool,
    /// The bodies take buffers and a scratch.
    pub dynamic: bool,
    /// There may be effects: the bodies are told what becomes of them.
    pub effects: bool,
}

impl Emitter<'_> {
    /// Whether the body of reverse mode is as other compiled functions call it, so that there need not be two functions.
    pub(super) fn reverse_is_vjp(&self) -> bool {
        let takes_effects = self.effects && self.context.code == Code::Plain;
        let all = self.function.params.iter().all(|param| param.active && !param.is_receiver());
        takes_effects && !self.dynamic && all
    }

    /// Whether other compiled functions call it without a scratch: it has no slices.
    pub(super) fn is_called_plainly(&self) -> bool {
        self.summed().is_empty() && !self.function.result.is_slice()
    }

    /// The name of a public function.
    pub(super) fn name(&self, name: &str) -> Ident {
        let name = if self.context.lanes { in_lanes(name) } else { name.to_owned() };
        match self.style {
            Style::Method(_) => format_ident!("{}_{name}", self.function.name.unraw()),
            _ => format_ident!("{name}"),
        }
    }

    /// The name of a hidden function.
    pub(super) fn hidden(&self, hidden: Hidden) -> Ident {
        let is_called = hidden == Hidden::Body(Pass::Reverse) && self.reverse_is_vjp();
        self.hidden_named(if is_called { Hidden::Called(Pass::Reverse) } else { hidden }, self.context.lanes)
    }

    /// The name of a hidden function in one direction, or in several.
    pub(super) fn hidden_named(&self, hidden: Hidden, lanes: bool) -> Ident {
        let name = hidden.text(lanes);
        match self.style {
            Style::Method(_) => format_ident!("__{}_{name}", self.function.name.unraw()),
            _ => format_ident!("__{name}"),
        }
    }

    /// Methods stand among the user's own, so each says for itself what it may do.
    pub(super) fn allowed(&self) -> Option<TokenStream> {
        matches!(self.style, Style::Method(_)).then(allowed)
    }

    pub(super) fn receiver(&self) -> Option<TokenStream> {
        match self.style {
            Style::Companion | Style::Method(None) => None,
            Style::Method(Some(receiver)) => Some(code!(#receiver,)),
            Style::Closure => Some(code!(&self,)),
        }
    }

    /// A call of a body by what a user calls.
    pub(super) fn body_call(&self, pass: Pass, args: &TokenStream) -> TokenStream {
        self.body_pass(pass, args, &self.direct())
    }

    /// A call of a body that says what becomes of effects.
    pub(super) fn body_pass(&self, pass: Pass, args: &TokenStream, effects: &TokenStream) -> TokenStream {
        let args = if self.effects { code!(#args, #effects) } else { args.clone() };
        self.hidden_call(Hidden::Body(pass), &args, &self.body_turbofish(pass))
    }

    /// A call of a hidden function.
    pub(super) fn hidden_call(&self, function: Hidden, args: &TokenStream, turbofish: &dyn ToTokens) -> TokenStream {
        let hidden = self.hidden(function);
        match self.style {
            Style::Companion | Style::Method(None) => code!(Self::#hidden #turbofish(#args)),
            Style::Method(Some(_)) => {
                let this = Ident::new("self", self.function.receiver.unwrap_or_else(Span::call_site));
                code!(#this.#hidden #turbofish(#args))
            }
            Style::Closure => {
                let field = format_ident!("{}", function.text(false));
                code!((self.#field)(#args))
            }
        }
    }

    /// A call of a body by what compiled functions call that have no scratch.
    pub(super) fn plain_call(&self, pass: Pass, args: &TokenStream) -> TokenStream {
        self.plain_pass(pass, args, &code!(effects))
    }

    /// A call of a body by what compiled functions call that have no scratch, and what becomes of effects.
    pub(super) fn plain_pass(&self, pass: Pass, args: &TokenStream, effects: &TokenStream) -> TokenStream {
        if !self.dynamic {
            return self.body_pass(pass, args, effects);
        }
        let krate = &self.context.krate;
        self.body_pass(pass, &code!(#args, &mut #krate::Scratch::new()), effects)
    }

    /// A call of another public function of the same kind.
    pub(super) fn sibling(&self, name: &str, args: &dyn ToTokens) -> TokenStream {
        let (name, turbofish) = (self.name(name), self.turbofish());
        match self.style {
            Style::Method(Some(_)) => {
                let this = Ident::new("self", self.function.receiver.unwrap_or_else(Span::call_site));
                code!(#this.#name #turbofish(#args))
            }
            Style::Closure => code!(self.#name(#args)),
            _ => code!(Self::#name #turbofish(#args)),
        }
    }

    /// The generic arguments, lifetimes left to inference.
    pub(super) fn turbofish(&self) -> Option<TokenStream> {
        let names = self.generic_names();
        (!names.is_empty()).then(|| code!(::<#(#names),*>))
    }

    /// The names of the generic arguments.
    pub(super) fn generic_names(&self) -> Vec<&Ident> {
        let name = |param| match param {
            &syn::GenericParam::Type(syn::TypeParam { ref ident, .. })
            | &syn::GenericParam::Const(syn::ConstParam { ref ident, .. }) => Some(ident),
            syn::GenericParam::Lifetime(_) => None,
        };
        self.signature.generics.params.iter().filter_map(name).collect()
    }

    /// `x, y,`, for arguments that are needed again.
    pub(super) fn args_again(&self) -> TokenStream {
        let args = self.function.params.iter().map(|param| again(&self.context.krate, param));
        code!(#(#args,)*)
    }

    /// The types of adjoints and tangents of the active arguments.
    pub(super) fn types(&self) -> Vec<TokenStream> {
        self.active.each(|param| self.context.ty(&param.ty))
    }

    /// One value bare, several as a tuple.
    pub(super) fn gathered(parts: &[TokenStream]) -> TokenStream {
        match parts {
            [part] => part.clone(),
            parts => code!((#(#parts),*)),
        }
    }

    /// What a body yields of all active arguments, a tuple, becomes gathered by this behind it.
    pub(super) fn only(&self) -> Option<TokenStream> {
        (self.active.len() == 1).then(|| code!(.0))
    }

    /// Names for the adjoints of the active arguments: `x_adjoint`.
    pub(super) fn adjoints(&self) -> Vec<TokenStream> {
        self.active.each(|param| {
            let name = format_ident!("{}_adjoint", param.name.unraw(), span = Span::mixed_site());
            code!(#name)
        })
    }

    /// The type of the tangent of the result.
    pub(super) fn result_tangent(&self) -> TokenStream {
        if self.context.lanes { self.context.ty(&self.function.result.in_lanes()) } else { self.result.stream() }
    }

    /// Wraps a public function.
    pub(super) fn function(
        &self,
        doc: &str,
        name: &str,
        params: &dyn ToTokens,
        result: &dyn ToTokens,
        block: &TokenStream,
    ) -> TokenStream {
        let (generics, _, bounds) = self.signature.generics.split_for_impl();
        let doc = text_literal(&format!(" {doc}"));
        // What is added to a buffer is a result as well.
        let must_use = (!name.ends_with("_into")).then(|| code!(#[must_use]));
        let (vis, name, receiver, allowed) = (&self.signature.vis, self.name(name), self.receiver(), self.allowed());
        // A companion says so itself.
        let deprecated = self.signature.deprecated.as_ref().filter(|_| matches!(self.style, Style::Method(_)));
        code! {
            #[doc = #doc]
            #deprecated
            #[inline]
            #must_use
            #allowed
            #vis fn #name #generics (#receiver #params) -> #result #bounds { #block }
        }
    }

    pub(super) fn hidden_function(
        &self,
        name: Hidden,
        params: &TokenStream,
        result: &dyn ToTokens,
        block: &TokenStream,
    ) -> TokenStream {
        let (generics, _, bounds) = self.signature.generics.split_for_impl();
        let opened = self.opened_by_receiver(name, params);
        let (vis, name, receiver, allowed) = (&self.signature.vis, self.hidden(name), self.receiver(), self.allowed());
        code! {
            #[doc(hidden)]
            #[inline]
            #allowed
            #vis fn #name #generics (#receiver #params) -> #result #bounds { #opened #block }
        }
    }

    pub(super) fn user_params(&self) -> UserParams {
        let named = |which: fn(&Param) -> bool| {
            self.function.params.iter().filter(|param| which(param)).map(|param| param.name.clone()).collect()
        };
        UserParams { by_ref: named(|param| param.by_ref), mutable: named(|param| param.mutable) }
    }

    /// All arguments as one, but for a receiver.
    pub(super) fn point(&self) -> PointArguments {
        let others = self.function.params.iter().filter(|param| !param.is_receiver());
        let (names, types): (Vec<_>, Vec<_>) =
            others.map(|Param { name, tokens, .. }| (code!(#name), tokens.clone())).unzip();
        let this = self.function.params.iter().find(|param| param.is_receiver());
        PointArguments {
            point: Self::gathered(&names),
            point_ty: Self::gathered(&types),
            this: this.map(|Param { name, .. }| code!(#name,)),
            this_param: this.map(|Param { name, tokens, .. }| code!(#name: #tokens,)),
        }
    }

    /// The arguments of a call after which they are needed again: values are cloned, references borrowed anew.
    pub(super) fn point_again(&self) -> TokenStream {
        let krate = &self.context.krate;
        let (this, others): (Vec<_>, Vec<_>) = self.function.params.iter().partition(|param| param.is_receiver());
        let this = this.iter().map(|param| again(krate, param));
        let point = Self::gathered(&others.each(|param| again(krate, param)));
        code!(#(#this,)* #point)
    }

    pub(super) fn directions(&self) -> Directions {
        let types = self.active.each(|param| self.direction_type(param));
        let names: Vec<_> = (0..self.active.len()).each(|at| {
            let name = format_ident!("tangent_{at}", span = Span::mixed_site());
            code!(#name)
        });
        let value = |(param, name): (&&Param, &TokenStream)| match (param.by_ref, param.ty.is_slice()) {
            (true, false) if !param.mutable => copied(&param.ty, &code!(*#name)),
            (false, true) => code!(&#name),
            _ => name.clone(),
        };
        let values = self.active.iter().zip(&names).map(value).collect();
        Directions { names, types, values }
    }

    /// A direction is of the type of its argument, or of as many numbers for each direction.
    fn direction_type(&self, param: &Param) -> TokenStream {
        if !self.context.lanes {
            return without_lifetime(&param.tokens);
        }
        let mutability = param.mutable.then(|| code!(mut));
        let ty = match self.context.moving(&param.ty) {
            Type::Array(element, Len::Dynamic) if param.by_ref => {
                let element = self.context.ty(&element);
                code!([#element])
            }
            ty => self.context.ty(&ty),
        };
        if param.by_ref { code!(& #mutability #ty) } else { ty }
    }

    pub(super) fn constants(&self, derivatives: &Derivatives) -> TokenStream {
        let (krate, vis, dot) = (&self.context.krate, &self.signature.vis, raw_literal(&derivatives.dot));
        let [value, before, after] = derivatives.operations;
        let name = &self.function.name;
        let dot_doc = text_literal(&format!(" The graph of `{name}`, as Graphviz text."));
        let ops_doc = text_literal(&format!(" How many operations `{name}` and its gradient take."));
        let ops = code!(#krate::Ops { value: #value, before: #before, after: #after });
        match self.style {
            Style::Closure => code! {
                #[doc = #dot_doc]
                #[must_use]
                #vis fn dot(&self) -> &'static str { #dot }
                #[doc = #ops_doc]
                #[must_use]
                #vis fn ops(&self) -> #krate::Ops { #ops }
            },
            _ => {
                let prefix = match self.style {
                    Style::Method(_) => format!("{}_", name.to_string().trim_start_matches("r#").to_uppercase()),
                    _ => String::new(),
                };
                let (dot_name, ops_name) = (format_ident!("{prefix}DOT"), format_ident!("{prefix}OPS"));
                // The text is in a block, since rustdoc would print a plain literal.
                code! {
                    #[doc = #dot_doc]
                    #vis const #dot_name: &'static str = { const TEXT: &str = #dot; TEXT };
                    #[doc = #ops_doc]
                    #vis const #ops_name: #krate::Ops = #ops;
                }
            }
        }
    }
}

/// `x: f64, y: &[f64; 3],`
fn params(function: &Function) -> TokenList {
    let params = function.params.iter().map(|Param { name, tokens, .. }| code!(#name: #tokens,));
    code!(#(#params)*).into()
}

/// `x, y,`
fn args(function: &Function) -> TokenList {
    let names = function.params.iter().map(|param| &param.name);
    code!(#(#names,)*).into()
}

/// The type of an argument, as a reference of any lifetime if it is one: a direction need not live as long as the point.
fn without_lifetime(ty: &TokenStream) -> TokenStream {
    let tokens: Vec<TokenTree> = ty.clone().into_iter().collect();
    let is = |at: usize, sign: char| matches!(tokens.get(at), Some(TokenTree::Punct(punct)) if punct.as_char() == sign);
    let (first, rest) = if is(0, '&') && is(1, '\'') { (1, 3) } else { (0, 0) };
    tokens[..first].iter().chain(&tokens[rest..]).cloned().collect()
}

/// Lints that are about how a person writes code.
pub fn allowed() -> TokenStream {
    code! {
        #[allow(dead_code, deprecated, unused_braces, unused_imports, unused_mut, unused_variables)]
        #[allow(unreachable_code, unreachable_pub)]
        #[allow(clippy::all, clippy::pedantic, clippy::nursery, clippy::restriction)]
    }
}
