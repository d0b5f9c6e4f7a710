//! A model of several kinds of layers: a signal is convolved, pooled and read by a gated unit, and two heads say
//! which class it is and what follows.

use crate::check::{array, close, matrix, numbers};
use burtorch::{BatchWorkspace, Workspace};

burtorch::graph! {
    type Scalar = f64;

    const CHANNELS: usize = 3;
    const WIDE: usize = 5;
    const CLASSES: usize = 4;

    /// A convolution with its activation and pool.
    struct Stage<const IN: usize, const OUT: usize, const POOL: usize> {
        conv: Conv1d<IN, OUT, 3>,
    }

    impl<const IN: usize, const OUT: usize, const POOL: usize> Stage<IN, OUT, POOL> {
        fn forward<const L: usize>(&self, x: Tensor<IN, L>) -> Tensor<OUT, { (L - 2) / POOL }> {
            max_pool1d(tanh(self.conv.forward(x)), POOL)
        }
    }

    pub struct Listener {
        first: Stage<1, CHANNELS, 2>,
        picture: Conv2d<1, 2, 2>,
        cell: Gru<{ CHANNELS + 2 }, WIDE>,
        class: Linear<WIDE, CLASSES>,
        next: Mlp<WIDE, 3, 1, gelu>,
    }

    impl Listener {
        fn state(&self, sound: Tensor<1, 12>, image: Tensor<6, 3>) -> Tensor<WIDE> {
            let heard = transpose(self.first.forward(sound));
            let seen = transpose(avg_pool2d(self.picture.forward(unsqueeze(image, 0)), 1)[(.., .., 0)]);
            let mut state = zeros([WIDE]);
            for step in concat([heard, seen], 1) {
                state = self.cell.forward(step, state);
            }
            state
        }

        pub fn heads(&self, sound: Tensor<1, 12>, image: Tensor<6, 3>) -> (Tensor<CLASSES>, f64) {
            let state = self.state(sound, image);
            (log_softmax(self.class.forward(state)), self.next.forward(state)[0])
        }

        pub fn loss(&self, sound: Tensor<1, 12>, image: Tensor<6, 3>, class: u8, next: f64) -> f64 {
            let (logs, guess) = self.heads(sound, image);
            0.5 * mse(guess, next) - logs[class]
        }
    }
}

#[test]
fn its_gradient_is_that_of_differences() {
    let samples = |at: u64| {
        let class = u8::try_from(at % 4).expect("a class");
        ([array::<12>(at)], matrix::<6, 3>(at + 100), class, numbers(1, at)[0])
    };
    check_gradients!(Listener, samples, (sound, image, class, next) => sound, image, *class, *next);
}

#[test]
fn both_heads_agree_with_the_loss() {
    let params = numbers(Listener::PARAMS, 4);
    let (sound, image) = ([array::<12>(1)], matrix::<6, 3>(2));
    let mut workspace = Workspace::boxed();
    let (logs, guess) = Listener::heads(&params, &mut workspace, &sound, &image).expect("a sample");
    let expected = 0.5 * (guess - 0.25) * (guess - 0.25) - logs[2];
    let loss = Listener::loss(&params, &mut workspace, &sound, &image, 2, 0.25).expect("a sample");
    close("heads", "the loss", &[loss], &[expected]);
}

#[test]
fn it_learns() {
    let mut params = numbers(Listener::PARAMS, 4);
    let samples: Vec<_> =
        (0..20).map(|at| ([array::<12>(at)], matrix::<6, 3>(at), u8::from(at % 2 == 0), 0.5)).collect();
    let mut workspace = BatchWorkspace::boxed();
    let mut losses = Vec::new();
    for _ in 0..150 {
        let mut gradient = vec![0.0; Listener::PARAMS];
        losses.push(Listener::loss_grad_batch(&params, &mut gradient, &mut workspace, &samples).expect("a batch"));
        params.iter_mut().zip(&gradient).for_each(|(value, slope)| *value -= 0.3 * slope);
    }
    assert!(losses[149] < 0.5 * losses[0], "from {} to {}", losses[0], losses[149]);
}
