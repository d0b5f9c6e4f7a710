//! Expressions in, values out: the evaluator runs the user's code once, on shapes, and writes down what it does
//! to tensors.

use std::collections::{BTreeSet, HashSet};
use std::fmt::Display;
use std::rc::Rc;

use proc_macro2::{Ident, Span, TokenStream};

use super::items::{ConstItem, FnItem, Generic, Scope, StructItem};
use super::layers::{Instance, Slot};
use super::prelude;
use super::source::text;
use super::types::{Dims, Reader};
use super::value::{Arg, Callee, Place, Value};
use crate::ast::{Expr, ExprKind, IntType, Member, Precision, UnaryOp};
use crate::error::Errors;
use crate::tensor::{Builder, Dtype, Id, Kind, Leaf, Shape, Tensor};

pub(super) struct Evaluator<'e> {
    pub errors: &'e mut Errors,
    /// What was reported, so that a function that is used twice has its mistakes reported once.
    reported: HashSet<String>,
    pub precision: Precision,
    pub user: Scope,
    prelude: Scope,
    pub builder: Builder,
    pub frames: Vec<Frame>,
    /// The counts of the open loops.
    pub loops: Vec<usize>,
    /// The offsets of the parameters that were used.
    pub used: BTreeSet<usize>,
    /// The leaves that the innermost bodies have already.
    leaves: Vec<Vec<(Kind, Tensor)>>,
    /// How many random tensors there are.
    pub streams: u64,
    pub instantiating: Vec<Ident>,
    /// Constants that are being computed.
    computing: Vec<String>,
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
    site: Option<Span>,
    pub item: Option<Rc<FnItem>>,
}

impl<'e> Evaluator<'e> {
    pub(super) fn new(user: Scope, precision: Precision, errors: &'e mut Errors) -> Self {
        Evaluator {
            errors,
            reported: HashSet::new(),
            precision,
            user,
            prelude: Scope::default(),
            builder: Builder::new(),
            frames: vec![Frame::default()],
            loops: Vec::new(),
            used: BTreeSet::new(),
            leaves: vec![Vec::new()],
            streams: 0,
            instantiating: Vec::new(),
            computing: Vec::new(),
        }
    }

    /// Starts a new function: an empty graph.
    pub(super) fn restart(&mut self) {
        self.builder = Builder::new();
        self.leaves = vec![Vec::new()];
        self.loops.clear();
        self.streams = 0;
    }

    pub(super) fn frame(&mut self) -> &mut Frame {
        self.frames.last_mut().expect("the outermost frame is never left")
    }

    /// Reports a mistake, on the user's token that led to it.
    pub(super) fn report(&mut self, span: Span, message: impl Display) -> Value {
        let span = self.frame().site.unwrap_or(span);
        let message = message.to_string();
        if self.reported.insert(format!("{span:?} {message}")) {
            self.errors.report(span, message);
        }
        Value::Poison
    }

    /// Enters the scope of a definition.
    pub(super) fn enter_definition(&mut self, prelude: bool, generics: Vec<(String, Value)>, span: Span) {
        let site = prelude.then(|| self.frame().site.unwrap_or(span));
        let generics = generics.into_iter().map(|(name, value)| (name, Some(value))).collect();
        self.frames.push(Frame { generics, prelude, site, ..Frame::default() });
    }

    pub(super) fn leave(&mut self) {
        self.frames.pop();
    }

    pub(super) fn reader(&mut self) -> Reader<'_> {
        Reader { precision: self.precision, errors: self.errors }
    }

    fn in_prelude(&self) -> bool {
        self.frames.last().is_some_and(|frame| frame.prelude)
    }

    /// Makes sure that the prelude's definition of `name`, if there is one, is there.
    fn load(&mut self, name: &str) {
        prelude::load(name, self.precision, &mut self.prelude, self.errors);
    }

    pub(super) fn find_struct(&mut self, name: &str) -> Option<Rc<StructItem>> {
        if !self.in_prelude() {
            if let Some(item) = self.user.structs.get(name) {
                return Some(item.clone());
            }
        }
        self.load(name);
        self.prelude.structs.get(name).cloned()
    }

    pub(super) fn find_function(&mut self, name: &str) -> Option<Rc<FnItem>> {
        if !self.in_prelude() {
            if let Some(item) = self.user.functions.get(name) {
                return Some(item.clone());
            }
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
        let hint = match prelude::similar(&name.to_string(), self.user.structs.keys()) {
            Some(similar) => format!("did you mean `{similar}`?"),
            None => "define it in this block, or use one of the prelude".to_owned(),
        };
        self.report(name.span(), format_args!("there is no layer `{name}`: {hint}"));
    }

    /// The values of the generic parameters of a struct.
    pub(super) fn generic_values(
        &mut self,
        name: &Ident,
        generics: &[Generic],
        args: &[Expr],
        span: Span,
    ) -> Option<Vec<(String, Value)>> {
        let needed = generics.iter().filter(|generic| generic.default.is_none()).count();
        if args.len() < needed || args.len() > generics.len() {
            let names: Vec<_> = generics.iter().map(|generic| generic.name.to_string()).collect();
            self.report(
                span,
                format_args!(
                    "`{name}` takes {} generic arguments, not {}: `{name}<{}>`",
                    needed,
                    args.len(),
                    names.join(", ")
                ),
            );
            return None;
        }
        let mut values: Vec<(String, Value)> = Vec::new();
        for (at, generic) in generics.iter().enumerate() {
            let value = match (args.get(at), &generic.default) {
                (Some(arg), _) => self.generic_value(generic, arg),
                (None, Some(default)) => {
                    // A default may name the parameters before it.
                    self.enter_definition(self.in_prelude(), values.clone(), span);
                    let value = self.generic_value(generic, default);
                    self.leave();
                    value
                }
                (None, None) => Value::Poison,
            };
            if value.is_poison() {
                return None;
            }
            values.push((generic.name.to_string(), value));
        }
        Some(values)
    }

    pub(super) fn generic_value(&mut self, generic: &Generic, arg: &Expr) -> Value {
        let value = self.expr(arg);
        match &value {
            Value::Function(_) if !generic.constant => value,
            Value::Int(_) | Value::Bool(_) if generic.constant => value,
            Value::Poison => value,
            _ if generic.constant => self.not_constant(arg),
            _ => self.report(
                arg.span,
                format_args!("`{}` stands for a function: give the name of one, such as `tanh`", generic.name),
            ),
        }
    }

    fn not_constant(&mut self, arg: &Expr) -> Value {
        self.report(
            arg.span,
            format_args!(
                "`{}` is not a constant integer: a dimension is a literal, a `const` or computed from these",
                text(arg)
            ),
        )
    }

    /// A constant length of an axis or array, at least one.
    pub(super) fn length(&mut self, expr: &Expr) -> Option<usize> {
        match self.expr(expr) {
            Value::Poison => None,
            Value::Int(0) => {
                self.report(expr.span, format_args!("`{}` is zero: every dimension is at least 1", text(expr)));
                None
            }
            Value::Int(value) => match usize::try_from(value).ok().filter(|length| *length < 1 << 40) {
                Some(length) => Some(length),
                None => {
                    self.report(expr.span, format_args!("`{}` is {value}, which is no dimension", text(expr)));
                    None
                }
            },
            _ => {
                self.not_constant(expr);
                None
            }
        }
    }

    /// How many layers an array has.
    pub(super) fn array_length(&mut self, expr: &Expr) -> Option<usize> {
        let count = self.int_constant(expr)?;
        let length = usize::try_from(count).ok().filter(|length| *length < 1 << 20);
        if length.is_none() {
            self.report(expr.span, format_args!("`{}` is {count}, which is no number of layers", text(expr)));
        }
        length
    }

    /// The shape that a type states, where all of it is known.
    pub(super) fn shape_of(&mut self, dims: &Dims) -> Option<Shape> {
        let lengths: Vec<_> = dims.dims.iter().map(|dim| dim.as_ref().and_then(|dim| self.length(dim))).collect();
        lengths.into_iter().collect()
    }

    /// A constant integer.
    pub(super) fn int_constant(&mut self, expr: &Expr) -> Option<i128> {
        match self.expr(expr) {
            Value::Int(value) => Some(value),
            Value::Poison => None,
            _ => {
                self.not_constant(expr);
                None
            }
        }
    }

    pub(super) fn float_constant(&mut self, expr: &Expr) -> Option<f64> {
        match self.expr(expr) {
            Value::Float(value) => Some(value),
            Value::Poison => None,
            value => {
                self.not_float(&Arg { value, expr });
                None
            }
        }
    }

    /// The value of an expression.
    pub(super) fn expr(&mut self, expr: &Expr) -> Value {
        let span = expr.span;
        match &expr.kind {
            ExprKind::Float(literal) => Value::Float(literal.double),
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
            ExprKind::Array(elements) => Value::Array(elements.iter().map(|element| self.expr(element)).collect()),
            ExprKind::Tuple(elements) => Value::Tuple(elements.iter().map(|element| self.expr(element)).collect()),
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
                    (Some(start), Some(end)) => Value::Range(start, end.map(|end| end + i128::from(*inclusive))),
                    _ => Value::Poison,
                }
            }
            ExprKind::If { cond, then, other } => self.branch(cond, then, other.as_deref()),
            ExprKind::Block(block) => self.block(block),
            ExprKind::For { pattern, iter, body } => self.for_loop(pattern, iter, body, span),
            ExprKind::Assign { place, op, value } => self.assign(place, *op, value, span),
            ExprKind::Return(_) => {
                self.report(span, "`return` may only stand at the end of a function: use `if`/`else` before it")
            }
            ExprKind::Match { .. } => self.report(span, "`match` is not part of a model: use `if` on constants"),
            ExprKind::Diverge(_) | ExprKind::Observe(_) => self.report(
                span,
                "a model is compiled from shapes, where there is nothing to print or to check: remove this",
            ),
            ExprKind::Other { construct, .. } => {
                let advice = if *construct == "a closure" {
                    "write a function with a name and use that"
                } else {
                    "use operators, functions on tensors, and layers"
                };
                self.report(span, format_args!("{construct} is not part of a model: {advice}"))
            }
            ExprKind::Error => Value::Poison,
        }
    }

    /// A name: a variable, a generic parameter, a constant or a function.
    fn name(&mut self, name: &Ident) -> Value {
        let written = name.to_string();
        let frame = self.frame();
        if let Some((_, value)) = frame.vars.iter().rev().find(|(known, _)| *known == written) {
            return value.clone();
        }
        if let Some((_, value)) = frame.generics.iter().find(|(known, _)| *known == written) {
            return match value.clone() {
                Some(value) => value,
                None => self.report(
                    name.span(),
                    format_args!("nothing says what `{written}` is: give it in the call, as in `f::<3>(x)`"),
                ),
            };
        }
        if !self.in_prelude() {
            if let Some(item) = self.user.consts.get(&written).cloned() {
                return self.constant(&written, &item, None);
            }
        }
        if let Some(callee) = self.function_named(&written) {
            return Value::Function(callee);
        }
        self.report(
            name.span(),
            format_args!("`{written}` is not defined before this: define it with `let`, as a `const` of the block, or as an argument"),
        )
    }

    /// A function by its name: the user's, the prelude's, or one that is built in.
    pub(super) fn function_named(&mut self, name: &str) -> Option<Callee> {
        match self.find_function(name) {
            Some(item) => Some(Callee::Item(item, None)),
            None if super::builtins::exists(name) => Some(Callee::Builtin(name.to_owned())),
            None => None,
        }
    }

    /// The value of a constant item.
    fn constant(&mut self, key: &str, item: &ConstItem, owner: Option<Rc<Instance>>) -> Value {
        if self.computing.iter().any(|known| known == key) {
            return self.report(item.name.span(), format_args!("`{}` is defined by itself", item.name));
        }
        self.computing.push(key.to_owned());
        let generics = owner.as_ref().map(|owner| owner.generics.clone()).unwrap_or_default();
        self.enter_definition(item.prelude, generics, item.name.span());
        self.frame().owner = owner;
        let value = self.expr(&item.value);
        let value = match value {
            Value::Int(_) | Value::Float(_) | Value::Bool(_) | Value::Poison => {
                let name = item.name.to_string();
                self.check(Arg { value, expr: &item.value }, &item.ty, &name)
            }
            _ => self.report(
                item.value.span,
                format_args!("`{}` is not a constant: use literals, other constants and arithmetic", text(&item.value)),
            ),
        };
        self.leave();
        self.computing.pop();
        value
    }

    /// `Self::N`, `Layer::N`
    fn path(&mut self, tokens: &TokenStream, span: Span) -> Value {
        let Some(path) = self.reader().segments(tokens.clone()) else { return Value::Poison };
        if let [(owner, args), (name, _)] = path.as_slice() {
            if let Some(instance) = self.owner_named(owner, args) {
                let scope = if instance.item.prelude { &self.prelude } else { &self.user };
                let key = (instance.item.name.to_string(), name.to_string());
                if let Some(item) = scope.associated.get(&key).cloned() {
                    return self.constant(&format!("{}::{name}", key.0), &item, Some(instance));
                }
                if let Some(method) = self.find_method(&instance.item, &key.1) {
                    return Value::Function(Callee::Item(method, Some(instance)));
                }
            }
        }
        let text = super::source::squeezed(tokens);
        self.report(
            span,
            format_args!("`{text}` is not known here: constants and functions of a model stand in the block"),
        )
    }

    /// The struct that `Self` or a name means.
    pub(super) fn owner_named(&mut self, name: &Ident, args: &[Expr]) -> Option<Rc<Instance>> {
        if name == "Self" {
            return self.frame().owner.clone();
        }
        let item = self.find_struct(&name.to_string())?;
        match &*self.instantiate(&item, args, name.span()) {
            Slot::Layer(instance) => Some(instance.clone()),
            _ => None,
        }
    }

    fn member(&mut self, value: Value, base: &Expr, member: &Member, span: Span) -> Value {
        match (value, member) {
            (Value::Poison, _) => Value::Poison,
            (Value::Tuple(values), Member::Index(at)) if *at < values.len() => values[*at].clone(),
            (Value::Tuple(values), Member::Index(at)) => self
                .report(span, format_args!("`{}` has {} elements, so there is no `.{at}`", text(base), values.len())),
            (Value::Place(place), Member::Name(name)) => {
                let Slot::Layer(instance) = &*place.slot else {
                    return self.report(
                        span,
                        format_args!("`{}` is an array of layers: take one with `[i]`, or use `for`", text(base)),
                    );
                };
                match instance.part(&name.to_string()) {
                    Some(part) => self.place(Place {
                        slot: part.slot.clone(),
                        offset: place.offset + part.offset,
                        steps: place.steps.clone(),
                    }),
                    None => {
                        let known: Vec<_> = instance.fields.iter().map(|part| format!("`{}`", part.name)).collect();
                        self.report(
                            span,
                            format_args!(
                                "`{}` has no field `{name}`: its fields are {}",
                                instance.text(),
                                known.join(", ")
                            ),
                        )
                    }
                }
            }
            _ => self.report(span, format_args!("`{}` has no fields", text(base))),
        }
    }

    /// A part of a model as a value; a parameter is a tensor.
    pub(super) fn place(&mut self, place: Place) -> Value {
        let Slot::Param { shape, frozen, .. } = &*place.slot else {
            return if matches!(*place.slot, Slot::Poison) { Value::Poison } else { Value::Place(place) };
        };
        let mut steps = place.steps.clone();
        steps.resize(self.loops.len(), 0);
        self.mark(place.offset, &steps);
        let leaf = Leaf { offset: place.offset, steps };
        let kind = if *frozen { Kind::Frozen(leaf) } else { Kind::Param(leaf) };
        let known = self.leaves.last().and_then(|leaves| leaves.iter().find(|(known, _)| *known == kind));
        if let Some((_, tensor)) = known {
            return Value::Tensor(*tensor);
        }
        let id = self.builder.graph().add(kind.clone(), shape, Dtype::Float, Span::call_site());
        let tensor = self.builder.tensor(id);
        if let Some(leaves) = self.leaves.last_mut() {
            leaves.push((kind, tensor));
        }
        Value::Tensor(tensor)
    }

    /// Remembers that a parameter is used, in every iteration of the loops around.
    fn mark(&mut self, offset: usize, steps: &[usize]) {
        let mut offsets = vec![offset];
        for (&count, &step) in self.loops.iter().zip(steps).filter(|(_, step)| **step != 0) {
            offsets = offsets.iter().flat_map(|offset| (0..count).map(move |at| offset + at * step)).collect();
        }
        self.used.extend(offsets);
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

    pub(super) fn cast(&mut self, arg: &Arg, ty: &TokenStream, int: Option<IntType>, span: Span) -> Value {
        let float = ["f32", "f64", "Scalar"].contains(&ty.to_string().as_str());
        match &arg.value {
            Value::Poison => Value::Poison,
            #[allow(clippy::cast_precision_loss, reason = "the rounding that the user asks for")]
            Value::Int(value) if float => Value::Float(*value as f64),
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

/// A constant as it is written.
pub(super) fn constant_text(value: &Value) -> String {
    match value {
        Value::Int(value) => value.to_string(),
        Value::Float(value) => format!("{value:?}"),
        Value::Bool(value) => value.to_string(),
        Value::Function(Callee::Item(item, _)) => item.name.to_string(),
        Value::Function(Callee::Builtin(name)) => name.clone(),
        _ => "_".to_owned(),
    }
}
