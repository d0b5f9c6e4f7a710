//! Holds what several processes compute against one process: `mpirun -n 4 check`.
//!
//! Every process computes the gradient of whole batches by itself, too, so no numbers are stored anywhere.

use std::process::ExitCode;

use burtorch::optimizer::Momentum;
use burtorch::workers::{Alone, TopK, Workers, descend, gradient, step};
use burtorch::{BatchWorkspace, Rng, graph};
use burtorch_mpi::Mpi;

macro_rules! models {
    ($($module:ident $scalar:ident $bound:literal)*) => {$(mod $module {
        use super::*;

        graph! {
            type Scalar = $scalar;

            /// A small transformer over four letters, so that there are gradients of very different sizes.
            pub struct Net {
                letters: Embedding<9, 8>,
                norm: LayerNorm<8>,
                attention: CausalAttention<4, 8, 2>,
                net: Mlp<32, 16, 9>,
            }

            impl Net {
                pub fn loss(&self, letters: [u8; 4], next: u8) -> $scalar {
                    let x = self.letters.forward(letters);
                    let x = x + self.attention.forward(self.norm.forward(x));
                    cross_entropy(self.net.forward(flatten(x)), next)
                }
            }
        }

        fn samples(count: usize) -> Vec<([u8; 4], u8)> {
            let mut rng = Rng::seed(7);
            let mut letter = || u8::try_from(rng.below(9)).expect("it is below 9");
            (0..count).map(|_| ([(); 4].map(|()| letter()), letter())).collect()
        }

        fn params() -> Vec<$scalar> {
            let mut params = vec![0.0; Net::PARAMS];
            Net::init(&mut params, &mut Rng::seed(3)).expect("it has this length");
            params
        }

        /// `‖found − expected‖ / ‖expected‖`
        fn distance(found: &[$scalar], expected: &[$scalar]) -> $scalar {
            let norm = |values: &mut dyn Iterator<Item = $scalar>| values.map(|x| x * x).sum::<$scalar>().sqrt();
            norm(&mut found.iter().zip(expected).map(|(a, b)| a - b)) / norm(&mut expected.iter().copied())
        }

        /// What every process has, to the bit.
        fn is_the_same_everywhere(workers: &Mpi, values: &[$scalar]) -> bool {
            let mut first = values.to_vec();
            burtorch::workers::broadcast(workers, &mut first).expect("MPI ends the process otherwise");
            first.iter().zip(values).all(|(a, b)| a.to_bits() == b.to_bits())
        }

        #[allow(clippy::cast_precision_loss, reason = "there are not that many processes")]
        pub fn check(workers: &Mpi) -> Result<(), String> {
            let workspace = &mut BatchWorkspace::<Net>::new();
            let failed = |error| format!("{error}");
            let mut largest: $scalar = 0.0;
            for count in [1, 3, 64, 257, 1024] {
                let (samples, params) = (samples(count), params());
                let (mut expected, mut found) = (vec![0.0; Net::PARAMS], vec![9.0; Net::PARAMS]);
                let loss = gradient(&Alone, &params, &mut expected, workspace, samples.iter()).map_err(failed)?;
                let of_all = gradient(workers, &params, &mut found, workspace, samples.iter()).map_err(failed)?;
                let off = distance(&found, &expected).max((of_all - loss).abs() / loss.abs());
                if off.is_nan() || off > $bound {
                    return Err(format!("a gradient of {count} samples is {off:e} from that of one process"));
                }
                largest = largest.max(off);
                if !is_the_same_everywhere(workers, &found) {
                    return Err(format!("the processes have other bits after {count} samples"));
                }
                let mut sent = expected.clone();
                for value in &mut sent {
                    *value /= workers.size() as $scalar;
                }
                TopK::new(Net::PARAMS, Net::PARAMS).sum(workers, &mut sent).map_err(failed)?;
                let off = distance(&sent, &expected);
                if off.is_nan() || off > $bound {
                    return Err(format!("a sum of all entries by top-k is {off:e} from the plain one"));
                }
            }
            let train = |workers: &dyn Workers| {
                let workspace = &mut BatchWorkspace::<Net>::new();
                let (samples, mut params, mut gradient) = (samples(100), params(), vec![0.0; Net::PARAMS]);
                let mut momentum = Momentum::new(0.05, 0.9, vec![0.0; Net::PARAMS]);
                for at in 0..20 {
                    let batch = samples[at * 5 % 60..].iter().take(32);
                    descend(workers, &mut params, &mut gradient, 0.1, workspace, batch.clone()).map_err(failed)?;
                    step(workers, &mut params, &mut gradient, &mut momentum, workspace, batch).map_err(failed)?;
                }
                Ok::<_, String>(params)
            };
            let (trained, alone) = (train(workers)?, train(&Alone)?);
            let off = distance(&trained, &alone);
            if off.is_nan() || off > 20.0 * $bound || !is_the_same_everywhere(workers, &trained) {
                return Err(format!("after 40 steps the parameters are {off:e} from those of one process"));
            }
            if workers.rank() == 0 {
                println!(
                    "{} processes, {}: gradients are within {largest:.1e} of those of one process, 40 steps within {off:.1e}",
                    workers.size(),
                    stringify!($scalar),
                );
            }
            Ok(())
        }
    })*};
}

models! {
    single f32 1e-6
    double f64 1e-14
}

fn main() -> ExitCode {
    let workers = match Mpi::start() {
        Ok(workers) => workers,
        Err(error) => {
            eprintln!("error: {error}");
            return ExitCode::FAILURE;
        }
    };
    assert!(Mpi::start().is_err(), "MPI starts once");
    match single::check(&workers).and_then(|()| double::check(&workers)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("error: process {} of {}: {message}", workers.rank(), workers.size());
            workers.abort(1);
            ExitCode::FAILURE
        }
    }
}
