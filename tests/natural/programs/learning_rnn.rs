// A recurrent cell in a struct of parameters; characters come from a string.
use burtorch::{Differentiable, differentiable};

#[derive(Clone, Debug, Differentiable)]
struct Cell {
    embed: [[f64; 2]; 3],
    recurrent: [[f64; 2]; 2],
    out: [[f64; 2]; 3],
}

fn index(c: char) -> Option<usize> {
    "abc".find(c)
}

#[differentiable]
fn next_state(cell: &Cell, h: [f64; 2], token: usize) -> [f64; 2] {
    let mut n = [0.0; 2];
    for i in 0..2 {
        n[i] = (cell.embed[token][i] + cell.recurrent[i][0] * h[0] + cell.recurrent[i][1] * h[1]).tanh();
    }
    n
}

#[differentiable(wrt(cell))]
fn perplexity(cell: &Cell, text: &str) -> f64 {
    let tokens: Vec<usize> = text.chars().filter_map(index).collect();
    let mut h = [0.0; 2];
    let mut nll = 0.0;
    for pair in tokens.windows(2) {
        h = next_state(cell, h, pair[0]);
        let logits = cell.out.map(|row| row[0] * h[0] + row[1] * h[1]);
        let z: f64 = logits.iter().map(|l| l.exp()).sum();
        nll += z.ln() - logits[pair[1]];
    }
    (nll / (tokens.len() - 1) as f64).exp()
}

// checks
fn main() {
    let cell = |x: &[f64]| Cell {
        embed: std::array::from_fn(|i| [x[2 * i], x[2 * i + 1]]),
        recurrent: [[x[6], x[7]], [x[8], x[9]]],
        out: std::array::from_fn(|i| [x[10 + 2 * i], x[11 + 2 * i]]),
    };
    let x: Vec<f64> = (0..16).map(|i| ((i * 7 % 11) as f64 - 5.0) / 6.0).collect();
    check::grad("perplexity", &x, |x| perplexity(&cell(x), "abca bcab"), |x| {
        let g = perplexity::grad(&cell(x), "abca bcab");
        (g.embed, g.recurrent, g.out)
    });
}
