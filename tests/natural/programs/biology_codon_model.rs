// HKY substitution model: rate matrix, matrix exponential by scaling and squaring, Felsenstein pruning on an arena tree.
use burtorch::differentiable;

type M4 = [[f64; 4]; 4];

fn mul(a: &M4, b: &M4) -> M4 {
    let mut c = [[0.0; 4]; 4];
    for (row_c, row_a) in c.iter_mut().zip(a) {
        for (k, aik) in row_a.iter().enumerate() {
            for (cij, bkj) in row_c.iter_mut().zip(&b[k]) {
                *cij += aik * bkj;
            }
        }
    }
    c
}

fn expm(q: &M4, t: f64) -> M4 {
    const SQUARINGS: u32 = 5;
    let scale = t / f64::from(1 << SQUARINGS);
    let mut term = [[0.0; 4]; 4];
    for (i, row) in term.iter_mut().enumerate() {
        row[i] = 1.0;
    }
    let mut sum = term;
    for k in 1..=8 {
        term = mul(&term, q);
        for v in term.iter_mut().flatten() {
            *v *= scale / k as f64;
        }
        for (s, t) in sum.iter_mut().flatten().zip(term.iter().flatten()) {
            *s += *t;
        }
    }
    (0..SQUARINGS).fold(sum, |m, _| mul(&m, &m))
}

fn hky(kappa: f64, pi: &[f64; 4]) -> M4 {
    let mut q = [[0.0; 4]; 4];
    for i in 0..4 {
        for j in 0..4 {
            if i != j {
                let transition = matches!((i, j), (0, 2) | (2, 0) | (1, 3) | (3, 1));
                q[i][j] = if transition { kappa * pi[j] } else { pi[j] };
                q[i][i] -= q[i][j];
            }
        }
    }
    q
}

pub enum Node {
    Leaf(Vec<u8>),
    Inner { left: (usize, usize), right: (usize, usize) },
}

fn base(c: u8) -> Option<usize> {
    match c {
        b'A' => Some(0),
        b'C' => Some(1),
        b'G' => Some(2),
        b'T' => Some(3),
        _ => None,
    }
}

#[differentiable(wrt(branches, log_kappa))]
fn log_likelihood(branches: &[f64], log_kappa: f64, tree: &[Node], sites: usize) -> f64 {
    let pi = [0.3, 0.2, 0.2, 0.3];
    let q = hky(log_kappa.exp(), &pi);
    let p: Vec<M4> = branches.iter().map(|t| expm(&q, *t)).collect();
    let mut total = 0.0;
    for site in 0..sites {
        let mut partial: Vec<[f64; 4]> = vec![];
        for node in tree {
            let l = match node {
                Node::Leaf(seq) => match base(seq[site]) {
                    Some(b) => std::array::from_fn(|i| if i == b { 1.0 } else { 0.0 }),
                    None => [1.0; 4],
                },
                Node::Inner { left: (a, ea), right: (b, eb) } => {
                    let mut l = [0.0; 4];
                    for s in 0..4 {
                        let x: f64 = (0..4).map(|t| p[*ea][s][t] * partial[*a][t]).sum();
                        let y: f64 = (0..4).map(|t| p[*eb][s][t] * partial[*b][t]).sum();
                        l[s] = x * y;
                    }
                    l
                }
            };
            partial.push(l);
        }
        let root = partial.last().unwrap();
        total += root.iter().zip(&pi).map(|(l, p)| l * p).sum::<f64>().ln();
    }
    total
}

// checks
fn main() {
    let tree = vec![
        Node::Leaf(b"ACGT-A".to_vec()),
        Node::Leaf(b"ACGTTG".to_vec()),
        Node::Leaf(b"GCATTA".to_vec()),
        Node::Inner { left: (0, 0), right: (1, 1) },
        Node::Inner { left: (3, 2), right: (2, 3) },
    ];
    let x = [0.1, 0.2, 0.15, 0.4, 0.6];
    check::grad("tree", &x, |x| log_likelihood(&x[..4], x[4], &tree, 6), |x| log_likelihood::grad(&x[..4], x[4], &tree, 6));
}
