//! The functions of a model, as functions of C.
//!
//! Each looks at its pointers, calls the function of the model, and turns what is wrong into a code. A panic would end the program,
//! since nothing unwinds through `extern "C"`.

use proc_macro2::{Ident, Literal, TokenStream};
use quote::{format_ident, quote};

use super::header::{EMPTY, OK, POINTER, indices};
use super::{Argument, Exported, Function};

/// What C calls of a function.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    Value,
    Gradient,
    Sgd,
    AdamW,
    ValueBatch,
    GradientBatch,
    SgdBatch,
    AdamWBatch,
}

impl Form {
    /// What is appended to the name of the function.
    pub fn suffix(self) -> &'static str {
        match self {
            Form::Value => "",
            Form::Gradient => "_grad",
            Form::Sgd => "_sgd",
            Form::AdamW => "_adamw",
            Form::ValueBatch => "_batch",
            Form::GradientBatch => "_grad_batch",
            Form::SgdBatch => "_sgd_batch",
            Form::AdamWBatch => "_adamw_batch",
        }
    }

    pub fn is_batch(self) -> bool {
        matches!(self, Form::ValueBatch | Form::GradientBatch | Form::SgdBatch | Form::AdamWBatch)
    }

    /// Whether parameters are changed.
    pub fn is_step(self) -> bool {
        matches!(self, Form::Sgd | Form::AdamW | Form::SgdBatch | Form::AdamWBatch)
    }

    /// Whether there is an argument for the gradient.
    pub fn has_gradient(self) -> bool {
        matches!(self, Form::Gradient | Form::GradientBatch | Form::SgdBatch | Form::AdamWBatch)
    }

    pub fn has_rate(self) -> bool {
        matches!(self, Form::Sgd | Form::SgdBatch)
    }

    pub fn has_adamw(self) -> bool {
        matches!(self, Form::AdamW | Form::AdamWBatch)
    }
}

/// The forms of a function.
pub(super) fn forms(function: &Function) -> Vec<Form> {
    let all: &[Form] = match (function.is_number(), function.has_batches()) {
        (true, true) => &[
            Form::Value,
            Form::Gradient,
            Form::Sgd,
            Form::AdamW,
            Form::ValueBatch,
            Form::GradientBatch,
            Form::SgdBatch,
            Form::AdamWBatch,
        ],
        (true, false) => &[Form::Value, Form::Gradient, Form::Sgd, Form::AdamW],
        (false, true) => &[Form::Value, Form::ValueBatch],
        (false, false) => &[Form::Value],
    };
    all.to_vec()
}

/// All functions of a model.
pub(super) fn functions(path: &syn::Path, prefix: &str, exported: &Exported) -> TokenStream {
    let Exported { krate, scalar, params, .. } = exported;
    let functions = exported
        .functions
        .iter()
        .flat_map(|function| forms(function).into_iter().map(|form| one(prefix, function, form)).collect::<Vec<_>>());
    let (init, adamw, text) = (symbol(prefix, "init"), symbol(prefix, "adamw_init"), symbol(prefix, "error_text"));
    let texts = indices(exported).into_iter().enumerate().map(|(at, (name, bound))| {
        let (code, bound_literal) = (index_code(at), Literal::usize_unsuffixed(bound));
        let text = Literal::c_string(&c_text(&format!("`{name}` holds an index that is not in 0..{bound}")));
        let name = name.to_owned();
        (quote!((#name, #bound_literal) => #code,), quote!(#code => #text,))
    });
    let (codes, texts): (Vec<_>, Vec<_>) = texts.unzip();
    let known = [OK, POINTER, EMPTY].map(|(code, text)| {
        let (code, text) = (Literal::i32_unsuffixed(code), Literal::c_string(&c_text(text)));
        quote!(#code => #text,)
    });
    let (ok, pointer, empty) =
        (Literal::i32_unsuffixed(OK.0), Literal::i32_unsuffixed(POINTER.0), Literal::i32_unsuffixed(EMPTY.0));
    let [floats, tile_floats, tile_indices] = exported.sizes.map(Literal::usize_unsuffixed);
    code! {
        #[allow(unsafe_code, clippy::all, clippy::pedantic, clippy::nursery, clippy::restriction, unused)]
        const _: () = {
            // Looked up where no other name of this block hides it.
            type __BurtorchExported = #path;
            const _: () = {
            use #krate::__private as b;
            use b::{border as c, i32, u64, f64, u8, usize, Some, None};
            type Net = __BurtorchExported;
            type S = b::#scalar;
            const PARAMS: usize = #params;
            type Params = [S; PARAMS];
            type Workspace = b::Workspace<Net>;
            type BatchWorkspace = b::BatchWorkspace<Net>;

            // What the header says of memory.
            const fn padded(bytes: usize) -> usize { bytes.div_ceil(64) * 64 }
            const _: () = {
                const FLOAT: usize = c::size_of::<S>();
                const TILE: usize = (#tile_floats * FLOAT).next_multiple_of(c::align_of::<b::i64>());
                c::assert!(Net::PARAMS == PARAMS);
                c::assert!(c::size_of::<Workspace>() == padded(#floats * FLOAT));
                c::assert!(c::size_of::<BatchWorkspace>() == padded(TILE + #tile_indices * c::size_of::<b::i64>()));
            };

            #[repr(C)]
            struct AdamW { rate: f64, beta1: f64, beta2: f64, epsilon: f64, decay: f64, steps: u64, state: [S; 2 * PARAMS] }

            impl AdamW {
                fn lent(&mut self) -> c::AdamW<&mut [S]> {
                    c::AdamW {
                        rate: self.rate, betas: (self.beta1, self.beta2), epsilon: self.epsilon, decay: self.decay,
                        steps: self.steps, state: &mut self.state[..]
                    }
                }
            }

            fn code(error: b::Error) -> i32 {
                match error {
                    b::Error::Empty => #empty,
                    b::Error::Index { argument, bound, .. } => match (argument, bound) { #(#codes)* _ => #pointer },
                    _ => #pointer,
                }
            }

            #[unsafe(export_name = #text)]
            extern "C" fn error_text(code: i32) -> *const c::c_char {
                (match code { #(#known)* #(#texts)* _ => c"there is no such code" }).as_ptr()
            }

            #[unsafe(export_name = #init)]
            unsafe extern "C" fn init(params: *mut Params, seed: u64) -> i32 {
                // SAFETY: the header says what the pointer is.
                let Some(params) = (unsafe { c::unique(params) }) else { return #pointer };
                match Net::init(params, &mut b::Rng::seed(seed)) { b::Ok(()) => #ok, b::Err(error) => code(error) }
            }

            #[unsafe(export_name = #adamw)]
            unsafe extern "C" fn adamw_init(adamw: *mut AdamW, rate: f64) -> i32 {
                // SAFETY: the header says what the pointer is.
                let Some(adamw) = (unsafe { c::unique(adamw) }) else { return #pointer };
                let c::AdamW { betas: (beta1, beta2), epsilon, decay, .. } = c::AdamW::new(rate, ());
                (adamw.rate, adamw.beta1, adamw.beta2, adamw.epsilon) = (rate, beta1, beta2, epsilon);
                (adamw.decay, adamw.steps) = (decay, 0);
                adamw.state.fill(0.0);
                #ok
            }

            #(#functions)*
        };
        };
    }
}

fn symbol(prefix: &str, name: &str) -> String {
    format!("{prefix}_{name}")
}

fn c_text(text: &str) -> std::ffi::CString {
    std::ffi::CString::new(text).expect("names have no zeros")
}

/// The code of the index with this number.
pub(super) fn index_code(at: usize) -> Literal {
    Literal::i32_unsuffixed(16 + i32::try_from(at).unwrap_or(0))
}

/// One form of a function.
fn one(prefix: &str, function: &Function, form: Form) -> TokenStream {
    let symbol = format!("{prefix}_{}{}", function.name, form.suffix());
    let name = format_ident!("{}{}", function.name, form.suffix());
    let (pointer, ok) = (Literal::i32_unsuffixed(POINTER.0), Literal::i32_unsuffixed(OK.0));
    let places: Vec<Ident> = (0..function.arguments.len()).map(|at| format_ident!("a{at}")).collect();
    let results: Vec<Ident> = (0..function.results.len()).map(|at| format_ident!("result{at}")).collect();

    // Parameters of the function of C, what is looked at, and what the function of the model gets.
    let (mut parameters, mut looks, mut passed) = (Vec::new(), Vec::new(), Vec::new());
    let mut unique = |name: &str, ty: TokenStream| {
        let name = format_ident!("{name}");
        looks.push(quote!(let Some(#name) = (unsafe { c::unique(#name) }) else { return #pointer };));
        quote!(#name: *mut #ty)
    };
    let lent = if form.is_step() { unique("params", quote!(Params)) } else { quote!(params: *const Params) };
    parameters.push(lent);
    passed.push(quote!(params));
    if form.has_gradient() {
        parameters.push(unique("gradient", quote!(Params)));
        passed.push(quote!(gradient));
    }
    if form.has_rate() {
        parameters.push(quote!(rate: S));
        passed.push(quote!(rate));
    }
    if form.has_adamw() {
        parameters.push(unique("adamw", quote!(AdamW)));
        passed.push(quote!(&mut optimizer));
    }
    parameters.push(unique("workspace", if form.is_batch() { quote!(BatchWorkspace) } else { quote!(Workspace) }));
    if !form.is_step() {
        looks.push(quote!(let Some(params) = (unsafe { c::shared(params) }) else { return #pointer };));
    }
    if !form.is_batch() || function.is_number() {
        passed.push(quote!(workspace));
    }
    if form.is_batch() {
        parameters.push(quote!(count: usize));
    }
    for (argument, place) in function.arguments.iter().zip(&places) {
        let ty = argument_type(argument);
        let (parameter, look) = if form.is_batch() {
            let look = quote!(let Some(#place) = (unsafe { c::many(#place, count) }) else { return #pointer };);
            (quote!(#place: *const #ty), look)
        } else if argument.shape.is_empty() {
            (quote!(#place: #ty), TokenStream::new())
        } else {
            let look = quote!(let Some(#place) = (unsafe { c::shared(#place) }) else { return #pointer };);
            (quote!(#place: *const #ty), look)
        };
        parameters.push(parameter);
        looks.push(look);
    }
    let data =
        if form.is_batch() { vec![samples(&places)] } else { places.iter().map(|place| quote!(#place)).collect() };

    let is_written = form.is_batch() && !function.is_number();
    for (result, shape) in results.iter().zip(&function.results) {
        let ty = array(quote!(S), shape);
        parameters.push(quote!(#result: *mut #ty));
        looks.push(if is_written {
            quote!(let Some(#result) = (unsafe { c::many_mut(#result, count) }) else { return #pointer };)
        } else if function.is_number() {
            // Who does not want to know the value passes NULL.
            quote!(let Some(#result) = (unsafe { c::unique_or_none(#result) }) else { return #pointer };)
        } else {
            quote!(let Some(#result) = (unsafe { c::unique(#result) }) else { return #pointer };)
        });
    }
    let method = match form {
        Form::AdamW => format_ident!("{}_step", function.name),
        Form::AdamWBatch => format_ident!("{}_step_batch", function.name),
        Form::Value => function.ident.clone(),
        _ => name.clone(),
    };
    if is_written {
        passed.push(quote!(result0));
        passed.push(quote!(workspace));
    }
    let (before, after) = if form.has_adamw() {
        (quote!(let mut optimizer = adamw.lent();), quote!(adamw.steps = optimizer.steps;))
    } else {
        (TokenStream::new(), TokenStream::new())
    };
    let (pattern, store) = if is_written { (quote!(()), TokenStream::new()) } else { stored(function, &results) };
    code! {
        #[unsafe(export_name = #symbol)]
        unsafe extern "C" fn #name(#(#parameters),*) -> i32 {
            // SAFETY: the header says what the pointers are, and that nothing overlaps.
            #(#looks)*
            #before
            let outcome = Net::#method(#(#passed,)* #(#data),*);
            match outcome {
                b::Ok(#pattern) => { #store #after #ok }
                b::Err(error) => code(error),
            }
        }
    }
}

/// What the function of the model returns, and how that is written to the places of the results.
fn stored(function: &Function, results: &[Ident]) -> (TokenStream, TokenStream) {
    if function.is_number() {
        (
            quote!(value),
            quote!(if let Some(place) = result0 {
                *place = value;
            }),
        )
    } else if function.is_tuple {
        let values: Vec<Ident> = (0..results.len()).map(|at| format_ident!("value{at}")).collect();
        let stores = function.results.iter().zip(results.iter().zip(&values)).map(|(shape, (result, value))| {
            if shape.is_empty() { quote!(*#result = #value;) } else { quote!(*#result = *#value;) }
        });
        (quote!((#(#values,)*)), quote!(#(#stores)*))
    } else {
        (quote!(value), quote!(*result0 = *value;))
    }
}

/// The samples of a batch, from one slice for each argument.
fn samples(places: &[Ident]) -> TokenStream {
    let (first, others) = places.split_first().expect("a batch has arguments");
    let mut samples = quote!(#first.iter());
    let mut pattern = quote!(#first);
    for place in others {
        samples = quote!(#samples.zip(#place));
        pattern = quote!((#pattern, #place));
    }
    if others.len() < 2 { samples } else { quote!(#samples.map(|#pattern| (#(#places),*))) }
}

fn argument_type(argument: &Argument) -> TokenStream {
    let number = format_ident!("{}", argument.number);
    array(quote!(b::#number), &argument.shape)
}

fn array(element: TokenStream, shape: &[usize]) -> TokenStream {
    shape.iter().rev().fold(element, |element, length| quote!([#element; #length]))
}
