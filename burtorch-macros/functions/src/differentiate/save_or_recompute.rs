//! How the sweep gets at values of the forward pass.
//!
//! Values of the function's own region are there. A value of an arm or of a loop's body is computed
//! again if that is cheap; otherwise the forward pass is made to keep it, a branch by yielding it, a
//! loop by storing it once per iteration.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote};

use super::reverse::Reverse;
use crate::each::Each;
use crate::graph::{Graph, Id, Kind, Len, Node, Range, RegionId, Set, Step, Table, Template, Type};

/// So many operations are computed again rather than kept, if they start from what is kept anyway.
const NEAR: usize = 4;

impl Reverse {
    /// How much was written so far, for [`settle`](Self::settle).
    pub(super) fn mark(&self) -> usize {
        self.w.graph.region(self.w.at).nodes.len()
    }

    /// Keeps those of the nodes written since `mark` that `wanted` needs, and fetches what they use.
    ///
    /// A row is written over the forward values themselves; only afterwards is it known which of
    /// them its adjoint needs. What the forward pass has computed already, as `cos x` beside `sin x`, is fetched too and
    /// takes the place of what is wanted.
    pub(super) fn settle(&mut self, mark: usize, wanted: &mut [Id]) {
        let at = self.w.at;
        let written = self.w.graph.region_mut(at).nodes.split_off(mark);
        let mut needed: Vec<Id> = wanted.to_vec();
        let mut known: Table<Id, Id> = Table::default();
        for &id in written.iter().rev() {
            if !needed.contains(&id) {
                continue;
            }
            match self.forward_twin(id) {
                Some(twin) => _ = known.insert(id, twin),
                None => needed.extend(self.w.graph.kind(id).inputs()),
            }
        }
        for id in written {
            if let Some(twin) = known.get(&id).copied() {
                let fetched = self.fetch(twin);
                known.insert(id, fetched);
            } else if needed.contains(&id) {
                let mut kind = self.w.graph.kind(id).clone();
                kind.each_input(&mut |input| {
                    *input = match known.get(input) {
                        Some(fetched) => *fetched,
                        None => self.fetch(*input),
                    }
                });
                self.w.graph.node_mut(id).kind = kind;
                self.w.graph.region_mut(at).nodes.push(id);
            }
        }
        for id in wanted {
            *id = known.get(id).copied().unwrap_or(*id);
        }
    }

    /// A value inside of a branch or loop of the forward pass that is computed as this one would be, at some cost.
    fn forward_twin(&self, id: Id) -> Option<Id> {
        let Kind::Op(op, args) = self.w.graph.kind(id) else { return None };
        let region = self.w.graph.node(*args.first()?).region;
        if op.is_cheap() || !self.is_primal(region) {
            return None;
        }
        let same = |other: &Id| {
            other.index() < self.first && matches!(self.w.graph.kind(*other), Kind::Op(o, a) if o == op && a == args)
        };
        self.w.graph.region(region).nodes.iter().copied().find(same)
    }

    pub(super) fn fetch_path(&mut self, path: &[Step]) -> Vec<Step> {
        path.each(|step| match step {
            Step::At(at) => Step::At(*at),
            Step::Index(id) => Step::Index(self.fetch(*id)),
            Step::Range(start, end) => Step::Range(self.fetch(*start), self.fetch(*end)),
        })
    }

    /// The value of a primal node, where the sweep is now.
    pub(super) fn fetch(&mut self, id: Id) -> Id {
        let at = self.w.at;
        // What a value is computed from comes before it. A chain of values is as long as the function, so it is walked.
        let mut open = vec![id];
        while let Some(&id) = open.last() {
            if self.at_hand(id).is_none() {
                let known = open.len();
                if self.is_made_again(id) {
                    let inputs = self.w.graph.kind(id).inputs().into_iter().rev();
                    open.extend(inputs.filter(|&input| self.at_hand(input).is_none()));
                }
                if open.len() > known {
                    continue;
                }
                let fetched = self.fetch_anew(id);
                self.fetched.insert((at, id), fetched);
            }
            open.pop();
        }
        self.at_hand(id).expect("it was fetched")
    }

    /// The value of a primal node, if the region of the sweep sees it already.
    fn at_hand(&self, id: Id) -> Option<Id> {
        let node = self.w.graph.node(id);
        if id.index() >= self.first && !self.is_primal(node.region) || node.region == Graph::ROOT {
            return Some(id);
        }
        self.fetched.get(&(self.w.at, id)).copied()
    }

    /// Whether a value is computed again rather than kept.
    fn is_made_again(&mut self, id: Id) -> bool {
        self.mirrored_index(id).is_none()
            && !self.exports.contains_key(&id)
            && (self.is_cheap(id) || self.may_borrow(id))
    }

    /// Whether a region belongs to the forward pass.
    fn is_primal(&self, region: RegionId) -> bool {
        self.copies.contains(&region)
            || self.w.graph.region(region).owner.is_some_and(|owner| owner.index() < self.first)
    }

    fn fetch_anew(&mut self, id: Id) -> Id {
        let node = self.w.graph.node(id).clone();
        if let Some(index) = self.mirrored_index(id) {
            return index;
        }
        if self.is_made_again(id) {
            let mut kind = node.kind;
            kind.each_input(&mut |input| *input = self.fetch(*input));
            let again = self.w.push_as(kind, node.ty, false);
            self.w.graph.node_mut(again).name = node.name;
            return again;
        }
        let owner = self.w.graph.region(node.region).owner.expect("a nested region has an owner");
        if let Kind::For { range: Range { bound: None, .. }, .. } = self.w.graph.kind(owner) {
            return self.kept(id);
        }
        let kept = self.export(id, owner);
        let kept = self.fetch(kept);
        let storable = self.w.graph.is_storable(id);
        match self.w.graph.kind(owner) {
            Kind::For { body, range, .. } => {
                let (index, start) = (self.w.graph.region(*body).params[0], range.start);
                let (index, start) = (self.fetch(index), self.fetch(start));
                let index = self.w.push(Kind::ToIndex(index, start), Type::Other);
                if storable {
                    return self.w.get(kept, &[Step::Index(index)]);
                }
                let code = |kept: &Ident, index: &Ident| quote!(::core::clone::Clone::clone(&#kept[#index]).unwrap());
                self.code(|holes| code(&holes[0], &holes[1]), &[kept, index], node.ty)
            }
            _ if storable => kept,
            _ => {
                let code = |kept: &Ident| quote!(::core::clone::Clone::clone(&#kept).unwrap());
                self.code(|holes| code(&holes[0]), &[kept], node.ty)
            }
        }
    }

    /// Whether a value may refer to others, which live as long as their iteration: it is made again from what is kept of these.
    fn may_borrow(&self, id: Id) -> bool {
        let pure = matches!(self.w.graph.kind(id), Kind::Opaque(template) if !template.effects);
        pure && !self.w.graph.is_storable(id)
    }

    /// Code over values, where the sweep or the forward pass is being written.
    fn code(&mut self, tokens: impl FnOnce(&[Ident]) -> TokenStream, inputs: &[Id], ty: Type) -> Id {
        let hole = |at: usize| Ident::new(&format!("__burtorch_value_{at}"), Span::mixed_site());
        let holes: Vec<Ident> = (0..inputs.len()).each(hole);
        let tokens = tokens(&holes);
        let holes = holes.into_iter().zip(inputs.iter().copied()).collect();
        self.w.push_as(Kind::Opaque(Template { tokens, holes, ..Template::default() }), ty, false)
    }

    /// A value that the forward pass keeps: itself, or a copy of it if no zero can stand in for one that is not there.
    fn kept_copy(&mut self, id: Id) -> Id {
        if self.w.graph.is_storable(id) {
            return id;
        }
        let copy = |value: &Ident| quote!(::core::option::Option::Some(__burtorch_crate::__private::copy_of!(#value)));
        self.code(|holes| copy(&holes[0]), &[id], Type::Other)
    }

    /// A value of a loop of any length, which the forward pass puts aside in every iteration.
    fn kept(&mut self, id: Id) -> Id {
        let id = self.first_alike(id);
        let node = self.w.graph.node(id).clone();
        let frame = self.frames.iter().rev().find(|frame| frame.sweeps(node.region));
        let at = frame.expect("what a loop makes is needed where it is swept").at;
        if let Some(&kept) = self.fetched.get(&(at, id)) {
            return kept;
        }
        let stack = self.w.graph.add_save_stack();
        // At once: later, an array may have been overwritten.
        self.insert_after(id, Kind::Save(stack, id), Type::Tuple(Vec::new()));
        let kind = Kind::Restore(stack);
        let kept = self.w.graph.add_node(Node { kind, active: false, region: at, ..node });
        // First of all, so that it is seen in everything inside.
        self.w.graph.region_mut(at).nodes.insert(0, kept);
        self.fetched.insert((at, id), kept);
        kept
    }

    /// Of the values that a loop keeps for its sweep, whose body is `at`, drops those that are some cheap operations away from
    /// others: of `s`, `s²` and `s³` only `s` is kept.
    pub(super) fn keep_less(&mut self, at: RegionId) {
        let mut kept: Vec<(Id, Id)> =
            self.fetched.iter().filter(|((region, _), _)| *region == at).map(|((_, id), kept)| (*id, *kept)).collect();
        kept.retain(|&(_, kept)| matches!(self.w.graph.kind(kept), Kind::Restore(_)));
        kept.sort_unstable();
        // One is kept for all values that are computed in the same way.
        let mut found: Set<Id> = Set::default();
        kept.retain(|&(_, kept)| found.insert(kept));
        let mut sources: Table<Id, Id> = kept.iter().copied().collect();
        let mut near = Vec::new();
        for &(id, kept) in kept.iter().rev() {
            // What a loop around this one has taken back is seen here, but is not this one's to drop.
            if self.w.graph.node(kept).region != at || !matches!(self.w.graph.kind(id), Kind::Op(..)) {
                continue;
            }
            sources.remove(&id);
            let mut operations = 0;
            if self.is_near(id, &sources, &mut operations) {
                near.push((id, kept));
            } else {
                sources.insert(id, kept);
            }
        }
        let mut written = Vec::new();
        for &(id, kept) in near.iter().rev() {
            let Kind::Restore(stack) = *self.w.graph.kind(kept) else { unreachable!("it is kept") };
            let region = self.w.graph.node(id).region;
            let saves = |graph: &Graph, id: &Id| matches!(graph.kind(*id), Kind::Save(other, _) if *other == stack);
            let nodes =
                self.w.graph.region(region).nodes.iter().copied().filter(|id| !saves(&self.w.graph, id)).collect();
            self.w.graph.region_mut(region).nodes = nodes;
            let kind = self.computed_from(id, at, &sources, &mut written);
            self.w.graph.node_mut(kept).kind = kind;
            written.push(kept);
        }
        let nodes = &mut self.w.graph.region_mut(at).nodes;
        nodes.retain(|id| !written.contains(id));
        let mut nodes = std::mem::take(nodes);
        // What is kept is taken back first of all.
        let start = nodes.iter().position(|&id| !matches!(self.w.graph.kind(id), Kind::Restore(_)));
        let start = start.unwrap_or(nodes.len());
        nodes.splice(start..start, written);
        self.w.graph.region_mut(at).nodes = nodes;
    }

    /// Whether a value is some cheap operations away from `sources`, constants and what the function computes outside of branches and loops.
    fn is_near(&self, id: Id, sources: &Table<Id, Id>, operations: &mut usize) -> bool {
        if sources.contains_key(&id) || self.w.graph.node(id).region == Graph::ROOT {
            return true;
        }
        match self.w.graph.kind(id) {
            Kind::Const(_) => true,
            Kind::Op(op, args) if op.is_cheap() && *operations < NEAR => {
                *operations += 1;
                args.iter().all(|&arg| self.is_near(arg, sources, operations))
            }
            _ => false,
        }
    }

    /// Computes such a value in a region of the sweep; what it needs is added to `written`.
    fn computed_from(&mut self, id: Id, at: RegionId, sources: &Table<Id, Id>, written: &mut Vec<Id>) -> Kind {
        let mut kind = self.w.graph.kind(id).clone();
        kind.each_input(&mut |input| {
            if let Some(&source) = sources.get(input) {
                *input = source;
            } else if self.w.graph.node(*input).region != Graph::ROOT {
                let Node { ty, span, .. } = self.w.graph.node(*input).clone();
                let kind = self.computed_from(*input, at, sources, written);
                *input = self.w.graph.add_node(Node { kind, ty, active: false, region: at, span, name: None });
                written.push(*input);
            }
        });
        kind
    }

    /// The first value of a region that is computed in the same way: one of them is kept for all.
    fn first_alike(&self, id: Id) -> Id {
        let node = self.w.graph.node(id);
        let Kind::Op(op, args) = &node.kind else { return id };
        let same = |other: &Id| matches!(self.w.graph.kind(*other), Kind::Op(o, a) if o == op && a == args);
        self.w.graph.region(node.region).nodes.iter().copied().find(same).unwrap_or(id)
    }

    /// Writes a node into the forward pass, right after another one.
    pub(super) fn insert_after(&mut self, after: Id, kind: Kind, ty: Type) -> Id {
        let nodes = &self.w.graph.region(self.w.graph.node(after).region).nodes;
        // What is not listed is an argument.
        let at = nodes.iter().position(|&node| node == after).map_or(0, |at| at + 1);
        self.insert(after, at, kind, ty)
    }

    /// Writes a node into the forward pass, right before another one.
    pub(super) fn insert_before(&mut self, before: Id, kind: Kind, ty: Type) -> Id {
        let nodes = &self.w.graph.region(self.w.graph.node(before).region).nodes;
        let at = nodes.iter().position(|&node| node == before).expect("it stands in its region");
        self.insert(before, at, kind, ty)
    }

    /// Writes a node into the region of another one, at a place in its list.
    fn insert(&mut self, beside: Id, at: usize, kind: Kind, ty: Type) -> Id {
        let Node { region, span, .. } = *self.w.graph.node(beside);
        let id = self.w.graph.add_node(Node { kind, ty, active: false, region, span, name: None });
        self.w.graph.region_mut(region).nodes.insert(at, id);
        id
    }

    /// The index of the sweep's loop, if `id` is that of the loop it sweeps.
    fn mirrored_index(&self, id: Id) -> Option<Id> {
        let region = self.w.graph.node(id).region;
        let frame = self.frames.iter().rev().find(|frame| frame.sweeps(region))?;
        frame.index.filter(|_| self.w.graph.region(region).params.first() == Some(&id))
    }

    /// Whether computing it again costs less than keeping it.
    fn is_cheap(&mut self, id: Id) -> bool {
        // Each value is asked once, however many others are computed from it.
        let (mut asked, mut open) = (Set::default(), vec![id]);
        while let Some(id) = open.pop() {
            if !self.cheap.contains(&id) && asked.insert(id) && !self.is_cheap_if(id, &mut open) {
                return false;
            }
        }
        self.cheap.extend(asked);
        true
    }

    /// Whether a value is cheap if those are that this adds to `open`.
    fn is_cheap_if(&self, id: Id, open: &mut Vec<Id>) -> bool {
        let node = self.w.graph.node(id);
        // What is kept already costs no more than a load.
        if node.region == Graph::ROOT || self.mirrored_index(id).is_some() || self.exports.contains_key(&id) {
            return true;
        }
        match &node.kind {
            Kind::Opaque(template) if template.effects => false,
            Kind::Const(_) | Kind::Int(..) | Kind::Bool(_) | Kind::Zero => true,
            Kind::Op(op, _) if !op.is_cheap() => false,
            Kind::Op(..)
            | Kind::Offset(..)
            | Kind::Len(_)
            | Kind::Compare(..)
            | Kind::Not(_)
            | Kind::ToIndex(..)
            | Kind::Select(..)
            | Kind::Opaque(_)
            | Kind::Get(..) => {
                let through_a_branch = match &node.kind {
                    Kind::Get(base, _) => {
                        matches!(self.w.graph.kind(*base), Kind::Branch { .. } | Kind::For { .. })
                            && self.w.graph.node(*base).region != Graph::ROOT
                    }
                    _ => false,
                };
                let own = self.loop_around(node.region);
                // What an outer loop made is kept there, once for all iterations of the inner one.
                let is_from_outside = |input: Id| {
                    let input = self.w.graph.node(input);
                    !input.ty.is_aggregate() && self.loop_around(input.region) != own
                };
                open.extend(node.kind.inputs().into_iter().filter(|&input| !is_from_outside(input)));
                !through_a_branch
            }
            _ => false,
        }
    }

    /// The body of the innermost loop around a region.
    fn loop_around(&self, mut region: RegionId) -> RegionId {
        while let Some(owner) = self.w.graph.region(region).owner {
            if let Kind::For { .. } = self.w.graph.kind(owner) {
                return region;
            }
            region = self.w.graph.node(owner).region;
        }
        Graph::ROOT
    }

    /// Makes `owner` keep a value of one of its regions; yields where it is kept, one region further out.
    fn export(&mut self, id: Id, owner: Id) -> Id {
        if let Some(&kept) = self.exports.get(&id) {
            return kept;
        }
        let (ty, storable) = (self.w.graph.node(id).ty.clone(), self.w.graph.is_storable(id));
        let (slot, kept_ty) = match self.w.graph.kind(owner).clone() {
            Kind::For { range, body, .. } => {
                let len = range.bound.expect("build refuses loops without a bound");
                let element = if storable { ty } else { Type::Other };
                let stack = Type::Array(Box::new(element), len.clone());
                let zero = if storable {
                    Kind::Zero
                } else {
                    // Nothing is known of the type, so there is no zero of it.
                    let count = match &len {
                        Len::Literal(len) => proc_macro2::Literal::usize_unsuffixed(*len).to_token_stream(),
                        Len::Constant(tokens) => tokens.clone(),
                        Len::Dynamic => unreachable!("the bound of a loop is a constant"),
                    };
                    let tokens = quote!(::core::array::from_fn::<_, { #count }, _>(|_| ::core::option::Option::None));
                    Kind::Opaque(Template { tokens, ..Template::default() })
                };
                let zero = self.insert_before(owner, zero, stack.clone());
                let outer = std::mem::replace(&mut self.w.at, body);
                let name = Ident::new("kept", Span::mixed_site());
                let param = self.w.param(Kind::Argument, stack.clone(), false, Some(&name));
                let index = self.w.graph.region(body).params[0];
                let index = self.w.push(Kind::ToIndex(index, range.start), Type::Other);
                let value = self.kept_copy(id);
                let stored = self.w.push_as(Kind::Set(param, vec![Step::Index(index)], value), stack.clone(), false);
                self.w.at = outer;
                let Kind::For { init, .. } = &mut self.w.graph.node_mut(owner).kind else {
                    unreachable!("it is a loop")
                };
                let slot = init.len();
                init.push(zero);
                // What says whether to go on, and how often, stays the last.
                self.w.graph.region_mut(body).results.insert(slot, stored);
                self.move_slot(owner, slot);
                (slot, stack)
            }
            Kind::Branch { arms, .. } => {
                for arm in arms.iter().filter(|arm| arm.diverges.is_none()) {
                    let outer = std::mem::replace(&mut self.w.at, arm.region);
                    let result = if arm.region == self.w.graph.node(id).region {
                        self.kept_copy(id)
                    } else if storable {
                        self.w.zero(&ty)
                    } else {
                        self.code(|_| quote!(::core::option::Option::None), &[], Type::Other)
                    };
                    self.w.at = outer;
                    self.w.graph.region_mut(arm.region).results.push(result);
                }
                let Type::Tuple(types) = &self.w.graph.node(owner).ty else { unreachable!("a branch yields a tuple") };
                (types.len(), if storable { ty } else { Type::Other })
            }
            kind => unreachable!("{kind:?} owns no region"),
        };
        if let Type::Tuple(types) = &mut self.w.graph.node_mut(owner).ty {
            types.insert(slot, kept_ty.clone());
        }
        let kept = self.insert_after(owner, Kind::Get(owner, vec![Step::At(slot)]), kept_ty);
        self.exports.insert(id, kept);
        kept
    }

    /// Makes room for a result of a loop: the one that is there, if any, moves on.
    fn move_slot(&mut self, owner: Id, slot: usize) {
        let around = self.w.graph.node(owner).region;
        for id in self.w.graph.region(around).nodes.clone() {
            if let Kind::Get(base, path) = &mut self.w.graph.node_mut(id).kind
                && *base == owner
                && path[..] == [Step::At(slot)]
            {
                path[0] = Step::At(slot + 1);
            }
        }
    }
}
