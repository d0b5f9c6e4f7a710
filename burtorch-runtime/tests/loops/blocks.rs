//! Sums in blocks: products of matrices.

use burtorch_runtime::kernel::{Blocks, Isa, LoopNest, TwoK, Vector};

use crate::check::{Filled, check, numbers};

/// How the same products are computed.
const COLUMNS_FIRST: usize = 0;
const ROWS_FIRST: usize = 1;
const PACKED: usize = 2;
const TWO_K: usize = 3;
const HALF_BESIDE: usize = 4;
const NEXT_BESIDE: usize = 5;
/// Three terms at a time.
const IN_PARTS: usize = 6;
/// By the plain loops beside the driver.
const PLAIN: usize = 7;

/// `o[p] = a · b[p]`, for two matrices `b` of `K` rows and `L` columns, in blocks of `R` of the `M` rows, of which `Q` are left over,
/// and `C` vectors.
#[derive(Clone, Copy)]
struct Products<
    const M: usize,
    const K: usize,
    const L: usize,
    const R: usize,
    const Q: usize,
    const C: usize,
    const HOW: usize,
>;

type Factors<'a, const M: usize, const K: usize, const L: usize> = (&'a [[f32; K]; M], &'a [[[f32; L]; K]; 2]);

impl<const M: usize, const K: usize, const L: usize, const R: usize, const Q: usize, const C: usize, const HOW: usize>
    LoopNest for Products<M, K, L, R, Q, C, HOW>
{
    type Target<'o> = [[[f32; L]; M]; 2];
    type Arguments<'a> = Factors<'a, M, K, L>;

    #[inline(always)]
    fn run<I: Isa>(isa: I, o: &mut Self::Target<'_>, a: Factors<'_, M, K, L>) {
        if HOW == NEXT_BESIDE && I::WIDTH == 64 {
            Self::rows::<I, I::F32, R, Q, 1, 0>(isa, o, &a, &[], &mut [0, 0, 0, 0, K]);
            return;
        }
        for p in 0..2 {
            let at = &mut [p, 0, 0, 0, K];
            match HOW {
                HALF_BESIDE if I::WIDTH == 64 => Self::rows::<I, I::F32, R, Q, 1, 0>(isa, o, &a, &[], at),
                ROWS_FIRST => Self::rows_first::<I, L, R, Q, C>(isa, o, &a, at),
                PACKED => Self::columns::<I, L, R, Q, C, K>(isa, o, &a, at),
                IN_PARTS => {
                    for k0 in (0..K).step_by(3) {
                        Self::columns::<I, L, R, Q, C, 0>(isa, o, &a, &mut [p, 0, 0, k0, (K - k0).min(3)]);
                    }
                }
                PLAIN => Self::plain(isa, o, &a, *at, L),
                _ => Self::columns::<I, L, R, Q, C, 0>(isa, o, &a, at),
            }
        }
    }
}

impl<const M: usize, const K: usize, const L: usize, const R: usize, const Q: usize, const C: usize, const HOW: usize>
    Blocks<f32, 5> for Products<M, K, L, R, Q, C, HOW>
{
    const LANES: usize = 2;
    const ROWS: usize = 1;
    const COUNT: usize = M;
    const ROWS_FIRST: bool = HOW == ROWS_FIRST;
    const RESUMES: bool = HOW == IN_PARTS;
    const TWO_K: bool = HOW == TWO_K;
    const HALF_BESIDE: bool = HOW == HALF_BESIDE;
    const NEXT_BESIDE: bool = HOW == NEXT_BESIDE;

    #[inline(always)]
    fn add<I: Isa, V: Vector<f32, Proof = I>, const S: usize, const D: usize>(
        isa: I,
        &(a, b): &Factors<'_, M, K, L>,
        &[p, i, j, k0, count]: &[usize; 5],
        sums: &mut [[V; D]; S],
    ) {
        for k in k0..k0 + count {
            for (q, sums) in sums.iter_mut().enumerate() {
                for (c, sum) in sums.iter_mut().enumerate() {
                    *sum = V::load(isa, &b[p][k], j + c * V::N).fma(V::splat(isa, a[i + q][k]), *sum);
                }
            }
        }
    }

    #[inline(always)]
    fn row<'o>(o: &'o mut Self::Target<'_>, &[p, i, j, ..]: &[usize; 5]) -> (&'o mut [f32], usize) {
        (&mut o[p][i], j)
    }

    #[inline(always)]
    fn resume<I: Isa, V: Vector<f32, Proof = I>, const S: usize, const D: usize>(
        isa: I,
        o: &Self::Target<'_>,
        &[p, i, j, k0, _]: &[usize; 5],
        sums: &mut [[V; D]; S],
    ) {
        for (q, sums) in sums.iter_mut().enumerate().filter(|_| k0 > 0) {
            for (c, sum) in sums.iter_mut().enumerate() {
                *sum = V::load(isa, &o[p][i + q], j + c * V::N);
            }
        }
    }

    #[inline(always)]
    fn pack<I: Isa, V: Vector<f32, Proof = I>, const D: usize>(
        isa: I,
        (_, b): &Factors<'_, M, K, L>,
        &[p, _, j, ..]: &[usize; 5],
        panel: &mut [[V; D]],
    ) {
        for (vectors, row) in panel.iter_mut().zip(&b[p]) {
            for (c, vector) in vectors.iter_mut().enumerate() {
                *vector = V::load(isa, row, j + c * V::N);
            }
        }
    }

    #[inline(always)]
    fn add_packed<I: Isa, V: Vector<f32, Proof = I>, const S: usize, const D: usize>(
        isa: I,
        panel: &[[V; D]],
        (a, _): &Factors<'_, M, K, L>,
        &[_, i, ..]: &[usize; 5],
        sums: &mut [[V; D]; S],
    ) {
        for (k, vectors) in panel.iter().enumerate() {
            for (q, sums) in sums.iter_mut().enumerate() {
                for (vector, sum) in vectors.iter().zip(sums) {
                    *sum = vector.fma(V::splat(isa, a[i + q][k]), *sum);
                }
            }
        }
    }

    #[inline(always)]
    fn add_two_k<I: Isa, V: Vector<f32, Proof = I>, P: TwoK<f32, Proof = I, One = V>, const S: usize>(
        isa: I,
        &(a, b): &Factors<'_, M, K, L>,
        &[p, i, j, ..]: &[usize; 5],
        sums: &mut [P; S],
    ) {
        for k in (0..K).step_by(2) {
            let both = P::of(V::load(isa, &b[p][k], j), V::load(isa, &b[p][k + 1], j));
            for (q, sum) in sums.iter_mut().enumerate() {
                *sum = both.fma(P::splat(isa, &a[i + q], k), *sum);
            }
        }
    }

    #[inline(always)]
    fn add_beside<I: Isa, V: Vector<f32, Proof = I>, W: Vector<f32, Proof = I>, const S: usize>(
        isa: I,
        &(a, b): &Factors<'_, M, K, L>,
        &[p, i, j, ..]: &[usize; 5],
        sums: &mut [[V; 1]; S],
        beside: &mut [[W; 1]; S],
    ) {
        for k in 0..K {
            let x = V::load(isa, &b[p][k], j);
            let y = if HOW == HALF_BESIDE { W::load(isa, &b[p][k], j + V::N) } else { W::load(isa, &b[p + 1][k], j) };
            for q in 0..S {
                sums[q][0] = x.fma(V::splat(isa, a[i + q][k]), sums[q][0]);
                beside[q][0] = y.fma(W::splat(isa, a[i + q][k]), beside[q][0]);
            }
        }
    }
}

impl<const N: usize, const M: usize, const L: usize> Filled for [[[f32; N]; M]; L] {
    fn filled() -> Self {
        [[[3.0; N]; M]; L]
    }
}

/// The products in plain loops.
fn plain<const M: usize, const K: usize, const L: usize>(
    o: &mut [[[f32; L]; M]; 2],
    a: &[[f32; K]; M],
    b: &[[[f32; L]; K]; 2],
) {
    for (o, b) in o.iter_mut().zip(b) {
        for (o, a) in o.iter_mut().zip(a) {
            for (j, o) in o.iter_mut().enumerate() {
                *o = a.iter().zip(b).map(|(a, b)| a * b[j]).sum();
            }
        }
    }
}

macro_rules! products {
    ($($name:ident: $m:literal * $k:literal * $l:literal, blocks of $r:literal + $q:literal and $c:literal, $how:ident;)*) => {$(
        #[test]
        fn $name() {
            type Kernel = Products<$m, $k, $l, $r, $q, $c, $how>;
            let (a, b) = (numbers::<$k, $m>(1), [numbers::<$l, $k>(2), numbers::<$l, $k>(3)]);
            check(Kernel {}, (&a, &b), stringify!($name), |o| plain(o, &a, &b));
        }
    )*};
}

products! {
    one_number: 1 * 1 * 1, blocks of 1 + 0 and 1, COLUMNS_FIRST;
    whole_blocks: 8 * 3 * 64, blocks of 4 + 0 and 2, COLUMNS_FIRST;
    blocks_of_which_all_kinds_are_left_over: 7 * 5 * 61, blocks of 3 + 1 and 2, COLUMNS_FIRST;
    rows_that_are_shorter_than_a_register: 5 * 4 * 3, blocks of 2 + 1 and 1, COLUMNS_FIRST;
    rows_before_columns: 7 * 5 * 61, blocks of 3 + 1 and 2, ROWS_FIRST;
    more_than_eight_blocks_of_rows: 19 * 2 * 16, blocks of 2 + 1 and 1, ROWS_FIRST;
    a_panel: 7 * 5 * 61, blocks of 3 + 1 and 2, PACKED;
    two_terms_at_a_time: 7 * 6 * 24, blocks of 3 + 1 and 1, TWO_K;
    half_a_vector_beside_one: 7 * 5 * 24, blocks of 3 + 1 and 1, HALF_BESIDE;
    the_next_product_beside_one: 7 * 5 * 16, blocks of 3 + 1 and 1, NEXT_BESIDE;
    plain_loops: 7 * 5 * 61, blocks of 1 + 0 and 1, PLAIN;
    a_sum_in_parts: 7 * 8 * 61, blocks of 3 + 1 and 2, IN_PARTS;
}
