//! The language of a differentiable function, as data: what is left of Rust's syntax once parsed.
//!
//! Nothing here is checked yet. What the language does not know is kept as [`ExprKind::Other`]: it is
//! fine where no differentiated value meets it, and an error on the user's token where one does.

use std::rc::Rc;

use proc_macro2::{Ident, Span, TokenStream};

use crate::each::Each;
use crate::parse::Structs;

/// A function, method or closure to differentiate.
#[allow(clippy::struct_excessive_bools, reason = "each is an answer of its own")]
pub struct Function {
    pub name: Ident,
    pub receiver: Option<Span>,
    /// Nothing says that the receiver is constant, so its type is asked whether it holds floats.
    pub asks_receiver: bool,
    pub params: Vec<Param>,
    pub result: Type,
    pub result_span: Span,
    pub body: Block,
    /// The float type: `f32`, `f64` or a generic parameter.
    pub scalar: Scalar,
    /// Names of the const generic parameters.
    pub const_generics: Vec<Ident>,
    /// Names of the type parameters that are no floats.
    pub type_generics: Vec<Ident>,
    /// The definitions that are known.
    pub structs: Structs,
    /// How many unrolled statements a function may have.
    pub unroll: usize,
    /// Whether second derivatives were asked for.
    pub second_order: Option<bool>,
    /// Whether other functions may differentiate its `jvp`.
    pub nested: bool,
    /// Whether sums in derivatives are factored.
    pub factored: bool,
    /// Loops over slices are to be vector code.
    pub vector: Option<Span>,
    /// Values and derivatives may have other last bits if they are faster then.
    pub fast: Option<Span>,
    /// Derivatives in several directions at once are wanted.
    pub lanes: Option<Span>,
    /// Where checkpoints were asked for.
    pub checkpoint: Option<Span>,
    /// Where burtorch is.
    pub krate: TokenStream,
    /// Where the attribute stands: names from the same expansion of a macro can be written as text.
    pub site: Span,
    pub kind: FunctionKind,
    /// The signature has mistakes, so nothing can be said of the types.
    pub broken: bool,
}

/// What is differentiated, by what it can name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FunctionKind {
    /// A function can call itself by its name, and other items can stand beside it.
    Free,
    /// In an `impl` there is no room for other items.
    Method,
    /// A closure has no name, but other items can stand before it.
    Closure,
}

/// The one float type of a function.
#[derive(Clone)]
pub struct Scalar {
    pub precision: Precision,
    /// How the user spells it.
    pub tokens: TokenStream,
}

/// What is known of a float type while compiling.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Precision {
    F32,
    F64,
    Generic,
}

/// A declared argument.
#[allow(clippy::struct_excessive_bools, reason = "each is an answer of its own")]
pub struct Param {
    pub name: Ident,
    pub ty: Type,
    pub tokens: TokenStream,
    /// Passed as `&T` or `&mut T`.
    pub by_ref: bool,
    /// Passed as `&mut T`: it is a result as well.
    pub mutable: bool,
    /// Differentiated with respect to.
    pub active: bool,
    /// Said to be constant: by `#[constant]`, or because `wrt` does not name it.
    pub constant: bool,
    /// Its type is made of integers and the like, whatever else is in scope.
    pub plain: bool,
}

impl Param {
    /// Whether its type shows no floats but may hold some, and nothing says that it is constant.
    pub fn is_doubtful(&self) -> bool {
        !self.active && !self.constant && !self.plain && !self.ty.has_floats()
    }
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

/// `{ statements; value }`
pub struct Block {
    pub stmts: Vec<Stmt>,
    pub value: Option<Box<Expr>>,
}

pub enum Stmt {
    Let {
        pattern: Pattern,
        ty: Option<Type>,
        /// The type, if it is one of integers.
        int: Option<IntType>,
        /// The type as the user wrote it.
        annotation: Option<TokenStream>,
        /// The float types that the type mentions.
        floats: Vec<Precision>,
        init: Option<Expr>,
        span: Span,
    },
    Expr(Expr),
    /// An item inside the body (`const`, `fn`, `use`): repeated in the generated code.
    Item(TokenStream),
}

/// What a `let`, a loop or a `match` arm binds.
pub enum Pattern {
    Name {
        ident: Ident,
        /// `mut`
        mutable: bool,
    },
    /// `&pattern`
    Deref(Box<Pattern>),
    Tuple(Vec<Pattern>, Span),
    /// `Point { x, y: b, .. }`
    Struct {
        path: TokenStream,
        fields: Vec<(Member, Pattern)>,
        span: Span,
    },
    Ignore,
}

pub struct Expr {
    pub kind: ExprKind,
    pub span: Span,
}

pub enum ExprKind {
    Float(FloatLiteral),
    /// An integer, and its type if it says so.
    Int(i128, Option<IntType>),
    Bool(bool),
    /// A name alone: a local, or a constant.
    Name(Ident),
    /// A longer path, a string, a `char`: the same in the generated code.
    Verbatim(TokenStream),
    Unary(UnaryOp, Box<Expr>),
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    Method {
        receiver: Box<Expr>,
        name: Ident,
        turbofish: TokenStream,
        args: Vec<Expr>,
    },
    Call(CallExpr),
    Index(Box<Expr>, Box<Expr>),
    Field(Box<Expr>, Member),
    Array(Vec<Expr>),
    Repeat(Box<Expr>, Len),
    Tuple(Vec<Expr>),
    /// `Point { x, ..rest }`
    Struct(StructExpr),
    Reference(Box<Expr>),
    /// `&mut place`
    MutReference(Box<Expr>),
    /// The type, and which integer type that is.
    Cast(Box<Expr>, TokenStream, Option<IntType>),
    Range {
        start: Option<Box<Expr>>,
        end: Option<Box<Expr>>,
        inclusive: bool,
    },
    If {
        cond: Box<Expr>,
        then: Block,
        other: Option<Box<Expr>>,
    },
    Match {
        on: Box<Expr>,
        arms: Vec<Arm>,
    },
    Block(Block),
    For {
        label: Option<Ident>,
        pattern: Pattern,
        iter: Box<Expr>,
        body: Block,
    },
    /// `while`, or `loop` without a condition.
    While {
        label: Option<Ident>,
        cond: Option<Box<Expr>>,
        body: Block,
    },
    Break {
        label: Option<Ident>,
        value: Option<Box<Expr>>,
    },
    Continue {
        label: Option<Ident>,
    },
    Closure(Rc<Closure>),
    /// `vec![x; n]`
    VecOf(Box<Expr>, Box<Expr>),
    /// `vec![a, b]`
    Vec(Vec<Expr>),
    Assign {
        place: Box<Expr>,
        op: Option<BinaryOp>,
        value: Box<Expr>,
    },
    Return(Option<Box<Expr>>),
    /// `panic!`, `unreachable!`…: never yields a value.
    Diverge(TokenStream),
    /// `assert!`, `println!`…: looks at values and yields none.
    Observe(TokenStream),
    /// Code with syntax outside the language, which is fine where nothing of it is differentiated; else these are the
    /// mistakes.
    Foreign {
        tokens: TokenStream,
        problems: Vec<syn::Error>,
    },
    /// Outside the language. `construct` names it, `advice` is the way out.
    Other {
        tokens: TokenStream,
        construct: &'static str,
        advice: &'static str,
    },
    /// Reported already.
    Error,
}

/// `|a, (b, c)| body`
pub struct Closure {
    pub params: Vec<Pattern>,
    pub body: Expr,
    /// `move`
    pub moves: bool,
    /// As the user wrote it, for code that is not differentiated.
    pub tokens: TokenStream,
}

/// `Point { x: 1.0, ..rest }`, or `Pair(1.0, 2.0)`
pub struct StructExpr {
    pub path: TokenStream,
    pub fields: Vec<(Member, Expr)>,
    pub rest: Option<Box<Expr>>,
    /// As the user wrote it, for a struct that is not differentiated.
    pub tokens: TokenStream,
    /// What is wrong inside, if it is a struct that is differentiated.
    pub problems: Vec<syn::Error>,
}

/// `path::<turbofish>(args)`
pub struct CallExpr {
    pub path: TokenStream,
    /// The path without its last name: `Self::`.
    pub prefix: TokenStream,
    pub last: Ident,
    pub turbofish: TokenStream,
    pub args: Vec<Expr>,
}

pub struct Arm {
    pub pattern: ArmPattern,
    /// `if …` after the pattern.
    pub guard: Option<TokenStream>,
    pub body: Expr,
}

pub enum ArmPattern {
    /// Literals, ranges, paths, `_`: as the user wrote it; `ints` where it is only integers.
    Fixed { tokens: TokenStream, test: PatternTest },
    /// `n => …`
    Bind(Ident),
}

/// A pattern that the compiler can decide when the scrutinee is known.
#[derive(Clone, Debug)]
pub enum PatternTest {
    Any,
    Int(i128),
    Range(Option<i128>, Option<i128>, bool),
    Bool(bool),
    Or(Vec<PatternTest>),
    Unknown,
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

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UnaryOp {
    Neg,
    Not,
    Deref,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum BinaryOp {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    Lt,
    Le,
    Gt,
    Ge,
    Eq,
    Ne,
    And,
    Or,
    /// `&`, `|`, `^`, `<<`, `>>`: integers only.
    Bits(&'static str),
}

impl BinaryOp {
    pub fn is_comparison(self) -> bool {
        use BinaryOp::{Eq, Ge, Gt, Le, Lt, Ne};
        matches!(self, Lt | Le | Gt | Ge | Eq | Ne)
    }

    /// As Rust writes it.
    pub fn symbol(self) -> &'static str {
        use BinaryOp::{Add, And, Bits, Div, Eq, Ge, Gt, Le, Lt, Mul, Ne, Or, Rem, Sub};
        match self {
            Add => "+",
            Sub => "-",
            Mul => "*",
            Div => "/",
            Rem => "%",
            Lt => "<",
            Le => "<=",
            Gt => ">",
            Ge => ">=",
            Eq => "==",
            Ne => "!=",
            And => "&&",
            Or => "||",
            Bits(symbol) => symbol,
        }
    }
}

/// Where control goes from inside of an expression, other than to its end.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Jump<'e> {
    /// Out of the function.
    Return,
    /// Out of a loop: the one with this label, or the innermost.
    Break(Option<&'e Ident>),
    /// To the next iteration of a loop.
    Continue(Option<&'e Ident>),
}

impl Block {
    /// The jumps that leave it, each once.
    pub fn jumps(&self) -> Vec<Jump<'_>> {
        let mut all = Vec::new();
        for stmt in &self.stmts {
            match stmt {
                Stmt::Let { init, .. } => all.extend(init.iter().flat_map(Expr::jumps)),
                Stmt::Expr(expr) => all.extend(expr.jumps()),
                Stmt::Item(_) => {}
            }
        }
        all.extend(self.value.iter().flat_map(|value| value.jumps()));
        all.sort_unstable();
        all.dedup();
        all
    }
}

impl Expr {
    /// The jumps that leave it, where control flow can reach; each once.
    pub fn jumps(&self) -> Vec<Jump<'_>> {
        let mut all: Vec<Jump> = match &self.kind {
            ExprKind::Return(value) => {
                let inner = value.iter().flat_map(|value| value.jumps());
                inner.chain([Jump::Return]).collect()
            }
            ExprKind::Break { label, value } => {
                let inner = value.iter().flat_map(|value| value.jumps());
                inner.chain([Jump::Break(label.as_ref())]).collect()
            }
            ExprKind::Continue { label } => vec![Jump::Continue(label.as_ref())],
            ExprKind::If { cond, then, other } => {
                let other = other.iter().flat_map(|other| other.jumps());
                cond.jumps().into_iter().chain(then.jumps()).chain(other).collect()
            }
            ExprKind::Match { on, arms } => {
                on.jumps().into_iter().chain(arms.iter().flat_map(|arm| arm.body.jumps())).collect()
            }
            ExprKind::Block(block) => block.jumps(),
            ExprKind::For { label, body, .. } | ExprKind::While { label, body, .. } => {
                let stays = |to: Option<&Ident>| to.is_none() || to == label.as_ref();
                let leaves = |jump: &Jump| !matches!(jump, Jump::Break(to) | Jump::Continue(to) if stays(*to));
                body.jumps().into_iter().filter(leaves).collect()
            }
            ExprKind::Assign { value, .. } => value.jumps(),
            _ => Vec::new(),
        };
        all.sort_unstable();
        all.dedup();
        all
    }

    /// Whether a loop ever ends by itself: `loop` does by `break` alone.
    pub fn ends(&self) -> bool {
        match &self.kind {
            ExprKind::While { label, cond: None, body } => body.jumps().iter().any(|jump| match jump {
                Jump::Break(to) => to.is_none() || *to == label.as_ref(),
                _ => false,
            }),
            _ => true,
        }
    }

    /// Whether a jump leaves it.
    pub fn leaves(&self) -> bool {
        !self.jumps().is_empty()
    }

    /// The variable at the root of a place: `a` in `a[i].0`.
    pub fn root(&self) -> Option<&Ident> {
        match &self.kind {
            ExprKind::Name(name) => Some(name),
            ExprKind::Index(base, _) | ExprKind::Field(base, _) | ExprKind::Unary(UnaryOp::Deref, base) => base.root(),
            _ => None,
        }
    }
}
