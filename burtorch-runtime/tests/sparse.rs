//! Sparse Jacobians: patterns, how many colours they need, and the entries, against dense matrices.

#![cfg(feature = "alloc")]
#![allow(clippy::float_cmp, reason = "the entries are copied, not computed")]

use burtorch_runtime::sparse::{Colouring, PatternError};
use burtorch_runtime::{Rng, SparseJacobian, Sparsity};

/// A matrix with that pattern, no two entries alike, and zeros elsewhere.
fn dense(pattern: &Sparsity) -> Vec<Vec<f64>> {
    let mut matrix = vec![vec![0.0; pattern.columns()]; pattern.rows()];
    let mut next = 1.0;
    for (row, numbers) in matrix.iter_mut().enumerate() {
        for &column in pattern.row(row) {
            numbers[column] = next;
            next += 1.0;
        }
    }
    matrix
}

fn times(matrix: &[Vec<f64>], v: &[f64], out: &mut [f64]) {
    for (sum, row) in out.iter_mut().zip(matrix) {
        *sum += row.iter().zip(v).map(|(a, b)| a * b).sum::<f64>();
    }
}

fn times_transposed(matrix: &[Vec<f64>], s: &[f64], out: &mut [f64]) {
    for (row, seed) in matrix.iter().zip(s) {
        for (sum, entry) in out.iter_mut().zip(row) {
            *sum += entry * seed;
        }
    }
}

/// Both modes give every entry of the dense matrix; how many products they take.
fn both(pattern: &Sparsity) -> (usize, usize) {
    let matrix = dense(pattern);
    let expected: Vec<f64> = (0..pattern.rows())
        .flat_map(|row| pattern.row(row).iter().map(move |&column| (row, column)))
        .map(|(row, column)| matrix[row][column])
        .collect();
    let (mut forward, mut reverse) = (0, 0);
    let mut jacobian = SparseJacobian::new(pattern.clone());
    jacobian.forward(|v, out| {
        forward += 1;
        times(&matrix, v, out);
    });
    assert_eq!(jacobian.values(), expected);
    assert!(jacobian.verify(|v, out| times(&matrix, v, out)).is_ok());
    let mut jacobian = SparseJacobian::new(pattern.clone());
    jacobian.reverse(|s, out| {
        reverse += 1;
        times_transposed(&matrix, s, out);
    });
    assert_eq!(jacobian.values(), expected);

    let mut jacobian = SparseJacobian::new(pattern.clone());
    let products = core::cell::Cell::new(0);
    let counted = |product: fn(&[Vec<f64>], &[f64], &mut [f64])| {
        let (products, matrix) = (&products, &matrix);
        move |v: &[f64], out: &mut [f64]| {
            products.set(products.get() + 1);
            product(matrix, v, out);
        }
    };
    assert_eq!(jacobian.fewest(counted(times), counted(times_transposed)), expected);
    assert_eq!(products.get(), forward.min(reverse));
    assert_eq!(jacobian.fewest_products(), products.get());
    (forward, reverse)
}

/// No two columns of a group have a row in common, no two rows a column, and every one with entries is in one group.
fn is_proper(pattern: &Sparsity) {
    let matrix = dense(pattern);
    let columns = Colouring::of_columns(pattern);
    let mut seen = vec![false; pattern.columns()];
    for group in (0..columns.count()).map(|group| columns.group(group)) {
        assert!(!group.is_empty());
        for row in &matrix {
            assert!(group.iter().filter(|&&column| row[column] != 0.0).count() <= 1);
        }
        for &column in group {
            assert!(!seen[column]);
            seen[column] = true;
        }
    }
    for (column, seen) in seen.into_iter().enumerate() {
        assert_eq!(seen, matrix.iter().any(|row| row[column] != 0.0));
    }
}

#[test]
fn bands_need_their_width() {
    for size in [3, 4, 10, 101] {
        assert_eq!(both(&Sparsity::banded(size, 1)), (3, 3));
    }
    assert_eq!(both(&Sparsity::banded(40, 2)), (5, 5));
    assert_eq!(both(&Sparsity::banded(40, 0)), (1, 1));
}

#[test]
fn a_full_row_or_column_decides_the_mode() {
    let size = 30;
    let row = Sparsity::new(size, (0..size).map(|i| if i == 7 { (0..size).collect() } else { vec![i] })).unwrap();
    assert_eq!(both(&row), (size, 2));
    let column = Sparsity::new(size, (0..size).map(|i| if i == 7 { vec![7] } else { vec![7, i] })).unwrap();
    assert_eq!(both(&column), (2, size));
}

#[test]
fn a_long_full_row_is_no_burden() {
    // The columns would take ten thousand million steps; it is enough to see that they need more colours than rows.
    let size = 100_000;
    let rows = (0..size).map(|i| if i == 7 { (1..size).collect() } else { vec![i] });
    let mut jacobian = SparseJacobian::<f64>::new(Sparsity::new(size, rows).unwrap());
    assert_eq!(jacobian.fewest_products(), 2);
}

#[test]
fn bundle_adjustment_needs_as_many_as_an_observation_has_columns() {
    // Each observation is two rows: of one camera of 11 numbers, one point of 3 and its own weight.
    let (cameras, points, per_point) = (5, 40, 3);
    let mut rows = Vec::new();
    let observations = points * per_point;
    for observation in 0..observations {
        let (point, camera) = (observation / per_point, (observation * 7 + observation / per_point) % cameras);
        let camera = 11 * camera..11 * (camera + 1);
        let start = 11 * cameras + 3 * point;
        let weight = 11 * cameras + 3 * points + observation;
        let columns: Vec<usize> = camera.chain(start..start + 3).chain([weight]).collect();
        rows.extend([columns.clone(), columns]);
    }
    // The errors of the weights.
    rows.extend((0..observations).map(|observation| vec![11 * cameras + 3 * points + observation]));
    let pattern = Sparsity::new(11 * cameras + 3 * points + observations, rows).unwrap();
    is_proper(&pattern);
    let (forward, reverse) = both(&pattern);
    assert_eq!(forward, 15);
    assert!(reverse > forward, "{reverse}");
}

#[test]
fn dense_and_empty_matrices_are_fine() {
    assert_eq!(both(&Sparsity::dense(4, 6)), (6, 4));
    assert_eq!(both(&Sparsity::dense(0, 6)), (0, 0));
    assert_eq!(both(&Sparsity::dense(6, 0)), (0, 0));
    assert_eq!(both(&Sparsity::new(3, [vec![], vec![1], vec![]]).unwrap()), (1, 1));
    assert_eq!(both(&Sparsity::new(3, [[]; 4]).unwrap()), (0, 0));
}

#[test]
fn random_patterns_give_the_dense_matrix() {
    let mut rng = Rng::seed(3);
    for _ in 0..300 {
        let (rows, columns) = (rng.below(15), 1 + rng.below(15));
        let share = rng.uniform() * rng.uniform();
        let pattern = Sparsity::new(
            columns,
            (0..rows).map(|_| {
                let mut row: Vec<usize> = (0..columns).filter(|_| rng.uniform() < share).collect();
                rng.shuffle(&mut row);
                row
            }),
        );
        let pattern = pattern.unwrap();
        is_proper(&pattern);
        let (forward, reverse) = both(&pattern);
        let longest = (0..rows).map(|row| pattern.row(row).len()).max().unwrap_or(0);
        assert!(forward >= longest && forward <= columns && reverse <= rows);
    }
}

#[test]
fn single_precision_works_alike() {
    let mut jacobian = SparseJacobian::<f32>::new(Sparsity::banded(5, 0));
    let product = |v: &[f32], out: &mut [f32]| {
        for (i, (out, v)) in out.iter_mut().zip(v).enumerate() {
            *out = [0.1, 0.2, 0.3, 0.4, 0.5][i] * v;
        }
    };
    assert_eq!(jacobian.forward(product), [0.1, 0.2, 0.3, 0.4, 0.5]);
    assert!(jacobian.verify(product).is_ok());
}

#[test]
fn a_pattern_that_lacks_an_entry_is_found() {
    let whole = Sparsity::banded(12, 1);
    let matrix = dense(&whole);
    for lacking in 0..12 {
        let rows = (0..12).map(|row| {
            let skipped = usize::from(row == lacking);
            whole.row(row)[skipped..].to_vec()
        });
        let mut jacobian = SparseJacobian::new(Sparsity::new(12, rows).unwrap());
        jacobian.forward(|v, out| times(&matrix, v, out));
        assert!(jacobian.verify(|v, out| times(&matrix, v, out)).is_err());
    }
}

#[test]
fn mistakes_are_said() {
    let says = |pattern: Result<Sparsity, PatternError>| pattern.unwrap_err().to_string();
    assert_eq!(says(Sparsity::new(3, [vec![0], vec![1, 3]])), "row 1 names column 3, but there are 3 columns");
    assert_eq!(says(Sparsity::new(3, [vec![0], vec![2, 1, 2]])), "row 1 names column 2 twice");
    let starts = "the starts of the rows must go from 0 to the number of entries, 2, and never fall";
    for wrong in [vec![], vec![0], vec![0, 3], vec![1, 2], vec![0, 2, 1, 2]] {
        assert_eq!(says(Sparsity::from_csr(3, wrong, vec![0, 1])), starts);
    }
}
