//! The language of a differentiable function, as data: what is left of Rust's syntax once parsed.
//!
//! Nothing here is checked yet. What the language does not know is kept as [`ExprKind::Other`]: it is
//! fine where no differentiated value meets it, and an error on the user's token where one does.

mod types;

use std::rc::Rc;

use crate::TokenList;
use proc_macro2::{Ident, Span, TokenStream};

pub use types::{FloatLiteral, IntType, Len, Member, Precision, Scalar, Storage, StructType, Type, int_literal};

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
    pub definitions: Rc<dyn Definitions>,
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
    pub krate: TokenList,
    /// Where the attribute stands: names from the same expansion of a macro can be written as text.
    pub site: Span,
    pub kind: FunctionKind,
    /// The signature has mistakes, so nothing can be said of the types.
    pub broken: bool,
}

/// The structs, type aliases and functions of the user's whose definitions are known to a function.
pub trait Definitions {
    /// Whether none is known, so that no value is a struct.
    fn is_empty(&self) -> bool;

    /// The type that stands in front of the braces of a literal. Where its generic arguments are left out, they are
    /// those of the type that is expected.
    fn literal(&self, path: &TokenStream, hint: Option<&Type>) -> Option<Type>;

    /// Whether the sizes in the type of such a literal cannot be known.
    fn lacks_sizes(&self, path: &TokenStream, ty: &Type, hint: Option<&Type>) -> bool;

    /// The type of a literal whose fields have these types, with the sizes that follow from them.
    fn sized(&self, path: &TokenStream, fields: &[(Member, Type)]) -> Option<Type>;

    /// A type annotation inside a body, if it mentions a definition of the user's; [`Type::Other`] if that is not known.
    fn annotation(&self, ty: &TokenStream) -> Option<Type>;

    /// What is known of the function `path`, called with arguments of these types.
    fn called(&self, path: &TokenStream, turbofish: &TokenStream, args: &[Type], span: Span) -> Option<Called>;
}

/// What is known of a function that is called.
pub struct Called {
    /// What it yields; nothing if a size in it does not follow from the arguments.
    pub result: Option<Type>,
    /// Which arguments it takes as slices.
    pub slices: Vec<bool>,
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
    /// Whether it is the receiver of a method, which is differentiated.
    pub fn is_receiver(&self) -> bool {
        self.name == "self"
    }

    /// Whether its type shows no floats but may hold some, and nothing says that it is constant.
    pub fn is_doubtful(&self) -> bool {
        !self.active && !self.constant && !self.plain && !self.ty.has_floats()
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
    /// `..` in a tuple or an array
    Rest,
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
        /// A `match` on a differentiated number, if the arms have names and guards alone: conditions on a variable.
        chain: Option<Box<Expr>>,
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
    /// `value?`, where it is not a part of a statement that is always evaluated.
    Try(Box<Expr>),
    /// `panic!`, `unreachable!`…: never yields a value.
    Diverge(TokenStream),
    /// `assert!`, `println!`…: looks at values and yields none.
    Observe(TokenStream),
    /// Code with syntax outside the language, which is fine where nothing of it is differentiated; else these are the
    /// mistakes.
    Foreign {
        tokens: TokenStream,
        problems: Vec<syn::Error>,
        /// What it is where something in it is differentiated.
        parsed: Option<Box<Expr>>,
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
    /// The type after the arrow, and how it is written.
    pub result: Option<(Type, TokenStream)>,
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
    /// `Some(x) => …`
    Open(Refutable),
}

/// A pattern that may fail, with names inside.
pub enum Refutable {
    Name {
        ident: Ident,
        /// `mut`
        mutable: bool,
    },
    Ignore,
    /// `&pattern`
    Deref(Box<Refutable>),
    Tuple(Vec<Refutable>),
    /// `[a, b]`, `[first, ..]`
    Slice(Vec<Refutable>),
    /// `..`
    Rest,
    /// `Some(x)`, `Shape::Sphere { r, .. }`, `None`
    Variant {
        path: TokenStream,
        fields: Vec<(Member, Refutable)>,
        braces: bool,
        /// `..`
        rest: bool,
        span: Span,
    },
    /// Literals and ranges, as the user wrote them.
    Test(TokenStream),
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
            ExprKind::Match { on, arms, .. } => {
                on.jumps().into_iter().chain(arms.iter().flat_map(|arm| arm.body.jumps())).collect()
            }
            ExprKind::Block(block) => block.jumps(),
            ExprKind::Foreign { parsed: Some(parsed), .. } => parsed.jumps(),
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
