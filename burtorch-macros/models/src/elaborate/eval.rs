//! Expressions in, values out: the evaluator runs the user's code once, on shapes, and records what it does to tensors.

use std::collections::{BTreeSet, HashSet};
use std::fmt::Display;
use std::rc::Rc;

use proc_macro2::{Ident, Span, TokenStream};

use super::elsewhere;
use super::items::{FnItem, Scope, StructItem};
use super::layers::Instance;
use super::prelude;
use super::sequence::Filled;
use super::source::text;
use super::types::Reader;
use super::value::{Arg, Value};
use crate::ast::{Expr, ExprKind, IntType, Precision, UnaryOp};
use crate::each::{Each, IntoEach};
use crate::error::Errors;
use crate::tensor::{Builder, Dtype, Id, Kind, Tensor};

pub(super) struct Evaluator<'e> {
    pub errors: &'e mut Errors,
    /// The messages so far, so that a function that is called twice has its mistakes reported once.
    pub reported: HashSet<String>,
    pub precision: Precision,
    /// The path of burtorch in the user's program.
    pub krate: TokenStream,
    pub user: Scope,
    pub prelude: Scope,
    pub builder: Builder,
    pub frames: Vec<Frame>,
    /// The counts of the open loops.
    pub loops: Vec<usize>,
    /// The variables whose rows the open loops fill.
    pub filled: Vec<Filled>,
    /// How many expressions of the function were evaluated.
    pub evaluated: usize,
    /// Whether the function has exceeded the limit on its size.
    pub full: bool,
    /// How many structs were instantiated.
    pub instances: usize,
    /// The offsets of the parameters that were used.
    pub used: BTreeSet<usize>,
    /// For each open body, the leaves that it has already, so that each is one node.
    pub leaves: Vec<Vec<(Kind, Tensor)>>,
    /// How many random tensors were made; each has its own stream of numbers.
    pub streams: u64,
    pub instantiating: Vec<Ident>,
    /// Constants that are being computed.
    pub computing: Vec<String>,
    /// Constants of the user's that have no value.
    pub broken: BTreeSet<String>,
}

/// A function that is being run, or a definition that is being read.
#[derive(Default)]
pub(super) struct Frame {
    pub vars: Vec<(String, Value)>,
    /// Generic parameters; those of a function are `None` until an argument says what they are.
    pub generics: Vec<(String, Option<Value>)>,
    pub owner: Option<Rc<Instance>>,
    prelude: bool,
    /// Where the user's code called into the prelude: mistakes are reported there.
    pub site: Option<Span>,
    pub item: Option<Rc<FnItem>>,
    /// Whether arguments are being checked: mistakes in them are the caller's.
    pub checking: bool,
    /// The function of the prelude that is being run.
    pub inside: Option<String>,
}

impl<'e> Evaluator<'e> {
    pub(super) fn new(user: Scope, precision: Precision, krate: TokenStream, errors: &'e mut Errors) -> Self {
        Evaluator {
            errors,
            reported: HashSet::new(),
            precision,
            krate,
            user,
            prelude: Scope::default(),
            builder: Builder::new(),
            frames: vec![Frame::default()],
            loops: Vec::new(),
            filled: Vec::new(),
            evaluated: 0,
            full: false,
            instances: 0,
            used: BTreeSet::new(),
            leaves: vec![Vec::new()],
            streams: 0,
            instantiating: Vec::new(),
            computing: Vec::new(),
            broken: BTreeSet::new(),
        }
    }

    /// Starts a new function: an empty graph.
    pub(super) fn restart(&mut self) {
        self.builder = Builder::new();
        self.leaves = vec![Vec::new()];
        self.loops.clear();
        self.filled.clear();
        self.evaluated = 0;
        self.full = false;
        self.streams = 0;
    }

    pub(super) fn frame(&mut self) -> &mut Frame {
        self.frames.last_mut().expect("the outermost frame is never left")
    }

    /// Reports a mistake, on the user's token that led to it.
    pub(super) fn report(&mut self, span: Span, message: impl Display) -> Value {
        let frame = self.frame();
        let span = frame.site.unwrap_or(span);
        let message = match &frame.inside {
            Some(inside) => format!("inside `{inside}`, {message}"),
            None => message.to_string(),
        };
        self.report_once(span, message)
    }

    /// Reports a mistake about an argument of a function, where that stands.
    pub(super) fn report_argument(&mut self, arg: &Arg, message: impl Display) -> Value {
        let around = self.frames.len().saturating_sub(2);
        if !self.frame().checking {
            return self.report(arg.expr.span, message);
        }
        let caller = &self.frames[around];
        let span = caller.site.unwrap_or(arg.expr.span);
        let message = match &caller.inside {
            Some(inside) => format!("inside `{inside}`, {message}"),
            None => message.to_string(),
        };
        self.report_once(span, message)
    }

    fn report_once(&mut self, span: Span, message: String) -> Value {
        // Evaluation stopped at the limit, so further messages would only follow from that.
        if !self.full && self.reported.insert(format!("{span:?} {message}")) {
            self.errors.report(span, message);
        }
        Value::Poison
    }

    /// Enters the scope of a definition.
    pub(super) fn enter_definition(&mut self, prelude: bool, generics: Vec<(String, Value)>, span: Span) {
        let site = prelude.then(|| self.frame().site.unwrap_or(span));
        let generics = generics.into_each(|(name, value)| (name, Some(value)));
        self.frames.push(Frame { generics, prelude, site, ..Frame::default() });
    }

    pub(super) fn leave(&mut self) {
        self.frames.pop();
    }

    pub(super) fn reader(&mut self) -> Reader<'_> {
        Reader { precision: self.precision, errors: self.errors }
    }

    pub(super) fn in_prelude(&self) -> bool {
        self.frames.last().is_some_and(|frame| frame.prelude)
    }

    /// Reads the prelude's definition of `name`, if there is one and it was not read yet.
    fn load(&mut self, name: &str) {
        prelude::load(name, self.precision, &mut self.prelude, self.errors);
    }

    pub(super) fn find_struct(&mut self, name: &str) -> Option<Rc<StructItem>> {
        if !self.in_prelude()
            && let Some(item) = self.user.structs.get(name)
        {
            return Some(item.clone());
        }
        self.load(name);
        self.prelude.structs.get(name).cloned()
    }

    pub(super) fn find_function(&mut self, name: &str) -> Option<Rc<FnItem>> {
        if !self.in_prelude()
            && let Some(item) = self.user.functions.get(name)
        {
            return Some(item.clone());
        }
        self.load(name);
        self.prelude.functions.get(name).cloned()
    }

    /// A method or associated function of a struct.
    pub(super) fn find_method(&self, owner: &StructItem, name: &str) -> Option<Rc<FnItem>> {
        let scope = if owner.prelude { &self.prelude } else { &self.user };
        scope.methods.get(&(owner.name.to_string(), name.to_owned())).cloned()
    }

    /// The names of the methods of a struct.
    pub(super) fn methods_of(&self, owner: &StructItem) -> Vec<String> {
        let scope = if owner.prelude { &self.prelude } else { &self.user };
        let methods = scope.methods.keys().filter(|(of, _)| owner.name == of);
        methods.map(|(_, name)| name.clone()).collect()
    }

    pub(super) fn unknown_layer(&mut self, name: &Ident) {
        self.unknown("layer", name);
    }

    /// Reports a type in a signature that does not exist.
    pub(super) fn unknown_type(&mut self, name: &Ident) {
        self.unknown("type", name);
    }

    fn unknown(&mut self, what: &str, name: &Ident) {
        let others = self.user.structs.keys().cloned().chain(["Tensor", "Param", "Scalar"].map(ToOwned::to_owned));
        let written = name.to_string();
        let hint = match (elsewhere::layer(&written), prelude::similar(&written, others)) {
            (Some(way_out), _) => way_out.to_owned(),
            (None, Some(similar)) => format!("did you mean `{similar}`?"),
            (None, None) => "define it in this block, or use one of the prelude".to_owned(),
        };
        self.report(name.span(), format_args!("there is no {what} `{name}`: {hint}"));
    }

    /// The value of an expression.
    pub(super) fn expr(&mut self, expr: &Expr) -> Value {
        let span = expr.span;
        self.evaluated += 1;
        if self.full {
            return Value::Poison;
        }
        match &expr.kind {
            ExprKind::Float(literal) => Value::Float(match self.precision {
                Precision::F32 => f64::from(literal.single),
                _ => literal.double,
            }),
            ExprKind::Int(value, _) => Value::Int(*value),
            ExprKind::Bool(value) => Value::Bool(*value),
            ExprKind::Name(name) => self.name(name),
            ExprKind::Verbatim(tokens) => self.path(tokens, span),
            ExprKind::Unary(UnaryOp::Deref, inner) | ExprKind::Reference(inner) => self.expr(inner),
            ExprKind::Unary(UnaryOp::Neg, inner) => {
                let value = self.expr(inner);
                self.negate(&Arg { value, expr: inner }, span)
            }
            ExprKind::Unary(UnaryOp::Not, inner) => {
                let value = self.expr(inner);
                self.not(&Arg { value, expr: inner }, span)
            }
            ExprKind::Binary(op, a, b) => {
                let (first, second) = (self.expr(a), self.expr(b));
                self.binary(*op, &Arg { value: first, expr: a }, &Arg { value: second, expr: b }, span)
            }
            ExprKind::Method { receiver, name, turbofish, args } => self.method(receiver, name, turbofish, args),
            ExprKind::Call(call) => self.call(call, span),
            ExprKind::Index(base, index) => {
                let value = self.expr(base);
                self.index(&Arg { value, expr: base }, index, span)
            }
            ExprKind::Field(base, member) => {
                let value = self.expr(base);
                self.member(value, base, member, span)
            }
            ExprKind::Array(elements) => Value::Array(elements.each(|element| self.expr(element))),
            ExprKind::Tuple(elements) => Value::Tuple(elements.each(|element| self.expr(element))),
            ExprKind::Repeat(element, length) => self.repeat(element, length, span),
            ExprKind::Cast(inner, ty, int) => {
                let value = self.expr(inner);
                self.cast(&Arg { value, expr: inner }, ty, *int, span)
            }
            ExprKind::Range { start, end, inclusive } => {
                let mut bound = |bound: &Option<Box<Expr>>| match bound {
                    Some(bound) => self.int_constant(bound).map(Some),
                    None => Some(None),
                };
                match (bound(start), bound(end)) {
                    (Some(start), Some(end)) => {
                        Value::Range(start, end.map(|end| end.saturating_add(i128::from(*inclusive))))
                    }
                    _ => Value::Poison,
                }
            }
            ExprKind::If { cond, then, other } => self.branch(cond, then, other.as_deref()),
            ExprKind::Block(block) => self.block(block),
            ExprKind::For { pattern, iter, body, .. } => self.for_loop(pattern, iter, body, span),
            ExprKind::Assign { place, op, value } => self.assign(place, *op, value, span),
            ExprKind::Return(_) => {
                self.report(span, "`return` may only stand at the end of a function: use `if`/`else` before it")
            }
            ExprKind::Try(_) => self.report(span, "`?` is not part of a model: nothing in one can fail"),
            ExprKind::Match { .. } => self.report(span, "`match` is not part of a model: use `if` on constants"),
            ExprKind::Diverge(tokens) | ExprKind::Observe(tokens) => self.assertion(tokens, span),
            ExprKind::MutReference(_) => {
                self.report(span, "a `&mut` reference is not part of a model: assign to the variable itself")
            }
            ExprKind::Closure(_) => {
                self.report(span, "a closure is not part of a model: write a function with a name and use that")
            }
            ExprKind::While { .. } | ExprKind::Break { .. } | ExprKind::Continue { .. } => {
                self.report(span, "a model has no loops but `for` over constants, without `break` and `continue`")
            }
            ExprKind::Vec(_) | ExprKind::VecOf(..) => {
                self.report(span, "a `Vec` is not part of a model: use an array `[x; N]`, or a tensor")
            }
            ExprKind::Other { construct, .. } => {
                let advice = "use operators, functions on tensors, and layers";
                self.report(span, format_args!("{construct} is not part of a model: {advice}"))
            }
            ExprKind::Struct(_) => {
                self.report(span, "a struct is not part of a model: use operators, functions on tensors, and layers")
            }
            ExprKind::Foreign { problems, .. } => {
                for problem in problems {
                    match super::syntax::in_a_model(&problem.to_string()) {
                        Some(message) => self.report(problem.span(), message),
                        None => self.report(span, "`match` is not part of a model: use `if` on constants"),
                    };
                }
                Value::Poison
            }
            ExprKind::Error => Value::Poison,
        }
    }

    pub(super) fn open_loop(&mut self, count: usize, init: &[Tensor]) -> Vec<Tensor> {
        self.loops.push(count);
        self.leaves.push(Vec::new());
        self.builder.open(count, init)
    }

    pub(super) fn close_loop(&mut self, next: &[Tensor], span: Span) -> Vec<Tensor> {
        self.loops.pop();
        self.leaves.pop();
        self.builder.close(next, span)
    }

    /// A node of the innermost body as a value.
    pub(super) fn done(&self, id: Id) -> Value {
        Value::Tensor(self.builder.tensor(id))
    }

    /// A constant, rounded to the precision of the model.
    #[allow(clippy::cast_possible_truncation, reason = "the program computes in f32")]
    pub(super) fn rounded(&self, value: f64) -> f64 {
        if self.precision == Precision::F32 { f64::from(value as f32) } else { value }
    }

    pub(super) fn cast(&mut self, arg: &Arg, ty: &TokenStream, int: Option<IntType>, span: Span) -> Value {
        let float = ["f32", "f64", "Scalar"].contains(&ty.to_string().as_str());
        match &arg.value {
            Value::Poison => Value::Poison,
            #[allow(clippy::cast_precision_loss, reason = "the rounding that the user asks for")]
            Value::Int(value) if float => Value::Float(self.rounded(*value as f64)),
            Value::Int(value) => match int.and_then(|ty| ty.wrap(*value)) {
                Some(value) => Value::Int(value),
                None => self.report(span, format_args!("`{}` does not fit `{ty}`", text(arg.expr))),
            },
            Value::Float(_) if float => arg.value.clone(),
            #[allow(clippy::cast_possible_truncation, reason = "the rounding that the user asks for")]
            Value::Float(value) if int.is_some() => Value::Int(*value as i128),
            Value::Tensor(tensor) if float => match self.builder.dtype(*tensor) {
                Dtype::Float => arg.value.clone(),
                Dtype::Int => {
                    let id = self.builder.id(*tensor);
                    let shape = self.builder.shape(*tensor).to_vec();
                    let id = self.builder.graph().add(Kind::ToFloat(id), &shape, Dtype::Float, span);
                    self.done(id)
                }
                Dtype::Bool => self.report(span, "a mask is not a number: use `select(mask, 1.0, 0.0)`"),
            },
            Value::Tensor(_) => self.report(
                span,
                format_args!("a tensor cannot become `{ty}`: integers are constants or arguments of the function"),
            ),
            _ => self.report(span, format_args!("`{}` is not a number", text(arg.expr))),
        }
    }
}
