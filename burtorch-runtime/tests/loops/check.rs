//! Kernels on each instruction set, and numbers for them.

use core::array;

use burtorch_runtime::kernel::{Dispatched, IsaToken, Kernel, Level, dispatch, force};

/// Runs a kernel on each instruction set, from a target of threes, and compares what it fills with `expected`.
pub fn check<O, A, K>(kernel: K, arguments: A, what: &str, expected: impl Fn(&mut O))
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

pub fn same<O: PartialEq + core::fmt::Debug>(found: &O, plain: &O, what: &str) {
    assert!(found == plain, "{what}: {found:?}, not {plain:?}");
}

pub trait Filled {
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
pub fn numbers<const N: usize, const M: usize>(seed: usize) -> [[f32; N]; M] {
    array::from_fn(|row| array::from_fn(|column| ((row * 7 + column * 5 + seed * 3) % 11) as f32 - 5.0))
}
