//! An entry of a derivative and values along its coordinate → whether the two agree.

use num_traits::Float;

use super::report::{Doubt, Entry};
use super::slope::{Line, Side, Slope};

/// How many times its estimated error a slope may be off.
const SAFETY: f64 = 4.0;
/// A slope whose error is larger than this part of it says little.
const VAGUE: f64 = 0.05;
/// A slope whose error is larger than this part of how much the function changes nearby says little, too.
const VAGUE_NEARBY: f64 = 1e-3;

/// What came out for one entry.
pub enum Verdict {
    /// They agree; how much of what is tolerated they differ by.
    Agrees(f64),
    /// They do not; the same, above one.
    Disagrees(f64),
    /// Nobody can tell.
    Unjudged,
}

/// Compares `entry.claimed` with differences along the line, and fills in the rest of the entry.
///
/// `largest` is the largest entry of the derivative.
pub fn judge(entry: &mut Entry, line: &mut Line<'_>, largest: f64) -> Verdict {
    let claimed = entry.claimed;
    let relative = Float::sqrt(line.epsilon);
    let epsilon = line.epsilon;

    let reach = line.longest();
    let (_, after) = (line.value)(line.x + reach);
    let (_, before) = (line.value)(line.x - reach);
    let change = [after, before].map(|value| (value - line.y).abs() / reach);
    let nearby = change.into_iter().filter(|change| change.is_finite()).fold(0.0, f64::max);
    let tolerated = |slope: Slope| {
        let size = slope.value.abs().max(claimed.abs());
        SAFETY * slope.error + relative * size + 16.0 * epsilon * nearby
    };
    let sharp = |slope: Slope| slope.error <= relative * slope.value.abs().max(nearby);
    let agrees = |slope: Slope| claimed.is_finite() && (claimed - slope.value).abs() <= tolerated(slope);

    // A function that ignores the coordinate: its values say so at once.
    let (_, closer) = (line.value)(line.x + reach / 16.0);
    let ignored = [after, before, closer].iter().all(|value| value.to_bits() == line.y.to_bits());
    if ignored && claimed == 0.0 {
        (entry.differences, entry.error) = (0.0, 0.0);
        return Verdict::Agrees(0.0);
    }

    let noise = line.noise();
    let Some(mut slope) = line.slope(Side::Both, reach, noise, |slope| sharp(slope) && agrees(slope)) else {
        entry.doubt = Some(Doubt::NotFinite);
        return if claimed.is_nan() { Verdict::Disagrees(f64::INFINITY) } else { Verdict::Unjudged };
    };
    if !agrees(slope)
        && let Some(other) = line.slope(Side::Both, 0.77 * reach, noise, |_| false)
    {
        // A table can come together by accident; two do not at the same number.
        let better = if other.error < slope.error { other } else { slope };
        slope = Slope { value: better.value, error: better.error.max((slope.value - other.value).abs()) };
    }
    (entry.differences, entry.error) = (slope.value, slope.error);

    if agrees(slope) {
        let clear = slope.error <= VAGUE * slope.value.abs().max(claimed.abs())
            || slope.error <= VAGUE_NEARBY * nearby.max(largest)
            || claimed == 0.0 && slope.value == 0.0;
        if clear {
            let apart = (claimed - slope.value).abs();
            return Verdict::Agrees(if apart == 0.0 { 0.0 } else { apart / tolerated(slope) });
        }
        entry.doubt = Some(Doubt::Vague);
        return Verdict::Unjudged;
    }
    if claimed.is_infinite() && slope.error > VAGUE * slope.value.abs() {
        // The slopes grow and grow, as the derivative says.
        entry.doubt = Some(Doubt::Vague);
        return Verdict::Unjudged;
    }
    // They differ. Perhaps there is no derivative: then the slopes from both sides differ, too.
    let sides = [Side::Left, Side::Right].map(|side| line.slope(side, reach, noise, |_| false));
    if let [Some(left), Some(right)] = sides {
        let apart = (left.value - right.value).abs();
        let blurred = SAFETY * (left.error + right.error) + relative * left.value.abs().max(right.value.abs());
        if apart > blurred {
            entry.doubt = Some(Doubt::Kink { left: left.value, right: right.value });
            let slack = blurred.max(tolerated(slope) - SAFETY * slope.error);
            let (low, high) = (left.value.min(right.value), left.value.max(right.value));
            if claimed >= low - slack && claimed <= high + slack {
                return Verdict::Unjudged;
            }
        }
    }
    let excess = (claimed - slope.value).abs() / tolerated(slope);
    // Of a derivative that is not a number, or of the quotient of two infinities.
    Verdict::Disagrees(if excess.is_nan() { f64::INFINITY } else { excess })
}
