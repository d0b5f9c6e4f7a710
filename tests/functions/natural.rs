//! What numerical programs of others had that was refused: vectors in structs, places that methods yield, options of data,
//! patterns with `..`, guards, effects beside all of these.

use burtorch::{Differentiable, differentiable};
use std::cell::Cell;
use std::ops::{Index, IndexMut};

/// Central differences of fourth order, entry by entry.
fn agrees(x: &[f64], f: impl Fn(&[f64]) -> f64, gradient: &[f64]) {
    assert_eq!(x.len(), gradient.len());
    let mut moved = x.to_vec();
    for (at, slope) in gradient.iter().enumerate() {
        let mut value = |steps: f64| {
            moved[at] = x[at] + steps * 1e-4;
            let value = f(&moved);
            moved[at] = x[at];
            value
        };
        let want = (8.0 * (value(1.0) - value(-1.0)) - (value(2.0) - value(-2.0))) / 12e-4;
        assert!((slope - want).abs() < 1e-7 * (1.0 + want.abs()), "entry {at}: {slope}, differences say {want}");
    }
}

#[derive(Clone, Debug, Differentiable)]
struct Layer {
    weights: Vec<Vec<f64>>,
    bias: Vec<f64>,
}

#[derive(Clone, Debug, Differentiable)]
struct Net {
    layers: Vec<Layer>,
    #[no_derivative]
    names: Vec<String>,
    scale: (f64, Vec<[f64; 2]>),
}

impl Layer {
    #[differentiable]
    fn forward(&self, x: &[f64]) -> Vec<f64> {
        let row = |(row, bias): (&Vec<f64>, &f64)| row.iter().zip(x).map(|(w, x)| w * x).sum::<f64>() + bias;
        self.weights.iter().zip(&self.bias).map(row).collect()
    }
}

#[differentiable(wrt(net))]
fn output(net: &Net, x: &[f64]) -> f64 {
    let mut h = x.to_vec();
    for (layer, name) in net.layers.iter().zip(&net.names) {
        h = layer.forward(&h);
        if name == "tanh" {
            h.iter_mut().for_each(|v| *v = v.tanh());
        }
    }
    net.scale.0 * h.iter().sum::<f64>() + net.scale.1.iter().map(|[a, b]| a * b * h[0]).sum::<f64>()
}

#[differentiable]
fn stepped(mut net: Net, rate: f64) -> Net {
    for layer in net.layers.iter_mut() {
        for v in layer.weights.iter_mut().flatten() {
            *v -= rate * v.sin();
        }
        layer.bias.reverse();
        layer.bias[0] += rate;
    }
    net.scale.1.swap(0, 1);
    net
}

#[differentiable(wrt(net, rate))]
fn after_a_step(net: Net, rate: f64) -> f64 {
    let next = stepped(net.clone(), rate);
    output(&next, &[0.5, -1.0]) * net.scale.0
}

fn net(x: &[f64]) -> Net {
    let layers = vec![
        Layer { weights: vec![x[0..2].to_vec(), x[2..4].to_vec()], bias: x[4..6].to_vec() },
        Layer { weights: vec![x[6..8].to_vec()], bias: x[8..9].to_vec() },
    ];
    let names = vec!["tanh".to_string(), "none".to_string()];
    Net { layers, names, scale: (x[9], vec![[x[10], x[11]], [x[12], 0.3]]) }
}

fn numbers(net: &Net) -> Vec<f64> {
    let layers = net.layers.iter().flat_map(|layer| layer.weights.concat().into_iter().chain(layer.bias.clone()));
    layers.chain([net.scale.0]).chain(net.scale.1.concat()).take(13).collect()
}

const POINT: [f64; 14] = [0.3, -0.5, 0.8, 0.1, -0.2, 0.4, 0.9, -0.7, 0.25, 1.2, 0.6, -0.3, 0.7, 0.15];

#[test]
fn the_gradient_of_a_struct_with_vectors_is_one_of_the_same_lengths() {
    let x = &POINT[..13];
    let gradient = output::grad(&net(x), &[0.5, -1.0]);
    assert_eq!(gradient.names, Vec::<String>::new());
    agrees(x, |x| output(&net(x), &[0.5, -1.0]), &numbers(&gradient));
    let mut sum = gradient.zero_like();
    for _ in 0..2 {
        output::grad_into(&net(x), &[0.5, -1.0], &mut sum, &mut burtorch::Scratch::new());
    }
    let twice: Vec<f64> = numbers(&gradient).iter().map(|v| 2.0 * v).collect();
    assert_eq!(numbers(&sum), twice);
    burtorch::check_gradient(|net: &Net| output(net, &[0.5, -1.0]), &net(x), &gradient).unwrap();
}

#[test]
fn vectors_in_structs_are_changed_and_returned_and_have_second_derivatives() {
    let gradient = |x: &[f64]| {
        let (by_net, by_rate) = after_a_step::grad(net(x), x[13]);
        numbers(&by_net).into_iter().chain([by_rate]).collect::<Vec<f64>>()
    };
    agrees(&POINT, |x| after_a_step(net(x), x[13]), &gradient(&POINT));
    let direction: Vec<f64> = (0..14).map(|i| 0.1 * f64::from(i) - 0.6).collect();
    // The last entry of the net is constant, so its direction must be zero.
    let mut along = net(&direction);
    along.scale.1[1][1] = 0.0;
    let (by_net, by_rate) = after_a_step::hvp((net(&POINT), POINT[13]), (along.clone(), direction[13]));
    let product: Vec<f64> = numbers(&by_net).into_iter().chain([by_rate]).collect();
    let moved = |t: f64| POINT.iter().zip(&direction).map(|(x, v)| x + t * v).collect::<Vec<f64>>();
    let dot = |a: &[f64]| a.iter().zip(&direction).map(|(a, b)| a * b).sum::<f64>();
    agrees(&[0.0], |t| dot(&gradient(&moved(t[0]))), &[dot(&product)]);
    let (_, slope) = after_a_step::jvp((net(&POINT), POINT[13]), (along, direction[13]));
    agrees(&[0.0], |t| after_a_step(net(&moved(t[0])), moved(t[0])[13]), &[slope]);
}

#[derive(Clone, Copy, Differentiable)]
struct Square<const N: usize> {
    e: [[f64; N]; N],
}

impl<const N: usize> Square<N> {
    fn zeros() -> Self {
        Square { e: [[0.0; N]; N] }
    }
    fn row_mut(&mut self, i: usize) -> &mut [f64] {
        &mut self.e[i]
    }
}

impl<const N: usize> Index<(usize, usize)> for Square<N> {
    type Output = f64;
    fn index(&self, (i, j): (usize, usize)) -> &f64 {
        &self.e[i][j]
    }
}

impl<const N: usize> IndexMut<(usize, usize)> for Square<N> {
    fn index_mut(&mut self, (i, j): (usize, usize)) -> &mut Self::Output {
        assert!(i < N && j < N);
        &mut self.e[i][j]
    }
}

fn outer<const N: usize>(a: &[f64; N], b: &[f64; N]) -> Square<N> {
    let mut m = Square::zeros();
    for i in 0..N {
        for j in 0..N {
            m[(i, j)] = a[i] * b[j];
        }
    }
    m
}

#[differentiable]
fn places(a: [f64; 2], b: [f64; 2]) -> f64 {
    let mut m = outer(&a, &b);
    m[(0, 1)] += a[0].sin();
    m[(1, 1)] *= m[(0, 0)];
    for v in m.row_mut(1) {
        *v = v.powi(2) + b[0];
    }
    m.row_mut(0)[1] -= a[1];
    let also = Square { e: [[a[0], b[1]], [1.0, 2.0]] };
    let [first, ..] = a;
    m.e.iter().flatten().map(|v| v * v).sum::<f64>() + also[(0, 1)] * first
}

#[test]
fn what_a_method_yields_a_mutable_reference_to_is_assigned() {
    let x = [0.4, -0.9, 1.1, 0.7];
    let (by_a, by_b) = places::grad([x[0], x[1]], [x[2], x[3]]);
    agrees(&x, |x| places([x[0], x[1]], [x[2], x[3]]), &[by_a, by_b].concat());
}

/// A state that the body makes, with a vector and a count, and no derive of ours.
#[derive(Clone)]
struct Window {
    kept: Vec<f64>,
    at: usize,
}

impl Window {
    fn new(size: usize) -> Self {
        Window { kept: vec![0.0; size], at: 0 }
    }
    fn push(&mut self, x: f64) -> f64 {
        let out = self.kept[self.at];
        self.kept[self.at] = x;
        self.at = (self.at + 1) % self.kept.len();
        out
    }
}

#[differentiable(wrt(x))]
fn delayed(x: &[f64], size: usize) -> f64 {
    let mut window = Window::new(size);
    let mut sum = 0.0;
    for v in x {
        sum += v * window.push(v.sin());
    }
    sum + window.kept.iter().map(|v| v * v).sum::<f64>()
}

#[test]
fn a_local_struct_with_a_vector_needs_no_derive() {
    let x = [0.3, 0.9, -0.4, 1.3, 0.2];
    for size in 1..4 {
        agrees(&x, |x| delayed(x, size), &delayed::grad(&x, size));
    }
}

#[differentiable(wrt(x))]
fn options(x: &[f64], limit: Option<f64>, place: Option<usize>, ticks: &Cell<u32>) -> f64 {
    let tick = |k: f64| {
        ticks.set(ticks.get() + 1);
        k * f64::from(ticks.get())
    };
    let mut sum = 0.0;
    for v in x {
        sum += limit.map_or(*v, |limit| limit * v);
        sum += place.map(|at| x[at] * tick(1.0)).unwrap_or(0.5);
        sum += limit.and_then(|limit| (limit > 1.0).then(|| limit * v * v)).unwrap_or_default();
    }
    sum
}

#[test]
fn closures_of_options_of_data_are_differentiated_and_run_as_often_as_in_the_function() {
    let x = [0.3, 0.9, -0.4];
    for (limit, place) in [(Some(2.0), Some(1)), (Some(0.5), None), (None, Some(2)), (None, None)] {
        let ticks = Cell::new(0);
        let gradient = options::grad(&x, limit, place, &ticks);
        agrees(&x, |x| options(x, limit, place, &Cell::new(0)), &gradient);
        let once = Cell::new(0);
        options(&x, limit, place, &once);
        assert_eq!(ticks.get(), once.get());
    }
}

#[differentiable]
fn positive(x: f64) -> Option<f64> {
    (x > 0.0).then(|| x.ln())
}

#[differentiable]
fn guarded(x: f64, y: f64) -> f64 {
    match positive(x) {
        Some(v) if v > 1.0 => v * y,
        Some(v) if y > 0.5 => v + y * y,
        Some(v) => v * v,
        None => x * y,
    }
}

/// The name of the arm hides the argument in the arms that bind it alone.
#[differentiable]
fn hidden(x: f64) -> f64 {
    match positive(x - 2.0) {
        Some(y) if y > 0.0 => y * x,
        Some(y) => y,
        None => x.powi(3),
    }
}

#[test]
fn guards_of_options_choose_as_in_the_function() {
    for x in [[3.0, 0.2], [1.5, 0.7], [1.5, 0.2], [-1.0, 0.7]] {
        let (by_x, by_y) = guarded::grad(x[0], x[1]);
        agrees(&x, |x| guarded(x[0], x[1]), &[by_x, by_y]);
    }
    for x in [0.5, 2.5, 4.0] {
        agrees(&[x], |x| hidden(x[0]), &[hidden::grad(x)]);
    }
}

fn solved(rows: &[Vec<f64>], b: &[f64]) -> Option<Vec<f64>> {
    let det = rows[0][0] * rows[1][1] - rows[0][1] * rows[1][0];
    if det.abs() < 1e-9 {
        return None;
    }
    Some(vec![(b[0] * rows[1][1] - b[1] * rows[0][1]) / det, (b[1] * rows[0][0] - b[0] * rows[1][0]) / det])
}

#[differentiable(wrt(rows, b))]
fn solution(rows: &[Vec<f64>], b: &[f64]) -> Option<f64> {
    let x = solved(rows, b)?;
    Some(x[0] * x[1])
}

#[test]
fn an_option_may_hold_a_vector() {
    let rows = |x: &[f64]| vec![x[..2].to_vec(), x[2..4].to_vec()];
    let x = [2.0, 0.5, -0.3, 1.5, 0.7, 1.1];
    let (by_rows, by_b) = solution::grad(&rows(&x), &x[4..]).unwrap();
    agrees(&x, |x| solution(&rows(x), &x[4..]).unwrap(), &[by_rows.concat(), by_b].concat());
    assert_eq!(solution::grad(&[vec![1.0, 1.0], vec![1.0, 1.0]], &[1.0, 1.0]), None);
}

#[derive(Clone, Debug, PartialEq)]
enum Unfit {
    Negative { at: usize },
}

fn checked(x: &[f64]) -> Result<(), Unfit> {
    match x.iter().position(|v| *v < 0.0) {
        Some(at) => Err(Unfit::Negative { at }),
        None => Ok(()),
    }
}

/// What it calls has no effects outside of itself, so it may be called once more for the error.
#[differentiable(wrt(x))]
fn roots(x: f64, data: &[f64]) -> Result<f64, Unfit> {
    checked(data)?;
    Ok(data.iter().map(|v| (v * x).sqrt()).sum())
}

#[test]
fn errors_of_functions_of_the_file_are_passed_on() {
    agrees(&[0.7], |x| roots(x[0], &[1.0, 2.0]).unwrap(), &[roots::grad(0.7, &[1.0, 2.0]).unwrap()]);
    assert_eq!(roots::grad(0.7, &[1.0, -2.0]), Err(Unfit::Negative { at: 1 }));
}

#[differentiable(wrt(x))]
fn queued(x: f64, n: usize) -> f64 {
    let mut queue: std::collections::VecDeque<f64> = std::collections::VecDeque::from(vec![1.0, 2.0]);
    let mut sum = 0.0;
    for i in 0..n {
        queue.push_back(i as f64);
        queue.pop_front();
        sum += queue.iter().map(|q| (q * x).sin()).sum::<f64>();
        for (q, k) in queue.iter().zip(&[0.5, 2.0]) {
            sum = sum * 0.9 + x * q * k;
        }
    }
    sum
}

#[test]
fn data_that_changes_between_two_loops_over_it_is_kept_for_the_sweep() {
    agrees(&[0.8], |x| queued(x[0], 4), &[queued::grad(0.8, 4)]);
}

#[derive(Clone, Copy, Differentiable)]
struct Pair {
    x: f64,
    y: f64,
}

impl std::ops::Sub for Pair {
    type Output = Pair;
    fn sub(self, other: Pair) -> Pair {
        Pair { x: self.x - other.x, y: self.y - other.y }
    }
}

struct Ray {
    origin: Pair,
    towards: Pair,
}

enum Obstacle {
    Disc { center: Pair, radius: f64 },
    Post(Pair),
}

fn off(ray: &Ray, p: Pair) -> f64 {
    let (a, b) = (ray.origin - p, ray.towards - ray.origin);
    a.x * b.y - a.y * b.x
}

fn clearance(p: Pair, obstacle: &Obstacle) -> f64 {
    match obstacle {
        Obstacle::Disc { center, radius } => (p - *center).x.powi(2) - radius,
        Obstacle::Post(at) => (*at - p).y.sin(),
    }
}

#[differentiable(wrt(p))]
fn operands(p: Pair, rays: &[Ray], obstacles: &[Obstacle]) -> f64 {
    rays.iter().map(|ray| off(ray, p)).sum::<f64>() * obstacles.iter().map(|o| clearance(p, o)).product::<f64>()
}

#[test]
fn operands_that_are_data_have_the_types_that_are_declared() {
    let rays = [Ray { origin: Pair { x: 0.1, y: 0.2 }, towards: Pair { x: 1.0, y: 0.7 } }];
    let obstacles =
        [Obstacle::Disc { center: Pair { x: 0.3, y: 0.1 }, radius: 0.4 }, Obstacle::Post(Pair { x: 0.2, y: 0.9 })];
    let gradient = operands::grad(Pair { x: 0.6, y: -0.3 }, &rays, &obstacles);
    agrees(&[0.6, -0.3], |x| operands(Pair { x: x[0], y: x[1] }, &rays, &obstacles), &[gradient.x, gradient.y]);
}
