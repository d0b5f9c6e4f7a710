//! Tables that are looked up and then multiplied. A tile of 64 samples looks up more rows than these tables have, so
//! its plan multiplies first; a tile of 16 does not, and neither does a single sample.

use crate::random::Random;

burtorch::graph! {
    type Scalar = f64;

    /// Rows one after the other are the input of a layer.
    pub struct Joined { table: Embedding<5, 6>, up: Linear<{ 3 * 6 }, 7>, down: Linear<7, 4> }

    impl Joined {
        pub fn loss(&self, tokens: [u8; 3], next: u8) -> f64 {
            let x = reshape(self.table.forward(tokens), [3 * 6]);
            cross_entropy(self.down.forward(tanh(self.up.forward(x))), next)
        }
    }

    /// A layer for each row, then one for all; the table has as many rows as there are lanes.
    pub struct Each { table: Embedding<16, 5>, each: Linear<5, 9>, all: LinearNoBias<9, 2> }

    impl Each {
        pub fn loss(&self, tokens: [u8; 4], scale: f64) -> f64 {
            let y = self.all.forward(sin(self.each.forward(self.table.forward(tokens))));
            sum(y * y) * scale
        }
    }

    /// The same however large the tiles are, and whenever tables are looked up.
    pub struct Late { table: Embedding<5, 6>, up: Linear<{ 3 * 6 }, 7> }

    impl Late {
        #[plan(tiles = [40, 16, 2], tables = late, axes = as_written)]
        pub fn loss(&self, tokens: [u8; 3]) -> f64 {
            sum(exp(self.up.forward(reshape(self.table.forward(tokens), [3 * 6]))))
        }
    }

    pub struct Early { table: Embedding<5, 6>, up: Linear<{ 3 * 6 }, 7> }

    impl Early {
        #[plan(tables = early)]
        pub fn loss(&self, tokens: [u8; 3]) -> f64 {
            sum(exp(self.up.forward(reshape(self.table.forward(tokens), [3 * 6]))))
        }
    }

    /// The table is used twice: as it is, and turned as the last layer.
    pub struct Tied { table: Embedding<11, 6>, up: Linear<{ 2 * 6 }, 6> }

    impl Tied {
        pub fn loss(&self, tokens: [u8; 2], next: u8) -> f64 {
            let x = reshape(self.table.forward(tokens), [2 * 6]);
            cross_entropy(matvec(self.table.table, tanh(self.up.forward(x))), next)
        }
    }

    /// What is looked up must not learn; the layer after it must.
    pub struct Stopped { table: Embedding<5, 6>, up: Linear<6, 7> }

    impl Stopped {
        pub fn loss(&self, token: u8) -> f64 {
            mean(exp(self.up.forward(stop_gradient(self.table.forward(token))))) + sum(self.table.forward(token))
        }
    }

    /// More terms than are added up in one go, and fewer rows than a block has.
    pub struct Long { up: Linear<700, 3>, down: Linear<3, 2> }

    impl Long {
        pub fn loss(&self, x: Tensor<700>) -> f64 {
            sum(exp(self.down.forward(tanh(self.up.forward(x)))))
        }
    }
}

fn token(seed: u64, at: u64, rows: u8) -> u8 {
    let mut random = Random::seeded(seed * 31 + at);
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a small number")]
    let token = random.between(0.0, f64::from(rows)) as u8;
    token.min(rows - 1)
}

#[test]
fn rows_one_after_the_other() {
    check_model!(Joined, |seed| (std::array::from_fn(|at| token(seed, at as u64, 5)), token(seed, 9, 4)), (x, y) => x, *y);
}

#[test]
fn a_layer_for_each_row() {
    check_model!(Each, |seed| (std::array::from_fn(|at| token(seed, at as u64, 16)), 0.3), (x, y) => x, *y);
}

#[test]
fn plans_do_not_change_what_is_computed() {
    check_model!(Late, |seed| std::array::from_fn::<u8, 3, _>(|at| token(seed, at as u64, 5)), x => x);
    check_model!(Early, |seed| std::array::from_fn::<u8, 3, _>(|at| token(seed, at as u64, 5)), x => x);
}

#[test]
fn a_table_that_is_a_layer_too() {
    check_model!(Tied, |seed| (std::array::from_fn(|at| token(seed, at as u64, 11)), token(seed, 9, 11)), (x, y) => x, *y);
}

#[test]
fn a_table_that_does_not_learn_from_one_use() {
    use burtorch::{BatchWorkspace, Workspace};
    let params = crate::check::numbers(Stopped::PARAMS, 7);
    let batch: Vec<u8> = (0..64).map(|seed| token(seed, 0, 5)).collect();
    let mut mean = vec![0.0; params.len()];
    for &token in &batch {
        Stopped::loss_grad(&params, &mut mean, &mut Workspace::boxed(), token).expect("a sample");
    }
    for slope in &mut mean {
        *slope /= 64.0;
    }
    let mut gradient = vec![0.0; params.len()];
    Stopped::loss_grad_batch(&params, &mut gradient, &mut BatchWorkspace::boxed(), &batch).expect("a batch");
    crate::check::close("Stopped", "the gradient of 64", &gradient, &mean);
    // Each use of a row counts one for each of its numbers, whatever the layer is.
    let total: f64 = gradient[..30].iter().sum();
    crate::check::close("Stopped", "the gradient of the table", &[total], &[6.0]);
}

#[test]
fn sums_of_many_terms() {
    check_model!(Long, crate::check::array::<700>, x => x);
}
