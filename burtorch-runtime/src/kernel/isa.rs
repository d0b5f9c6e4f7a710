//! One binary for all machines: every kernel is compiled once per instruction set, and a call picks one.
//!
//! A value that implements [`Isa`] is the proof that the processor has that instruction set. Only a [`IsaToken`] makes one, and
//! only [`dispatch`] and [`choose_isa`] make that, after they have asked the processor.
#![allow(unsafe_code)]

use core::sync::atomic::{AtomicU8, Ordering};

use num_traits::Float;

use super::unroll::opaque;
use super::vector::{self, Vector};
use crate::vmath::VectorMath;

/// Functions that stay vector code inside of a loop, but for those of any angle, and do not round more often than this
/// instruction set must.
macro_rules! functions {
    ($($name:ident $lane:ident,)*) => {$(
        #[doc = concat!("[`VectorMath::", stringify!($lane), "`] of a number.")]
        #[inline(always)]
        #[allow(clippy::inline_always, reason = "it is the inside of a loop")]
        fn $name<T: VectorMath>(self, number: T) -> T {
            if Self::FMA { number.$lane::<true>() } else { number.$lane::<false>() }
        }
    )*};
}

/// What is no proof must not become one.
mod sealed {
    pub trait Sealed {}

    impl Sealed for super::Baseline {}
    #[cfg(target_arch = "x86_64")]
    impl Sealed for super::V3 {}
    #[cfg(target_arch = "x86_64")]
    impl Sealed for super::V4 {}
}

/// An instruction set. There are no others than those here: kernels use the instructions that a value of such a type promises.
pub trait Isa: sealed::Sealed + Copy + Send + Sync {
    /// Whether `a · b + c` is one instruction.
    const FMA: bool;
    /// How many bytes a vector register has.
    const WIDTH: usize;
    /// A vector of `f32`.
    type F32: Vector<f32, Proof = Self>;
    /// A vector of `f64`.
    type F64: Vector<f64, Proof = Self>;
    /// Half a vector of `f32`, for what is left over.
    type Half32: Vector<f32, Proof = Self>;
    /// Half a vector of `f64`.
    type Half64: Vector<f64, Proof = Self>;

    /// Runs a kernel, compiled for this instruction set.
    fn call<O, A, K: Kernel<O, A>>(self, kernel: K, target: &mut O, arguments: A);

    /// The next place in a loop. Where code is to be small, the optimizer does not know it, and does not unroll the loop.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "it is one register")]
    fn next(self, place: usize) -> usize {
        place
    }

    /// `a · b + c`, rounded once where that is one instruction.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "it is an instruction or two")]
    fn fma<T: Float>(self, a: T, b: T, c: T) -> T {
        if Self::FMA { a.mul_add(b, c) } else { a * b + c }
    }

    /// Whether `sin` and `cos` have no value here, so that `any_sin` and `any_cos` are to be asked.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "it is the inside of a loop")]
    fn is_far<T: VectorMath>(self, angle: T) -> bool {
        angle.is_far()
    }

    functions! {
        exp lane_exp,
        exp_m1 lane_exp_m1,
        ln lane_ln,
        ln_1p lane_ln_1p,
        tanh lane_tanh,
        sigmoid lane_sigmoid,
        gelu lane_gelu,
        normal_cdf lane_normal_cdf,
        erf lane_erf,
        sin lane_sin,
        cos lane_cos,
        any_sin any_sin,
        any_cos any_cos,
    }
}

/// A loop nest that fills a target from its arguments.
pub trait Kernel<O, A> {
    /// Whether the widest registers make it faster. If not, it is compiled with those of half their width for all
    /// processors that have them, and the program is smaller.
    const WIDE: bool = true;

    /// Runs it. It must be inlined: what it is inlined into decides on the instructions.
    fn run<I: Isa>(self, isa: I, target: &mut O, arguments: A);
}

/// A function that calls kernels.
pub trait Dispatched {
    /// What it returns.
    type Output;

    /// Runs it. There is one such function for all instruction sets: only what it calls is compiled for each.
    fn run(self, isa: IsaToken) -> Self::Output;
}

/// The instruction set that a [`Dispatched`] runs with.
#[derive(Clone, Copy, Debug)]
pub struct IsaToken(Level);

impl IsaToken {
    /// Runs a kernel, compiled for this instruction set.
    #[inline(never)]
    pub fn call<O, A, K: Kernel<O, A>>(self, kernel: K, target: &mut O, arguments: A) {
        match self.0 {
            // The processor has what was chosen: see `level`.
            #[cfg(target_arch = "x86_64")]
            Level::V4 => V4(()).call(kernel, target, arguments),
            #[cfg(target_arch = "x86_64")]
            Level::V3 => V3(()).call(kernel, target, arguments),
            _ => Baseline.call(kernel, target, arguments),
        }
    }

    /// How many bytes a vector register has.
    #[must_use]
    pub fn width(self) -> usize {
        match self.0 {
            #[cfg(target_arch = "x86_64")]
            Level::V4 => V4::WIDTH,
            #[cfg(target_arch = "x86_64")]
            Level::V3 => V3::WIDTH,
            _ => Baseline::WIDTH,
        }
    }
}

/// The instruction sets that code is compiled for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum Level {
    /// What every processor of the target has.
    Baseline = 1,
    /// x86-64-v3: AVX2 and FMA.
    V3 = 2,
    /// x86-64-v4: AVX-512.
    V4 = 3,
}

/// What was found out or forced: the level of programs that compute much, and behind it that of the others; zero if
/// nothing was.
static CHOSEN: AtomicU8 = AtomicU8::new(0);

/// The number of bits of [`CHOSEN`] that hold a level.
const BITS: u32 = 4;

/// The instruction set that models run with.
///
/// It is the best that the processor has, unless it was [forced](force) or the environment variable `BURTORCH_ISA` is
/// `baseline`, `v3` or `v4`; what the processor does not have is never used. Without `std` it is the baseline.
///
/// Where AVX-512 makes the clock slower, what computes little for each number that it reads, such as a training step of
/// a single sample, runs with AVX2 unless it was told otherwise.
#[inline]
#[must_use]
pub fn level() -> Level {
    Level::of_bits(chosen())
}

/// Makes models run with this instruction set, or with the best below it that the processor has, which is returned.
#[allow(clippy::must_use_candidate, reason = "it is called for what it does")]
pub fn force(level: Level) -> Level {
    let level = level.min(available());
    choose(level, level);
    level
}

impl Level {
    #[inline]
    fn of_bits(bits: u8) -> Self {
        match bits & ((1 << BITS) - 1) {
            3 => Level::V4,
            2 => Level::V3,
            _ => Level::Baseline,
        }
    }
}

/// Both levels, as they are in [`CHOSEN`].
#[inline]
fn chosen() -> u8 {
    match CHOSEN.load(Ordering::Relaxed) {
        0 => find(),
        known => known,
    }
}

#[cold]
fn find() -> u8 {
    let available = available();
    match wanted() {
        Some(wanted) => choose(wanted.min(available), wanted.min(available)),
        None if is_slower_when_wide() => choose(available, available.min(Level::V3)),
        None => choose(available, available),
    }
}

fn choose(level: Level, narrow: Level) -> u8 {
    let both = level as u8 | (narrow as u8) << BITS;
    CHOSEN.store(both, Ordering::Relaxed);
    both
}

#[cfg(feature = "std")]
fn wanted() -> Option<Level> {
    let word = std::env::var_os("BURTORCH_ISA")?;
    match word.to_str()? {
        "baseline" => Some(Level::Baseline),
        "v3" => Some(Level::V3),
        "v4" => Some(Level::V4),
        _ => None,
    }
}

#[cfg(not(feature = "std"))]
fn wanted() -> Option<Level> {
    None
}

#[cfg(all(feature = "std", target_arch = "x86_64"))]
fn available() -> Level {
    use std::arch::is_x86_feature_detected as has;
    if !(has!("avx2") && has!("fma")) {
        Level::Baseline
    } else if has!("avx512f") && has!("avx512vl") && has!("avx512bw") && has!("avx512dq") {
        Level::V4
    } else {
        Level::V3
    }
}

#[cfg(not(all(feature = "std", target_arch = "x86_64")))]
fn available() -> Level {
    Level::Baseline
}

/// Whether the clock is slower with AVX-512: on Xeons up to Ice Lake, by a fifth and more. Miri has no processor to be asked.
#[cfg(all(feature = "std", target_arch = "x86_64", not(miri)))]
#[allow(unused_unsafe, reason = "asking was unsafe in older versions of Rust")]
fn is_slower_when_wide() -> bool {
    use std::arch::x86_64::__cpuid;
    // SAFETY: every processor with 64 bits can be asked.
    let (vendor, version) = unsafe { (__cpuid(0), __cpuid(1)) };
    let is_intel = [vendor.ebx, vendor.edx, vendor.ecx].map(u32::to_le_bytes).as_flattened() == b"GenuineIntel";
    let [family, model] = [8, 4].map(|bit| (version.eax >> bit) & 15);
    // Skylake and Cascade Lake, Ice Lake, Ice Lake D.
    let slower = [0x55, 0x6a, 0x6c];
    is_intel && family == 6 && slower.contains(&(model | (version.eax >> 12 & 0xf0)))
}

#[cfg(not(all(feature = "std", target_arch = "x86_64", not(miri))))]
fn is_slower_when_wide() -> bool {
    false
}

/// Runs a body with the instruction set of [`level`].
#[inline]
pub fn dispatch<B: Dispatched>(body: B) -> B::Output {
    body.run(choose_isa(true))
}

/// The instruction set that a program of a model runs with. A program that is not wide computes little for each number that it
/// reads: it runs with narrower registers where wide ones make the clock slower.
#[inline]
#[must_use]
pub fn choose_isa(is_wide: bool) -> IsaToken {
    IsaToken(if is_wide { level() } else { Level::of_bits(chosen() >> BITS) })
}

/// A function whose loops are vector code as a whole.
pub trait DispatchedFunction<A> {
    /// What it returns.
    type Output;

    /// Runs it. It must be inlined, as a kernel must.
    fn run<I: Isa>(self, isa: I, arguments: A) -> Self::Output;
}

/// Runs a function, all of it compiled for the instruction set of [`level`].
#[inline]
pub fn compiled<A, F: DispatchedFunction<A>>(function: F, arguments: A) -> F::Output {
    let mut output = None;
    IsaToken(level()).call(Inside(function), &mut output, arguments);
    let Some(output) = output else { unreachable!("the kernel has filled it") };
    output
}

/// Runs a function that computes a few numbers, compiled with FMA where the processor has it: wider registers would gain
/// nothing, and a call takes about as long as one of any function.
#[inline]
pub fn fused<A: Arguments, F: DispatchedFunction<A>>(function: F, arguments: A) -> F::Output {
    #[cfg(target_arch = "x86_64")]
    if Level::of_bits(CHOSEN.load(Ordering::Relaxed)) >= Level::V3 {
        // The processor has what was chosen: see `level`.
        return arguments.pass(V3(()), function);
    }
    arguments.pass_anew(function)
}

/// Arguments of a function, as a tuple. They are passed one by one: in registers, where a tuple would be in memory.
pub trait Arguments: Sized {
    /// Calls the function, compiled for this instruction set.
    #[cfg(target_arch = "x86_64")]
    fn pass<F: DispatchedFunction<Self>>(self, isa: V3, function: F) -> F::Output;

    /// Calls the function where nothing was chosen yet, or the baseline. Were this a part of the caller, it would write its
    /// numbers to memory before each call, to have them after the choice.
    fn pass_anew<F: DispatchedFunction<Self>>(self, function: F) -> F::Output;
}

macro_rules! arguments {
    ($($($name:ident)*;)*) => {$(
        #[allow(non_snake_case, reason = "an argument has the name of its type")]
        impl<$($name),*> Arguments for ($($name,)*) {
            #[cfg(target_arch = "x86_64")]
            #[inline(always)]
            #[allow(clippy::inline_always, reason = "it is one call")]
            fn pass<Called: DispatchedFunction<Self>>(self, isa: V3, function: Called) -> Called::Output {
                #[target_feature(enable = "avx2,fma")]
                #[inline(never)]
                #[allow(clippy::too_many_arguments, reason = "they are the user's")]
                unsafe fn compiled<$($name,)* Called: DispatchedFunction<($($name,)*)>>(
                    isa: V3, function: Called, $($name: $name),*
                ) -> Called::Output {
                    function.run(isa, ($($name,)*))
                }
                let ($($name,)*) = self;
                // SAFETY: a `V3` exists only where the processor has these features.
                unsafe { compiled(isa, function, $($name),*) }
            }

            #[inline(always)]
            #[allow(clippy::inline_always, reason = "it is one call")]
            fn pass_anew<Called: DispatchedFunction<Self>>(self, function: Called) -> Called::Output {
                #[inline(never)]
                #[allow(clippy::too_many_arguments, reason = "they are the user's")]
                fn anew<$($name,)* Called: DispatchedFunction<($($name,)*)>>(
                    function: Called, $($name: $name),*
                ) -> Called::Output {
                    #[cfg(target_arch = "x86_64")]
                    if level() >= Level::V3 {
                        return ($($name,)*).pass(V3(()), function);
                    }
                    function.run(Baseline, ($($name,)*))
                }
                let ($($name,)*) = self;
                anew(function, $($name),*)
            }
        }
    )*};
}

arguments! {
    A;
    A B;
    A B C;
    A B C D;
    A B C D E;
    A B C D E F;
    A B C D E F G;
    A B C D E F G H;
    A B C D E F G H I;
    A B C D E F G H I J;
    A B C D E F G H I J K;
    A B C D E F G H I J K L;
}

/// A function as a kernel.
struct Inside<F>(F);

impl<A, F: DispatchedFunction<A>> Kernel<Option<F::Output>, A> for Inside<F> {
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "what it is inlined into decides on the instructions")]
    fn run<I: Isa>(self, isa: I, target: &mut Option<F::Output>, arguments: A) {
        *target = Some(self.0.run(isa, arguments));
    }
}

/// What every processor of the target has.
#[derive(Clone, Copy, Debug)]
pub struct Baseline;

impl Isa for Baseline {
    const FMA: bool = cfg!(any(target_feature = "fma", target_arch = "aarch64"));
    const WIDTH: usize = 16;
    type Half32 = vector::One<f32, Self>;
    type Half64 = vector::One<f64, Self>;
    #[cfg(target_arch = "x86_64")]
    type F32 = vector::F32x4;
    #[cfg(target_arch = "x86_64")]
    type F64 = vector::F64x2;
    #[cfg(not(target_arch = "x86_64"))]
    type F32 = vector::Array<f32, 4>;
    #[cfg(not(target_arch = "x86_64"))]
    type F64 = vector::Array<f64, 2>;

    #[inline(never)]
    fn call<O, A, K: Kernel<O, A>>(self, kernel: K, target: &mut O, arguments: A) {
        kernel.run(self, target, arguments);
    }

    #[inline(always)]
    #[allow(clippy::inline_always, reason = "it is one register")]
    fn next(self, place: usize) -> usize {
        opaque(place)
    }
}

/// The proof that the processor has x86-64-v3.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy, Debug)]
pub struct V3(());

#[cfg(target_arch = "x86_64")]
impl Isa for V3 {
    const FMA: bool = true;
    const WIDTH: usize = 32;
    type F32 = vector::F32x8;
    type F64 = vector::F64x4;
    type Half32 = vector::Half32x4;
    type Half64 = vector::Half64x2;

    #[inline(always)]
    #[allow(clippy::inline_always, reason = "it is one call")]
    fn call<O, A, K: Kernel<O, A>>(self, kernel: K, target: &mut O, arguments: A) {
        #[target_feature(enable = "avx2,fma")]
        #[inline(never)]
        unsafe fn compiled<O, A, K: Kernel<O, A>>(isa: V3, kernel: K, target: &mut O, arguments: A) {
            kernel.run(isa, target, arguments);
        }
        // SAFETY: a `V3` exists only where the processor has these features.
        unsafe { compiled(self, kernel, target, arguments) }
    }
}

/// The proof that the processor has x86-64-v4.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy, Debug)]
pub struct V4(());

#[cfg(target_arch = "x86_64")]
impl Isa for V4 {
    const FMA: bool = true;
    const WIDTH: usize = 64;
    type F32 = vector::F32x16;
    type F64 = vector::F64x8;
    type Half32 = vector::Half32x8;
    type Half64 = vector::Half64x4;

    #[inline(always)]
    #[allow(clippy::inline_always, reason = "it is one call")]
    fn call<O, A, K: Kernel<O, A>>(self, kernel: K, target: &mut O, arguments: A) {
        #[target_feature(enable = "avx512f,avx512vl,avx512bw,avx512dq,avx2,fma")]
        #[inline(never)]
        unsafe fn compiled<O, A, K: Kernel<O, A>>(isa: V4, kernel: K, target: &mut O, arguments: A) {
            kernel.run(isa, target, arguments);
        }
        if const { !K::WIDE } {
            // The processor has x86-64-v3 as well.
            return V3(()).call(kernel, target, arguments);
        }
        // SAFETY: a `V4` exists only where the processor has these features.
        unsafe { compiled(self, kernel, target, arguments) }
    }
}
