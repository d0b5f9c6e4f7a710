//! Values along one coordinate → its slope, with an error that can be relied on.
//!
//! Ridders' method: central differences with shorter and shorter steps, extrapolated to step zero. Row `k` of the table
//! holds the difference at step `h / 1.7ᵏ` and its extrapolations. How far an entry is from the two that it was made of,
//! and from the one above it, is its truncation; noise divided by the step is added to that. Truncation shrinks and
//! noise grows along the table, so the entry with the least error is taken. The differences of shorter steps must not
//! leave it again, but for noise: then it was the slope of something larger.
//!
//! The noise is measured, after Moré and Wild (Estimating Computational Noise, 2011): in a table of differences between
//! close points, all that is smooth vanishes, and what is left is noise.

use num_traits::Float;

/// How many extrapolations a row has at most.
const WIDTH: usize = 6;
/// How many rows there are at most.
const ROWS: usize = 200;
/// How much shorter each step is than the one before. No whole number, and no power of one: values of an oscillation
/// would agree by accident, all along the table.
const SHORTER: f64 = 1.7;

/// A function along one coordinate.
pub struct Line<'a> {
    /// Moves the coordinate as close to a number as its type allows: where it is then, and the value there.
    pub value: &'a mut dyn FnMut(f64) -> (f64, f64),
    /// The coordinate of the point.
    pub x: f64,
    /// The value at the point.
    pub y: f64,
    /// The relative rounding of the coarsest type.
    pub epsilon: f64,
}

/// A slope, and how far it may be from the truth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Slope {
    pub value: f64,
    pub error: f64,
}

/// Which values a difference is made of.
#[derive(Clone, Copy, PartialEq)]
pub enum Side {
    Both,
    Left,
    Right,
}

impl Line<'_> {
    /// The longest step: some part of the coordinate, or of one where that is larger.
    pub fn longest(&self) -> f64 {
        self.x.abs().max(1.0) * 0.13
    }

    /// The length that the coordinate suggests by itself.
    fn own_length(&self) -> f64 {
        if self.x == 0.0 { 1.0 } else { self.x.abs() }
    }

    /// The slope from one side or from both, unless there are not even three steps with finite values.
    ///
    /// The steps begin with `first`. They end once `enough` says so, which is asked with every slope that is better than
    /// those before.
    pub fn slope(&mut self, side: Side, first: f64, noise: f64, enough: impl Fn(Slope) -> bool) -> Option<Slope> {
        // Noise of the entries of the table, at most, as multiples of the noise of a value divided by the step. One-sided
        // differences converge more slowly, and their extrapolation takes larger multiples.
        let (base, amplified) = if side == Side::Both { (SHORTER * SHORTER, 4.0) } else { (SHORTER, 16.0) };
        let shortest = self.own_length() * Float::powf(self.epsilon, 0.75);
        // With how far the difference itself was from it.
        let mut best: Option<(Slope, f64)> = None;
        let (mut above, mut filled) = ([0.0; WIDTH], 0);
        let mut step = first;
        for _ in 0..ROWS {
            if step < shortest {
                break;
            }
            let (left, before) = if side == Side::Right { (self.x, self.y) } else { (self.value)(self.x - step) };
            let (right, after) = if side == Side::Left { (self.x, self.y) } else { (self.value)(self.x + step) };
            let difference = (after - before) / (right - left);
            if !difference.is_finite() {
                // Too far out, perhaps: the table begins where all is finite.
                (filled, step) = (0, step / SHORTER);
                continue;
            }
            let rounding = self.epsilon * after.abs().max(before.abs()) / 4.0;
            let uncertain = amplified * noise.max(rounding).max(f64::MIN_POSITIVE) / step;
            if let Some((slope, truncation)) = &mut best {
                let left_by = (difference - slope.value).abs();
                if left_by > slope.error.max(*truncation) + 4.0 * uncertain {
                    slope.error = left_by;
                }
            }
            let mut row = [difference; WIDTH];
            let mut power = 1.0;
            for k in 1..=filled.min(WIDTH - 1) {
                power *= base;
                row[k] = row[k - 1] + (row[k - 1] - above[k - 1]) / (power - 1.0);
                if k == filled {
                    continue;
                }
                let moved = [row[k - 1], above[k - 1], above[k]].map(|entry| (row[k] - entry).abs());
                let slope = Slope { value: row[k], error: moved.into_iter().fold(0.0, f64::max) + uncertain };
                if slope.error.is_finite() && best.is_none_or(|(best, _)| slope.error < best.error) {
                    best = Some((slope, (difference - slope.value).abs()));
                    if enough(slope) {
                        return Some(slope);
                    }
                }
            }
            (above, filled, step) = (row, filled + 1, step / SHORTER);
        }
        best.map(|(slope, _)| slope)
    }

    /// How far values are from a smooth function, typically.
    pub fn noise(&mut self) -> f64 {
        // Rounding at equal distances can be the same at all points, which looks smooth. So there are two distances, and
        // neither is a power of two times the coordinate.
        self.noise_at(0.739).max(self.noise_at(0.523))
    }

    /// How far values are from a smooth function, estimated from points at this multiple of the shortest distance.
    fn noise_at(&mut self, multiple: f64) -> f64 {
        const POINTS: usize = 9;
        let mut step = multiple * self.own_length() * Float::powf(self.epsilon, 0.75);
        let mut noise = 0.0_f64;
        while step < self.longest() / 8.0 {
            let mut values = [0.0; POINTS];
            let mut at = self.x - 4.0 * step;
            for value in &mut values {
                *value = (self.value)(at).1;
                at += step;
            }
            noise = noise.max(noise_of(values));
            // Where most neighbours are equal, the function goes by steps that are longer than ours.
            let equal = values.windows(2).filter(|pair| pair[0].to_bits() == pair[1].to_bits()).count();
            if equal < POINTS / 2 {
                break;
            }
            step *= 8.0;
        }
        noise
    }
}

/// Of values at equal distances: their differences of orders 3 to 6, in units of what independent noise would give.
fn noise_of<const N: usize>(mut values: [f64; N]) -> f64 {
    let mut largest = 0.0_f64;
    // The square of a k-th difference of independent noise is `(2k)! / k!²` times that of the noise.
    let mut growth = 1.0;
    for (order, factor) in [(1, 2.0), (2, 3.0), (3, 10.0 / 3.0), (4, 3.5), (5, 3.6), (6, 11.0 / 3.0)] {
        let left = N - order;
        for i in 0..left {
            values[i] = values[i + 1] - values[i];
        }
        growth *= factor;
        if order > 2 {
            let squares: f64 = values[..left].iter().map(|difference| difference * difference).sum();
            #[allow(clippy::cast_precision_loss, reason = "a handful of points")]
            let mean = squares / left as f64;
            largest = largest.max(Float::sqrt(mean / growth));
        }
    }
    if largest.is_finite() { largest } else { 0.0 }
}
