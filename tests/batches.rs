//! The numbers of batches: a mean is as good for a million samples as for one, and what is infinite stays infinite.

use burtorch::{BatchWorkspace, Fields, graph};

graph! {
    /// Its loss is its input times its weight.
    pub struct Scale {
        weight: Param,
    }

    impl Scale {
        #[plan(tiles = [16])]
        pub fn loss(&self, x: f32) -> f32 {
            self.weight * x
        }
    }
}

graph! {
    /// Its slope is infinite where its weight is zero, its loss where its second input is large. So many weights make a tile
    /// pay that is not full.
    pub struct Root {
        weight: Param<16, 16>,
        offset: Param,
    }

    impl Root {
        pub fn loss(&self, x: Tensor<16>, y: f32) -> f32 {
            sqrt(sum(matvec(self.weight, x))) + sqr(self.offset + y)
        }
    }
}

graph! {
    /// Where all inputs are above the weight, all logits are the weight, and its slope is zero: what the logits contribute adds up
    /// to one, and so does what the label takes away.
    pub struct Tied {
        weight: Param<1, 1, 1>,
    }

    impl Tied {
        pub fn loss(&self, x: [[f32; 8]; 17], label: u8) -> f32 {
            cross_entropy(min(min(self.weight, x), [0, 2]), label)
        }
    }
}

graph! {
    /// A recurrence, whose gradients with respect to its input and to some parameters are asked for. Its loss is infinite where `y` is
    /// large, its slopes never are.
    pub struct Recurrent {
        weight: Param,
        offset: Param,
    }

    impl Recurrent {
        #[wrt(x)]
        #[partial]
        pub fn loss(&self, x: Tensor<2>, y: f32) -> f32 {
            let mut h = full([], 0.0);
            for row in x {
                h = 0.5 * h + self.weight * row;
            }
            h + sqr(self.offset + y)
        }
    }
}

const MILLION: u32 = 1 << 20;

/// How far two numbers are apart, as a part of the second.
fn error(found: f32, expected: f64) -> f64 {
    (f64::from(found) / expected - 1.0).abs()
}

/// The largest relative error of what sixty-four numbers of single precision add up to.
const BLOCK: f64 = 64.0 * 6e-8;

#[test]
fn the_mean_of_a_million_samples_does_not_drift() {
    // Each loss and each slope is 0.1, so the mean and its slope are, too.

    let samples = (0..MILLION).map(|_| 0.1_f32);
    let (mut workspace, expected) = (BatchWorkspace::new(), f64::from(0.1_f32));
    let value = Scale::loss_batch(&[1.0], &mut workspace, samples.clone()).expect("there are samples");
    assert!(error(value, expected) < BLOCK, "the mean of a million times 0.1 is {value}");

    let mut gradient = [0.0];
    let value = Scale::loss_grad_batch(&[1.0], &mut gradient, &mut workspace, samples.clone());
    assert!(error(value.expect("there are samples"), expected) < BLOCK, "{value:?}");
    assert!(error(gradient[0], expected) < BLOCK, "the slope of a million times 0.1 is {}", gradient[0]);

    // It is added to what is there.
    let mut gradient = [2.0];
    Scale::loss_grad_batch(&[1.0], &mut gradient, &mut workspace, samples.clone()).expect("there are samples");
    assert!(error(gradient[0], 2.0 + expected) < BLOCK, "{}", gradient[0]);

    let mut params = [1.0];
    let value = Scale::loss_sgd_batch(&mut params, &mut gradient, 1.0, &mut workspace, samples);
    assert!(error(value.expect("there are samples"), expected) < BLOCK, "{value:?}");
    assert!(error(params[0], 1.0 - expected) < BLOCK, "{}", params[0]);
}

/// A long sum that is no sum of vectors is taken in partial sums.
#[test]
fn thousands_of_equal_terms_in_a_tile_do_not_drift() {
    let mut workspace = BatchWorkspace::boxed();
    let samples = (0..64).map(|_| ([[2.0; 8]; 17], 0));
    let mut gradient = [0.0];
    Tied::loss_grad_batch(&[1.0], &mut gradient, &mut workspace, samples).expect("there are samples");
    // 64 samples, 17 logits and 8 numbers behind each: 8,704 terms. One accumulator for all of them is off by 1e-4.
    assert!(gradient[0].abs() < 2e-6, "a slope of zero is {}", gradient[0]);
}

/// The threads of a team share a batch; each of them has a part of the sum.
#[cfg(feature = "parallel")]
#[test]
fn nor_does_it_on_several_threads() {
    let samples = vec![0.1_f32; MILLION as usize];
    for threads in 1..4 {
        let mut workspace = burtorch::ParallelWorkspace::new(threads);
        let mut gradient = [0.0];
        let value = Scale::loss_grad_parallel(&[1.0], &mut gradient, &mut workspace, &samples);
        assert!(error(value.expect("there are samples"), f64::from(0.1_f32)) < BLOCK, "{value:?}, {threads} threads");
        assert!(error(gradient[0], f64::from(0.1_f32)) < BLOCK, "{}, {threads} threads", gradient[0]);
    }
}

#[test]
fn the_mean_of_large_losses_does_not_overflow() {
    let mut workspace = BatchWorkspace::new();
    for count in [1, 2, 15, 16, 17, 64, 65, 1000, 5000] {
        let samples = vec![3e38_f32; count];
        let value = Scale::loss_batch(&[1.0], &mut workspace, &samples).expect("there are samples");
        assert!(error(value, 3e38) < BLOCK, "the mean of {count} times 3e38 is {value}");
        let mut gradient = [0.0];
        let value = Scale::loss_grad_batch(&[1.0], &mut gradient, &mut workspace, &samples);
        assert!(error(value.expect("there are samples"), 3e38) < BLOCK, "{count}: {value:?}");
        assert!(error(gradient[0], 3e38) < BLOCK, "the slope of {count} times 3e38 is {}", gradient[0]);
        let value = Scale::loss_sgd_batch(&mut [1.0], &mut gradient, 1e-38, &mut workspace, &samples);
        assert!(error(value.expect("there are samples"), 3e38) < BLOCK, "{count}: {value:?}");
    }
}

/// Weights that are `weight` everywhere, and an offset of zero.
fn root(weight: f32) -> Vec<f32> {
    let mut params = vec![weight; Root::PARAMS];
    params[Root::PARAMS - 1] = 0.0;
    params
}

#[test]
fn an_infinite_loss_is_infinite_in_any_batch() {
    let mut workspace = BatchWorkspace::boxed();
    for count in 1..=130 {
        for place in [0, count / 2, count - 1] {
            // The square of this is infinite. Its slope is not.
            let mut samples = vec![([1.0_f32; 16], 1.0_f32); count];
            samples[place].1 = 1e30;
            let what = format!("{count} samples, of which {place} has an infinite loss");
            let value = Root::loss_batch(&root(1.0), &mut workspace, &samples);
            assert_eq!(value, Ok(f32::INFINITY), "{what}");
            let mut gradient = root(0.0);
            let value = Root::loss_grad_batch(&root(1.0), &mut gradient, &mut workspace, &samples);
            assert_eq!(value, Ok(f32::INFINITY), "{what}");
            assert!(gradient.iter().all(|slope| slope.is_finite()), "{what}: {gradient:?}");
            let mut params = root(1.0);
            let value = Root::loss_sgd_batch(&mut params, &mut gradient, 1e-30, &mut workspace, &samples);
            assert_eq!(value, Ok(f32::INFINITY), "{what}");
            assert!(params.iter().all(|param| param.is_finite()), "{what}: {params:?}");
        }
    }
}

#[test]
fn an_infinite_slope_is_infinite_in_any_batch() {
    let mut workspace = BatchWorkspace::boxed();
    for count in 1..=130 {
        // The slope of the root is infinite at zero. That of the square is not.
        let samples = vec![([1.0_f32; 16], 1.0_f32); count];
        let mut gradient = root(0.0);
        let value = Root::loss_grad_batch(&root(0.0), &mut gradient, &mut workspace, &samples);
        assert!(error(value.expect("there are samples"), 1.0) < BLOCK, "{count} samples: {value:?}");
        let offset = gradient.pop().expect("the last slope");
        assert!(error(offset, 2.0) < BLOCK, "{count} samples: {offset}");
        assert!(gradient.iter().all(|slope| *slope == f32::INFINITY), "{count} samples: {gradient:?}");
        let mut params = root(0.0);
        gradient.push(0.0);
        Root::loss_sgd_batch(&mut params, &mut gradient, 0.5, &mut workspace, &samples).expect("there are samples");
        let offset = params.pop().expect("the last parameter");
        assert!(error(offset, -1.0) < BLOCK, "{count} samples: {offset}");
        assert!(params.iter().all(|param| *param == f32::NEG_INFINITY), "{count} samples: {params:?}");
    }
}

#[test]
fn a_sample_that_fills_a_tile_up_counts_once() {
    let mut workspace = BatchWorkspace::boxed();
    for count in 1..=130_u8 {
        // The last one is what fills a tile up. Whatever counts it twice or not at all is far off.
        let last = |at: u8| if at + 1 == count { 32.0 } else { 1.0 };
        let samples: Vec<_> = (0..count).map(|at| ([1.0_f32; 16], last(at))).collect();
        let mean = |of: fn(f64) -> f64| (of(32.0) + (f64::from(count) - 1.0) * of(1.0)) / f64::from(count);
        let mut gradient = root(0.0);
        let value = Root::loss_grad_batch(&root(1.0), &mut gradient, &mut workspace, &samples);
        let expected = 16.0 + mean(|y| y * y);
        assert!(error(value.expect("there are samples"), expected) < 1e-6, "{count} samples: {value:?}");
        let slope = gradient[Root::PARAMS - 1];
        assert!(error(slope, mean(|y| 2.0 * y)) < 1e-6, "{count} samples: {slope}");
        // d √(Σ w x) / dw = x / (2 √256)
        assert!(error(gradient[0], 1.0 / 32.0) < 1e-6, "{count} samples: {}", gradient[0]);
        let value = Root::loss_batch(&root(1.0), &mut workspace, &samples);
        assert!(error(value.expect("there are samples"), expected) < 1e-6, "{count} samples: {value:?}");
    }
}

type Sample = ([f32; 2], f32);

/// What one form of a batch yields: its name, the loss, the gradient and those of the inputs, as far as it has them.
struct Form {
    name: String,
    loss: f32,
    gradient: Vec<f32>,
    inputs: Vec<[f32; 2]>,
}

/// All forms of a batch, with weights of one and offsets of zero.
fn forms(samples: &[Sample]) -> Vec<Form> {
    let (params, mut workspace) = ([1.0, 0.0], BatchWorkspace::boxed());
    let mut forms = Vec::new();
    let mut add = |name: &str, loss: Result<f32, burtorch::Error>, gradient: &[f32], inputs: &[[f32; 2]]| {
        let loss = loss.expect("there are samples");
        forms.push(Form { name: name.to_owned(), loss, gradient: gradient.to_vec(), inputs: inputs.to_vec() });
    };
    let loss = Recurrent::loss_batch(&params, &mut workspace, samples);
    add("value", loss, &[], &[]);
    let mut gradient = [0.0; 2];
    let loss = Recurrent::loss_grad_batch(&params, &mut gradient, &mut workspace, samples);
    add("gradient", loss, &gradient, &[]);
    let (mut gradient, mut inputs) = ([0.0; 2], vec![[f32::NAN; 2]; samples.len()]);
    let loss = Recurrent::loss_grad_inputs_batch(&params, &mut gradient, &mut inputs, &mut workspace, samples);
    add("gradient of inputs", loss, &gradient, &inputs);
    let (mut gradient, fields) = ([0.0; 2], Fields::new(&["weight", "offset"]).expect("they are fields"));
    let loss = Recurrent::loss_grad_of_batch(&params, &mut gradient, &fields, &mut workspace, samples);
    add("gradient of some parameters", loss, &gradient, &[]);
    #[cfg(feature = "parallel")]
    for threads in 1..=3 {
        let mut team = burtorch::ParallelWorkspace::new(threads);
        let loss = Recurrent::loss_parallel(&params, &mut team, samples);
        add(&format!("value on {threads} threads"), loss, &[], &[]);
        let mut gradient = [0.0; 2];
        let loss = Recurrent::loss_grad_parallel(&params, &mut gradient, &mut team, samples);
        add(&format!("gradient on {threads} threads"), loss, &gradient, &[]);
        let (mut gradient, mut inputs) = ([0.0; 2], vec![[f32::NAN; 2]; samples.len()]);
        let loss = Recurrent::loss_grad_inputs_parallel(&params, &mut gradient, &mut inputs, &mut team, samples);
        add(&format!("gradient of inputs on {threads} threads"), loss, &gradient, &inputs);
    }
    forms
}

#[test]
fn no_form_drifts() {
    let samples = vec![([0.0, 0.1], 0.0); MILLION as usize / 4];
    for Form { name, loss, gradient, inputs } in forms(&samples) {
        assert!(error(loss, f64::from(0.1_f32)) < BLOCK, "{name}: {loss}");
        assert!(gradient.is_empty() || error(gradient[0], f64::from(0.1_f32)) < BLOCK, "{name}: {gradient:?}");
        // A power of two is exact.
        let each = 4.0 / f64::from(MILLION);
        let is_exact = |[first, last]: &[f32; 2]| error(*first, 0.5 * each) == 0.0 && error(*last, each) == 0.0;
        assert!(inputs.iter().all(is_exact), "{name}");
    }
}

#[test]
fn no_form_overflows() {
    for count in [1, 2, 15, 16, 17, 64, 65, 130, 1000] {
        for Form { name, loss, gradient, .. } in forms(&vec![([0.0, 3e38], 0.0); count]) {
            assert!(error(loss, 3e38) < BLOCK, "{name} of {count} samples: {loss}");
            assert!(gradient.is_empty() || error(gradient[0], 3e38) < BLOCK, "{name} of {count}: {gradient:?}");
        }
    }
}

#[test]
fn an_infinite_loss_is_infinite_in_all_forms_and_spoils_no_slope() {
    for count in 1..=130_u16 {
        for place in [0, count / 2, count - 1] {
            let mut samples = vec![([1.0, 1.0], 1.0); usize::from(count)];
            samples[usize::from(place)].1 = 1e30;
            for Form { name, loss, gradient, inputs } in forms(&samples) {
                let name = format!("{name} of {count} samples, of which {place} has an infinite loss");
                assert!(loss.to_bits() == f32::INFINITY.to_bits(), "{name}: {loss}");
                assert!(gradient.is_empty() || error(gradient[0], 1.5) < 1e-6, "{name}: {gradient:?}");
                let each = 1.0 / f64::from(count);
                for slopes in inputs {
                    assert!(error(slopes[0], 0.5 * each) < 1e-6 && error(slopes[1], each) < 1e-6, "{name}: {slopes:?}");
                }
            }
        }
    }
}
