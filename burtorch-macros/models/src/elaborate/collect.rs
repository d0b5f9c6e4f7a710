//! Items in, definitions out: constants, structs, functions and methods, by name.

use std::rc::Rc;

use proc_macro2::{Ident, Span};
use syn::spanned::Spanned;

use super::PlanOptions;
use super::items::{ConstItem, FieldItem, FnItem, Generic, InitItem, Scope, StructItem};
use super::syntax;
use super::types::Reader;
use super::wrt::Wrt;
use crate::ast::{ExprKind, Precision};
use crate::error::Errors;

/// Which float type the block computes in: what `type Scalar = …;` says.
pub(super) fn precision(items: &[syn::Item], errors: &mut Errors) -> Precision {
    let mut precision = None;
    for item in items {
        let syn::Item::Type(alias) = item else { continue };
        if alias.ident != "Scalar" {
            errors.report(
                alias.ident.span(),
                "only `type Scalar = f32;` or `f64` may stand here: write other types out where they are used",
            );
            continue;
        }
        let mut ty = &*alias.ty;
        while let syn::Type::Group(group) = ty {
            ty = &group.elem;
        }
        let chosen = match ty {
            syn::Type::Path(path) if path.path.is_ident("f32") => Precision::F32,
            syn::Type::Path(path) if path.path.is_ident("f64") => Precision::F64,
            other => {
                errors.report(other.span(), "a model computes in `f32` or `f64`");
                Precision::F32
            }
        };
        if precision.replace(chosen).is_some() {
            errors.report(alias.ident.span(), "`Scalar` is defined twice: remove one");
        }
    }
    precision.unwrap_or(Precision::F32)
}

/// Adds the definitions of `items` to `scope`.
pub(super) fn collect(
    items: &[syn::Item],
    precision: Precision,
    prelude: bool,
    scope: &mut Scope,
    errors: &mut Errors,
) {
    let mut collector = Collector { precision, prelude, scope, errors };
    for item in items {
        collector.item(item);
    }
    let known: Vec<_> = collector.scope.methods.values().chain(collector.scope.functions.values()).cloned().collect();
    for method in known {
        let Some((owner, _)) = &method.owner else { continue };
        if !collector.scope.structs.contains_key(&owner.to_string()) {
            collector.errors.report(
                owner.span(),
                format_args!("no struct of this block is called `{owner}`: methods belong to a struct of the block"),
            );
        }
    }
}

struct Collector<'c> {
    precision: Precision,
    prelude: bool,
    scope: &'c mut Scope,
    errors: &'c mut Errors,
}

impl Collector<'_> {
    fn reader(&mut self) -> Reader<'_> {
        Reader { precision: self.precision, errors: self.errors }
    }

    fn item(&mut self, item: &syn::Item) {
        match item {
            syn::Item::Type(_) => {}
            syn::Item::Const(item) => {
                let value = Rc::new(self.constant(&item.ident, &item.ty, &item.expr, &[]));
                if self.scope.consts.insert(item.ident.to_string(), value).is_some() {
                    self.twice(&item.ident);
                }
            }
            syn::Item::Struct(item) => self.structure(item),
            syn::Item::Impl(item) => self.implementation(item),
            syn::Item::Fn(item) => {
                let function = Rc::new(self.function(&item.attrs, &item.vis, &item.sig, &item.block, None));
                if self.scope.functions.insert(item.sig.ident.to_string(), function).is_some() {
                    self.twice(&item.sig.ident);
                }
            }
            other => self.errors.report(
                other.span(),
                "this item is not part of a model: use `const`, `struct`, `impl`, `fn` and `type Scalar = …`, and put the rest outside of `graph!`",
            ),
        }
    }

    fn twice(&mut self, name: &Ident) {
        self.errors.report(name.span(), format_args!("`{name}` is defined twice: remove or rename one"));
    }

    fn constant(&mut self, name: &Ident, ty: &syn::Type, value: &syn::Expr, generics: &[Option<String>]) -> ConstItem {
        let value = syntax::expr(value, self.errors);
        // Constants may have either float type.
        let precision = match ty {
            syn::Type::Path(path) if path.path.is_ident("f64") => Precision::F64,
            syn::Type::Path(path) if path.path.is_ident("f32") => Precision::F32,
            _ => self.precision,
        };
        let ty = Reader { precision, errors: self.errors }.ty(ty);
        ConstItem { name: name.clone(), generics: generics.to_vec(), ty, value, prelude: self.prelude }
    }

    fn generics(&mut self, generics: &syn::Generics) -> Vec<Generic> {
        if let Some(clause) = &generics.where_clause {
            self.errors.report(clause.span(), "a `where` clause says nothing here: remove it");
        }
        let mut result = Vec::new();
        for param in &generics.params {
            match param {
                syn::GenericParam::Const(param) => {
                    let default = param.default.as_ref().map(|(_, value)| syntax::expr(value, self.errors));
                    result.push(Generic { name: param.ident.clone(), constant: true, default });
                }
                syn::GenericParam::Type(param) => {
                    let default = param.default.as_ref().map(|(_, ty)| self.reader().type_argument(ty));
                    result.push(Generic { name: param.ident.clone(), constant: false, default });
                }
                syn::GenericParam::Lifetime(param) => {
                    self.errors.report(param.span(), "a model has no lifetimes: remove this one");
                }
            }
        }
        result
    }

    fn structure(&mut self, item: &syn::ItemStruct) {
        let generics = self.generics(&item.generics);
        let mut fields: Vec<FieldItem> = Vec::new();
        match &item.fields {
            syn::Fields::Named(named) => {
                for field in &named.named {
                    let Some(name) = &field.ident else { continue };
                    if fields.iter().any(|known| known.name == *name) {
                        self.twice(name);
                    }
                    let (frozen, init) = self.attributes(&field.attrs);
                    let ty = self.reader().ty(&field.ty);
                    fields.push(FieldItem { name: name.clone(), ty, frozen, init });
                }
            }
            syn::Fields::Unit => {}
            syn::Fields::Unnamed(unnamed) => {
                self.errors
                    .report(unnamed.span(), "the fields of a layer have names: `struct Name { weight: Param<3> }`");
            }
        }
        let docs = self.docs(&item.attrs);
        let structure = Rc::new(StructItem {
            name: item.ident.clone(),
            vis: item.vis.clone(),
            docs,
            generics,
            fields,
            prelude: self.prelude,
        });
        if ["Tensor", "Param", "Scalar"].iter().any(|name| item.ident == name) {
            self.errors.report(
                item.ident.span(),
                format_args!("`{}` has a meaning of its own: choose another name", item.ident),
            );
        }
        if self.scope.structs.insert(item.ident.to_string(), structure.clone()).is_some() {
            self.twice(&item.ident);
        } else {
            self.scope.order.push(structure);
        }
    }

    /// The documentation of an item; other attributes are refused.
    fn docs(&mut self, attributes: &[syn::Attribute]) -> Vec<syn::Attribute> {
        let mut docs = Vec::new();
        for attribute in attributes {
            let name = attribute.path().get_ident().map(ToString::to_string).unwrap_or_default();
            match name.as_str() {
                "doc" => docs.push(attribute.clone()),
                "allow" | "expect" | "warn" | "deny" | "rustfmt" => {}
                _ => self.unknown_attribute(
                    attribute,
                    "only documentation, lints, and `#[plan(…)]`, `#[wrt(…)]` and `#[partial]` of a function may stand here",
                ),
            }
        }
        docs
    }

    fn unknown_attribute(&mut self, attribute: &syn::Attribute, advice: &str) {
        let name = super::source::squeezed(&quote::ToTokens::to_token_stream(attribute.path()));
        self.errors.report(attribute.path().span(), format_args!("`#[{name}]` is not part of a model: {advice}"));
    }

    /// `#[frozen]` and `#[init(…)]` of a field.
    fn attributes(&mut self, attributes: &[syn::Attribute]) -> (bool, Option<InitItem>) {
        let (mut frozen, mut init) = (false, None);
        for attribute in attributes {
            let path = attribute.path();
            if path.is_ident("frozen") {
                frozen = true;
                if let Err(error) = attribute.meta.require_path_only() {
                    self.errors.report(error.span(), "`#[frozen]` takes no arguments");
                }
            } else if path.is_ident("init") {
                match attribute.parse_args::<syn::Expr>() {
                    Ok(expr) => init = self.init(&expr),
                    Err(error) => self.errors.report(
                        error.span(),
                        "`#[init(…)]` names an initialiser, as in `#[init(zeros)]` or `#[init(normal(0.0, 0.02))]`",
                    ),
                }
            } else if !["doc", "allow", "expect", "warn", "deny"].iter().any(|name| path.is_ident(name)) {
                self.unknown_attribute(attribute, "a field may have `#[frozen]` and `#[init(…)]`");
            }
        }
        (frozen, init)
    }

    fn init(&mut self, expr: &syn::Expr) -> Option<InitItem> {
        let parsed = syntax::expr(expr, self.errors);
        match parsed.kind {
            ExprKind::Name(name) => Some(InitItem { name, args: Vec::new() }),
            ExprKind::Call(call) if call.prefix.is_empty() => Some(InitItem { name: call.last, args: call.args }),
            ExprKind::Error => None,
            _ => {
                self.errors.report(parsed.span, "an initialiser is a name, with its numbers in parentheses");
                None
            }
        }
    }

    fn implementation(&mut self, item: &syn::ItemImpl) {
        if let Some((path, _)) = &item.trait_ {
            self.errors
                .report(path.span(), "a trait cannot be implemented inside `graph!`: do it outside of the block");
            return;
        }
        let generics = self.generics(&item.generics);
        let mut ty = &*item.self_ty;
        while let syn::Type::Group(group) = ty {
            ty = &group.elem;
        }
        let segment = match ty {
            syn::Type::Path(path) if path.path.segments.len() == 1 => &path.path.segments[0],
            other => {
                self.errors.report(other.span(), "methods belong to a struct of this block");
                return;
            }
        };
        let known = |argument: &syn::GenericArgument| match argument {
            syn::GenericArgument::Type(syn::Type::Path(path)) => {
                let name = path.path.get_ident().filter(|name| generics.iter().any(|generic| generic.name == **name));
                name.map(ToString::to_string)
            }
            _ => None,
        };
        let mut names = Vec::new();
        if let syn::PathArguments::AngleBracketed(list) = &segment.arguments {
            for argument in &list.args {
                let name = known(argument);
                if name.is_none() {
                    self.errors.report(
                        argument.span(),
                        "an `impl` is for all sizes: give its generic parameters here, as in `impl<const N: usize> Layer<N>`",
                    );
                }
                names.push(name);
            }
        }
        let owner = (segment.ident.clone(), names);
        for item in &item.items {
            self.impl_item(item, &owner);
        }
    }

    fn impl_item(&mut self, item: &syn::ImplItem, owner: &(Ident, Vec<Option<String>>)) {
        match item {
            syn::ImplItem::Fn(item) => {
                let function = self.function(&item.attrs, &item.vis, &item.sig, &item.block, Some(owner.clone()));
                let function = Rc::new(function);
                let key = (owner.0.to_string(), item.sig.ident.to_string());
                if self.scope.methods.insert(key, function.clone()).is_some() {
                    self.twice(&item.sig.ident);
                } else {
                    self.scope.methods_in_order.push(function);
                }
            }
            syn::ImplItem::Const(item) => {
                let value = Rc::new(self.constant(&item.ident, &item.ty, &item.expr, &owner.1));
                let key = (owner.0.to_string(), item.ident.to_string());
                if self.scope.associated.insert(key, value).is_some() {
                    self.twice(&item.ident);
                }
            }
            other => self.errors.report(other.span(), "only functions and constants may stand in this `impl`"),
        }
    }

    fn function(
        &mut self,
        attributes: &[syn::Attribute],
        vis: &syn::Visibility,
        signature: &syn::Signature,
        body: &syn::Block,
        owner: Option<(Ident, Vec<Option<String>>)>,
    ) -> FnItem {
        let (plans, others): (Vec<_>, Vec<_>) =
            attributes.iter().cloned().partition(|attribute| attribute.path().is_ident("plan"));
        let (wrts, others): (Vec<_>, Vec<_>) =
            others.into_iter().partition(|attribute| attribute.path().is_ident("wrt"));
        let (partials, others): (Vec<_>, Vec<_>) =
            others.into_iter().partition(|attribute| attribute.path().is_ident("partial"));
        let docs = self.docs(&others);
        for error in partials.iter().filter_map(|attribute| attribute.meta.require_path_only().err()) {
            self.errors.report(
                error.span(),
                "`#[partial]` takes no arguments: parameters are chosen in a call of `loss_grad_of`",
            );
        }
        let mut wrt = Wrt::default();
        for attribute in &wrts {
            wrt.read(attribute, self.errors);
        }
        let mut plan_options = PlanOptions::default();
        for attribute in &plans {
            plan_options.read(attribute, self.errors);
        }
        let generics = self.generics(&signature.generics);
        let refused: Option<Span> = signature
            .asyncness
            .as_ref()
            .map(Spanned::span)
            .or_else(|| signature.abi.as_ref().map(Spanned::span))
            .or_else(|| signature.variadic.as_ref().map(Spanned::span));
        if let Some(span) = refused {
            self.errors.report(span, "a function of a model is a plain `fn`: remove this");
        }
        let mut receiver = false;
        let mut params = Vec::new();
        for input in &signature.inputs {
            match input {
                syn::FnArg::Receiver(this) => {
                    if matches!(this.kind, syn::ReceiverKind::Reference(_, _, Some(_))) {
                        self.errors.report(this.span(), "a model changes nothing in place: take `&self`");
                    }
                    receiver = true;
                }
                syn::FnArg::Typed(typed) => {
                    let pattern = syntax::pattern(&typed.pat, self.errors);
                    params.push((pattern, self.reader().ty(&typed.ty)));
                }
            }
        }
        let result = match &signature.output {
            syn::ReturnType::Type(_, ty) => Some(self.reader().ty(ty)),
            syn::ReturnType::Default => None,
        };
        let body = syntax::body(body, self.errors);
        FnItem {
            name: signature.ident.clone(),
            vis: vis.clone(),
            docs,
            plan_options,
            wrt,
            partial: partials.first().map(|attribute| attribute.path().span()),
            owner,
            generics,
            receiver,
            params,
            result,
            body,
            prelude: self.prelude,
        }
    }
}
