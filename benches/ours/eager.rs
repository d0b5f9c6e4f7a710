//! The two graphs and the two models of the paper on a tape, and one step of training.
//!
//! The models have the parameters of `models.rs`, in the same order, as leaves.

#![allow(dead_code, reason = "not every program measures all of it")]
#![allow(clippy::misrefactored_assign_op, reason = "the graph is written as the paper has it")]
#![allow(clippy::cast_precision_loss, reason = "no batch is that large")]

use std::array;

use burtorch::Rng;
use burtorch::eager::{Activation, Checkpoint, Linear, Order, Run, Scalar, Start, Tape, Value, Var};

/// `(a + b − (a b + b³))² / 2`
#[inline]
pub fn tiny<'t>(a: Var<'t, f64>, b: Var<'t, f64>) -> Var<'t, f64> {
    let c = a + b;
    let d = a * b + b.pow3();
    let e = c - d;
    let f = e.sqr();
    f * 0.5
}

/// The graph of micrograd's README, 32 nodes.
#[inline]
pub fn small<'t>(a: Var<'t, f64>, b: Var<'t, f64>) -> Var<'t, f64> {
    let mut c = a + b;
    let mut d = a * b + b.pow3();
    c += c + 1.0;
    c += 1.0 + c - a;
    d += d * 2.0 + (b + a).relu();
    d += 3.0 * d + (b - a).relu();
    let e = c - d;
    let f = e.sqr();
    let mut g = f / 2.0;
    g += 10.0 / f;
    g
}

/// A model whose parameters are leaves of a tape.
pub trait Model<T: Scalar> {
    /// What goes in, and what should come out.
    type Sample;

    /// All parameters.
    fn params(&self) -> Run;

    /// The loss of a sample. Its graph has the same structure for all samples.
    fn loss<'t>(&self, tape: &'t Tape<T>, sample: &Self::Sample) -> Var<'t, T>;
}

/// The character model: 16 letters of 27 in, the next one out.
pub struct Names {
    letters: Run,
    up: Linear,
    down: Linear,
}

impl Names {
    const LETTERS: usize = 27;
    const CONTEXT: usize = 16;
    const WIDTH: usize = 64;

    pub fn new<T: Scalar>(tape: &Tape<T>, hidden: usize, rng: &mut Rng) -> Self {
        let (inputs, start) = (Self::CONTEXT * Self::WIDTH, Start::FanIn);
        Self {
            letters: normal(tape, Self::LETTERS * Self::WIDTH, rng),
            up: Linear::new(tape, inputs, hidden, Activation::Tanh, start, rng),
            down: Linear::new(tape, hidden, Self::LETTERS, Activation::Identity, start, rng),
        }
    }

    pub fn sample(rng: &mut Rng) -> ([u8; 16], u8) {
        (array::from_fn(|_| token(rng, Self::LETTERS)), token(rng, Self::LETTERS))
    }
}

impl<T: Scalar + PartialOrd> Model<T> for Names {
    type Sample = ([u8; 16], u8);

    fn params(&self) -> Run {
        Run::between(self.letters.get(0), last(self.down.params()))
    }

    fn loss<'t>(&self, tape: &'t Tape<T>, (context, next): &Self::Sample) -> Var<'t, T> {
        let x = context.map(|letter| row(self.letters, letter, Self::WIDTH));
        let logits = self.down.forward(tape, self.up.forward(tape, x));
        cross_entropy(tape, logits, *next)
    }
}

const VOCAB: usize = 65;
const LENGTH: usize = 8;
const WIDTH: usize = 24;
const HEADS: usize = 6;
const LAYERS: usize = 6;

/// One run of values for each position.
type Positions = [Run; LENGTH];

/// The transformer: 8 tokens of 65 in, the next one after each of them out.
pub struct Gpt {
    token: Run,
    position: Run,
    blocks: Vec<Block>,
    head: Linear,
}

impl Gpt {
    pub fn new<T: Scalar>(tape: &Tape<T>, rng: &mut Rng) -> Self {
        Self {
            token: normal(tape, VOCAB * WIDTH, rng),
            position: normal(tape, LENGTH * WIDTH, rng),
            blocks: (0..LAYERS).map(|_| Block::new(tape, rng)).collect(),
            head: Linear::new(tape, WIDTH, VOCAB, Activation::Identity, Start::FanIn, rng),
        }
    }

    pub fn sample(rng: &mut Rng) -> ([u8; LENGTH], [u8; LENGTH]) {
        (array::from_fn(|_| token(rng, VOCAB)), array::from_fn(|_| token(rng, VOCAB)))
    }
}

impl<T: Scalar + PartialOrd> Model<T> for Gpt {
    type Sample = ([u8; LENGTH], [u8; LENGTH]);

    fn params(&self) -> Run {
        Run::between(self.token.get(0), last(self.head.params()))
    }

    fn loss<'t>(&self, tape: &'t Tape<T>, (tokens, targets): &Self::Sample) -> Var<'t, T> {
        let mut x: Positions = array::from_fn(|t| {
            let position = self.position.part(t * WIDTH..(t + 1) * WIDTH);
            add(tape, row(self.token, tokens[t], WIDTH), position)
        });
        for block in &self.blocks {
            x = block.forward(tape, x);
        }
        let losses: [Var<T>; LENGTH] =
            array::from_fn(|t| cross_entropy(tape, self.head.forward(tape, x[t]), targets[t]));
        tape.mean(losses)
    }
}

/// Attention, then feed-forward, each after a layer norm and added to what came in.
struct Block {
    norm1: LayerNorm,
    attention: Attention,
    norm2: LayerNorm,
    up: Linear,
    down: Linear,
}

impl Block {
    fn new<T: Scalar>(tape: &Tape<T>, rng: &mut Rng) -> Self {
        let (inner, start) = (4 * WIDTH, Start::FanIn);
        Self {
            norm1: LayerNorm::new(tape),
            attention: Attention::new(tape, rng),
            norm2: LayerNorm::new(tape),
            up: Linear::new(tape, WIDTH, inner, Activation::Relu, start, rng),
            down: Linear::new(tape, inner, WIDTH, Activation::Identity, start, rng),
        }
    }

    fn forward<T: Scalar>(&self, tape: &Tape<T>, x: Positions) -> Positions {
        let mixed = self.attention.forward(tape, x.map(|x| self.norm1.forward(tape, x)));
        array::from_fn(|t| {
            let x = add(tape, x[t], mixed[t]);
            add(tape, x, self.down.forward(tape, self.up.forward(tape, self.norm2.forward(tape, x))))
        })
    }
}

/// `(x − mean) / √(variance + ε) · gain + bias`
struct LayerNorm {
    gain: Run,
    bias: Run,
}

impl LayerNorm {
    fn new<T: Scalar>(tape: &Tape<T>) -> Self {
        let (zero, one) = (T::zero(), T::zero().lit(1.0));
        Self { gain: tape.leaves(&[one; WIDTH]), bias: tape.leaves(&[zero; WIDTH]) }
    }

    fn forward<T: Scalar>(&self, tape: &Tape<T>, x: Run) -> Run {
        let mean = tape.mean(x);
        let scale = (tape.variance_biased(x) + T::zero().lit(1e-5)).inv_sqrt();
        let centred = each(x, |x| tape.at(x) - mean);
        let scaled = each(centred, |x| tape.at(x) * scale);
        let scaled = pairs(scaled, self.gain, |x, gain| tape.at(x) * tape.at(gain));
        add(tape, scaled, self.bias)
    }
}

/// `softmax(q kᵀ / √n) v` for each head, over positions up to the own one.
struct Attention {
    query: Linear,
    key: Linear,
    value: Linear,
    out: Linear,
}

impl Attention {
    const SIZE: usize = WIDTH / HEADS;

    fn new<T: Scalar>(tape: &Tape<T>, rng: &mut Rng) -> Self {
        let mut linear = || Linear::without_bias(tape, WIDTH, WIDTH, Activation::Identity, Start::FanIn, rng);
        Self {
            query: linear(),
            key: linear(),
            value: linear(),
            out: Linear::new(tape, WIDTH, WIDTH, Activation::Identity, Start::FanIn, rng),
        }
    }

    fn forward<T: Scalar>(&self, tape: &Tape<T>, x: Positions) -> Positions {
        let q = x.map(|x| self.query.forward(tape, x));
        let k = x.map(|x| self.key.forward(tape, x));
        let v = x.map(|x| self.value.forward(tape, x));
        array::from_fn(|t| {
            let heads: [Run; HEADS] = array::from_fn(|head| {
                let part = head * Self::SIZE..(head + 1) * Self::SIZE;
                let scores = values(t + 1, |s| tape.dot(q[t].part(part.clone()), k[s].part(part.clone())));
                let weights = softmax(tape, each(scores, |score| tape.at(score) * T::zero().lit(0.5)));
                values(Self::SIZE, |at| {
                    let column: Positions = array::from_fn(|s| v[s].get(part.start + at).into());
                    tape.dot(&column[..=t], weights)
                })
            });
            self.out.forward(tape, heads)
        })
    }
}

/// `eˣ / Σ eˣ`
fn softmax<T: Scalar>(tape: &Tape<T>, x: Run) -> Run {
    let powers = each(x, |x| tape.at(x).exp());
    let sum = tape.sum(powers);
    each(powers, |power| tape.at(power) / sum)
}

/// `ln Σ eˣ − x[target]`, without overflow.
fn cross_entropy<T: Scalar + PartialOrd>(tape: &Tape<T>, x: Run, target: u8) -> Var<'_, T> {
    let largest = x.iter().map(|x| tape.value(x)).reduce(|a, b| if a < b { b } else { a });
    // Not a constant: equal ones would be one, and the structure of the graph would depend on numbers.
    let largest = tape.leaf(largest.expect("at least one logit"));
    let shifted = each(x, |x| tape.at(x) - largest);
    let powers = each(shifted, |x| tape.at(x).exp());
    tape.sum(powers).ln() - tape.at(shifted.get(target.into()))
}

fn add<T: Scalar>(tape: &Tape<T>, a: Run, b: Run) -> Run {
    pairs(a, b, |a, b| tape.at(a) + tape.at(b))
}

/// `f(x)` for each of consecutive values, as consecutive values.
fn each<'t, T: Scalar + 't>(x: Run, f: impl Fn(Value) -> Var<'t, T>) -> Run {
    values(x.len(), |at| f(x.get(at)))
}

/// `f(a, b)` for each pair of consecutive values, as consecutive values.
fn pairs<'t, T: Scalar + 't>(a: Run, b: Run, f: impl Fn(Value, Value) -> Var<'t, T>) -> Run {
    values(a.len(), |at| f(a.get(at), b.get(at)))
}

/// `f(0), f(1), …` as consecutive values: `f` puts a single one on the tape.
fn values<'t, T: Scalar + 't>(count: usize, f: impl Fn(usize) -> Var<'t, T>) -> Run {
    let first = f(0);
    let last = (1..count).fold(first, |_, at| f(at));
    Run::between(first, last)
}

/// The row of a table that belongs to a token.
fn row(table: Run, token: u8, width: usize) -> Run {
    let token = usize::from(token);
    table.part(token * width..(token + 1) * width)
}

fn last(run: Run) -> Value {
    run.get(run.len() - 1)
}

/// Leaves from the normal distribution.
fn normal<T: Scalar>(tape: &Tape<T>, count: usize, rng: &mut Rng) -> Run {
    let values: Vec<T> = (0..count).map(|_| T::zero().lit(rng.normal())).collect();
    tape.leaves(&values)
}

#[allow(clippy::cast_possible_truncation, reason = "no vocabulary has more than 256 tokens")]
fn token(rng: &mut Rng, vocabulary: usize) -> u8 {
    rng.below(vocabulary) as u8
}

/// A model, its tape, and what a step needs.
pub struct Training<T, M> {
    pub tape: Tape<T>,
    pub model: M,
    start: Checkpoint,
    order: Order,
}

impl<T: Scalar, M: Model<T>> Training<T, M> {
    pub fn new(make: impl FnOnce(&Tape<T>) -> M) -> Self {
        let tape = Tape::new();
        let model = make(&tape);
        Self { start: tape.checkpoint(), model, tape, order: Order::new() }
    }

    /// One step of plain SGD on the mean over samples, which go through the same memory one by one; the sum of their losses.
    pub fn step(&mut self, samples: &[M::Sample], rate: f64) -> T {
        let Self { tape, model, start, order } = self;
        let mut total = T::zero();
        for sample in samples {
            let loss = model.loss(tape, sample);
            total = total + loss.value();
            let root = loss.id();
            tape.backward_with(root, order);
            tape.rewind(*start);
        }
        tape.descend(model.params(), rate / samples.len() as f64);
        total
    }

    /// Finds the order for [`step_in_order`](Self::step_in_order).
    pub fn find_order(&mut self, sample: &M::Sample) {
        let root = self.model.loss(&self.tape, sample).id();
        self.tape.order(root, &mut self.order);
        self.tape.rewind(self.start);
    }

    /// [`step`](Self::step) in an order that was found before.
    pub fn step_in_order(&mut self, samples: &[M::Sample], rate: f64) -> T {
        let Self { tape, model, start, order } = self;
        let mut total = T::zero();
        for sample in samples {
            total = total + model.loss(tape, sample).value();
            tape.backward_in(order);
            tape.rewind(*start);
        }
        tape.descend(model.params(), rate / samples.len() as f64);
        total
    }
}
