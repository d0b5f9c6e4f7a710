//! A step under way: rows of parameters are updated, one after the other.

use core::ops::Range;

use num_traits::Float;

use super::{Optimizer, Update};
use crate::Error;
use crate::kernel::{Dispatched, Isa, IsaToken, Kernel, dispatch};
use crate::model::check_length;

/// What an optimizer remembers of an element: `[T; N]`.
pub trait State<T>: Copy {
    /// How many numbers it is.
    const SLOTS: usize;

    #[doc(hidden)]
    fn row<U: Update<T, State = Self>>(step: &mut Step<'_, T, U>, at: usize, params: &mut [T], gradient: &[T]);
}

impl<T: Copy, const N: usize> State<T> for [T; N] {
    const SLOTS: usize = N;

    #[inline(always)]
    #[allow(clippy::inline_always, reason = "what it is inlined into decides on the instructions")]
    fn row<U: Update<T, State = Self>>(step: &mut Step<'_, T, U>, at: usize, params: &mut [T], gradient: &[T]) {
        let (count, at) = (params.len(), step.at + at);
        if cfg!(not(feature = "std")) {
            return row_without_panics(step, at, params, gradient);
        }
        let gradient = &gradient[..count];
        let mut rest = &mut *step.state;
        // One row per slot; their lengths are known to be one, so the loop has no checks.
        let rows: [&mut [T]; N] = core::array::from_fn(|_| {
            let (slot, others) = core::mem::take(&mut rest).split_at_mut(step.stride);
            rest = others;
            &mut slot[at..at + count]
        });
        for at in 0..count {
            let old = core::array::from_fn(|slot| rows[slot][at]);
            let (param, new) = step.update.apply(params[at], gradient[at], old);
            params[at] = param;
            for slot in 0..N {
                rows[slot][at] = new[slot];
            }
        }
    }
}

/// A row, by code that cannot panic. Lengths were checked before the step: a panic could only say that again, and without the
/// standard library there is nobody to whom. It is not what becomes SIMD code.
#[inline(always)]
#[allow(clippy::inline_always, reason = "what it is inlined into decides on the instructions")]
fn row_without_panics<T: Copy, const N: usize, U: Update<T, State = [T; N]>>(
    step: &mut Step<'_, T, U>,
    at: usize,
    params: &mut [T],
    gradient: &[T],
) {
    debug_assert!(gradient.len() >= params.len() && step.state.len() >= N * step.stride, "lengths were checked");
    for (at, (param, &slope)) in (at..).zip(params.iter_mut().zip(gradient)) {
        let old = core::array::from_fn(|slot| step.state.get(at + slot * step.stride).copied().unwrap_or(*param));
        let (value, new) = step.update.apply(*param, slope, old);
        *param = value;
        for (slot, new) in new.into_iter().enumerate() {
            if let Some(place) = step.state.get_mut(at + slot * step.stride) {
                *place = new;
            }
        }
    }
}

/// A step under way.
#[derive(Debug)]
pub struct Step<'a, T, U> {
    update: U,
    state: &'a mut [T],
    /// How far it is from one number of a parameter to the next: as many as there are parameters.
    stride: usize,
    /// The parameter that places are counted from.
    at: usize,
}

impl<'a, T, U: Update<T>> Step<'a, T, U> {
    /// A step of so many parameters.
    pub fn new(update: U, state: &'a mut [T], stride: usize) -> Self {
        Step { update, state, stride, at: 0 }
    }

    /// The part of this step that begins at parameter `at`.
    #[inline]
    pub fn part(&mut self, at: usize) -> Step<'_, T, U> {
        Step { update: self.update, state: self.state, stride: self.stride, at }
    }

    /// Updates the parameters from `at` on.
    ///
    /// # Panics
    /// If there are fewer numbers in `gradient`, or fewer parameters after `at`.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "what it is inlined into decides on the instructions")]
    pub fn row(&mut self, at: usize, params: &mut [T], gradient: &[T]) {
        U::State::row(self, at, params, gradient);
    }
}

/// # Errors
/// If the state is not that of so many parameters.
#[inline]
pub fn check_state<T: Float, O: Optimizer<T> + ?Sized>(optimizer: &mut O, params: usize) -> Result<(), Error> {
    check_length("state", optimizer.state().len(), <O::Update as Update<T>>::State::SLOTS * params)
}

/// Updates these parameters, with the instruction set of the machine.
///
/// # Panics
/// If a range is not inside of `params` and `gradient`.
pub fn update_ranges<T, U: Update<T>>(step: Step<'_, T, U>, params: &mut [T], gradient: &[T], ranges: &[Range<usize>]) {
    dispatch(Whole { step, params, gradient, ranges });
}

struct Whole<'a, T, U> {
    step: Step<'a, T, U>,
    params: &'a mut [T],
    gradient: &'a [T],
    ranges: &'a [Range<usize>],
}

impl<T, U: Update<T>> Dispatched for Whole<'_, T, U> {
    type Output = ();

    fn run(mut self, isa: IsaToken) {
        for Range { start, end } in self.ranges.iter().cloned() {
            let (params, gradient) = (&mut self.params[start..end], &self.gradient[start..end]);
            isa.call(Row, &mut self.step.part(start), (params, gradient));
        }
    }
}

struct Row;

impl<'a, T, U: Update<T>> Kernel<Step<'_, T, U>, (&'a mut [T], &'a [T])> for Row {
    /// It waits for memory.
    const WIDE: bool = false;

    #[inline(always)]
    #[allow(clippy::inline_always, reason = "what it is inlined into decides on the instructions")]
    fn run<I: Isa>(self, _: I, step: &mut Step<'_, T, U>, (params, gradient): (&'a mut [T], &'a [T])) {
        step.row(0, params, gradient);
    }
}
