//! Random programs over slices: loops of any length, jumps, and vectors that are changed in place.

use std::fmt::Write;

use super::program::{Literals, Random, list};

/// The body of a function of `x: &[f64], n: usize` as Rust source; the same seed is the same program.
///
/// `x` has at least one element. The programs call `norm`, a function of a slice.
pub(super) fn body(seed: u64, literals: Literals) -> String {
    let mut writer = Writer {
        random: Random(seed),
        literals,
        text: String::new(),
        scalars: 1,
        indices: Vec::new(),
        elements: Vec::new(),
        loops: Vec::new(),
        names: 0,
        depth: 1,
    };
    writer.program();
    writer.text
}

/// The same without calls.
pub(super) fn alone(seed: u64) -> String {
    let sum = ".iter().map(|u| *u * *u).sum::<f64>()";
    body(seed, Literals::Bare)
        .replace("norm(&a)", &format!("a{sum}"))
        .lines()
        .map(|line| match line.split_once("norm(&x") {
            Some((before, part)) => format!("{before}x{}{sum};\n", part.trim_end_matches(");")),
            None => format!("{line}\n"),
        })
        .collect()
}

struct Writer {
    random: Random,
    literals: Literals,
    text: String,
    /// How many scalar variables are in scope.
    scalars: usize,
    /// Integers in scope, each below the lengths of `x` and `a` and not assigned.
    indices: Vec<String>,
    /// Floats that loops yield.
    elements: Vec<String>,
    /// The labels of the loops around.
    loops: Vec<String>,
    /// How many names were given.
    names: usize,
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

    fn float(&self, index: &str) -> String {
        self.literals.number(&format!("{index} as f64"))
    }

    fn scalar_type(&self) -> &'static str {
        match self.literals {
            Literals::Bare => "f64",
            Literals::InMacro => "$number",
        }
    }

    fn name(&mut self, hint: &str) -> String {
        self.names += 1;
        format!("{hint}{}", self.names)
    }

    fn program(&mut self) {
        let (zero, half) = (self.literal(0.25), self.literal(0.5));
        self.line("let m = x.len();");
        self.line("let mut a = x.to_vec();");
        self.line(&format!("let mut b = vec![{half}; n + 1];"));
        self.line(&format!("let mut s0 = {zero};"));
        // What calls give is never overwritten: a call that is of no use is a mistake.
        self.line(&format!("let mut total = {half};"));
        for _ in 0..3 + self.random.below(4) {
            self.stmt(3);
        }
        let value = self.expr(2);
        self.line(&format!("{value} + s0 + norm(&a) * x[0] + b[b.len() - 1] * a[m - 1] + b[0] + total"));
    }

    /// Some statements, and what opens and closes them.
    fn block(&mut self, open: &str, budget: usize) {
        self.line(open);
        let (scalars, indices, elements) = (self.scalars, self.indices.len(), self.elements.len());
        self.depth += 1;
        for _ in 0..=self.random.below(3) {
            self.stmt(budget - 1);
        }
        self.depth -= 1;
        self.scalars = scalars;
        self.indices.truncate(indices);
        self.elements.truncate(elements);
    }

    fn stmt(&mut self, budget: usize) {
        match self.random.below(if budget > 1 { 18 } else { 11 }) {
            0 => {
                let value = self.bounded(2);
                let name = self.scalars;
                self.line(&format!("let mut s{name} = {value};"));
                self.scalars += 1;
                self.line(&format!("s{name} += s0;"));
            }
            1 | 2 => {
                let (target, value) = (self.random.below(self.scalars), self.bounded(2));
                let op = ["=", "+=", "*="][self.random.below(3)];
                self.line(&format!("s{target} {op} {value};"));
            }
            3..=5 => {
                let (place, value) = (self.place(), self.bounded(2));
                let op = ["=", "+=", "*="][self.random.below(3)];
                match self.literals {
                    Literals::Bare => self.line(&format!("{place} {op} {value};")),
                    // The operators of other types borrow the place first.
                    Literals::InMacro => self.line(&format!("$($assign!)? {{ {place} {op} {value}; }}")),
                }
            }
            6 => {
                let (i, j) = (self.index(), self.index());
                self.line(&format!("a.swap({i}, {j});"));
            }
            7 => match self.random.below(4) {
                0 => self.line("a.copy_from_slice(x);"),
                1 => {
                    // Bound first: what is read may be what is filled.
                    let (value, name) = (self.bounded(1), self.name("f"));
                    self.line(&format!("let {name} = {value};"));
                    self.line(&format!("a.fill({name});"));
                }
                2 if self.loops.len() < 2 => {
                    let (value, name) = (self.bounded(1), self.name("p"));
                    self.line(&format!("let {name} = {value};"));
                    self.line(&format!("b.push({name});"));
                }
                _ => {
                    let (value, name) = (self.bounded(1), self.name("c"));
                    self.line(&format!("let mut {name} = a.clone();"));
                    let index = self.index();
                    self.line(&format!("{name}[{index}] = {value};"));
                    self.line(&format!("s0 += {name}[m - 1] * {};", self.literal(0.5)));
                }
            },
            8 if self.random.below(4) == 0 => {
                let index = self.index();
                self.line(&format!("total += norm(&x[{index}..]);"));
            }
            8 => {
                let (chain, target) = (self.chain(), self.random.below(self.scalars));
                self.line(&format!("s{target} = ({chain}).tanh();"));
            }
            9 | 10 if !self.loops.is_empty() => self.jump(),
            9 | 10 => {
                let value = self.bounded(2);
                self.line(&format!("s0 -= {value};"));
            }
            11 | 12 => {
                let cond = self.cond();
                self.block(&format!("if {cond} {{"), budget);
                if self.random.below(2) == 0 {
                    self.block("} else {", budget);
                }
                self.line("}");
            }
            13 => self.while_loop(budget),
            _ => self.for_loop(budget),
        }
    }

    /// Leaves an iteration, a loop, or the function.
    fn jump(&mut self) {
        let (cond, at) = (self.cond(), self.random.below(self.loops.len()));
        let label = self.loops[at].clone();
        let jump = match self.random.below(5) {
            0 => "continue".to_owned(),
            1 => "break".to_owned(),
            2 => format!("continue {label}"),
            3 => format!("break {label}"),
            _ => format!("return {} + a[0] * x[m - 1]", self.expr(1)),
        };
        self.line(&format!("if {cond} {{"));
        self.line(&format!("    {jump};"));
        self.line("}");
    }

    fn while_loop(&mut self, budget: usize) {
        let (count, label, cond) = (self.name("k"), self.name("'l"), self.cond());
        self.line(&format!("let mut {count} = 0;"));
        let open = match self.random.below(3) {
            0 => format!("{label}: while {count} < n {{"),
            1 => format!("{label}: while {count} < m && {cond} {{"),
            _ => format!("{label}: loop {{"),
        };
        self.line(&open);
        self.depth += 1;
        if open.ends_with("loop {") {
            self.line(&format!("if {count} == n {{"));
            self.line("    break;");
            self.line("}");
        }
        // First, so that no jump goes around it.
        self.line(&format!("{count} += 1;"));
        self.depth -= 1;
        self.loops.push(label);
        let start = self.text.len();
        self.block("", budget);
        // The line that opens it is there already.
        let line = self.text[start..].find('\n').expect("a line was written");
        self.text.replace_range(start..=start + line, "");
        self.loops.pop();
        self.line("}");
    }

    fn for_loop(&mut self, budget: usize) {
        let (label, i, v, w) = (self.name("'l"), self.name("i"), self.name("v"), self.name("w"));
        let (indices, elements) = (self.indices.len(), self.elements.len());
        let mut before = None;
        let head = match self.random.below(10) {
            0 => {
                self.indices.push(i.clone());
                format!("{i} in 0..m")
            }
            1 => {
                self.indices.push(i.clone());
                format!("{i} in (0..m).rev()")
            }
            2 => {
                self.indices.push(i.clone());
                format!("{i} in (0..m).step_by(2)")
            }
            3 => {
                self.indices.push(format!("({i} % m)"));
                format!("{i} in 0..n")
            }
            4 => {
                let bound = self.index();
                self.indices.push(i.clone());
                format!("{i} in {bound}..m")
            }
            5 => {
                self.elements.push(format!("(*{v})"));
                format!("{v} in x")
            }
            6 => {
                self.indices.push(i.clone());
                self.elements.push(format!("(*{v})"));
                format!("({i}, {v}) in x.iter().enumerate()")
            }
            7 => {
                self.elements.extend([format!("{w}[0]"), format!("{w}[1]")]);
                format!("{w} in x.windows(2)")
            }
            8 => {
                self.elements.extend([format!("{w}[0]"), format!("{w}[1]")]);
                format!("{w} in x.chunks_exact(2)")
            }
            _ => {
                // A copy: `a` is changed inside.
                let copy = self.name("d");
                before = Some(format!("let {copy} = a.clone();"));
                self.elements.extend([format!("(*{v})"), format!("(*{w})")]);
                format!("({v}, {w}) in x.iter().zip({copy}.iter().rev())")
            }
        };
        if let Some(before) = before {
            self.line(&before);
        }
        self.loops.push(label.clone());
        self.block(&format!("{label}: for {head} {{"), budget);
        self.loops.pop();
        self.indices.truncate(indices);
        self.elements.truncate(elements);
        self.line("}");
    }

    /// A chain of an iterator that ends in a number.
    fn chain(&mut self) -> String {
        let (ty, half) = (self.scalar_type(), self.literal(0.5));
        match self.random.below(5) {
            0 => format!("a.iter().map(|u| *u * s0).sum::<{ty}>()"),
            1 => format!("x.iter().zip(&a).map(|(u, w)| *u * *w).sum::<{ty}>()"),
            2 => format!("a.iter().fold({half}, |u, w| u * {half} + *w)"),
            3 => format!("(0..m).map(|j| x[j] * a[m - 1 - j]).sum::<{ty}>()"),
            _ => format!("a.iter().enumerate().map(|(j, u)| *u * x[j]).sum::<{ty}>()"),
        }
    }

    /// What can be assigned.
    fn place(&mut self) -> String {
        match self.random.below(4) {
            0 => "b[0]".to_owned(),
            _ => format!("a[{}]", self.index()),
        }
    }

    /// An index of `x` and `a`.
    fn index(&mut self) -> String {
        match self.random.below(3 + 2 * self.indices.len()) {
            0 => "0".to_owned(),
            1 => "(m - 1)".to_owned(),
            2 => "(n % m)".to_owned(),
            at => {
                let index = self.indices[(at - 3) / 2].clone();
                if at % 4 == 0 { format!("((2 * {index} + 1) % m)") } else { index }
            }
        }
    }

    fn cond(&mut self) -> String {
        if self.random.below(4) == 0
            && let Some(index) = self.indices.last()
        {
            return format!("{index} > n");
        }
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
        match self.random.below(10) {
            0 | 1 => format!("({a} + {})", self.expr(depth - 1)),
            2 => format!("({a} - {})", self.expr(depth - 1)),
            3..=5 => format!("({a} * {})", self.expr(depth - 1)),
            6 => format!("({a}).{}()", ["sin", "cos", "tanh", "sigmoid"][self.random.below(4)]),
            7 => format!("({a}).max({})", self.leaf()),
            8 => format!("({a}).powi(2)"),
            _ => self.leaf(),
        }
    }

    fn leaf(&mut self) -> String {
        match self.random.below(9) {
            0 | 1 => format!("x[{}]", self.index()),
            2 | 3 => format!("a[{}]", self.index()),
            4 => "b[b.len() - 1]".to_owned(),
            5 => {
                let value = self.random.number();
                self.literal(value)
            }
            6 if !self.elements.is_empty() => self.elements[self.random.below(self.elements.len())].clone(),
            7 if !self.indices.is_empty() => {
                let index = self.indices[self.random.below(self.indices.len())].clone();
                self.float(&index)
            }
            _ => format!("s{}", self.random.below(self.scalars)),
        }
    }
}

/// How many programs are checked in.
const CHECKED_IN: u64 = 40;
/// How many of them are there with the option `vector`, too.
const IN_VECTORS: u64 = 12;

/// The file of programs that the integration test `agree` compiles: each is a macro, which that test gives its forms.
fn file(seeds: std::ops::Range<u64>) -> String {
    let mut text = String::from("//! Random programs over slices. Written by a test of burtorch-macros.\n");
    for seed in seeds.clone() {
        let body = body(seed, Literals::InMacro).replace("norm(", "$norm(");
        let _ = write!(
            text,
            "\nmacro_rules! program_{seed} {{ ($(#[$form:meta])? $name:ident $number:ident $norm:ident $($lit:ident $assign:ident)?) => {{\n\
             $(#[$form])?\nfn $name(x: &[$number], n: usize) -> $number {{\n{body}}}\n}} }}\n",
        );
    }
    text + &list("slices", seeds) + &list("in_vectors", 0..IN_VECTORS)
}

#[test]
fn the_programs_over_slices_that_are_checked_in_are_these() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/agree/slices.rs");
    let text = file(0..CHECKED_IN);
    if std::env::var_os("BURTORCH_BLESS").is_some() {
        std::fs::write(path, &text).expect("the file can be written");
    }
    match std::fs::read_to_string(path) {
        Ok(found) => assert!(found == text, "run with BURTORCH_BLESS=1 to write the programs anew"),
        Err(error) => eprintln!("skipped: {path}: {error}"),
    }
}
