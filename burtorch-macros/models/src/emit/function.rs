//! A function of a model: the checks, the call, and what both need.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote};
use syn::ext::IdentExt;

use super::kernel::array;
use super::program::{Inputs, Kernels, Slice, reference, statements};
use super::{Programs, element};
use crate::elaborate::{Function, Input, Model};
use crate::plan::{Argument, Program};

/// How large the workspaces must be.
#[derive(Default)]
pub(super) struct Sizes {
    pub floats: usize,
    pub tile_floats: usize,
    pub tile_indices: usize,
}

/// All that a function of the model becomes.
pub(super) fn function(
    model: &Model,
    function: &Function,
    programs: &Programs,
    kernels: &mut Kernels,
    sizes: &mut Sizes,
) -> TokenStream {
    let mut emit = Emit { model, function, kernels, sizes };
    let forward = emit.forward(&programs.forward);
    let gradient = programs.gradient.as_ref().map(|program| emit.gradient(program));
    let batch = emit.batch(programs);
    let step = emit.step(programs);
    let update = emit.update(programs);
    let parallel = emit.parallel(programs);
    quote! {
        #forward
        #gradient
        #batch
        #step
        #update
        #parallel
    }
}

/// The graph of a function, as a constant. The text is in a block, since rustdoc would print a plain literal.
pub(super) fn dot(function: &Function, programs: &Programs) -> TokenStream {
    let (name, dot) = (format_ident!("{}_DOT", function.name.unraw().to_string().to_uppercase()), &programs.dot);
    let vis = &function.vis;
    let title = format!(" The graph of [`{0}`](Self::{0}), as Graphviz text.", function.name);
    quote! {
        #[doc = #title]
        #vis const #name: &'static ::core::primitive::str = { const TEXT: &::core::primitive::str = #dot; TEXT };
    }
}

pub(super) struct Emit<'a> {
    pub model: &'a Model,
    pub function: &'a Function,
    pub kernels: &'a mut Kernels,
    pub sizes: &'a mut Sizes,
}

/// A function that does the work, its arguments checked.
pub(super) struct Work {
    pub name: Ident,
    /// Name and type of each argument.
    pub arguments: Vec<(Ident, TokenStream)>,
    pub result: TokenStream,
    pub body: TokenStream,
    /// Whether it is generic over an optimizer, of which it gets a step `u`.
    pub updates: bool,
    /// Whether the widest registers pay in any case.
    pub wide: bool,
}

impl Work {
    /// A function of a program whose result is a number.
    pub(super) fn number(
        name: &Ident,
        arguments: Vec<(Ident, TokenStream)>,
        body: TokenStream,
        program: &Program,
    ) -> Self {
        let (name, result, wide) = (name.clone(), quote!(__S), program.is_wide());
        Work { name, arguments, result, body, updates: false, wide }
    }

    /// The function. The kernels that it calls are compiled for each instruction set; those of the machine run.
    pub(super) fn tokens(&self) -> TokenStream {
        let Work { name, result, body, .. } = self;
        let only = |tokens| if self.updates { tokens } else { TokenStream::new() };
        let (generic, used, bind) =
            (only(quote!(__U: b::Update<__S>)), only(quote!(__U)), only(quote!(let mut u = u;)));
        let (names, types): (Vec<_>, Vec<_>) = self.arguments.iter().map(|(name, ty)| (name, ty)).unzip();
        let dispatch = ident(if self.wide { "dispatch" } else { "dispatch_narrow" });
        quote! {
            fn #name<'a, 'w, #generic>(#(#names: #types),*) -> #result {
                struct Run<'a, 'w, #generic> { #(#names: #types,)* lifetime: ::core::marker::PhantomData<(&'a (), &'w ())> }
                impl<'a, 'w, #generic> b::Dispatched for Run<'a, 'w, #used> {
                    type Output = #result;
                    fn run(self, isa: b::IsaToken) -> #result {
                        let Self { #(#names,)* .. } = self;
                        #bind
                        #body
                    }
                }
                b::#dispatch(Run { #(#names,)* lifetime: ::core::marker::PhantomData })
            }
        }
    }
}

/// The name by which the code that we write knows input `at`.
pub(super) fn local(at: usize) -> Ident {
    format_ident!("__x{at}")
}

pub(super) fn ident(name: &str) -> Ident {
    Ident::new(name, Span::call_site())
}

impl Emit<'_> {
    pub(super) fn inputs(&self) -> &[Input] {
        &self.function.inputs
    }

    /// `tokens: &[usize; 8]`; a number is passed by value.
    pub(super) fn parameters(&self) -> TokenStream {
        let parameters = self.inputs().iter().map(|input| {
            let (name, ty) = (&input.name, parse(&array(&input.shape, &element(input))));
            if input.shape.is_empty() { quote!(#name: #ty) } else { quote!(#name: &#ty) }
        });
        quote!(#(#parameters),*)
    }

    /// `let __x0 = tokens.as_slice();`: the inputs as flat slices.
    pub(super) fn flat(&self) -> TokenStream {
        let slices = self.inputs().iter().enumerate().map(|(at, input)| {
            let (name, local) = (&input.name, local(at));
            let reference = if input.shape.is_empty() { quote!(&#name) } else { quote!(#name) };
            flatten(&local, &reference, input.shape.len())
        });
        quote!(#(#slices)*)
    }

    /// Checks that indices are in range.
    pub(super) fn checks(&self) -> TokenStream {
        let checks = self.inputs().iter().enumerate().filter_map(|(at, input)| {
            let (local, bound, text) = (local(at), input.bound?, input.name.unraw().to_string());
            Some(
                quote!(b::check_indices(#text, #local.iter().map(|&index| index as ::core::primitive::i128), #bound)?;),
            )
        });
        quote!(#(#checks)*)
    }

    /// The inputs of one sample, by name.
    pub(super) fn by_name(&self) -> Inputs {
        let slice = |(at, input)| Slice { scalar: element(input), name: local(at).to_string(), offset: 0 };
        Inputs { slices: self.inputs().iter().enumerate().map(slice).collect() }
    }

    /// The inputs of one sample as arguments.
    pub(super) fn slices(&self) -> Vec<(Ident, TokenStream)> {
        let slice = |(at, input): (usize, &Input)| {
            let ty = parse(&element(input));
            (local(at), quote!(&'a [#ty]))
        };
        self.inputs().iter().enumerate().map(slice).collect()
    }

    /// `__x0, __x1,`
    pub(super) fn locals(&self) -> TokenStream {
        let locals = (0..self.inputs().len()).map(local);
        quote!(#(#locals,)*)
    }

    fn forward(&mut self, program: &Program) -> TokenStream {
        let Function { name, vis, docs, .. } = self.function;
        let inputs = self.by_name();
        let (parameters, flat, checks, locals) = (self.parameters(), self.flat(), self.checks(), self.locals());
        let result = self.result(program);
        let inner = format_ident!("__{}", name.unraw());
        let mut arguments = vec![(ident("p"), quote!(&'a [__S])), (ident("w"), quote!(&'w mut [__S]))];
        arguments.extend(self.slices());
        self.sizes.floats = self.sizes.floats.max(program.floats);
        let work = Work {
            name: inner.clone(),
            arguments,
            body: self.work(program, &inputs),
            result: result.clone(),
            updates: false,
            wide: program.is_wide(),
        };
        let (work, model, count) = (work.tokens(), &self.model.name, self.model.count);
        let public = code! {
            #(#docs)*
            ///
            /// # Errors
            /// If `params` has the wrong length, or an index is out of range.
            #[allow(clippy::too_many_arguments)]
            #vis fn #name<'w>(
                params: &[__S],
                workspace: &'w mut b::Workspace<#model>,
                #parameters
            ) -> ::core::result::Result<#result, b::Error> {
                b::check_length("params", params.len(), #count)?;
                #flat
                #checks
                Ok(Self::#inner(params, workspace.floats(), #locals))
            }
        };
        quote!(#public #work)
    }

    fn gradient(&mut self, program: &Program) -> TokenStream {
        let Function { name, vis, .. } = self.function;
        let inputs = self.by_name();
        let (parameters, flat, checks, locals) = (self.parameters(), self.flat(), self.checks(), self.locals());
        let (public, inner) = (format_ident!("{}_grad", name.unraw()), format_ident!("__{}_grad", name.unraw()));
        let mut arguments = vec![
            (ident("p"), quote!(&'a [__S])),
            (ident("g"), quote!(&'a mut [__S])),
            (ident("w"), quote!(&'w mut [__S])),
            (ident("seed"), quote!(__S)),
        ];
        arguments.extend(self.slices());
        self.sizes.floats = self.sizes.floats.max(program.floats);
        let work = Work::number(&inner, arguments, self.work(program, &inputs), program);
        let (work, model, count) = (work.tokens(), &self.model.name, self.model.count);
        let title = format!(" The value of [`{name}`](Self::{name}); adds its gradient to `gradient`.");
        let public = code! {
            #[doc = #title]
            ///
            /// # Errors
            /// If `params` or `gradient` has the wrong length, or an index is out of range.
            #[allow(clippy::too_many_arguments)]
            #vis fn #public(
                params: &[__S],
                gradient: &mut [__S],
                workspace: &mut b::Workspace<#model>,
                #parameters
            ) -> ::core::result::Result<__S, b::Error> {
                b::check_length("params", params.len(), #count)?;
                b::check_length("gradient", gradient.len(), #count)?;
                #flat
                #checks
                Ok(Self::#inner(params, gradient, workspace.floats(), 1.0, #locals))
            }
        };
        quote!(#public #work)
    }

    /// The steps of a program, and its results.
    pub(super) fn work(&mut self, program: &Program, inputs: &Inputs) -> TokenStream {
        self.work_on(program, inputs, &quote!(b::read), false)
    }

    /// The same, where parameters are changed.
    pub(super) fn change(&mut self, program: &Program, inputs: &Inputs) -> TokenStream {
        self.work_on(program, inputs, &quote!(b::read_mut), false)
    }

    /// The same as one of these two, where the threads of `team` share large kernels.
    pub(super) fn share(&mut self, program: &Program, inputs: &Inputs, changes: bool) -> TokenStream {
        let params = if changes { quote!(b::read_mut) } else { quote!(b::read) };
        self.work_on(program, inputs, &params, true)
    }

    fn work_on(&mut self, program: &Program, inputs: &Inputs, params: &TokenStream, shared: bool) -> TokenStream {
        self.sizes.tile_floats = self.sizes.tile_floats.max(program.floats);
        let steps = parse(&statements(program, inputs, self.model.precision, self.kernels, shared));
        let one = |argument: &Argument| {
            let value = parse(&reference(argument, inputs));
            if argument.shape.is_empty() { quote!(*#value) } else { value }
        };
        let values = program.results.iter().map(one);
        let results = if self.function.tuple { quote!((#(#values,)*)) } else { quote!(#(#values)*) };
        // With lengths that the optimizer knows, every place that is known is known to be inside.
        let (floats, count) = (program.floats, self.model.count);
        quote! {
            let w = b::read_mut::<__S, [__S; #floats]>(w, 0);
            let p = #params::<__S, [__S; #count]>(p, 0);
            #steps
            #results
        }
    }

    /// The type of the results.
    fn result(&self, program: &Program) -> TokenStream {
        let types = program.results.iter().map(|argument| {
            let ty = parse(&array(&argument.shape, "__S"));
            if argument.shape.is_empty() { ty } else { quote!(&'w #ty) }
        });
        if self.function.tuple { quote!((#(#types,)*)) } else { quote!(#(#types)*) }
    }
}

/// `let local = reference.as_slice();`, for a reference to a tensor of this rank.
pub(super) fn flatten(local: &Ident, reference: &TokenStream, rank: usize) -> TokenStream {
    if rank == 0 {
        return quote!(let #local = ::core::slice::from_ref(#reference););
    }
    let flatten = (1..rank).map(|_| quote!(.as_flattened()));
    quote!(let #local = #reference.as_slice()#(#flatten)*;)
}

pub(super) fn parse(text: &str) -> TokenStream {
    text.parse().expect("what is written here is Rust")
}
