//! Sums, means, maxima, variances, softmax, norms and losses, over every choice of axes.

use crate::check::{array, close, matrix, numbers};
use burtorch::{BatchWorkspace, Workspace};

burtorch::graph! {
    type Scalar = f64;

    pub struct Reduced { a: Param<3, 5, 7>, b: Param<17>, c: Param<1, 3>, d: Param }

    impl Reduced {
        pub fn loss(&self, x: Tensor<5>) -> f64 {
            let (a, b, c, d) = (self.a, self.b, self.c, self.d);
            let y = a * unsqueeze(x, 1);
            let sums = exp(sum(b)) + sum(exp(sum(a, 1)) * iota(7)) + sum(sin(sum(y, [0, 2]))) + sum(exp(a.sum(-1)) * iota(5)) + sum(d);
            let means = exp(mean(b)) + sum(sin(mean(y, 0)) * iota(7)) + sum(exp(mean(a, [1, 2]))) + mean(exp(mean(c, 0))) + mean(d);
            let largest = exp(max(b)) + sum(sin(max(a, 2)) * iota(5)) + sum(max(y, [0, 1])) + sum(exp(max(c, 0)));
            let smallest = exp(min(b)) + sum(sin(min(a, 1)) * iota(7)) + sum(min(y, [2, 1]) * iota(3));
            let spread = exp(variance(b)) + sum(sin(variance(a, 1)) * iota(7)) + sum(exp(variance(y, [0, 2]))) + sum(variance(c, 0));
            let unbiased = variance_unbiased(b) + sum(exp(variance_unbiased(a, -1)) * iota(5)) + variance_unbiased(c);
            sums + means + largest + smallest + spread + unbiased
        }
    }

    pub struct Soft { a: Param<3, 5>, b: Param<2, 3, 7>, c: Param<1> }

    impl Soft {
        pub fn weights(&self, x: Tensor<3, 5>) -> Tensor<3, 5> {
            softmax(self.a * 20.0 + x)
        }

        pub fn loss(&self, x: Tensor<3, 5>) -> f64 {
            let (a, b, c) = (self.a, self.b, self.c);
            let soft = sum(softmax(a + x) * exp(a) * iota(5)) + sum(sin(softmax(b, 1)) * iota(7)) + sum(softmax(b, 0)[0] * iota(7)) + sum(softmax(c) * c);
            let logs = sum(sin(log_softmax(a)) * x) + sum(log_softmax(b, 1)[(.., 1)] * iota(7)) + sum(exp(log_softmax(a, 0)) * iota(5));
            let sums = sum(exp(logsumexp(a * x)) * iota(3)) + sum(sin(logsumexp(b, 1)) * iota(7)) + sum(logsumexp(c) * 0.5);
            let norms = sum(sin(layer_norm(a * x)) * iota(5)) + sum(exp(layer_norm(b, 0.1))) + sum(rms_norm(a) * x) + sum(exp(rms_norm(b, 0.5)) * iota(7));
            // Each position sees itself and those before it, in the last two axes.
            let masked = sum(softmax(causal_mask(matmul(a, transpose(a) + 0.1))) * iota(3)) + sum(exp(causal_mask(b)) * iota(7));
            soft + logs + sums + norms + masked
        }
    }

    pub struct Losses { a: Param<3, 5>, b: Param<5>, c: Param }

    impl Losses {
        pub fn loss(&self, x: Tensor<3, 5>, y: Tensor<5>, i: [usize; 3], j: u8) -> f64 {
            let entropy = mean(cross_entropy(self.a * 3.0, i)) + exp(cross_entropy(self.b * x[0], j));
            let squares = mse(self.a, x) + exp(mse(self.b, 0.5)) + mse(self.a, self.b);
            let signs = select(y > 0.0, 1.0, -1.0);
            let logistic = mean(logistic_loss(self.b * 5.0, select(y > 0.0, 1.0, 0.0))) + sum(logistic_loss(self.a, x)) + logistic_loss(self.c, 1.0);
            let hinge = mean(hinge_loss(self.b * 3.0, signs)) + sum(hinge_loss(self.a, self.b * signs)) + hinge_loss(self.c, 1.0);
            entropy + squares + logistic + hinge
        }
    }

    pub struct Stopped { a: Param<5>, b: Param<5> }

    impl Stopped {
        /// `stop_gradient(x)` is `x`, and a constant to the gradient.
        pub fn loss(&self, x: Tensor<5>) -> f64 {
            sum(stop_gradient(exp(self.a)) * self.b * x + stop_gradient(self.b))
        }
    }
}

#[test]
fn reductions_over_axes() {
    check_gradients!(Reduced, array::<5>, x => x);
}

#[test]
fn softmax_norms_and_masks() {
    check_gradients!(Soft, matrix::<3, 5>, x => x);
    let params = numbers(Soft::PARAMS, 3);
    let samples: Vec<_> = (0..33).map(matrix::<3, 5>).collect();
    let mut results = [[[0.0; 5]; 3]; 33];
    Soft::weights_batch(&params, &mut results, &mut BatchWorkspace::boxed(), &samples).expect("a batch");
    for (sample, found) in samples.iter().zip(&results) {
        let mut workspace = Workspace::boxed();
        let expected = Soft::weights(&params, &mut workspace, sample).expect("a sample");
        close("weights", "a sample of a batch", found.as_flattened(), expected.as_flattened());
        for row in expected {
            assert!((row.iter().sum::<f64>() - 1.0).abs() < 1e-12, "{row:?}");
        }
    }
    // Nothing overflows.
    let mut workspace = Workspace::boxed();
    let large = [[1e300, -1e300, 0.0, 1e300, 5.0]; 3];
    let row = Soft::weights(&params, &mut workspace, &large).expect("a sample")[0];
    assert_eq!(row, [0.5, 0.0, 0.0, 0.5, 0.0]);
}

#[test]
fn losses_of_every_kind() {
    let samples = |at: u64| {
        let word = |by: u64| (at * 3 + by * by) % 5;
        let i = [1, 2, 3].map(|by| usize::try_from(word(by)).expect("a class"));
        (matrix::<3, 5>(at), array::<5>(at + 50), i, u8::try_from(word(4)).expect("a class"))
    };
    check_gradients!(Losses, samples, (x, y, i, j) => x, y, i, *j);
}

#[test]
fn a_stopped_gradient_is_zero() {
    let (params, x) = (array::<10>(1), array::<5>(2));
    let mut gradient = [0.0; 10];
    let loss = Stopped::loss_grad(&params, &mut gradient, &mut Workspace::boxed(), &x).expect("a sample");
    let expected: f64 = (0..5).map(|at| params[at].exp() * params[5 + at] * x[at] + params[5 + at]).sum();
    close("stopped", "the loss", &[loss], &[expected]);
    assert_eq!(gradient[..5], [0.0; 5]);
    let expected: Vec<f64> = (0..5).map(|at| params[at].exp() * x[at]).collect();
    close("stopped", "the gradient", &gradient[5..], &expected);
    let mut batch = [0.0; 10];
    let samples = [x; 17];
    Stopped::loss_grad_batch(&params, &mut batch, &mut BatchWorkspace::boxed(), samples).expect("a batch");
    close("stopped", "the gradient of a batch", &batch, &gradient);
}

/// `max` shares its adjoint among equals, over axes as between two operands.
#[test]
fn equal_maxima_share_the_adjoint() {
    burtorch::graph! {
        type Scalar = f64;

        pub struct Tied { a: Param<4>, b: Param<2> }

        impl Tied {
            pub fn loss(&self, x: f64) -> f64 {
                x * max(self.a) + sum(max(self.b, 1.0)) + min(self.a[..2])
            }
        }
    }
    let mut gradient = [0.0; 6];
    Tied::loss_grad(&[2.0, 3.0, 3.0, 1.0, 1.0, 2.0], &mut gradient, &mut Workspace::boxed(), 4.0).expect("a sample");
    assert_eq!(gradient, [1.0, 2.0, 2.0, 0.0, 0.5, 1.0]);
}
