//! A sum on several threads: each adds up some of its terms.

use core::ops::{AddAssign, Index, IndexMut, Range};
use core::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use super::{IsaToken, Kernel, Team};

/// Sums, and the terms that are to be added to them.
#[derive(Debug)]
pub struct KSplit<'t, R> {
    rows: &'t mut [R],
    range: Range<usize>,
}

impl<R> KSplit<'_, R> {
    /// Which terms.
    #[inline]
    #[must_use]
    pub fn range(&self) -> Range<usize> {
        self.range.clone()
    }
}

impl<R> Index<usize> for KSplit<'_, R> {
    type Output = R;

    #[inline]
    fn index(&self, row: usize) -> &R {
        &self.rows[row]
    }
}

impl<R> IndexMut<usize> for KSplit<'_, R> {
    #[inline]
    fn index_mut(&mut self, row: usize) -> &mut R {
        &mut self.rows[row]
    }
}

/// Waits until all parts before this one are through, and lets the next one pass when it is dropped.
struct InOrder<'t> {
    next: &'t AtomicUsize,
    own: usize,
}

impl InOrder<'_> {
    fn wait(&self) {
        while self.next.load(Ordering::Acquire) != self.own {
            std::thread::yield_now();
        }
    }
}

impl Drop for InOrder<'_> {
    fn drop(&mut self) {
        self.wait();
        self.next.store(self.own + 1, Ordering::Release);
    }
}

/// Runs a kernel that adds up `terms` terms, some on each thread of a team, and adds what they yield to the target, always in
/// the same order. With `fresh` the target is cleared before.
pub fn split_k<T, A: Copy + Sync, K, const COLUMNS: usize, const ROWS: usize>(
    isa: IsaToken,
    team: &mut Team,
    kernel: K,
    target: &mut [[T; COLUMNS]; ROWS],
    (terms, fresh): (usize, bool),
    arguments: A,
) where
    T: Copy + Default + AddAssign + Send,
    K: for<'t> Kernel<KSplit<'t, [T; COLUMNS]>, A> + Copy + Sync,
{
    if fresh {
        target.as_flattened_mut().fill(T::default());
    }
    let (parts, next, target) = (team.threads(), AtomicUsize::new(0), Mutex::new(target));
    team.run(parts, &|part| {
        // The caller does the first part, and others are begun in their order: those before this one are under way or done.
        let turn = InOrder { next: &next, own: part };
        let mut sums = [[T::default(); COLUMNS]; ROWS];
        let range = part * terms / parts..(part + 1) * terms / parts;
        isa.call(kernel, &mut KSplit { rows: &mut sums, range }, arguments);
        turn.wait();
        let mut target = target.lock().unwrap_or_else(PoisonError::into_inner);
        for (sum, more) in target.as_flattened_mut().iter_mut().zip(sums.as_flattened()) {
            *sum += *more;
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::{Dispatched, Isa, dispatch};
    use std::panic::{AssertUnwindSafe, catch_unwind};

    /// Adds the terms of its range to each sum; the term `fails` does not come to an end.
    #[derive(Clone, Copy)]
    struct Powers {
        fails: usize,
    }

    impl Kernel<KSplit<'_, [f64; 2]>, &[f64]> for Powers {
        fn run<I: Isa>(self, _: I, sums: &mut KSplit<'_, [f64; 2]>, terms: &[f64]) {
            for term in sums.range() {
                assert!(term != self.fails, "as intended");
                for row in 0..3 {
                    sums[row][0] += terms[term];
                    sums[row][1] += terms[term] * terms[term];
                }
            }
        }
    }

    struct Split<'s> {
        team: &'s mut Team,
        kernel: Powers,
        target: &'s mut [[f64; 2]; 3],
        fresh: bool,
    }

    impl Dispatched for Split<'_> {
        type Output = ();

        fn run(self, isa: IsaToken) {
            let terms = [3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0].map(f64::recip);
            split_k(isa, self.team, self.kernel, self.target, (terms.len(), self.fresh), &terms[..]);
        }
    }

    #[test]
    fn all_terms_are_added_in_the_same_order() {
        for threads in 1..5 {
            let (mut team, kernel) = (Team::new(threads), Powers { fails: usize::MAX });
            let mut first = None;
            for _ in 0..50 {
                let mut target = [[7.0; 2]; 3];
                dispatch(Split { team: &mut team, kernel, target: &mut target, fresh: true });
                assert_eq!(*first.get_or_insert(target), target, "{threads} threads");
            }
            // 1/3 + 1/4 + … + 1/12, and the squares.
            let [sum, squares] = first.expect("it was computed")[2];
            assert!(
                (sum - 1.603_210_678_210_678).abs() < 1e-14 && (squares - 0.314_976_638_4).abs() < 1e-9,
                "{sum} {squares}"
            );
            let mut target = [[1.0; 2]; 3];
            dispatch(Split { team: &mut team, kernel, target: &mut target, fresh: false });
            assert!((target[0][0] - sum - 1.0).abs() < 1e-14);
        }
    }

    #[test]
    fn a_panic_in_any_part_reaches_the_caller() {
        let mut team = Team::new(3);
        for fails in [0, 5, 9] {
            let outcome = catch_unwind(AssertUnwindSafe(|| {
                dispatch(Split { team: &mut team, kernel: Powers { fails }, target: &mut [[0.0; 2]; 3], fresh: true });
            }));
            assert!(outcome.is_err());
        }
    }
}
