//! The numbers that arrays hold: their names in Rust, in numpy and in the buffer protocol.

/// A type of numbers. The order is that of the codes in `burtorch_ffi::Number`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Number {
    /// Its name in a description.
    pub name: &'static str,
    /// Its name in numpy.
    pub numpy: &'static str,
    /// How many bytes it takes.
    pub size: usize,
    kind: Kind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Float,
    Signed,
    Unsigned,
    /// An index: an unsigned integer that signed ones may stand for if they are not negative.
    Index,
}

const fn number(name: &'static str, numpy: &'static str, size: usize, kind: Kind) -> Number {
    Number { name, numpy, size, kind }
}

const NUMBERS: [Number; 12] = [
    number("f32", "float32", 4, Kind::Float),
    number("f64", "float64", 8, Kind::Float),
    number("i8", "int8", 1, Kind::Signed),
    number("i16", "int16", 2, Kind::Signed),
    number("i32", "int32", 4, Kind::Signed),
    number("i64", "int64", 8, Kind::Signed),
    number("u8", "uint8", 1, Kind::Unsigned),
    number("u16", "uint16", 2, Kind::Unsigned),
    number("u32", "uint32", 4, Kind::Unsigned),
    number("u64", "uint64", 8, Kind::Unsigned),
    number("isize", "int64", 8, Kind::Signed),
    number("usize", "int64", 8, Kind::Index),
];

impl Number {
    /// By its name in a description.
    pub fn named(name: &str) -> Option<Self> {
        NUMBERS.into_iter().find(|number| number.name == name)
    }

    /// By its code.
    pub fn of_code(code: u32) -> Option<Self> {
        NUMBERS.get(code as usize).copied()
    }

    pub fn is_float(self) -> bool {
        self.kind == Kind::Float
    }

    pub fn is_index(self) -> bool {
        self.kind == Kind::Index
    }

    /// Whether an array with this format of the buffer protocol holds such numbers.
    pub fn is_format(self, format: &str, size: usize) -> bool {
        let letter = format.strip_prefix(['@', '=', '<']).unwrap_or(format);
        size == self.size
            && match self.kind {
                Kind::Float => matches!(letter, "f" | "d"),
                Kind::Signed => matches!(letter, "b" | "h" | "i" | "l" | "q"),
                Kind::Unsigned => matches!(letter, "B" | "H" | "I" | "L" | "Q"),
                Kind::Index => matches!(letter, "l" | "q" | "L" | "Q"),
            }
    }
}
