//! Two models that learn in a browser. What is exported takes and returns numbers; arrays are read from memory at an address.
//!
//! A page has one thread, so each model is a thread's own, and no code here is `unsafe` but for the names of what is exported.

mod moons;
mod names;

use std::cell::RefCell;

use moons::Training as Moons;
use names::Training as Names;

thread_local! {
    static MOONS: RefCell<Moons> = RefCell::new(Moons::new(1));
    static NAMES: RefCell<Names> = RefCell::new(Names::new(1));
}

fn moons<R>(work: impl FnOnce(&mut Moons) -> R) -> R {
    MOONS.with_borrow_mut(work)
}

fn names<R>(work: impl FnOnce(&mut Names) -> R) -> R {
    NAMES.with_borrow_mut(work)
}

/// Begins anew, with other points and other parameters.
#[unsafe(no_mangle)]
pub extern "C" fn moons_new(seed: u32) {
    moons(|moons| *moons = Moons::new(seed));
}

/// Takes steps with this rate; the mean loss of them.
#[unsafe(no_mangle)]
pub extern "C" fn moons_train(steps: u32, rate: f64) -> f32 {
    moons(|moons| moons.train(steps, rate))
}

/// The points: x, y, and which moon, 1 or −1.
#[unsafe(no_mangle)]
pub extern "C" fn moons_points() -> *const f32 {
    moons(|moons| moons.points().as_ptr())
}

/// How many points there are.
#[unsafe(no_mangle)]
pub extern "C" fn moons_count() -> usize {
    moons(|moons| moons.points().len() / 3)
}

/// The part of the points that are on the right side of the border.
#[unsafe(no_mangle)]
pub extern "C" fn moons_right() -> f32 {
    moons(Moons::right)
}

/// The scores in a square picture of so many pixels, row by row from the top, that shows `width` of the plane.
#[unsafe(no_mangle)]
pub extern "C" fn moons_scores(pixels: usize, width: f32) -> *const f32 {
    moons(|moons| moons.scores(pixels, width).as_ptr())
}

/// Begins anew, with other parameters.
#[unsafe(no_mangle)]
pub extern "C" fn names_new(seed: u32) {
    names(|names| *names = Names::new(seed));
}

/// Takes steps with this rate; the mean loss of them.
#[unsafe(no_mangle)]
pub extern "C" fn names_train(steps: u32, rate: f64) -> f32 {
    names(|names| names.train(steps, rate))
}

/// Makes up a name; how many letters it has.
#[unsafe(no_mangle)]
pub extern "C" fn names_make() -> usize {
    names(|names| names.make().len())
}

/// The letters of the last name that was made up.
#[unsafe(no_mangle)]
pub extern "C" fn names_text() -> *const u8 {
    names(|names| names.text().as_ptr())
}
