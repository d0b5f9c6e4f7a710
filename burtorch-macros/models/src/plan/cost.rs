//! Cost model: about how long a program takes on a current processor, and whether 512-bit registers make it faster on all.

use burtorch_runtime::rules::Op;

use super::{Argument, Expr, Kernel, Program, Reduce, Step};
use crate::tensor::elements;

/// Products per number read or written (arithmetic intensity) below which a program waits for memory or for its own results.
const PRODUCTS: usize = 8;

/// About how many picoseconds an addition takes for each number of a SIMD register.
const ADDITION: usize = 30;

/// About how many picoseconds one product of a sum takes of which the factors are in registers, and how many a factor takes that
/// is fetched for it. A matrix that is multiplied by one vector is all fetched.
const PRODUCT: usize = 9;
const FETCHED: usize = 11;
/// The number of floats of a workspace that stay in the cache next to the processor.
const NEAR: usize = 1 << 19;
/// What reading or writing a float takes that does not stay there.
const FAR: usize = 150;
/// So many floats stay in the cache that is shared by all cores, and what a float takes beyond that which comes from memory.
const SHARED: usize = 1 << 23;
const MEMORY: usize = 150;

impl Program {
    /// About how long it takes, with the time that it waits for memory: what samples side by side are compared by with samples one
    /// by one.
    pub fn estimate(&self) -> usize {
        // Of a workspace larger than a cache, a part is always elsewhere.
        let outside = |cost: usize, cache: usize| cost - cost.saturating_mul(cache) / self.floats.max(cache);
        estimates(&self.steps, outside(FAR, NEAR) + outside(MEMORY, SHARED))
    }

    /// Whether there is so much to compute that the widest registers pay, even where the clock is slower with them.
    pub fn is_wide(&self) -> bool {
        let (products, numbers) = products(&self.steps);
        products >= numbers.saturating_mul(PRODUCTS)
    }

    pub fn picoseconds(&self) -> usize {
        self.picoseconds_of(&|_| true)
    }

    /// The estimate for those kernels for which `some` is true.
    pub fn picoseconds_of(&self, some: &dyn Fn(&Kernel) -> bool) -> usize {
        steps(&self.steps, some)
    }
}

fn steps(all: &[Step], some: &dyn Fn(&Kernel) -> bool) -> usize {
    let time = |step: &Step| match step {
        Step::Kernel(kernel) => {
            if some(kernel) {
                kernel.picoseconds()
            } else {
                0
            }
        }
        Step::Loop { count, steps: inner, .. } => count.saturating_mul(steps(inner, some)),
    };
    all.iter().map(time).fold(0, usize::saturating_add)
}

fn estimates(all: &[Step], far: usize) -> usize {
    let time = |step: &Step| match step {
        Step::Kernel(kernel) => kernel.estimate(far),
        Step::Loop { count, steps: inner, .. } => count.saturating_mul(estimates(inner, far)),
    };
    all.iter().map(time).fold(0, usize::saturating_add)
}

/// The products that are summed, and the numbers that these sums read and write.
fn products(all: &[Step]) -> (usize, usize) {
    let mut total = (0, 0);
    for step in all {
        let (count, (products, numbers)) = match step {
            Step::Kernel(kernel) => (1, kernel.products()),
            Step::Loop { count, steps, .. } => (*count, products(steps)),
        };
        total.0 = products.saturating_mul(count).saturating_add(total.0);
        total.1 = numbers.saturating_mul(count).saturating_add(total.1);
    }
    total
}

impl Kernel {
    fn products(&self) -> (usize, usize) {
        let Some(Reduce { dims, body: Expr::Op(Op::Mul, _), .. }) = &self.reduce else { return (0, 0) };
        let read: usize = self.arguments.iter().map(|argument| elements(&argument.shape)).sum();
        (elements(&self.dims).saturating_mul(elements(dims)), read + elements(&self.dims))
    }

    /// The time with what it waits for, if each float of the workspace takes `far` picoseconds.
    fn estimate(&self, far: usize) -> usize {
        let size = |argument: &Argument| elements(&argument.shape);
        let computed = match &self.reduce {
            Some(Reduce { dims, body: Expr::Op(Op::Mul, factors), .. })
                if factors.iter().all(|factor| matches!(factor, Expr::Load(..))) =>
            {
                let products = elements(&self.dims).saturating_mul(elements(dims)).saturating_mul(PRODUCT);
                let fetched: usize = self.arguments.iter().map(size).sum();
                let stored = elements(&self.dims).saturating_mul(element(&self.value) + 70);
                products.saturating_add(fetched.saturating_mul(FETCHED)).saturating_add(stored)
            }
            _ => self.picoseconds(),
        };
        let moved = self.arguments.iter().filter(|argument| argument.memory.is_workspace()).map(size);
        let moved = moved.sum::<usize>().saturating_add(elements(&self.dims));
        computed.saturating_add(moved.saturating_mul(far))
    }

    pub fn picoseconds(&self) -> usize {
        let summed = self.reduce.as_ref().map_or(0, |reduce| {
            let each = match &reduce.body {
                // Register blocking: most operands are in registers already.
                Expr::Op(Op::Mul, factors) if factors.iter().all(|factor| matches!(factor, Expr::Load(..))) => 20,
                body => element(body),
            };
            elements(&reduce.dims).saturating_mul(each)
        });
        elements(&self.dims).saturating_mul(summed.saturating_add(element(&self.value) + 70))
    }
}

/// The estimate for one evaluation of an expression, in picoseconds.
fn element(expr: &Expr) -> usize {
    let mut time = 0;
    expr.any(&mut |part| {
        time += match part {
            Expr::Load(..) => 70,
            Expr::Op(op, _) => ADDITION * op.cost(),
            Expr::Compare(..) | Expr::Select(..) => ADDITION,
            Expr::Random { .. } => 2000,
            Expr::Const(_) | Expr::Index(_) | Expr::ToFloat(_) | Expr::Reduced => 0,
        };
        false
    });
    time
}

#[cfg(test)]
mod tests {
    use crate::ast::Precision;
    use crate::elaborate::elaborate;
    use crate::error::Errors;
    use crate::plan::plan;
    use crate::tensor::simplify;

    #[test]
    fn what_leaves_a_cache_takes_longer() {
        let net = "pub struct Net { layer: Linear<64, 64> }
            impl Net { pub fn out(&self, x: Tensor<64>) -> Tensor<64> { tanh(self.layer.forward(relu(x))) } }";
        let mut errors = Errors::default();
        let block = elaborate(net.parse().expect("tokens"), &mut errors);
        errors.finish().unwrap_or_else(|errors| panic!("{errors}"));
        let mut program = plan(&simplify(&block.models[0].functions[0].graph, Precision::F32));
        // In the cache next to the processor, half outside of it, in the shared cache, half outside of that, and in memory.
        let estimates = [19, 20, 23, 24, 30].map(|bits| {
            program.floats = 1 << bits;
            program.estimate()
        });
        assert!(estimates.is_sorted_by(|a, b| a < b), "{estimates:?}");
        let [near, _, shared, _, memory] = estimates;
        program.floats = 64;
        assert_eq!(program.estimate(), near);
        // What comes from memory waits about twice as long as what comes from the shared cache.
        let waits = (memory - near).checked_div(shared - near);
        assert_eq!(waits, Some(2), "{estimates:?}");
    }
}
