//! What is wrong with an argument is said before any work is done, and nothing is changed.

use burtorch::{BatchWorkspace, Error, Workspace};

burtorch::graph! {
    type Scalar = f64;

    pub struct Picky { table: Param<5, 3>, other: Param<4> }

    impl Picky {
        pub fn row(&self, i: [u8; 2], k: i64) -> Tensor<3> {
            sum(self.table[i], 0) * self.other[k]
        }

        pub fn loss(&self, i: [u8; 2], k: i64) -> f64 {
            sum(exp(self.row(i, k)))
        }

        pub fn either(&self, k: usize) -> f64 {
            self.other[k] + sum(self.table[k])
        }
    }
}

const PARAMS: [f64; 19] = [0.25; 19];

fn long() -> Error {
    Error::Length { argument: "params", expected: 19, found: 20 }
}

fn index(argument: &'static str, position: usize, index: i128, bound: usize) -> Error {
    Error::Index { argument, position, index, bound }
}

#[test]
fn lengths_are_checked() {
    let (mut one, mut many) = (Workspace::boxed(), BatchWorkspace::boxed());
    let (good, bad) = ([0.25; 19], [0.25; 20]);
    let samples = [([1, 2], 3); 17];
    let mut results = [[7.0; 3]; 17];
    assert_eq!(Picky::loss(&bad, &mut one, &[1, 2], 3), Err(long()));
    assert_eq!(Picky::row(&bad, &mut one, &[1, 2], 3), Err(long()));
    assert_eq!(Picky::loss_batch(&bad, &mut many, samples), Err(long()));
    assert_eq!(Picky::row_batch(&bad, &mut results, &mut many, samples), Err(long()));
    let mut gradient = [7.0; 19];
    assert_eq!(Picky::loss_grad(&bad, &mut gradient, &mut one, &[1, 2], 3), Err(long()));
    assert_eq!(Picky::loss_grad_batch(&bad, &mut gradient, &mut many, samples), Err(long()));
    assert_eq!(gradient, [7.0; 19]);
    let mut short = [7.0; 18];
    let error = Err(Error::Length { argument: "gradient", expected: 19, found: 18 });
    assert_eq!(Picky::loss_grad(&good, &mut short, &mut one, &[1, 2], 3), error);
    assert_eq!(Picky::loss_grad_batch(&good, &mut short, &mut many, samples), error);
    assert_eq!(short, [7.0; 18]);
    let error = Err(Error::Length { argument: "results", expected: 17, found: 16 });
    assert_eq!(Picky::row_batch(&good, &mut results[..16], &mut many, samples), error);
    assert_eq!(results, [[7.0; 3]; 17]);
    let mut rng = burtorch::Rng::seed(0);
    let error = Err(Error::Length { argument: "params", expected: 19, found: 18 });
    assert_eq!(Picky::init(&mut short, &mut rng), error);
    assert_eq!(short, [7.0; 18]);
}

#[test]
fn indices_are_checked() {
    let mut one = Workspace::boxed();
    let mut gradient = [7.0; 19];
    let mut loss = |i: [u8; 2], k: i64| {
        let found = Picky::loss(&PARAMS, &mut one, &i, k);
        assert_eq!(Picky::loss_grad(&PARAMS, &mut gradient, &mut one, &i, k), found);
        found
    };
    assert_eq!(loss([1, 5], 3), Err(index("i", 1, 5, 5)));
    assert_eq!(loss([255, 5], 3), Err(index("i", 0, 255, 5)));
    assert_eq!(loss([1, 4], 4), Err(index("k", 0, 4, 4)));
    assert_eq!(loss([1, 4], -1), Err(index("k", 0, -1, 4)));
    assert_eq!(loss([1, 4], i64::MIN), Err(index("k", 0, i64::MIN.into(), 4)));
    assert_eq!(gradient, [7.0; 19]);
    // The smaller bound of two uses.
    assert_eq!(Picky::either(&PARAMS, &mut one, 4), Err(index("k", 0, 4, 4)));
    assert!(Picky::either(&PARAMS, &mut one, 3).is_ok());
}

#[test]
fn a_bad_sample_anywhere_in_a_batch_leaves_everything_as_it_was() {
    let mut workspace = BatchWorkspace::boxed();
    for count in [1, 16, 17, 40] {
        for bad in [0, count / 2, count - 1] {
            let mut samples = vec![([1, 2], 3); count];
            samples[bad].1 = 9;
            let mut gradient = [7.0; 19];
            let mut results = vec![[7.0; 3]; count];
            let error = index("k", 0, 9, 4);
            assert_eq!(Picky::loss_grad_batch(&PARAMS, &mut gradient, &mut workspace, &samples), Err(error));
            assert_eq!(Picky::loss_batch(&PARAMS, &mut workspace, &samples), Err(error));
            assert_eq!(Picky::row_batch(&PARAMS, &mut results, &mut workspace, &samples), Err(error));
            assert_eq!(gradient, [7.0; 19]);
            assert_eq!(results, vec![[7.0; 3]; count]);
        }
    }
}

#[test]
fn an_empty_batch_has_no_mean() {
    let mut workspace = BatchWorkspace::boxed();
    let none: [([u8; 2], i64); 0] = [];
    let mut gradient = [7.0; 19];
    assert_eq!(Picky::loss_batch(&PARAMS, &mut workspace, none), Err(Error::Empty));
    assert_eq!(Picky::loss_grad_batch(&PARAMS, &mut gradient, &mut workspace, none), Err(Error::Empty));
    assert_eq!(gradient, [7.0; 19]);
    assert_eq!(Picky::row_batch(&PARAMS, &mut [], &mut workspace, none), Ok(()));
}

#[test]
fn errors_say_what_is_wrong() {
    let text = |error: Error| error.to_string();
    assert_eq!(text(long()), "`params` has length 20, but the model needs 19");
    assert_eq!(text(index("i", 1, -5, 5)), "`i` holds -5 at position 1, but indices must be in 0..5");
    assert_eq!(text(Error::Empty), "the batch has no samples");
    let error: Box<dyn std::error::Error + Send + Sync> = Box::new(Error::Empty);
    assert!(error.downcast_ref::<Error>().is_some());
}
