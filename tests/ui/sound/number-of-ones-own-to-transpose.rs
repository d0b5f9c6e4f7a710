#![forbid(unsafe_code)]

use burtorch_runtime::kernel::TransposeBlock;

#[derive(Clone, Copy)]
struct Number(f32);

/// Blocks that are written by code which was never written.
impl TransposeBlock for Number {
    const WIDE: bool = true;

    fn transposed(block: [[Self; 4]; 4]) -> [[Self; 4]; 4] {
        block
    }
}

fn main() {
    println!("{}", Number(1.0).0);
}
