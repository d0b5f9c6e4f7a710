//! The layers of the prelude, their values and gradients, against PyTorch's own modules in double precision.

use std::slice::from_ref;

use super::{Given, gradient, model, run, weighted};

/// A layer, the argument, what is computed, the numbers of parameters and of elements, and two sums of PyTorch's as in
/// `tensors`.
type Case = (&'static str, &'static str, &'static str, [usize; 2], f64, f64);

const CASES: &[Case] = &[
    ("Neuron<3>", "x: Tensor<3>", "self.layer.forward(x)", [4, 1], 0.445_922_354_086_235_04, 1.498_148_110_091_408_5),
    (
        "Neuron<3, sigmoid>",
        "x: Tensor<2, 3>",
        "self.layer.forward(x)",
        [4, 2],
        0.883_438_640_833_493_3,
        0.271_206_099_978_695_16,
    ),
    (
        "Linear<3, 2>",
        "x: Tensor<3>",
        "self.layer.forward(x)",
        [8, 2],
        0.804_780_767_512_074_2,
        0.040_823_005_997_738_97,
    ),
    (
        "Linear<3, 2>",
        "x: Tensor<2, 2, 3>",
        "self.layer.forward(x)",
        [8, 8],
        2.131_490_843_119_842,
        1.454_036_378_439_237_6,
    ),
    (
        "LinearNoBias<3, 2>",
        "x: Tensor<4, 3>",
        "self.layer.forward(x)",
        [6, 8],
        1.858_937_275_873_513_4,
        2.886_024_500_342_452_3,
    ),
    (
        "Mlp<3, 4, 2>",
        "x: Tensor<3>",
        "self.layer.forward(x)",
        [26, 2],
        0.056_157_248_660_247_68,
        1.590_956_671_833_796_6,
    ),
    (
        "Mlp<3, 4, 2, identity, 3>",
        "x: Tensor<2, 3>",
        "self.layer.forward(x)",
        [66, 4],
        0.129_685_691_396_993_37,
        -0.517_175_769_022_169_9,
    ),
    (
        "Mlp<3, 4, 2, relu, 3>",
        "x: Tensor<2, 3>",
        "self.layer.forward(x)",
        [66, 4],
        0.116_943_487_675_328_53,
        -0.495_150_969_825_228_4,
    ),
    (
        "Mlp<3, 4, 2, gelu, 3>",
        "x: Tensor<2, 3>",
        "self.layer.forward(x)",
        [66, 4],
        0.044_523_063_900_906_32,
        -0.154_988_762_624_749_95,
    ),
    (
        "Mlp<3, 4, 2, sigmoid, 3>",
        "x: Tensor<2, 3>",
        "self.layer.forward(x)",
        [66, 4],
        0.359_270_428_659_437_04,
        -1.305_771_272_163_482_2,
    ),
    (
        "FeedForward<3, 5>",
        "x: Tensor<2, 3>",
        "self.layer.forward(x)",
        [38, 6],
        0.235_296_716_592_789_1,
        -0.660_237_185_628_842_9,
    ),
    (
        "FeedForward<3, 5, gelu>",
        "x: Tensor<2, 3>",
        "self.layer.forward(x)",
        [38, 6],
        0.260_419_481_853_214_4,
        -0.978_183_484_655_008_7,
    ),
    (
        "LayerNorm<4>",
        "x: Tensor<3, 4>",
        "self.layer.forward(x)",
        [8, 12],
        0.291_055_340_666_522_1,
        0.855_320_248_196_062_7,
    ),
    (
        "RmsNorm<4>",
        "x: Tensor<3, 4>",
        "self.layer.forward(x)",
        [4, 12],
        -0.533_410_779_407_052_1,
        0.817_148_615_365_347_2,
    ),
    (
        "Embedding<5, 3>",
        "i: [usize; 2]",
        "self.layer.forward(i)",
        [15, 6],
        0.225_140_562_530_815_35,
        -2.634_305_886_105_546_6,
    ),
    (
        "Attention<3, 4, 2>",
        "x: Tensor<3, 4>",
        "self.layer.forward(x)",
        [68, 12],
        -0.153_474_972_081_495_21,
        0.948_414_674_701_842_7,
    ),
    (
        "Attention<3, 4, 1>",
        "x: Tensor<3, 4>",
        "self.layer.forward(x)",
        [68, 12],
        -0.223_488_720_426_612_8,
        1.045_966_893_033_015_5,
    ),
    (
        "CausalAttention<3, 4, 2>",
        "x: Tensor<3, 4>",
        "self.layer.forward(x)",
        [68, 12],
        -0.228_758_000_795_025_8,
        0.787_730_557_193_439_3,
    ),
    (
        "Conv1d<2, 3, 2>",
        "x: Tensor<2, 5>",
        "self.layer.forward(x)",
        [15, 12],
        -1.355_440_301_744_554_7,
        5.510_060_425_766_63,
    ),
    (
        "Conv2d<2, 3, 2>",
        "x: Tensor<2, 3, 4>",
        "self.layer.forward(x)",
        [27, 18],
        0.023_709_249_797_275_29,
        -1.068_608_462_768_963_8,
    ),
    (
        "Gru<3, 2>",
        "x: Tensor<3>",
        "self.layer.forward(x, [0.5, -0.25])",
        [42, 2],
        0.087_054_796_387_805_32,
        0.299_492_719_887_273_55,
    ),
    (
        "Lstm<3, 2>",
        "x: Tensor<3>",
        "{ let (h, c) = self.layer.forward(x, ([0.5, -0.25], [0.1, 0.7])); concat([h, c], 0) }",
        [56, 4],
        -0.116_330_095_096_644_28,
        0.472_725_433_049_790_3,
    ),
];

#[test]
fn layers_and_their_gradients_are_those_of_pytorch() {
    let mut wrong = Vec::new();
    for &(layer, argument, expression, [params, count], value, slope) in CASES {
        let model = model(&format!(
            "type Scalar = f64;
            struct Net {{ layer: {layer} }}
            impl Net {{
                fn loss(&self, {argument}) -> f64 {{
                    let y = {expression};
                    sum(flatten(y) * cos(iota({count})))
                }}
            }}"
        ));
        assert_eq!(model.count, params, "{layer}");
        #[allow(clippy::cast_precision_loss, reason = "these are small")]
        let waves = |count: usize, wave: fn(f64) -> f64| (0..count).map(|at| wave(at as f64)).collect::<Vec<_>>();
        let input = &model.functions[0].inputs[0];
        let given = match input.int {
            Some(_) => Given::Int(vec![2, 0]),
            None => Given::Float(waves(input.shape.iter().product(), |at| (0.2 + 0.53 * at).cos())),
        };
        let params = waves(params, |at| 0.3 * (0.1 + 0.37 * at).sin());
        let found = run(&model, "loss", &params, from_ref(&given))[0][0];
        let gradient = weighted(&gradient(&model, "loss", &params, from_ref(&given)));
        let close = |found: f64, wanted: f64| (found - wanted).abs() <= 1e-12 * (1.0 + wanted.abs());
        if !close(found, value) || !close(gradient, slope) {
            wrong.push(format!("{layer}: {found} and {gradient}, not {value} and {slope}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
