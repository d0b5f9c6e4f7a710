//! Types of fields, arguments and results: syntax in, [`Type`] out.

use proc_macro2::{Ident, Span, TokenStream};
use syn::spanned::Spanned;

use super::{elsewhere, syntax};
use crate::ast::{Expr, ExprKind, IntType, Precision};
use crate::error::Errors;

pub(super) struct Type {
    pub kind: TypeKind,
    pub span: Span,
}

pub(super) enum TypeKind {
    /// `_`
    Any,
    Tensor(Dims),
    Param(Dims),
    Float,
    Int(IntType),
    Bool,
    Array(Box<Type>, Expr),
    Tuple(Vec<Type>),
    /// A layer, or a generic parameter that stands for a function.
    Named(Ident, Vec<Expr>),
    Function,
    /// A type that is wrong, which has been reported.
    Error,
}

/// The lengths of the axes; `None` for one that is not said.
pub(super) struct Dims {
    /// Any number of further axes stands in front.
    pub open: bool,
    pub dims: Vec<Option<Expr>>,
}

/// A path: its names, each with the generic arguments it has.
pub(super) type Path = Vec<(Ident, Vec<Expr>)>;

/// Reads types; knows which float type the block computes in.
pub(super) struct Reader<'e> {
    pub precision: Precision,
    pub errors: &'e mut Errors,
}

impl Reader<'_> {
    /// A type from its tokens.
    pub(super) fn tokens(&mut self, tokens: TokenStream) -> Type {
        match syn::parse2(tokens) {
            Ok(ty) => self.ty(&ty),
            Err(error) => {
                let span = error.span();
                self.errors.push(error);
                Type { kind: TypeKind::Error, span }
            }
        }
    }

    pub(super) fn ty(&mut self, ty: &syn::Type) -> Type {
        let span = ty.span();
        let kind = match ty {
            syn::Type::Group(group) => return self.ty(&group.elem),
            syn::Type::Paren(paren) => return self.ty(&paren.elem),
            syn::Type::Reference(reference) => {
                if let Some(token) = &reference.mutability {
                    self.errors.report(token.span(), "a model changes nothing in place: return the new value");
                    TypeKind::Error
                } else {
                    return self.ty(&reference.elem);
                }
            }
            syn::Type::Infer(_) => TypeKind::Any,
            syn::Type::Array(array) => {
                TypeKind::Array(Box::new(self.ty(&array.elem)), syntax::expr(&array.len, self.errors))
            }
            syn::Type::Tuple(tuple) => TypeKind::Tuple(tuple.elems.iter().map(|element| self.ty(element)).collect()),
            syn::Type::FnPtr(_) | syn::Type::ImplTrait(_) => TypeKind::Function,
            syn::Type::Path(path) if path.qself.is_none() => return self.path(&path.path),
            syn::Type::Slice(slice) => {
                self.errors.report(slice.span(), "a slice has no constant length: use an array, `[f32; N]`");
                TypeKind::Error
            }
            other => {
                self.errors.report(
                    other.span(),
                    "this type is not part of a model: use `Tensor<…>`, numbers, arrays of them, or a layer",
                );
                TypeKind::Error
            }
        };
        Type { kind, span }
    }

    fn path(&mut self, path: &syn::Path) -> Type {
        let span = path.span();
        let Some(segment) = path.segments.last().filter(|_| path.segments.len() == 1) else {
            let known = path.segments.iter().any(|segment| elsewhere::is_module(&segment.ident.to_string()));
            let hint = match path.segments.last().filter(|_| known).map(|last| last.ident.to_string()) {
                Some(last) => match elsewhere::layer(&last) {
                    Some(way_out) => format!("for `{last}`, {way_out}"),
                    None => format!("write `{last}<…>`, without a path"),
                },
                None => "define it in this block".to_owned(),
            };
            self.errors.report(span, format_args!("a type of a model is a single name: {hint}"));
            return Type { kind: TypeKind::Error, span };
        };
        let name = &segment.ident;
        let written = name.to_string();
        let kind = match written.as_str() {
            "Tensor" => TypeKind::Tensor(self.dims(&segment.arguments)),
            "Param" => TypeKind::Param(self.dims(&segment.arguments)),
            "Scalar" => TypeKind::Float,
            "f32" | "f64" => {
                let (own, other) = if self.precision == Precision::F64 { ("f64", "f32") } else { ("f32", "f64") };
                if written == own {
                    TypeKind::Float
                } else {
                    self.errors.report(
                        span,
                        format_args!(
                            "this block computes in `{own}`: write `{own}` here, or `type Scalar = {other};` in the block"
                        ),
                    );
                    TypeKind::Error
                }
            }
            "bool" => TypeKind::Bool,
            _ => match IntType::named(&written) {
                Some(int) => TypeKind::Int(int),
                None => TypeKind::Named(name.clone(), self.arguments(&segment.arguments)),
            },
        };
        Type { kind, span: name.span() }
    }

    fn dims(&mut self, arguments: &syn::PathArguments) -> Dims {
        let syn::PathArguments::AngleBracketed(list) = arguments else {
            return Dims { open: false, dims: Vec::new() };
        };
        let mut dims = Vec::new();
        let mut open = false;
        for (at, argument) in list.args.iter().enumerate() {
            match argument {
                syn::GenericArgument::Type(syn::Type::Infer(_)) if at == 0 => open = true,
                syn::GenericArgument::Type(syn::Type::Infer(_)) => dims.push(None),
                argument => dims.push(Some(self.argument(argument))),
            }
        }
        Dims { open, dims }
    }

    fn arguments(&mut self, arguments: &syn::PathArguments) -> Vec<Expr> {
        match arguments {
            syn::PathArguments::AngleBracketed(list) => list.args.iter().map(|arg| self.argument(arg)).collect(),
            _ => Vec::new(),
        }
    }

    /// A generic argument: a constant expression, or the name of a function.
    fn argument(&mut self, argument: &syn::GenericArgument) -> Expr {
        match argument {
            syn::GenericArgument::Const(syn::Expr::Block(block)) if block.block.stmts.len() == 1 => {
                match &block.block.stmts[0] {
                    syn::Stmt::Expr(inner, None) => syntax::expr(inner, self.errors),
                    _ => syntax::expr(&syn::Expr::Block(block.clone()), self.errors),
                }
            }
            syn::GenericArgument::Const(expr) => syntax::expr(expr, self.errors),
            syn::GenericArgument::Type(ty) => self.type_argument(ty),
            other => self.refuse_argument(other.span()),
        }
    }

    pub(super) fn type_argument(&mut self, ty: &syn::Type) -> Expr {
        match ty {
            syn::Type::Group(group) => self.type_argument(&group.elem),
            syn::Type::Paren(paren) => self.type_argument(&paren.elem),
            syn::Type::Path(path) if path.path.segments.iter().all(|segment| segment.arguments.is_none()) => {
                let path = syn::ExprPath { attrs: Vec::new(), qself: path.qself.clone(), path: path.path.clone() };
                syntax::expr(&syn::Expr::Path(path), self.errors)
            }
            other => self.refuse_argument(other.span()),
        }
    }

    fn refuse_argument(&mut self, span: Span) -> Expr {
        self.errors.report(
            span,
            "a dimension is a constant: a literal, a `const`, or a constant expression in braces, `{ 4 * C }`",
        );
        Expr { kind: ExprKind::Error, span }
    }

    /// A path from its tokens.
    pub(super) fn segments(&mut self, tokens: TokenStream) -> Option<Path> {
        let path: syn::Path = match syn::parse2(tokens) {
            Ok(path) => path,
            Err(error) => {
                self.errors.push(error);
                return None;
            }
        };
        let segments = path.segments.iter().map(|segment| (segment.ident.clone(), self.arguments(&segment.arguments)));
        Some(segments.collect())
    }

    /// `::<A, B>` from its tokens.
    pub(super) fn turbofish(&mut self, tokens: TokenStream) -> Vec<Expr> {
        if tokens.is_empty() {
            return Vec::new();
        }
        match syn::parse2::<syn::AngleBracketedGenericArguments>(tokens) {
            Ok(list) => list.args.iter().map(|argument| self.argument(argument)).collect(),
            Err(error) => {
                self.errors.push(error);
                Vec::new()
            }
        }
    }
}
