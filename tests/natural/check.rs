//! What the programs of `tests/natural/programs` check themselves by: derivatives against finite differences of fourth order.
//!
//! Each function prints nothing if all is well and panics with the entry that is wrong if not.

/// A gradient, tangent or product in any shape as a list of numbers.
pub trait Flat {
    fn push_to(&self, list: &mut Vec<f64>);

    fn flat(&self) -> Vec<f64> {
        let mut list = Vec::new();
        self.push_to(&mut list);
        list
    }
}

impl Flat for f64 {
    fn push_to(&self, list: &mut Vec<f64>) {
        list.push(*self);
    }
}

impl Flat for f32 {
    fn push_to(&self, list: &mut Vec<f64>) {
        list.push(f64::from(*self));
    }
}

impl<T: Flat> Flat for [T] {
    fn push_to(&self, list: &mut Vec<f64>) {
        self.iter().for_each(|entry| entry.push_to(list));
    }
}

impl<T: Flat, const N: usize> Flat for [T; N] {
    fn push_to(&self, list: &mut Vec<f64>) {
        self.as_slice().push_to(list);
    }
}

impl<T: Flat> Flat for Vec<T> {
    fn push_to(&self, list: &mut Vec<f64>) {
        self.as_slice().push_to(list);
    }
}

macro_rules! flat_tuple {
    ($($name:ident $index:tt),+) => {
        impl<$($name: Flat),+> Flat for ($($name,)+) {
            fn push_to(&self, list: &mut Vec<f64>) {
                $(self.$index.push_to(list);)+
            }
        }
    };
}
flat_tuple!(A 0);
flat_tuple!(A 0, B 1);
flat_tuple!(A 0, B 1, C 2);
flat_tuple!(A 0, B 1, C 2, D 3);
flat_tuple!(A 0, B 1, C 2, D 3, E 4);

/// The gradient of `f` at `x`, against differences.
pub fn grad<G: Flat>(name: &str, x: &[f64], f: impl Fn(&[f64]) -> f64, g: impl Fn(&[f64]) -> G) {
    same(name, "gradient", &g(x).flat(), &differences(f, x, 1e-4), 1e-6);
}

/// The same for a function in single precision.
pub fn grad_single<G: Flat>(name: &str, x: &[f64], f: impl Fn(&[f64]) -> f64, g: impl Fn(&[f64]) -> G) {
    same(name, "gradient", &g(x).flat(), &differences(f, x, 5e-2), 1e-2);
}

/// The tangent of `f` at `x` along `v`, against differences.
pub fn jvp(name: &str, x: &[f64], v: &[f64], f: impl Fn(&[f64]) -> f64, tangent: impl Fn(&[f64], &[f64]) -> f64) {
    let slopes = differences(f, x, 1e-4);
    let want: f64 = slopes.iter().zip(v).map(|(slope, v)| slope * v).sum();
    same(name, "tangent", &[tangent(x, v)], &[want], 1e-6);
}

/// The Hessian at `x` times `v`, against differences of the gradient `g`.
pub fn hvp<G: Flat, H: Flat>(
    name: &str,
    x: &[f64],
    v: &[f64],
    g: impl Fn(&[f64]) -> G,
    product: impl Fn(&[f64], &[f64]) -> H,
) {
    let along = |entry: usize| {
        let at = |s: &[f64]| g(&x.iter().zip(v).map(|(x, v)| x + s[0] * v).collect::<Vec<_>>()).flat()[entry];
        differences(at, &[0.0], 1e-2)[0]
    };
    let want: Vec<f64> = (0..x.len()).map(along).collect();
    same(name, "Hessian times vector", &product(x, v).flat(), &want, 1e-5);
}

/// Some direction without symmetry.
pub fn direction(n: usize) -> Vec<f64> {
    (0..n).map(|i| ((i * 7 + 3) % 11) as f64 / 11.0 - 0.4).collect()
}

pub fn array<const N: usize>(x: &[f64]) -> [f64; N] {
    x.try_into().expect("as many numbers as the array has")
}

/// Central differences of fourth order.
fn differences(f: impl Fn(&[f64]) -> f64, x: &[f64], step: f64) -> Vec<f64> {
    let mut moved = x.to_vec();
    let slope = |i: usize| {
        let h = step * x[i].abs().max(1e-2);
        let mut at = |steps: f64| {
            moved[i] = x[i] + steps * h;
            let value = f(&moved);
            moved[i] = x[i];
            value
        };
        (8.0 * (at(1.0) - at(-1.0)) - (at(2.0) - at(-2.0))) / (12.0 * h)
    };
    (0..x.len()).map(slope).collect()
}

fn same(name: &str, what: &str, got: &[f64], want: &[f64], tolerance: f64) {
    assert_eq!(got.len(), want.len(), "{name}: entries of the {what}");
    let size = want.iter().fold(0.0_f64, |most, w| most.max(w.abs()));
    for (i, (got, want)) in got.iter().zip(want).enumerate() {
        // An entry that is small beside the others has their rounding in its difference.
        let allowed = tolerance * (want.abs() + 0.1 * size).max(1e-3);
        assert!((got - want).abs() <= allowed, "{name}: entry {i} of the {what} is {got}, differences say {want}");
    }
}
