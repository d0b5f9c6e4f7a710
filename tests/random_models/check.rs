//! What must hold of a compiled model, whatever it computes.

use std::collections::BTreeMap;

use burtorch::Float;
use burtorch::optimizer::{Optimizer, Update};

use crate::numbers::{Numbers, argument, params, projections};

/// Tiles have 16 and 64 samples: none, one and several, with and without a rest.
const BATCHES: [usize; 10] = [1, 2, 3, 15, 16, 17, 63, 64, 65, 130];
/// What a step of gradient descent goes.
const RATE: f64 = 0.3;

/// What the interpreter of the compiler's tests says of a model.
pub struct Expected {
    /// The loss of the first sample.
    pub loss: f64,
    /// Sums of its gradient with four lists of weights, and its norm.
    pub gradient: [f64; 4],
    pub norm: f64,
    /// The same sums of the tensor that the function `out` returns, or zeros.
    pub out: [f64; 4],
    /// The same sums of the gradients with respect to inputs, one after the other, or zeros.
    pub inputs: [f64; 4],
    /// How far numbers may be off, as a part of the largest: for single precision, some times as much as the interpreter is
    /// off that rounds all it computes to single precision.
    pub tolerance: f64,
}

/// The functions of a model, whatever its type is: numbers are of double precision, samples are known by their number. What
/// yields a list beside the loss adds to the list that it is given, or changes it.
pub trait Subject {
    fn params(&self) -> usize;
    fn double(&self) -> bool;
    fn loss(&mut self, params: &[f64], sample: u64) -> f64;
    fn gradient(&mut self, params: &[f64], gradient: &mut [f64], sample: u64) -> f64;
    fn descend(&mut self, params: &mut [f64], sample: u64) -> f64;
    fn step(&mut self, params: &mut [f64], counts: &mut [f64], sample: u64) -> f64;
    fn loss_batch(&mut self, params: &[f64], count: usize) -> f64;
    fn gradient_batch(&mut self, params: &[f64], gradient: &mut [f64], count: usize) -> f64;
    fn descend_batch(&mut self, params: &mut [f64], count: usize) -> f64;
    fn step_batch(&mut self, params: &mut [f64], counts: &mut [f64], count: usize) -> f64;
    #[cfg(feature = "parallel")]
    fn gradient_parallel(&mut self, params: &[f64], gradient: &mut [f64], count: usize, threads: usize) -> f64;
    #[cfg(feature = "parallel")]
    fn descend_parallel(&mut self, params: &mut [f64], count: usize, threads: usize) -> f64;
    /// The tensors of the function `out` for the first samples, one by one and as a batch.
    fn outs(&mut self, params: &[f64], count: usize) -> Option<[Vec<Vec<f64>>; 2]>;
    /// The loss and the gradients with respect to the inputs of a sample, one after the other; and what is added to `gradient`.
    fn inputs(&mut self, params: &[f64], gradient: &mut [f64], sample: u64) -> Option<(f64, Vec<f64>)>;
    /// The same of a batch, on so many threads if there are any; with the gradients of one sample after those of the other.
    fn inputs_batch(
        &mut self,
        params: &[f64],
        gradient: &mut [f64],
        count: usize,
        threads: Option<usize>,
    ) -> Option<(f64, Vec<f64>)>;
    /// Asserts that the gradient of one parameter, written to zeros, has the bits of the whole one: for the first sample, or for a
    /// batch. Yields how many parameters there are.
    fn partial(&mut self, params: &[f64], gradient: &mut [f64], parameter: u64, count: usize) -> Option<usize>;
}

/// Half of a parameter minus its gradient, and how often it was updated.
pub struct Halving<T> {
    pub counts: Vec<T>,
}

#[derive(Clone, Copy)]
pub struct Half;

impl<T: Float> Update<T> for Half {
    type State = [T; 1];

    #[inline(always)]
    #[allow(clippy::inline_always, reason = "it is the inside of a loop")]
    fn apply(self, param: T, gradient: T, [count]: [T; 1]) -> (T, [T; 1]) {
        (param / (T::one() + T::one()) - gradient, [count + T::one()])
    }
}

impl<T: Float> Optimizer<T> for Halving<T> {
    type Update = Half;

    fn begin(&mut self) -> (Half, &mut [T]) {
        (Half, &mut self.counts)
    }

    fn state(&mut self) -> &mut [T] {
        &mut self.counts
    }
}

/// An argument of a sample, made of numbers as they come.
pub trait Fill {
    fn fill(numbers: &mut Numbers, bound: usize) -> Self;
}

impl<T: Fill, const N: usize> Fill for [T; N] {
    fn fill(numbers: &mut Numbers, bound: usize) -> Self {
        std::array::from_fn(|_| T::fill(numbers, bound))
    }
}

macro_rules! fill {
    ($($float:ty)*; $($int:ty)*) => {
        $(impl Fill for $float {
            #[allow(clippy::cast_possible_truncation, reason = "single precision is what is asked for")]
            fn fill(numbers: &mut Numbers, _: usize) -> Self { numbers.float() as $float }
        })*
        $(impl Fill for $int {
            fn fill(numbers: &mut Numbers, bound: usize) -> Self {
                <$int>::try_from(numbers.below(bound)).expect("bounds are small")
            }
        })*
    };
}

fill! { f32 f64; u8 u16 usize i32 i64 }

/// Argument `at` of a sample.
pub fn fill<T: Fill>(model: u64, sample: u64, at: usize, bound: usize) -> T {
    T::fill(&mut argument(model, sample, at), bound)
}

/// Numbers of double precision for what computes in any, and back.
pub trait Scalar: Float {
    fn to(values: &[f64]) -> Vec<Self> {
        values.iter().map(|&value| Self::from(value).expect("a number")).collect()
    }

    fn back(values: &[Self], into: &mut [f64]) {
        for (value, into) in values.iter().zip(into) {
            *into = value.to_f64().expect("a number");
        }
    }
}

impl Scalar for f32 {}
impl Scalar for f64 {}

/// Implements `Subject` for a model. Its samples are of the type that is given; the pattern takes one apart into arguments.
macro_rules! subject {
    ($scalar:ident, $sample:ty, |$at:ident| $make:expr, |$s:ident| ($($argument:expr),*), partial) => {
        subject!($scalar, $sample, |$at| $make, |$s| ($($argument),*), ; ; partial);
    };
    ($scalar:ident, $sample:ty, |$at:ident| $make:expr, |$s:ident| ($($argument:expr),*), Out partial) => {
        subject!($scalar, $sample, |$at| $make, |$s| ($($argument),*), Out; ; partial);
    };
    ($scalar:ident, $sample:ty, |$at:ident| $make:expr, |$s:ident| ($($argument:expr),*), $($out:ident)? $([$($g:ident: $ty:ty),*])?) => {
        subject!($scalar, $sample, |$at| $make, |$s| ($($argument),*), $($out)?; $([$($g: $ty),*])?; );
    };
    (
        $scalar:ident, $sample:ty, |$at:ident| $make:expr, |$s:ident| ($($argument:expr),*),
        $($out:ident)?; $([$($g:ident: $ty:ty),*])?; $($partial:ident)?
    ) => {
        use crate::check::{Halving, Scalar, Subject};

        pub struct Compiled {
            one: Box<burtorch::Workspace<Model>>,
            many: Box<burtorch::BatchWorkspace<Model>>,
        }

        impl Compiled {
            pub fn new() -> Self {
                Self { one: burtorch::Workspace::boxed(), many: burtorch::BatchWorkspace::boxed() }
            }
        }

        type Sample = $sample;
        fn sample($at: u64) -> Sample { $make }
        fn samples(count: usize) -> Vec<Sample> { (0..count as u64).map(sample).collect() }
        fn to(values: &[f64]) -> Vec<$scalar> { <$scalar>::to(values) }

        impl Subject for Compiled {
            fn params(&self) -> usize { Model::PARAMS }
            fn double(&self) -> bool { size_of::<$scalar>() == 8 }
            fn loss(&mut self, params: &[f64], at: u64) -> f64 {
                let $s = &sample(at);
                Model::loss(&to(params), &mut self.one, $($argument),*).unwrap().into()
            }
            fn gradient(&mut self, params: &[f64], gradient: &mut [f64], at: u64) -> f64 {
                let ($s, mut own) = (&sample(at), to(gradient));
                let loss = Model::loss_grad(&to(params), &mut own, &mut self.one, $($argument),*).unwrap();
                <$scalar>::back(&own, gradient);
                loss.into()
            }
            fn descend(&mut self, params: &mut [f64], at: u64) -> f64 {
                let ($s, mut own) = (&sample(at), to(params));
                let loss = Model::loss_sgd(&mut own, 0.3, &mut self.one, $($argument),*).unwrap();
                <$scalar>::back(&own, params);
                loss.into()
            }
            fn step(&mut self, params: &mut [f64], counts: &mut [f64], at: u64) -> f64 {
                let ($s, mut own, mut halving) = (&sample(at), to(params), Halving { counts: to(counts) });
                let loss = Model::loss_step(&mut own, &mut halving, &mut self.one, $($argument),*).unwrap();
                <$scalar>::back(&own, params);
                <$scalar>::back(&halving.counts, counts);
                loss.into()
            }
            fn loss_batch(&mut self, params: &[f64], count: usize) -> f64 {
                Model::loss_batch(&to(params), &mut self.many, &samples(count)).unwrap().into()
            }
            fn gradient_batch(&mut self, params: &[f64], gradient: &mut [f64], count: usize) -> f64 {
                let mut own = to(gradient);
                let loss = Model::loss_grad_batch(&to(params), &mut own, &mut self.many, &samples(count)).unwrap();
                <$scalar>::back(&own, gradient);
                loss.into()
            }
            fn descend_batch(&mut self, params: &mut [f64], count: usize) -> f64 {
                let (mut own, mut scratch) = (to(params), vec![<$scalar>::NAN; Model::PARAMS]);
                let loss = Model::loss_sgd_batch(&mut own, &mut scratch, 0.3, &mut self.many, &samples(count)).unwrap();
                <$scalar>::back(&own, params);
                loss.into()
            }
            fn step_batch(&mut self, params: &mut [f64], counts: &mut [f64], count: usize) -> f64 {
                let (mut own, mut scratch) = (to(params), vec![<$scalar>::NAN; Model::PARAMS]);
                let mut halving = Halving { counts: to(counts) };
                let loss = Model::loss_step_batch(&mut own, &mut scratch, &mut halving, &mut self.many, &samples(count));
                <$scalar>::back(&own, params);
                <$scalar>::back(&halving.counts, counts);
                loss.unwrap().into()
            }
            #[cfg(feature = "parallel")]
            fn gradient_parallel(&mut self, params: &[f64], gradient: &mut [f64], count: usize, threads: usize) -> f64 {
                let (mut own, mut team) = (to(gradient), burtorch::ParallelWorkspace::new(threads));
                let loss = Model::loss_grad_parallel(&to(params), &mut own, &mut team, &samples(count)).unwrap();
                <$scalar>::back(&own, gradient);
                loss.into()
            }
            #[cfg(feature = "parallel")]
            fn descend_parallel(&mut self, params: &mut [f64], count: usize, threads: usize) -> f64 {
                let (mut own, mut scratch) = (to(params), vec![<$scalar>::NAN; Model::PARAMS]);
                let mut team = burtorch::ParallelWorkspace::new(threads);
                let loss = Model::loss_sgd_parallel(&mut own, &mut scratch, 0.3, &mut team, &samples(count)).unwrap();
                <$scalar>::back(&own, params);
                loss.into()
            }
            #[allow(unused_variables)]
            fn outs(&mut self, params: &[f64], count: usize) -> Option<[Vec<Vec<f64>>; 2]> {
                subject!(@out self params count $scalar |$s| ($($argument),*) $($out)?)
            }
            #[allow(unused_variables)]
            fn inputs(&mut self, params: &[f64], gradient: &mut [f64], at: u64) -> Option<(f64, Vec<f64>)> {
                subject!(@inputs self params gradient at $scalar |$s| ($($argument),*) $([$($g: $ty),*])?)
            }
            #[allow(unused_variables)]
            fn inputs_batch(
                &mut self, params: &[f64], gradient: &mut [f64], count: usize, threads: Option<usize>
            ) -> Option<(f64, Vec<f64>)> {
                subject!(@inputs_batch self params gradient count threads $scalar $([$($g: $ty),*])?)
            }
            #[allow(unused_variables)]
            fn partial(&mut self, params: &[f64], gradient: &mut [f64], at: u64, count: usize) -> Option<usize> {
                subject!(@partial self params gradient at count $scalar |$s| ($($argument),*) $($partial)?)
            }
        }
    };
    (@inputs $self:ident $params:ident $gradient:ident $at:ident $scalar:ident |$s:ident| ($($argument:expr),*)) => { None };
    (
        @inputs $self:ident $params:ident $gradient:ident $at:ident $scalar:ident |$s:ident| ($($argument:expr),*)
        [$($g:ident: $ty:ty),*]
    ) => {{
        let ($s, mut own) = (&sample($at), to($gradient));
        // What is there before does not matter.
        $(let mut $g: $ty = crate::check::fill(7, 7, 7, 7);)*
        let loss = Model::loss_grad_inputs(&to($params), &mut own, $(&mut $g,)* &mut $self.one, $($argument),*).unwrap();
        <$scalar>::back(&own, $gradient);
        let mut slopes = Vec::new();
        $(slopes.extend(burtorch::__private::flat::<$scalar, $ty>(&$g).iter().map(|&slope| f64::from(slope)));)*
        Some((loss.into(), slopes))
    }};
    (@inputs_batch $self:ident $params:ident $gradient:ident $count:ident $threads:ident $scalar:ident) => { None };
    (
        @inputs_batch $self:ident $params:ident $gradient:ident $count:ident $threads:ident $scalar:ident
        [$($g:ident: $ty:ty),*]
    ) => {{
        let (params, mut own, samples) = (to($params), to($gradient), samples($count));
        $(let mut $g: Vec<$ty> = vec![crate::check::fill(7, 7, 7, 7); $count];)*
        let loss = match $threads {
            #[cfg(feature = "parallel")]
            Some(threads) => {
                let mut team = burtorch::ParallelWorkspace::new(threads);
                Model::loss_grad_inputs_parallel(&params, &mut own, $(&mut $g,)* &mut team, &samples).unwrap()
            }
            _ => Model::loss_grad_inputs_batch(&params, &mut own, $(&mut $g,)* &mut $self.many, &samples).unwrap(),
        };
        <$scalar>::back(&own, $gradient);
        let mut slopes = Vec::new();
        for at in 0..$count {
            $(slopes.extend(burtorch::__private::flat::<$scalar, $ty>(&$g[at]).iter().map(|&slope| f64::from(slope)));)*
        }
        Some((loss.into(), slopes))
    }};
    (@partial $self:ident $params:ident $gradient:ident $at:ident $count:ident $scalar:ident |$s:ident| ($($argument:expr),*)) => { None };
    (
        @partial $self:ident $params:ident $gradient:ident $at:ident $count:ident $scalar:ident |$s:ident| ($($argument:expr),*)
        partial
    ) => {{
        use burtorch::Model as _;
        let (params, mut own, parameters) = (to($params), to($gradient), Model::PARAMETERS);
        let parameter = &parameters[usize::try_from($at).unwrap() % parameters.len()];
        let fields = burtorch::Fields::new(&[parameter.name]).unwrap();
        $self.one.floats().fill(<$scalar>::NAN);
        $self.many.parts().0.fill(<$scalar>::NAN);
        if $count == 0 {
            let $s = &sample(0);
            Model::loss_grad_of(&params, &mut own, &fields, &mut $self.one, $($argument),*).unwrap();
        } else {
            Model::loss_grad_of_batch(&params, &mut own, &fields, &mut $self.many, &samples($count)).unwrap();
        }
        <$scalar>::back(&own, $gradient);
        // The whole one, of this parameter alone.
        let mut whole = own;
        whole.fill(0.0);
        if $count == 0 {
            let $s = &sample(0);
            Model::loss_grad(&params, &mut whole, &mut $self.one, $($argument),*).unwrap();
        } else {
            Model::loss_grad_batch(&params, &mut whole, &mut $self.many, &samples($count)).unwrap();
        }
        let range = parameter.slot.offset..parameter.slot.offset + parameter.slot.len();
        for (at, (found, whole)) in $gradient.iter().zip(&whole).enumerate() {
            let wanted = if range.contains(&at) { f64::from(*whole) } else { 0.0 };
            assert!(found.to_bits() == wanted.to_bits() || *found == wanted, "{}: {found} is not {wanted}", parameter.name);
        }
        Some(parameters.len())
    }};
    (@out $self:ident $params:ident $count:ident $scalar:ident |$s:ident| ($($argument:expr),*)) => { None };
    (@out $self:ident $params:ident $count:ident $scalar:ident |$s:ident| ($($argument:expr),*) $out:ident) => {{
        let (params, samples) = (to($params), samples($count));
        let list = |tensor: &$out| {
            let flat = burtorch::__private::flat::<$scalar, $out>(tensor);
            flat.iter().map(|&value| f64::from(value)).collect::<Vec<f64>>()
        };
        let mut tensors = vec![*Model::out(&params, &mut $self.one, $({ let $s = &samples[0]; $argument }),*).unwrap(); $count];
        Model::out_batch(&params, &mut tensors, &mut $self.many, &samples).unwrap();
        let mut one = |$s: &Sample| list(Model::out(&params, &mut $self.one, $($argument),*).unwrap());
        Some([samples.iter().map(&mut one).collect(), tensors.iter().map(list).collect()])
    }};
}

/// What was checked, and how often.
#[derive(Default)]
struct Checks {
    model: u64,
    tolerance: f64,
    counts: BTreeMap<&'static str, usize>,
}

impl Checks {
    /// Asserts that numbers are equal up to rounding, the loss and the list each by its own size.
    fn close(&mut self, what: &'static str, of: impl std::fmt::Display, found: (f64, &[f64]), expected: (f64, &[f64])) {
        *self.counts.entry(what).or_default() += 1;
        assert_eq!(found.1.len(), expected.1.len());
        let size = expected.1.iter().fold(expected.0.abs().max(1e-2), |size, value| size.max(value.abs()));
        let pairs =
            std::iter::once((found.0, expected.0)).chain(found.1.iter().copied().zip(expected.1.iter().copied()));
        for (at, (found, expected)) in pairs.enumerate() {
            let error = (found - expected).abs() / size;
            assert!(
                error <= self.tolerance,
                "{what} of {of}, model {}: entry {at} is {found}, not {expected}, {error:.1e} of {size}; {:.1e} may be",
                self.model,
                self.tolerance
            );
        }
    }
}

/// Asserts all that holds of the model with this seed.
pub fn check(subject: &mut dyn Subject, model: u64, expected: &Expected) {
    let mut checks = Checks { model, tolerance: expected.tolerance, ..Checks::default() };
    let params = params(model, subject.params(), subject.double());
    let zeros = vec![0.0; params.len()];

    // What the interpreter says. A sum with weights may be off by as much as the whole list.
    let mut gradient = zeros.clone();
    let loss = subject.gradient(&params, &mut gradient, 0);
    let wanted = [&expected.gradient[..], &[expected.norm]].concat();
    let norm = gradient.iter().map(|slope| slope * slope).sum::<f64>().sqrt();
    checks.close(
        "interpreted",
        "a sample",
        (loss, &[&projections(&gradient)[..], &[norm]].concat()),
        (expected.loss, &wanted),
    );
    let value = subject.loss(&params, 0);
    checks.close("value", "a sample", (value, &[]), (loss, &[]));
    if subject.double() {
        slopes(&mut checks, subject, &params, &gradient);
    }

    // Samples one by one, and their means.
    let largest = BATCHES[BATCHES.len() - 1];
    let (mut total, mut sums) = (0.0, zeros.clone());
    let mut means = BTreeMap::new();
    for at in 0..largest {
        let mut slope = zeros.clone();
        total += subject.gradient(&params, &mut slope, at as u64);
        sums.iter_mut().zip(slope).for_each(|(sum, slope)| *sum += slope);
        let count = f64::from(u32::try_from(at + 1).expect("a small batch"));
        if BATCHES.contains(&(at + 1)) {
            means.insert(at + 1, (total / count, sums.iter().map(|sum| sum / count).collect::<Vec<_>>()));
        }
    }
    let descended =
        |slopes: &[f64]| params.iter().zip(slopes).map(|(param, slope)| param - RATE * slope).collect::<Vec<_>>();
    let (mut stepped, mut counts) = (params.clone(), zeros.clone());
    let value = subject.descend(&mut stepped, 0);
    checks.close("step", "a sample", (value, &stepped), (loss, &descended(&gradient)));
    let mut stepped = params.clone();
    let value = subject.step(&mut stepped, &mut counts, 0);
    checks.close("step of an optimizer", "a sample", (value, &stepped), (loss, &halved(&params, &gradient, &counts)));

    for (count, (loss, mean)) in &means {
        let (count, loss) = (*count, *loss);
        let value = subject.loss_batch(&params, count);
        checks.close("value of a batch", count, (value, &[]), (loss, &[]));
        // It is added to what is there.
        let mut gradient = vec![0.25; params.len()];
        let value = subject.gradient_batch(&params, &mut gradient, count);
        let added: Vec<f64> = mean.iter().map(|slope| slope + 0.25).collect();
        checks.close("gradient of a batch", count, (value, &gradient), (loss, &added));
        let mut stepped = params.clone();
        let value = subject.descend_batch(&mut stepped, count);
        checks.close("step of a batch", count, (value, &stepped), (loss, &descended(mean)));
        let (mut stepped, mut counts) = (params.clone(), zeros.clone());
        let value = subject.step_batch(&mut stepped, &mut counts, count);
        let wanted = halved(&params, mean, &counts);
        checks.close("step of an optimizer on a batch", count, (value, &stepped), (loss, &wanted));
        #[cfg(feature = "parallel")]
        for threads in [2, 3] {
            let mut gradient = vec![0.25; params.len()];
            let value = subject.gradient_parallel(&params, &mut gradient, count, threads);
            checks.close("gradient on several threads", count, (value, &gradient), (loss, &added));
            let mut stepped = params.clone();
            let value = subject.descend_parallel(&mut stepped, count, threads);
            checks.close("step on several threads", count, (value, &stepped), (loss, &descended(mean)));
        }
    }
    for count in [1, 17, 65] {
        if let Some([alone, together]) = subject.outs(&params, count) {
            let alone = alone.concat();
            checks.close("tensors of a batch", count, (0.0, &together.concat()), (0.0, &alone));
            if count == 1 {
                checks.close("interpreted tensor", count, (0.0, &projections(&alone)), (0.0, &expected.out));
            }
        }
    }
    inputs(&mut checks, subject, &params, &gradient, expected);
    for count in [0, 5, 16, 70] {
        let mut parameter = 0;
        while subject
            .partial(&params, &mut zeros.clone(), parameter, count)
            .is_some_and(|all| parameter + 1 < all as u64)
        {
            parameter += 1;
            *checks.counts.entry("gradient of one parameter").or_default() += 1;
        }
    }
    for (what, count) in checks.counts {
        println!("checked: {count} {what}");
    }
}

/// Gradients with respect to inputs are what the interpreter says, those of a batch are those of its samples divided by their
/// number, and beside them the gradient is what it is alone.
fn inputs(checks: &mut Checks, subject: &mut dyn Subject, params: &[f64], gradient: &[f64], expected: &Expected) {
    let zeros = vec![0.0; params.len()];
    let mut own = zeros.clone();
    let Some((loss, slopes)) = subject.inputs(params, &mut own, 0) else { return };
    checks.close("interpreted gradient of inputs", "a sample", (0.0, &projections(&slopes)), (0.0, &expected.inputs));
    checks.close("gradient beside that of inputs", "a sample", (loss, &own), (expected.loss, gradient));
    let one = |subject: &mut dyn Subject, at: usize| {
        subject.inputs(params, &mut zeros.clone(), at as u64).expect("it has inputs").1
    };
    let singles: Vec<Vec<f64>> = (0..BATCHES[BATCHES.len() - 1]).map(|at| one(subject, at)).collect();
    for count in BATCHES {
        let number = f64::from(u32::try_from(count).expect("a small batch"));
        // Compared as they are alone, not the smaller the larger the batch is.
        let wanted = singles[..count].concat();
        let mut alone = zeros.clone();
        let loss = subject.gradient_batch(params, &mut alone, count);
        for threads in [None, Some(2), Some(3)] {
            let mut own = zeros.clone();
            let (value, slopes) = subject.inputs_batch(params, &mut own, count, threads).expect("it has inputs");
            let slopes: Vec<f64> = slopes.iter().map(|slope| slope * number).collect();
            checks.close("gradients of inputs of a batch", count, (0.0, &slopes), (0.0, &wanted));
            checks.close("gradient of a batch beside those of inputs", count, (value, &own), (loss, &alone));
        }
    }
}

/// Parameters that were halved once each, or never if they have no gradient.
fn halved(params: &[f64], gradient: &[f64], counts: &[f64]) -> Vec<f64> {
    let one = |at: usize| match counts[at] {
        1.0 => 0.5 * params[at] - gradient[at],
        // One that is left alone must have no gradient: if it has one, what is wanted is not found.
        _ => params[at] + gradient[at],
    };
    (0..params.len()).map(one).collect()
}

/// Every entry of the gradient is the slope of the loss. A step that crosses a kink is wrong, so one of three lengths must do;
/// with the shortest, rounding is some 1e-9.
fn slopes(checks: &mut Checks, subject: &mut dyn Subject, params: &[f64], gradient: &[f64]) {
    let norm = gradient.iter().map(|slope| slope * slope).sum::<f64>().sqrt().max(1e-3);
    // Some hundred entries are enough of what is computed alike.
    for at in (0..params.len()).step_by(params.len() / 100 + 1) {
        // What is frozen has no gradient, whatever its slope is; the interpreter knows which.
        if gradient[at] == 0.0 {
            continue;
        }
        *checks.counts.entry("finite differences").or_default() += 1;
        let mut error = |step: f64| {
            let mut moved = params.to_vec();
            moved[at] = params[at] + step;
            let above = subject.loss(&moved, 0);
            moved[at] = params[at] - step;
            ((above - subject.loss(&moved, 0)) / (2.0 * step) - gradient[at]).abs() / norm
        };
        let close = [1e-5, 1e-6, 1e-4].into_iter().any(|step| error(step) < 1e-6);
        assert!(close, "model {}: entry {at} of the gradient is {}, and no slope", checks.model, gradient[at]);
    }
}
