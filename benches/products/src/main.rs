//! Products of matrices in f32 on one thread: GFLOP/s and percent of the peak, those of a model beside other crates.
//!
//! ```sh
//! cargo run --release --manifest-path benches/products/Cargo.toml                    # squares of 128 to 1024
//! cargo run --release --manifest-path benches/products/Cargo.toml -- 512             # one of them
//! BURTORCH_ISA=v3 cargo run --release --manifest-path benches/products/Cargo.toml    # ours with AVX2; the others choose themselves
//! ```
//!
//! Ours is value and gradient of the model `Σ (A·B)²` with respect to `A`: the product `C = A·B`, and `2·C·Bᵀ`. The other crates compute
//! these two products. Times are processor time. All are measured in turn, and a line has the median over the rounds: what else the
//! machine does falls on all alike. The peak is what a loop of independent `a · b + c` in registers reaches with the same instruction
//! set.

use std::hint::black_box;

use burtorch::{Rng, Workspace};
use burtorch_runtime::kernel::{Dispatched, Isa, IsaToken, Kernel, Vector, dispatch};

/// Rounds, and seconds that each of them takes at least for each column.
const ROUNDS: usize = 9;
const SECONDS: f64 = 0.02;

/// Value and gradient of a model with a product of squares of one size.
type Model = fn(&[f32], &mut [f32], &[f32], &mut dyn FnMut(&mut dyn FnMut()) -> f64) -> f64;

macro_rules! models {
    ($($name:ident $length:literal)*) => {
        $(burtorch::graph! {
            struct $name { a: Param<$length, $length> }
            impl $name {
                pub fn loss(&self, b: Tensor<$length, $length>) -> f32 { sum(sqr(matmul(self.a, b))) }
            }
        })*

        /// The models, with the lengths of their squares.
        const MODELS: &[(usize, Model)] = &[$(($length, |a, gradient, b, measured| {
            let mut workspace = Workspace::<$name>::boxed();
            let (b, _) = b.as_chunks::<$length>();
            let b: &[[f32; $length]; $length] = b.try_into().expect("a square");
            measured(&mut || {
                gradient.fill(0.0);
                $name::loss_grad(a, gradient, &mut workspace, b).expect("the sizes fit");
            })
        })),*];
    };
}

models! { Of128 128 Of256 256 Of384 384 Of512 512 Of768 768 Of1024 1024 }

/// The number of sums in registers, enough to hide how long one takes.
const SUMS: usize = 12;

/// Independent sums with a number of terms each.
struct Peak;

impl Kernel<f32, usize> for Peak {
    #[inline(always)]
    fn run<I: Isa>(self, isa: I, total: &mut f32, terms: usize) {
        let (a, b) = (I::F32::splat(isa, black_box(0.999)), I::F32::splat(isa, black_box(1e-3)));
        let mut sums = [I::F32::splat(isa, 1.0); SUMS];
        for _ in 0..terms {
            for sum in &mut sums {
                *sum = sum.fma(a, b);
            }
        }
        *total = sums.into_iter().fold(0.0, |total, sum| total + sum.sum());
    }
}

struct Reached {
    terms: usize,
}

impl Dispatched for Reached {
    /// How many operations that were.
    type Output = usize;

    fn run(self, isa: IsaToken) -> usize {
        let mut total = 0.0;
        isa.call(Peak, &mut total, self.terms);
        black_box(total);
        2 * SUMS * self.terms * isa.width() / size_of::<f32>()
    }
}

/// Processor time of this thread.
fn processor_time() -> f64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
}

/// Operations per nanosecond of work that has `operations`.
fn rate(operations: usize, work: &mut dyn FnMut()) -> f64 {
    let (start, mut done) = (processor_time(), 0);
    loop {
        work();
        done += operations;
        let time = processor_time() - start;
        if time >= SECONDS {
            return done as f64 / time * 1e-9;
        }
    }
}

fn median(mut rates: Vec<f64>) -> f64 {
    rates.sort_by(f64::total_cmp);
    rates[rates.len() / 2]
}

/// A matrix as a pointer, and the steps from one row and from one column to the next.
type Matrix<T> = (T, isize, isize);

/// `C = A·B` for squares, by one of the other crates.
type Product = fn(usize, Matrix<*const f32>, Matrix<*const f32>, *mut f32);

fn by_matrixmultiply(
    n: usize,
    (a, a_row, a_column): Matrix<*const f32>,
    (b, b_row, b_column): Matrix<*const f32>,
    c: *mut f32,
) {
    // SAFETY: `both` hands over squares of length `n`.
    unsafe { matrixmultiply::sgemm(n, n, n, 1.0, a, a_row, a_column, b, b_row, b_column, 0.0, c, n as isize, 1) }
}

fn by_gemm(n: usize, (a, a_row, a_column): Matrix<*const f32>, (b, b_row, b_column): Matrix<*const f32>, c: *mut f32) {
    let (one_thread, row) = (gemm::Parallelism::None, n as isize);
    // SAFETY: `both` hands over squares of length `n`.
    unsafe {
        gemm::gemm(
            n, n, n, c, 1, row, false, a, a_column, a_row, b, b_column, b_row, 0.0, 1.0, false, false, false,
            one_thread,
        );
    }
}

/// `C = A·B` and `G = C·Bᵀ`.
fn both(product: Product, n: usize, a: &[f32], b: &[f32], c: &mut [f32], gradient: &mut [f32]) {
    assert!([a.len(), b.len(), c.len(), gradient.len()] == [n * n; 4], "squares");
    let row = n as isize;
    product(n, (a.as_ptr(), row, 1), (b.as_ptr(), row, 1), c.as_mut_ptr());
    product(n, (c.as_ptr(), row, 1), (b.as_ptr(), 1, row), gradient.as_mut_ptr());
}

/// The names of what is measured.
const NAMES: [&str; 4] = ["peak", "ours", "matrixmultiply", "gemm"];

fn measure(n: usize, model: Model) -> [f64; NAMES.len()] {
    let mut rng = Rng::seed(1);
    let mut random = || (0..n * n).map(|_| rng.uniform() as f32 - 0.5).collect::<Vec<f32>>();
    let (a, b) = (random(), random());
    let [mut ours, mut theirs, mut c] = [(); 3].map(|()| vec![0.0; n * n]);
    let operations = 4 * n * n * n;
    let mut rates = [(); NAMES.len()].map(|()| Vec::new());
    for _ in 0..ROUNDS {
        let terms = 100_000;
        rates[0].push(rate(dispatch(Reached { terms }), &mut || {
            black_box(dispatch(Reached { terms }));
        }));
        rates[1].push(model(&a, &mut ours, &b, &mut |step| rate(operations, step)));
        for (rates, product) in rates[2..].iter_mut().zip([by_matrixmultiply as Product, by_gemm]) {
            rates.push(rate(operations, &mut || both(product, n, &a, &b, &mut c, &mut theirs)));
            let largest =
                ours.iter().zip(&theirs).map(|(ours, theirs)| (ours - 2.0 * theirs).abs()).fold(0.0, f32::max);
            assert!(largest < 1e-5 * n as f32, "they differ by {largest}");
        }
    }
    rates.map(median)
}

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).collect();
    for text in &wanted {
        if !MODELS.iter().any(|(length, _)| length.to_string() == *text) {
            let known: Vec<String> = MODELS.iter().map(|(length, _)| length.to_string()).collect();
            eprintln!("error: there is no square of `{text}`: there is {}", known.join(", "));
            std::process::exit(2);
        }
    }
    println!("{:>6}  {:>10}  {:>18}  {:>18}  {:>18}", "square", NAMES[0], NAMES[1], NAMES[2], NAMES[3]);
    for &(length, model) in MODELS {
        if !wanted.is_empty() && !wanted.contains(&length.to_string()) {
            continue;
        }
        let [peak, rates @ ..] = measure(length, model);
        print!("{length:>6}  {peak:>10.1}");
        for rate in rates {
            print!("  {rate:>11.1} {:>4.0} %", rate / peak * 100.0);
        }
        println!();
    }
}
