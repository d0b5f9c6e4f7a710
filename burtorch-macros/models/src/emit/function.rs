//! A function of a model: the implementations that drivers of the runtime run, and the forms that users call.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};
use syn::ext::IdentExt;

use super::forms::{Signature, forms};
use super::kernel::array;
use super::kernels::Kernels;
use super::program::{Inputs, Slice, reference, statements, statements_of_chosen};
use super::{Programs, element};
use crate::each::Each;
use crate::elaborate::{Function, Input, Model};
use crate::plan::{Argument, Program};
use crate::tensor::elements;

/// A sample has at most this many parts.
pub(crate) const PARTS: usize = 6;

/// How large the workspaces must be.
#[derive(Default)]
pub(super) struct Sizes {
    pub floats: usize,
    pub tile_floats: usize,
    pub tile_indices: usize,
}

pub(super) struct Emit<'a> {
    pub model: &'a Model,
    pub function: &'a Function,
    /// The type that stands for the function.
    pub of: Ident,
    pub kernels: &'a mut Kernels,
    pub sizes: &'a mut Sizes,
}

/// How the code of a program differs from that of others.
#[derive(Clone, Copy, Default)]
pub(super) struct Code {
    /// It changes parameters.
    pub changes: bool,
    /// The result is not a value but a slice of numbers.
    pub flat: bool,
    pub steps: Steps,
}

/// Which steps of a program run, and on which threads.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum Steps {
    #[default]
    All,
    /// All, and the threads of `team` share large kernels.
    Shared,
    /// Those that the chosen parameters, `c`, need, as long as `go` says so.
    Chosen,
}

/// The arguments of a function, as the tuple that a sample is.
pub(super) fn arguments(function: &Function) -> TokenStream {
    let types = function.inputs.iter().map(input_type);
    quote!((#(#types,)*))
}

fn input_type(input: &Input) -> TokenStream {
    parse(&array(&input.shape, &element(input)))
}

pub(super) fn parse(text: &str) -> TokenStream {
    text.parse().expect("what is written here is Rust")
}

/// `(a, (b, ()))`
fn list(items: impl DoubleEndedIterator<Item = TokenStream>) -> TokenStream {
    items.rev().fold(quote!(()), |others, item| quote!((#item, #others)))
}

/// The name by which a program knows input `at`.
fn local(at: usize) -> Ident {
    format_ident!("__x{at}")
}

impl Emit<'_> {
    /// The forms of the function, and what is implemented for it.
    pub(super) fn function(&mut self, programs: &Programs) -> (TokenStream, TokenStream) {
        let implementations = self.implementations(programs);
        let Function { name, vis, docs, .. } = self.function;
        let (model, of, inputs, references) = (&self.model.name, &self.of, self.parameters(), self.references());
        let result = self.result(&programs.forward);
        let has_batches = self.has_batches(programs);
        let others = if programs.gradient.is_some() {
            self.number_forms(has_batches)
        } else if has_batches && !self.function.tuple {
            self.tensor_form(&programs.forward)
        } else {
            TokenStream::new()
        };
        // Names that do not meet those of the function's own arguments.
        let public = code! {
            #(#docs)*
            #[doc = "\n # Errors\n If `params` has the wrong length, or an index is out of range."]
            #vis fn #name<'w>(
                params: &[__S], workspace: &'w mut b::Workspace<#model>, #inputs
            ) -> b::Result<#result, b::Error> { d::value::<#of>(params, workspace, #references) }
            #others
        };
        (public, implementations)
    }

    /// Whether the function has forms for batches.
    pub(super) fn has_batches(&self, programs: &Programs) -> bool {
        programs.batches && self.inputs().len() <= PARTS
    }

    fn number_forms(&self, has_batches: bool) -> TokenStream {
        let Function { name, vis, .. } = self.function;
        let (of, references, tuple) = (&self.of, self.references(), arguments(self.function));
        let wrt = self.function.wrt.each(|&at| (self.inputs()[at].name.clone(), input_type(&self.inputs()[at])));
        let signature = Signature {
            name,
            vis,
            model: &self.model.name,
            inputs: &self.parameters(),
            wrt: &wrt,
            samples: &|more| samples(&tuple, &more),
            optimizer: &quote!(: b::Optimizer<__S>),
            body: &|form, arguments| {
                if form.is_batch() {
                    form.call(&quote!(#of, #tuple), &arguments, &code!(samples))
                } else {
                    form.call(&quote!(#of), &arguments, &references)
                }
            },
        };
        forms(!wrt.is_empty(), self.function.partial)
            .filter(|form| has_batches || !form.is_batch())
            .map(|form| signature.function(form))
            .collect()
    }

    /// The form for batches of a function whose result is a tensor.
    fn tensor_form(&self, forward: &Program) -> TokenStream {
        let Function { name, vis, .. } = self.function;
        let (model, of, tuple) = (&self.model.name, &self.of, arguments(self.function));
        let (public, samples) = (format_ident!("{}_batch", name.unraw()), samples(&tuple, &TokenStream::new()));
        let result = parse(&array(&forward.results[0].shape, "__S"));
        let docs = format!(
            " [`{name}`](Self::{name}) of each sample, written to `results`.\n\n # Errors\n If `params` has the wrong \
             length, an index is out of range, or there are not as many results as samples."
        );
        quote! {
            #[doc = #docs]
            #vis fn #public(
                params: &[__S], results: &mut [#result], workspace: &mut b::BatchWorkspace<#model>, samples: #samples
            ) -> b::Result<(), b::Error> {
                d::tensor_batch::<#of, #tuple, _, _>(params, results, workspace, samples)
            }
        }
    }

    /// What is said of the function, and its value for one sample.
    pub(super) fn facts(&mut self, program: &Program) -> TokenStream {
        let inputs = self.by_name();
        self.sizes.floats = self.sizes.floats.max(program.floats);
        let body = self.body(program, &inputs, Code::default());
        let (model, of, pattern) = (&self.model.name, &self.of, self.pattern());
        let types = list(self.inputs().iter().map(input_type));
        let bounds = self.inputs().iter().map(|input| {
            let name = input.name.unraw().to_string();
            match input.bound {
                Some(bound) => quote!((#name, b::Some(#bound))),
                None => quote!((#name, b::None)),
            }
        });
        let result = self.result(program);
        quote! {
            enum #of {}
            impl d::ModelFunction for #of {
                type Model = #model;
                type Inputs = #types;
                type Output<'w> = #result;
                const BOUNDS: &'static [d::Bounds] = &[#(#bounds),*];
                fn value<'w>(p: &[__S], w: &'w mut [__S], inputs: d::References<'_, Self>) -> Self::Output<'w> {
                    let #pattern = d::slices::<Self>(inputs);
                    #body
                }
            }
        }
    }

    pub(super) fn inputs(&self) -> &[Input] {
        &self.function.inputs
    }

    /// `tokens: &[usize; 8]`; a number is passed by value.
    fn parameters(&self) -> TokenStream {
        let parameters = self.inputs().iter().map(|input| {
            let (name, ty) = (&input.name, input_type(input));
            if input.shape.is_empty() { quote!(#name: #ty) } else { quote!(#name: &#ty) }
        });
        quote!(#(#parameters),*)
    }

    /// References to these parameters, as a list.
    fn references(&self) -> TokenStream {
        list(self.inputs().iter().map(|input| {
            let name = &input.name;
            if input.shape.is_empty() { quote!(&#name) } else { quote!(#name) }
        }))
    }

    /// The pattern that names the slices of one sample.
    pub(super) fn pattern(&self) -> TokenStream {
        list((0..self.inputs().len()).map(|at| {
            let local = local(at);
            quote!(#local)
        }))
    }

    /// The inputs of one sample, by name.
    pub(super) fn by_name(&self) -> Inputs {
        let slice = |(at, input)| Slice { scalar: element(input), name: local(at).to_string(), offset: 0 };
        Inputs { slices: self.inputs().iter().enumerate().map(slice).collect() }
    }

    /// The steps of a program, and its results.
    pub(super) fn body(&mut self, program: &Program, inputs: &Inputs, code: Code) -> TokenStream {
        self.sizes.tile_floats = self.sizes.tile_floats.max(program.floats);
        let steps = if code.steps == Steps::Chosen {
            let starts: Vec<usize> = self.model.parameters.each(|parameter| parameter.offset);
            statements_of_chosen(program, inputs, self.model.precision, self.kernels, &starts)
        } else {
            statements(program, inputs, self.model.precision, self.kernels, code.steps == Steps::Shared)
        };
        let steps = parse(&steps);
        let one = |argument: &Argument| {
            let value = parse(&reference(argument, inputs));
            if argument.shape.is_empty() { quote!(*#value) } else { value }
        };
        // A tuple has all results. Beside a number there may be gradients with respect to arguments, which drivers know to find.
        let count = if self.function.tuple { program.results.len() } else { 1 };
        let values = program.results[..count].iter().map(one);
        let results = match (code.flat, self.function.tuple) {
            (true, _) => {
                let length = elements(&program.results[0].shape);
                let flat = Argument { shape: vec![length], memory: program.results[0].memory.clone() };
                parse(&reference(&flat, inputs))
            }
            (_, true) => quote!((#(#values,)*)),
            (_, false) if code.steps == Steps::Chosen => quote!(b::Some(#(#values)*)),
            (_, false) => quote!(#(#values)*),
        };
        // With lengths that the optimizer knows, every place that is known is known to be inside.
        let (floats, count, is_wide) = (program.floats, self.model.count, program.is_wide());
        let params =
            if code.changes { quote!(&mut [__S; #count] = b::read_mut) } else { quote!(&[__S; #count] = b::read) };
        quote! {
            let isa = b::choose_isa(#is_wide);
            let w: &mut [__S; #floats] = b::read_mut(w, 0);
            let p: #params(p, 0);
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

/// The graph of a function, as a constant. The text is in a block, since rustdoc would print a plain literal.
pub(super) fn dot(function: &Function, programs: &Programs) -> TokenStream {
    let (name, dot) = (format_ident!("{}_DOT", function.name.unraw().to_string().to_uppercase()), &programs.dot);
    let vis = &function.vis;
    let title = format!(" The graph of [`{0}`](Self::{0}), as Graphviz text.", function.name);
    quote! {
        #[doc = #title]
        #vis const #name: &'static b::str = { const TEXT: &b::str = #dot; TEXT };
    }
}

/// What a batch may be; `more` is what its iterator must be besides.
fn samples(arguments: &TokenStream, more: &TokenStream) -> TokenStream {
    quote! {
        impl b::IntoIterator<Item: b::SampleOf<#arguments>, IntoIter: b::ExactSizeIterator + b::Clone #more>
    }
}
