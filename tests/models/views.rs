//! The same elements at other places: reshape, permute, slice, concat, gather, pad, windows.

use crate::check::{close, matrix, numbers};
use burtorch::{BatchWorkspace, Workspace};

burtorch::graph! {
    type Scalar = f64;

    pub struct Views { a: Param<3, 5>, b: Param<2, 3, 7>, c: Param<6, 5>, d: Param }

    impl Views {
        /// Each view times numbers that tell its places apart, so that none may be mixed up.
        pub fn loss(&self, x: Tensor<3, 5>) -> f64 {
            let (a, b, c, d) = (self.a, self.b, self.c, self.d);
            let turned = sum(exp(transpose(a)) * reshape(iota(15), [5, 3])) + sum(sin(transpose(b, 0, 2)) * iota(2));
            let permuted = sum(exp(permute(b, [2, 0, 1])) * iota(3) * reshape(iota(7), [7, 1, 1]));
            let merged = sum(exp(reshape(b, [6, 7])) * iota(7)) + dot(exp(flatten(b)), iota(42));
            let split = sum(exp(reshape(c, [2, 3, 5])) * reshape(iota(6), [2, 3, 1])) + sum(sin(c.reshape([3, 10])) * iota(10));
            let mixed = sum(exp(reshape(transpose(a), [3, 5])) * iota(5)) + sum(sin(reshape(permute(b, [1, 2, 0]), [6, 7])) * iota(7));
            let twice = sum(exp(reshape(reshape(c, [30]), [5, 6])) * iota(6)) + sum(sin(transpose(transpose(a))) * x);
            let ones = sum(exp(unsqueeze(a, 2)) * b[0].unsqueeze(1)) + sum(sin(squeeze(reshape(a, [3, 1, 5]), 1)) * x) + sum(a.unsqueeze(-1) * 0.1);
            let repeated = sum(exp(broadcast(d, [2, 3])) * iota(3)) + sum(sin(broadcast(a, [2, 3, 5])) * c.reshape([2, 3, 5]));
            let cut = sum(exp(slice(a, 1, 1..4)) * iota(3)) + sum(sin(a[1..])) + sum(exp(b[(.., 1..3, 2..=5)]) * iota(4)) + sum(c[..2] * x[..2]);
            let picked = exp(a[(1, 2)]) + sum(sin(b[1])) + sum(exp(b[(.., 2, 3..)])) + sum(exp(b[0][1][2..5]) * iota(3)) + sum(c[5] * a[0]);
            turned + permuted + merged + split + mixed + twice + ones + repeated + cut + picked
        }
    }

    pub struct Joins { a: Param<3, 5>, b: Param<3, 2>, c: Param<1, 5>, d: Param }

    impl Joins {
        pub fn joined(&self, x: Tensor<3, 5>) -> Tensor<3, 12> {
            concat([self.a, self.b, x], 1)
        }

        pub fn loss(&self, x: Tensor<3, 5>) -> f64 {
            let (a, b, c, d) = (self.a, self.b, self.c, self.d);
            let joined = sum(exp(concat([a, c, x, c], 0)) * reshape(iota(8), [8, 1])) + sum(sin(self.joined(x)) * iota(12));
            // A tensor joined to itself gets both adjoints.
            let doubled = sum(sqr(concat([b, b], -1)) * iota(4)) + sum(exp(concat([a], 0)));
            let stacked = sum(exp(stack([a, x, a * 2.0], 0)) * reshape(iota(3), [3, 1, 1])) + sum(sin(stack([a, x], 2)) * iota(2));
            let literal = sum(exp([d, 1.0, a[(0, 0)]]) * iota(3)) + sum([[d, 2.0], [b[(1, 1)], d]] * b[..2]);
            let parts = concat([a[(.., 3..)], b, a[(.., ..3)]], 1);
            joined + doubled + stacked + literal + sum(sin(parts) * iota(7))
        }
    }

    pub struct Padded { a: Param<2, 9>, b: Param<2, 7, 5> }

    impl Padded {
        pub fn loss(&self, x: Tensor<9>) -> f64 {
            let around = pad(self.a, 1, 2, 1);
            let padded = sum(exp(around) * iota(12)) + sum(sin(pad(self.a * x, 0, 0, 3)) * reshape(iota(5), [5, 1]));
            // Windows that overlap, that leave gaps, and that do not reach the end.
            let overlapping = sum(exp(windows(self.a, 1, 4, 1)) * iota(4)) + sum(sin(windows(self.a, 1, 2, 3)) * iota(2));
            let rows = sum(sin(windows(self.b, 1, 3, 2)) * iota(3)) + sum(exp(windows(windows(self.b, 1, 3, 2), 2, 2, 1)) * iota(2));
            let pooled = sum(exp(max_pool1d(self.a, 4))) + sum(sin(avg_pool1d(around, 5))) + sum(exp(max_pool2d(self.b, 2))) + sum(exp(avg_pool2d(pad(self.b, 1, 1, 1), 3)));
            padded + overlapping + rows + pooled
        }
    }

    pub struct Gathered { a: Param<7, 3>, b: Param<2, 5, 3>, c: Param<5> }

    impl Gathered {
        pub fn rows(&self, i: [u16; 4]) -> Tensor<4, 3> {
            gather(self.a, i)
        }

        /// Repeated indices add up.
        pub fn loss(&self, x: Tensor<5, 3>, i: [u16; 4], j: [[usize; 2]; 3], k: i8) -> f64 {
            let rows = sum(exp(self.rows(i)) * reshape(iota(4), [4, 1])) + sum(sin(self.a[j]) * reshape(iota(6), [3, 2, 1]));
            let inner = sum(exp(self.b[(.., j)]) * reshape(iota(6), [3, 2, 1])) + sum(exp(self.b[(1, k)]) * iota(3)) + self.b[(0, k, 2)];
            let one = exp(self.c[k]) + sum(sin(self.b[(.., k, 1..)])) + sum(exp(gather(self.c, j[1]))) + sum(self.c[j[(.., 0)]] * x[j[1][0]][0]);
            let last = sum(exp(self.a[(.., 1)][i]) * iota(4)) + sum(transpose(self.a)[(.., i)] * 0.3) + sum(sin(self.b[(1..2, 1..4, 0..3)]));
            // What is looked up may be computed, or an input.
            let computed = sum(exp(gather(tanh(x * self.c.unsqueeze(1)), j)) * iota(3)) + sum(x[k] * self.a[i[2]]) + dot(x[(.., 1)], self.c);
            let marked = sum(one_hot(i, 7)[(.., 1..)] * self.a[(1, 1)]) + sum(matmul(one_hot(j[2], 5), self.b[0])) + dot(one_hot(k, 5), exp(self.c));
            rows + inner + one + last + computed + marked
        }
    }
}

#[test]
fn views_of_every_kind() {
    check_model!(Views, matrix::<3, 5>, x => x);
}

#[test]
fn tensors_joined() {
    check_model!(Joins, matrix::<3, 5>, x => x);
    let params = numbers(Joins::PARAMS, 3);
    let samples: Vec<_> = (0..19).map(matrix::<3, 5>).collect();
    let mut results = [[[0.0; 12]; 3]; 19];
    Joins::joined_batch(&params, &mut results, &mut BatchWorkspace::boxed(), &samples).expect("a batch");
    for (sample, found) in samples.iter().zip(&results) {
        let mut workspace = Workspace::boxed();
        let expected = Joins::joined(&params, &mut workspace, sample).expect("a sample");
        close("joined", "a sample of a batch", found.as_flattened(), expected.as_flattened());
        for row in 0..3 {
            assert_eq!(expected[row][..5], params[5 * row..5 * row + 5]);
            assert_eq!(expected[row][7..], sample[row]);
        }
    }
}

#[test]
fn padding_windows_and_pools() {
    check_model!(Padded, crate::check::array::<9>, x => x);
}

#[test]
fn elements_by_index() {
    let samples = |at: u64| {
        let word = |by: u64, count: u64| (at * 5 + by * by) % count;
        let small = |by: u64| u16::try_from(word(by, 7)).expect("a row");
        let large = |by: u64| usize::try_from(word(by, 5)).expect("a row");
        let i = [small(1), small(2), small(1), small(6)];
        let j = [[large(1), large(1)], [large(3), large(4)], [large(2), large(1)]];
        (matrix::<5, 3>(at), i, j, i8::try_from(word(2, 5)).expect("a row"))
    };
    check_model!(Gathered, samples, (x, i, j, k) => x, i, j, *k);
    let params = numbers(Gathered::PARAMS, 3);
    let samples: Vec<[u16; 4]> = (0..19).map(|at| [at % 7, 3, 3, (at + 1) % 7]).collect();
    let mut results = [[[0.0; 3]; 4]; 19];
    Gathered::rows_batch(&params, &mut results, &mut BatchWorkspace::boxed(), &samples).expect("a batch");
    for (sample, found) in samples.iter().zip(&results) {
        for (row, &at) in sample.iter().enumerate() {
            let at = usize::from(at);
            assert_eq!(found[row][..], params[3 * at..3 * at + 3]);
        }
    }
}
