//! Matrices whose rows become columns, in blocks that fit in registers.
#![allow(unsafe_code)]
#![allow(clippy::inline_always, reason = "what it is inlined into decides on the instructions")]

use super::isa::{Isa, Kernel};

/// The rows and columns of a block.
const BLOCK: usize = 4;

/// So many columns are written at a time: if their lines are multiples of 4096 bytes apart, no more stay in the nearest
/// cache. As many rows of them are a block where registers are wide.
const COLUMNS: usize = 8;

mod sealed {
    pub trait Sealed {}

    impl Sealed for f32 {}
    impl Sealed for f64 {}
}

/// A number that is transposed in blocks: `f32` or `f64`.
pub trait TransposeBlock: sealed::Sealed + Copy {
    /// Whether there are larger blocks for processors with AVX.
    const WIDE: bool = false;

    /// The columns of the block.
    fn transposed(block: [[Self; BLOCK]; BLOCK]) -> [[Self; BLOCK]; BLOCK];

    /// A block of eight rows and columns.
    ///
    /// # Safety
    /// The processor must have AVX, and both matrices must have the block.
    #[inline(always)]
    unsafe fn transpose_wide(_: Rows<*const Self>, _: Rows<*mut Self>) {}
}

/// Where a block starts, and how far apart its rows are.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(
    not(target_arch = "x86_64"),
    allow(dead_code, reason = "only x86-64 has instructions that transpose blocks")
)]
pub struct Rows<P> {
    start: P,
    step: usize,
}

#[cfg(target_arch = "x86_64")]
impl TransposeBlock for f32 {
    const WIDE: bool = true;

    #[inline(always)]
    unsafe fn transpose_wide(from: Rows<*const f32>, to: Rows<*mut f32>) {
        use core::arch::x86_64::{
            _mm_loadu_ps, _mm256_castps128_ps256, _mm256_insertf128_ps, _mm256_shuffle_ps, _mm256_storeu_ps,
            _mm256_unpackhi_ps, _mm256_unpacklo_ps,
        };
        for first in [0, 4] {
            // SAFETY: the caller has AVX, and sees to it that there are eight rows of eight numbers, here and there.
            unsafe {
                // Four columns: of a row, and of the fourth after it.
                let both = |row: usize| {
                    let [low, high] = [row, row + 4].map(|row| _mm_loadu_ps(from.start.add(row * from.step + first)));
                    _mm256_insertf128_ps::<1>(_mm256_castps128_ps256(low), high)
                };
                let [a, b, c, d] = [both(0), both(1), both(2), both(3)];
                let low = [_mm256_unpacklo_ps(a, b), _mm256_unpacklo_ps(c, d)];
                let high = [_mm256_unpackhi_ps(a, b), _mm256_unpackhi_ps(c, d)];
                let columns = [
                    _mm256_shuffle_ps::<0b01_00_01_00>(low[0], low[1]),
                    _mm256_shuffle_ps::<0b11_10_11_10>(low[0], low[1]),
                    _mm256_shuffle_ps::<0b01_00_01_00>(high[0], high[1]),
                    _mm256_shuffle_ps::<0b11_10_11_10>(high[0], high[1]),
                ];
                for (at, column) in columns.into_iter().enumerate() {
                    _mm256_storeu_ps(to.start.add((first + at) * to.step), column);
                }
            }
        }
    }

    #[inline(always)]
    fn transposed(block: [[f32; BLOCK]; BLOCK]) -> [[f32; BLOCK]; BLOCK] {
        use core::arch::x86_64::{
            _mm_loadu_ps, _mm_movehl_ps, _mm_movelh_ps, _mm_storeu_ps, _mm_unpackhi_ps, _mm_unpacklo_ps,
        };
        // SAFETY: every x86-64 processor has these instructions, and an array of four numbers is as long as a register.
        unsafe {
            let [a, b, c, d] = block.map(|row| _mm_loadu_ps(row.as_ptr()));
            let [low, high] =
                [[_mm_unpacklo_ps(a, b), _mm_unpacklo_ps(c, d)], [_mm_unpackhi_ps(a, b), _mm_unpackhi_ps(c, d)]];
            let columns = [
                _mm_movelh_ps(low[0], low[1]),
                _mm_movehl_ps(low[1], low[0]),
                _mm_movelh_ps(high[0], high[1]),
                _mm_movehl_ps(high[1], high[0]),
            ];
            columns.map(|column| {
                let mut numbers = [0.0; BLOCK];
                _mm_storeu_ps(numbers.as_mut_ptr(), column);
                numbers
            })
        }
    }
}

#[cfg(not(target_arch = "x86_64"))]
impl TransposeBlock for f32 {
    #[inline(always)]
    fn transposed(block: [[f32; BLOCK]; BLOCK]) -> [[f32; BLOCK]; BLOCK] {
        plainly(block)
    }
}

impl TransposeBlock for f64 {
    #[inline(always)]
    fn transposed(block: [[f64; BLOCK]; BLOCK]) -> [[f64; BLOCK]; BLOCK] {
        plainly(block)
    }
}

#[inline(always)]
fn plainly<T: Copy>(block: [[T; BLOCK]; BLOCK]) -> [[T; BLOCK]; BLOCK] {
    core::array::from_fn(|column| block.map(|row| row[column]))
}

/// A matrix, and where its transpose goes: how many rows and columns, and how far apart rows start, here and there.
#[derive(Clone, Copy, Debug)]
pub struct Transpose {
    /// The rows of the matrix.
    pub rows: usize,
    /// Its columns.
    pub columns: usize,
    /// From one of its rows to the next.
    pub step: usize,
    /// From one of its columns to the next, where they are rows.
    pub to_step: usize,
}

impl Transpose {
    /// Writes the columns of `from` to `to`, as rows.
    ///
    /// # Panics
    /// If one of the two is too short.
    #[inline(always)]
    pub fn copy<I: Isa, T: TransposeBlock>(self, _: I, from: &[T], to: &mut [T]) {
        let Self { rows, columns, step, to_step } = self;
        if rows == 0 || columns == 0 {
            return;
        }
        let end = |count: usize, step: usize, last: usize| (count - 1).checked_mul(step)?.checked_add(last);
        assert!(end(rows, step, columns).is_some_and(|end| end <= from.len()), "the matrix is outside of what is read");
        assert!(
            end(columns, to_step, rows).is_some_and(|end| end <= to.len()),
            "the transpose is outside of what is written"
        );
        let (whole_rows, whole_columns) = (rows / BLOCK * BLOCK, columns / BLOCK * BLOCK);
        let mut first = 0;
        while first < whole_columns {
            let end = (first + COLUMNS).min(whole_columns);
            let mut row = 0;
            while row < whole_rows {
                if I::WIDTH >= 32 && T::WIDE && first + COLUMNS == end && row + COLUMNS <= whole_rows {
                    // SAFETY: `I` is the proof of AVX; a block is inside of the matrix, and that is inside of the slices.
                    unsafe {
                        let from = Rows { start: from.as_ptr().add(row * step + first), step };
                        let to = Rows { start: to.as_mut_ptr().add(first * to_step + row), step: to_step };
                        T::transpose_wide(from, to);
                    }
                    row += COLUMNS;
                    continue;
                }
                let mut column = first;
                while column < end {
                    // SAFETY: a block is inside of the matrix, and that is inside of the slices.
                    unsafe { self.block(from, to, row, column) };
                    column += BLOCK;
                }
                row += BLOCK;
            }
            first = end;
        }
        // What is left over.
        for column in whole_columns..columns {
            for row in 0..whole_rows {
                to[column * to_step + row] = from[row * step + column];
            }
        }
        for row in whole_rows..rows {
            for column in 0..columns {
                to[column * to_step + row] = from[row * step + column];
            }
        }
    }

    /// One block.
    ///
    /// # Safety
    /// `from` must have the block's rows, and `to` its columns.
    #[inline(always)]
    unsafe fn block<T: TransposeBlock>(self, from: &[T], to: &mut [T], row: usize, column: usize) {
        let rows: [[T; BLOCK]; BLOCK] = core::array::from_fn(|at| {
            let start = (row + at) * self.step + column;
            // SAFETY: the caller sees to it; arrays have no alignment of their own.
            unsafe { *from.as_ptr().add(start).cast::<[T; BLOCK]>() }
        });
        for (at, numbers) in T::transposed(rows).into_iter().enumerate() {
            let start = (column + at) * self.to_step + row;
            // SAFETY: the caller sees to it.
            unsafe { *to.as_mut_ptr().add(start).cast::<[T; BLOCK]>() = numbers };
        }
    }
}

impl<T: TransposeBlock> Kernel<&mut [T], &[T]> for Transpose {
    /// Blocks are as wide as half of the widest registers.
    const WIDE: bool = false;

    #[inline(always)]
    #[allow(clippy::mut_mut, reason = "targets of kernels have a size, slices have not")]
    fn run<I: Isa>(self, isa: I, to: &mut &mut [T], from: &[T]) {
        self.copy(isa, from, to);
    }
}

#[cfg(test)]
#[allow(clippy::cast_possible_truncation, clippy::float_cmp, reason = "small whole numbers are exact")]
mod tests {
    use super::super::isa::{Baseline, Dispatched, IsaToken, dispatch};
    use super::*;

    /// A transposition with the instruction set of the machine.
    struct Run<'a>(Transpose, &'a [f32], &'a mut [f32]);

    impl Dispatched for Run<'_> {
        type Output = ();

        fn run(self, isa: IsaToken) {
            isa.call(self.0, &mut &mut *self.2, self.1);
        }
    }

    /// All sizes around those of blocks, with rows that lie apart.
    #[test]
    fn rows_become_columns() {
        let mut number = 0.0;
        let from = [(); 600].map(|()| {
            number += 1.0;
            number
        });
        for (rows, columns) in (0..20).flat_map(|rows| (0..22).map(move |columns| (rows, columns))) {
            for [step, to_step] in [[columns, rows], [columns + 3, rows + 1]] {
                let transpose = Transpose { rows, columns, step, to_step };
                let mut expected = [-1.0; 600];
                for row in 0..rows {
                    for column in 0..columns {
                        expected[column * to_step + row] = from[row * step + column];
                    }
                }
                let mut to = [-1.0; 600];
                transpose.copy::<_, f64>(Baseline, &from, &mut to);
                assert_eq!(to, expected, "{transpose:?}");
                let from = from.map(|number| number as f32);
                let mut to = [-1.0; 600];
                transpose.copy::<_, f32>(Baseline, &from, &mut to);
                assert_eq!(to.map(f64::from), expected, "{transpose:?}");
                let mut to = [-1.0; 600];
                dispatch(Run(transpose, &from, &mut to));
                assert_eq!(to.map(f64::from), expected, "{transpose:?}, the best instruction set");
            }
        }
    }

    #[test]
    #[should_panic(expected = "outside of what is written")]
    fn nothing_is_written_outside() {
        Transpose { rows: 4, columns: 4, step: 4, to_step: 4 }.copy(Baseline, &[0.0_f32; 16], &mut [0.0; 15]);
    }
}
