//! Forward mode: every value with its tangent.

use proc_macro2::{Ident, Span};

use crate::each::Each;
use crate::graph::{Arm, CallArg, Graph, Id, IdMap, Kind, RegionId, SaveStack, Step, Table, Type, Writer};
use crate::record;

/// How many directions there are.
#[derive(Clone, Copy, PartialEq)]
pub enum Directions {
    One,
    /// Every number of a tangent is one number for each direction.
    Lanes,
}

/// The graph of `results…, tangents of results…`.
///
/// It has the arguments of `graph`, then one tangent for each argument in `along`. A result that does
/// not depend on those has tangent zero.
pub fn tangent(graph: &Graph, along: &[Id], directions: Directions) -> Graph {
    let mut sweep = Tangent {
        old: graph,
        directions,
        w: Writer::new(Graph::with_room(4 * graph.len())),
        values: IdMap::new(),
        tangents: IdMap::new(),
        slots: Table::default(),
        moved: Table::default(),
        stacks: Table::default(),
        carried: Table::default(),
    };
    sweep.w.graph.inherit(graph);
    for &param in &graph.root().params {
        let node = graph.node(param);
        let new = sweep.w.param(Kind::Param, node.ty.clone(), node.active, node.name.as_deref());
        sweep.values.insert(param, new);
    }
    for &param in along {
        let node = graph.node(param);
        let name =
            node.name.as_ref().map(|name| Ident::new(&format!("{name}_tangent").replace("r#", ""), Span::mixed_site()));
        let ty = sweep.moving(&node.ty);
        let new = sweep.w.param(Kind::Param, ty, false, name.as_ref());
        sweep.tangents.insert(param, new);
    }
    sweep.nodes(Graph::ROOT);
    let old = &graph.root().results;
    let mut results: Vec<Id> = old.each(|id| sweep.values[*id]);
    for &id in old {
        results.push(sweep.tangent_or_zero(id));
    }
    sweep.w.graph.region_mut(Graph::ROOT).results = results;
    sweep.w.graph
}

struct Tangent<'g> {
    old: &'g Graph,
    directions: Directions,
    w: Writer,
    /// The new node of each old one.
    values: IdMap<Id>,
    /// The tangent of each old node that has one.
    tangents: IdMap<Id>,
    /// For a result of an old branch or loop: which result of the new one is its tangent.
    slots: Table<(Id, usize), usize>,
    /// Results of old loops that have another place in the new ones.
    moved: Table<(Id, usize), usize>,
    /// Where the tangents of what a stack holds are put aside.
    stacks: Table<SaveStack, SaveStack>,
    /// The slots of each loop that had tangents in the pass before: a loop is walked in each pass over the one around it, and
    /// would take two passes each time, which doubles with every level.
    carried: Table<Id, Vec<usize>>,
}

impl Tangent<'_> {
    fn tangent_of(&self, id: Id) -> Option<Id> {
        self.tangents.get(id).copied()
    }

    /// The type of the tangent of a value of type `ty`.
    fn moving(&self, ty: &Type) -> Type {
        match self.directions {
            Directions::One => ty.clone(),
            Directions::Lanes => ty.in_lanes(),
        }
    }

    fn tangent_or_zero(&mut self, id: Id) -> Id {
        let ty = self.moving(&self.old.node(id).ty);
        self.tangent_or_zero_of(id, &ty)
    }

    /// The tangent of a node or a zero of type `ty`: a branch or loop may know more of the type than the node does.
    fn tangent_or_zero_of(&mut self, id: Id, ty: &Type) -> Id {
        match self.tangent_of(id) {
            Some(tangent) => tangent,
            None => self.w.zero_like(self.values[id], ty),
        }
    }

    fn nodes(&mut self, region: RegionId) {
        for &id in &self.old.region(region).nodes {
            let node = self.old.node(id);
            self.w.span = node.span;
            self.tangents.remove(id);
            match &node.kind {
                Kind::Branch { on, arms } => self.branch(id, *on, arms),
                Kind::For { .. } => self.for_loop(id),
                Kind::Call(_) => self.call(id),
                kind => {
                    // A zero is as long as what it is the tangent of, which is asked before that is changed.
                    let mut zero_of = None;
                    if let &(Kind::Set(base, _, value) | Kind::Push(base, value)) = kind
                        && self.old.node(base).ty.has_slices()
                        && self.tangent_of(base).is_none()
                        && self.tangent_of(value).is_some()
                    {
                        let zero = self.tangent_or_zero(base);
                        self.tangents.insert(base, zero);
                        zero_of = Some(base);
                    }
                    let mut kind = kind.clone();
                    if let Kind::Get(base, path) = &mut kind
                        && let Some(Step::At(slot)) = path.first_mut()
                        && let Some(&moved) = self.moved.get(&(*base, *slot))
                    {
                        *slot = moved;
                    }
                    kind.each_input(&mut |input| *input = self.values[*input]);
                    let new = match kind {
                        // Folds with what a branch or loop became.
                        Kind::Get(base, path) => self.w.get(base, &path),
                        kind => self.w.push(kind, node.ty.clone()),
                    };
                    if let Some(name) = &node.name {
                        self.w.name(new, name);
                    }
                    self.values.insert(id, new);
                    let tangent = self.node(id, new);
                    // It is seen in this region only.
                    zero_of.and_then(|base| self.tangents.remove(base));
                    if let Some(tangent) = tangent {
                        self.tangents.insert(id, tangent);
                    }
                }
            }
        }
    }

    /// The tangent of a node without regions.
    fn node(&mut self, id: Id, new: Id) -> Option<Id> {
        let ty = self.moving(&self.old.node(id).ty);
        let new_path = |this: &Self, path: &[Step]| -> Vec<Step> {
            path.each(|step| match step {
                Step::At(at) => Step::At(*at),
                Step::Index(id) => Step::Index(this.values[*id]),
                Step::Range(start, end) => Step::Range(this.values[*start], this.values[*end]),
            })
        };
        match self.old.kind(id) {
            Kind::Op(op, args) => {
                let tangents: Vec<_> = args.each(|&arg| self.tangent_of(arg));
                let args: Vec<_> = args.each(|arg| self.values[*arg]);
                tangents
                    .iter()
                    .any(Option::is_some)
                    .then(|| record::tangent(&mut self.w, *op, &args, new, &tangents))
                    .flatten()
            }
            &Kind::Select(cond, a, b) => {
                self.tangent_of(a).or(self.tangent_of(b))?;
                let (a, b) = (self.tangent_or_zero(a), self.tangent_or_zero(b));
                Some(self.w.push(Kind::Select(self.values[cond], a, b), ty))
            }
            Kind::Pack(elements) => {
                elements.iter().find_map(|&element| self.tangent_of(element))?;
                let has_shape = matches!(&ty, Type::Struct(of) if of.storage.is_some());
                let elements = elements.each(|&element| {
                    // How many rows there are is a part of the shape.
                    let is_size = has_shape && self.w.graph.node(self.values[element]).ty.is_opaque();
                    if is_size { self.values[element] } else { self.tangent_or_zero(element) }
                });
                Some(self.w.pack(elements, ty))
            }
            &Kind::Splat(element) => {
                let element = self.tangent_of(element)?;
                Some(self.w.push(Kind::Splat(element), ty))
            }
            &Kind::Fill(element, count) => {
                let element = self.tangent_of(element)?;
                Some(self.w.push(Kind::Fill(element, self.values[count]), ty))
            }
            &Kind::Push(base, value) => {
                self.tangent_of(base).or(self.tangent_of(value))?;
                let (base, value) = (self.tangent_or_zero(base), self.tangent_or_zero(value));
                Some(self.w.push(Kind::Push(base, value), ty))
            }
            &Kind::Save(stack, value) => {
                let tangent = self.tangent_of(value)?;
                let stack = match self.stacks.get(&stack) {
                    Some(&known) => known,
                    None => {
                        let new = self.w.graph.add_save_stack();
                        self.stacks.insert(stack, new);
                        new
                    }
                };
                self.w.push(Kind::Save(stack, tangent), Type::Tuple(Vec::new()));
                None
            }
            Kind::Restore(stack) => {
                let stack = *self.stacks.get(stack)?;
                Some(self.w.push(Kind::Restore(stack), ty))
            }
            // Whatever a direction holds where nothing is differentiated.
            Kind::Get(..) if ty.is_opaque() => None,
            Kind::Get(base, path) => {
                let path = new_path(self, path);
                if let (Kind::Branch { .. } | Kind::For { .. }, Some(Step::At(slot))) =
                    (self.old.kind(*base), path.first())
                {
                    let slot = *self.slots.get(&(*base, *slot))?;
                    return Some(self.w.get(self.values[*base], &[Step::At(slot)]));
                }
                // What a call without tangents adds to an array does not change its tangent.
                if let (Kind::Call(call), [Step::At(1), Step::At(at)], None) =
                    (self.old.kind(*base), &path[..], self.tangent_of(*base))
                    && let Some(Some(sum)) = call.sums.get(*at)
                {
                    return self.tangent_of(sum.id);
                }
                let base = self.tangent_of(*base)?;
                Some(self.w.get(base, &path))
            }
            Kind::Set(base, path, value) => {
                self.tangent_of(*base).or(self.tangent_of(*value))?;
                let (base, value) = (self.tangent_or_zero(*base), self.tangent_or_zero(*value));
                let path = new_path(self, path);
                Some(self.w.set(base, &path, value))
            }
            Kind::AddAt(base, path, value) => {
                let Some(value) = self.tangent_of(*value) else { return self.tangent_of(*base) };
                let base = self.tangent_or_zero(*base);
                let path = new_path(self, path);
                Some(self.w.push(Kind::AddAt(base, path, value), ty))
            }
            &Kind::Sum(a, b) => match (self.tangent_of(a), self.tangent_of(b)) {
                (Some(a), Some(b)) => Some(self.w.push(Kind::Sum(a, b), ty)),
                (a, b) => a.or(b),
            },
            _ => None,
        }
    }

    /// A call and its tangent are one call of the callee's derivative.
    fn call(&mut self, id: Id) {
        let Kind::Call(call) = self.old.kind(id) else { unreachable!("asked for a call") };
        let tangents: Vec<_> = call.args.each(|arg| self.tangent_of(arg.id));
        let seed_tangent = call.seed.and_then(|seed| self.tangent_of(seed));
        let mut kind = self.old.kind(id).clone();
        kind.each_input(&mut |input| *input = self.values[*input]);
        let Kind::Call(mut new) = kind else { unreachable!("it is still a call") };
        let ty = self.old.node(id).ty.clone();
        if call.unused || tangents.iter().all(Option::is_none) && seed_tangent.is_none() {
            let new = self.w.push(Kind::Call(new), ty);
            self.values.insert(id, new);
            return;
        }
        if let Some(seed) = call.seed {
            new.seed_tangent = Some(match seed_tangent {
                Some(tangent) => tangent,
                None => {
                    let ty = self.moving(&self.old.node(seed).ty);
                    self.w.zero_like(self.values[seed], &ty)
                }
            });
        }
        // What the callee changes gets a tangent, if it has none yet.
        let tangents = tangents.into_iter().zip(&call.args);
        new.tangents = Some(
            tangents
                .map(|(tangent, arg)| if arg.mutable { Some(self.tangent_or_zero(arg.id)) } else { tangent })
                .collect(),
        );
        // Before the call, which changes them.
        let sums = call.sums.iter().zip(new.sums.clone());
        new.sum_tangents =
            sums.map(|(old, new)| Some(CallArg { id: self.tangent_or_zero(old.as_ref()?.id), ..new? })).collect();
        new.lanes = self.directions == Directions::Lanes;
        let moving = self.moving(&ty);
        let both = self.w.push(Kind::Call(new), Type::Tuple(vec![ty, moving]));
        let value = self.w.get(both, &[Step::At(0)]);
        let tangent = self.w.get(both, &[Step::At(1)]);
        self.values.insert(id, value);
        self.tangents.insert(id, tangent);
    }

    fn branch(&mut self, id: Id, on: Id, arms: &[Arm]) {
        let outer = self.w.at;
        let Type::Tuple(mut types) = self.old.node(id).ty.clone() else { unreachable!("a branch yields a tuple") };
        let mut new_arms = Vec::new();
        for arm in arms {
            let region = self.w.graph.add_region(outer);
            self.w.at = region;
            self.nodes(arm.region);
            let results = self.old.region(arm.region).results.each(|result| self.values[*result]);
            self.w.graph.region_mut(region).results = results;
            new_arms.push(Arm { region, ..arm.clone() });
        }
        for slot in 0..types.len() {
            self.slots.remove(&(id, slot));
            let sources: Vec<_> = arms
                .iter()
                .filter(|arm| arm.diverges.is_none())
                .map(|arm| self.old.region(arm.region).results[slot])
                .collect();
            if sources.iter().all(|&source| self.tangent_of(source).is_none()) {
                continue;
            }
            let moving = self.moving(&types[slot]);
            for (arm, new) in arms.iter().zip(&new_arms) {
                if arm.diverges.is_none() {
                    self.w.at = new.region;
                    let tangent = self.tangent_or_zero_of(self.old.region(arm.region).results[slot], &moving);
                    self.w.graph.region_mut(new.region).results.push(tangent);
                }
            }
            self.slots.insert((id, slot), types.len());
            types.push(moving);
        }
        self.w.at = outer;
        let on = self.values[on];
        let new = self.w.push(Kind::Branch { on, arms: new_arms }, Type::Tuple(types));
        self.values.insert(id, new);
    }

    fn for_loop(&mut self, id: Id) {
        let Kind::For { range, init, body, again, .. } = self.old.kind(id) else { unreachable!("asked for a loop") };
        let old_body = self.old.region(*body);
        let Type::Tuple(types) = self.old.node(id).ty.clone() else { unreachable!("a loop yields a tuple") };
        let moving_types: Vec<Type> = types.each(|ty| self.moving(ty));
        let known = self.carried.remove(&id).unwrap_or_default();
        let mut moving: Vec<usize> =
            (0..init.len()).only(|&k| known.contains(&k) || self.tangent_of(init[k]).is_some());
        let outer = self.w.at;
        // What moves in one iteration moves what it flows into in the next.
        let region = loop {
            let region = self.w.graph.add_region(outer);
            self.w.at = region;
            for &param in &old_body.params {
                let node = self.old.node(param);
                let new = self.w.param(Kind::Argument, node.ty.clone(), false, node.name.as_deref());
                self.values.insert(param, new);
                self.tangents.remove(param);
            }
            for &k in &moving {
                let tangent = self.w.param(Kind::Argument, moving_types[k].clone(), false, None);
                self.tangents.insert(old_body.params[k + 1], tangent);
            }
            self.nodes(*body);
            let found: Vec<usize> =
                (0..init.len()).only(|k| moving.contains(k) || self.tangent_of(old_body.results[*k]).is_some());
            if found == moving {
                break region;
            }
            moving = found;
        };
        self.carried.insert(id, moving.clone());
        let mut results: Vec<Id> = old_body.results.each(|result| self.values[*result]);
        let go_on = again.then(|| results.pop()).flatten();
        for &k in &moving {
            results.push(self.tangent_or_zero_of(old_body.results[k], &moving_types[k]));
        }
        results.extend(go_on);
        self.w.graph.region_mut(region).results = results;
        self.w.at = outer;
        let mut range = range.clone();
        (range.start, range.end) = (self.values[range.start], self.values[range.end]);
        let mut new_init: Vec<Id> = init.each(|id| self.values[*id]);
        let mut new_types = types[..init.len()].to_vec();
        for (at, &k) in moving.iter().enumerate() {
            new_init.push(self.tangent_or_zero_of(init[k], &moving_types[k]));
            new_types.push(moving_types[k].clone());
            self.slots.insert((id, k), init.len() + at);
        }
        // The number of iterations stays the last.
        if types.len() > init.len() {
            self.moved.insert((id, init.len()), new_types.len());
            new_types.push(Type::Other);
        }
        let kind = Kind::For { range, init: new_init, body: region, again: *again, recompute: false };
        let new = self.w.push(kind, Type::Tuple(new_types));
        self.values.insert(id, new);
    }
}
