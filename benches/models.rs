//! The two models of the paper: loss with gradient, and a whole step of training, for one sample and a batch.
//!
//! `taskset -c 1 cargo bench --bench models`; the samples change from step to step.

use std::time::Duration;

use burtorch::{BatchWorkspace, Rng, Workspace};
use criterion::{Criterion, criterion_group, criterion_main};

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

fn models(criterion: &mut Criterion) {
    model::<models::mlp_4::Names>(criterion, "mlp 4");
    model::<models::mlp_64::Names>(criterion, "mlp 64");
    model::<models::mlp_1024::Names>(criterion, "mlp 1024");
    model::<models::Gpt>(criterion, "gpt");
}

criterion_group! {
    name = benches;
    config = Criterion::default().warm_up_time(Duration::from_millis(500)).measurement_time(Duration::from_secs(2));
    targets = models
}
criterion_main!(benches);
