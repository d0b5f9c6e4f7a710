//! Gradients with a say in what is handed on: one sweep with a closure that sees each adjoint, and the random sweep that is made of it.

use core::iter::repeat;

use super::sweep::{All, Graph, Target, Wanted};
use super::{Order, Scalar, Tape, Value};
use crate::Rng;

impl<T: Scalar> Tape<T> {
    /// [`backward_in`](Self::backward_in), but each node hands on what `map` makes of its adjoint, which it keeps; a node for which
    /// `map` says `None` hands on nothing, and is not visited. Returns how many nodes were.
    ///
    /// By the time that `map` sees an adjoint it is complete: it is called with the latest node first, and not with leaves.
    ///
    /// ```
    /// use burtorch_runtime::eager::{Order, Tape};
    ///
    /// let mut tape = Tape::new();
    /// let x = tape.leaf(3.0_f64);
    /// let y = (x * x).exp();
    /// let (x, y) = (x.id(), y.id());
    /// let mut order = Order::new();
    /// tape.order(y, &mut order);
    /// // No adjoint may be larger than 1: that of x² would be e⁹.
    /// tape.backward_map(&order, |_, adjoint| Some(adjoint.min(1.0)));
    /// assert_eq!(tape.adjoint(x), 6.0);
    /// ```
    ///
    /// # Panics
    /// If the order is one of another graph, which has more values.
    pub fn backward_map(&mut self, order: &Order, map: impl FnMut(Value, T) -> Option<T>) -> usize {
        self.seed(order, repeat(T::zero().lit(1.0)));
        if order.wanted.is_empty() {
            self.sweep_map(order, All, map)
        } else {
            self.sweep_map(order, Wanted(&order.wanted), map)
        }
    }

    fn sweep_map<G: Target>(&mut self, order: &Order, target: G, mut map: impl FnMut(Value, T) -> Option<T>) -> usize {
        let mut visited = 0;
        for &node in &order.visits {
            let at = node as usize;
            let adjoint = self.cells.columns().adjoints[at];
            if let Some(adjoint) = map(Value(node), adjoint) {
                let mut graph = Graph { cells: self.cells.columns(), lists: self.lists.get_mut() };
                graph.cells.adjoints[at] = adjoint;
                graph.visit(at, target);
                visited += 1;
            }
        }
        visited
    }

    /// A random gradient that is right in the mean: node `v` is visited with the probability `keep(v)`, and then hands on its adjoint
    /// divided by that.
    ///
    /// ```text
    /// v̄ ← v̄ · b / keep(v),    b = 1 with probability keep(v), else 0
    /// ```
    ///
    /// A gradient is a sum over paths from the root, each a product of slopes. A path is counted with the product of the factors of
    /// its nodes, which are independent and have the mean 1. Returns how many nodes were visited. A node whose adjoint is zero is not:
    /// so what only leads to nodes that are left out costs next to nothing, either.
    ///
    /// The variance of a path is multiplied by `1 / keep(v)` for each of its nodes. So the nodes to leave out are those of a wide
    /// layer, of which each path has one, and the others have the probability 1.
    ///
    /// Oktay, `McGreivy`, Aduol, Beatson and Adams, [Randomized automatic differentiation](https://arxiv.org/abs/2007.10412).
    ///
    /// ```
    /// use burtorch_runtime::Rng;
    /// use burtorch_runtime::eager::{Order, Tape};
    ///
    /// let mut tape = Tape::new();
    /// let x = tape.leaf(0.5);
    /// // A sum of many terms, of which every fourth is looked at.
    /// let terms: Vec<_> = (0..100).map(|k| (x * f64::from(k)).sin()).collect();
    /// let is_term: Vec<_> = terms.iter().map(|term| term.id()).collect();
    /// let y = terms.into_iter().reduce(|sum, term| sum + term).unwrap();
    /// let (x, y) = (x.id(), y.id());
    /// let (mut order, mut rng) = (Order::new(), Rng::seed(1));
    /// tape.order(y, &mut order);
    /// let visited = tape.backward_sampled(&order, &mut rng, |node| if is_term.contains(&node) { 0.25 } else { 1.0 });
    /// assert!(visited < order.visits().len() - 60);
    /// ```
    ///
    /// # Panics
    /// If a probability is not in `(0, 1]`, or the order is one of another graph, which has more values.
    pub fn backward_sampled(&mut self, order: &Order, rng: &mut Rng, mut keep: impl FnMut(Value) -> f64) -> usize {
        self.backward_map(order, |node, adjoint| {
            // Nothing came from the nodes that use this one, so it has nothing to hand on.
            if adjoint == T::zero() {
                return None;
            }
            let probability = keep(node);
            assert!(
                probability > 0.0 && probability <= 1.0,
                "a node is kept with a probability in (0, 1], not {probability}"
            );
            if probability >= 1.0 {
                return Some(adjoint);
            }
            (rng.uniform() < probability).then(|| adjoint * adjoint.lit(1.0 / probability))
        })
    }
}
