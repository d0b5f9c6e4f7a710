//! Exact gradients of Rust functions and models, by code that the compiler wrote.
//!
//! burtorch differentiates while a program compiles. At run time there is no graph, no tape and no
//! allocation: what runs is plain Rust that the optimizer treats like any other.
//!
//! ```
//! use burtorch::differentiable;
//!
//! #[differentiable]
//! fn rosenbrock(x: f64, y: f64) -> f64 {
//!     (1.0 - x).powi(2) + 100.0 * (y - x * x).powi(2)
//! }
//!
//! let (value, (dx, dy)) = rosenbrock::value_and_grad(0.0, 1.0);
//! assert_eq!((value, dx, dy), (101.0, -2.0, 200.0));
//! ```
//!
//! A model is a struct of layers. Parameters and gradient are slices that you own, and a step of training allocates
//! nothing:
//!
//! ```
//! use burtorch::{BatchWorkspace, Rng, graph};
//!
//! graph! {
//!     pub struct Net {
//!         net: Mlp<2, 8, 1>,
//!     }
//!
//!     impl Net {
//!         pub fn loss(&self, x: Tensor<2>, y: f32) -> f32 {
//!             sqr(self.net.forward(x)[0] - y)
//!         }
//!     }
//! }
//!
//! let samples = [([0.0, 0.0], 0.0), ([0.0, 1.0], 1.0), ([1.0, 0.0], 1.0), ([1.0, 1.0], 0.0)];
//! let (mut params, mut gradient) = ([0.0; Net::PARAMS], [0.0; Net::PARAMS]);
//! let mut workspace = BatchWorkspace::new();
//! Net::init(&mut params, &mut Rng::seed(1))?;
//! for _ in 0..2000 {
//!     Net::loss_sgd_batch(&mut params, &mut gradient, 0.2, &mut workspace, &samples)?;
//! }
//! assert!(Net::loss_batch(&params, &mut workspace, &samples)? < 0.01);
//! # Ok::<(), burtorch::Error>(())
//! ```
//!
//! The folder `docs` of the repository is a guide in seven short chapters.
//!
//! Functions:
//!
//! - [`differentiable`] is the attribute for functions and methods; its page lists what a body may
//!   contain and what is generated.
//! - [`graph!`]`(|x: f64| …)` does the same for an expression.
//! - [`macro@derivative`] gives a rule to a function from elsewhere.
//! - [`math`] has activation functions, means and inner products; [`Real`] and [`Reduce`] have them as
//!   methods.
//! - [`Lanes`] has one number for each of several directions, which are differentiated at once.
//! - [`check_gradient`] and [`check_jacobian`] compare any derivative with finite differences, and say what is wrong.
//! - [`SparseJacobian`] has the entries of a Jacobian with a known pattern, by a few products.
//! - [`rules`] is the table: every operator with its value and adjoint, and what happens at kinks.
//! - [`eager`] is a tape for graphs known only at run time.
//! - [`oracle`] is for research on optimisation: finite sums, samplings, compressors, and the methods made of them.
//!
//! Models:
//!
//! - [`graph!`]` { struct … impl … }` compiles a network: its values, its gradient and its memory.
//! - [`guide`] is the reference: the language, the layers, and what is generated.
//! - [`Workspace`] and [`BatchWorkspace`] are what a model computes in, [`Rng`] and [`Init`] give parameters
//!   their first values, [`Error`] says what is wrong with an argument.
//! - [`optimizer`] has gradient descent in many forms, from `Sgd` to `AdamW` and L-BFGS, and schedules of the rate.
//! - [`Model`] is for code that works with any model; [`model`] has what it says of parameters.
//!
//! Elsewhere:
//!
//! - [`export_c!`] gives a model functions of C and a header, [`python!`] makes a Python module of models.
//! - [`workers`] is what several processes that train one model have in common; the crate `burtorch-mpi` has those of MPI.
//!
//! Training, with the feature `train`:
//!
//! - `train!` makes `main` of a training binary from a model and its data; the module `train` has its parts.
//! - `data` has texts, lists, tables and images as samples, split, shuffled and in batches.
//! - [`io`] has files: numbers as their bytes, and with the feature models and checkpoints.
//! - `metrics` has the accuracy and the confusion matrix of a classifier.
//! - `viz` has pictures: curves, matrices, histograms, images and graphs.
//!
//! # Features
//!
//! - `std` (default): floating-point functions of the standard library, and the best instruction set that
//!   the processor has. Without it the crate is `no_std`, uses `libm`, and models run with the instructions
//!   that every processor of the target has.
//! - `alloc` (part of `std`): workspaces on the heap, functions over slices, the tape.
//! - `labels` (default): names of values on a tape. Without it they take no memory and no code.
//! - `train`: training binaries, with data, files, pictures and a command line. It brings `clap`, `serde_json`
//!   and libc (on Windows ctrlc).
//! - `parallel`: batches on several threads; the [`guide`] says how.
//! - `rand_core`: [`Rng`] implements the traits of the crate `rand_core`, for distributions and shuffles of other crates.
//! - `argmin`: functions become problems for the optimizers of the crate argmin, by `burtorch::argmin`.

#![no_std]
#![forbid(unsafe_code)]

#[doc(inline)]
pub use burtorch_macros::{derivative, differentiable, export_c, graph, python};
#[doc(inline)]
pub use burtorch_runtime::{
    BatchWorkspace, Coordinates, Dual, Error, Fields, Float, Init, Lanes, Model, Ops, Real, Reduce, Rng, Workspace,
    check, check_gradient, math, model, optimizer, rules, workers,
};

/// A step of gradient descent is the same for all types that derive this:
///
/// ```
/// use burtorch::{Differentiable, differentiable};
///
/// #[derive(Clone, Debug, PartialEq, Differentiable)]
/// struct Spring {
///     stiffness: f64,
///     ends: [f64; 2],
///     #[no_derivative]
///     name: String,
/// }
///
/// #[differentiable]
/// fn energy(spring: &Spring) -> f64 {
///     0.5 * spring.stiffness * (spring.ends[1] - spring.ends[0]).powi(2)
/// }
///
/// let mut spring = Spring { stiffness: 2.0, ends: [0.0, 3.0], name: "a".to_owned() };
/// let gradient: Spring = energy::grad(&spring);
/// assert_eq!((gradient.stiffness, gradient.ends), (4.5, [-6.0, 6.0]));
///
/// spring.add_scaled(-0.5, &gradient);
/// assert_eq!(spring, Spring { stiffness: -0.25, ends: [3.0, 0.0], name: "a".to_owned() });
/// ```
#[doc(inline)]
pub use burtorch_runtime::Differentiable;

#[doc(inline)]
pub use burtorch_macros::Differentiable;

/// ```
/// use burtorch::{Scratch, differentiable};
///
/// #[differentiable]
/// fn energy(x: &[f64]) -> f64 {
///     let mut sum = 0.0;
///     for i in 1..x.len() {
///         sum += (x[i] - x[i - 1]).cosh();
///     }
///     sum
/// }
///
/// let mut scratch = Scratch::new();
/// let mut gradient = [0.0; 3];
/// for x in [[0.0, 1.0, 3.0], [1.0, 1.0, 2.0]] {
///     gradient.fill(0.0);
///     let value = energy::grad_into(&x, &mut gradient, &mut scratch);
///     assert_eq!(value, energy(&x));
/// }
/// ```
#[cfg(feature = "alloc")]
#[doc(inline)]
pub use burtorch_runtime::Scratch;

#[cfg(feature = "alloc")]
#[doc(inline)]
pub use burtorch_runtime::{Aligned, Sparsity, check_jacobian, eager, oracle, sparse};

#[cfg(all(feature = "std", not(feature = "train")))]
#[doc(inline)]
pub use burtorch_runtime::io;

#[cfg(feature = "train")]
#[doc(inline)]
pub use burtorch_train::{data, io, metrics, viz};

/// ```no_run
/// use burtorch::Rng;
/// use burtorch::train::Defaults;
///
/// burtorch::graph! {
///     pub struct Line { slope: Param<1>, height: Param<1> }
///
///     impl Line {
///         pub fn loss(&self, x: f32, y: f32) -> f32 {
///             sqr(sum(self.slope) * x + sum(self.height) - y)
///         }
///     }
/// }
///
/// /// Points near a line.
/// fn points(seed: u64) -> Vec<(f32, f32)> {
///     let mut rng = Rng::seed(seed);
///     let point = |x: f32| (x, 2.0 * x + 1.0 + 0.1 * rng.normal() as f32);
///     (0..100).map(|i| i as f32 / 100.0).map(point).collect()
/// }
///
/// burtorch::train! {
///     about: "Fits a line to points.",
///     model: Line,
///     data: |run| points(run.seed()),
///     split: |points| points.split_at(90),
///     defaults: Defaults { steps: 500, rate: Some(0.05), ..Defaults::default() },
///     measure: |params| vec![("slope".into(), params[0].into()), ("height".into(), params[1].into())],
/// }
/// ```
#[cfg(feature = "train")]
#[doc(inline)]
pub use burtorch_train::train;

/// With the derivatives of a function, the Jacobian of a chain takes three products, however long the chain is:
///
/// ```
/// use burtorch::{SparseJacobian, Sparsity, differentiable};
///
/// /// The force on each mass of a chain of stiffening springs between two walls.
/// #[differentiable]
/// fn forces<const N: usize>(x: &[f64; N]) -> [f64; N] {
///     let mut force = [0.0; N];
///     for i in 0..N {
///         let left = if i == 0 { x[i] } else { x[i] - x[i - 1] };
///         let right = if i == N - 1 { -x[i] } else { x[i + 1] - x[i] };
///         force[i] = right + right.powi(3) - left - left.powi(3);
///     }
///     force
/// }
///
/// let mut jacobian = SparseJacobian::new(Sparsity::banded(100, 1));
/// for step in 0..3 {
///     let x = [0.1 * f64::from(step); 100];
///     jacobian.forward(|direction, out| {
///         let (_, tangent) = forces::jvp(&x, direction.first_chunk().unwrap());
///         out.copy_from_slice(&tangent);
///     });
/// }
/// assert!(jacobian.row(50).eq([(49, 1.0), (50, -2.0), (51, 1.0)]));
/// ```
#[cfg(feature = "alloc")]
#[doc(inline)]
pub use burtorch_runtime::SparseJacobian;

#[cfg(feature = "argmin")]
#[doc(inline)]
pub use burtorch_runtime::argmin;

#[cfg(feature = "parallel")]
#[doc(inline)]
pub use burtorch_runtime::ParallelWorkspace;

#[doc(hidden)]
pub mod __private {
    pub use burtorch_macros::{
        a_called_function_needs_differentiable_or_a_rule,
        a_struct_needs_derive_differentiable_or_an_alias_differentiable, export_c_of, python_of, with_definitions,
    };
    pub use burtorch_runtime::__private::*;
}

#[doc = include_str!("guide.md")]
pub mod guide {}

/// The examples of the README and of the chapters in `docs` run as tests.
#[cfg(doctest)]
mod pages {
    #[doc = include_str!("../README.md")]
    struct Readme;

    #[doc = include_str!("../docs/1-functions.md")]
    struct Functions;

    #[doc = include_str!("../docs/2-models.md")]
    struct Models;

    #[cfg(feature = "train")]
    #[doc = include_str!("../docs/3-training.md")]
    struct Training;

    #[doc = include_str!("../docs/4-speed.md")]
    struct Speed;

    #[doc = include_str!("../docs/5-embedded.md")]
    struct Embedded;

    #[doc = include_str!("../docs/6-other-worlds.md")]
    struct OtherWorlds;

    #[doc = include_str!("../docs/7-optimisation.md")]
    struct Optimisation;

    /// The program of the third chapter trains as it stands there, in a folder of its own.
    #[cfg(feature = "train")]
    #[doc = concat!(
        "```standalone_crate\n",
        "# mod program {\n",
        include_str!("../docs/words.rs"),
        "# pub fn run() -> std::process::ExitCode { main() }\n",
        "# }\n",
        "# fn main() -> std::process::ExitCode {\n",
        "#     let root = std::path::Path::new(env!(\"CARGO_MANIFEST_DIR\"));\n",
        "#     let read = |path| std::fs::read_to_string(root.join(path)).unwrap();\n",
        "#     assert!(read(\"docs/3-training.md\").contains(&read(\"docs/words.rs\")), \"copy words.rs to the chapter\");\n",
        "#     let folder = std::env::temp_dir().join(format!(\"burtorch-words-{}\", std::process::id()));\n",
        "#     std::fs::create_dir(&folder).unwrap();\n",
        "#     std::env::set_current_dir(&folder).unwrap();\n",
        "#     let code = program::run();\n",
        "#     let run = std::fs::read_dir(\"runs\").unwrap().next().unwrap().unwrap().path();\n",
        "#     for name in [\"checkpoint.safetensors\", \"model.safetensors\", \"log.jsonl\", \"loss.svg\"] {\n",
        "#         assert!(run.join(name).exists(), \"{name}\");\n",
        "#     }\n",
        "#     std::fs::remove_dir_all(&folder).unwrap();\n",
        "#     code\n",
        "# }\n",
        "```",
    )]
    struct Program;
}
