//! What the sweep makes of branches and loops: a branch on the same condition, a loop that runs backwards.

use super::adjoint::Adjoint;
use super::reverse::{Frame, Reverse};
use crate::each::{Each, IntoEach};
use crate::graph::{Arm, Id, Kind, Len, Range, Step, Table, Type, element_type};

impl Reverse {
    pub(super) fn branch(&mut self, first: Id, (on, arms): (Id, &[Arm]), adjoint: &Adjoint, ty: &Type) {
        let on = self.fetch(on);
        let outer = self.w.at;
        let mut swept = Vec::new();
        for arm in arms {
            let at = self.w.graph.add_region(outer);
            self.w.at = at;
            self.enter(Frame { at, ..Frame::new(arm.region, None) });
            if arm.diverges.is_none() {
                let results = self.w.graph.region(arm.region).results.clone();
                for (k, result) in results.into_iter().enumerate() {
                    let part = adjoint.part(&mut self.w, ty, &[Step::At(k)]);
                    self.contribute(result, part);
                }
                self.region(arm.region);
            }
            let frame = self.leave();
            swept.push((Arm { region: at, ..arm.clone() }, frame.adjoints));
        }
        self.w.at = outer;
        let mut touched: Vec<Id> = swept.iter().flat_map(|(_, adjoints)| adjoints.keys().copied()).collect();
        touched.sort_unstable();
        touched.dedup();
        let mut types = Vec::new();
        let mut updates = Vec::new();
        for id in touched {
            let ty = self.w.graph.node(id).ty.clone();
            let before = self.current(id);
            let of_arm = |adjoints: &Table<Id, Adjoint>| adjoints.get(&id).unwrap_or(&before).clone();
            for path in common_leaves(swept.iter().map(|(_, adjoints)| of_arm(adjoints))) {
                for (arm, adjoints) in &swept {
                    if arm.diverges.is_none() {
                        let part_ty = crate::graph::element_type(&ty, &path);
                        self.w.at = arm.region;
                        let part = of_arm(adjoints).part(&mut self.w, &ty, &path);
                        let result = if part_ty.has_slices() && path.is_empty() {
                            self.materialize(part, id)
                        } else {
                            part.materialize(&mut self.w, &part_ty)
                        };
                        self.w.graph.region_mut(arm.region).results.push(result);
                    }
                }
                types.push(crate::graph::element_type(&ty, &path));
                updates.push((id, path));
            }
        }
        self.w.at = outer;
        let arms: Vec<_> = swept.into_each(|(arm, _)| arm);
        let branch = self.w.push(Kind::Branch { on, arms }, Type::Tuple(types));
        self.pairs.push((first, branch));
        let mut sums: Vec<(Id, Adjoint)> = Vec::new();
        for (at, (id, path)) in updates.into_iter().enumerate() {
            let g = self.w.get(branch, &[Step::At(at)]);
            let ty = self.w.graph.node(id).ty.clone();
            let sum = sums.pop_if(|(last, _)| *last == id).map_or(Adjoint::Missing, |(_, sum)| sum);
            sums.push((id, sum.add(&mut self.w, &ty, &path, g)));
        }
        for (id, sum) in sums {
            self.store(id, sum);
        }
    }

    /// Sweeps a loop; what it started with are `sources` of the forward pass.
    pub(super) fn for_loop(&mut self, id: Id, sources: &[Id], adjoint: &Adjoint, ty: &Type) {
        let Kind::For { range, init, body, again, .. } = self.w.graph.kind(id).clone() else {
            unreachable!("asked for a loop")
        };
        let start = self.fetch(range.start);
        let end = if again {
            // The loop of the sweep runs as often as that of the forward pass did.
            let count = self.slot(id, init.len());
            let count = self.fetch(count);
            self.w.offset(start, count)
        } else {
            self.fetch(range.end)
        };
        let params = self.w.graph.region(body).params.clone();
        let results = self.w.graph.region(body).results.clone();
        let carried: Vec<usize> = (0..init.len()).only(|&k| self.w.graph.node(params[k + 1]).active);
        let types: Vec<Type> = carried.each(|&k| self.w.graph.node(params[k + 1]).ty.clone());
        let mut starts: Vec<Id> = carried
            .iter()
            .zip(&types)
            .map(|(&k, part_ty)| {
                let part = adjoint.part(&mut self.w, ty, &[Step::At(k)]);
                if !part_ty.has_slices() {
                    return part.materialize(&mut self.w, part_ty);
                }
                let result = self.slot(id, k);
                self.materialize(part, result)
            })
            .collect();
        let outer = self.w.at;
        let at = self.w.graph.add_region(outer);
        self.w.at = at;
        let index_name = self.w.graph.node(params[0]).name.clone();
        let index = self.w.param(Kind::Argument, Type::Other, false, index_name.as_deref());
        self.enter(Frame { at, ..Frame::new(body, Some(index)) });
        let flowing: Vec<Id> = carried
            .iter()
            .zip(&types)
            .map(|(&k, ty)| {
                let name = self.adjoint_name(params[k + 1]);
                self.w.param(Kind::Argument, ty.clone(), false, name.as_ref())
            })
            .collect();
        for (&k, &g) in carried.iter().zip(&flowing) {
            self.contribute(results[k], Adjoint::Whole(g));
        }
        self.region(body);
        let mut ends: Vec<Id> = Vec::new();
        for &k in &carried {
            let adjoint = self.take(params[k + 1]);
            ends.push(self.materialize(adjoint, params[k + 1]));
        }
        let mut frame = self.leave();
        let mut sums = types;
        for &id in &frame.accumulators {
            let ty = self.w.graph.node(id).ty.clone();
            let sum = frame.adjoints.remove(&id).unwrap_or_default();
            ends.push(self.materialize(sum, id));
            sums.push(ty);
        }
        self.w.graph.region_mut(at).results = ends;
        self.keep_less(at);
        self.w.at = outer;
        for &id in &frame.accumulators {
            let before = self.current(id);
            starts.push(self.materialize(before, id));
        }
        let inclusive = range.inclusive && !again;
        let range = Range { start, end, inclusive, reversed: !range.reversed, ..range.clone() };
        let kind = Kind::For { range, init: starts, body: at, again: false, recompute: false };
        let first = id;
        let id = self.w.push(kind, Type::Tuple(sums));
        self.pairs.push((first, id));
        for (j, source) in frame.accumulators.iter().enumerate() {
            let sum = self.w.get(id, &[Step::At(carried.len() + j)]);
            self.store(*source, Adjoint::Whole(sum));
        }
        for (j, &k) in carried.iter().enumerate() {
            let g = self.w.get(id, &[Step::At(j)]);
            self.contribute(sources[k], Adjoint::Whole(g));
        }
    }

    /// Every element of `[x; N]` is `x`.
    pub(super) fn splat(&mut self, element: Id, whole: Id, end: Id, bound: Option<Len>) {
        let inner = &element_type(&self.w.graph.node(whole).ty, &[Step::At(0)]);
        let start = self.w.push(Kind::Int(0, None), Type::Other);
        let zero = self.materialize(Adjoint::Missing, element);
        let body = self.w.graph.add_region(self.w.at);
        let outer = std::mem::replace(&mut self.w.at, body);
        let index = self.w.param(Kind::Argument, Type::Other, false, None);
        let sum = self.w.param(Kind::Argument, inner.clone(), false, None);
        let g = self.w.get(whole, &[Step::Index(index)]);
        let sum = Adjoint::Whole(sum).add(&mut self.w, inner, &[], g).materialize(&mut self.w, inner);
        self.w.graph.region_mut(body).results = vec![sum];
        self.w.at = outer;
        let range = Range { start, end, inclusive: false, reversed: false, bound };
        let kind = Kind::For { range, init: vec![zero], body, again: false, recompute: false };
        let id = self.w.push(kind, Type::Tuple(vec![inner.clone()]));
        let sum = self.w.get(id, &[Step::At(0)]);
        self.contribute_at(element, &[], sum);
    }
}

/// The coarsest common division of several adjoints of one value into parts.
fn common_leaves(adjoints: impl Iterator<Item = Adjoint>) -> Vec<Vec<Step>> {
    let mut paths: Vec<Vec<Step>> =
        adjoints.flat_map(|adjoint| adjoint.leaves().into_iter().map(|(path, _)| path)).collect();
    paths.sort_by(|a, b| a.len().cmp(&b.len()).then_with(|| format!("{a:?}").cmp(&format!("{b:?}"))));
    let mut kept: Vec<Vec<Step>> = Vec::new();
    for path in paths {
        if !kept.iter().any(|prefix| path.starts_with(prefix)) {
            kept.push(path);
        }
    }
    kept
}
