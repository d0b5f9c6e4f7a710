//! Runs a graph on numbers, one row of the table at a time.

use std::collections::HashMap;

use burtorch_runtime::rules;

use crate::graph::{BinaryOp, Graph, Id, Kind, PatternTest, RegionId, Step, Type};

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
            Value::Int(value) => usize::try_from(*value).expect("an index is not negative"),
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

    fn element(&mut self, path: &[usize]) -> &mut Value {
        match (self, path.split_first()) {
            (value, None) => value,
            (Value::Many(values), Some((&at, rest))) => values[at].element(rest),
            (other, Some(_)) => panic!("{other:?} has no elements"),
        }
    }
}

/// The results of `graph` for these arguments.
pub(super) fn interpret(graph: &Graph, args: &[Value]) -> Vec<Value> {
    let mut machine = Machine { graph, values: HashMap::new() };
    assert_eq!(graph.root().params.len(), args.len());
    for (&param, arg) in graph.root().params.iter().zip(args) {
        machine.values.insert(param, arg.clone());
    }
    machine.region(Graph::ROOT)
}

struct Machine<'g> {
    graph: &'g Graph,
    values: HashMap<Id, Value>,
}

impl Machine<'_> {
    fn region(&mut self, region: RegionId) -> Vec<Value> {
        for &id in &self.graph.region(region).nodes {
            let value = self.node(id);
            self.values.insert(id, value);
        }
        self.graph.region(region).results.iter().map(|result| self.values[result].clone()).collect()
    }

    fn path(&self, path: &[Step]) -> Vec<usize> {
        path.iter()
            .map(|step| match step {
                Step::At(at) => *at,
                Step::Index(id) => self.values[id].int(),
                Step::Range(..) => panic!("the programs have no slices"),
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
            Kind::ToIndex(a, start) => {
                let distance = value(a).int() - value(start).int();
                Value::Int(i128::try_from(distance).expect("distances are small"))
            }
            Kind::Select(cond, a, b) => {
                if value(cond).bool() {
                    value(a)
                } else {
                    value(b)
                }
            }
            // The programs use no other code than the index of a loop as a float.
            Kind::Opaque(template) => {
                #[allow(clippy::cast_precision_loss, reason = "indices are small")]
                let index = value(&template.holes[0].1).int() as f64;
                Value::Float(index)
            }
            Kind::Pack(elements) => Value::Many(elements.iter().map(value).collect()),
            Kind::Splat(element) => Value::Many(vec![value(element); length(&self.graph.node(id).ty)]),
            Kind::Zero => zero(&self.graph.node(id).ty),
            Kind::Get(base, path) => {
                let path = self.path(path);
                value(base).element(&path).clone()
            }
            Kind::Set(base, path, new) => {
                let (mut whole, new, path) = (value(base), value(new), self.path(path));
                *whole.element(&path) = new;
                whole
            }
            Kind::AddAt(base, path, new) => {
                let (mut whole, new, path) = (value(base), value(new).float(), self.path(path));
                let place = whole.element(&path);
                *place = Value::Float(place.float() + new);
                whole
            }
            Kind::Sum(a, b) => sum(&value(a), &value(b)),
            Kind::Branch { on, arms } => {
                let on = value(on).bool();
                let arm = arms.iter().find(|arm| matches!(arm.test, PatternTest::Bool(test) if test == on));
                let region = arm.expect("an arm matches").region;
                Value::Many(self.region(region))
            }
            Kind::For { range, init, body, .. } => {
                let (start, end) = (value(&range.start).int(), value(&range.end).int());
                let mut carried: Vec<Value> = init.iter().map(value).collect();
                let indices: Vec<usize> =
                    if range.reversed { (start..end).rev().collect() } else { (start..end).collect() };
                for index in indices {
                    let params = self.graph.region(*body).params.clone();
                    let index = Value::Int(i128::try_from(index).expect("indices are small"));
                    for (param, value) in params.into_iter().zip(std::iter::once(index).chain(carried)) {
                        self.values.insert(param, value);
                    }
                    carried = self.region(*body);
                }
                Value::Many(carried)
            }
            kind => panic!("{kind:?} is not used by the programs"),
        }
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
        Type::Float => Value::Float(0.0),
        Type::Array(element, _) => Value::Many(vec![zero(element); length(ty)]),
        Type::Tuple(elements) => Value::Many(elements.iter().map(zero).collect()),
        Type::Struct(_) | Type::Other => Value::Bool(false),
    }
}

fn sum(a: &Value, b: &Value) -> Value {
    match (a, b) {
        (Value::Many(a), Value::Many(b)) => Value::Many(a.iter().zip(b).map(|(a, b)| sum(a, b)).collect()),
        (a, b) => Value::Float(a.float() + b.float()),
    }
}
