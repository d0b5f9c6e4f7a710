//! Random programs that call code with effects: generators, counters in cells, atomics, globals.
//!
//! Such code runs exactly as often, and in the same order, in every derivative as in the function. Each program is written
//! three times: as a differentiable function, as the same function on a tape, and on numbers with two tangents. Value, gradient,
//! tangent and Hessian times a vector agree in all forms, and the counters are left as a plain call leaves them.
//! `impure_prelude.rs` holds the sources, those numbers and the comparison.

use crate::batch::Case;
use crate::plain::CHECKS;
use crate::random::Random;
use std::fmt::Write;

pub const PRELUDE: &str = include_str!("impure_prelude.rs");

/// How deep loops and branches go.
const DEPTH: usize = 3;

/// What differs between the forms of a program: a mark in its text, then the compiled form, that on a tape and that on jets.
const MARKS: [(char, [&str; 3]); 8] = [
    (OPTIONS, ["#[differentiable(", "// ", "// "]),
    (OPTIONS_END, [")]", "", ""]),
    (ARGUMENTS, ["(", "<'t>(tape: &'t Tape<f64>, ", "("]),
    (PASS, ["(", "(tape, ", "("]),
    (NUMBER, ["f64", "Var<'t>", "Jet"]),
    (LITERAL, ["", "tape.constant(", "Jet::constant("]),
    (LITERAL_END, ["", ")", ")"]),
    (SUM, [".sum::<f64>()", ".fold(tape.constant(0.0), |a, b| a + b)", ".fold(Jet::constant(0.0), |a, b| a + b)"]),
];
const OPTIONS: char = '\u{1}';
const OPTIONS_END: char = '\u{2}';
const ARGUMENTS: char = '\u{3}';
const PASS: char = '\u{4}';
const NUMBER: char = '\u{5}';
const LITERAL: char = '\u{6}';
const LITERAL_END: char = '\u{7}';
const SUM: char = '\u{8}';

/// The program with this number.
pub fn case(number: u64) -> Case {
    let mut writer = Writer::new(number);
    let mut text = String::new();
    for _ in 0..writer.random.below(3) {
        text += &writer.helper();
    }
    let slice = writer.random.chance(50);
    text += &writer.function(slice);
    let form = |at: usize| MARKS.iter().fold(text.clone(), |text, (mark, forms)| text.replace(*mark, forms[at]));
    let (compiled, on_tape, on_jets) = (form(0), form(1), form(2));
    let (compare, n) = (if slice { "slice" } else { "numbers" }, writer.random.below(7));
    let check = format!("{CHECKS}pub fn check() {{ {compare}!(f, tape::f, jets::f, {n}) }}");
    let others = format!("mod tape {{\nuse super::*;\n{on_tape}}}\nmod jets {{\nuse super::*;\n{on_jets}}}\n");
    Case { name: format!("p{number}"), items: format!("{compiled}{others}{check}") }
}

struct Writer {
    random: Random,
    text: String,
    /// Differentiated locals in scope, those that can be assigned, and floats and integers that are not differentiated.
    active: Vec<String>,
    assigned: Vec<String>,
    inactive: Vec<String>,
    names: usize,
    helpers: usize,
    helper: bool,
    local: bool,
    /// Whether a loop of the body itself stays one, so that `checkpoint` is about something.
    long_loop: bool,
    /// How many statements may follow.
    budget: usize,
}

impl Writer {
    fn new(number: u64) -> Self {
        Self {
            random: Random::seeded(number),
            text: String::new(),
            active: Vec::new(),
            assigned: Vec::new(),
            inactive: Vec::new(),
            names: 0,
            helpers: 0,
            helper: false,
            local: false,
            long_loop: false,
            budget: 0,
        }
    }

    /// The function that is differentiated.
    fn function(&mut self, slice: bool) -> String {
        self.start(false);
        if slice {
            self.text += "let (x, y) = (x[0], x[1]);\n";
        }
        self.active = vec!["x".into(), "y".into()];
        self.local = self.random.chance(30);
        if self.local {
            self.text += "let mut local = Rng::new(7);\n";
        }
        let body = self.rest("x * y");
        let checkpoint = if self.long_loop && self.random.chance(70) { ", checkpoint = sqrt" } else { "" };
        let (wrt, arguments) =
            if slice { ("x", format!("x: &[{NUMBER}]")) } else { ("x, y", format!("x: {NUMBER}, y: {NUMBER}")) };
        format!(
            "{OPTIONS}wrt({wrt}){checkpoint}{OPTIONS_END}\n\
             pub fn f{ARGUMENTS}{arguments}, n: usize, rng: &mut Rng, cell: &Cell<u64>, atom: &AtomicUsize, hits: &mut u64) -> {NUMBER} {{\n\
             {body}}}\n"
        )
    }

    /// A function that the program calls, with effects of its own.
    fn helper(&mut self) -> String {
        self.start(true);
        self.active = vec!["v".into()];
        let name = format!("h{}", self.helpers);
        let body = if self.random.chance(20) {
            let step = self.inactive();
            format!("if n == 0 {{ v }} else {{ {name}{PASS}(v * {step}).sin() + v, n - 1, rng, cell) }}\n")
        } else {
            self.rest("v")
        };
        self.helpers += 1;
        format!(
            "{OPTIONS}wrt(v){OPTIONS_END}\n\
             pub fn {name}{ARGUMENTS}v: {NUMBER}, n: usize, rng: &mut Rng, cell: &Cell<u64>) -> {NUMBER} {{\n{body}}}\n"
        )
    }

    fn start(&mut self, helper: bool) {
        self.text.clear();
        self.helper = helper;
        self.local = false;
        self.long_loop = false;
        self.inactive.clear();
        self.assigned.clear();
        self.budget = 1 + self.random.below(if helper { 3 } else { 7 });
    }

    fn rest(&mut self, end: &str) -> String {
        let start = if self.random.chance(50) {
            format!("{LITERAL}0.0_f64{LITERAL_END}")
        } else {
            format!("{} * 0.5", self.active[0])
        };
        writeln!(self.text, "let mut s = {start};").unwrap();
        self.active.push("s".into());
        self.assigned.push("s".into());
        while self.budget > 0 {
            self.statement(DEPTH, false);
        }
        writeln!(self.text, "s + 0.3 * {end}").unwrap();
        std::mem::take(&mut self.text)
    }

    fn name(&mut self, letter: char) -> String {
        self.names += 1;
        format!("{letter}{}", self.names)
    }

    /// What is declared in a block is gone after it.
    fn block(&mut self, depth: usize, in_for: bool) {
        let scope = (self.active.len(), self.assigned.len(), self.inactive.len());
        for _ in 0..=self.random.below(3) {
            self.statement(depth, in_for);
        }
        self.active.truncate(scope.0);
        self.assigned.truncate(scope.1);
        self.inactive.truncate(scope.2);
    }

    fn nested(&mut self, head: &str, depth: usize, in_for: bool) {
        writeln!(self.text, "{head} {{").unwrap();
        self.block(depth - 1, in_for);
        self.text += "}\n";
    }

    fn statement(&mut self, depth: usize, in_for: bool) {
        self.budget = self.budget.saturating_sub(1);
        match self.random.below(if depth > 0 { 22 } else { 11 }) {
            0..=3 => self.assignment(),
            4 | 5 => {
                let (name, value) = (self.name('u'), self.active(2));
                writeln!(self.text, "let {name} = {value};").unwrap();
                self.active.push(name);
            }
            6 => {
                let (name, value) = (self.name('k'), self.inactive());
                writeln!(self.text, "let {name} = {value};").unwrap();
                self.inactive.push(name);
            }
            7 => self.effect(),
            8 => self.closure(),
            9 => self.call(),
            10 if in_for => {
                let condition = self.condition();
                writeln!(self.text, "if {condition} {{ continue; }}").unwrap();
            }
            10 => self.iterator(),
            11..=13 => self.short_for(depth),
            14 | 15 => self.long_for("n", depth),
            16 => self.long_for("rng.below(4)", depth),
            17 => {
                let name = self.name('i');
                writeln!(self.text, "let mut {name} = 0;").unwrap();
                writeln!(self.text, "while {name} < n {{\n{name} += 1;").unwrap();
                self.block(depth - 1, true);
                self.text += "}\n";
            }
            18 => self.nested("while rng.coin()", depth, true),
            19 => {
                self.text += "loop {\nif rng.coin() { break; }\n";
                self.block(depth - 1, false);
                self.text += "}\n";
            }
            20 => {
                let condition = self.condition();
                self.nested(&format!("if {condition}"), depth, in_for);
                if self.random.chance(50) {
                    self.nested("else", depth, in_for);
                }
            }
            _ => {
                self.text += "match rng.below(3) {\n";
                self.nested("0 =>", depth, in_for);
                self.nested("1 =>", depth, in_for);
                self.nested("_ =>", depth, in_for);
                self.text += "}\n";
            }
        }
    }

    fn long_for(&mut self, times: &str, depth: usize) {
        self.long_loop |= depth == DEPTH;
        self.nested(&format!("for _ in 0..{times}"), depth, true);
    }

    fn short_for(&mut self, depth: usize) {
        let (name, times) = (self.name('i'), 1 + self.random.below(4));
        writeln!(self.text, "for {name} in 0..{times} {{").unwrap();
        self.inactive.push(format!("({name} as f64 * 0.3)"));
        self.block(depth - 1, true);
        self.inactive.pop();
        self.text += "}\n";
    }

    fn assignment(&mut self) {
        let target = self.random.pick(&self.assigned).clone();
        let value = self.active(3);
        let line = match self.random.below(4) {
            0 => format!("{target} = ({value}).tanh() + {target} * 0.5;"),
            1 => format!("{target} -= ({value}).cos();"),
            _ => format!("{target} += ({value}).sin();"),
        };
        writeln!(self.text, "{line}").unwrap();
    }

    fn effect(&mut self) {
        let line = match self.random.below(6) {
            0 => "rng.next();",
            1 => "cell.set(cell.get() + 3);",
            2 => "bump(cell);",
            3 if !self.helper => "atom.fetch_add(2, Ordering::Relaxed);",
            4 if !self.helper => "*hits += 1;",
            _ => "global();",
        };
        writeln!(self.text, "{line}").unwrap();
    }

    fn closure(&mut self) {
        let (name, target) = (self.name('g'), self.random.pick(&self.assigned).clone());
        let (a, b) = (self.random.pick(&self.active).clone(), self.random.pick(&self.active).clone());
        if self.random.chance(50) {
            writeln!(self.text, "let mut {name} = |v: {NUMBER}| (v * rng.next()).sin();").unwrap();
        } else {
            let effect = *self.random.pick(&["bump(cell)", "global()"]);
            writeln!(self.text, "let {name} = |v: {NUMBER}| (v + {effect}).cos() * v;").unwrap();
        }
        let uses = if self.random.chance(50) { format!("{name}({a}) + {name}({b})") } else { format!("{name}({a})") };
        writeln!(self.text, "{target} += {uses};").unwrap();
    }

    fn call(&mut self) {
        if self.helpers == 0 {
            return self.assignment();
        }
        let (helper, target) = (self.random.below(self.helpers), self.random.pick(&self.assigned).clone());
        let (argument, times) = (self.active(1), *self.random.pick(&["n", "2", "rng.below(3)"]));
        writeln!(self.text, "{target} += h{helper}{PASS}({argument}).sin(), {times}, rng, cell);").unwrap();
    }

    fn iterator(&mut self) {
        let target = self.random.pick(&self.assigned).clone();
        let (value, effect) = (self.random.pick(&self.active).clone(), self.inactive());
        let times = *self.random.pick(&["n", "3"]);
        writeln!(self.text, "{target} += (0..{times}).map(|_| ({value} * {effect}).sin()){SUM};").unwrap();
    }

    fn condition(&mut self) -> String {
        match self.random.below(4) {
            0 => format!("{} > 0.1234", self.random.pick(&self.active)),
            1 => format!("{} < 0.5", self.inactive()),
            _ => "rng.coin()".to_string(),
        }
    }

    /// A differentiated expression.
    fn active(&mut self, depth: usize) -> String {
        if depth == 0 {
            return self.random.pick(&self.active).clone();
        }
        match self.random.below(6) {
            0 => self.random.pick(&self.active).clone(),
            1 => format!("{} * {}", self.random.pick(&self.active).clone(), self.inactive()),
            2 => format!("({}).sin()", self.active(depth - 1)),
            3 => format!("({} + {})", self.active(depth - 1), self.active(depth - 1)),
            4 => format!("({}) * ({}).cos()", self.active(depth - 1), self.active(depth - 1)),
            _ => format!("({} - {})", self.active(depth - 1), self.inactive()),
        }
    }

    /// An expression that is not differentiated, often with an effect.
    fn inactive(&mut self) -> String {
        match self.random.below(10) {
            0 if !self.inactive.is_empty() => self.random.pick(&self.inactive).clone(),
            1 => "bump(cell)".into(),
            2 => "global()".into(),
            3 if !self.helper => "tick(atom)".into(),
            4 if self.local => "local.next()".into(),
            5 => "(cell.get() as f64 * 0.1)".into(),
            6 if !self.helper => "(*hits as f64 * 0.07)".into(),
            7 => "(rng.next() * 0.5 + bump(cell))".into(),
            _ => "rng.next()".into(),
        }
    }
}
