//! What becomes of effects: how generated functions hand on whether code with effects runs, is recorded or read back.
//!
//! All that compiled functions call take that as their last argument, so that a caller need not know what a callee does.
//! The bodies of a function take it only if there may be effects.

use proc_macro2::{Ident, Span, TokenStream};
use quote::format_ident;
use syn::parse_quote;

use super::api::{Derivatives, Emitter, Signature, Style};
use super::bodies::PassBody;
use super::pass::{Hidden, Pass};
use super::shape::{Code, Context};
use crate::ast::Function;

/// What callers keep to find what is recorded of a function.
pub fn position(function: &Function, derivatives: Option<&Derivatives>) -> TokenStream {
    let krate = &function.krate;
    if derivatives.is_some_and(|derivatives| derivatives.value.is_some()) {
        code!(::core::primitive::usize)
    } else {
        code!(#krate::__private::Nowhere)
    }
}

impl Emitter<'_> {
    /// The last parameter of what compiled functions call.
    pub(super) fn effects_param(&self) -> TokenStream {
        let krate = &self.context.krate;
        code!(effects: &mut impl #krate::__private::Effects)
    }

    /// The last parameter of a body, if there may be effects.
    pub(super) fn effects_of_body(&self, name: Option<&Ident>) -> Option<TokenStream> {
        let krate = &self.context.krate;
        let name = name.map_or(code!(_), |name| code!(#name));
        let ty = match self.style {
            // Closures are not generic.
            Style::Closure => code!(#krate::__private::Passes),
            _ if self.names_effects() => code!(__BurtorchEffects),
            _ => code!(impl #krate::__private::Effects),
        };
        self.effects.then(|| code!(#name: &mut #ty))
    }

    /// Whether the type of that parameter has a name: bodies with instructions of their own are types themselves.
    fn names_effects(&self) -> bool {
        self.effects && self.context.code != Code::Plain
    }

    /// The generic arguments of a body.
    pub(super) fn body_turbofish(&self, pass: Pass) -> Option<TokenStream> {
        let names = self.generic_names();
        if names.is_empty() || !self.names_effects() || !pass.has_body() {
            return self.turbofish();
        }
        Some(code!(::<#(#names,)* _>))
    }

    /// The signature of the bodies.
    pub(super) fn signature_of_bodies(&self) -> Signature {
        let mut generics = self.signature.generics.clone();
        if self.names_effects() {
            let krate = &self.context.krate;
            generics.params.push(parse_quote!(__BurtorchEffects: #krate::__private::Effects));
        }
        Signature { generics, ..self.signature.clone() }
    }

    /// What functions that users call hand to the bodies.
    pub(super) fn direct(&self) -> TokenStream {
        let krate = &self.context.krate;
        match self.style {
            Style::Closure => code!(&mut #krate::__private::Passes::one()),
            _ => code!(&mut #krate::__private::Direct::new()),
        }
    }

    /// A block that hands this to the bodies; what they record is in memory of the scratch, if there is one.
    pub(super) fn directly(&self, block: impl Fn(&TokenStream) -> TokenStream) -> TokenStream {
        if !self.effects || !self.dynamic || matches!(self.style, Style::Closure) {
            return block(&self.direct());
        }
        let block = block(&code!(&mut direct));
        code! {
            let mut direct = scratch.direct();
            let result = { #block };
            scratch.keep_log(direct);
            result
        }
    }

    /// What two passes over a body are given of which only the first one has effects, and what goes before them.
    pub(super) fn two_passes(&self) -> (TokenStream, TokenStream, TokenStream) {
        if !self.effects {
            return <(TokenStream, TokenStream, TokenStream)>::default();
        }
        (code!(let start = effects.position();), code!(effects.recorded()), code!(&mut effects.replay(start)))
    }

    /// A call in a loop of which only the first one has effects, and what goes before the loop.
    pub(super) fn passes(&self, call: impl Fn(&TokenStream) -> TokenStream) -> (TokenStream, TokenStream) {
        if !self.effects {
            return (TokenStream::new(), call(&TokenStream::new()));
        }
        let krate = &self.context.krate;
        let passes = match self.style {
            Style::Closure => code!(#krate::__private::Passes::one()),
            _ => code!(#krate::__private::Repeated::new()),
        };
        (code!(let mut passes = #passes;), call(&code!(passes.next_pass())))
    }

    /// A public function that makes one pass over a body; other functions may make several, by its hidden form.
    pub(super) fn pass(
        &self,
        doc: &str,
        name: &'static str,
        [params, args, result]: [&TokenStream; 3],
        block: impl Fn(&TokenStream) -> TokenStream,
    ) -> TokenStream {
        if !self.effects {
            return self.function(doc, name, params, result, &block(&self.direct()));
        }
        let (hidden, effects) = (Hidden::OnePass(name), self.effects_param());
        let pass = self.hidden_function(hidden, &code!(#params, #effects), result, &block(&code!(effects)));
        let call = self.directly(|direct| self.hidden_call(hidden, &code!(#args, #direct), &self.turbofish()));
        let function = self.function(doc, name, params, result, &call);
        code!(#pass #function)
    }

    /// A call of such a function by another one.
    pub(super) fn pass_call(&self, name: &'static str, args: &TokenStream, effects: &TokenStream) -> TokenStream {
        if !self.effects {
            return self.sibling(name, args);
        }
        self.hidden_call(Hidden::OnePass(name), &code!(#args, #effects), &self.turbofish())
    }

    /// How other compiled functions call this one for its value.
    pub(super) fn value(&self, derivatives: Option<&Derivatives>) -> TokenStream {
        let name = if self.dynamic { Hidden::CalledWith(Pass::Value) } else { Hidden::Called(Pass::Value) };
        let value = match derivatives.filter(|derivatives| derivatives.value.is_some()) {
            Some(derivatives) => self.value_by_graph(name, derivatives),
            None => self.value_by_function(name),
        };
        if !self.dynamic {
            return value;
        }
        let (krate, params, args, effects) = (&self.context.krate, &self.params, &self.args, self.effects_param());
        let args = code!(#args &mut #krate::Scratch::new(), effects);
        let call = self.hidden_call(Hidden::CalledWith(Pass::Value), &args, &self.turbofish());
        let plain = self.hidden_function(Hidden::Called(Pass::Value), &code!(#params #effects), &self.result, &call);
        code!(#value #plain)
    }

    /// The value of a function with effects, which are recorded or read back.
    fn value_by_graph(&self, name: Hidden, derivatives: &Derivatives) -> TokenStream {
        let context = Context { code: Code::Plain, ..self.context.clone() };
        let emitter = Emitter { context, ..self.clone() };
        let PassBody { extra, block, .. } = emitter.body(Pass::Value, Some(derivatives));
        let params = &self.params;
        self.hidden_function(name, &code!(#params #extra), &self.result, &block)
    }

    /// The value of a function without effects: that of the user's own function.
    fn value_by_function(&self, name: Hidden) -> TokenStream {
        // Our own names: one of the user's may be that of the function.
        let names: Vec<Ident> = self
            .function
            .params
            .iter()
            .enumerate()
            .map(|(at, param)| {
                let ours = format_ident!("argument_{at}", span = Span::mixed_site());
                if param.is_receiver() { param.name.clone() } else { ours }
            })
            .collect();
        let params = self.function.params.iter().zip(&names).map(|(param, name)| {
            let ty = &param.tokens;
            code!(#name: #ty,)
        });
        let (own, turbofish, effects) = (&self.function.name, self.turbofish(), self.effects_param());
        let callee = match self.style {
            Style::Method(Some(_)) => {
                let this = Ident::new("self", self.function.receiver.unwrap_or_else(Span::call_site));
                code!(#this.#own)
            }
            Style::Method(None) => code!(Self::#own),
            Style::Companion | Style::Closure => code!(#own),
        };
        let scratch_ty = self.scratch_type();
        let scratch = self.dynamic.then(|| code!(_: #scratch_ty,));
        let block = code!(#callee #turbofish(#(#names),*));
        self.hidden_function(name, &code!(#(#params)* #scratch #effects), &self.result, &block)
    }
}
