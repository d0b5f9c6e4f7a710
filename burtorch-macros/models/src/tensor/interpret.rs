//! Runs a graph on numbers in double precision, one node at a time: the witness for all later stages.

use burtorch_runtime::{__private, rules};

use super::{Affine, BinaryOp, Coord, Graph, Id, Kind, Leaf, Reduction, ScatterPart, elements, signed};

/// An argument of a function.
#[derive(Clone, Debug)]
pub enum Value {
    Float(Vec<f64>),
    Int(Vec<i64>),
}

/// The results of `graph`; what it adds to the gradient is added to `gradient`.
pub fn evaluate(graph: &Graph, params: &[f64], inputs: &[Value], seed: f64, gradient: &mut [f64]) -> Vec<Vec<f64>> {
    run(graph, params, inputs, seed, gradient, false)
}

/// Like [`evaluate`] with every node rounded to single precision. Its error is about that of a compiled model.
pub fn evaluate_rounded(graph: &Graph, params: &[f64], inputs: &[Value], gradient: &mut [f64]) -> Vec<Vec<f64>> {
    run(graph, params, inputs, 1.0, gradient, true)
}

fn run(
    graph: &Graph,
    params: &[f64],
    inputs: &[Value],
    seed: f64,
    gradient: &mut [f64],
    rounded: bool,
) -> Vec<Vec<f64>> {
    // Integers and truth values are exact as floats.
    #[allow(clippy::cast_precision_loss, reason = "tests use small integers")]
    let inputs = inputs.iter().map(|input| match input {
        Value::Float(values) => values.clone(),
        Value::Int(values) => values.iter().map(|&value| value as f64).collect(),
    });
    let inputs: Vec<_> = inputs.collect();
    let mut machine = Machine { params, inputs: &inputs, seed, gradient, rounded };
    machine.run(graph, &LoopFrame::default())
}

struct Machine<'m> {
    params: &'m [f64],
    inputs: &'m [Vec<f64>],
    seed: f64,
    gradient: &'m mut [f64],
    rounded: bool,
}

/// The arguments of one iteration of a loop's body.
#[derive(Default)]
struct LoopFrame {
    /// The iterations of the loops around, the outermost first, and their lengths.
    iterations: Vec<usize>,
    counts: Vec<usize>,
    carried: Vec<Vec<f64>>,
    sliced: Vec<Vec<f64>>,
    invariant: Vec<Vec<f64>>,
}

impl Machine<'_> {
    fn run(&mut self, graph: &Graph, around: &LoopFrame) -> Vec<Vec<f64>> {
        // A loop has several values; any other node has one.
        let mut values: Vec<Vec<Vec<f64>>> = Vec::new();
        for id in graph.ids() {
            let value = match graph.kind(id) {
                Kind::Repeat(repeat) => {
                    let one = |id: &Id| values[id.index()][0].clone();
                    let mut inner = LoopFrame {
                        iterations: around.iterations.clone(),
                        counts: [&*around.counts, &[repeat.count]].concat(),
                        carried: repeat.init.iter().map(one).collect(),
                        sliced: Vec::new(),
                        invariant: repeat.invariant.iter().map(one).collect(),
                    };
                    let whole: Vec<_> = repeat.sliced.iter().map(one).collect();
                    inner.iterations.push(0);
                    let collected = repeat.body.results.len() - repeat.init.len();
                    let mut collections = vec![vec![Vec::new(); repeat.count]; collected];
                    for step in 0..repeat.count {
                        let at = if repeat.reversed { repeat.count - 1 - step } else { step };
                        *inner.iterations.last_mut().expect("a loop is open") = at;
                        inner.sliced = whole
                            .iter()
                            .map(|all| {
                                let size = all.len() / repeat.count;
                                all[at * size..(at + 1) * size].to_vec()
                            })
                            .collect();
                        let mut results = self.run(&repeat.body, &inner);
                        for (collection, part) in collections.iter_mut().zip(results.split_off(repeat.init.len())) {
                            collection[at] = part;
                        }
                        inner.carried = results;
                    }
                    let mut results = inner.carried;
                    results.extend(collections.into_iter().map(|collection| collection.concat()));
                    results
                }
                Kind::Result(of, at) => vec![values[of.index()][*at].clone()],
                kind => {
                    let get = |id: Id| values[id.index()][0].as_slice();
                    let mut value = self.node(graph, id, kind, around, &get);
                    #[allow(clippy::cast_possible_truncation, reason = "it is rounded")]
                    if self.rounded {
                        for value in &mut value {
                            *value = f64::from(*value as f32);
                        }
                    }
                    assert_eq!(value.len(), elements(graph.shape(id)), "{kind:?} has shape {:?}", graph.shape(id));
                    vec![value]
                }
            };
            values.push(value);
        }
        for entry in &graph.gradients {
            let start = place(&entry.leaf, &around.iterations);
            for (at, value) in values[entry.value.index()][0].iter().enumerate() {
                self.gradient[start + at] += value;
            }
        }
        graph.results.iter().map(|result| values[result.index()][0].clone()).collect()
    }

    fn node<'v>(
        &self,
        graph: &Graph,
        id: Id,
        kind: &Kind,
        around: &LoopFrame,
        get: &dyn Fn(Id) -> &'v [f64],
    ) -> Vec<f64> {
        let shape = graph.shape(id);
        let size = elements(shape);
        match kind {
            Kind::Param(leaf) | Kind::Frozen(leaf) => {
                let start = place(leaf, &around.iterations);
                self.params[start..start + size].to_vec()
            }
            Kind::Input(at) => self.inputs[*at].clone(),
            Kind::Seed => vec![self.seed],
            Kind::Carried(at) => around.carried[*at].clone(),
            Kind::Sliced(at) => around.sliced[*at].clone(),
            Kind::Invariant(at) => around.invariant[*at].clone(),
            Kind::Const(value) => vec![value.value(); size],
            #[allow(clippy::cast_precision_loss, reason = "coordinates are small")]
            Kind::Index(axis) => coordinates(shape).map(|at| at[*axis] as f64).collect(),
            Kind::Random { seed, stream, strides } => {
                let seed = get(*seed);
                let positions =
                    coordinates(shape).map(|at| at.iter().zip(strides).map(|(at, by)| at * by).sum::<usize>());
                let step = step(&around.iterations, &around.counts);
                positions.zip(seed).map(|(at, seed)| random(*seed, *stream, step, at)).collect()
            }
            Kind::Op(op, args) => {
                let args: Vec<&[f64]> = args.iter().map(|&arg| get(arg)).collect();
                (0..size).map(|at| rules::value(*op, &args.iter().map(|arg| arg[at]).collect::<Vec<_>>())).collect()
            }
            Kind::Compare(op, a, b) => {
                get(*a).iter().zip(get(*b)).map(|(a, b)| f64::from(u8::from(compare(*op, *a, *b)))).collect()
            }
            Kind::Select(truth, a, b) => {
                let (truth, a, b) = (get(*truth), get(*a), get(*b));
                (0..size).map(|at| if truth[at] == 0.0 { b[at] } else { a[at] }).collect()
            }
            Kind::ToFloat(a) | Kind::Detach(a) | Kind::Copy(a) | Kind::Reshape(a) => get(*a).to_vec(),
            Kind::View(source, coords) => {
                let from = graph.shape(*source);
                let values = get(*source);
                coordinates(shape).map(|at| values[flat(&resolve(coords, &at, graph, get), from)]).collect()
            }
            Kind::Reduce(reduction, source, axes) => {
                let from = graph.shape(*source);
                let (start, join): (f64, fn(f64, f64) -> f64) = match reduction {
                    Reduction::Sum => (0.0, |a, b| a + b),
                    Reduction::Max => (f64::NEG_INFINITY, f64::max),
                };
                let mut result = vec![start; size];
                for (at, value) in coordinates(from).zip(get(*source)) {
                    let kept: Vec<usize> =
                        (0..from.len()).filter(|axis| !axes.contains(axis)).map(|axis| at[axis]).collect();
                    let place = &mut result[flat(&kept, shape)];
                    *place = join(*place, *value);
                }
                result
            }
            Kind::Assemble { parts, add } => {
                let mut result = vec![if *add { 0.0 } else { f64::NAN }; size];
                for ScatterPart { value, to } in parts {
                    for (at, value) in coordinates(graph.shape(*value)).zip(get(*value)) {
                        let place = &mut result[flat(&resolve(to, &at, graph, get), shape)];
                        *place = if *add { *place + value } else { *value };
                    }
                }
                result
            }
            Kind::Repeat(_) | Kind::Result(..) => unreachable!("loops have several values"),
        }
    }
}

/// Where a parameter starts in this iteration.
fn place(leaf: &Leaf, iterations: &[usize]) -> usize {
    assert_eq!(leaf.steps.len(), iterations.len(), "a leaf has one step per loop around it");
    leaf.offset + leaf.steps.iter().zip(iterations).map(|(step, at)| step * at).sum::<usize>()
}

/// All coordinates of a shape, in row-major order.
fn coordinates(shape: &[usize]) -> impl Iterator<Item = Vec<usize>> {
    let shape = shape.to_vec();
    (0..elements(&shape)).map(move |mut flat| {
        let mut at = vec![0; shape.len()];
        for (place, &length) in at.iter_mut().zip(&shape).rev() {
            *place = flat % length;
            flat /= length;
        }
        at
    })
}

fn flat(at: &[usize], shape: &[usize]) -> usize {
    at.iter().zip(shape).fold(0, |flat, (&at, &length)| {
        assert!(at < length, "coordinate {at} is outside of an axis of length {length}");
        flat * length + at
    })
}

fn affine(affine: &Affine, at: &[usize]) -> usize {
    assert_eq!(affine.terms.len(), at.len(), "an affine coordinate has one term per axis of the result");
    let sum: isize = affine.terms.iter().zip(at).map(|(term, at)| term * signed(*at)).sum();
    usize::try_from(affine.offset + sum).expect("a coordinate is not negative")
}

fn resolve<'v>(coords: &[Coord], at: &[usize], graph: &Graph, get: &dyn Fn(Id) -> &'v [f64]) -> Vec<usize> {
    let coord = |coord: &Coord| match coord {
        Coord::Affine(inner) => affine(inner, at),
        Coord::At(index, inner) => {
            let inner: Vec<usize> = inner.iter().map(|inner| affine(inner, at)).collect();
            #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "an index is a small integer")]
            let value = get(*index)[flat(&inner, graph.shape(*index))] as usize;
            value
        }
    };
    coords.iter().map(coord).collect()
}

#[allow(clippy::float_cmp, reason = "this is what the program asks for")]
pub fn compare(op: BinaryOp, a: f64, b: f64) -> bool {
    match op {
        BinaryOp::Lt => a < b,
        BinaryOp::Le => a <= b,
        BinaryOp::Gt => a > b,
        BinaryOp::Ge => a >= b,
        BinaryOp::Eq => a == b,
        BinaryOp::Ne => a != b,
        other => panic!("{other:?} is not a comparison"),
    }
}

/// The number of a step among all steps of the loops around it.
pub fn step(iterations: &[usize], counts: &[usize]) -> usize {
    iterations.iter().zip(counts).fold(0, |outer, (at, count)| outer * count + at)
}

/// The number in [0, 1) that compiled code takes. Each call of `dropout` has a stream, and each step of a loop.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "seeds of tests are small")]
pub fn random(seed: f64, stream: u64, step: usize, position: usize) -> f64 {
    __private::random(seed as u64, (stream << 32) + step as u64, position as u64)
}
