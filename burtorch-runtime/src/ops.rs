//! How much work a derivative is.

/// The operations of a function and of its gradient, those inside loops and branches counted once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ops {
    /// Operations of the function itself.
    pub value: usize,
    /// Operations of value and gradient together, as differentiated.
    pub before: usize,
    /// Operations of value and gradient together after simplification: what runs.
    pub after: usize,
}
