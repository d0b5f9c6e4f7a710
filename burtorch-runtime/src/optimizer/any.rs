//! An optimizer that is chosen at run time.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;

use num_traits::Float;

use super::{AdaGrad, Adam, AdamW, Armijo, Decay, Lbfgs, Lion, Minimizer, Momentum, Nesterov, Optimizer, RmsProp, Sgd};
use crate::model::check_length;
use crate::{Error, Model};

/// How many pairs L-BFGS remembers.
const PAIRS: usize = 10;

/// An optimizer by its name, with its state; for a command line.
///
/// | name | | default rate |
/// |---|---|---|
/// | `sgd` | [`Sgd`] | 0.1 |
/// | `momentum` | [`Momentum`] of 0.9 | 0.01 |
/// | `nesterov` | [`Nesterov`] with momentum 0.9 | 0.01 |
/// | `rmsprop` | [`RmsProp`] | 0.001 |
/// | `adagrad` | [`AdaGrad`] | 0.01 |
/// | `adam` | [`Adam`] | 0.001 |
/// | `adamw` | [`AdamW`] with decay 0.01 | 0.001 |
/// | `lion` | [`Lion`] | 0.0001 |
/// | `armijo` | [`Armijo`] | 1 |
/// | `lbfgs` | [`Lbfgs`] with 10 pairs | 1 |
///
/// Other settings are the defaults of each. All that decides the next step is [`state`](Self::state),
/// [`steps`](Self::steps) and the rate: save these three, and a training that goes on from them takes the same steps to
/// the bit. It allocates when it is made, and not in a step.
///
/// ```
/// use burtorch_runtime::Error;
/// use burtorch_runtime::optimizer::{Any, Schedule};
///
/// /// `Σ (i + 1) · xᵢ²`, and its gradient.
/// fn loss(x: &[f64], gradient: &mut [f64]) -> Result<f64, Error> {
///     gradient.iter_mut().zip(x).zip(1..).for_each(|((slope, x), i)| *slope += 2.0 * f64::from(i) * x);
///     Ok(x.iter().zip(1..).map(|(x, i)| f64::from(i) * x * x).sum())
/// }
///
/// for name in Any::NAMES {
///     let rate = Any::default_rate(name)?;
///     let schedule = Schedule::cosine();
///     let mut optimizer = Any::new(name, rate, 3)?;
///     let (mut params, mut gradient) = ([1.0, -1.0, 0.5], [0.0; 3]);
///     let first = loss(&params, &mut gradient)?;
///     for step in 0..100 {
///         optimizer.rate = rate * schedule.factor(step, 100);
///         optimizer.step(&mut params, &mut gradient, loss)?;
///     }
///     assert!(loss(&params, &mut gradient)? < first, "{name}");
///
///     let mut resumed = Any::new(name, rate, 3)?;
///     resumed.restore(optimizer.state(), optimizer.steps())?;
/// }
///
/// let error = Any::<f32>::new("adma", 0.1, 3).unwrap_err();
/// assert!(error.to_string().starts_with("no optimizer is called `adma`: there are sgd, momentum, "));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Any<T> {
    /// The learning rate of the next step. For those that search it is the longest step (`armijo`) or the one that is
    /// tried first (`lbfgs`).
    pub rate: f64,
    kind: Kind<T>,
    steps: u64,
    decay: Option<Decay>,
    /// How many parameters it is for.
    params: usize,
}

#[derive(Clone, Debug, PartialEq)]
enum Kind<T> {
    Sgd(Sgd),
    Momentum(Momentum<Vec<T>>),
    Nesterov(Nesterov<Vec<T>>),
    RmsProp(RmsProp<Vec<T>>),
    AdaGrad(AdaGrad<Vec<T>>),
    Adam(Adam<Vec<T>>),
    AdamW(AdamW<Vec<T>>),
    Lion(Lion<Vec<T>>),
    Armijo(Armijo<Vec<T>>),
    Lbfgs(Lbfgs<Vec<T>>),
}

/// Calls a method of the optimizer, whichever kind it is; gradient descent has no state, so it has an arm of its own.
macro_rules! each {
    ($kind:expr, $sgd:pat => $plain:expr, $optimizer:ident => $then:expr) => {
        match $kind {
            Kind::Sgd($sgd) => $plain,
            Kind::Momentum($optimizer) => $then,
            Kind::Nesterov($optimizer) => $then,
            Kind::RmsProp($optimizer) => $then,
            Kind::AdaGrad($optimizer) => $then,
            Kind::Adam($optimizer) => $then,
            Kind::AdamW($optimizer) => $then,
            Kind::Lion($optimizer) => $then,
            Kind::Armijo($optimizer) => $then,
            Kind::Lbfgs($optimizer) => $then,
        }
    };
}

impl Any<()> {
    /// The names of all optimizers.
    pub const NAMES: [&str; 10] =
        ["sgd", "momentum", "nesterov", "rmsprop", "adagrad", "adam", "adamw", "lion", "armijo", "lbfgs"];

    /// A learning rate to begin with.
    ///
    /// # Errors
    /// If there is no optimizer of this name.
    pub fn default_rate(name: &str) -> Result<f64, AnyError> {
        Ok(match name {
            "sgd" => 0.1,
            "momentum" | "nesterov" | "adagrad" => 0.01,
            "rmsprop" | "adam" | "adamw" => 0.001,
            "lion" => 0.0001,
            "armijo" | "lbfgs" => 1.0,
            _ => return Err(AnyError::Name { name: name.to_owned() }),
        })
    }
}

impl<T: Float> Any<T> {
    /// The optimizer of this name, before its first step, for so many parameters, all of which are trained.
    ///
    /// # Errors
    /// If there is no optimizer of this name. The message lists those that there are.
    pub fn new(name: &str, rate: f64, params: usize) -> Result<Self, AnyError> {
        let state = |slots: usize| vec![T::zero(); slots * params];
        let kind = match name {
            "sgd" => Kind::Sgd(Sgd::new(rate)),
            "momentum" => Kind::Momentum(Momentum::new(rate, 0.9, state(Momentum::SLOTS))),
            "nesterov" => Kind::Nesterov(Nesterov::new(rate, 0.9, state(Nesterov::SLOTS))),
            "rmsprop" => Kind::RmsProp(RmsProp::new(rate, state(RmsProp::SLOTS))),
            "adagrad" => Kind::AdaGrad(AdaGrad::new(rate, state(AdaGrad::SLOTS))),
            "adam" => Kind::Adam(Adam::new(rate, state(Adam::SLOTS))),
            "adamw" => Kind::AdamW(AdamW::new(rate, state(AdamW::SLOTS))),
            "lion" => Kind::Lion(Lion::new(rate, state(Lion::SLOTS))),
            "armijo" => Kind::Armijo(Armijo::new(rate, vec![T::zero(); Armijo::state_len(params)])),
            "lbfgs" => Kind::Lbfgs(Lbfgs::new(rate, PAIRS, vec![T::zero(); Lbfgs::state_len(PAIRS, params)])),
            _ => return Err(AnyError::Name { name: name.to_owned() }),
        };
        Ok(Any { rate, kind, steps: 0, decay: None, params })
    }

    /// An optimizer by its name, with a state for all parameters of a model. `adamw` leaves those alone that are frozen, which [`new`](Self::new)
    /// does not know of.
    ///
    /// # Errors
    /// If there is no optimizer of this name. The message lists those that there are.
    pub fn for_model<M: Model<Scalar = T>>(name: &str, rate: f64) -> Result<Self, AnyError> {
        let mut any = Any::new(name, rate, M::PARAMS)?;
        if let Kind::AdamW(adamw) = &mut any.kind {
            any.decay = Some(Decay::everywhere(adamw.decay, M::PARAMETERS));
            adamw.decay = 0.0;
        }
        Ok(any)
    }

    /// Its name, as in [`NAMES`](Any::NAMES).
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self.kind {
            Kind::Sgd(_) => "sgd",
            Kind::Momentum(_) => "momentum",
            Kind::Nesterov(_) => "nesterov",
            Kind::RmsProp(_) => "rmsprop",
            Kind::AdaGrad(_) => "adagrad",
            Kind::Adam(_) => "adam",
            Kind::AdamW(_) => "adamw",
            Kind::Lion(_) => "lion",
            Kind::Armijo(_) => "armijo",
            Kind::Lbfgs(_) => "lbfgs",
        }
    }

    /// Whether a step evaluates the loss more than once. The loss must not change within a step then: no new random
    /// numbers, and the same samples.
    #[must_use]
    pub fn searches(&self) -> bool {
        matches!(self.kind, Kind::Armijo(_) | Kind::Lbfgs(_))
    }

    /// How many steps were taken.
    #[must_use]
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// What it remembers, as one flat buffer.
    #[must_use]
    pub fn state(&self) -> &[T] {
        each!(&self.kind, _ => &[], optimizer => &optimizer.state)
    }

    /// Goes on where [`state`](Self::state) and [`steps`](Self::steps) were taken. Some optimizers have states of the
    /// same length, so save the [`name`](Self::name), too.
    ///
    /// # Errors
    /// If the state is that of another optimizer or of another number of parameters. Nothing is changed then.
    pub fn restore(&mut self, state: &[T], steps: u64) -> Result<(), AnyError> {
        let (name, params, expected) = (self.name(), self.params, self.state().len());
        if state.len() != expected {
            return Err(AnyError::State { name, params, expected, found: state.len() });
        }
        each!(&mut self.kind, _ => {}, optimizer => optimizer.state.copy_from_slice(state));
        self.steps = steps;
        match &mut self.kind {
            Kind::Adam(adam) => adam.steps = steps,
            Kind::AdamW(adamw) => adamw.steps = steps,
            Kind::Lbfgs(lbfgs) => lbfgs.steps = steps,
            _ => {}
        }
        Ok(())
    }

    /// Lets parameters decay as these rules say, instead of all by 0.01 as `adamw` does by itself.
    ///
    /// It comes between gradient and update, as in `AdamW`; with an optimizer that searches, after the step. It is
    /// multiplied by the rate, which is large for those.
    ///
    /// # Errors
    /// If the rules were made for another number of parameters.
    pub fn set_decay(&mut self, decay: Decay) -> Result<(), Error> {
        check_length("decay", decay.params(), self.params)?;
        match &mut self.kind {
            Kind::AdamW(adamw) => adamw.decay = 0.0,
            Kind::Lion(lion) => lion.decay = 0.0,
            _ => {}
        }
        self.decay = Some(decay);
        Ok(())
    }

    /// One step. Returns the loss at the parameters as they came.
    ///
    /// `evaluate` is given parameters and a gradient of zeros. It returns the loss, and writes or adds its gradient, as
    /// a model's `loss_grad_batch` does. Clip the gradient in there, if at all. It is called once, or several times by
    /// those that [search](Self::searches). Afterwards `gradient` is the one that was evaluated last.
    ///
    /// # Errors
    /// Those of `evaluate`, and if `params` or `gradient` is not as long as was said in [`new`](Self::new). The
    /// parameters are as they were then, and the step does not count.
    pub fn step<E: From<Error>>(
        &mut self,
        params: &mut [T],
        gradient: &mut [T],
        evaluate: impl FnMut(&[T], &mut [T]) -> Result<T, E>,
    ) -> Result<T, E> {
        check_length("params", params.len(), self.params)?;
        check_length("gradient", gradient.len(), self.params)?;
        let rate = self.rate;
        each!(&mut self.kind, sgd => sgd.rate = rate, optimizer => optimizer.rate = rate);
        let task = Task { params, gradient, evaluate, decay: self.decay.as_ref(), rate };
        let loss = match &mut self.kind {
            Kind::Sgd(sgd) => task.update(sgd),
            Kind::Momentum(momentum) => task.update(momentum),
            Kind::Nesterov(nesterov) => task.update(nesterov),
            Kind::RmsProp(rmsprop) => task.update(rmsprop),
            Kind::AdaGrad(adagrad) => task.update(adagrad),
            Kind::Adam(adam) => task.update(adam),
            Kind::AdamW(adamw) => task.update(adamw),
            Kind::Lion(lion) => task.update(lion),
            Kind::Armijo(armijo) => task.search(armijo),
            Kind::Lbfgs(lbfgs) => task.search(lbfgs),
        }?;
        self.steps += 1;
        Ok(loss)
    }
}

impl<T: Float> Minimizer<T> for Any<T> {
    fn step<E: From<Error>>(
        &mut self,
        params: &mut [T],
        gradient: &mut [T],
        evaluate: impl FnMut(&[T], &mut [T]) -> Result<T, E>,
    ) -> Result<T, E> {
        Any::step(self, params, gradient, evaluate)
    }
}

/// What a step is given.
struct Task<'a, T, F> {
    params: &'a mut [T],
    gradient: &'a mut [T],
    evaluate: F,
    decay: Option<&'a Decay>,
    rate: f64,
}

impl<T: Float, E: From<Error>, F: FnMut(&[T], &mut [T]) -> Result<T, E>> Task<'_, T, F> {
    /// The gradient, then the decay, then the update.
    fn update(mut self, optimizer: &mut impl Optimizer<T>) -> Result<T, E> {
        self.gradient.fill(T::zero());
        let loss = (self.evaluate)(self.params, self.gradient)?;
        if let Some(decay) = self.decay {
            decay.apply(self.params, self.rate)?;
        }
        optimizer.update(self.params, self.gradient)?;
        Ok(loss)
    }

    /// The step, then the decay: before it, a step that fails would leave parameters that are not as they were.
    fn search(self, optimizer: &mut impl Minimizer<T>) -> Result<T, E> {
        let loss = optimizer.step(self.params, self.gradient, self.evaluate)?;
        if let Some(decay) = self.decay {
            decay.apply(self.params, self.rate)?;
        }
        Ok(loss)
    }
}

/// What is wrong with the choice of an optimizer.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum AnyError {
    /// There is no optimizer of this name.
    Name {
        /// The name.
        name: String,
    },
    /// A state is not that of the optimizer and its parameters.
    State {
        /// The optimizer.
        name: &'static str,
        /// How many parameters it is for.
        params: usize,
        /// How many numbers the state must be.
        expected: usize,
        /// How many it is.
        found: usize,
    },
}

impl fmt::Display for AnyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AnyError::Name { name } => {
                write!(f, "no optimizer is called `{name}`: there are {}", Any::NAMES.join(", "))
            }
            AnyError::State { name, params, expected, found } => write!(
                f,
                "a state of {found} numbers was not saved by `{name}` for {params} parameters, which has {expected}: \
                 choose the optimizer and the model that it was saved with"
            ),
        }
    }
}

impl core::error::Error for AnyError {}
