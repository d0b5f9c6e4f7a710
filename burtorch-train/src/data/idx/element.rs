//! The types of numbers in IDX files, most significant byte first.

/// A type of numbers that an [`Idx`](super::Idx) can hold: `u8`, `i8`, `i16`, `i32`, `f32` or `f64`.
pub trait Element: Copy + sealed::Element {}

pub mod sealed {

    pub trait Element: Sized {
        const CODE: u8;
        const NAME: &'static str;
        fn read(bytes: &[u8]) -> Vec<Self>;
        fn write(self, bytes: &mut Vec<u8>);
    }
}

/// The type that a code of the format stands for: the name of the type, and how many bytes a number has.
pub fn kind(code: u8) -> Option<(&'static str, usize)> {
    KINDS.iter().find(|(other, ..)| *other == code).map(|&(_, name, size)| (name, size))
}

macro_rules! elements {
    ($($code:literal $number:ident;)*) => {
        const KINDS: &[(u8, &str, usize)] = &[$(($code, stringify!($number), size_of::<$number>())),*];

        $(
            impl Element for $number {}

            impl sealed::Element for $number {
                const CODE: u8 = $code;
                const NAME: &'static str = stringify!($number);

                fn read(bytes: &[u8]) -> std::vec::Vec<Self> {
                    bytes.as_chunks().0.iter().map(|&number| Self::from_be_bytes(number)).collect()
                }

                fn write(self, bytes: &mut std::vec::Vec<u8>) {
                    bytes.extend(self.to_be_bytes());
                }
            }
        )*
    };
}

elements! {
    0x08 u8;
    0x09 i8;
    0x0b i16;
    0x0c i32;
    0x0d f32;
    0x0e f64;
}
