//! What compilers ask about an operator, answered from its row: where it is found, what it compiles to, what it costs,
//! whether it is exact, and how it becomes SIMD code.
//!
//! A row states its facts in brackets. The first says where generated code and users find the operator:
//!
//! | | |
//! |---|---|
//! | `"+"` | an operator of Rust's |
//! | `Float` | a method of Rust's floats, with the same results |
//! | `Own` | a function of [`math`](crate::math), and a method of [`Real`](crate::Real) |
//! | `Whole` | has an argument that is an integer in Rust, so its function and methods are written by hand |
//!
//! The second is its [`Code`]. The others hold of some rows only:
//!
//! | | |
//! |---|---|
//! | `Exact` | IEEE arithmetic defines the result to the bit; see [`Op::is_exact`] |
//! | `Vmath` | the instruction set trait has a function of its name; see [`SimdForm::Function`] |
//! | `VmathNear` | the same for arguments of moderate size; see [`SimdForm::NearFunction`] |

use core::cell::Cell;
use core::ops::{Add, Div, Mul, Neg, Rem, Sub};

use super::{Op, Operand, value};

/// The facts of a row, as it states them.
pub(super) struct Facts {
    pub home: Home,
    pub code: Code,
    pub further: &'static [Further],
}

/// Where an operator is found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Home {
    Operator(&'static str),
    Float,
    Own,
    Whole,
}

/// Facts that hold of some rows only.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Further {
    Exact,
    Vmath,
    VmathNear,
}

/// The first fact of a row.
macro_rules! home {
    ($symbol:literal) => {
        $crate::rules::facts::Home::Operator($symbol)
    };
    ($home:ident) => {
        $crate::rules::facts::Home::$home
    };
}
pub(super) use home;

/// What an operator compiles to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Code {
    /// The rows that its value is made of.
    Composed,
    /// One instruction of every processor, on numbers and on SIMD registers.
    Arithmetic,
    /// A few instructions without a branch, as cheap as arithmetic.
    Instruction,
    /// One instruction that takes several times as long as an addition.
    Division,
    /// One instruction of processors with FMA, a call elsewhere.
    Fused,
    /// A call of a function.
    Call,
}

/// How an operator becomes SIMD code.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SimdForm {
    /// The SIMD registers of kernels have a method of its name; the optimizer finds the instruction, too.
    Method,
    /// The optimizer turns loops over it into SIMD code.
    Instructions,
    /// The instruction set trait has a function of its name that the optimizer turns into SIMD code.
    Function,
    /// The instruction set trait has a function of its name that is right for arguments of moderate size only: a loop has to look
    /// for others first.
    NearFunction,
    /// Not at all: a loop over it is a loop of calls.
    None,
}

/// How generated code writes an operator.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Notation {
    /// By an operator of Rust's: infix of two arguments, prefix of one.
    Operator(&'static str),
    /// By a call of its method of `num_traits::Float`.
    Float,
    /// By a call of its function in [`math`](crate::math).
    Math,
    /// By a call of the runtime's function of its name, which takes all arguments as floats.
    Whole,
}

impl Notation {
    /// The path to the function among what generated code can name, before its name. Operators have none.
    #[must_use]
    pub const fn home(self) -> &'static str {
        match self {
            Notation::Operator(_) | Notation::Whole => "",
            Notation::Float => "Float::",
            Notation::Math => "math::",
        }
    }
}

/// The cost of a load from the nearest cache, in additions.
const LOAD: usize = 2;

impl Op {
    /// What it compiles to.
    #[must_use]
    pub const fn code(self) -> Code {
        self.facts().code
    }

    /// How generated code writes it.
    #[must_use]
    pub const fn notation(self) -> Notation {
        match self.facts().home {
            Home::Operator(symbol) => Notation::Operator(symbol),
            Home::Float => Notation::Float,
            Home::Own => Notation::Math,
            Home::Whole => Notation::Whole,
        }
    }

    /// Whether IEEE arithmetic defines its result to the bit, so that a compiler may compute it. The functions of libm
    /// differ between machines. An operator made of others is computed part by part.
    #[must_use]
    pub fn is_exact(self) -> bool {
        self.facts().further.contains(&Further::Exact)
    }

    /// About how long it takes, in additions.
    #[must_use]
    pub fn cost(self) -> usize {
        match self.code() {
            Code::Arithmetic | Code::Instruction => 1,
            Code::Division => 4,
            Code::Fused | Code::Call => 14,
            Code::Composed => self.tally(Op::cost),
        }
    }

    /// Whether computing it again takes no longer than a load of its value.
    #[must_use]
    pub fn is_cheap(self) -> bool {
        self.cost() <= LOAD
    }

    /// How many operators, comparisons and choices it is made of; one if it is not made of others.
    #[must_use]
    pub fn operations(self) -> usize {
        match self.code() {
            Code::Composed => self.tally(Op::operations),
            _ => 1,
        }
    }

    /// How it becomes SIMD code.
    #[must_use]
    pub fn vector(self) -> SimdForm {
        let facts = self.facts();
        match facts.code {
            _ if facts.further.contains(&Further::Vmath) => SimdForm::Function,
            _ if facts.further.contains(&Further::VmathNear) => SimdForm::NearFunction,
            Code::Arithmetic => SimdForm::Method,
            Code::Instruction | Code::Division | Code::Fused => SimdForm::Instructions,
            Code::Composed | Code::Call => SimdForm::None,
        }
    }

    /// The sum of a figure over the operators that a value is made of; comparisons and choices count one each.
    fn tally(self, figure: fn(Op) -> usize) -> usize {
        let total = Cell::new(0);
        let argument = Tally { figure, total: &total };
        let _ = value(self, &[argument; 3][..self.arity()]);
        total.get()
    }
}

/// Counts what is done to it.
#[derive(Clone, Copy)]
struct Tally<'c> {
    figure: fn(Op) -> usize,
    total: &'c Cell<usize>,
}

impl Tally<'_> {
    fn count(self, figure: usize) -> Self {
        self.total.set(self.total.get() + figure);
        self
    }
}

macro_rules! arithmetic {
    ($($op:ident $method:ident),*) => {$(
        impl $op for Tally<'_> {
            type Output = Self;

            fn $method(self, _: Self) -> Self {
                self.call(Op::$op)
            }
        }
    )*};
}

arithmetic!(Add add, Sub sub, Mul mul, Div div, Rem rem);

impl Neg for Tally<'_> {
    type Output = Self;

    fn neg(self) -> Self {
        self.call(Op::Neg)
    }
}

impl Operand for Tally<'_> {
    type Truth = Self;

    fn lit(self, _: f64) -> Self {
        self
    }

    fn call(self, op: Op) -> Self {
        self.count((self.figure)(op))
    }

    fn call2(self, op: Op, _: Self) -> Self {
        self.call(op)
    }

    fn call3(self, op: Op, _: Self, _: Self) -> Self {
        self.call(op)
    }

    fn lt(self, _: Self) -> Self {
        self.count(1)
    }

    fn le(self, _: Self) -> Self {
        self.count(1)
    }

    fn eq(self, _: Self) -> Self {
        self.count(1)
    }

    fn select(_: Self, a: Self, _: Self) -> Self {
        a.count(1)
    }
}
