//! The driver for batches on several threads.
//!
//! Workers get whole tiles, and each has a workspace and a gradient of its own. Tiles that are too few to be shared out are computed
//! one after the other by all threads, which share large kernels; where a model has none, smaller tiles are shared out.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use num_traits::One;

use super::batch::{add_singles, add_tiles, begin, checked_samples, fill, weight};
use super::fields::Fields;
use super::function::{NumberFunction, Scalar, Tile, TileProgram};
use super::input_gradient::{self, InputFunction, InputGradients};
use super::inputs::ArgumentTuple;
use super::partial::{self, PartialFunction};
use super::single::{check_gradient, check_params};
use super::tile_scheduler::{TileRange, TileScheduler};
use super::{Error, Model, SampleOf, Total};
use crate::ParallelWorkspace;
use crate::optimizer::{Optimizer, Step, Update, check_state, update_ranges};

/// Some samples of a batch, and who computes them how.
enum Piece {
    /// Each worker computes some tiles of this index by itself.
    Tiles(usize, TileRange),
    /// All threads compute the tiles of this index together.
    Together(usize, TileRange),
    /// Each worker computes some samples one by one.
    Singles(TileRange),
}

/// Visits all pieces of a batch; returns how many workers have tiles or samples of their own. `program` chooses the program that
/// tiles are computed by.
fn schedule(
    tiles: &[Tile],
    program: fn(&Tile) -> TileProgram,
    count: usize,
    threads: usize,
    visit: &mut dyn FnMut(Piece),
) -> usize {
    let mut scheduler = TileScheduler::new(count, threads);
    for (at, tile) in tiles.iter().enumerate() {
        let Tile { samples, least, .. } = *tile;
        let splits = program(tile).splits;
        // What cannot be shared out evenly is computed together, or left to smaller tiles.
        let evenly = splits || at + 1 < tiles.len();
        visit(Piece::Tiles(at, scheduler.take(samples, least, evenly)));
        if splits {
            visit(Piece::Together(at, scheduler.take_together(samples, least)));
        }
    }
    visit(Piece::Singles(scheduler.take(1, 1, false)));
    scheduler.used()
}

/// The mean of a function over samples, on several threads.
///
/// # Errors
/// If `params` has the wrong length, an index is out of range, or there are no samples.
pub fn value_parallel<F, A, I>(
    params: &[Scalar<F>],
    workspace: &mut ParallelWorkspace<F::Model>,
    samples: I,
) -> Result<Scalar<F>, Error>
where
    F: NumberFunction,
    A: ArgumentTuple<List = F::Inputs>,
    I: IntoIterator<Item: SampleOf<A>, IntoIter: ExactSizeIterator + Clone + Sync>,
{
    let all = checked_samples::<F, A, I>(params, samples)?;
    let (count, threads) = (all.len(), workspace.threads());
    let scale = weight(count)?;
    let pieces = |visit: &mut dyn FnMut(Piece)| schedule(F::TILES, |tile| tile.value, count, threads, visit);
    let used = pieces(&mut |_| ());
    let value = workspace.at_workers(used, |worker, workspace| {
        let (floats, ix) = workspace.parts();
        let mut total = Total::new();
        pieces(&mut |piece| match piece {
            Piece::Tiles(at, range) => {
                let (mut samples, tile) = (range.of(worker, &all), &F::TILES[at]);
                while samples.len() >= tile.least {
                    let (w, x) = floats.split_at_mut(tile.value.floats);
                    fill::<F, A>(&mut samples, tile.samples, x, ix, scale);
                    total.add(F::tile_value(at, params, w, x, ix));
                }
            }
            Piece::Together(..) => {}
            Piece::Singles(range) => {
                for sample in range.of(worker, &all) {
                    let inputs = A::list(sample.parts());
                    total.add(F::value(params, floats, inputs) * scale);
                }
            }
        });
        total.value()
    });
    let (floats, ix, team) = workspace.together();
    let mut total = Total::new();
    total.add(value);
    pieces(&mut |piece| {
        let Piece::Together(at, range) = piece else { return };
        let (mut samples, tile) = (range.of(0, &all), &F::TILES[at]);
        while samples.len() >= tile.least {
            let (w, x) = floats.split_at_mut(tile.value.floats);
            fill::<F, A>(&mut samples, tile.samples, x, ix, scale);
            total.add(F::split_value(at, params, w, x, ix, team));
        }
    });
    Ok(total.value())
}

/// The mean of a function over samples, on several threads; adds its gradient to `gradient`.
///
/// # Errors
/// If `params` or `gradient` has the wrong length, an index is out of range, or there are no samples.
pub fn gradient_parallel<F, A, I>(
    params: &[Scalar<F>],
    gradient: &mut [Scalar<F>],
    workspace: &mut ParallelWorkspace<F::Model>,
    samples: I,
) -> Result<Scalar<F>, Error>
where
    F: NumberFunction,
    A: ArgumentTuple<List = F::Inputs>,
    I: IntoIterator<Item: SampleOf<A>, IntoIter: ExactSizeIterator + Clone + Sync>,
{
    check_gradient::<F>(gradient)?;
    let samples = checked_samples::<F, A, I>(params, samples)?;
    let scale = weight(samples.len())?;
    let value = add_gradients::<F, A>(params, gradient, false, workspace, &samples, scale);
    workspace.add_up(gradient);
    Ok(value)
}

/// One step of gradient descent on the mean of a function over samples, which is returned; on several threads.
///
/// A batch that is one tile or one sample needs no gradient, if parameters can be changed while they are used. Other batches use
/// `gradient`.
///
/// # Errors
/// If `params` or `gradient` has the wrong length, an index is out of range, or there are no samples.
pub fn sgd_parallel<F, A, I>(
    params: &mut [Scalar<F>],
    gradient: &mut [Scalar<F>],
    rate: Scalar<F>,
    workspace: &mut ParallelWorkspace<F::Model>,
    samples: I,
) -> Result<Scalar<F>, Error>
where
    F: NumberFunction,
    A: ArgumentTuple<List = F::Inputs>,
    I: IntoIterator<Item: SampleOf<A>, IntoIter: ExactSizeIterator + Clone + Sync>,
{
    check_gradient::<F>(gradient)?;
    let mut samples = checked_samples::<F, A, I>(params, samples)?;
    let (count, threads) = (samples.len(), workspace.threads());
    let scale = weight(count)?;
    for (at, tile) in F::TILES.iter().enumerate() {
        let Some(step) = tile.step else { continue };
        // Several threads take smaller tiles, if there are any and this one cannot be split.
        let pays = step.splits || at + 1 == F::TILES.len() || threads == 1;
        if pays && (tile.least..=tile.samples).contains(&count) {
            let (floats, ix, team) = workspace.together();
            let (w, x) = floats.split_at_mut(step.floats);
            fill::<F, A>(&mut samples, tile.samples, x, ix, scale);
            return Ok(if step.splits {
                F::split_descend(at, params, w, -rate, x, ix, team)
            } else {
                F::tile_descend(at, params, w, -rate, x, ix)
            });
        }
    }
    if count == 1
        && let Some(sample) = samples.next()
    {
        let (floats, ..) = workspace.together();
        return Ok(F::descend(params, floats, -rate, A::list(sample.parts())));
    }
    let value = add_gradients::<F, A>(params, gradient, true, workspace, &samples, scale);
    workspace.descend(params, gradient, rate);
    Ok(value)
}

/// One step of an optimizer on the mean of a function over samples, which is returned. The gradient is computed on several
/// threads, the parameters are updated on the calling one.
///
/// # Errors
/// If `params`, `gradient` or the optimizer's state has the wrong length, an index is out of range, or there are no samples.
pub fn step_parallel<F, A, I, O>(
    params: &mut [Scalar<F>],
    gradient: &mut [Scalar<F>],
    optimizer: &mut O,
    workspace: &mut ParallelWorkspace<F::Model>,
    samples: I,
) -> Result<Scalar<F>, Error>
where
    F: NumberFunction,
    A: ArgumentTuple<List = F::Inputs>,
    I: IntoIterator<Item: SampleOf<A>, IntoIter: ExactSizeIterator + Clone + Sync>,
    O: Optimizer<Scalar<F>>,
{
    check_params::<F>(params)?;
    check_gradient::<F>(gradient)?;
    check_state(optimizer, F::Model::PARAMS)?;
    if const { <O::Update as Update<Scalar<F>>>::PLAIN } {
        let (update, _) = optimizer.begin();
        return sgd_parallel::<F, A, I>(params, gradient, update.rate(), workspace, samples);
    }
    let mut samples = checked_samples::<F, A, I>(params, samples)?;
    let count = samples.len();
    let scale = weight(count)?;
    if count == 1
        && let Some(sample) = samples.next()
    {
        let (floats, ..) = workspace.together();
        let (update, state) = optimizer.begin();
        let step = Step::new(update, state, F::Model::PARAMS);
        let inputs = A::list(sample.parts());
        return Ok(F::update(params, floats, Scalar::<F>::one(), step, inputs));
    }
    let value = add_gradients::<F, A>(params, gradient, true, workspace, &samples, scale);
    workspace.add_up(gradient);
    let (update, state) = optimizer.begin();
    update_ranges(Step::new(update, state, F::Model::PARAMS), params, gradient, F::TRAINED);
    Ok(value)
}

/// The mean of a function over samples, on several threads; adds its gradient to `gradient`, and writes those of the mean with respect to
/// the arguments of each sample. Kernels are not shared: each worker computes whole tiles.
///
/// # Errors
/// If `params`, `gradient` or one of the slices of tensors has the wrong length, an index is out of range, or there are no samples.
pub fn input_gradient_parallel<F, A, L, I>(
    params: &[Scalar<F>],
    gradient: &mut [Scalar<F>],
    tensors: L,
    workspace: &mut ParallelWorkspace<F::Model>,
    samples: I,
) -> Result<Scalar<F>, Error>
where
    F: InputFunction,
    A: ArgumentTuple<List = F::Inputs>,
    L: InputGradients<Scalar<F>> + Send,
    I: IntoIterator<Item: SampleOf<A>, IntoIter: ExactSizeIterator + Clone + Sync>,
{
    check_gradient::<F>(gradient)?;
    let all = checked_samples::<F, A, I>(params, samples)?;
    tensors.check(F::NAMES, all.len())?;
    let (count, threads) = (all.len(), workspace.threads());
    let scale = weight(count)?;
    let alone = |_: &Tile| TileProgram { floats: 0, splits: false };
    let pieces = |visit: &mut dyn FnMut(Piece)| schedule(F::TILES, alone, count, threads, visit);
    let used = pieces(&mut |_| ());
    let tensors = Mutex::new(tensors);
    let value = workspace.at_workers_with_gradients(used, gradient, false, |worker, gradient, workspace| {
        let (floats, ix) = workspace.parts();
        let (mut sum, floats) = begin::<F>(gradient, floats);
        let store = &mut |w: &[Scalar<F>], places: &[usize], first, tile, filled| {
            let mut tensors = tensors.lock().unwrap_or_else(PoisonError::into_inner);
            tensors.store(w, places, first, tile, filled);
        };
        pieces(&mut |piece| match piece {
            Piece::Tiles(at, range) => {
                let (mut samples, mut first) = (range.of(worker, &all), range.first_of(worker));
                input_gradient::add_tiles::<F, A>(
                    at,
                    params,
                    &mut sum,
                    floats,
                    ix,
                    &mut samples,
                    scale,
                    &mut first,
                    store,
                );
            }
            Piece::Together(..) => {}
            Piece::Singles(range) => {
                let (samples, first) = (range.of(worker, &all), range.first_of(worker));
                input_gradient::add_singles::<F, A>(params, &mut sum, floats, samples, scale, first, store);
            }
        });
        sum.finish()
    });
    workspace.add_up(gradient);
    Ok(value)
}

/// The mean of a function over samples, on several threads; adds the gradient of some parameters to `gradient`. As long as `go_on` says
/// so, which each thread asks before its kernels. Kernels are not shared: each worker computes whole tiles.
///
/// # Errors
/// If `params` or `gradient` has the wrong length, an index is out of range, or there are no samples.
pub fn gradient_of_parallel_while<F, A, I>(
    params: &[Scalar<F>],
    gradient: &mut [Scalar<F>],
    fields: &Fields<F::Model>,
    workspace: &mut ParallelWorkspace<F::Model>,
    go_on: impl Fn() -> bool + Sync,
    samples: I,
) -> Result<Option<Scalar<F>>, Error>
where
    F: PartialFunction,
    A: ArgumentTuple<List = F::Inputs>,
    I: IntoIterator<Item: SampleOf<A>, IntoIter: ExactSizeIterator + Clone + Sync>,
{
    check_gradient::<F>(gradient)?;
    let all = checked_samples::<F, A, I>(params, samples)?;
    let (count, threads, chosen) = (all.len(), workspace.threads(), &fields.chosen());
    let scale = weight(count)?;
    let alone = |_: &Tile| TileProgram { floats: 0, splits: false };
    let pieces = |visit: &mut dyn FnMut(Piece)| schedule(F::TILES, alone, count, threads, visit);
    let used = pieces(&mut |_| ());
    let goes_on = AtomicBool::new(true);
    let value = workspace.at_workers_with_gradients(used, gradient, false, |worker, gradient, workspace| {
        let (floats, ix) = workspace.parts();
        let (mut sum, floats) = begin::<F>(gradient, floats);
        // What one of them was told, all know.
        let mut go = || goes_on.load(Ordering::Relaxed) && go_on();
        pieces(&mut |piece| {
            let ended = match piece {
                Piece::Tiles(at, range) => {
                    let samples = &mut range.of(worker, &all);
                    partial::add_tiles::<F, A>(at, params, &mut sum, floats, ix, samples, scale, chosen, &mut go)
                }
                Piece::Together(..) => Some(()),
                Piece::Singles(range) => {
                    let samples = range.of(worker, &all);
                    partial::add_singles::<F, A>(params, &mut sum, floats, samples, scale, chosen, &mut go)
                }
            };
            if ended.is_none() {
                goes_on.store(false, Ordering::Relaxed);
            }
        });
        sum.finish()
    });
    if !goes_on.into_inner() {
        return Ok(None);
    }
    workspace.add_up(gradient);
    Ok(Some(value))
}

/// The mean over checked samples, each of which weighs `scale`. Worker 0 adds to `gradient`, which is set to zero before if it is
/// `fresh`; each of the others adds to a gradient of its own.
fn add_gradients<F, A>(
    params: &[Scalar<F>],
    gradient: &mut [Scalar<F>],
    fresh: bool,
    workspace: &mut ParallelWorkspace<F::Model>,
    all: &(impl ExactSizeIterator<Item: SampleOf<A>> + Clone + Sync),
    scale: Scalar<F>,
) -> Scalar<F>
where
    F: NumberFunction,
    A: ArgumentTuple<List = F::Inputs>,
{
    let (count, threads) = (all.len(), workspace.threads());
    let pieces = |visit: &mut dyn FnMut(Piece)| schedule(F::TILES, |tile| tile.gradient, count, threads, visit);
    let used = pieces(&mut |_| ());
    let value = workspace.at_workers_with_gradients(used, gradient, fresh, |worker, gradient, workspace| {
        let (floats, ix) = workspace.parts();
        let (mut sum, floats) = begin::<F>(gradient, floats);
        pieces(&mut |piece| match piece {
            Piece::Tiles(at, range) => {
                add_tiles::<F, A>(at, params, &mut sum, floats, ix, &mut range.of(worker, all), scale);
            }
            Piece::Together(..) => {}
            Piece::Singles(range) => add_singles::<F, A>(params, &mut sum, floats, range.of(worker, all), scale),
        });
        sum.finish()
    });
    let (floats, ix, team) = workspace.together();
    let (mut sum, floats) = begin::<F>(gradient, floats);
    sum.total.add(value);
    pieces(&mut |piece| {
        let Piece::Together(at, range) = piece else { return };
        let (mut samples, tile) = (range.of(0, all), &F::TILES[at]);
        while samples.len() >= tile.least {
            let (w, x) = floats.split_at_mut(tile.gradient.floats);
            fill::<F, A>(&mut samples, tile.samples, x, ix, scale);
            sum.blocks.tile(sum.gradient);
            let value = F::split_gradient(at, params, sum.gradient, w, Scalar::<F>::one(), x, ix, team);
            sum.total.add(value);
        }
    });
    sum.finish()
}
