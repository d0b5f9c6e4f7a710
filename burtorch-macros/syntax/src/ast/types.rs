//! Types, as far as differentiation tells them apart, and literals of them.

use std::rc::Rc;

use proc_macro2::{Ident, TokenStream};

use crate::TokenList;
use crate::each::Each;

/// The one float type of a function.
#[derive(Clone)]
pub struct Scalar {
    pub precision: Precision,
    /// How the user spells it.
    pub tokens: TokenList,
}

/// What is known of a float type while compiling.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Precision {
    F32,
    F64,
    Generic,
}

/// A type as far as differentiation needs it.
#[derive(Clone, PartialEq, Debug)]
pub enum Type {
    Float,
    /// One float for each of several directions: the tangent of a float in all of them.
    Lanes,
    Array(Box<Type>, Len),
    Tuple(Vec<Type>),
    /// A struct that derives `Differentiable`, or the type of a field that is not differentiated.
    Struct(Rc<StructType>),
    /// Integers, booleans, other structs: anything that is not differentiated.
    Other,
}

impl Type {
    /// Whether it is a slice or `Vec`.
    pub fn is_slice(&self) -> bool {
        matches!(self, Type::Array(_, Len::Dynamic))
    }

    /// Whether all of it is known, so that it can be written.
    pub fn is_known(&self) -> bool {
        match self {
            Type::Float | Type::Lanes => true,
            Type::Array(element, _) => element.is_known(),
            Type::Tuple(elements) => elements.iter().all(Type::is_known),
            Type::Struct(of) => !of.is_opaque(),
            Type::Other => false,
        }
    }

    /// Whether there are floats in it.
    pub fn has_floats(&self) -> bool {
        match self {
            Type::Float | Type::Lanes => true,
            Type::Array(element, _) => element.has_floats(),
            Type::Tuple(elements) => elements.iter().any(Type::has_floats),
            Type::Struct(of) => of.types.iter().any(Type::has_floats),
            Type::Other => false,
        }
    }

    /// The types of the parts of a tuple or struct.
    pub fn parts(&self) -> Option<&[Type]> {
        match self {
            Type::Tuple(elements) => Some(elements),
            Type::Struct(of) if !of.is_opaque() => Some(&of.types),
            _ => None,
        }
    }

    /// Whether it consists of parts.
    pub fn is_aggregate(&self) -> bool {
        matches!(self, Type::Array(..) | Type::Tuple(_) | Type::Struct(_))
    }

    /// Whether there is a slice or `Vec` in it, or it is one: only a value knows how many numbers there are.
    pub fn has_slices(&self) -> bool {
        match self {
            Type::Array(_, Len::Dynamic) => true,
            Type::Array(element, _) => element.has_slices(),
            Type::Tuple(elements) => elements.iter().any(Type::has_slices),
            Type::Struct(of) => of.types.iter().any(Type::has_slices),
            Type::Float | Type::Lanes | Type::Other => false,
        }
    }

    /// Whether it holds a slice or `Vec`, beside what it may be itself.
    pub fn holds_slices(&self) -> bool {
        match self {
            Type::Array(element, Len::Dynamic) => element.has_slices(),
            other => other.has_slices(),
        }
    }

    /// Whether a copy of it is a clone: whether a struct is `Copy` is not known, and what holds a `Vec` is not.
    ///
    /// A `Vec` itself is copied by the scratch.
    pub fn is_cloned(&self) -> bool {
        self.has_structs() || self.holds_slices()
    }

    /// Whether there is a struct in it.
    pub fn has_structs(&self) -> bool {
        match self {
            Type::Struct(_) => true,
            Type::Array(element, _) => element.has_structs(),
            Type::Tuple(elements) => elements.iter().any(Type::has_structs),
            Type::Float | Type::Lanes | Type::Other => false,
        }
    }

    /// The type of its tangents in several directions. A struct has none.
    pub fn in_lanes(&self) -> Type {
        match self {
            Type::Float => Type::Lanes,
            Type::Array(element, len) => Type::Array(Box::new(element.in_lanes()), len.clone()),
            Type::Tuple(elements) => Type::Tuple(elements.each(Type::in_lanes)),
            Type::Lanes | Type::Struct(_) | Type::Other => self.clone(),
        }
    }

    /// A struct in it that has no `Clone`.
    pub fn without_clone(&self) -> Option<String> {
        match self {
            Type::Struct(of) if of.by_fields => Some(of.ty.to_string().replace(' ', "")),
            Type::Array(element, _) => element.without_clone(),
            Type::Struct(_) | Type::Tuple(_) => self.parts()?.iter().find_map(Type::without_clone),
            _ => None,
        }
    }

    /// Whether it is the type of a field that is not differentiated.
    pub fn is_opaque(&self) -> bool {
        matches!(self, Type::Struct(of) if of.is_opaque())
    }
}

/// A struct that derives `Differentiable`. Without fields, it is the type of a field that is not differentiated, and
/// nothing is known of it but its name.
#[derive(Debug)]
pub struct StructType {
    /// As a type, and in front of the braces of a literal.
    pub ty: TokenStream,
    pub literal: TokenStream,
    pub fields: Vec<Member>,
    pub types: Vec<Type>,
    /// Equal for equal types, however they are spelled.
    pub key: String,
    /// How it is made of its fields and how these are reached, where some are private: a type of another library.
    pub storage: Option<Storage>,
    /// It has no `Clone`, and its fields are `Copy`: a copy is made of those.
    pub by_fields: bool,
}

/// Types of other libraries whose fields are not all public.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Storage {
    /// `nalgebra::SMatrix`, of an array of columns.
    Columns,
    /// `nalgebra::DVector`, of a `Vec`.
    Vector,
    /// `nalgebra::DMatrix`, of its sizes and a `Vec` of all columns.
    Matrix,
    /// `ndarray::Array1`, of a `Vec`.
    Array1,
    /// `ndarray::Array2`, of its sizes and a `Vec` of all rows.
    Array2,
}

impl Storage {
    /// That of a type, by its path.
    pub fn of(path: &str) -> Option<Storage> {
        Some(match path {
            "::nalgebra::SMatrix" => Storage::Columns,
            "::nalgebra::DVector" => Storage::Vector,
            "::nalgebra::DMatrix" => Storage::Matrix,
            "::ndarray::Array1" => Storage::Array1,
            "::ndarray::Array2" => Storage::Array2,
            _ => return None,
        })
    }
}

impl StructType {
    fn is_opaque(&self) -> bool {
        self.types.is_empty()
    }

    /// Which field has a name.
    pub fn position(&self, member: &Member) -> Option<usize> {
        self.fields.iter().position(|field| field == member)
    }
}

impl PartialEq for StructType {
    fn eq(&self, other: &Self) -> bool {
        self.key == other.key
    }
}

/// The length of an array.
#[derive(Clone, Debug)]
pub enum Len {
    Literal(usize),
    /// A constant expression that only rustc can evaluate.
    Constant(TokenStream),
    /// Known when the program runs: the length of a slice or `Vec`.
    Dynamic,
}

impl Len {
    pub fn literal(&self) -> Option<usize> {
        match self {
            Len::Literal(len) => Some(*len),
            Len::Constant(_) | Len::Dynamic => None,
        }
    }
}

impl PartialEq for Len {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Len::Literal(a), Len::Literal(b)) => a == b,
            (Len::Constant(a), Len::Constant(b)) => a.to_string() == b.to_string(),
            (Len::Dynamic, Len::Dynamic) => true,
            _ => false,
        }
    }
}

/// An integer as a literal, in parentheses if it is negative.
pub fn int_literal(value: i128, ty: Option<IntType>) -> String {
    let suffix = ty.map_or("", |ty| ty.name);
    if value < 0 { format!("({value}{suffix})") } else { format!("{value}{suffix}") }
}

/// A literal, as `f64` and as `f32` reads it.
#[derive(Clone, Copy)]
pub struct FloatLiteral {
    pub double: f64,
    pub single: f32,
    /// Its suffix.
    pub precision: Option<Precision>,
}

/// The integer types of Rust.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct IntType {
    pub name: &'static str,
    bits: u32,
    signed: bool,
}

impl IntType {
    const ALL: [IntType; 12] = [
        IntType { name: "i8", bits: 8, signed: true },
        IntType { name: "i16", bits: 16, signed: true },
        IntType { name: "i32", bits: 32, signed: true },
        IntType { name: "i64", bits: 64, signed: true },
        IntType { name: "i128", bits: 128, signed: true },
        IntType { name: "isize", bits: 64, signed: true },
        IntType { name: "u8", bits: 8, signed: false },
        IntType { name: "u16", bits: 16, signed: false },
        IntType { name: "u32", bits: 32, signed: false },
        IntType { name: "u64", bits: 64, signed: false },
        IntType { name: "u128", bits: 128, signed: false },
        IntType { name: "usize", bits: 64, signed: false },
    ];

    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|ty| ty.name == name)
    }

    /// What `value as …` is, if that is the same on every machine and fits our own integers.
    pub fn wrap(self, value: i128) -> Option<i128> {
        if self.fits(value) {
            return Some(value);
        }
        if self.bits > 32 {
            return None;
        }
        let low = value & ((1 << self.bits) - 1);
        Some(if self.signed && low >> (self.bits - 1) == 1 { low - (1 << self.bits) } else { low })
    }

    /// Whether a value of this type can be `value`, on every machine.
    pub fn fits(self, value: i128) -> bool {
        let bits = if self.name.ends_with("size") { 32 } else { self.bits.min(126) };
        if self.signed {
            value >= -(1 << (bits - 1)) && value < 1 << (bits - 1)
        } else {
            value >= 0 && value < 1 << bits
        }
    }
}

#[derive(Clone, PartialEq, Debug)]
pub enum Member {
    Index(usize),
    Name(Ident),
}

impl std::fmt::Display for Member {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Member::Index(at) => at.fmt(f),
            Member::Name(name) => name.fmt(f),
        }
    }
}
