//! The graph: what a function computes, without its syntax.
//!
//! A graph is a tree of regions. A region lists its nodes in an order in which every node comes after
//! what it uses; a node sees its own region and those around it. Values are never changed: writing to
//! an array makes a new array, and `emit` finds out where that can be done in place.

mod dot;
mod map;
mod text;
mod verify;
mod writer;

use std::ops::Deref;
use std::rc::Rc;

use burtorch_runtime::rules::Op;
use proc_macro2::{Delimiter, Ident, Span, TokenStream, TokenTree};
use quote::quote;

use crate::each::Each;

pub use crate::ast::{BinaryOp, IntType, Len, PatternTest, Type};
pub use dot::dot;
pub use map::{IdMap, Set, Table};
pub use verify::verify;
pub use writer::Writer;

/// A node.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Id(u32);

/// A region.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct RegionId(u32);

/// Where a loop puts values aside for the sweep, one per iteration.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Column(u32);

#[derive(Clone)]
pub struct Graph {
    nodes: Vec<Node>,
    regions: Vec<Region>,
    columns: u32,
    /// Of each argument of the function, whether it is a plain number that is not differentiated.
    number_params: Vec<bool>,
}

/// A straight run of nodes: the whole function, an arm of a branch, the body of a loop.
#[derive(Clone, Default, Debug)]
pub struct Region {
    /// The branch or loop it belongs to.
    pub owner: Option<Id>,
    /// The region around it.
    pub parent: Option<RegionId>,
    pub params: Vec<Id>,
    pub nodes: Vec<Id>,
    pub results: Vec<Id>,
}

#[derive(Clone, Debug)]
pub struct Node {
    pub kind: Kind,
    pub ty: Type,
    /// Depends, smoothly or not, on what is differentiated with respect to.
    pub active: bool,
    pub region: RegionId,
    pub span: Span,
    /// What the user calls it.
    pub name: Option<Rc<Ident>>,
}

#[derive(Clone, Debug)]
pub enum Kind {
    /// An argument of the function; the node's name is its name.
    Param,
    /// A parameter of a region: a loop's index, what it carries, what a `match` arm binds.
    Argument,
    Const(f64),
    /// An integer, and its type if that is known.
    Int(i128, Option<IntType>),
    Bool(bool),
    /// A row of the table.
    Op(Op, Args),
    Compare(BinaryOp, Id, Id),
    Not(Id),
    /// How far an integer is from another, as an index.
    ToIndex(Id, Id),
    Select(Id, Id, Id),
    /// Rust code over values that are not differentiated.
    Opaque(Template),
    /// The same for its effect alone: `assert!`.
    Observe(Template),
    /// An array or a tuple from its elements; the node's type says which.
    Pack(Vec<Id>),
    /// `[x; N]`
    Splat(Id),
    /// An element of an array or tuple, or of one inside it.
    Get(Id, Vec<Step>),
    /// The aggregate with one element replaced.
    Set(Id, Vec<Step>, Id),
    /// The aggregate with something added to one element.
    AddAt(Id, Vec<Step>, Id),
    /// The sum of two aggregates.
    Sum(Id, Id),
    /// Zero of the node's type.
    Zero,
    /// Zero of a type that holds arrays of any length: each is as long as in a value of that type.
    ZeroLike(Id),
    /// How many elements an array has whose length is known at run time.
    Len(Id),
    /// `vec![element; count]`
    Fill(Id, Id),
    /// An array with one more element.
    Push(Id, Id),
    /// A sum of two indices.
    Offset(Id, Id),
    /// Puts a value aside, in a loop of any length.
    Keep(Column, Id),
    /// What was put aside last and not taken back yet.
    Kept(Column),
    Branch {
        on: Id,
        arms: Vec<Arm>,
    },
    /// A loop; it yields what it carries.
    For {
        range: Range,
        init: Vec<Id>,
        body: RegionId,
        /// The body yields one thing more, whether to go on, and the loop how many iterations there were.
        again: bool,
        /// The sweep runs it once more, so the forward pass puts nothing aside.
        recompute: bool,
    },
    Call(Box<Call>),
    /// A mistake stands here; it was reported.
    Poison,
}

/// The arguments of a row, at most three.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Args {
    ids: [Id; 3],
    len: usize,
}

impl From<&[Id]> for Args {
    fn from(args: &[Id]) -> Self {
        let mut ids = [args[0]; 3];
        ids[..args.len()].copy_from_slice(args);
        Args { ids, len: args.len() }
    }
}

impl Deref for Args {
    type Target = [Id];

    fn deref(&self) -> &[Id] {
        &self.ids[..self.len]
    }
}

/// A step from an aggregate to one of its elements.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Step {
    At(usize),
    Index(Id),
    /// The elements from one index up to another.
    Range(Id, Id),
}

/// Tokens with holes, each standing for a node.
#[derive(Clone, Debug, Default)]
pub struct Template {
    pub tokens: TokenStream,
    /// The identifiers in `tokens` that stand for nodes.
    pub holes: Vec<(Ident, Id)>,
    /// It may change state, or see state that changes: it runs exactly as often as in the function, in the same order.
    pub effects: bool,
    /// It makes a variable that is changed in place from values, without effects of its own: a second pass makes its own.
    pub fresh: bool,
    /// It yields a value of a type of the standard library, so that methods are that type's own.
    pub known: bool,
    /// Whether it yields an integer, a truth value or another plain number.
    pub number: Number,
}

/// Whether code yields a plain number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum Number {
    /// That is not known.
    #[default]
    Unknown,
    /// If all values in its holes are numbers.
    IfItsValuesAre,
    Yes,
}

impl Template {
    /// Whether it lends a place to be changed: `&mut place`. Such code is written wherever it is used.
    pub fn is_loan(&self) -> bool {
        let mut tokens = self.tokens.clone().into_iter();
        matches!(tokens.next(), Some(TokenTree::Punct(punct)) if punct.as_char() == '&')
            && matches!(tokens.next(), Some(TokenTree::Ident(word)) if word == "mut")
    }

    /// What is borrowed, if it borrows what a call yields: `&f(x)`.
    pub fn borrowed_call(&self) -> Option<Self> {
        let mut tokens = self.tokens.clone().into_iter();
        let borrow = tokens.next()?;
        let rest: Vec<TokenTree> = tokens.collect();
        let is_sign = |token: &TokenTree, signs: &[char]| matches!(token, TokenTree::Punct(sign) if signs.contains(&sign.as_char()));
        let is_call = matches!(rest.last(), Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Parenthesis)
            && rest.iter().all(|token| !matches!(token, TokenTree::Punct(_)) || is_sign(token, &['.', ':']));
        (is_sign(&borrow, &['&']) && rest.len() > 1 && is_call)
            .then(|| Template { tokens: rest.into_iter().collect(), ..self.clone() })
    }

    /// The position in what is recorded of effects, before a call if there is one.
    pub fn position(before: Option<&Callee>) -> Self {
        let tokens = match before {
            Some(Callee::Path { companion: Some(companion), .. }) => {
                quote!(__burtorch_effects.position_in::<#companion>())
            }
            Some(Callee::Path { path, known: true, .. } | Callee::Derivative { path, .. }) => {
                quote!(__burtorch_effects.position_in::<#path>())
            }
            // The call itself is the only place that says so if there is no companion type.
            _ => quote!(__burtorch_effects.position()),
        };
        Template { tokens, effects: true, known: true, number: Number::Yes, ..Template::default() }
    }

    /// Whether it is about how effects are recorded, and not code of the user's.
    pub fn is_about_effects(&self) -> bool {
        self.tokens
            .clone()
            .into_iter()
            .any(|token| matches!(token, TokenTree::Ident(word) if word == "__burtorch_effects"))
    }

    /// Whether it names a constant and does nothing else.
    pub fn is_path(&self) -> bool {
        // `N as f64` is made of names too: between two names of a path stands a colon.
        let mut after_name = false;
        self.holes.is_empty()
            && self.tokens.clone().into_iter().all(|token| match token {
                TokenTree::Ident(_) => !std::mem::replace(&mut after_name, true),
                TokenTree::Punct(punct) => {
                    after_name = false;
                    punct.as_char() == ':'
                }
                TokenTree::Literal(_) | TokenTree::Group(_) => false,
            })
    }
}

#[derive(Clone, Debug)]
pub struct Arm {
    pub pattern: TokenStream,
    pub test: PatternTest,
    pub region: RegionId,
    /// The arm ends in this (`panic!`) and yields nothing.
    pub diverges: Option<TokenStream>,
}

/// `start..end`, or backwards.
#[derive(Clone, Debug)]
pub struct Range {
    pub start: Id,
    pub end: Id,
    pub inclusive: bool,
    pub reversed: bool,
    /// A constant that no index of this range reaches, for the length of what is stored per iteration.
    pub bound: Option<Len>,
}

/// A call of another differentiable function, or of one of its derivatives.
#[derive(Clone, Debug)]
pub struct Call {
    pub callee: Callee,
    pub args: Vec<CallArg>,
    /// `__vjp`: the adjoint of the result.
    pub seed: Option<Id>,
    /// `__jvp`: the tangents of the arguments; `None` where one is not differentiated.
    pub tangents: Option<Vec<Option<Id>>>,
    /// Tangents are in several directions.
    pub lanes: bool,
    /// `__vjp_jvp`: the tangent of the seed.
    pub seed_tangent: Option<Id>,
    /// Nothing depends on its result, so it has no derivative; it runs for what else it does.
    pub unused: bool,
    /// Some argument is a slice: the callee gets the scratch as well.
    pub with_scratch: bool,
    /// Arrays to which the adjoints of slices are added, one place per argument; then they are results.
    pub sums: Vec<Option<CallArg>>,
    /// `__vjp_jvp`: the same for the tangents of these.
    pub sum_tangents: Vec<Option<CallArg>>,
    /// What becomes of the effects of the callee.
    pub pass: Pass,
}

/// Which pass over a callee a call is.
#[derive(Clone, Copy, Debug, Default)]
pub enum Pass {
    /// The only one: its effects are like those of the caller.
    #[default]
    Only,
    /// The sweep makes one more: results of code with effects are recorded.
    First,
    /// Made by the sweep: they are read back from a position.
    Second(Id),
}

impl Call {
    /// The array that result `at` was before the call changed it.
    pub fn changed(&self, at: usize) -> Option<Id> {
        self.args.iter().filter(|arg| arg.mutable).nth(at.checked_sub(1)?).map(|arg| arg.id)
    }

    /// How many steps lead to an array that it changes or adds to, in what it yields.
    pub fn depth_of_changes(&self) -> Option<usize> {
        let depth = usize::from(self.tangents.is_some()) + if self.seed.is_some() { 2 } else { 1 };
        (self.changes() || !self.sums.is_empty()).then_some(depth)
    }

    /// Whether the callee may have effects here: unlike the passes of the sweep, which read them back.
    pub fn has_effects(&self) -> bool {
        !matches!(self.pass, Pass::Second(_))
    }

    /// Whether it yields what its arguments become.
    pub fn changes(&self) -> bool {
        self.args.iter().any(|arg| arg.mutable)
    }
}

#[derive(Clone, Debug)]
pub enum Callee {
    Path {
        path: TokenStream,
        /// Another name of its companion type, where that may be missing.
        companion: Option<Ident>,
        /// The companion type is known to be there.
        known: bool,
        turbofish: TokenStream,
    },
    /// An associated function, whose derivatives are its siblings: `Self::`, and its name.
    Associated { prefix: TokenStream, name: Ident, turbofish: TokenStream },
    /// A sibling method: receiver and name.
    Method(Template, Ident),
    /// A derivative of a function: `grad` or `jvp` of the function at `path`.
    Derivative { path: TokenStream, name: Ident, turbofish: TokenStream },
}

#[derive(Clone, Debug)]
pub struct CallArg {
    pub id: Id,
    /// Which part of it is passed.
    pub path: Vec<Step>,
    /// As `&mut`: the call yields what it is afterwards.
    pub mutable: bool,
    pub by_ref: bool,
}

impl Id {
    /// Its place in a table with one entry per node.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl Graph {
    pub const ROOT: RegionId = RegionId(0);

    pub fn new() -> Self {
        Self::with_room(0)
    }

    /// A graph without nodes that has room for some.
    pub fn with_room(nodes: usize) -> Self {
        Graph {
            nodes: Vec::with_capacity(nodes),
            regions: vec![Region::default()],
            columns: 0,
            number_params: Vec::new(),
        }
    }

    /// A new column.
    pub fn add_column(&mut self) -> Column {
        self.columns += 1;
        Column(self.columns - 1)
    }

    /// Notes which arguments are plain numbers that are not differentiated.
    pub fn set_number_params(&mut self, are_numbers: Vec<bool>) {
        self.number_params = are_numbers;
    }

    /// What is known of another graph as a whole: it has the same arguments, and the same columns.
    pub fn inherit(&mut self, of: &Graph) {
        self.columns = of.columns;
        self.number_params.clone_from(&of.number_params);
    }

    pub fn node(&self, id: Id) -> &Node {
        &self.nodes[id.0 as usize]
    }

    pub fn node_mut(&mut self, id: Id) -> &mut Node {
        &mut self.nodes[id.0 as usize]
    }

    pub fn kind(&self, id: Id) -> &Kind {
        &self.node(id).kind
    }

    pub fn region(&self, id: RegionId) -> &Region {
        &self.regions[id.0 as usize]
    }

    pub fn region_mut(&mut self, id: RegionId) -> &mut Region {
        &mut self.regions[id.0 as usize]
    }

    pub fn root(&self) -> &Region {
        self.region(Self::ROOT)
    }

    /// How many nodes were ever made.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// A region inside of `parent`; it gets its owner when that is written.
    pub fn add_region(&mut self, parent: RegionId) -> RegionId {
        self.regions.push(Region { parent: Some(parent), ..Region::default() });
        RegionId(u32::try_from(self.regions.len() - 1).expect("a graph has fewer than 2^32 regions"))
    }

    /// Makes a node that stands in no region's list yet.
    pub fn add_node(&mut self, node: Node) -> Id {
        self.nodes.push(node);
        Id(u32::try_from(self.nodes.len() - 1).expect("a graph has fewer than 2^32 nodes"))
    }

    /// The arguments of the function that are differentiated.
    pub fn active_params(&self) -> Vec<Id> {
        self.root().params.iter().copied().filter(|&param| self.node(param).active).collect()
    }

    /// Whether it takes memory whose size is known at run time.
    pub fn needs_scratch(&self) -> bool {
        self.all().into_iter().any(|id| match self.kind(id) {
            Kind::Keep(..) => true,
            Kind::Call(call) => call.with_scratch,
            _ => self.node(id).ty.is_slice(),
        })
    }

    /// Whether it runs code that may have effects, of its own or of functions that it calls.
    pub fn has_effects(&self) -> bool {
        self.has_effects_in(Self::ROOT)
    }

    /// The same for one region and those inside.
    pub fn has_effects_in(&self, region: RegionId) -> bool {
        self.region(region).nodes.iter().any(|&id| match self.kind(id) {
            Kind::Opaque(template) => template.effects,
            Kind::Observe(_) | Kind::Call(_) => true,
            _ => self.regions_of(id).into_iter().any(|region| self.has_effects_in(region)),
        })
    }

    /// Whether it calls derivatives of other functions.
    pub fn calls_derivatives(&self) -> bool {
        self.all().into_iter().any(|id| match self.kind(id) {
            Kind::Call(call) => matches!(call.callee, Callee::Derivative { .. }),
            _ => false,
        })
    }

    /// Whether a value is a number of any type, or made of those: it can be copied, and there are arrays of zeros to put
    /// it aside.
    pub fn is_storable(&self, id: Id) -> bool {
        // Each value is asked once, however many others are made of it.
        let (mut asked, mut open) = (Set::default(), vec![id]);
        while let Some(id) = open.pop() {
            if asked.insert(id) && !self.is_storable_if(id, &mut open) {
                return false;
            }
        }
        true
    }

    /// Whether a value is storable if those are that this adds to `open`.
    fn is_storable_if(&self, id: Id, open: &mut Vec<Id>) -> bool {
        let node = self.node(id);
        if node.ty.is_known() {
            return true;
        }
        match &node.kind {
            Kind::Int(..)
            | Kind::Bool(_)
            | Kind::Compare(..)
            | Kind::Not(_)
            | Kind::ToIndex(..)
            | Kind::Len(_)
            | Kind::Offset(..) => {}
            Kind::Opaque(template) => match template.number {
                Number::Unknown => return false,
                Number::IfItsValuesAre => open.extend(template.holes.iter().map(|(_, id)| *id)),
                Number::Yes => {}
            },
            Kind::Param => {
                let at = self.root().params.iter().position(|&param| param == id);
                return at.and_then(|at| self.number_params.get(at)).is_some_and(|&is_number| is_number);
            }
            Kind::Zero => return node.ty != Type::Other,
            Kind::Pack(elements) => open.extend(elements),
            Kind::Splat(element) => open.push(*element),
            &Kind::Select(_, a, b) | &Kind::Set(a, _, b) => open.extend([a, b]),
            Kind::Argument => {
                let region = self.region(node.region);
                let slot = region.params.iter().position(|&param| param == id).and_then(|at| at.checked_sub(1));
                match (slot, region.owner.map(|owner| self.kind(owner))) {
                    (Some(slot), Some(Kind::For { init, .. })) => match init.get(slot) {
                        Some(&start) => open.push(start),
                        None => return false,
                    },
                    // The index of a loop. While a loop is being built, nothing is known of what it carries.
                    (slot, _) => return slot.is_none(),
                }
            }
            Kind::Get(base, path) => match (self.kind(*base), &path[..]) {
                (Kind::For { init, .. }, &[Step::At(slot)]) => open.extend(init.get(slot)),
                (Kind::Branch { arms, .. }, &[Step::At(slot)]) => {
                    let before = open.len();
                    for arm in arms.iter().filter(|arm| arm.diverges.is_none()) {
                        let result = self.region(arm.region).results.get(slot);
                        // A zero stands in for what an arm does not make.
                        open.extend(result.filter(|&&result| !matches!(self.kind(result), Kind::Zero)));
                    }
                    return open.len() > before;
                }
                _ => open.push(*base),
            },
            Kind::Kept(column) => {
                let keeps = |&id: &Id| matches!(self.kind(id), Kind::Keep(kept, _) if kept == column);
                match self.all().into_iter().find(keeps) {
                    Some(keeper) => open.extend(self.kind(keeper).inputs()),
                    None => return false,
                }
            }
            _ => return false,
        }
        true
    }

    /// Whether a call changes its arguments.
    pub fn calls_change(&self) -> bool {
        self.all().into_iter().any(|id| matches!(self.kind(id), Kind::Call(call) if call.changes()))
    }

    /// Whether there are branches or loops.
    pub fn has_regions(&self) -> bool {
        self.regions.len() > 1
    }

    /// Every node that a region lists.
    pub fn all(&self) -> Vec<Id> {
        if !self.has_regions() {
            return self.root().nodes.clone();
        }
        let mut all = Vec::new();
        let mut regions = vec![Self::ROOT];
        while let Some(region) = regions.pop() {
            for &id in &self.region(region).nodes {
                all.push(id);
                regions.extend(self.regions_of(id));
            }
        }
        all
    }

    /// The regions that a branch or loop owns.
    pub fn regions_of(&self, id: Id) -> Vec<RegionId> {
        match self.kind(id) {
            Kind::Branch { arms, .. } => arms.each(|arm| arm.region),
            Kind::For { body, .. } => vec![*body],
            _ => Vec::new(),
        }
    }

    /// Whether what stands in `outer` is seen from `inner`.
    pub fn is_around(&self, outer: RegionId, inner: RegionId) -> bool {
        let mut region = Some(inner);
        while let Some(inside) = region {
            if inside == outer {
                return true;
            }
            region = self.region(inside).parent;
        }
        false
    }

    /// The number of operations, those in loops and branches counted once.
    pub fn operations(&self) -> usize {
        self.all().into_iter().filter(|&id| self.is_operation(id)).count()
    }

    /// Whether a node computes, rather than arranging what was computed.
    pub fn is_operation(&self, id: Id) -> bool {
        matches!(
            self.kind(id),
            Kind::Op(..) | Kind::Compare(..) | Kind::Select(..) | Kind::Call(_) | Kind::AddAt(..) | Kind::Sum(..)
        )
    }
}

impl Kind {
    /// What the node uses directly, not what its regions use.
    pub fn inputs(&self) -> Vec<Id> {
        let mut inputs = Vec::new();
        self.visit_inputs(&mut |id| inputs.push(id));
        inputs
    }

    /// The same, one after the other.
    pub fn visit_inputs(&self, visit: &mut dyn FnMut(Id)) {
        match self {
            // Most nodes; there is no need to copy them.
            Kind::Op(_, args) => {
                for &id in &args[..] {
                    visit(id);
                }
            }
            Kind::Pack(elements) => elements.iter().for_each(|&id| visit(id)),
            kind => kind.clone().each_input(&mut |id| visit(*id)),
        }
    }

    /// The same, to replace.
    pub fn each_input(&mut self, visit: &mut dyn FnMut(&mut Id)) {
        let steps = |path: &mut Vec<Step>, visit: &mut dyn FnMut(&mut Id)| {
            for step in path {
                match step {
                    Step::At(_) => {}
                    Step::Index(id) => visit(id),
                    Step::Range(start, end) => {
                        visit(start);
                        visit(end);
                    }
                }
            }
        };
        match self {
            Kind::Param
            | Kind::Argument
            | Kind::Const(_)
            | Kind::Int(..)
            | Kind::Bool(_)
            | Kind::Zero
            | Kind::Kept(_)
            | Kind::Poison => {}
            Kind::Op(_, args) => {
                for id in &mut args.ids[..args.len] {
                    visit(id);
                }
            }
            Kind::Pack(args) => args.iter_mut().for_each(visit),
            Kind::Compare(_, a, b)
            | Kind::ToIndex(a, b)
            | Kind::Sum(a, b)
            | Kind::Fill(a, b)
            | Kind::Push(a, b)
            | Kind::Offset(a, b) => {
                visit(a);
                visit(b);
            }
            Kind::Not(a) | Kind::Splat(a) | Kind::Len(a) | Kind::Keep(_, a) | Kind::ZeroLike(a) => visit(a),
            Kind::Select(a, b, c) => {
                visit(a);
                visit(b);
                visit(c);
            }
            Kind::Opaque(template) | Kind::Observe(template) => {
                template.holes.iter_mut().for_each(|(_, id)| visit(id));
            }
            Kind::Get(base, path) => {
                visit(base);
                steps(path, visit);
            }
            Kind::Set(base, path, value) | Kind::AddAt(base, path, value) => {
                visit(base);
                steps(path, visit);
                visit(value);
            }
            Kind::Branch { on, .. } => visit(on),
            Kind::For { range, init, .. } => {
                visit(&mut range.start);
                visit(&mut range.end);
                init.iter_mut().for_each(visit);
            }
            Kind::Call(call) => {
                if let Callee::Method(receiver, _) = &mut call.callee {
                    receiver.holes.iter_mut().for_each(|(_, id)| visit(id));
                }
                for arg in &mut call.args {
                    visit(&mut arg.id);
                    steps(&mut arg.path, visit);
                }
                call.seed.iter_mut().for_each(&mut *visit);
                call.tangents.iter_mut().flatten().flatten().for_each(&mut *visit);
                call.seed_tangent.iter_mut().for_each(&mut *visit);
                if let Pass::Second(from) = &mut call.pass {
                    visit(from);
                }
                for sum in call.sums.iter_mut().chain(&mut call.sum_tangents).flatten() {
                    visit(&mut sum.id);
                    steps(&mut sum.path, visit);
                }
            }
        }
    }
}

/// The type of the element that `path` leads to.
pub fn element_type(ty: &Type, path: &[Step]) -> Type {
    let Some((first, rest)) = path.split_first() else { return ty.clone() };
    match (ty, first) {
        (Type::Array(element, _), Step::Range(..)) => element_type(&Type::Array(element.clone(), Len::Dynamic), rest),
        (Type::Array(element, _), _) => element_type(element, rest),
        (ty, Step::At(at)) => {
            let part = ty.parts().and_then(|parts| parts.get(*at));
            part.map_or(Type::Other, |part| element_type(part, rest))
        }
        _ => Type::Other,
    }
}

/// The steps to every number in a value, if its type says how many there are.
pub fn numbers_in(ty: &Type) -> Option<Vec<Vec<Step>>> {
    let parts: Vec<Type> = match ty {
        Type::Float | Type::Lanes => return Some(vec![Vec::new()]),
        Type::Other => return None,
        Type::Array(element, len) => vec![(**element).clone(); len.literal()?],
        Type::Tuple(elements) => elements.clone(),
        Type::Struct(of) => of.types.clone(),
    };
    let mut all = Vec::new();
    for (at, part) in parts.iter().enumerate() {
        all.extend(numbers_in(part)?.into_iter().map(|mut path| {
            path.insert(0, Step::At(at));
            path
        }));
    }
    Some(all)
}
