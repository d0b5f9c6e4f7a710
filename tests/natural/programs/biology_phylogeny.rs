// The likelihood of a tree (Felsenstein): an enum with boxes, recursion.
use burtorch::differentiable;

enum Tree {
    Leaf(usize),
    Node(Box<Tree>, Box<Tree>),
}

#[differentiable(wrt(rate, t))]
fn transition(rate: f64, t: f64, same: bool) -> f64 {
    let e = (-4.0 / 3.0 * rate * t).exp();
    if same { 0.25 + 0.75 * e } else { 0.25 - 0.25 * e }
}

#[differentiable(wrt(rate, t))]
fn partial(tree: &Tree, base: usize, rate: f64, t: f64) -> f64 {
    match tree {
        Tree::Leaf(b) => transition(rate, t, *b == base),
        Tree::Node(left, right) => {
            let mut sum = 0.0;
            for b in 0..4 {
                sum += transition(rate, t, b == base) * partial(left, b, rate, t) * partial(right, b, rate, t);
            }
            sum
        }
    }
}

#[differentiable(wrt(rate, t))]
fn log_likelihood(tree: &Tree, rate: f64, t: f64) -> f64 {
    (0..4).map(|base| 0.25 * partial(tree, base, rate, t)).sum::<f64>().ln()
}

// checks
fn main() {
    let leaf = |b| Box::new(Tree::Leaf(b));
    let tree = Tree::Node(Box::new(Tree::Node(leaf(0), leaf(0))), leaf(2));
    let f = |x: &[f64]| log_likelihood(&tree, x[0], x[1]);
    check::grad("log_likelihood", &[0.4, 0.7], f, |x| log_likelihood::grad(&tree, x[0], x[1]));
}
