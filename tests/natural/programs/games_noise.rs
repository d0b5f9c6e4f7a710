// Gradient noise with a permutation table, several octaves.
use burtorch::differentiable;

const PERM: [u8; 16] = [7, 2, 13, 4, 1, 15, 9, 0, 11, 5, 14, 3, 8, 10, 6, 12];

fn hash(x: i64, y: i64) -> usize {
    let a = PERM[(x & 15) as usize] as i64;
    PERM[((a + y) & 15) as usize] as usize
}

#[differentiable(wrt(dx, dy))]
fn corner(h: usize, dx: f64, dy: f64) -> f64 {
    match h & 3 {
        0 => dx + dy,
        1 => dx - dy,
        2 => -dx + dy,
        _ => -dx - dy,
    }
}

#[differentiable]
fn noise(x: f64, y: f64) -> f64 {
    let (x0, y0) = (x.floor(), y.floor());
    let (fx, fy) = (x - x0, y - y0);
    let (ix, iy) = (x0 as i64, y0 as i64);
    let fade = |t: f64| t * t * t * (t * (t * 6.0 - 15.0) + 10.0);
    let lerp = |a: f64, b: f64, t: f64| a + t * (b - a);
    let (u, v) = (fade(fx), fade(fy));
    let bottom = lerp(corner(hash(ix, iy), fx, fy), corner(hash(ix + 1, iy), fx - 1.0, fy), u);
    let top = lerp(corner(hash(ix, iy + 1), fx, fy - 1.0), corner(hash(ix + 1, iy + 1), fx - 1.0, fy - 1.0), u);
    lerp(bottom, top, v)
}

#[differentiable(wrt(x, y))]
fn terrain(x: f64, y: f64, octaves: u32) -> f64 {
    (0..octaves).map(|o| 0.5f64.powi(o as i32) * noise(x * 2f64.powi(o as i32), y * 2f64.powi(o as i32))).sum()
}

// checks
fn main() {
    check::grad("terrain", &[1.37, 2.61], |x| terrain(x[0], x[1], 3), |x| terrain::grad(x[0], x[1], 3));
}
