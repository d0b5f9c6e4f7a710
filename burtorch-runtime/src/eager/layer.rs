//! Layers whose parameters are leaves of a tape: [`Neuron`], [`Linear`], [`Mlp`].

use alloc::vec::Vec;

use super::list::{Lists, Nodes, gather};
use super::loops::{self, Products};
use super::node::{List, Node, Run, Value, number};
use super::{Scalar, Tape};
use crate::Rng;
use crate::rules::{Many, Op};

/// What becomes of the sum of a neuron.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Activation {
    /// `y = x`
    #[default]
    Identity,
    /// `y = max(x, 0)`
    Relu,
    /// `y = tanh x`
    Tanh,
    /// `y = 1 / (1 + e⁻ˣ)`
    Sigmoid,
}

impl Activation {
    const fn op(self) -> Option<Op> {
        match self {
            Activation::Identity => None,
            Activation::Relu => Some(Op::Relu),
            Activation::Tanh => Some(Op::Tanh),
            Activation::Sigmoid => Some(Op::Sigmoid),
        }
    }
}

/// The first values of weights and biases.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Start {
    /// All zero.
    Zero,
    /// Uniform in [−1, 1).
    Uniform,
    /// Uniform in ±1/√n for n inputs, as PyTorch's `Linear`.
    #[default]
    FanIn,
}

impl Start {
    #[allow(clippy::cast_precision_loss, reason = "a neuron has not that many inputs")]
    fn next<T: Scalar>(self, inputs: usize, rng: &mut Rng) -> T {
        let width = match self {
            Start::Zero => return T::zero(),
            Start::Uniform => 1.0,
            Start::FanIn => 1.0 / num_traits::Float::sqrt(inputs as f64),
        };
        T::zero().lit((2.0 * rng.uniform() - 1.0) * width)
    }
}

/// `y = activation(w · x + b)`
///
/// ```
/// use burtorch_runtime::Rng;
/// use burtorch_runtime::eager::{Activation, Neuron, Start, Tape};
///
/// let mut tape = Tape::<f64>::new();
/// let neuron = Neuron::new(&tape, 2, Activation::Relu, Start::Zero, &mut Rng::seed(1));
/// tape.values(neuron.params()).copy_from_slice(&[3.0, -1.0, 0.5]); // the weights, then the bias
/// let x = tape.leaves(&[2.0, 4.0]);
/// assert_eq!(neuron.forward(&tape, x).value(), 2.5);
/// ```
#[derive(Clone, Debug)]
pub struct Neuron(Linear);

impl Neuron {
    /// Puts the parameters on the tape: a weight for each input, then the bias.
    pub fn new<T: Scalar>(tape: &Tape<T>, inputs: usize, activation: Activation, start: Start, rng: &mut Rng) -> Self {
        Self(Linear::new(tape, inputs, 1, activation, start, rng))
    }

    /// The parameters: the weights, then the bias.
    #[must_use]
    pub fn params(&self) -> Run {
        self.0.params()
    }

    /// The output for these inputs.
    ///
    /// # Panics
    /// If there are more or fewer inputs than weights.
    pub fn forward<'t, T: Scalar>(&self, tape: &'t Tape<T>, xs: impl Nodes) -> super::Var<'t, T> {
        tape.at(self.0.forward(tape, xs).get(0))
    }
}

/// `y = activation(W x + b)`, a row of `W` for each output.
///
/// The inputs may come in several parts, which are not put together: [`Nodes`].
///
/// ```
/// use burtorch_runtime::Rng;
/// use burtorch_runtime::eager::{Activation, Linear, Start, Tape};
///
/// let tape = Tape::<f64>::new();
/// let layer = Linear::new(&tape, 3, 2, Activation::Tanh, Start::FanIn, &mut Rng::seed(1));
/// let (some, others) = (tape.leaves(&[1.0, 2.0]), tape.leaves(&[3.0]));
/// let y = layer.forward(&tape, (some, others));
/// assert_eq!(y.len(), 2);
/// tape.sum(y).backward();
/// assert_eq!(tape.adjoint(layer.bias().get(0)), 1.0 - tape.value(y.get(0)).powi(2));
/// ```
#[derive(Clone, Debug)]
pub struct Linear {
    weight: Run,
    bias: Option<Run>,
    outputs: usize,
    activation: Activation,
}

impl Linear {
    /// Puts the parameters on the tape: the weights, row by row, then the biases.
    pub fn new<T: Scalar>(
        tape: &Tape<T>,
        inputs: usize,
        outputs: usize,
        activation: Activation,
        start: Start,
        rng: &mut Rng,
    ) -> Self {
        let mut layer = Self::without_bias(tape, inputs, outputs, activation, start, rng);
        let biases: Vec<T> = (0..outputs).map(|_| start.next(inputs, rng)).collect();
        layer.bias = Some(tape.leaves(&biases));
        layer
    }

    /// Puts weights on the tape, row by row, and no biases.
    pub fn without_bias<T: Scalar>(
        tape: &Tape<T>,
        inputs: usize,
        outputs: usize,
        activation: Activation,
        start: Start,
        rng: &mut Rng,
    ) -> Self {
        let weights: Vec<T> = (0..inputs * outputs).map(|_| start.next(inputs, rng)).collect();
        Self { weight: tape.leaves(&weights), bias: None, outputs, activation }
    }

    /// The weights, row by row.
    #[must_use]
    pub fn weight(&self) -> Run {
        self.weight
    }

    /// The biases, one for each output; none for a layer without.
    #[must_use]
    pub fn bias(&self) -> Run {
        self.bias.unwrap_or(Run { first: self.weight.first + self.weight.len, len: 0 })
    }

    /// All parameters: the weights, then the biases.
    #[must_use]
    pub fn params(&self) -> Run {
        Run { first: self.weight.first, len: self.weight.len + self.bias().len }
    }

    /// The outputs for these inputs: consecutive values.
    ///
    /// # Panics
    /// If there are more or fewer inputs than a row has weights.
    pub fn forward<T: Scalar>(&self, tape: &Tape<T>, xs: impl Nodes) -> Run {
        let sums = tape.linear(&xs, self.weight, self.bias, self.outputs);
        match self.activation.op() {
            None => sums,
            Some(op) => tape.each(op, sums),
        }
    }
}

/// Layers one after the other: all but the last with an activation, the last without.
///
/// ```
/// use burtorch_runtime::Rng;
/// use burtorch_runtime::eager::{Activation, Mlp, Start, Tape};
///
/// let mut tape = Tape::<f64>::new();
/// let mlp = Mlp::new(&tape, &[2, 8, 1], Activation::Tanh, Start::FanIn, &mut Rng::seed(1));
/// let start = tape.checkpoint();
/// let table = [([0.0, 0.0], 0.0), ([0.0, 1.0], 1.0), ([1.0, 0.0], 1.0), ([1.0, 1.0], 0.0)];
/// for (x, y) in table.into_iter().cycle().take(5000) {
///     let x = tape.leaves(&x);
///     let error = tape.at(mlp.forward(&tape, x).get(0)) - y;
///     let loss = error.sqr().id();
///     tape.backward(loss);
///     tape.descend(mlp.params(), 0.05);
///     tape.rewind(start);
/// }
/// for (x, y) in table {
///     let x = tape.leaves(&x);
///     assert!((tape.value(mlp.forward(&tape, x).get(0)) - y).abs() < 0.1);
/// }
/// ```
#[derive(Clone, Debug)]
pub struct Mlp {
    layers: Vec<Linear>,
}

impl Mlp {
    /// Puts the parameters on the tape, layer by layer. The sizes are those of the inputs, the hidden layers and the outputs.
    ///
    /// # Panics
    /// If there are fewer than two sizes.
    pub fn new<T: Scalar>(tape: &Tape<T>, sizes: &[usize], hidden: Activation, start: Start, rng: &mut Rng) -> Self {
        assert!(sizes.len() >= 2, "sizes are at least those of inputs and outputs");
        let last = sizes.len() - 2;
        let layer = |(at, size): (usize, &[usize])| {
            let activation = if at == last { Activation::Identity } else { hidden };
            Linear::new(tape, size[0], size[1], activation, start, rng)
        };
        Self { layers: sizes.windows(2).enumerate().map(layer).collect() }
    }

    /// The layers.
    #[must_use]
    pub fn layers(&self) -> &[Linear] {
        &self.layers
    }

    /// All parameters, layer by layer.
    #[must_use]
    pub fn params(&self) -> Run {
        let (first, last) = (self.layers[0].params(), self.layers[self.layers.len() - 1].params());
        Run { first: first.first, len: last.first + last.len - first.first }
    }

    /// The outputs for these inputs: consecutive values.
    ///
    /// # Panics
    /// If there are more or fewer inputs than the first layer has.
    pub fn forward<T: Scalar>(&self, tape: &Tape<T>, xs: impl Nodes) -> Run {
        let first = self.layers[0].forward(tape, xs);
        self.layers[1..].iter().fold(first, |xs, layer| layer.forward(tape, xs))
    }
}

impl<T: Scalar> Tape<T> {
    /// `xs · wᵢ + bᵢ` for consecutive weights and biases, as consecutive values.
    fn linear(&self, xs: &dyn Nodes, weight: Run, bias: Option<Run>, outputs: usize) -> Run {
        let lists = &mut *self.lists.borrow_mut();
        let xs = lists.add(xs, self.whole());
        let inputs = lists.len(xs);
        assert_eq!(
            inputs * outputs,
            weight.len(),
            "{inputs} inputs for rows of {} weights",
            weight.len() / outputs.max(1)
        );
        let first = number(self.len());
        let many = if bias.is_some() { Many::DotBias } else { Many::Dot };
        let Lists { runs, gathered, parts: [sums, ..], .. } = lists;
        sums.clear();
        sums.resize(outputs, T::zero());
        self.cells.with(|cells| {
            let values = &*cells.values;
            let biases = bias.map(|bias| &values[bias.range()]);
            let [xs, ..] = gather(runs, gathered, values, &[xs]);
            match biases {
                Some(biases) if inputs == 0 => sums.copy_from_slice(biases),
                None if inputs == 0 => {}
                _ => loops::run(Products { sums, xs, weights: &values[weight.range()], biases }),
            }
        });
        // The rows have the list of inputs in common, which the sweep recognises them by.
        let mut weights = Run { first: weight.first, len: number(inputs) };
        let mut bias = bias.map(|bias| Run { first: bias.first, len: 1 });
        lists.runs.reserve(4 * outputs);
        for row in 0..outputs {
            let args = [xs, lists.add_run(weights), bias.map_or(List::NONE, |bias| lists.add_run(bias))];
            self.push(lists.parts[0][row], Node::Rows { many, deferred: false, args });
            weights.first += weights.len;
            bias = bias.map(|bias| Run { first: bias.first + 1, ..bias });
        }
        Run { first, len: number(outputs) }
    }

    /// A row of one argument for each of consecutive values, as consecutive values.
    pub fn each(&self, op: Op, xs: Run) -> Run {
        let first = number(self.len());
        for x in xs.iter() {
            self.op(op, &[x]);
        }
        Run { first, len: xs.len }
    }
}

impl<T: Scalar> From<super::Var<'_, T>> for Run {
    fn from(var: super::Var<'_, T>) -> Self {
        Run::from(Value::from(var))
    }
}
