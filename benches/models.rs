//! The two models of the paper: loss with gradient, and a whole step of training, for one sample and a batch; beside the
//! character model, the same step by hand.
//!
//! `taskset -c 1 cargo bench --bench models`; the samples change from step to step.

use std::array;
use std::time::Duration;

use burtorch::{BatchWorkspace, Rng, Workspace};
use criterion::{Criterion, criterion_group, criterion_main};

#[path = "hand/mlp.rs"]
mod hand;
#[path = "ours/models.rs"]
mod models;

use models::Trained;

const BATCH: usize = 64;
const BATCHES: usize = 64;
const RATE: f32 = 0.01;

fn model<M: Trained>(criterion: &mut Criterion, name: &str) {
    let mut rng = Rng::seed(1);
    let pool: Vec<M::Sample> = (0..BATCH * BATCHES).map(|_| M::sample(&mut rng)).collect();
    let mut params = vec![0.0; M::PARAMS];
    let mut gradient = vec![0.0; M::PARAMS];
    M::init(&mut params, &mut rng).expect("room for all parameters");
    let mut one = Workspace::<M>::boxed();
    let mut many = BatchWorkspace::<M>::boxed();

    let mut group = criterion.benchmark_group(name);
    let mut samples = pool.iter().cycle();
    let mut sample = || samples.next().expect("there is always one more");
    group.bench_function("loss_grad, batch 1", |bench| {
        bench.iter(|| M::loss_grad(&params, &mut gradient, &mut one, sample()).expect("tokens of the vocabulary"));
    });
    group.bench_function("step, batch 1", |bench| {
        bench.iter(|| M::step(&mut params, RATE, &mut one, sample()).expect("tokens of the vocabulary"));
    });
    let mut batches = pool.chunks_exact(BATCH).cycle();
    let mut batch = || batches.next().expect("there is always one more");
    group.bench_function("loss_grad, batch 64", |bench| {
        bench
            .iter(|| M::loss_grad_batch(&params, &mut gradient, &mut many, batch()).expect("tokens of the vocabulary"));
    });
    group.bench_function("step, batch 64", |bench| {
        bench.iter(|| {
            M::step_batch(&mut params, &mut gradient, RATE, &mut many, batch()).expect("tokens of the vocabulary")
        });
    });
    group.finish();
}

type Letters = ([u8; 16], u8);

/// The character model, and the same by hand, after it was checked that they do the same.
fn mlp<const H: usize, M: Trained<Sample = Letters>>(criterion: &mut Criterion, name: &str) {
    model::<M>(criterion, name);

    let mut rng = Rng::seed(2);
    let pool: Vec<[Letters; BATCH]> = (0..BATCHES).map(|_| array::from_fn(|_| M::sample(&mut rng))).collect();
    let mut params = vec![0.0; M::PARAMS];
    M::init(&mut params, &mut rng).expect("room for all parameters");
    let mut scratch = hand::Scratch::<H>::new();
    agree::<H, M>(&params, &pool[0], &mut scratch);

    let mut group = criterion.benchmark_group(format!("{name}, by hand"));
    let mut samples = pool.as_flattened().iter().cycle();
    group.bench_function("step, batch 1", |bench| {
        bench.iter(|| {
            let (context, next) = samples.next().expect("there is always one more");
            hand::step::<H>(&mut params, context, *next, RATE)
        });
    });
    let mut batches = pool.iter().cycle();
    group.bench_function("step, batch 64", |bench| {
        bench.iter(|| {
            let batch = batches.next().expect("there is always one more");
            hand::step_batch::<H>(&mut params, &mut scratch, batch, RATE)
        });
    });
    group.finish();
}

/// Asserts that both take the same steps.
fn agree<const H: usize, M: Trained<Sample = Letters>>(
    params: &[f32],
    batch: &[Letters; BATCH],
    scratch: &mut hand::Scratch<H>,
) {
    let close = |ours: &[f32], theirs: &[f32]| {
        let worst = ours.iter().zip(theirs).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
        assert!(worst < 1e-4, "parameters differ by {worst}");
    };
    let (mut ours, mut theirs) = (params.to_vec(), params.to_vec());
    M::step(&mut ours, 1.0, &mut Workspace::boxed(), &batch[0]).expect("tokens of the vocabulary");
    hand::step::<H>(&mut theirs, &batch[0].0, batch[0].1, 1.0);
    close(&ours, &theirs);
    let mut gradient = vec![0.0; params.len()];
    M::step_batch(&mut ours, &mut gradient, 1.0, &mut BatchWorkspace::boxed(), batch).expect("tokens");
    hand::step_batch::<H>(&mut theirs, scratch, batch, 1.0);
    close(&ours, &theirs);
}

fn models(criterion: &mut Criterion) {
    mlp::<4, models::mlp_4::Names>(criterion, "mlp 4");
    mlp::<64, models::mlp_64::Names>(criterion, "mlp 64");
    mlp::<1024, models::mlp_1024::Names>(criterion, "mlp 1024");
    model::<models::Gpt>(criterion, "gpt");
}

criterion_group! {
    name = benches;
    config = Criterion::default().warm_up_time(Duration::from_millis(500)).measurement_time(Duration::from_secs(2));
    targets = models
}
criterion_main!(benches);
