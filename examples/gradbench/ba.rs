//! `ba`: bundle adjustment. Cameras see points of space; how far from where they were seen would they be seen?
//!
//! The Jacobian is sparse: an observation depends on its own camera, point and weight only.

use super::runs::{Evaluation, Runs};
use super::{check, read, unknown};
use burtorch::differentiable;
use serde::Deserialize;
use serde_json::{Value, json};

/// How far from `seen` a camera sees a point, times the weight of this observation.
///
/// A camera is a rotation as axis times angle, a center, a focal length, a principal point and two coefficients of radial
/// distortion.
#[differentiable(wrt(camera, point, weight))]
pub fn reprojection_error(camera: &[f64; 11], point: &[f64; 3], weight: f64, seen: &[f64; 2]) -> [f64; 2] {
    let (x, y, z) = (point[0] - camera[3], point[1] - camera[4], point[2] - camera[5]);

    // Rodrigues' formula; where there is no angle, its limit for small ones.
    let squared = camera[0] * camera[0] + camera[1] * camera[1] + camera[2] * camera[2];
    let (sine, cosine, inverse) = if squared > 0.0 {
        let angle = squared.sqrt();
        (angle.sin(), angle.cos(), 1.0 / angle)
    } else {
        (1.0, 1.0, 1.0)
    };
    let (a, b, c) = (camera[0] * inverse, camera[1] * inverse, camera[2] * inverse);
    let along = (a * x + b * y + c * z) * (1.0 - cosine);
    let right = x * cosine + (b * z - c * y) * sine + a * along;
    let up = y * cosine + (c * x - a * z) * sine + b * along;
    let ahead = z * cosine + (a * y - b * x) * sine + c * along;

    let nearness = 1.0 / ahead;
    let (u, v) = (right * nearness, up * nearness);
    let radius = u * u + v * v;
    let scale = camera[6] * (1.0 + radius * (camera[9] + radius * camera[10]));
    [weight * (u * scale + camera[7] - seen[0]), weight * (v * scale + camera[8] - seen[1])]
}

/// How far a weight is from one.
#[differentiable]
pub fn weight_error(weight: f64) -> f64 {
    1.0 - weight * weight
}

/// Cameras, points, and what was seen of them.
pub struct Scene {
    pub cameras: Vec<[f64; 11]>,
    pub points: Vec<[f64; 3]>,
    /// Of each observation: the camera, the point, the weight, and where it was seen.
    pub observations: Vec<(usize, usize)>,
    pub weights: Vec<f64>,
    pub seen: Vec<[f64; 2]>,
}

impl Scene {
    /// Writes the errors of all observations and of all weights.
    pub fn errors(&self, reprojection: &mut Vec<[f64; 2]>, weights: &mut Vec<f64>) {
        reprojection.clear();
        reprojection.extend(self.observations.iter().zip(&self.weights).zip(&self.seen).map(
            |((&(camera, point), &weight), seen)| {
                reprojection_error(&self.cameras[camera], &self.points[point], weight, seen)
            },
        ));
        weights.clear();
        weights.extend(self.weights.iter().map(|&weight| weight_error(weight)));
    }

    /// Writes the derivatives of all errors with respect to all cameras, then all points, then all weights.
    pub fn jacobian(&self, matrix: &mut Sparse) {
        matrix.clear();
        let first_point = 11 * self.cameras.len();
        let first_weight = first_point + 3 * self.points.len();
        for (i, &(camera, point)) in self.observations.iter().enumerate() {
            let rows = reprojection_error::jacobian(
                &self.cameras[camera],
                &self.points[point],
                self.weights[i],
                &self.seen[i],
            );
            for row in rows {
                matrix.push(11 * camera, &row[..11]);
                matrix.push(first_point + 3 * point, &row[11..14]);
                matrix.push(first_weight + i, &row[14..]);
                matrix.end_row();
            }
        }
        for (i, &weight) in self.weights.iter().enumerate() {
            matrix.push(first_weight + i, &[weight_error::grad(weight)]);
            matrix.end_row();
        }
    }
}

/// A sparse matrix by rows: row `i` has the entries `rows[i]..rows[i + 1]` of `columns` and `values`.
#[derive(Default)]
pub struct Sparse {
    pub rows: Vec<usize>,
    pub columns: Vec<usize>,
    pub values: Vec<f64>,
}

impl Sparse {
    pub fn clear(&mut self) {
        self.rows.clear();
        self.rows.push(0);
        self.columns.clear();
        self.values.clear();
    }

    /// Adds neighbouring entries to the last row.
    pub fn push(&mut self, column: usize, values: &[f64]) {
        self.columns.extend(column..column + values.len());
        self.values.extend_from_slice(values);
    }

    pub fn end_row(&mut self) {
        self.rows.push(self.values.len());
    }
}

#[derive(Deserialize)]
struct Input {
    n: usize,
    m: usize,
    p: usize,
    cam: [f64; 11],
    x: [f64; 3],
    w: f64,
    feat: [f64; 2],
}

/// The scene that an input stands for: one camera and one point many times.
pub fn scene(n: usize, m: usize, p: usize, camera: [f64; 11], point: [f64; 3], weight: f64, seen: [f64; 2]) -> Scene {
    Scene {
        cameras: vec![camera; n],
        points: vec![point; m],
        observations: (0..p).map(|i| (i % n, i % m)).collect(),
        weights: vec![weight; p],
        seen: vec![seen; p],
    }
}

/// What is sent of a list: the first 30 elements, which are two rows of entries, and the last one.
fn ends<T: Copy>(list: &[T]) -> Vec<T> {
    list.iter().take(30).chain(list.last()).copied().collect()
}

pub fn evaluate(function: &str, input: Value, runs: &Runs) -> Result<Evaluation, String> {
    let Input { n, m, p, cam, x, w, feat } = read(input)?;
    check(n > 0 && m > 0 && p > 0, "`n`, `m` and `p` must not be zero")?;
    let scene = scene(n, m, p, cam, x, w, feat);
    match function {
        "objective" => {
            let (mut reprojection, mut weights) = (Vec::new(), Vec::new());
            let ((), timings) = runs.repeat(|| scene.errors(&mut reprojection, &mut weights));
            let output = json!({
                "reproj_error": { "elements": reprojection[0], "repeated": p },
                "w_err": { "element": weights[0], "repeated": p },
            });
            Evaluation::new(output, timings)
        }
        "jacobian" => {
            let mut matrix = Sparse::default();
            let ((), timings) = runs.repeat(|| scene.jacobian(&mut matrix));
            let output = json!({
                "rows": ends(&matrix.rows),
                "cols": ends(&matrix.columns),
                "vals": ends(&matrix.values),
            });
            Evaluation::new(output, timings)
        }
        _ => Err(unknown(function, &["objective", "jacobian"])),
    }
}
