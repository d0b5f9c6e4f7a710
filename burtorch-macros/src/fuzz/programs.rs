//! Valid programs, and tokens that are in none of them: what broken inputs are made from.

/// Valid functions, one feature or two each, with their options.
pub const FUNCTIONS: [(&str, &str); 30] = [
    ("", "fn f(x: f64, y: f64) -> f64 { (1.0 - x).powi(2) + 100.0 * (y - x * x).powi(2) }"),
    ("wrt(x)", "pub(crate) fn f(x: f32, y: f32, n: i32) -> f32 { x.powi(n) * y.sin() + x.max(0.5) }"),
    ("", "fn f(x: f64) -> f64 { if x > 0.0 { x * x } else if x < -1.0 { -x } else { x.exp() } }"),
    ("", "fn f(x: f64, n: usize) -> f64 { if n == 0 { return x; } if n > 3 && x > 0.0 { return x * x; } x.ln() }"),
    ("", "fn f(x: f64, n: usize) -> f64 { match n { 0 => x, 1 | 2 => x * x, 3..=5 => x.cos(), k => k as f64 * x } }"),
    ("", "fn f(x: f64, on: bool) -> f64 { match on { true => x, false => { let y = -x; y.tanh() } } }"),
    ("", "fn f(x: &[f64; 4]) -> f64 { let mut sum = 0.0; for i in 0..4 { sum += x[i] * x[3 - i]; } sum }"),
    (
        "",
        "fn f(x: &[f64; 4]) -> f64 { let mut sum = 0.0; for (i, v) in x.iter().enumerate() { sum += v * i as f64; } sum }",
    ),
    ("", "fn f(x: [[f64; 2]; 3]) -> f64 { let mut p = 1.0; for row in &x { for v in row { p *= *v; } } p }"),
    (
        "unroll = 10",
        "fn f(x: f64) -> f64 { let mut y = x; for i in 0..50 { if i % 2 == 0 { y = y.sin(); } else { y += x; } } y }",
    ),
    ("", "fn f<const N: usize>(x: &[f64; N]) -> f64 { let mut y = 0.0; for i in 0..N { y += x[i] * x[i]; } y }"),
    ("", "fn f<T: Float>(x: T, y: T) -> T { let two = T::from(2.0).unwrap(); (x * two + T::one()).sqrt() / y }"),
    ("", "fn f<T>(x: T) -> [T; 2] where T: burtorch::Real { [x.sin(), x.cos()] }"),
    ("", "fn f(x: (f64, [f64; 2])) -> (f64, f64) { let (a, [b, c]) = x; (a * b, x.1[0] - c) }"),
    ("", "fn f(x: f64) -> f64 { let mut a = [0.0; 8]; a[0] = x; for i in 1..8 { a[i] = a[i - 1] * x; } a[7] + a[3] }"),
    (
        "unroll = 4",
        "fn f(x: f64) -> f64 { let mut a = [0.0; 20]; a[0] = x; for i in (1..20).rev() { a[i] = a[i - 1] + x; } a[7] }",
    ),
    (
        "",
        "fn f(x: f64) -> f64 { let y: f64; if x > 1.0 { y = x } else { y = 2.0 * x } let z = { let y = y + 1.0; y * y }; y * z }",
    ),
    ("", "fn f(x: f64, y: f64) -> f64 { g(x) + inner::h::<3>(&[x, y], 2.0).abs() }"),
    ("", "fn energy(&self, x: f64) -> f64 { 0.5 * self.k[2] * x * x + self.shift(x) }"),
    ("method", "fn energy(x: f64) -> f64 { f64::max(x, 0.0) + f64::from(3) * x }"),
    ("", "fn f(x: f64, n: i32) -> f64 { assert!(x > 0.0, \"got {x}\"); if n < 0 { panic!(\"{n}\") } x.recip() }"),
    ("", "fn f(x: f64, table: &Table) -> f64 { let k = table.rows[3].k as f64; let (s, c) = x.sin_cos(); k * s + c }"),
    ("", "fn f(x: f64) -> f64 { const K: f64 = 2.0; fn twice(n: i32) -> i32 { 2 * n } K * x + twice(3) as f64 }"),
    ("", "fn f(x: f64) -> f64 { let n = vec![1, 2, 3].len(); let g = |k: usize| k + 1; x * g(n) as f64 % 3.0 }"),
    ("", "fn f(r#type: f64, mut größe: f64) -> f64 { größe *= r#type; größe -= 1e-3; größe /= 7f64; -größe }"),
    (
        "unroll = 2",
        "fn f(x: &[f64; 9]) -> f64 { let mut y = 0.0; for i in 0..9 { for j in 0..=i { y += x[i] * x[j]; } } y }",
    ),
    ("", "fn f(x: [f64; 3]) -> f64 { x.mean() + x.dot(&[1.0, 2.0, 3.0]) * x.len() as f64 }"),
    (
        "crate = other::name",
        "fn f<'a>(x: &'a f64) -> f64 { let y = (*x).clone(); if y.is_nan() || !(y > 0.0) { 0.0 * y } else { y } }",
    ),
    ("", "fn f(x: f64) -> f64 { let mut n = 0; let mut y = x; for i in 0..3 { n += i; y *= n as f64 + x; } (((y))) }"),
    (
        "unroll = 1",
        "fn f(x: f64) -> f64 { let mut y = x; let mut n = 1; for _ in 0..9 { let z = y; if n < 4 { y = z * x; } n += 1; } y }",
    ),
];

/// Rules, with their options.
pub const RULES: [(&str, &str); 4] = [
    ("of = cube", "fn slope(x: f64) -> f64 { 3.0 * x * x }"),
    ("of = inner::product, first_order", "pub fn slopes(x: f64, y: f64, n: usize) -> (f64, f64) { (y, x) }"),
    (
        "of = norm",
        "fn slope<const N: usize>(x: &[f64; N]) -> [f64; N] { let mut y = [0.0; N]; for i in 0..N { y[i] = 2.0 * x[i]; } y }",
    ),
    ("crate = other, of = id", "fn slope<T: Float>(x: T) -> T { x / x }"),
];

/// Expressions.
pub const CLOSURES: [&str; 4] = [
    "|a: f64, b: f64| { let c = a + b; let d = a * b + b.powi(3); let e = c - d; e * e / 2.0 }",
    "move |x: f32| x * k",
    "|x: &[f64; 3], n: usize| -> f64 { let mut y = 0.0; for v in x { y += v; } if n > 2 { y } else { -y } }",
    "|x: f64| -> (f64, f64) { (x, x.sin()) }",
];

/// Statements and expressions that the language does not have, or not everywhere.
pub const FRAGMENTS: [&str; 24] = [
    "let n = 3; if let 3 = n { return x; }",
    "let Some(k) = n else { return x };",
    "while let Some(k) = n { }",
    "#[cfg(any())] let y = x;",
    "#[allow(unused)] { }",
    "macro_rules! twice { () => { 2.0 * x } }",
    "for i in -3..=3 { y += x; }",
    "for i in (0..n).rev() { }",
    "for (i, (a, b)) in x.iter().zip(y).enumerate() { }",
    "match (n, 1) { (0, k) => x, (_, 1..) => y, k @ 2 => x, _ if n > 1 => y, 0.5 => x, r#type => x }",
    "match x { }",
    "if n > 0 { return x }",
    "let (a, ref b, [c, .., d], Point { e }) = (x, y, [x; 3], n);",
    "let (a, b);",
    "(a, b) = (b, a);",
    "*(&mut x) += 1.0;",
    "x.r#match(y.r#type)",
    "a[n][0].1 -= x",
    "[x; 3][2] * [[x, y], [y, x]][1][0]",
    "(x as f32) as i64 as f64",
    "!(x < y) ^ (x != 1e308 * 10.0)",
    "<f64 as Float>::max(x, y) + S::<3>::g::<f64>(&x, 1)",
    "(|x: f64| x)(x) + async { x }.await + unsafe { x } + x?",
    "-(-170141183460469231731687303715884105727 - 1)",
];

/// Tokens that the programs do not have, and that their neighbours may not expect.
pub const ODDITIES: &str = "while loop break continue 'a : async await unsafe ? & mut ref box static dyn impl where Self self \
    => .. ..= ... :: -> <- @ # ! $ _ , ; | || && ^ << >> <<= %= |= ~ \
    0 1 2 18446744073709551615 18446744073709551616 170141183460469231731687303715884105727 \
    340282366920938463463374607431768211455 0xff 1_000 3usize 5u8 -1 1e999 1e400f32 0.0 1e-999 0.1f32 2f64 1.0e3 \
    \"{x}\" 'c' b'c' b\"x\" c\"x\" r#\"x\"# r#fn r#x f f32 f64 bool str String Option Some None Vec Box usize \
    fn let if else match for in return const struct enum use mod type trait macro_rules \
    powi sin_cos unwrap from iter rev enumerate len mean dot clone into x y n i";

/// Structs with derivatives.
pub const STRUCTS: [&str; 3] = [
    "struct Point { x: f64, y: [f64; 2], #[no_derivative] n: usize }",
    "pub struct Pair<T: Float>(T, pub T);",
    "struct Grid<const N: usize> { values: [[f32; N]; 2], rest: (f32, f32), #[no_derivative] name: String }",
];

/// Models: every part of their language, in small.
pub const MODELS: [&str; 3] = [
    "const N: usize = 3; pub struct Line { weight: Param<N>, bias: Param } impl Line { \
        pub fn loss(&self, x: Tensor<N>, y: f32) -> f32 { let error = dot(self.weight, x) + self.bias - y; error * error } }",
    "struct Layer { up: Linear<4, 2> } impl Layer { fn forward(&self, x: Tensor<4>) -> Tensor<2> { tanh(self.up.forward(x)) } } \
        pub struct Net { layers: [Layer; 2], table: Embedding<5, 4>, head: Linear<4, 5> } impl Net { \
        pub fn loss(&self, at: [usize; 2], to: usize) -> f32 { let mut x = self.table.forward(at[0]); \
        for layer in &self.layers { x = concat([layer.forward(x), layer.forward(x)], 0); } cross_entropy(self.head.forward(x), to) } }",
    "pub struct Curve { k: Param<2, 2> } impl Curve { pub fn value(&self, x: Tensor<2>, n: usize) -> Tensor<2> { \
        let mut y = matvec(self.k, x); for i in 0..3 { if i > 1 { y = relu(y) * 0.5 } else { y = y + x } } y } }",
];
