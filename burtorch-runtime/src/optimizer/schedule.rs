//! Learning rates that change during training.

use core::f64::consts::PI;
use core::fmt;
use core::str::FromStr;

use crate::vmath::VectorMath;

/// `rate(step) = rate · factor(step, total)`, steps counted from 0.
///
/// | text | factor of step `s` of `n` |
/// |---|---|
/// | `constant` | `1` |
/// | `step:EVERY,FACTOR` | `FACTOR^⌊s / EVERY⌋` |
/// | `linear` | `1 − s/n` |
/// | `cosine` | `(1 + cos(π · s/n)) / 2` |
/// | `one-cycle` | from 1/25 up to 1 in the first 30 % of the steps, then down to 4·10⁻⁶, both along a cosine |
/// | `warmup:STEPS,…` | `(s + 1) / STEPS` for so many steps, then one of the others for what is left |
///
/// PyTorch's `StepLR`, `LinearLR` from 1 to 0, `CosineAnnealingLR` and `OneCycleLR`, with their defaults. A factor
/// depends on its arguments alone, so nothing has to be saved. From step `n` on it is that of the end.
///
/// ```
/// use burtorch_runtime::optimizer::Schedule;
///
/// let schedule: Schedule = "warmup:10,cosine".parse()?;
/// assert_eq!(schedule, Schedule::cosine().after_warmup(10));
/// assert_eq!(schedule.factor(0, 110), 0.1);
/// assert_eq!(schedule.factor(10, 110), 1.0);
/// assert!((schedule.factor(60, 110) - 0.5).abs() < 1e-15);
/// assert_eq!(schedule.to_string(), "warmup:10,cosine");
///
/// let error = "cosinus".parse::<Schedule>().unwrap_err();
/// assert!(error.to_string().starts_with("no schedule has this name: it is one of `constant`, "));
/// # Ok::<(), burtorch_runtime::optimizer::ScheduleError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Schedule {
    /// How many steps the rate grows before anything else.
    warmup: u64,
    curve: Curve,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Curve {
    Constant,
    Step { every: u64, factor: f64 },
    Linear,
    Cosine,
    OneCycle,
}

impl Schedule {
    /// `1`
    #[must_use]
    pub const fn constant() -> Self {
        Schedule::of(Curve::Constant)
    }

    /// `factor^⌊step / every⌋`
    ///
    /// # Panics
    /// If `every` is zero.
    #[must_use]
    pub const fn step(every: u64, factor: f64) -> Self {
        assert!(every > 0, "a rate cannot change every 0 steps");
        Schedule::of(Curve::Step { every, factor })
    }

    /// `1 − step / total`
    #[must_use]
    pub const fn linear() -> Self {
        Schedule::of(Curve::Linear)
    }

    /// `(1 + cos(π · step / total)) / 2`
    #[must_use]
    pub const fn cosine() -> Self {
        Schedule::of(Curve::Cosine)
    }

    /// From 1/25 up to 1 in the first 30 % of the steps, then down to 4·10⁻⁶, both along a cosine.
    #[must_use]
    pub const fn one_cycle() -> Self {
        Schedule::of(Curve::OneCycle)
    }

    /// `(step + 1) / steps` for so many steps. The schedule itself begins after them.
    #[must_use]
    pub const fn after_warmup(self, steps: u64) -> Self {
        Schedule { warmup: steps, curve: self.curve }
    }

    const fn of(curve: Curve) -> Self {
        Schedule { warmup: 0, curve }
    }

    /// What the rate is multiplied by in this step, counted from 0, of a training of `total` steps.
    #[must_use]
    #[allow(clippy::cast_precision_loss, reason = "nobody takes 2⁵³ steps")]
    pub fn factor(&self, step: u64, total: u64) -> f64 {
        if step < self.warmup {
            return (step + 1) as f64 / self.warmup as f64;
        }
        let total = total.saturating_sub(self.warmup);
        let step = (step - self.warmup).min(total);
        let done = if total == 0 { 1.0 } else { step as f64 / total as f64 };
        match self.curve {
            Curve::Constant => 1.0,
            Curve::Step { every, factor } => {
                num_traits::pow(factor, usize::try_from(step / every).unwrap_or(usize::MAX))
            }
            Curve::Linear => 1.0 - done,
            Curve::Cosine => along_cosine(1.0, 0.0, done),
            Curve::OneCycle => one_cycle(step as f64, total as f64),
        }
    }
}

/// From `start` to `end`, along half a turn. This cosine is the same on every machine.
fn along_cosine(start: f64, end: f64, done: f64) -> f64 {
    end + (start - end) * 0.5 * (1.0 + (PI * done).lane_cos::<false>())
}

/// PyTorch's, which counts to the last step and not beyond it, so the peak may lie between two steps.
fn one_cycle(step: f64, total: f64) -> f64 {
    const START: f64 = 1.0 / 25.0;
    const END: f64 = START / 1e4;
    let (peak, last) = (0.3 * total - 1.0, total - 1.0);
    // Of three steps or fewer, none goes up.
    if step <= peak && peak > 0.0 {
        along_cosine(START, 1.0, step / peak)
    } else if step < last {
        along_cosine(1.0, END, (step - peak) / (last - peak))
    } else {
        END
    }
}

impl fmt::Display for Schedule {
    /// The text that it is parsed from.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.warmup > 0 {
            write!(f, "warmup:{},", self.warmup)?;
        }
        match self.curve {
            Curve::Constant => f.write_str("constant"),
            Curve::Step { every, factor } => write!(f, "step:{every},{factor}"),
            Curve::Linear => f.write_str("linear"),
            Curve::Cosine => f.write_str("cosine"),
            Curve::OneCycle => f.write_str("one-cycle"),
        }
    }
}

impl FromStr for Schedule {
    type Err = ScheduleError;

    fn from_str(text: &str) -> Result<Self, ScheduleError> {
        if let Some(rest) = text.strip_prefix("warmup:") {
            let (steps, then) = rest.split_once(',').ok_or(ScheduleError::Warmup)?;
            let steps = steps.trim().parse().map_err(|_| ScheduleError::Warmup)?;
            let then: Schedule = then.trim().parse()?;
            return if then.warmup == 0 { Ok(then.after_warmup(steps)) } else { Err(ScheduleError::Twice) };
        }
        if let Some(rest) = text.strip_prefix("step:") {
            let (every, factor) = rest.split_once(',').ok_or(ScheduleError::Step)?;
            let every: u64 = every.trim().parse().map_err(|_| ScheduleError::Step)?;
            let factor: f64 = factor.trim().parse().map_err(|_| ScheduleError::Step)?;
            let possible = every > 0 && factor >= 0.0 && factor.is_finite();
            return if possible { Ok(Schedule::step(every, factor)) } else { Err(ScheduleError::Step) };
        }
        match text {
            "constant" => Ok(Schedule::constant()),
            "linear" => Ok(Schedule::linear()),
            "cosine" => Ok(Schedule::cosine()),
            "one-cycle" => Ok(Schedule::one_cycle()),
            "step" => Err(ScheduleError::Step),
            "warmup" => Err(ScheduleError::Warmup),
            _ => Err(ScheduleError::Unknown),
        }
    }
}

/// A text is not that of a [`Schedule`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ScheduleError {
    /// It begins with no known name.
    Unknown,
    /// `step` without its two numbers, or with impossible ones.
    Step,
    /// `warmup` without the number of steps, or without what comes then.
    Warmup,
    /// A warm-up after a warm-up.
    Twice,
}

impl fmt::Display for ScheduleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ScheduleError::Unknown => {
                "no schedule has this name: it is one of `constant`, `step:EVERY,FACTOR`, `linear`, `cosine` and \
                 `one-cycle`, or one of these after `warmup:STEPS,`"
            }
            ScheduleError::Step => {
                "`step` needs after how many steps, at least 1, the rate is multiplied by which factor, at least 0: \
                 write it as `step:1000,0.5`"
            }
            ScheduleError::Warmup => {
                "`warmup` needs a number of steps and the schedule that follows: write it as `warmup:100,cosine`"
            }
            ScheduleError::Twice => "a warm-up cannot follow a warm-up: write the sum of their steps",
        })
    }
}

impl core::error::Error for ScheduleError {}
