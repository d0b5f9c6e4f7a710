//! Arrays whose length is known at run time, and what loops of any length put aside: both live in the scratch.

use std::collections::BTreeSet;
use std::fmt::Write;

use super::body::Body;
use super::operand::Value;
use super::place::overwrite;
use super::shape::Code;
use super::windows::Window;
use crate::each::Each;
use crate::graph::{Id, Kind, Range, RegionId, SaveStack, Set, Type};

/// A loop that is being written.
pub(super) struct Loop {
    /// Which iteration it is in, counted from the start of its range.
    pub position: String,
    /// How many iterations there are is known before the first one.
    counted: bool,
    pub body: RegionId,
    pub range: Range,
    pub windows: Vec<Window>,
    /// What depends on a number of the iteration before, where operations may be fused.
    pub recurrent: Set<Id>,
}

/// The arrays that a region gives back when it is left.
#[derive(Default)]
pub(super) struct Slices {
    /// Those that it has from the scratch.
    pub owned: Vec<String>,
    /// The stacks out of which it takes an array.
    pub read: Vec<String>,
}

/// What is written around a loop: how it starts, and what is done with its stacks of saved values before and after it.
pub(super) struct LoopText {
    pub before: String,
    pub after: String,
    /// How the loop starts, if not as it was written.
    pub header: Option<String>,
    /// The carried variables that are sums of vector code, each with the array of its terms.
    pub sums: Vec<(usize, String)>,
    /// What stands at the end of each iteration.
    pub end: String,
}

/// An array that the closure around a loop takes.
pub(super) struct ClosureParam {
    pub name: String,
    pub mutable: bool,
    /// Its type, if that is known; else it is used where it is.
    pub ty: Option<String>,
}

impl Body<'_> {
    pub(super) fn is_slice(&self, id: Id) -> bool {
        self.graph.node(id).ty.is_slice()
    }

    /// A buffer of the caller's, which is changed in place.
    pub(super) fn lend(&mut self, param: Id, name: &str) {
        self.own(param, name.to_owned());
        self.lent.insert(name.to_owned(), overwrite(&self.graph.node(param).ty));
    }

    /// From here on a variable of the region that is being written holds an array of the scratch.
    pub(super) fn take_slice(&mut self, name: &str) {
        self.slices.last_mut().expect("a region is being written").owned.push(name.to_owned());
    }

    pub(super) fn bind_slice(&mut self, id: Id, text: &str) -> String {
        let hint = self.hint(id);
        let name = self.fresh_aggregate(&hint);
        self.take_slice(&name);
        self.own(id, name.clone());
        let ty = self.context.ty(&self.graph.node(id).ty);
        format!("let mut {name}: {ty} = {text};\n")
    }

    /// A value that becomes a part of `user`: an array of any length is moved there if nothing else needs it, or copied.
    pub(super) fn stored(&mut self, id: Id, user: Id) -> String {
        if !self.is_slice(id) {
            return self.bare(id);
        }
        let canonical = self.uses.canonical(self.graph, id);
        match self.owned.get(canonical) {
            Some(owned) if !self.lent.contains_key(owned) && self.uses.ends_at(self.graph, id, user, self.at) => {
                format!("::core::mem::take(&mut {owned})")
            }
            _ => self.copy_of(id),
        }
    }

    /// An array from the scratch of elements that may come from there as well.
    pub(super) fn taken_from_scratch(&self, method: &str, elements: &str, rest: &str) -> String {
        format!("{{ let __burtorch_elements = {elements}; {}.{method}(__burtorch_elements{rest}) }}", self.scratch)
    }

    /// A copy of an array of any length.
    pub(super) fn copy_of(&mut self, id: Id) -> String {
        let array = self.value(id);
        format!("{}.copy(&{array})", self.scratch)
    }

    /// The results of a region, as they are when it is left for variables around it.
    ///
    /// An array that nobody else needs is moved, any other is copied.
    pub(super) fn moved(
        &self,
        results: &[String],
        targets: &[Option<String>],
        is_slice: &[bool],
        slices: &Slices,
    ) -> Vec<String> {
        let at = |slot: usize| targets.get(slot).and_then(Option::as_ref);
        let moved = |(slot, result): (usize, &String)| {
            if !is_slice[slot] || at(slot) == Some(result) {
                return result.clone();
            }
            let first = results.iter().position(|other| other == result) == Some(slot);
            // A variable around the region may be moved if it gets another value itself.
            let replaced = targets.iter().zip(results).any(|(target, new)| {
                target.as_ref() == Some(result) && new != result && !self.lent.contains_key(result)
            });
            match (first && (slices.owned.contains(result) || replaced), at(slot)) {
                (_, Some(target)) if self.lent.contains_key(target) => result.clone(),
                (true, _) => format!("::core::mem::take(&mut {result})"),
                (false, _) => format!("{}.copy(&{result})", self.scratch),
            }
        };
        results.iter().enumerate().map(moved).collect()
    }

    /// Whether nothing changes an array or hands it on.
    pub(super) fn is_only_read(&self, id: Id) -> bool {
        self.uses.users(id).iter().all(|&user| match self.graph.kind(user) {
            Kind::Get(..) | Kind::Len(_) => true,
            Kind::Call(call) => {
                let changed = call.args.iter().filter(|arg| arg.mutable).chain(call.sums.iter().flatten());
                let changed = changed.chain(call.sum_tangents.iter().flatten());
                !changed.into_iter().any(|arg| arg.id == id) && call.args.iter().any(|arg| arg.id == id)
            }
            _ => false,
        }) && !self.uses.is_result(id)
    }

    /// Statements that give the arrays of a region back.
    pub(super) fn recycle(&self, slices: &Slices) -> String {
        let mut text = String::new();
        for name in slices.read.iter().rev() {
            let _ = writeln!(text, "{name}.shrink();");
        }
        for name in slices.owned.iter().rev() {
            let _ = writeln!(text, "{}.recycle({name});", self.scratch);
        }
        text
    }

    /// Ends the scope of the function itself: buffers return to the scratch, but for those that its results hold.
    pub(super) fn leave(&mut self, results: &mut [String]) -> String {
        let slices = self.slices.pop().unwrap_or_default();
        for (&id, result) in self.graph.root().results.iter().zip(results) {
            if slices.owned.contains(result) {
                *result = format!("::core::mem::take(&mut {result})");
            } else if self.is_slice(id) && !self.lent.contains_key(result) {
                // An argument that comes out as it went in.
                *result = format!("{}.copy(&{result})", self.scratch);
            }
        }
        self.recycle(&slices)
    }

    /// `(a, b) = (x, y);`, without what is there already; arrays that are replaced go back to the scratch.
    pub(super) fn assignment(&self, targets: &[String], values: &[String], is_slice: &[bool]) -> String {
        let changed: Vec<usize> = (0..targets.len()).only(|&slot| targets[slot] != values[slot]);
        let (mut before, mut after) = (String::new(), String::new());
        let (mut left, mut right) = (Vec::new(), Vec::new());
        for slot in changed {
            let (target, value) = (&targets[slot], &values[slot]);
            if let Some(overwrite) = self.lent.get(target) {
                let _ = writeln!(after, "{target}.{overwrite}(&{value});");
            } else if is_slice[slot] {
                let _ = writeln!(before, "let __burtorch_array_{slot} = {value};");
                let _ = writeln!(
                    after,
                    "{}.recycle(::core::mem::replace(&mut {target}, __burtorch_array_{slot}));",
                    self.scratch
                );
            } else {
                left.push(target.as_str());
                right.push(value.as_str());
            }
        }
        let plain = match (&left[..], &right[..]) {
            ([], _) => String::new(),
            ([target], [value]) => format!("{target} = {value};"),
            (targets, values) => format!("({}) = ({});", targets.join(", "), values.join(", ")),
        };
        before + &plain + &after
    }

    /// Notes that the body of a loop is written next.
    pub(super) fn enter_loop(
        &mut self,
        body: RegionId,
        range: &Range,
        index: &str,
        carried: &[String],
        again: bool,
    ) -> LoopText {
        let (start, end) = (self.value(range.start), self.value(range.end));
        let dots = if range.inclusive { "..=" } else { ".." };
        let (count, place) = (self.fresh("count"), self.fresh("at"));
        let opened = if again { Default::default() } else { self.windows(body, range, carried, (&count, &place)) };
        let (text, windows, held) = opened;
        let position = match self.graph.kind(range.start) {
            _ if !windows.is_empty() => place.clone(),
            Kind::Int(0, _) => format!("{index} as usize"),
            _ => format!("({index} - {start}) as usize"),
        };
        let counted = format!("let {count} = ({start}{dots}{end}).count();\n");
        let mut stacks = LoopText { before: text, after: String::new(), header: None, sums: Vec::new(), end: held.end };
        let sums = if again { None } else { self.vector_sums(body, range, carried, &windows) };
        if !windows.is_empty() {
            // Counted from zero, so that it is plain that the windows are long enough.
            let range = if range.reversed { format!("(0..{count}).rev()") } else { format!("0..{count}") };
            let (before, first) = (&held.before, &held.start);
            stacks.header = Some(format!("{before}for {place} in {range} {{ let {index} = {start} + {place}; {first}"));
        }
        let needs_count = !windows.is_empty();
        let innermost = !self.graph.region(body).nodes.iter().any(|&id| !self.graph.regions_of(id).is_empty());
        let mut taken: Vec<ClosureParam> = Vec::new();
        if innermost {
            taken.extend(windows.iter().filter(|window| !window.held).map(|window| {
                let Window { name, ty, mutable, .. } = window;
                ClosureParam { name: name.clone(), mutable: *mutable, ty: ty.clone() }
            }));
        }
        let recurrent = if self.context.code == Code::Fast { self.recurrent(body) } else { Set::default() };
        self.loops.push(Loop { position, counted: !again, body, range: range.clone(), windows, recurrent });
        for &id in &self.graph.region(body).nodes {
            match *self.graph.kind(id) {
                Kind::Save(stack, _) | Kind::Restore(stack) if self.saved.contains(&stack) => {}
                Kind::Save(stack, value) if !again && !self.is_slice(value) => {
                    let (name, zero) = (self.stack(stack), self.zero(&self.graph.node(value).ty));
                    let _ = writeln!(stacks.before, "let {name}_now = {name}.grow({count}, {zero});");
                    let ty = self.known_type(value).map(|ty| format!("&mut [{ty}]"));
                    taken.push(ClosureParam { name: format!("{name}_now"), mutable: true, ty });
                }
                Kind::Restore(stack) if !self.is_slice(id) => {
                    let name = self.stack(stack);
                    let _ = writeln!(stacks.before, "let {name}_now = {name}.top({count});");
                    let ty = self.known_type(id).map(|ty| format!("&[{ty}]"));
                    taken.push(ClosureParam { name: format!("{name}_now"), mutable: false, ty });
                    let _ = writeln!(stacks.after, "{name}.shrink({count});");
                }
                _ => {}
            }
        }
        if let Some(sums) = sums {
            let parts = self.parts(&sums, carried, taken, (&count, &place, index, &start));
            stacks.header = Some(parts.header);
            stacks.after.insert_str(0, &parts.footer);
            stacks.sums = parts.sums;
            self.set_inside(true);
        } else if let (true, Some(header)) = (innermost, &mut stacks.header) {
            let (open, close) = closure_over(&taken);
            header.insert_str(0, &open);
            stacks.after.insert_str(0, &close);
        }
        // Inside of the closure.
        stacks.after.insert_str(0, &held.after);
        if needs_count || !stacks.before.is_empty() {
            stacks.before.insert_str(0, &counted);
        }
        stacks
    }

    /// The type of a value as text. What is not known stays a variable, whose type shows where it is used.
    fn known_type(&self, id: Id) -> Option<String> {
        self.written_type(&self.graph.node(id).ty)
    }

    pub(super) fn written_type(&self, ty: &Type) -> Option<String> {
        ty.is_known().then(|| self.context.ty(ty).to_string())
    }

    /// The variable of a stack.
    fn stack(&mut self, stack: SaveStack) -> String {
        self.stack_of(stack, "column")
    }

    /// Statements that give the stacks of an arm their memory where the arm starts, so that a call that does not take the
    /// arm, such as the last one of a recursion, asks for none. `known` stacks were there before the arm, and as many as
    /// `place` were opened.
    pub(super) fn open_stacks(&mut self, known: &BTreeSet<SaveStack>, place: usize) -> String {
        let mut text = String::new();
        // In a loop, an arm may be taken many times.
        if self.stacks.len() == known.len() || !self.loops.is_empty() {
            return text;
        }
        let mut at = place;
        for (&stack, (name, kind)) in &mut self.stacks {
            if *kind == "column" && !known.contains(&stack) {
                *kind = "column_later";
                let _ = writeln!(text, "{}.open(&mut {name});", self.scratch);
                // What the arms inside open comes after that.
                self.opened.insert(at, stack);
                at += 1;
            }
        }
        text
    }

    /// The variable of a stack of arrays.
    fn array_stack(&mut self, stack: SaveStack) -> String {
        self.stack_of(stack, "array_column")
    }

    fn stack_of(&mut self, stack: SaveStack, kind: &'static str) -> String {
        if let Some((name, _)) = self.stacks.get(&stack) {
            return name.clone();
        }
        let name = self.fresh("kept");
        self.stacks.insert(stack, (name.clone(), kind));
        name
    }

    pub(super) fn save(&mut self, stack: SaveStack, value: Id) -> String {
        if self.saved.contains(&stack) {
            let (name, value) = (self.stack_of(stack, "saved"), self.place_of(value));
            return format!("{name}.push({}::__private::copy_of!({value}));\n", self.krate);
        }
        let text = self.bare(value);
        if self.is_slice(value) {
            return format!("{}.push(&{text});\n", self.array_stack(stack));
        }
        let name = self.stack(stack);
        match self.loops.last() {
            Some(Loop { position, counted: true, .. }) => format!("{name}_now[{position}] = {text};\n"),
            _ => format!("{name}.push({text});\n"),
        }
    }

    pub(super) fn restore(&mut self, id: Id, stack: SaveStack) -> String {
        if self.saved.contains(&stack) {
            let name = self.stack_of(stack, "saved");
            return self.bind(id, &format!("{name}.pop().unwrap()"));
        }
        if self.is_slice(id) {
            let name = self.array_stack(stack);
            let slices = self.slices.last_mut().expect("a region is being written");
            if self.uses.users(id).is_empty() {
                return format!("{name}.shrink();\n");
            }
            slices.read.push(name.clone());
            if self.is_only_read(id) {
                let hint = self.hint(id);
                let array = self.fresh(&hint);
                self.values.insert(id, Value::name(format!("(*{array})")));
                return format!("let {array} = {name}.top();\n");
            }
            let text = format!("{}.copy({name}.top())", self.scratch);
            return self.bind(id, &text);
        }
        let name = self.stack(stack);
        let position = &self.loops.last().expect("it stands in the body of a loop").position;
        let text = self.cloned(id, Value::name(format!("{name}_now[{position}]"))).text;
        self.bind(id, &text)
    }
}

/// What stands before and after a loop, so that its arrays are arguments; nothing if there is no other to overlap with.
pub(super) fn closure_over(taken: &[ClosureParam]) -> (String, String) {
    let (mut params, mut names) = (Vec::new(), Vec::new());
    for ClosureParam { name, ty, .. } in taken {
        if let Some(ty) = ty {
            params.push(format!("{name}: {ty}"));
            names.push(name.as_str());
        }
    }
    if names.len() < 2 {
        return (String::new(), String::new());
    }
    (format!("(|{}| {{ ", params.join(", ")), format!("}})({});\n", names.join(", ")))
}
