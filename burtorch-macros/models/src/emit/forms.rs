//! The forms in which users call a function of a model: names, documentation and signatures.
//!
//! Each form checks nothing and computes nothing itself: it calls the driver of the runtime that has its name.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote};
use syn::Visibility;
use syn::ext::IdentExt;

use crate::each::Each;

/// A form of a function.
pub(super) struct Form {
    /// What its name ends in.
    suffix: &'static str,
    /// The driver that it calls.
    driver: &'static str,
    /// Its documentation; `{f}` is a link to the function itself.
    title: &'static str,
    note: &'static str,
    /// Whether it has an argument `gradient`.
    gradient: bool,
    /// What else it has an argument for.
    more: More,
    /// How parameters are changed.
    change: Change,
    workspace: Workspace,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Change {
    None,
    Rate,
    Optimizer,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum More {
    Nothing,
    /// The gradient with respect to each argument that is named in `#[wrt(…)]`.
    Inputs,
    /// The parameters whose gradient is asked for: of a function that is `#[partial]`.
    Fields,
    /// These, and a function that says whether to go on.
    FieldsAndFlag,
    /// The entries of the parameters with respect to which derivatives are asked for.
    Coordinates,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Workspace {
    One,
    Batch,
    Parallel,
}

impl Form {
    /// Whether it is for batches.
    pub(super) fn is_batch(&self) -> bool {
        self.workspace != Workspace::One
    }
}

/// What is said of memory.
const MEMORY: &str = "Samples are taken a tile at a time, so memory does not grow with the batch.";
/// What is said of a gradient that was not computed to the end.
const ENDED: &str = "If it returns false, the result is `None`, and a part of the gradient was added to `gradient`: what it holds is of no \
                     use. The parameters are as they were, so a step that is taken only with a result is taken whole.";
/// What is said of a gradient that may not be needed.
const MAYBE: &str =
    "`gradient` is used where the parameters cannot be updated on the way; what it holds afterwards is not said.";
/// What is said of a gradient that is needed in between.
const MEANWHILE: &str = "`gradient` holds the gradient meanwhile; what it holds afterwards is not said.";

/// The forms of a function whose result is a number, besides itself.
static FORMS: [Form; 11] = [
    Form {
        suffix: "_grad",
        driver: "gradient",
        title: "The value of {f}; adds its gradient to `gradient`.",
        note: "",
        gradient: true,
        more: More::Nothing,
        change: Change::None,
        workspace: Workspace::One,
    },
    Form {
        suffix: "_batch",
        driver: "value_batch",
        title: "The mean of {f} over the samples.",
        note: MEMORY,
        gradient: false,
        more: More::Nothing,
        change: Change::None,
        workspace: Workspace::Batch,
    },
    Form {
        suffix: "_grad_batch",
        driver: "gradient_batch",
        title: "The mean of {f} over the samples; adds its gradient to `gradient`.",
        note: MEMORY,
        gradient: true,
        more: More::Nothing,
        change: Change::None,
        workspace: Workspace::Batch,
    },
    Form {
        suffix: "_sgd",
        driver: "sgd",
        title: "One step of gradient descent, `params -= rate · gradient`; the value of {f} before it.",
        note: "",
        gradient: false,
        more: More::Nothing,
        change: Change::Rate,
        workspace: Workspace::One,
    },
    Form {
        suffix: "_sgd_batch",
        driver: "sgd_batch",
        title: "One step of gradient descent on the mean of {f} over the samples, which is returned.",
        note: MAYBE,
        gradient: true,
        more: More::Nothing,
        change: Change::Rate,
        workspace: Workspace::Batch,
    },
    Form {
        suffix: "_step",
        driver: "step",
        title: "One step of an optimizer; the value of {f} before it.",
        note: "",
        gradient: false,
        more: More::Nothing,
        change: Change::Optimizer,
        workspace: Workspace::One,
    },
    Form {
        suffix: "_step_batch",
        driver: "step_batch",
        title: "One step of an optimizer on the mean of {f} over the samples, which is returned.",
        note: MEANWHILE,
        gradient: true,
        more: More::Nothing,
        change: Change::Optimizer,
        workspace: Workspace::Batch,
    },
    Form {
        suffix: "_parallel",
        driver: "value_parallel",
        title: "The mean of {f} over the samples, on several threads.",
        note: "",
        gradient: false,
        more: More::Nothing,
        change: Change::None,
        workspace: Workspace::Parallel,
    },
    Form {
        suffix: "_grad_parallel",
        driver: "gradient_parallel",
        title: "The mean of {f} over the samples, on several threads; adds its gradient to `gradient`.",
        note: "",
        gradient: true,
        more: More::Nothing,
        change: Change::None,
        workspace: Workspace::Parallel,
    },
    Form {
        suffix: "_sgd_parallel",
        driver: "sgd_parallel",
        title: "One step of gradient descent on the mean of {f} over the samples, which is returned; on several threads.",
        note: MAYBE,
        gradient: true,
        more: More::Nothing,
        change: Change::Rate,
        workspace: Workspace::Parallel,
    },
    Form {
        suffix: "_step_parallel",
        driver: "step_parallel",
        title: "One step of an optimizer on the mean of {f} over the samples, which is returned; on several threads.",
        note: MEANWHILE,
        gradient: true,
        more: More::Nothing,
        change: Change::Optimizer,
        workspace: Workspace::Parallel,
    },
];

/// The forms of a function that names arguments in `#[wrt(…)]`.
static INPUT_FORMS: [Form; 3] = [
    Form {
        suffix: "_grad_inputs",
        driver: "input_gradient",
        title: "The value of {f}; adds its gradient to `gradient`, and writes those with respect to arguments to {tensors}.",
        note: "",
        gradient: true,
        more: More::Inputs,
        change: Change::None,
        workspace: Workspace::One,
    },
    Form {
        suffix: "_grad_inputs_batch",
        driver: "input_gradient_batch",
        title: "The mean of {f} over the samples; adds its gradient to `gradient`, and writes those of the mean with respect to the \
                arguments of each sample to {tensors}.",
        note: MEMORY,
        gradient: true,
        more: More::Inputs,
        change: Change::None,
        workspace: Workspace::Batch,
    },
    Form {
        suffix: "_grad_inputs_parallel",
        driver: "input_gradient_parallel",
        title: "The mean of {f} over the samples, on several threads; adds its gradient to `gradient`, and writes those of the mean \
                with respect to the arguments of each sample to {tensors}.",
        note: "",
        gradient: true,
        more: More::Inputs,
        change: Change::None,
        workspace: Workspace::Parallel,
    },
];

/// The forms of a function that is `#[partial]`.
static PARTIAL_FORMS: [Form; 6] = [
    Form {
        suffix: "_grad_of",
        driver: "gradient_of",
        title: "The value of {f}; adds the gradient of the parameters in `fields` to `gradient`.",
        note: "",
        gradient: true,
        more: More::Fields,
        change: Change::None,
        workspace: Workspace::One,
    },
    Form {
        suffix: "_grad_of_while",
        driver: "gradient_of_while",
        title: "The value of {f}; adds the gradient of the parameters in `fields` to `gradient`, as long as `go_on` returns true, \
                which is called before each kernel.",
        note: ENDED,
        gradient: true,
        more: More::FieldsAndFlag,
        change: Change::None,
        workspace: Workspace::One,
    },
    Form {
        suffix: "_grad_at",
        driver: "gradient_at",
        title: "The value of {f}; adds the derivatives with respect to some entries of the parameters to `gradient`.",
        note: "To other entries of the same rows or tensors, their derivatives may be added as well.",
        gradient: true,
        more: More::Coordinates,
        change: Change::None,
        workspace: Workspace::One,
    },
    Form {
        suffix: "_grad_of_batch",
        driver: "gradient_of_batch",
        title: "The mean of {f} over the samples; adds the gradient of the parameters in `fields` to `gradient`.",
        note: MEMORY,
        gradient: true,
        more: More::Fields,
        change: Change::None,
        workspace: Workspace::Batch,
    },
    Form {
        suffix: "_grad_of_batch_while",
        driver: "gradient_of_batch_while",
        title: "The mean of {f} over the samples; adds the gradient of the parameters in `fields` to `gradient`, as long as `go_on` \
                returns true, which is called before each kernel.",
        note: ENDED,
        gradient: true,
        more: More::FieldsAndFlag,
        change: Change::None,
        workspace: Workspace::Batch,
    },
    Form {
        suffix: "_grad_of_parallel_while",
        driver: "gradient_of_parallel_while",
        title: "The mean of {f} over the samples, on several threads; adds the gradient of the parameters in `fields` to `gradient`, \
                as long as `go_on` returns true, which is called before each kernel.",
        note: ENDED,
        gradient: true,
        more: More::FieldsAndFlag,
        change: Change::None,
        workspace: Workspace::Parallel,
    },
];

/// The forms that are generated: those for threads only with the feature `parallel`.
pub(super) fn forms(has_inputs: bool, partial: bool) -> impl Iterator<Item = &'static Form> {
    let of_inputs = INPUT_FORMS.iter().filter(move |_| has_inputs);
    let of_fields = PARTIAL_FORMS.iter().filter(move |_| partial);
    FORMS
        .iter()
        .chain(of_inputs)
        .chain(of_fields)
        .filter(|form| cfg!(feature = "parallel") || form.workspace != Workspace::Parallel)
}

/// What a form is written for.
pub(super) struct Signature<'a> {
    pub name: &'a Ident,
    pub vis: &'a Visibility,
    pub model: &'a Ident,
    /// The arguments of the function, as parameters of one sample.
    pub inputs: &'a TokenStream,
    /// The arguments whose gradients are asked for, with their types.
    pub wrt: &'a [(Ident, TokenStream)],
    /// The type of a batch, given what else its iterator must be.
    pub samples: &'a dyn Fn(TokenStream) -> TokenStream,
    /// What an optimizer must be.
    pub optimizer: &'a TokenStream,
    /// The body, given the driver, its type arguments behind those of the function, and its arguments but for inputs or samples.
    pub body: &'a dyn Fn(&Form, TokenStream) -> TokenStream,
}

impl Signature<'_> {
    /// A form as a function.
    pub(super) fn function(&self, form: &Form) -> TokenStream {
        let Signature { name, vis, model, inputs, optimizer, .. } = self;
        let public = format_ident!("{}{}", name.unraw(), form.suffix);
        let docs = self.docs(form);
        let only = |condition: bool, tokens: TokenStream| if condition { tokens } else { TokenStream::new() };
        let by_optimizer = form.change == Change::Optimizer;
        let generic = only(by_optimizer, quote!(<__O #optimizer>));
        let params = if form.change == Change::None { quote!(&[__S]) } else { quote!(&mut [__S]) };
        let gradient = only(form.gradient, code!(gradient: &mut [__S],));
        let (change, passed) = match form.change {
            Change::None => (TokenStream::new(), TokenStream::new()),
            Change::Rate => (code!(rate: __S,), code!(rate,)),
            Change::Optimizer => (code!(optimizer: &mut __O,), code!(optimizer,)),
        };
        let (workspace, data) = match form.workspace {
            Workspace::One => (quote!(Workspace), quote!(#inputs)),
            Workspace::Batch => (quote!(BatchWorkspace), self.many(TokenStream::new())),
            Workspace::Parallel => (quote!(ParallelWorkspace), self.many(quote!(+ b::Sync))),
        };
        let passed_gradient = only(form.gradient, code!(gradient,));
        let (more, passed_more) = match form.more {
            More::Nothing => Default::default(),
            More::Inputs => self.tensors(form),
            More::Fields | More::FieldsAndFlag => (code!(fields: &b::Fields<#model>,), code!(fields,)),
            More::Coordinates => (code!(coordinates: &b::Coordinates<#model>,), code!(coordinates,)),
        };
        let has_flag = form.more == More::FieldsAndFlag;
        let flag = match form.workspace {
            Workspace::Parallel => code!(go_on: impl ::core::ops::Fn() -> bool + b::Sync,),
            _ => code!(go_on: impl ::core::ops::FnMut() -> bool,),
        };
        let flag = only(has_flag, flag);
        let passed_flag = only(has_flag, code!(go_on,));
        let result = if has_flag { quote!(b::Option<__S>) } else { quote!(__S) };
        let body = (self.body)(form, code!(params, #passed_gradient #passed_more #passed workspace, #passed_flag));
        // Names that do not meet those of the function's own arguments.
        code! {
            #[doc = #docs]
            #vis fn #public #generic(
                params: #params, #gradient #more #change workspace: &mut b::#workspace<#model>, #flag #data
            ) -> b::Result<#result, b::Error> { #body }
        }
    }

    /// What the tensor is called that the gradient with respect to an argument goes to: several, for a batch.
    fn tensor(form: &Form, argument: &Ident) -> Ident {
        let end = if form.is_batch() { "grads" } else { "grad" };
        format_ident!("{}_{end}", argument.unraw(), span = Span::mixed_site())
    }

    /// The parameters for gradients with respect to arguments, and how they are passed on: as a list.
    fn tensors(&self, form: &Form) -> (TokenStream, TokenStream) {
        let (mut parameters, mut passed) = (TokenStream::new(), quote!(()));
        for (argument, ty) in self.wrt {
            let name = Self::tensor(form, argument);
            parameters.extend(if form.is_batch() { quote!(#name: &mut [#ty],) } else { quote!(#name: &mut #ty,) });
        }
        for (argument, _) in self.wrt.iter().rev() {
            let name = Self::tensor(form, argument);
            passed = if form.is_batch() { quote!((#name, #passed)) } else { quote!((b::from_mut(#name), #passed)) };
        }
        (parameters, quote!(#passed,))
    }

    fn many(&self, more: TokenStream) -> TokenStream {
        let samples = (self.samples)(more);
        code!(samples: #samples)
    }

    fn docs(&self, form: &Form) -> String {
        let name = self.name;
        let tensors: Vec<String> = self.wrt.each(|(argument, _)| format!("`{}`", Self::tensor(form, argument)));
        let title =
            form.title.replace("{f}", &format!("[`{name}`](Self::{name})")).replace("{tensors}", &tensors.join(", "));
        let note = if form.note.is_empty() { String::new() } else { format!(" {}\n\n", form.note) };
        let slices = match (form.gradient, form.change == Change::Optimizer) {
            _ if form.more == More::Inputs && form.is_batch() => "`params`, `gradient` or a slice of gradients has",
            (false, false) => "`params` has",
            (true, false) => "`params` or `gradient` has",
            (false, true) => "`params` or the optimizer's state has",
            (true, true) => "`params`, `gradient` or the optimizer's state has",
        };
        let others = if form.is_batch() {
            "an index is out of range, or there are no samples"
        } else {
            "or an index is out of range"
        };
        format!(" {title}\n\n{note} # Errors\n If {slices} the wrong length, {others}.")
    }
}

impl Form {
    /// The call of its driver for a function of these type arguments.
    pub(super) fn call(&self, types: &TokenStream, arguments: &TokenStream, data: &TokenStream) -> TokenStream {
        let driver = format_ident!("{}", self.driver);
        // Drivers infer the types of samples, of an optimizer, and of tensors that are written to.
        let inferred = [self.is_batch(), self.change == Change::Optimizer, self.more == More::Inputs];
        let inferred = inferred.iter().filter(|is| **is).map(|_| quote!(, _));
        let inferred: TokenStream = inferred.collect();
        quote!(d::#driver::<#types #inferred>(#arguments #data))
    }
}
