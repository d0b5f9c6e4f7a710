//! Code that is not differentiated runs once, however often the code around it does.
//!
//! A caller's sweep computes the value of the functions that it called again, a checkpoint its loop, a Hessian the whole
//! function. What such a second pass needs of code that may have effects was recorded in the first one, in a [`Log`],
//! and is read back in the same order. Which of the two a pass does is known while it compiles: it is the type of the
//! last argument that compiled functions hand to each other.
//!
//! - [`Direct`]: a function that a user called. Its own code just runs; what it calls and sweeps later is recorded.
//! - [`Log`]: code runs, and its results are recorded.
//! - [`Replay`]: nothing runs, results are read back.
//! - [`Repeated`]: the first of several passes is recorded and the others read, which is asked at run time.
//!
//! A log that nothing was recorded in has never asked for memory.

pub mod calls;
mod plain;

#[cfg(feature = "alloc")]
use alloc::vec::Vec;

#[cfg(feature = "alloc")]
pub(crate) use plain::put_all;
pub use plain::{FloatWord, Plain};

/// What becomes of code with effects in one pass over a function.
pub trait Effects: calls::KeptCalls {
    /// Whether another pass needs the results of this pass's code.
    const KEEPS: bool;
    /// The effects of a callee that will be called once more by the sweep.
    type Recorded: Effects;

    /// Whether code with effects runs in this pass; otherwise its results are read back.
    fn runs(&self) -> bool;

    /// For a call that the sweep makes once more: it is recorded, unless it is being read back itself.
    fn recorded(&mut self) -> &mut Self::Recorded;

    /// The position in the log at which the next result will be.
    fn position(&self) -> usize;

    /// The position in the log before a call of `C`.
    #[inline]
    fn position_in<C: Callee<Position: Position>>(&self) -> C::Position {
        C::Position::new(self.position())
    }

    /// The position in the log inside of the call that comes next, whose value is kept.
    #[inline]
    fn position_inside_call(&self) -> usize {
        self.position_inside()
    }

    /// The position in the log inside of the call of `C` that comes next, whose value is kept.
    #[inline]
    fn position_inside_call_of<C: Callee<Position: Position>>(&self) -> C::Position {
        C::Position::new(self.position_inside())
    }

    /// A pass that reads back what was recorded from a position on.
    fn replay(&self, from: impl Position) -> Replay<'_>;

    /// Reads back the next result.
    fn read<T: Plain>(&mut self) -> T;

    /// Records a result, if another pass needs it.
    fn write<T: Plain>(&mut self, value: &T);
}

/// The companion type of a differentiable function, which has the function's name.
pub trait Callee {
    /// The type of a position before a call, a `Position`: without a size if the function records nothing.
    // The bound stands where it is used, since here rustc would prove it for every differentiable function.
    type Position;
}

/// A position in a log.
pub trait Position: Copy + Default + Send + 'static {
    /// A position, which is not needed if nothing is recorded there.
    fn new(at: usize) -> Self;
    /// The position, if something is recorded there.
    fn at(self) -> usize;
}

impl Position for usize {
    #[inline]
    fn new(at: usize) -> Self {
        at
    }

    #[inline]
    fn at(self) -> usize {
        self
    }
}

/// The position of a call that records nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Nowhere;

impl Position for Nowhere {
    #[inline]
    fn new(_: usize) -> Self {
        Nowhere
    }

    #[inline]
    fn at(self) -> usize {
        0
    }
}

/// The results of code with effects, in the order in which it ran.
#[derive(Clone, Debug, Default)]
pub struct Log {
    #[cfg(feature = "alloc")]
    words: Vec<u64>,
}

impl Log {
    /// A log without results.
    #[inline]
    #[must_use]
    pub const fn new() -> Self {
        Log {
            #[cfg(feature = "alloc")]
            words: Vec::new(),
        }
    }

    #[inline]
    #[cfg_attr(not(feature = "alloc"), allow(clippy::unused_self, reason = "without memory there are no words"))]
    fn words(&self) -> &[u64] {
        #[cfg(feature = "alloc")]
        return &self.words;
        #[cfg(not(feature = "alloc"))]
        &[]
    }
}

impl Effects for Log {
    const KEEPS: bool = true;
    type Recorded = Self;

    #[inline]
    fn runs(&self) -> bool {
        true
    }

    #[inline]
    fn recorded(&mut self) -> &mut Self {
        self
    }

    #[inline]
    fn position(&self) -> usize {
        self.words().len()
    }

    #[inline]
    fn replay(&self, from: impl Position) -> Replay<'_> {
        Replay { words: self.words(), at: from.at() }
    }

    fn read<T: Plain>(&mut self) -> T {
        unreachable!("code runs while it is recorded")
    }

    #[cfg(feature = "alloc")]
    fn write<T: Plain>(&mut self, value: &T) {
        value.put(&mut |word| self.words.push(word));
    }

    #[cfg(not(feature = "alloc"))]
    fn write<T: Plain>(&mut self, _: &T) {
        const {
            assert!(
                T::WORDS == 0,
                "what code that is not differentiated yields inside of a called function is kept for the way back, in memory of any size: enable the feature `alloc` of burtorch, or pass the result as an argument"
            );
        }
    }
}

/// What a function that a user called does with its own code, and a log for the functions that it calls.
#[derive(Clone, Debug, Default)]
pub struct Direct {
    log: Log,
}

impl Direct {
    /// With a log without results.
    #[inline]
    #[must_use]
    pub const fn new() -> Self {
        Direct { log: Log::new() }
    }

    /// With a log that has this memory, whatever is in it.
    #[cfg(feature = "alloc")]
    #[inline]
    pub(crate) fn with_memory(mut words: Vec<u64>) -> Self {
        words.clear();
        Direct { log: Log { words } }
    }

    /// The memory of the log.
    #[cfg(feature = "alloc")]
    #[inline]
    pub(crate) fn into_memory(self) -> Vec<u64> {
        self.log.words
    }
}

impl Effects for Direct {
    const KEEPS: bool = false;
    type Recorded = Log;

    #[inline]
    fn runs(&self) -> bool {
        true
    }

    #[inline]
    fn recorded(&mut self) -> &mut Log {
        &mut self.log
    }

    #[inline]
    fn position(&self) -> usize {
        self.log.position()
    }

    #[inline]
    fn replay(&self, from: impl Position) -> Replay<'_> {
        self.log.replay(from)
    }

    fn read<T: Plain>(&mut self) -> T {
        unreachable!("nothing is read back while code just runs")
    }

    #[inline]
    fn write<T: Plain>(&mut self, _: &T) {}
}

/// A log that is read.
#[derive(Clone, Debug)]
pub struct Replay<'a> {
    words: &'a [u64],
    at: usize,
}

impl Effects for Replay<'_> {
    const KEEPS: bool = true;
    type Recorded = Self;

    #[inline]
    fn runs(&self) -> bool {
        false
    }

    #[inline]
    fn recorded(&mut self) -> &mut Self {
        self
    }

    #[inline]
    fn position(&self) -> usize {
        self.at
    }

    #[inline]
    fn replay(&self, from: impl Position) -> Replay<'_> {
        Replay { words: self.words, at: from.at() }
    }

    fn read<T: Plain>(&mut self) -> T {
        T::take(&mut || {
            let word = self.words[self.at];
            self.at += 1;
            word
        })
    }

    #[inline]
    fn write<T: Plain>(&mut self, _: &T) {}
}

/// [`Direct`] and [`Repeated`] in one type, chosen at run time, for closures: these cannot be generic over the kind of pass.
#[derive(Clone, Debug)]
pub struct Passes {
    calls: Repeated,
}

impl Passes {
    /// For one pass.
    #[inline]
    #[must_use]
    pub const fn one() -> Self {
        Passes { calls: Repeated::new() }
    }

    /// For the next one of several passes.
    #[inline]
    pub fn next_pass(&mut self) -> &mut Self {
        self.calls.next_pass();
        self
    }
}

impl Effects for Passes {
    const KEEPS: bool = false;
    type Recorded = Repeated;

    #[inline]
    fn runs(&self) -> bool {
        self.calls.runs()
    }

    #[inline]
    fn recorded(&mut self) -> &mut Repeated {
        &mut self.calls
    }

    #[inline]
    fn position(&self) -> usize {
        self.calls.position()
    }

    #[inline]
    fn replay(&self, from: impl Position) -> Replay<'_> {
        self.calls.replay(from)
    }

    fn read<T: Plain>(&mut self) -> T {
        self.calls.read()
    }

    #[inline]
    fn write<T: Plain>(&mut self, value: &T) {
        if self.calls.has_begun {
            self.calls.write(value);
        }
    }
}

/// Several passes over a function: the first one is recorded, the others read that back.
///
/// One type for all of them, so that a loop over passes holds one call.
#[derive(Clone, Debug, Default)]
pub struct Repeated {
    log: Log,
    has_begun: bool,
    read_at: Option<usize>,
}

impl Repeated {
    /// Before the first pass.
    #[inline]
    #[must_use]
    pub const fn new() -> Self {
        Repeated { log: Log::new(), has_begun: false, read_at: None }
    }

    /// For the next pass.
    #[inline]
    pub fn next_pass(&mut self) -> &mut Self {
        if core::mem::replace(&mut self.has_begun, true) {
            self.read_at = Some(0);
        }
        self
    }
}

impl Effects for Repeated {
    const KEEPS: bool = true;
    type Recorded = Self;

    #[inline]
    fn runs(&self) -> bool {
        self.read_at.is_none()
    }

    #[inline]
    fn recorded(&mut self) -> &mut Self {
        self
    }

    #[inline]
    fn position(&self) -> usize {
        self.read_at.unwrap_or_else(|| self.log.position())
    }

    #[inline]
    fn replay(&self, from: impl Position) -> Replay<'_> {
        self.log.replay(from)
    }

    fn read<T: Plain>(&mut self) -> T {
        let mut replay = self.log.replay(self.position());
        let value = replay.read();
        self.read_at = Some(replay.at);
        value
    }

    #[inline]
    fn write<T: Plain>(&mut self, value: &T) {
        self.log.write(value);
    }
}

/// The type of what code yields, if it runs.
#[derive(Debug)]
pub struct Outcome<T>(core::marker::PhantomData<T>);

impl<T> Outcome<T> {
    /// The type of the result in `slot`.
    #[inline]
    #[must_use]
    pub const fn of(_: &Option<T>) -> Self {
        Outcome(core::marker::PhantomData)
    }
}

/// Results that can be recorded.
pub trait Recordable<T> {
    /// The result of the code, which is recorded if need be; without one, the result that was recorded.
    fn settle<E: Effects>(&self, effects: &mut E, slot: Option<T>) -> T;
}

impl<T: Plain> Recordable<T> for Outcome<T> {
    #[inline]
    fn settle<E: Effects>(&self, effects: &mut E, slot: Option<T>) -> T {
        match slot {
            Some(value) => {
                effects.write(&value);
                value
            }
            None => effects.read(),
        }
    }
}

/// What method resolution finds for results that cannot be recorded.
pub trait NotRecordable<T> {
    /// The result of the code. Does not compile in a pass that must record it.
    fn settle<E: Effects>(&self, effects: &mut E, slot: Option<T>) -> T;
}

impl<T> NotRecordable<T> for &Outcome<T> {
    #[inline]
    fn settle<E: Effects>(&self, _: &mut E, slot: Option<T>) -> T {
        const {
            assert!(
                !E::KEEPS,
                "code that is not differentiated and may have effects runs once, but this function is computed more than once: it is called by another differentiable function, or its Hessian or Jacobian is asked for. What such code yields is kept in between, and only numbers and text, and tuples, arrays, options and vectors of them, can be: compute numbers from it at once, or make it outside and pass it as an argument"
            );
        }
        slot.expect(
            "what code that is not differentiated yields cannot be kept for a second pass over this closure: compute numbers from it at once",
        )
    }
}

/// What code with effects yields: it runs, or its result is read back.
#[doc(hidden)]
#[macro_export]
macro_rules! __effect {
    ($effects:ident, $code:expr) => {{
        use $crate::__private::{NotRecordable as _, Recordable as _};
        let slot = if $crate::__private::Effects::runs($effects) {
            ::core::option::Option::Some($code)
        } else {
            ::core::option::Option::None
        };
        (&$crate::__private::Outcome::of(&slot)).settle($effects, slot)
    }};
}
