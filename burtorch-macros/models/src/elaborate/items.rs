//! Definitions: constants, structs, functions and methods, by name.
//!
//! The user's definitions and those of the prelude are kept apart: the user's come first in the user's code,
//! and the prelude's own code sees only the prelude.

use std::collections::BTreeMap;
use std::rc::Rc;

use proc_macro2::{Ident, Span};

use super::PlanOptions;
use super::types::{Type, TypeKind};
use super::wrt::Wrt;
use crate::ast::{Block, Expr, Pattern};

/// `const N: usize = 3;`
pub(super) struct ConstItem {
    pub name: Ident,
    /// What the `impl` around it calls the generic parameters of the struct.
    pub generics: Vec<Option<String>>,
    pub ty: Type,
    pub value: Expr,
    pub prelude: bool,
}

impl ConstItem {
    /// `const CHECK: () = …;`
    pub(super) fn is_assertion(&self) -> bool {
        matches!(&self.ty.kind, TypeKind::Tuple(parts) if parts.is_empty())
    }
}

/// A generic parameter.
pub(super) struct Generic {
    pub name: Ident,
    /// Whether it is a constant; otherwise it stands for a function.
    pub constant: bool,
    pub default: Option<Expr>,
}

pub(super) struct StructItem {
    pub name: Ident,
    pub vis: syn::Visibility,
    pub docs: Vec<syn::Attribute>,
    pub generics: Vec<Generic>,
    pub fields: Vec<FieldItem>,
    pub prelude: bool,
}

pub(super) struct FieldItem {
    pub name: Ident,
    pub ty: Type,
    pub frozen: bool,
    pub init: Option<InitItem>,
}

/// `#[init(name(args…))]`
pub(super) struct InitItem {
    pub name: Ident,
    pub args: Vec<Expr>,
}

pub(super) struct FnItem {
    pub name: Ident,
    pub vis: syn::Visibility,
    pub docs: Vec<syn::Attribute>,
    pub plan_options: PlanOptions,
    pub wrt: Wrt,
    /// Where `#[partial]` is, if it is.
    pub partial: Option<Span>,
    /// The struct that it is a method of, and what its `impl` calls the generic parameters of that.
    pub owner: Option<(Ident, Vec<Option<String>>)>,
    pub generics: Vec<Generic>,
    pub receiver: bool,
    pub params: Vec<(Pattern, Type)>,
    pub result: Option<Type>,
    pub body: Block,
    pub prelude: bool,
}

/// The definitions of the user, or those of the prelude.
#[derive(Default)]
pub(super) struct Scope {
    pub structs: BTreeMap<String, Rc<StructItem>>,
    pub functions: BTreeMap<String, Rc<FnItem>>,
    pub consts: BTreeMap<String, Rc<ConstItem>>,
    /// By struct and name.
    pub methods: BTreeMap<(String, String), Rc<FnItem>>,
    pub associated: BTreeMap<(String, String), Rc<ConstItem>>,
    /// The structs in the order of their definitions.
    pub order: Vec<Rc<StructItem>>,
    /// The methods in the order of their definitions.
    pub methods_in_order: Vec<Rc<FnItem>>,
}
