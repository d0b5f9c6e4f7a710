//! Sums, in blocks of accumulators that stay in registers: which loops become lanes and rows, and how large blocks are.
//!
//! The blocks are computed by the driver `kernel/blocks.rs` of the runtime; `accessors.rs` writes what it calls.

use super::kernel::{Split, Text};
use super::pairs::Factors;
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
    pub(super) along_sum: bool,
    /// The loop whose iterations are rows.
    pub(super) rows: Option<usize>,
    /// The vectors that all rows share are first copied to a panel, one after the other.
    pub(super) packed: bool,
    /// All columns of some rows come before the next rows: what the rows share is in the cache anyway.
    pub(super) rows_first: bool,
    /// The sum is taken in parts, so that what the rows share stays in the cache.
    pub(super) chunk: Option<Chunk>,
    /// Where half a register is left over, two terms of the sum may go side by side.
    pub(super) pairs: Option<Factors>,
    /// In the widest registers something may go beside a single vector.
    pub(super) wide: Option<Wide>,
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

    /// The accessors of the kernel and the calls of its driver, `kernel/blocks.rs` of the runtime.
    pub(super) fn blocks(&mut self, reduce: &Reduce, tiling: &Tiling) {
        self.is_driven = true;
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
        (self.out, self.accessors) = (sums.out, sums.accessors);
        self.line(&format!("let ({}) = a;", self.argument_names()));
        self.store_all(&self.element("o", &whole.to));
    }

    fn all_blocks(&mut self, reduce: &Reduce, tiling: &Tiling) {
        self.accessors = self.accessors_of_blocks(reduce, tiling);
        let rank = self.kernel.dims.len();
        let outer: Vec<usize> = (0..rank).only(|axis| *axis != tiling.vector && Some(*axis) != tiling.rows);
        let close = tiling.chunk.map_or(0, |chunk| self.parts_of_sum(reduce, chunk));
        let calls = REGISTERS.map(|(bytes, registers)| self.call_of_blocks(reduce, tiling, bytes, registers));
        match &tiling.wide {
            Some(wide) => {
                self.line("if let 64 = I::WIDTH {");
                self.blocks_beside(reduce, tiling, wide, &outer);
                self.line("} else {");
                let [_, middle, narrow] = calls;
                self.nest_outer(outer, &mut |text| text.line(&by_width([&*middle, &*middle, &*narrow])));
                self.line("}");
            }
            None => self.nest_outer(outer, &mut |text| text.line(&by_width(calls.each_ref().map(String::as_str)))),
        }
        self.line(&"}".repeat(close));
    }

    /// The calls of the driver for the widest registers, where something goes beside a vector.
    fn blocks_beside(&mut self, reduce: &Reduce, tiling: &Tiling, wide: &Wide, outer: &[usize]) {
        let place = self.place_of_blocks(reduce, tiling);
        let [(widest, registers), ..] = REGISTERS;
        let (block, left) = self.rows_of_blocks(tiling, widest, registers);
        let register = if self.bytes() == 4 { "I::F32" } else { "I::F64" };
        self.nest_wide(wide, outer, &mut |text| {
            let call = format!("Self::rows::<I, {register}, {block}, {left}, 1, 0>");
            text.line(&format!("{call}(isa, o, &a, &[], &mut [{place}]);"));
        });
    }

    /// The loops over the parts of a long sum; how many braces close them.
    fn parts_of_sum(&mut self, reduce: &Reduce, chunk: Chunk) -> usize {
        let rank = self.kernel.dims.len();
        for (dim, &length) in reduce.dims[..chunk.dim].iter().enumerate() {
            let name = &self.names[rank + dim];
            let head = if dim == 0 && self.split == Split::Terms {
                format!("for {name} in o.range() {{ if {name} >= {length} {{ break; }}")
            } else {
                format!("for {name} in 0..{length} {{")
            };
            self.line(&head);
        }
        let (name, length) = (self.names[rank + chunk.dim].clone(), reduce.dims[chunk.dim]);
        self.line(&format!("for {name} in 0..{} {{", length.div_ceil(chunk.length)));
        self.line(&format!("let k0 = {name} * {}; let count = {}.min({length} - k0);", chunk.length, chunk.length));
        chunk.dim + 1
    }

    /// The names of the coordinates that accessors get: those of the loops around the sums; of a row, if there is no loop over rows; of a
    /// term, if lanes are terms; and of a part of a long sum.
    pub(super) fn coordinates_of_blocks(&self, reduce: &Reduce, tiling: &Tiling) -> Vec<String> {
        let rank = self.kernel.dims.len();
        let mut names = self.names[..rank].to_vec();
        if tiling.rows.is_none() {
            names.push("row".to_owned());
        }
        if tiling.along_sum {
            names.extend_from_slice(&self.names[rank..rank + reduce.dims.len()]);
        }
        if let Some(chunk) = tiling.chunk {
            names.extend_from_slice(&self.names[rank..rank + chunk.dim]);
            names.extend(["k0".to_owned(), "count".to_owned()]);
        }
        names
    }

    /// Where the driver starts, as coordinates.
    fn place_of_blocks(&self, reduce: &Reduce, tiling: &Tiling) -> String {
        let rank = self.kernel.dims.len();
        let is_open = |at: usize| at == tiling.vector || Some(at) == tiling.rows;
        let names = self.coordinates_of_blocks(reduce, tiling);
        let places: Vec<String> = names
            .iter()
            .enumerate()
            .map(|(at, name)| match at {
                _ if at < rank && is_open(at) => "0".to_owned(),
                _ if at < rank || tiling.chunk.is_some() => name.clone(),
                _ => "0".to_owned(),
            })
            .collect();
        places.join(", ")
    }

    /// How many rows a block has, and how many are left over.
    fn rows_of_blocks(&self, tiling: &Tiling, bytes: usize, registers: usize) -> (usize, usize) {
        let (block, _) = self.size(tiling, bytes, registers);
        (block, tiling.rows.map_or(1, |axis| self.length(axis)) % block)
    }

    /// The call of the driver for an instruction set.
    fn call_of_blocks(&self, reduce: &Reduce, tiling: &Tiling, bytes: usize, registers: usize) -> String {
        // A sum that is shorter than a register goes into half of one.
        let half = tiling.along_sum && bytes / self.bytes() > self.length(tiling.vector);
        let used = if half { bytes / 2 } else { bytes };
        let (_, vectors) = self.size(tiling, used, registers);
        let (block, left) = self.rows_of_blocks(tiling, used, registers);
        let (length, place) = (self.length(tiling.vector), self.place_of_blocks(reduce, tiling));
        if tiling.along_sum {
            let register = match (half, self.bytes()) {
                (true, _) => "I::Half32",
                (_, 4) => "I::F32",
                _ => "I::F64",
            };
            return format!(
                "Self::rows::<I, {register}, {block}, {left}, {vectors}, 0>(isa, o, &a, &[], &mut [{place}]);"
            );
        }
        if tiling.rows_first {
            return format!("Self::rows_first::<I, {length}, {block}, {left}, {vectors}>(isa, o, &a, &mut [{place}]);");
        }
        let panel = if tiling.packed { tiling.terms(reduce) } else { 0 };
        format!("Self::columns::<I, {length}, {block}, {left}, {vectors}, {panel}>(isa, o, &a, &mut [{place}]);")
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
}

/// What is called for each size of registers, the widest first.
fn by_width([wide, middle, narrow]: [&str; 3]) -> String {
    format!("match I::WIDTH {{ 64 => {{ {wide} }} 32 => {{ {middle} }} _ => {{ {narrow} }} }}")
}

impl Tiling {
    /// What is read by a block; the lanes start at `start`.
    pub(super) fn vectors<'t>(&self, start: &'t str) -> Vectors<'t> {
        Vectors::new(start, "C", self.vector, self.rows)
    }

    /// Whether two terms, or two elements, go side by side where one would leave half of a register empty.
    pub(super) fn is_doubled(&self) -> bool {
        self.pairs.is_some() || self.wide.is_some()
    }

    /// How many terms are added up at a time.
    pub(super) fn terms(&self, reduce: &Reduce) -> usize {
        match self.chunk {
            Some(Chunk { dim, length }) => length * reduce.dims[dim + 1..].iter().product::<usize>(),
            None => reduce.dims.iter().product(),
        }
    }
}
