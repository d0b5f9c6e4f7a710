//! A map from positions in memory to values, stored as intervals, so that large buffers cost no more than small ones.

use std::collections::BTreeMap;
use std::ops::Range;

/// Disjoint intervals with a value each, by their start. Positions in between have no value.
pub(super) struct IntervalMap<T> {
    known: BTreeMap<usize, (usize, T)>,
}

impl<T> Default for IntervalMap<T> {
    fn default() -> Self {
        IntervalMap { known: BTreeMap::new() }
    }
}

impl<T: Clone + PartialEq> IntervalMap<T> {
    /// The value at one position.
    pub(super) fn get(&self, at: usize) -> Option<&T> {
        let (_, (end, value)) = self.known.range(..=at).next_back()?;
        (at < *end).then_some(value)
    }

    /// The first interval with a value.
    pub(super) fn first(&self) -> Option<Range<usize>> {
        self.known.iter().next().map(|(start, (end, _))| *start..*end)
    }

    /// Visits all of `range`, one piece with one value, or none, after the other; `visit` may change the value.
    pub(super) fn each(&mut self, range: Range<usize>, visit: &mut dyn FnMut(Range<usize>, &mut Option<T>)) {
        self.cut(range.start);
        self.cut(range.end);
        let mut next = range.start;
        let mut pieces: Vec<(Range<usize>, Option<T>)> = Vec::new();
        let inside: Vec<usize> = self.known.range(range.clone()).map(|(start, _)| *start).collect();
        for start in inside {
            let Some((end, value)) = self.known.remove(&start) else { continue };
            if next < start {
                pieces.push((next..start, None));
            }
            pieces.push((start..end, Some(value)));
            next = end;
        }
        if next < range.end {
            pieces.push((next..range.end, None));
        }
        let mut last: Option<(usize, usize, T)> = None;
        for (piece, mut value) in pieces {
            visit(piece.clone(), &mut value);
            let Some(value) = value else { continue };
            last = Some(match last.take() {
                Some((start, end, known)) if end == piece.start && known == value => (start, piece.end, value),
                before => {
                    if let Some((start, end, known)) = before {
                        self.known.insert(start, (end, known));
                    }
                    (piece.start, piece.end, value)
                }
            });
        }
        if let Some((start, end, known)) = last {
            self.known.insert(start, (end, known));
        }
    }

    /// Splits an interval that contains `at`, so that one starts there.
    fn cut(&mut self, at: usize) {
        if let Some((_, (end, value))) = self.known.range_mut(..at).next_back()
            && *end > at
        {
            let rest = (std::mem::replace(end, at), value.clone());
            self.known.insert(at, rest);
        }
    }
}
