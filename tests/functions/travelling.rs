//! Results of calls without a written type: the signatures of differentiable functions travel, and type aliases do.

use crate::check::{scalar, several};
use burtorch::{Differentiable, Float, derivative, differentiable, math};

/// Functions of a number that use slices inside, which have no `hessian`.
macro_rules! over_slices {
    ($($f:ident),*) => {$(
        for x in [0.7, 1.3] {
            let gradient = $f::grad(x);
            burtorch::check_gradient(|x: &f64| $f(*x), &x, &gradient).unwrap();
            assert!(($f::jvp(x, 1.0).1 - gradient).abs() < 1e-12 * gradient.abs().max(1.0));
            let slope = ($f::grad(x + 1e-5) - $f::grad(x - 1e-5)) / 2e-5;
            assert!(($f::hvp(x, 1.0) - slope).abs() < 1e-6 * slope.abs().max(1.0));
        }
    )*};
}

#[differentiable]
fn triple(x: f64) -> [f64; 3] {
    [x, x * x, x.sin()]
}

#[differentiable]
fn add(a: &[f64; 3], b: &[f64; 3]) -> [f64; 3] {
    [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}

#[differentiable]
fn dot(a: [f64; 3], b: [f64; 3]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

#[differentiable]
fn pair(x: f64) -> (f64, [f64; 2]) {
    (x * x, [x.sin(), x.cos()])
}

#[differentiable]
fn powers(x: f64) -> Vec<f64> {
    vec![x, x * x, x * x * x]
}

#[differentiable]
fn total(x: &[f64]) -> f64 {
    let mut sum = 0.0;
    for v in x {
        sum += v * v;
    }
    sum
}

#[differentiable]
fn matrix(x: f64) -> [[f64; 2]; 2] {
    [[x, x * x], [1.0, x.exp()]]
}

#[differentiable]
fn sum_in_a_loop(q: &[f64]) -> f64 {
    let mut t = [0.0; 3];
    for i in 0..q.len() {
        t = add(&t, &triple(q[i]));
    }
    t[0] * t[1] + t[2]
}

#[differentiable]
fn after_a_return(x: f64) -> f64 {
    if x < 0.0 {
        return 0.5 * x;
    }
    dot(triple(x), triple(2.0 * x))
}

#[differentiable]
fn taken_apart(x: f64) -> f64 {
    let [a, b, c] = triple(x);
    let (d, [e, g]) = pair(x);
    a * b + c * d + e * g * pair(a).1[1]
}

#[differentiable]
fn parts(x: f64, k: usize) -> f64 {
    triple(x)[1] * triple(x)[k] + pair(x).0 * pair(x).1[0]
}

#[differentiable]
fn iterated(x: f64) -> f64 {
    let squares: f64 = triple(x).iter().map(|v| v * v).sum();
    squares + powers(x).iter().sum::<f64>()
}

#[differentiable]
fn lent(x: f64) -> f64 {
    total(&powers(x)) + total(&triple(x)) + total(&[x, 2.0 * x])
}

#[differentiable]
fn in_nested_loops(x: f64, n: usize) -> f64 {
    let m = matrix(x);
    let mut sum = 0.0;
    for i in 0..n {
        for j in 0..n {
            sum += m[i][j] * m[j][i];
        }
    }
    sum
}

#[differentiable]
fn in_branches(x: f64, right: bool) -> f64 {
    let v = if right { triple(x) } else { add(&triple(x), &triple(0.5 * x)) };
    let w = match v.len() {
        3 => pair(v[0]),
        _ => pair(x),
    };
    v[2] * w.0 + w.1[1]
}

#[differentiable]
fn in_closures(x: f64) -> f64 {
    let both = |y: f64| (triple(y), pair(y));
    let (a, b) = both(x);
    let nested = [triple(x), triple(a[1])];
    a[0] * b.1[0] + nested[1][2] * nested[0][1]
}

#[test]
fn results_of_any_type() {
    scalar!(|x| after_a_return(x[0]); at [0.7], [-0.4]);
    scalar!(|x| taken_apart(x[0]); at [0.7], [-0.4]);
    scalar!(|x| parts(x[0], 2); along (x[0]); at [0.7], [-0.4]);
    over_slices!(iterated, lent);
    scalar!(|x| in_nested_loops(x[0], 2); along (x[0]); at [0.7], [-0.4]);
    scalar!(|x| in_branches(x[0], true); along (x[0]); at [0.7], [-0.4]);
    scalar!(|x| in_branches(x[0], false); along (x[0]); at [0.7], [-0.4]);
    scalar!(|x| in_closures(x[0]); at [0.7], [-0.4]);
    let q = [0.3, 0.8, -0.5, 1.1];
    burtorch::check_gradient(|q: &[f64]| sum_in_a_loop(q), &q[..], &sum_in_a_loop::grad(&q)[..]).unwrap();
}

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Body {
    at: [f64; 2],
    mass: f64,
}

#[differentiable]
fn body(x: f64) -> Body {
    Body { at: [x, x * x], mass: x.exp() }
}

#[differentiable]
fn bodies(x: f64) -> (Body, [Body; 2]) {
    (body(x), [body(2.0 * x), body(x * x)])
}

#[differentiable]
fn fields_of_results(x: f64) -> f64 {
    let b = body(x);
    let (first, others) = bodies(x);
    b.mass * body(x).at[1] + first.at[0] * others[1].mass + bodies(x).1[0].at[1]
}

#[differentiable]
fn spread<T: Float>(x: T) -> [T; 2] {
    [x * x, x.sin()]
}

#[differentiable]
fn scaled<T: Float, const N: usize>(x: &[T; N], k: T) -> [T; N] {
    let mut y = *x;
    for i in 0..N {
        y[i] = y[i] * k;
    }
    y
}

const SIDE: usize = 2;

mod sizes {
    pub const SIDE: usize = 3;

    /// Its size has a name that means something else where it is called.
    #[burtorch::differentiable]
    pub fn cube(x: f64) -> [f64; SIDE] {
        [x, x * x, x * x * x]
    }
}
use sizes::cube;

#[differentiable]
fn generic(x: f64) -> f64 {
    let a = spread(x);
    let b = scaled(&[x, 2.0, x * x], x);
    let c = scaled::<f64, SIDE>(&a, 3.0);
    let d = scaled(&cube(x), 2.0);
    a[0] * a[1] + b[2] + c[1] * d[2] + cube(x)[1] + sizes::cube(x)[2]
}

#[differentiable]
fn generic_in_generic<T: Float>(x: T) -> T {
    let y = spread(x);
    scaled(&y, x)[1] + y[0]
}

#[differentiable]
fn itself(x: f64, n: u32) -> [f64; 2] {
    if n == 0 {
        return [x, x * x];
    }
    let y = itself(x * 0.9, n - 1);
    [y[1] * x, y[0]]
}

#[differentiable]
fn even(x: f64, n: u32) -> (f64, f64) {
    if n == 0 { (x, 1.0) } else { (odd(x, n - 1)[0] * x, odd(x, n - 1)[1]) }
}

#[differentiable]
fn odd(x: f64, n: u32) -> [f64; 2] {
    if n == 0 { [1.0, x] } else { [even(x, n - 1).1 + x, even(x, n - 1).0] }
}

fn plain_cube(x: f64) -> f64 {
    x * x * x
}

#[derivative(of = plain_cube)]
fn plain_cube_slope(x: f64) -> f64 {
    3.0 * x * x
}

#[differentiable]
fn rules_and_math(x: f64) -> f64 {
    let all = [plain_cube(x), math::softplus(x), math::dot(&[x, 2.0], &[x, x * x])];
    total(&all) + dot(triple(plain_cube(x)), triple(math::relu(x)))
}

#[test]
fn results_that_are_made_of_other_definitions() {
    scalar!(|x| fields_of_results(x[0]); at [0.7], [-0.4]);
    scalar!(|x| generic(x[0]); at [0.7], [-0.4]);
    scalar!(|x| generic_in_generic(x[0]); at [0.7], [-0.4]);
    several!(|x, y| itself(x[0], 3) -> [y[0], y[1]]; along (x[0]); at [0.7], [-0.4]);
    several!(|x, y| even(x[0], 3) -> (y[0], y[1]); along (x[0]); at [0.7], [-0.4]);
    over_slices!(rules_and_math);
}

mod names {
    use super::{scalar, several};

    pub mod outer {
        pub mod inner {
            #[burtorch::differentiable]
            pub fn same(x: f64) -> [f64; 2] {
                [x, x * x]
            }
        }

        #[burtorch::differentiable]
        pub(in crate::travelling) fn same(x: f64) -> (f64, f64) {
            (x.sin(), super::super::triple(x)[1])
        }

        #[burtorch::differentiable]
        fn private(x: f64) -> [f64; 2] {
            [x, self::same(x).1 + inner::same(x)[1]]
        }

        #[burtorch::differentiable]
        pub fn by_every_path(x: f64) -> f64 {
            let a = crate::travelling::names::outer::inner::same(x);
            let b = same(x);
            let c = private(x);
            a[0] * b.1 + c[1]
        }
    }

    use outer::inner::same as renamed;
    use outer::inner::*;

    #[burtorch::differentiable]
    fn imported(x: f64) -> f64 {
        let (a, b) = (renamed(x), same(x));
        a[1] * b[0]
    }

    mod shadowed {
        #[allow(unused_imports)]
        use super::*;

        // Numbers, as those of the module around: both names mean the same macro.
        #[burtorch::differentiable]
        fn imported(x: f64) -> f64 {
            x * x
        }

        #[burtorch::differentiable]
        pub fn calls_the_inner_one(x: f64) -> f64 {
            let y = [imported(x), imported(2.0 * x)];
            y[0] * y[1]
        }
    }

    macro_rules! made {
        ($module:ident, $name:ident, $caller:ident, $k:expr) => {
            mod $module {
                #[burtorch::differentiable]
                pub fn $name(x: f64) -> [f64; 2] {
                    [x * $k, x.cos()]
                }

                #[burtorch::differentiable]
                pub fn hidden(x: f64) -> (f64, f64) {
                    (x * $k, x.sin())
                }

                #[burtorch::differentiable]
                pub fn $caller(x: f64) -> f64 {
                    let y = $name(x);
                    let z = hidden(x);
                    y[0] * z.1
                }
            }
        };
    }
    made!(first, same, calls, 2.0);
    made!(second, same, calls, 3.0);

    /// One token of the user's names two functions.
    macro_rules! in_both_precisions {
        ($name:ident) => {
            pub mod single {
                #[burtorch::differentiable]
                pub fn $name(x: f32) -> [f32; 2] {
                    [x, x * x]
                }
            }
            pub mod double {
                #[burtorch::differentiable]
                pub fn $name(x: f64) -> [f64; 2] {
                    [x, x * x]
                }

                #[burtorch::differentiable]
                pub fn last(x: f64) -> f64 {
                    $name(x)[1]
                }
            }
        };
    }
    in_both_precisions!(powers);

    #[burtorch::differentiable]
    fn r#match(x: f64) -> (f64, [f64; 2]) {
        (x, [x * x, x.cos()])
    }

    #[burtorch::differentiable]
    fn raw(x: f64) -> f64 {
        let (a, b) = r#match(x);
        a * b[1]
    }

    // Macros of these names are the standard library's, and stay so.
    #[burtorch::differentiable]
    fn line(x: f64) -> [f64; 2] {
        [x, 2.0 * x]
    }

    #[burtorch::differentiable]
    fn column(x: f64) -> f64 {
        let at = f64::from(line!() - line!());
        let y: [f64; 2] = line(x);
        let z = vec![y[0], y[1] * x];
        assert!(column!() > 0, "{}", stringify!(x));
        z[0] * z[1] + at + column_of_two(x)[1]
    }

    #[burtorch::differentiable]
    fn column_of_two(x: f64) -> [f64; 2] {
        [x, x * x]
    }

    #[burtorch::differentiable]
    fn items_of_its_own(x: f64) -> f64 {
        #[burtorch::differentiable]
        fn twice(x: f64) -> [f64; 2] {
            [2.0 * x, x * x]
        }
        use super::triple as three;
        let y = twice(x);
        let z: [f64; 3] = three(x);
        y[0] * y[1] + z[2]
    }

    /// A macro of the user's own that has the name of a function.
    macro_rules! squared {
        ($x:expr) => {
            $x * $x
        };
    }

    #[burtorch::differentiable]
    fn squared(x: f64) -> f64 {
        x * x
    }

    #[test]
    fn every_way_to_name_a_function() {
        scalar!(|x| outer::by_every_path(x[0]); at [0.7], [-0.4]);
        scalar!(|x| imported(x[0]); at [0.7], [-0.4]);
        scalar!(|x| shadowed::calls_the_inner_one(x[0]); at [0.7], [-0.4]);
        scalar!(|x| first::calls(x[0]); at [0.7], [-0.4]);
        scalar!(|x| second::calls(x[0]); at [0.7], [-0.4]);
        scalar!(|x| double::last(x[0]); at [0.7], [-0.4]);
        assert_eq!(single::powers::jvp(3.0, 1.0), ([3.0, 9.0], [1.0, 6.0]));
        scalar!(|x| raw(x[0]); at [0.7], [-0.4]);
        scalar!(|x| column(x[0]); at [0.7], [-0.4]);
        scalar!(|x| items_of_its_own(x[0]); at [0.7], [-0.4]);
        several!(|x, y| line(x[0]) -> [y[0], y[1]]; at [0.7]);
        assert_eq!(squared(3.0), squared!(3.0));
    }

    #[test]
    fn functions_inside_of_functions() {
        #[burtorch::differentiable]
        fn caller(x: f64) -> f64 {
            local(x)[1] * local(x)[0]
        }

        #[burtorch::differentiable]
        fn local(x: f64) -> [f64; 2] {
            [x, x.sin()]
        }

        scalar!(|x| caller(x[0]); at [0.7], [-0.4]);
    }
}

/// Aliases, of arrays, of floats, of other aliases, generic ones and one of a struct.
mod aliases {
    use super::{Body, scalar};
    use burtorch::{Differentiable, differentiable};

    #[differentiable]
    pub type Real = f64;

    #[differentiable]
    pub type Row = [Real; 2];

    #[differentiable]
    type Square = [Row; 2];

    #[differentiable]
    type Of<T, const N: usize> = [T; N];

    #[differentiable]
    type Thing = Body;

    #[differentiable]
    type Signal = Vec<f64>;

    #[differentiable]
    fn trace(m: &Square) -> Real {
        let [a, d]: [Real; 2] = [m[0][0], m[1][1]];
        let first: Row = m[0];
        let mut sum: Real = a * d;
        sum += first[1];
        sum
    }

    #[differentiable]
    fn product(a: &Square, b: Square) -> Square {
        let mut c: Square = [[0.0; 2]; 2];
        for i in 0..2 {
            for j in 0..2 {
                c[i][j] = a[i][0] * b[0][j] + a[i][1] * b[1][j];
            }
        }
        c
    }

    #[differentiable]
    fn squares(m: &Square) -> Real {
        let p = product(m, [m[0], m[1]]);
        trace(&p) * product(&p, p)[1][0]
    }

    #[differentiable]
    fn generic(x: Of<f64, 3>) -> Of<f64, 2> {
        [x[0] * x[1], x[2]]
    }

    #[derive(Clone, Debug, PartialEq, Differentiable)]
    struct Joint {
        frame: Square,
        angle: Real,
    }

    #[differentiable]
    fn joint(j: &Joint) -> Real {
        trace(&j.frame) * j.angle.sin()
    }

    #[differentiable]
    fn weight(b: &Thing) -> f64 {
        let c = Thing { mass: 2.0 * b.mass, ..*b };
        c.mass * c.at[0] * b.at[1]
    }

    #[differentiable]
    fn samples(x: f64) -> Signal {
        vec![x, x * x]
    }

    #[differentiable]
    fn from_elsewhere(x: super::aliases::Real) -> f64 {
        let y = samples(x);
        y[0] * y[1] + generic([x, 2.0, x * x])[1]
    }

    #[test]
    fn aliases_are_what_they_stand_for() {
        let square = |x: &[f64]| [[x[0], x[1]], [x[2], x[3]]];
        scalar!(|x| squares(&[[x[0], x[1]], [x[2], x[3]]]); at [0.7, 1.2, -0.3, 0.5]);
        over_slices!(from_elsewhere);
        let j = Joint { frame: square(&[0.7, 1.2, -0.3, 0.5]), angle: 0.4 };
        burtorch::check_gradient(joint, &j, &joint::grad(&j)).unwrap();
        let b = Body { at: [0.3, -0.8], mass: 1.5 };
        burtorch::check_gradient(weight, &b, &weight::grad(&b)).unwrap();
    }
}

#[test]
fn expressions() {
    let g = burtorch::graph!(|x: f64| {
        let [a, _, c] = triple(x);
        a * c + pair(x).1[0]
    });
    let slope = (g.value(0.7 + 1e-6) - g.value(0.7 - 1e-6)) / 2e-6;
    assert!((g.grad(0.7) - slope).abs() < 1e-8);
}
