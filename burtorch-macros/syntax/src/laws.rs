//! The laws of IEEE arithmetic: rewrites of rows that keep results to the bit, for graphs of numbers and of tensors.
//!
//! In goes a row of a graph, out comes what it is equal to, if that is simpler. Each law stands above its arm. A law
//! holds for all floats: `x * 1` goes, `x * 0` stays (`x` may be NaN). Rows made of others need no laws of their own: they are
//! lowered to those that have some ([`lower`]).

use burtorch_runtime::rules::{self, Code, Op};

use crate::ast::Precision;
use crate::each::Each;
use crate::record::{self, Record};

/// A graph that is rewritten while it is copied: rows that are recorded come out simplified.
pub trait Rewrite: Record {
    /// The type of the numbers that the program computes with.
    fn precision(&self) -> Precision;

    /// The number that a node is, if it is constant.
    fn constant_of(&self, id: Self::Id) -> Option<f64>;

    /// The argument, if a node is a row of one.
    fn row_of_one(&self, id: Self::Id) -> Option<(Op, Self::Id)>;

    /// The arguments, if a node is a row of two.
    fn row_of_two(&self, id: Self::Id) -> Option<(Op, [Self::Id; 2])>;
}

/// What `op` of `args` is equal to, with fewer or cheaper operations.
pub fn simpler<G: Rewrite<Id: PartialEq>>(g: &mut G, op: Op, args: &[G::Id]) -> Option<G::Id> {
    constant(g, op, args)
        .or_else(|| multiple(g, op, args))
        .or_else(|| identity(g, op, args))
        .or_else(|| fewer_signs(g, op, args))
}

/// A row of constants is a constant.
fn constant<G: Rewrite>(g: &mut G, op: Op, args: &[G::Id]) -> Option<G::Id> {
    // Most rows have other arguments, and no vector is made for those.
    if args.iter().any(|&arg| g.constant_of(arg).is_none()) {
        return None;
    }
    let constants: Vec<f64> = args.iter().filter_map(|&arg| g.constant_of(arg)).collect();
    let value = evaluate(op, &constants, g.precision())?;
    Some(g.constant(value, args[0]))
}

/// Laws of an operand that is one particular number.
fn identity<G: Rewrite>(g: &mut G, op: Op, args: &[G::Id]) -> Option<G::Id> {
    let &[a, b] = args else { return None };
    let is = |id: G::Id, value: f64| g.constant_of(id).is_some_and(|c| c.to_bits() == value.to_bits());
    match op {
        // a + -0 = a, but not a + 0: that turns -0 into 0
        Op::Add if is(b, -0.0) => Some(a),
        Op::Add if is(a, -0.0) => Some(b),
        // a - 0 = a
        Op::Sub if is(b, 0.0) => Some(a),
        // a * 1 = a / 1 = a, a * -1 = a / -1 = -a
        Op::Mul | Op::Div if is(b, 1.0) => Some(a),
        Op::Mul if is(a, 1.0) => Some(b),
        Op::Mul | Op::Div if is(b, -1.0) => Some(g.op(Op::Neg, &[a])),
        Op::Mul if is(a, -1.0) => Some(g.op(Op::Neg, &[b])),
        // a / 2ⁿ = a * 2⁻ⁿ
        Op::Div => {
            let reciprocal = exact_reciprocal(g.constant_of(b)?, g.precision())?;
            let reciprocal = g.constant(reciprocal, b);
            Some(g.op(Op::Mul, &[a, reciprocal]))
        }
        _ => None,
    }
}

/// Laws that save a negation.
fn fewer_signs<G: Rewrite>(g: &mut G, op: Op, args: &[G::Id]) -> Option<G::Id> {
    if let &[a] = args {
        // --a = a
        return if op == Op::Neg { negated(g, a) } else { None };
    }
    let (Op::Add | Op::Sub | Op::Mul | Op::Div, &[a, b]) = (op, args) else { return None };
    match (op, negated(g, a), negated(g, b)) {
        // a + -b = a - b, -a + b = b - a
        (Op::Add, _, Some(b)) => Some(g.op(Op::Sub, &[a, b])),
        (Op::Add, Some(a), None) => Some(g.op(Op::Sub, &[b, a])),
        // a - -b = a + b
        (Op::Sub, _, Some(b)) => Some(g.op(Op::Add, &[a, b])),
        // -a * -b = a * b, -a / -b = a / b
        (Op::Mul | Op::Div, Some(a), Some(b)) => Some(g.op(op, &[a, b])),
        _ => None,
    }
}

/// `-a * b = a * -b = -(a * b)`, and the same for quotients: negations move outwards, where others are met.
///
/// Tensors do without: a sum over products has to stay one to be a matrix product.
pub fn signs_outwards<G: Rewrite>(g: &mut G, op: Op, args: &[G::Id]) -> Option<G::Id> {
    let (Op::Mul | Op::Div, &[a, b]) = (op, args) else { return None };
    let (inner_a, inner_b) = (negated(g, a), negated(g, b));
    (inner_a.is_some() || inner_b.is_some()).then(|| {
        let positive = g.op(op, &[inner_a.unwrap_or(a), inner_b.unwrap_or(b)]);
        g.op(Op::Neg, &[positive])
    })
}

/// `a`, if a node is `-a`.
fn negated<G: Rewrite>(g: &G, id: G::Id) -> Option<G::Id> {
    g.row_of_one(id).and_then(|(op, a)| (op == Op::Neg).then_some(a))
}

/// `a + b = b + a`, `a * b = b * a`: equal rows have their arguments in the same order.
pub fn commutes(op: Op) -> bool {
    matches!(op, Op::Add | Op::Mul)
}

/// Sums and products of whole multiples of one value: `x + 2x = 3x`, `x + 3x = 4x`, `3 · 4x = 12x`.
///
/// `c x` is rounded once. So is a sum of two multiples by powers of two, which are exact; the
/// rounding of `3x` does not show in `x + 3x`. All is the same for a common factor of a power of
/// two. Signs must agree: of `2x − x`, the first may overflow alone.
#[allow(clippy::float_cmp, reason = "whole numbers are exact")]
fn multiple<G: Rewrite<Id: PartialEq>>(g: &mut G, op: Op, args: &[G::Id]) -> Option<G::Id> {
    let &[a, b] = args else { return None };
    match op {
        Op::Add | Op::Sub if a != b || op == Op::Sub => {
            let ((m, x), (n, y)) = (multiple_of(g, a), multiple_of(g, b));
            let n = if op == Op::Sub { -n } else { n };
            let (small, large) = (m.abs().min(n.abs()), m.abs().max(n.abs()));
            let exact = is_power(m) && is_power(n) || is_power(small) && large == 3.0 * small;
            (x == y && m.signum() == n.signum() && exact).then(|| times(g, m + n, x))
        }
        Op::Mul => {
            let (factor, value) = match (g.constant_of(a), g.constant_of(b)) {
                (Some(factor), None) => (factor, b),
                (None, Some(factor)) => (factor, a),
                _ => return None,
            };
            let (m, x) = multiple_of(g, value);
            let exact = is_whole(factor) && (is_power(factor) || is_power(m));
            (m.abs() > 1.0 && exact).then(|| times(g, factor * m, x))
        }
        _ => None,
    }
}

/// `id = m x` for a whole number `m`, rounded once.
fn multiple_of<G: Rewrite<Id: PartialEq>>(g: &G, id: G::Id) -> (f64, G::Id) {
    if let Some(x) = negated(g, id) {
        let (m, x) = multiple_of(g, x);
        return (-m, x);
    }
    match g.row_of_two(id) {
        Some((Op::Add, [a, b])) if a == b => {
            let (m, x) = multiple_of(g, a);
            (2.0 * m, x)
        }
        Some((Op::Mul, [a, b])) => match (g.constant_of(a), g.constant_of(b)) {
            (Some(factor), None) if is_whole(factor) => (factor, b),
            (None, Some(factor)) if is_whole(factor) => (factor, a),
            _ => (1.0, id),
        },
        _ => (1.0, id),
    }
}

/// `m x` for a whole number `m`.
fn times<G: Rewrite>(g: &mut G, m: f64, x: G::Id) -> G::Id {
    let factor = g.constant(m.abs(), x);
    let product = match m.abs() {
        1.0 => x,
        2.0 => g.op(Op::Add, &[x, x]),
        _ => g.op(Op::Mul, &[factor, x]),
    };
    if m < 0.0 { g.op(Op::Neg, &[product]) } else { product }
}

/// A row by those that generated code can call: the rows that it is made of, and a power by multiplications. `None` if
/// generated code can call it.
pub fn lower<G: Rewrite>(g: &mut G, op: Op, args: &[G::Id]) -> Option<G::Id> {
    match (op, args) {
        (Op::Powi, &[a, n]) => g.constant_of(n).and_then(|n| power(g, a, n)),
        _ => (op.code() == Code::Composed).then(|| record::value(g, op, args)),
    }
}

/// `aⁿ` by the multiplications of the table's own `powi`, in its order.
fn power<G: Rewrite>(g: &mut G, mut a: G::Id, n: f64) -> Option<G::Id> {
    #[allow(clippy::cast_possible_truncation, reason = "checked: it is a small whole number")]
    let whole = (n.abs() <= 1024.0 && n.fract() == 0.0).then_some(n as i32)?;
    let mut left = whole.unsigned_abs();
    let mut product = None;
    while left > 0 {
        if left & 1 == 1 {
            product = Some(match product {
                Some(product) => g.op(Op::Mul, &[product, a]),
                None => a,
            });
        }
        left /= 2;
        if left > 0 {
            a = g.op(Op::Mul, &[a, a]);
        }
    }
    let one = g.constant(1.0, a);
    let power = product.unwrap_or(one);
    Some(if whole < 0 { g.op(Op::Div, &[one, power]) } else { power })
}

/// A whole number that is small enough to be exact in any float type.
fn is_whole(x: f64) -> bool {
    x.fract() == 0.0 && x != 0.0 && x.abs() <= 1024.0
}

/// A whole power of two.
fn is_power(x: f64) -> bool {
    is_whole(x) && x.to_bits().trailing_zeros() >= 52
}

/// The value of an exact row, computed as the program would.
fn evaluate(op: Op, args: &[f64], precision: Precision) -> Option<f64> {
    if !op.is_exact() {
        return None;
    }
    match precision {
        Precision::F64 | Precision::F32 => Some(computed(op, args, precision)),
        // Only what is the same number whatever the float type turns out to be.
        Precision::Generic => {
            #[allow(clippy::cast_possible_truncation, reason = "asks whether it is exact")]
            let exact = args.iter().all(|&arg| f64::from(arg as f32).to_bits() == arg.to_bits());
            let [single, double] = [Precision::F32, Precision::F64].map(|precision| computed(op, args, precision));
            (exact && double.to_bits() == single.to_bits() && double.abs() < 2048.0 && (double * 1024.0).fract() == 0.0)
                .then_some(double)
        }
    }
}

/// The value of a row of numbers, in single precision if the program computes in that, else in double.
pub fn computed(op: Op, args: &[f64], precision: Precision) -> f64 {
    if precision != Precision::F32 {
        return rules::value(op, args);
    }
    #[allow(clippy::cast_possible_truncation, reason = "the program computes in single precision")]
    let args: Vec<f32> = args.each(|&arg| arg as f32);
    f64::from(rules::value(op, &args))
}

/// `1 / b` where multiplying by it is the same as dividing by `b`: `b` is a power of two.
fn exact_reciprocal(b: f64, precision: Precision) -> Option<f64> {
    let reciprocal = 1.0 / b;
    let is_power = |x: f64| x.is_normal() && x.to_bits().trailing_zeros() >= 52;
    let (low, high) = match precision {
        Precision::F64 => (f64::MIN_POSITIVE, f64::MAX),
        Precision::F32 => (f64::from(f32::MIN_POSITIVE), f64::from(f32::MAX)),
        // Within the range of half precision.
        Precision::Generic => (1.0 / 16384.0, 16384.0),
    };
    let fits = |x: f64| x.abs() >= low && x.abs() <= high;
    (is_power(b) && is_power(reciprocal) && fits(b) && fits(reciprocal)).then_some(reciprocal)
}
