//! What a gradient of some parameters costs beside the whole one, and how soon one ends that is told to.
//!
//! ```sh
//! taskset -c 1 cargo bench --bench partial        # half a minute
//! ```
//!
//! Two tables, of the transformer of the paper and of a character model with a hidden layer of 1024: processor time in microseconds for one
//! sample, the least of many groups, for choices of parameters and of coordinates; and the time from when a flag is set on another thread
//! to when the call has returned, which is at most the longest kernel and what the system takes.

use std::hint::black_box;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use burtorch::{Coordinates, Fields, Model, Rng, Workspace};

burtorch::graph! {
    const VOCAB: usize = 65;
    const T: usize = 8;
    const C: usize = 24;

    struct Block {
        norm1: LayerNorm<C>,
        attention: CausalAttention<T, C, 6>,
        norm2: LayerNorm<C>,
        think: FeedForward<C, { 4 * C }>,
    }

    impl Block {
        fn forward(&self, x: Tensor<T, C>) -> Tensor<T, C> {
            let x = x + self.attention.forward(self.norm1.forward(x));
            x + self.think.forward(self.norm2.forward(x))
        }
    }

    /// The transformer of the paper.
    pub struct Gpt {
        token: Embedding<VOCAB, C>,
        position: Param<T, C>,
        blocks: [Block; 6],
        head: Linear<C, VOCAB>,
    }

    impl Gpt {
        #[partial]
        pub fn loss(&self, tokens: [u8; T], targets: [u8; T]) -> f32 {
            let mut x = self.token.forward(tokens) + self.position;
            for block in &self.blocks {
                x = block.forward(x);
            }
            mean(cross_entropy(self.head.forward(x), targets))
        }
    }

    /// The character model of the paper, with its widest layer.
    pub struct Letters {
        letters: Embedding<27, 64>,
        up: Linear<1024, 1024>,
        out: Linear<1024, 27>,
    }

    impl Letters {
        #[partial]
        pub fn loss(&self, context: [u8; 16], next: u8) -> f32 {
            let x = flatten(self.letters.forward(context));
            cross_entropy(self.out.forward(tanh(self.up.forward(x))), next)
        }
    }
}

const TOKENS: [u8; T] = [3, 60, 12, 7, 7, 31, 0, 64];
const TARGETS: [u8; T] = [60, 12, 7, 7, 31, 0, 64, 5];
const CONTEXT: [u8; 16] = [0, 0, 0, 5, 13, 13, 1, 0, 26, 3, 9, 9, 12, 1, 2, 20];

/// What a call costs: the least mean of ten calls in a row.
fn microseconds(mut call: impl FnMut()) -> f64 {
    let start = Instant::now();
    let mut least = f64::INFINITY;
    while start.elapsed() < Duration::from_millis(500) {
        let group = Instant::now();
        (0..10).for_each(|_| call());
        least = least.min(group.elapsed().as_secs_f64() * 1e5);
    }
    least
}

/// A function of a model with one sample: its whole gradient, that of some parameters, that at some coordinates, and one that may end.
trait Asked: Model<Scalar = f32> + Sized + 'static {
    fn whole(params: &[f32], gradient: &mut [f32], workspace: &mut Workspace<Self>);
    fn of(params: &[f32], gradient: &mut [f32], fields: &Fields<Self>, workspace: &mut Workspace<Self>);
    fn at(params: &[f32], gradient: &mut [f32], coordinates: &Coordinates<'_, Self>, workspace: &mut Workspace<Self>);
    fn ends(params: &[f32], gradient: &mut [f32], workspace: &mut Workspace<Self>, go: impl FnMut() -> bool) -> bool;
}

macro_rules! asked {
    ($model:ident $($argument:expr),*) => {
        impl Asked for $model {
            fn whole(params: &[f32], gradient: &mut [f32], workspace: &mut Workspace<Self>) {
                black_box(Self::loss_grad(params, gradient, workspace, $($argument),*)).expect("it fits");
            }
            fn of(params: &[f32], gradient: &mut [f32], fields: &Fields<Self>, workspace: &mut Workspace<Self>) {
                black_box(Self::loss_grad_of(params, gradient, fields, workspace, $($argument),*)).expect("it fits");
            }
            fn at(
                params: &[f32], gradient: &mut [f32], coordinates: &Coordinates<'_, Self>, workspace: &mut Workspace<Self>,
            ) {
                black_box(Self::loss_grad_at(params, gradient, coordinates, workspace, $($argument),*)).expect("it fits");
            }
            fn ends(
                params: &[f32], gradient: &mut [f32], workspace: &mut Workspace<Self>, go: impl FnMut() -> bool,
            ) -> bool {
                let fields = Fields::all();
                let value = Self::loss_grad_of_while(params, gradient, &fields, workspace, go, $($argument),*);
                value.expect("it fits").is_none()
            }
        }
    };
}

asked!(Gpt & TOKENS, &TARGETS);
asked!(Letters & CONTEXT, 13);

/// The costs of one model, for each list of names and each list of places.
fn costs<M: Asked>(name: &str, fields: &[&[&str]], places: &[(&str, Vec<usize>)]) {
    let (mut params, mut gradient, mut workspace) = (vec![0.0; M::PARAMS], vec![0.0; M::PARAMS], Workspace::boxed());
    M::init(&mut params, &mut Rng::seed(1)).expect("room for all parameters");
    let whole = microseconds(|| M::whole(&params, &mut gradient, &mut workspace));
    let line = |what: &str, entries: usize, time: f64| {
        println!("| {name} | {what} | {entries} | {time:.2} | {:.2} |", time / whole);
    };
    line("`loss_grad`", M::PARAMS, whole);
    for names in fields {
        let fields = Fields::<M>::new(names).expect("names of the model");
        let parameters = M::PARAMETERS.iter().enumerate().filter(|(at, _)| fields.has(*at));
        let entries = parameters.map(|(_, parameter)| parameter.slot.len()).sum();
        let time = microseconds(|| M::of(&params, &mut gradient, &fields, &mut workspace));
        line(&format!("`Fields` {names:?}"), entries, time);
    }
    for (what, places) in places {
        let (entries, mut places) = (places.len(), places.clone());
        let coordinates = Coordinates::<M>::new(&mut places).expect("places of the model");
        let time = microseconds(|| M::at(&params, &mut gradient, &coordinates, &mut workspace));
        line(&format!("`Coordinates`, {what}"), entries, time);
    }
}

/// How long a gradient goes on after a flag was set: quantiles of many draws.
fn delays<M: Asked>(name: &str) {
    let (mut params, mut gradient, mut workspace) = (vec![0.0; M::PARAMS], vec![0.0; M::PARAMS], Workspace::boxed());
    M::init(&mut params, &mut Rng::seed(1)).expect("room for all parameters");
    let mut longest = 0.0_f64;
    // The longest time between two questions is that of the longest kernel: the least of many, since all are interrupted at times.
    let mut gaps = vec![f64::INFINITY; 4096];
    for _ in 0..300 {
        let (mut at, mut last) = (0, Instant::now());
        M::ends(&params, &mut gradient, &mut workspace, || {
            let now = Instant::now();
            gaps[at] = gaps[at].min((now - last).as_secs_f64() * 1e6);
            (at, last) = (at + 1, now);
            true
        });
        let end = last.elapsed().as_secs_f64() * 1e6;
        gaps[at] = gaps[at].min(end);
    }
    for gap in gaps.iter().filter(|gap| gap.is_finite()) {
        longest = longest.max(*gap);
    }
    let (stop, asked, start) = (AtomicBool::new(false), AtomicU64::new(0), Instant::now());
    let nanoseconds = || u64::try_from(start.elapsed().as_nanos()).expect("a short time");
    let mut delays = Vec::new();
    thread::scope(|scope| {
        let timer = scope.spawn(|| {
            let mut rng = Rng::seed(2);
            while asked.load(Ordering::Acquire) != u64::MAX {
                let (wait, now) = (Duration::from_nanos(20_000 + rng.below(200_000) as u64), Instant::now());
                while now.elapsed() < wait {
                    std::hint::spin_loop();
                }
                if asked.load(Ordering::Acquire) == 0 {
                    asked.store(nanoseconds(), Ordering::Release);
                    stop.store(true, Ordering::Release);
                }
            }
        });
        while delays.len() < 2000 {
            if M::ends(&params, &mut gradient, &mut workspace, || !stop.load(Ordering::Acquire)) {
                let late = Duration::from_nanos(nanoseconds() - asked.load(Ordering::Acquire));
                delays.push(late.as_secs_f64() * 1e6);
                stop.store(false, Ordering::Release);
                asked.store(0, Ordering::Release);
            }
        }
        asked.store(u64::MAX, Ordering::Release);
        timer.join().expect("it does not panic");
    });
    delays.sort_by(f64::total_cmp);
    let quantile = |part: usize| delays[(delays.len() - 1) * part / 100];
    println!("| {name} | {longest:.2} | {:.2} | {:.2} | {:.2} |", quantile(50), quantile(90), quantile(99));
}

fn main() {
    let mut rng = Rng::seed(3);
    let mut some = |count: usize, from: usize, to: usize| (0..count).map(|_| from + rng.below(to - from)).collect();
    let up = Letters::PARAMETERS.iter().find(|parameter| parameter.name == "up.weight").expect("it has that").slot;
    let row = |rows: usize| (up.offset..up.offset + rows * 1024).collect::<Vec<_>>();
    let (first, end) = (up.offset, up.offset + up.len());

    println!("| model | asked | entries | µs | of the whole |\n|---|---|---|---|---|");
    let places = [
        ("one of `up.weight`", vec![first + 77_777]),
        ("32 of `up.weight` at random", some(32, first, end)),
        ("1,024 of `up.weight` at random", some(1024, first, end)),
        ("1,024 of `up.weight` in a row", row(1)),
        ("32 rows of `up.weight`", row(32)),
        ("512 rows of `up.weight`", row(512)),
        ("1,024 of all at random", some(1024, 0, Letters::PARAMS)),
    ];
    let fields: [&[&str]; 5] = [&[], &["out"], &["up.bias"], &["up"], &["letters"]];
    costs::<Letters>("characters", &fields, &places);
    let places =
        [("one of `head.weight`", vec![Gpt::PARAMS - 100]), ("256 of all at random", some(256, 0, Gpt::PARAMS))];
    let fields: [&[&str]; 6] = [&[], &["head"], &["blocks.5"], &["blocks.3", "blocks.4"], &["blocks.0"], &[""]];
    costs::<Gpt>("transformer", &fields, &places);

    println!("\n| model | longest kernel, µs | delay: median | 90 % | 99 % |\n|---|---|---|---|---|");
    delays::<Letters>("characters");
    delays::<Gpt>("transformer");
}
