// Ellipsoids, ECEF and ENU, transverse Mercator series.
use burtorch::{Differentiable, differentiable};

#[derive(Clone, Copy)]
pub struct Ellipsoid {
    a: f64,
    f: f64,
}
impl Ellipsoid {
    pub const WGS84: Ellipsoid = Ellipsoid { a: 6.378137, f: 1.0 / 298.257223563 };
    pub const fn e2(&self) -> f64 {
        self.f * (2.0 - self.f)
    }
    fn prime_vertical(&self, lat: f64) -> f64 {
        self.a / (1.0 - self.e2() * lat.sin().powi(2)).sqrt()
    }
}

#[derive(Clone, Copy, Debug, Differentiable)]
pub struct Geodetic {
    lat: f64,
    lon: f64,
    h: f64,
}

#[derive(Clone, Copy, Debug, Differentiable)]
pub struct Ecef(pub f64, pub f64, pub f64);

impl From<Geodetic> for Ecef {
    fn from(g: Geodetic) -> Self {
        let Geodetic { lat, lon, h } = g;
        let ell = Ellipsoid::WGS84;
        let n = ell.prime_vertical(lat);
        Ecef((n + h) * lat.cos() * lon.cos(), (n + h) * lat.cos() * lon.sin(), (n * (1.0 - ell.e2()) + h) * lat.sin())
    }
}

#[differentiable]
pub fn distance(a: Geodetic, b: Geodetic) -> f64 {
    let (Ecef(x0, y0, z0), Ecef(x1, y1, z1)) = (a.into(), b.into());
    ((x1 - x0).powi(2) + (y1 - y0).powi(2) + (z1 - z0).powi(2)).sqrt()
}

#[differentiable]
pub fn to_geodetic(x: f64, y: f64, z: f64) -> [f64; 3] {
    let ell = Ellipsoid::WGS84;
    let p = x.hypot(y);
    let mut lat = z.atan2(p * (1.0 - ell.e2()));
    let mut h = 0.0;
    loop {
        let n = ell.prime_vertical(lat);
        h = p / lat.cos() - n;
        let next = z.atan2(p * (1.0 - ell.e2() * n / (n + h)));
        if (next - lat).abs() < 1e-15 {
            lat = next;
            break;
        }
        lat = next;
    }
    [lat, y.atan2(x), h]
}

#[differentiable(wrt(lat, dlon))]
pub fn easting(lat: f64, dlon: f64) -> f64 {
    let e = &Ellipsoid::WGS84;
    let ep2 = e.e2() / (1.0 - e.e2());
    let (s, c) = lat.sin_cos();
    let t = (s / c).powi(2);
    let cc = ep2 * c * c;
    let a = dlon * c;
    let coeff = [1.0, (1.0 - t + cc) / 6.0, (5.0 - 18.0 * t + t * t + 72.0 * cc) / 120.0];
    let mut pow = a;
    let mut sum = 0.0;
    for k in coeff {
        sum += k * pow;
        pow *= a * a;
    }
    0.9996 * e.prime_vertical(lat) * sum
}

// checks
fn main() {
    let g = |x: &[f64]| (Geodetic { lat: x[0], lon: x[1], h: x[2] }, Geodetic { lat: x[3], lon: x[4], h: x[5] });
    let v = |g: Geodetic| [g.lat, g.lon, g.h];
    check::grad(
        "distance",
        &[0.8, 0.1, 0.01, 0.9, 0.2, 0.02],
        |x| {
            let (a, b) = g(x);
            distance(a, b)
        },
        |x| {
            let (a, b) = g(x);
            let (a, b) = distance::grad(a, b);
            [v(a), v(b)]
        },
    );
    for k in 0..3 {
        check::grad(
            "geodetic",
            &[4.0, 0.5, 4.9],
            |x| to_geodetic(x[0], x[1], x[2])[k],
            |x| {
                let mut w = [0.0; 3];
                w[k] = 1.0;
                to_geodetic::vjp((x[0], x[1], x[2]), w).1
            },
        );
    }
    check::grad("easting", &[0.8, 0.05], |x| easting(x[0], x[1]), |x| easting::grad(x[0], x[1]));
}
