//! Random programs: straight-line code, branches, loops, local arrays, early returns.

use std::fmt::Write;

/// How many elements the array argument and the local array have.
pub(super) const LEN: usize = 4;

/// A small generator with full period (Steele, Lea and Flood's `SplitMix64`).
pub(super) struct Random(pub u64);

impl Random {
    pub(super) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    pub(super) fn below(&mut self, n: usize) -> usize {
        usize::try_from(self.next() % n as u64).expect("it is below n")
    }

    /// Between -1 and 1, with few digits.
    #[allow(clippy::cast_precision_loss, reason = "the number is small")]
    pub(super) fn number(&mut self) -> f64 {
        (self.next() % 2001) as f64 / 1000.0 - 1.0
    }
}

/// How constants are written: bare, or after `lit` where a macro is given that, for a type that is not `f64`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Literals {
    Bare,
    InMacro,
}

impl Literals {
    /// A number of type `f64`, in parentheses.
    pub(super) fn number(self, value: &str) -> String {
        match self {
            Literals::Bare => format!("({value})"),
            Literals::InMacro => format!("$($lit)?({value})"),
        }
    }
}

/// The body of a function of `x: f64, y: f64, v: &[f64; 4]` as Rust source; the same seed is the same program.
pub(super) fn body(seed: u64, literals: Literals) -> String {
    let mut writer = Writer { random: Random(seed), literals, text: String::new(), scalars: 0, loops: 0, depth: 1 };
    writer.program();
    writer.text
}

struct Writer {
    random: Random,
    literals: Literals,
    text: String,
    /// How many scalar variables are in scope.
    scalars: usize,
    /// How many loops are around.
    loops: usize,
    depth: usize,
}

impl Writer {
    fn line(&mut self, line: &str) {
        let indent = "    ".repeat(self.depth);
        let _ = writeln!(self.text, "{indent}{line}");
    }

    fn literal(&self, value: f64) -> String {
        self.literals.number(&format!("{value:?}_f64"))
    }

    fn program(&mut self) {
        let (zero, half) = (self.literal(0.0), self.literal(0.5));
        self.line(&format!("let mut a = [x + {half}, y * {half}, {half}, v[0] - {half}];"));
        self.line(&format!("let mut s0 = {zero};"));
        self.scalars = 1;
        for _ in 0..3 + self.random.below(5) {
            self.stmt(3);
        }
        if self.random.below(3) == 0 {
            let (cond, value) = (self.cond(), self.expr(2));
            self.line(&format!("if {cond} {{"));
            self.depth += 1;
            self.line(&format!("return {value};"));
            self.depth -= 1;
            self.line("}");
            self.stmt(2);
        }
        let value = self.expr(3);
        // Every argument reaches the result, or the compiler would refuse.
        self.line(&format!("{value} + s0 + a[1] * a[3] + x * y * v[2]"));
    }

    fn block(&mut self, budget: usize) {
        let scalars = self.scalars;
        self.depth += 1;
        for _ in 0..=self.random.below(3) {
            self.stmt(budget - 1);
        }
        self.depth -= 1;
        self.scalars = scalars;
    }

    fn stmt(&mut self, budget: usize) {
        match self.random.below(if budget > 1 { 10 } else { 6 }) {
            0 | 1 => {
                let value = self.bounded(3);
                self.line(&format!("let mut s{} = {value};", self.scalars));
                self.scalars += 1;
                // Read it, so that it is never unused.
                let last = self.scalars - 1;
                self.line(&format!("s{last} += s0;"));
            }
            2 => {
                let (target, value) = (self.random.below(self.scalars), self.bounded(3));
                self.line(&format!("s{target} = {value};"));
            }
            3 => {
                let (target, value) = (self.random.below(self.scalars), self.bounded(2));
                let op = ["+=", "-=", "*="][self.random.below(3)];
                self.line(&format!("s{target} {op} {value};"));
            }
            4 | 5 => {
                let (index, value) = (self.index(), self.bounded(2));
                let op = ["=", "+=", "*="][self.random.below(3)];
                self.line(&format!("a[{index}] {op} {value};"));
            }
            6 | 7 => {
                let cond = self.cond();
                self.line(&format!("if {cond} {{"));
                self.block(budget);
                if self.random.below(2) == 0 {
                    self.line("} else {");
                    self.block(budget);
                }
                self.line("}");
            }
            _ => {
                let index = self.loops;
                self.line(&format!("for i{index} in 0..{LEN} {{"));
                self.loops += 1;
                self.block(budget);
                self.loops -= 1;
                self.line("}");
            }
        }
    }

    fn index(&mut self) -> String {
        match self.random.below(LEN + self.loops) {
            at if at < LEN => at.to_string(),
            at => format!("i{}", at - LEN),
        }
    }

    fn cond(&mut self) -> String {
        let (a, b) = (self.expr(1), self.expr(1));
        let op = ["<", "<=", ">"][self.random.below(3)];
        format!("{a} {op} {b}")
    }

    /// An expression that stays small however often it is assigned.
    fn bounded(&mut self, depth: usize) -> String {
        let value = self.expr(depth);
        match self.random.below(3) {
            0 => format!("({value}).sin()"),
            1 => format!("({value}).tanh()"),
            _ => format!("({value}) / ({} + s0 * s0)", self.literal(1.5)),
        }
    }

    fn expr(&mut self, depth: usize) -> String {
        if depth == 0 {
            return self.leaf();
        }
        let a = self.expr(depth - 1);
        match self.random.below(12) {
            0 | 1 => format!("({a} + {})", self.expr(depth - 1)),
            2 => format!("({a} - {})", self.expr(depth - 1)),
            3 | 4 => format!("({a} * {})", self.expr(depth - 1)),
            5 => {
                let (b, one) = (self.leaf(), self.literal(1.0));
                format!("({a} / ({one} + {b} * {b}))")
            }
            6 => {
                let method = ["sin", "cos", "tanh", "abs", "relu", "sigmoid"][self.random.below(6)];
                format!("({a}).{method}()")
            }
            7 => format!("({a}).powi({})", self.random.below(5)),
            8 => format!("({a}).max({})", self.leaf()),
            9 => format!("-({a})"),
            10 => format!("({a}).tanh().exp()"),
            _ => self.leaf(),
        }
    }

    fn leaf(&mut self) -> String {
        match self.random.below(8) {
            0 | 1 => "x".to_owned(),
            2 => "y".to_owned(),
            3 => format!("v[{}]", self.index()),
            4 => format!("a[{}]", self.index()),
            5 => {
                let value = self.random.number();
                self.literal(value)
            }
            6 if self.loops > 0 => {
                let index = format!("i{} as f64", self.random.below(self.loops));
                self.literals.number(&index)
            }
            _ => format!("s{}", self.random.below(self.scalars)),
        }
    }
}

/// How many programs are checked in.
const CHECKED_IN: u64 = 48;

/// The file of programs that the integration test `agree` compiles: each is a macro, which that test gives its forms.
fn file() -> String {
    let mut text = String::from("//! Random programs. Written by a test of burtorch-macros.\n");
    for seed in 0..CHECKED_IN {
        let body = body(seed, Literals::InMacro);
        let _ = write!(
            text,
            "\nmacro_rules! program_{seed} {{ ($(#[$form:meta])? $name:ident $number:ident $($lit:ident)?) => {{\n\
             $(#[$form])?\nfn $name(x: $number, y: $number, v: &[$number; {LEN}]) -> $number {{\n{body}}}\n}} }}\n",
        );
    }
    text + &list("programs", 0..CHECKED_IN)
}

/// Hands the programs to the macro `name`.
pub(super) fn list(name: &str, seeds: std::ops::Range<u64>) -> String {
    let all: Vec<String> = seeds.map(|seed| format!("program_{seed}")).collect();
    format!("\n{name}!({});\n", all.join(" "))
}

#[test]
fn the_programs_that_are_checked_in_are_these() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/agree/programs.rs");
    if std::env::var_os("BURTORCH_BLESS").is_some() {
        std::fs::write(path, file()).expect("the file can be written");
    }
    match std::fs::read_to_string(path) {
        Ok(found) => assert!(found == file(), "run with BURTORCH_BLESS=1 to write the programs anew"),
        Err(error) => eprintln!("skipped: {path}: {error}"),
    }
}
