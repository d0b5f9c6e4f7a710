//! Proximal operators against what defines them.
#![allow(clippy::cast_precision_loss, clippy::float_cmp, reason = "counts are small, and some numbers are exact")]

use alloc::vec::Vec;

use super::*;
use crate::Rng;
use crate::oracle::vector::distance_squared;

/// `ψ(z) + 1/(2γ) ‖z − x‖²`
fn envelope(prox: &impl Prox, step: f64, z: &[f64], x: &[f64]) -> f64 {
    prox.value(z) + distance_squared(z, x) / (2.0 * step)
}

/// No point is better than `prox(x)`: neither near ones nor far ones, nor those that `project` makes allowed ones.
fn is_the_minimum(prox: &impl Prox, project: impl Fn(&mut [f64])) {
    let mut rng = Rng::seed(1);
    for step in [0.1, 1.0, 3.0] {
        for _ in 0..50 {
            let x: Vec<f64> = (0..6).map(|_| 2.0 * rng.normal()).collect();
            let mut best = x.clone();
            prox.apply(step, &mut best);
            let least = envelope(prox, step, &best, &x);
            assert!(least.is_finite());
            for away in [1e-4, 1e-2, 1.0] {
                for _ in 0..20 {
                    let mut other: Vec<f64> = best.iter().map(|z| z + away * rng.normal()).collect();
                    project(&mut other);
                    assert!(envelope(prox, step, &other, &x) >= least - 1e-12, "{step} {x:?} {best:?} {other:?}");
                }
            }
        }
    }
}

#[test]
fn operators_minimise_what_defines_them() {
    let free = |_: &mut [f64]| {};
    is_the_minimum(&Nothing, free);
    is_the_minimum(&L1::new(0.7).unwrap(), free);
    is_the_minimum(&SquaredL2::new(0.7).unwrap(), free);
    is_the_minimum(&ElasticNet::new(0.3, 0.7).unwrap(), free);
    is_the_minimum(&GroupLasso::new(0.5, &[1, 2, 3]).unwrap(), free);
    is_the_minimum(&Bounds::new(-1.0, 0.5).unwrap(), |z| z.iter_mut().for_each(|z| *z = z.clamp(-1.0, 0.5)));
    is_the_minimum(&Simplex::new(2.0).unwrap(), |z| {
        let total: f64 = z.iter().map(|z| z.abs()).sum();
        for z in z {
            *z = 2.0 * z.abs() / total;
        }
    });
}

#[test]
fn numbers_that_are_not_stay_so_and_the_simplex_ends() {
    for mut x in [[f64::NAN, 1.0], [f64::INFINITY, 1.0], [f64::NEG_INFINITY, f64::NAN]] {
        Simplex::new(1.0).unwrap().apply(1.0, &mut x);
        assert!(x.iter().any(|x| x.is_nan()), "{x:?}");
        x = [f64::NAN, 1.0];
        L1::new(1.0).unwrap().apply(1.0, &mut x);
        assert!(x[0].is_nan());
    }
    let mut equal = [0.1; 1000];
    Simplex::new(1.0).unwrap().apply(1.0, &mut equal);
    assert!((equal.iter().sum::<f64>() - 1.0).abs() < 1e-9);
}
