//! The text of a cell → a number.

/// A number that a cell can be read as: a float or an integer.
///
/// A float is what Rust reads as one, and finite. An integer may be written like a float, as some programs do: `3.0` is 3.
pub trait Number: Copy + Default + sealed::Number {}

pub mod sealed {

    pub trait Number: Sized {
        /// The number, or what is wrong and what to do.
        fn read(text: &str) -> Result<Self, String>;
    }
}

/// A double holds all whole numbers up to this one.
const EXACT: f64 = 9_007_199_254_740_992.0;

macro_rules! floats {
    ($($float:ty)*) => {$(
        impl Number for $float {}

        impl sealed::Number for $float {
            fn read(text: &str) -> Result<Self, String> {
                match text.parse::<$float>() {
                    Ok(number) if number.is_finite() => Ok(number),
                    Ok(_) => Err("is not a finite number; correct it or remove the line".into()),
                    Err(_) => Err("is not a number; write it like 1.5 or 2e-3".into()),
                }
            }
        }
    )*};
}

macro_rules! integers {
    ($($integer:ty)*) => {$(
        impl Number for $integer {}

        impl sealed::Number for $integer {
            fn read(text: &str) -> Result<Self, String> {
                #[allow(clippy::cast_possible_truncation, reason = "it is a whole number, and not larger")]
                let whole = |number: f64| (number % 1.0 == 0.0 && number.abs() <= EXACT).then_some(number as i64);
                let (min, max) = (<$integer>::MIN, <$integer>::MAX);
                text.parse()
                    .ok()
                    .or_else(|| whole(text.parse().ok()?)?.try_into().ok())
                    .ok_or_else(|| format!("is not a whole number from {min} to {max}; correct it or read another type"))
            }
        }
    )*};
}

floats! { f32 f64 }
integers! { i8 i16 i32 i64 isize u8 u16 u32 u64 usize }

#[cfg(test)]
mod tests {
    use super::sealed::Number as _;

    #[test]
    fn floats_are_finite() {
        assert_eq!(f32::read("-1.5e-3"), Ok(-0.0015));
        assert_eq!(f64::read("0.1"), Ok(0.1));
        assert_eq!(f64::read("1e39"), Ok(1e39));
        for not_finite in ["1e39", "-1e39", "NaN", "inf"] {
            assert_eq!(f32::read(not_finite).unwrap_err(), "is not a finite number; correct it or remove the line");
        }
        for wrong in ["1,5", "", "1.5 m", "--1"] {
            assert_eq!(f32::read(wrong).unwrap_err(), "is not a number; write it like 1.5 or 2e-3");
        }
    }

    #[test]
    fn integers_may_be_written_as_floats_but_stay_in_their_range() {
        assert_eq!(u8::read("7"), Ok(7));
        assert_eq!(u8::read("7.000e0"), Ok(7));
        assert_eq!(u8::read("-0.0"), Ok(0));
        let message = "is not a whole number from 0 to 255; correct it or read another type";
        for wrong in ["256", "-1", "7.5", "x", "inf", "nan", ""] {
            assert_eq!(u8::read(wrong).unwrap_err(), message, "{wrong}");
        }
        assert_eq!(i64::read("-9223372036854775808"), Ok(i64::MIN));
        assert_eq!(u64::read("18446744073709551615"), Ok(u64::MAX));
        // Too large for a double to say which number is meant.
        assert!(u64::read("1.8446744073709551615e19").is_err());
    }
}
