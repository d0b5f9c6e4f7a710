//! Weight decay for some parameters and not for others.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;

use num_traits::Float;

use super::cast;
use crate::model::{Parameter, check_length};

/// `param −= rate · decay · param`, with the decay of the last rule that matches the parameter's name.
///
/// A rule is a pattern and a decay. In a pattern, `*` stands for any text, dots included; the rest stands for itself.
/// So a rule is followed by its exceptions. What no rule matches, and what is frozen, does not decay.
///
/// This is decoupled decay, as in `AdamW`, for any optimizer: it comes after the gradient was computed and before the
/// update. [`Any`](super::Any) does that by itself if it is [given one](super::Any::set_decay).
///
/// ```
/// use burtorch_runtime::model::{Parameter, Slot};
/// use burtorch_runtime::Init;
/// use burtorch_runtime::optimizer::{Decay, Optimizer, Sgd};
///
/// # const fn parameter(name: &'static str, offset: usize) -> Parameter {
/// #     Parameter { name, slot: Slot { offset, shape: &[1], init: Init::Zeros, fan: None }, frozen: false }
/// # }
/// // As `Net::PARAMETERS` of a model.
/// let parameters = [parameter("up.weight", 0), parameter("up.bias", 1), parameter("norm.weight", 2)];
/// let decay = Decay::new(&[("*.weight", 0.5), ("*norm*", 0.0)], &parameters)?;
///
/// let (mut params, mut sgd) = ([1.0, 1.0, 1.0], Sgd::new(0.5));
/// let gradient = [1.0, 1.0, 1.0];
/// decay.apply(&mut params, sgd.rate)?;
/// sgd.update(&mut params, &gradient)?;
/// assert_eq!(params, [0.25, 0.5, 0.5]);
///
/// let error = Decay::new(&[("*.weigth", 0.5)], &parameters).unwrap_err();
/// let message = "the pattern `*.weigth` matches no parameter: there are up.weight, up.bias, norm.weight";
/// assert_eq!(error.to_string(), message);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Decay {
    /// Where parameters decay and how much, in the order of the buffer.
    ranges: Vec<(Range<usize>, f64)>,
    /// How many parameters the model has.
    count: usize,
}

impl Decay {
    /// What these rules say of these parameters.
    ///
    /// # Errors
    /// If a pattern matches no parameter.
    pub fn new(rules: &[(&str, f64)], parameters: &[Parameter]) -> Result<Self, DecayError> {
        for (pattern, _) in rules {
            if !parameters.iter().any(|parameter| matches(pattern, parameter.name)) {
                let names = parameters.iter().map(|parameter| parameter.name).collect();
                return Err(DecayError::Unmatched { pattern: (*pattern).to_owned(), names });
            }
        }
        let decay =
            |name: &str| rules.iter().rev().find(|(pattern, _)| matches(pattern, name)).map_or(0.0, |rule| rule.1);
        Ok(Decay::by_name(&decay, parameters))
    }

    /// The decay of parts of a buffer of so many parameters, for a model that is known only at run time.
    ///
    /// # Panics
    /// If a part is not one of the buffer.
    ///
    /// ```
    /// use burtorch_runtime::optimizer::Decay;
    ///
    /// let mut params = [1.0, 1.0, 1.0];
    /// Decay::of_ranges(3, [(1..3, 0.5)]).apply(&mut params, 0.5)?;
    /// assert_eq!(params, [1.0, 0.75, 0.75]);
    /// # Ok::<(), burtorch_runtime::Error>(())
    /// ```
    #[must_use]
    pub fn of_ranges(count: usize, parts: impl IntoIterator<Item = (Range<usize>, f64)>) -> Self {
        let ranges: Vec<_> = parts.into_iter().collect();
        for (range, _) in &ranges {
            assert!(range.start <= range.end && range.end <= count, "{range:?} is not a part of {count} parameters");
        }
        Decay { ranges, count }
    }

    /// One decay for all parameters that are not frozen.
    pub(super) fn everywhere(decay: f64, parameters: &[Parameter]) -> Self {
        Decay::by_name(&|_| decay, parameters)
    }

    fn by_name(decay: &dyn Fn(&str) -> f64, parameters: &[Parameter]) -> Self {
        let (mut ranges, mut count) = (Vec::new(), 0);
        for Parameter { name, slot, frozen } in parameters {
            let range = slot.offset..slot.offset + slot.len();
            count = count.max(range.end);
            let decay = if *frozen { 0.0 } else { decay(name) };
            if decay != 0.0 {
                ranges.push((range, decay));
            }
        }
        Decay { ranges, count }
    }

    /// Rules of decay from text, for a command line: `*.weight=0.01,*norm*=0`; or a number alone, for all parameters.
    ///
    /// # Errors
    /// If it is not of this form, or a pattern matches no parameter.
    pub fn parse(text: &str, parameters: &[Parameter]) -> Result<Self, DecayError> {
        if let Some(decay) = number(text) {
            return Decay::new(&[("*", decay)], parameters);
        }
        let mut rules = Vec::new();
        for rule in text.split(',') {
            let parts = rule.rsplit_once('=').and_then(|(pattern, decay)| Some((pattern.trim(), number(decay)?)));
            rules.push(parts.ok_or_else(|| DecayError::Text { rule: rule.trim().to_owned() })?);
        }
        Decay::new(&rules, parameters)
    }

    /// How many parameters the model has.
    pub(super) fn params(&self) -> usize {
        self.count
    }

    /// Lets parameters decay, for a step of this rate.
    ///
    /// # Errors
    /// If `params` is not as long as those of the model. Nothing is changed then.
    pub fn apply<T: Float>(&self, params: &mut [T], rate: f64) -> Result<(), crate::Error> {
        check_length("params", params.len(), self.count)?;
        for (range, decay) in &self.ranges {
            let keep = cast::<T>(1.0 - rate * decay);
            for param in &mut params[range.clone()] {
                *param = *param * keep;
            }
        }
        Ok(())
    }
}

/// A decay in text.
fn number(text: &str) -> Option<f64> {
    text.trim().parse().ok().filter(|decay: &f64| decay.is_finite() && *decay >= 0.0)
}

/// Whether a pattern matches the whole name.
fn matches(pattern: &str, name: &str) -> bool {
    let mut parts = pattern.split('*');
    let first = parts.next().unwrap_or_default();
    let Some(mut rest) = name.strip_prefix(first) else { return false };
    let Some(last) = parts.next_back() else { return rest.is_empty() };
    // Between two stars, the first place that fits leaves the most for what follows.
    for part in parts {
        let Some(at) = rest.find(part) else { return false };
        rest = &rest[at + part.len()..];
    }
    rest.ends_with(last)
}

/// What is wrong with rules of [`Decay`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DecayError {
    /// A pattern matches no parameter.
    Unmatched {
        /// The pattern.
        pattern: String,
        /// The names of all parameters.
        names: Vec<&'static str>,
    },
    /// A text is not a rule.
    Text {
        /// The text.
        rule: String,
    },
}

impl fmt::Display for DecayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DecayError::Unmatched { pattern, names } => {
                write!(f, "the pattern `{pattern}` matches no parameter: there are {}", names.join(", "))
            }
            DecayError::Text { rule } => {
                write!(f, "`{rule}` is not a decay: write it as `*.weight=0.01,*norm*=0`, or as one number, at least 0")
            }
        }
    }
}

impl core::error::Error for DecayError {}
