//! Neighbours: where a loop adds to `g[i]` and `g[i + 1]`, what it adds to the second one in one iteration and to the first one
//! in the next is the same element.
//!
//! Through memory each iteration would wait for the one before, since what was stored is loaded at once. So the elements that the
//! next iteration adds to as well stay in variables: one is loaded and one stored in each iteration. Sums are the same, in the
//! same order.

use std::fmt::Write;

use super::body::Body;
use super::windows::{Access, Window};
use crate::graph::{Range, Step, Type, element_type};

/// The most neighbouring elements that are kept in variables.
const MOST: usize = 4;

/// What is written around and in a loop for elements in variables.
#[derive(Default)]
pub(super) struct Held {
    /// Before the first iteration.
    pub before: String,
    /// At the start of an iteration.
    pub start: String,
    /// At the end of an iteration.
    pub end: String,
    /// After the last iteration.
    pub after: String,
}

impl Body<'_> {
    /// Keeps neighbours of an array in variables, if all that a loop does with them is to add to each in every iteration.
    pub(super) fn hold(
        &mut self,
        all: &[&Access],
        (place, borrow): (&str, &str),
        (range, count, position): (&Range, &str, &str),
        (text, windows, held): (&mut String, &mut Vec<Window>, &mut Held),
    ) {
        let Some(first) = all.first() else { return };
        let element = element_type(&self.graph.node(first.root).ty, &[Step::At(0)]);
        let ty = self.element_text(first.root);
        let Some((terms, _)) = &first.adds else { return };
        let is_neighbour = |access: &&Access| {
            let same = access.adds.as_ref().is_some_and(|(others, _)| others == terms);
            same && access.always && access.first.is_some()
        };
        if element != Type::Float || !all.iter().all(is_neighbour) {
            return;
        }
        let mut places: Vec<(i128, &str)> = Vec::new();
        for access in all {
            let (Some((_, at)), Some(first)) = (&access.adds, &access.first) else { return };
            if !places.iter().any(|(known, _)| known == at) {
                places.push((*at, first));
            }
        }
        places.sort_unstable();
        let (most, lowest) = (places.len(), places[0].0);
        let is_row = places.iter().zip(lowest..).all(|(&(at, _), expected)| at == expected);
        if !is_row || !(2..=MOST).contains(&most) {
            return;
        }
        let (window, krate, last) = (self.fresh("window"), &self.krate, most - 1);
        let start = places[0].1;
        let _ =
            writeln!(text, "let {window} = {krate}::__private::neighbours_mut({borrow}, {count}, {last}, || {start});");
        let names: Vec<String> = (0..most).map(|_| self.fresh("held")).collect();
        for ((_, first), name) in places.iter().zip(&names) {
            let (place, first, name) = (place.to_owned(), (*first).to_owned(), name.clone());
            windows.push(Window { place, first, name, ty: None, mutable: true, held: true });
        }
        let ty = ty.map(|element| format!("&mut [{element}]"));
        let zero = self.context.constant_text(0.0);
        // Backwards, the element with the highest index is done first, and the others are those of the next iteration.
        let (kept, new, done) = if range.reversed { (&names[1..], 0, last) } else { (&names[..last], last, 0) };
        for (k, name) in kept.iter().enumerate() {
            let (early, late) = if range.reversed {
                (format!("{count} + {k}"), format!("{k}"))
            } else {
                (format!("{k}"), format!("{count} + {k}"))
            };
            let _ =
                writeln!(held.before, "let mut {name} = if {count} == 0 {{ {zero} }} else {{ {window}[{early}] }};");
            let _ = writeln!(held.after, "if {count} != 0 {{ {window}[{late}] = {name}; }}");
        }
        let _ = write!(held.start, "let mut {} = {window}[{position} + {new}];", names[new]);
        let _ = write!(held.end, "{window}[{position} + {done}] = {};", names[done]);
        let order: Vec<usize> = if range.reversed { (1..most).rev().collect() } else { (0..last).collect() };
        for at in order {
            let from = if range.reversed { at - 1 } else { at + 1 };
            let _ = write!(held.end, "{} = {};", names[at], names[from]);
        }
        windows.push(Window {
            place: String::new(),
            first: String::new(),
            name: window,
            ty,
            mutable: true,
            held: false,
        });
    }
}
