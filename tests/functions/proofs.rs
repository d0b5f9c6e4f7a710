//! Names that are proved to mean what they are taken to mean: what must compile all the same.

use crate::check::scalar;
use burtorch::differentiable;

/// The trait under its own name, under another one, and under none.
mod imported {
    mod plainly {
        use burtorch::Real;
        #[burtorch::differentiable]
        pub fn f(x: f64) -> f64 {
            x.sqr() + Real::relu(x)
        }
    }
    mod renamed {
        use burtorch::Real as Numbers;
        #[burtorch::differentiable]
        pub fn f(x: f64) -> f64 {
            x.sqr() + <f64 as Numbers>::relu(x)
        }
    }
    mod without_a_name {
        use burtorch::Real as _;
        #[burtorch::differentiable]
        pub fn f(x: f64) -> f64 {
            x.sqr() + f64::relu(x)
        }
    }
    mod by_a_glob {
        use burtorch::*;
        #[differentiable]
        pub fn f(x: f64) -> f64 {
            x.sqr() + x.relu()
        }
    }
    mod in_the_body {
        #[burtorch::differentiable]
        pub fn f(x: f64) -> f64 {
            use burtorch::Real;
            x.sqr() + x.relu()
        }
    }
    mod by_the_bound {
        #[burtorch::differentiable]
        pub fn f<T: burtorch::Real>(x: T) -> T {
            x.sqr() + x.relu()
        }
    }
    mod beside_the_bound {
        use burtorch::{Float, Real};
        #[burtorch::differentiable]
        pub fn f<T: Float + std::fmt::Debug>(x: T) -> T {
            x.sqr() + T::relu(x)
        }
    }
    mod in_a_method {
        use burtorch::Real;
        struct Scale<const N: usize>;
        impl<const N: usize> Scale<N> {
            #[burtorch::differentiable]
            fn f(&self, x: f64, y: &[f64; N]) -> f64 {
                (x.sqr() + x.relu()) * y.iter().map(|v| v.exp()).sum::<f64>() / y.len() as f64
            }
        }
        pub fn f(x: f64) -> f64 {
            Scale::<2>.f(x, &[0.0; 2])
        }
        pub fn slope(x: f64) -> f64 {
            Scale::<2>.f_grad(x, &[0.0; 2]).0
        }
    }

    #[test]
    fn real_is_found_however_it_is_imported() {
        let derivatives: [(f64, f64); 7] = [
            plainly::f::value_and_grad(1.5),
            renamed::f::value_and_grad(1.5),
            without_a_name::f::value_and_grad(1.5),
            by_a_glob::f::value_and_grad(1.5),
            in_the_body::f::value_and_grad(1.5),
            by_the_bound::f::value_and_grad(1.5),
            beside_the_bound::f::value_and_grad(1.5),
        ];
        assert_eq!(derivatives, [(3.75, 4.0); 7]);
        assert_eq!((in_a_method::f(1.5), in_a_method::slope(1.5)), (3.75, 4.0));
        use burtorch::Real;
        assert_eq!(burtorch::graph!(|x: f64| x.sqr() + x.relu()).value_and_grad(1.5), (3.75, 4.0));
    }
}

/// Traits of other people's that have other names, or the same ones for other types.
mod others {
    use burtorch::{Real, Reduce};

    pub trait Ext: Sized {
        fn cube(self) -> Self;
        fn sqr(&self) -> i32 {
            7
        }
        fn sum_all(&self) -> f64 {
            0.0
        }
    }
    impl Ext for f64 {
        fn cube(self) -> f64 {
            self * self * self
        }
    }
    impl Ext for i32 {
        fn cube(self) -> i32 {
            self * self * self
        }
    }

    pub trait OfIntegers {
        fn len(&self) -> usize;
        fn dot(&self, other: &Self) -> i32;
        fn iter(&self) -> i32 {
            3
        }
    }
    impl OfIntegers for [i32; 3] {
        fn len(&self) -> usize {
            30
        }
        fn dot(&self, _: &Self) -> i32 {
            2
        }
    }

    // The method by value is found before the one by reference.
    #[burtorch::differentiable]
    pub fn f(x: f64, n: i32, y: &[f64; 3]) -> f64 {
        let numbers = [n; 3];
        x.sqr() * y.dot(y) / y.len() as f64 + x * f64::from(n.cube()) * f64::from(numbers.dot(&numbers))
    }
}

/// A type of the user's with methods of these names.
mod inherent {
    #[derive(Clone, Copy)]
    pub struct Table([f64; 2]);
    impl Table {
        pub fn new() -> Self {
            Table([2.0, 5.0])
        }
        pub fn sqr(&self) -> f64 {
            self.0[0]
        }
        pub fn len(&self) -> f64 {
            self.0[1]
        }
    }

    #[burtorch::differentiable]
    pub fn f(x: f64, table: Table) -> f64 {
        x * x * table.sqr() + x * table.len()
    }
}

#[differentiable]
fn exchanged(x: f64, y: f64) -> f64 {
    use std::mem::{self, replace};
    let (mut a, mut b) = (x.sin(), y);
    mem::swap(&mut a, &mut b);
    core::mem::swap(&mut b, &mut a);
    let old = replace(&mut a, y * y);
    old * a + b
}

/// Another function of the same name, by a path.
mod paths {
    #[burtorch::differentiable]
    pub fn swap(a: &mut f64, b: &mut f64) {
        let sum = *a + *b;
        *b = *a * *b;
        *a = sum;
    }

    #[burtorch::differentiable]
    pub fn f(x: f64, y: f64) -> f64 {
        let mut a = x;
        let mut b = y;
        self::swap(&mut a, &mut b);
        a * a * b
    }
}

/// Methods as paths, and chains that end in one.
#[differentiable]
fn largest<T: burtorch::Float>(x: &[T; 3]) -> T {
    use burtorch::{Float, Real};
    let top = x.iter().fold(T::neg_infinity(), |a, &b| a.max(b));
    let bottom = x.iter().copied().fold(T::infinity(), T::min);
    Float::exp(top) + <T as Real>::sigmoid(bottom) + T::one() + <T as burtorch::Float>::sin(top)
}

/// References are taken apart by the method itself.
#[differentiable]
fn of_references(x: &[f64; 3], y: &f64) -> f64 {
    use burtorch::Real;
    let z = &x[1];
    x.iter().map(|v| v.sqr() + v.sin()).sum::<f64>() * y.softplus() + z.powi(2).mean2(*y)
}

/// What floats have by an operator's trait.
#[differentiable]
fn operators_as_methods(x: f64, y: f64) -> f64 {
    use std::ops::{Mul, Neg};
    x.mul(y).neg()
}

/// Arguments that hold no floats, and those that say that they are constant.
mod constants {
    use burtorch::{Differentiable, derivative, differentiable};

    pub type Matrix = [[f64; 2]; 2];
    pub type Names<'a> = &'a [&'a str];
    pub type Square<T, const N: usize> = [[T; N]; N];

    #[derive(Clone, Debug, PartialEq, Differentiable)]
    pub struct Point {
        pub x: f64,
    }

    pub enum Kind {
        Linear,
    }

    pub trait Shape {
        fn size(&self) -> f64;
    }
    impl Shape for Kind {
        fn size(&self) -> f64 {
            2.0
        }
    }

    #[differentiable]
    pub fn other_types<'a, S: Shape>(x: f64, names: Names<'a>, kind: &Kind, shape: &S, any: &dyn Shape) -> f64 {
        let scale = match kind {
            Kind::Linear => 1.0,
        };
        x * x * scale * names.len() as f64 * shape.size() * any.size()
    }

    #[differentiable]
    pub fn marked<T: burtorch::Float, const N: usize>(
        #[constant] m: &Square<T, N>,
        x: T,
        #[constant] k: T,
        n: Option<usize>,
    ) -> T {
        m[0][N - 1] * x * x * k * T::from(n.unwrap_or(1)).unwrap()
    }

    #[differentiable(wrt(x))]
    pub fn picked(m: &Matrix, p: &Point, x: f64) -> f64 {
        m[0][1] * x * x * p.x
    }

    impl Point {
        #[differentiable]
        pub fn marked(#[constant] &self, x: f64) -> f64 {
            self.x * x * x
        }

        #[differentiable(wrt(x))]
        pub fn picked(&self, x: f64) -> f64 {
            self.x * x * x
        }

        #[differentiable(method)]
        pub fn associated(#[constant] this: &Self, x: f64) -> f64 {
            this.x * x * x
        }
    }

    pub fn cube(m: &Matrix, x: f64) -> f64 {
        m[0][1] * x * x * x
    }

    #[derivative(of = cube)]
    fn cube_slope(#[constant] m: &Matrix, x: f64) -> f64 {
        3.0 * m[0][1] * x * x
    }

    #[differentiable]
    pub fn by_a_rule(x: f64, #[constant] m: &Matrix) -> f64 {
        cube(m, x)
    }
}

#[test]
fn methods_of_others_stay_theirs() {
    scalar!(|x| others::f(x[0], 3, &[x[1], x[2], x[3]]); along (x[0], &[x[1], x[2], x[3]]); at [0.7, 1.2, -0.3, 2.0]);
    let table = inherent::Table::new();
    scalar!(|x| inherent::f(x[0], table); along (x[0]); at [0.7]);
    scalar!(|x| exchanged(x[0], x[1]); at [0.7, 1.2]);
    scalar!(|x| largest(&[x[0], x[1], x[2]]); at [0.7, 1.2, -0.3]);
    scalar!(|x| of_references(&[x[0], x[1], x[2]], &x[3]); at [0.7, 1.2, -0.3, 0.4]);
    scalar!(|x| operators_as_methods(x[0], x[1]); at [0.7, 1.2]);
    assert_eq!(paths::f::value_and_grad(2.0, 3.0), (150.0, (135.0, 110.0)));
}

#[test]
fn constant_arguments_are_said_to_be() {
    use constants::{Kind, Point};
    let m = [[1.0, 2.0], [3.0, 4.0]];
    assert_eq!(constants::other_types::grad(3.0, &["a", "b"], &Kind::Linear, &Kind::Linear, &Kind::Linear), 48.0);
    assert_eq!(constants::marked::grad(&m, 3.0, 5.0, None), 60.0);
    assert_eq!(constants::picked::grad(&m, &Point { x: 5.0 }, 3.0), 60.0);
    assert_eq!(Point { x: 5.0 }.marked_grad(3.0), 30.0);
    assert_eq!(Point { x: 5.0 }.picked_grad(3.0), 30.0);
    assert_eq!(Point::associated_grad(&Point { x: 5.0 }, 3.0), 30.0);
    assert_eq!(constants::by_a_rule::value_and_grad(3.0, &m), (54.0, 54.0));
    assert_eq!(burtorch::graph!(|#[constant] m: &constants::Matrix, x: f64| m[0][1] * x * x).grad(&m, 3.0), 12.0);
}
