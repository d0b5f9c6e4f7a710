//! `#[partial]`: the gradient of some of a model's parameters has the bits of the whole one, and touches no others.

#![allow(clippy::float_cmp, reason = "where equality is claimed, it is to the bit")]

#[path = "common/random.rs"]
mod random;

use burtorch::{BatchWorkspace, Error, Fields, Model, Workspace};
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

#[test]
fn a_batch_ends_where_it_is_told_to() {
    let (params, mut workspace) = (params(), BatchWorkspace::boxed());
    let samples: Vec<Sample> = (0..150).map(sample).collect();
    let all = Fields::new(&[""]).unwrap();
    let mut run = |most: usize, gradient: &mut [f64]| {
        let mut asked = 0;
        let go_on = || {
            asked += 1;
            asked <= most
        };
        let loss = Net::loss_grad_of_batch_while(&params, gradient, &all, &mut workspace, go_on, &samples).unwrap();
        (loss, asked)
    };
    let mut whole = vec![0.0; Net::PARAMS];
    let (loss, tiles) = run(usize::MAX, &mut whole);
    assert!(loss.is_some() && tiles > 1, "{tiles} tiles");
    let mut before = vec![0.0; Net::PARAMS];
    for most in 0..tiles {
        let mut gradient = vec![0.0; Net::PARAMS];
        assert_eq!(run(most, &mut gradient), (None, most + 1));
        // With each tile there is more of it.
        assert_eq!(gradient == before, most == 0);
        before = gradient;
    }
    assert_ne!(before, whole);
    let mut gradient = vec![0.0; Net::PARAMS];
    assert_eq!(run(tiles, &mut gradient), (loss, tiles));
    assert_eq!(gradient, whole);
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
