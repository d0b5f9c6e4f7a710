//! Sums of rows.

use core::array;

use burtorch_runtime::kernel::{Isa, Kernel, LoopNest, RowSums, Vector};

use crate::check::{Filled, check, numbers, same};

/// Sums of rows, each times a number, over two axes. In the same pass `c[k] · b` is added to row `k`.
macro_rules! row_sums {
    ($name:ident, $rows:literal of $outer:literal * $length:literal, $last:literal come first) => {
        #[test]
        fn $name() {
            type Sums = [[f32; $length]; $outer];
            type Rows = [[f32; $length * $outer]; $rows];
            type Both = (Sums, Rows);

            struct Updating;
            impl LoopNest for Updating {
                type Target<'o> = Sums;
                type Arguments<'a> = (&'a [f32; $rows], &'a mut Rows, &'a [f32; $length]);
                #[inline(always)]
                fn run<I: Isa>(isa: I, o: &mut Sums, mut a: Self::Arguments<'_>) {
                    Self::all_rows::<I, $length, $last>(isa, o, &mut a);
                }
            }
            impl RowSums<f32, 3> for Updating {
                const COUNT: usize = $rows;
                fn factor(&(c, ..): &Self::Arguments<'_>, &[.., k]: &[usize; 3]) -> f32 {
                    c[k]
                }
                fn row<'a>(&(_, ref m, _): &'a Self::Arguments<'_>, &[i, j, k]: &[usize; 3]) -> (&'a [f32], usize) {
                    (&m[k], i * $length + j)
                }
                fn sums<'o>(o: &'o mut Sums, &[i, j, _]: &[usize; 3]) -> (&'o mut [f32], usize) {
                    (&mut o[i], j)
                }
                fn axes<I: Isa, const R: usize, const F: bool>(
                    isa: I,
                    o: &mut Sums,
                    a: &mut Self::Arguments<'_>,
                    c: &[f32; R],
                    k: usize,
                ) {
                    for i in 0..$outer {
                        Self::columns::<I, $length, R, F>(isa, o, a, c, [i, 0, k]);
                    }
                }
                fn update<I: Isa, V: Vector<f32, Proof = I>, const R: usize, const C: usize>(
                    isa: I,
                    (_, m, b): &mut Self::Arguments<'_>,
                    &[i, j, k]: &[usize; 3],
                    c: &[f32; R],
                    x: &[[V; C]; R],
                ) {
                    for (q, vector) in (0..R).flat_map(|q| (0..C).map(move |vector| (q, vector))) {
                        let place = j + vector * V::N;
                        let more = V::splat(isa, c[q]).mul(V::load(isa, &b[..], place));
                        x[q][vector].add(more).store(&mut m[k + q], i * $length + place);
                    }
                }
            }

            #[derive(Clone, Copy)]
            struct OfBoth;
            impl<'a> Kernel<Both, (&'a [f32; $rows], &'a [f32; $length])> for OfBoth {
                #[inline(always)]
                fn run<I: Isa>(self, isa: I, o: &mut Both, (c, b): (&'a [f32; $rows], &'a [f32; $length])) {
                    <Updating as LoopNest>::run(isa, &mut o.0, (c, &mut o.1, b));
                }
            }

            let ([c], [b]) = (numbers::<$rows, 1>(1), numbers::<$length, 1>(2));
            check(OfBoth, (&c, &b), stringify!($name), |(sums, rows): &mut Both| {
                for (i, j) in (0..$outer).flat_map(|i| (0..$length).map(move |j| (i, j))) {
                    let at = i * $length + j;
                    sums[i][j] = (0..$rows).map(|k| c[k] * rows[k][at]).sum();
                    (0..$rows).for_each(|k| rows[k][at] += c[k] * b[j]);
                }
            });
            // The plain loops beside the driver.
            let ((mut sums, mut rows), (mut expected, _)) = (Both::filled(), Both::filled());
            for i in 0..$outer {
                Updating::plain(&mut sums, &(&c, &mut rows, &b), [i, 0, 0], $length);
                expected[i] = array::from_fn(|j| (0..$rows).map(|k| c[k] * rows[k][i * $length + j]).sum());
            }
            same(&sums, &expected, stringify!($name));
        }
    };
}

row_sums!(one_row, 1 of 1 * 5, 1 come first);
row_sums!(three_rows_of_all_kinds_of_vectors, 3 of 2 * 63, 3 come first);
row_sums!(four_rows, 4 of 1 * 32, 4 come first);
row_sums!(nine_rows_over_two_axes, 9 of 3 * 24, 1 come first);
row_sums!(sixteen_rows, 16 of 1 * 65, 4 come first);
