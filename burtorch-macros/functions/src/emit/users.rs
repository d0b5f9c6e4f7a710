//! What a user calls: `grad`, `value_and_grad`, `vjp`, `jvp`, `hvp`, and beside these the forms that add to buffers of the
//! caller's and take memory from a scratch of the caller's, for functions over slices.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident};

use super::api::{Emitter, PointArguments};
use super::bodies::element_of;
use super::pass::Pass;
use super::shape::{add_to, copied};
use crate::Join;
use crate::ast::{Param, Type};
use crate::each::Each;

/// Gradient buffers of the caller's, in a function over slices.
struct Buffers {
    /// Their names, and their types, gathered.
    gradient: TokenStream,
    ty: TokenStream,
    /// Statements that make buffers of zeros under these names, and how those are lent.
    zeros: TokenStream,
    lent: TokenStream,
    /// The buffers, as bodies take the sums that flow in.
    sums: Vec<TokenStream>,
    /// Names for the adjoints that a body returns, and statements that add these to their buffers.
    returned: Vec<Ident>,
    add: TokenStream,
}

impl Emitter<'_> {
    /// What users call; with `rows`, the Jacobian is computed by all its rows at once.
    pub(super) fn users_api(&self, rows: bool) -> TokenStream {
        let (params, args, result, one) = (&self.params, &self.args, &self.result, self.context.constant(1.0));
        let (name, gradient_ty, seed_ty) = (&self.function.name, Self::gathered(&self.types()), self.seed_type());
        let PointArguments { point, point_ty, this, this_param } = self.point();
        let buffers = self.dynamic.then(|| self.buffers());
        let mut functions = TokenStream::new();
        let scalar = self.function.result == Type::Float;
        if scalar {
            let block = match &buffers {
                None => self.ungathered(&self.body_call(Pass::Reverse, &code!(#args #one))),
                Some(buffers) => {
                    functions.join(self.grad_into(buffers));
                    self.with_zeros(buffers, "grad_into", args)
                }
            };
            functions.join(self.function(
                &format!("The value of `{name}` and its derivative with respect to each differentiated argument."),
                "value_and_grad",
                &params,
                &code!((#result, #gradient_ty)),
                &block,
            ));
            functions.join(self.gradient());
        }
        let block = match &buffers {
            None => self.ungathered(&self.body_call(Pass::Reverse, &code!(#args seed))),
            Some(buffers) => {
                functions.join(self.vjp_into(buffers));
                self.with_zeros(buffers, "vjp_into", &code!(#this #point, seed,))
            }
        };
        functions.join(self.function(
            &format!("The value of `{name}`, and `seed` times its derivative: the vector–Jacobian product."),
            "vjp",
            &code!(#this_param point: #point_ty, seed: #seed_ty),
            &code!((#result, #gradient_ty)),
            &code!(let #point = point; #block),
        ));
        functions.join(self.jvp());
        if scalar && !self.second {
            functions.join(self.left_out());
        } else if scalar {
            functions.join(self.hvp(buffers.as_ref()));
            functions.join(self.value_grad_hvp(buffers.as_ref()));
            functions.extend(if self.dynamic { self.hessian_of_slice() } else { self.hessian() });
        } else if self.dynamic {
            functions.extend(self.jacobian_of_slice());
        } else {
            functions.extend(if rows { self.jacobian_of_rows() } else { self.jacobian() });
        }
        functions
    }

    /// The value and the adjoints of a body's call, the latter gathered.
    pub(super) fn ungathered(&self, call: &TokenStream) -> TokenStream {
        match self.active.len() {
            1 => code!(let (value, (adjoint,)) = #call; (value, adjoint)),
            _ => call.clone(),
        }
    }

    /// A form that adds to buffers, and a call of it with buffers of zeros: the value and the gradient for this seed.
    pub(super) fn swept(&self, seed: &TokenStream) -> (TokenStream, TokenStream) {
        let (buffers, point) = (self.buffers(), self.point_again());
        (self.vjp_into(&buffers), self.with_zeros(&buffers, "vjp_into", &code!(#point, #seed,)))
    }

    /// A call of a form that adds to buffers, with buffers of zeros and a scratch of its own.
    fn with_zeros(&self, buffers: &Buffers, name: &str, args: &dyn ToTokens) -> TokenStream {
        let (Buffers { zeros, lent, gradient, .. }, krate) = (buffers, &self.context.krate);
        let call = self.sibling(name, &code!(#args #lent, &mut #krate::Scratch::new()));
        code!(#zeros let value = #call; (value, #gradient))
    }

    /// The buffers of a gradient.
    fn buffers(&self) -> Buffers {
        self.buffers_named(&self.adjoints(), "returned")
    }

    /// The buffers of a gradient under the names in `adjoints`; what a body returns has names that begin with `prefix`.
    fn buffers_named(&self, adjoints: &[TokenStream], prefix: &str) -> Buffers {
        let (mut zeros, mut add) = (TokenStream::new(), TokenStream::new());
        let (mut types, mut sums, mut returned) = (Vec::new(), Vec::new(), Vec::new());
        for (param, adjoint) in self.active.iter().zip(adjoints) {
            let (name, ty) = (&param.name, self.context.ty(&param.ty));
            let zero = self.context.zero_like(&param.ty, &code!(#name));
            zeros.join(code!(let mut #adjoint = #zero;));
            if param.ty.is_slice() {
                // Slices are handed on.
                let element = self.element(&param.ty);
                types.push(code!(&mut [#element]));
                sums.push(adjoint.clone());
                continue;
            }
            types.push(code!(&mut #ty));
            let end = format_ident!("{prefix}_{}", returned.len(), span = Span::mixed_site());
            if param.mutable {
                // From the adjoint of what it is at the end to that of what it was.
                sums.push(copied(&param.ty, &code!(*#adjoint)));
                add.join(code!(*#adjoint = #end;));
            } else {
                add.join(add_to(&param.ty, &code!((*#adjoint)), &code!(#end)));
            }
            returned.push(end);
        }
        let lent: Vec<_> = adjoints.each(|adjoint| code!(&mut #adjoint));
        let (gradient, ty, lent) = (Self::gathered(adjoints), Self::gathered(&types), Self::gathered(&lent));
        Buffers { gradient, ty, zeros, lent, sums, returned, add }
    }

    /// A sweep that adds to the buffers `gradient`; yields the value.
    fn sweep(&self, buffers: &Buffers, seed: &TokenStream, effects: &TokenStream) -> TokenStream {
        let (Buffers { gradient, sums, returned, add, .. }, args) = (buffers, &self.args);
        let call = self.body_pass(Pass::Reverse, &code!(#args #seed, #(#sums,)* scratch), effects);
        code! {
            let #gradient = gradient;
            let (value, (#(#returned,)*)) = #call;
            #add
            value
        }
    }

    fn grad_into(&self, buffers: &Buffers) -> TokenStream {
        let (params, ty, scratch_ty, name) = (&self.params, &buffers.ty, self.scratch_type(), &self.function.name);
        self.function(
            &format!(
                "The value of `{name}`; its derivative with respect to each differentiated argument is added to `gradient`."
            ),
            "grad_into",
            &code!(#params gradient: #ty, scratch: #scratch_ty),
            &self.result,
            &self.directly(|direct| self.sweep(buffers, &self.context.constant(1.0), direct)),
        )
    }

    fn vjp_into(&self, buffers: &Buffers) -> TokenStream {
        let (PointArguments { point, point_ty, this, this_param }, seed_ty) = (self.point(), self.seed_type());
        let (ty, scratch_ty, name) = (&buffers.ty, self.scratch_type(), &self.function.name);
        self.pass(
            &format!("The value of `{name}`; `seed` times its derivative is added to `gradient`."),
            "vjp_into",
            [
                &code!(#this_param point: #point_ty, seed: #seed_ty, gradient: #ty, scratch: #scratch_ty),
                &code!(#this point, seed, gradient, scratch),
                &self.result.stream(),
            ],
            |effects| {
                let block = self.sweep(buffers, &code!(seed), effects);
                code!(let #point = point; #block)
            },
        )
    }

    /// What users call for the gradient alone.
    fn gradient(&self) -> TokenStream {
        let call = self.sibling("value_and_grad", &self.args);
        self.function(
            &format!("The derivative of `{}` with respect to each differentiated argument.", self.function.name),
            "grad",
            &self.params,
            &Self::gathered(&self.types()),
            &code!(#call.1),
        )
    }

    /// The derivative in a direction, or in several.
    pub(super) fn jvp(&self) -> TokenStream {
        let (args, result, moved, name) = (&self.args, &self.result, self.result_tangent(), &self.function.name);
        let PointArguments { point, point_ty, this, this_param } = self.point();
        let directions = self.directions();
        let (direction, direction_ty) = (Self::gathered(&directions.names), Self::gathered(&directions.types));
        let tangents = &directions.values;
        let along = if self.context.lanes { "in several directions" } else { "in a direction" };
        let mut functions = TokenStream::new();
        let block = if self.dynamic {
            let (krate, scratch_ty) = (&self.context.krate, self.scratch_type());
            functions.join(self.pass(
                &format!("The value of `{name}`, and its derivative {along}, with memory of the caller's."),
                "jvp_with",
                [
                    &code!(#this_param point: #point_ty, direction: #direction_ty, scratch: #scratch_ty),
                    &code!(#this point, direction, scratch),
                    &code!((#result, #moved)),
                ],
                |effects| {
                    let call = self.body_pass(Pass::Forward, &code!(#args (#(#tangents,)*), scratch), effects);
                    code!(let #point = point; let #direction = direction; #call)
                },
            ));
            self.sibling("jvp_with", &code!(#this point, direction, &mut #krate::Scratch::new()))
        } else {
            let call = self.body_call(Pass::Forward, &code!(#args (#(#tangents,)*)));
            code!(let #point = point; let #direction = direction; #call)
        };
        functions.join(self.function(
            &format!("The value of `{name}`, and its derivative {along}: the Jacobian–vector product."),
            "jvp",
            &code!(#this_param point: #point_ty, direction: #direction_ty),
            &code!((#result, #moved)),
            &block,
        ));
        functions
    }

    /// The derivative of the gradient in a direction.
    fn hvp(&self, buffers: Option<&Buffers>) -> TokenStream {
        let (args, one, name, only) = (&self.args, self.one(), &self.function.name, self.only());
        let PointArguments { point, point_ty, this, this_param } = self.point();
        let directions = self.directions();
        let (direction, direction_ty) = (Self::gathered(&directions.names), Self::gathered(&directions.types));
        let tangents = &directions.values;
        let mut functions = TokenStream::new();
        let block = if let Some(buffers) = buffers {
            functions.join(self.hvp_into(buffers));
            let (Buffers { zeros, lent, gradient, .. }, krate) = (buffers, &self.context.krate);
            let call = self.sibling("hvp_into", &code!(#this #point, direction, #lent, &mut #krate::Scratch::new()));
            code!(let #point = point; #zeros #call; #gradient)
        } else {
            let call = self.body_call(Pass::Second, &code!(#args #one, (#(#tangents,)*)));
            code!(let #point = point; let #direction = direction; #call.1.1 #only)
        };
        functions.join(self.function(
            &format!("The derivative of the gradient of `{name}` in a direction: the Hessian–vector product."),
            "hvp",
            &code!(#this_param point: #point_ty, direction: #direction_ty),
            &Self::gathered(&self.types()),
            &block,
        ));
        functions
    }

    /// The value, the gradient and the derivative of the gradient in a direction, by one pass.
    fn value_grad_hvp(&self, products: Option<&Buffers>) -> TokenStream {
        let (args, one, name) = (&self.args, self.context.constant(1.0), &self.function.name);
        let PointArguments { point, point_ty, this, this_param } = self.point();
        let directions = self.directions();
        let (direction, direction_ty) = (Self::gathered(&directions.names), Self::gathered(&directions.types));
        let (tangents, result, gradient_ty) = (&directions.values, &self.result, Self::gathered(&self.types()));
        let mut functions = TokenStream::new();
        let block = if let Some(products) = products {
            let (krate, scratch_ty) = (&self.context.krate, self.scratch_type());
            let names = (0..self.active.len()).each(|at| {
                let name = format_ident!("gradient_{at}", span = Span::mixed_site());
                code!(#name)
            });
            let gradients = self.buffers_named(&names, "first");
            let (ty, sums, moving) = (&products.ty, &gradients.sums, &products.sums);
            let call_args = code!(#args #one, #(#sums,)* (#(#tangents,)*), #(#moving,)* scratch);
            let (first, second) = (&gradients.returned, &products.returned);
            let (gradient, product) = (&gradients.gradient, &products.gradient);
            let (add_gradient, add_product) = (&gradients.add, &products.add);
            functions.join(self.function(
                &format!(
                    "The value of `{name}`; its gradient is added to `gradient` and the derivative of that in a direction to `product`."
                ),
                "value_grad_hvp_into",
                &code!(#this_param point: #point_ty, direction: #direction_ty, gradient: #ty, product: #ty, scratch: #scratch_ty),
                result,
                &self.directly(|direct| {
                    let call = self.second_pass(&call_args, true, direct);
                    code! {
                        let #point = point;
                        let #direction = direction;
                        let #gradient = gradient;
                        let #product = product;
                        let ((value, (#(#first,)*)), (_, (#(#second,)*))) = #call;
                        #add_gradient
                        #add_product
                        value
                    }
                }),
            ));
            let (zeros, more_zeros) = (&gradients.zeros, &products.zeros);
            let (lent, lent_product) = (&gradients.lent, &products.lent);
            let call = self.sibling(
                "value_grad_hvp_into",
                &code!(#this #point, direction, #lent, #lent_product, &mut #krate::Scratch::new()),
            );
            code!(let #point = point; #zeros #more_zeros let value = #call; (value, #gradient, #product))
        } else {
            let (call, only) = (self.body_call(Pass::Second, &code!(#args #one, (#(#tangents,)*))), self.only());
            code! {
                let #point = point;
                let #direction = direction;
                let ((value, gradient), (_, product)) = #call;
                (value, gradient #only, product #only)
            }
        };
        functions.join(self.function(
            &format!("The value of `{name}`, its gradient, and the derivative of that in a direction, by one pass."),
            "value_grad_hvp",
            &code!(#this_param point: #point_ty, direction: #direction_ty),
            &code!((#result, #gradient_ty, #gradient_ty)),
            &block,
        ));
        functions
    }

    /// The seed of a gradient.
    pub(super) fn one(&self) -> TokenStream {
        let (krate, zero, one) = (&self.context.krate, self.context.constant(0.0), self.context.constant(1.0));
        match self.function.result.payload() {
            Some(_) => code!(#krate::__private::Choice { tag: #zero, value: #one }),
            None => one,
        }
    }

    /// What `hvp` of a function over slices does of an `Option`: whether there is a value, and the product.
    pub(super) fn product_of_slices(&self) -> (TokenStream, TokenStream) {
        let (buffers, point, krate) = (self.buffers(), self.point_again(), &self.context.krate);
        let Buffers { zeros, lent, gradient, .. } = &buffers;
        let call = self.sibling("hvp_into", &code!(#point, direction, #lent, &mut #krate::Scratch::new()));
        (self.hvp_into(&buffers), code!(#zeros let value = #call; (value, #gradient)))
    }

    fn hvp_into(&self, buffers: &Buffers) -> TokenStream {
        let (args, scratch_ty, one, name) = (&self.args, self.scratch_type(), self.one(), &self.function.name);
        // Whether there is a value, if there need not be one.
        let (result, value) = match self.function.result.payload() {
            Some(_) => (self.result.stream(), code!(value)),
            None => (code!(()), TokenStream::new()),
        };
        let Buffers { gradient, ty, sums, returned, add, .. } = buffers;
        let PointArguments { point, point_ty, this, this_param } = self.point();
        let directions = self.directions();
        let (direction, direction_ty) = (Self::gathered(&directions.names), Self::gathered(&directions.types));
        let tangents = &directions.values;
        // The gradient itself comes as well and is not needed.
        let (mut spares, mut recycled, mut handed) = (TokenStream::new(), TokenStream::new(), Vec::new());
        for (at, param) in self.summed().into_iter().enumerate() {
            let Param { name, ty, .. } = param;
            let spare = format_ident!("spare_{at}", span = Span::mixed_site());
            let zeros = if ty.is_slice() && !ty.holds_slices() {
                let zero = self.context.zero(&element_of(ty));
                code!(scratch.fill(#zero, #name.len()))
            } else {
                self.context.zero_like(ty, &code!(#name))
            };
            spares.join(code!(let mut #spare = #zeros;));
            handed.push(if ty.is_slice() { code!(&mut #spare) } else { code!(#spare) });
            recycled.extend(ty.is_slice().then(|| code!(scratch.recycle(#spare);)));
        }
        let second = code!(#args #one, #(#handed,)* (#(#tangents,)*), #(#sums,)* scratch);
        self.pass(
            &format!("Adds the derivative of the gradient of `{name}` in a direction to `product`."),
            "hvp_into",
            [
                &code!(#this_param point: #point_ty, direction: #direction_ty, product: #ty, scratch: #scratch_ty),
                &code!(#this point, direction, product, scratch),
                &result,
            ],
            |effects| {
                let call = self.second_pass(&second, false, effects);
                code! {
                    let #point = point;
                    let #direction = direction;
                    let #gradient = product;
                    #spares
                    let ((value, _), (_, (#(#returned,)*))) = #call;
                    #add
                    #recycled
                    #value
                }
            },
        )
    }

    /// `hvp`, `value_grad_hvp` and `hessian` of a function without second derivatives: calling them is an error that says so.
    pub(super) fn left_out(&self) -> TokenStream {
        let krate = &self.context.krate;
        let never = code!(impl #krate::__private::SecondOrder);
        let doc = "Left out: add `second_order` to `#[differentiable]`.";
        let PointArguments { this_param, .. } = self.point();
        let params = self.function.params.iter().filter(|param| !param.is_receiver()).map(|_| code!(_: #never));
        let block = code!(::core::unreachable!());
        let hvp = self.function(doc, "hvp", &code!(#this_param _: #never, _: #never), &code!(()), &block);
        let all = self.function(doc, "value_grad_hvp", &code!(#this_param _: #never, _: #never), &code!(()), &block);
        let hessian = self.function(doc, "hessian", &code!(#this_param #(#params),*), &code!(()), &block);
        code!(#hvp #all #hessian)
    }
}
