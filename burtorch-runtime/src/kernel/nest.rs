//! What `graph!` writes of a kernel of a model.

use super::isa::{Isa, Kernel};

/// A loop nest that fills a target from its arguments. It has no value of its own: its type says what it computes.
///
/// Where a driver of the runtime runs the loops, as [`Elementwise`](super::Elementwise) does, what is written is *accessors*: what a step
/// of the loops reads, and what becomes of it. How often a step runs, and on which vectors, is up to the driver.
pub trait LoopNest: Sized {
    /// What it fills: an array, or a part of one.
    type Target<'o>;
    /// What it reads, as a tuple of references.
    type Arguments<'a>;
    /// See [`Kernel::WIDE`].
    const WIDE: bool = true;

    /// Runs it. It must be inlined: what it is inlined into decides on the instructions.
    fn run<I: Isa>(isa: I, target: &mut Self::Target<'_>, arguments: Self::Arguments<'_>);
}

/// [`LoopNest::Target`]. Generated code says it by this name: where the trait is not found, `Self::Target` would be one more error.
pub type Target<'o, K> = <K as LoopNest>::Target<'o>;

/// [`LoopNest::Arguments`], by a name for generated code.
pub type Arguments<'a, K> = <K as LoopNest>::Arguments<'a>;

impl<'o, 'a, K: LoopNest> Kernel<K::Target<'o>, K::Arguments<'a>> for K {
    const WIDE: bool = K::WIDE;

    #[inline(always)]
    #[allow(clippy::inline_always, reason = "what it is inlined into decides on the instructions")]
    fn run<I: Isa>(self, isa: I, target: &mut K::Target<'o>, arguments: K::Arguments<'a>) {
        <K as LoopNest>::run(isa, target, arguments);
    }
}
