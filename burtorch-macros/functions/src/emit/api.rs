//! What a user calls: `grad`, `value_and_grad`, `vjp`, `jvp`, `hvp`, `hessian`, `jacobian`.
//!
//! Three functions hold all generated arithmetic: `__reverse`, `__forward` and `__second`. The others
//! are thin: they arrange arguments and results. All are `#[inline]`, so what is not called is checked
//! by rustc but never compiled.

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::format_ident;
use syn::ext::IdentExt;

use super::body::{Extra, UserParams, Written, body};
use super::convention::again;
use super::shape::{Code, Context, copied};
use super::text::raw_literal;
use crate::ast::{Function, Len, Param, Type};
use crate::each::Each;
use crate::graph::Graph;
use crate::proofs::Proof;

/// The simplified graphs of a function's derivatives.
pub struct Derivatives {
    /// `args…, seed` → `value, adjoints…`
    pub reverse: Graph,
    /// `args…, tangents…` → `value, tangent`
    pub forward: Graph,
    /// The same with tangents in several directions; if it is wanted
    pub lanes: Option<Graph>,
    /// `args…, seed, tangents…` → `value, adjoints…`, then the tangents of these; if it is wanted
    pub second: Option<Graph>,
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
    let dynamic = is_dynamic(function, derivatives) && !matches!(style, Style::Closure);
    let effects = derivatives.is_some_and(|derivatives| derivatives.value.is_some());
    let emitter = Emitter { function, signature, style, context, active, second, dynamic, effects };
    if dynamic {
        let (bodies, mut functions) = (emitter.dynamic_bodies(derivatives), emitter.dynamic_api());
        functions.extend(emitter.in_lanes(derivatives));
        functions.extend(emitter.convention_with_scratch());
        functions.extend(emitter.value(derivatives));
        // What has no slices can be called like any other function.
        functions.extend(if emitter.is_called_plainly() {
            emitter.calling_convention()
        } else {
            emitter.convention_without_scratch()
        });
        if let Some(derivatives) = derivatives {
            functions.extend(emitter.constants(derivatives));
        }
        return Api { bodies, bounds: <[TokenStream; 3]>::default(), functions };
    }
    let (mut bodies, bounds) = emitter.bodies(derivatives);
    let mut functions = emitter.in_lanes(derivatives);
    if !matches!(style, Style::Closure) {
        functions.extend(emitter.value(derivatives));
        functions.extend(emitter.calling_convention());
        bodies.extend(derivatives.and_then(|derivatives| emitter.rows(derivatives)));
    }
    let rows = derivatives.is_some_and(|derivatives| derivatives.rows.is_some()) && !matches!(style, Style::Closure);
    functions.extend(emitter.first_order(rows));
    if let Some(derivatives) = derivatives {
        functions.extend(emitter.constants(derivatives));
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

/// The direction of a derivative, which is as the active arguments are.
pub(super) struct Directions {
    pub names: Vec<TokenStream>,
    pub types: Vec<TokenStream>,
    /// As the bodies take them.
    pub values: Vec<TokenStream>,
}

#[derive(Clone)]
pub(super) struct Emitter<'a> {
    pub function: &'a Function,
    pub signature: &'a Signature,
    pub style: &'a Style,
    pub context: Context,
    pub active: Vec<&'a Param>,
    /// With second derivatives.
    pub second: bool,
    /// The bodies take buffers and a scratch.
    pub dynamic: bool,
    /// There may be effects: the bodies are told what becomes of them.
    pub effects: bool,
}

impl Emitter<'_> {
    /// Whether the body of reverse mode is as other compiled functions call it, so that there need not be two functions.
    pub(super) fn reverse_is_vjp(&self) -> bool {
        let takes_effects = self.effects && self.context.code == Code::Plain;
        takes_effects && !self.dynamic && self.active.len() == self.function.params.len()
    }

    /// Whether other compiled functions call it without a scratch: it has no slices.
    pub(super) fn is_called_plainly(&self) -> bool {
        self.summed().is_empty() && !self.function.result.is_slice()
    }

    /// The name of a public function.
    pub(super) fn name(&self, name: &str) -> Ident {
        match self.style {
            Style::Method(_) => format_ident!("{}_{}", self.function.name.unraw(), self.spelled(name)),
            _ => format_ident!("{}", self.spelled(name)),
        }
    }

    /// The name of a hidden function.
    pub(super) fn hidden(&self, name: &str) -> Ident {
        let name = if name == "reverse" && self.reverse_is_vjp() { "vjp" } else { name };
        match self.style {
            Style::Method(_) => format_ident!("__{}_{}", self.function.name.unraw(), self.spelled(name)),
            _ => format_ident!("__{}", self.spelled(name)),
        }
    }

    /// `jvp` and `jvp_with` become `jvp_lanes` and `jvp_lanes_with` where there are several directions.
    fn spelled(&self, name: &str) -> String {
        if !self.context.lanes {
            return name.to_owned();
        }
        match name.split_once('_') {
            Some((first, rest)) => format!("{first}_lanes_{rest}"),
            None => format!("{name}_lanes"),
        }
    }

    /// Methods stand among the user's own, so each says for itself what it may do.
    pub(super) fn allowed(&self) -> Option<TokenStream> {
        matches!(self.style, Style::Method(_)).then(allowed)
    }

    pub(super) fn receiver(&self) -> TokenStream {
        match self.style {
            Style::Companion | Style::Method(None) => TokenStream::new(),
            Style::Method(Some(receiver)) => code!(#receiver,),
            Style::Closure => code!(&self,),
        }
    }

    /// A call of one of the three bodies by what a user calls.
    pub(super) fn body_call(&self, body: &str, args: &TokenStream) -> TokenStream {
        self.body_pass(body, args, &self.direct())
    }

    /// A call of one of the three bodies that says what becomes of effects.
    pub(super) fn body_pass(&self, body: &str, args: &TokenStream, effects: &TokenStream) -> TokenStream {
        let args = if self.effects { code!(#args, #effects) } else { args.clone() };
        self.hidden_call(body, &args, &self.body_turbofish(body))
    }

    /// A call of a hidden function.
    pub(super) fn hidden_call(&self, name: &str, args: &TokenStream, turbofish: &TokenStream) -> TokenStream {
        let hidden = self.hidden(name);
        match self.style {
            Style::Companion | Style::Method(None) => code!(Self::#hidden #turbofish(#args)),
            Style::Method(Some(_)) => {
                let this = Ident::new("self", self.function.receiver.unwrap_or_else(Span::call_site));
                code!(#this.#hidden #turbofish(#args))
            }
            Style::Closure => {
                let field = format_ident!("{name}");
                code!((self.#field)(#args))
            }
        }
    }

    /// A call of one of the three bodies by what compiled functions call that have no scratch.
    pub(super) fn plain_call(&self, body: &str, args: &TokenStream) -> TokenStream {
        self.plain_pass(body, args, &code!(effects))
    }

    /// The same, and what becomes of effects.
    pub(super) fn plain_pass(&self, body: &str, args: &TokenStream, effects: &TokenStream) -> TokenStream {
        if !self.dynamic {
            return self.body_pass(body, args, effects);
        }
        let krate = &self.context.krate;
        self.body_pass(body, &code!(#args, &mut #krate::Scratch::new()), effects)
    }

    /// The generic arguments, lifetimes left to inference.
    pub(super) fn turbofish(&self) -> TokenStream {
        let names = self.generic_names();
        if names.is_empty() { TokenStream::new() } else { code!(::<#(#names),*>) }
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

    /// `x: f64, y: &[f64; 3],`
    pub(super) fn params(&self) -> TokenStream {
        let params = self.function.params.iter().map(|Param { name, tokens, .. }| code!(#name: #tokens,));
        code!(#(#params)*)
    }

    /// `x, y,`
    pub(super) fn args(&self) -> TokenStream {
        let names = self.function.params.iter().map(|param| &param.name);
        code!(#(#names,)*)
    }

    /// The same, for arguments that are needed again.
    pub(super) fn args_again(&self) -> TokenStream {
        let args = self.function.params.iter().map(|param| again(&self.context.krate, param));
        code!(#(#args,)*)
    }

    /// The types of adjoints and tangents of the active arguments.
    pub(super) fn types(&self) -> Vec<TokenStream> {
        self.active.each(|param| self.context.ty(&param.ty))
    }

    /// The types of the tangents of the active arguments.
    pub(super) fn tangent_types(&self) -> Vec<TokenStream> {
        self.active.each(|param| self.context.ty(&self.context.moving(&param.ty)))
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

    /// The value and the adjoints of a body's call, the latter gathered.
    fn ungathered(&self, call: &TokenStream) -> TokenStream {
        match self.active.len() {
            1 => code!(let (value, (adjoint,)) = #call; (value, adjoint)),
            _ => call.clone(),
        }
    }

    /// What users call for the gradient alone.
    pub(super) fn gradient(&self) -> TokenStream {
        let call = self.sibling("value_and_grad", &self.args());
        self.function(
            &format!("The derivative of `{}` with respect to each differentiated argument.", self.function.name),
            "grad",
            &self.params(),
            &Self::gathered(&self.types()),
            &code!(#call.1),
        )
    }

    /// Names for the adjoints of the active arguments: `x_adjoint`.
    pub(super) fn adjoints(&self) -> Vec<TokenStream> {
        self.active.each(|param| {
            let name = format_ident!("{}_adjoint", param.name.unraw(), span = Span::mixed_site());
            code!(#name)
        })
    }

    pub(super) fn result(&self) -> TokenStream {
        self.signature.result.clone()
    }

    /// The type of the tangent of the result.
    pub(super) fn result_tangent(&self) -> TokenStream {
        if self.context.lanes { self.context.ty(&self.function.result.in_lanes()) } else { self.result() }
    }

    /// Wraps a public function.
    pub(super) fn function(
        &self,
        doc: &str,
        name: &str,
        params: &TokenStream,
        result: &TokenStream,
        block: &TokenStream,
    ) -> TokenStream {
        let (generics, _, bounds) = self.signature.generics.split_for_impl();
        let doc = format!(" {doc}");
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
        name: &str,
        params: &TokenStream,
        result: &TokenStream,
        block: &TokenStream,
    ) -> TokenStream {
        let (generics, _, bounds) = self.signature.generics.split_for_impl();
        let (vis, name, receiver, allowed) = (&self.signature.vis, self.hidden(name), self.receiver(), self.allowed());
        code! {
            #[doc(hidden)]
            #[inline]
            #allowed
            #vis fn #name #generics (#receiver #params) -> #result #bounds { #block }
        }
    }

    /// The three functions with all the arithmetic, and their types.
    fn bodies(&self, derivatives: Option<&Derivatives>) -> (TokenStream, [TokenStream; 3]) {
        let (result, types) = (self.result(), self.types());
        let tangents = code!((#(#types,)*));
        let pair = code!((#result, #tangents));
        let plain = self.function.params.iter().map(|param| &param.tokens);
        let plain = code!(#(#plain,)*);
        let kinds = [
            ("reverse", code!(#result), pair.clone()),
            ("forward", tangents.clone(), code!((#result, #result))),
            ("second", code!(#result, #tangents), code!((#pair, #pair))),
        ];
        let krate = &self.context.krate;
        let mut functions = TokenStream::new();
        let signature = self.signature_of_bodies();
        let emitter = Emitter { signature: &signature, ..self.clone() };
        for (name, _, ty) in &kinds {
            if *name == "second" && !self.second {
                continue;
            }
            let (extra, isa, block) = self.body(name, derivatives);
            let params = self.params();
            let params = code!(#params #extra);
            functions.extend(match self.style {
                Style::Closure => {
                    let field = format_ident!("{name}");
                    // The methods of a parameter's bound need no import, those of `Passes` do.
                    let import = self.effects.then(|| code!(use #krate::__private::Effects as _;));
                    code!(#field: |#params| -> #ty { #import #block },)
                }
                _ => emitter.hidden_function(name, &params, ty, &emitter.compiled(&params, ty, isa.as_ref(), block)),
            });
        }
        let effects = self.effects.then(|| code!(, &mut #krate::__private::Passes));
        (functions, kinds.map(|(_, extra, ty)| code!(Fn(#plain #extra #effects) -> #ty)))
    }

    /// The parameters that a body has besides the function's own, the instruction set that it names, and its block.
    pub(super) fn body(
        &self,
        name: &str,
        derivatives: Option<&Derivatives>,
    ) -> (TokenStream, Option<Ident>, TokenStream) {
        let (result, types) = (self.result(), self.tangent_types());
        let graph = derivatives.and_then(|derivatives| match name {
            "reverse" => Some(&derivatives.reverse),
            "forward" if self.context.lanes => derivatives.lanes.as_ref(),
            "forward" => Some(&derivatives.forward),
            "value" => derivatives.value.as_ref(),
            _ => derivatives.second.as_ref(),
        });
        let (Some(graph), Some(derivatives)) = (graph, derivatives) else {
            let extra = match name {
                "reverse" => code!(_: #result),
                "forward" => code!(_: (#(#types,)*)),
                _ => code!(_: #result, _: (#(#types,)*)),
            };
            return (extra, None, code!(::core::unreachable!()));
        };
        let arity = self.function.params.len();
        let Written { statements, results, recycled, scratch, effects, extra, isa } =
            body(graph, &self.context, arity, &self.user_params(), &|_| Extra::Value, &derivatives.items);
        let value_and_adjoints = |results: &[TokenStream]| {
            let (value, adjoints) = (&results[0], &results[1..]);
            code!((#value, (#(#adjoints,)*)))
        };
        let (extra, value) = match name {
            "reverse" => {
                let seed = &extra[0];
                (code!(#seed: #result,), value_and_adjoints(&results))
            }
            "forward" => (code!((#(#extra,)*): (#(#types,)*),), code!((#(#results),*))),
            "value" => (TokenStream::new(), code!(#(#results)*)),
            _ => {
                let (seed, tangents) = (&extra[0], &extra[1..]);
                let (values, moving) = results.split_at(results.len() / 2);
                let (values, moving) = (value_and_adjoints(values), value_and_adjoints(moving));
                (code!(#seed: #result, (#(#tangents,)*): (#(#types,)*),), code!((#values, #moving)))
            }
        };
        let effects = self.effects_of_body(effects.as_ref());
        let extra = code!(#extra #effects);
        let items = &derivatives.items;
        if !graph.needs_scratch() {
            return (extra, isa, code!(#(#items)* #statements #value));
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
        (extra, isa, block)
    }

    pub(super) fn user_params(&self) -> UserParams {
        let named = |which: fn(&Param) -> bool| {
            self.function.params.iter().filter(|param| which(param)).map(|param| param.name.clone()).collect()
        };
        UserParams { by_ref: named(|param| param.by_ref), mutable: named(|param| param.mutable) }
    }

    /// All arguments as one, and the type of that.
    pub(super) fn point(&self) -> (TokenStream, TokenStream) {
        let (names, types): (Vec<_>, Vec<_>) =
            self.function.params.iter().map(|Param { name, tokens, .. }| (code!(#name), tokens.clone())).unzip();
        (Self::gathered(&names), Self::gathered(&types))
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

    /// The derivative in a direction, or in several.
    pub(super) fn jvp(&self) -> TokenStream {
        let (args, result, moved, name) = (self.args(), self.result(), self.result_tangent(), &self.function.name);
        let (point, point_ty) = self.point();
        let directions = self.directions();
        let (direction, direction_ty) = (Self::gathered(&directions.names), Self::gathered(&directions.types));
        let tangents = &directions.values;
        let call = self.body_call("forward", &code!(#args (#(#tangents,)*)));
        let along = self.along();
        self.function(
            &format!("The value of `{name}`, and its derivative {along}: the Jacobian–vector product."),
            "jvp",
            &code!(point: #point_ty, direction: #direction_ty),
            &code!((#result, #moved)),
            &code!(let #point = point; let #direction = direction; #call),
        )
    }

    /// In which directions the tangents are, in words.
    pub(super) fn along(&self) -> &'static str {
        if self.context.lanes { "in several directions" } else { "in a direction" }
    }

    /// What users call.
    pub(super) fn first_order(&self, rows: bool) -> TokenStream {
        let (params, args, result) = (self.params(), self.args(), self.result());
        let gradient_ty = Self::gathered(&self.types());
        let one = self.context.constant(1.0);
        let name = &self.function.name;
        let (point, point_ty) = self.point();
        let directions = self.directions();
        let (direction, direction_ty) = (Self::gathered(&directions.names), Self::gathered(&directions.types));
        let tangents = &directions.values;

        let mut functions = TokenStream::new();
        let reverse = |seed: &TokenStream| self.body_call("reverse", &code!(#args #seed));
        let scalar = self.function.result == Type::Float;
        if scalar {
            let call = reverse(&one);
            functions.extend(self.function(
                &format!("The value of `{name}` and its derivative with respect to each differentiated argument."),
                "value_and_grad",
                &params,
                &code!((#result, #gradient_ty)),
                &self.ungathered(&call),
            ));
            functions.extend(self.gradient());
        }
        let call = self.ungathered(&reverse(&code!(seed)));
        functions.extend(self.function(
            &format!("The value of `{name}`, and `seed` times its derivative: the vector–Jacobian product."),
            "vjp",
            &code!(point: #point_ty, seed: #result),
            &code!((#result, #gradient_ty)),
            &code!(let #point = point; #call),
        ));
        functions.extend(self.jvp());
        if scalar && !self.second {
            functions.extend(self.left_out());
        } else if scalar {
            let call = self.body_call("second", &code!(#args #one, (#(#tangents,)*)));
            let only = self.only();
            functions.extend(self.function(
                &format!("The derivative of the gradient of `{name}` in a direction: the Hessian–vector product."),
                "hvp",
                &code!(point: #point_ty, direction: #direction_ty),
                &gradient_ty,
                &code!(let #point = point; let #direction = direction; #call.1.1 #only),
            ));
            functions.extend(self.hessian());
        } else {
            functions.extend(if rows { self.jacobian_of_rows() } else { self.jacobian() });
        }
        functions
    }

    pub(super) fn constants(&self, derivatives: &Derivatives) -> TokenStream {
        let (krate, vis, dot) = (&self.context.krate, &self.signature.vis, raw_literal(&derivatives.dot));
        let [value, before, after] = derivatives.operations;
        let name = &self.function.name;
        let dot_doc = format!(" The graph of `{name}`, as Graphviz text.");
        let ops_doc = format!(" How many operations `{name}` and its gradient take.");
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
