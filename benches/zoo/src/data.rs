//! Inputs and targets: numbers and arrays of them, drawn at random and written as numbers of 32 bits.

use burtorch::Rng;

/// A number, or arrays of numbers.
pub trait Data {
    /// `float32` or `int32`, as NumPy calls them.
    const TYPE: &'static str;

    /// The lengths of the axes.
    fn shape() -> Vec<usize>;

    /// Appends the numbers.
    fn put(&self, bytes: &mut Vec<u8>);
}

impl Data for f32 {
    const TYPE: &'static str = "float32";

    fn shape() -> Vec<usize> {
        Vec::new()
    }

    fn put(&self, bytes: &mut Vec<u8>) {
        bytes.extend(self.to_le_bytes());
    }
}

macro_rules! integers {
    ($($integer:ty)*) => {$(
        impl Data for $integer {
            const TYPE: &'static str = "int32";

            fn shape() -> Vec<usize> {
                Vec::new()
            }

            fn put(&self, bytes: &mut Vec<u8>) {
                bytes.extend(i32::from(*self).to_le_bytes());
            }
        }
    )*};
}

integers!(u8 u16);

impl<T: Data, const N: usize> Data for [T; N] {
    const TYPE: &'static str = T::TYPE;

    fn shape() -> Vec<usize> {
        let mut shape = vec![N];
        shape.extend(T::shape());
        shape
    }

    fn put(&self, bytes: &mut Vec<u8>) {
        for item in self {
            item.put(bytes);
        }
    }
}

/// A number from −1 to 1.
pub fn uniform(rng: &mut Rng) -> f32 {
    (2.0 * rng.uniform() - 1.0) as f32
}

/// A class or token below `count`.
///
/// # Panics
/// If `count` is larger than the type can say.
pub fn below<T: TryFrom<usize, Error: core::fmt::Debug>>(rng: &mut Rng, count: usize) -> T {
    T::try_from(rng.below(count)).expect("a type with room for all classes")
}
