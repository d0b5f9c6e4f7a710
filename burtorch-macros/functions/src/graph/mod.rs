//! The graph: what a function computes, without its syntax.
//!
//! A graph is a tree of regions. A region lists its nodes in an order in which every node comes after
//! what it uses; a node sees its own region and those around it. Values are never changed: writing to
//! an array makes a new array, and `emit` finds out where that can be done in place.

mod call;
mod dot;
mod kind;
mod map;
mod path;
mod storable;
mod template;
mod text;
mod verify;
mod writer;

use std::rc::Rc;

use proc_macro2::{Ident, Span};

use crate::each::Each;

pub use crate::ast::{BinaryOp, IntType, Len, PatternTest, Type};
pub use call::{Call, CallArg, Callee, CalleePass};
pub use dot::dot;
pub use kind::{Args, Arm, Kind, Range};
pub use map::{IdMap, Set, Table};
pub use path::{Step, count_numbers, element_type, numbers_in};
pub use template::{Number, Template};
pub use verify::{verify, verify_activity};
pub use writer::Writer;

/// A node.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Id(u32);

/// A region.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct RegionId(u32);

/// A stack of saved values: the forward pass pushes one per iteration of a loop, the sweep pops them in reverse.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct SaveStack(u32);

#[derive(Clone)]
pub struct Graph {
    nodes: Vec<Node>,
    regions: Vec<Region>,
    stacks: u32,
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
            stacks: 0,
            number_params: Vec::new(),
        }
    }

    /// A new stack of saved values.
    pub fn add_save_stack(&mut self) -> SaveStack {
        self.stacks += 1;
        SaveStack(self.stacks - 1)
    }

    /// Notes which arguments are plain numbers that are not differentiated.
    pub fn set_number_params(&mut self, are_numbers: Vec<bool>) {
        self.number_params = are_numbers;
    }

    /// What is known of another graph as a whole: it has the same arguments, and the same stacks.
    pub fn inherit(&mut self, of: &Graph) {
        self.stacks = of.stacks;
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
            Kind::Save(..) => true,
            Kind::Call(call) => call.with_scratch,
            _ => self.node(id).ty.is_slice(),
        })
    }

    /// Whether it runs code that may have effects, of its own or of functions that it calls.
    pub fn has_effects(&self) -> bool {
        self.has_effects_in(Self::ROOT)
    }

    /// Whether a region, or one inside of it, runs code that may have effects.
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

    /// Whether it is swept by one pass over a call of itself.
    pub fn sweeps_itself(&self) -> bool {
        self.all().into_iter().any(|id| match self.kind(id) {
            Kind::Call(call) => call.kept && call.seed.is_some() && matches!(call.pass, CalleePass::Only),
            _ => false,
        })
    }

    /// Whether a call changes its arguments.
    pub fn calls_change(&self) -> bool {
        self.all().into_iter().any(|id| matches!(self.kind(id), Kind::Call(call) if call.changes()))
    }

    /// Whether there are branches or loops.
    pub fn has_regions(&self) -> bool {
        self.regions.len() > 1
    }

    /// Whether there are loops.
    pub fn has_loops(&self) -> bool {
        self.has_regions() && self.all().into_iter().any(|id| matches!(self.kind(id), Kind::For { .. }))
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
