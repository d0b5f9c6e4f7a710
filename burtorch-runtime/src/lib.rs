//! What burtorch's generated code calls: the table of differentiation rules and the numbers it runs on.
//!
//! Use the `burtorch` crate; this one is its inside.
#![no_std]
#![deny(unsafe_code, unsafe_op_in_unsafe_fn, clippy::undocumented_unsafe_blocks)]

#[cfg(feature = "alloc")]
extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

mod abi;
#[cfg(feature = "argmin")]
pub mod argmin;
mod buffer;
pub mod check;
mod choice;
mod differentiable;
#[cfg(feature = "alloc")]
mod dot;
mod dual;
#[cfg(feature = "alloc")]
pub mod eager;
mod effects;
mod init;
#[cfg(feature = "std")]
pub mod io;
mod items;
pub mod kernel;
mod lanes;
pub mod math;
pub mod model;
mod ops;
pub mod optimizer;
#[cfg(feature = "alloc")]
pub mod oracle;
#[cfg(feature = "alloc")]
mod order;
#[allow(missing_docs, reason = "it is for generated code only")]
mod proof;
#[cfg(feature = "std")]
mod quote;
mod random;
mod real;
#[cfg(feature = "std")]
#[allow(missing_docs, clippy::missing_panics_doc, clippy::must_use_candidate, reason = "it is for generated code only")]
mod recorded;
pub mod rules;
#[cfg(feature = "alloc")]
mod scratch;
#[cfg(feature = "alloc")]
pub mod sparse;
pub mod vmath;
pub mod workers;

#[cfg(feature = "alloc")]
pub use buffer::Aligned;
pub use buffer::{BatchWorkspace, Workspace};
pub use check::check_gradient;
#[cfg(feature = "alloc")]
pub use check::check_jacobian;
pub use differentiable::Differentiable;
#[cfg(feature = "alloc")]
pub use dot::{Dot, DotNode};
pub use dual::Dual;
pub use init::Init;
pub use lanes::Lanes;
#[cfg(feature = "parallel")]
pub use model::ParallelWorkspace;
pub use model::{Coordinates, Error, Fields, Model};
pub use num_traits::Float;
pub use ops::Ops;
pub use random::Rng;
pub use real::{Real, Reduce};
#[cfg(feature = "alloc")]
pub use scratch::Scratch;
#[cfg(feature = "alloc")]
pub use sparse::{SparseJacobian, Sparsity};
pub use vmath::VectorMath;

#[doc(hidden)]
pub mod __private {
    //! What generated code names.

    pub use crate::__burtorch_number as number;
    pub use crate::__copy_of as copy_of;
    pub use crate::__effect as effect;
    pub use crate::__items as items;
    pub use crate::__kept_call as kept_call;
    pub use crate::__owned_items as owned_items;
    #[cfg(feature = "parallel")]
    pub use crate::ParallelWorkspace;
    pub use crate::abi::{
        Adjoints, Argument, Cloned, FloatOf, FunctionWithDerivative, InLanes, Keepable, Kept, NoTangent, NotCloned,
        NotDifferentiated, NotKeepable, PassSlices, SecondOrder, Spot, Tangent, Tangents, Unused, add_each,
        from_integer, lit, nth, nth_before, place_in_matrix, powi,
    };
    #[cfg(feature = "alloc")]
    pub use crate::abi::{Gradient, NotWanted, SliceTangent, Sum, Wanted};
    pub use crate::buffer::{border, flat, flat_mut, read, read_mut, write};
    pub use crate::choice::{Choice, Tried, tried};
    pub use crate::differentiable::DefaultInGradient;
    pub use crate::effects::calls::{KeptCalls, NotRecalled, Recalled};
    pub use crate::effects::{
        Callee, Direct, Effects, FloatWord, Log, NotRecordable, Nowhere, Outcome, Passes, Recordable, Repeated, Replay,
    };
    #[cfg(feature = "alloc")]
    pub use crate::items::{AnySource, Collected, CopiedPairs, CopiedPairsSource, CopiedSource, Copies};
    pub use crate::items::{Elements, SliceSource, Source};
    pub use crate::kernel::{
        Arguments, Blocks, DispatchedFunction, Elementwise, Isa, Kernel, LoopNest, One, RowSums, Target, Transpose,
        TwoK, Vector, choose_isa, compiled, fused, larger, map, map_angles, max_of, maybe_unroll, no_unroll, opaque,
        random, sum, sum_of, vectors, within,
    };
    #[cfg(feature = "parallel")]
    pub use crate::kernel::{
        ColumnPanel, KSplit, RowPanel, SubPanel, Team, split, split_columns, split_k, split_sub_panels,
    };
    pub use crate::math;
    pub use crate::model::{AnyArguments, Loss, Parameter, SampleOf, Slot, driver, initialise};
    pub use crate::optimizer::{Optimizer, Step, Update};
    #[cfg(feature = "alloc")]
    pub use crate::order::{order_by, order_by_key};
    #[cfg(feature = "alloc")]
    pub use crate::scratch::{neighbours_mut, segment_bound, segments, window, window_mut, zeros, zeros_like};
    #[cfg(feature = "alloc")]
    pub use alloc::vec::Vec;
    pub use num_traits::Float;

    // Names of the language, which a program may use for other things.
    pub use core::clone::Clone;
    pub use core::iter::{ExactSizeIterator, IntoIterator};
    pub use core::marker::Sync;
    pub use core::ops::Range;
    pub use core::option::Option::{self, None, Some};
    pub use core::primitive::{f32, f64, i8, i16, i32, i64, i128, isize, str, u8, u16, u32, u64, u128, usize};
    pub use core::result::Result::{self, Err, Ok};
    pub use core::slice::from_mut;

    pub use crate::{__links_std as links_std, __without_std as without_std};
    pub use crate::{BatchWorkspace, Coordinates, Error, Fields, Init, Model, Rng, Workspace};

    #[cfg(feature = "std")]
    pub mod recorded {
        //! Numbers that record themselves.

        pub use crate::recorded::*;
    }

    pub mod standard_macros {
        //! Macros that generated code takes to be those of the standard library: beside these, any other one is ambiguous.

        #[cfg(feature = "alloc")]
        pub use alloc::vec;
    }

    pub mod proof {
        //! What generated code asks rustc.

        pub use crate::proof::*;
        pub use num_traits::{Euclid, Float, FromPrimitive, NumCast, One, Zero};
    }
}

#[cfg(feature = "std")]
#[doc(hidden)]
pub mod __train {
    //! What the crate `burtorch-train` uses of this one beside what is public.

    pub use crate::buffer::bytes;
    pub use crate::dot::short;
    pub use crate::io::open::open;
    pub use crate::io::replace::is_at;
    pub use crate::model::check_length;
    pub use crate::quote::{Quoted, Shape};
}
