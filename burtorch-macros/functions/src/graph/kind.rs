//! What a node of a graph computes, and what it computes that from.

use std::ops::Deref;

use burtorch_runtime::rules::Op;
use proc_macro2::TokenStream;

use super::call::{Call, Callee, CalleePass};
use super::path::Step;
use super::template::Template;
use super::{Id, RegionId, SaveStack};
use crate::ast::{BinaryOp, IntType, Len, PatternTest};

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
    /// Rust code over values that are not differentiated, which runs for its effect alone: `assert!`.
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
    /// Pushes a value to a stack of saved values, in a loop of any length.
    Save(SaveStack, Id),
    /// Pops a stack of saved values: what was saved last and not restored yet.
    Restore(SaveStack),
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

impl Kind {
    /// What the node uses directly, not what its regions use.
    pub fn inputs(&self) -> Vec<Id> {
        let mut inputs = Vec::new();
        self.visit_inputs(&mut |id| inputs.push(id));
        inputs
    }

    /// Visits what the node uses directly, in the order of [`inputs`](Self::inputs), without a vector.
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

    /// Visits what the node uses directly, so that it can be replaced.
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
            | Kind::Restore(_)
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
            Kind::Not(a) | Kind::Splat(a) | Kind::Len(a) | Kind::Save(_, a) | Kind::ZeroLike(a) => visit(a),
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
                if let CalleePass::Second(from) = &mut call.pass {
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
