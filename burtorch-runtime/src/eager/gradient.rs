//! The gradients of a tape: in one go, in an order, in phases.

use core::iter::repeat;

use super::sweep::{All, Graph, Inner, Leaves, Wanted};
use super::{Nodes, Order, Scalar, Tape, Value};

impl<T: Scalar> Tape<T> {
    /// The gradient of `root`: its adjoint becomes one, and everything that it was computed from gets its own. Those of leaves are
    /// added to what was there.
    ///
    /// # Panics
    /// If `root` is not on the tape any more.
    pub fn backward(&mut self, root: impl Into<Value>) {
        let (root, swept) = (self.checked(root), self.give_adjoints());
        let Self { cells, lists, order, .. } = self;
        let mut graph = Graph { cells: cells.columns(), lists: lists.get_mut() };
        graph.sweep_from(root, swept, &mut order.get_mut().marked);
    }

    /// [`backward`](Self::backward) with memory of the caller.
    ///
    /// # Panics
    /// If `root` is not on the tape any more.
    pub fn backward_with(&mut self, root: impl Into<Value>, scratch: &mut Order) {
        let (root, swept) = (self.checked(root), self.give_adjoints());
        let mut graph = Graph { cells: self.cells.columns(), lists: self.lists.get_mut() };
        graph.sweep_from(root, swept, &mut scratch.marked);
    }

    /// [`backward`](Self::backward) while expressions hold the tape.
    pub(super) fn backward_shared(&self, root: Value) {
        let (order, lists) = (&mut *self.order.borrow_mut(), &mut *self.lists.borrow_mut());
        let (root, swept) = (self.checked(root), self.swept.replace(self.len()));
        self.cells.with(|cells| {
            cells.adjoints[swept..].fill(T::zero());
            Graph { cells, lists }.sweep_from(root, swept, &mut order.marked);
        });
    }

    /// The place of a root.
    #[inline]
    fn checked(&self, root: impl Into<Value>) -> usize {
        let root = root.into().index();
        assert!(root < self.len(), "the root is not on the tape");
        root
    }

    /// Several gradients at once: the adjoint of each root is what is given with it, and those of what they were computed from add
    /// up.
    ///
    /// # Panics
    /// If a root is not on the tape any more.
    pub fn backward_from(&mut self, roots: &[(Value, T)], scratch: &mut Order) {
        scratch.find(self.cells.columns().notes, self.lists.get_mut(), roots.iter().map(|&(root, _)| root));
        self.seed(scratch, roots.iter().map(|&(_, seed)| seed));
        self.sweep(scratch, All, || true);
    }

    /// The first phase of a gradient: finds what is between leaves and `root`.
    ///
    /// # Panics
    /// If `root` is not on the tape any more.
    pub fn order(&mut self, root: impl Into<Value>, order: &mut Order) {
        order.find(self.cells.columns().notes, self.lists.get_mut(), core::iter::once(root.into()));
    }

    /// The first phase of a gradient with respect to some leaves only. What does not depend on these is not visited, and no
    /// adjoint but those of what does is changed.
    ///
    /// ```
    /// use burtorch_runtime::eager::{Order, Tape};
    ///
    /// let mut tape = Tape::new();
    /// let (a, b) = (tape.leaf(2.0), tape.leaf(3.0));
    /// let y = a.exp() * b;
    /// let (a, b, y) = (a.id(), b.id(), y.id());
    /// let mut order = Order::new();
    /// tape.order_for(y, b, &mut order);
    /// assert_eq!(order.visits().len(), 1); // the product, not the exponential
    /// tape.backward_in(&order);
    /// assert_eq!((tape.adjoint(a), tape.adjoint(b)), (0.0, 2_f64.exp()));
    /// ```
    ///
    /// # Panics
    /// If `root` or a leaf is not on the tape any more.
    pub fn order_for(&mut self, root: impl Into<Value>, leaves: impl Nodes, order: &mut Order) {
        let whole = self.whole();
        let lists = self.lists.get_mut();
        let leaves = lists.runs(&leaves, whole);
        order.find_for(self.cells.columns().notes, lists, core::iter::once(root.into()), &leaves);
    }

    /// The other two phases at once, in an order that was found before, for this graph or one of the same structure.
    ///
    /// # Panics
    /// If the order is one of another graph, which has more values.
    #[inline]
    pub fn backward_in(&mut self, order: &Order) {
        self.backward_while(order, || true);
    }

    /// [`backward_in`](Self::backward_in) as long as `go_on` says so, which is called before each node. Returns whether it was
    /// to the end; if not, the adjoints are parts of sums.
    ///
    /// # Panics
    /// If the order is one of another graph, which has more values.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "a call takes as long as some nodes, and small graphs have few")]
    pub fn backward_while(&mut self, order: &Order, go_on: impl FnMut() -> bool) -> bool {
        self.seed(order, repeat(T::zero().lit(1.0)));
        if order.wanted.is_empty() {
            self.sweep(order, All, go_on)
        } else {
            self.sweep(order, Wanted(&order.wanted), go_on)
        }
    }

    /// The second phase: the adjoints of all that is between leaves and root.
    ///
    /// # Panics
    /// If the order is one of another graph, which has more values.
    pub fn backward_inner(&mut self, order: &Order) {
        self.seed(order, repeat(T::zero().lit(1.0)));
        self.sweep(order, Inner, || true);
    }

    /// The third phase: adds to the adjoints of leaves, by those that the second phase has found.
    ///
    /// # Panics
    /// If the order is one of another graph, which has more values.
    pub fn backward_leaves(&mut self, order: &Order) {
        self.give_adjoints();
        self.sweep(order, Leaves, || true);
    }
}
