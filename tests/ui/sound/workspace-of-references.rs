#![forbid(unsafe_code)]

use burtorch::model::Parameter;
use burtorch::{Model, Workspace};

/// A workspace on the heap is zeros, and no reference is zero.
struct Net;

impl Model for Net {
    type Scalar = f64;
    type Floats = [&'static f64; 1];
    type TileFloats = [f64; 0];
    type TileIndices = [i64; 0];

    const PARAMS: usize = 0;
    const PARAMETERS: &'static [Parameter] = &[];
}

fn main() {
    println!("{:?}", Workspace::<Net>::boxed());
}
