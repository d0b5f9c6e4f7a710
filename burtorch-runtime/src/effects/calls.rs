//! Values of calls that later passes read back.
//!
//! The sweep over a call computes what the callee computed once more, and with that what the callee called. In a recursion that
//! would be the whole of it again at every level. So the first pass keeps the value of such a call in the log: a header, what
//! was recorded inside of the call, then the words of the value. A later pass finds the value there and goes on behind it; what
//! it finds inside of the call is for the sweep over that. A gradient is one pass over all calls by that, and then one
//! forward and one backward pass over the code of each call, whatever the depth.

use super::{Direct, Effects, Log, Outcome, Passes, Plain, Repeated, Replay};

/// Without memory nothing is kept.
const KEEPS_CALLS: bool = cfg!(feature = "alloc");

/// How many bits of a header count the words inside of the call; the others count the words of the value.
const INSIDE: u32 = 40;

/// How the values of calls are kept.
pub trait KeptCalls {
    /// Begins a call, and says where, and whether it runs. One that must run in any case has `again`.
    fn enter(&mut self, again: bool) -> (usize, bool);

    /// Ends a call that ran; what it yielded is kept, if that is known.
    fn leave<T: Plain>(&mut self, at: usize, value: Option<&T>);

    /// The value of a call that does not run.
    fn recall<T: Plain>(&mut self, at: usize) -> T;

    /// The position in the log inside of the call that begins next.
    fn position_inside(&self) -> usize;
}

/// How many words are inside of a call, and how many its value has.
#[inline]
#[allow(clippy::cast_possible_truncation, reason = "they are counts of words in memory")]
fn counts(header: u64) -> (usize, usize) {
    ((header & ((1 << INSIDE) - 1)) as usize, (header >> INSIDE) as usize)
}

impl KeptCalls for Log {
    #[cfg(feature = "alloc")]
    #[inline]
    fn enter(&mut self, _: bool) -> (usize, bool) {
        self.words.push(0);
        (self.words.len() - 1, true)
    }

    #[cfg(not(feature = "alloc"))]
    fn enter(&mut self, _: bool) -> (usize, bool) {
        (0, true)
    }

    #[cfg(feature = "alloc")]
    #[inline]
    fn leave<T: Plain>(&mut self, at: usize, value: Option<&T>) {
        let end = self.words.len();
        if let Some(value) = value {
            value.put(&mut |word| self.words.push(word));
        }
        let (inside, mut count) = ((end - at - 1) as u64, (self.words.len() - end) as u64);
        assert!(inside >> INSIDE == 0, "what is recorded inside of one call is more than a header can count");
        if count >> (u64::BITS - INSIDE) != 0 {
            // A value this long is computed again.
            self.words.truncate(end);
            count = 0;
        }
        self.words[at] = inside | count << INSIDE;
    }

    #[cfg(not(feature = "alloc"))]
    fn leave<T: Plain>(&mut self, _: usize, _: Option<&T>) {}

    fn recall<T: Plain>(&mut self, _: usize) -> T {
        unreachable!("calls run while they are recorded")
    }

    #[inline]
    fn position_inside(&self) -> usize {
        self.position() + usize::from(KEEPS_CALLS)
    }
}

impl KeptCalls for Replay<'_> {
    #[inline]
    fn enter(&mut self, again: bool) -> (usize, bool) {
        let at = self.at;
        if !KEEPS_CALLS {
            return (at, true);
        }
        let runs = again || counts(self.words[at]).1 == 0;
        self.at += usize::from(runs);
        (at, runs)
    }

    #[inline]
    fn leave<T: Plain>(&mut self, at: usize, _: Option<&T>) {
        if KEEPS_CALLS {
            let (inside, count) = counts(self.words[at]);
            self.at = at + 1 + inside + count;
        }
    }

    #[inline]
    fn recall<T: Plain>(&mut self, at: usize) -> T {
        self.at = at + 1 + counts(self.words[at]).0;
        self.read()
    }

    #[inline]
    fn position_inside(&self) -> usize {
        self.at + usize::from(KEEPS_CALLS)
    }
}

/// What a user called is not computed again, so its own calls are not kept.
impl KeptCalls for Direct {
    #[inline]
    fn enter(&mut self, _: bool) -> (usize, bool) {
        (0, true)
    }

    #[inline]
    fn leave<T: Plain>(&mut self, _: usize, _: Option<&T>) {}

    fn recall<T: Plain>(&mut self, _: usize) -> T {
        unreachable!("calls of what a user called run")
    }

    #[inline]
    fn position_inside(&self) -> usize {
        self.position()
    }
}

impl KeptCalls for Repeated {
    #[inline]
    fn enter(&mut self, again: bool) -> (usize, bool) {
        let Some(at) = self.read_at else { return self.log.enter(again) };
        let mut replay = self.log.replay(at);
        let entered = replay.enter(again);
        self.read_at = Some(replay.at);
        entered
    }

    #[inline]
    fn leave<T: Plain>(&mut self, at: usize, value: Option<&T>) {
        if self.read_at.is_none() {
            return self.log.leave(at, value);
        }
        let mut replay = self.log.replay(at);
        replay.leave(at, value);
        self.read_at = Some(replay.at);
    }

    #[inline]
    fn recall<T: Plain>(&mut self, at: usize) -> T {
        let mut replay = self.log.replay(at);
        let value = replay.recall(at);
        self.read_at = Some(replay.at);
        value
    }

    #[inline]
    fn position_inside(&self) -> usize {
        self.position() + usize::from(KEEPS_CALLS)
    }
}

/// The calls of the first of several passes are kept; those of one pass alone are not.
impl KeptCalls for Passes {
    #[inline]
    fn enter(&mut self, again: bool) -> (usize, bool) {
        if self.calls.has_begun { self.calls.enter(again) } else { (0, true) }
    }

    #[inline]
    fn leave<T: Plain>(&mut self, at: usize, value: Option<&T>) {
        if self.calls.has_begun {
            self.calls.leave(at, value);
        }
    }

    #[inline]
    fn recall<T: Plain>(&mut self, at: usize) -> T {
        self.calls.recall(at)
    }

    #[inline]
    fn position_inside(&self) -> usize {
        if self.calls.has_begun { self.calls.position_inside() } else { self.calls.position() }
    }
}

/// Values of calls that can be kept.
pub trait Recalled<T> {
    /// The value of a call that ran, which is kept if need be; without one, the value that was kept.
    fn ended<E: Effects>(&self, effects: &mut E, at: usize, slot: Option<T>) -> T;
}

impl<T: Plain> Recalled<T> for Outcome<T> {
    #[inline]
    fn ended<E: Effects>(&self, effects: &mut E, at: usize, slot: Option<T>) -> T {
        match slot {
            Some(value) => {
                effects.leave(at, Some(&value));
                value
            }
            None => effects.recall(at),
        }
    }
}

/// What method resolution finds for values that cannot be kept: such calls run in every pass.
pub trait NotRecalled<T> {
    /// The value of a call, which ran.
    fn ended<E: Effects>(&self, effects: &mut E, at: usize, slot: Option<T>) -> T;
}

impl<T> NotRecalled<T> for &Outcome<T> {
    #[inline]
    fn ended<E: Effects>(&self, effects: &mut E, at: usize, slot: Option<T>) -> T {
        effects.leave(at, None::<&()>);
        slot.expect("nothing was kept, so the call ran")
    }
}

/// A call whose value later passes read back; with `again`, one that runs in each of them.
#[doc(hidden)]
#[macro_export]
macro_rules! __kept_call {
    (again $effects:ident, $call:expr) => {{
        let (at, _) = $crate::__private::KeptCalls::enter($effects, true);
        let result = $call;
        $crate::__private::KeptCalls::leave($effects, at, ::core::option::Option::None::<&()>);
        result
    }};
    ($effects:ident, $call:expr) => {{
        use $crate::__private::{NotRecalled as _, Recalled as _};
        let (at, runs) = $crate::__private::KeptCalls::enter($effects, false);
        let slot = if runs { ::core::option::Option::Some($call) } else { ::core::option::Option::None };
        (&$crate::__private::Outcome::of(&slot)).ended($effects, at, slot)
    }};
}
