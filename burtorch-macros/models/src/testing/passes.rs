//! Every pass keeps what a random model computes: interpreted before and after it, values and gradients are the same.

use std::collections::BTreeMap;

use super::found::found;
use super::kernels::Machine;
use super::program::{Program, program};
use super::{elaborated, inputs, number, numbers};
use crate::ast::Precision;
use crate::elaborate::{Function, Model};
use crate::plan::{layout, needs, plan, plan_step, plan_update};
use crate::tensor::interpret::{Value, evaluate};
use crate::tensor::{Graph, Kind, axis_layout, batch, hoist_lookup, reverse, simplify};

/// Samples of a tile, each with its weight.
const TILES: [&[f64]; 2] = [&[0.5, 0.3, 0.2], &[0.1, -0.2, 0.3, -0.4, 0.5, 0.6, 0.7, 0.8]];

/// Of how many parameters the gradient alone is looked at.
const CHOSEN: usize = 2;

/// What a program yields: its value, and what it adds to the gradient or makes of the parameters.
type Outcome = (f64, Vec<f64>);

struct Case<'c> {
    program: &'c Program,
    model: &'c Model,
    function: &'c Function,
    params: Vec<f64>,
    /// How often each check was made.
    checks: &'c mut BTreeMap<&'static str, usize>,
}

impl Case<'_> {
    fn run(&self, graph: &Graph, inputs: &[Value]) -> Outcome {
        let interface = crate::expand::interface(self.model, self.function);
        if let Err(what) = crate::tensor::verify::check(graph, Some(&interface)) {
            panic!("model {}: {what}\n{}", self.program.seed, self.program.items);
        }
        let mut gradient = vec![0.0; self.params.len()];
        let value = evaluate(graph, &self.params, inputs, 1.0, &mut gradient);
        (value[0][0], gradient)
    }

    fn close(&mut self, what: &'static str, found: &Outcome, expected: &Outcome) {
        *self.checks.entry(what).or_default() += 1;
        let size = expected.1.iter().fold(expected.0.abs().max(1e-3), |size, value| size.max(value.abs()));
        let numbers = |outcome: &Outcome| [&[outcome.0], &*outcome.1].concat();
        for (at, (found, expected)) in numbers(found).iter().zip(numbers(expected)).enumerate() {
            let error = (found - expected).abs() / size;
            assert!(
                error < 1e-9,
                "{what} of model {}: entry {at} is {found}, not {expected}\n{}",
                self.program.seed,
                self.program.items
            );
        }
    }

    /// Runs a plan on its interpreter: the value, and the gradient or the parameters afterwards, are the expected ones.
    fn planned(&mut self, graph: &Graph, inputs: &[Value], what: [&'static str; 3], expected: &Outcome) {
        let run = |program: &crate::plan::Program, seed: f64| {
            let gradient = vec![0.25; self.params.len()];
            let update = |param: f64, slope: f64| 0.5 * param - slope;
            let mut machine = Machine { params: self.params.clone(), gradient, inputs, seed, update };
            let value = machine.run(program)[0][0];
            (value, machine.params, machine.gradient)
        };
        let (value, params, gradient) = run(&plan(graph), 1.0);
        let step = plan_step(graph).map(|program| run(&program, -0.3));
        let update = plan_update(graph).map(|program| run(&program, 1.0));
        assert!(params == self.params, "{} changes parameters", what[0]);
        self.partial(graph, inputs, &(value, gradient.clone()));
        let added = gradient.iter().map(|slope| slope - 0.25).collect();
        self.close(what[0], &(value, added), expected);
        if let Some((value, params, gradient)) = step {
            assert!(
                gradient.iter().all(|slope| slope.to_bits() == 0.25_f64.to_bits()),
                "{} adds to the gradient",
                what[1]
            );
            let stepped = self.params.iter().zip(&expected.1).map(|(param, slope)| param - 0.3 * slope).collect();
            self.close(what[1], &(value, params), &(expected.0, stepped));
        }
        if let Some((value, params, _)) = update {
            let trained = crate::plan::trained(graph);
            let updated = (0..params.len()).map(|at| {
                let is_trained = trained.iter().any(|range| range.contains(&at));
                if is_trained { 0.5 * self.params[at] - expected.1[at] } else { self.params[at] }
            });
            let updated = updated.collect();
            self.close(what[2], &(value, params), &(expected.0, updated));
        }
    }

    /// The steps that the gradient of some parameters needs yield that gradient to the bit, and add to no other.
    fn partial(&mut self, graph: &Graph, inputs: &[Value], whole: &Outcome) {
        let program = plan(graph);
        let starts: Vec<usize> = self.model.parameters.iter().map(|parameter| parameter.offset).collect();
        let needs = needs(&program, &starts);
        let mut random = numbers::Numbers::new(&[self.program.seed, 8]);
        for _ in 0..starts.len().min(CHOSEN) {
            *self.checks.entry("gradient of one parameter").or_default() += 1;
            let chosen = random.below(starts.len());
            let (params, gradient) = (self.params.clone(), vec![0.25; self.params.len()]);
            let mut machine = Machine { params, gradient, inputs, seed: 1.0, update: |param, _| param };
            let value = machine.run_for(&program, &needs, chosen)[0][0];
            let end = starts.get(chosen + 1).copied().unwrap_or(self.params.len());
            let wanted =
                (0..self.params.len()).map(|at| if (starts[chosen]..end).contains(&at) { whole.1[at] } else { 0.25 });
            let is_same = value.to_bits() == whole.0.to_bits()
                && machine.gradient.iter().zip(wanted).all(|(found, wanted)| found.to_bits() == wanted.to_bits());
            assert!(
                is_same,
                "the gradient of parameter {chosen} of model {} is not a part of the whole\n{}",
                self.program.seed, self.program.items
            );
        }
    }

    fn check(&mut self) {
        let (graph, precision) = (&self.function.graph, Precision::F64);
        *self.checks.entry("loops that stay loops").or_default() += loops(graph);
        let sample = |at: u64| inputs(self.program, at);
        let first = sample(0);
        let value = evaluate(graph, &self.params, &first, 1.0, &mut [])[0][0];
        assert!(value.is_finite(), "the loss of model {} is {value}\n{}", self.program.seed, self.program.items);
        let swept = simplify(&reverse(graph, &[]), precision);
        let expected = self.run(&swept, &first);
        self.slopes(graph, &first, &expected);
        let none = vec![0.0; self.params.len()];

        let found = self.run(&simplify(graph, precision), &first);
        self.close("simplify", &found, &(value, none.clone()));
        self.close("reverse", &(expected.0, none.clone()), &(value, none.clone()));
        let laid_out = simplify(&axis_layout(&swept, &mut Vec::new()), precision);
        let found = self.run(&laid_out, &first);
        self.close("axis_layout", &found, &expected);
        let found = self.run(&layout(&laid_out), &first);
        self.close("layout", &found, &expected);
        self.planned(&swept, &first, ["plan", "plan of a step", "plan of an update"], &expected);
        let what =
            ["plan after axis_layout", "plan of a step after axis_layout", "plan of an update after axis_layout"];
        self.planned(&laid_out, &first, what, &expected);

        let wrt: Vec<usize> = (0..first.len()).filter(|at| matches!(first[*at], Value::Float(_))).collect();
        let single = self.inputs(graph, &wrt, &first, &expected);
        self.slopes_of_inputs(graph, &wrt, &first, &single);

        for weights in TILES {
            let samples: Vec<Vec<Value>> = (0..weights.len() as u64).map(sample).collect();
            let mut mean = (0.0, none.clone());
            for (weight, sample) in weights.iter().zip(&samples) {
                let (value, gradient) = self.run(&swept, sample);
                mean.0 += weight * value;
                mean.1.iter_mut().zip(gradient).for_each(|(sum, slope)| *sum += weight * slope);
            }
            let tile = side_by_side(&samples, weights);
            let batched = batch(graph, weights.len(), self.function.inputs.len());
            let found = self.run(&batched, &tile);
            self.close("batch", &found, &(mean.0, none.clone()));
            let together = self.inputs(&batched, &wrt, &tile, &mean);
            if weights.len() == TILES[0].len() {
                self.inputs(&hoist_lookup(&batched, true, &mut Vec::new()), &wrt, &tile, &mean);
            }
            // Each sample has what it has alone, times its weight.
            let with_inputs = simplify(&reverse(graph, &wrt), precision);
            let alone = samples.iter().zip(weights).map(|(sample, weight)| {
                let slopes = evaluate(&with_inputs, &self.params, sample, *weight, &mut none.clone());
                slopes[1..].concat()
            });
            let alone: Vec<Vec<f64>> = alone.collect();
            let side_by_side = (0..alone[0].len()).flat_map(|at| alone.iter().map(move |slopes| slopes[at])).collect();
            self.close("inputs of a batch", &(0.0, together), &(0.0, side_by_side));
            for always in [false, true] {
                let hoisted = hoist_lookup(&batched, always, &mut Vec::new());
                let found = self.run(&hoisted, &tile);
                self.close("hoist_lookup", &found, &(mean.0, none.clone()));
                let swept = simplify(&reverse(&hoisted, &[]), precision);
                let found = self.run(&swept, &tile);
                self.close("reverse of a batch", &found, &mean);
                let found = self.run(&layout(&swept), &tile);
                self.close("layout of a batch", &found, &mean);
                let what = ["plan of a batch", "plan of a step of a batch", "plan of an update of a batch"];
                self.planned(&swept, &tile, what, &mean);
            }
        }
    }

    /// The gradients with respect to these arguments, which every pass keeps, and beside which all else is as it is without.
    fn inputs(&mut self, graph: &Graph, wrt: &[usize], inputs: &[Value], expected: &Outcome) -> Vec<f64> {
        let interface = crate::expand::interface(self.model, self.function);
        let (seed, items) = (self.program.seed, &self.program.items);
        let run = |graph: &Graph| {
            if let Err(what) = crate::tensor::verify::check(graph, Some(&interface)) {
                panic!("model {seed}: {what}\n{items}");
            }
            let mut gradient = vec![0.0; self.params.len()];
            let results = evaluate(graph, &self.params, inputs, 1.0, &mut gradient);
            gradient.extend(results[1..].concat());
            (results[0][0], gradient)
        };
        let swept = reverse(graph, wrt);
        let simple = simplify(&swept, Precision::F64);
        let laid_out = simplify(&axis_layout(&simple, &mut Vec::new()), Precision::F64);
        let whole = run(&swept);
        let (own, slopes) = whole.1.split_at(self.params.len());
        let others = [("inputs, simplify", run(&simple)), ("inputs, axis_layout", run(&laid_out))];
        let planned =
            [("inputs, plan", &simple), ("inputs, plan after axis_layout", &laid_out)].map(|(what, graph)| {
                let (params, gradient) = (self.params.clone(), vec![0.0; self.params.len()]);
                let mut machine = Machine { params, gradient, inputs, seed: 1.0, update: |param, _| param };
                let results = machine.run(&plan(graph));
                let mut gradient = machine.gradient;
                gradient.extend(results[1..].concat());
                (what, (results[0][0], gradient))
            });
        self.close("inputs, reverse", &(whole.0, own.to_vec()), expected);
        for (what, found) in others.into_iter().chain(planned) {
            self.close(what, &found, &whole);
        }
        slopes.to_vec()
    }

    /// Gradients with respect to arguments are slopes of the loss, as those of parameters are.
    fn slopes_of_inputs(&mut self, graph: &Graph, wrt: &[usize], sample: &[Value], slopes: &[f64]) {
        let norm = slopes.iter().map(|slope| slope * slope).sum::<f64>().sqrt().max(1e-3);
        let mut before = 0;
        for &input in wrt {
            let Value::Float(values) = &sample[input] else { unreachable!("integers are not differentiated") };
            for at in (0..values.len()).step_by(values.len() / 10 + 1) {
                *self.checks.entry("finite differences of inputs").or_default() += 1;
                let loss = |by: f64| {
                    let mut moved = sample.to_vec();
                    let Value::Float(values) = &mut moved[input] else { unreachable!("it was one of floats") };
                    values[at] += by;
                    evaluate(graph, &self.params, &moved, 1.0, &mut [])[0][0]
                };
                let slope = slopes[before + at];
                let error = |step: f64| ((loss(step) - loss(-step)) / (2.0 * step) - slope).abs() / norm;
                let errors = [1e-4, 1e-5, 1e-6].map(error);
                assert!(
                    errors.iter().any(|error| *error < 1e-6),
                    "the slope of input {input} of model {} at {at} is off by {errors:?} of its norm\n{}",
                    self.program.seed,
                    self.program.items
                );
            }
            before += values.len();
        }
    }

    /// The gradient along random directions, and of one element of each parameter, is the slope of the loss. Steps that
    /// cross a kink are wrong, so one of three lengths must do.
    fn slopes(&mut self, graph: &Graph, sample: &[Value], expected: &Outcome) {
        let mut random = numbers::Numbers::new(&[self.program.seed, 7]);
        let count = self.params.len();
        let mut directions: Vec<Vec<f64>> = (0..3).map(|_| (0..count).map(|_| random.float()).collect()).collect();
        for parameter in &self.model.parameters {
            let mut direction = vec![0.0; count];
            direction[parameter.offset + random.below(parameter.shape.iter().product())] = 1.0;
            directions.push(direction);
        }
        // What has no gradient does not move.
        let trained = crate::plan::trained(&simplify(&reverse(graph, &[]), Precision::F64));
        for direction in &mut directions {
            for (at, by) in direction.iter_mut().enumerate() {
                if !trained.iter().any(|range| range.contains(&at)) {
                    *by = 0.0;
                }
            }
        }
        let norm = expected.1.iter().map(|slope| slope * slope).sum::<f64>().sqrt().max(1e-3);
        for direction in directions {
            *self.checks.entry("finite differences").or_default() += 1;
            let slope: f64 = direction.iter().zip(&expected.1).map(|(by, slope)| by * slope).sum();
            let loss = |by: f64| {
                let moved: Vec<f64> = self.params.iter().zip(&direction).map(|(param, way)| param + by * way).collect();
                evaluate(graph, &moved, sample, 1.0, &mut [])[0][0]
            };
            let error = |step: f64| ((loss(step) - loss(-step)) / (2.0 * step) - slope).abs() / norm;
            let errors = [1e-4, 1e-5, 1e-6].map(error);
            assert!(
                errors.iter().any(|error| *error < 1e-6),
                "the gradient of model {} is off by {errors:?} of its norm\n{}",
                self.program.seed,
                self.program.items
            );
        }
    }
}

/// How many loops a graph has, those inside of others included.
fn loops(graph: &Graph) -> usize {
    let of = |id| match graph.kind(id) {
        Kind::Repeat(repeat) => 1 + loops(&repeat.body),
        _ => 0,
    };
    graph.ids().map(of).sum()
}

/// The inputs of a tile: the samples are the innermost axis; then their weights.
fn side_by_side(samples: &[Vec<Value>], weights: &[f64]) -> Vec<Value> {
    let mut tile: Vec<Value> = (0..samples[0].len())
        .map(|input| match &samples[0][input] {
            Value::Float(first) => {
                let at = |at: usize| {
                    samples.iter().map(move |sample| match &sample[input] {
                        Value::Float(values) => values[at],
                        Value::Int(_) => unreachable!("samples are alike"),
                    })
                };
                Value::Float((0..first.len()).flat_map(at).collect())
            }
            Value::Int(first) => {
                let at = |at: usize| {
                    samples.iter().map(move |sample| match &sample[input] {
                        Value::Int(values) => values[at],
                        Value::Float(_) => unreachable!("samples are alike"),
                    })
                };
                Value::Int((0..first.len()).flat_map(at).collect())
            }
        })
        .collect();
    tile.push(Value::Float(weights.to_vec()));
    tile
}

fn check(program: &Program, checks: &mut BTreeMap<&'static str, usize>) {
    let model = elaborated(program);
    let function = model.functions.iter().find(|function| function.name == "loss").expect("a loss");
    let params = numbers::params(program.seed, model.count, program.double);
    Case { program, model: &model, function, params, checks }.check();
}

#[test]
fn every_pass_keeps_what_a_random_model_computes() {
    let (mut checks, mut constructs) = (BTreeMap::new(), BTreeMap::new());
    // The number that CI has time for, or that the environment asks for.
    let (first, count) = (number("BURTORCH_FIRST", 0), number("BURTORCH_MODELS", 15));
    for seed in first..first + count {
        let program = program(seed);
        check(&program, &mut checks);
        for (construct, count) in program.constructs {
            *constructs.entry(construct).or_default() += count;
        }
    }
    println!("{count} models from {first} on");
    for (kind, counts) in [("constructs", &constructs), ("checks", &checks)] {
        println!("{kind}:");
        for (name, count) in counts {
            println!("{count:8} {name}");
        }
    }
}

#[test]
fn every_pass_keeps_what_models_compute_that_were_wrong_once() {
    for program in found() {
        check(&program, &mut BTreeMap::new());
    }
}
