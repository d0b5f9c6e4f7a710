//! Literals and operators.

use proc_macro2::Ident;
use quote::ToTokens;

use crate::ast::{BinaryOp, ExprKind, FloatLiteral, IntType, Precision, UnaryOp};

pub(super) fn lit(literal: &syn::Lit) -> ExprKind {
    match literal {
        syn::Lit::Float(float) => float_literal(float.base10_digits(), float.suffix())
            .unwrap_or_else(|| ExprKind::Verbatim(float.to_token_stream())),
        syn::Lit::Int(int) if matches!(int.suffix(), "f32" | "f64") => float_literal(int.base10_digits(), int.suffix())
            .unwrap_or_else(|| ExprKind::Verbatim(int.to_token_stream())),
        syn::Lit::Int(int) => match int.base10_parse() {
            Ok(value) => ExprKind::Int(value, IntType::named(int.suffix())),
            Err(_) => ExprKind::Verbatim(int.to_token_stream()),
        },
        syn::Lit::Bool(value) => ExprKind::Bool(value.value),
        other => ExprKind::Verbatim(other.to_token_stream()),
    }
}

pub(super) fn float_literal(digits: &str, suffix: &str) -> Option<ExprKind> {
    let precision = match suffix {
        "f32" => Some(Precision::F32),
        "f64" => Some(Precision::F64),
        _ => None,
    };
    Some(ExprKind::Float(FloatLiteral { double: digits.parse().ok()?, single: digits.parse().ok()?, precision }))
}

pub(super) fn unary_op(op: syn::UnOp) -> Option<UnaryOp> {
    match op {
        syn::UnOp::Neg(_) => Some(UnaryOp::Neg),
        syn::UnOp::Not(_) => Some(UnaryOp::Not),
        syn::UnOp::Deref(_) => Some(UnaryOp::Deref),
        _ => None,
    }
}

/// The operator, and whether it assigns.
pub(super) fn binary_op(op: &syn::BinOp) -> Option<(BinaryOp, bool)> {
    use syn::BinOp as B;
    Some(match op {
        B::Add(_) => (BinaryOp::Add, false),
        B::Sub(_) => (BinaryOp::Sub, false),
        B::Mul(_) => (BinaryOp::Mul, false),
        B::Div(_) => (BinaryOp::Div, false),
        B::Rem(_) => (BinaryOp::Rem, false),
        B::Lt(_) => (BinaryOp::Lt, false),
        B::Le(_) => (BinaryOp::Le, false),
        B::Gt(_) => (BinaryOp::Gt, false),
        B::Ge(_) => (BinaryOp::Ge, false),
        B::Eq(_) => (BinaryOp::Eq, false),
        B::Ne(_) => (BinaryOp::Ne, false),
        B::And(_) => (BinaryOp::And, false),
        B::Or(_) => (BinaryOp::Or, false),
        B::BitAnd(_) => (BinaryOp::Bits("&"), false),
        B::BitOr(_) => (BinaryOp::Bits("|"), false),
        B::BitXor(_) => (BinaryOp::Bits("^"), false),
        B::Shl(_) => (BinaryOp::Bits("<<"), false),
        B::Shr(_) => (BinaryOp::Bits(">>"), false),
        B::AddAssign(_) => (BinaryOp::Add, true),
        B::SubAssign(_) => (BinaryOp::Sub, true),
        B::MulAssign(_) => (BinaryOp::Mul, true),
        B::DivAssign(_) => (BinaryOp::Div, true),
        B::RemAssign(_) => (BinaryOp::Rem, true),
        B::BitAndAssign(_) => (BinaryOp::Bits("&"), true),
        B::BitOrAssign(_) => (BinaryOp::Bits("|"), true),
        B::BitXorAssign(_) => (BinaryOp::Bits("^"), true),
        B::ShlAssign(_) => (BinaryOp::Bits("<<"), true),
        B::ShrAssign(_) => (BinaryOp::Bits(">>"), true),
        _ => return None,
    })
}

/// `'outer:`
pub(super) fn loop_label(label: Option<&syn::Label>) -> Option<Ident> {
    label.map(|label| label.name.ident.clone())
}
