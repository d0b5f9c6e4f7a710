//! The table of parameters, and the values that they start with.

use burtorch::{Init, Model as _, Rng};

burtorch::graph! {
    type Scalar = f64;

    struct Pair { left: Linear<3, 4>, right: Param<2> }

    impl Pair {
        fn forward(&self, x: Tensor<3>) -> Tensor<4> {
            self.left.forward(x) * sum(self.right)
        }
    }

    pub struct Started {
        number: Param,
        pairs: [Pair; 2],
        table: Embedding<5, 3>,
        norm: LayerNorm<4>,
        #[init(constant(0.5))]
        half: Param<3>,
        #[init(uniform(-2.0, 1.0))]
        wide: Param<100, 10>,
        #[init(normal(3.0, 0.1))]
        bell: Param<1000>,
        #[init(kaiming_uniform)]
        rectified: Param<50, 20>,
        #[init(kaiming_normal)]
        rectified_bell: Param<50, 20>,
        #[init(xavier_uniform)]
        even: Param<50, 4, 5>,
        #[init(xavier_normal)]
        even_bell: Linear<20, 50>,
        #[init(ones)]
        one: Param<2>,
        #[init(fan_in(25))]
        fan: Param<1000>,
        conv: Conv1d<2, 3, 5>,
        #[frozen]
        #[init(zeros)]
        fixed: Param<2, 2>,
    }

    impl Started {
        pub fn loss(&self, x: Tensor<3>, i: usize) -> f64 {
            let mut y = zeros([4]);
            for pair in &self.pairs {
                y = y + pair.forward(x) * self.number;
            }
            let vectors = sum(self.norm.forward(y)) + sum(self.table.forward(i) * self.half) + sum(self.bell) + sum(self.one) + sum(self.fan);
            let matrices = sum(self.wide) + sum(self.rectified) + sum(self.rectified_bell) + sum(self.even) + sum(self.fixed);
            vectors + matrices + sum(self.even_bell.forward(zeros([20]))) + sum(self.conv.forward(zeros([2, 7])))
        }
    }
}

fn started(seed: u64) -> Vec<f64> {
    let mut params = vec![f64::NAN; Started::PARAMS];
    Started::init(&mut params, &mut Rng::seed(seed)).expect("the right length");
    params
}

fn values<'p>(params: &'p [f64], name: &str) -> &'p [f64] {
    let parameter = Started::PARAMETERS.iter().find(|parameter| parameter.name == name);
    let slot = parameter.unwrap_or_else(|| panic!("there is a `{name}`")).slot;
    &params[slot.offset..slot.offset + slot.len()]
}

#[test]
fn the_table_is_in_the_order_of_the_fields() {
    let expected: &[(&str, &[usize])] = &[
        ("number", &[]),
        ("pairs.0.left.weight", &[4, 3]),
        ("pairs.0.left.bias", &[4]),
        ("pairs.0.right", &[2]),
        ("pairs.1.left.weight", &[4, 3]),
        ("pairs.1.left.bias", &[4]),
        ("pairs.1.right", &[2]),
        ("table.table", &[5, 3]),
        ("norm.gain", &[4]),
        ("norm.bias", &[4]),
        ("half", &[3]),
        ("wide", &[100, 10]),
        ("bell", &[1000]),
        ("rectified", &[50, 20]),
        ("rectified_bell", &[50, 20]),
        ("even", &[50, 4, 5]),
        ("even_bell.weight", &[50, 20]),
        ("even_bell.bias", &[50]),
        ("one", &[2]),
        ("fan", &[1000]),
        ("conv.weight", &[3, 2, 5]),
        ("conv.bias", &[3]),
        ("fixed", &[2, 2]),
    ];
    let mut offset = 0;
    assert_eq!(Started::PARAMETERS.len(), expected.len());
    for (parameter, (name, shape)) in Started::PARAMETERS.iter().zip(expected) {
        assert_eq!((parameter.name, parameter.slot.shape, parameter.slot.offset), (*name, *shape, offset));
        assert_eq!(parameter.frozen, *name == "fixed");
        assert_eq!(parameter.slot.len(), shape.iter().product::<usize>());
        offset += parameter.slot.len();
    }
    assert_eq!(offset, Started::PARAMS);
    let init = |name: &str| Started::PARAMETERS.iter().find(|p| p.name == name).map(|p| (p.slot.init, p.slot.fan));
    assert_eq!(init("number"), Some((Init::Zeros, None)));
    assert_eq!(init("table.table"), Some((Init::Normal { mean: 0.0, std: 1.0 }, None)));
    assert_eq!(init("wide"), Some((Init::Uniform { low: -2.0, high: 1.0 }, None)));
    assert_eq!(init("pairs.1.left.bias"), Some((Init::FanIn, Some(3))));
    assert_eq!(init("conv.weight"), Some((Init::FanIn, Some(10))));
    assert_eq!(init("conv.bias"), Some((Init::FanIn, Some(10))));
}

#[test]
fn values_depend_on_the_seed_alone() {
    assert_eq!(started(1), started(1));
    assert_ne!(started(1), started(2));
    // One generator goes on from model to model.
    let mut rng = Rng::seed(1);
    let mut params = started(0);
    Started::init(&mut params, &mut rng).expect("the right length");
    assert_eq!(params, started(1));
    Started::init(&mut params, &mut rng).expect("the right length");
    assert_ne!(params, started(1));
}

#[test]
fn every_parameter_has_its_distribution() {
    let params = started(5);
    let all =
        |name: &str, value: f64| assert!(values(&params, name).iter().all(|v| (v - value).abs() < 1e-15), "{name}");
    all("number", 0.0);
    all("pairs.1.right", 0.0);
    all("norm.gain", 1.0);
    all("norm.bias", 0.0);
    all("half", 0.5);
    all("one", 1.0);
    all("fixed", 0.0);
    // Mean, deviation and bound, each within what a thousand numbers make likely.
    let spread = |name: &str, mean: f64, std: f64, bounds: Option<(f64, f64)>| {
        let values = values(&params, name);
        let count = f64::from(u32::try_from(values.len()).expect("few"));
        let average = values.iter().sum::<f64>() / count;
        let deviation = (values.iter().map(|v| (v - average) * (v - average)).sum::<f64>() / count).sqrt();
        assert!((average - mean).abs() < 5.0 * std / count.sqrt(), "{name}: the mean is {average}, not {mean}");
        assert!((deviation / std - 1.0).abs() < 0.12, "{name}: the deviation is {deviation}, not {std}");
        if let Some((low, high)) = bounds {
            assert!(values.iter().all(|v| (low..=high).contains(v)), "{name}");
        } else {
            assert!(values.iter().any(|v| (v - mean).abs() > 2.0 * std), "{name} has no tails");
        }
    };
    let uniform = |name: &str, bound: f64| spread(name, 0.0, bound / 3.0_f64.sqrt(), Some((-bound, bound)));
    spread("wide", -0.5, 3.0 / 12.0_f64.sqrt(), Some((-2.0, 1.0)));
    spread("bell", 3.0, 0.1, None);
    uniform("rectified", (6.0 / 20.0_f64).sqrt());
    spread("rectified_bell", 0.0, (2.0 / 20.0_f64).sqrt(), None);
    // fan in 4 · 5, fan out 50 · 5
    uniform("even", (6.0 / 270.0_f64).sqrt());
    spread("even_bell.weight", 0.0, (2.0 / 70.0_f64).sqrt(), None);
    uniform("fan", 0.2);
    assert!(values(&params, "even_bell.bias").iter().all(|v| v.abs() <= (1.0 / 20.0_f64).sqrt()));
    assert!(values(&params, "pairs.0.left.weight").iter().all(|v| v.abs() <= 3.0_f64.sqrt().recip()));
    assert!(values(&params, "conv.weight").iter().all(|v| v.abs() <= 10.0_f64.sqrt().recip()));
    assert_ne!(values(&params, "pairs.0.left.weight"), values(&params, "pairs.1.left.weight"));
}
