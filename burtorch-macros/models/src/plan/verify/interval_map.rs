//! Something that is known of each number in a stretch of memory: intervals, so that large buffers cost no more than small ones.

use std::collections::BTreeMap;
use std::ops::Range;

/// What is known, by the start of each interval, with its end. They do not overlap, and nothing is known in between.
pub(super) struct IntervalMap<T> {
    known: BTreeMap<usize, (usize, T)>,
}

impl<T> Default for IntervalMap<T> {
    fn default() -> Self {
        IntervalMap { known: BTreeMap::new() }
    }
}

impl<T: Clone + PartialEq> IntervalMap<T> {
    /// What is known of one number.
    pub(super) fn get(&self, at: usize) -> Option<&T> {
        let (_, (end, value)) = self.known.range(..=at).next_back()?;
        (at < *end).then_some(value)
    }

    /// The first stretch of which something is known.
    pub(super) fn first(&self) -> Option<Range<usize>> {
        self.known.iter().next().map(|(start, (end, _))| *start..*end)
    }

    /// Visits all of `range`, piece by piece: a piece is what is known alike. What `visit` leaves there is known afterwards.
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

    /// Makes an interval that goes across `at` two.
    fn cut(&mut self, at: usize) {
        if let Some((_, (end, value))) = self.known.range_mut(..at).next_back()
            && *end > at
        {
            let rest = (std::mem::replace(end, at), value.clone());
            self.known.insert(at, rest);
        }
    }
}
