//! What is claimed of each model.

/// The tests of a model that its module has in both precisions, `double` and `single`. The module also says which numbers are its
/// `reference()`, how a `target` is passed, and which `samples` are a batch.
macro_rules! claims {
    ($model:ident, $file:literal) => {
        use crate::reference::{difference, losses};
        use burtorch::optimizer::{Adam, Momentum, Optimizer};
        use burtorch::{BatchWorkspace, Workspace};

        #[test]
        fn loss_and_gradient_are_those_of_pytorch() {
            let (reference, x, y) = reference();
            let mut gradient = vec![0.0; double::$model::PARAMS];
            let mut workspace = Workspace::boxed();
            let loss = double::$model::loss_grad(&reference.params, &mut gradient, &mut workspace, &x, target(&y))
                .expect("a sample");
            assert!((loss - reference.loss).abs() < 1e-12, "{loss} and {}", reference.loss);
            assert!(difference(&gradient, &reference.gradient) < 1e-10);
            let same = double::$model::loss(&reference.params, &mut workspace, &x, target(&y)).expect("a sample");
            assert!((loss - same).abs() < 1e-13, "{loss} and {same}");
        }

        #[test]
        #[allow(clippy::cast_possible_truncation, reason = "single precision is what is tested")]
        fn single_precision_is_close() {
            let (reference, x, y) = reference();
            let params: Vec<f32> = reference.params.iter().map(|&value| value as f32).collect();
            let mut gradient = vec![0.0; single::$model::PARAMS];
            let loss = single::$model::loss_grad(&params, &mut gradient, &mut Workspace::boxed(), &x, target(&y))
                .expect("a sample");
            assert!((f64::from(loss) - reference.loss).abs() < 1e-5, "{loss} and {}", reference.loss);
            assert!(difference(&gradient, &reference.gradient) < 1e-5);
        }

        #[test]
        fn the_first_ten_losses_of_training_are_those_of_pytorch() {
            let (mut reference, x, y) = reference();
            let mut workspace = Workspace::boxed();
            for expected in &reference.losses {
                let mut gradient = vec![0.0; double::$model::PARAMS];
                let params = &mut reference.params;
                let loss =
                    double::$model::loss_grad(params, &mut gradient, &mut workspace, &x, target(&y)).expect("a sample");
                assert!((loss - expected).abs() < 1e-11, "{loss} and {expected}");
                params.iter_mut().zip(&gradient).for_each(|(value, slope)| *value -= 0.1 * slope);
            }
        }

        /// Ten steps of training.
        fn train(mut optimizer: impl Optimizer<f64>, expected: &str, tolerance: f64) {
            let (mut reference, x, y) = reference();
            let mut workspace = Workspace::boxed();
            for expected in losses(expected) {
                let loss =
                    double::$model::loss_step(&mut reference.params, &mut optimizer, &mut workspace, &x, target(&y));
                let loss = loss.expect("a sample");
                assert!((loss - expected).abs() < tolerance, "{loss} and {expected}");
            }
        }

        #[test]
        fn steps_of_optimizers_are_those_of_pytorch() {
            train(
                Momentum::new(0.1, 0.9, vec![0.0; double::$model::PARAMS]),
                concat!($file, "_losses_momentum"),
                1e-11,
            );
            train(Adam::new(0.001, vec![0.0; 2 * double::$model::PARAMS]), concat!($file, "_losses_adam"), 1e-11);
        }

        #[test]
        fn a_fused_step_is_the_gradient_and_then_the_update() {
            let (mut reference, x, y) = reference();
            let mut gradient = vec![0.0; double::$model::PARAMS];
            let mut workspace = Workspace::boxed();
            double::$model::loss_grad(&reference.params, &mut gradient, &mut workspace, &x, target(&y))
                .expect("a sample");
            let expected: Vec<f64> =
                reference.params.iter().zip(&gradient).map(|(value, slope)| value - 0.1 * slope).collect();
            let loss =
                double::$model::loss_sgd(&mut reference.params, 0.1, &mut workspace, &x, target(&y)).expect("a sample");
            assert!((loss - reference.loss).abs() < 1e-12);
            assert!(difference(&reference.params, &expected) < 1e-14);
        }

        #[test]
        fn a_batch_is_the_mean_of_its_samples() {
            let (reference, x, y) = reference();
            let samples = samples(x, y);
            let mut mean = vec![0.0; double::$model::PARAMS];
            let mut total = 0.0;
            for (x, y) in &samples {
                let params = &reference.params;
                total += double::$model::loss_grad(params, &mut mean, &mut Workspace::boxed(), x, target(y))
                    .expect("a sample");
            }
            for value in &mut mean {
                *value /= 37.0;
            }
            let mut gradient = vec![0.0; double::$model::PARAMS];
            let mut workspace = BatchWorkspace::boxed();
            let loss = double::$model::loss_grad_batch(&reference.params, &mut gradient, &mut workspace, &samples);
            let loss = loss.expect("a batch");
            assert!((loss - total / 37.0).abs() < 1e-12, "{loss} and {}", total / 37.0);
            assert!(difference(&gradient, &mean) < 1e-12);
            let value = double::$model::loss_batch(&reference.params, &mut workspace, &samples).expect("a batch");
            assert!((loss - value).abs() < 1e-12);
        }
    };
}
