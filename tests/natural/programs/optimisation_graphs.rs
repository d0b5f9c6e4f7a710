// Graphs: PageRank on an adjacency list, soft shortest path by Bellman-Ford.
use burtorch::differentiable;
use std::collections::{BTreeMap, HashSet};

struct Graph {
    edges: Vec<(usize, usize)>,
    n: usize,
}

impl Graph {
    fn successors(&self) -> BTreeMap<usize, Vec<usize>> {
        let mut m: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for &(a, b) in &self.edges {
            m.entry(a).or_default().push(b);
        }
        m
    }
}

#[differentiable(wrt(weights, damping))]
fn rank_of(weights: &[f64], damping: f64, g: &Graph, node: usize, rounds: usize) -> f64 {
    let mut out = vec![0.0; g.n];
    for (&(a, _), w) in g.edges.iter().zip(weights) {
        out[a] += w;
    }
    let mut rank = vec![1.0 / g.n as f64; g.n];
    for _ in 0..rounds {
        let mut next = vec![(1.0 - damping) / g.n as f64; g.n];
        for (&(a, b), w) in g.edges.iter().zip(weights) {
            next[b] += damping * rank[a] * w / out[a];
        }
        rank = next;
    }
    rank[node]
}

#[differentiable(wrt(lengths))]
fn distance(lengths: &[f64], g: &Graph, from: usize, to: usize) -> Option<f64> {
    let mut dist = vec![f64::INFINITY; g.n];
    dist[from] = 0.0;
    for _ in 0..g.n - 1 {
        for (&(a, b), len) in g.edges.iter().zip(lengths) {
            let through = dist[a] + len;
            if through < dist[b] {
                dist[b] = through;
            }
        }
    }
    if dist[to].is_finite() { Some(dist[to]) } else { None }
}

#[differentiable(wrt(x))]
fn laplacian_energy(x: &[f64], g: &Graph) -> f64 {
    let succ = g.successors();
    let mut seen = HashSet::new();
    let mut sum = 0.0;
    for (a, list) in &succ {
        for b in list {
            let key = (*a.min(b), *a.max(b));
            if !seen.insert(key) {
                continue;
            }
            sum += (x[*a] - x[*b]).powi(2);
        }
    }
    sum
}

// checks
fn main() {
    let g = Graph { edges: vec![(0, 1), (1, 2), (0, 2), (2, 3), (3, 0), (1, 0)], n: 4 };
    let x = [0.4, 0.9, 1.7, 0.3, 0.8, 0.5, 0.85];
    check::grad("rank", &x, |x| rank_of(&x[..6], x[6], &g, 2, 5), |x| rank_of::grad(&x[..6], x[6], &g, 2, 5));
    check::grad("dist", &x[..6], |x| distance(x, &g, 0, 3).unwrap(), |x| distance::grad(x, &g, 0, 3).unwrap());
    check::grad("lap", &x[..4], |x| laplacian_energy(x, &g), |x| laplacian_energy::grad(x, &g));
}
