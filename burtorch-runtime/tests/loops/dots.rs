//! Sums in blocks whose lanes are terms.

use burtorch_runtime::kernel::{Blocks, Isa, LoopNest, One, Vector};

use crate::check::{Filled, check, numbers};

/// `o[i] = Σ a[p][i][k] · b[p][k]`, or the largest of these terms.
#[derive(Clone, Copy)]
struct Dots<const M: usize, const K: usize, const R: usize, const Q: usize, const C: usize, const MAX: bool>;

type Factors<'a, const M: usize, const K: usize> = (&'a [[[f32; K]; M]; 2], &'a [[f32; K]; 2]);

impl<const M: usize, const K: usize, const R: usize, const Q: usize, const C: usize, const MAX: bool> LoopNest
    for Dots<M, K, R, Q, C, MAX>
{
    type Target<'o> = [f32; M];
    type Arguments<'a> = Factors<'a, M, K>;

    #[inline(always)]
    fn run<I: Isa>(isa: I, o: &mut [f32; M], a: Factors<'_, M, K>) {
        Self::rows::<I, I::F32, R, Q, C, 0>(isa, o, &a, &[], &mut [0, 0, 0]);
    }
}

impl<const M: usize, const K: usize, const R: usize, const Q: usize, const C: usize, const MAX: bool> Blocks<f32, 3>
    for Dots<M, K, R, Q, C, MAX>
{
    const LANES: usize = 2;
    const ROWS: usize = 0;
    const COUNT: usize = M;
    const TERMS: usize = K;
    const IS_DOT: bool = true;
    const IS_MAX: bool = MAX;

    #[inline(always)]
    fn add<I: Isa, V: Vector<f32, Proof = I>, const S: usize, const D: usize>(
        isa: I,
        &(a, b): &Factors<'_, M, K>,
        &[i, p, k]: &[usize; 3],
        sums: &mut [[V; D]; S],
    ) {
        for (q, sums) in sums.iter_mut().enumerate() {
            for (c, sum) in sums.iter_mut().enumerate() {
                let term = V::load(isa, &a[p][i + q], k + c * V::N).mul(V::load(isa, &b[p], k + c * V::N));
                *sum = if MAX { sum.larger(term) } else { sum.add(term) };
            }
        }
    }

    #[inline(always)]
    fn axes<I: Isa, V: Vector<f32, Proof = I>, const S: usize, const D: usize>(
        isa: I,
        a: &Factors<'_, M, K>,
        at: &mut [usize; 3],
        sums: &mut [[V; D]; S],
        rest: &mut [[One<f32, I>; 1]; S],
    ) {
        for p in 0..2 {
            at[1] = p;
            Self::terms(isa, a, at, sums, rest);
        }
    }

    #[inline(always)]
    fn store_one<I: Isa>(_: I, o: &mut [f32; M], _: &Factors<'_, M, K>, &[i, ..]: &[usize; 3], sum: f32) {
        o[i] = sum;
    }
}

impl<const N: usize> Filled for [f32; N] {
    fn filled() -> Self {
        [3.0; N]
    }
}

macro_rules! dots {
    ($($name:ident: $m:literal of $k:literal, blocks of $r:literal + $q:literal and $c:literal, $max:literal;)*) => {$(
        #[test]
        fn $name() {
            let (a, b) = ([numbers::<$k, $m>(1), numbers::<$k, $m>(2)], numbers::<$k, 2>(3));
            check(Dots::<$m, $k, $r, $q, $c, $max>, (&a, &b), stringify!($name), |o: &mut [f32; $m]| {
                for (i, o) in o.iter_mut().enumerate() {
                    let terms = || (0..2).flat_map(|p| (0..$k).map(move |k| a[p][i][k] * b[p][k]));
                    *o = if $max { terms().fold(f32::NEG_INFINITY, f32::max) } else { terms().sum() };
                }
            });
        }
    )*};
}

dots! {
    one_sum: 1 of 64, blocks of 1 + 0 and 2, false;
    sums_with_terms_left_over: 7 of 61, blocks of 3 + 1 and 2, false;
    sums_of_few_terms: 5 of 3, blocks of 2 + 1 and 1, false;
    the_largest_term: 7 of 61, blocks of 3 + 1 and 2, true;
}
