// Loops of every kind, tuple state, integer logic and casts, consts in functions, break with a value, nested closures.
use burtorch::differentiable;

const fn table(n: usize) -> [f64; 4] {
    [1.0, n as f64, 2.0, 0.5]
}
static COEFFS: [f64; 4] = table(3);

#[differentiable]
fn series(x: f64, tol: f64) -> f64 {
    let mut term = 1.0;
    let mut sum = 0.0;
    let mut k = 0u32;
    let result = loop {
        sum += term * COEFFS[(k % 4) as usize];
        k += 1;
        term *= x / f64::from(k);
        if term.abs() < tol || k > 60 {
            break sum * 2.0;
        }
    };
    result - x
}

#[differentiable]
fn bessel(x: f64, order: i32) -> f64 {
    fn factorial(n: u64) -> u64 {
        if n < 2 { 1 } else { n * factorial(n - 1) }
    }
    let half = x / 2.0;
    let mut sum = 0.0;
    for m in 0..12_i32 {
        let sign = if m & 1 == 0 { 1.0 } else { -1.0 };
        let denom = factorial(m as u64) * factorial((m + order) as u64);
        sum += sign / denom as f64 * half.powi(2 * m + order);
    }
    sum
}

#[differentiable]
fn legendre(n: usize, x: f64) -> f64 {
    match n {
        0 => 1.0,
        1 => x,
        _ => {
            let (mut a, mut b) = (1.0, x);
            for k in 1..n {
                let k = k as f64;
                (a, b) = (b, ((2.0 * k + 1.0) * x * b - k * a) / (k + 1.0));
            }
            b
        }
    }
}

#[differentiable]
fn fib_weighted(x: &[f64]) -> f64 {
    let weights = std::iter::successors(Some((1u32, 1u32)), |&(a, b)| Some((b, a + b))).map(|(a, _)| a);
    x.iter().zip(weights).map(|(v, w)| v.sin() * w as f64).sum()
}

#[differentiable]
fn agm(a: f64, b: f64) -> f64 {
    let (mut a, mut g) = (a, b);
    while (a - g).abs() > 1e-15 * a.abs() {
        let next = (a + g) / 2.0;
        g = (a * g).sqrt();
        a = next;
    }
    a
}

#[differentiable]
fn bits(x: f64, mask: u8) -> f64 {
    let mut y = x;
    for bit in (0..8).rev() {
        y = y * y;
        if mask >> bit & 1 == 1 {
            y *= x;
        }
        if y.abs() > 1e6 {
            y = y.ln();
        }
    }
    y
}

// checks
fn main() {
    check::grad("series", &[0.7], |x| series(x[0], 1e-17), |x| series::grad(x[0], 1e-17).0);
    check::grad("bessel", &[1.7], |x| bessel(x[0], 2), |x| bessel::grad(x[0], 2));
    for n in 0..5 {
        check::grad("legendre", &[0.4], |x| legendre(n, x[0]), |x| legendre::grad(n, x[0]));
    }
    check::grad("fib", &[0.4, 0.2, 0.9, 1.4], fib_weighted, fib_weighted::grad);
    check::grad("agm", &[1.0, 2.4], |x| agm(x[0], x[1]), |x| agm::grad(x[0], x[1]));
    check::grad("bits", &[1.1], |x| bits(x[0], 0b101), |x| bits::grad(x[0], 0b101));
}
