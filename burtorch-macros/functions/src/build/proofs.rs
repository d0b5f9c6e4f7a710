//! Names that are taken to mean something: rustc is asked whether they do.
//!
//! A row of the table is known by its name, and so are the methods of slices and `mem::swap`. Another trait or item may
//! have the same name, and then Rust calls that. So for each name that needs it a question goes into the generated code,
//! once per function (`burtorch-runtime/src/proof.rs`). Methods that floats have themselves need none on a float, since
//! Rust takes those first; it does not on a reference to one.

use burtorch_runtime::rules::{Notation, Op};
use proc_macro2::{Delimiter, Ident, Literal, Span, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote, quote_spanned};

use super::Builder;
use crate::ast::{CallExpr, Expr, ExprKind, Len, Precision, Type, UnaryOp};
use crate::proofs::{Proof, Question, asked, not_the_vec};
use crate::surroundings::defines_macro;

/// Whether a method is one of `burtorch::Real`.
fn is_real(method: &str) -> bool {
    Op::ALL.iter().any(|op| op.notation() == Notation::Math && op.name() == method)
}

/// The operators as methods, with their traits.
const OPERATORS: [(&str, &str); 6] =
    [("add", "Add"), ("sub", "Sub"), ("mul", "Mul"), ("div", "Div"), ("rem", "Rem"), ("neg", "Neg")];

/// Methods that floats have without the standard library.
const CORE: [&str; 9] = ["recip", "to_radians", "to_degrees", "abs", "signum", "copysign", "min", "max", "clamp"];

/// Methods that a `Vec` has itself, and those that an array has: only a method by value goes before them.
const OF_VEC: [&str; 4] = ["len", "is_empty", "as_slice", "as_mut_slice"];
const OF_ARRAYS: [&str; 2] = ["as_slice", "as_mut_slice"];

const OWN: &str = "make your own method a function with `#[differentiable]`";

/// A method that was taken for a row of the table. Bodies name few of them, many times.
#[derive(Clone)]
pub(super) struct ProvedRow {
    method: String,
    /// Also where it may be called on a reference.
    of_references: bool,
}

impl Builder<'_> {
    /// Puts a question, unless it was put before.
    pub(super) fn prove(&mut self, proof: Proof) {
        if self.in_library == 0 && !self.is_asked(&proof.key) {
            self.proofs.push(proof);
        }
    }

    /// Whether a question was put before. Bodies name few methods many times, so this is asked before one is written.
    fn is_asked(&self, key: &str) -> bool {
        self.proofs.iter().any(|known| known.key == key)
    }

    /// That `name`, called on a float as `receiver.name(…)`, is the row of the table.
    pub(super) fn prove_row(&mut self, name: &Ident, receiver: &Expr, args: usize) {
        let (method, scalar) = (name.to_string(), &self.function.scalar.tokens);
        let known = self.proved_rows.iter().position(|row| row.method == method);
        let at = known.unwrap_or_else(|| {
            self.proved_rows.push(ProvedRow { method: method.clone(), of_references: false });
            self.proved_rows.len() - 1
        });
        let (span, x) = (name.span(), asked());
        if !self.proved_rows[at].of_references && !self.is_surely_a_value(receiver) {
            self.proved_rows[at].of_references = true;
            let implementor = if self.function.scalar.precision == Precision::Generic {
                quote!(impl<__T> __BurtorchTakesThisOne for &__T)
            } else {
                quote!(impl __BurtorchTakesThisOne for &#scalar)
            };
            let body = self.asked_by_name(name, args, &quote!(&mut self), &implementor);
            let (key, of) = (format!("&{method}"), quote!(&#scalar));
            let message = format!(
                "`{name}` of a reference is not the method of floats here, because a trait has another one: write `(*x).{name}(…)` for that of floats, or {OWN}"
            );
            self.prove(Proof { key, question: Question::Ours, of, body, names_types: false, span, message });
        }
        if known.is_some() {
            return;
        }
        let (krate, scalar) = (&self.function.krate, &self.function.scalar.tokens);
        let concrete = self.function.scalar.precision != Precision::Generic;
        if concrete && is_real(&method) {
            // If this trait and another one were in scope, Rust itself would not know which is meant.
            let proof = quote!(#krate::__private::proof);
            let body = quote_spanned!(span=> #proof::Same(#x.__burtorch_real(), #proof::Ours).__burtorch_same());
            let (of, message) = (scalar.stream(), not_ours(name, "burtorch::Real"));
            let key = "Real".to_owned();
            return self.prove(Proof { key, question: Question::Ours, of, body, names_types: false, span, message });
        }
        self.prove_path(&scalar.stream(), name);
    }

    /// That `<float>::name` or `<float as Trait>::name` is the row of the table, or a constant or conversion of floats.
    pub(super) fn prove_path(&mut self, prefix: &TokenStream, name: &Ident) {
        let (method, krate, scalar) = (name.to_string(), &self.function.krate, &self.function.scalar.tokens);
        let concrete = self.function.scalar.precision != Precision::Generic;
        let prefix_text = prefix.to_string();
        let key = format!("{prefix_text}::{method}");
        if self.is_asked(&key) {
            return;
        }
        let of_float = prefix_text == scalar.to_string();
        let proof = quote!(#krate::__private::proof);
        let of_num_traits = |name: &str| {
            let ident = Ident::new(name, Span::call_site());
            (quote!(#proof::#ident), format!("num_traits::{name}"))
        };
        let operator = OPERATORS.iter().find(|(operator, _)| *operator == method);
        let (meant, import) = match (method.as_str(), operator) {
            // What the bounds of a parameter have goes before other traits, and twice it would be ambiguous.
            (_, Some(_)) if of_float && !concrete => return,
            (_, Some((_, operator))) => {
                let name = Ident::new(operator, Span::call_site());
                (quote!(::core::ops::#name), format!("core::ops::{operator}"))
            }
            (method, None) if is_real(method) => (quote!(#krate::Real), "burtorch::Real".to_owned()),
            ("one", None) => of_num_traits("One"),
            ("zero", None) => of_num_traits("Zero"),
            ("rem_euclid", None) => of_num_traits("Euclid"),
            ("from", None) => of_num_traits("NumCast"),
            (method, None) if method.starts_with("from_") => of_num_traits("FromPrimitive"),
            (method, None) if of_float && (!concrete || CORE.contains(&method)) => return,
            _ => (quote!(#proof::Float), "burtorch::Float".to_owned()),
        };
        // Floats have all methods of that trait themselves, if the standard library is there.
        let inherent = of_float && concrete && (import == "burtorch::Float" || method == "rem_euclid");
        let question = if inherent { Question::OursWithoutStd } else { Question::Ours };
        let (span, generic) = (name.span(), (method == "from").then(|| quote!(::<#scalar>)));
        let body = quote_spanned! {span=>
            #proof::Same(<#prefix>::#name #generic, <#scalar as #meant>::#name #generic).__burtorch_same()
        };
        let (of, names_types, message) = (quote!(()), !of_float, not_ours(name, &import));
        self.prove(Proof { key, question, of, body, names_types, span, message });
    }

    /// The prefix of a path such as `T::sin`, `<T as Float>::sin` or `Float::sin`, in front of which there is a float.
    pub(super) fn scalar_prefix(&self, prefix: &TokenStream) -> Option<TokenStream> {
        let scalar = &self.function.scalar.tokens;
        let tokens: Vec<_> = prefix.clone().into_iter().collect();
        let (colons, tokens) = (tokens.len().checked_sub(2)?, &tokens[..]);
        let inner = &tokens[..colons];
        let text = |tokens: &[TokenTree]| tokens.iter().cloned().collect::<TokenStream>().to_string();
        if text(inner) == scalar.to_string() {
            return Some(scalar.stream());
        }
        if let [open, inner @ .., close] = inner
            && open.to_string() == "<"
            && close.to_string() == ">"
        {
            let of = inner.iter().position(|token| token.to_string() == "as").unwrap_or(inner.len());
            return (text(&inner[..of]) == scalar.to_string()).then(|| inner.iter().cloned().collect());
        }
        let traits = ["Float", "NumCast", "FromPrimitive", "Real"];
        let last = inner.last()?.to_string();
        let path: TokenStream = inner.iter().cloned().collect();
        traits.contains(&last.as_str()).then(|| quote!(#scalar as #path))
    }

    /// That a method of an array or `Vec` is that of slices, or of `burtorch::Reduce`.
    pub(super) fn prove_of_slices(&mut self, name: &Ident, receiver: &Expr, ty: &Type, args: usize, reduces: bool) {
        let (krate, method, span) = (&self.function.krate, name.to_string(), name.span());
        let (proof, x) = (quote!(#krate::__private::proof), asked());
        if reduces {
            let (scalar, message) = (&self.function.scalar.tokens, not_ours(name, "burtorch::Reduce"));
            let body = quote_spanned!(span=> #proof::Same(#x.__burtorch_reduce(), #proof::Ours).__burtorch_same());
            let (key, of) = ("Reduce".to_owned(), quote!(&[#scalar]));
            self.prove(Proof { key, question: Question::Ours, of, body, names_types: false, span, message });
        }
        let vector = ty.is_slice();
        // On a slice Rust finds these first.
        if self.is_slice_argument(receiver) {
            return;
        }
        if if vector { &OF_VEC[..] } else { &OF_ARRAYS }.contains(&method.as_str()) {
            return self.prove_first(name, ty, &quote!(self));
        }
        if vector && method == "push" {
            return self.prove_first(name, ty, &quote!(&self));
        }
        let Some(ty) = self.spelled(ty) else { return };
        // An array has `map` itself.
        let types = [quote!(&#ty), ty];
        let all = self.all_of(vector);
        let targets = [quote!(&#all), all];
        for (of, target) in types.into_iter().zip(targets).take(if method == "map" { 1 } else { 2 }) {
            let implementor = implementor(vector, &target);
            let body = self.asked_by_name(name, args, &quote!(&mut self), &implementor);
            let message = if reduces {
                format!(
                    "`{name}` here is not burtorch's, because a trait has another one for this type: call `burtorch::math::{name}(&x, …)`, or {OWN}"
                )
            } else {
                format!(
                    "`{name}` here is not the method of slices, because a trait has another one for this type: write `x[..].{name}(…)` for that of slices, or {OWN}"
                )
            };
            let key = format!("{of}.{method}");
            self.prove(Proof { key, question: Question::Ours, of, body, names_types: true, span, message });
        }
    }

    /// That no other trait has a method by `receiver` that would go before the one that is meant.
    pub(super) fn prove_first(&mut self, name: &Ident, ty: &Type, receiver: &TokenStream) {
        let Some(of) = self.spelled(ty) else { return };
        let implementor = match ty {
            Type::Array(..) => implementor(ty.is_slice(), &self.all_of(ty.is_slice())),
            _ => quote!(impl<__T> __BurtorchTakesThisOne for __T),
        };
        self.prove_before(name, usize::from(name == "push"), (of, receiver, &implementor));
    }

    /// Asks rustc whether a method that changes a `Vec` is that of the standard library.
    pub(super) fn prove_of_vec(&mut self, name: &Ident, ty: &Type, args: usize) {
        let Some(of) = self.spelled(ty) else { return };
        let implementor = implementor(true, &self.all_of(true));
        self.prove_before(name, args, (of, &quote!(&self), &implementor));
    }

    fn prove_before(
        &mut self,
        name: &Ident,
        args: usize,
        (of, receiver, implementor): (TokenStream, &TokenStream, &TokenStream),
    ) {
        let span = name.span();
        let body = self.asked_by_name(name, args, receiver, implementor);
        let message =
            format!("`{name}` here is not the method of the standard library, because a trait has another one: {OWN}");
        let key = format!("{of}.{name}");
        self.prove(Proof { key, question: Question::Ours, of, body, names_types: true, span, message });
    }

    /// A question that is answered with yes by a method of ours, unless Rust finds another one of this name before it.
    ///
    /// With `&mut self` that is after all that others may have for the type, and before what it finds behind it: the
    /// methods of floats and slices. The trait stands in the question alone, so that rustc proposes it nowhere else.
    pub(super) fn asked_by_name(
        &self,
        name: &Ident,
        args: usize,
        receiver: &TokenStream,
        implementor: &TokenStream,
    ) -> TokenStream {
        let (krate, x) = (&self.function.krate, asked());
        let proof = quote!(#krate::__private::proof);
        let types: Vec<_> = (0..args).map(|at| format_ident!("A{at}")).collect();
        let values = (0..args).map(|_| quote!(loop {}));
        quote_spanned! {name.span()=> {
            trait __BurtorchTakesThisOne: Sized {
                fn #name<#(#types),*>(#receiver, #(_: #types),*) -> #proof::Ours { #proof::Ours }
            }
            #implementor {}
            #proof::Same(#x.#name(#(#values),*), #proof::Ours).__burtorch_same()
        }}
    }

    /// All arrays, or all `Vec`s.
    fn all_of(&self, vector: bool) -> TokenStream {
        let krate = &self.function.krate;
        if vector { quote!(#krate::__private::Vec<__T>) } else { quote!([__T; __N]) }
    }

    /// That the `Vec`s among the arguments are those of the standard library.
    pub(super) fn prove_vectors(&mut self) {
        let function = self.function;
        for param in &function.params {
            if !param.ty.is_slice() || ends_in_brackets(&param.tokens) {
                continue;
            }
            let (krate, span, x) = (&function.krate, param.name.span(), asked());
            let proof = quote!(#krate::__private::proof);
            let body = quote_spanned! {span=> {
                use #proof::{IsNoVec as _, IsVec as _};
                #proof::Same(#x.__burtorch_vec(), #proof::Ours).__burtorch_same()
            }};
            let message = not_the_vec(&param.name);
            let (key, of) = (format!("Vec {}", param.name), param.tokens.clone());
            self.prove(Proof { key, question: Question::Ours, of, body, names_types: true, span, message });
        }
    }

    /// That `vec!` is the macro of the standard library. If it is not, the name is ambiguous beside an import of that one; where
    /// this file defines it, that is said in plainer words.
    pub(super) fn prove_vec_macro(&mut self, span: Span) {
        let vec = Ident::new("vec", span);
        if self.in_library > 0 || self.is_asked("vec!") {
            return;
        }
        if defines_macro(&vec) {
            let message =
                "`vec!` here may be a macro of this file, whose derivative is not known: give it another name";
            self.errors.report(span, message);
        }
        let krate = &self.function.krate;
        let body = quote!({
            use #krate::__private::standard_macros::*;
            let _ = #vec![()];
            #krate::__private::proof::Yes
        });
        let (key, of, message) = ("vec!".to_string(), quote!(()), String::new());
        self.prove(Proof { key, question: Question::Ours, of, body, names_types: false, span, message });
    }

    /// That `swap` or `replace` is that of `core::mem`.
    pub(super) fn prove_exchange(&mut self, call: &CallExpr, ty: &Type) {
        let (krate, path, name) = (&self.function.krate, &call.path, &call.last);
        let (proof, span, x) = (quote!(#krate::__private::proof), name.span(), asked());
        let f = Ident::new("__f", Span::mixed_site());
        let Some(ty) = self.spelled(ty) else { return };
        let second = if name == "swap" { quote!(&mut #ty) } else { ty.clone() };
        let body = quote_spanned! {span=> {
            let #f = #path;
            let _ = #f(#x.0, #x.1);
            #proof::Same(#f, ::core::mem::#name::<#ty>).__burtorch_same()
        }};
        let message = format!(
            "`{name}` here is not that of `std::mem`, as it is taken to be: give your own function another name, or call it by a path, `self::{name}(…)`"
        );
        let (key, of) = (path.to_string(), quote!((&mut #ty, #second)));
        self.prove(Proof { key, question: Question::Ours, of, body, names_types: true, span, message });
    }

    /// Whether an expression is a float and not a reference to one.
    pub(super) fn is_surely_a_value(&self, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Float(_) | ExprKind::Int(..) | ExprKind::Binary(..) | ExprKind::Cast(..) => true,
            ExprKind::Unary(op, _) => matches!(op, UnaryOp::Neg | UnaryOp::Deref),
            ExprKind::Name(name) => self.lookup(name).is_some_and(|at| self.vars[at].by_value),
            ExprKind::Method { name, args, .. } => Op::from_method(&name.to_string(), args.len() + 1).is_some(),
            ExprKind::Call(call) => !call.prefix.is_empty() || self.lookup(&call.last).is_none(),
            // There are no references inside of arguments.
            ExprKind::Index(..) | ExprKind::Field(..) => {
                let root = expr.root().and_then(|root| self.lookup(root));
                root.is_some_and(|at| at < self.function.params.len())
            }
            _ => false,
        }
    }

    /// Whether a receiver is an argument that is a slice, or a part of an array.
    fn is_slice_argument(&self, receiver: &Expr) -> bool {
        match &receiver.kind {
            ExprKind::Index(_, index) => matches!(index.kind, ExprKind::Range { .. }),
            _ => {
                let param = self.argument_named(receiver);
                param.is_some_and(|param| param.ty.is_slice() && ends_in_brackets(&param.tokens))
            }
        }
    }

    /// A type as Rust; none if not all of it is known.
    pub(super) fn spelled(&self, ty: &Type) -> Option<TokenStream> {
        Some(match ty {
            Type::Float => self.function.scalar.tokens.stream(),
            Type::Array(element, len) => {
                let (element, krate) = (self.spelled(element)?, &self.function.krate);
                match len {
                    Len::Literal(len) => {
                        let len = Literal::usize_unsuffixed(*len);
                        quote!([#element; #len])
                    }
                    Len::Constant(len) => quote!([#element; #len]),
                    Len::Dynamic => quote!(#krate::__private::Vec<#element>),
                }
            }
            Type::Tuple(elements) => {
                let elements = elements.iter().map(|element| self.spelled(element)).collect::<Option<Vec<_>>>()?;
                quote!((#(#elements,)*))
            }
            Type::Struct(of) => of.ty.to_token_stream(),
            Type::Lanes | Type::Other => return None,
        })
    }
}

/// Whether a type is a slice or an array: a `Vec` ends in `>`.
fn ends_in_brackets(ty: &TokenStream) -> bool {
    match ty.clone().into_iter().last() {
        // What arrives through `macro_rules!` is wrapped in an invisible group.
        Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::None => ends_in_brackets(&group.stream()),
        Some(TokenTree::Group(group)) => group.delimiter() == Delimiter::Bracket,
        _ => false,
    }
}

fn implementor(vector: bool, target: &TokenStream) -> TokenStream {
    let length = (!vector).then(|| quote!(const __N: ::core::primitive::usize));
    quote!(impl<__T, #length> __BurtorchTakesThisOne for #target)
}

/// What to say of a name that should be one of a trait of burtorch's.
fn not_ours(name: &Ident, of: &str) -> String {
    format!(
        "`{name}` here is not burtorch's, so its derivative is not known: import the trait with `use {of};`, or {OWN}"
    )
}
