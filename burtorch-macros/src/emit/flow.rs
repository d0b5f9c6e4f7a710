//! Branches and loops: regions become blocks, their results variables.

use std::collections::HashSet;
use std::fmt::Write;

use super::body::{Body, Value, is_aggregate};
use crate::graph::{Arm, Id, PatternTest, Range, RegionId, Type};

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
        let on = self.bare(on);
        let outer_changed = std::mem::take(&mut self.changed);
        let mut changed = HashSet::new();
        let mut written = Vec::new();
        for arm in arms {
            let statements = self.region(arm.region);
            let results: Vec<_> = self.graph.region(arm.region).results.iter().map(|&id| self.bare(id)).collect();
            changed.extend(std::mem::take(&mut self.changed));
            written.push((arm, statements, results));
        }
        let slots = match &self.graph.node(id).ty {
            Type::Tuple(types) => types.len(),
            _ => 0,
        };
        // A result that some arm left in an outer variable, changed in place, stays there.
        let mut taken = HashSet::new();
        let in_place: Vec<Option<String>> = (0..slots)
            .map(|slot| {
                let yielding = written.iter().filter(|(arm, ..)| arm.diverges.is_none());
                let mut results = yielding.map(|(_, _, results)| &results[slot]);
                let found = results.find(|name| changed.contains(*name) && self.is_in_scope(name))?;
                // One variable holds one result.
                taken.insert(found.clone()).then(|| found.clone())
            })
            .collect();
        let fresh: Vec<usize> = (0..slots).filter(|&slot| in_place[slot].is_none()).collect();
        let names: Vec<String> = fresh
            .iter()
            .map(|&slot| {
                let hint = self.slot_hint(id, slot);
                self.fresh_aggregate(&hint)
            })
            .collect();
        let blocks: Vec<(&Arm, String)> = written
            .iter()
            .map(|(arm, statements, results)| (*arm, arm_block(arm, statements, results, &in_place, &fresh)))
            .collect();
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

    pub(super) fn for_loop(&mut self, id: Id, range: &Range, init: &[Id], region: RegionId) -> String {
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
                    let (name, value) = (self.fresh_aggregate(&hint), self.bare(start));
                    let ty = self.context.ty(&self.graph.node(param).ty);
                    let _ = writeln!(text, "let mut {name}: {ty} = {value};");
                    name
                }
            };
            if aggregate {
                self.own(param, name.clone());
            } else {
                self.values.insert(param, Value::name(&name));
            }
            carried.push(name);
        }
        let hint = self.graph.node(params[0]).name.as_ref().map_or_else(|| "i".to_owned(), ToString::to_string);
        let index = self.fresh(&hint);
        self.values.insert(params[0], Value::name(&index));
        let statements = self.region(region);
        let results: Vec<_> = self.graph.region(region).results.iter().map(|&id| self.bare(id)).collect();
        let (targets, values): (Vec<String>, Vec<String>) =
            carried.iter().cloned().zip(results).filter(|(name, value)| name != value).unzip();
        let assign = match (&targets[..], &values[..]) {
            ([], _) => String::new(),
            ([target], [value]) => format!("{target} = {value};"),
            (targets, values) => format!("({}) = ({});", targets.join(", "), values.join(", ")),
        };
        for (slot, name) in carried.iter().enumerate() {
            self.set_slot(id, slot, name);
        }
        let dots = if range.inclusive { "..=" } else { ".." };
        let range = if range.reversed { format!("({start}{dots}{end}).rev()") } else { format!("{start}{dots}{end}") };
        let _ = writeln!(text, "for {index} in {range} {{ {statements} {assign} }}");
        text
    }
}

/// The block of an arm: its statements, then its results, those in place assigned to their variables.
fn arm_block(arm: &Arm, statements: &str, results: &[String], in_place: &[Option<String>], fresh: &[usize]) -> String {
    if let Some(diverges) = &arm.diverges {
        return format!("{statements} {diverges}");
    }
    let values: Vec<&str> = fresh.iter().map(|&slot| results[slot].as_str()).collect();
    let value = match values[..] {
        [] => String::new(),
        [value] => value.to_owned(),
        ref values => format!("({})", values.join(", ")),
    };
    let (targets, sources): (Vec<&str>, Vec<&str>) = in_place
        .iter()
        .zip(results)
        .filter_map(|(target, result)| {
            let target = target.as_ref().filter(|target| *target != result)?;
            Some((target.as_str(), result.as_str()))
        })
        .unzip();
    if targets.is_empty() {
        return format!("{statements} {value}");
    }
    // All results are read before any variable is overwritten.
    let (targets, sources) = (targets.join(", "), sources.join(", "));
    format!("{statements} let __burtorch_yielded = ({value}); ({targets},) = ({sources},); __burtorch_yielded")
}
