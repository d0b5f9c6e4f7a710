//! The order in which a sort puts elements, as their places: generated code gathers the elements by it, and its reverse sweep
//! gives every adjoint back to the place that the element came from.

use alloc::vec::Vec;
use core::cmp::Ordering;

/// The places of the elements in the order of a stable sort by `compare`.
#[must_use]
pub fn order_by<T>(elements: &[T], mut compare: impl FnMut(&T, &T) -> Ordering) -> Vec<usize> {
    let mut order: Vec<usize> = (0..elements.len()).collect();
    order.sort_by(|&a, &b| compare(&elements[a], &elements[b]));
    order
}

/// The places of the elements in the order of a stable sort by what `key` makes of each element.
#[must_use]
pub fn order_by_key<T, K: Ord>(elements: &[T], mut key: impl FnMut(&T) -> K) -> Vec<usize> {
    order_by(elements, |a, b| key(a).cmp(&key(b)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_elements_keep_their_order() {
        assert_eq!(order_by(&[2.0, 1.0, 2.0, 0.5], |a: &f64, b| a.total_cmp(b)), [3, 1, 0, 2]);
        assert_eq!(order_by_key(&[3, -1, -3, 0], |value: &i32| value.abs()), [3, 1, 0, 2]);
    }
}
