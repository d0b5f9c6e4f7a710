//! The drivers of kernels against plain loops, on every instruction set that this processor has.
//!
//! Numbers are small and whole, so no order of adding them up rounds: a driver and its plain loops agree to the bit.
#![allow(clippy::inline_always, reason = "what a kernel is inlined into decides on the instructions")]

use core::array;

use burtorch_runtime::kernel::{
    Dispatched, Elementwise, Isa, IsaToken, Kernel, Level, LoopNest, RowSums, Vector, dispatch, force, map, map_angles,
};

/// Runs a kernel on each instruction set, from a target of threes, and compares what it fills with `expected`.
fn check<O, A, K>(kernel: K, arguments: A, what: &str, expected: impl Fn(&mut O))
where
    O: Clone + PartialEq + core::fmt::Debug + Filled,
    A: Copy,
    K: Kernel<O, A> + Copy,
{
    struct Run<'o, O, A, K>(K, &'o mut O, A);
    impl<O, A, K: Kernel<O, A>> Dispatched for Run<'_, O, A, K> {
        type Output = ();
        fn run(self, isa: IsaToken) {
            isa.call(self.0, self.1, self.2);
        }
    }
    let mut plain = O::filled();
    expected(&mut plain);
    for level in [Level::V4, Level::V3, Level::Baseline] {
        let level = force(level);
        let mut target = O::filled();
        dispatch(Run(kernel, &mut target, arguments));
        same(&target, &plain, &format!("{what}, {level:?}"));
    }
}

fn same<O: PartialEq + core::fmt::Debug>(found: &O, plain: &O, what: &str) {
    assert!(found == plain, "{what}: {found:?}, not {plain:?}");
}

trait Filled {
    fn filled() -> Self;
}

impl<const N: usize, const M: usize> Filled for [[f32; N]; M] {
    fn filled() -> Self {
        [[3.0; N]; M]
    }
}

impl<const N: usize, const M: usize, const L: usize, const K: usize> Filled for ([[f32; N]; M], [[f32; L]; K]) {
    fn filled() -> Self {
        ([[3.0; N]; M], numbers(4))
    }
}

/// Small whole numbers that are not alike.
#[allow(clippy::cast_precision_loss, reason = "they are small")]
fn numbers<const N: usize, const M: usize>(seed: usize) -> [[f32; N]; M] {
    array::from_fn(|row| array::from_fn(|column| ((row * 7 + column * 5 + seed * 3) % 11) as f32 - 5.0))
}

/// Rows of some length: whole vectors, a half, and single numbers, as far as they are needed.
macro_rules! rows {
    ($name:ident, $length:literal) => {
        #[test]
        fn $name() {
            #[derive(Clone, Copy)]
            struct Differences;
            impl LoopNest for Differences {
                type Target<'o> = [[f32; $length]; 3];
                type Arguments<'a> = (&'a [[f32; $length]; 3], &'a [f32; $length]);
                #[inline(always)]
                fn run<I: Isa>(isa: I, o: &mut [[f32; $length]; 3], a: Self::Arguments<'_>) {
                    for i in 0..3 {
                        Self::row::<I, $length>(isa, o, &a, [i, 0]);
                    }
                }
            }
            impl Elementwise<f32, 2> for Differences {
                fn step<I: Isa, V: Vector<f32, Proof = I>>(
                    isa: I,
                    o: &mut [[f32; $length]; 3],
                    &(a, b): &Self::Arguments<'_>,
                    &[i, j]: &[usize; 2],
                ) {
                    V::load(isa, &a[i], j).sub(V::load(isa, b, j)).store(&mut o[i], j);
                }
            }
            let (a, [b]) = (numbers::<$length, 3>(1), numbers::<$length, 1>(2));
            check(Differences, (&a, &b), stringify!($name), |o: &mut [[f32; $length]; 3]| {
                for (i, j) in (0..3).flat_map(|i| (0..$length).map(move |j| (i, j))) {
                    o[i][j] = a[i][j] - b[j];
                }
            });
        }
    };
}

rows!(a_row_of_whole_vectors, 32);
rows!(a_row_of_a_vector_and_a_half, 24);
rows!(a_row_of_all_kinds, 31);
rows!(a_row_of_single_numbers, 3);
rows!(a_row_and_one_number, 33);

/// Sines of all numbers, near or far.
#[derive(Clone, Copy)]
struct Sines;

impl Kernel<[f32; 9], ()> for Sines {
    #[inline(always)]
    fn run<I: Isa>(self, isa: I, all: &mut [f32; 9], (): ()) {
        map_angles(isa, all, |x| isa.sin(x), |x| isa.any_sin(x));
        map(all, |x| x + 1.0);
    }
}

#[test]
fn functions_of_all_numbers() {
    struct Run<'o>(&'o mut [f32; 9]);
    impl Dispatched for Run<'_> {
        type Output = ();
        fn run(self, isa: IsaToken) {
            isa.call(Sines, self.0, ());
        }
    }
    for far in [2.0, 3.0e9_f32] {
        let angles: [f32; 9] = [0.0, 0.5, -1.0, 3.0, 10.0, 1e4, far, -0.25, 1e7];
        let mut sines = angles;
        dispatch(Run(&mut sines));
        for (sine, angle) in sines.into_iter().zip(angles) {
            let exact = f64::from(angle).sin() + 1.0;
            assert!((f64::from(sine) - exact).abs() < 1e-6, "sin {angle} is {sine} - 1");
        }
    }
}

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
