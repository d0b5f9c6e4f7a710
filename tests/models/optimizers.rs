//! Steps of optimizers: fused, they are the gradient and then the update.

use burtorch::optimizer::{Adam, Momentum, Optimizer, Sgd};
use burtorch::{BatchWorkspace, Error, Workspace};

use crate::check::{Halving, array, close, halved, numbers, single, stepped};

/// The models at one precision, as a module.
macro_rules! models {
    ($module:ident, $scalar:ident) => {
        mod $module {
            burtorch::graph! {
                type Scalar = $scalar;

                /// Rows of its weights are longer than what is updated at a time, and not a multiple of it.
                pub struct Mlp { letters: Embedding<9, 75>, up: Linear<300, 6>, down: Linear<6, 9> }

                impl Mlp {
                    pub fn loss(&self, context: [usize; 4], next: usize) -> $scalar {
                        let x = reshape(self.letters.forward(context), [300]);
                        cross_entropy(self.down.forward(tanh(self.up.forward(x))), next)
                    }
                }

                /// The table is the head too, and it is decayed: three terms, one of which reads it.
                pub struct Tied { table: Embedding<9, 3>, mix: Linear<3, 3> }

                impl Tied {
                    pub fn loss(&self, context: [usize; 4], next: usize) -> $scalar {
                        let x = sum(self.table.forward(context), 0);
                        let x = tanh(self.mix.forward(x));
                        cross_entropy(matvec(self.table.table, x), next) + 0.01 * sum(sqr(self.table.table))
                    }
                }

                pub struct Frozen {
                    #[frozen]
                    letters: Embedding<9, 3>,
                    up: Linear<12, 5>,
                    #[frozen]
                    gain: Param<5>,
                    elsewhere: Param<7>,
                    down: Linear<5, 9>,
                }

                impl Frozen {
                    pub fn loss(&self, context: [usize; 4], next: usize) -> $scalar {
                        let x = reshape(self.letters.forward(context), [12]);
                        cross_entropy(self.down.forward(self.gain * tanh(self.up.forward(x))), next)
                    }

                    pub fn other(&self) -> $scalar {
                        sum(sqr(self.elsewhere))
                    }
                }

                struct Block { norm: LayerNorm<6>, feed: FeedForward<6, 8, gelu>, shift: Param<6>, tied: Param<6, 6> }

                impl Block {
                    fn forward(&self, x: Tensor<6>, gain: Tensor<6>) -> Tensor<6> {
                        let y = matvec(self.tied, x) + gain * self.feed.forward(self.norm.forward(x)) + self.shift;
                        x + matvec(self.tied, tanh(y))
                    }
                }

                /// Blocks that share a gain, and that run once more.
                pub struct Blocks { letters: Embedding<9, 6>, gain: Param<6>, once: [Block; 3], twice: [Block; 2], down: Linear<6, 9> }

                impl Blocks {
                    pub fn loss(&self, context: [usize; 4], next: usize) -> $scalar {
                        let mut x = sum(self.letters.forward(context), 0);
                        for block in &self.once {
                            x = block.forward(x, self.gain);
                        }
                        for block in &self.twice {
                            x = block.forward(x, self.gain);
                        }
                        for block in &self.twice {
                            x = block.forward(x, x);
                        }
                        cross_entropy(self.down.forward(x), next)
                    }
                }
            }
        }
    };
}

models!(double, f64);
models!(float, f32);

type Sample = ([usize; 4], usize);

fn samples(count: usize, seed: usize) -> Vec<Sample> {
    (0..count).map(|at| (std::array::from_fn(|place| (at * (place + 2) + seed + place) % 9), (at + seed) % 9)).collect()
}

/// Asserts for several steps that a fused step is the gradient and then the update, up to `tolerance`.
macro_rules! agree {
    ($model:ty, $params:expr, $make:expr, $tolerance:expr) => {{
        let name = stringify!($model);
        let (mut one, mut many) = (Workspace::boxed(), BatchWorkspace::boxed());
        for count in [1, 16, 64, 37] {
            let mut params = $params;
            let mut expected = params.clone();
            let (mut fused, mut unfused) = ($make, $make);
            let mut scratch = vec![0.0; params.len()];
            for step in 0..5 {
                let batch = samples(count, step);
                let mut gradient = vec![0.0; params.len()];
                let loss = <$model>::loss_grad_batch(&expected, &mut gradient, &mut many, &batch).expect("a batch");
                unfused.update(&mut expected, &gradient).expect("lengths that fit");
                let found = match &batch[..] {
                    [(x, y)] => <$model>::loss_step(&mut params, &mut fused, &mut one, x, *y),
                    batch => <$model>::loss_step_batch(&mut params, &mut scratch, &mut fused, &mut many, batch),
                };
                let found = found.expect("a batch");
                assert!((found - loss).abs() <= $tolerance * loss.abs(), "{name} of {count}: {found} and {loss}");
                for (what, found, expected) in [("param", &params, &expected), ("state", &fused.state, &unfused.state)]
                {
                    for (at, (found, expected)) in found.iter().zip(expected).enumerate() {
                        let error = (found - expected).abs() / expected.abs().max(1.0);
                        assert!(error <= $tolerance, "{name} of {count}: {what} {at} is {found}, not {expected}");
                    }
                }
            }
        }
    }};
}

/// The same for all optimizers, in both precisions.
macro_rules! agree_for_all {
    ($model:ident) => {{
        let params = || numbers(double::$model::PARAMS, 7);
        let rounded = || params().into_iter().map(single).collect::<Vec<f32>>();
        let count = double::$model::PARAMS;
        // Where a gradient is zero but for rounding, Adam would show the rounding.
        agree!(double::$model, params(), Adam { epsilon: 1e-3, ..Adam::new(0.01, vec![0.0; 2 * count]) }, 1e-12);
        agree!(float::$model, rounded(), Adam { epsilon: 1e-1, ..Adam::new(0.01, vec![0.0; 2 * count]) }, 2e-6);
        agree!(double::$model, params(), Momentum::new(0.1, 0.9, vec![0.0; count]), 1e-12);
    }};
}

#[test]
fn a_fused_step_is_the_gradient_and_then_the_update() {
    agree_for_all!(Mlp);
    agree_for_all!(Tied);
    agree_for_all!(Frozen);
    agree_for_all!(Blocks);
}

#[test]
fn every_parameter_is_updated_once() {
    check_model!(Mlp, |at| samples(1, usize::try_from(at).expect("a small number"))[0], (x, y) => x, *y);
    check_model!(Blocks, |at| samples(1, usize::try_from(at).expect("a small number"))[0], (x, y) => x, *y);
}

use double::{Blocks, Frozen, Mlp, Tied};

#[test]
fn what_has_no_gradient_is_left_alone() {
    let params = numbers(Frozen::PARAMS, 3);
    let (letters, up, gain, elsewhere) = (9 * 3, 12 * 5 + 5, 5, 7);
    let trained = |at: usize| at >= letters && !(letters + up..letters + up + gain + elsewhere).contains(&at);
    for count in [1, 16, 37] {
        let (mut found, mut scratch) = (params.clone(), vec![0.0; params.len()]);
        let mut halving = Halving { counts: vec![0.0; params.len()] };
        let batch = samples(count, 1);
        Frozen::loss_step_batch(&mut found, &mut scratch, &mut halving, &mut BatchWorkspace::boxed(), &batch)
            .expect("a batch");
        for (at, updates) in halving.counts.iter().enumerate() {
            assert_eq!(*updates, if trained(at) { 1.0 } else { 0.0 }, "parameter {at} of a step of {count}");
            assert!(trained(at) || found[at] == params[at], "parameter {at} of a step of {count}");
        }
    }
}

#[test]
fn a_step_of_sgd_is_gradient_descent() {
    let (mut one, mut many) = (Workspace::boxed(), BatchWorkspace::boxed());
    for count in [1, 16, 37] {
        let mut params = numbers(Tied::PARAMS, 5);
        let (mut expected, mut scratch) = (params.clone(), vec![0.0; params.len()]);
        let batch = samples(count, 2);
        let loss = Tied::loss_sgd_batch(&mut expected, &mut scratch, 0.1, &mut many, &batch);
        let found = Tied::loss_step_batch(&mut params, &mut scratch, &mut Sgd::new(0.1), &mut many, &batch);
        assert_eq!((found, &params), (loss, &expected));
    }
    let (mut params, (x, y)) = (numbers(Tied::PARAMS, 5), samples(1, 3)[0]);
    let mut expected = params.clone();
    let loss = Tied::loss_sgd(&mut expected, 0.1, &mut one, &x, y);
    assert_eq!(Tied::loss_step(&mut params, &mut Sgd::new(0.1), &mut one, &x, y), loss);
    assert_eq!(params, expected);
}

#[test]
fn a_state_of_the_wrong_length_is_said_before_anything_is_computed() {
    let (mut one, mut many) = (Workspace::boxed(), BatchWorkspace::boxed());
    let params = numbers(Tied::PARAMS, 5);
    let (mut found, mut scratch) = (params.clone(), vec![7.0; params.len()]);
    let mut adam = Adam::new(0.1, vec![0.0; Tied::PARAMS]);
    let error = Err(Error::Length { argument: "state", expected: 2 * Tied::PARAMS, found: Tied::PARAMS });
    let (x, y) = samples(1, 0)[0];
    assert_eq!(Tied::loss_step(&mut found, &mut adam, &mut one, &x, y), error);
    for count in [0, 1, 16, 20] {
        let batch = samples(count, 0);
        assert_eq!(Tied::loss_step_batch(&mut found, &mut scratch, &mut adam, &mut many, &batch), error);
    }
    // Nor does a step count that was not taken.
    let mut adam = Adam::new(0.1, vec![0.0; 2 * Tied::PARAMS]);
    assert!(Tied::loss_step(&mut found, &mut adam, &mut one, &[0, 1, 2, 9], y).is_err());
    assert!(Tied::loss_step_batch(&mut found, &mut scratch, &mut adam, &mut many, [(x, y), (x, 9)]).is_err());
    let none = Tied::loss_step_batch(&mut found, &mut scratch, &mut adam, &mut many, samples(0, 0));
    assert_eq!(none, Err(Error::Empty));
    assert_eq!((found, adam.steps), (params, 0));
    assert!(scratch.iter().all(|slope| *slope == 7.0));
}

burtorch::graph! {
    type Scalar = f64;

    /// Numbers alone, and no inputs.
    pub struct Valley { x: Param, y: Param }

    impl Valley {
        pub fn loss(&self) -> f64 {
            sqr(1.0 - self.x) + 100.0 * sqr(self.y - sqr(self.x))
        }
    }

    /// Weights with more than two axes, the innermost short, and gradients that are products.
    pub struct Cube { a: Param<3, 20, 9>, b: Param<2, 3>, c: Param<4> }

    impl Cube {
        pub fn loss(&self, x: Tensor<3>, y: Tensor<20>, z: Tensor<9>) -> f64 {
            let a = sum(self.a * reshape(x, [3, 1, 1]) * reshape(y, [20, 1]) * z);
            tanh(a) + sum(exp(self.b * x)) + sum(sin(self.c))
        }
    }

    /// What all iterations add to, and what the sweep does not read.
    pub struct SharedShift { layers: [Linear<3, 3>; 3], shift: Param<3> }

    impl SharedShift {
        pub fn loss(&self, x: Tensor<3>) -> f64 {
            let mut y = x;
            for layer in &self.layers {
                y = tanh(layer.forward(y)) + self.shift;
            }
            sum(y * iota(3))
        }
    }

    /// What two loops add to.
    pub struct TwoLoops { shifts: [Param<3>; 3] }

    impl TwoLoops {
        pub fn loss(&self, x: Tensor<3>) -> f64 {
            let mut y = x;
            for shift in &self.shifts {
                y = tanh(y + shift);
            }
            for shift in &self.shifts {
                y = tanh(y) + shift;
            }
            sum(y * iota(3))
        }
    }

    /// What a loop adds to, and one of it by itself.
    pub struct LoopAndAlone { shifts: [Param<3>; 3] }

    impl LoopAndAlone {
        pub fn loss(&self, x: Tensor<3>) -> f64 {
            let mut y = x + self.shifts[1];
            for shift in &self.shifts {
                y = tanh(y + shift);
            }
            sum(y * iota(3))
        }
    }

    /// What one iteration changes, and the others read.
    pub struct ReadByOthers { gains: [Param<3>; 3] }

    impl ReadByOthers {
        pub fn loss(&self, x: Tensor<3>) -> f64 {
            let mut y = x;
            for gain in &self.gains {
                y = tanh(y * gain) * stop_gradient(self.gains[2]);
            }
            sum(y * iota(3))
        }
    }
}

#[test]
fn adam_goes_down_a_valley() {
    let (mut params, mut adam) = ([-1.0, 1.5], Adam::new(0.05, [0.0; 4]));
    let mut workspace = Workspace::new();
    let mut loss = f64::INFINITY;
    for _ in 0..2000 {
        loss = Valley::loss_step(&mut params, &mut adam, &mut workspace).expect("two parameters");
    }
    assert!(loss < 1e-4, "{loss} at {params:?}");
    assert_eq!(adam.steps, 2000);
}

#[test]
fn gradients_of_several_axes() {
    check_model!(Cube, |at| (array::<3>(at), array::<20>(at + 50), array::<9>(at + 99)), (x, y, z) => x, y, z);
}

#[test]
fn parameters_that_several_iterations_use() {
    check_model!(SharedShift, array::<3>, x => x);
    check_model!(TwoLoops, array::<3>, x => x);
    check_model!(LoopAndAlone, array::<3>, x => x);
    // Differences do not stop at `stop_gradient`, so this is compared with its gradient alone.
    let (params, mut workspace) = (numbers(ReadByOthers::PARAMS, 7), BatchWorkspace::boxed());
    for count in [1, 16, 17] {
        let batch: Vec<_> = (0..count).map(array::<3>).collect();
        let (mut gradient, mut scratch) = (vec![0.0; params.len()], vec![0.0; params.len()]);
        ReadByOthers::loss_grad_batch(&params, &mut gradient, &mut workspace, &batch).expect("a batch");
        let mut found = params.clone();
        ReadByOthers::loss_sgd_batch(&mut found, &mut scratch, 0.3, &mut workspace, &batch).expect("a batch");
        close("ReadByOthers", "a step", &found, &stepped(&params, &gradient));
        let (mut found, mut halving) = (params.clone(), Halving { counts: vec![0.0; params.len()] });
        ReadByOthers::loss_step_batch(&mut found, &mut scratch, &mut halving, &mut workspace, &batch).expect("a batch");
        halved("ReadByOthers", "a step of an optimizer", &params, &gradient, &found, &halving.counts);
    }
}
