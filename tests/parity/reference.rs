//! Reads the files in `tests/data`, and compares with them.

use std::fs;
use std::path::PathBuf;

/// One sample with its loss and gradient, and the losses of ten steps of training on it.
pub struct Reference {
    pub params: Vec<f64>,
    pub x: Vec<usize>,
    pub y: Vec<usize>,
    pub loss: f64,
    pub gradient: Vec<f64>,
    pub losses: Vec<f64>,
}

fn path(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(name)
}

fn text(name: &str) -> String {
    let path = path(name);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

impl Reference {
    pub fn read(name: &str) -> Self {
        let (mut x, mut y, mut loss, mut params) = (Vec::new(), Vec::new(), f64::NAN, Vec::new());
        for line in text(&format!("{name}.txt")).lines() {
            let mut words = line.split_whitespace();
            let key = words.next();
            let rest: Vec<&str> = words.collect();
            let integers = || rest.iter().map(|word| word.parse().expect("an index")).collect();
            match key {
                Some("x") => x = integers(),
                Some("y") => y = integers(),
                Some("loss") => loss = rest[0].parse().expect("a loss"),
                Some("param") => {
                    let numbers: Vec<usize> = rest[1..].iter().map(|word| word.parse().expect("a size")).collect();
                    let gain = rest[0].rsplit('.').next() == Some("g");
                    assert_eq!(numbers[0], params.len(), "{} follows what is before it", rest[0]);
                    for at in numbers[0]..numbers[0] + numbers[1..].iter().product::<usize>() {
                        #[allow(clippy::cast_precision_loss, reason = "a model has fewer parameters")]
                        let value = 0.1 * (0.37 * at as f64 + 0.1).sin();
                        params.push(if gain { 1.0 + value } else { value });
                    }
                }
                _ => {}
            }
        }
        let bytes = fs::read(path(&format!("{name}_grad.f64"))).expect("the gradient is checked in");
        let gradient = bytes.chunks_exact(8).map(|b| f64::from_le_bytes(b.try_into().expect("eight bytes"))).collect();
        let losses = losses(&format!("{name}_losses"));
        Reference { params, x, y, loss, gradient, losses }
    }
}

/// The losses of ten steps of training.
pub fn losses(name: &str) -> Vec<f64> {
    let text = text(&format!("{name}.txt"));
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| line.trim().parse().expect("a loss")).collect()
}

/// The largest difference between two gradients, relative to the norm of the second.
pub fn difference<T: Copy + Into<f64>>(found: &[T], expected: &[f64]) -> f64 {
    assert_eq!(found.len(), expected.len());
    let norm = expected.iter().map(|value| value * value).sum::<f64>().sqrt();
    found.iter().zip(expected).map(|(&a, b)| (a.into() - b).abs()).fold(0.0, f64::max) / norm
}
