//! Rows that are made of other rows, and what they are made of.

use std::cell::OnceCell;
use std::rc::Rc;

use burtorch_runtime::rules::Op;

use super::rewrite::Rewriter;
use crate::each::Each;
use crate::graph::{Graph, Id, IdMap, Kind, Type, Writer};
use crate::record::value;

/// How rows are made of others, by row; each is found out once.
pub(super) struct Recipes(Vec<OnceCell<Option<Rc<Graph>>>>);

impl Recipes {
    pub(super) fn new() -> Self {
        Recipes(vec![OnceCell::new(); Op::ALL.len()])
    }

    /// How a row is made of others; `None` if it is not.
    fn get(&self, op: Op) -> Option<Rc<Graph>> {
        self.0[op as usize].get_or_init(|| recipe(op).map(Rc::new)).clone()
    }

    /// How many operations a row comes down to.
    pub(super) fn operations(&self, op: Op) -> usize {
        let Some(recipe) = self.get(op) else { return 1 };
        let parts = recipe.all().into_iter().filter(|&id| recipe.is_operation(id));
        parts
            .map(|id| match recipe.kind(id) {
                Kind::Op(inner, _) => self.operations(*inner),
                _ => 1,
            })
            .sum()
    }
}

impl Rewriter<'_> {
    /// A row expressed by rows that generated code can call; `None` if it is one of those.
    pub(super) fn lower(&mut self, op: Op, args: &[Id]) -> Option<Id> {
        let recipe = self.recipes.get(op)?;
        let mut map = IdMap::new();
        for (&param, &arg) in recipe.root().params.iter().zip(args) {
            map.insert(param, arg);
        }
        for &id in &recipe.root().nodes {
            let mut kind = recipe.kind(id).clone();
            kind.each_input(&mut |input| *input = map[*input]);
            let new = match kind {
                Kind::Op(inner, args) => self.op(inner, &args),
                kind => self.push(kind, &recipe.node(id).ty, false),
            };
            map.insert(id, new);
        }
        Some(map[recipe.root().results[0]])
    }
}

fn recipe(op: Op) -> Option<Graph> {
    let mut w = Writer::new(Graph::new());
    let args: Vec<Id> = (0..op.arity()).each(|_| w.param(Kind::Param, Type::Float, false, None));
    let result = value(&mut w, op, &args);
    if matches!(w.graph.kind(result), Kind::Op(same, _) if *same == op) {
        return None;
    }
    w.graph.region_mut(Graph::ROOT).results = vec![result];
    Some(w.graph)
}
