//! A step of training of the character model, written by hand: what the compiler aims at.
//!
//! The parameters lie as in the model that `graph!` compiles: the table of letters `[27][64]`, the weight `[H][1024]` and
//! the bias of the first layer, the weight `[27][H]` and the bias of the second one. A gradient is never stored: adjoints
//! carry the factor `−rate`, so that what is added to a parameter is its update.
//!
//! Functions are compiled twice, for every processor and for those with AVX2 and FMA. Loops over arrays of partial sums,
//! as long as several registers, become vector code.

#![allow(clippy::inline_always, reason = "what a body is inlined into decides on the instructions")]
#![allow(clippy::needless_range_loop, reason = "the indices are those of the formulas")]
#![allow(clippy::cast_precision_loss, reason = "a batch is small")]

use std::array;

const LETTERS: usize = 27;
const WIDTH: usize = 64;
const CONTEXT: usize = 16;
const INPUTS: usize = CONTEXT * WIDTH;
/// The letters, filled up to whole registers.
const ROWS: usize = 32;
/// The samples of a batch.
pub const BATCH: usize = 64;

/// The parameters, taken apart.
struct Parameters<'p, const H: usize> {
    table: &'p mut [[f32; WIDTH]],
    up: &'p mut [[f32; INPUTS]],
    up_bias: &'p mut [f32],
    down: &'p mut [[f32; H]],
    down_bias: &'p mut [f32],
}

impl<'p, const H: usize> Parameters<'p, H> {
    fn new(params: &'p mut [f32]) -> Self {
        let (table, rest) = params.split_at_mut(LETTERS * WIDTH);
        let (up, rest) = rest.split_at_mut(H * INPUTS);
        let (up_bias, rest) = rest.split_at_mut(H);
        let (down, down_bias) = rest.split_at_mut(LETTERS * H);
        Parameters {
            table: table.as_chunks_mut().0,
            up: up.as_chunks_mut().0,
            up_bias,
            down: down.as_chunks_mut().0,
            down_bias,
        }
    }
}

/// `a · b + c`; a call of the library where the processor has no instruction for it.
#[inline(always)]
fn fma<const FMA: bool>(a: f32, b: f32, c: f32) -> f32 {
    if FMA { a.mul_add(b, c) } else { a * b + c }
}

/// `Σ aᵢ bᵢ`, as 32 sums that are added up at the end.
#[inline(always)]
fn dot<const FMA: bool>(a: &[f32], b: &[f32]) -> f32 {
    let mut sums = [0.0; 32];
    let ((a, a_rest), (b, b_rest)) = (a.as_chunks::<32>(), b.as_chunks::<32>());
    for (a, b) in a.iter().zip(b) {
        for at in 0..32 {
            sums[at] = fma::<FMA>(a[at], b[at], sums[at]);
        }
    }
    sums.iter().sum::<f32>() + a_rest.iter().zip(b_rest).map(|(a, b)| a * b).sum::<f32>()
}

/// The adjoints of the logits, each times `−rate`, and the loss.
#[inline(always)]
fn cross_entropy(logits: &mut [f32; LETTERS], next: u8, rate: f32) -> f32 {
    let largest = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let wanted = logits[usize::from(next)] - largest;
    for logit in logits.iter_mut() {
        *logit = (*logit - largest).exp();
    }
    let sum: f32 = logits.iter().sum();
    for logit in logits.iter_mut() {
        *logit *= -rate / sum;
    }
    logits[usize::from(next)] += rate;
    sum.ln() - wanted
}

/// One sample. Each weight comes by twice: once for the value, once for the adjoint of its input and its own update.
#[inline(always)]
fn one<const FMA: bool, const H: usize>(params: &mut [f32], context: &[u8; CONTEXT], next: u8, rate: f32) -> f32 {
    let p = Parameters::<H>::new(params);
    let x: [[f32; WIDTH]; CONTEXT] = context.map(|letter| p.table[usize::from(letter)]);
    let x = x.as_flattened();
    let hidden: [f32; H] = array::from_fn(|unit| (dot::<FMA>(&p.up[unit], x) + p.up_bias[unit]).tanh());
    let mut logits: [f32; LETTERS] = array::from_fn(|at| dot::<FMA>(&p.down[at], &hidden) + p.down_bias[at]);
    let loss = cross_entropy(&mut logits, next, rate);

    let mut adjoint = [0.0; H];
    for at in 0..LETTERS {
        p.down_bias[at] += logits[at];
        for unit in 0..H {
            let weight = &mut p.down[at][unit];
            adjoint[unit] = fma::<FMA>(logits[at], *weight, adjoint[unit]);
            *weight = fma::<FMA>(logits[at], hidden[unit], *weight);
        }
    }
    for unit in 0..H {
        adjoint[unit] *= 1.0 - hidden[unit] * hidden[unit];
        p.up_bias[unit] += adjoint[unit];
    }
    // Four rows at a time, the last ones first: they are still in the cache.
    let mut dx = [0.0; INPUTS];
    for (rows, adjoints) in p.up.as_chunks_mut::<4>().0.iter_mut().zip(adjoint.as_chunks::<4>().0).rev() {
        for at in 0..INPUTS {
            for (row, adjoint) in rows.iter_mut().zip(adjoints) {
                dx[at] = fma::<FMA>(*adjoint, row[at], dx[at]);
                row[at] = fma::<FMA>(*adjoint, x[at], row[at]);
            }
        }
    }
    for (letter, dx) in context.iter().zip(dx.as_chunks::<WIDTH>().0) {
        for (value, dx) in p.table[usize::from(*letter)].iter_mut().zip(dx) {
            *value += dx;
        }
    }
    loss
}

/// What a batch is computed in.
pub struct Scratch<const H: usize> {
    /// The product of the first weight and each letter, per position; later its adjoint.
    product: Vec<[[f32; H]; ROWS]>,
    hidden: Vec<[f32; H]>,
    adjoint: Vec<[f32; H]>,
    /// The adjoints of the logits.
    logits: Vec<[f32; LETTERS]>,
}

impl<const H: usize> Scratch<H> {
    pub fn new() -> Self {
        Scratch {
            product: vec![[[0.0; H]; ROWS]; CONTEXT],
            hidden: vec![[0.0; H]; BATCH],
            adjoint: vec![[0.0; H]; BATCH],
            logits: vec![[0.0; LETTERS]; BATCH],
        }
    }
}

/// A batch. There are fewer letters than samples, so letters are multiplied by the first weight, and rows of the product
/// are looked up; on the way back, adjoints are added up by letter first.
#[inline(always)]
fn many<const FMA: bool, const H: usize>(
    params: &mut [f32],
    scratch: &mut Scratch<H>,
    batch: &[([u8; CONTEXT], u8); BATCH],
    rate: f32,
) -> f32 {
    let p = Parameters::<H>::new(params);
    let Scratch { product, hidden, adjoint, logits } = scratch;
    let mut columns = [[0.0; ROWS]; WIDTH];
    for (letter, row) in p.table.iter().enumerate() {
        for (at, value) in row.iter().enumerate() {
            columns[at][letter] = *value;
        }
    }
    for (position, product) in product.iter_mut().enumerate() {
        for unit in 0..H {
            let mut sums = [0.0; ROWS];
            for (weight, column) in p.up[unit][position * WIDTH..][..WIDTH].iter().zip(&columns) {
                for letter in 0..ROWS {
                    sums[letter] = fma::<FMA>(*weight, column[letter], sums[letter]);
                }
            }
            for letter in 0..ROWS {
                product[letter][unit] = sums[letter];
            }
        }
    }
    let mut loss = 0.0;
    for (at, (context, next)) in batch.iter().enumerate() {
        let (hidden, adjoint, logits) = (&mut hidden[at], &mut adjoint[at], &mut logits[at]);
        hidden.copy_from_slice(p.up_bias);
        for (letter, product) in context.iter().zip(&*product) {
            for (sum, value) in hidden.iter_mut().zip(&product[usize::from(*letter)]) {
                *sum += value;
            }
        }
        for value in &mut *hidden {
            *value = value.tanh();
        }
        *logits = array::from_fn(|at| dot::<FMA>(&p.down[at], hidden) + p.down_bias[at]);
        loss += cross_entropy(logits, *next, rate / BATCH as f32);
        *adjoint = [0.0; H];
        for (weights, logit) in p.down.iter().zip(&*logits) {
            for unit in 0..H {
                adjoint[unit] = fma::<FMA>(*logit, weights[unit], adjoint[unit]);
            }
        }
        for unit in 0..H {
            adjoint[unit] *= 1.0 - hidden[unit] * hidden[unit];
        }
    }

    // From here on parameters change.
    for (at, weights) in p.down.iter_mut().enumerate() {
        for (hidden, logits) in hidden.iter().zip(&*logits) {
            p.down_bias[at] += logits[at];
            for unit in 0..H {
                weights[unit] = fma::<FMA>(logits[at], hidden[unit], weights[unit]);
            }
        }
    }
    product.fill([[0.0; H]; ROWS]);
    for ((context, _), adjoint) in batch.iter().zip(&*adjoint) {
        for unit in 0..H {
            p.up_bias[unit] += adjoint[unit];
        }
        for (letter, product) in context.iter().zip(&mut *product) {
            for (sum, value) in product[usize::from(*letter)].iter_mut().zip(adjoint) {
                *sum += value;
            }
        }
    }
    let mut d_table = [[0.0; WIDTH]; LETTERS];
    for (position, product) in product.iter().enumerate() {
        for (unit, weights) in p.up.iter_mut().enumerate() {
            let weights = &mut weights[position * WIDTH..][..WIDTH];
            let mut sums = [0.0; WIDTH];
            for letter in 0..LETTERS {
                let adjoint = product[letter][unit];
                for at in 0..WIDTH {
                    d_table[letter][at] = fma::<FMA>(adjoint, weights[at], d_table[letter][at]);
                    sums[at] = fma::<FMA>(adjoint, p.table[letter][at], sums[at]);
                }
            }
            for (weight, sum) in weights.iter_mut().zip(sums) {
                *weight += sum;
            }
        }
    }
    for (value, d) in p.table.as_flattened_mut().iter_mut().zip(d_table.as_flattened()) {
        *value += d;
    }
    loss / BATCH as f32
}

/// A function for every processor, which runs the version for AVX2 where that is possible.
macro_rules! for_all_processors {
    ($(#[$doc:meta])* $name:ident => $body:ident($($argument:ident: $type:ty),*)) => {
        $(#[$doc])*
        pub fn $name<const H: usize>($($argument: $type),*) -> f32 {
            #[cfg(target_arch = "x86_64")]
            {
                #[target_feature(enable = "avx2,fma")]
                fn fast<const H: usize>($($argument: $type),*) -> f32 {
                    $body::<true, H>($($argument),*)
                }
                if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma") {
                    // SAFETY: the processor has these features.
                    return unsafe { fast::<H>($($argument),*) };
                }
            }
            $body::<false, H>($($argument),*)
        }
    };
}

for_all_processors! {
    /// A step of one sample; the loss before it.
    step => one(params: &mut [f32], context: &[u8; CONTEXT], next: u8, rate: f32)
}

for_all_processors! {
    /// A step of a batch; the loss before it.
    step_batch => many(params: &mut [f32], scratch: &mut Scratch<H>, batch: &[([u8; CONTEXT], u8); BATCH], rate: f32)
}
