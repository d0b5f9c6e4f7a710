//! Hessians and Jacobians of functions of one slice: one sweep per row or column.

use proc_macro2::{Literal, TokenStream};

use super::api::Emitter;
use super::lanes::COLUMNS;
use super::pass::Hidden;
use crate::ast::{Len, Param, Type};

impl Emitter<'_> {
    /// The one active argument, if it is a slice of numbers.
    fn only_slice(&self) -> Option<&Param> {
        match self.active[..] {
            [param] if param.ty == of_numbers() && !param.mutable => Some(param),
            _ => None,
        }
    }

    pub(super) fn hessian_of_slice(&self) -> Option<TokenStream> {
        let param = self.only_slice()?;
        let (krate, params, name) = (&self.context.krate, &self.params, &self.function.name);
        let (zero, one, scalar) = (self.context.constant(0.0), self.context.constant(1.0), &self.context.scalar.tokens);
        let (slice, vec) = (&param.name, code!(#krate::__private::Vec));
        let point = self.point_again();
        let direction = taken(param);
        let (before, call) =
            self.passes(|effects| self.pass_call("hvp_into", &code!(#point, #direction, row, scratch), effects));
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
                #before
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
    pub(super) fn jacobian_of_slice(&self) -> Option<TokenStream> {
        let param = self.only_slice()?;
        let (krate, params, name) = (&self.context.krate, &self.params, &self.function.name);
        let (zero, one, scalar) = (self.context.constant(0.0), self.context.constant(1.0), &self.context.scalar.tokens);
        let (slice, vec) = (&param.name, code!(#krate::__private::Vec));
        let (seed, is_array) = match &self.function.result {
            ty if *ty == of_numbers() => (code!(&seed), false),
            Type::Array(element, _) if **element == Type::Float => (code!(seed), true),
            _ => return None,
        };
        let point = self.point_again();
        let direction = taken(param);
        let (before, forward) =
            self.passes(|effects| self.pass_call("jvp_with", &code!(#point, #direction, scratch), effects));
        let (_, reverse) =
            self.passes(|effects| self.pass_call("vjp_into", &code!(#point, #seed, row, scratch), effects));
        let columns = if self.function.lanes.is_some() {
            let lanes = Literal::usize_unsuffixed(COLUMNS);
            let args = code!(#point, #direction, scratch);
            let (_, call) = self.passes(|effects| {
                if self.effects {
                    self.lanes_call(&self.hidden_named(Hidden::OnePass("jvp_with"), true), &code!(#args, #effects))
                } else {
                    self.lanes_call(&self.name("jvp_lanes_with"), &args)
                }
            });
            code! {
                let mut direction = #krate::__private::zeros(#krate::Lanes::zero(), inputs);
                for first in (0..inputs).step_by(#lanes) {
                    direction.fill(#krate::Lanes::zero());
                    for (at, lanes) in direction[first..].iter_mut().take(#lanes).enumerate() {
                        *lanes = #krate::Lanes::along(at);
                    }
                    let (_, tangent) = #call;
                    for (row, entries) in rows.iter_mut().zip(tangent) {
                        for (entry, lane) in row[first..].iter_mut().zip(entries.0) {
                            *entry = lane;
                        }
                    }
                }
            }
        } else {
            code! {
                for column in 0..inputs {
                    direction[column] = #one;
                    let (_, tangent) = #forward;
                    direction[column] = #zero;
                    for (row, entry) in rows.iter_mut().zip(tangent) {
                        row[column] = entry;
                    }
                }
            }
        };
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
                #before
                #first
                let mut rows = #krate::__private::zeros(#krate::__private::zeros(#zero, inputs), outputs);
                if inputs <= outputs {
                    #columns
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
}

/// A direction as the argument is taken.
fn taken(param: &Param) -> TokenStream {
    if param.by_ref { code!(&direction) } else { code!(::core::clone::Clone::clone(&direction)) }
}

/// `[f64]`
fn of_numbers() -> Type {
    Type::Array(Box::new(Type::Float), Len::Dynamic)
}
