// A user's macros in bodies: polynomial evaluation by Horner, ensure!, square!.
use burtorch::differentiable;

macro_rules! horner {
    ($x:expr; $c:expr) => { $c };
    ($x:expr; $c:expr, $($rest:expr),+) => { $c + $x * horner!($x; $($rest),+) };
}
macro_rules! sq {
    ($e:expr) => {{
        let v = $e;
        v * v
    }};
}
macro_rules! ensure { ($cond:expr, $($msg:tt)+) => { if !$cond { return Err(format!($($msg)+)); } }; }

#[differentiable(wrt(t, p))]
fn density(t: f64, p: f64, salinity: f64) -> Result<f64, String> {
    ensure!(t > -5.0, "too cold: {t}");
    ensure!(p >= 0.0, "pressure {} is negative", p);
    let rho0 = horner!(t; 999.84, 6.79e-2, -9.09e-3, 1.0e-4);
    let a = horner!(t; 0.824, -4.08e-3, 7.6e-5);
    let k = horner!(t; 19652.0, 148.4, -2.327);
    Ok((rho0 + a * salinity + sq!(salinity) * 4.8e-4) / (1.0 - p / (k + p)))
}

#[differentiable]
fn norm(x: f64, y: f64) -> f64 {
    debug_assert!(x.is_finite() && y.is_finite(), "finite numbers only");
    let n = (sq!(x - 1.0) + sq!(y)).sqrt();
    if n > 1e6 {
        eprintln!("large: {n}");
    }
    assert_ne!(n, 0.0);
    n
}

// checks
fn main() {
    check::grad(
        "density",
        &[10.0, 50.0],
        |x| density(x[0], x[1], 35.0).unwrap(),
        |x| density::grad(x[0], x[1], 35.0).unwrap(),
    );
    check::grad("norm", &[0.2, 0.5], |x| norm(x[0], x[1]), |x| norm::grad(x[0], x[1]));
}
