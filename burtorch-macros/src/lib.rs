//! The compiler of burtorch: functions, expressions and models in, their derivatives out, while the program
//! compiles.
//!
//! Use the `burtorch` crate; this one is its inside.
#![forbid(unsafe_code)]

mod expand;
#[cfg(test)]
mod fuzz;
#[cfg(test)]
mod testing;

use burtorch_functions::definitions;
#[cfg(test)]
use burtorch_functions::{build, differentiate, factor, graph, simplify};
#[cfg(test)]
use burtorch_syntax::{ast, error, parse};
use proc_macro::TokenStream;

/// Differentiates a function or method while it compiles.
///
/// The function stays as it is. Beside it, under the same name, stands a type whose associated
/// functions are its derivatives:
///
/// | function | what it computes |
/// |---|---|
/// | `f::grad(x, y)` | the derivative with respect to each argument |
/// | `f::value_and_grad(x, y)` | the same, and the value |
/// | `f::vjp((x, y), seed)` | the value, and `seed` times the derivative (reverse mode) |
/// | `f::jvp((x, y), (dx, dy))` | the value, and the derivative in a direction (forward mode) |
/// | `f::hvp((x, y), (dx, dy))` | the derivative of the gradient in a direction (forward over reverse) |
/// | `f::value_grad_hvp((x, y), (dx, dy))` | `(value, gradient, product)`: all three by the one pass that `hvp` makes |
/// | `f::hessian(x, y)` | all second derivatives |
/// | `f::jacobian(x, y)` | all first derivatives, of a function with an array or tuple as result |
/// | `f::DOT` | the graph of the function, as Graphviz text |
/// | `f::OPS` | how many operations value and gradient take |
///
/// ```
/// use burtorch::differentiable;
///
/// #[differentiable]
/// fn rosenbrock(x: f64, y: f64) -> f64 {
///     (1.0 - x).powi(2) + 100.0 * (y - x * x).powi(2)
/// }
///
/// assert_eq!(rosenbrock(1.0, 1.0), 0.0);
/// assert_eq!(rosenbrock::grad(0.0, 1.0), (-2.0, 200.0));
/// assert_eq!(rosenbrock::hessian(0.0, 0.0), [[2.0, 0.0], [0.0, 200.0]]);
/// ```
///
/// A single argument is not wrapped in a tuple; `&[f64; N]` has derivative `[f64; N]`:
///
/// ```
/// # use burtorch::differentiable;
/// #[differentiable]
/// fn norm_squared<const N: usize>(x: &[f64; N]) -> f64 {
///     let mut sum = 0.0;
///     for i in 0..N {
///         sum += x[i] * x[i];
///     }
///     sum
/// }
///
/// assert_eq!(norm_squared::grad(&[1.0, 2.0, 3.0]), [2.0, 4.0, 6.0]);
/// ```
///
/// A method gets sibling methods, with the derivatives' names appended to its own. So does an associated function:
///
/// ```
/// # use burtorch::differentiable;
/// struct Spring {
///     stiffness: f64,
/// }
///
/// impl Spring {
///     #[differentiable]
///     fn energy(&self, x: f64) -> f64 {
///         0.5 * self.stiffness * x * x
///     }
///
///     #[differentiable]
///     fn damping(v: f64) -> f64 {
///         v.powi(3)
///     }
/// }
///
/// assert_eq!(Spring { stiffness: 3.0 }.energy_grad(2.0), 6.0);
/// assert_eq!(Spring::damping_grad(2.0), 12.0);
/// ```
///
/// # Slices, and loops of any length
///
/// `&[f64]` has the derivative `Vec<f64>`. The forms with `_into` add to a buffer instead, and take what they need on the
/// way from a [`Scratch`](../burtorch/struct.Scratch.html), so that a second call of the same size allocates nothing:
///
/// ```
/// use burtorch::{Scratch, differentiable};
///
/// /// How far the points `y` are from the polynomial with these coefficients.
/// #[differentiable(wrt(coefficients))]
/// fn misfit(coefficients: &[f64], x: &[f64], y: &[f64]) -> f64 {
///     x.iter().zip(y).map(|(x, y)| (coefficients.iter().rev().fold(0.0, |sum, c| sum * x + c) - y).powi(2)).sum()
/// }
///
/// let (x, y) = ([0.0, 1.0, 2.0], [1.0, 2.0, 5.0]);
/// assert_eq!(misfit::grad(&[0.0, 1.0], &x, &y), vec![-10.0, -14.0]);
///
/// let (mut gradient, mut scratch) = ([0.0; 2], Scratch::new());
/// let value = misfit::grad_into(&[0.0, 1.0], &x, &y, &mut gradient, &mut scratch);
/// assert_eq!((value, gradient), (11.0, [-10.0, -14.0]));
/// ```
///
/// | function | what it computes |
/// |---|---|
/// | `f::grad_into(x, y, (dx, dy), scratch)` | adds the gradient to `dx` and `dy`, returns the value |
/// | `f::vjp_into((x, y), seed, (dx, dy), scratch)` | the same with a seed |
/// | `f::jvp_with((x, y), (vx, vy), scratch)` | `jvp` with memory of the caller's |
/// | `f::hvp_into((x, y), (vx, vy), (hx, hy), scratch)` | adds the Hessian–vector product to `hx` and `hy` |
/// | `f::value_grad_hvp_into((x, y), (vx, vy), (dx, dy), (hx, hy), scratch)` | adds both in one pass, returns the value |
///
/// A function may change its arguments: `fn step(dt: f64, x: &mut [f64])`. Its `vjp_into` takes the adjoint of what `x` is
/// afterwards in the place of its gradient, and leaves the adjoint of what `x` was before there; `x` itself holds the
/// result, as after a call.
///
/// A loop of a million steps keeps a few numbers of each step for the way back. With `checkpoint = sqrt` it keeps those of
/// a thousand steps at a time, and runs every step once more:
///
/// ```
/// # use burtorch::differentiable;
/// #[differentiable(wrt(x), checkpoint = sqrt)]
/// fn orbit(x: f64, steps: usize) -> f64 {
///     let (mut position, mut velocity) = (x, 0.0);
///     for _ in 0..steps {
///         velocity -= 1e-5 * position.sin();
///         position += 1e-5 * velocity;
///     }
///     position
/// }
///
/// let slope = orbit::grad(1.0, 100_000);
/// let difference = orbit(1.000_1, 100_000) - orbit(0.999_9, 100_000);
/// assert!((slope - difference / 0.000_2).abs() < 1e-6);
/// ```
///
/// # Several directions at once
///
/// With the option `lanes` there is `f::jvp_lanes`, and `f::jvp_lanes_with` for functions over slices: what is a number in
/// a direction of `jvp` is a [`Lanes`](../burtorch/struct.Lanes.html) there, one number for each of several directions.
/// The function itself is computed once for all of them, and the lanes side by side. `jacobian` uses it where it goes
/// forwards, and each lane is equal to the bit to what `jvp` gives.
///
/// ```
/// use burtorch::{Lanes, differentiable};
///
/// #[differentiable(lanes)]
/// fn polar(r: f64, angle: f64) -> [f64; 2] {
///     [r * angle.cos(), r * angle.sin()]
/// }
///
/// let (position, moving) = polar::jvp_lanes((2.0, 0.0), (Lanes([1.0, 0.0]), Lanes([0.0, 1.0])));
/// assert_eq!(position, [2.0, 0.0]);
/// assert_eq!(moving, [Lanes([1.0, 0.0]), Lanes([0.0, 2.0])]);
/// ```
///
/// Functions that it calls need the option too. It is not for structs.
///
/// # Derivatives with factored sums
///
/// A variable that is used several times has a derivative of several terms. They are multiplied one by one and added in
/// the order of a tape, so that compiled derivatives agree with it to the bit. With the option `factored` common factors
/// are taken out, as a person would do: where a sum is `g * a + g * b`, the code has `g * (a + b)`. And where a constant is
/// divided by some number anyway, derivatives are not divided by it, but multiplied by that quotient.
///
/// ```
/// # use burtorch::{Real as _, differentiable};
/// #[differentiable]
/// fn exact(a: f64, b: f64) -> f64 {
///     (a + b - (a * b + b.powi(3))).powi(2)
/// }
///
/// #[differentiable(factored)]
/// fn factored(a: f64, b: f64) -> f64 {
///     (a + b - (a * b + b.powi(3))).powi(2)
/// }
///
/// assert!(factored::OPS.after < exact::OPS.after);
/// let ((value, (_, db)), (same, (_, close))) = (exact::value_and_grad(0.7, 1.1), factored::value_and_grad(0.7, 1.1));
/// assert_eq!(value, same);
/// assert!((db - close).abs() < 1e-14);
/// ```
///
/// Values keep their bits. Derivatives have other last bits than without the option and than on a tape, by as much as the
/// rounding of their terms; a zero may have the other sign, and where factors are close to the largest numbers, a product
/// may overflow that did not. That is why it is off by default. No loop gets more operations. It is for the derivatives of
/// all modes, but for the rows of a small `jacobian`, and for the function itself, not for those that it calls. In an
/// expression the option stands before the closure: `graph!(#[differentiable(factored)] |x: f64| x * x)`.
///
/// # Fast values and derivatives
///
/// With the option `fast` values are rewritten like derivatives, too: sums are factored or multiplied out, whatever takes
/// less time; quotients by the same number share a division; and a product with a sum is one operation, rounded once, where
/// the processor that is there can do that, without any flag for cargo. Both have other last bits than without the option;
/// the function itself does not.
///
/// ```
/// # use burtorch::differentiable;
/// #[differentiable(fast)]
/// fn well(x: f64, y: f64) -> f64 {
///     let r = x * x + y * y;
///     3.0 / (1.0 + r) + 0.5 * (x + y) * (x + y) - 0.25 * (x + y)
/// }
///
/// let (value, (dx, _)) = well::value_and_grad(0.7, -0.2);
/// assert!((value - well(0.7, -0.2)).abs() < 1e-14);
/// assert!((dx - (0.5 - 0.25 - 6.0 * 0.7 / (1.53 * 1.53))).abs() < 1e-14);
/// ```
///
/// It is for code whose formulas are meant as formulas. What relies on the rounding of single operations, such as a sum
/// with compensation, is lost: to real numbers, `(a + b) - a - b` is zero. It is for free functions of `f32` or `f64`. A
/// gradient is a call that is not inlined, so one of ten operations is as fast with `factored`.
///
/// # Loops over slices as vector code
///
/// Derivatives are compiled for the processor that cargo builds for, each `exp` is a call, and the terms of a sum are added
/// in their order, so that compiled code agrees with Rust's own methods to the bit. With the option `vector` the
/// derivatives of a function over slices are compiled for several instruction sets, and a call takes the best that
/// the processor has, as a model does (`BURTORCH_ISA` chooses another). In loops that can be vector code `exp`, `exp_m1`,
/// `ln`, `ln_1p`, `tanh` and `erf`, and what is made of them (`sigmoid`, `softplus`, `gelu`, …), are computed for several
/// elements at once, within 3 units of the last place, and a sum is taken in several parts.
///
/// ```
/// # use burtorch::differentiable;
/// /// `1/n Σ ln(1 + exp(−yᵢ (w xᵢ + b)))`: how well the sign of `w x + b` tells the `y`, which are 1 or −1.
/// #[differentiable(wrt(w, b), vector)]
/// fn logistic(x: &[f64], y: &[f64], w: f64, b: f64) -> f64 {
///     let mut sum = 0.0;
///     for i in 0..x.len() {
///         sum += (-y[i] * (w * x[i] + b)).exp().ln_1p();
///     }
///     sum / x.len() as f64
/// }
///
/// let (x, y) = ([0.5, -1.0, 2.0], [1.0, -1.0, 1.0]);
/// let (loss, (dw, db)) = logistic::value_and_grad(&x, &y, 1.0, 0.0);
/// assert!((loss - logistic(&x, &y, 1.0, 0.0)).abs() < 1e-15);
/// assert!(dw < 0.0 && db > -0.1);
/// ```
///
/// A loop can be vector code if it is a `for` loop or a chain without other loops, branches, jumps and calls inside; if it
/// goes along its slices, `x[i + k]` with a `k` that does not change, and does not write a slice in two places; if it
/// carries nothing but sums from one iteration to the next; and if its functions are those above, arithmetic, `sqrt`, `abs`,
/// `min`, `max` and choices such as `relu`. All other loops, and the function itself, are as without the option, to the bit.
/// Loops of a few elements gain nothing. The option is for free functions of `f32` or `f64`, and for that function, not for those
/// that it calls; `f::jvp_lanes` is as without it. Without the feature `std` no processor can be asked, and the baseline
/// is used.
///
/// # Structs
///
/// The gradient with respect to a struct that derives `burtorch::Differentiable` is such a struct. Seeds of results and
/// directions are, too. Fields with `#[no_derivative]` pass through; in a gradient they have their default values.
///
/// ```
/// use burtorch::{Differentiable, differentiable};
///
/// #[derive(Clone, Debug, Default, PartialEq, Differentiable)]
/// struct Body {
///     at: [f64; 2],
///     mass: f64,
///     #[no_derivative]
///     name: String,
/// }
///
/// #[differentiable]
/// fn energy(body: &Body) -> f64 {
///     0.5 * body.mass * (body.at[0] * body.at[0] + body.at[1] * body.at[1])
/// }
///
/// #[differentiable(structs(Body))]
/// fn energy_after(body: &Body, time: f64) -> f64 {
///     let mut moved = Body { mass: body.mass * time.exp(), ..body.clone() };
///     moved.at[1] += time;
///     energy(&moved)
/// }
///
/// let body = Body { at: [3.0, 4.0], mass: 2.0, name: "moon".to_owned() };
/// let gradient: Body = energy::grad(&body);
/// assert_eq!(gradient, Body { at: [6.0, 8.0], mass: 12.5, ..Body::default() });
/// assert_eq!(energy_after::grad(&body, 0.0), (gradient, 33.0));
/// ```
///
/// A macro cannot see which structs derive what, so the function says it. Differentiated are
///
/// - all structs and aliases in `structs(Body, …)`, as arguments, locals and literals,
/// - the struct that the function returns,
/// - those of arguments in `wrt(body)`,
/// - those of all arguments, if none of them is a float and there is no `wrt`,
/// - those of other arguments that derive `Differentiable` in the same file, if there is no `wrt`,
/// - and the structs in the fields of these, found where the outer one is. Those that are elsewhere go into `structs`.
///
/// Any other struct is data that passes through. One that derives `Differentiable`, or a type alias that hides floats, must
/// say that it does: an argument that holds floats and would be constant is an error, unless it is marked with
/// `#[constant]`, or `wrt` names the others. That goes for `#[constant] &self`, too. If a struct in the list does not derive
/// `Differentiable` and stands in another file, rustc says that it cannot find a macro of its name: the derive makes one,
/// which tells the fields.
///
/// A type alias is known in the file that defines it. Elsewhere it is known in the same places as a struct, if it has the
/// attribute, `#[differentiable] type Frame = [[f64; 3]; 3];`. It may
/// be generic, stand for a float, for another alias or a struct, and be used in another crate. A `let` needs none of this:
/// what is bound has the type of its value.
///
/// In the body stand fields, `Body { mass, ..other }`, `let Body { at, .. } = body`, `body.mass += 1.0`, and arrays,
/// slices and vectors of structs; the same with `Pair(1.0, 2.0)`. A struct may be generic over the float type or a
/// size. Its fields are floats, arrays, tuples and structs, but no vectors. In methods of such a struct `self` is differentiated
/// like an argument, unless `wrt` leaves it out or it is `#[constant] &self`. From other modules, a method is called with a receiver that
/// is constant.
///
/// # What a body may contain
///
/// - `let`, `mut`, assignment, blocks, `if`, `match` on integers, booleans, texts and variants without fields, with ranges and
///   guards, `return`;
/// - `for` over ranges, arrays and slices, `while`, `loop`, `break`, `continue` and labels; loops with few iterations
///   that are known are written out;
/// - iterators: `iter`, `iter_mut`, `enumerate`, `zip`, `rev`, `step_by`, `skip`, `take`, `map`, `windows`,
///   `chunks_exact`, `chunks_exact_mut`; and what ends them: `sum`, `product`, `fold`, `for_each`, `collect`, `min_by` and
///   `max_by` with `total_cmp`;
/// - arrays, tuples, slices and parts of them, local `Vec`s (`vec!`, `push`, `swap`, `fill`, `to_vec`), and all of these in
///   each other, `Vec<Vec<f64>>`; `&mut` references to them, `mem::swap`, `mem::replace` and `mem::take`;
/// - closures that are called in the body, also with `&mut` arguments. Their bodies are differentiated in place, which is
///   faster than a function: what a function computes is computed again on the way back;
/// - calls of other differentiable functions by path, of itself, of the functions in `burtorch::math`, of functions with
///   a rule by hand (see [`macro@derivative`]), and of `f::grad` for another function `f`; of `f::jvp` if `f` says `nested`.
///   What a function returns is known without a written type: `#[differentiable]` leaves a macro of the function's name that
///   tells its signature, and is found wherever the function is. There is none for names such as `line`, which are those of
///   standard macros, and none for methods: there, write the type of what is not a number, `let y: [f64; 3] = self.ends(x);`.
///
/// The methods of floats, and those of `burtorch::Real`, are differentiated by the table in `burtorch::rules`.
///
/// Integers, booleans, other structs and whatever depends only on them pass through untouched. Such code may be any Rust: any
/// call, closures, every iterator, `HashMap`s, `if let`, `while let`, `match` with any pattern, as long as no differentiated value is
/// inside. It may have effects, as a random generator behind `&mut` or a counter in a `Cell`: it runs exactly as often as in the
/// function, and in the same order, in every derivative, also inside of called functions. (A rule by hand is for a function
/// without effects.) A local value that is changed in place, `let mut rng = Rng::new(seed)`, is part of it.
///
/// What a name means is proved while the program compiles: `x.relu()` is
/// the row of the table if `burtorch::Real` is in scope, and an error if it is a method of your own; so are `len`, `iter` or
/// `dot` if a trait of yours has them for arrays, and a `swap` that is not that of `std::mem`. Anything else is an error on
/// the token in question that says what to do instead.
///
/// When a called function of the same file has no derivative, the error says what to do. When it stands elsewhere, rustc says
/// that it expected a type or cannot find a macro, a module or a crate of that name, and names the macro
/// `a_called_function_needs_differentiable_or_a_rule`: add `#[differentiable]` to the function, or give it a rule.
///
/// # Options
///
/// - `wrt(x, y)`: differentiate with respect to these arguments only; what is left out costs nothing. The same from the
///   other side: `#[constant]` on an argument that is not differentiated, `fn f(x: f64, #[constant] table: &Matrix)`.
/// - `structs(Point, …)`: these structs are differentiated.
/// - `first_order`, `second_order`: without or with `hvp` and `hessian`. If nothing is said, functions
///   whose gradient takes more than 3,000 operations are without: rustc would check their second
///   derivatives for seconds, used or not.
/// - `checkpoint = sqrt`: bounds the memory of the loops of the body, which are run once more for that.
/// - `nested`: other functions may differentiate `f::jvp`.
/// - `lanes`: derivatives in several directions at once, `f::jvp_lanes`.
/// - `factored`: common factors are taken out of sums in derivatives, which changes their last bits.
/// - `fast`: the same for values, with fused products where the processor has them, which changes the last bits of both.
/// - `vector`: loops over slices are vector code for the processor that is there, which changes the last bits of values and
///   derivatives.
/// - `tape`: the function runs on numbers that record themselves; slower by a factor that chapter 1 has. If nothing is said,
///   functions that the compiler does not take do, and rustc warns of it.
/// - `compiled`: what the compiler does not take is an error.
/// - `unroll = 1500`: loops are written out while the function has fewer operations than this.
/// - `method`: says that an associated function without `self` stands in an `impl`. It is needed only in code that a
///   `macro_rules!` writes; elsewhere the macro sees it in the source file.
/// - `crate = path`: where burtorch is, if the dependency has another name.
///
/// # Looking inside
///
/// `BURTORCH_DUMP=code cargo build` prints the generated code of every function, `BURTORCH_DUMP=code:f`
/// that of `f`; `graph` and `dot` print the graphs. `BURTORCH_TIME=1` prints how long each takes.
#[proc_macro_attribute]
pub fn differentiable(options: TokenStream, item: TokenStream) -> TokenStream {
    expand::differentiable(options.into(), &item.into()).into()
}

/// Makes a struct one that functions can be differentiated with respect to.
///
/// The trait of the same name says what that means; [`macro@differentiable`] says where such structs may stand.
#[proc_macro_derive(Differentiable, attributes(no_derivative, burtorch))]
pub fn differentiable_struct(item: TokenStream) -> TokenStream {
    expand::derive(item.into()).into()
}

/// What the macro of a struct, an alias or a function hands its definition to.
#[doc(hidden)]
#[proc_macro]
pub fn with_definitions(input: TokenStream) -> TokenStream {
    burtorch_functions::expand::answer(input.into()).into()
}

/// Asks functions for their signatures. rustc names this macro where one of them does not tell it.
#[doc(hidden)]
#[proc_macro]
pub fn a_called_function_needs_differentiable_or_a_rule(input: TokenStream) -> TokenStream {
    definitions::begin(input.into()).into()
}

/// Asks types for their definitions.
#[doc(hidden)]
#[proc_macro]
pub fn a_struct_needs_derive_differentiable_or_an_alias_differentiable(input: TokenStream) -> TokenStream {
    definitions::begin(input.into()).into()
}

/// Gives a function that the compiler cannot see into a rule by hand.
///
/// The rule has the arguments of the function and returns its partial derivatives: one per float
/// argument, several as a tuple. It is differentiated itself for second derivatives; with
/// `first_order` it is not, and asking for them is an error.
///
/// ```
/// use burtorch::{derivative, differentiable};
///
/// mod ffi {
///     pub fn cube(x: f64) -> f64 {
///         x * x * x
///     }
/// }
/// use ffi::cube;
///
/// #[derivative(of = cube)]
/// fn cube_slope(x: f64) -> f64 {
///     3.0 * x * x
/// }
///
/// #[differentiable]
/// fn f(x: f64) -> f64 {
///     cube(x).sin()
/// }
///
/// assert_eq!(f::grad(1.0), 3.0 * 1.0_f64.cos());
/// ```
///
/// The rule stands for the name: it holds for calls of `cube(…)` where both the function and the rule's
/// module are in scope.
#[proc_macro_attribute]
pub fn derivative(options: TokenStream, item: TokenStream) -> TokenStream {
    expand::derivative(options.into(), &item.into()).into()
}

/// Differentiates an expression, `graph!(|x: f64| …)`, or compiles a model, `graph! { items }`.
///
/// # An expression: `graph!(|x: f64| …)`
///
/// A closure in, a value with the derivatives as methods out.
///
/// ```
/// let g = burtorch::graph!(|a: f64, b: f64| {
///     let c = a + b;
///     let d = a * b + b.powi(3);
///     let e = c - d;
///     e * e / 2.0
/// });
/// assert_eq!(g.value_and_grad(-41.0, 2.0), (612.5, (-35.0, 1050.0)));
/// ```
///
/// The methods are those of [`macro@differentiable`], with `value`, `dot()` and `ops()` besides. The
/// value captures what the closure mentions; what is captured is not differentiated. Without captures
/// it has size zero. Two options can be given: `graph!(#[differentiable(factored)] |x: f64| …)`, and `crate = path` where burtorch
/// has another name.
///
/// # A model: `graph! { items }`
///
/// Structs of parameters and layers in; a type with functions for values, gradients and batches out.
///
/// ```
/// use burtorch::{BatchWorkspace, Rng, graph};
///
/// graph! {
///     pub struct Xor {
///         net: Mlp<2, 8, 1>,
///     }
///
///     impl Xor {
///         pub fn loss(&self, x: Tensor<2>, target: f32) -> f32 {
///             logistic_loss(self.net.forward(x)[0], target)
///         }
///     }
/// }
///
/// let samples = [([0.0, 0.0], 0.0), ([0.0, 1.0], 1.0), ([1.0, 0.0], 1.0), ([1.0, 1.0], 0.0)];
/// let mut params = [0.0; Xor::PARAMS];
/// let mut workspace = BatchWorkspace::boxed();
/// Xor::init(&mut params, &mut Rng::seed(1))?;
///
/// let before = Xor::loss_batch(&params, &mut workspace, &samples)?;
/// for _ in 0..300 {
///     let mut gradient = [0.0; Xor::PARAMS];
///     Xor::loss_grad_batch(&params, &mut gradient, &mut workspace, &samples)?;
///     for (value, slope) in params.iter_mut().zip(&gradient) {
///         *value -= 0.8 * slope;
///     }
/// }
/// let after = Xor::loss_batch(&params, &mut workspace, &samples)?;
/// assert!(after < 0.1 * before);
/// # Ok::<(), burtorch::Error>(())
/// ```
///
/// The items are ordinary Rust: `const`, `struct`, `impl`, `fn`, and `type Scalar = f64;` for another precision than
/// `f32`. Fields are `Param<…>` (what is trained), layers, and arrays of layers. Bodies work on tensors,
/// whose shapes are checked while the program compiles. A struct without generic parameters that is no field of
/// another one is a model. For a model `Net` with `fn loss(&self, x: Tensor<3>) -> f32` there are
///
/// | item | what it is |
/// |---|---|
/// | `Net::PARAMS`, `WORKSPACE`, `BATCH_WORKSPACE` | how many parameters it has, and how many floats its workspaces |
/// | `Net::init(&mut params, &mut rng)` | gives every parameter its first value |
/// | `Net::loss(&params, &mut workspace, &x)` | the value |
/// | `Net::loss_grad(&params, &mut gradient, &mut workspace, &x)` | the value; adds the gradient to `gradient` |
/// | `Net::loss_batch(&params, &mut workspace, samples)` | the mean over samples |
/// | `Net::loss_grad_batch(&params, &mut gradient, &mut workspace, samples)` | the same, with its gradient |
/// | `Net::loss_sgd(&mut params, rate, &mut workspace, x, y)`, `loss_sgd_batch` | a step of gradient descent |
/// | `Net::LOSS_DOT` | the graph as Graphviz text |
///
/// Parameters and gradient are slices that you own. Nothing allocates. A slice of the wrong length or an index out
/// of range is an error before anything is computed.
///
/// **[`burtorch::guide`](../burtorch/guide/index.html) is the reference**: the language and its broadcasting rules,
/// every function on tensors, the layers of the prelude, how to write and share layers, all that is generated,
/// and how to look inside.
///
/// If the dependency has another name than `burtorch`, the first line of the block says so: `#![graph(crate = path)]`.
#[proc_macro]
pub fn graph(input: TokenStream) -> TokenStream {
    expand::graph(input.into()).into()
}

/// A model of `graph!` as functions of C, with their header.
///
/// `export_c! { Net }` defines, for each public function of the model, `extern "C"` functions with the model's name before theirs:
///
/// | function of C | function of Rust |
/// |---|---|
/// | `net_loss`, `net_loss_batch` | `Net::loss`, `Net::loss_batch` |
/// | `net_loss_grad`, `net_loss_grad_batch` | `Net::loss_grad`, `Net::loss_grad_batch` |
/// | `net_loss_sgd`, `net_loss_sgd_batch` | `Net::loss_sgd`, `Net::loss_sgd_batch` |
/// | `net_loss_adamw`, `net_loss_adamw_batch` | `Net::loss_step`, `Net::loss_step_batch` with `AdamW` |
/// | `net_init`, `net_adamw_init` | `Net::init`, `AdamW::new` |
/// | `net_error_text` | the meaning of a code |
///
/// The constant `NET_HEADER` is the text of the header, with the sizes of all memory: write it to a file. Nothing allocates, so
/// parameters, gradient and workspaces are the caller's. Each function returns 0 or a code; pointers are checked for NULL and
/// alignment. Nothing unwinds into C: a panic, which no argument causes, would end the program.
///
/// ```
/// burtorch::graph! {
///     pub struct Net {
///         net: Mlp<2, 8, 1>,
///     }
///
///     impl Net {
///         pub fn loss(&self, x: Tensor<2>, y: f32) -> f32 {
///             sqr(self.net.forward(x)[0] - y)
///         }
///     }
/// }
///
/// burtorch::export_c! { Net }
///
/// # fn main() {
/// assert!(NET_HEADER.contains("#define NET_PARAMS 33"));
/// assert!(NET_HEADER.contains(
///     "int32_t net_loss(const float params[NET_PARAMS], net_workspace *workspace, const float x[2], float y, float *value);"
/// ));
/// # }
/// ```
///
/// The crate is a `staticlib` or `cdylib`, with the standard library or without. The functions are exported by name, so a crate
/// that forbids `unsafe` code cannot have them.
#[proc_macro]
pub fn export_c(input: TokenStream) -> TokenStream {
    burtorch_models::c::ask(input.into()).into()
}

/// Models of `graph!` as a Python module: for a crate that ships its models as a wheel of their own.
///
/// The module has the name of the crate's library. Each model in it is a `burtorch.Model`, as `burtorch.compile` returns it:
///
/// ```python
/// import gpt
///
/// params = gpt.Gpt.init(seed=1)
/// loss = gpt.Gpt.step(params, tokens, targets, optimizer=gpt.Gpt.optimizer("adamw"))
/// ```
///
/// The crate is a `cdylib`, which maturin builds. It needs the crates `burtorch-ffi` and `pyo3` beside `burtorch`, and its wheel the package
/// `burtorch` from the index of Python:
///
/// ```toml
/// [lib]
/// crate-type = ["cdylib"]
///
/// [dependencies]
/// burtorch = "0.1"
/// burtorch-ffi = "0.1"
/// pyo3 = { version = "0.29", features = ["abi3-py311", "extension-module"] }
/// ```
///
/// ```ignore
/// burtorch::graph! {
///     pub struct Gpt { /* … */ }
///     impl Gpt { pub fn loss(&self, tokens: [u8; 8], targets: [u8; 8]) -> f32 { /* … */ } }
/// }
///
/// burtorch::python! { Gpt }
/// ```
///
/// `examples/wheel` is such a crate.
#[proc_macro]
pub fn python(input: TokenStream) -> TokenStream {
    // Cargo says how the library is called that is being compiled.
    let module = std::env::var("CARGO_CRATE_NAME").unwrap_or_else(|_| "burtorch_models".to_owned());
    burtorch_models::python::ask(input.into(), &module).into()
}

/// What the macro of a model hands its definition to.
#[doc(hidden)]
#[proc_macro]
pub fn python_of(input: TokenStream) -> TokenStream {
    burtorch_models::python::answer(input.into()).into()
}

/// What the macro of a model hands its definition to.
#[doc(hidden)]
#[proc_macro]
pub fn export_c_of(input: TokenStream) -> TokenStream {
    burtorch_models::c::answer(input.into()).into()
}
