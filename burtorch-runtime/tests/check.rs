//! What finite differences accept, what they find, and what they say.

#![cfg(feature = "std")]

use std::cell::Cell;

use burtorch_runtime::check::{Doubt, Mismatch};
use burtorch_runtime::{Rng, check_gradient, check_jacobian};

/// The message for a function of one number.
fn message(f: impl Fn(f64) -> f64, at: f64, slope: f64) -> String {
    match check_gradient(|&x| f(x), &at, &slope) {
        Ok(checked) => checked.to_string(),
        Err(mismatch) => mismatch.to_string(),
    }
}

fn agrees(f: impl Fn(f64) -> f64, at: f64, slope: f64) -> bool {
    check_gradient(|&x| f(x), &at, &slope).is_ok_and(|checked| checked.unjudged == 0)
}

#[test]
fn scales_do_not_matter() {
    for power in [-200, -60, -9, -3, 0, 3, 9, 60, 140] {
        let scale = 10.0_f64.powi(power);
        for x in [0.3, 1.0, -7.0] {
            assert!(agrees(|x| scale * x.sin(), x, scale * x.cos()), "{power}: values");
            assert!(!agrees(|x| scale * x.sin(), x, 1.00001 * scale * x.cos()), "{power}: values");
            let f = |x: f64| (x / scale).sin();
            if power > -60 {
                assert!(agrees(f, x * scale, x.cos() / scale), "{power}: {}", message(f, x * scale, x.cos() / scale));
                assert!(!agrees(f, x * scale, 1.00001 * x.cos() / scale), "{power}: points");
            }
        }
    }
    // A point far from zero, in terms of the scale on which the function changes.
    assert!(agrees(f64::sin, 1e6, 1e6_f64.cos()));
    assert!(!agrees(f64::sin, 1e6, 1.0001 * 1e6_f64.cos()));
    // A point much closer to zero than that.
    assert!(agrees(f64::sin, 1e-12, 1.0));
    assert!(!agrees(f64::sin, 1e-12, 1.0001));
}

#[test]
fn zero_slopes_agree() {
    assert!(agrees(|_| 5.0, 1.0, 0.0));
    assert!(agrees(|x| (x - 1.0).powi(2) + 5.0, 1.0, 0.0));
    assert!(agrees(|x| (x - 1.0).powi(2) + 5.0, 1.0, 2e-16));
    assert!(agrees(f64::cos, 0.0, 0.0));
    assert!(agrees(|x| x.powi(4), 0.0, 0.0));
    assert!(!agrees(|x| (x - 1.0).powi(2) + 5.0, 1.0, 1e-6));
    assert!(!agrees(|_| 5.0, 1.0, 1e-3));
}

#[test]
fn noise_is_measured() {
    // A pseudo-random number for each point.
    let noise = |x: f64| Rng::seed(x.to_bits()).uniform() - 0.5;
    for level in [1e-12, 1e-9, 1e-6, 1e-3] {
        let mut rng = Rng::seed(1);
        for _ in 0..300 {
            let x = 0.5 + rng.uniform();
            let f = |x: f64| x.exp() + level * noise(x);
            let says = message(f, x, x.exp());
            assert!(says.starts_with("all"), "{level} at {x}: {says}");
            assert!(!agrees(f, x, 1.5 * x.exp()));
        }
    }
    // Cancellation: the values of a smooth function, by steps of 1.5e-8 and of 1.2e-4.
    for large in [1e8, 1e12] {
        assert!(agrees(|x| (x.exp() + large) - large, 0.7, 0.7_f64.exp()));
        assert!(!agrees(|x| (x.exp() + large) - large, 0.7, 1.1 * 0.7_f64.exp()));
    }
}

#[test]
fn noise_may_hide_a_slope() {
    let mismatch = check_gradient(|x| 1e20 + x, &1.0, &1.0).unwrap_err();
    let Mismatch::Unjudged { first, .. } = mismatch else { panic!("{mismatch}") };
    assert_eq!(first.doubt, Some(Doubt::Vague));
    assert!(mismatch.to_string().ends_with(", which is too vague to judge it"), "{mismatch}");
}

#[test]
fn kinks_are_told_from_mistakes() {
    let relu = |x: f64| x.max(0.0) + 3.0 * x;
    for convention in [3.0, 4.0] {
        assert_eq!(
            message(relu, 0.0, convention),
            format!(
                "none of 1 entry can be judged; the first is entry 0: the gradient says {convention}, and the function \
                 has a kink: its slope is 3 to the left and 4 to the right"
            )
        );
    }
    assert!(message(relu, 0.0, 5.0).starts_with("1 of 1 entry disagrees"), "{}", message(relu, 0.0, 5.0));
    // Closer than differences can see, and far enough away.
    let says = message(|x| relu(x) + 1.0, -1e-16, 3.0);
    assert!(says.starts_with("none"), "{says}");
    assert!(agrees(relu, -1e-3, 3.0));
    assert!(!agrees(relu, -1e-3, 4.0));
    // In the middle the differences are those of the convention, by symmetry.
    assert!(agrees(f64::abs, 0.0, 0.0));
    assert!(agrees(relu, 0.0, 3.5));
}

#[test]
fn borders_are_said() {
    assert!(
        message(f64::sqrt, 0.0, f64::INFINITY).ends_with("says inf, and the function is not finite beside the point")
    );
    assert!(agrees(f64::sqrt, 1e-3, 0.5 / 1e-3_f64.sqrt()));
    assert!(agrees(f64::ln, 1e-9, 1e9));
    assert!(!agrees(f64::ln, 1e-9, 1.001e9));
    assert!(message(f64::cbrt, 0.0, f64::INFINITY).ends_with("which is too vague to judge it"));
    assert!(message(|x| x.floor() + x, 2.0, 1.0).ends_with("which is too vague to judge it"));
    assert_eq!(message(f64::ln, -1.0, -1.0), "the function is NaN at the point, so there is nothing to compare with");
}

#[test]
fn some_entries_may_be_left_unjudged() {
    let checked = check_gradient(|[x, y]: &[f64; 2]| x.abs() + 2.0 * y, &[0.0, 1.0], &[1.0, 2.0]).unwrap();
    assert_eq!((checked.entries, checked.unjudged), (2, 1));
    assert_eq!(checked.first_unjudged.unwrap().column, 0);
    assert!(checked.to_string().starts_with("1 of 2 entries agree; the worst is entry 1: the gradient says 2, "));
    assert!(checked.to_string().ends_with("its slope is -1 to the left and 1 to the right"), "{checked}");
}

#[test]
fn what_is_not_finite_is_wrong() {
    for wrong in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        let mismatch = check_gradient(|[x, y]| x * y, &[2.0, 3.0], &[3.0, wrong]).unwrap_err();
        let start = format!("1 of 2 entries disagrees; the worst is entry 1: the gradient says {wrong}, ");
        assert!(mismatch.to_string().starts_with(&start), "{mismatch}");
    }
    assert!(message(f64::sqrt, 0.0, f64::NAN).starts_with("1 of 1 entry disagrees"));
    assert!(message(f64::abs, 0.0, f64::NAN).starts_with("1 of 1 entry disagrees"));
}

#[test]
fn mistakes_are_said_in_words() {
    let says = |slope| message(|x| x * x + x, 2.0, slope);
    assert!(says(-5.0).ends_with("; the sign is wrong"), "{}", says(-5.0));
    assert!(says(10.0).ends_with("; the gradient is 2 times too large"), "{}", says(10.0));
    assert!(says(2.5).ends_with("; a factor of 2 is missing"), "{}", says(2.5));
    let says = [says(5.1), says(5.0)];
    assert!(
        says[0].starts_with("1 of 1 entry disagrees; the worst is entry 0: the gradient says 5.1, finite "),
        "{says:?}"
    );
    assert!(says[1].starts_with("all 1 entry agree; the worst is entry 0: the gradient says 5, finite "), "{says:?}");

    let short = check_gradient(|x| x.iter().sum::<f64>(), &[1.0, 2.0, 3.0][..], &[1.0, 1.0][..]).unwrap_err();
    assert_eq!(short.to_string(), "the gradient has 2 entries, but the point has 3");
    let flat = check_jacobian(|x| vec![x[0], x[1]], &vec![1.0, 2.0], &[1.0, 0.0, 0.0][..]).unwrap_err();
    assert_eq!(
        flat.to_string(),
        "the Jacobian has 3 entries, but 2 results by 2 arguments are 4; it is expected row by row, one row for each result"
    );
}

#[test]
fn the_worst_entry_is_named() {
    let weights = [3.0, -1.0, 0.5, 2.0];
    let f = |x: &[f64]| x.iter().zip(&weights).map(|(x, w)| w * x.sin()).sum::<f64>();
    let x = [0.1, 0.2, 0.3, 0.4];
    let mut gradient: Vec<f64> = x.iter().zip(&weights).map(|(x, w): (&f64, _)| w * x.cos()).collect();
    assert!(check_gradient(f, &x[..], &gradient).is_ok());
    gradient[1] += 1e-6;
    gradient[2] += 1e-2;
    let Err(Mismatch::Entries { wrong, entries, worst }) = check_gradient(f, &x[..], &gradient) else { panic!() };
    assert_eq!((wrong, entries, worst.column), (2, 4, 2));
}

#[test]
fn the_point_is_put_back() {
    let x = [0.1_f64, 0.7, 1e-30];
    let seen = Cell::new(0);
    let f = |moved: &[f64; 3]| {
        let changed = moved.iter().zip(&x).filter(|(a, b)| a.to_bits() != b.to_bits()).count();
        assert!(changed <= 1);
        seen.set(seen.get() + 1);
        moved.iter().product::<f64>()
    };
    assert!(check_gradient(f, &x, &[0.7e-30, 0.1e-30, 0.07]).is_ok());
    assert!(seen.get() < 150, "{} values", seen.get());
}

#[test]
fn single_precision_is_enough() {
    let f = |x: &[f32; 3]| (x[0] * x[1]).sin() + x[2].exp() * x[0];
    let x = [0.3_f32, 1.7, -0.4];
    let cos = (x[0] * x[1]).cos();
    let gradient = [x[1] * cos + x[2].exp(), x[0] * cos, x[2].exp() * x[0]];
    assert_eq!(check_gradient(f, &x, &gradient).unwrap().unjudged, 0);
    for entry in 0..3 {
        let mut wrong = gradient;
        wrong[entry] *= 1.01;
        assert!(check_gradient(f, &x, &wrong).is_err());
    }
}

#[test]
fn jacobians_are_judged_by_entry() {
    let f = |x: &Vec<f64>| vec![x[0] * x[1], x[1].sin(), 7.0];
    let x = vec![2.0, 0.5];
    let mut jacobian = vec![vec![0.5, 2.0], vec![0.0, 0.5_f64.cos()], vec![0.0, 0.0]];
    let checked = check_jacobian(f, &x, &jacobian).unwrap();
    assert_eq!((checked.entries, checked.unjudged), (6, 0));
    jacobian[1][0] = 1e-3;
    let mismatch = check_jacobian(f, &x, &jacobian).unwrap_err();
    let says =
        "1 of 6 entries disagrees; the worst is entry (1, 0): the Jacobian says 0.001, finite differences say 0 ±";
    assert!(mismatch.to_string().starts_with(says), "{mismatch}");
}
