//! Products of matrices, `C = A · B` in f32 on one thread: GFLOP/s and percent of the peak, ours beside other crates.
//!
//! ```sh
//! cargo run --release --manifest-path benches/gemm/Cargo.toml                    # squares of 64 to 1024
//! cargo run --release --manifest-path benches/gemm/Cargo.toml -- 512x128x64      # rows x columns x terms
//! BURTORCH_ISA=v3 cargo run --release --manifest-path benches/gemm/Cargo.toml    # ours with AVX2; the others choose themselves
//! ```
//!
//! Times are processor time. All are measured in turn, and a line has the median over the rounds: what else the machine does falls on
//! all alike. The peak is what a loop of independent `a · b + c` in registers reaches with the same instruction set.

use std::hint::black_box;

use burtorch_runtime::Rng;
use burtorch_runtime::kernel::{
    Dispatched, Extent, Factor, Isa, IsaToken, Kernel, LoopNest, Product, Vector, WithScratch, dispatch, gemm, scratch,
};

/// Rounds, and seconds that each of them takes at least for each line.
const ROUNDS: usize = 9;
const SECONDS: f64 = 0.02;

/// A matrix of numbers, row by row.
struct Target {
    numbers: Vec<f32>,
    columns: usize,
}

/// The plain product.
#[derive(Clone, Copy)]
struct Plain;

impl LoopNest for Plain {
    type Target<'o> = WithScratch<'o, Target, f32>;
    type Arguments<'a> = (&'a [f32], &'a [f32], [usize; 3]);

    #[inline(always)]
    fn run<I: Isa>(isa: I, target: &mut Self::Target<'_>, (a, b, size): Self::Arguments<'_>) {
        let [_, columns, terms] = size;
        let a_rows = Factor { numbers: a, across: terms, along: 1 };
        let b_columns = Factor { numbers: b, across: 1, along: columns };
        let extent = Extent { size, axes: [0, 1], at: [0; 2] };
        gemm::<I, f32, Self, 2>(isa, target, &(a, b, size), [a_rows, b_columns], &extent);
    }
}

impl Product<f32, 2> for Plain {
    type Output = Target;
    const ADDS: bool = false;

    #[inline(always)]
    fn load<I: Isa, V: Vector<f32, Proof = I>>(isa: I, target: &Target, at: &[usize; 2]) -> V {
        V::load(isa, &target.numbers, at[0] * target.columns + at[1])
    }

    #[inline(always)]
    fn keep<I: Isa, V: Vector<f32, Proof = I>>(_: I, target: &mut Target, at: &[usize; 2], sum: V) {
        sum.store(&mut target.numbers, at[0] * target.columns + at[1]);
    }

    #[inline(always)]
    fn finish<I: Isa, V: Vector<f32, Proof = I>>(
        isa: I,
        target: &mut Target,
        _: &Self::Arguments<'_>,
        at: &[usize; 2],
        sum: V,
    ) {
        Self::keep(isa, target, at, sum);
    }
}

struct Ours<'a> {
    a: &'a [f32],
    b: &'a [f32],
    target: &'a mut Target,
    scratch: &'a mut [f32],
    size: [usize; 3],
}

impl Dispatched for Ours<'_> {
    type Output = ();

    fn run(self, isa: IsaToken) {
        let Self { a, b, target, scratch, size } = self;
        isa.call(Plain, &mut WithScratch { target, scratch }, (a, b, size));
    }
}

/// So many sums in registers, enough to hide how long one takes.
const SUMS: usize = 12;

/// Independent sums, so many terms of each.
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

/// Operations per nanosecond of work that tells how many it has.
fn rate(work: &mut dyn FnMut() -> usize) -> f64 {
    let (start, mut operations) = (processor_time(), 0);
    loop {
        operations += work();
        let time = processor_time() - start;
        if time >= SECONDS {
            return operations as f64 / time * 1e-9;
        }
    }
}

fn median(mut rates: Vec<f64>) -> f64 {
    rates.sort_by(f64::total_cmp);
    rates[rates.len() / 2]
}

/// The names of what is measured.
const NAMES: [&str; 4] = ["peak", "ours", "matrixmultiply", "gemm"];

fn measure(size: [usize; 3]) -> [f64; NAMES.len()] {
    let [rows, columns, terms] = size;
    let mut rng = Rng::seed(1);
    let mut random = |count: usize| (0..count).map(|_| rng.uniform() as f32 - 0.5).collect::<Vec<f32>>();
    let (a, b) = (random(rows * terms), random(terms * columns));
    let mut target = Target { numbers: vec![0.0; rows * columns], columns };
    let mut panels = vec![0.0; scratch(size)];
    let mut other = vec![0.0; rows * columns];
    let [m, n, k] = size.map(|length| length as isize);
    let operations = 2 * rows * columns * terms;
    let mut rates = [(); NAMES.len()].map(|()| Vec::new());
    for _ in 0..ROUNDS {
        rates[0].push(rate(&mut || dispatch(Reached { terms: 100_000 })));
        rates[1].push(rate(&mut || {
            dispatch(Ours { a: &a, b: &b, target: &mut target, scratch: &mut panels, size });
            operations
        }));
        rates[2].push(rate(&mut || {
            // SAFETY: the matrices have these sizes, row by row.
            unsafe {
                matrixmultiply::sgemm(
                    rows,
                    terms,
                    columns,
                    1.0,
                    a.as_ptr(),
                    k,
                    1,
                    b.as_ptr(),
                    n,
                    1,
                    0.0,
                    other.as_mut_ptr(),
                    n,
                    1,
                );
            }
            operations
        }));
        rates[3].push(rate(&mut || {
            // SAFETY: the same.
            unsafe {
                gemm::gemm(
                    rows,
                    columns,
                    terms,
                    other.as_mut_ptr(),
                    1,
                    n,
                    false,
                    a.as_ptr(),
                    1,
                    k,
                    b.as_ptr(),
                    1,
                    n,
                    0.0,
                    1.0,
                    false,
                    false,
                    false,
                    gemm::Parallelism::None,
                );
            }
            operations
        }));
    }
    let largest = target.numbers.iter().zip(&other).map(|(ours, other)| (ours - other).abs()).fold(0.0, f32::max);
    assert!(largest < 1e-5 * terms as f32, "they differ by {largest}");
    assert!(m * k > 0, "there is something to compute");
    rates.map(median)
}

fn size(text: &str) -> Option<[usize; 3]> {
    let lengths: Option<Vec<usize>> =
        text.split('x').map(|length| length.parse().ok().filter(|&length| length > 0)).collect();
    match lengths?[..] {
        [all] => Some([all; 3]),
        [rows, columns, terms] => Some([rows, columns, terms]),
        _ => None,
    }
}

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).collect();
    let wanted = if wanted.is_empty() {
        ["64", "128", "256", "384", "512", "768", "1024"].map(str::to_owned).to_vec()
    } else {
        wanted
    };
    println!("{:>16}  {:>10}  {:>18}  {:>18}  {:>18}", "size", NAMES[0], NAMES[1], NAMES[2], NAMES[3]);
    for text in wanted {
        let Some(size) = size(&text) else {
            eprintln!("error: `{text}` is no size: `512`, or rows x columns x terms as `512x128x64`");
            std::process::exit(2);
        };
        let [peak, rates @ ..] = measure(size);
        print!("{text:>16}  {peak:>10.1}");
        for rate in rates {
            print!("  {rate:>11.1} {:>4.0} %", rate / peak * 100.0);
        }
        println!();
    }
}
