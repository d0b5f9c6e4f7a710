//! Arrays of layers, loops, tied and frozen parameters, several models and functions, kinds of inputs.

use crate::check::{array, close, matrix, numbers, single};
use burtorch::{BatchWorkspace, Workspace};

burtorch::graph! {
    type Scalar = f64;

    /// A layer with an array of its own.
    struct Rows { rows: [Linear<3, 3>; 2], scale: Param }

    impl Rows {
        fn forward(&self, x: Tensor<3>) -> Tensor<3> {
            let mut y = x;
            for row in &self.rows {
                y = tanh(row.forward(y)) + x;
            }
            y * exp(self.scale)
        }
    }

    pub struct Arrays {
        one: [Linear<3, 3>; 1],
        two: [Linear<3, 3>; 2],
        five: [Param<3>; 5],
        nested: [[Linear<3, 3>; 2]; 3],
        inside: [Rows; 2],
        outside: Linear<3, 3>,
        none: [Linear<3, 3>; 0],
    }

    impl Arrays {
        pub fn state(&self, x: Tensor<3>) -> Tensor<3> {
            let context = tanh(self.outside.forward(x));
            let mut y = x;
            for layer in &self.one {
                y = layer.forward(y) * context;
            }
            for layer in self.two.iter() {
                y = tanh(layer.forward(y) + context * x);
            }
            for bias in &self.five {
                y += sin(bias * y);
            }
            for row in &self.nested {
                let start = y;
                for layer in row {
                    y = tanh(layer.forward(y) + start * context);
                }
            }
            for layer in &self.inside {
                y = layer.forward(y);
            }
            for layer in &self.none {
                y = layer.forward(y);
            }
            // Written out: with a number, backwards, in pairs, and one at a time.
            for (at, layer) in self.two.iter().enumerate() {
                y = tanh(layer.forward(y)) * (at as f64 + 1.0);
            }
            for layer in self.two.iter().rev() {
                y = tanh(layer.forward(y));
            }
            for (a, b) in self.two.iter().zip(self.five) {
                y = tanh(a.forward(y) + b);
            }
            y + self.nested[1][0].forward(x)
        }

        pub fn loss(&self, x: Tensor<3>) -> f64 {
            sum(exp(self.state(x)) * iota(3))
        }
    }

    /// Loops that carry several values.
    pub struct Carried { layers: [Linear<3, 3>; 5], start: Linear<3, 3>, gates: [Param; 3] }

    impl Carried {
        pub fn loss(&self, x: Tensor<3>, gain: f64) -> f64 {
            let outside = self.start.forward(x);
            // Two tensors that change places.
            let mut a = x;
            let mut b = tanh(outside);
            for layer in &self.layers {
                let next = tanh(layer.forward(a) * outside + b);
                a = b;
                b = next;
            }
            // A swap alone, five times.
            let mut c = a;
            let mut d = b * 2.0;
            for layer in &self.layers {
                let old = c;
                c = d;
                d = old + layer.bias * 0.0;
            }
            // One that is read only afterwards, one that is not used afterwards, one that stays, and a tuple.
            let mut total = 0.0;
            let mut forgotten = x;
            let mut state = (x, 1.0);
            for layer in &self.layers {
                total += sum(exp(layer.forward(state.0))) * state.1;
                forgotten = layer.forward(forgotten);
                state = (tanh(layer.forward(state.0)), state.1 * gain * 0.5 + layer.bias[0]);
            }
            // Numbers only.
            let mut number = gain;
            for gate in &self.gates {
                number = sin(number * gate) + gate;
            }
            sum(a * b) + sum(c * exp(d)) + total + state.1 + exp(number)
        }
    }

    /// The table of the embedding is the head too.
    pub struct Tied { table: Embedding<7, 3>, mix: [Linear<3, 3>; 2] }

    impl Tied {
        pub fn logits(&self, tokens: [u8; 4]) -> Tensor<4, 7> {
            let mut x = self.table.forward(tokens);
            for layer in &self.mix {
                x = x + tanh(layer.forward(x));
            }
            matmul(x, transpose(self.table.table))
        }

        pub fn loss(&self, tokens: [u8; 4], targets: [u16; 4]) -> f64 {
            mean(cross_entropy(self.logits(tokens), targets))
        }
    }

    /// As [`Frozen`], with everything trained.
    pub struct Trained { table: Embedding<7, 3>, layers: [Linear<3, 3>; 3], gain: Param<3>, head: Linear<3, 2> }

    impl Trained {
        pub fn loss(&self, word: usize) -> f64 {
            let mut x = self.table.forward(word);
            for layer in &self.layers {
                x = tanh(layer.forward(x)) * self.gain;
            }
            sum(sin(self.head.forward(x)))
        }
    }

    pub struct Frozen {
        #[frozen]
        table: Embedding<7, 3>,
        #[frozen]
        layers: [Linear<3, 3>; 3],
        gain: Param<3>,
        head: Linear<3, 2>,
    }

    impl Frozen {
        pub fn loss(&self, word: usize) -> f64 {
            let mut x = self.table.forward(word);
            for layer in &self.layers {
                x = tanh(layer.forward(x)) * self.gain;
            }
            sum(sin(self.head.forward(x)))
        }
    }

    fn scaled(x: Tensor<_>, by: f64) -> Tensor<_> {
        x * by
    }

    /// A free function with a size of its own, and a tuple.
    fn halves<const N: usize>(x: Tensor<{ 2 * N }>) -> (Tensor<N>, Tensor<N>) {
        (x[..N], x[N..])
    }

    /// A function for another function.
    fn applied<F>(f: F, x: Tensor<_>) -> Tensor<_> {
        scaled(f(x), 2.0)
    }

    pub struct Calls { a: Param<6>, b: Param<3, 2> }

    impl Calls {
        const SCALE: f64 = 0.5;

        fn first(&self, x: Tensor<6>) -> Tensor<3> {
            let (front, back) = halves::<3>(self.a * x);
            applied(sin, front) + back * Self::SCALE
        }

        /// Results of every kind in one.
        pub fn all(&self, x: Tensor<6>, y: f64) -> (Tensor<3>, f64, Tensor<3, 2>) {
            let first = self.first(x);
            (first, sum(first) * y, self.b + y)
        }

        pub fn second(&self, x: Tensor<6>, y: f64) -> f64 {
            let (_, number, _) = self.all(x, y);
            number * number
        }

        pub fn loss(&self, x: Tensor<6>, y: f64) -> f64 {
            let (vector, _, matrix) = self.all(x, y);
            if Self::SCALE < 1.0 { self.second(x, y) + sum(exp(matrix) * vector.unsqueeze(1)) } else { y }
        }
    }

    /// Integers of every type, scalars and arrays.
    pub struct Kinds { a: Param<5, 3>, b: Param }

    impl Kinds {
        pub fn loss(&self, a: u8, b: [u16; 2], c: i32, d: [[usize; 2]; 1], e: f64, f: [f64; 3]) -> f64 {
            let rows = exp(self.a[a]) + sum(exp(self.a[b]), 0) + sum(exp(self.a[d[0]]), 0) + self.a[c];
            sum(rows * f) * e + self.b * (c as f64) + exp(self.b * (b[1] as f64))
        }
    }
}

#[test]
fn arrays_of_layers() {
    check_model!(Arrays, array::<3>, x => x);
    let params = numbers(Arrays::PARAMS, 3);
    let samples: Vec<_> = (0..19).map(array::<3>).collect();
    let mut results = [[0.0; 3]; 19];
    Arrays::state_batch(&params, &mut results, &mut BatchWorkspace::boxed(), &samples).expect("a batch");
    for (sample, found) in samples.iter().zip(&results) {
        let mut workspace = Workspace::boxed();
        close("state", "a sample", found, Arrays::state(&params, &mut workspace, sample).expect("a sample"));
    }
}

#[test]
fn loops_that_carry_several_values() {
    let samples = |at: u64| (array::<3>(at), numbers(1, at + 9)[0]);
    check_model!(Carried, samples, (x, gain) => x, *gain);
}

#[test]
fn tied_weights() {
    let samples = |at: u64| {
        let word = |by: u64| u8::try_from((at * 3 + by * by) % 7).expect("a word");
        let tokens = [word(1), word(2), word(1), word(3)];
        (tokens, tokens.map(|token| u16::from((token + 1) % 7)))
    };
    check_model!(Tied, samples, (tokens, targets) => tokens, targets);
}

#[test]
fn frozen_parameters_have_no_gradient() {
    let params = numbers(Trained::PARAMS, 3);
    let frozen = 7 * 3 + 3 * (3 * 3 + 3);
    assert_eq!(Trained::PARAMS, Frozen::PARAMS);
    let (mut all, mut some) = (vec![0.5; Trained::PARAMS], vec![0.5; Trained::PARAMS]);
    let loss = Trained::loss_grad(&params, &mut all, &mut Workspace::boxed(), 3).expect("a sample");
    let same = Frozen::loss_grad(&params, &mut some, &mut Workspace::boxed(), 3).expect("a sample");
    close("frozen", "the loss", &[same], &[loss]);
    close("frozen", "the gradient", &some[frozen..], &all[frozen..]);
    assert!(some[..frozen].iter().all(|slope| (slope - 0.5).abs() == 0.0), "{some:?}");
    let mut batch = vec![0.0; Frozen::PARAMS];
    Frozen::loss_grad_batch(&params, &mut batch, &mut BatchWorkspace::boxed(), [3; 17]).expect("a batch");
    assert!(batch[..frozen].iter().all(|slope| slope.abs() == 0.0), "{batch:?}");
    close(
        "frozen",
        "the gradient of a batch",
        &batch[frozen..],
        &all[frozen..].iter().map(|g| g - 0.5).collect::<Vec<_>>(),
    );
    let table = <Frozen as burtorch::Model>::PARAMETERS;
    assert!(table.iter().all(|parameter| parameter.frozen == (parameter.slot.offset < frozen)));
    // Not more is kept for the way back, and what is not needed is not computed.
    const { assert!(Frozen::WORKSPACE <= Trained::WORKSPACE) }
}

#[test]
fn functions_that_call_each_other() {
    let samples = |at: u64| (array::<6>(at), numbers(1, at)[0]);
    check_model!(Calls, samples, (x, y) => x, *y);
    let params = numbers(Calls::PARAMS, 3);
    let (x, y) = samples(1);
    let mut workspace = Workspace::boxed();
    let (vector, number, matrix) = Calls::all(&params, &mut workspace, &x, y).expect("a sample");
    let expected: Vec<f64> =
        (0..3).map(|at| (params[at] * x[at]).sin() * 2.0 + 0.5 * params[at + 3] * x[at + 3]).collect();
    close("all", "the first result", vector, &expected);
    close("all", "the second result", &[number], &[expected.iter().sum::<f64>() * y]);
    let shifted: Vec<f64> = params[6..].iter().map(|value| value + y).collect();
    close("all", "the third result", matrix.as_flattened(), &shifted);
    // Every function with a number as its result has a gradient.
    let (mut gradient, mut workspace) = ([0.0; 12], Workspace::boxed());
    let second = Calls::second_grad(&params, &mut gradient, &mut workspace, &x, y).expect("a sample");
    close("second", "the value", &[second], &[number * number]);
    assert_eq!(gradient[6..], [0.0; 6]);
}

#[test]
fn integers_of_every_type() {
    let samples = |at: u64| {
        let row = |by: u64| usize::try_from((at + by * by) % 5).expect("a row");
        let small = |by: u64| u16::try_from(row(by)).expect("a row");
        let a = u8::try_from(row(1)).expect("a row");
        (a, [small(2), small(2)], i32::from(small(3)), [[row(4), row(0)]], numbers(1, at)[0], array::<3>(at))
    };
    check_model!(Kinds, samples, (a, b, c, d, e, f) => *a, b, *c, d, *e, f);
}

#[test]
fn batches_of_every_kind() {
    let params = numbers(Tied::PARAMS, 3);
    let samples: Vec<([u8; 4], [u16; 4])> =
        (0..20).map(|at| ([at % 7, 1, 2, 3], [3, 2, 1, u16::from(at) % 7])).collect();
    let mut workspace = BatchWorkspace::boxed();
    let expected = Tied::loss_batch(&params, &mut workspace, &samples).expect("a batch");
    let (tokens, targets): (Vec<_>, Vec<_>) = samples.iter().copied().unzip();
    let references: Vec<(&[u8; 4], &[u16; 4])> = tokens.iter().zip(&targets).collect();
    let found = [
        Tied::loss_batch(&params, &mut workspace, samples.iter()),
        Tied::loss_batch(&params, &mut workspace, samples.clone()),
        Tied::loss_batch(&params, &mut workspace, tokens.iter().zip(&targets)),
        Tied::loss_batch(&params, &mut workspace, &references),
        Tied::loss_batch(&params, &mut workspace, references),
        Tied::loss_batch(&params, &mut workspace, (0..20).map(|at| (tokens[at], &targets[at]))),
        Tied::loss_batch(&params, &mut workspace, samples.iter().rev().rev()),
    ];
    for loss in found {
        close("batches", "the loss", &[loss.expect("a batch")], &[expected]);
    }
}

/// How layers are shared between blocks and crates: a macro with the layers in it, which takes the model.
///
/// `graph!` sees one block, so what is defined in another one is out of its sight. A `macro_rules!` macro that
/// expands to `graph!` puts the same layers into each.
macro_rules! with_my_layers {
    ($($model:tt)*) => {
        burtorch::graph! {
            /// A layer with a way around it.
            struct Residual<const N: usize, A = tanh> { inner: Linear<N, N> }

            impl<const N: usize, A> Residual<N, A> {
                fn forward(&self, x: Tensor<_, N>) -> Tensor<_, N> {
                    let y = self.inner.forward(x);
                    x + A(y)
                }
            }

            $($model)*
        }
    };
}

mod shared {
    with_my_layers! {
        type Scalar = f64;

        pub struct Small { layer: Residual<3> }

        impl Small {
            pub fn loss(&self, x: Tensor<3>) -> f64 {
                let y = self.layer.forward(x);
                sum(y * y)
            }
        }
    }
}

mod shared_again {
    with_my_layers! {
        type Scalar = f64;

        pub struct Large { layers: [Residual<5, relu>; 3] }

        impl Large {
            pub fn loss(&self, x: Tensor<2, 5>) -> f64 {
                let mut y = x;
                for layer in &self.layers {
                    y = layer.forward(y);
                }
                sum(sin(y))
            }
        }
    }
}

#[test]
fn layers_shared_by_a_macro() {
    use shared::Small;
    use shared_again::Large;
    check_model!(Small, array::<3>, x => x);
    check_model!(Large, matrix::<2, 5>, x => x);
}

/// A model for sizes and a precision that are literals of a macro.
macro_rules! perceptron {
    ($($module:ident $scalar:ident $hidden:literal $depth:expr;)*) => {$(
        mod $module {
            burtorch::graph! {
                type Scalar = $scalar;
                pub const HIDDEN: usize = $hidden;
                const DEPTH: usize = $depth;

                pub struct Net { body: Mlp<3, $hidden, 2, gelu, DEPTH> }

                impl Net {
                    pub fn out(&self, x: Tensor<3>) -> Tensor<2> {
                        self.body.forward(x)
                    }

                    pub fn loss(&self, x: Tensor<3>) -> $scalar {
                        sum(exp(self.out(x)))
                    }
                }
            }
        }
    )*};
}

perceptron! {
    narrow f64 1 1;
    medium f64 5 2;
    medium_f32 f32 5 1 + 1;
}

#[test]
fn sizes_from_a_macro() {
    {
        use narrow::Net;
        assert_eq!((Net::PARAMS, narrow::HIDDEN), (8, 1));
        check_model!(Net, array::<3>, x => x);
    }
    {
        use medium::Net;
        assert_eq!((Net::PARAMS, medium::HIDDEN), (20 + 30 + 12, 5));
        check_model!(Net, array::<3>, x => x);
    }
    // Both precisions agree.
    let (params, x) = (numbers(medium::Net::PARAMS, 3), array::<3>(1));
    let (narrow, y): (Vec<f32>, _) = (params.iter().copied().map(single).collect(), x.map(single));
    let (mut gradient, mut rounded) = (vec![0.0; params.len()], vec![0.0; params.len()]);
    let loss = medium::Net::loss_grad(&params, &mut gradient, &mut Workspace::boxed(), &x).expect("a sample");
    let near = medium_f32::Net::loss_grad(&narrow, &mut rounded, &mut Workspace::boxed(), &y).expect("a sample");
    assert!((loss - f64::from(near)).abs() < 1e-5 * loss.abs(), "{loss} and {near}");
    for (slope, near) in gradient.iter().zip(&rounded) {
        assert!((slope - f64::from(*near)).abs() < 1e-4, "{slope} and {near}");
    }
}
