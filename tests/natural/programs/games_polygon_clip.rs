// Polygon geometry: area, centroid, perimeter, clipping by a half plane (Sutherland-Hodgman).
use burtorch::differentiable;

type Point = (f64, f64);

fn cross(a: Point, b: Point) -> f64 {
    a.0 * b.1 - a.1 * b.0
}

fn area(poly: &[Point]) -> f64 {
    let n = poly.len();
    0.5 * (0..n).map(|i| cross(poly[i], poly[(i + 1) % n])).sum::<f64>()
}

fn perimeter(poly: &[Point]) -> f64 {
    poly.iter().zip(poly.iter().cycle().skip(1)).map(|(a, b)| (a.0 - b.0).hypot(a.1 - b.1)).sum()
}

fn clip(poly: &[Point], normal: Point, offset: f64) -> Vec<Point> {
    let side = |p: &Point| p.0 * normal.0 + p.1 * normal.1 - offset;
    let mut out = Vec::new();
    for i in 0..poly.len() {
        let (a, b) = (poly[i], poly[(i + 1) % poly.len()]);
        let (da, db) = (side(&a), side(&b));
        if da <= 0.0 {
            out.push(a);
        }
        if da * db < 0.0 {
            let t = da / (da - db);
            out.push((a.0 + t * (b.0 - a.0), a.1 + t * (b.1 - a.1)));
        }
    }
    out
}

#[differentiable(wrt(points, offset))]
fn compactness(points: &[[f64; 2]], offset: f64) -> f64 {
    let poly: Vec<Point> = points.iter().map(|p| (p[0], p[1])).collect();
    let clipped = clip(&poly, (1.0, 0.2), offset);
    if clipped.len() < 3 {
        return 0.0;
    }
    4.0 * std::f64::consts::PI * area(&clipped).abs() / perimeter(&clipped).powi(2)
}

// checks
fn main() {
    let x = [0.0, 0.0, 2.0, 0.1, 2.2, 1.5, 0.9, 2.1, -0.3, 1.0, 1.4];
    let p = |x: &[f64]| x[..10].chunks(2).map(|c| [c[0], c[1]]).collect::<Vec<_>>();
    check::grad("poly", &x, |x| compactness(&p(x), x[10]), |x| compactness::grad(&p(x), x[10]));
}
