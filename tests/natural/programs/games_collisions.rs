// 2D collision response: shapes as inactive enums, bodies in a Vec with split_at_mut, restitution; noise by hashing.
use burtorch::{Differentiable, differentiable};

#[derive(Clone, Copy, Debug, Differentiable)]
struct Body {
    p: [f64; 2],
    v: [f64; 2],
    inv_mass: f64,
}

#[derive(Clone, Copy)]
#[allow(dead_code)]
enum Shape {
    Circle(f64),
    Wall { normal: [f64; 2], offset: f64 },
}

fn resolve(a: &mut Body, b: &mut Body, ra: f64, rb: f64, restitution: f64) {
    let d = [b.p[0] - a.p[0], b.p[1] - a.p[1]];
    let dist = (d[0] * d[0] + d[1] * d[1]).sqrt();
    if dist >= ra + rb {
        return;
    }
    let n = [d[0] / dist, d[1] / dist];
    let rel = (b.v[0] - a.v[0]) * n[0] + (b.v[1] - a.v[1]) * n[1];
    if rel > 0.0 {
        return;
    }
    let j = -(1.0 + restitution) * rel / (a.inv_mass + b.inv_mass);
    for k in 0..2 {
        a.v[k] -= j * a.inv_mass * n[k];
        b.v[k] += j * b.inv_mass * n[k];
    }
}

#[differentiable(wrt(bodies, restitution))]
fn final_energy(bodies: &[Body], radii: &[f64], walls: &[Shape], restitution: f64) -> f64 {
    let mut bodies = bodies.to_vec();
    for _ in 0..6 {
        for i in 0..bodies.len() {
            let (left, right) = bodies.split_at_mut(i + 1);
            let a = &mut left[i];
            for (k, b) in right.iter_mut().enumerate() {
                resolve(a, b, radii[i], radii[i + 1 + k], restitution);
            }
        }
        for (body, r) in bodies.iter_mut().zip(radii) {
            for w in walls {
                if let Shape::Wall { normal, offset } = w {
                    let depth = body.p[0] * normal[0] + body.p[1] * normal[1] - offset - r;
                    let vn = body.v[0] * normal[0] + body.v[1] * normal[1];
                    if depth < 0.0 && vn < 0.0 {
                        body.v[0] -= (1.0 + restitution) * vn * normal[0];
                        body.v[1] -= (1.0 + restitution) * vn * normal[1];
                    }
                }
            }
            body.p[0] += 0.1 * body.v[0];
            body.p[1] += 0.1 * body.v[1];
        }
    }
    bodies.iter().map(|b| 0.5 * (b.v[0].powi(2) + b.v[1].powi(2)) / b.inv_mass).sum()
}

fn hash(x: i32, y: i32) -> f64 {
    let mut h = (x as u32).wrapping_mul(374761393) ^ (y as u32).wrapping_mul(668265263);
    h = (h ^ (h >> 13)).wrapping_mul(1274126177);
    f64::from(h & 0xffff) / 65535.0
}

#[differentiable]
fn value_noise(x: f64, y: f64, octaves: u32) -> f64 {
    let fade = |t: f64| t * t * t * (t * (t * 6.0 - 15.0) + 10.0);
    let mix = |a: f64, b: f64, t: f64| a + (b - a) * t;
    let (mut amplitude, mut frequency, mut sum) = (1.0, 1.0, 0.0);
    for _ in 0..octaves {
        let (px, py) = (x * frequency, y * frequency);
        let (ix, iy) = (px.floor(), py.floor());
        let (i, j) = (ix as i32, iy as i32);
        let (u, v) = (fade(px - ix), fade(py - iy));
        sum += amplitude * mix(mix(hash(i, j), hash(i + 1, j), u), mix(hash(i, j + 1), hash(i + 1, j + 1), u), v);
        amplitude *= 0.5;
        frequency *= 2.0;
    }
    sum
}

// checks
fn main() {
    let un = |x: &[f64]| {
        x[..10].chunks(5).map(|c| Body { p: [c[0], c[1]], v: [c[2], c[3]], inv_mass: c[4] }).collect::<Vec<_>>()
    };
    let walls = [Shape::Wall { normal: [0.0, 1.0], offset: 0.0 }, Shape::Circle(1.0)];
    let x = [0.0, 0.55, 1.0, -1.0, 1.0, 1.0, 0.7, -1.0, -0.2, 0.5, 0.8];
    check::grad(
        "energy",
        &x,
        |x| final_energy(&un(x), &[0.45, 0.4], &walls, x[10]),
        |x| {
            let (b, r) = final_energy::grad(&un(x), &[0.45, 0.4], &walls, x[10]);
            let mut all: Vec<f64> = b.iter().flat_map(|b| [b.p[0], b.p[1], b.v[0], b.v[1], b.inv_mass]).collect();
            all.push(r);
            all
        },
    );
    check::grad("noise", &[1.3, 2.6], |x| value_noise(x[0], x[1], 3), |x| value_noise::grad(x[0], x[1], 3));
}
