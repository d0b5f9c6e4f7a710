//! The forms in which users call a function of a model: names, documentation and signatures.
//!
//! Each form checks nothing and computes nothing itself: it calls the driver of the runtime that has its name.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};
use syn::Visibility;
use syn::ext::IdentExt;

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
        change: Change::None,
        workspace: Workspace::One,
    },
    Form {
        suffix: "_batch",
        driver: "value_batch",
        title: "The mean of {f} over the samples.",
        note: MEMORY,
        gradient: false,
        change: Change::None,
        workspace: Workspace::Batch,
    },
    Form {
        suffix: "_grad_batch",
        driver: "gradient_batch",
        title: "The mean of {f} over the samples; adds its gradient to `gradient`.",
        note: MEMORY,
        gradient: true,
        change: Change::None,
        workspace: Workspace::Batch,
    },
    Form {
        suffix: "_sgd",
        driver: "sgd",
        title: "One step of gradient descent, `params -= rate · gradient`; the value of {f} before it.",
        note: "",
        gradient: false,
        change: Change::Rate,
        workspace: Workspace::One,
    },
    Form {
        suffix: "_sgd_batch",
        driver: "sgd_batch",
        title: "One step of gradient descent on the mean of {f} over the samples, which is returned.",
        note: MAYBE,
        gradient: true,
        change: Change::Rate,
        workspace: Workspace::Batch,
    },
    Form {
        suffix: "_step",
        driver: "step",
        title: "One step of an optimizer; the value of {f} before it.",
        note: "",
        gradient: false,
        change: Change::Optimizer,
        workspace: Workspace::One,
    },
    Form {
        suffix: "_step_batch",
        driver: "step_batch",
        title: "One step of an optimizer on the mean of {f} over the samples, which is returned.",
        note: MEANWHILE,
        gradient: true,
        change: Change::Optimizer,
        workspace: Workspace::Batch,
    },
    Form {
        suffix: "_parallel",
        driver: "value_parallel",
        title: "The mean of {f} over the samples, on several threads.",
        note: "",
        gradient: false,
        change: Change::None,
        workspace: Workspace::Parallel,
    },
    Form {
        suffix: "_grad_parallel",
        driver: "gradient_parallel",
        title: "The mean of {f} over the samples, on several threads; adds its gradient to `gradient`.",
        note: "",
        gradient: true,
        change: Change::None,
        workspace: Workspace::Parallel,
    },
    Form {
        suffix: "_sgd_parallel",
        driver: "sgd_parallel",
        title: "One step of gradient descent on the mean of {f} over the samples, which is returned; on several threads.",
        note: MAYBE,
        gradient: true,
        change: Change::Rate,
        workspace: Workspace::Parallel,
    },
    Form {
        suffix: "_step_parallel",
        driver: "step_parallel",
        title: "One step of an optimizer on the mean of {f} over the samples, which is returned; on several threads.",
        note: MEANWHILE,
        gradient: true,
        change: Change::Optimizer,
        workspace: Workspace::Parallel,
    },
];

/// The forms that are generated: those for threads only with the feature `parallel`.
pub(super) fn forms() -> impl Iterator<Item = &'static Form> {
    FORMS.iter().filter(|form| cfg!(feature = "parallel") || form.workspace != Workspace::Parallel)
}

/// What a form is written for.
pub(super) struct Signature<'a> {
    pub name: &'a Ident,
    pub vis: &'a Visibility,
    pub model: &'a Ident,
    /// The arguments of the function, as parameters of one sample.
    pub inputs: &'a TokenStream,
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
        let body = (self.body)(form, code!(params, #passed_gradient #passed workspace,));
        // Names that do not meet those of the function's own arguments.
        code! {
            #[doc = #docs]
            #vis fn #public #generic(
                params: #params, #gradient #change workspace: &mut b::#workspace<#model>, #data
            ) -> b::Result<__S, b::Error> { #body }
        }
    }

    fn many(&self, more: TokenStream) -> TokenStream {
        let samples = (self.samples)(more);
        code!(samples: #samples)
    }

    fn docs(&self, form: &Form) -> String {
        let name = self.name;
        let title = form.title.replace("{f}", &format!("[`{name}`](Self::{name})"));
        let note = if form.note.is_empty() { String::new() } else { format!(" {}\n\n", form.note) };
        let slices = match (form.gradient, form.change == Change::Optimizer) {
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
        // Drivers infer the types of samples and of an optimizer.
        let inferred = match (self.is_batch(), self.change == Change::Optimizer) {
            (true, true) => quote!(, _, _),
            (true, false) | (false, true) => quote!(, _),
            (false, false) => TokenStream::new(),
        };
        quote!(d::#driver::<#types #inferred>(#arguments #data))
    }
}
