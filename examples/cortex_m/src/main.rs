//! A model that learns to tell three gestures of a two-axis sensor, on a Cortex-M4: 32 kB of RAM, no operating system, no allocator.
//! It should tell at least 95 of 100 that it has not seen, and print how much memory it took.

#![no_std]
#![no_main]

mod board;

use board::{Static, print, print_number};
use burtorch::optimizer::Adam;
use burtorch::{Error, Rng, Workspace, graph};

graph! {
    /// Which of three gestures a sensor of two axes saw, in five samples.
    pub struct Gesture {
        cell: Gru<2, 8>,
        head: Linear<8, 3>,
    }

    impl Gesture {
        pub fn scores(&self, samples: [[f32; 2]; 5]) -> Tensor<3> {
            let mut state = zeros([8]);
            for sample in samples {
                state = self.cell.forward(sample, state);
            }
            self.head.forward(state)
        }

        pub fn loss(&self, samples: [[f32; 2]; 5], gesture: u8) -> f32 {
            cross_entropy(self.scores(samples), gesture)
        }
    }
}

struct Trainer {
    params: [f32; Gesture::PARAMS],
    adam: Adam<[f32; Adam::SLOTS * Gesture::PARAMS]>,
    workspace: Workspace<Gesture>,
}

/// All memory of the training.
static TRAINER: Static<Trainer> = Static::new(Trainer {
    params: [0.0; Gesture::PARAMS],
    adam: Adam::new(0.01, [0.0; Adam::SLOTS * Gesture::PARAMS]),
    workspace: Workspace::new(),
});

impl Trainer {
    /// One step; the loss before it. It is a function of its own in the image, which `check.py` looks at.
    #[inline(never)]
    #[unsafe(export_name = "step")]
    fn step(&mut self, samples: &[[f32; 2]; 5], gesture: u8) -> Result<f32, Error> {
        Gesture::loss_step(&mut self.params, &mut self.adam, &mut self.workspace, samples, gesture)
    }

    /// The gesture with the highest score.
    #[inline(never)]
    #[unsafe(export_name = "classify")]
    fn classify(&mut self, samples: &[[f32; 2]; 5]) -> Result<u8, Error> {
        let &[a, b, c] = Gesture::scores(&self.params, &mut self.workspace, samples)?;
        Ok(if a >= b && a >= c {
            0
        } else if b >= c {
            1
        } else {
            2
        })
    }
}

/// A gesture as the sensor sees it: to the right, back and forth, or round in a circle, more or less.
fn seen(gesture: u8, rng: &mut Rng) -> [[f32; 2]; 5] {
    const PATHS: [[[f32; 2]; 5]; 3] = [
        [[0.2, 0.0], [0.6, 0.0], [1.0, 0.0], [0.6, 0.0], [0.2, 0.0]],
        [[0.2, 0.0], [1.0, 0.0], [0.0, 0.0], [-1.0, 0.0], [-0.2, 0.0]],
        [[1.0, 0.0], [0.3, 0.95], [-0.8, 0.6], [-0.8, -0.6], [0.3, -0.95]],
    ];
    let [right, back, circle] = PATHS;
    let path = match gesture {
        0 => right,
        1 => back,
        _ => circle,
    };
    path.map(|point| point.map(|x| x + 0.2 * rng.normal() as f32))
}

/// Trains and tests; whether it went well.
fn train() -> Result<bool, Error> {
    let Some(trainer) = TRAINER.take() else { return Ok(false) };
    let mut rng = Rng::seed(1);
    Gesture::init(&mut trainer.params, &mut rng)?;
    let (mut loss, mut gesture) = (0.0, 0);
    for step in 1..=600_u32 {
        let samples = seen(gesture, &mut rng);
        loss += trainer.step(&samples, gesture)?;
        gesture = if gesture == 2 { 0 } else { gesture + 1 };
        if step % 100 == 0 {
            print("step ");
            print_number(step);
            print(", thousandths of loss: ");
            print_number((loss * 10.0) as u32);
            print("\n");
            loss = 0.0;
        }
    }
    let mut right = 0;
    for _ in 0..100 {
        let samples = seen(gesture, &mut rng);
        right += u32::from(trainer.classify(&samples)? == gesture);
        gesture = if gesture == 2 { 0 } else { gesture + 1 };
    }
    print("right of 100 new gestures: ");
    print_number(right);
    print("\n");
    Ok(right >= 95)
}

fn main() -> bool {
    train().unwrap_or(false)
}
