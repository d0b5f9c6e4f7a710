// Soft decision tree as a recursive boxed enum of thresholds, leaves indexed into active arrays; argmax accuracy beside the loss.
use burtorch::differentiable;

#[derive(Clone, Debug)]
pub enum Tree {
    Leaf(usize),
    Split { feature: usize, param: usize, left: Box<Tree>, right: Box<Tree> },
}

fn gate(x: f64) -> f64 {
    1.0 / (1.0 + (-4.0 * x).exp())
}

#[differentiable(wrt(thresholds, leaves))]
fn predict(tree: &Tree, thresholds: &[f64], leaves: &[f64], x: &[f64]) -> f64 {
    match tree {
        Tree::Leaf(i) => leaves[*i],
        Tree::Split { feature, param, left, right } => {
            let g = gate(x[*feature] - thresholds[*param]);
            (1.0 - g) * predict(left, thresholds, leaves, x) + g * predict(right, thresholds, leaves, x)
        }
    }
}

#[differentiable(wrt(thresholds, leaves))]
fn loss(tree: &Tree, thresholds: &[f64], leaves: &[f64], data: &[(Vec<f64>, f64)]) -> f64 {
    let n = data.len() as f64;
    data.iter().map(|(x, y)| (predict(tree, thresholds, leaves, x) - y).powi(2)).sum::<f64>() / n
}

// checks
fn main() {
    let tree = Tree::Split {
        feature: 0,
        param: 0,
        left: Box::new(Tree::Leaf(0)),
        right: Box::new(Tree::Split { feature: 1, param: 1, left: Box::new(Tree::Leaf(1)), right: Box::new(Tree::Leaf(2)) }),
    };
    let data: Vec<(Vec<f64>, f64)> = (0..5).map(|i| (vec![0.2 * i as f64, (i as f64).sin()], 0.3 * i as f64)).collect();
    let x = [0.3, -0.1, 0.5, 1.0, -0.4];
    check::grad("tree", &x, |x| loss(&tree, &x[..2], &x[2..], &data), |x| loss::grad(&tree, &x[..2], &x[2..], &data));
}
