//! The range of the data in, an axis out: where it begins and ends, and round numbers along it.

use std::prelude::v1::*;

/// An axis. `place` maps it to 0…1.
#[derive(Clone, Debug)]
pub(super) struct Axis {
    pub low: f64,
    pub high: f64,
    pub log: bool,
    pub ticks: Vec<Tick>,
}

/// A round number on an axis.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Tick {
    pub value: f64,
    pub label: String,
}

/// How the ends of an axis are chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ends {
    /// At the data.
    Tight,
    /// At the round numbers around the data.
    Round,
}

impl Axis {
    /// An axis with about `wanted` ticks. Without data it goes from 0 to 1, or from 1 to 10.
    #[inline(never)]
    pub fn new(extent: Option<(f64, f64)>, log: bool, ends: Ends, wanted: usize) -> Self {
        if log {
            let (low, high) = extent.filter(|extent| extent.0 > 0.0).unwrap_or((1.0, 10.0));
            logarithmic(low, high, ends, wanted.max(1))
        } else {
            let (low, high) = extent.unwrap_or((0.0, 1.0));
            linear(low, high, ends, wanted.max(1))
        }
    }

    pub fn range(&self) -> (f64, f64) {
        (self.low, self.high)
    }

    /// 0 where the axis begins, 1 where it ends.
    #[inline(never)]
    pub fn place(&self, value: f64) -> f64 {
        if self.log {
            (value.ln() - self.low.ln()) / (self.high.ln() - self.low.ln())
        } else {
            (value - self.low) / (self.high - self.low)
        }
    }

    /// Whether the axis has a place for the value at all.
    pub fn shows(&self, value: f64) -> bool {
        value.is_finite() && (!self.log || value > 0.0)
    }
}

/// A step of `mantissa · 10^exponent`, the mantissa 1, 2 or 5.
#[derive(Clone, Copy)]
pub(super) struct Step {
    mantissa: i64,
    exponent: i32,
}

impl Step {
    /// The least round step with at most `wanted` of it in `span`.
    pub fn new(span: f64, wanted: usize) -> Self {
        let raw = span / wanted as f64;
        let exponent = raw.log10().floor() as i32;
        let candidates = [(1, exponent), (2, exponent), (5, exponent), (1, exponent + 1)];
        let (mantissa, exponent) = candidates
            .into_iter()
            .find(|&(mantissa, exponent)| Self { mantissa, exponent }.times(1) >= raw * (1.0 - 1e-9))
            .unwrap_or((1, exponent + 1));
        Self { mantissa, exponent }
    }

    /// The float nearest to `count` steps: the decimal text is exact, a product would not be.
    pub fn times(self, count: i64) -> f64 {
        decimal(count * self.mantissa, self.exponent)
    }

    /// How many steps from zero to `value`, not rounded.
    pub fn count(self, value: f64) -> f64 {
        value / self.times(1)
    }

    /// Digits behind the point that the multiples of the step need.
    fn decimals(self) -> usize {
        usize::try_from(-self.exponent).unwrap_or(0)
    }
}

/// The float nearest to `mantissa · 10^exponent`.
#[inline(never)]
fn decimal(mantissa: i64, exponent: i32) -> f64 {
    format!("{mantissa}e{exponent}").parse().unwrap_or(0.0)
}

/// Extents without room get some: there is a step then, and a point is in the middle.
fn roomy(low: f64, high: f64) -> (f64, f64) {
    let size = low.abs().max(high.abs());
    if high - low > size * 1e-12 && high - low > 1e-300 {
        (low, high)
    } else {
        let room = if size > 1e-290 { size * 0.1 } else { 1.0 };
        (low - room, high + room)
    }
}

fn linear(low: f64, high: f64, ends: Ends, wanted: usize) -> Axis {
    let (low, high) = roomy(low, high);
    let step = Step::new(high - low, wanted);
    // A value that is a multiple but for its last digits is one.
    let slack = 1e-9;
    let (first, last, low, high) = match ends {
        Ends::Tight => ((step.count(low) - slack).ceil() as i64, (step.count(high) + slack).floor() as i64, low, high),
        Ends::Round => {
            let first = (step.count(low) + slack).floor() as i64;
            let last = (step.count(high) - slack).ceil() as i64;
            (first, last, step.times(first).min(low), step.times(last).max(high))
        }
    };
    Axis { low, high, log: false, ticks: labelled((first..=last).map(|count| step.times(count)).collect(), step) }
}

/// Labels of multiples of a step, all in the same form.
fn labelled(values: Vec<f64>, step: Step) -> Vec<Tick> {
    let largest = values.iter().fold(0.0, |largest: f64, value| largest.max(value.abs()));
    let power = if largest > 0.0 { (largest * (1.0 + 1e-12)).log10().floor() as i32 } else { 0 };
    let with_power = |value: f64| {
        let decimals = usize::try_from(power - step.exponent).unwrap_or(0);
        format!("{:.*}×10{}", decimals, scaled(value, -power), superscript(power))
    };
    let plain = |value: f64| format!("{value:.*}", step.decimals());
    let shorter = || with_power(largest).chars().count() > plain(largest).len();
    let is_plain = step.exponent >= -5 && largest < 1e6 || shorter();
    let mut ticks = vec![];
    for value in values {
        let label = match value {
            0.0 => "0".to_owned(),
            value if is_plain => plain(value),
            value => with_power(value),
        };
        ticks.push(Tick { value, label: label.replace('-', "−") });
    }
    ticks
}

/// `value · 10^power`, also where the power alone is no float.
fn scaled(value: f64, power: i32) -> f64 {
    let half = power / 2;
    value * 10_f64.powi(half) * 10_f64.powi(power - half)
}

fn superscript(power: i32) -> String {
    const DIGITS: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    let digit = |letter: char| letter.to_digit(10).map_or('⁻', |digit| DIGITS[digit as usize]);
    format!("{power}").chars().map(digit).collect()
}

fn logarithmic(low: f64, high: f64, ends: Ends, wanted: usize) -> Axis {
    // A single number is in the middle of a decade.
    let (low, high) = if high / low > 1.0 + 1e-12 { (low, high) } else { (low / 3.0, high * 3.0) };
    let decades = high.log10() - low.log10();
    if decades < 0.7 {
        // The range holds hardly any power of ten, so it gets the round numbers of a linear axis.
        let axis = linear(low, high, ends, wanted);
        // Round ends of positive numbers may be zero, which has no place here.
        let ticks = axis.ticks.into_iter().filter(|tick| tick.value > 0.0).collect();
        return Axis { low: if axis.low > 0.0 { axis.low } else { low }, high: axis.high, log: true, ticks };
    }
    let (first, last) = (low.log10().floor() as i32, high.log10().ceil() as i32);
    let (low, high) = match ends {
        Ends::Tight => (low, high),
        Ends::Round => {
            let (mut below, mut above) = (0.0_f64, f64::INFINITY);
            for (exponent, mantissa) in (first..=last).flat_map(|exponent| [1, 2, 5].map(|part| (exponent, part))) {
                let value = decimal(mantissa, exponent);
                if value <= low * (1.0 + 1e-9) {
                    below = below.max(value);
                }
                if value >= high * (1.0 - 1e-9) {
                    above = above.min(value);
                }
            }
            (if below > 0.0 { below.min(low) } else { low }, if above.is_finite() { above.max(high) } else { high })
        }
    };
    let mantissas: &[i64] = if decades < 1.0 + wanted as f64 / 5.0 { &[1, 2, 5] } else { &[1] };
    let most = wanted.cast_signed() as i32;
    let stride = [1, 2, 5, 10, 20, 50, 100].into_iter().find(|stride| (last - first) / stride <= most).unwrap_or(200);
    let inside = |value: f64| value >= low * (1.0 - 1e-9) && value <= high * (1.0 + 1e-9);
    let mut ticks = vec![];
    // Multiples of the stride, so that 1 is among the ticks if it is on the axis.
    for exponent in (first..=last).filter(|exponent| exponent % stride == 0) {
        for &mantissa in mantissas {
            let value = decimal(mantissa, exponent);
            if value > 0.0 && inside(value) {
                let label = if first >= -4 && last <= 5 {
                    format!("{value}")
                } else if mantissa == 1 {
                    format!("10{}", superscript(exponent))
                } else {
                    format!("{mantissa}×10{}", superscript(exponent))
                };
                ticks.push(Tick { value, label });
            }
        }
    }
    Axis { low, high, log: true, ticks }
}

#[cfg(test)]
mod tests {
    use super::*;
    use burtorch_runtime::Rng;

    fn labels(axis: &Axis) -> Vec<&str> {
        axis.ticks.iter().map(|tick| tick.label.as_str()).collect()
    }

    fn ranges() -> impl Iterator<Item = (f64, f64)> {
        let mut rng = Rng::seed(1);
        let power = |rng: &mut Rng| format!("1e{}", rng.below(40)).parse::<f64>().unwrap() * 1e-20;
        (0..2000).map(move |_| {
            let low = rng.normal() * power(&mut rng);
            (low, low + rng.uniform() * power(&mut rng))
        })
    }

    #[test]
    fn ticks_cover_the_data_and_are_round_numbers() {
        for (low, high) in ranges() {
            let axis = Axis::new(Some((low, high)), false, Ends::Round, 6);
            let (first, last) = (&axis.ticks[0], axis.ticks.last().unwrap());
            // But for a billionth of a step, which nobody sees.
            let slack = 1e-8 * (last.value - first.value);
            assert!(first.value <= low + slack && high - slack <= last.value, "{low} {high} {axis:?}");
            assert!((2..=9).contains(&axis.ticks.len()), "{low} {high} {axis:?}");
            let step = axis.ticks[1].value - first.value;
            let digits = format!("{step:.2e}");
            let mantissa: f64 = digits.split('e').next().unwrap().parse().unwrap();
            assert!([1.0, 2.0, 5.0].contains(&mantissa), "{low} {high} {axis:?}");
        }
    }

    #[test]
    fn tight_ticks_are_inside_of_the_data() {
        for (low, high) in ranges().filter(|(low, high)| high - low > low.abs() * 1e-9) {
            let axis = Axis::new(Some((low, high)), false, Ends::Tight, 6);
            assert_eq!((axis.low, axis.high), (low, high));
            assert!(axis.ticks.iter().all(|tick| (-1e-6..=1.0 + 1e-6).contains(&axis.place(tick.value))), "{axis:?}");
        }
    }

    #[test]
    fn labels_are_different_and_say_the_value() {
        for (low, high) in ranges() {
            let axis = Axis::new(Some((low, high)), false, Ends::Round, 6);
            let mut seen = labels(&axis);
            seen.dedup();
            assert_eq!(seen.len(), axis.ticks.len(), "{axis:?}");
        }
        let axis = |low, high| Axis::new(Some((low, high)), false, Ends::Round, 5);
        assert_eq!(
            labels(&axis(0.0, 1.0)),
            ["0.0", "0.2", "0.4", "0.6", "0.8", "1.0"].map(|l| if l == "0.0" { "0" } else { l })
        );
        assert_eq!(labels(&axis(-3.0, 3.0)), ["−4", "−2", "0", "2", "4"]);
        assert_eq!(labels(&axis(0.0, 2e9)), ["0", "0.5×10⁹", "1.0×10⁹", "1.5×10⁹", "2.0×10⁹"]);
        assert_eq!(labels(&axis(1e-12, 3e-12)), ["1.0×10⁻¹²", "1.5×10⁻¹²", "2.0×10⁻¹²", "2.5×10⁻¹²", "3.0×10⁻¹²"]);
    }

    #[test]
    fn logarithmic_ticks_are_powers_of_ten_or_round_parts_of_them() {
        let axis = |low, high| Axis::new(Some((low, high)), true, Ends::Round, 6);
        assert_eq!(labels(&axis(0.013, 2.9)), ["0.01", "0.1", "1"]);
        assert_eq!(labels(&axis(0.13, 2.9)), ["0.1", "0.2", "0.5", "1", "2", "5"]);
        assert_eq!(labels(&axis(1e-9, 1e3)), ["10⁻⁸", "10⁻⁶", "10⁻⁴", "10⁻²", "10⁰", "10²"]);
        assert_eq!(labels(&axis(2.1, 2.9)), ["2.0", "2.2", "2.4", "2.6", "2.8", "3.0"]);
    }

    #[test]
    fn every_range_has_an_axis_that_contains_it() {
        let ranges = [
            (0.0, 0.0),
            (5.0, 5.0),
            (-1e300, 1e300),
            (1e-310, 3e-310),
            (1.0, 1.0 + f64::EPSILON),
            (1e-300, 1e300),
            (-1e-20, 1e20),
        ];
        for (low, high) in ranges {
            for log in [false, true] {
                for ends in [Ends::Tight, Ends::Round] {
                    let axis = Axis::new(Some((low, high)), log, ends, 6);
                    assert!(axis.ticks.len() <= 20 && !axis.ticks.is_empty(), "{axis:?}");
                    if axis.shows(low) {
                        let places = [axis.place(low), axis.place(high)];
                        assert!(places.iter().all(|place| (-1e-9..=1.0 + 1e-9).contains(place)), "{axis:?} {places:?}");
                    }
                }
            }
        }
    }
}
