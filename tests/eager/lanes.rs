//! Samples side by side: each lane is what a tape of its own gives, to the bit.

use burtorch::eager::{Activation, Mlp, Start, Tape};
use burtorch::{Lanes, Rng};

#[test]
fn every_lane_is_a_sample() {
    const N: usize = 8;
    let mut rng = Rng::seed(5);
    let samples: [[f32; 3]; N] = std::array::from_fn(|_| std::array::from_fn(|_| 2.0 * rng.uniform_f32() - 1.0));

    let mut wide = Tape::<Lanes<f32, N>>::new();
    let mlp = Mlp::new(&wide, &[3, 10, 2], Activation::Tanh, Start::Uniform, &mut Rng::seed(6));
    let inputs: [Lanes<f32, N>; 3] = std::array::from_fn(|at| Lanes(samples.map(|sample| sample[at])));
    let x = wide.leaves(&inputs);
    let y = mlp.forward(&wide, x);
    let root = wide.sum_of_squares(y).relu().id();
    wide.backward(root);

    for (lane, sample) in samples.iter().enumerate() {
        let mut tape = Tape::<f32>::new();
        let mlp = Mlp::new(&tape, &[3, 10, 2], Activation::Tanh, Start::Uniform, &mut Rng::seed(6));
        let x = tape.leaves(sample);
        let y = mlp.forward(&tape, x);
        let one = tape.sum_of_squares(y).relu().id();
        tape.backward(one);
        assert_eq!(wide.value(root)[lane], tape.value(one));
        for param in mlp.params().iter().chain(x.iter()) {
            assert_eq!(wide.adjoint(param)[lane], tape.adjoint(param), "lane {lane}");
        }
    }
}

#[test]
fn lanes_choose_for_themselves() {
    let tape = Tape::new();
    let x = tape.leaf(Lanes([-2.0, 0.0, 3.0, 5.0]));
    let y = x.clamp(Lanes([0.0; 4]), Lanes([4.0; 4])) + x.abs() + x.powi(3);
    y.backward();
    assert_eq!(y.value(), Lanes([0.0 + 2.0 - 8.0, 0.0, 3.0 + 3.0 + 27.0, 4.0 + 5.0 + 125.0]));
    assert_eq!(x.adjoint(), Lanes([-1.0 + 12.0, 0.0, 1.0 + 1.0 + 27.0, 1.0 + 75.0]));
}
