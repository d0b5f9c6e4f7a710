//! One model per mistake that was made once.

use crate::check::{array, numbers};
use burtorch::{Error, Workspace};

/// Inputs are called what the code that is written for them uses itself.
macro_rules! named {
    ($($module:ident $a:ident $b:ident $c:ident $d:ident $e:ident $f:ident;)*) => {$(
        #[allow(non_snake_case, reason = "these names are what is tested")]
        mod $module {
            burtorch::graph! {
                type Scalar = f64;

                pub struct Named { layers: [Param<3>; 2] }

                impl Named {
                    pub fn out(&self, $a: Tensor<3>, $b: usize) -> Tensor<3> {
                        self.layers[0] * $a + $a[$b]
                    }

                    pub fn loss(&self, $a: Tensor<3>, $b: usize, $c: f64, $d: Tensor<3>, $e: u64, $f: [u8; 2]) -> f64 {
                        let mut y = $a;
                        for layer in &self.layers {
                            y = sin(layer * y + $d) + $a * $c + layer[$b];
                        }
                        sum(dropout(y, 0.5, $e) * sum(self.layers[1][$f]))
                    }
                }
            }
        }
    )*};
}

named! {
    first params ix workspace gradient seed samples;
    second p at w g s o;
    third x l0 x0 x1 x2 b;
    fourth S tile tiles floats count sample;
    fifth results scale total value isa I;
    sixth result i j k n t;
    seventh Self_ __S r#type r#in r#match r#loop;
}

#[test]
fn inputs_may_have_any_name() {
    macro_rules! check {
        ($($module:ident)*) => {$({
            use $module::Named;
            let samples = |at: u64| {
                let row = usize::try_from(at % 3).expect("a row");
                let small = u8::try_from(at % 3).expect("a row");
                (array::<3>(at), row, numbers(1, at)[0], array::<3>(at + 50), at, [small, 2])
            };
            check_model!(Named, samples, (a, b, c, d, e, f) => a, *b, *c, d, *e, f);
        })*};
    }
    check!(first second third fourth fifth sixth seventh);
}

/// So may models, constants and functions.
mod names {
    #![allow(non_upper_case_globals, reason = "these names are what is tested")]

    burtorch::graph! {
        type Scalar = f64;

        const HALF: Scalar = 0.5;
        const f: usize = 3;

        pub struct S { r#type: Param<f> }

        impl S {
            pub fn r#match(&self, r#in: usize) -> f64 {
                self.r#type[r#in] * HALF
            }

            pub fn loss(&self, x: Tensor<f>) -> f64 {
                sum(exp(self.r#type) * x) * HALF
            }
        }

        pub struct Result { a: Param<2> }

        impl Result {
            pub fn loss(&self, x: f64) -> f64 {
                sum(sin(self.a * x))
            }
        }

        pub struct Run { a: Param<2> }

        impl Run {
            pub fn loss(&self, x: f64) -> f64 {
                sum(sin(self.a * x))
            }
        }
    }
}

#[test]
fn models_and_functions_may_have_any_name() {
    use names::{Result, Run, S};
    check_model!(S, array::<3>, x => x);
    check_model!(Result, |at| numbers(1, at)[0], x => *x);
    check_model!(Run, |at| numbers(1, at)[0], x => *x);
    assert_eq!(S::r#match(&[1.0, 2.0, 3.0], &mut Workspace::boxed(), 1), Ok(1.0));
    let mut gradient = [0.0; 3];
    assert_eq!(S::match_grad(&[1.0, 2.0, 3.0], &mut gradient, &mut Workspace::boxed(), 2), Ok(1.5));
    assert_eq!(gradient, [0.0, 0.0, 0.5]);
    assert_eq!(<S as burtorch::Model>::PARAMETERS[0].name, "type");
}

burtorch::graph! {
    type Scalar = f64;

    /// What a loop reads from outside: a mask, a part of an integer input, an index.
    pub struct FromOutside { layers: [Linear<3, 3>; 3], tables: [Embedding<5, 3>; 3] }

    impl FromOutside {
        pub fn loss(&self, x: Tensor<3>, i: [usize; 4]) -> f64 {
            let mask = x > 0.1;
            let (part, last) = (i[1..3], i[3]);
            let mut y = x;
            for layer in &self.layers {
                y = select(mask, tanh(layer.forward(y)), y * 0.5);
            }
            let mut z = zeros([2, 3]);
            for table in &self.tables {
                z = tanh(z + table.forward(part) * y) + table.forward(last) + table.table[i[0]];
            }
            sum(z * y)
        }
    }

    /// Single numbers that are looked up: their kernels have no loops.
    pub struct Ratings { people: Embedding<5, 3>, things: Embedding<4, 3>, mood: Param<5>, fame: Embedding<4, 1> }

    impl Ratings {
        pub fn loss(&self, pair: [usize; 2], likes: f64) -> f64 {
            let fit = dot(self.people.forward(pair[0]), self.things.forward(pair[1]));
            logistic_loss(fit + self.mood[pair[0]] + self.fame.forward(pair[1])[0], likes)
        }
    }

    /// A loop inside of a loop, with a start that is no parameter, and one that is.
    pub struct Nested { layers: [[Linear<3, 3>; 2]; 3], starts: [[Param<3>; 2]; 3] }

    impl Nested {
        pub fn loss(&self, x: Tensor<3>) -> f64 {
            let mut y = x;
            for row in &self.layers {
                let mut z = zeros([3]);
                for layer in row {
                    z = tanh(layer.forward(z + 0.5) + y);
                }
                y = y * z;
            }
            for row in &self.starts {
                let mut z = row[0];
                for start in row {
                    z = z * start + y;
                }
                y = sin(z);
            }
            sum(y)
        }
    }

    /// Each step uses the one before it twice: written out naively, that is 2²⁶ steps.
    pub struct Deep { gains: [Param<3>; 2] }

    impl Deep {
        pub fn loss(&self, x: Tensor<3>) -> f64 {
            let mut y = x;
            for gain in &self.gains {
                let mut z = y * gain;
                for _ in 0..26 {
                    z = z + relu(z) * 0.01;
                }
                y = tanh(z);
            }
            sum(y)
        }
    }

    pub struct Bounds { table: Param<5, 2>, row: Param<5> }

    impl Bounds {
        pub fn front(&self, i: usize) -> f64 {
            sum(exp(self.table[0..3][i]))
        }

        pub fn back(&self, i: usize) -> f64 {
            sum(exp(self.table[2..][i]))
        }

        pub fn column(&self, i: usize) -> f64 {
            sum(exp(transpose(self.table)[i]))
        }

        pub fn block(&self, i: [u8; 2]) -> f64 {
            sum(exp(gather(self.table[..4], i)))
        }

        pub fn wide(&self, i: u128) -> f64 {
            self.row[i]
        }

        pub fn long(&self, i: u64) -> f64 {
            self.row[i]
        }
    }
}

#[test]
fn loops_read_from_outside() {
    let samples = |at: u64| {
        let word = |by: u64| usize::try_from((at + by * by) % 5).expect("a word");
        (array::<3>(at), [word(1), word(2), word(3), word(4)])
    };
    check_model!(FromOutside, samples, (x, i) => x, i);
}

#[test]
fn single_numbers_are_looked_up() {
    let place = |at: u64| usize::try_from(at % 4).expect("a place");
    check_model!(Ratings, |at| ([place(at), place(at / 3)], numbers(1, at)[0].abs()), (pair, likes) => pair, *likes);
}

#[test]
fn loops_inside_of_loops() {
    check_model!(Nested, array::<3>, x => x);
}

#[test]
fn values_used_twice_are_computed_once() {
    check_gradients!(Deep, array::<3>, x => x);
}

#[test]
fn an_index_into_a_part_is_bounded_by_the_part() {
    let params = [0.1; 15];
    let mut workspace = Workspace::boxed();
    let bad = |position: usize, index: i128, bound: usize| Err(Error::Index { argument: "i", position, index, bound });
    assert!(Bounds::front(&params, &mut workspace, 2).is_ok());
    assert_eq!(Bounds::front(&params, &mut workspace, 3), bad(0, 3, 3));
    assert!(Bounds::back(&params, &mut workspace, 2).is_ok());
    assert_eq!(Bounds::back(&params, &mut workspace, 3), bad(0, 3, 3));
    assert!(Bounds::column(&params, &mut workspace, 1).is_ok());
    assert_eq!(Bounds::column(&params, &mut workspace, 2), bad(0, 2, 2));
    assert!(Bounds::block(&params, &mut workspace, &[0, 3]).is_ok());
    assert_eq!(Bounds::block(&params, &mut workspace, &[0, 4]), bad(1, 4, 4));
    assert_eq!(Bounds::wide(&params, &mut workspace, 1 << 64), bad(0, 1 << 64, 5));
    assert_eq!(Bounds::long(&params, &mut workspace, u64::MAX), bad(0, u64::MAX.into(), 5));
}
