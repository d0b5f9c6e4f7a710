//! Runs a graph on numbers, one row of the table at a time.

use std::collections::HashMap;

use burtorch_runtime::rules;

use crate::graph::{BinaryOp, Graph, Id, Kind, PatternTest, RegionId, SaveStack, Step, Type};

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Value {
    Float(f64),
    Int(i128),
    Bool(bool),
    Many(Vec<Value>),
}

impl Value {
    pub(super) fn float(&self) -> f64 {
        match self {
            Value::Float(value) => *value,
            other => panic!("{other:?} is not a float"),
        }
    }

    fn int(&self) -> usize {
        match self {
            Value::Int(value) => usize::try_from(*value).unwrap_or_else(|_| panic!("{value} is not an index")),
            other => panic!("{other:?} is not an integer"),
        }
    }

    fn bool(&self) -> bool {
        match self {
            Value::Bool(value) => *value,
            other => panic!("{other:?} is not a truth value"),
        }
    }

    /// The numbers inside, in order.
    pub(super) fn numbers(&self) -> Vec<f64> {
        match self {
            Value::Float(value) => vec![*value],
            Value::Many(values) => values.iter().flat_map(Value::numbers).collect(),
            Value::Int(_) | Value::Bool(_) => Vec::new(),
        }
    }

    fn many(&self) -> &[Value] {
        match self {
            Value::Many(values) => values,
            other => panic!("{other:?} has no elements"),
        }
    }

    /// The element, or the elements, that a path leads to.
    fn get(&self, path: &[Place]) -> Value {
        match path.split_first() {
            None => self.clone(),
            Some((Place::At(at), rest)) => self.many()[*at].get(rest),
            Some((Place::Range(start, end), rest)) => Value::Many(self.many()[*start..*end].to_vec()).get(rest),
        }
    }

    /// Changes what a path leads to.
    fn update(&mut self, path: &[Place], change: &mut dyn FnMut(&Value) -> Value) {
        match (self, path.split_first()) {
            (value, None) => *value = change(value),
            (Value::Many(values), Some((Place::At(at), rest))) => values[*at].update(rest, change),
            (Value::Many(values), Some((Place::Range(start, end), rest))) => {
                let mut part = Value::Many(values[*start..*end].to_vec());
                part.update(rest, change);
                let Value::Many(part) = part else { panic!("a part of an array is an array") };
                assert_eq!(part.len(), end - start, "a part of an array keeps its length");
                values.splice(*start..*end, part);
            }
            (other, Some(_)) => panic!("{other:?} has no elements"),
        }
    }
}

/// A step of a path, with its indices.
enum Place {
    At(usize),
    Range(usize, usize),
}

/// The results of `graph` for these arguments.
pub(super) fn interpret(graph: &Graph, args: &[Value]) -> Vec<Value> {
    run(graph, args).0
}

/// Whether all numbers on the way to the results are finite. Where one is not, `0 * inf` can make a result NaN that
/// another order of the same program does not need.
pub(super) fn stays_finite(graph: &Graph, args: &[Value]) -> bool {
    run(graph, args).1
}

fn run(graph: &Graph, args: &[Value]) -> (Vec<Value>, bool) {
    let mut machine = Machine { graph, values: HashMap::new(), stacks: HashMap::new(), finite: true };
    assert_eq!(graph.root().params.len(), args.len());
    for (&param, arg) in graph.root().params.iter().zip(args) {
        machine.values.insert(param, arg.clone());
    }
    let results = machine.region(Graph::ROOT);
    (results, machine.finite)
}

struct Machine<'g> {
    graph: &'g Graph,
    values: HashMap<Id, Value>,
    /// What loops put aside.
    stacks: HashMap<SaveStack, Vec<Value>>,
    /// Whether all numbers so far were.
    finite: bool,
}

impl Machine<'_> {
    fn region(&mut self, region: RegionId) -> Vec<Value> {
        for &id in &self.graph.region(region).nodes {
            let value = self.node(id);
            self.finite &= value.numbers().iter().all(|number| number.is_finite());
            self.values.insert(id, value);
        }
        self.graph.region(region).results.iter().map(|result| self.values[result].clone()).collect()
    }

    fn path(&self, path: &[Step]) -> Vec<Place> {
        let index = |id: &Id| self.values[id].int();
        path.iter()
            .map(|step| match step {
                Step::At(at) => Place::At(*at),
                Step::Index(id) => Place::At(index(id)),
                Step::Range(start, end) => Place::Range(index(start), index(end)),
            })
            .collect()
    }

    fn node(&mut self, id: Id) -> Value {
        let value = |id: &Id| self.values[id].clone();
        match self.graph.kind(id) {
            Kind::Const(value) => Value::Float(*value),
            Kind::Int(value, _) => Value::Int(*value),
            Kind::Bool(value) => Value::Bool(*value),
            Kind::Op(op, args) => {
                let args: Vec<f64> = args.iter().map(|arg| value(arg).float()).collect();
                Value::Float(rules::value(*op, &args))
            }
            Kind::Compare(op, a, b) => {
                let (a, b) = (value(a).float(), value(b).float());
                Value::Bool(match op {
                    BinaryOp::Lt => a < b,
                    BinaryOp::Le => a <= b,
                    BinaryOp::Gt => a > b,
                    BinaryOp::Ge => a >= b,
                    #[allow(clippy::float_cmp, reason = "that is what the program asks")]
                    BinaryOp::Eq => a == b,
                    other => panic!("{other:?} is not used by the programs"),
                })
            }
            Kind::Not(a) => Value::Bool(!value(a).bool()),
            Kind::ToIndex(a, start) => integer(value(a).int() - value(start).int()),
            Kind::Select(cond, a, b) => {
                if value(cond).bool() {
                    value(a)
                } else {
                    value(b)
                }
            }
            Kind::Opaque(template) => {
                let code: syn::Expr = syn::parse2(template.tokens.clone()).expect("the code is an expression");
                let hole = |name: &syn::Ident| {
                    let hole = template.holes.iter().find(|(hole, _)| hole == name);
                    self.values[&hole.expect("every name is a value").1].clone()
                };
                evaluate(&code, &hole)
            }
            Kind::Pack(elements) => Value::Many(elements.iter().map(value).collect()),
            Kind::Splat(element) => Value::Many(vec![value(element); length(&self.graph.node(id).ty)]),
            Kind::Zero => zero(&self.graph.node(id).ty),
            Kind::ZeroLike(_) => unreachable!("random programs have no arrays of arrays"),
            Kind::Get(base, path) => {
                let path = self.path(path);
                value(base).get(&path)
            }
            Kind::Set(base, path, new) => {
                let (mut whole, new, path) = (value(base), value(new), self.path(path));
                whole.update(&path, &mut |_| new.clone());
                whole
            }
            Kind::AddAt(base, path, new) => {
                let (mut whole, new, path) = (value(base), value(new), self.path(path));
                whole.update(&path, &mut |old| sum(old, &new));
                whole
            }
            Kind::Len(array) => integer(value(array).many().len()),
            Kind::Fill(element, count) => Value::Many(vec![value(element); value(count).int()]),
            Kind::Push(array, element) => {
                let mut elements = value(array).many().to_vec();
                elements.push(value(element));
                Value::Many(elements)
            }
            // The second one may be negative.
            Kind::Offset(a, b) => match (value(a), value(b)) {
                (Value::Int(a), Value::Int(b)) => Value::Int(a + b),
                other => panic!("{other:?} are not integers"),
            },
            Kind::Save(stack, kept) => {
                let kept = value(kept);
                self.stacks.entry(*stack).or_default().push(kept);
                Value::Many(Vec::new())
            }
            Kind::Restore(stack) => {
                let kept = self.stacks.get_mut(stack).and_then(Vec::pop);
                kept.expect("what is taken back was put aside")
            }
            Kind::Sum(a, b) => sum(&value(a), &value(b)),
            Kind::Branch { on, arms } => {
                let on = value(on);
                let arm = arms.iter().find(|arm| passes(&arm.test, &on));
                let region = arm.expect("an arm matches").region;
                Value::Many(self.region(region))
            }
            Kind::For { .. } => self.for_loop(id),
            kind => panic!("{kind:?} is not used by the programs"),
        }
    }

    fn for_loop(&mut self, id: Id) -> Value {
        let Kind::For { range, init, body, again, .. } = self.graph.kind(id) else { panic!("asked for a loop") };
        let value = |id: &Id| self.values[id].clone();
        let (start, mut end) = (value(&range.start).int(), value(&range.end).int());
        if range.inclusive {
            end += 1;
        }
        let mut carried: Vec<Value> = init.iter().map(value).collect();
        let mut count = 0;
        for at in start..end {
            let index = if range.reversed { end - 1 - (at - start) } else { at };
            let params = self.graph.region(*body).params.clone();
            for (param, value) in params.into_iter().zip(std::iter::once(integer(index)).chain(carried)) {
                self.values.insert(param, value);
            }
            carried = self.region(*body);
            count += 1;
            if *again && !carried.pop().expect("the body says whether to go on").bool() {
                break;
            }
        }
        if *again {
            carried.push(integer(count));
        }
        Value::Many(carried)
    }
}

/// Whether a value is what an arm is for.
fn passes(test: &PatternTest, on: &Value) -> bool {
    match (test, on) {
        (PatternTest::Any, _) => true,
        (PatternTest::Int(test), Value::Int(on)) => test == on,
        (PatternTest::Bool(test), Value::Bool(on)) => test == on,
        (PatternTest::Or(tests), on) => tests.iter().any(|test| passes(test, on)),
        (test, on) => panic!("{test:?} of {on:?} is not used by the programs"),
    }
}

fn integer(value: usize) -> Value {
    Value::Int(i128::try_from(value).expect("integers are small"))
}

/// The user's code over integers and truth values.
fn evaluate(code: &syn::Expr, name: &dyn Fn(&syn::Ident) -> Value) -> Value {
    match code {
        syn::Expr::Paren(inner) => evaluate(&inner.expr, name),
        syn::Expr::Group(inner) => evaluate(&inner.expr, name),
        syn::Expr::Reference(inner) => evaluate(&inner.expr, name),
        syn::Expr::Path(path) => match path.path.get_ident() {
            Some(ident) => name(ident),
            None if path.path.segments.last().is_some_and(|last| last.ident == "MAX") => integer(usize::MAX),
            None => panic!("`{}` is not used by the programs", quote::quote!(#path)),
        },
        syn::Expr::Call(call) => {
            let function = &call.func;
            let path = quote::quote!(#function).to_string();
            let args: Vec<Value> = call.args.iter().map(|arg| evaluate(arg, name)).collect();
            match (path.rsplit(' ').next(), &args[..]) {
                (Some("min"), [Value::Int(a), Value::Int(b)]) => Value::Int(*a.min(b)),
                (Some("nth"), [Value::Int(a), Value::Int(b)])
                | (Some("nth_before"), [Value::Int(a), _, Value::Int(b)]) => Value::Int(a + b),
                _ => panic!("`{path}` is not used by the programs"),
            }
        }
        syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Int(lit), .. }) => {
            Value::Int(lit.base10_parse().expect("an integer"))
        }
        syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Bool(lit), .. }) => Value::Bool(lit.value),
        #[allow(clippy::cast_precision_loss, reason = "integers are small")]
        syn::Expr::Cast(cast) => match (evaluate(&cast.expr, name), quote::quote!(#cast).to_string()) {
            (Value::Int(value), text) if text.ends_with("f64") => Value::Float(value as f64),
            (value, _) => value,
        },
        syn::Expr::Unary(syn::ExprUnary { op: syn::UnOp::Not(_), expr, .. }) => {
            Value::Bool(!evaluate(expr, name).bool())
        }
        syn::Expr::Range(range) => {
            let [start, end] =
                [&range.start, &range.end].map(|end| evaluate(end.as_ref().expect("it ends"), name).int());
            Value::Many((start..end).map(integer).collect())
        }
        syn::Expr::MethodCall(call) => match (call.method.to_string().as_str(), evaluate(&call.receiver, name)) {
            ("len" | "count", array) => integer(array.many().len()),
            ("saturating_sub", Value::Int(a)) => match evaluate(&call.args[0], name) {
                Value::Int(b) => Value::Int((a - b).max(0)),
                other => panic!("{other:?} is not an integer"),
            },
            ("div_ceil", Value::Int(a)) => match evaluate(&call.args[0], name) {
                Value::Int(b) => Value::Int((a + b - 1) / b),
                other => panic!("{other:?} is not an integer"),
            },
            (other, _) => panic!("`{other}` is not used by the programs"),
        },
        syn::Expr::Binary(binary) => {
            use syn::BinOp::{Add, And, Div, Eq, Ge, Gt, Le, Lt, Mul, Ne, Or, Rem, Sub};
            match (evaluate(&binary.left, name), binary.op, evaluate(&binary.right, name)) {
                (Value::Int(a), Add(_), Value::Int(b)) => Value::Int(a + b),
                (Value::Int(a), Sub(_), Value::Int(b)) => Value::Int(a - b),
                (Value::Int(a), Mul(_), Value::Int(b)) => Value::Int(a * b),
                (Value::Int(a), Div(_), Value::Int(b)) => Value::Int(a / b),
                (Value::Int(a), Rem(_), Value::Int(b)) => Value::Int(a % b),
                (Value::Int(a), Lt(_), Value::Int(b)) => Value::Bool(a < b),
                (Value::Int(a), Le(_), Value::Int(b)) => Value::Bool(a <= b),
                (Value::Int(a), Gt(_), Value::Int(b)) => Value::Bool(a > b),
                (Value::Int(a), Ge(_), Value::Int(b)) => Value::Bool(a >= b),
                (a, Eq(_), b) => Value::Bool(a == b),
                (a, Ne(_), b) => Value::Bool(a != b),
                (Value::Bool(a), And(_), Value::Bool(b)) => Value::Bool(a && b),
                (Value::Bool(a), Or(_), Value::Bool(b)) => Value::Bool(a || b),
                (a, op, b) => panic!("{a:?} {} {b:?} is not used by the programs", quote::quote!(#op)),
            }
        }
        other => panic!("`{}` is not used by the programs", quote::quote!(#other)),
    }
}

fn length(ty: &Type) -> usize {
    match ty {
        Type::Array(_, len) => len.literal().expect("lengths are literal"),
        other => panic!("{other:?} has no length"),
    }
}

fn zero(ty: &Type) -> Value {
    match ty {
        Type::Float | Type::Lanes => Value::Float(0.0),
        // Nothing is ever added to an array of unknown length that is zero.
        Type::Array(..) if ty.is_slice() => Value::Many(Vec::new()),
        Type::Array(element, _) => Value::Many(vec![zero(element); length(ty)]),
        Type::Tuple(elements) => Value::Many(elements.iter().map(zero).collect()),
        Type::Struct(_) | Type::Other => Value::Bool(false),
    }
}

fn sum(a: &Value, b: &Value) -> Value {
    match (a, b) {
        (Value::Many(a), Value::Many(b)) if a.len() != b.len() => {
            panic!("a sum of {} and {} numbers", a.len(), b.len())
        }
        (Value::Many(a), Value::Many(b)) => Value::Many(a.iter().zip(b).map(|(a, b)| sum(a, b)).collect()),
        (a, b) => Value::Float(a.float() + b.float()),
    }
}
