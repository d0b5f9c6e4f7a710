//! Finds cameras and points from what the cameras saw: from 130 pixels off to the noise of half a pixel, in five steps.
//!
//! ```sh
//! cargo run --release --example bundle
//! cargo run --release --example bundle -- --help
//! ```
//!
//! This is bundle adjustment. What a camera sees of a point depends on these two alone, so the Jacobian is sparse: nine
//! products with directions give all of its columns, however many there are. Steps are those of Levenberg and Marquardt.
#![allow(clippy::cast_precision_loss, reason = "counts are small numbers")]

use std::env;
use std::f64::consts::{PI, TAU};
use std::io::{self, Write as _};
use std::path::PathBuf;
use std::process::ExitCode;
use std::str::FromStr;

use burtorch::train::{self, Ending, Failure};
use burtorch::viz::Plot;
use burtorch::{Lanes, Rng, Scratch, SparseJacobian, Sparsity, differentiable};

/// A camera is its place, and the angles by which it is turned, tilted and rolled. A point is its place.
const CAMERA: usize = 6;
const POINT: usize = 3;
/// Pixels for a slope of one.
const FOCAL: f64 = 1000.0;
/// The first cameras are known. So there is a place, a direction and a scale.
const KNOWN: usize = 2;

/// What a camera saw of a point, in pixels; where these begin among all numbers.
struct Sight {
    camera: usize,
    point: usize,
    at: [f64; 2],
}

/// Where a camera sees a point.
#[differentiable(lanes)]
fn image(camera: &[f64], point: &[f64]) -> [f64; 2] {
    let (x, y, z) = (point[0] - camera[0], point[1] - camera[1], point[2] - camera[2]);
    let (sine, cosine) = camera[3].sin_cos();
    let (level, right) = (x * cosine + y * sine, x * sine - y * cosine);
    let (sine, cosine) = camera[4].sin_cos();
    let (ahead, up) = (level * cosine + z * sine, z * cosine - level * sine);
    let (sine, cosine) = camera[5].sin_cos();
    [FOCAL * (right * cosine + up * sine) / ahead, FOCAL * (up * cosine - right * sine) / ahead]
}

/// How far all of it is from where it was seen.
#[differentiable(lanes, wrt(numbers))]
fn misses(numbers: &[f64], sights: &[Sight]) -> Vec<f64> {
    let mut misses = vec![0.0; 2 * sights.len()];
    for (i, sight) in sights.iter().enumerate() {
        let (camera, point) = (sight.camera, sight.point);
        let seen: [f64; 2] = image(&numbers[camera..camera + CAMERA], &numbers[point..point + POINT]);
        misses[2 * i] = seen[0] - sight.at[0];
        misses[2 * i + 1] = seen[1] - sight.at[1];
    }
    misses
}

/// `√(Σ x² / n)`
fn rms(x: &[f64]) -> f64 {
    (x.iter().map(|x| x * x).sum::<f64>() / x.len() as f64).sqrt()
}

fn dot(x: &[f64], y: &[f64]) -> f64 {
    x.iter().zip(y).map(|(x, y)| x * y).sum()
}

/// `y += factor · x`
fn add(y: &mut [f64], factor: f64, x: &[f64]) {
    y.iter_mut().zip(x).for_each(|(y, x)| *y += factor * x);
}

/// The step `p` with `(JᵀJ + damping · D) p = −Jᵀ misses`, `D` the diagonal of `JᵀJ`, by conjugate gradients.
fn step(jacobian: &SparseJacobian, misses: &[f64], damping: f64) -> Vec<f64> {
    let columns = jacobian.pattern().columns();
    let (mut diagonal, mut rest) = (vec![0.0; columns], vec![0.0; columns]);
    for (row, miss) in misses.iter().enumerate() {
        for (column, entry) in jacobian.row(row) {
            diagonal[column] += (1.0 + damping) * entry * entry;
            rest[column] -= entry * miss;
        }
    }
    // What is known has no entries: it does not move.
    let scaled = |x: &[f64]| -> Vec<f64> {
        x.iter().zip(&diagonal).map(|(x, entry)| if *entry > 0.0 { x / entry } else { 0.0 }).collect()
    };
    let mut p = vec![0.0; columns];
    let mut toward = scaled(&rest);
    let mut size = dot(&rest, &toward);
    let enough = 1e-10 * size;
    for _ in 0..500 {
        if size <= enough {
            break;
        }
        // (JᵀJ + damping · D) toward
        let damped = damping / (1.0 + damping);
        let mut product: Vec<f64> = toward.iter().zip(&diagonal).map(|(x, entry)| damped * entry * x).collect();
        for row in 0..misses.len() {
            let sum: f64 = jacobian.row(row).map(|(column, entry)| entry * toward[column]).sum();
            jacobian.row(row).for_each(|(column, entry)| product[column] += entry * sum);
        }
        let length = size / dot(&toward, &product);
        add(&mut p, length, &toward);
        add(&mut rest, -length, &product);
        let mut next = scaled(&rest);
        let before = size;
        size = dot(&rest, &next);
        add(&mut next, size / before, &toward);
        toward = next;
    }
    p
}

/// Cameras in a circle around a spiral of points, and what each sees of its side of it.
fn scene(options: &Options, rng: &mut Rng) -> (Vec<f64>, Vec<Sight>) {
    let mut truth = Vec::new();
    for camera in 0..options.cameras {
        let angle = TAU * camera as f64 / options.cameras as f64;
        truth.extend([6.0 * angle.cos(), 6.0 * angle.sin(), 2.0, angle + PI, -0.3, 0.0]);
    }
    for point in 0..options.points {
        let part = (point as f64 / options.points as f64).powf(0.6);
        let (angle, radius) = (3.0 * TAU * part, 0.5 + 2.0 * part);
        truth.extend([radius * angle.cos(), radius * angle.sin(), 1.0 - 2.0 * part]);
    }
    let mut sights = Vec::new();
    for point in (CAMERA * options.cameras..truth.len()).step_by(POINT) {
        for camera in (0..options.cameras).map(|camera| CAMERA * camera) {
            let (a, b) = (&truth[camera..camera + CAMERA], &truth[point..point + POINT]);
            if dot(&a[..2], &b[..2]) > -0.5 * 6.0 * b[0].hypot(b[1]) {
                let at = image(a, b).map(|x| x + options.noise * rng.normal());
                sights.push(Sight { camera, point, at });
            }
        }
    }
    (truth, sights)
}

/// Cameras and points from above.
fn from_above(title: &str, options: &Options, truth: &[f64], found: &[f64]) -> Plot {
    let points = |numbers: &[f64]| -> Vec<(f64, f64)> {
        numbers[CAMERA * options.cameras..].chunks_exact(POINT).map(|point| (point[0], point[1])).collect()
    };
    let cameras = found[..CAMERA * options.cameras].chunks_exact(CAMERA).map(|camera| (camera[0], camera[1]));
    Plot::new(title)
        .size(640, 660)
        .x_range(-7.0..=7.0)
        .y_range(-7.0..=7.0)
        .line("where the points are", points(truth))
        .scatter("points", points(found))
        .scatter("cameras", cameras)
}

fn adjust(options: &Options) -> Result<Ending, Failure> {
    let mut out = io::stdout();
    let mut rng = Rng::seed(options.seed);
    let (truth, sights) = scene(options, &mut rng);
    let (seen, unknown) = (2 * sights.len(), truth.len() - KNOWN * CAMERA);
    if seen <= unknown {
        return Err(
            format!("{seen} numbers are seen, but {unknown} are unknown: take more --points or --cameras").into()
        );
    }
    let folder = train::new_folder(options.out.as_deref(), "bundle")?;
    let (before, after) = (folder.join("before.svg"), folder.join("after.svg"));

    // Each pair of rows has the columns of a camera and of a point.
    let columns = |sight: &Sight| {
        let camera = if sight.camera < KNOWN * CAMERA { 0..0 } else { sight.camera..sight.camera + CAMERA };
        camera.chain(sight.point..sight.point + POINT)
    };
    let rows = sights.iter().flat_map(|sight| [columns(sight), columns(sight)]);
    let mut jacobian = SparseJacobian::new(Sparsity::new(truth.len(), rows)?);
    writeln!(out, "{} cameras and {} points: {unknown} unknown numbers", options.cameras, options.points)?;
    writeln!(out, "{} sights: {seen} numbers", sights.len())?;
    writeln!(out, "{} products for the {unknown} columns of the Jacobian", jacobian.fewest_products())?;

    // A start that is wrong by half a metre and three degrees.
    let mut numbers = truth.clone();
    for (at, number) in numbers.iter_mut().enumerate().skip(KNOWN * CAMERA) {
        let is_angle = at < options.cameras * CAMERA && at % CAMERA >= 3;
        *number += rng.normal() * if is_angle { 0.05 } else { 0.5 };
    }
    from_above("before, seen from above, in metres", options, &truth, &numbers).save(&before)?;

    let (mut damping, mut scratch) = (1e-3, Scratch::new());
    let mut last = misses(&numbers, &sights);
    writeln!(out, "\n step   pixels off   damping\n    0 {:>12.4}", rms(&last))?;
    for count in 1..=50 {
        jacobian.forward_lanes(&mut scratch, |directions: &[Lanes<f64, 3>], out, scratch| {
            let (_, moving) = misses::jvp_lanes_with((&numbers, &sights), directions, scratch);
            out.copy_from_slice(&moving);
        });
        let mut next = numbers.clone();
        add(&mut next, 1.0, &step(&jacobian, &last, damping));
        let new = misses(&next, &sights);
        let fall = 1.0 - rms(&new) / rms(&last);
        writeln!(out, "{count:>5} {:>12.4} {damping:>9.0e}", rms(&new))?;
        if fall > 0.0 {
            (numbers, last) = (next, new);
            damping /= 5.0;
        } else {
            damping *= 5.0;
        }
        if fall.abs() < 1e-6 {
            break;
        }
    }

    // Noise in as many numbers as are unknown is fitted away.
    let noise = options.noise * (1.0 - unknown as f64 / seen as f64).sqrt();
    let wrong: Vec<f64> = numbers.iter().zip(&truth).map(|(found, truth)| found - truth).collect();
    writeln!(out, "\n{:.4} pixels off; the noise alone is {noise:.4}", rms(&last))?;
    writeln!(out, "points are wrong by {:.4} m", rms(&wrong[CAMERA * options.cameras..]))?;
    from_above("after, seen from above, in metres", options, &truth, &numbers).save(&after)?;
    writeln!(out, "pictures: {}, {}", before.display(), after.display())?;
    Ok(Ending::Done)
}

const HELP: &str = "Finds where cameras and points are from what the cameras saw.

Usage: bundle [OPTIONS]

Options:
      --cameras <N>  Cameras (12)
      --points <N>   Points (150)
      --noise <X>    Noise of what is seen, in pixels (0.5)
      --seed <N>     The seed of all that is random (1)
      --out <DIR>    Where the pictures go (runs/bundle-1, -2, …)";

struct Options {
    cameras: usize,
    points: usize,
    noise: f64,
    seed: u64,
    out: Option<PathBuf>,
}

impl Options {
    fn read(mut words: impl Iterator<Item = String>) -> Result<Self, Failure> {
        let mut options = Self { cameras: 12, points: 150, noise: 0.5, seed: 1, out: None };
        while let Some(name) = words.next() {
            match &name[..] {
                "--cameras" => options.cameras = value(&name, words.next(), "a whole number")?,
                "--points" => options.points = value(&name, words.next(), "a whole number")?,
                "--noise" => options.noise = value(&name, words.next(), "a number")?,
                "--seed" => options.seed = value(&name, words.next(), "a whole number")?,
                "--out" => options.out = Some(value(&name, words.next(), "a path")?),
                _ => return Err(format!("there is no option `{name}`: --help lists them").into()),
            }
        }
        if options.cameras <= KNOWN {
            return Err(format!("`--cameras {}`: take at least 3, of which 2 are known", options.cameras).into());
        }
        if !(options.noise >= 0.0 && options.noise.is_finite()) {
            return Err(format!("`--noise {}`: it must not be below 0", options.noise).into());
        }
        Ok(options)
    }
}

fn value<T: FromStr>(name: &str, word: Option<String>, wanted: &str) -> Result<T, Failure> {
    let word = word.ok_or_else(|| format!("`{name}` needs a value: {wanted}"))?;
    word.parse().map_err(|_| format!("`{name} {word}`: it must be {wanted}").into())
}

fn main() -> ExitCode {
    let words: Vec<String> = env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned()).collect();
    if words.iter().any(|word| word == "--help" || word == "-h") {
        return train::finish(writeln!(io::stdout(), "{HELP}").map(|()| Ending::Done).map_err(Failure::from));
    }
    train::finish(Options::read(words.into_iter()).and_then(|options| adjust(&options)))
}
