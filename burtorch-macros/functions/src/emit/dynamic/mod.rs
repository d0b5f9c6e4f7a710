//! What is generated for functions over slices, and for those with loops of any length.
//!
//! Their three bodies differ from those of other functions in two ways. The adjoint of a slice is added to a buffer
//! that comes as an argument, and what is put aside on the way lives in a scratch. The forms that users call with
//! neither make both themselves.

mod body;
mod convention;
mod matrix;

use proc_macro2::{Ident, Span, TokenStream};
use quote::format_ident;

use super::api::{Emitter, Style};
use super::shape::{add_to, copied};
use crate::ast::{Param, Type};
use crate::each::Each;
use crate::graph::{Step, element_type};

impl Emitter<'_> {
    /// The type of the elements of a slice.
    fn element(&self, ty: &Type) -> TokenStream {
        self.context.ty(&element_type(ty, &[Step::At(0)]))
    }

    pub(in crate::emit) fn scratch_type(&self) -> TokenStream {
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
    pub(in crate::emit) fn summed(&self) -> Vec<&Param> {
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
        let ty = self.context.moving(&param.ty);
        match (ty.is_slice(), param.mutable) {
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
        self.active.each(into)
    }

    /// What users call.
    #[allow(clippy::too_many_lines, reason = "the parts of one signature, and what is done with each")]
    pub(in crate::emit) fn dynamic_api(&self) -> TokenStream {
        let krate = &self.context.krate;
        let (params, args, result, scratch_ty) = (self.params(), self.args(), self.result(), self.scratch_type());
        let (adjoints, types) = (self.adjoints(), self.types());
        let (gradient, gradient_ty) = (Self::gathered(&adjoints), Self::gathered(&types));
        let into_ty = Self::gathered(&self.gradient_into());
        let seed_ty = self.seed_type();
        let name = &self.function.name;
        let (point, point_ty) = self.point();

        // Buffers of zeros for what is returned.
        let zeros: Vec<_> = self
            .active
            .iter()
            .zip(&adjoints)
            .map(|(param, adjoint)| {
                let name = &param.name;
                let zero = self.context.zero_like(&param.ty, &code!(#name));
                code!(let mut #adjoint = #zero;)
            })
            .collect();
        let borrowed: Vec<_> = adjoints.each(|adjoint| code!(&mut #adjoint));
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
        let returned: Vec<_> = (0..others.len()).each(|at| format_ident!("returned_{at}", span = Span::mixed_site()));
        let add: TokenStream = others
            .iter()
            .zip(&returned)
            .map(|((param, sum), returned)| {
                if param.mutable {
                    // From the adjoint of what it is at the end to that of what it was.
                    return code!(*#sum = #returned;);
                }
                add_to(&param.ty, &code!((*#sum)), &code!(#returned))
            })
            .collect();
        let sweep = |seed: &TokenStream, effects: &TokenStream| {
            let call = self.body_pass("reverse", &code!(#args #seed, #(#slices,)* scratch), effects);
            code! {
                let #gradient = gradient;
                let (value, (#(#returned,)*)) = #call;
                #add
                value
            }
        };

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
                &sweep(&one, &self.direct()),
            ));
            let call = self.sibling("grad_into", &code!(#args #borrowed, #fresh));
            functions.extend(self.function(
                &format!("The value of `{name}` and its derivative with respect to each differentiated argument."),
                "value_and_grad",
                &params,
                &code!((#result, #gradient_ty)),
                &code!(#(#zeros)* let value = #call; (value, #gradient)),
            ));
            functions.extend(self.gradient());
        }
        functions.extend(self.pass(
            &format!("The value of `{name}`; `seed` times its derivative is added to `gradient`."),
            "vjp_into",
            [
                &code!(point: #point_ty, seed: #seed_ty, gradient: #into_ty, scratch: #scratch_ty),
                &code!(point, seed, gradient, scratch),
                &result,
            ],
            |effects| {
                let block = sweep(&code!(seed), effects);
                code!(let #point = point; #block)
            },
        ));
        let call = self.sibling("vjp_into", &code!(#point, seed, #borrowed, #fresh));
        functions.extend(self.function(
            &format!("The value of `{name}`, and `seed` times its derivative: the vector–Jacobian product."),
            "vjp",
            &code!(point: #point_ty, seed: #seed_ty),
            &code!((#result, #gradient_ty)),
            &code!(let #point = point; #(#zeros)* let value = #call; (value, #gradient)),
        ));
        functions.extend(self.dynamic_jvp());
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

    /// The derivative in a direction, or in several.
    pub(in crate::emit) fn dynamic_jvp(&self) -> TokenStream {
        let (krate, name, scratch_ty) = (&self.context.krate, &self.function.name, self.scratch_type());
        let (args, result, moved, along) = (self.args(), self.result(), self.result_tangent(), self.along());
        let (point, point_ty) = self.point();
        let directions = self.directions();
        let (direction, direction_ty) = (Self::gathered(&directions.names), Self::gathered(&directions.types));
        let tangents = &directions.values;
        let jvp_with = self.pass(
            &format!("The value of `{name}`, and its derivative {along}, with memory of the caller's."),
            "jvp_with",
            [
                &code!(point: #point_ty, direction: #direction_ty, scratch: #scratch_ty),
                &code!(point, direction, scratch),
                &code!((#result, #moved)),
            ],
            |effects| {
                let call = self.body_pass("forward", &code!(#args (#(#tangents,)*), scratch), effects);
                code!(let #point = point; let #direction = direction; #call)
            },
        );
        let call = self.sibling("jvp_with", &code!(point, direction, &mut #krate::Scratch::new()));
        let jvp = self.function(
            &format!("The value of `{name}`, and its derivative {along}: the Jacobian–vector product."),
            "jvp",
            &code!(point: #point_ty, direction: #direction_ty),
            &code!((#result, #moved)),
            &call,
        );
        code!(#jvp_with #jvp)
    }

    fn dynamic_hvp(&self, zeros: &[TokenStream], add: &TokenStream, returned: &[Ident]) -> TokenStream {
        let krate = &self.context.krate;
        let (args, scratch_ty, one, name) =
            (self.args(), self.scratch_type(), self.context.constant(1.0), &self.function.name);
        let (adjoints, types) = (self.adjoints(), self.types());
        let (gradient, gradient_ty) = (Self::gathered(&adjoints), Self::gathered(&types));
        let into_ty = Self::gathered(&self.gradient_into());
        let (point, point_ty) = self.point();
        let directions = self.directions();
        let (direction, direction_ty) = (Self::gathered(&directions.names), Self::gathered(&directions.types));
        let tangents = &directions.values;
        let slices: Vec<_> =
            self.active.iter().zip(&adjoints).filter(|(param, _)| param.ty.is_slice() || param.mutable).collect();
        // The gradient itself comes as well and is not needed.
        let spare: Vec<_> = (0..slices.len()).each(|at| format_ident!("spare_{at}", span = Span::mixed_site()));
        let spares: Vec<_> = slices
            .iter()
            .zip(&spare)
            .map(|((param, _), spare)| {
                let name = &param.name;
                if param.ty.is_slice() && !param.ty.holds_slices() {
                    let zero = self.context.zero(&element_of(&param.ty));
                    return code!(let mut #spare = scratch.fill(#zero, #name.len()););
                }
                let zero = self.context.zero_like(&param.ty, &code!(#name));
                code!(let mut #spare = #zero;)
            })
            .collect();
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
            .each(|(param, sum)| if param.ty.is_slice() { (*sum).clone() } else { copied(&param.ty, &code!(*#sum)) });
        let second = code!(#args #one, #(#handed,)* (#(#tangents,)*), #(#sums,)* scratch);
        let hvp_into = self.pass(
            &format!("Adds the derivative of the gradient of `{name}` in a direction to `product`."),
            "hvp_into",
            [
                &code!(point: #point_ty, direction: #direction_ty, product: #into_ty, scratch: #scratch_ty),
                &code!(point, direction, product, scratch),
                &code!(()),
            ],
            |effects| {
                let call = self.body_pass("second", &second, effects);
                code! {
                    let #point = point;
                    let #direction = direction;
                    let #gradient = product;
                    #(#spares)*
                    let (_, (_, (#(#returned,)*))) = #call;
                    #add
                    #(#recycled)*
                }
            },
        );
        let borrowed: Vec<_> = adjoints.each(|adjoint| code!(&mut #adjoint));
        let borrowed = Self::gathered(&borrowed);
        let call = self.sibling("hvp_into", &code!(#point, direction, #borrowed, &mut #krate::Scratch::new()));
        let hvp = self.function(
            &format!("The derivative of the gradient of `{name}` in a direction: the Hessian–vector product."),
            "hvp",
            &code!(point: #point_ty, direction: #direction_ty),
            &gradient_ty,
            &code!(let #point = point; #(#zeros)* #call; #gradient),
        );
        code!(#hvp_into #hvp)
    }

    /// A call of another public function of the same kind.
    pub(in crate::emit) fn sibling(&self, name: &str, args: &TokenStream) -> TokenStream {
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
}

/// What a slice is made of.
fn element_of(ty: &Type) -> Type {
    element_type(ty, &[Step::At(0)])
}
