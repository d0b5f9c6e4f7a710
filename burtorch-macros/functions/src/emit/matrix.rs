//! Hessians and Jacobians: one sweep per row or column.

use proc_macro2::{Literal, Span, TokenStream};
use quote::format_ident;

use super::api::{Derivatives, Emitter};
use super::body::{Extra, Written, body};
use super::lanes::COLUMNS;
use super::pass::{Hidden, Pass};
use super::shape::{Code, Context, assemble, count, length, numbers};
use crate::ast::{Len, Type};
use crate::each::Each;
use crate::graph::count_numbers;

/// Several values as one vector of numbers.
enum Flat {
    /// One array of any length.
    Array(Len),
    /// A known number of numbers.
    Listed(usize),
}

impl Emitter<'_> {
    pub(super) fn hessian(&self) -> Option<TokenStream> {
        let types: Vec<&Type> = self.active.each(|param| &param.ty);
        let flat = flat(&types)?;
        let (len, count, scalar) = (flat.len(), flat.count(), &self.context.scalar.tokens);
        let (zero, one, again) = (self.context.constant(0.0), self.context.constant(1.0), self.args_again());
        let direction = flat.assemble(&types, &code!(direction));
        let (before, call) =
            self.passes(|effects| self.body_pass(Pass::Second, &code!(#again #one, #direction), effects));
        let row = flat.flatten(&types, &code!(tangents));
        Some(self.function(
            &format!(
                "The matrix of second derivatives of `{}`, rows and columns in the order of its arguments.",
                self.function.name
            ),
            "hessian",
            &self.params,
            &code!([[#scalar; #len]; #len]),
            &code! {
                let mut rows = [[#zero; #len]; #len];
                #before
                for at in 0..#count {
                    let mut direction = [#zero; #len];
                    direction[at] = #one;
                    let (_, (_, tangents)) = #call;
                    rows[at] = #row;
                }
                rows
            },
        ))
    }

    /// The rows of a Jacobian, all from one forward pass.
    pub(super) fn rows(&self, derivatives: &Derivatives) -> Option<TokenStream> {
        let graph = derivatives.rows.as_ref()?;
        let arity = self.function.params.len();
        let Written { statements, results, effects, .. } = body(
            graph,
            &Context { code: Code::Plain, ..self.context.clone() },
            arity,
            &self.user_params(),
            &|_| Extra::Value,
            &derivatives.items,
        );
        let types: Vec<&Type> = self.active.each(|param| &param.ty);
        let (inputs, outputs) = (flat(&types)?, flat(&[&self.function.result])?);
        let (columns, count, scalar) = (inputs.len(), outputs.len(), &self.context.scalar.tokens);
        let names: Vec<_> = (0..results.len() / types.len()).each(|at| {
            let name = format_ident!("row_{at}", span = Span::mixed_site());
            code!(#name)
        });
        let rows = results.chunks(types.len()).zip(&names).map(|(row, name)| code!(let #name = (#(#row,)*);));
        let flattened = names.iter().map(|name| inputs.flatten(&types, name));
        let (items, krate) = (&derivatives.items, &self.context.krate);
        let (params, effects) = (&self.params, effects.map(|name| code!(#name: &mut impl #krate::__private::Effects)));
        Some(self.hidden_function(
            Hidden::Body(Pass::Rows),
            &code!(#params #effects),
            &code!([[#scalar; #columns]; #count]),
            &code!(#(#items)* #statements #(#rows)* [#(#flattened),*]),
        ))
    }

    /// `jacobian`, from the function that computes all rows after one forward pass.
    pub(super) fn jacobian_of_rows(&self) -> Option<TokenStream> {
        let types: Vec<&Type> = self.active.each(|param| &param.ty);
        let (inputs, outputs) = (flat(&types)?, flat(&[&self.function.result])?);
        let (columns, rows, scalar) = (inputs.len(), outputs.len(), &self.context.scalar.tokens);
        let args = self.function.params.iter().map(|param| &param.name);
        let call = self.body_call(Pass::Rows, &code!(#(#args),*));
        Some(self.function(
            &format!(
                "The matrix of derivatives of `{}`: one row per result, one column per argument.",
                self.function.name
            ),
            "jacobian",
            &self.params,
            &code!([[#scalar; #columns]; #rows]),
            &call,
        ))
    }

    pub(super) fn jacobian(&self) -> Option<TokenStream> {
        let types: Vec<&Type> = self.active.each(|param| &param.ty);
        let result_types = [&self.function.result];
        let (inputs, outputs) = (flat(&types)?, flat(&result_types)?);
        let (columns, rows, scalar) = (inputs.len(), outputs.len(), &self.context.scalar.tokens);
        let (column_count, row_count) = (inputs.count(), outputs.count());
        let (zero, one, again) = (self.context.constant(0.0), self.context.constant(1.0), self.args_again());
        let direction = inputs.assemble(&types, &code!(direction));
        let (before, forward) =
            self.passes(|effects| self.body_pass(Pass::Forward, &code!(#again #direction), effects));
        let mut column = outputs.flatten(&result_types, &code!((tangent,)));
        if self.function.result.has_structs() {
            let numbers = outputs.flatten(&result_types, &code!(tangent));
            column = code!({ let tangent = (tangent,); #numbers });
        }
        let columns_forward = if self.function.lanes.is_some() {
            self.columns_in_lanes(&inputs, &types, &outputs)
        } else {
            code! {
                for at in 0..#column_count {
                    let mut direction = [#zero; #columns];
                    direction[at] = #one;
                    let (_, tangent) = #forward;
                    let column = #column;
                    for (row, entry) in matrix.iter_mut().zip(column) {
                        row[at] = entry;
                    }
                }
            }
        };
        let seed = outputs.assemble(&result_types, &code!(direction));
        let (_, reverse) = self.passes(|effects| self.body_pass(Pass::Reverse, &code!(#again seed.0), effects));
        let row = inputs.flatten(&types, &code!(adjoints));
        Some(self.function(
            &format!(
                "The matrix of derivatives of `{}`: one row per result, one column per argument.",
                self.function.name
            ),
            "jacobian",
            &self.params,
            &code!([[#scalar; #columns]; #rows]),
            &code! {
                let mut matrix = [[#zero; #columns]; #rows];
                #before
                // By the mode that needs fewer sweeps.
                if #column_count <= #row_count {
                    #columns_forward
                } else {
                    for at in 0..#row_count {
                        let mut direction = [#zero; #rows];
                        direction[at] = #one;
                        let seed = #seed;
                        let (_, adjoints) = #reverse;
                        matrix[at] = #row;
                    }
                }
                matrix
            },
        ))
    }
}

impl Emitter<'_> {
    /// The columns of a Jacobian, several at once.
    fn columns_in_lanes(&self, inputs: &Flat, types: &[&Type], outputs: &Flat) -> TokenStream {
        let (krate, again) = (&self.context.krate, self.args_again());
        let (columns, column_count) = (inputs.len(), inputs.count());
        let lanes = Literal::usize_unsuffixed(COLUMNS);
        let direction = inputs.assemble(types, &code!(direction));
        let args = code!(#again #direction);
        let (_, forward) = self.passes(|effects| {
            let args = if self.effects { code!(#args, #effects) } else { args.clone() };
            self.lanes_call(&self.hidden_named(Hidden::Body(Pass::Forward), true), &args)
        });
        let column = outputs.flatten(&[&self.function.result], &code!((tangent,)));
        code! {
            let mut first = 0;
            while first < #column_count {
                let mut direction = [#krate::Lanes::zero(); #columns];
                for (at, lanes) in direction[first..].iter_mut().take(#lanes).enumerate() {
                    *lanes = #krate::Lanes::along(at);
                }
                let (_, tangent) = #forward;
                let column = #column;
                for (row, entries) in matrix.iter_mut().zip(column) {
                    for (entry, lane) in row[first..].iter_mut().zip(entries.0) {
                        *entry = lane;
                    }
                }
                first += #lanes;
            }
        }
    }
}

/// How several values are one vector, if that can be said.
fn flat(types: &[&Type]) -> Option<Flat> {
    if let [Type::Array(element, len)] = types
        && **element == Type::Float
    {
        return Some(Flat::Array(len.clone()));
    }
    let all = types.iter().try_fold(0, |all: usize, ty| all.checked_add(count_numbers(ty)?))?;
    (all <= MAX_LISTED).then_some(Flat::Listed(all))
}

/// The most numbers that are listed one by one. A matrix with more rows and columns would not fit on the stack.
const MAX_LISTED: usize = 4096;

impl Flat {
    fn len(&self) -> TokenStream {
        match self {
            Flat::Array(len) => length(len),
            Flat::Listed(len) => {
                let len = Literal::usize_unsuffixed(*len);
                code!(#len)
            }
        }
    }

    /// The length as an expression of the generated code.
    fn count(&self) -> TokenStream {
        match self {
            Flat::Array(len) => count(len),
            Flat::Listed(_) => self.len(),
        }
    }

    /// The values as a tuple, from the vector `from`.
    fn assemble(&self, types: &[&Type], from: &TokenStream) -> TokenStream {
        if let Flat::Array(_) = self {
            return code!((#from,));
        }
        let mut at = 0;
        let mut next = || {
            let index = Literal::usize_unsuffixed(at);
            at += 1;
            code!(#from[#index])
        };
        let values = types.iter().map(|ty| assemble(ty, &mut next));
        code!((#(#values,)*))
    }

    /// The vector, from the tuple `from` of values.
    fn flatten(&self, types: &[&Type], from: &TokenStream) -> TokenStream {
        if let Flat::Array(_) = self {
            return code!(#from.0);
        }
        let all = types.iter().enumerate().flat_map(|(at, ty)| {
            let at = Literal::usize_unsuffixed(at);
            numbers(ty, &code!(#from.#at)).unwrap_or_default()
        });
        code!([#(#all),*])
    }
}
