//! What the driver of sums in blocks, `kernel/blocks.rs` of the runtime, calls: accessors that add terms to the sums of a block, and
//! store them.

use burtorch_runtime::rules::Op;

use super::block::Tiling;
use super::kernel::{Split, Text, coordinates};
use super::transpose::{Matrix, transpose};
use super::wide::Wide;
use crate::each::Each;
use crate::plan::{Expr, Reduce, Reduction, Store};

impl Text<'_> {
    /// What the driver is told of the kernel, and how terms are added to the sums of a block and these are stored.
    pub(super) fn accessors_of_blocks(&self, reduce: &Reduce, tiling: &Tiling) -> String {
        let mut text = Text { out: String::new(), accessors: String::new(), ..self.clone() };
        let names = self.coordinates_of_blocks(reduce, tiling);
        text.facts(reduce, tiling);
        text.add(reduce, tiling, &names, false);
        if tiling.packed {
            text.add(reduce, tiling, &names, true);
            text.pack(reduce, tiling, &names);
        }
        if tiling.along_sum {
            text.axes_of_terms(reduce, tiling, &names);
            text.accessor(&names, &STORE_ONE, |text| text.store("sum"));
        } else if !text.row_of_sums(tiling, &names) {
            text.accessor(&names, &STORE, |text| text.store_rows(tiling));
        }
        if tiling.chunk.is_some() {
            text.accessor(&names, &RESUME, |text| text.go_on(reduce, tiling));
        }
        if let Some(factors) = &tiling.pairs {
            text.accessor(&names, &ADD_TWO_K, |text| text.add_pairs(reduce, tiling, factors));
        }
        if let Some(wide) = &tiling.wide {
            text.accessor(&names, &ADD_BESIDE, |text| text.add_beside(reduce, tiling, wide));
        }
        format!("impl b::Blocks<__S, {}> for NAME {{\n{}}}\n", names.len(), text.out)
    }

    /// The constants of the kernel.
    fn facts(&mut self, reduce: &Reduce, tiling: &Tiling) {
        let rank = self.kernel.dims.len();
        // Without a loop over rows, a coordinate of its own stays zero.
        let (rows, count) = tiling.rows.map_or((rank, 1), |rows| (rows, self.length(rows)));
        let row = usize::from(tiling.along_sum && tiling.rows.is_none());
        self.line(&format!(
            "const LANES: usize = {}; const ROWS: usize = {rows}; const COUNT: usize = {count};",
            tiling.vector + row
        ));
        if tiling.along_sum {
            self.line(&format!("const IS_DOT: bool = true; const TERMS: usize = {};", self.length(tiling.vector)));
        }
        let is_max = reduce.reduction == Reduction::Max;
        let (half, next) = tiling.wide.as_ref().map_or((false, None), Wide::beside);
        let flags = [
            (is_max, "IS_MAX"),
            (tiling.rows_first, "ROWS_FIRST"),
            (tiling.chunk.is_some(), "RESUMES"),
            (tiling.pairs.is_some(), "TWO_K"),
            (half, "HALF_BESIDE"),
            (next.is_some(), "NEXT_BESIDE"),
        ];
        for (_, flag) in flags.iter().filter(|(holds, _)| *holds) {
            self.line(&format!("const {flag}: bool = true;"));
        }
        if let Some(axis) = next {
            self.line(&format!("const BESIDE: usize = {axis};"));
        }
        let part = match self.split {
            Split::Rows(split) if tiling.rows == Some(split) => "fn row_range(o: &b::Target<'_, Self>)",
            Split::Columns => "fn column_range(o: &b::Target<'_, Self>, _: usize)",
            _ => return,
        };
        self.line(&format!("#[inline(always)]\n{part} -> b::Range<usize> {{ o.range() }}"));
    }

    /// An accessor whose body `inside` writes. It gets coordinates of these names.
    fn accessor(&mut self, names: &[String], head: &Head, inside: impl FnOnce(&mut Self)) {
        let out = std::mem::take(&mut self.out);
        inside(self);
        let body = std::mem::replace(&mut self.out, out);
        let Head { name, generics, target, more, has_arguments } = head;
        let arguments = if *has_arguments { self.accessor_arguments(&body) } else { String::new() };
        let place = coordinates(names, &body);
        self.line(&format!(
            "#[inline(always)]\nfn {name}<I: b::Isa{generics}>(isa: I, {target}{arguments}{place}, {more}) {{\n{body}}}"
        ));
    }

    /// The accessor that adds terms to the sums of a block, with or without a panel.
    fn add(&mut self, reduce: &Reduce, tiling: &Tiling, names: &[String], packed: bool) {
        let head = if packed { &ADD_PACKED } else { &ADD };
        self.accessor(names, head, |text| {
            text.in_block(reduce, tiling, |text, loops| {
                if tiling.along_sum {
                    text.accumulate(reduce, tiling, packed);
                    return;
                }
                let count = if tiling.chunk.is_some() { "for k in 0..count {" } else { "" };
                text.line(count);
                text.nest_terms(loops, &mut |text| text.accumulate(reduce, tiling, packed));
                text.line(&"}".repeat(usize::from(tiling.chunk.is_some())));
            });
        });
    }

    /// Writes what `inside` does for row `q` of a block; it gets the loops over the terms of a part of the sum, if lanes are elements.
    pub(super) fn in_block(&mut self, reduce: &Reduce, tiling: &Tiling, inside: impl FnOnce(&mut Self, Vec<usize>)) {
        let (rank, names) = (self.kernel.dims.len(), self.names.clone());
        if let Some(rows) = tiling.rows {
            self.names[rows] = format!("({} + q)", self.names[rows]);
        }
        let mut loops: Vec<usize> = (rank..rank + reduce.dims.len()).collect();
        if let Some(chunk) = tiling.chunk {
            loops.drain(..=chunk.dim);
            "(k0 + k)".clone_into(&mut self.names[rank + chunk.dim]);
        }
        inside(self, loops);
        self.names = names;
    }

    /// The loops over the axes of a sum around the one that lanes lie along, if there are any.
    fn axes_of_terms(&mut self, reduce: &Reduce, tiling: &Tiling, names: &[String]) {
        let rank = self.kernel.dims.len();
        let axes: Vec<usize> = (rank..rank + reduce.dims.len()).only(|axis| *axis != tiling.vector);
        if axes.is_empty() {
            return;
        }
        let first = names.len() - reduce.dims.len();
        self.line(&format!(
            "#[inline(always)]\nfn axes<I: b::Isa, V: b::Vector<__S, Proof = I>, const R: usize, const C: usize>\
             (isa: I, a: &b::Arguments<'_, Self>, at: &mut [usize; {}], sum: &mut [[V; C]; R], \
             rest: &mut [[b::One<__S, I>; 1]; R]) {{",
            names.len()
        ));
        self.nest_terms(axes.iter().copied(), &mut |text| {
            for axis in &axes {
                text.line(&format!("at[{}] = {};", first + axis - rank, text.names[*axis]));
            }
            text.line("Self::terms(isa, a, at, sum, rest);");
        });
        self.line("}");
    }

    /// Adds what one iteration yields to all rows of a block.
    fn accumulate(&mut self, reduce: &Reduce, tiling: &Tiling, packed: bool) {
        let start = self.names[tiling.vector].clone();
        let mut vectors = tiling.vectors(&start);
        let next = match (&reduce.body, reduce.reduction) {
            (Expr::Op(Op::Mul, args), Reduction::Sum) => {
                let [a, b] = [0, 1].map(|at| vectors.expr(self, &args[at]));
                format!("{a}.fma({b}, sum[q][c])")
            }
            (body, Reduction::Sum) => format!("sum[q][c].add({})", vectors.expr(self, body)),
            (body, Reduction::Max) => format!("sum[q][c].larger({})", vectors.expr(self, body)),
        };
        if packed {
            // The one shared vector is in the panel.
            let (name, _) = vectors.shared.split_once(" = ").expect("it is bound to a name");
            self.line(&format!("{name} = panel[{}];", self.place_in_panel(reduce, tiling)));
        } else {
            self.line(&vectors.shared);
        }
        self.line("for q in 0..R {");
        self.line(&vectors.own);
        self.line(&format!("for c in 0..C {{ sum[q][c] = {next}; }}"));
        self.line("}");
    }

    /// Starts the sums of a part of a sum from those of the parts before.
    fn go_on(&mut self, reduce: &Reduce, tiling: &Tiling) {
        let rank = self.kernel.dims.len();
        let dim = tiling.chunk.map_or(0, |chunk| chunk.dim);
        let part = (0..dim).fold("k0".to_owned(), |sum, dim| format!("{sum} + {}", self.names[rank + dim]));
        if self.kernel.store == Store::Set {
            self.line(&format!("if {part} == 0 {{ return; }}"));
        }
        self.in_block(reduce, tiling, |text, _| {
            let (row, start) = text.target_row(tiling).expect("a sum in parts is stored in rows");
            text.line(&format!(
                "for q in 0..R {{ for c in 0..C {{ sum[q][c] = V::load(isa, &{row}, {start} + c * V::N); }} }}"
            ));
        });
    }

    /// Where in the panel the vector of an iteration is.
    fn place_in_panel(&self, reduce: &Reduce, tiling: &Tiling) -> String {
        let rank = self.kernel.dims.len();
        let (first, start) = tiling.chunk.map_or((0, ""), |chunk| (chunk.dim + 1, "k"));
        (first..reduce.dims.len()).fold(start.to_owned(), |outer, dim| match outer.as_str() {
            "" => self.names[rank + dim].clone(),
            outer => format!("({outer}) * {} + {}", reduce.dims[dim], self.names[rank + dim]),
        })
    }

    /// The accessor that copies the vectors that the rows of a column share to `panel`.
    fn pack(&mut self, reduce: &Reduce, tiling: &Tiling, names: &[String]) {
        self.accessor(names, &PACK, |text| {
            text.in_block(reduce, tiling, |text, loops| {
                let start = text.names[tiling.vector].clone();
                let mut vectors = tiling.vectors(&start);
                let Expr::Op(_, factors) = &reduce.body else { unreachable!("only products are packed") };
                for factor in factors {
                    vectors.expr(text, factor);
                }
                let (_, value) = vectors.shared.split_once(" = ").expect("it is bound to a name");
                text.line(if tiling.chunk.is_some() { "for k in 0..count {" } else { "" });
                text.nest_terms(loops, &mut |text| {
                    text.line(&format!("panel[{}] = {}", text.place_in_panel(reduce, tiling), value.trim_end()));
                });
                text.line(&"}".repeat(usize::from(tiling.chunk.is_some())));
            });
        });
    }

    /// The accessor of the row that sums are stored in, if they are stored as they are.
    fn row_of_sums(&mut self, tiling: &Tiling, names: &[String]) -> bool {
        let is_set = self.kernel.store == Store::Set || tiling.chunk.is_some();
        let Some((row, start)) =
            self.target_row(tiling).filter(|_| is_set && matches!(self.kernel.value, Expr::Reduced))
        else {
            return false;
        };
        let place = coordinates(names, &format!("{row} {start}"));
        self.line(&format!(
            "#[inline(always)]\nfn row<'o>(o: &'o mut b::Target<'_, Self>, {place}) -> (&'o mut [__S], usize) {{ let start = {start}; (&mut {row}, start) }}"
        ));
        true
    }

    /// Writes the elements of a block, lanes being elements.
    fn store_rows(&mut self, tiling: &Tiling) {
        let (names, value) = (self.names.clone(), self.kernel.value.clone());
        if let Some(rows) = tiling.rows {
            self.names[rows] = format!("({} + q)", self.names[rows]);
        }
        match self.target_row(tiling).filter(|_| self.is_vector(&value, tiling.vector)) {
            Some(target) => self.store_vectors(tiling, &value, target),
            None => self.store_lanes(tiling, &names),
        }
        self.names = names;
    }

    fn store_vectors(&mut self, tiling: &Tiling, value: &Expr, (row, start): (String, String)) {
        let lane = self.names[tiling.vector].clone();
        let mut vectors = tiling.vectors(&lane);
        let value = vectors.expr(self, value);
        self.line(&vectors.shared);
        self.line("for q in 0..R {");
        self.line(&vectors.own);
        let value = match self.kernel.store {
            // The sums started from it.
            _ if tiling.chunk.is_some() => value,
            Store::Set => value,
            Store::Add => format!("{value}.add(V::load(isa, &{row}, {start} + c * V::N))"),
            Store::Update => unreachable!("sums are stored before parameters are updated by them"),
        };
        self.line(&format!("for c in 0..C {{ let at = {start} + c * V::N; {value}.store(&mut {row}, at); }}"));
        self.line("}");
    }

    /// The same, lane by lane.
    fn store_lanes(&mut self, tiling: &Tiling, names: &[String]) {
        // No register has more lanes.
        let lanes = Matrix { slice: "lanes.as_flattened()".to_owned(), step: 16 };
        let lane = &names[tiling.vector];
        self.line("for c in 0..C { let mut lanes = [[0.0 as __S; 16]; R];");
        self.line("for q in 0..R { sum[q][c].store(&mut lanes[q], 0); }");
        if let Some(target) = self.columns_of_block(tiling, names) {
            let shape = transpose("R", "V::N", &lanes, &target);
            self.line(&format!("{shape}.copy(isa, {}, &mut {}); }}", lanes.slice, target.slice));
            return;
        }
        self.names[tiling.vector] = format!("({lane} + c * V::N + j)");
        // Rows are more often side by side than lanes are.
        self.line("for j in 0..V::N { for q in 0..R {");
        self.store("lanes[q][j]");
        self.line("} } }");
    }

    /// Where sums are stored as they are, one row of the target for each lane, if rows of the block lie side by side in it.
    fn columns_of_block(&self, tiling: &Tiling, names: &[String]) -> Option<Matrix> {
        let (Expr::Reduced, Store::Set) = (&self.kernel.value, self.kernel.store) else { return None };
        let rows = tiling.rows?;
        let mut text = Text { out: String::new(), names: names.to_vec(), ..self.clone() };
        text.names[tiling.vector] = format!("({} + c * V::N)", names[tiling.vector]);
        text.matrix(&self.kernel.target, "o", &self.kernel.to, [tiling.vector, rows], "as_flattened_mut")
    }

    /// The row of the target that the vectors of a block lie in, and where they start.
    fn target_row(&self, tiling: &Tiling) -> Option<(String, String)> {
        let lane = &self.names[tiling.vector];
        let start = if self.split == Split::Columns { format!("({lane} - o.range().start)") } else { lane.clone() };
        self.row_of(&self.kernel.target, "o", &self.kernel.to, tiling.vector, &start)
    }
}

/// What stands around the body of an accessor.
struct Head {
    name: &'static str,
    /// Its parameters but the instruction set.
    generics: &'static str,
    target: &'static str,
    /// What it gets after the place.
    more: &'static str,
    has_arguments: bool,
}

const BLOCK: &str = ", V: b::Vector<__S, Proof = I>, const R: usize, const C: usize";
const TARGET: &str = "o: &mut b::Target<'_, Self>, ";

const ADD: Head = Head { name: "add", generics: BLOCK, target: "", more: "sum: &mut [[V; C]; R]", has_arguments: true };
const ADD_PACKED: Head = Head { name: "add_packed", target: "panel: &[[V; C]], ", ..ADD };
const PACK: Head = Head {
    name: "pack",
    generics: ", V: b::Vector<__S, Proof = I>, const C: usize",
    more: "panel: &mut [[V; C]]",
    ..ADD
};
const STORE: Head = Head { name: "store", target: TARGET, more: "sum: &[[V; C]; R]", ..ADD };
const STORE_ONE: Head = Head { name: "store_one", generics: "", target: TARGET, more: "sum: __S", has_arguments: true };
const RESUME: Head = Head { name: "resume", target: "o: &b::Target<'_, Self>, ", has_arguments: false, ..ADD };
const ADD_TWO_K: Head = Head {
    name: "add_two_k",
    generics: ", V: b::Vector<__S, Proof = I>, P: b::TwoK<__S, Proof = I, One = V>, const R: usize",
    more: "both: &mut [P; R]",
    ..ADD
};
const ADD_BESIDE: Head = Head {
    name: "add_beside",
    generics: ", V: b::Vector<__S, Proof = I>, W: b::Vector<__S, Proof = I>, const R: usize",
    more: "sum: &mut [[V; 1]; R], beside: &mut [[W; 1]; R]",
    ..ADD
};
