// Halves of one array that change each other, constants inside of a helper, and conversions by `From`.
use burtorch::{Differentiable, differentiable};

fn erf(x: f64) -> f64 {
    const A: [f64; 3] = [0.3480242, -0.0958798, 0.7478556];
    let t = 1.0 / (1.0 + 0.47047 * x.abs());
    let y = 1.0 - A.iter().rev().fold(0.0, |acc, a| (acc + a) * t) * (-x * x).exp();
    y.copysign(x)
}

fn cubic(x: f64) -> f64 {
    const A: f64 = 0.25;
    A * x.powi(3)
}

const A: f64 = 2.0;

#[differentiable]
fn blend(x: f64) -> f64 {
    A * erf(x) + cubic(x) * A + erf(-0.5 * x)
}

#[derive(Clone, Copy, Debug, Default, Differentiable)]
struct Degrees(f64);
#[derive(Clone, Copy, Debug, Default, Differentiable)]
struct Radians(f64);
impl From<Degrees> for Radians {
    fn from(d: Degrees) -> Self {
        Radians(d.0.to_radians())
    }
}
#[derive(Clone, Copy, Debug, Default, Differentiable)]
struct Point {
    x: f64,
    y: f64,
}
impl From<[f64; 2]> for Point {
    fn from([x, y]: [f64; 2]) -> Point {
        Point { x, y }
    }
}
impl From<(f64, Radians)> for Point {
    fn from((r, angle): (f64, Radians)) -> Point {
        Point { x: r * angle.0.cos(), y: r * angle.0.sin() }
    }
}

fn norm(p: Point) -> f64 {
    (p.x * p.x + p.y * p.y).sqrt()
}

#[differentiable]
fn converted(a: Degrees, c: [f64; 2], r: f64) -> f64 {
    let radians: Radians = a.into();
    let (p, q): (Point, Point) = (c.into(), Point::from((r, radians)));
    norm(Point { x: p.x - q.x, y: p.y - q.y })
}

#[differentiable]
fn butterfly(x: &[f64], at: usize) -> f64 {
    let mut v = x.to_vec();
    {
        let (low, high) = v.split_at_mut(at);
        for (a, b) in low.iter_mut().zip(high.iter_mut()) {
            let t = *a - *b;
            *a += *b;
            *b = 0.5 * t;
        }
        low[0] *= high[0];
    }
    let (first, rest) = v[1..].split_at_mut(1);
    rest[0] += first[0] * first[0];
    v.iter().enumerate().map(|(i, v)| v * (i + 1) as f64).sum()
}

// checks
fn main() {
    check::grad("blend", &[0.7], |x| blend(x[0]), |x| blend::grad(x[0]));
    let f = |x: &[f64]| converted(Degrees(x[0]), [x[1], x[2]], x[3]);
    check::grad("converted", &[40.0, 0.3, 0.9, 1.5], f, |x| {
        let (a, c, r) = converted::grad(Degrees(x[0]), [x[1], x[2]], x[3]);
        (a.0, c, r)
    });
    let x = [0.3, 0.7, -0.2, 0.9, 0.1];
    check::grad("butterfly", &x, |x| butterfly(x, 2), |x| butterfly::grad(x, 2));
    check::hvp("butterfly", &x, &check::direction(5), |x| butterfly::grad(x, 2), |x, v| butterfly::hvp((x, 2), v));
}
