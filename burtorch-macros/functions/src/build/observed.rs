//! Expressions whose values are not differentiated whatever they look at: where an item stands, in which order items come,
//! whether some condition holds. They are code over the values of the graph.

use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::chains::is_iterator;
use super::state::{is_pure_call, is_pure_method};
use super::{Builder, Value, template};
use crate::ast::{Expr, ExprKind, Type, UnaryOp};
use crate::graph::{Id, Template};

/// Methods that say where or whether something is.
const QUESTIONS: [&str; 9] = [
    "any",
    "all",
    "position",
    "rposition",
    "partition_point",
    "binary_search_by",
    "binary_search_by_key",
    "is_sorted",
    "is_sorted_by",
];

/// Methods that choose among items, or put them in order: what their functions look at decides, and is not yielded.
const CHOICES: [&str; 26] = [
    "filter",
    "take_while",
    "skip_while",
    "max_by",
    "min_by",
    "max_by_key",
    "min_by_key",
    "find",
    "enumerate",
    "rev",
    "zip",
    "skip",
    "take",
    "step_by",
    "chain",
    "copied",
    "cloned",
    "iter",
    "into_iter",
    "collect",
    "last",
    "nth",
    "next",
    "count",
    "unwrap",
    "expect",
];

/// Methods that change a collection that is not differentiated by what a function says.
const CHANGES: [&str; 6] =
    ["sort_by", "sort_unstable_by", "sort_by_key", "sort_unstable_by_key", "sort_by_cached_key", "retain"];

impl Builder<'_> {
    /// A method whose value is not differentiated, though something that it looks at is; `None` if this is none.
    pub(super) fn observed(
        &mut self,
        receiver: &Expr,
        name: &Ident,
        turbofish: &TokenStream,
        args: &[Expr],
    ) -> Option<Value> {
        let method = name.to_string();
        let is = |names: &[&str]| names.contains(&method.as_str());
        let question = is(&QUESTIONS) && args.iter().any(|arg| matches!(arg.kind, ExprKind::Closure(_)));
        let choice = is(&CHOICES) || is(&CHANGES);
        if !question && !choice || self.is_inactive(receiver) && args.iter().all(|arg| self.is_inactive(arg)) {
            return None;
        }
        let is_code = question && self.is_of_slices(receiver)
            || is(&CHOICES) && self.yields_code(receiver) && self.passes_on_code(name, args)
            || is(&CHANGES) && self.is_state_variable(receiver);
        if !is_code {
            return None;
        }
        let before = self.checkpoint();
        let code = self.code_of_method(receiver, name, turbofish, args);
        if code.is_none() {
            self.rollback(before);
        }
        code.map(Value::Code)
    }

    /// Whether the question is asked of a slice or of an iterator over one.
    fn is_of_slices(&self, receiver: &Expr) -> bool {
        is_iterator(receiver) || matches!(self.place_type(receiver), Type::Array(..))
    }

    fn is_state_variable(&self, receiver: &Expr) -> bool {
        receiver.root().and_then(|root| self.lookup(root)).is_some_and(|at| self.vars[at].state)
    }

    /// Whether what an iterator yields is not differentiated, though it may be chosen by what is.
    fn yields_code(&self, expr: &Expr) -> bool {
        if self.is_inactive(expr) {
            return true;
        }
        match &expr.kind {
            ExprKind::Method { receiver, name, args, .. } => {
                CHOICES.iter().any(|known| name == known)
                    && self.yields_code(receiver)
                    && self.passes_on_code(name, args)
            }
            ExprKind::Reference(inner) => self.yields_code(inner),
            ExprKind::Range { start, end, .. } => start.iter().chain(end).all(|bound| self.is_integer(bound)),
            _ => false,
        }
    }

    /// Whether an expression is an integer, though it may ask for the length of something that is differentiated.
    fn is_integer(&self, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Method { name, args, .. } if args.is_empty() && name == "len" => true,
            ExprKind::Binary(_, a, b) => self.is_integer(a) && self.is_integer(b),
            _ => self.is_inactive(expr),
        }
    }

    /// A chain that turned out to yield what is not differentiated, as code.
    pub(super) fn chain_as_code(
        &mut self,
        receiver: &Expr,
        name: &Ident,
        turbofish: &TokenStream,
        args: &[Expr],
    ) -> Value {
        match self.code_of_method(receiver, name, turbofish, args) {
            Some(code) => Value::Code(code),
            None => self.report(
                name.span(),
                format_args!("`{name}` of values that are not differentiated cannot depend on those that are in this way: write a `for` with `if` inside"),
            ),
        }
    }

    /// Whether a method hands on what it gets, and nothing else.
    fn passes_on_code(&self, name: &Ident, args: &[Expr]) -> bool {
        let chooses = ["filter", "take_while", "skip_while", "max_by", "min_by", "max_by_key", "min_by_key", "find"];
        chooses.iter().any(|known| name == known) || args.iter().all(|arg| self.is_inactive(arg))
    }

    fn code_of_method(
        &mut self,
        receiver: &Expr,
        name: &Ident,
        turbofish: &TokenStream,
        args: &[Expr],
    ) -> Option<Template> {
        let changes = CHANGES.iter().any(|known| name == known);
        let this = self.code_of(receiver)?;
        let known = this.known;
        let args: Vec<Template> = args.iter().map(|arg| self.code_of(arg)).collect::<Option<_>>()?;
        let call = Template::call(&quote!(#name #turbofish), Some(this), args);
        Some(if is_pure_call(receiver, &name.to_string()) && !changes {
            Template { known, ..call }
        } else {
            call.impure()
        })
    }

    /// An expression as code, whatever it mentions; `None` if that is not known to be the same.
    fn code_of(&mut self, expr: &Expr) -> Option<Template> {
        match &expr.kind {
            ExprKind::Name(name) => match self.lookup(name) {
                Some(at) if self.vars[at].closure.is_some() => None,
                Some(at) => {
                    let value = self.variable(at);
                    Some(self.template(value))
                }
                None => Some(Template::verbatim(quote!(#name))),
            },
            ExprKind::Closure(closure) => {
                if template::assigns(&closure.tokens) || self.mentions_a_closure(&closure.tokens) {
                    return None;
                }
                Some(self.capture(&closure.tokens))
            }
            ExprKind::Method { receiver, name, turbofish, args } => {
                self.code_of_method(receiver, name, turbofish, args)
            }
            ExprKind::Reference(inner) => Some(self.code_of(inner)?.prefixed("&")),
            ExprKind::Unary(UnaryOp::Deref, inner) => {
                let inner = self.code_of(inner)?;
                let of_graph = |id: &Id| *self.ty(*id) != Type::Other;
                Some(if inner.holes.iter().any(|(_, id)| of_graph(id)) { inner } else { inner.prefixed("*") })
            }
            ExprKind::Index(base, index) => {
                let (base, index) = (self.code_of(base)?, self.code_of(index)?);
                Some(base.index(index))
            }
            ExprKind::Field(base, member) => Some(self.code_of(base)?.field(member)),
            ExprKind::Binary(op, a, b) => {
                let (a, b) = (self.code_of(a)?, self.code_of(b)?);
                Some(a.binary(op.symbol(), b))
            }
            ExprKind::Range { start, end, inclusive } => {
                let mut bound = |bound: &Option<Box<Expr>>| match bound {
                    Some(bound) => self.code_of(bound),
                    None => Some(Template::verbatim(TokenStream::new())),
                };
                let (start, end) = (bound(start)?, bound(end)?);
                Some(start.binary(if *inclusive { "..=" } else { ".." }, end))
            }
            ExprKind::Float(_) | ExprKind::Int(..) | ExprKind::Bool(_) | ExprKind::Verbatim(_) => {
                let value = self.expr(expr, None);
                Some(self.template(value))
            }
            _ => None,
        }
    }

    /// `a.partial_cmp(b)`: how two numbers compare.
    pub(super) fn comparison(&mut self, this: Id, name: &Ident, other: &Expr) -> Value {
        debug_assert!(is_pure_method(&name.to_string()));
        let other = self.expr(other, Some(&Type::Float));
        if self.is_poison(&other) {
            return other;
        }
        let other = self.node_as(other, &Type::Float);
        let [a, b] = [this, other].map(|id| self.hole_for(id).prefixed("&"));
        let scalar = &self.function.scalar.tokens;
        let path = if name == "total_cmp" {
            quote!(<#scalar>::total_cmp)
        } else {
            quote!(::core::cmp::PartialOrd::partial_cmp)
        };
        Value::Code(Template { known: true, ..Template::call(&path, None, vec![a, b]) })
    }
}
