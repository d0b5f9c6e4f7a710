//! A training step with an optimizer: parameters are updated as soon as their gradient is known, where that is possible.
//!
//! All of it is generic over the optimizer, so what is not called costs nothing but its text.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::ext::IdentExt;

use super::Programs;
use super::angles::Inside;
use super::batch::PARTS;
use super::function::{Emit, Work, ident};
use super::kernel::{Text, array};
use crate::elaborate::Function;
use crate::plan::{Expr, in_place};
use crate::tensor::elements;

impl Emit<'_> {
    pub(super) fn update(&mut self, programs: &Programs) -> TokenStream {
        if programs.gradient.is_none() {
            return TokenStream::new();
        }
        let single = self.update_of_one(programs);
        let batch = if programs.tiles.is_empty() || self.inputs().len() > PARTS {
            TokenStream::new()
        } else {
            self.update_of_many(programs)
        };
        quote!(#single #batch)
    }

    fn update_of_one(&mut self, programs: &Programs) -> TokenStream {
        let Function { name, vis, .. } = self.function;
        let word = name.unraw();
        let inputs = self.by_name();
        let (parameters, flat, checks, locals) = (self.parameters(), self.flat(), self.checks(), self.locals());
        let (public, inner, plain) =
            (format_ident!("{word}_step"), format_ident!("__{word}_step"), format_ident!("__{word}_sgd"));
        let (model, count) = (&self.model.name, self.model.count);
        let mut arguments = vec![
            (ident("p"), quote!(&'a mut [__S])),
            (ident("w"), quote!(&'w mut [__S])),
            (ident("seed"), quote!(__S)),
            (ident("u"), quote!(b::Step<'a, __S, __U>)),
        ];
        arguments.extend(self.slices());
        let work = if let Some(program) = &programs.update {
            self.sizes.floats = self.sizes.floats.max(program.floats);
            let body = self.change(program, &inputs);
            Work { updates: true, ..Work::number(&inner, arguments, body, program) }.tokens()
        } else {
            // The gradient is in the workspace, behind what is computed.
            let program = programs.gradient.as_ref().expect("a step has a gradient");
            let (floats, gradient, trained) = (program.floats, format_ident!("__{word}_grad"), ranges(programs));
            self.sizes.floats = self.sizes.floats.max(floats + count);
            self.sizes.tile_floats = self.sizes.tile_floats.max(floats + count);
            let arguments = arguments.iter().map(|(name, ty)| quote!(#name: #ty));
            quote! {
                fn #inner<'a, 'w, __U: b::Update<__S>>(#(#arguments),*) -> __S {
                    let (w, g) = w.split_at_mut(#floats);
                    let g = &mut g[..#count];
                    g.fill(0.0);
                    let value = Self::#gradient(p, g, w, seed, #locals);
                    b::update_ranges(u, p, g, #trained);
                    value
                }
            }
        };
        let title = format!(" One step of an optimizer; the value of [`{name}`](Self::{name}) before it.");
        let public = code! {
            #[doc = #title]
            ///
            /// # Errors
            /// If `params` or the optimizer's state has the wrong length, or an index is out of range.
            #[allow(clippy::too_many_arguments)]
            #vis fn #public<__O: b::Optimizer<__S>>(
                params: &mut [__S],
                optimizer: &mut __O,
                workspace: &mut b::Workspace<#model>,
                #parameters
            ) -> ::core::result::Result<__S, b::Error> {
                b::check_length("params", params.len(), #count)?;
                b::check_state(optimizer, #count)?;
                #flat
                #checks
                let (update, state) = optimizer.begin();
                Ok(if const { <__O::Update as b::Update<__S>>::PLAIN } {
                    Self::#plain(params, workspace.floats(), -b::Update::rate(update), #locals)
                } else {
                    Self::#inner(params, workspace.floats(), 1.0, b::Step::new(update, state, #count), #locals)
                })
            }
        };
        quote!(#public #work)
    }

    fn update_of_many(&self, programs: &Programs) -> TokenStream {
        let Function { name, vis, .. } = self.function;
        let word = name.unraw();
        let (public, one) = (format_ident!("{word}_step_batch"), format_ident!("__{word}_step"));
        let (gradient, plain) = (format_ident!("{word}_grad_batch"), format_ident!("{word}_sgd_batch"));
        let (model, all) = (&self.model.name, self.model.count);
        let (samples, prepare, parts, locals) = (self.samples(), self.prepare(), self.parts(), self.locals());
        let trained = ranges(programs);
        let title = format!(
            " One step of an optimizer on the mean of [`{name}`](Self::{name}) over the samples, which is returned."
        );
        quote! {
            #[doc = #title]
            ///
            /// `gradient` holds the gradient meanwhile; what it holds afterwards is not said.
            ///
            /// # Errors
            /// If `params`, `gradient` or the optimizer's state has the wrong length, an index is out of range, or there
            /// are no samples.
            #vis fn #public<__O: b::Optimizer<__S>>(
                params: &mut [__S],
                gradient: &mut [__S],
                optimizer: &mut __O,
                workspace: &mut b::BatchWorkspace<#model>,
                samples: #samples,
            ) -> ::core::result::Result<__S, b::Error> {
                b::check_length("params", params.len(), #all)?;
                b::check_length("gradient", gradient.len(), #all)?;
                b::check_state(optimizer, #all)?;
                if const { <__O::Update as b::Update<__S>>::PLAIN } {
                    let (update, _) = optimizer.begin();
                    Self::#plain(params, gradient, b::Update::rate(update), workspace, samples)
                } else {
                    #prepare
                    if count == 0 {
                        return Err(b::Error::Empty);
                    }
                    if count == 1 {
                        if let ::core::option::Option::Some(sample) = ::core::iter::Iterator::next(&mut samples) {
                            #parts
                            let (update, state) = optimizer.begin();
                            return Ok(Self::#one(params, floats, 1.0, b::Step::new(update, state, #all), #locals));
                        }
                    }
                    gradient.fill(0.0);
                    let value = Self::#gradient(params, gradient, workspace, samples)?;
                    let (update, state) = optimizer.begin();
                    b::update_ranges(b::Step::new(update, state, #all), params, gradient, #trained);
                    Ok(value)
                }
            }
        }
    }
}

/// `&[0..24, 96..128]`: the parameters that get a gradient.
fn ranges(programs: &Programs) -> TokenStream {
    let ranges = programs.trained.iter().map(|range| {
        let (start, end) = (range.start, range.end);
        quote!(#start..#end)
    });
    quote!(&[#(#ranges),*])
}

/// As many elements of a gradient are computed before parameters are updated by them: few enough for the nearest cache.
const ROW: usize = 128;

impl Text<'_> {
    /// Updates all elements of the target. Of their gradient there is one row at a time, if it is computed here.
    pub(super) fn updates(&mut self) {
        let (kernel, rank) = (self.kernel, self.kernel.dims.len());
        if let Expr::Load(argument, places) = &kernel.value
            && in_place(places)
            && kernel.arguments[*argument].shape == kernel.dims
        {
            let ty = array(&kernel.dims, "__S");
            self.line(&format!("u.row(0, b::flat_mut::<__S, {ty}>(o), b::flat::<__S, {ty}>(a{argument}));"));
            return;
        }
        // A row is of as many axes as fit, the innermost ones.
        let first = (0..rank).find(|&axis| elements(&kernel.dims[axis..]) <= ROW);
        match first.or((rank == 0).then_some(0)) {
            Some(first) => self.whole_rows(first),
            None => self.parts_of_rows(),
        }
    }

    /// Rows of all axes from `first` on.
    fn whole_rows(&mut self, first: usize) {
        let (kernel, rank) = (self.kernel, self.kernel.dims.len());
        let (at, ty) = (self.row_start(first), array(&kernel.dims[first..], "__S"));
        let element = if first == rank { "*d".to_owned() } else { self.element("d", &kernel.to[first..]) };
        let row = if first == 0 { "o".to_owned() } else { format!("&mut {}", self.element("o", &kernel.to[..first])) };
        self.line(&format!("let mut row = {}; let d = &mut row;", array(&kernel.dims[first..], "0.0 as __S")));
        let angles = self.angles("unreachable");
        self.nest(0..first, &mut |text| {
            text.in_lanes(&angles, &|text, inside| text.nest(first..rank, inside), &mut |text| {
                let value = text.expr(&kernel.value, "unreachable");
                text.line(&format!("{element} = {value};"));
            });
            text.line(&format!("u.row({at}, b::flat_mut::<__S, {ty}>({row}), b::flat::<__S, {ty}>(d));"));
        });
    }

    /// Rows of the last axis, which is long.
    fn parts_of_rows(&mut self) {
        let (kernel, last) = (self.kernel, self.kernel.dims.len() - 1);
        let (at, length) = (self.row_start(last), kernel.dims[last]);
        let row = if last == 0 { "(*o)".to_owned() } else { self.element("o", &kernel.to[..last]) };
        let part = |text: &mut Self, start: &str, length: usize| {
            let was = std::mem::replace(&mut text.names[last], format!("({start} + j)"));
            let around = |text: &mut Self, inside: Inside<'_, Self>| {
                text.line(&format!("for j in 0..{length} {{"));
                inside(text);
                text.line("}");
            };
            let angles = text.angles("unreachable");
            text.in_lanes(&angles, &around, &mut |text| {
                let value = text.expr(&kernel.value, "unreachable");
                text.line(&format!("d[j] = {value};"));
            });
            text.line(&format!("u.row({at} + {start}, &mut {row}[{start}..{start} + {length}], &d[..{length}]);"));
            text.names[last] = was;
        };
        self.line(&format!("let mut d = [0.0 as __S; {ROW}];"));
        self.nest(0..last, &mut |text| {
            text.line(&format!("for c in 0..{} {{", length / ROW));
            part(text, &format!("c * {ROW}"), ROW);
            text.line("}");
            if length % ROW != 0 {
                part(text, &(length / ROW * ROW).to_string(), length % ROW);
            }
        });
    }

    /// How many elements are before a row of the axes from `first` on.
    fn row_start(&self, first: usize) -> String {
        let dims = &self.kernel.dims;
        let terms = (0..first).map(|axis| format!("{} * {}", self.names[axis], elements(&dims[axis + 1..])));
        std::iter::once("0".to_owned()).chain(terms).collect::<Vec<_>>().join(" + ")
    }
}
