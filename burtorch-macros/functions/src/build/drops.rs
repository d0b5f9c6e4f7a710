//! What runs when a value goes: destructors of the user's, and locks that are given back.
//!
//! Generated code keeps values for as long as the sweep may need them, not for as long as a block lasts. So a type whose `Drop`
//! stands in the file is refused, and what a lock hands out is dropped where its block ends.

use quote::quote;

use super::state::each_name;
use super::{Builder, Value};
use crate::ast::{Block, Expr, ExprKind, Pattern, Stmt, Type};
use crate::graph::{Kind, Template};
use crate::parse::impl_header;
use crate::surroundings::functions_of;

/// Methods of `RefCell`, `Mutex` and `RwLock` that hand out what must be given back.
const LOCKS: [&str; 8] = ["borrow", "borrow_mut", "lock", "read", "try_borrow", "try_borrow_mut", "try_lock", "write"];

impl Builder<'_> {
    /// Refuses values whose types have a `Drop` in the file: when it runs is an effect that derivatives do not have.
    pub(super) fn refuse_destructors(&mut self, body: &Block) {
        let drops = functions_of(&self.function.name, None, "drop");
        let headers = drops.iter().filter_map(|found| found.header.as_deref());
        let of_drop = headers.filter(|header| header.contains("Drop")).filter_map(impl_header);
        let types: Vec<String> = of_drop.map(|(_, _, ty)| super::helpers::last_name(&quote!(#ty))).collect();
        if types.is_empty() {
            return;
        }
        let mut found = None;
        body.visit(&mut |expr| {
            let tokens = match &expr.kind {
                ExprKind::Call(call) => &call.path,
                ExprKind::Struct(literal) => &literal.path,
                ExprKind::Verbatim(tokens)
                | ExprKind::Foreign { tokens, .. }
                | ExprKind::Other { tokens, .. }
                | ExprKind::Observe(tokens) => tokens,
                _ => return,
            };
            each_name(tokens, &mut |name| {
                if types.iter().any(|ty| name == ty) && found.is_none() {
                    found = Some(name.clone());
                }
            });
        });
        if let Some(name) = found {
            self.errors.report(
                name.span(),
                format_args!(
                    "`{name}` has a `Drop`, which would not run when it does in the function: make the value outside and pass it as an argument"
                ),
            );
        }
    }

    /// Gives back what locks have handed out to the variables of a block that ends.
    pub(super) fn give_back(&mut self, block: &Block, depth: usize, mut value: Value) -> Value {
        let guards = block.stmts.iter().filter_map(|stmt| match stmt {
            Stmt::Let { pattern: Pattern::Name { ident, .. }, init: Some(init), .. } if is_lock(init) => Some(ident),
            _ => None,
        });
        for name in guards {
            let mut moved = false;
            block.visit(&mut |expr| moved |= passes(expr, name));
            let Some(at) = self.lookup(name).filter(|&at| at >= depth && self.vars[at].state && !moved) else {
                continue;
            };
            if let Value::Code(_) = value {
                value = Value::Node(self.node(value));
            }
            let place = self.state(at);
            let given = Template::call(&quote!(::core::mem::drop), None, vec![place]);
            self.w.push(Kind::Observe(Template { effects: true, ..given }), Type::Tuple(Vec::new()));
        }
        value
    }
}

/// Whether an expression is what a lock hands out.
fn is_lock(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Method { receiver, name, .. } => {
            LOCKS.iter().any(|lock| name == lock)
                || matches!(name.to_string().as_str(), "unwrap" | "expect") && is_lock(receiver)
        }
        _ => false,
    }
}

/// Whether a value may be moved by an expression: it stands there as a whole.
fn passes(expr: &Expr, name: &proc_macro2::Ident) -> bool {
    let is = |expr: &Expr| matches!(&expr.kind, ExprKind::Name(found) if found == name);
    match &expr.kind {
        ExprKind::Call(call) => call.args.iter().any(is),
        ExprKind::Method { args, .. } => args.iter().any(is),
        ExprKind::Tuple(parts) | ExprKind::Array(parts) | ExprKind::Vec(parts) => parts.iter().any(is),
        ExprKind::Struct(literal) => literal.fields.iter().any(|(_, value)| is(value)),
        ExprKind::Assign { value, .. } => is(value),
        ExprKind::Block(block) => block.value.as_deref().is_some_and(is),
        ExprKind::Closure(_) => true,
        ExprKind::Foreign { tokens, .. } | ExprKind::Other { tokens, .. } => {
            let mut found = false;
            each_name(tokens, &mut |word| found |= word == name);
            found
        }
        _ => false,
    }
}
