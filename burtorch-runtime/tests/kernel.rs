//! Vectors of every instruction set that this processor has, against single numbers, lane by lane.

use burtorch_runtime::kernel::{
    Dispatched, Isa, IsaToken, Kernel, Level, One, TwoK, Vector, dispatch, force, larger, level,
};

/// How many numbers are computed with: as many as the longest vector has lanes.
const N: usize = 16;

/// The tests of one precision, as a module.
macro_rules! precision {
    ($module:ident, $number:ident, $whole:ident, $half:ident) => {
        mod $module {
            use super::*;

            type Row = [$number; N];

            /// Numbers that rows are made of.
            const NUMBERS: Row = [
                0.0,
                -0.0,
                1.0,
                -1.5,
                $number::NAN,
                $number::INFINITY,
                $number::NEG_INFINITY,
                $number::MAX,
                $number::MIN_POSITIVE,
                $number::EPSILON,
                1.0 + $number::EPSILON,
                -1.0 - $number::EPSILON,
                0.1,
                -0.3,
                1.0e-40,
                7.0,
            ];

            /// No order of adding them up rounds, and each of them counts.
            const POWERS: Row = [
                1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 128.0, 256.0, 512.0, 1024.0, 2048.0, 4096.0, 8192.0, 16384.0,
                32768.0,
            ];

            /// What vectors make of three rows.
            #[derive(Clone, Default)]
            struct Results {
                fma: Row,
                add: Row,
                sub: Row,
                mul: Row,
                if_le: Row,
                larger: Row,
                /// Of the lanes of each vector, in its first lane.
                max: Row,
                /// Of the first vector of `POWERS`.
                sum: $number,
                lanes: usize,
            }

            #[derive(Clone, Copy)]
            struct Rows([Row; 3]);

            #[inline(always)]
            #[allow(clippy::inline_always, reason = "it is what a kernel runs")]
            fn fill<I: Isa, V: Vector<$number, Proof = I>>(isa: I, to: &mut Results, Rows([a, b, c]): &Rows) {
                for at in (0..N).step_by(V::N) {
                    let (x, y, z) = (V::load(isa, a, at), V::load(isa, b, at), V::load(isa, c, at));
                    x.fma(y, z).store(&mut to.fma, at);
                    x.add(y).store(&mut to.add, at);
                    x.sub(y).store(&mut to.sub, at);
                    x.mul(y).store(&mut to.mul, at);
                    x.if_le(y, z, V::splat(isa, 5.0)).store(&mut to.if_le, at);
                    x.larger(y).store(&mut to.larger, at);
                    to.max[at] = x.max();
                }
                to.sum = V::load(isa, &POWERS, 0).sum();
                to.lanes = V::N;
            }

            struct Fill;

            impl Kernel<[Results; 3], &Rows> for Fill {
                #[inline(always)]
                fn run<I: Isa>(self, isa: I, [whole, half, one]: &mut [Results; 3], rows: &Rows) {
                    fill::<I, I::$whole>(isa, whole, rows);
                    fill::<I, I::$half>(isa, half, rows);
                    fill::<I, One<$number, I>>(isa, one, rows);
                }
            }

            impl Dispatched for Rows {
                type Output = [Results; 3];

                fn run(self, isa: IsaToken) -> [Results; 3] {
                    let mut results: [Results; 3] = Default::default();
                    isa.call(Fill, &mut results, &self);
                    results
                }
            }

            fn same(a: $number, b: $number) -> bool {
                a.to_bits() == b.to_bits() || (a.is_nan() && b.is_nan())
            }

            fn compare(level: Level, Rows([a, b, c]): Rows, results: &Results) {
                for at in 0..N {
                    let (x, y, z) = (a[at], b[at], c[at]);
                    let context = format!("{level:?}, {} lanes: {x:e}, {y:e} and {z:e}", results.lanes);
                    let fused = same(results.fma[at], x.mul_add(y, z));
                    // The baseline may have no such instruction.
                    let rounded = level == Level::Baseline && same(results.fma[at], x * y + z);
                    assert!(fused || rounded, "fma, {context}: {:e}", results.fma[at]);
                    assert!(same(results.add[at], x + y), "add, {context}: {:e}", results.add[at]);
                    assert!(same(results.sub[at], x - y), "sub, {context}: {:e}", results.sub[at]);
                    assert!(same(results.mul[at], x * y), "mul, {context}: {:e}", results.mul[at]);
                    let chosen = if x <= y { z } else { 5.0 };
                    assert!(same(results.if_le[at], chosen), "if_le, {context}: {:e}", results.if_le[at]);
                    assert!(same(results.larger[at], larger(x, y)), "larger, {context}: {:e}", results.larger[at]);
                }
                let sum: $number = POWERS[..results.lanes].iter().sum();
                assert!(same(results.sum, sum), "{level:?}: the sum of {} lanes is {}", results.lanes, results.sum);
                for at in (0..N).step_by(results.lanes) {
                    let part = &a[at..at + results.lanes];
                    let max = part.iter().copied().reduce(larger).expect("a vector has a lane");
                    // Which of two zeros it is depends on the order: both become the positive one.
                    assert!(same(max + 0.0, results.max[at] + 0.0), "max of {part:?}");
                }
            }

            /// All pairs of numbers, in all lanes.
            pub fn lanes_are_numbers(level: Level) {
                for shift in 0..N {
                    for other in 0..N {
                        let row = |by: usize| core::array::from_fn(|at| NUMBERS[(at + by) % N]);
                        let rows = Rows([row(shift), row(other), row(3 * shift + other)]);
                        for results in dispatch(rows) {
                            compare(level, rows, &results);
                        }
                    }
                }
            }
        }
    };
}

precision!(single, f32, F32, Half32);
precision!(double, f64, F64, Half64);

/// Two terms of a sum at a time, with lanes of halves of a vector.
struct Pairwise;

type Two<I> = <<I as Isa>::Half32 as Vector<f32>>::TwoK;

/// `lane · first + 10 lane · second` for the numbers in `factors`, and how many lanes there are.
impl Kernel<([f32; N], usize), &[f32; 3]> for Pairwise {
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "it is what a kernel runs")]
    fn run<I: Isa>(self, isa: I, (to, lanes): &mut ([f32; N], usize), factors: &[f32; 3]) {
        let counted: [f32; N] = std::array::from_fn(|lane| u8::try_from(lane).map_or(0.0, f32::from));
        let (first, ten) = (I::Half32::load(isa, &counted, 0), I::Half32::splat(isa, 10.0));
        let terms = Two::<I>::of(first, first.mul(ten));
        let zero = I::Half32::splat(isa, 0.0);
        terms.fma(Two::<I>::splat(isa, factors, 1), Two::<I>::of(zero, zero)).total().store(to, 0);
        *lanes = I::Half32::N;
    }
}

impl Dispatched for Pairwise {
    type Output = ([f32; N], usize);

    fn run(self, isa: IsaToken) -> ([f32; N], usize) {
        let mut result = ([0.0; N], 0);
        isa.call(self, &mut result, &[100.0, 2.0, 0.5]);
        result
    }
}

#[allow(clippy::float_cmp, reason = "whole numbers are exact")]
fn pairs_keep_their_lanes(level: Level) {
    let (sums, lanes) = dispatch(Pairwise);
    for (lane, &sum) in sums[..lanes].iter().enumerate() {
        assert!(sum == 7.0 * u8::try_from(lane).map_or(0.0, f32::from), "{level:?}, lane {lane}: {sum}");
    }
}

/// One test, because what is forced is forced for all threads. It says which instruction set was chosen before that: with
/// `BURTORCH_ISA` it is the one that was asked for.
#[test]
fn vectors_of_all_instruction_sets_compute_as_numbers_do() {
    let chosen = level();
    println!("the instruction set is {chosen:?}");
    let best = force(Level::V4);
    assert!(chosen <= best, "what the processor does not have is not used");
    for asked in [Level::Baseline, Level::V3, Level::V4] {
        let forced = force(asked);
        assert_eq!((forced, level()), (asked.min(best), forced));
        single::lanes_are_numbers(forced);
        double::lanes_are_numbers(forced);
        pairs_keep_their_lanes(forced);
    }
}
