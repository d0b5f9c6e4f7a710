//! Which definition a call means, and the proof of it. A helper is read from the file, but Rust finds it by rules of its own: what fits by value
//! goes before what needs a reference, and traits of other files may have methods of the same name. So rustc is asked.
//!
//! A type has one function of a name by itself, and one `impl` of a trait. So it is enough that the source is not left out
//! by `#[cfg]` (`surroundings/items.rs`), that its `impl` is for this very type, and that nothing goes before it.

use proc_macro2::{Ident, TokenStream};
use quote::{quote, quote_spanned};

use super::Builder;
use super::helpers::{last_name, name_of};
use super::libraries::shown_type;
use super::state::each_name;
use crate::ast::{CallExpr, Expr, ExprKind, Stmt, StructType};
use crate::parse::{Receiver, impl_header, impl_trait, is_generic, is_impl_for, receiver, takes_functions};
use crate::proofs::{Proof, Question, asked};
use crate::surroundings::{
    SourceFunction, function_beside, functions_of, has_method_by_value, is_of_library, is_plain, library_method,
    library_names,
};

impl Builder<'_> {
    /// The function of the module that a call means, if it has no derivative of its own.
    pub(super) fn helper_called(&self, call: &CallExpr) -> Option<SourceFunction> {
        let CallExpr { prefix, last, .. } = call;
        if !prefix.is_empty() {
            let (_, of) = self.type_before(prefix)?;
            return self.helper_method(&of, last);
        }
        if self.lookup(last).is_some() {
            return None;
        }
        if let Some(nested) = self.nested_function(last) {
            return Some(nested);
        }
        if *last == self.function.name || self.is_hidden(&last.to_string()) {
            return None;
        }
        // An `Option` or `Result` has no place in a call of a derivative.
        let is_built =
            |found: &SourceFunction| !found.marked || takes_functions(&found.signature) || self.yields_choice(found);
        function_beside(&self.function.name, &last.to_string()).filter(is_built)
    }

    /// A function that is written in the body, and has no derivative of its own.
    fn nested_function(&self, name: &Ident) -> Option<SourceFunction> {
        let items = self.function.body.stmts.iter().enumerate();
        let mut found = items.filter_map(|(at, stmt)| {
            let Stmt::Item(tokens) = stmt else { return None };
            let mut is_called_so = false;
            each_name(tokens, &mut |word| is_called_so |= word == name);
            let item: syn::ItemFn = is_called_so.then(|| syn::parse2(tokens.clone()).ok()).flatten()?;
            let (signature, body, attributes) = (&item.sig, &item.block, &item.attrs);
            let is_here = signature.ident == *name && is_plain(&quote!(#(#attributes)*).to_string());
            is_here.then(|| SourceFunction {
                signature: quote!(#signature).to_string(),
                body: quote!(#body).to_string(),
                header: None,
                attributes: String::new(),
                marked: item.attrs.iter().any(|attribute| !attribute.path().is_ident("inline")),
                place: usize::MAX - at,
            })
        });
        found.next().filter(|found| !found.marked)
    }

    /// Whether a name of the module may mean something else in the body: an item there, what a macro writes there, or what is
    /// imported there.
    pub(super) fn is_hidden(&self, name: &str) -> bool {
        self.function.body.stmts.iter().any(|stmt| match stmt {
            Stmt::Item(tokens) => {
                let (mut names, mut imports) = (false, false);
                each_name(tokens, &mut |word| {
                    names |= word == name;
                    imports |= word == "use";
                });
                names || imports && tokens.to_string().contains('*')
            }
            Stmt::Expr(expr) => matches!(expr.kind, ExprKind::Other { construct: "a macro call", .. }),
            Stmt::Let { .. } => false,
        })
    }

    /// The method of this name that a struct has, if its source is there and it is one.
    pub(super) fn helper_method(&self, of: &StructType, name: &Ident) -> Option<SourceFunction> {
        if is_of_library(of) {
            return library_method(of, &name.to_string());
        }
        if self.is_hidden(&name_of(of)) {
            return None;
        }
        let found = functions_of(&self.function.name, Some(&name_of(of)), &name.to_string());
        let is_for =
            |source: &SourceFunction| source.header.as_deref().is_some_and(|header| is_impl_for(header, &of.ty));
        let mut found = found.into_iter().filter(is_for);
        found.next().filter(|_| found.next().is_none())
    }

    /// That `receiver.name(…)` of something of type `ty` calls the method that was read. Why not, if that cannot be asked.
    pub(super) fn prove_method(
        &mut self,
        source: &SourceFunction,
        ty: &TokenStream,
        this: &Expr,
        (name, args): (&Ident, usize),
    ) -> Result<(), String> {
        let is_value = self.is_surely_a_value(this);
        let (Some(header), Some(by)) = (source.header.as_deref(), receiver(&source.signature)) else {
            return Err("how it takes its receiver is not known".to_owned());
        };
        let of_reference = matches!(impl_header(header), Some((_, _, syn::Type::Reference(_))));
        // What the method takes, whatever stands before it: the value, or a reference to it.
        let by = match (of_reference, by) {
            (false, by) => by,
            (true, Receiver::Value) => Receiver::Shared,
            (true, _) => return Err("it takes a reference to a reference".to_owned()),
        };
        if let Some(of) = impl_trait(header) {
            self.prove_of_trait(source, (header, ty), name, &of)?;
        }
        let shown = shown_type(ty);
        let meant = if source.is_of_library() { "of the library" } else { "that stands in this file" };
        let message = format!(
            "`{name}` here is not the method {meant}, because a trait has another one: call the one that is meant by its path, `{shown}::{name}(…)`"
        );
        // The question below would be ambiguous, which rustc says in its own words.
        if by == Receiver::Shared && self.is_taken_by_value(source, ty, &name.to_string()) {
            self.report(name.span(), format_args!("{message}"));
            return Ok(());
        }
        let every = |target: TokenStream| quote!(impl<__T> __BurtorchTakesThisOne for #target);
        // The receiver, and the last of what Rust looks for before it comes to the method.
        let (value, shared, exclusive) = (quote!(#ty), quote!(&#ty), quote!(&mut #ty));
        let mut before = Vec::new();
        match by {
            Receiver::Value if is_value => {}
            Receiver::Value => {
                before.push((shared, quote!(&mut self), every(quote!(&__T))));
                before.push((exclusive, quote!(&mut self), every(quote!(&mut __T))));
            }
            Receiver::Shared => {
                if !of_reference {
                    before.push((value, quote!(self), every(quote!(__T))));
                }
                if !is_value {
                    before.push((exclusive, quote!(&mut self), every(quote!(&mut __T))));
                }
            }
            Receiver::Exclusive => before.push((value, quote!(&self), every(quote!(__T)))),
        }
        for (of, by, implementor) in before {
            let body = self.asked_by_name(name, args, &by, &implementor);
            let key = format!("{of}.{name}");
            self.prove(Proof {
                key,
                question: Question::Ours,
                of,
                body,
                names_types: true,
                span: name.span(),
                message: message.clone(),
            });
        }
        Ok(())
    }

    /// Whether a trait of the file has a method of this name that takes such a value.
    fn is_taken_by_value(&self, source: &SourceFunction, ty: &TokenStream, name: &str) -> bool {
        let function = &self.function.name;
        let names = if source.is_of_library() {
            library_names(function)
                .into_iter()
                .map(|name| last_name(&name.written.parse().unwrap_or_default()))
                .collect()
        } else {
            vec![last_name(ty)]
        };
        names.iter().any(|ty| has_method_by_value(function, ty, name))
    }

    /// That `Type::name` is the function of this trait: the type has none itself, and no other trait has one.
    pub(super) fn prove_of_trait(
        &mut self,
        source: &SourceFunction,
        (header, ty): (&str, &TokenStream),
        name: &Ident,
        of: &TokenStream,
    ) -> Result<(), String> {
        if is_generic(&source.signature) {
            return Err("it is a generic function of a trait".to_owned());
        }
        let of_reference = matches!(impl_header(header), Some((_, _, syn::Type::Reference(_))));
        let ty = if of_reference { quote!(&#ty) } else { ty.clone() };
        let (krate, span) = (&self.function.krate, name.span());
        let proof = quote!(#krate::__private::proof);
        let body = quote_spanned!(span=> #proof::Same(<#ty>::#name, <#ty as #of>::#name).__burtorch_same());
        let message = format!(
            "`{name}` here is not the function that stands in this file, because the type has another one: give one of them another name"
        );
        let key = format!("{ty} as {of}::{name}");
        let question = Question::Ours;
        self.prove(Proof { key, question, of: quote!(()), body, names_types: true, span, message });
        Ok(())
    }

    /// That an operator of these types is the `impl` that was read: its trait is that of the operator, and there is no other
    /// one for references, since it cannot be seen here which of the operands are references.
    pub(super) fn prove_operator(
        &mut self,
        source: &SourceFunction,
        (name, symbol): (&Ident, &str),
        (left, right): (&TokenStream, Option<&TokenStream>),
    ) -> Option<()> {
        let header = source.header.as_deref()?;
        let (of, argument, this) = impl_header(header)?;
        let (of, written) = (of?, impl_trait(header)?);
        let (krate, span, x) = (&self.function.krate, name.span(), asked());
        let proof = quote!(#krate::__private::proof);
        let is_reference = |ty: &syn::Type| matches!(ty, syn::Type::Reference(_));
        let of_left = is_reference(&this);
        let of_right = argument.as_ref().map_or(of_left, is_reference);
        let lent = |ty: &TokenStream| [ty.clone(), quote!(&#ty)];
        let (assigns, mut others) = (of.to_string().ends_with("Assign"), Vec::new());
        for (by_ref, left) in lent(left).into_iter().enumerate().take(if assigns { 1 } else { 2 }) {
            match right {
                None if (by_ref == 1) != of_left => others.push(quote!(#proof::Has::<#left>::#name())),
                None => {}
                Some(right) => {
                    for (right_by_ref, right) in lent(right).into_iter().enumerate() {
                        if ((by_ref == 1), (right_by_ref == 1)) != (of_left, of_right) {
                            others.push(quote!(#proof::Have::<#left, #right>::#name()));
                        }
                    }
                }
            }
        }
        let none = others.iter().map(|_| quote!(#proof::No));
        let body = quote_spanned! {span=> {
            use #proof::{HasNone as _, HaveNone as _};
            #proof::Same((#(#others,)*), (#(#none,)*)).__burtorch_same()
        }};
        let message = format!(
            "which `{symbol}` is meant here cannot be seen, because it is there for values and for references: write the call as a function, or have it once"
        );
        let key = format!("{left} {name} {right:?}");
        let question = Question::Ours;
        self.prove(Proof { key, question, of: quote!(()), body, names_types: true, span, message });
        let plain: TokenStream = written.into_iter().take_while(|token| token.to_string() != "<").collect();
        let body = quote_spanned! {span=> {
            trait __IsOperator: ::core::marker::Sized {
                fn __burtorch_is_it(self) -> #proof::Yes { #proof::Yes }
            }
            impl<__T: #plain> __IsOperator for __T {}
            use #proof::IsNotIt as _;
            #x.__burtorch_is_it()
        }};
        let message = format!(
            "`{symbol}` here is not the function that stands in this file, because `{of}` is another trait there: give your own trait another name"
        );
        let (key, of) = (format!("operator {of}"), quote!(#proof::Operand));
        self.prove(Proof { key, question, of, body, names_types: false, span, message });
        Some(())
    }
}
