//! Element by element.

use burtorch_runtime::kernel::{
    Dispatched, Elementwise, Isa, IsaToken, Kernel, LoopNest, Vector, dispatch, map, map_angles,
};

use crate::check::{check, numbers};

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
