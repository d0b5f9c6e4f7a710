//! `Option` and `Result` of what is differentiated, as generated code holds them.

use crate::Differentiable;

/// A number that is one if there is a value, else zero; and the value, or zeros.
#[derive(Clone, Copy, Debug)]
pub struct Choice<S, T> {
    /// One or zero.
    pub tag: S,
    /// The value, if the number is one.
    pub value: T,
}

impl<S: Differentiable, T: Differentiable> Differentiable for Choice<S, T> {
    fn zero_like(&self) -> Self {
        Choice { tag: self.tag.zero_like(), value: self.value.zero_like() }
    }

    fn add_scaled(&mut self, factor: f64, other: &Self) {
        self.tag.add_scaled(factor, &other.tag);
        self.value.add_scaled(factor, &other.value);
    }
}

/// What `?` takes apart.
pub trait Tried {
    /// What there is to go on with.
    type Value;

    /// That, or nothing.
    fn tried(self) -> Option<Self::Value>;
}

impl<T> Tried for Option<T> {
    type Value = T;

    fn tried(self) -> Option<T> {
        self
    }
}

impl<T, E> Tried for Result<T, E> {
    type Value = T;

    fn tried(self) -> Option<T> {
        self.ok()
    }
}

/// Whether there is something to go on with, and what that is.
pub fn tried<T: Tried>(value: T) -> Option<T::Value> {
    value.tried()
}
