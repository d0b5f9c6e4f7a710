//! Sums, in blocks of accumulators that stay in registers.
//!
//! A block is `R` rows of `L` lanes. The lanes are elements of the result that lie side by side, or, where there are
//! none, partial sums along the axis that is summed; the rows are elements of the result that share what the lanes are
//! multiplied by. How large a block is depends on the registers, so it is chosen for each instruction set.

use std::fmt::Write;

use super::kernel::{Text, each_load, stride};
use crate::plan::{Expr, Place, Reduce, Reduction, Store};
use burtorch_runtime::rules::Op;

/// How a sum is computed.
pub(super) struct Tiling {
    /// The loop whose iterations are lanes.
    vector: usize,
    /// Whether that is a loop of the sum.
    along_sum: bool,
    /// The loop whose iterations are rows.
    rows: Option<usize>,
}

/// The registers of an instruction set: bytes in one, and how many accumulators fit.
const REGISTERS: [(usize, usize); 3] = [(64, 24), (32, 12), (16, 8)];

impl Text<'_> {
    /// The best way to compute the kernel's sum; `None` if nothing lies side by side.
    pub(super) fn tiling(&self, reduce: &Reduce) -> Option<Tiling> {
        let rank = self.kernel.dims.len();
        let beside = |axis: usize| stride(&self.kernel.target, &self.kernel.to, axis) == Some(1);
        let elements = (0..rank).filter(|&axis| self.length(axis) >= 4 && self.is_contiguous(reduce, axis));
        let along_sum =
            (rank..rank + reduce.dims.len()).filter(|&axis| self.length(axis) >= 8 && self.is_contiguous(reduce, axis));
        let (vector, along_sum) = match elements.max_by_key(|&axis| (beside(axis), self.length(axis))) {
            Some(axis) => (axis, false),
            None => (along_sum.max_by_key(|&axis| self.length(axis))?, true),
        };
        let rows = (0..rank)
            .filter(|&axis| axis != vector && self.length(axis) > 1 && self.is_shared(reduce, vector, axis))
            .max_by_key(|&axis| self.length(axis));
        Some(Tiling { vector, along_sum, rows })
    }

    /// Whether some vector that is read does not depend on `row`.
    fn is_shared(&self, reduce: &Reduce, vector: usize, row: usize) -> bool {
        Self::loads(reduce).iter().any(|(argument, places)| {
            let argument = &self.kernel.arguments[*argument];
            stride(argument, places, vector) == Some(1) && stride(argument, places, row) == Some(0)
        })
    }

    /// The functions `block` and `grid`, and the call of the latter.
    pub(super) fn blocks(&mut self, reduce: &Reduce, tiling: &Tiling) {
        let rank = self.kernel.dims.len();
        let outer: Vec<usize> = (0..rank).filter(|axis| *axis != tiling.vector && Some(*axis) != tiling.rows).collect();
        self.block(reduce, tiling, &outer);
        self.grid(tiling, &outer);
        let arguments = self.argument_names();
        let length = self.length(tiling.vector);
        let rows = tiling.rows.map_or(1, |axis| self.length(axis));
        self.line("match I::WIDTH {");
        for (bytes, registers) in REGISTERS {
            let (rows, lanes) = size(bytes / self.bytes(), registers, length, rows, tiling.along_sum);
            let pattern = if bytes == 16 { "_".to_owned() } else { bytes.to_string() };
            self.line(&format!("{pattern} => grid::<I, {rows}, {lanes}>(isa, o, {arguments}),"));
        }
        self.line("}");
    }

    /// One block, at `row` and `col`.
    fn block(&mut self, reduce: &Reduce, tiling: &Tiling, outer: &[usize]) {
        let rank = self.kernel.dims.len();
        let parameters = self.parameters();
        let places: String = outer.iter().fold(String::new(), |mut text, axis| {
            write!(text, "{}: usize, ", self.names[*axis]).expect("a string can always grow");
            text
        });
        let names = self.names.clone();
        if let Some(rows) = tiling.rows {
            self.names[rows] = "(row + q)".to_owned();
        }
        self.line("#[inline(always)]");
        self.line(&format!(
            "fn block<I: b::Isa, const R: usize, const L: usize>(isa: I, {parameters}, {places} row: usize, col: usize) {{"
        ));
        self.line(&format!("let mut sum = [[{}; L]; R];", self.start(reduce)));
        let sums = (rank..rank + reduce.dims.len()).filter(|axis| *axis != tiling.vector);
        let sums: Vec<usize> = sums.collect();
        if tiling.along_sum {
            let length = self.length(tiling.vector);
            self.nest(sums, &mut |text| {
                text.line(&format!("for c in 0..{length} / L {{"));
                text.accumulate_rows(reduce, tiling, "c * L", "L");
                text.line("}");
                // What is left is added to the first lanes.
                text.line(&format!("for at in {length} / L * L..{length} {{"));
                text.accumulate_rows(reduce, tiling, "at", "1");
                text.line("}");
            });
            let join = match reduce.reduction {
                Reduction::Sum => "sum_of",
                Reduction::Max => "max_of",
            };
            self.line(&format!("for q in 0..R {{ let sum = b::{join}(sum[q]);"));
            self.store("sum");
            self.line("}");
        } else {
            self.nest(sums, &mut |text| text.accumulate_rows(reduce, tiling, "col", "L"));
            self.store_rows(tiling);
        }
        self.line("}");
        self.names = names;
    }

    /// Adds the products of one iteration to all rows of a block; the lanes start at `start`.
    fn accumulate_rows(&mut self, reduce: &Reduce, tiling: &Tiling, start: &str, lanes: &str) {
        let body = reduce.body.clone();
        let mut vectors = Vectors::new(start, lanes);
        let value = vectors.expr(self, &body, tiling, "unreachable");
        self.line(&vectors.shared);
        self.line("for q in 0..R {");
        self.line(&vectors.own);
        let sum = "sum[q][j]";
        let product = match (&body, reduce.reduction) {
            (Expr::Op(Op::Mul, args), Reduction::Sum) => {
                let [a, b] = [0, 1].map(|at| vectors.expr(self, &args[at], tiling, "unreachable"));
                format!("{sum} = isa.fma({a}, {b}, {sum});")
            }
            (_, Reduction::Sum) => format!("{sum} += {value};"),
            (_, Reduction::Max) => format!("{sum} = b::larger({sum}, {value});"),
        };
        self.line(&format!("for j in 0..{lanes} {{ {product} }}"));
        self.line("}");
    }

    /// Writes the elements of a block, lanes being elements.
    fn store_rows(&mut self, tiling: &Tiling) {
        let value = self.kernel.value.clone();
        let mut vectors = Vectors::new("col", "L");
        let text = vectors.expr(self, &value, tiling, "sum[q][j]");
        self.line(&vectors.shared);
        self.line("for q in 0..R {");
        self.line(&vectors.own);
        let operator = match self.kernel.store {
            Store::Set => "=",
            Store::Add => "+=",
        };
        let target = match self.row_of(&self.kernel.target, "o", &self.kernel.to, tiling.vector, "col") {
            Some((row, start)) => {
                self.line(&format!("let out: &mut [__S; L] = b::lanes_mut(&mut {row}, {start});"));
                "out[j]".to_owned()
            }
            None => {
                let was = std::mem::replace(&mut self.names[tiling.vector], "(col + j)".to_owned());
                let target = self.element("o", &self.kernel.to);
                self.names[tiling.vector] = was;
                target
            }
        };
        self.line(&format!("for j in 0..L {{ {target} {operator} {text}; }}"));
        self.line("}");
    }

    /// All blocks of the kernel.
    fn grid(&mut self, tiling: &Tiling, outer: &[usize]) {
        let parameters = self.parameters();
        let arguments = self.argument_names();
        let places: Vec<String> = outer.iter().map(|axis| format!("{}, ", self.names[*axis])).collect();
        let places = places.concat();
        let (length, rows) = (self.length(tiling.vector), tiling.rows.map_or(1, |axis| self.length(axis)));
        let along_sum = tiling.along_sum;
        self.line("#[inline(always)]");
        self.line(&format!("fn grid<I: b::Isa, const R: usize, const L: usize>(isa: I, {parameters}) {{"));
        self.nest(outer.to_vec(), &mut |text| {
            let column = |text: &mut Self, lanes: &str| {
                text.line("let mut row = 0;");
                text.line(&format!(
                    "while row + R <= {rows} {{ block::<I, R, {lanes}>(isa, o, {arguments} {places} row, col); row += R; }}"
                ));
                let divided = REGISTERS.iter().all(|&(bytes, registers)| {
                    rows % size(bytes / text.bytes(), registers, length, rows, along_sum).0 == 0
                });
                if !divided {
                    text.line(&format!(
                        "while row < {rows} {{ block::<I, 1, {lanes}>(isa, o, {arguments} {places} row, col); row += 1; }}"
                    ));
                }
            };
            text.line("let mut col = 0;");
            if along_sum {
                column(text, "L");
                return;
            }
            text.line(&format!("while col + L <= {length} {{"));
            column(text, "L");
            text.line("col += L; }");
            for lanes in [4, 1] {
                let divided = REGISTERS.iter().all(|&(bytes, registers)| {
                    let block = size(bytes / text.bytes(), registers, length, rows, along_sum).1;
                    length % block < lanes
                });
                if !divided {
                    text.line(&format!("while col + {lanes} <= {length} {{"));
                    column(text, &lanes.to_string());
                    text.line(&format!("col += {lanes}; }}"));
                }
            }
        });
        self.line("}");
    }

    /// The row that a vector lies in, and where it starts: the last axis is that of the lanes.
    pub(super) fn row_of(
        &self,
        argument: &crate::plan::Argument,
        name: &str,
        places: &[Place],
        vector: usize,
        start: &str,
    ) -> Option<(String, String)> {
        let (last, others) = places.split_last()?;
        let Place::Affine(last) = last else { return None };
        if stride(argument, places, vector) != Some(1) || last.terms.get(vector) != Some(&1) {
            return None;
        }
        let mut names = self.names.clone();
        start.clone_into(&mut names[vector]);
        let row = if others.is_empty() { format!("(*{name})") } else { self.element(name, others) };
        Some((row, self.affine_with(last, &names)))
    }
}

/// Rows and lanes of a block: `vector` numbers in a register, `registers` accumulators, for `length` lanes and `rows`
/// rows in all.
fn size(vector: usize, registers: usize, length: usize, rows: usize, along_sum: bool) -> (usize, usize) {
    let most = if vector >= 16 { 4 } else { 2 };
    let divides = |lanes: usize| length % lanes == 0;
    let lanes = match (1..=most).rev().map(|count| count * vector).filter(|&lanes| lanes <= length) {
        // Partial sums are added in halves.
        mut options if along_sum => options.find(|lanes| lanes.is_power_of_two()),
        options => {
            let options: Vec<usize> = options.collect();
            options.iter().copied().find(|&lanes| divides(lanes)).or(options.first().copied())
        }
    };
    let lanes = lanes.unwrap_or(if along_sum { 8.min(vector) } else { largest_power(length.min(vector)) });
    let most = (registers * vector / lanes).clamp(1, if along_sum { 4 } else { 12 }).min(rows);
    // A divisor, unless that is much less.
    let divisor = (1..=most).rev().find(|count| rows % count == 0).unwrap_or(1);
    (if 2 * divisor >= most { divisor } else { most }, lanes)
}

fn largest_power(number: usize) -> usize {
    1 << number.max(1).ilog2()
}

/// The vectors and scalars that an expression reads, bound to names before the loop over the lanes.
struct Vectors {
    start: String,
    lanes: String,
    /// What all rows share.
    shared: String,
    /// What each row reads for itself.
    own: String,
    known: Vec<(String, String)>,
}

impl Vectors {
    fn new(start: &str, lanes: &str) -> Self {
        Vectors {
            start: start.to_owned(),
            lanes: lanes.to_owned(),
            shared: String::new(),
            own: String::new(),
            known: Vec::new(),
        }
    }

    /// An expression for lane `j` of row `q`.
    fn expr(&mut self, text: &mut Text<'_>, expr: &Expr, tiling: &Tiling, reduced: &str) -> String {
        let mut bound = expr.clone();
        let mut names: Vec<String> = Vec::new();
        each_load(&mut bound, &mut |argument, places| {
            names.push(self.bind(text, argument, places, tiling));
        });
        let was = std::mem::replace(&mut text.names[tiling.vector], format!("({} + j)", self.start));
        let mut names = names.into_iter();
        let result = text.expr_with(expr, reduced, &mut |_, _, _| names.next());
        text.names[tiling.vector] = was;
        result
    }

    /// The text of a load.
    fn bind(&mut self, text: &Text<'_>, argument: usize, places: &[Place], tiling: &Tiling) -> String {
        let known = &text.kernel.arguments[argument];
        let own = tiling.rows.is_some_and(|rows| stride(known, places, rows) != Some(0));
        let name = format!("a{argument}");
        if text.integers[argument] {
            let mut names = text.names.clone();
            names[tiling.vector] = format!("({} + j)", self.start);
            return format!("({} as i64)", text.load_with(argument, places, &names));
        }
        let (value, use_of) = if let Some((row, start)) = text.row_of(known, &name, places, tiling.vector, &self.start)
        {
            (format!("b::lanes::<__S, {}>(&{row}, {start})", self.lanes), "[j]")
        } else if stride(known, places, tiling.vector) == Some(0) {
            (format!("b::scalar(&{})", text.load(argument, places)), "")
        } else {
            let mut names = text.names.clone();
            names[tiling.vector] = format!("({} + j)", self.start);
            return text.load_with(argument, places, &names);
        };
        let at = match self.known.iter().position(|(known, _)| *known == value) {
            Some(at) => at,
            None => {
                let name = format!("x{}", self.known.len());
                let lines = if own { &mut self.own } else { &mut self.shared };
                writeln!(lines, "let {name} = {value};").expect("a string can always grow");
                self.known.push((value, name));
                self.known.len() - 1
            }
        };
        format!("{}{use_of}", self.known[at].1)
    }
}
