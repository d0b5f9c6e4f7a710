//! Forward mode in several directions at once: `jvp_lanes`, and how other compiled functions call it.
//!
//! All is as in one direction, but for the types of tangents and one more constant in the signatures: how many
//! directions there are. Nothing is compiled before a caller says that number.

use proc_macro2::{Ident, Literal, Span, TokenStream};
use syn::parse_quote;

use super::api::{Derivatives, Emitter, Signature, Style};
use super::bodies::PassBody;
use super::pass::{Hidden, Pass};
use super::shape::{Code, Context, lanes};

/// The number of columns of a Jacobian that are computed at once.
pub(super) const COLUMNS: usize = 4;

impl Emitter<'_> {
    /// The functions in several directions, or what is said where they were not asked for.
    pub(super) fn in_lanes(&self, derivatives: Option<&Derivatives>) -> TokenStream {
        if let Style::Closure = self.style {
            // Closures are not generic.
            return TokenStream::new();
        }
        let wanted = derivatives.is_some_and(|derivatives| derivatives.lanes.is_some());
        if !wanted {
            return self.not_in_lanes();
        }
        let signature = self.signature_in_lanes();
        let emitter = Emitter {
            function: self.function,
            signature: &signature,
            style: self.style,
            // A number for each direction is a vector by itself.
            context: Context { lanes: true, code: Code::Plain, ..self.context.clone() },
            ..self.clone()
        };
        let (params, result, moved) = (&emitter.params, &emitter.result, emitter.result_tangent());
        let PassBody { extra, block, .. } = emitter.body(Pass::Forward, derivatives);
        let forward = emitter.hidden_function(
            Hidden::Body(Pass::Forward),
            &code!(#params #extra),
            &code!((#result, #moved)),
            &block,
        );
        let jvp = emitter.jvp();
        let with_scratch = emitter.dynamic.then(|| emitter.jvp_with());
        let plain = emitter.is_called_plainly().then(|| emitter.jvp_convention());
        code!(#forward #jvp #with_scratch #plain)
    }

    /// A call of `__forward_lanes` or `jvp_lanes_with` in as many directions as columns are computed at once.
    pub(super) fn lanes_call(&self, function: &Ident, args: &TokenStream) -> TokenStream {
        let (names, lanes) = (self.generic_names(), Literal::usize_unsuffixed(COLUMNS));
        let this = match self.style {
            Style::Method(Some(_)) => {
                let this = Ident::new("self", self.function.receiver.unwrap_or_else(Span::call_site));
                code!(#this.)
            }
            _ => code!(Self::),
        };
        code!(#this #function ::<#(#names,)* #lanes>(#args))
    }

    fn signature_in_lanes(&self) -> Signature {
        let mut generics = self.signature.generics.clone();
        let lanes = lanes();
        generics.params.push(parse_quote!(const #lanes: usize));
        Signature { generics, ..self.signature.clone() }
    }

    /// What a caller in several directions finds that calls a function without them: an error that says so.
    fn not_in_lanes(&self) -> TokenStream {
        let (krate, params, effects) = (&self.context.krate, &self.params, self.effects_param());
        let mut generics = self.signature.generics.clone();
        generics.params.push(parse_quote!(__BurtorchBoth));
        let signature = Signature { generics, ..self.signature.clone() };
        let emitter = Emitter {
            function: self.function,
            signature: &signature,
            style: self.style,
            context: Context { lanes: true, ..self.context.clone() },
            ..self.clone()
        };
        let never = code!(impl #krate::__private::InLanes);
        let (name, extra) = if self.is_called_plainly() {
            (Hidden::Called(Pass::Forward), code!(_: #never, #effects))
        } else {
            (Hidden::CalledWith(Pass::Forward), code!(_: #never, _: &mut #krate::Scratch, #effects))
        };
        emitter.hidden_function(name, &code!(#params #extra), &code!(__BurtorchBoth), &code!(::core::unreachable!()))
    }
}
