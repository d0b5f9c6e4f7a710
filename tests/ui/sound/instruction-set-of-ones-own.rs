#![forbid(unsafe_code)]

use burtorch::__private::{Isa, Kernel, One};

/// Says that there are registers of 32 bytes, and has not asked the processor.
#[derive(Clone, Copy)]
struct Wide;

impl Isa for Wide {
    const FMA: bool = true;
    const WIDTH: usize = 32;
    type F32 = One<f32, Self>;
    type F64 = One<f64, Self>;
    type Half32 = One<f32, Self>;
    type Half64 = One<f64, Self>;

    fn call<O, A, K: Kernel<O, A>>(self, kernel: K, target: &mut O, arguments: A) {
        kernel.run(self, target, arguments);
    }
}

fn main() {
    let transpose = burtorch::__private::Transpose { rows: 8, columns: 8, step: 8, to_step: 8 };
    transpose.copy(Wide, &[1.0_f32; 64], &mut [0.0; 64]);
}
