//! Beside three loops, on all instruction sets that the processor has.
#![allow(clippy::cast_precision_loss, reason = "the numbers are small")]

use alloc::vec;
use alloc::vec::Vec;
use core::marker::PhantomData;

use super::super::isa::tokens;
use super::*;
use crate::random::Rng;

/// The place of a number in a factor or in the target: rows or columns, and terms or columns, lie so far apart.
#[derive(Clone, Copy, Debug)]
struct Steps {
    across: usize,
    along: usize,
}

/// One of several products of the same size, whose targets lie behind each other.
#[derive(Clone, Copy, Debug)]
struct Case {
    size: [usize; 3],
    a: Steps,
    b: Steps,
    /// From one row of the target to the next.
    step: usize,
    which: usize,
}

/// Half of each sum; or what is there, and the sum.
struct Halves<T, const ADDS: bool>(PhantomData<T>);

impl<T: Element + TransposeBlock + 'static, const ADDS: bool> LoopNest for Halves<T, ADDS> {
    type Target<'o> = WithScratch<'o, (Vec<T>, usize), T>;
    type Arguments<'a> = (&'a [T], &'a [T], Case);

    #[inline(always)]
    fn run<I: Isa>(isa: I, target: &mut Self::Target<'_>, (a, b, case): Self::Arguments<'_>) {
        let factor = |numbers, Steps { across, along }| Factor { numbers, across, along };
        let extent = Extent { size: case.size, axes: [1, 2], at: [case.which, 0, 0] };
        gemm::<I, T, Self, 3>(isa, target, &(a, b, case), [factor(a, case.a), factor(b, case.b)], &extent);
    }
}

impl<T: Element + TransposeBlock + 'static, const ADDS: bool> Product<T, 3> for Halves<T, ADDS> {
    type Output = (Vec<T>, usize);
    const ADDS: bool = ADDS;

    fn load<I: Isa, V: Vector<T, Proof = I>>(isa: I, (target, step): &Self::Output, at: &[usize; 3]) -> V {
        V::load(isa, target, (at[0] * HEIGHT + at[1]) * step + at[2])
    }

    fn keep<I: Isa, V: Vector<T, Proof = I>>(_: I, (target, step): &mut Self::Output, at: &[usize; 3], sum: V) {
        sum.store(target, (at[0] * HEIGHT + at[1]) * *step + at[2]);
    }

    fn finish<I: Isa, V: Vector<T, Proof = I>>(
        isa: I,
        target: &mut Self::Output,
        _: &Self::Arguments<'_>,
        at: &[usize; 3],
        sum: V,
    ) {
        let half = T::one() / (T::one() + T::one());
        let sum = if ADDS { sum } else { sum.mul(V::splat(isa, half)) };
        Self::keep(isa, target, at, sum);
    }
}

/// Targets start so many rows apart.
const HEIGHT: usize = 260;

/// The naive twin: three loops.
fn plain<T: Element, const ADDS: bool>(a: &[T], b: &[T], case: Case, target: &mut [T]) {
    let [rows, columns, terms] = case.size;
    for row in 0..rows {
        for column in 0..columns {
            let place = (case.which * HEIGHT + row) * case.step + column;
            let mut sum = T::zero();
            for term in 0..terms {
                let a = a[row * case.a.across + term * case.a.along];
                sum = sum + a * b[column * case.b.across + term * case.b.along];
            }
            target[place] = if ADDS { target[place] + sum } else { sum / (T::one() + T::one()) };
        }
    }
}

fn random<T: Element>(rng: &mut Rng, count: usize) -> Vec<T> {
    (0..count).map(|_| T::from(rng.uniform() - 0.5).expect("it is small")).collect()
}

/// Compares with the naive twin, on all instruction sets.
fn compare<T: Element + TransposeBlock + core::fmt::Debug + 'static, const ADDS: bool>(case: Case, error: f64) {
    let [rows, columns, terms] = case.size;
    let mut rng = Rng::seed(rows as u64 + 1000 * columns as u64);
    let length = |Steps { across, along }, places: usize| (places - 1) * across + (terms.max(1) - 1) * along + 1;
    let (a, b): (Vec<T>, Vec<T>) = (random(&mut rng, length(case.a, rows)), random(&mut rng, length(case.b, columns)));
    let first: Vec<T> = random(&mut rng, (case.which * HEIGHT + rows - 1) * case.step + columns);
    let mut expected = first.clone();
    plain::<T, ADDS>(&a, &b, case, &mut expected);
    for isa in tokens() {
        let mut target = (first.clone(), case.step);
        // What the panels held before does not matter.
        let mut panels = vec![T::nan(); scratch(case.size)];
        let mut both = WithScratch { target: &mut target, scratch: &mut panels };
        isa.call(Halves::<T, ADDS>(PhantomData), &mut both, (&a, &b, case));
        for (at, (number, expected)) in target.0.iter().zip(&expected).enumerate() {
            let difference = (*number - *expected).to_f64().expect("a number").abs();
            assert!(difference <= error, "{case:?}, {isa:?}: {number:?} instead of {expected:?} at {at}");
        }
    }
}

/// Sizes around those of registers, stripes, panels and blocks.
const SIZES: [[usize; 3]; 14] = [
    [1, 1, 1],
    [1, 17, 3],
    [3, 5, 0],
    [4, 8, 255],
    [5, 16, 256],
    [7, 15, 257],
    [8, 48, 40],
    [9, 49, 512],
    [12, 96, 600],
    [31, 130, 33],
    [96, 47, 64],
    [97, 33, 100],
    [200, 20, 300],
    [13, 500, 261],
];

/// Factors whose terms, or whose rows or columns, lie side by side, or neither.
fn steps(places: usize, terms: usize) -> [Steps; 3] {
    [
        Steps { across: terms + 2, along: 1 },
        Steps { across: 1, along: places + 3 },
        Steps { across: 2, along: 2 * places + 1 },
    ]
}

fn all<T: Element + TransposeBlock + core::fmt::Debug + 'static>(error: f64) {
    for (at, size) in SIZES.into_iter().enumerate() {
        let [rows, columns, terms] = size;
        for a in steps(rows, terms) {
            for b in steps(columns, terms) {
                // Miri takes long.
                if cfg!(miri) && rows * columns * terms > 10_000 {
                    continue;
                }
                let case = Case { size, a, b, step: columns + at % 3, which: at % 2 };
                compare::<T, false>(case, error);
                compare::<T, true>(case, error);
            }
        }
    }
}

#[test]
fn products_of_all_sizes_are_those_of_three_loops() {
    all::<f32>(2e-5);
    all::<f64>(2e-14);
}

#[test]
fn a_block_is_no_larger_than_it_must_be() {
    assert_eq!([length(97, 96, 12), length(96, 96, 12), length(1, 96, 12), length(0, 96, 12)], [60, 96, 12, 12]);
    assert_eq!(scratch([512, 64, 600]), (12 + 64) * 300);
    assert_eq!(scratch([9, 300, 512]), (12 + 160) * 512);
}

#[test]
#[should_panic(expected = "range")]
fn nothing_is_read_behind_a_factor() {
    let steps = Steps { across: 1, along: 8 };
    let case = Case { size: [8, 8, 4], a: steps, b: steps, step: 8, which: 0 };
    let (mut target, mut panels) = ((vec![0.0_f32; 64], 8), vec![0.0; scratch(case.size)]);
    let mut both = WithScratch { target: &mut target, scratch: &mut panels };
    let isa = tokens().next().expect("there is the baseline");
    isa.call(Halves::<f32, false>(PhantomData), &mut both, (&[0.0; 32], &[0.0; 31], case));
}
