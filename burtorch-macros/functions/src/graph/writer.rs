//! Appends nodes to a graph, folding what is structure rather than arithmetic.

use std::rc::Rc;
use std::sync::LazyLock;

use burtorch_runtime::rules::{self, Op};
use proc_macro2::{Ident, Span};

use super::{BinaryOp, Graph, Id, Kind, Len, Node, Number, RegionId, Step, Table, Template, Type, element_type};
use crate::each::Each;
use crate::record::Record;

/// Arrays up to this length are kept as their elements, so that constant indices cost nothing.
const SMALL: usize = 64;

/// A graph and the place where new nodes go.
pub struct Writer {
    pub graph: Graph,
    /// The region that is being written.
    pub at: RegionId,
    /// What new nodes are blamed on.
    pub span: Span,
    /// Elements that were read before, so that `x[i] * x[i]` is seen to be a square.
    reads: Table<(Id, Vec<Step>), Id>,
    /// An element of an element is read in one step, even if the array may have been overwritten in between: only while
    /// a function is built, where it never has.
    pub joins_reads: bool,
    /// Sums of indices that were written before, for the same reason.
    offsets: Table<(Id, Id), Id>,
}

impl Writer {
    pub fn new(graph: Graph) -> Self {
        Writer {
            graph,
            at: Graph::ROOT,
            span: Span::call_site(),
            reads: Table::default(),
            joins_reads: false,
            offsets: Table::default(),
        }
    }

    /// Appends a node; it is active if something it uses is.
    pub fn push(&mut self, kind: Kind, ty: Type) -> Id {
        let active = match &kind {
            Kind::Op(op, args) => {
                let smooth = SMOOTH[*op as usize];
                args.iter().enumerate().any(|(at, arg)| smooth[at] && self.graph.node(*arg).active)
            }
            Kind::Select(_, a, b) => self.graph.node(*a).active || self.graph.node(*b).active,
            Kind::Get(base, _) => self.graph.node(*base).active && !ty.is_opaque(),
            Kind::Set(a, _, b) | Kind::AddAt(a, _, b) | Kind::Sum(a, b) | Kind::Push(a, b) => {
                self.graph.node(*a).active || self.graph.node(*b).active
            }
            Kind::Fill(element, _) => self.graph.node(*element).active,
            Kind::Pack(_) | Kind::Splat(_) | Kind::Call(_) => {
                kind.inputs().into_iter().any(|input| self.graph.node(input).active)
            }
            _ => false,
        };
        self.push_as(kind, ty, active)
    }

    pub fn push_as(&mut self, kind: Kind, ty: Type, active: bool) -> Id {
        let owner = matches!(kind, Kind::Branch { .. } | Kind::For { .. });
        let node = Node { kind, ty, active, region: self.at, span: self.span, name: None };
        let id = self.graph.add_node(node);
        self.graph.region_mut(self.at).nodes.push(id);
        if owner {
            for region in self.graph.regions_of(id) {
                self.graph.region_mut(region).owner = Some(id);
            }
        }
        id
    }

    /// A parameter of the function or of the region that is being written.
    pub fn param(&mut self, kind: Kind, ty: Type, active: bool, name: Option<&Ident>) -> Id {
        let node =
            Node { kind, ty, active, region: self.at, span: self.span, name: name.map(|name| Rc::new(name.clone())) };
        let id = self.graph.add_node(node);
        self.graph.region_mut(self.at).params.push(id);
        id
    }

    /// The parameter of another graph once more.
    pub fn copy_param(&mut self, node: &Node) -> Id {
        self.span = node.span;
        self.param(node.kind.clone(), node.ty.clone(), node.active, node.name.as_deref())
    }

    /// The length of an array, as a value.
    pub fn length(&mut self, len: &Len) -> Id {
        let kind = match len {
            Len::Literal(len) => Kind::Int(i128::try_from(*len).unwrap_or(i128::MAX), None),
            Len::Constant(tokens) => {
                let tokens = tokens.clone();
                Kind::Opaque(Template { tokens, known: true, number: Number::Yes, ..Template::default() })
            }
            Len::Dynamic => unreachable!("only the value knows its length"),
        };
        self.push(kind, Type::Other)
    }

    /// How many elements `array` has, as a value.
    ///
    /// Laws: writing to an array does not change its length; `vec![x; n]` has `n` elements.
    pub fn length_of(&mut self, mut array: Id) -> Id {
        match self.graph.node(array).ty.clone() {
            Type::Array(_, Len::Dynamic) => {}
            Type::Array(_, len) => return self.length(&len),
            // A mistake of the user's, on which rustc has the last word.
            _ => return self.push(Kind::Len(array), Type::Other),
        }
        let mut pushed = 0;
        loop {
            array = match *self.graph.kind(array) {
                Kind::Set(base, ..) | Kind::AddAt(base, ..) | Kind::Sum(base, _) => base,
                Kind::Push(base, _) => {
                    pushed += 1;
                    base
                }
                _ => break,
            };
        }
        if pushed > 0 {
            let (len, pushed) = (self.length_of(array), self.index(pushed));
            return self.offset(len, pushed);
        }
        match self.graph.kind(array) {
            &Kind::Fill(_, count) => count,
            Kind::Get(base, path) => match (path.last(), self.graph.kind(*base)) {
                (Some(&Step::Range(start, end)), _) => self.distance(start, end),
                (Some(&Step::At(at)), Kind::Call(call)) if path.len() == 1 && call.changed(at).is_some() => {
                    let before = call.changed(at).expect("it was there");
                    self.length_of(before)
                }
                _ => self.push(Kind::Len(array), Type::Other),
            },
            _ => self.push(Kind::Len(array), Type::Other),
        }
    }

    /// A constant index.
    pub fn index(&mut self, at: usize) -> Id {
        self.push(Kind::Int(i128::try_from(at).unwrap_or(i128::MAX), None), Type::Other)
    }

    fn constant_index(&self, id: Id) -> Option<i128> {
        match self.graph.kind(id) {
            Kind::Int(at, _) => Some(*at),
            _ => None,
        }
    }

    /// The sum of two indices.
    pub fn offset(&mut self, a: Id, b: Id) -> Id {
        match (self.constant_index(a), self.constant_index(b)) {
            (Some(0), _) => b,
            (_, Some(0)) => a,
            (Some(a), Some(b)) => self.push(Kind::Int(a + b, None), Type::Other),
            _ => {
                if let Some(&known) = self.offsets.get(&(a, b))
                    && self.graph.is_around(self.graph.node(known).region, self.at)
                {
                    return known;
                }
                let id = self.push(Kind::Offset(a, b), Type::Other);
                self.offsets.insert((a, b), id);
                id
            }
        }
    }

    /// How far it is from one index to another.
    pub fn distance(&mut self, start: Id, end: Id) -> Id {
        let constants = self.constant_index(start).zip(self.constant_index(end));
        match constants.and_then(|(start, end)| end.checked_sub(start)) {
            _ if self.constant_index(start) == Some(0) => end,
            Some(distance) => self.push(Kind::Int(distance, None), Type::Other),
            None => self.push(Kind::ToIndex(end, start), Type::Other),
        }
    }

    /// A path to the same element without a step into a range that another step follows: their offsets are added up.
    pub fn direct(&mut self, path: &[Step]) -> Vec<Step> {
        let mut direct: Vec<Step> = Vec::with_capacity(path.len());
        for &step in path {
            let Some(&Step::Range(start, _)) = direct.last() else {
                direct.push(step);
                continue;
            };
            direct.pop();
            direct.push(match step {
                Step::At(at) => {
                    let at = self.index(at);
                    Step::Index(self.offset(start, at))
                }
                Step::Index(at) => Step::Index(self.offset(start, at)),
                Step::Range(from, to) => Step::Range(self.offset(start, from), self.offset(start, to)),
            });
        }
        for step in &mut direct {
            if let Step::Index(id) = *step
                && let Some(at) = self.constant_index(id).and_then(|at| usize::try_from(at).ok())
            {
                *step = Step::At(at);
            }
        }
        direct
    }

    pub fn name(&mut self, id: Id, name: &(impl Into<Rc<Ident>> + Clone)) {
        let node = self.graph.node_mut(id);
        if node.name.is_none() {
            node.name = Some(name.clone().into());
        }
    }

    pub fn constant(&mut self, value: f64) -> Id {
        self.push(Kind::Const(value), Type::Float)
    }

    pub fn op(&mut self, op: Op, args: &[Id]) -> Id {
        let ty = self.type_of_row(args);
        if ty == Type::Lanes && matches!(op, Op::Add | Op::Sub) {
            let args: Vec<Id> = args.each(|&arg| self.in_lanes(arg));
            return self.push(Kind::Op(op, args[..].into()), ty);
        }
        self.push(Kind::Op(op, args.into()), ty)
    }

    /// A number in every direction, if one of the arguments is.
    pub fn type_of_row(&self, args: &[Id]) -> Type {
        if args.iter().any(|&arg| self.graph.node(arg).ty == Type::Lanes) { Type::Lanes } else { Type::Float }
    }

    /// One number as the tangent in all directions. A tangent is linear in those it comes from, so a constant one is zero.
    fn in_lanes(&mut self, id: Id) -> Id {
        match *self.graph.kind(id) {
            Kind::Const(0.0) => self.zero(&Type::Lanes),
            _ => id,
        }
    }

    /// Zero of a type: `0.0`, an array of zeros…
    pub fn zero(&mut self, ty: &Type) -> Id {
        match ty {
            Type::Float => self.constant(0.0),
            ty => self.push(Kind::Zero, ty.clone()),
        }
    }

    /// An array of type `ty` with `len` zeros.
    pub fn zeros(&mut self, ty: &Type, len: Id) -> Id {
        let zero = self.zero(&element_type(ty, &[Step::At(0)]));
        self.push(Kind::Fill(zero, len), ty.clone())
    }

    /// Zero of type `ty`, in which every array is as long as in `value`.
    pub fn zero_like(&mut self, value: Id, ty: &Type) -> Id {
        if ty.holds_slices() {
            return self.push(Kind::ZeroLike(value), ty.clone());
        }
        if !ty.is_slice() {
            return self.zero(ty);
        }
        let len = self.length_of(value);
        self.zeros(ty, len)
    }

    /// An array or tuple from its elements.
    pub fn pack(&mut self, elements: Vec<Id>, ty: Type) -> Id {
        self.push(Kind::Pack(elements), ty)
    }

    /// `[element; len]`, written out where it is short.
    pub fn splat(&mut self, element: Id, len: &Len) -> Id {
        let ty = Type::Array(Box::new(self.graph.node(element).ty.clone()), len.clone());
        match len.literal() {
            Some(len) if len <= SMALL => self.pack(vec![element; len], ty),
            _ => self.push(Kind::Splat(element), ty),
        }
    }

    /// The element of `base` at `path`.
    ///
    /// Laws: `[a, b][1] = b`; `[a; N][i] = a`; `(x with i ↦ v)[i] = v`; `(x with i ↦ v)[j] = x[j]` for constants `i ≠ j`.
    pub fn get(&mut self, mut base: Id, path: &[Step]) -> Id {
        let Some((&first, rest)) = path.split_first() else { return base };
        // An array that is filled element by element is a chain as long as the array.
        while let (Kind::Set(inner, steps, _), Step::At(at)) = (self.graph.kind(base), first)
            && matches!(steps[..], [Step::At(set), ..] if set != at)
        {
            base = *inner;
        }
        if let Step::Range(..) = first
            && !rest.is_empty()
        {
            let path = self.direct(path);
            return self.get(base, &path);
        }
        // What a call changed is a variable: it is read as a whole, and then its elements.
        let (call, steps) = match self.graph.kind(base) {
            Kind::Get(inner, steps) => (*inner, &steps[..]),
            _ => (base, &[][..]),
        };
        if let Kind::Call(called) = self.graph.kind(call)
            && let Some(depth) = called.depth_of_changes()
        {
            let (whole, rest) = path.split_at(path.len().min(depth.saturating_sub(steps.len())));
            if !whole.is_empty() {
                let whole = self.read(call, [steps, whole].concat());
                return self.get(whole, rest);
            }
            return self.read(base, path.to_vec());
        }
        match (self.graph.kind(base), first) {
            (Kind::Pack(elements), Step::At(at)) if at < elements.len() => {
                let element = elements[at];
                return self.get(element, rest);
            }
            (Kind::Splat(element), Step::At(_)) | (Kind::Fill(element, _), Step::At(_) | Step::Index(_)) => {
                let element = *element;
                return self.get(element, rest);
            }
            // A result of a branch or loop is a value of its own: it is read in one step. So is an array that a call
            // added to.
            (Kind::Get(inner, steps), _)
                if match self.graph.kind(*inner) {
                    Kind::Branch { .. } | Kind::For { .. } => false,
                    // The element was read at its time: the array may have been overwritten since.
                    _ if !self.joins_reads && self.graph.node(*inner).ty.is_slice() => false,
                    Kind::Call(_) => !self.graph.node(base).ty.is_slice(),
                    _ => true,
                } =>
            {
                let (inner, steps) = (*inner, [steps, path].concat());
                let steps = self.direct(&steps);
                return self.read(inner, steps);
            }
            (Kind::Set(_, steps, value), Step::At(at)) => match steps[..] {
                [Step::At(set)] if set == at => {
                    let value = *value;
                    return self.get(value, rest);
                }
                _ => {}
            },
            (Kind::Zero, Step::At(_)) => {
                let ty = element_type(&self.graph.node(base).ty, path);
                return self.zero(&ty);
            }
            _ => {}
        }
        self.read(base, path.to_vec())
    }

    fn read(&mut self, base: Id, path: Vec<Step>) -> Id {
        let key = (base, path);
        if let Some(&read) = self.reads.get(&key)
            && self.graph.is_around(self.graph.node(read).region, self.at)
        {
            return read;
        }
        let ty = element_type(&self.graph.node(base).ty, &key.1);
        let id = self.push(Kind::Get(base, key.1.clone()), ty);
        self.reads.insert(key, id);
        id
    }

    /// Forgets what was read since there were `nodes` nodes.
    pub fn forget(&mut self, nodes: usize) {
        self.reads.retain(|_, id| id.index() < nodes);
        self.offsets.retain(|_, id| id.index() < nodes);
    }

    /// `base` with the element at `path` replaced.
    ///
    /// Law: `[a, b] with 1 ↦ v = [a, v]`.
    pub fn set(&mut self, base: Id, path: &[Step], value: Id) -> Id {
        let path = &self.direct(path)[..];
        let Some((&first, rest)) = path.split_first() else { return value };
        let ty = self.graph.node(base).ty.clone();
        if let (Kind::Pack(elements), Step::At(at)) = (self.graph.kind(base), first)
            && at < elements.len()
        {
            let mut elements = elements.clone();
            elements[at] = self.set(elements[at], rest, value);
            return self.pack(elements, ty);
        }
        self.push(Kind::Set(base, path.to_vec(), value), ty)
    }
}

impl Record for Writer {
    type Id = Id;

    fn op(&mut self, op: Op, args: &[Id]) -> Id {
        self.op(op, args)
    }

    fn constant(&mut self, value: f64, _like: Id) -> Id {
        self.constant(value)
    }

    fn compare(&mut self, op: BinaryOp, a: Id, b: Id) -> Id {
        self.push(Kind::Compare(op, a, b), Type::Other)
    }

    fn select(&mut self, truth: Id, a: Id, b: Id) -> Id {
        let ty = self.type_of_row(&[a, b]);
        let [a, b] = [a, b].map(|id| if ty == Type::Lanes { self.in_lanes(id) } else { id });
        self.push(Kind::Select(truth, a, b), ty)
    }
}

/// Which arguments of each row have a derivative at all.
static SMOOTH: LazyLock<Vec<[bool; 3]>> = LazyLock::new(|| {
    let smooth = |op: &Op| rules::adjoint(*op, &[0.5; 3][..op.arity()], 0.5, 1.0).map(|adjoint| adjoint.is_some());
    Op::ALL.each(smooth)
});
