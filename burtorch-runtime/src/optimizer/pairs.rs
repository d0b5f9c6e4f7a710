//! What L-BFGS remembers: changes of the parameters and of the gradient, and the Hessian that they tell of.

use num_traits::Float;

use super::cast;
use super::vector::{add_scaled, dot, norm, wide};

/// How far from a right angle the vectors of a pair must be: the least cosine.
const CURVED: f64 = 1e-10;

/// The steps that are remembered.
pub(super) struct Pairs<'a, T> {
    /// Changes of the parameters, one pair after the other.
    s: &'a mut [T],
    /// Changes of the gradient.
    y: &'a mut [T],
    /// `s · y`, or zero where there is no pair.
    products: &'a mut [T],
    /// What the second loop needs of the first.
    shares: &'a mut [T],
    /// Where the next pair goes: in the place of the oldest, which is the number of the step modulo the number of
    /// pairs. So every step has to put a pair there, or none.
    next: usize,
}

impl<'a, T: Float> Pairs<'a, T> {
    /// The pairs in a state of [`Lbfgs`](super::Lbfgs), and three vectors more.
    pub fn split(state: &'a mut [T], pairs: usize, count: usize, steps: u64) -> (Self, [&'a mut [T]; 3]) {
        let (s, rest) = state.split_at_mut(pairs * count);
        let (y, rest) = rest.split_at_mut(pairs * count);
        let (products, rest) = rest.split_at_mut(pairs);
        let (shares, rest) = rest.split_at_mut(pairs);
        let (a, rest) = rest.split_at_mut(count);
        let (b, c) = rest.split_at_mut(count);
        // What is left after a division by a `usize` is one.
        let next = usize::try_from(steps % pairs.max(1) as u64).unwrap_or_default();
        (Pairs { s, y, products, shares, next }, [a, b, c])
    }

    /// Writes `−H · gradient`; returns its product with the gradient.
    pub fn direction(&mut self, direction: &mut [T], gradient: &[T]) -> f64 {
        let (pairs, count) = (self.products.len(), gradient.len());
        // How far back, and the place there. Places without a pair are passed over.
        let place = |back: usize| (self.next + pairs - back) % pairs;
        let range = |place: usize| place * count..(place + 1) * count;
        direction.copy_from_slice(gradient);
        let mut scale = None;
        for at in (1..=pairs).map(place) {
            let product = wide(self.products[at]);
            if product > 0.0 {
                let (s, y) = (&self.s[range(at)], &self.y[range(at)]);
                self.shares[at] = cast(dot(s, direction) / product);
                add_scaled(direction, -self.shares[at], y);
                // The size of the newest pair is that of the Hessian before any pair.
                scale = scale.or_else(|| Some(product / dot(y, y)));
            }
        }
        // Without pairs the rate says how far to go, as in PyTorch: no parameter moves further.
        let sum = || gradient.iter().map(|slope| wide(slope.abs())).sum::<f64>();
        let scale = cast::<T>(scale.unwrap_or_else(|| 1.0_f64.min(1.0 / sum())));
        for element in &mut *direction {
            *element = -scale * *element;
        }
        for at in (1..=pairs).rev().map(place) {
            let product = wide(self.products[at]);
            if product > 0.0 {
                let (s, y) = (&self.s[range(at)], &self.y[range(at)]);
                // The direction has the other sign already.
                let share = cast::<T>(-dot(y, direction) / product) - self.shares[at];
                add_scaled(direction, share, s);
            }
        }
        dot(direction, gradient)
    }

    /// Takes a step for the oldest pair.
    pub fn remember(&mut self, [from, to]: [&[T]; 2], [before, after]: [&[T]; 2]) {
        let (at, count) = (self.next, from.len());
        let Some(product) = self.products.get_mut(at) else { return };
        let s = &mut self.s[at * count..(at + 1) * count];
        let y = &mut self.y[at * count..(at + 1) * count];
        let differ = |out: &mut [T], from: &[T], to: &[T]| {
            for (out, (from, to)) in out.iter_mut().zip(from.iter().zip(to)) {
                *out = *to - *from;
            }
        };
        differ(s, from, to);
        differ(y, before, after);
        let curvature = dot(s, y);
        // False for NaN, too.
        let curved = curvature > CURVED * norm(s) * norm(y);
        *product = if curved { cast(curvature) } else { T::zero() };
    }

    /// There was no step: the oldest pair goes, and nothing comes for it.
    pub fn skip(&mut self) {
        if let Some(product) = self.products.get_mut(self.next) {
            *product = T::zero();
        }
    }

    /// Forgets all pairs.
    pub fn forget(&mut self) {
        self.products.fill(T::zero());
    }
}
