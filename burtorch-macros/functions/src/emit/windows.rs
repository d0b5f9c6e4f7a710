//! Windows: the part of an array along which a loop goes, as a slice of its own.
//!
//! Where a loop reads `x[i + 1]`, the optimizer would check the index in every iteration, and could not compute several
//! iterations at once. A window is as long as the loop, so nothing is left to check. If the array is too short, the
//! program stops before the loop rather than inside of it.
//!
//! An innermost loop stands in a closure that takes its windows. As arguments they are known not to overlap; as local
//! variables they would be compared in every loop, or not be computed several at once.

use std::fmt::Write;

use super::body::Body;
use super::held::Held;
use super::slices::Loop;
use crate::each::Each;
use crate::graph::{Id, Kind, Range, RegionId, Step, element_type};

/// A part of an array that starts where the first iteration reads it.
pub(super) struct Window {
    /// The array, as it is written elsewhere.
    pub place: String,
    /// Where it starts.
    pub first: String,
    pub name: String,
    /// Its type, if that is known.
    pub ty: Option<String>,
    pub mutable: bool,
    /// It is no slice but a variable that has the element of this iteration.
    pub held: bool,
}

/// Where a loop reads or writes an array.
pub(super) struct Access {
    /// The array as it was before the iteration.
    pub root: Id,
    /// Where the first iteration does, if the others go along the array.
    pub first: Option<String>,
    writes: bool,
    /// It happens in every iteration.
    pub always: bool,
    /// Of something that is added to a number: the terms of the index but for the loop's own, and the constant in it.
    pub adds: Option<(Vec<Id>, i128)>,
}

impl Window {
    /// Whether it shows the elements of an array from there on.
    pub(super) fn is(&self, place: &str, first: &str) -> bool {
        self.place == place && self.first == first
    }
}

impl Body<'_> {
    /// The windows of a loop, and the statements that open them; `carried` are the variables that the loop carries.
    pub(super) fn windows(
        &mut self,
        body: RegionId,
        range: &Range,
        carried: &[String],
        (count, position): (&str, &str),
    ) -> (String, Vec<Window>, Held) {
        let mut accesses = Vec::new();
        let mut blocked = Vec::new();
        self.accesses(body, body, range, &mut accesses, &mut blocked);
        let params = self.graph.region(body).params.clone();
        let (mut text, mut windows): (String, Vec<Window>) = (String::new(), Vec::new());
        let mut held = Held::default();
        let mut roots: Vec<Id> = accesses.each(|access| access.root);
        roots.sort_unstable();
        roots.dedup();
        for root in roots {
            let slot = params.iter().position(|&param| param == root).and_then(|at| at.checked_sub(1));
            let of_root = || accesses.iter().filter(|access| access.root == root);
            let writes = of_root().any(|access| access.writes);
            let place = match slot {
                Some(slot) => carried[slot].clone(),
                None if writes || !self.is_outside(root, body) => continue,
                None => self.place_of(root),
            };
            if slot.is_some() {
                // What is written is seen through one window only.
                let mut firsts = of_root().map(|access| &access.first);
                let Some(Some(first)) = firsts.next().cloned() else { continue };
                let same = firsts.all(|other| other.as_ref() == Some(&first));
                if blocked.contains(&root) || !of_root().any(|access| access.always) {
                    continue;
                }
                let borrow =
                    if self.lent.contains_key(&place) { format!("&mut {place}[..]") } else { format!("&mut {place}") };
                if !same {
                    let all: Vec<&Access> = of_root().collect();
                    self.hold(&all, (&place, &borrow), (range, count, position), (&mut text, &mut windows, &mut held));
                    continue;
                }
                let name = self.fresh("window");
                let krate = &self.krate;
                let _ = writeln!(text, "let {name} = {krate}::__private::window_mut({borrow}, {count}, || {first});");
                let ty = self.element_text(root).map(|element| format!("&mut [{element}]"));
                windows.push(Window { place, first, name, ty, mutable: true, held: false });
                continue;
            }
            let mut firsts: Vec<String> =
                of_root().filter(|access| access.always).filter_map(|access| access.first.clone()).collect();
            firsts.sort_unstable();
            firsts.dedup();
            for first in firsts {
                let name = self.fresh("window");
                let krate = &self.krate;
                let _ = writeln!(text, "let {name} = {krate}::__private::window(&{place}, {count}, || {first});");
                let ty = self.element_text(root).map(|element| format!("&[{element}]"));
                windows.push(Window { place: place.clone(), first, name, ty, mutable: false, held: false });
            }
        }
        (text, windows, held)
    }

    /// The type of the elements of an array.
    pub(super) fn element_text(&self, array: Id) -> Option<String> {
        self.written_type(&element_type(&self.graph.node(array).ty, &[Step::At(0)]))
    }

    /// The element of a window, if there is one for this access.
    pub(super) fn through_window(&mut self, place: &str, index: Id) -> Option<String> {
        for at in (0..self.loops.len()).rev() {
            if self.loops[at].windows.is_empty() || !self.loops[at].windows.iter().any(|window| window.place == place) {
                continue;
            }
            let (body, range) = (self.loops[at].body, self.loops[at].range.clone());
            let Some(first) = self.first_of(index, body, &range) else { continue };
            let Loop { windows, position, .. } = &self.loops[at];
            if let Some(window) = windows.iter().find(|window| window.is(place, &first)) {
                if window.held {
                    return Some(window.name.clone());
                }
                return Some(format!("{}[{position}]", window.name));
            }
        }
        None
    }

    fn accesses(
        &mut self,
        region: RegionId,
        body: RegionId,
        range: &Range,
        accesses: &mut Vec<Access>,
        blocked: &mut Vec<Id>,
    ) {
        for id in self.graph.region(region).nodes.clone() {
            let (base, path, writes) = match self.graph.kind(id) {
                Kind::Get(base, path) if self.is_slice(*base) => (*base, path.clone(), false),
                Kind::Set(base, path, _) | Kind::AddAt(base, path, _) if self.is_slice(*base) => {
                    (*base, path.clone(), true)
                }
                Kind::Len(_) => continue,
                kind => {
                    // Whatever else is done with an array is done with all of it.
                    for input in kind.inputs() {
                        if self.is_slice(input) {
                            blocked.push(self.root_of(input, body));
                        }
                    }
                    for inner in self.graph.regions_of(id) {
                        self.accesses(inner, body, range, accesses, blocked);
                        for result in self.graph.region(inner).results.clone() {
                            if self.is_slice(result) {
                                blocked.push(self.root_of(result, body));
                            }
                        }
                    }
                    continue;
                }
            };
            let root = self.root_of(base, body);
            let first = match path.first() {
                Some(&Step::Index(index)) => self.first_of(index, body, range),
                _ => None,
            };
            if first.is_none() {
                blocked.push(root);
            }
            let adds = match (self.graph.kind(id), &path[..]) {
                (Kind::AddAt(..), &[Step::Index(index)]) => Some(self.distance(index, body)),
                _ => None,
            };
            accesses.push(Access { root, first, writes, always: region == body, adds });
        }
    }

    /// The array before it was changed in this iteration.
    pub(super) fn root_of(&self, mut array: Id, body: RegionId) -> Id {
        loop {
            match *self.graph.kind(array) {
                Kind::Set(base, ..) | Kind::AddAt(base, ..) | Kind::Sum(base, _)
                    if self.graph.is_around(body, self.graph.node(array).region) =>
                {
                    array = base;
                }
                _ => return array,
            }
        }
    }

    /// What an index is in the first place, if it is the loop's own plus something that stays the same.
    pub(super) fn first_of(&mut self, index: Id, body: RegionId, range: &Range) -> Option<String> {
        let mut terms = Vec::new();
        self.terms(index, body, &mut terms);
        let own = self.graph.region(body).params[0];
        let loops = terms.iter().filter(|&&term| term == own).count();
        if loops != 1 {
            return None;
        }
        let mut text = self.value(range.start);
        let mut negative = String::new();
        for term in terms {
            match *self.graph.kind(term) {
                _ if term == own => {}
                Kind::Int(value, _) if value < 0 => {
                    let _ = write!(negative, " - {}", -value);
                }
                _ => {
                    let _ = write!(text, " + {}", self.constant_part(term, body)?);
                }
            }
        }
        Some(text + &negative)
    }

    /// The terms of an index but for the loop's own, and the constant in it.
    fn distance(&self, index: Id, body: RegionId) -> (Vec<Id>, i128) {
        let (mut terms, mut constant) = (Vec::new(), 0);
        self.terms(index, body, &mut terms);
        let own = self.graph.region(body).params[0];
        terms.retain(|&term| match *self.graph.kind(term) {
            Kind::Int(value, _) => {
                constant += value;
                false
            }
            _ => term != own,
        });
        terms.sort_unstable();
        (terms, constant)
    }

    /// The terms of a sum of indices.
    fn terms(&self, index: Id, body: RegionId, terms: &mut Vec<Id>) {
        match *self.graph.kind(index) {
            Kind::Offset(a, b) if !self.is_outside(index, body) => {
                self.terms(a, body, terms);
                self.terms(b, body, terms);
            }
            _ => terms.push(index),
        }
    }

    /// Whether something is there before a loop starts.
    pub(super) fn is_outside(&self, id: Id, body: RegionId) -> bool {
        let region = self.graph.node(id).region;
        region != body && self.graph.is_around(region, body)
    }

    /// A value that is the same in every iteration, as it can be written before the loop.
    fn constant_part(&mut self, id: Id, body: RegionId) -> Option<String> {
        if self.is_outside(id, body) {
            return Some(self.value(id));
        }
        match self.graph.kind(id).clone() {
            Kind::Int(..) => Some(self.value(id)),
            Kind::Opaque(template) if template.holes.iter().all(|(_, hole)| self.is_outside(*hole, body)) => {
                // The text is made once, and is what every later question gets.
                if let Some(known) = self.constant_parts.get(id) {
                    return Some(known.clone());
                }
                let text = format!("({})", self.fill(&template));
                self.constant_parts.insert(id, text.clone());
                Some(text)
            }
            _ => None,
        }
    }
}
