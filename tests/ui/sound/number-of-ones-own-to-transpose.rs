#![forbid(unsafe_code)]

use burtorch_runtime::kernel::Turn;

#[derive(Clone, Copy)]
struct Number(f32);

/// Blocks that are written by code which was never written.
impl Turn for Number {
    const WIDE: bool = true;

    fn turned(block: [[Self; 4]; 4]) -> [[Self; 4]; 4] {
        block
    }
}

fn main() {
    println!("{}", Number(1.0).0);
}
