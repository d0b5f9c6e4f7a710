//! The Jacobian of one observation of `ba` by hand.
//!
//! With the rotation `R` by the axis `r` of length `θ`, `y = R (X − C)`, `p = (y₀, y₁) / y₂` and `L = 1 + k₁ |p|² + k₂ |p|⁴` an error is
//! `w (f L pᵢ + uᵢ − seenᵢ)`. If `v` is its derivative by `y`, the one by `X` is `Rᵀ v`, and the one by `r` is `Jᵀ (y × v)`, where
//!
//! ```text
//! J = sin θ/θ + (1 − sin θ/θ) a aᵀ + (1 − cos θ)/θ [a]×,    a = r / θ
//! ```
//!
//! is the left Jacobian of the group of rotations.

type Vector = [f64; 3];

/// Writes the derivatives of each of the two errors by camera, point and weight.
#[inline]
pub fn jacobian(camera: &[f64; 11], point: &Vector, weight: f64, seen: &[f64; 2], rows: &mut [[f64; 15]; 2]) {
    let axis = [camera[0], camera[1], camera[2]];
    let x = [point[0] - camera[3], point[1] - camera[4], point[2] - camera[5]];
    let (f, k1, k2) = (camera[6], camera[9], camera[10]);

    let rotation = Rotation::new(&axis);
    let y = rotation.apply(&x);
    let inverse = 1.0 / y[2];
    let p = [y[0] * inverse, y[1] * inverse];
    let squared = p[0] * p[0] + p[1] * p[1];
    let distortion = 1.0 + squared * (k1 + squared * k2);
    let slope = 2.0 * (k1 + 2.0 * k2 * squared);

    for (i, row) in rows.iter_mut().enumerate() {
        let along = weight * f * p[i];
        // By p, then by y.
        let mut g = [along * slope * p[0], along * slope * p[1]];
        g[i] += weight * f * distortion;
        let v = [g[0] * inverse, g[1] * inverse, -(g[0] * p[0] + g[1] * p[1]) * inverse];
        let [a0, a1, a2] = rotation.by_axis(&x, &y, &v);
        let [x0, x1, x2] = rotation.apply_transposed(&v);
        let (by_f, by_k1, by_k2) = (weight * p[i] * distortion, along * squared, along * squared * squared);
        let (u0, u1) = if i == 0 { (weight, 0.0) } else { (0.0, weight) };
        let by_weight = p[i] * distortion * f + camera[7 + i] - seen[i];
        *row = [a0, a1, a2, -x0, -x1, -x2, by_f, u0, u1, by_k1, by_k2, x0, x1, x2, by_weight];
    }
}

/// The derivative of `1 − w²`.
pub fn weight_error(weight: f64) -> f64 {
    -2.0 * weight
}

/// A rotation by `angle` around the unit vector `axis`; if the angle is zero, `axis` is the vector of small rotations.
struct Rotation {
    axis: Vector,
    angle: f64,
    sin: f64,
    cos: f64,
}

impl Rotation {
    #[inline]
    fn new(r: &Vector) -> Rotation {
        let squared = dot(r, r);
        if squared > 0.0 {
            let angle = squared.sqrt();
            let inverse = 1.0 / angle;
            let (sin, cos) = angle.sin_cos();
            Rotation { axis: r.map(|r| r * inverse), angle, sin, cos }
        } else {
            Rotation { axis: *r, angle: 0.0, sin: 1.0, cos: 1.0 }
        }
    }

    /// `R x`.
    #[inline]
    fn apply(&self, x: &Vector) -> Vector {
        let across = cross(&self.axis, x);
        let along = (1.0 - self.cos) * dot(&self.axis, x);
        std::array::from_fn(|i| self.cos * x[i] + self.sin * across[i] + along * self.axis[i])
    }

    /// `Rᵀ v`.
    #[inline]
    fn apply_transposed(&self, v: &Vector) -> Vector {
        let across = cross(&self.axis, v);
        let along = (1.0 - self.cos) * dot(&self.axis, v);
        std::array::from_fn(|i| self.cos * v[i] - self.sin * across[i] + along * self.axis[i])
    }

    /// The derivative of `v · R x` by the vector of the rotation, with `y = R x`.
    #[inline]
    fn by_axis(&self, x: &Vector, y: &Vector, v: &Vector) -> Vector {
        if self.angle == 0.0 {
            return cross(x, v);
        }
        let inverse = 1.0 / self.angle;
        let m = cross(y, v);
        let across = cross(&self.axis, &m);
        let sinc = self.sin * inverse;
        let along = (1.0 - sinc) * dot(&self.axis, &m);
        std::array::from_fn(|i| sinc * m[i] + along * self.axis[i] - (1.0 - self.cos) * inverse * across[i])
    }
}

fn dot(a: &Vector, b: &Vector) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

fn cross(a: &Vector, b: &Vector) -> Vector {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}
