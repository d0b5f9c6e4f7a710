//! What is generated for functions over slices, and for those with loops of any length.
//!
//! Their three bodies differ from those of other functions in two ways. The adjoint of a slice is added to a buffer
//! that comes as an argument, and what is put aside on the way lives in a scratch. The forms that users call with
//! neither make both themselves.

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::format_ident;

use super::api::{Derivatives, Emitter, Style};
use super::body::{Extra, Written, body};
use super::convention::again;
use super::shape::{copied, for_each};
use crate::ast::{Len, Param, Type};
use crate::graph::Step;
use crate::graph::element_type;

impl Emitter<'_> {
    /// The type of the elements of a slice.
    fn element(&self, ty: &Type) -> TokenStream {
        self.context.ty(&element_type(ty, &[Step::At(0)]))
    }

    fn scratch_type(&self) -> TokenStream {
        let krate = &self.context.krate;
        code!(&mut #krate::Scratch)
    }

    /// The seed: a slice for a function that returns one.
    fn seed_type(&self) -> TokenStream {
        let result = &self.function.result;
        if result.is_slice() {
            let element = self.element(result);
            return code!(&[#element]);
        }
        self.result()
    }

    /// The arguments whose adjoints flow in: active slices, and what the function changes.
    pub(super) fn summed(&self) -> Vec<&Param> {
        self.active.iter().copied().filter(|param| param.ty.is_slice() || param.mutable).collect()
    }

    /// How an adjoint flows in: a slice as a buffer, a number or array as it is.
    fn sum_type(&self, param: &Param) -> TokenStream {
        if param.ty.is_slice() {
            let element = self.element(&param.ty);
            return code!(&mut [#element]);
        }
        self.context.ty(&param.ty)
    }

    /// The types of the adjoints that are returned: those of all active arguments but the slices.
    fn returned(&self) -> Vec<TokenStream> {
        self.active.iter().filter(|param| !param.ty.is_slice()).map(|param| self.context.ty(&param.ty)).collect()
    }

    /// Tangents come as the arguments do, slices as slices.
    fn tangent(&self, param: &Param) -> TokenStream {
        match (param.ty.is_slice(), param.mutable) {
            (false, false) => self.context.ty(&param.ty),
            (false, true) => {
                let ty = self.context.ty(&param.ty);
                code!(&mut #ty)
            }
            (true, mutable) => {
                let (element, mutability) = (self.element(&param.ty), mutable.then(|| code!(mut)));
                code!(& #mutability [#element])
            }
        }
    }

    /// The three functions with all the arithmetic.
    pub(super) fn dynamic_bodies(&self, derivatives: Option<&Derivatives>) -> TokenStream {
        let (result, seed, returned) = (self.result(), self.seed_type(), self.returned());
        let tangents: Vec<_> = self.active.iter().map(|param| self.tangent(param)).collect();
        let sums: Vec<_> = self.summed().into_iter().map(|param| self.sum_type(param)).collect();
        let scratch = self.scratch_type();
        let pair = code!((#result, (#(#returned,)*)));
        let sums = code!(#(_: #sums,)*);
        let kinds = [
            ("reverse", code!(_: #seed, #sums _: #scratch), pair.clone()),
            ("forward", code!(_: (#(#tangents,)*), _: #scratch), code!((#result, #result))),
            ("second", code!(_: #seed, #sums _: (#(#tangents,)*), #sums _: #scratch), code!((#pair, #pair))),
        ];
        let mut functions = TokenStream::new();
        for (name, unused, ty) in kinds {
            if name == "second" && !self.second {
                continue;
            }
            let (extra, block) = match derivatives {
                Some(derivatives) => self.dynamic_body(name, derivatives),
                None => (unused, code!(::core::unreachable!())),
            };
            let params = self.params();
            functions.extend(self.hidden_function(name, &code!(#params #extra), &ty, &block));
        }
        functions
    }

    #[allow(clippy::too_many_lines, reason = "the parts of one signature, and what is done with each")]
    fn dynamic_body(&self, name: &str, derivatives: &Derivatives) -> (TokenStream, TokenStream) {
        let graph = match name {
            "reverse" => &derivatives.reverse,
            "forward" => &derivatives.forward,
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
        let Written { statements, results, recycled, scratch, extra } = written;
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
                copies.extend(copy_into(&code!(#sum), adjoint));
            }
            (copies, code!((#value, (#(#returned,)*))))
        };
        let tangent_types: Vec<_> = self.active.iter().map(|param| self.tangent(param)).collect();
        // What `&mut` arguments are at the end, and their tangents.
        let mutable: Vec<&&Param> = self.active.iter().filter(|param| param.mutable).collect();
        let mutable_names: Vec<Ident> = mutable.iter().map(|param| param.name.clone()).collect();
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
                    slices.extend(copy_into(&code!(#name), end));
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
        (code!(#extra #scratch: #scratch_ty), block)
    }

    /// A gradient buffer for each active argument, as a type.
    fn gradient_into(&self) -> Vec<TokenStream> {
        let into = |param: &&Param| {
            if param.ty.is_slice() {
                let element = self.element(&param.ty);
                return code!(&mut [#element]);
            }
            let ty = self.context.ty(&param.ty);
            code!(&mut #ty)
        };
        self.active.iter().map(into).collect()
    }

    /// What users call.
    #[allow(clippy::too_many_lines, reason = "the parts of one signature, and what is done with each")]
    pub(super) fn dynamic_api(&self) -> TokenStream {
        let krate = &self.context.krate;
        let (params, args, result, scratch_ty) = (self.params(), self.args(), self.result(), self.scratch_type());
        let (adjoints, types) = (self.adjoints(), self.types());
        let (gradient, gradient_ty) = (Self::gathered(&adjoints), Self::gathered(&types));
        let into_ty = Self::gathered(&self.gradient_into());
        let seed_ty = self.seed_type();
        let name = &self.function.name;
        let point_types: Vec<_> = self.function.params.iter().map(|param| param.tokens.clone()).collect();
        let point_names: Vec<_> = self.function.params.iter().map(|Param { name, .. }| code!(#name)).collect();
        let (point, point_ty) = (Self::gathered(&point_names), Self::gathered(&point_types));
        let directions = self.directions();
        let (direction, direction_ty) = (Self::gathered(&directions.names), Self::gathered(&directions.types));
        let tangents = &directions.values;

        // Buffers of zeros for what is returned.
        let zeros: Vec<_> = self
            .active
            .iter()
            .zip(&adjoints)
            .map(|(param, adjoint)| {
                let (name, zero) = (&param.name, self.context.zero(&element_of(&param.ty)));
                if param.ty.is_slice() {
                    code!(let mut #adjoint = #krate::__private::zeros(#zero, #name.len());)
                } else {
                    let zero = self.context.zero(&param.ty);
                    code!(let mut #adjoint = #zero;)
                }
            })
            .collect();
        let borrowed: Vec<_> = adjoints.iter().map(|adjoint| code!(&mut #adjoint)).collect();
        let borrowed = Self::gathered(&borrowed);
        let fresh = code!(&mut #krate::Scratch::new());

        // The buffers of the caller's: slices are handed on, what is returned is added to the others.
        let slices: Vec<_> = self
            .active
            .iter()
            .zip(&adjoints)
            .filter(|(param, _)| param.ty.is_slice() || param.mutable)
            .map(|(param, sum)| if param.ty.is_slice() { sum.clone() } else { copied(&param.ty, &code!(*#sum)) })
            .collect();
        let others: Vec<_> = self.active.iter().zip(&adjoints).filter(|(param, _)| !param.ty.is_slice()).collect();
        let returned: Vec<_> =
            (0..others.len()).map(|at| format_ident!("returned_{at}", span = Span::mixed_site())).collect();
        let add: TokenStream = others
            .iter()
            .zip(&returned)
            .map(|((param, sum), returned)| {
                if param.mutable {
                    // From the adjoint of what it is at the end to that of what it was.
                    return code!(*#sum = #returned;);
                }
                for_each(&param.ty, &code!((*#sum)), &code!(#returned), &|a, b| code!(#a = #a + #b;))
            })
            .collect();
        let sweep = |seed: &TokenStream| {
            let call = self.body_call("reverse", &code!(#args #seed, #(#slices,)* scratch));
            code! {
                let #gradient = gradient;
                let (value, (#(#returned,)*)) = #call;
                #add
                value
            }
        };
        let into = |name: &str, args: &TokenStream| self.sibling(name, args);

        let mut functions = TokenStream::new();
        let scalar = self.function.result == Type::Float;
        if scalar {
            let one = self.context.constant(1.0);
            functions.extend(self.function(
                &format!(
                    "The value of `{name}`; its derivative with respect to each differentiated argument is added to `gradient`."
                ),
                "grad_into",
                &code!(#params gradient: #into_ty, scratch: #scratch_ty),
                &result,
                &sweep(&one),
            ));
            let call = into("grad_into", &code!(#args #borrowed, #fresh));
            functions.extend(self.function(
                &format!("The value of `{name}` and its derivative with respect to each differentiated argument."),
                "value_and_grad",
                &params,
                &code!((#result, #gradient_ty)),
                &code!(#(#zeros)* let value = #call; (value, #gradient)),
            ));
            functions.extend(self.function(
                &format!("The derivative of `{name}` with respect to each differentiated argument."),
                "grad",
                &params,
                &gradient_ty,
                &code!(#(#zeros)* let _ = #call; #gradient),
            ));
        }
        let block = sweep(&code!(seed));
        functions.extend(self.function(
            &format!("The value of `{name}`; `seed` times its derivative is added to `gradient`."),
            "vjp_into",
            &code!(point: #point_ty, seed: #seed_ty, gradient: #into_ty, scratch: #scratch_ty),
            &result,
            &code!(let #point = point; #block),
        ));
        let again = Self::gathered(&point_names);
        let call = into("vjp_into", &code!(#again, seed, #borrowed, #fresh));
        functions.extend(self.function(
            &format!("The value of `{name}`, and `seed` times its derivative: the vector–Jacobian product."),
            "vjp",
            &code!(point: #point_ty, seed: #seed_ty),
            &code!((#result, #gradient_ty)),
            &code!(let #point = point; #(#zeros)* let value = #call; (value, #gradient)),
        ));
        let call = self.body_call("forward", &code!(#args (#(#tangents,)*), scratch));
        functions.extend(self.function(
            &format!("The value of `{name}`, and its derivative in a direction, with memory of the caller's."),
            "jvp_with",
            &code!(point: #point_ty, direction: #direction_ty, scratch: #scratch_ty),
            &code!((#result, #result)),
            &code!(let #point = point; let #direction = direction; #call),
        ));
        let call = into("jvp_with", &code!(point, direction, #fresh));
        functions.extend(self.function(
            &format!("The value of `{name}`, and its derivative in a direction: the Jacobian–vector product."),
            "jvp",
            &code!(point: #point_ty, direction: #direction_ty),
            &code!((#result, #result)),
            &call,
        ));
        if scalar && !self.second {
            functions.extend(self.left_out());
        } else if scalar {
            functions.extend(self.dynamic_hvp(&zeros, &add, &returned));
            functions.extend(self.dynamic_hessian());
        } else {
            functions.extend(self.dynamic_jacobian());
        }
        functions
    }

    /// The one active argument, if it is a slice of numbers.
    fn only_slice(&self) -> Option<&Param> {
        match self.active[..] {
            [param] if param.ty == of_numbers() && !param.mutable => Some(param),
            _ => None,
        }
    }

    fn dynamic_hessian(&self) -> Option<TokenStream> {
        let param = self.only_slice()?;
        let (krate, params, name) = (&self.context.krate, self.params(), &self.function.name);
        let (zero, one, scalar) = (self.context.constant(0.0), self.context.constant(1.0), &self.context.scalar.tokens);
        let (slice, vec) = (&param.name, code!(#krate::__private::Vec));
        let points: Vec<_> = self.function.params.iter().map(again).collect();
        let point = Self::gathered(&points);
        let call = self.sibling("hvp_into", &code!(#point, &direction, row, scratch));
        Some(self.function(
            &format!("The matrix of second derivatives of `{name}`."),
            "hessian",
            &params,
            &code!(#vec<#vec<#scalar>>),
            &code! {
                let scratch = &mut #krate::Scratch::new();
                let count = #slice.len();
                let mut rows = #krate::__private::zeros(#krate::__private::zeros(#zero, count), count);
                let mut direction = #krate::__private::zeros(#zero, count);
                for (at, row) in rows.iter_mut().enumerate() {
                    direction[at] = #one;
                    #call;
                    direction[at] = #zero;
                }
                rows
            },
        ))
    }

    /// The Jacobian of a function of one slice, by whichever mode needs fewer sweeps.
    fn dynamic_jacobian(&self) -> Option<TokenStream> {
        let param = self.only_slice()?;
        let (krate, params, name) = (&self.context.krate, self.params(), &self.function.name);
        let (zero, one, scalar) = (self.context.constant(0.0), self.context.constant(1.0), &self.context.scalar.tokens);
        let (slice, vec) = (&param.name, code!(#krate::__private::Vec));
        let (seed, is_array) = match &self.function.result {
            ty if *ty == of_numbers() => (code!(&seed), false),
            Type::Array(element, _) if **element == Type::Float => (code!(seed), true),
            _ => return None,
        };
        let points: Vec<_> = self.function.params.iter().map(again).collect();
        let point = Self::gathered(&points);
        let forward = self.sibling("jvp_with", &code!(#point, &direction, scratch));
        let reverse = self.sibling("vjp_into", &code!(#point, #seed, row, scratch));
        // How many results there are shows when they are there.
        let first = code!(let (value, _) = #forward; let outputs = value.len(););
        let seeds = if is_array {
            code!(let mut seed = value; seed.fill(#zero);)
        } else {
            code!(let mut seed = #krate::__private::zeros(#zero, outputs);)
        };
        Some(self.function(
            &format!("The matrix of derivatives of `{name}`: one row per result, one column per element of `{slice}`."),
            "jacobian",
            &params,
            &code!(#vec<#vec<#scalar>>),
            &code! {
                let scratch = &mut #krate::Scratch::new();
                let inputs = #slice.len();
                let mut direction = #krate::__private::zeros(#zero, inputs);
                #first
                let mut rows = #krate::__private::zeros(#krate::__private::zeros(#zero, inputs), outputs);
                if inputs <= outputs {
                    for column in 0..inputs {
                        direction[column] = #one;
                        let (_, tangent) = #forward;
                        direction[column] = #zero;
                        for (row, entry) in rows.iter_mut().zip(tangent) {
                            row[column] = entry;
                        }
                    }
                } else {
                    #seeds
                    for (at, row) in rows.iter_mut().enumerate() {
                        seed[at] = #one;
                        let _ = #reverse;
                        seed[at] = #zero;
                    }
                }
                rows
            },
        ))
    }

    fn dynamic_hvp(&self, zeros: &[TokenStream], add: &TokenStream, returned: &[Ident]) -> TokenStream {
        let krate = &self.context.krate;
        let (args, scratch_ty, one, name) =
            (self.args(), self.scratch_type(), self.context.constant(1.0), &self.function.name);
        let (adjoints, types) = (self.adjoints(), self.types());
        let (gradient, gradient_ty) = (Self::gathered(&adjoints), Self::gathered(&types));
        let into_ty = Self::gathered(&self.gradient_into());
        let point_types: Vec<_> = self.function.params.iter().map(|param| param.tokens.clone()).collect();
        let point_names: Vec<_> = self.function.params.iter().map(|Param { name, .. }| code!(#name)).collect();
        let (point, point_ty) = (Self::gathered(&point_names), Self::gathered(&point_types));
        let directions = self.directions();
        let (direction, direction_ty) = (Self::gathered(&directions.names), Self::gathered(&directions.types));
        let tangents = &directions.values;
        let slices: Vec<_> =
            self.active.iter().zip(&adjoints).filter(|(param, _)| param.ty.is_slice() || param.mutable).collect();
        // The gradient itself comes as well and is not needed.
        let spare: Vec<_> =
            (0..slices.len()).map(|at| format_ident!("spare_{at}", span = Span::mixed_site())).collect();
        let spares = slices.iter().zip(&spare).map(|((param, _), spare)| {
            if !param.ty.is_slice() {
                let zero = self.context.zero(&param.ty);
                return code!(let mut #spare = #zero;);
            }
            let (name, zero) = (&param.name, self.context.zero(&element_of(&param.ty)));
            code!(let mut #spare = scratch.fill(#zero, #name.len());)
        });
        let handed: Vec<_> = slices
            .iter()
            .zip(&spare)
            .map(|((param, _), spare)| if param.ty.is_slice() { code!(&mut #spare) } else { code!(#spare) })
            .collect();
        let recycled: Vec<_> = slices
            .iter()
            .zip(&spare)
            .filter(|((param, _), _)| param.ty.is_slice())
            .map(|(_, spare)| code!(scratch.recycle(#spare);))
            .collect();
        let sums: Vec<_> = slices
            .iter()
            .map(|(param, sum)| if param.ty.is_slice() { (*sum).clone() } else { copied(&param.ty, &code!(*#sum)) })
            .collect();
        let call = self.body_call("second", &code!(#args #one, #(#handed,)* (#(#tangents,)*), #(#sums,)* scratch));
        let hvp_into = self.function(
            &format!("Adds the derivative of the gradient of `{name}` in a direction to `product`."),
            "hvp_into",
            &code!(point: #point_ty, direction: #direction_ty, product: #into_ty, scratch: #scratch_ty),
            &code!(()),
            &code! {
                let #point = point;
                let #direction = direction;
                let #gradient = product;
                #(#spares)*
                let (_, (_, (#(#returned,)*))) = #call;
                #add
                #(#recycled)*
            },
        );
        let borrowed: Vec<_> = adjoints.iter().map(|adjoint| code!(&mut #adjoint)).collect();
        let borrowed = Self::gathered(&borrowed);
        let again = Self::gathered(&point_names);
        let call = self.sibling("hvp_into", &code!(#again, direction, #borrowed, &mut #krate::Scratch::new()));
        let hvp = self.function(
            &format!("The derivative of the gradient of `{name}` in a direction: the Hessian–vector product."),
            "hvp",
            &code!(point: #point_ty, direction: #direction_ty),
            &gradient_ty,
            &code!(let #point = point; #(#zeros)* #call; #gradient),
        );
        code!(#hvp_into #hvp)
    }

    /// How other compiled functions call this one with slices.
    ///
    /// Beside what the functions of the same names without `_with` take and return, there is a scratch, and a place for
    /// each argument in which an array stands for every slice, to which its adjoint is added.
    #[allow(clippy::too_many_lines, reason = "the parts of one signature, and what is done with each")]
    pub(super) fn convention_with_scratch(&self) -> TokenStream {
        let krate = &self.context.krate;
        let (params, args, again, result, seed_ty, scratch_ty) =
            (self.params(), self.args(), self.args_again(), self.result(), self.seed_type(), self.scratch_type());
        let flows_in = |param: &Param| param.active && (param.ty.is_slice() || param.mutable);
        let sum_types: Vec<_> = self
            .function
            .params
            .iter()
            .map(|param| {
                if flows_in(param) && param.ty.is_slice() {
                    let element = self.element(&param.ty);
                    return code!(impl #krate::__private::Sum<#element>);
                }
                if flows_in(param) {
                    let ty = self.context.ty(&param.ty);
                    return code!(impl #krate::__private::Spot<#ty>);
                }
                // What is returned is not added anywhere.
                if param.active { code!(impl ::core::marker::Sized) } else { code!(impl #krate::__private::NoTangent) }
            })
            .collect();
        let tangent_types: Vec<_> = self
            .function
            .params
            .iter()
            .map(|param| {
                let (element, ty) = (self.element(&param.ty), self.context.ty(&param.ty));
                match (param.active, param.ty.is_slice()) {
                    (true, true) if param.mutable => code!(impl #krate::__private::Sum<#element>),
                    (true, false) if param.mutable => code!(impl #krate::__private::Spot<#ty>),
                    (true, true) => code!(impl #krate::__private::SliceTangent<#element>),
                    (true, false) => code!(impl #krate::__private::Tangent<#ty>),
                    (false, _) => code!(impl #krate::__private::NoTangent),
                }
            })
            .collect();
        let summed: Vec<(usize, &Param)> =
            self.function.params.iter().enumerate().filter(|(_, param)| flows_in(param)).collect();
        let named = |prefix: &str| -> Vec<Ident> {
            (0..summed.len()).map(|at| format_ident!("{prefix}_{at}", span = Span::mixed_site())).collect()
        };
        // A buffer for every slice: the caller's, or one whose contents nobody wants.
        let open = |what: &str, spare: &[Ident], names: &[Ident], tangents: bool| -> TokenStream {
            let what = format_ident!("{what}", span = Span::mixed_site());
            summed
                .iter()
                .zip(spare.iter().zip(names))
                .map(|((at, param), (spare, name))| {
                    let (at, argument) = (Literal::usize_unsuffixed(*at), &param.name);
                    if !param.ty.is_slice() {
                        let zero = self.context.zero(&param.ty);
                        return code! {
                            let mut #spare = #zero;
                            let #name = #krate::__private::Spot::open(#what.#at, &mut #spare);
                        };
                    }
                    let zero = self.context.zero(&element_of(&param.ty));
                    let method = if tangents && !param.mutable {
                        code!(#krate::__private::SliceTangent::open)
                    } else {
                        code!(#krate::__private::Sum::open)
                    };
                    code! {
                        let mut #spare = scratch.take();
                        let #name = #method(#what.#at, &mut #spare, #zero, #argument.len());
                    }
                })
                .collect()
        };
        let close = |spare: &[Ident]| -> TokenStream {
            let slices = summed.iter().zip(spare).filter(|((_, param), _)| param.ty.is_slice());
            slices.map(|(_, spare)| code!(scratch.recycle(#spare);)).collect()
        };
        let (spare, sums) = (named("spare"), named("sum"));
        let (spare_tangents, directions) = (named("spare_tangent"), named("direction"));
        let (spare_moving, moving) = (named("spare_moving"), named("moving"));
        // As the bodies take them; what is handed on twice is borrowed.
        let handed = |names: &[Ident], again: bool| -> Vec<TokenStream> {
            let one = |((_, param), name): (&(usize, &Param), &Ident)| match (param.ty.is_slice(), again) {
                (false, _) => copied(&param.ty, &code!(*#name)),
                (true, true) => code!(&mut #name[..]),
                (true, false) => code!(#name),
            };
            summed.iter().zip(names).map(one).collect()
        };
        let mut next = directions.iter();
        let tangents: Vec<_> = self
            .function
            .params
            .iter()
            .enumerate()
            .filter(|(_, param)| param.active)
            .map(|(at, param)| {
                if flows_in(param) {
                    let name = next.next().expect("it has a direction");
                    return code!(#name);
                }
                self.context.read_tangent(at, &param.ty)
            })
            .collect();

        let returned: Vec<Ident> = (0..self.active.iter().filter(|param| !param.ty.is_slice()).count())
            .map(|at| format_ident!("returned_{at}", span = Span::mixed_site()))
            .collect();
        let returned_moving: Vec<Ident> =
            returned.iter().map(|name| format_ident!("{name}_moving", span = Span::mixed_site())).collect();
        let places = |names: &[Ident], types: bool| -> Vec<TokenStream> {
            let mut names = names.iter();
            self.function
                .params
                .iter()
                .map(|param| {
                    if !param.active || param.ty.is_slice() {
                        return code!(#krate::__private::NotDifferentiated);
                    }
                    let name = names.next().expect("it is returned");
                    if param.mutable {
                        return code!(#krate::__private::NotDifferentiated);
                    }
                    if types { self.context.ty(&param.ty) } else { code!(#name) }
                })
                .collect()
        };
        let (adjoint_types, adjoint_values) = (places(&returned, true), places(&returned, false));
        let moving_values = places(&returned_moving, false);
        let pair = code!((#result, (#(#adjoint_types,)*)));

        let (opened, closed) = (open("sums", &spare, &sums, false), close(&spare));
        // From the adjoint of what a `&mut` argument is at the end to that of what it was.
        let flow_back = |sums: &[Ident], returned: &[Ident]| -> TokenStream {
            let others = self.active.iter().filter(|param| !param.ty.is_slice()).zip(returned);
            let mutable = others.filter(|(param, _)| param.mutable);
            mutable
                .map(|(param, returned)| {
                    let (_, sum) = summed
                        .iter()
                        .zip(sums)
                        .find(|((_, summed), _)| summed.name == param.name)
                        .expect("it flows in");
                    code!(*#sum = #returned;)
                })
                .collect()
        };
        let back = flow_back(&sums, &returned);
        let handed_sums = handed(&sums, false);
        let call = self.body_call("reverse", &code!(#args seed, #(#handed_sums,)* scratch));
        let vjp = self.hidden_function(
            "vjp_with",
            &code!(#params seed: #seed_ty, sums: (#(#sum_types,)*), scratch: #scratch_ty),
            &pair,
            &code! {
                #opened
                let (value, (#(#returned,)*)) = #call;
                #back
                #closed
                (value, (#(#adjoint_values,)*))
            },
        );
        let (opened_tangents, closed_tangents) =
            (open("tangents", &spare_tangents, &directions, true), close(&spare_tangents));
        let call = self.body_call("forward", &code!(#args (#(#tangents,)*), scratch));
        let jvp = self.hidden_function(
            "jvp_with",
            &code!(#params tangents: (#(#tangent_types,)*), scratch: #scratch_ty),
            &code!((#result, #result)),
            &code! {
                #opened_tangents
                let both = #call;
                #closed_tangents
                both
            },
        );
        // An adjoint is linear in the seed, so a tangent of the seed adds what the sweep makes of it.
        let (opened_moving, closed_moving) =
            (open("sum_tangents", &spare_moving, &moving, false), close(&spare_moving));
        let (sums_again, moving_again) = (handed(&sums, true), handed(&moving, true));
        let handed_moving = handed(&moving, false);
        let second = self
            .body_call("second", &code!(#again seed, #(#sums_again,)* (#(#tangents,)*), #(#moving_again,)* scratch));
        let along_seed = self.body_call("reverse", &code!(#args seed_tangent, #(#handed_moving,)* scratch));
        let along: Vec<Ident> =
            returned.iter().map(|name| format_ident!("{name}_along", span = Span::mixed_site())).collect();
        let others = self.active.iter().filter(|param| !param.ty.is_slice());
        let add = others.zip(returned_moving.iter().zip(&along)).map(|(param, (name, along))| {
            for_each(&param.ty, &code!(#name), &code!(#along), &|a, b| code!(#a = #a + #b;))
        });
        // Where the function changes its arguments, it cannot simply be run twice.
        let changes = self.function.params.iter().any(|param| param.mutable);
        let name = &self.function.name;
        let message = if changes {
            format!("there are no second derivatives through `{name}`, which changes its arguments: return the results")
        } else {
            format!("the second derivatives of `{name}` are left out: add `second_order`")
        };
        let block = if self.second && !changes {
            code! {
                #opened
                #opened_tangents
                #opened_moving
                let ((value, (#(#returned,)*)), (value_tangent, (#(mut #returned_moving,)*))) = #second;
                let (_, (#(#along,)*)) = #along_seed;
                #(#add)*
                #closed
                #closed_tangents
                #closed_moving
                ((value, (#(#adjoint_values,)*)), (value_tangent, (#(#moving_values,)*)))
            }
        } else {
            code!(const { ::core::panic!(#message) })
        };
        let vjp_jvp = self.hidden_function(
            "vjp_jvp_with",
            &code!(
                #params seed: #seed_ty, sums: (#(#sum_types,)*), tangents: (#(#tangent_types,)*),
                seed_tangent: #seed_ty, sum_tangents: (#(#sum_types,)*), scratch: #scratch_ty
            ),
            &code!((#pair, #pair)),
            &block,
        );
        code!(#vjp #jvp #vjp_jvp)
    }

    /// What a caller finds that passes an array where this function takes a slice: an error that says so.
    pub(super) fn convention_without_scratch(&self) -> TokenStream {
        let (krate, params) = (&self.context.krate, self.params());
        let never = code!(impl #krate::__private::PassSlices);
        let functions =
            [("vjp", code!(_: #never)), ("jvp", code!(_: #never)), ("vjp_jvp", code!(_: #never, _: #never, _: #never))];
        functions
            .into_iter()
            .map(|(name, extra)| {
                self.hidden_function(
                    name,
                    &code!(#params #extra),
                    &code!(::core::convert::Infallible),
                    &code!(::core::unreachable!()),
                )
            })
            .collect()
    }

    /// A call of another public function of the same kind.
    fn sibling(&self, name: &str, args: &TokenStream) -> TokenStream {
        let (name, turbofish) = (self.name(name), self.turbofish());
        match self.style {
            Style::Method(Some(_)) => {
                let this = Ident::new("self", self.function.receiver.unwrap_or_else(Span::call_site));
                code!(#this.#name #turbofish(#args))
            }
            _ => code!(Self::#name #turbofish(#args)),
        }
    }
}

/// `buffer.copy_from_slice(&value);`, unless that is the buffer itself.
fn copy_into(buffer: &TokenStream, value: &TokenStream) -> Option<TokenStream> {
    (buffer.to_string() != value.to_string()).then(|| code!(#buffer.copy_from_slice(&#value);))
}

/// `[f64]`
fn of_numbers() -> Type {
    Type::Array(Box::new(Type::Float), Len::Dynamic)
}

/// What a slice is made of.
fn element_of(ty: &Type) -> Type {
    element_type(ty, &[Step::At(0)])
}
