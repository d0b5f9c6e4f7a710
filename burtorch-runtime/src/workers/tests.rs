//! Shares, and one process.

extern crate std;

use super::{Alone, Workers, combine, share};

#[test]
fn shares_are_all_samples_and_of_equal_length_but_for_one() {
    for count in [0, 1, 2, 7, 100, 101, 255, 256, usize::MAX - 1] {
        for size in [1, 2, 3, 4, 7, 1024] {
            let mut next = 0;
            for rank in 0..size {
                let part = share(count, rank, size);
                assert_eq!(part.start, next);
                assert!((count / size..=count / size + 1).contains(&part.len()), "{count} samples, {rank} of {size}");
                next = part.end;
            }
            assert_eq!(next, count);
        }
    }
}

#[test]
fn one_process_changes_nothing() {
    let mut values = [1.0, f32::NAN, -0.0];
    combine(&Alone, &mut values, 3, 3).unwrap();
    assert_eq!(values.map(f32::to_bits), [1.0, f32::NAN, -0.0].map(f32::to_bits));
    assert_eq!((Alone.rank(), Alone.size(), Alone.barrier()), (0, 1, Ok(())));
    assert_eq!(
        std::format!("{}", Alone.gather(&[1], &mut []).unwrap_err()),
        "`all` has length 0, but the model needs 1"
    );
}
