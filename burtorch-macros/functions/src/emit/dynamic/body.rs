//! The three functions with all the arithmetic.

use proc_macro2::{Ident, Span, TokenStream};

use crate::ast::{Param, Type};
use crate::each::{Each, IntoEach};
use crate::emit::api::{Derivatives, Emitter};
use crate::emit::body::{Extra, Written, body};
use crate::emit::place::overwrite;

impl Emitter<'_> {
    /// The three functions with all the arithmetic.
    pub(in crate::emit) fn dynamic_bodies(&self, derivatives: Option<&Derivatives>) -> TokenStream {
        let (result, seed, returned) = (self.result(), self.seed_type(), self.returned());
        let tangents: Vec<_> = self.active.each(|param| self.tangent(param));
        let sums: Vec<_> = self.summed().into_each(|param| self.sum_type(param));
        let scratch = self.scratch_type();
        let pair = code!((#result, (#(#returned,)*)));
        let sums = code!(#(_: #sums,)*);
        let kinds = [
            ("reverse", code!(_: #seed, #sums _: #scratch), pair.clone()),
            ("forward", code!(_: (#(#tangents,)*), _: #scratch), code!((#result, #result))),
            ("second", code!(_: #seed, #sums _: (#(#tangents,)*), #sums _: #scratch), code!((#pair, #pair))),
        ];
        let mut functions = TokenStream::new();
        let signature = self.signature_of_bodies();
        let emitter = Emitter { signature: &signature, ..self.clone() };
        for (name, unused, ty) in kinds {
            if name == "second" && !self.second {
                continue;
            }
            let (extra, isa, block) = match derivatives {
                Some(derivatives) => self.dynamic_body(name, derivatives),
                None => (unused, None, code!(::core::unreachable!())),
            };
            let params = self.params();
            let params = code!(#params #extra);
            let block = emitter.compiled(&params, &ty, isa.as_ref(), block);
            functions.extend(emitter.hidden_function(name, &params, &ty, &block));
        }
        functions
    }

    #[allow(clippy::too_many_lines, reason = "the parts of one signature, and what is done with each")]
    pub(in crate::emit) fn dynamic_body(
        &self,
        name: &str,
        derivatives: &Derivatives,
    ) -> (TokenStream, Option<Ident>, TokenStream) {
        let graph = match name {
            "reverse" => &derivatives.reverse,
            "forward" if self.context.lanes => derivatives.lanes.as_ref().expect("it is there when it is asked for"),
            "forward" => &derivatives.forward,
            "value" => derivatives.value.as_ref().expect("it is there when it is asked for"),
            _ => derivatives.second.as_ref().expect("it is there when it is asked for"),
        };
        let arity = self.function.params.len();
        let summed = self.summed();
        let sum = |param: &Param| if param.ty.is_slice() { Extra::Lent } else { Extra::Value };
        let tangent = |param: &Param| match (param.ty.is_slice(), param.mutable) {
            (false, false) => Extra::Value,
            (true, true) => Extra::Lent,
            _ => Extra::Borrowed,
        };
        let seed = || if self.function.result.is_slice() { Extra::Borrowed } else { Extra::Value };
        // The seed comes first, then the sums; then tangents, and the tangents of the sums.
        let extra = |at: usize| match (name, at) {
            ("forward", at) => tangent(self.active[at]),
            (_, 0) => seed(),
            (_, at) if at <= summed.len() => sum(summed[at - 1]),
            (_, at) => {
                let at = at - 1 - summed.len();
                match self.active.get(at) {
                    Some(param) => tangent(param),
                    None => sum(summed[at - self.active.len()]),
                }
            }
        };
        let written = body(graph, &self.context, arity, &self.user_params(), &extra, &derivatives.items);
        let Written { statements, results, recycled, scratch, effects, extra, isa } = written;
        let (seed_ty, scratch_ty) = (self.seed_type(), self.scratch_type());
        let typed = |names: &[Ident]| {
            let typed = names.iter().zip(&summed).map(|(name, param)| {
                let ty = self.sum_type(param);
                code!(#name: #ty)
            });
            code!(#(#typed,)*)
        };
        // The adjoints of slices are in their buffers, or are copied there.
        let pair = |results: &[TokenStream], sums: &[Ident]| {
            let (value, adjoints) = (&results[0], &results[1..]);
            let (mut copies, mut returned) = (TokenStream::new(), Vec::new());
            for (param, adjoint) in self.active.iter().zip(adjoints) {
                if !param.ty.is_slice() {
                    returned.push(adjoint);
                    continue;
                }
                let sum = summed.iter().zip(sums).find(|(summed, _)| summed.name == param.name);
                let (_, sum) = sum.expect("every active slice has a buffer");
                copies.extend(copy_into(&param.ty, &code!(#sum), adjoint));
            }
            (copies, code!((#value, (#(#returned,)*))))
        };
        let tangent_types: Vec<_> = self.active.each(|param| self.tangent(param));
        // What `&mut` arguments are at the end, and their tangents.
        let mutable: Vec<&&Param> = self.active.only(|param| param.mutable);
        let mutable_names: Vec<Ident> = mutable.each(|param| param.name.clone());
        let tangent_names = |tangents: &[Ident]| -> Vec<Ident> {
            let named = self.active.iter().zip(tangents).filter(|(param, _)| param.mutable);
            named.map(|(_, name)| name.clone()).collect()
        };
        // Numbers and arrays are stored all at once: what one is at the end may depend on what another was.
        let mut ends_of_numbers: Vec<(Ident, TokenStream)> = Vec::new();
        let mut store = |names: &[Ident], ends: &[TokenStream]| -> TokenStream {
            let mut slices = TokenStream::new();
            for ((param, name), end) in mutable.iter().zip(names).zip(ends) {
                if param.ty.is_slice() {
                    slices.extend(copy_into(&param.ty, &code!(#name), end));
                } else {
                    ends_of_numbers.push((name.clone(), end.clone()));
                }
            }
            slices
        };
        let ends = mutable.len();
        let (extra, copies, value) = match name {
            "reverse" => {
                let (seed, buffers) = (&extra[0], &extra[1..]);
                let (results, finals) = results.split_at(results.len() - ends);
                let (copies, value) = pair(results, buffers);
                let slices = store(&mutable_names, finals);
                let buffers = typed(buffers);
                (code!(#seed: #seed_ty, #buffers), code!(#copies #slices), value)
            }
            "forward" => {
                let (values, moving) = results.split_at(results.len() / 2);
                let slices = store(&mutable_names, &values[1..]);
                let more = store(&tangent_names(&extra), &moving[1..]);
                let (value, tangent) = (&values[0], &moving[0]);
                (code!((#(#extra,)*): (#(#tangent_types,)*),), code!(#slices #more), code!((#value, #tangent)))
            }
            "value" => {
                let (value, finals) = (&results[0], &results[1..]);
                (TokenStream::new(), store(&mutable_names, finals), code!(#value))
            }
            _ => {
                let (seed, rest) = (&extra[0], &extra[1..]);
                let (buffers, rest) = rest.split_at(summed.len());
                let (tangents, moving) = rest.split_at(self.active.len());
                let (first, second) = results.split_at(results.len() / 2);
                let (first, finals) = first.split_at(first.len() - ends);
                let (second, moved) = second.split_at(second.len() - ends);
                let (copies, values) = pair(first, buffers);
                let (more, tangent_values) = pair(second, moving);
                let slices = store(&mutable_names, finals);
                let more_slices = store(&tangent_names(tangents), moved);
                let (buffers, moving) = (typed(buffers), typed(moving));
                (
                    code!(#seed: #seed_ty, #buffers (#(#tangents,)*): (#(#tangent_types,)*), #moving),
                    code!(#copies #more #slices #more_slices),
                    code!((#values, #tangent_values)),
                )
            }
        };
        let (targets, ends): (Vec<_>, Vec<_>) = ends_of_numbers.into_iter().unzip();
        let after = (!targets.is_empty()).then(|| code!((#(*#targets,)*) = ends;));
        let items = &derivatives.items;
        let block = code! {
            #(#items)*
            #statements
            let ends = (#(#ends,)*);
            #copies
            let value = #value;
            #after
            #recycled
            value
        };
        let effects = self.effects_of_body(effects.as_ref());
        (code!(#extra #scratch: #scratch_ty, #effects), isa, block)
    }
}

/// `buffer.copy_from_slice(&value);`, unless that is the buffer itself.
fn copy_into(ty: &Type, buffer: &TokenStream, value: &TokenStream) -> Option<TokenStream> {
    let overwrite = Ident::new(overwrite(ty), Span::call_site());
    (buffer.to_string() != value.to_string()).then(|| code!(#buffer.#overwrite(&#value);))
}
