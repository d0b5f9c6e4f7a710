//! Products of matrices and vectors, in sizes that leave rests of blocks and vectors; both precisions.

use crate::check::{array, close, matrix, numbers, single};
use burtorch::{BatchWorkspace, Workspace};

burtorch::graph! {
    type Scalar = f64;

    /// Every product, in every rank that it takes.
    pub struct Products { a: Param<3, 5>, b: Param<5, 7>, c: Param<2, 3, 5>, d: Param<2, 1, 5, 3>, u: Param<5>, v: Param<3> }

    impl Products {
        pub fn loss(&self, x: Tensor<7, 3>) -> f64 {
            let (a, b, c, d, u, v) = (self.a, self.b, self.c, self.d, self.u, self.v);
            let matrices = sum(sin(matmul(matmul(a, b), x))) + sum(exp(a.matmul(b)));
            // Axes in front are repeated: [2, 3, 5] and [5, 7], [3, 5] and [2, 1, 5, 3], [2, 3, 5] and [2, 1, 5, 3].
            let many = sum(sin(matmul(c, b))) + sum(cos(matmul(a, d))) + sum(sin(matmul(c, d)) * iota(3));
            let turned = sum(exp(matmul(transpose(a), a))) + sum(sin(matmul(transpose(b), transpose(a))));
            let vectors = sum(exp(matvec(a, u))) + sum(sin(matvec(a, c))) + sum(cos(matvec(x, v)));
            let pairs = dot(u, u) + exp(dot(v, matvec(a, u))) + sum(sin(outer(u, v)) * transpose(a)) + sum(outer(v, v));
            matrices + many + turned + vectors + pairs
        }

        pub fn outers(&self, x: Tensor<7>) -> Tensor<3, 7> {
            outer(self.v, x) + matmul(self.a, self.b)
        }
    }
}

/// Two layers and a product of both operands that vary, for one size.
macro_rules! sized {
    ($($double:ident $single:ident $m:literal $k:literal $n:literal;)*) => {$(
        sized!(@ $double f64 $m $k $n);
        sized!(@ $single f32 $m $k $n);
    )*};
    (@ $module:ident $scalar:ident $m:literal $k:literal $n:literal) => {
        mod $module {
            burtorch::graph! {
                type Scalar = $scalar;
                const M: usize = $m;
                const K: usize = $k;
                const N: usize = $n;

                pub struct Net { first: Linear<K, N>, mix: Param<M, M> }

                impl Net {
                    pub fn out(&self, x: Tensor<M, K>) -> Tensor<M, N> {
                        matmul(self.mix, tanh(self.first.forward(x)))
                    }

                    pub fn loss(&self, x: Tensor<M, K>) -> $scalar {
                        let y = self.out(x);
                        mean(exp(matmul(y, transpose(y)) * 0.1)) + mean(softmax(y))
                    }
                }
            }
        }
    };
}

sized! {
    one one_f32 1 1 1;
    few few_f32 3 5 7;
    some some_f32 17 3 33;
    most most_f32 5 65 17;
    half half_f32 4 24 13;
    half_double half_double_f32 6 12 26;
}

/// The model against differences and in batches, and the single precision against the double one.
macro_rules! check_sized {
    ($double:ident $single:ident $m:literal $k:literal $n:literal) => {{
        use $double::Net;
        check_model!(Net, matrix::<$m, $k>, x => x);
        let params = numbers(Net::PARAMS, 7);
        let narrow: Vec<f32> = params.iter().copied().map(single).collect();
        let samples: Vec<_> = (0..40).map(matrix::<$m, $k>).collect();
        let narrow_samples: Vec<[[f32; $k]; $m]> = samples.iter().map(|x| x.map(|row| row.map(single))).collect();
        let mut results = vec![[[0.0; $n]; $m]; samples.len()];
        let mut workspace = BatchWorkspace::boxed();
        Net::out_batch(&params, &mut results, &mut workspace, &samples).expect("a batch");
        let mut narrow_results = vec![[[0.0; $n]; $m]; samples.len()];
        let mut narrow_workspace = BatchWorkspace::boxed();
        $single::Net::out_batch(&narrow, &mut narrow_results, &mut narrow_workspace, &narrow_samples).expect("a batch");
        for (at, sample) in samples.iter().enumerate() {
            let mut workspace = Workspace::boxed();
            let one = Net::out(&params, &mut workspace, sample).expect("a sample");
            close("out", "a sample of a batch", results[at].as_flattened(), one.as_flattened());
            let near = results[at].as_flattened().iter().zip(narrow_results[at].as_flattened());
            assert!(near.clone().all(|(a, b)| (a - f64::from(*b)).abs() < 1e-4), "sample {at}: {near:?}");
        }
        let mut gradient = vec![0.0; Net::PARAMS];
        let mut narrow_gradient = vec![0.0_f32; Net::PARAMS];
        for count in [1, 40] {
            Net::loss_grad_batch(&params, &mut gradient, &mut workspace, &samples[..count]).expect("a batch");
            $single::Net::loss_grad_batch(&narrow, &mut narrow_gradient, &mut narrow_workspace, &narrow_samples[..count]).expect("a batch");
        }
        let norm = gradient.iter().map(|slope| slope * slope).sum::<f64>().sqrt();
        let near = |(a, b): (&f64, &f32)| (a - f64::from(*b)).abs() < 1e-5 * norm;
        assert!(gradient.iter().zip(&narrow_gradient).all(near), "{gradient:?}\n{narrow_gradient:?}");
    }};
}

#[test]
fn products_of_every_rank() {
    check_model!(Products, matrix::<7, 3>, x => x);
    let params = numbers(Products::PARAMS, 3);
    let samples: Vec<_> = (0..40).map(array::<7>).collect();
    for count in [0, 1, 15, 16, 33] {
        let mut results = vec![[[f64::NAN; 7]; 3]; count];
        let mut workspace = BatchWorkspace::boxed();
        Products::outers_batch(&params, &mut results, &mut workspace, &samples[..count]).expect("a batch");
        for (sample, found) in samples.iter().zip(&results) {
            let mut workspace = Workspace::boxed();
            let expected = Products::outers(&params, &mut workspace, sample).expect("a sample");
            close("outers", "a sample of a batch", found.as_flattened(), expected.as_flattened());
        }
    }
}

#[test]
fn of_one_element() {
    check_sized!(one one_f32 1 1 1);
}

#[test]
fn smaller_than_a_block() {
    check_sized!(few few_f32 3 5 7);
}

#[test]
fn blocks_with_rests() {
    check_sized!(some some_f32 17 3 33);
}

#[test]
fn long_sums_with_rests() {
    check_sized!(most most_f32 5 65 17);
}

#[test]
fn rows_of_one_register_and_a_half() {
    check_sized!(half half_f32 4 24 13);
    check_sized!(half_double half_double_f32 6 12 26);
}
