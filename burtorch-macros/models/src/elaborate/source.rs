//! An expression as the user wrote it, for messages.

use proc_macro2::TokenStream;

use crate::ast::{Expr, ExprKind, Member, UnaryOp};
use crate::each::Each;

/// The text of an expression; what is long is cut short.
pub(super) fn text(expr: &Expr) -> String {
    let text = whole(expr);
    if text.chars().count() > 60 { text.chars().take(57).chain("…".chars()).collect() } else { text }
}

fn whole(expr: &Expr) -> String {
    match &expr.kind {
        ExprKind::Float(literal) => format!("{:?}", literal.double),
        ExprKind::Int(value, ty) => format!("{value}{}", ty.map_or("", |ty| ty.name)),
        ExprKind::Bool(value) => value.to_string(),
        ExprKind::Name(name) => name.to_string(),
        ExprKind::Verbatim(tokens) => squeezed(tokens),
        ExprKind::Unary(op, inner) => {
            let symbol = match op {
                UnaryOp::Neg => "-",
                UnaryOp::Not => "!",
                UnaryOp::Deref => "*",
            };
            format!("{symbol}{}", operand(inner))
        }
        ExprKind::Binary(op, a, b) => format!("{} {} {}", operand(a), op.symbol(), operand(b)),
        ExprKind::Method { receiver, name, args, .. } => format!("{}.{name}({})", operand(receiver), list(args)),
        ExprKind::Call(call) => format!("{}({})", squeezed(&call.path), list(&call.args)),
        ExprKind::Index(base, index) => format!("{}[{}]", operand(base), whole(index)),
        ExprKind::Field(base, Member::Name(name)) => format!("{}.{name}", operand(base)),
        ExprKind::Field(base, Member::Index(at)) => format!("{}.{at}", operand(base)),
        ExprKind::Array(elements) => format!("[{}]", list(elements)),
        ExprKind::Tuple(elements) => format!("({})", list(elements)),
        ExprKind::Reference(inner) => format!("&{}", operand(inner)),
        ExprKind::Cast(inner, ty, _) => format!("{} as {}", operand(inner), squeezed(ty)),
        ExprKind::Range { start, end, .. } => {
            let bound = |bound: &Option<Box<Expr>>| bound.as_ref().map(|bound| whole(bound)).unwrap_or_default();
            format!("{}..{}", bound(start), bound(end))
        }
        _ => "this expression".to_owned(),
    }
}

/// An operand of something that binds tightly.
fn operand(expr: &Expr) -> String {
    match &expr.kind {
        ExprKind::Binary(..) | ExprKind::Cast(..) | ExprKind::Range { .. } => format!("({})", whole(expr)),
        _ => whole(expr),
    }
}

fn list(exprs: &[Expr]) -> String {
    exprs.each(whole).join(", ")
}

/// Tokens without the spaces between them; good for paths.
pub(super) fn squeezed(tokens: &TokenStream) -> String {
    tokens.to_string().replace(' ', "")
}

/// A shape, as messages show it.
pub(super) fn shape(shape: &[usize]) -> String {
    if shape.is_empty() { "a number".to_owned() } else { format!("{shape:?}") }
}

/// `1 argument`, `2 arguments`; an axis is irregular.
pub(super) fn plural(count: usize, noun: &str) -> String {
    match (count, noun) {
        (1, _) => format!("1 {noun}"),
        (_, "axis") => format!("{count} axes"),
        _ => format!("{count} {noun}s"),
    }
}

/// The expressions that stand for the elements of an array or tuple.
pub(super) fn element(expr: &Expr, at: usize) -> &Expr {
    match &expr.kind {
        ExprKind::Array(elements) | ExprKind::Tuple(elements) => elements.get(at).unwrap_or(expr),
        ExprKind::Reference(inner) => element(inner, at),
        _ => expr,
    }
}
