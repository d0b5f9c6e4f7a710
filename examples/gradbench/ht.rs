//! `ht`: hand tracking. How far is a model of a hand, in a certain pose, from points that were measured on one?
//!
//! A pose has 26 numbers: the rotation of the hand, its translation, and for each finger four angles. Vertices of the
//! surface move with the bones near them. A measured point belongs to a vertex, or to a place in a triangle, given by two
//! coordinates of its own.

use super::runs::{Evaluation, Runs};
use super::{check, flat, read, unknown};
use burtorch::{Lanes, Scratch, differentiable};
use serde::Deserialize;
use serde_json::Value;

/// The numbers of a pose.
const POSE: usize = 26;

/// A hand at rest, and the points measured. Transforms are the upper three rows of a 4 × 4 matrix.
pub struct Hand {
    /// For each bone the one that carries it, which comes before it; or itself.
    pub parents: Vec<usize>,
    /// From a bone to its parent.
    pub relatives: Vec<[f64; 12]>,
    /// From the hand to a bone.
    pub inverses: Vec<[f64; 12]>,
    pub vertices: Vec<[f64; 3]>,
    /// Vertex `v` moves with the bones `bones[i]`, weighted by `weights[i]`, for `i` in `starts[v]..starts[v + 1]`.
    pub starts: Vec<usize>,
    pub bones: Vec<usize>,
    pub weights: Vec<f64>,
    pub triangles: Vec<[usize; 3]>,
    pub mirrored: bool,
    /// For each point its vertex or triangle.
    pub correspondences: Vec<usize>,
    pub points: Vec<[f64; 3]>,
}

/// The matrix that rotates around an axis by its length.
#[differentiable(lanes)]
fn rotation(axis: &[f64]) -> [f64; 9] {
    let angle = (axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2]).sqrt();
    if angle < 0.0001 {
        return [1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0];
    }
    let (x, y, z) = (axis[0] / angle, axis[1] / angle, axis[2] / angle);
    let (s, c) = angle.sin_cos();
    let d = 1.0 - c;
    [
        x * x * d + c,
        x * y * d - z * s,
        x * z * d + y * s,
        x * y * d + z * s,
        y * y * d + c,
        y * z * d - x * s,
        x * z * d - y * s,
        y * z * d + x * s,
        z * z * d + c,
    ]
}

/// The transform of a joint: it bends around x, then spreads around z.
#[differentiable(lanes)]
fn joint(bend: f64, spread: f64) -> [f64; 12] {
    let (sx, cx) = bend.sin_cos();
    let (sz, cz) = spread.sin_cos();
    [cz, -sz * cx, sz * sx, 0.0, sz, cz * cx, -cz * sx, 0.0, 0.0, sx, cx, 0.0]
}

/// First `b`, then `a`.
#[differentiable(lanes)]
fn compose(a: &[f64], b: &[f64; 12]) -> [f64; 12] {
    let mut c = [0.0; 12];
    for i in 0..3 {
        for j in 0..4 {
            c[4 * i + j] = a[4 * i] * b[j] + a[4 * i + 1] * b[4 + j] + a[4 * i + 2] * b[8 + j];
        }
        c[4 * i + 3] += a[4 * i + 3];
    }
    c
}

/// Where the vertices of a hand are in a pose, three coordinates each.
#[differentiable(lanes, wrt(theta))]
fn posed_vertices(theta: &[f64], hand: &Hand) -> Vec<f64> {
    let bones = hand.parents.len();
    let mut absolutes = vec![0.0; 12 * bones];
    let mut transforms = vec![0.0; 12 * bones];
    for bone in 0..bones {
        // Bone 0 is the wrist, and of the four bones of a finger the first one never bends.
        let mut relative: [f64; 12] = hand.relatives[bone];
        if bone > 0 && bone <= 20 && bone % 4 != 1 {
            let angles = 6 + 4 * ((bone - 1) / 4);
            let turn: [f64; 12] = match bone % 4 {
                2 => joint(theta[angles], theta[angles + 1]),
                3 => joint(theta[angles + 2], 0.0),
                _ => joint(theta[angles + 3], 0.0),
            };
            relative = compose(&relative[..], &turn);
        }
        let parent = hand.parents[bone];
        if parent < bone {
            relative = compose(&absolutes[12 * parent..12 * parent + 12], &relative);
        }
        let transform: [f64; 12] = compose(&relative[..], &hand.inverses[bone]);
        for i in 0..12 {
            absolutes[12 * bone + i] = relative[i];
            transforms[12 * bone + i] = transform[i];
        }
    }

    let turn: [f64; 9] = rotation(&theta[0..3]);
    let mut positions = vec![0.0; 3 * hand.vertices.len()];
    for (v, vertex) in hand.vertices.iter().enumerate() {
        let mut x = [0.0; 3];
        for i in hand.starts[v]..hand.starts[v + 1] {
            let bone = hand.bones[i];
            let transform = &transforms[12 * bone..12 * bone + 12];
            for j in 0..3 {
                x[j] += hand.weights[i]
                    * (transform[4 * j] * vertex[0]
                        + transform[4 * j + 1] * vertex[1]
                        + transform[4 * j + 2] * vertex[2]
                        + transform[4 * j + 3]);
            }
        }
        if hand.mirrored {
            x[0] = -x[0];
        }
        for j in 0..3 {
            positions[3 * v + j] = turn[3 * j] * x[0] + turn[3 * j + 1] * x[1] + turn[3 * j + 2] * x[2] + theta[3 + j];
        }
    }
    positions
}

/// The way from the hand in a pose to each of the points, three coordinates each.
///
/// `us` has two coordinates in its triangle for each point, or is empty when points belong to vertices.
#[differentiable(lanes, wrt(theta, us))]
pub fn errors(theta: &[f64], us: &[f64], hand: &Hand) -> Vec<f64> {
    let positions: Vec<f64> = posed_vertices(theta, hand);
    let mut errors = vec![0.0; 3 * hand.points.len()];
    for (i, point) in hand.points.iter().enumerate() {
        let place = hand.correspondences[i];
        for j in 0..3 {
            let at = if us.is_empty() {
                positions[3 * place + j]
            } else {
                let corners = hand.triangles[place];
                let (u, v) = (us[2 * i], us[2 * i + 1]);
                u * positions[3 * corners[0] + j]
                    + v * positions[3 * corners[1] + j]
                    + (1.0 - u - v) * positions[3 * corners[2] + j]
            };
            errors[3 * i + j] = point[j] - at;
        }
    }
    errors
}

/// The number of columns of the Jacobian that are computed at once.
const LANES: usize = 4;

/// The Jacobian, several columns at a time: of the two coordinates in triangles, if there are any, then of the pose. A
/// point depends on no coordinates but its own, so that one direction serves for those of all points.
pub fn jacobian(theta: &[f64], us: &[f64], hand: &Hand, scratch: &mut Scratch) -> Vec<Vec<f64>> {
    let coordinates = if us.is_empty() { 0 } else { 2 };
    let count = coordinates + theta.len();
    let mut columns: Vec<Vec<f64>> = Vec::with_capacity(count);
    let mut by_theta = vec![Lanes::zero(); theta.len()];
    let mut by_us = vec![Lanes::zero(); us.len()];
    for first in (0..count).step_by(LANES) {
        // What is not among these columns is in none of the directions.
        let along = |column: usize| column.checked_sub(first).map_or(Lanes::zero(), Lanes::<f64, LANES>::along);
        (0..).zip(&mut by_us).for_each(|(i, v)| *v = along(i % 2));
        (0..).zip(&mut by_theta).for_each(|(i, v)| *v = along(coordinates + i));
        let (_, tangents) = errors::jvp_lanes_with((theta, us, hand), (&by_theta, &by_us), scratch);
        let lanes = 0..LANES.min(count - first);
        columns.extend(lanes.map(|lane| tangents.iter().map(|tangent| tangent[lane]).collect::<Vec<f64>>()));
    }
    columns
}

#[derive(Deserialize)]
struct Input {
    theta: Vec<f64>,
    data: Data,
    us: Vec<[f64; 2]>,
}

#[derive(Deserialize)]
struct Data {
    model: Model,
    correspondences: Vec<usize>,
    points: Vec<[f64; 3]>,
}

#[derive(Deserialize)]
struct Model {
    parents: Vec<i64>,
    base_relatives: Vec<[[f64; 4]; 4]>,
    inverse_base_absolutes: Vec<[[f64; 4]; 4]>,
    base_positions: Vec<[f64; 4]>,
    weights: Vec<Vec<f64>>,
    triangles: Vec<[usize; 3]>,
    is_mirrored: bool,
}

/// The upper rows of a matrix whose last row must be 0, 0, 0, 1.
#[allow(clippy::float_cmp, reason = "ones and zeros are exact")]
fn transform(matrix: &[[f64; 4]; 4]) -> Result<[f64; 12], String> {
    check(matrix[3] == [0.0, 0.0, 0.0, 1.0], "the last row of a transform must be 0, 0, 0, 1")?;
    Ok(std::array::from_fn(|i| matrix[i / 4][i % 4]))
}

impl Data {
    #[allow(clippy::float_cmp, reason = "ones are exact")]
    fn hand(self, triangles: bool) -> Result<Hand, String> {
        let Data { model, correspondences, points } = self;
        let bones = model.parents.len();
        check(model.base_relatives.len() == bones, "`base_relatives` are not of all bones")?;
        check(model.inverse_base_absolutes.len() == bones, "`inverse_base_absolutes` are not of all bones")?;
        check(correspondences.len() == points.len(), "`correspondences` are not of all points")?;
        let places = if triangles { model.triangles.len() } else { model.base_positions.len() };
        check(correspondences.iter().all(|&place| place < places), "a correspondence is out of range")?;
        let corners = model.triangles.iter().flatten().all(|&corner| corner < model.base_positions.len());
        check(corners, "a corner of a triangle is out of range")?;
        check(model.base_positions.iter().all(|position| position[3] == 1.0), "a position must end in 1")?;
        check(model.weights.len() == model.base_positions.len(), "`weights` are not of all vertices")?;
        flat("weights", &model.weights, bones)?;

        let parent = |(bone, &parent): (usize, &i64)| match usize::try_from(parent) {
            Ok(parent) if parent < bone => Ok(parent),
            Ok(_) => Err("bad input: a bone comes before its parent".to_string()),
            Err(_) => Ok(bone),
        };
        let (mut starts, mut moving, mut weights) = (vec![0], Vec::new(), Vec::new());
        for row in &model.weights {
            for (bone, &weight) in row.iter().enumerate().filter(|(_, weight)| **weight != 0.0) {
                moving.push(bone);
                weights.push(weight);
            }
            starts.push(moving.len());
        }
        Ok(Hand {
            parents: model.parents.iter().enumerate().map(parent).collect::<Result<_, _>>()?,
            relatives: model.base_relatives.iter().map(transform).collect::<Result<_, _>>()?,
            inverses: model.inverse_base_absolutes.iter().map(transform).collect::<Result<_, _>>()?,
            vertices: model.base_positions.iter().map(|&[x, y, z, _]| [x, y, z]).collect(),
            starts,
            bones: moving,
            weights,
            triangles: model.triangles,
            mirrored: model.is_mirrored,
            correspondences,
            points,
        })
    }
}

pub fn evaluate(function: &str, input: Value, runs: &Runs) -> Result<Evaluation, String> {
    let Input { theta, data, us } = read(input)?;
    check(theta.len() == POSE, "`theta` must have 26 numbers")?;
    check(us.is_empty() || us.len() == data.points.len(), "`us` are not of all points")?;
    let hand = data.hand(!us.is_empty())?;
    let us = us.concat();
    match function {
        "objective" => {
            let (errors, timings) = runs.repeat(|| errors(&theta, &us, &hand));
            Evaluation::new(errors, timings)
        }
        "jacobian" => {
            let mut scratch = Scratch::new();
            let (columns, timings) = runs.repeat(|| jacobian(&theta, &us, &hand, &mut scratch));
            let row = |i| columns.iter().map(|column| column[i]).collect();
            let rows: Vec<Vec<f64>> = (0..3 * hand.points.len()).map(row).collect();
            Evaluation::new(rows, timings)
        }
        _ => Err(unknown(function, &["objective", "jacobian"])),
    }
}
