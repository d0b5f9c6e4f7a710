//! Constants are computed, and identities applied: the laws of IEEE arithmetic, one per line.

use burtorch_runtime::rules::{self, Op};

use super::Rows;
use super::rewrite::Rewriter;
use crate::ast::Precision;
use crate::each::Each;
use crate::graph::{Id, Kind};

/// Rows whose results IEEE arithmetic defines to the bit. Those of libm are left to the program.
const EXACT: [Op; 18] = [
    Op::Add,
    Op::Sub,
    Op::Mul,
    Op::Div,
    Op::Rem,
    Op::Neg,
    Op::Sqrt,
    Op::Abs,
    Op::Signum,
    Op::Copysign,
    Op::Min,
    Op::Max,
    Op::MulAdd,
    Op::Floor,
    Op::Ceil,
    Op::Round,
    Op::Trunc,
    Op::Fract,
];

impl Rewriter<'_> {
    /// What `op` of `args` is equal to, if that is simpler.
    pub(super) fn fold(&mut self, op: Op, args: &[Id], precision: Precision) -> Option<Id> {
        if args.iter().all(|&arg| self.constant_of(arg).is_some()) {
            let constants: Vec<f64> = args.iter().filter_map(|&arg| self.constant_of(arg)).collect();
            if let Some(value) = evaluate(op, &constants, precision) {
                return Some(self.constant(value));
            }
        }
        if let Some(multiple) = self.fold_multiple(op, args) {
            return Some(multiple);
        }
        let is = |this: &Self, id: Id, value: f64| this.constant_of(id).is_some_and(|c| c.to_bits() == value.to_bits());
        let negated = |this: &Self, id: Id| match this.w.graph.kind(id) {
            Kind::Op(Op::Neg, args) => Some(args[0]),
            _ => None,
        };
        match (op, args) {
            // a + -0 = a, but not a + 0: that turns -0 into 0
            (Op::Add, &[a, b]) if is(self, b, -0.0) => Some(a),
            (Op::Add, &[a, b]) if is(self, a, -0.0) => Some(b),
            // a - 0 = a
            (Op::Sub, &[a, b]) if is(self, b, 0.0) => Some(a),
            // a * 1 = a, a * -1 = -a
            (Op::Mul, &[a, b]) if is(self, b, 1.0) => Some(a),
            (Op::Mul, &[a, b]) if is(self, a, 1.0) => Some(b),
            (Op::Mul, &[a, b]) if is(self, b, -1.0) => Some(self.op(Op::Neg, &[a])),
            (Op::Mul, &[a, b]) if is(self, a, -1.0) => Some(self.op(Op::Neg, &[b])),
            // a / 1 = a, a / -1 = -a
            (Op::Div, &[a, b]) if is(self, b, 1.0) => Some(a),
            (Op::Div, &[a, b]) if is(self, b, -1.0) => Some(self.op(Op::Neg, &[a])),
            // a / 2ⁿ = a * 2⁻ⁿ
            (Op::Div, &[a, b]) => match self.constant_of(b).and_then(|b| exact_reciprocal(b, precision)) {
                Some(reciprocal) => {
                    let reciprocal = self.constant(reciprocal);
                    Some(self.op(Op::Mul, &[a, reciprocal]))
                }
                None => match (negated(self, a), negated(self, b)) {
                    // -a / b = a / -b = -(a / b)
                    (Some(a), Some(b)) => Some(self.op(Op::Div, &[a, b])),
                    (None, None) => None,
                    (inner_a, inner_b) => {
                        let quotient = self.op(Op::Div, &[inner_a.unwrap_or(a), inner_b.unwrap_or(b)]);
                        Some(self.op(Op::Neg, &[quotient]))
                    }
                },
            },
            // a + -b = a - b, -a + b = b - a
            (Op::Add, &[a, b]) => match (negated(self, a), negated(self, b)) {
                (_, Some(b)) => Some(self.op(Op::Sub, &[a, b])),
                (Some(a), None) => Some(self.op(Op::Sub, &[b, a])),
                (None, None) => None,
            },
            // a - -b = a + b
            (Op::Sub, &[a, b]) => negated(self, b).map(|b| self.op(Op::Add, &[a, b])),
            // -a * b = a * -b = -(a * b)
            (Op::Mul, &[a, b]) => match (negated(self, a), negated(self, b)) {
                (Some(a), Some(b)) => Some(self.op(Op::Mul, &[a, b])),
                (None, None) => None,
                (inner_a, inner_b) => {
                    let product = self.op(Op::Mul, &[inner_a.unwrap_or(a), inner_b.unwrap_or(b)]);
                    Some(self.op(Op::Neg, &[product]))
                }
            },
            // --a = a
            (Op::Neg, &[a]) => negated(self, a),
            (Op::Powi, &[a, n]) if self.rows == Rows::Lower => self.constant_of(n).and_then(|n| self.power(a, n)),
            _ => None,
        }
    }

    /// Sums and products of whole multiples of one value: `x + 2x = 3x`, `x + 3x = 4x`, `3 · 4x = 12x`.
    ///
    /// `c x` is rounded once. So is a sum of two multiples by powers of two, which are exact; the
    /// rounding of `3x` does not show in `x + 3x`. All is the same for a common factor of a power of
    /// two. Signs must agree: of `2x − x`, the first may overflow alone.
    #[allow(clippy::float_cmp, reason = "whole numbers are exact")]
    fn fold_multiple(&mut self, op: Op, args: &[Id]) -> Option<Id> {
        let &[a, b] = args else { return None };
        match op {
            Op::Add | Op::Sub if a != b || op == Op::Sub => {
                let ((m, x), (n, y)) = (self.multiple(a), self.multiple(b));
                let n = if op == Op::Sub { -n } else { n };
                let (small, large) = (m.abs().min(n.abs()), m.abs().max(n.abs()));
                let exact = is_power(m) && is_power(n) || is_power(small) && large == 3.0 * small;
                (x == y && m.signum() == n.signum() && exact).then(|| self.times(m + n, x))
            }
            Op::Mul => {
                let (factor, value) = match (self.constant_of(a), self.constant_of(b)) {
                    (Some(factor), None) => (factor, b),
                    (None, Some(factor)) => (factor, a),
                    _ => return None,
                };
                let (m, x) = self.multiple(value);
                let exact = is_whole(factor) && (is_power(factor) || is_power(m));
                (m.abs() > 1.0 && exact).then(|| self.times(factor * m, x))
            }
            _ => None,
        }
    }

    /// `id = m x` for a whole number `m`, rounded once.
    fn multiple(&self, id: Id) -> (f64, Id) {
        match self.w.graph.kind(id) {
            Kind::Op(Op::Neg, args) => {
                let (m, x) = self.multiple(args[0]);
                (-m, x)
            }
            Kind::Op(Op::Add, args) if args[0] == args[1] => {
                let (m, x) = self.multiple(args[0]);
                (2.0 * m, x)
            }
            Kind::Op(Op::Mul, args) => match (self.constant_of(args[0]), self.constant_of(args[1])) {
                (Some(factor), None) if is_whole(factor) => (factor, args[1]),
                (None, Some(factor)) if is_whole(factor) => (factor, args[0]),
                _ => (1.0, id),
            },
            _ => (1.0, id),
        }
    }

    /// `m x` for a whole number `m`.
    fn times(&mut self, m: f64, x: Id) -> Id {
        let factor = self.constant(m.abs());
        let product = match m.abs() {
            1.0 => x,
            2.0 => self.op(Op::Add, &[x, x]),
            _ => self.op(Op::Mul, &[factor, x]),
        };
        if m < 0.0 { self.op(Op::Neg, &[product]) } else { product }
    }

    /// `aⁿ` by the multiplications of the table's own `powi`, in its order.
    fn power(&mut self, mut a: Id, n: f64) -> Option<Id> {
        #[allow(clippy::cast_possible_truncation, reason = "checked: it is a small whole number")]
        let whole = (n.abs() <= 1024.0 && n.fract() == 0.0).then_some(n as i32)?;
        let mut left = whole.unsigned_abs();
        let mut product = None;
        while left > 0 {
            if left & 1 == 1 {
                product = Some(match product {
                    Some(product) => self.op(Op::Mul, &[product, a]),
                    None => a,
                });
            }
            left /= 2;
            if left > 0 {
                a = self.op(Op::Mul, &[a, a]);
            }
        }
        let one = self.constant(1.0);
        let power = product.unwrap_or(one);
        Some(if whole < 0 { self.op(Op::Div, &[one, power]) } else { power })
    }
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
    if !EXACT.contains(&op) {
        return None;
    }
    #[allow(clippy::cast_possible_truncation, reason = "the program computes in single precision")]
    let single = || {
        let args: Vec<f32> = args.each(|&arg| arg as f32);
        f64::from(rules::value(op, &args))
    };
    match precision {
        Precision::F64 => Some(rules::value(op, args)),
        Precision::F32 => Some(single()),
        // Only what is the same number whatever the float type turns out to be.
        Precision::Generic => {
            #[allow(clippy::cast_possible_truncation, reason = "asks whether it is exact")]
            let exact = args.iter().all(|&arg| f64::from(arg as f32).to_bits() == arg.to_bits());
            let double = rules::value(op, args);
            (exact
                && double.to_bits() == single().to_bits()
                && double.abs() < 2048.0
                && (double * 1024.0).fract() == 0.0)
                .then_some(double)
        }
    }
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
