//! Nodes become statements or parts of expressions, one arm per kind of node.

use std::fmt::Write;

use super::body::{Body, is_aggregate};
use super::operand::Value;
use super::shape::{Code, length};
use super::storage::made_text;
use crate::ast::StructType;
use crate::each::Each;
use crate::graph::{Id, Kind, Step, Type};

/// How deep expressions nest before a `let` cuts them.
const DEPTH: usize = 6;

impl Body<'_> {
    #[allow(clippy::too_many_lines, reason = "one arm per kind of node")]
    pub(super) fn node(&mut self, id: Id) -> String {
        let node = self.graph.node(id);
        match &node.kind {
            Kind::Const(_) | Kind::Int(..) | Kind::Bool(_) => String::new(),
            Kind::Op(op, args) => {
                let depth = self.depth(args);
                let text = self.row(*op, args);
                self.place_or_bind(id, text, depth)
            }
            Kind::Compare(op, a, b) => {
                let depth = self.depth(&[*a, *b]);
                let text = format!("{} {} {}", self.value(*a), op.symbol(), self.value(*b));
                self.place_or_bind(id, text, depth)
            }
            Kind::Not(a) => {
                let depth = self.depth(&[*a]);
                let text = format!("!{}", self.value(*a));
                self.place_or_bind(id, text, depth)
            }
            Kind::ToIndex(a, start) => {
                let depth = self.depth(&[*a, *start]);
                let (a, from) = (self.value(*a), self.value(*start));
                let text = match self.graph.kind(*start) {
                    Kind::Int(0, _) => format!("{a} as usize"),
                    _ => format!("({a} - {from}) as usize"),
                };
                self.place_or_bind(id, text, depth)
            }
            Kind::Select(cond, a, b) => {
                let text = format!("if {} {{ {} }} else {{ {} }}", self.bare(*cond), self.bare(*a), self.bare(*b));
                self.bind(id, &text)
            }
            Kind::Opaque(template) => self.code(id, template),
            Kind::Observe(template) => self.observe(template),
            Kind::Pack(elements) => {
                let elements: Vec<_> = elements.each(|&element| self.stored(element, id));
                if node.ty.is_slice() && node.ty.holds_slices() {
                    let text = self.taken_from_scratch("list", &format!("[{}]", elements.join(", ")), "");
                    return self.bind(id, &text);
                }
                if node.ty.is_slice() {
                    let text = format!("{}.copy(&[{}])", self.scratch, elements.join(", "));
                    return self.bind(id, &text);
                }
                let text = match &node.ty {
                    Type::Tuple(_) => tuple_of(&elements),
                    Type::Struct(of) => self.struct_of(of, &elements),
                    _ => format!("[{}]", elements.join(", ")),
                };
                self.aggregate(id, text)
            }
            Kind::Splat(element) => {
                let element = if self.is_slice(*element) { self.copy_of(*element) } else { self.bare(*element) };
                let Type::Array(_, len) = &node.ty else { unreachable!("a repetition is an array") };
                if node.ty.is_cloned() {
                    return self.aggregate(
                        id,
                        format!("::core::array::from_fn::<_, {{ {} }}, _>(|_| {element})", length(len)),
                    );
                }
                self.aggregate(id, format!("[{element}; {}]", length(len)))
            }
            Kind::Zero if node.ty.is_slice() => {
                let text = format!("{}.take()", self.scratch);
                self.bind(id, &text)
            }
            Kind::Zero => {
                let zero = self.zero(&node.ty);
                self.aggregate(id, zero)
            }
            Kind::ZeroLike(value) => self.zero_like(id, *value),
            Kind::Len(array) => {
                let text = format!("{}.len()", self.place_of(*array));
                self.bind(id, &text)
            }
            Kind::Offset(a, b) => {
                let depth = self.depth(&[*a, *b]);
                let text = match *self.graph.kind(*b) {
                    Kind::Int(negative, _) if negative < 0 => format!("{} - {}", self.value(*a), -negative),
                    _ => format!("{} + {}", self.value(*a), self.value(*b)),
                };
                self.place_or_bind(id, text, depth)
            }
            Kind::Fill(element, count) => {
                let (element, count) = (self.stored(*element, id), self.bare(*count));
                let text = if node.ty.holds_slices() {
                    self.taken_from_scratch("fill", &element, &format!(", {count}"))
                } else {
                    format!("{}.fill({element}, {count})", self.scratch)
                };
                self.bind(id, &text)
            }
            Kind::Save(stack, value) => self.save(*stack, *value),
            Kind::Restore(stack) => self.restore(id, *stack),
            Kind::Get(base, path) => self.get(id, *base, path),
            Kind::Set(..) | Kind::AddAt(..) | Kind::Sum(..) | Kind::Push(..) => self.change(id),
            Kind::Branch { on, arms } => self.branch(id, *on, arms),
            Kind::For { .. } => self.for_loop(id),
            Kind::Call(call) => {
                let (copies, text) = self.call(id, call, node.span);
                // Its result is used, if at all, by other such calls.
                if call.unused && self.uses.count(id) == 0 {
                    return copies + &format!("let _ = {text};\n");
                }
                copies + &self.bind(id, &text)
            }
            kind @ (Kind::Param | Kind::Argument | Kind::Poison) => unreachable!("{kind:?} is never listed"),
        }
    }

    /// Zeros in the shape of a value.
    pub(super) fn zero_like(&mut self, id: Id, value: Id) -> String {
        let place = self.place_of(value).parse().expect("a value is written as Rust");
        let zero = self.context.zero_like(&self.graph.node(id).ty, &place);
        let text = self.mark(zero);
        self.bind(id, &text)
    }

    /// How deep an expression over `args` nests.
    pub(super) fn depth(&mut self, args: &[Id]) -> usize {
        let mut depth = 0;
        for &arg in args {
            let arg = self.uses.canonical(self.graph, arg);
            // Literals are not among the values.
            depth = depth.max(self.values.get(arg).map_or(0, |value| value.depth));
        }
        depth + 1
    }

    /// Leaves an expression that is used once for its user to write, unless it nests too deep.
    fn place_or_bind(&mut self, id: Id, text: String, depth: usize) -> String {
        let single = self.uses.count(id) == 1 && self.uses.is_local(id, self.at);
        // A number that a call made of another is in a variable which the next such call changes.
        if self.calls_change && self.graph.kind(id).inputs().into_iter().any(|input| self.is_owned(input)) {
            return self.bind(id, &text);
        }
        let is_name_kept = self.graph.node(id).name.is_some() && self.context.code != Code::Fast;
        if single && depth < DEPTH && !is_name_kept {
            self.values.insert(id, Value { text, depth });
            return String::new();
        }
        self.bind(id, &text)
    }

    /// Writes an aggregate where it is used, if it is used once; one that holds other aggregates is written now, since those may change.
    pub(super) fn aggregate(&mut self, id: Id, text: String) -> String {
        let inputs = self.graph.kind(id).inputs();
        let flat = !inputs.into_iter().any(|input| is_aggregate(&self.graph.node(input).ty));
        if flat && self.uses.count(id) == 1 && self.uses.is_local(id, self.at) {
            self.values.insert(id, Value::name(text));
            return String::new();
        }
        self.bind(id, &text)
    }

    pub(super) fn get(&mut self, id: Id, base: Id, path: &[Step]) -> String {
        if let Kind::Branch { .. } | Kind::For { .. } = self.graph.kind(base) {
            // The variable itself; it was named when the branch or loop was written.
            return String::new();
        }
        if let Some(name) = self.sums.get(&(base, path.to_vec())) {
            // A call added to it in place.
            let name = name.clone();
            self.own(id, name);
            return String::new();
        }
        let ty = self.graph.node(base).ty.clone();
        let place = self.place_of(base);
        let text = self.element(&place, &ty, path);
        if self.is_slice(id) && self.is_only_read(id) && self.is_only_read_argument(base) {
            let hint = self.hint(id);
            let part = self.fresh(&hint);
            self.values.insert(id, Value::name(format!("(*{part})")));
            return format!("let {part} = &{text};\n");
        }
        if self.is_slice(id) {
            let text = format!("{}.copy(&{text})", self.scratch);
            return self.bind(id, &text);
        }
        // What never changes can be read where it is used; the rest is read now.
        let fixed = match self.graph.kind(base) {
            Kind::Param => self.is_only_read_argument(base),
            Kind::Call(call) => call.seed.is_some() || call.tangents.is_some(),
            _ => false,
        };
        let constant = path.iter().all(|step| matches!(step, Step::At(_)));
        let small = !matches!(self.graph.node(id).ty, Type::Array(..));
        if fixed && constant && small && self.graph.node(id).name.is_none() {
            self.values.insert(id, Value::name(text));
            return String::new();
        }
        let text = self.cloned(id, Value::name(text)).text;
        self.bind(id, &text)
    }

    /// Whether it is an argument that the function does not change.
    fn is_only_read_argument(&self, id: Id) -> bool {
        matches!(self.graph.kind(id), Kind::Param) && !self.owned.contains(id)
    }

    /// Zero of a type.
    pub(super) fn zero(&mut self, ty: &Type) -> String {
        let zero = self.context.zero(ty);
        // The user's own tokens keep their spans.
        if ty.is_cloned() { self.mark(zero) } else { zero.to_string() }
    }

    /// `Point { x: …, y: …, }`
    pub(super) fn struct_of(&mut self, of: &StructType, values: &[String]) -> String {
        let path = self.mark(of.literal.clone());
        if let Some(storage) = of.storage {
            return made_text(storage, &path, values);
        }
        let mut text = path + " { ";
        for (field, value) in of.fields.iter().zip(values) {
            let _ = write!(text, "{field}: {value}, ");
        }
        text + "}"
    }
}

/// `(a, b,)`
pub(super) fn tuple_of(values: &[String]) -> String {
    values.iter().fold(String::from("("), |text, value| text + value + ", ") + ")"
}
