//! `#[partial]`: the gradient of some of a model's parameters has the bits of the whole one, and touches no others.

#![allow(clippy::float_cmp, reason = "where equality is claimed, it is to the bit")]

#[path = "common/random.rs"]
mod random;

use burtorch::{BatchWorkspace, Coordinates, Error, Fields, Model, Workspace};
use random::Random;

burtorch::graph! {
    type Scalar = f64;

    struct Layer { norm: LayerNorm<5>, up: Linear<5, 7>, down: Linear<7, 5> }

    // A table, an array of layers in a loop, another whose loop is inside of one over time, a weight that is used twice, one that
    // is frozen, and one that only another function uses.
    struct Net {
        table: Embedding<6, 5>,
        layers: [Layer; 4],
        cell: Gru<2, 5>,
        twice: Linear<5, 5>,
        #[frozen]
        still: Param<5>,
        inner: [Linear<5, 5>; 2],
        out: Linear<5, 1>,
        other: Param<3>,
    }

    impl Net {
        #[partial]
        pub fn loss(&self, x: Tensor<3, 2>, token: u8, y: f64) -> f64 {
            let mut h = tanh(self.twice.forward(self.table.forward(token) + self.still));
            for layer in &self.layers { h = h + layer.down.forward(relu(layer.up.forward(layer.norm.forward(h)))); }
            for t in 0..3 {
                h = self.cell.forward(x[t], h);
                for layer in &self.inner { h = tanh(layer.forward(h)); }
            }
            sqr(self.out.forward(self.twice.forward(h))[0] - y)
        }

        pub fn unused(&self) -> f64 { sum(self.other) }
    }
}

type Sample = ([[f64; 2]; 3], u8, f64);

fn sample(seed: u64) -> Sample {
    let mut random = Random::seeded(seed);
    let mut number = || random.between(-0.8, 0.8);
    let x = [(); 3].map(|()| [number(), number()]);
    (x, u8::try_from(seed % 6).expect("a small number"), number())
}

fn params() -> Vec<f64> {
    let mut random = Random::seeded(1);
    (0..Net::PARAMS).map(|_| random.between(-0.8, 0.8)).collect()
}

/// Names of fields, layers, parts of layers and single parameters, and some together.
fn choices() -> Vec<Vec<&'static str>> {
    let mut all = vec![vec![], vec![""], vec!["out", "layers.3.down"], vec!["layers.1", "inner.1.bias"], vec!["still"]];
    all.extend(["table", "layers", "cell", "twice", "still", "inner", "out", "other"].map(|name| vec![name]));
    all.extend(["layers.0", "layers.2", "layers.3.norm", "inner.1"].map(|name| vec![name]));
    all.extend(Net::PARAMETERS.iter().map(|parameter| vec![parameter.name]));
    let mut random = Random::seeded(2);
    for _ in 0..30 {
        let chosen = Net::PARAMETERS.iter().filter(|_| random.between(0.0, 1.0) < 0.2);
        all.push(chosen.map(|parameter| parameter.name).collect());
    }
    all
}

/// What is expected of a choice: of its parameters the whole gradient, of all others what was there.
fn expected(fields: &Fields<Net>, names: &[&str], before: &[f64], whole: &[f64]) -> Vec<f64> {
    let mut wanted = before.to_vec();
    for (at, parameter) in Net::PARAMETERS.iter().enumerate() {
        let is_named = |name: &&str| {
            let rest = parameter.name.strip_prefix(*name);
            name.is_empty() || rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
        };
        assert_eq!(fields.has(at), names.iter().any(is_named));
        if fields.has(at) {
            let range = parameter.slot.offset..parameter.slot.offset + parameter.slot.len();
            wanted[range.clone()].copy_from_slice(&whole[range]);
        }
    }
    wanted
}

#[test]
fn the_gradient_of_some_parameters_has_the_bits_of_the_whole_one() {
    let (params, (x, token, y)) = (params(), sample(3));
    let mut workspace = Workspace::boxed();
    let before: Vec<f64> = (0..Net::PARAMS).map(|at| 0.01 * f64::from(u32::try_from(at).expect("small"))).collect();
    let mut whole = before.clone();
    let loss = Net::loss_grad(&params, &mut whole, &mut workspace, &x, token, y).unwrap();
    for names in choices() {
        let fields = Fields::new(&names).unwrap();
        // Nothing is read that was not written.
        workspace.floats().fill(f64::NAN);
        let mut gradient = before.clone();
        let value = Net::loss_grad_of(&params, &mut gradient, &fields, &mut workspace, &x, token, y).unwrap();
        assert_eq!(value, loss);
        assert_eq!(gradient, expected(&fields, &names, &before, &whole), "{names:?}");
    }
}

#[test]
fn so_has_that_of_a_batch() {
    let (params, mut workspace) = (params(), BatchWorkspace::boxed());
    for count in [1, 15, 16, 17, 64, 65, 81] {
        let samples: Vec<Sample> = (0..count).map(sample).collect();
        let before = vec![0.25; Net::PARAMS];
        let mut whole = before.clone();
        let loss = Net::loss_grad_batch(&params, &mut whole, &mut workspace, &samples).unwrap();
        for names in choices() {
            let fields = Fields::new(&names).unwrap();
            workspace.parts().0.fill(f64::NAN);
            let mut gradient = before.clone();
            let value = Net::loss_grad_of_batch(&params, &mut gradient, &fields, &mut workspace, &samples).unwrap();
            assert_eq!(value, loss);
            assert_eq!(gradient, expected(&fields, &names, &before, &whole), "{count} samples, {names:?}");
        }
    }
}

/// Runs a function whose flag says no after `most` questions, for all numbers of them: it has no value then, and with one question more the
/// gradient is as far as before or farther, up to `whole`.
fn ends(whole: (f64, &[f64]), mut run: impl FnMut(&mut [f64], &mut dyn FnMut() -> bool) -> Option<f64>) -> usize {
    let mut run = |most: usize, gradient: &mut [f64]| {
        let mut asked = 0;
        let value = run(gradient, &mut || {
            asked += 1;
            asked <= most
        });
        (value, asked)
    };
    let count = run(usize::MAX, &mut vec![0.0; Net::PARAMS]).1;
    let mut reached = 0;
    for most in 0..count {
        let mut gradient = vec![0.0; Net::PARAMS];
        // Once told to end, it does not ask again.
        assert_eq!(run(most, &mut gradient), (None, most + 1));
        let now = gradient.iter().filter(|slope| **slope != 0.0).count();
        assert!(now >= reached && (most > 0 || now == 0), "{now} after {reached}");
        reached = now;
    }
    let mut gradient = vec![0.0; Net::PARAMS];
    assert_eq!(run(count, &mut gradient), (Some(whole.0), count));
    assert_eq!(gradient, whole.1);
    count
}

#[test]
fn a_gradient_ends_between_any_two_kernels() {
    let (params, mut workspace, all) = (params(), Workspace::boxed(), Fields::all());
    let ((x, token, y), mut whole) = (sample(3), vec![0.0; Net::PARAMS]);
    let loss = Net::loss_grad(&params, &mut whole, &mut workspace, &x, token, y).unwrap();
    let kernels = ends((loss, &whole), |gradient, go_on| {
        Net::loss_grad_of_while(&params, gradient, &all, &mut workspace, go_on, &x, token, y).unwrap()
    });
    // Four layers and three steps of time, forth and back.
    assert!(kernels > 50, "{kernels}");
    // Of no parameters, it is the value alone.
    let fields = Fields::none();
    let values = ends((loss, &[0.0; Net::PARAMS]), |gradient, go_on| {
        Net::loss_grad_of_while(&params, gradient, &fields, &mut workspace, go_on, &x, token, y).unwrap()
    });
    assert!(values > 10 && values < kernels / 2, "{values} of {kernels}");
}

#[test]
fn so_does_that_of_a_batch() {
    let (params, mut workspace, all) = (params(), BatchWorkspace::boxed(), Fields::all());
    let samples: Vec<Sample> = (0..81).map(sample).collect();
    let mut whole = vec![0.0; Net::PARAMS];
    let loss = Net::loss_grad_batch(&params, &mut whole, &mut workspace, &samples).unwrap();
    ends((loss, &whole), |gradient, go_on| {
        Net::loss_grad_of_batch_while(&params, gradient, &all, &mut workspace, go_on, &samples).unwrap()
    });
}

#[cfg(feature = "parallel")]
#[test]
fn threads_end_when_one_of_them_is_told_to() {
    use std::sync::atomic::{AtomicUsize, Ordering};

    let (params, fields) = (params(), Fields::new(&["layers", "out"]).unwrap());
    let samples: Vec<Sample> = (0..150).map(sample).collect();
    let (mut alone, mut of_one) = (BatchWorkspace::boxed(), vec![0.0; Net::PARAMS]);
    let loss = Net::loss_grad_of_batch(&params, &mut of_one, &fields, &mut alone, &samples).unwrap();
    for threads in [1, 3] {
        let mut workspace = burtorch::ParallelWorkspace::new(threads);
        for most in [0, 1, 10, usize::MAX] {
            let (asked, mut gradient) = (AtomicUsize::new(0), vec![0.0; Net::PARAMS]);
            let go_on = || asked.fetch_add(1, Ordering::Relaxed) < most;
            let value =
                Net::loss_grad_of_parallel_while(&params, &mut gradient, &fields, &mut workspace, go_on, &samples);
            if most < usize::MAX {
                assert_eq!(value, Ok(None));
                // Each of the others may have asked once before it knew.
                assert!((most + 1..=most + threads).contains(&asked.into_inner()));
            } else {
                assert!((value.unwrap().unwrap() - loss).abs() < 1e-14);
                for (found, wanted) in gradient.iter().zip(&of_one) {
                    assert!((found - wanted).abs() < 1e-13, "{found} {wanted}");
                }
            }
        }
    }
}

burtorch::graph! {
    type Scalar = f64;

    // Weights whose gradients have rows, in a loop and not.
    struct Wide { first: Linear<20, 30>, layers: [Linear<30, 30>; 3], gain: Param<30>, last: Linear<30, 9> }

    impl Wide {
        #[partial]
        pub fn loss(&self, x: Tensor<20>, class: u8) -> f64 {
            let mut h = tanh(self.first.forward(x));
            for layer in &self.layers { h = tanh(layer.forward(h * self.gain)); }
            cross_entropy(self.last.forward(h), class)
        }
    }
}

#[test]
fn derivatives_at_coordinates_have_the_bits_of_the_whole_gradient() {
    // What gradients that start at 0.5 are, whole and at coordinates: a parameter that is used twice is added to twice.
    fn check<M: burtorch::Model<Scalar = f64>>(
        whole: &[f64],
        draws: usize,
        mut run: impl FnMut(&mut [f64], &Coordinates<'_, M>),
    ) -> usize {
        let (mut random, mut extra) = (Random::seeded(5), usize::MAX);
        for draw in 0..draws {
            let count = [0, 1, 1, 3, 40][draw % 5];
            // Both ends of tensors, and any place, some of them twice.
            let ends = M::PARAMETERS[draw % M::PARAMETERS.len()].slot;
            let mut places = vec![ends.offset, ends.offset + ends.len() - 1];
            for _ in 0..count {
                #[allow(
                    clippy::cast_possible_truncation,
                    clippy::cast_sign_loss,
                    clippy::cast_precision_loss,
                    reason = "a place"
                )]
                places.push(random.between(0.0, M::PARAMS as f64) as usize);
            }
            let asked = places.clone();
            let coordinates = Coordinates::<M>::new(&mut places).unwrap();
            let mut gradient = vec![0.5; M::PARAMS];
            run(&mut gradient, &coordinates);
            for &place in &asked {
                assert_eq!(gradient[place], whole[place], "{place} of {asked:?}");
            }
            // Where something else was added, it is the derivative, in a tensor that has one of the coordinates.
            let mut others = 0;
            for parameter in M::PARAMETERS {
                let range = parameter.slot.offset..parameter.slot.offset + parameter.slot.len();
                let is_asked = asked.iter().any(|place| range.contains(place));
                for place in range {
                    let added = gradient[place] != 0.5;
                    assert!(!added || (is_asked && gradient[place] == whole[place]), "{place} of {asked:?}");
                    others += usize::from(added && !asked.contains(&place));
                }
            }
            coordinates.clear(&mut gradient).unwrap();
            assert!(asked.iter().all(|place| gradient[*place] == 0.0));
            if count == 0 && ends.shape.len() == 2 {
                extra = extra.min(others);
            }
        }
        extra
    }
    let (params, mut workspace, mut whole) = (params(), Workspace::boxed(), vec![0.5; Net::PARAMS]);
    let (x, token, y) = sample(3);
    Net::loss_grad(&params, &mut whole, &mut workspace, &x, token, y).unwrap();
    check::<Net>(&whole, 100, |gradient, coordinates| {
        workspace.floats().fill(f64::NAN);
        Net::loss_grad_at(&params, gradient, coordinates, &mut workspace, &x, token, y).unwrap();
    });

    let mut random = Random::seeded(7);
    let params: Vec<f64> = (0..Wide::PARAMS).map(|_| random.between(-0.4, 0.4)).collect();
    let x = [(); 20].map(|()| random.between(-1.0, 1.0));
    let (mut workspace, mut whole) = (Workspace::boxed(), vec![0.5; Wide::PARAMS]);
    Wide::loss_grad(&params, &mut whole, &mut workspace, &x, 4).unwrap();
    let extra = check::<Wide>(&whole, 200, |gradient, coordinates| {
        workspace.floats().fill(f64::NAN);
        Wide::loss_grad_at(&params, gradient, coordinates, &mut workspace, &x, 4).unwrap();
    });
    // The first and the last entry of a weight are in two rows, whose other entries are computed, too, and no more than these.
    assert_eq!(extra, 2 * 19);
}

#[test]
fn what_is_wrong_is_said_before_anything_is_written() {
    let found = Fields::<Net>::new(&["out", "layer", "other"]);
    assert_eq!(found.err(), Some(Error::Field { position: 1 }));
    assert_eq!(Fields::<Net>::new(&["layers.4"]).err(), Some(Error::Field { position: 0 }));
    assert_eq!(Fields::<Net>::new(&["out."]).err(), Some(Error::Field { position: 0 }));
    let fields = Fields::<Net>::new(&["out"]).unwrap();
    assert_eq!(format!("{fields:?}"), "{\"out.weight\", \"out.bias\"}");
    assert!(!fields.has(usize::MAX));
    let outside = Error::Index { argument: "places", position: 1, index: Net::PARAMS as i128, bound: Net::PARAMS };
    assert_eq!(Coordinates::<Net>::new(&mut [0, Net::PARAMS]).err(), Some(outside));
    let none = Coordinates::<Net>::new(&mut []).unwrap();
    assert!(none.clear(&mut [0.0; Net::PARAMS - 1]).is_err());
    let (params, mut gradient, (x, token, y)) = (params(), vec![7.0; Net::PARAMS], sample(3));
    let (mut one, mut many) = (Workspace::boxed(), BatchWorkspace::boxed());
    let length = |argument, found| Error::Length { argument, expected: Net::PARAMS, found };
    let short = Net::PARAMS - 1;
    let value = Net::loss_grad_of(&params[1..], &mut gradient, &fields, &mut one, &x, token, y);
    assert_eq!(value, Err(length("params", short)));
    let value = Net::loss_grad_of(&params, &mut gradient[1..], &fields, &mut one, &x, token, y);
    assert_eq!(value, Err(length("gradient", short)));
    let value = Net::loss_grad_of(&params, &mut gradient, &fields, &mut one, &x, 6, y);
    assert_eq!(value, Err(Error::Index { argument: "token", position: 0, index: 6, bound: 6 }));
    let samples: [Sample; 0] = [];
    let value = Net::loss_grad_of_batch(&params, &mut gradient, &fields, &mut many, samples);
    assert_eq!(value, Err(Error::Empty));
    let value =
        Net::loss_grad_of_batch_while(&params, &mut gradient[1..], &fields, &mut many, || true, [(x, token, y)]);
    assert_eq!(value, Err(length("gradient", short)));
    assert!(gradient.iter().all(|slope| *slope == 7.0));
}
