//! What users call of a function that yields an `Option` or a `Result`: derivatives that do, too.
//!
//! The error of a `Result` is that of the function itself, which is called once more for it. So such a function must not have
//! effects, which would happen twice: that is refused, and of functions that it calls rustc is asked.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote_spanned};

use super::api::{Derivatives, Emitter, PointArguments, Style};
use super::pass::Pass;
use crate::Join;
use crate::ast::{Param, Type};
use crate::build::is_pure_method;
use crate::graph::{Callee, Graph, Kind};
use crate::surroundings::{function_beside, is_pure};

/// What is said of a function that returns a `Result` and has effects.
pub const TWICE: &str = "this function returns a `Result`, and something in it may have effects, which would happen once more where a derivative asks for the error: return an `Option`, or do that outside of the function";

/// Whether what is called once more would be seen: something in the graph itself, or a method, may have effects.
pub fn is_seen_twice(written: &TokenStream, derivatives: &Derivatives) -> bool {
    let seen = |graph: &Graph| {
        graph.all().into_iter().any(|id| match graph.kind(id) {
            Kind::Opaque(template) | Kind::Observe(template) => template.effects && !template.is_about_effects(),
            Kind::Call(call) => matches!(call.callee, Callee::Associated { .. } | Callee::Method(..)),
            _ => false,
        })
    };
    !is_option(written) && derivatives.value.as_ref().is_some_and(seen)
}

/// Whether the source of a function says that all it changes is its own.
pub fn is_own(name: &Ident) -> bool {
    let source = function_beside(name, &name.to_string());
    source.is_some_and(|source| is_pure(name, &source, &is_pure_method))
}

/// Whether a type is an `Option`, as it is written.
fn is_option(written: &TokenStream) -> bool {
    let path = syn::parse2::<syn::TypePath>(written.clone());
    path.is_ok_and(|path| path.path.segments.last().is_some_and(|last| last.ident == "Option"))
}

impl Derivatives {
    /// What is said if the sweep keeps a struct with vectors that has no `Clone`: it cannot be copied field by field.
    pub fn without_clone(&self) -> Option<String> {
        let graphs = [Some(&self.reverse), self.second.as_ref(), self.along.as_ref(), self.rows.as_ref()];
        graphs.into_iter().flatten().find_map(|graph| {
            graph.all().into_iter().find_map(|id| {
                let Kind::Save(_, value) = graph.kind(id) else { return None };
                let ty = &graph.node(*value).ty;
                let name = ty.without_clone().filter(|_| ty.has_slices())?;
                Some(format!("`{name}` needs `#[derive(Clone)]`: a loop changes it, and derivatives keep what it was"))
            })
        })
    }
}

impl Emitter<'_> {
    /// `value_and_grad`, `grad`, `vjp`, `jvp` and `hvp`.
    pub(super) fn choice_api(&self, derivatives: Option<&Derivatives>) -> TokenStream {
        let Some(payload) = self.function.result.payload() else { return TokenStream::new() };
        let Ok(syn::Type::Path(written)) = syn::parse2(self.signature.written.clone()) else {
            return TokenStream::new();
        };
        let (params, name, payload_ty) = (&self.params, &self.function.name, self.context.ty(payload));
        let (zero, half) = (self.context.constant(0.0), self.context.constant(0.5));
        let (krate, gradient_ty) = (&self.context.krate, Self::gathered(&self.types()));
        let is_option = is_option(&self.signature.written);
        let some = if is_option { code!(::core::option::Option::Some) } else { code!(::core::result::Result::Ok) };
        let none = if is_option { code!(::core::option::Option::None) } else { self.error_again() };
        // rustc evaluates a constant of a function that is not generic, whether the function is called or not.
        let asked =
            if is_option || is_own(name) { TokenStream::new() } else { self.callees_without_effects(derivatives) };
        let (once, always) = if self.signature.generics.params.is_empty() {
            (asked, TokenStream::new())
        } else {
            (TokenStream::new(), asked)
        };
        // The function is called once more with its arguments.
        let args = if is_option { self.args.stream() } else { self.args_again() };
        let yields = |ty: &TokenStream| {
            let mut path = written.path.clone();
            if let Some(syn::PathArguments::AngleBracketed(arguments)) =
                path.segments.last_mut().map(|last| &mut last.arguments)
                && let (Some(first), Ok(ty)) = (arguments.args.first_mut(), syn::parse2(ty.clone()))
            {
                *first = syn::GenericArgument::Type(ty);
            }
            path.into_token_stream()
        };
        let chosen = |block: &TokenStream, found: &TokenStream| {
            code! {
                #always
                let (value, gradient) = { #block };
                if value.tag > #half { #some(#found) } else { #none }
            }
        };
        let mut functions = TokenStream::new();
        let mut swept = |seed: &TokenStream| {
            if self.dynamic {
                let (into, computed) = self.swept(seed);
                functions = into;
                computed
            } else {
                self.ungathered(&self.body_call(Pass::Reverse, &code!(#args #seed)))
            }
        };
        let by_one = swept(&self.one());
        let by_seed = swept(&code!(#krate::__private::Choice { tag: #zero, value: seed }));
        let PointArguments { point, point_ty, this_param, .. } = self.point();
        let both = yields(&code!((#payload_ty, #gradient_ty)));
        if *payload == Type::Float {
            functions.join(self.function(
                &format!("The value of `{name}` and its derivative with respect to each differentiated argument, if there is a value."),
                "value_and_grad",
                &params,
                &both,
                &chosen(&by_one, &code!((value.value, gradient))),
            ));
            let call = self.sibling("value_and_grad", &self.args);
            functions.join(self.function(
                &format!(
                    "The derivative of `{name}` with respect to each differentiated argument, if there is a value."
                ),
                "grad",
                &params,
                &yields(&gradient_ty),
                &code!(#call.map(|(_, gradient)| gradient)),
            ));
        }
        let block = chosen(&by_seed, &code!((value.value, gradient)));
        functions.join(self.function(
            &format!("The value of `{name}`, and `seed` times its derivative, if there is a value: the vector–Jacobian product."),
            "vjp",
            &code!(#this_param point: #point_ty, seed: #payload_ty),
            &both,
            &code!(let #point = point; #block),
        ));
        let directions = self.directions();
        let (direction, direction_ty) = (Self::gathered(&directions.names), Self::gathered(&directions.types));
        let (tangents, scratch) = (&directions.values, self.dynamic.then(|| code!(, &mut #krate::Scratch::new())));
        let call = self.body_call(Pass::Forward, &code!(#args (#(#tangents,)*) #scratch));
        let block = chosen(&call, &code!((value.value, gradient.value)));
        functions.join(self.function(
            &format!("The value of `{name}`, and its derivative in a direction, if there is a value: the Jacobian–vector product."),
            "jvp",
            &code!(#this_param point: #point_ty, direction: #direction_ty),
            &yields(&code!((#payload_ty, #payload_ty))),
            &code!(#once let #point = point; let #direction = direction; #block),
        ));
        if *payload == Type::Float {
            functions.join(self.choice_hvp(&args, &chosen, &yields(&gradient_ty)));
        }
        functions
    }

    /// `hvp`; `chosen` takes a block that computes whether there is a value, and the product.
    fn choice_hvp(
        &self,
        args: &TokenStream,
        chosen: &dyn Fn(&TokenStream, &TokenStream) -> TokenStream,
        yields: &TokenStream,
    ) -> TokenStream {
        if !self.second {
            return self.left_out();
        }
        let (name, directions) = (&self.function.name, self.directions());
        let PointArguments { point, point_ty, this_param, .. } = self.point();
        let (direction, direction_ty) = (Self::gathered(&directions.names), Self::gathered(&directions.types));
        let mut functions = TokenStream::new();
        let block = if self.dynamic {
            let (into, product) = self.product_of_slices();
            functions.join(into);
            product
        } else {
            let (seed, tangents, only) = (self.one(), &directions.values, self.only());
            let call = self.body_call(Pass::Second, &code!(#args #seed, (#(#tangents,)*)));
            code!(let #direction = direction; let ((value, _), (_, product)) = #call; (value, product #only))
        };
        let block = chosen(&block, &code!(gradient));
        functions.join(self.function(
            &format!("The derivative of the gradient of `{name}` in a direction, if there is a value: the Hessian–vector product."),
            "hvp",
            &code!(#this_param point: #point_ty, direction: #direction_ty),
            yields,
            &code!(let #point = point; #block),
        ));
        functions
    }

    /// That the functions it calls have no effects, which shows in how much memory the places take at which these are recorded.
    fn callees_without_effects(&self, derivatives: Option<&Derivatives>) -> TokenStream {
        let (krate, message) = (&self.context.krate, TWICE);
        let mut callees: Vec<TokenStream> = Vec::new();
        let graph = derivatives.and_then(|derivatives| derivatives.value.as_ref());
        for id in graph.map(Graph::all).unwrap_or_default() {
            let callee = match graph.map(|graph| graph.kind(id)) {
                Some(Kind::Call(call)) => match &call.callee {
                    Callee::Path { companion: Some(companion), .. } => companion.to_token_stream(),
                    Callee::Path { path, .. } | Callee::Derivative { path, .. } => path.clone(),
                    _ => continue,
                },
                _ => continue,
            };
            if !callees.iter().any(|known| known.to_string() == callee.to_string()) {
                callees.push(callee);
            }
        }
        let panic = quote_spanned!(self.function.name.span()=> ::core::panic!(#message));
        code! {
            #(const {
                type Position = <#callees as #krate::__private::Callee>::Position;
                if ::core::mem::size_of::<Position>() != 0 { #panic }
            })*
        }
    }

    /// The error of a `Result`, where there is no value.
    fn error_again(&self) -> TokenStream {
        let (name, args) = (&self.function.name, &self.args);
        let is_of_receiver = self.function.params.iter().any(Param::is_receiver);
        let call = match self.style {
            Style::Method(Some(_)) if !is_of_receiver => {
                let this = Ident::new("self", self.function.receiver.unwrap_or_else(Span::call_site));
                code!(#this.#name(#args))
            }
            Style::Method(_) => code!(Self::#name(#args)),
            _ => code!(#name(#args)),
        };
        code! {
            match #call {
                ::core::result::Result::Err(error) => ::core::result::Result::Err(error),
                ::core::result::Result::Ok(_) => ::core::unreachable!(),
            }
        }
    }
}
