//! The loops in which training spends its time, compiled for each instruction set.
//!
//! They are sums and products element by element, in the order of the table, so every instruction set gives the same bits.

#![allow(clippy::inline_always, reason = "what a loop is inlined into decides on the instructions")]

use super::Scalar;
use super::node::Run;
use crate::kernel::{Dispatched, Isa, IsaToken, Kernel, chunk, dispatch};

/// `x ← x − rate · adjoint`, and the adjoint is cleared, for each of these.
pub(super) struct Descent<'a, T> {
    pub values: &'a mut [T],
    pub adjoints: &'a mut [T],
    pub rate: T,
}

/// `yᵢ ← yᵢ + g · xᵢ`
pub(super) struct Multiple<'a, T> {
    pub ys: &'a mut [T],
    pub g: T,
    pub xs: &'a [T],
}

/// `sumᵢ ← xs · wᵢ + bᵢ`, where there is at least one input.
pub(super) struct Products<'a, T> {
    pub sums: &'a mut [T],
    pub xs: &'a [T],
    /// The weights, row by row.
    pub weights: &'a [T],
    pub biases: Option<&'a [T]>,
}

/// The adjoints of inputs and weights, given those of the sums `xs · wᵢ + bᵢ`, the last of which comes first.
pub(super) struct Adjoints<'a, T> {
    pub values: &'a [T],
    /// Ascending, and apart from each other.
    pub xs: &'a [Run],
    pub weights: Run,
    /// The adjoints of the sums.
    pub gs: &'a [T],
    /// The adjoints from the first to the last input.
    pub dx: &'a mut [T],
    /// The adjoints of the weights.
    pub dw: &'a mut [T],
}

/// Runs a loop with the instruction set of the machine.
#[inline]
pub(super) fn run(each: impl Kernel<(), ()>) {
    dispatch(Loop(each));
}

struct Loop<K>(K);

impl<K: Kernel<(), ()>> Dispatched for Loop<K> {
    type Output = ();

    #[inline]
    fn run(self, isa: IsaToken) {
        isa.call(self.0, &mut (), ());
    }
}

impl<T: Scalar> Kernel<(), ()> for Descent<'_, T> {
    #[inline(always)]
    fn run<I: Isa>(self, _: I, (): &mut (), (): ()) {
        descend(self.values, self.adjoints, self.rate);
    }
}

#[inline(always)]
fn descend<T: Scalar>(values: &mut [T], adjoints: &mut [T], rate: T) {
    for (value, adjoint) in values.iter_mut().zip(adjoints) {
        *value = *value - rate * *adjoint;
        *adjoint = T::zero();
    }
}

impl<T: Scalar> Kernel<(), ()> for Multiple<'_, T> {
    #[inline(always)]
    fn run<I: Isa>(self, _: I, (): &mut (), (): ()) {
        add_rows(self.ys, [self.xs], [self.g]);
    }
}

/// Register blocking: rows that are summed at once, because the additions of one row depend on each other.
const ROWS: usize = 8;

/// Numbers of a row that are processed at once: the lanes of a SIMD register.
const LANES: usize = 8;

impl<T: Scalar> Kernel<(), ()> for Products<'_, T> {
    #[inline(always)]
    fn run<I: Isa>(self, _: I, (): &mut (), (): ()) {
        let Self { sums, xs, weights, biases } = self;
        let mut row = 0;
        while row < sums.len() {
            row += match sums.len() - row {
                ROWS.. => dots::<T, ROWS>(sums, row, xs, weights, biases),
                4.. => dots::<T, 4>(sums, row, xs, weights, biases),
                _ => dots::<T, 1>(sums, row, xs, weights, biases),
            };
        }
    }
}

/// Computes the sums of `N` rows from `first` on, and returns `N`.
#[inline(always)]
fn dots<T: Scalar, const N: usize>(
    sums: &mut [T],
    first: usize,
    xs: &[T],
    weights: &[T],
    biases: Option<&[T]>,
) -> usize {
    // Arrays are filled by loops: a closure might not be inlined, and would then be compiled without the instruction set.
    let mut rows: [&[T]; N] = [&[]; N];
    for (row, part) in rows.iter_mut().zip(weights[first * xs.len()..].chunks_exact(xs.len())) {
        *row = part;
    }
    let (mut all, mut start) = ([xs[0]; N], 0);
    if let Some(biases) = biases {
        all.copy_from_slice(&biases[first..first + N]);
    } else {
        for (sum, row) in all.iter_mut().zip(rows) {
            *sum = xs[0] * row[0];
        }
        start = 1;
    }
    let (blocks, rest) = xs[start..].as_chunks::<LANES>();
    let mut at = start;
    for xs in blocks {
        let mut parts = [xs; N];
        for (part, row) in parts.iter_mut().zip(rows) {
            *part = chunk(row, at);
        }
        for lane in 0..LANES {
            for (sum, part) in all.iter_mut().zip(parts) {
                *sum = *sum + xs[lane] * part[lane];
            }
        }
        at += LANES;
    }
    for &x in rest {
        for (sum, row) in all.iter_mut().zip(rows) {
            *sum = *sum + x * row[at];
        }
        at += 1;
    }
    sums[first..first + N].copy_from_slice(&all);
    N
}

impl<T: Scalar> Kernel<(), ()> for Adjoints<'_, T> {
    #[inline(always)]
    fn run<I: Isa>(self, _: I, (): &mut (), (): ()) {
        let Self { values, xs, weights, gs, dx, dw } = self;
        let weights = &values[weights.range()];
        let inputs = weights.len() / gs.len();
        let mut at = 0;
        for run in xs {
            let part = at..at + run.len();
            let first = (run.first - xs[0].first) as usize;
            let (x, dx) = (&values[run.range()], &mut dx[first..first + run.len()]);
            let groups = gs.rchunks_exact(ROWS);
            let few = groups.remainder();
            for (gs, weights) in groups.zip(weights.rchunks_exact(ROWS * inputs)) {
                let (mut rows, mut their) = ([x; ROWS], [gs[0]; ROWS]);
                for (row, weights) in rows.iter_mut().zip(weights.chunks_exact(inputs)) {
                    *row = &weights[part.clone()];
                }
                their.copy_from_slice(gs);
                add_rows(dx, rows, their);
            }
            for (&g, weights) in few.iter().zip(weights.chunks_exact(inputs)).rev() {
                add_rows(dx, [&weights[part.clone()]], [g]);
            }
            for (&g, dw) in gs.iter().zip(dw.chunks_exact_mut(inputs)) {
                add_rows(&mut dw[part.clone()], [x], [g]);
            }
            at = part.end;
        }
    }
}

/// `yᵢ ← yᵢ + gₙ xₙᵢ + … + g₁ x₁ᵢ`, from the left.
#[inline(always)]
fn add_rows<T: Scalar, const N: usize>(ys: &mut [T], xs: [&[T]; N], gs: [T; N]) {
    let at = add_blocks::<T, N, LANES>(ys, xs, gs, 0);
    let at = add_blocks::<T, N, 4>(ys, xs, gs, at);
    add_blocks::<T, N, 1>(ys, xs, gs, at);
}

/// Adds from `start` on in blocks of `L` numbers, and returns where the remainder starts.
#[inline(always)]
fn add_blocks<T: Scalar, const N: usize, const L: usize>(
    ys: &mut [T],
    xs: [&[T]; N],
    gs: [T; N],
    start: usize,
) -> usize {
    let (ys, _) = ys[start..].as_chunks_mut::<L>();
    let mut blocks: [&[[T; L]]; N] = [&[]; N];
    for (blocks, xs) in blocks.iter_mut().zip(xs) {
        *blocks = &xs[start..].as_chunks().0[..ys.len()];
    }
    for (at, ys) in ys.iter_mut().enumerate() {
        let mut sums = *ys;
        for (blocks, &g) in blocks.iter().zip(&gs).rev() {
            for (sum, &x) in sums.iter_mut().zip(&blocks[at]) {
                *sum = *sum + g * x;
            }
        }
        *ys = sums;
    }
    start + ys.len() * L
}
