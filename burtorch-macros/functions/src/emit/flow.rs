//! Branches and loops: regions become blocks, their results variables.

use std::collections::HashSet;
use std::fmt::Write;

use super::body::{Body, is_aggregate};
use super::operand::{Value, clone_of};
use super::vector::SHORT;
use crate::each::Each;
use crate::graph::{Arm, Id, Kind, PatternTest, Type};

impl Body<'_> {
    /// The names under which the results of a branch or loop are known.
    fn set_slot(&mut self, owner: Id, slot: usize, name: &str) {
        if let Some(get) = self.uses.alias(owner, slot) {
            if is_aggregate(&self.graph.node(get).ty) {
                self.own(get, name.to_owned());
            } else {
                self.values.insert(get, Value::name(name));
            }
        }
    }

    fn slot_hint(&self, owner: Id, slot: usize) -> String {
        self.uses.alias(owner, slot).map_or_else(|| "t".to_owned(), |get| self.hint(get))
    }

    pub(super) fn branch(&mut self, id: Id, on: Id, arms: &[Arm]) -> String {
        // A reference is matched as what it is.
        let on = if self.graph.node(on).ty == Type::Other { self.place_of(on) } else { self.bare(on) };
        let outer_changed = std::mem::take(&mut self.changed);
        let mut changed = HashSet::new();
        let mut written = Vec::new();
        for arm in arms {
            let (known, place) = (self.stacks.keys().copied().collect(), self.opened.len());
            let statements = self.region(arm.region);
            let statements = self.open_stacks(&known, place) + &statements;
            let results: Vec<_> = self.graph.region(arm.region).results.each(|&id| self.result(id));
            changed.extend(std::mem::take(&mut self.changed));
            let slices = self.slices.pop().unwrap_or_default();
            written.push((arm, statements, results, slices));
        }
        let Type::Tuple(types) = self.graph.node(id).ty.clone() else { unreachable!("a branch yields a tuple") };
        let slots = types.len();
        // A result that some arm left in an outer variable, changed in place, stays there.
        let mut taken = HashSet::new();
        let in_place: Vec<Option<String>> = (0..slots).each(|slot| {
            let yielding = written.iter().filter(|(arm, ..)| arm.diverges.is_none());
            let mut results = yielding.map(|(_, _, results, _)| &results[slot]);
            let found = results.find(|name| changed.contains(*name) && self.is_in_scope(name))?;
            // One variable holds one result.
            taken.insert(found.clone()).then(|| found.clone())
        });
        let fresh: Vec<usize> = (0..slots).only(|&slot| in_place[slot].is_none());
        let names: Vec<String> = fresh.each(|&slot| {
            let hint = self.slot_hint(id, slot);
            let name = self.fresh_aggregate(&hint);
            if types[slot].is_slice() {
                self.take_slice(&name);
            }
            name
        });
        let is_slice: Vec<bool> = types.each(Type::is_slice);
        let blocks: Vec<(&Arm, String)> = written.each(|(arm, statements, results, slices)| {
            let results = self.moved(results, &in_place, &is_slice, slices);
            let results = left(results, &in_place, &types);
            let recycled = self.recycle(slices);
            (*arm, self.arm_block(arm, statements, &results, &in_place, &is_slice, &recycled))
        });
        let expression = self.choice(&on, &blocks);
        for (slot, target) in in_place.iter().enumerate() {
            if let Some(target) = target {
                self.set_slot(id, slot, target);
            }
        }
        for (&slot, name) in fresh.iter().zip(&names) {
            self.set_slot(id, slot, name);
        }
        self.changed.extend(outer_changed);
        self.changed.extend(in_place.into_iter().flatten());
        match &names[..] {
            [] => format!("{expression}\n"),
            [name] => format!("let mut {name} = {expression};\n"),
            names => format!("let (mut {}) = {expression};\n", names.join(", mut ")),
        }
    }

    /// `if on { … } else { … }`, or a `match`.
    fn choice(&mut self, on: &str, blocks: &[(&Arm, String)]) -> String {
        match blocks {
            [(first, yes), (_, no)] if matches!(first.test, PatternTest::Bool(true)) => {
                format!("if {on} {{ {yes} }} else {{ {no} }}")
            }
            [(first, no), (_, yes)] if matches!(first.test, PatternTest::Bool(false)) => {
                format!("if {on} {{ {yes} }} else {{ {no} }}")
            }
            blocks => {
                let mut text = format!("match {on} {{ ");
                for (arm, block) in blocks {
                    let _ = write!(text, "{} => {{ {block} }} ", self.mark(arm.pattern.clone()));
                }
                text + "}"
            }
        }
    }

    pub(super) fn for_loop(&mut self, id: Id) -> String {
        let Kind::For { range, init, body: region, .. } = self.graph.kind(id) else { unreachable!("asked for a loop") };
        let region = *region;
        let mut text = String::new();
        let params = self.graph.region(region).params.clone();
        let (start, end) = (self.value(range.start), self.value(range.end));
        let mut carried = Vec::new();
        for (slot, &start) in init.iter().enumerate() {
            let param = params[slot + 1];
            let aggregate = is_aggregate(&self.graph.node(param).ty);
            let canonical = self.uses.canonical(self.graph, start);
            let reused = self.owned.get(canonical).cloned().filter(|_| aggregate);
            let name = match reused.filter(|_| self.uses.ends_at(self.graph, start, id, self.at)) {
                Some(owned) => {
                    self.changed.insert(owned.clone());
                    owned
                }
                None => {
                    let hint = match &self.graph.node(param).name {
                        Some(name) => name.to_string(),
                        None => self.slot_hint(id, slot),
                    };
                    let (name, mut value) = (self.fresh_aggregate(&hint), self.bare(start));
                    let ty = self.context.ty(&self.graph.node(param).ty);
                    let ty = if self.graph.node(param).ty.is_cloned() { self.mark(ty) } else { ty.to_string() };
                    if self.is_slice(param) {
                        self.take_slice(&name);
                        value = format!("{}.copy(&{value})", self.scratch);
                    }
                    let _ = writeln!(text, "let mut {name}: {ty} = {value};");
                    name
                }
            };
            carried.push(name);
        }
        let hint = self.graph.node(params[0]).name.as_ref().map_or_else(|| "i".to_owned(), ToString::to_string);
        let index = self.fresh(&hint);
        self.values.insert(params[0], Value::name(&index));
        let (iterations, in_parts) = self.iterations(id, &index, &carried);
        if in_parts {
            // A short loop is quicker as it would be without the option.
            let vector = self.vector.take();
            let (plain, _) = self.iterations(id, &index, &carried);
            self.vector = vector;
            let dots = if range.inclusive { "..=" } else { ".." };
            let _ = writeln!(text, "if ({start}{dots}{end}).count() < {SHORT} {{ {plain} }} else {{ {iterations} }}");
        } else {
            text.push_str(&iterations);
        }
        text
    }

    /// The iterations of a loop over its variables, and whether they go in parts, whose sums are vector code.
    fn iterations(&mut self, id: Id, index: &str, carried: &[String]) -> (String, bool) {
        let Kind::For { range, init, body: region, again, .. } = self.graph.kind(id) else {
            unreachable!("asked for a loop")
        };
        let (region, mut text) = (*region, String::new());
        let params = self.graph.region(region).params.clone();
        let (start, end) = (self.value(range.start), self.value(range.end));
        for (&param, name) in params[1..].iter().zip(carried) {
            if is_aggregate(&self.graph.node(param).ty) {
                self.own(param, name.clone());
            } else {
                self.values.insert(param, Value::name(name));
            }
        }
        let stacks = self.enter_loop(region, range, index, carried, *again);
        text.push_str(&stacks.before);
        for &(slot, _) in &stacks.sums {
            // What an iteration adds to a sum is what that becomes from a zero that no sum shows.
            self.values.insert(params[slot + 1], Value::name(self.context.constant_text(-0.0)));
        }
        let mut statements = self.region(region);
        self.set_inside(false);
        let mut results: Vec<_> = self.graph.region(region).results.each(|&id| self.result(id));
        for (slot, terms) in &stacks.sums {
            let position = &self.loops.last().expect("it is being written").position;
            let _ = writeln!(statements, "{terms}[{position}] = {};", results[*slot]);
            results[*slot].clone_from(&carried[*slot]);
        }
        let slices = self.slices.pop().unwrap_or_default();
        self.loops.pop();
        let go_on = again.then(|| results.pop()).flatten();
        // What it starts with may be code that is not known to yield an array.
        let is_slice: Vec<bool> = params[1..].each(|&param| self.is_slice(param));
        let targets: Vec<Option<String>> = carried.iter().cloned().map(Some).collect();
        let results = self.moved(&results, &targets, &is_slice, &slices);
        let types: Vec<Type> = params[1..].each(|&param| self.graph.node(param).ty.clone());
        let results = left(results, &targets, &types);
        let recycled = self.recycle(&slices);
        let assign = self.assignment(carried, &results, &is_slice);
        for (slot, name) in carried.iter().enumerate() {
            self.set_slot(id, slot, name);
        }
        if let Some(go_on) = go_on {
            let count = self.fresh("count");
            self.set_slot(id, init.len(), &count);
            // Whether to go on is asked before what it depends on is overwritten.
            let _ = writeln!(
                text,
                "let mut {count} = 0_usize; while {start} + {count} < {end} {{ let {index} = {start} + {count}; \
                 {count} += 1; {statements} let __burtorch_again = {go_on}; {assign} {recycled} \
                 if !__burtorch_again {{ break; }} }}"
            );
        } else {
            let dots = if range.inclusive { "..=" } else { ".." };
            let range =
                if range.reversed { format!("({start}{dots}{end}).rev()") } else { format!("{start}{dots}{end}") };
            let header = stacks.header.unwrap_or_else(|| format!("for {index} in {range} {{"));
            let _ = writeln!(text, "{header} {statements} {} {assign} {recycled} }}", stacks.end);
        }
        text.push_str(&stacks.after);
        (text, !stacks.sums.is_empty())
    }

    /// The block of an arm: its statements, then its results, those in place assigned to their variables.
    fn arm_block(
        &self,
        arm: &Arm,
        statements: &str,
        results: &[String],
        in_place: &[Option<String>],
        is_slice: &[bool],
        recycled: &str,
    ) -> String {
        if let Some(diverges) = &arm.diverges {
            return format!("{statements} {diverges}");
        }
        let fresh = in_place.iter().zip(results).filter(|(target, _)| target.is_none());
        let values: Vec<&str> = fresh.map(|(_, result)| result.as_str()).collect();
        let value = match values[..] {
            [] => String::new(),
            [value] => value.to_owned(),
            ref values => format!("({})", values.join(", ")),
        };
        let slots: Vec<usize> = (0..results.len()).only(|&slot| in_place[slot].is_some());
        let targets: Vec<String> = slots.iter().filter_map(|&slot| in_place[slot].clone()).collect();
        let sources: Vec<String> = slots.each(|&slot| results[slot].clone());
        let are_slices: Vec<bool> = slots.each(|&slot| is_slice[slot]);
        let assign = self.assignment(&targets, &sources, &are_slices);
        if assign.is_empty() && recycled.is_empty() {
            return format!("{statements} {value}");
        }
        // All results are read before any variable is overwritten.
        format!("{statements} let __burtorch_yielded = ({value}); {assign} {recycled} __burtorch_yielded")
    }
}

/// The results of a region for variables around it: structs are cloned, unless they are there already.
fn left(results: Vec<String>, targets: &[Option<String>], types: &[Type]) -> Vec<String> {
    let one = |(slot, result): (usize, String)| {
        let cloned = types[slot].is_cloned() && !types[slot].is_slice() && !result.ends_with('}');
        if cloned && targets[slot].as_ref() != Some(&result) { clone_of(&result, &types[slot]) } else { result }
    };
    results.into_iter().enumerate().map(one).collect()
}
