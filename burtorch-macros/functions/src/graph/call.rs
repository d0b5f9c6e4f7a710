//! Calls of other differentiable functions, and of their derivatives.

use proc_macro2::{Ident, TokenStream};

use super::Id;
use super::path::Step;
use super::template::Template;

/// A call of another differentiable function, or of one of its derivatives.
#[derive(Clone, Debug)]
#[allow(clippy::struct_excessive_bools, reason = "each is a fact of its own, and any of them may go together")]
pub struct Call {
    pub callee: Callee,
    pub args: Vec<CallArg>,
    /// `__vjp`: the adjoint of the result.
    pub seed: Option<Id>,
    /// `__jvp`: the tangents of the arguments; `None` where one is not differentiated.
    pub tangents: Option<Vec<Option<Id>>>,
    /// Tangents are in several directions.
    pub lanes: bool,
    /// `__vjp_jvp`: the tangent of the seed.
    pub seed_tangent: Option<Id>,
    /// Nothing depends on its result, so it has no derivative; it runs for what else it does.
    pub unused: bool,
    /// The function calls itself by it: its value is kept, so that a later pass over the function does not call again.
    pub kept: bool,
    /// Some argument is a slice: the callee gets the scratch as well.
    pub with_scratch: bool,
    /// Arrays to which the adjoints of slices are added, one place per argument; then they are results.
    pub sums: Vec<Option<CallArg>>,
    /// `__vjp_jvp`: the same for the tangents of these.
    pub sum_tangents: Vec<Option<CallArg>>,
    /// What becomes of the effects of the callee.
    pub pass: CalleePass,
}

/// Which pass over a callee a call is.
#[derive(Clone, Copy, Debug, Default)]
pub enum CalleePass {
    /// The only one: its effects are like those of the caller.
    #[default]
    Only,
    /// The sweep makes one more: results of code with effects are recorded.
    First,
    /// Made by the sweep: they are read back from a position.
    Second(Id),
}

impl Call {
    /// The array that result `at` was before the call changed it.
    pub fn changed(&self, at: usize) -> Option<Id> {
        self.args.iter().filter(|arg| arg.mutable).nth(at.checked_sub(1)?).map(|arg| arg.id)
    }

    /// How many steps lead to an array that it changes or adds to, in what it yields.
    pub fn depth_of_changes(&self) -> Option<usize> {
        let depth = usize::from(self.tangents.is_some()) + if self.seed.is_some() { 2 } else { 1 };
        (self.changes() || !self.sums.is_empty()).then_some(depth)
    }

    /// Whether the callee may have effects here: unlike the passes of the sweep, which read them back.
    pub fn has_effects(&self) -> bool {
        !matches!(self.pass, CalleePass::Second(_))
    }

    /// Whether it yields what its arguments become.
    pub fn changes(&self) -> bool {
        self.args.iter().any(|arg| arg.mutable)
    }
}

#[derive(Clone, Debug)]
pub enum Callee {
    Path {
        path: TokenStream,
        /// Another name of its companion type, where that may be missing.
        companion: Option<Ident>,
        /// The companion type is known to be there.
        known: bool,
        turbofish: TokenStream,
    },
    /// An associated function, whose derivatives are its siblings: `Self::`, and its name.
    Associated { prefix: TokenStream, name: Ident, turbofish: TokenStream },
    /// A sibling method: receiver and name.
    Method(Template, Ident),
    /// A derivative of a function: `grad` or `jvp` of the function at `path`.
    Derivative { path: TokenStream, name: Ident, turbofish: TokenStream },
}

#[derive(Clone, Debug)]
pub struct CallArg {
    pub id: Id,
    /// Which part of it is passed.
    pub path: Vec<Step>,
    /// As `&mut`: the call yields what it is afterwards.
    pub mutable: bool,
    pub by_ref: bool,
}
