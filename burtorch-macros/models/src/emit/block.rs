//! Sums, in blocks of accumulators that stay in registers.
//!
//! A block is `R` rows of `C` vectors. The lanes of a vector are elements of the result that lie side by side, or,
//! where there are none, partial sums along the axis that is summed; the rows are elements of the result that share
//! what the lanes are multiplied by. How large a block is depends on the registers, so it is chosen for each instruction
//! set.

use super::kernel::{Split, Text};
use super::pairs::Factors;
use super::transpose::{Matrix, transpose};
use super::vectors::Vectors;
use super::wide::Wide;
use crate::each::Each;
use crate::plan::{Expr, Kernel, Reduce, Reduction, Store, in_place};
use burtorch_runtime::rules::Op;

/// How a sum is computed.
pub(super) struct Tiling {
    /// The loop whose iterations are lanes.
    pub(super) vector: usize,
    /// Whether that is a loop of the sum.
    along_sum: bool,
    /// The loop whose iterations are rows.
    pub(super) rows: Option<usize>,
    /// The vectors that all rows share are first copied to a panel, one after the other.
    pub(super) packed: bool,
    /// All columns of some rows come before the next rows: what the rows share is in the cache anyway.
    rows_first: bool,
    /// The sum is taken in parts, so that what the rows share stays in the cache.
    pub(super) chunk: Option<Chunk>,
    /// Where half a register is left over, two terms of the sum may go side by side.
    pairs: Option<Factors>,
    /// In the widest registers something may go beside a single vector.
    wide: Option<Wide>,
}

/// A part of a long sum: some iterations of one of its loops, and all of those inside of it.
#[derive(Clone, Copy)]
pub(super) struct Chunk {
    /// The loop, counted from the first one of the sum.
    pub(super) dim: usize,
    length: usize,
}

/// A panel has at most this many numbers per lane, and pays if there are at least this many.
const PANEL: std::ops::RangeInclusive<usize> = 32..=512;
/// A sum of more terms than this is taken in parts of about so many.
const CHUNK: usize = 256;
/// So many numbers, shared by all rows, stay in the cache next to the processor.
const CACHED: usize = 4096;
/// Numbers further apart than this are brought together in a panel.
const APART: isize = 48;

/// The registers of an instruction set: bytes in one, and how many accumulators fit.
pub(super) const REGISTERS: [(usize, usize); 3] = [(64, 24), (32, 12), (16, 8)];

impl Text<'_> {
    /// The best way to compute the kernel's sum; `None` if nothing lies side by side, or the sum is not one of vectors.
    pub(super) fn tiling(&self, reduce: &Reduce) -> Option<Tiling> {
        let rank = self.kernel.dims.len();
        let beside = |axis: usize| self.kernel.target.stride(&self.kernel.to, axis) == Some(1);
        let elements = (0..rank).filter(|&axis| self.length(axis) >= 4 && self.is_contiguous(reduce, axis));
        let along_sum =
            (rank..rank + reduce.dims.len()).filter(|&axis| self.length(axis) >= 8 && self.is_contiguous(reduce, axis));
        let (vector, along_sum) = match elements.max_by_key(|&axis| (beside(axis), self.length(axis))) {
            Some(axis) => (axis, false),
            None => (along_sum.max_by_key(|&axis| self.length(axis))?, true),
        };
        if !self.is_vector(&reduce.body, vector) {
            return None;
        }
        let rows = (0..rank)
            .filter(|&axis| axis != vector && self.length(axis) > 1 && self.is_shared(reduce, vector, axis))
            .max_by_key(|&axis| self.length(axis));
        let (packed, rows_first, chunk, pairs, wide) = (false, false, None, None, None);
        let mut tiling = Tiling { vector, along_sum, rows, packed, rows_first, chunk, pairs, wide };
        if let (false, Some(rows)) = (along_sum, rows) {
            tiling.chunk = self.chunk(reduce, vector);
            let terms = tiling.terms(reduce);
            tiling.packed = self.is_apart(reduce, vector, rows, terms);
            tiling.rows_first = !tiling.packed && terms * self.length(vector) <= CACHED;
            if !tiling.packed && tiling.chunk.is_none() {
                tiling.pairs = self.pairs(reduce, vector, rows);
                tiling.wide = self.wide(reduce, vector, rows);
            }
        }
        Some(tiling)
    }

    /// The parts of a long sum that can be continued from where it is stored.
    fn chunk(&self, reduce: &Reduce, vector: usize) -> Option<Chunk> {
        let kernel = self.kernel;
        let terms: usize = reduce.dims.iter().product();
        let continued = matches!((&kernel.value, kernel.store), (Expr::Reduced, _) | (_, Store::Set))
            && reduce.reduction == Reduction::Sum
            && in_place(&kernel.to)
            && self.row_of(&kernel.target, "", &kernel.to, vector, "").is_some();
        if terms <= 2 * CHUNK || !continued {
            return None;
        }
        let mut inside = 1;
        let dim = (0..reduce.dims.len()).rev().find(|&dim| {
            let enough = inside * reduce.dims[dim] >= CHUNK;
            if !enough {
                inside *= reduce.dims[dim];
            }
            enough
        })?;
        Some(Chunk { dim, length: (CHUNK / inside).clamp(1, reduce.dims[dim]) })
    }

    /// Whether the rows share one vector, which lies far from that of the next iteration, and is read often enough.
    fn is_apart(&self, reduce: &Reduce, vector: usize, rows: usize, terms: usize) -> bool {
        let rank = self.kernel.dims.len();
        let loads = Self::loads(reduce);
        let mut shared = loads.iter().filter(|(argument, places)| {
            let argument = &self.kernel.arguments[*argument];
            argument.stride(places, vector) == Some(1) && argument.stride(places, rows) == Some(0)
        });
        let (Some((argument, places)), None) = (shared.next(), shared.next()) else { return false };
        let next = self.kernel.arguments[*argument].stride(places, rank + reduce.dims.len() - 1);
        PANEL.contains(&terms)
            && self.length(rows) >= 24
            && next.is_some_and(|step| step.abs() >= APART)
            && matches!(reduce.body, Expr::Op(Op::Mul, _))
    }

    /// Whether some vector that is read does not depend on `row`.
    fn is_shared(&self, reduce: &Reduce, vector: usize, row: usize) -> bool {
        Self::loads(reduce).iter().any(|(argument, places)| {
            let argument = &self.kernel.arguments[*argument];
            argument.stride(places, vector) == Some(1) && argument.stride(places, row) == Some(0)
        })
    }

    /// The functions `block` and `grid`, and the call of the latter.
    pub(super) fn blocks(&mut self, reduce: &Reduce, tiling: &Tiling) {
        // What is not computed on vectors is computed in a loop of its own, from the sums where they are stored.
        let whole = self.kernel;
        if tiling.along_sum
            || whole.store == Store::Add
            || (tiling.chunk.is_none() && self.is_vector(&whole.value, tiling.vector))
            || matches!(whole.value, Expr::Reduced)
            || !in_place(&whole.to)
        {
            self.all_blocks(reduce, tiling);
            return;
        }
        let raw = Kernel { value: Expr::Reduced, ..whole.clone() };
        let mut sums = Text { kernel: &raw, ..self.clone() };
        sums.all_blocks(reduce, tiling);
        self.out = sums.out;
        self.store_all(&self.element("o", &whole.to));
    }

    fn all_blocks(&mut self, reduce: &Reduce, tiling: &Tiling) {
        let rank = self.kernel.dims.len();
        let outer: Vec<usize> = (0..rank).only(|axis| *axis != tiling.vector && Some(*axis) != tiling.rows);
        self.block(reduce, tiling, &outer);
        if let Some(factors) = &tiling.pairs {
            self.block_of_pairs(reduce, tiling, factors, &outer);
        }
        if let Some(wide) = &tiling.wide {
            self.wide_block(reduce, tiling, wide, &outer);
        }
        self.grid(reduce, tiling, &outer);
        let arguments = self.argument_names();
        let register = if self.bytes() == 4 { "__I::F32" } else { "__I::F64" };
        let part = self.part_of_sum(reduce, tiling, "");
        let mut close = String::new();
        if let Some(chunk) = tiling.chunk {
            let (name, length) = (self.names[rank + chunk.dim].clone(), reduce.dims[chunk.dim]);
            let outer: Vec<String> = (0..chunk.dim).each(|dim| self.names[rank + dim].clone());
            for (dim, name) in outer.iter().enumerate() {
                let length = reduce.dims[dim];
                if dim == 0 && self.split == Split::Terms {
                    self.line(&format!("for {name} in o.range() {{ if {name} >= {length} {{ break; }}"));
                } else {
                    self.line(&format!("for {name} in 0..{length} {{"));
                }
            }
            self.line(&format!("for {name} in 0..{} {{", length.div_ceil(chunk.length)));
            self.line(&format!("let k0 = {name} * {}; let count = {}.min({length} - k0);", chunk.length, chunk.length));
            if self.kernel.store == Store::Set {
                let sum = outer.iter().fold("k0".to_owned(), |sum, name| format!("{sum} + {name}"));
                self.line(&format!("let first = {sum} == 0;"));
            }
            close = "}".repeat(chunk.dim + 1);
        }
        let rows = tiling.rows.map_or(1, |axis| self.length(axis));
        self.line("match __I::WIDTH {");
        for (bytes, registers) in REGISTERS {
            // A sum that is shorter than a register goes into half of one.
            let half = tiling.along_sum && bytes / self.bytes() > self.length(tiling.vector);
            let (register, used) = if half { ("__I::Half32", bytes / 2) } else { (register, bytes) };
            let (block, vectors) = self.size(tiling, used, registers);
            let pattern = if bytes == 16 { "_".to_owned() } else { bytes.to_string() };
            let left = rows % block;
            self.line(&format!(
                "{pattern} => grid::<__I, {register}, {block}, {left}, {vectors}>(isa, o, {arguments} {part}),"
            ));
        }
        self.line("}");
        self.line(&close);
    }

    /// Rows and vectors of a block, for registers of so many bytes of which so many are accumulators.
    pub(super) fn size(&self, tiling: &Tiling, bytes: usize, registers: usize) -> (usize, usize) {
        let lanes = bytes / self.bytes();
        let length = self.length(tiling.vector);
        let rows = tiling.rows.map_or(1, |axis| self.length(axis));
        // Few loads must feed many products; wider registers come in larger numbers. A single row must have enough sums
        // of its own to hide the time that one takes.
        let side_by_side = match bytes {
            _ if rows == 1 => 8,
            64 => 4,
            _ => 2,
        };
        // Several threads need several blocks; of the widest registers, a block needs two.
        let blocks = match (self.split, bytes) {
            (Split::Columns, 64) => 2,
            (Split::Columns, _) => 4,
            _ => 1,
        };
        let most = (length / lanes / blocks).clamp(1, side_by_side);
        let vectors = (1..=most).rev().find(|count| length.is_multiple_of(count * lanes)).unwrap_or(most);
        let most = (registers / vectors).min(if tiling.along_sum { 4 } else { 12 }).min(rows);
        // As few blocks as possible, all of about the same size.
        (rows.div_ceil(rows.div_ceil(most)), vectors)
    }

    /// How many columns a block has, for each instruction set.
    pub(super) fn widths(&self, tiling: &Tiling) -> [usize; 3] {
        REGISTERS.map(|(bytes, registers)| self.size(tiling, bytes, registers).1 * bytes / self.bytes())
    }

    /// One block, at `row` and `col`.
    fn block(&mut self, reduce: &Reduce, tiling: &Tiling, outer: &[usize]) {
        let rank = self.kernel.dims.len();
        let parameters = self.parameters();
        let (places, _) = self.places(outer);
        let names = self.names.clone();
        if let Some(rows) = tiling.rows {
            "(row + q)".clone_into(&mut self.names[rows]);
        }
        self.line("#[inline(always)]");
        let size = tiling.terms(reduce);
        let panel = if tiling.packed { format!("panel: &[[__V; __C]; {size}], ") } else { String::new() };
        let part = self.part_of_sum(reduce, tiling, ": usize");
        self.line(&format!(
            "fn block<__I: b::Isa, __V: b::Vector<__S, Proof = __I>, const __R: usize, const __C: usize>\
             (isa: __I, {parameters}, {panel} {part} {places} row: usize, col: usize) {{"
        ));
        if self.split == Split::Columns {
            self.line("let at = col - o.range().start;");
        }
        let start = self.start(reduce);
        self.line(&format!("let mut sum = [[__V::splat(isa, {start}); __C]; __R];"));
        let mut sums: Vec<usize> = (rank..rank + reduce.dims.len()).only(|axis| *axis != tiling.vector);
        if let Some(chunk) = tiling.chunk {
            self.go_on(tiling);
            sums.drain(..=chunk.dim);
            "(k0 + k)".clone_into(&mut self.names[rank + chunk.dim]);
        }
        if tiling.along_sum {
            let length = self.length(tiling.vector);
            let join = match reduce.reduction {
                Reduction::Sum => "sum",
                Reduction::Max => "max",
            };
            let add = match reduce.reduction {
                Reduction::Sum => "add",
                Reduction::Max => "larger",
            };
            self.line(&format!(
                "let mut rest = [[<b::One<__S, __I> as b::Vector<__S>>::splat(isa, {start}); 1]; __R];"
            ));
            self.nest_terms(sums, &mut |text| {
                text.line(&format!("for at in 0..{length} / (__C * __V::N) {{ let at = at * __C * __V::N;"));
                text.accumulate(reduce, tiling, "at", ("__V", "__C", "sum"));
                text.line("}");
                text.line(&format!("for at in {length} / (__C * __V::N) * (__C * __V::N)..{length} {{"));
                text.accumulate(reduce, tiling, "at", ("b::One<__S, __I>", "1", "rest"));
                text.line("}");
            });
            self.line("for q in 0..__R { let mut all = sum[q][0];");
            self.line(&format!("for c in 1..__C {{ all = all.{add}(sum[q][c]); }}"));
            let total = match reduce.reduction {
                Reduction::Sum => format!("let sum = all.{join}() + rest[q][0].{join}();"),
                Reduction::Max => format!("let sum = b::larger(all.{join}(), rest[q][0].{join}());"),
            };
            self.line(&total);
            self.store("sum");
            self.line("}");
        } else {
            if tiling.chunk.is_some() {
                self.line("for k in 0..count {");
            }
            self.nest_terms(sums, &mut |text| text.accumulate(reduce, tiling, "col", ("__V", "__C", "sum")));
            if tiling.chunk.is_some() {
                self.line("}");
            }
            self.store_rows(tiling);
        }
        self.line("}");
        self.names = names;
    }

    /// Adds what one iteration yields to all rows of a block; the lanes start at `start`.
    fn accumulate(&mut self, reduce: &Reduce, tiling: &Tiling, start: &str, (vector, count, sum): (&str, &str, &str)) {
        let mut vectors = tiling.vectors(start, vector, count);
        let sum = format!("{sum}[q][c]");
        let next = match (&reduce.body, reduce.reduction) {
            (Expr::Op(Op::Mul, args), Reduction::Sum) => {
                let [a, b] = [0, 1].map(|at| vectors.expr(self, &args[at]));
                format!("{a}.fma({b}, {sum})")
            }
            (body, Reduction::Sum) => format!("{sum}.add({})", vectors.expr(self, body)),
            (body, Reduction::Max) => format!("{sum}.larger({})", vectors.expr(self, body)),
        };
        if tiling.packed {
            // The one shared vector is in the panel.
            let (name, _) = vectors.shared.split_once(" = ").expect("it is bound to a name");
            self.line(&format!("{name} = panel[{}];", self.place_in_panel(reduce, tiling)));
        } else {
            self.line(&vectors.shared);
        }
        self.line("for q in 0..__R {");
        self.line(&vectors.own);
        self.line(&format!("for c in 0..{count} {{ {sum} = {next}; }}"));
        self.line("}");
    }

    /// Starts the sums of a part of a sum from those of the parts before.
    fn go_on(&mut self, tiling: &Tiling) {
        let target = self.target_row(tiling);
        let (row, start) = target.expect("a sum in parts is stored in rows");
        if self.kernel.store == Store::Set {
            self.line("if !first {");
        }
        self.line(&format!(
            "for q in 0..__R {{ for c in 0..__C {{ sum[q][c] = __V::load(isa, &{row}, {start} + c * __V::N); }} }}"
        ));
        if self.kernel.store == Store::Set {
            self.line("}");
        }
    }

    /// What tells a block which part of the sum it adds up; with `ty`, as parameters.
    fn part_of_sum(&self, reduce: &Reduce, tiling: &Tiling, ty: &str) -> String {
        let Some(chunk) = tiling.chunk else { return String::new() };
        let rank = self.kernel.dims.len();
        let outer: Vec<&str> = (0..chunk.dim).flat_map(|dim| [&*self.names[rank + dim], ty, ", "]).collect();
        let first = match (self.kernel.store, ty) {
            (Store::Set, "") => "first,",
            (Store::Set, _) => "first: bool,",
            _ => "",
        };
        debug_assert!(chunk.dim < reduce.dims.len(), "it is a loop of the sum");
        format!("{} k0{ty}, count{ty}, {first}", outer.concat())
    }

    /// Where in the panel the vector of an iteration is.
    fn place_in_panel(&self, reduce: &Reduce, tiling: &Tiling) -> String {
        let rank = self.kernel.dims.len();
        let (first, start) = tiling.chunk.map_or((0, None), |chunk| (chunk.dim + 1, Some("k".to_owned())));
        let start = start.unwrap_or_default();
        (first..reduce.dims.len()).fold(start, |outer, dim| match outer.as_str() {
            "" => self.names[rank + dim].clone(),
            outer => format!("({outer}) * {} + {}", reduce.dims[dim], self.names[rank + dim]),
        })
    }

    /// Copies the vectors that the rows of a column share to `panel`.
    fn pack(&mut self, reduce: &Reduce, tiling: &Tiling, vector: &str, count: &str) {
        let rank = self.kernel.dims.len();
        let names = self.names.clone();
        let mut loops: Vec<usize> = (rank..rank + reduce.dims.len()).collect();
        let size = tiling.terms(reduce);
        self.line(&format!("let mut panel = [[<{vector} as b::Vector<__S>>::splat(isa, 0.0); {count}]; {size}];"));
        if let Some(chunk) = tiling.chunk {
            loops.drain(..=chunk.dim);
            "(k0 + k)".clone_into(&mut self.names[rank + chunk.dim]);
            self.line("for k in 0..count {");
        }
        let mut vectors = tiling.vectors("col", vector, count);
        let Expr::Op(_, factors) = &reduce.body else { unreachable!("only products are packed") };
        for factor in factors {
            vectors.expr(self, factor);
        }
        let (_, value) = vectors.shared.split_once(" = ").expect("it is bound to a name");
        self.nest_terms(loops, &mut |text| {
            text.line(&format!("panel[{}] = {}", text.place_in_panel(reduce, tiling), value.trim_end()));
        });
        if tiling.chunk.is_some() {
            self.line("}");
        }
        self.names = names;
    }

    /// Writes the elements of a block, lanes being elements.
    pub(super) fn store_rows(&mut self, tiling: &Tiling) {
        let value = self.kernel.value.clone();
        let target = self.target_row(tiling);
        let Some((row, start)) = target.filter(|_| self.is_vector(&value, tiling.vector)) else {
            self.store_lanes(tiling);
            return;
        };
        let mut vectors = tiling.vectors("col", "__V", "__C");
        let value = vectors.expr(self, &value);
        self.line(&vectors.shared);
        self.line("for q in 0..__R {");
        self.line(&vectors.own);
        let value = match self.kernel.store {
            // The sums started from it.
            _ if tiling.chunk.is_some() => value,
            Store::Set => value,
            Store::Add => format!("{value}.add(__V::load(isa, &{row}, {start} + c * __V::N))"),
            Store::Update => unreachable!("sums are stored before parameters are updated by them"),
        };
        self.line(&format!("for c in 0..__C {{ {value}.store(&mut {row}, {start} + c * __V::N); }}"));
        self.line("}");
    }

    /// The same, lane by lane.
    fn store_lanes(&mut self, tiling: &Tiling) {
        // No register has more lanes.
        let lanes = Matrix { slice: "lanes.as_flattened()".to_owned(), step: 16 };
        if let Some(target) = self.columns_of_block(tiling) {
            let shape = transpose("__R", "__V::N", &lanes, &target);
            self.line("for c in 0..__C { let mut lanes = [[0.0 as __S; 16]; __R];");
            self.line("for q in 0..__R { sum[q][c].store(&mut lanes[q], 0); }");
            self.line(&format!("{shape}.copy(isa, {}, &mut {}); }}", lanes.slice, target.slice));
            return;
        }
        let was = std::mem::replace(&mut self.names[tiling.vector], "(col + c * __V::N + j)".to_owned());
        // Rows are more often side by side than lanes are.
        self.line("for c in 0..__C { let mut lanes = [[0.0 as __S; 16]; __R];");
        self.line("for q in 0..__R { sum[q][c].store(&mut lanes[q], 0); }");
        self.line("for j in 0..__V::N { for q in 0..__R {");
        self.store("lanes[q][j]");
        self.line("} } }");
        self.names[tiling.vector] = was;
    }

    /// Where sums are stored as they are, one row of the target for each lane, if rows of the block lie side by side in it.
    fn columns_of_block(&self, tiling: &Tiling) -> Option<Matrix> {
        let (Expr::Reduced, Store::Set) = (&self.kernel.value, self.kernel.store) else { return None };
        let rows = tiling.rows?;
        let mut text = Text { out: String::new(), ..self.clone() };
        "row".clone_into(&mut text.names[rows]);
        "(col + c * __V::N)".clone_into(&mut text.names[tiling.vector]);
        text.matrix(&self.kernel.target, "o", &self.kernel.to, [tiling.vector, rows], "as_flattened_mut")
    }

    /// All blocks of the kernel.
    fn grid(&mut self, reduce: &Reduce, tiling: &Tiling, outer: &[usize]) {
        let parameters = self.parameters();
        let arguments = self.argument_names();
        let (typed, places) = self.places(outer);
        let part = self.part_of_sum(reduce, tiling, "");
        let typed_part = self.part_of_sum(reduce, tiling, ": usize");
        let panel = if tiling.packed { "&panel, " } else { "" };
        let block = |vector: &str, rows: &str, count: &str| {
            let block = format!(
                "block::<__I, {vector}, {rows}, {count}>(isa, o, {arguments} {panel} {part} {places} row, col);"
            );
            if tiling.pairs.is_none() || vector != "__I::Half32" {
                return block;
            }
            let pairs =
                format!("pairs::<__I, {vector}, __I::TwoK32, {rows}, {count}>(isa, o, {arguments} {places} row, col);");
            format!("if const {{ __I::TWO_K }} {{ {pairs} }} else {{ {block} }}")
        };
        let generic = "<__I: b::Isa, __V: b::Vector<__S, Proof = __I>, const __R: usize, const __Q: usize, \
                       const __C: usize>";
        if tiling.rows_first {
            // Some rows, all columns.
            self.line("#[inline(always)]");
            self.line(&format!(
                "fn columns<__I: b::Isa, __V: b::Vector<__S, Proof = __I>, const __R: usize, const __C: usize>\
                 (isa: __I, {parameters}, {typed_part} {typed} row: usize) {{"
            ));
            self.columns(tiling, &mut |text, vector, count| text.line(&block(vector, "__R", count)));
            self.line("}");
        }
        self.line("#[inline(always)]");
        self.line(&format!("fn grid{generic}(isa: __I, {parameters}, {typed_part}) {{"));
        let rows = tiling.rows.map_or(1, |axis| self.length(axis));
        let split = tiling.rows.is_some_and(|rows| self.split == Split::Rows(rows));
        // What is left over is known before anything is compiled, and costs nothing if it is nothing.
        let all_rows = |text: &mut Self, call: &dyn Fn(&str) -> String| {
            if split {
                // Parts start where blocks do, so what is left over is the same. The optimizer does not know where they
                // end; with the second condition it knows what is inside.
                text.line("let (mut row, end) = (o.range().start, o.range().end);");
                text.line(&format!("while row + __R <= end && row <= {rows} - __R {{ {} row += __R; }}", call("__R")));
                let left = format!("row < end && row <= {rows} - __Q");
                text.line(&format!("if const {{ __Q != 0 }} {{ if {left} {{ {} }} }}", call("__Q")));
                return;
            }
            text.line("let mut row = 0;");
            let next = next("row", rows, "__R");
            text.line(&format!("while row <= {rows} - __R {{ {} {next} }}", call("__R")));
            text.line(&format!("if const {{ __Q != 0 }} {{ let row = {rows} / __R * __R; {} }}", call("__Q")));
        };
        if let Some(wide) = &tiling.wide {
            self.line("if const { __I::WIDTH == 64 } {");
            self.nest_wide(wide, outer, &mut |text| {
                all_rows(text, &|rows| format!("wide::<__I, __V, {rows}>(isa, o, {arguments} {places} row);"));
            });
            self.line("} else {");
        }
        self.nest_outer(outer.to_vec(), &mut |text| {
            if tiling.rows_first {
                all_rows(text, &|rows| {
                    format!("columns::<__I, __V, {rows}, __C>(isa, o, {arguments} {part} {places} row);")
                });
                return;
            }
            text.columns(tiling, &mut |text, vector, count| {
                if tiling.packed {
                    text.pack(reduce, tiling, vector, count);
                }
                all_rows(text, &|rows| block(vector, rows, count));
            });
        });
        if tiling.wide.is_some() {
            self.line("}");
        }
        self.line("}");
    }

    /// The loops over the columns of blocks.
    fn columns(&mut self, tiling: &Tiling, inside: &mut dyn FnMut(&mut Self, &str, &str)) {
        let length = self.length(tiling.vector);
        if self.split == Split::Columns {
            // The optimizer does not know where the columns end; with the second condition it knows what is inside.
            self.line("let (mut col, end) = (o.range().start, o.range().end);");
            self.line(&format!("while col + __C * __V::N <= end && col <= {length} - __C * __V::N {{"));
            inside(self, "__V", "__C");
            self.line("col += __C * __V::N; }");
            return;
        }
        self.line("let mut col = 0;");
        if tiling.along_sum {
            inside(self, "__V", "__C");
            return;
        }
        self.line(&format!("if const {{ {length} >= __C * __V::N }} {{ while col <= {length} - __C * __V::N {{"));
        inside(self, "__V", "__C");
        self.line(&format!("{} }} }}", next("col", length, "__C * __V::N")));
        let sizes = self.widths(tiling);
        if sizes.iter().all(|size| length.is_multiple_of(*size)) {
            return;
        }
        let half = if self.bytes() == 4 { "__I::Half32" } else { "__I::Half64" };
        let size = format!("<{half} as b::Vector<__S>>::N");
        // What is left by larger blocks is known before anything is compiled.
        let rest = [
            ("__V", "__V::N", format!("{length} % (__C * __V::N) >= __V::N")),
            (half, &*size, format!("{length} % __V::N >= {size}")),
            ("b::One<__S, __I>", "1", format!("{length} % {size} != 0")),
        ];
        self.line(&format!("col = {length} / (__C * __V::N) * (__C * __V::N);"));
        for (vector, lanes, left) in rest {
            self.line(&format!("if const {{ {left} }} {{ while col + {lanes} <= {length} {{"));
            inside(self, vector, "1");
            self.line(&format!("col += {lanes}; }} }}"));
        }
    }

    /// The row of the target that the vectors of a block lie in, and where they start.
    fn target_row(&self, tiling: &Tiling) -> Option<(String, String)> {
        let start = if self.split == Split::Columns { "at" } else { "col" };
        self.row_of(&self.kernel.target, "o", &self.kernel.to, tiling.vector, start)
    }
}

/// The next step of a loop to `length`. If there are a few, the optimizer does not know how many, and does not unroll the
/// loop as a whole; if there are many, it does not anyway.
fn next(variable: &str, length: usize, step: &str) -> String {
    format!(
        "{variable} = if const {{ matches!({length} / ({step}), 2..=8) }} {{ b::opaque({variable} + {step}) }} \
         else {{ {variable} + {step} }};"
    )
}

impl Tiling {
    /// What is read by a block, in `count` vectors of this type per row; the lanes start at `start`.
    fn vectors<'t>(&self, start: &'t str, vector: &'t str, count: &'t str) -> Vectors<'t> {
        Vectors::new(start, vector, count, self.vector, self.rows)
    }

    /// Whether two terms, or two elements, go side by side where one would leave half of a register empty.
    pub(super) fn is_doubled(&self) -> bool {
        self.pairs.is_some() || self.wide.is_some()
    }

    /// How many terms are added up at a time.
    fn terms(&self, reduce: &Reduce) -> usize {
        match self.chunk {
            Some(Chunk { dim, length }) => length * reduce.dims[dim + 1..].iter().product::<usize>(),
            None => reduce.dims.iter().product(),
        }
    }
}
