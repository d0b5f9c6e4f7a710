//! Derivatives of the functions in `ours/functions.rs` by hand. They take what the functions take, and add to slices of the
//! caller.

#![allow(clippy::needless_range_loop, reason = "the indices are those of the formulas")]

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// With `s = aᵀb`, `p = aᵀa`, `q = bᵀb`, `r = p q + 1`: `∂(s/√r) = b/√r − s q a / r^{3/2}` for `a`.
pub fn helpers(w: &[f64], rows: &[f64], dw: &mut [f64]) -> f64 {
    let mut sum = 0.0;
    for row in rows.chunks_exact(w.len()) {
        let (s, p, q) = (dot(w, row), dot(w, w), dot(row, row));
        let r = p * q + 1.0;
        let root = r.sqrt();
        let score = s / root;
        sum += score * score;
        let by_s = 2.0 * score / root;
        let by_p = -2.0 * score * score * q / r;
        for ((dw, w), x) in dw.iter_mut().zip(w).zip(row) {
            *dw += by_s * x + by_p * w;
        }
    }
    sum
}

/// `C = A B`; `∂A += 2 C Bᵀ`, `∂B += 2 Aᵀ C`.
pub fn matmul(a: &[f64], b: &[f64], n: usize, da: &mut [f64], db: &mut [f64], c: &mut Vec<f64>) -> f64 {
    c.clear();
    c.resize(n * n, 0.0);
    for (c, a) in c.chunks_exact_mut(n).zip(a.chunks_exact(n)) {
        for (a, b) in a.iter().zip(b.chunks_exact(n)) {
            for (c, b) in c.iter_mut().zip(b) {
                *c += a * b;
            }
        }
    }
    let sum = c.iter().map(|c| c * c).sum();
    for c in c.iter_mut() {
        *c *= 2.0;
    }
    for ((c, a), da) in c.chunks_exact(n).zip(a.chunks_exact(n)).zip(da.chunks_exact_mut(n)) {
        for (((a, da), b), db) in a.iter().zip(da).zip(b.chunks_exact(n)).zip(db.chunks_exact_mut(n)) {
            let mut sum = 0.0;
            for ((db, b), c) in db.iter_mut().zip(b).zip(c) {
                *db += a * c;
                sum += b * c;
            }
            *da += sum;
        }
    }
    sum
}

/// `∂E/∂r² = 4 (−6 s⁷ + 3 s⁴)`.
pub fn lennard_jones(x: &[f64], dx: &mut [f64]) -> f64 {
    let n = x.len() / 3;
    let mut energy = 0.0;
    for i in 0..n {
        let mut sum = [0.0; 3];
        let here = [x[3 * i], x[3 * i + 1], x[3 * i + 2]];
        let (others, to) = (x[3 * i + 3..].chunks_exact(3), dx[3 * i + 3..].chunks_exact_mut(3));
        for (other, to) in others.zip(to) {
            let d = [here[0] - other[0], here[1] - other[1], here[2] - other[2]];
            let s = 1.0 / (d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
            let s3 = s * s * s;
            energy += 4.0 * (s3 * s3 - s3);
            let slope = -24.0 * s * s3 * (2.0 * s3 - 1.0);
            for k in 0..3 {
                let by = slope * d[k];
                sum[k] += by;
                to[k] -= by;
            }
        }
        for k in 0..3 {
            dx[3 * i + k] += sum[k];
        }
    }
    energy
}

/// Each line of the function, last one first. The value has the bits of the function's, so it divides as that does.
pub fn arithmetic(x: &[f64; 8]) -> (f64, [f64; 8]) {
    let a = x[0] * x[1] + x[2] * x[3];
    let b = x[4] * x[5] - x[6] * x[7];
    let under_c = 1.0 + a * a;
    let c = (a + b) * (a - b) / under_c;
    let under_d = 2.0 + c * c + x[5] * x[5];
    let d = (c * x[0] + b * x[2]) / under_d;
    let under_b = 1.0 + b * b;
    let quotient = d / under_b;
    let e = d * d * a + c * b * x[7] - quotient;
    let f = (e + d) * (c - a) + e * x[1] * x[6];
    let under_f = 1.0 + e * e;
    let last = f * f / under_f;
    let value = last + a * d * x[3] - x[4] * f;

    let inverse = 1.0 / under_f;
    let gf = 2.0 * f * inverse - x[4];
    let ge = -2.0 * e * last * inverse + gf * (c - a + x[1] * x[6]);
    let gq = ge / under_b;
    let gd = a * x[3] + gf * (c - a) + ge * 2.0 * d * a - gq;
    let gn = gd / under_d;
    let gc = gf * (e + d) + ge * b * x[7] + gn * x[0] - 2.0 * gn * d * c;
    let gm = gc / under_c;
    let ga = d * x[3] - gf * (e + d) + ge * d * d + gm * 2.0 * (a - c * a);
    let gb = ge * c * x[7] + 2.0 * gq * quotient * b + gn * x[2] - gm * 2.0 * b;
    let g = [
        ga * x[1] + gn * c,
        ga * x[0] + gf * e * x[6],
        ga * x[3] + gn * b,
        ga * x[2] + a * d,
        gb * x[5] - f,
        gb * x[4] - 2.0 * gn * d * x[5],
        -gb * x[7] + gf * e * x[1],
        -gb * x[6] + ge * c * b,
    ];
    (value, g)
}

/// The value, and the derivatives by `x` and `a` times `seed`; how the tree goes on does not depend on values.
pub fn tree(depth: usize, x: f64, a: f64, seed: f64) -> (f64, f64, f64) {
    if depth == 0 {
        return (x * x * a + x, seed * (2.0 * x * a + 1.0), seed * (x * x));
    }
    let (left, lx, la) = tree(depth - 1, x * a, a, seed * 0.5);
    let (right, rx, ra) = tree(depth - 1, x + a, a, seed);
    (left * 0.5 + right, lx * a + rx, la + lx * x + ra + rx)
}

/// `depth` levels above the lowest; `sums` keeps the partial sums of each.
pub fn levels(depth: usize, x: &[f64], a: f64, dx: &mut [f64], sums: &mut Vec<f64>) -> (f64, f64) {
    let n = x.len();
    sums.clear();
    let mut sum = 0.0;
    let of = |level: usize| a * 0.9f64.powi(i32::try_from(depth - level).expect("small"));
    for x in x {
        sum += (x * of(0)).sin();
    }
    for level in 1..=depth {
        let a = of(level);
        for x in x {
            let at = x * a + sum * 1e-3;
            sums.push(at);
            sum += at.sin();
        }
    }
    let (mut g, mut da) = (1.0, 0.0);
    for level in (1..=depth).rev() {
        let mut own = 0.0;
        for i in (0..n).rev() {
            let slope = g * sums[(level - 1) * n + i].cos();
            g += slope * 1e-3;
            own += slope * x[i];
            dx[i] += slope * of(level);
        }
        da += own * 0.9f64.powi(i32::try_from(depth - level).expect("small"));
    }
    let mut own = 0.0;
    for (dx, x) in dx.iter_mut().zip(x) {
        let slope = g * (x * of(0)).cos();
        own += slope * x;
        *dx += slope * of(0);
    }
    (sum, da + own * 0.9f64.powi(i32::try_from(depth).expect("small")))
}

/// The value; adds the gradient times `seed`.
pub fn determinant(a: &[f64], n: usize, seed: f64, da: &mut [f64], scratch: &mut [f64]) -> f64 {
    if n == 1 {
        da[0] += seed;
        return a[0];
    }
    let m = n - 1;
    let (minor, rest) = scratch.split_at_mut(m * m);
    let (adjoint, rest) = rest.split_at_mut(m * m);
    let (mut sum, mut sign) = (0.0, 1.0);
    for column in 0..n {
        for i in 1..n {
            minor[(i - 1) * m..][..column].copy_from_slice(&a[i * n..][..column]);
            minor[(i - 1) * m + column..i * m].copy_from_slice(&a[i * n + column + 1..(i + 1) * n]);
        }
        adjoint.fill(0.0);
        let of = determinant(minor, m, seed * sign * a[column], adjoint, rest);
        sum += sign * a[column] * of;
        da[column] += seed * sign * of;
        for i in 1..n {
            for j in 0..m {
                da[i * n + j + usize::from(j >= column)] += adjoint[(i - 1) * m + j];
            }
        }
        sign = -sign;
    }
    sum
}

/// `∂ = r`, or its sign where that is not smaller than one.
pub fn huber(x: &[f64], y: &[f64], dx: &mut [f64]) -> f64 {
    let mut sum = 0.0;
    for ((x, y), dx) in x.iter().zip(y).zip(dx) {
        let r = x - y;
        let (value, slope) = if r.abs() < 1.0 { (0.5 * r * r, r) } else { (r.abs() - 0.5, r.signum()) };
        sum += value;
        *dx += slope;
    }
    sum
}

/// Each point gives twice its distance to its neighbours, and takes it four times.
pub fn stencil(u: &[f64], n: usize, du: &mut [f64]) -> f64 {
    let mut sum = 0.0;
    for i in 1..n - 1 {
        for j in 1..n - 1 {
            let at = i * n + j;
            let l = u[at - n] + u[at + n] + u[at - 1] + u[at + 1] - 4.0 * u[at];
            sum += l * l;
            let g = 2.0 * l;
            du[at - n] += g;
            du[at + n] += g;
            du[at - 1] += g;
            du[at + 1] += g;
            du[at] -= 4.0 * g;
        }
    }
    sum
}

/// Each term `(x y + 1) (x − y) x + y²`.
pub fn small_helpers(x: &[f64], dx: &mut [f64]) -> f64 {
    let mut sum = 0.0;
    for i in 0..x.len() - 1 {
        let (a, b) = (x[i], x[i + 1]);
        let (p, q) = (a * b + 1.0, a - b);
        sum += p * q * a + b * b;
        dx[i] += b * q * a + p * (a + q);
        dx[i + 1] += a * q * a - p * a + 2.0 * b;
    }
    sum
}

/// The cost, its gradient, and the diagonal of its Hessian, which is diagonal.
pub fn kmeans(points: &[f64], centroids: &[f64], d: usize, gradient: &mut [f64], product: &mut [f64]) -> f64 {
    let mut sum = 0.0;
    for point in points.chunks_exact(d) {
        let (mut nearest, mut least) = (0, f64::INFINITY);
        for (j, centroid) in centroids.chunks_exact(d).enumerate() {
            let squared = point.iter().zip(centroid).map(|(a, b)| (a - b) * (a - b)).sum::<f64>();
            if squared < least {
                (nearest, least) = (j, squared);
            }
        }
        sum += least;
        let place = nearest * d..(nearest + 1) * d;
        let to = gradient[place.clone()].iter_mut().zip(&mut product[place.clone()]);
        for ((g, h), (a, b)) in to.zip(point.iter().zip(&centroids[place])) {
            *g -= 2.0 * (a - b);
            *h += 2.0;
        }
    }
    sum
}

/// The determinant of gradbench, and its gradient times `seed`.
pub fn minor(a: &[f64], n: usize, size: usize, columns: u64, seed: f64, da: &mut [f64]) -> f64 {
    let row = n - size;
    if size == 1 {
        let at = row * n + columns.trailing_zeros() as usize;
        da[at] += seed;
        return a[at];
    }
    let (mut sum, mut left, mut sign) = (0.0, columns, 1.0);
    for _ in 0..size {
        let column = left.trailing_zeros() as usize;
        left &= left - 1;
        let factor = sign * a[row * n + column];
        let of = minor(a, n, size - 1, columns & !(1 << column), seed * factor, da);
        sum += factor * of;
        da[row * n + column] += seed * sign * of;
        sign = -sign;
    }
    sum
}
