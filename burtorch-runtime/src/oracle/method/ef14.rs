//! Error feedback as it was first.

use super::{At, Memory, Method, Round, check_contractive, take_round};
use crate::Rng;
use crate::oracle::{Compressor, Constants, Error, Problem, Prox, Terms};

/// EF14, the original error feedback: what a message loses is added to the next one.
///
/// ```text
/// mᵢ = C(eᵢ + γ ∇fᵢ(x)),    eᵢ⁺ = eᵢ + γ ∇fᵢ(x) − mᵢ,    x⁺ = x − 1/n Σ mᵢ
/// ```
///
/// For strongly convex terms, the largest `Lᵢ` as `L`, `γ ≤ α/(28L)`, `D = 1/n Σ ‖∇fᵢ(x*)‖²` and the mean `x̄` of the
/// points `xᵗ`, `t ≤ K`, with the weights `(1 − γμ/2)⁻⁽ᵗ⁺¹⁾`, up to constants and logarithms
///
/// ```text
/// E f(x̄) − f(x*) = Õ(L/α · ‖x⁰ − x*‖² exp(−γμK/2) + D/(αμK))
/// ```
///
/// So with one client it arrives, at a linear rate; with several it stops at a distance that `γ` and the differences between them
/// decide, which [`Ef21`](super::Ef21) does not. The memory has the errors `eᵢ` of the clients in
/// this process. The estimate is `g = 1/(γ n) Σ mᵢ`.
///
/// Seide, Fu, Droppo, Li and Yu, [1-bit stochastic gradient descent and its application to data-parallel distributed training of
/// speech DNNs](https://doi.org/10.21437/Interspeech.2014-274); Beznosikov, Horváth, Richtárik and Safaryan, [On biased compression
/// for distributed learning](https://arxiv.org/abs/2002.12410), for the theorem, which has `δ = 1/α`.
///
/// ```
/// use burtorch_runtime::Rng;
/// use burtorch_runtime::oracle::{Clients, Ef14, LinearModel, Link, Problem, Run, TopK};
///
/// let (rows, targets) = ([1.0, 0.0, 0.0, 2.0, 1.0, 1.0], [3.0, 4.0, 5.0]);
/// let model = LinearModel::new(Link::Squares, 2, &rows, &targets)?;
/// let mut problem = Problem::new(Clients::even(model, 1)?)?;
/// let method = Ef14 { step: 0.1, compressor: TopK::new(2, 1)? };
/// let (mut run, mut rng) = (Run::new(&problem, &[0.0, 0.0], method)?, Rng::seed(1));
/// for _ in 0..1000 {
///     run.step(&mut problem, &mut rng);
/// }
/// assert!((run.point()[0] - 3.0).abs() < 1e-9 && (run.point()[1] - 2.0).abs() < 1e-9);
/// # Ok::<(), burtorch_runtime::oracle::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Ef14<C> {
    /// `γ`
    pub step: f64,
    /// What gradients are sent by.
    pub compressor: C,
}

impl<C: Compressor> Ef14<C> {
    /// `γ = α/(28 max Lᵢ)`, for vectors of so many numbers.
    pub fn theory(constants: &Constants, dim: usize, compressor: C) -> Self {
        let alpha = compressor.class(dim).alpha().unwrap_or(f64::NAN);
        Ef14 { step: alpha / (28.0 * constants.max()), compressor }
    }
}

impl<C: Compressor> Method for Ef14<C> {
    fn step_size(&self) -> f64 {
        self.step
    }

    fn start<T: Terms, R: Prox>(&self, problem: &Problem<T, R>) -> Result<Memory, Error> {
        check_contractive("EF14", &self.compressor, problem)?;
        Ok(Memory::with_messages(problem.count(), problem, &self.compressor))
    }

    fn estimate<T: Terms, R: Prox>(
        &mut self,
        at: At<'_>,
        memory: &mut Memory,
        problem: &mut Problem<T, R>,
        rng: &mut Rng,
    ) {
        let (errors, [], messages) = memory.split(problem.count());
        at.g.fill(0.0);
        let mut round = WithErrors { x: at.x, g: at.g, step: self.step, scale: problem.share() / self.step, errors };
        take_round(&mut round, &mut self.compressor, messages, problem, rng);
    }
}

/// A round in which steps are sent, with what earlier messages have lost.
struct WithErrors<'a> {
    x: &'a [f64],
    g: &'a mut [f64],
    step: f64,
    scale: f64,
    errors: &'a mut [f64],
}

impl<T: Terms, R: Prox> Round<T, R> for WithErrors<'_> {
    fn change<C: Compressor>(&mut self, i: usize, _: &mut C, problem: &mut Problem<T, R>, _: &mut Rng) -> &[f64] {
        // What is not sent now is kept for later, so all of it is computed.
        let dim = self.x.len();
        let error = &mut self.errors[i * dim..][..dim];
        problem.add_gradient(i, self.x, self.step, error);
        error
    }

    fn receive(&mut self, i: usize, j: usize, number: f64) {
        self.errors[i * self.x.len() + j] -= number;
        self.g[j] += self.scale * number;
    }
}
