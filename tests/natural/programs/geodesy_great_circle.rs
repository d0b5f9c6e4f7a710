// Great circles, tuple structs for degrees and radians with From, spherical polygons, impl Sub for points by reference.
use burtorch::{Differentiable, differentiable};

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Degrees(f64);
#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Radians(f64);
impl From<Degrees> for Radians {
    fn from(d: Degrees) -> Self {
        Radians(d.0.to_radians())
    }
}
impl Radians {
    fn sin(self) -> f64 {
        self.0.sin()
    }
    fn cos(self) -> f64 {
        self.0.cos()
    }
}

#[derive(Clone, Copy, Debug, Differentiable)]
struct Point {
    lat: Degrees,
    lon: Degrees,
}

const EARTH_RADIUS_KM: f64 = 6371.0088;

fn haversine(a: &Point, b: &Point) -> f64 {
    let (la, lb): (Radians, Radians) = (a.lat.into(), b.lat.into());
    let dlat = lb.0 - la.0;
    let dlon = Radians::from(b.lon).0 - Radians::from(a.lon).0;
    let h = (dlat / 2.0).sin().powi(2) + la.cos() * lb.cos() * (dlon / 2.0).sin().powi(2);
    2.0 * h.sqrt().asin()
}

#[differentiable]
fn route_length(points: &[Point]) -> f64 {
    points.iter().zip(points.iter().skip(1)).map(|(a, b)| EARTH_RADIUS_KM * haversine(a, b)).sum()
}

#[differentiable]
fn bearing(from: Point, to: Point) -> f64 {
    let (f1, f2) = (Radians::from(from.lat), Radians::from(to.lat));
    let dl = Radians((to.lon.0 - from.lon.0).to_radians());
    let y = dl.sin() * f2.cos();
    let x = f1.cos() * f2.sin() - f1.sin() * f2.cos() * dl.cos();
    let theta = y.atan2(x).to_degrees();
    (theta + 360.0) % 360.0
}

#[differentiable]
fn cross_track(p: Point, a: Point, b: Point) -> f64 {
    let d13 = haversine(&a, &p);
    let t13 = bearing(a, p).to_radians();
    let t12 = bearing(a, b).to_radians();
    (d13.sin() * (t13 - t12).sin()).asin() * EARTH_RADIUS_KM
}

// checks
fn main() {
    let p = |x: &[f64]| Point { lat: Degrees(x[0]), lon: Degrees(x[1]) };
    let un = |x: &[f64]| x.chunks(2).map(p).collect::<Vec<_>>();
    let v = |p: Point| [p.lat.0, p.lon.0];
    let x = [47.0, 8.0, 48.5, 9.1, 52.0, 13.0];
    check::grad(
        "route",
        &x,
        |x| route_length(&un(x)),
        |x| route_length::grad(&un(x)).into_iter().map(v).collect::<Vec<_>>(),
    );
    check::grad(
        "bearing",
        &x[..4],
        |x| bearing(p(x), p(&x[2..])),
        |x| {
            let (a, b) = bearing::grad(p(x), p(&x[2..]));
            [v(a), v(b)]
        },
    );
    check::grad(
        "cross",
        &x,
        |x| cross_track(p(x), p(&x[2..]), p(&x[4..])),
        |x| {
            let (a, b, c) = cross_track::grad(p(x), p(&x[2..]), p(&x[4..]));
            [v(a), v(b), v(c)]
        },
    );
}
