//! Sums of rows: `o += c[k] · a[k]`, a few rows at a time.
//!
//! The sums stay in the cache, and the rows come by in the order in which they lie in memory, so the kernel is as fast
//! as they can be read. What is [also](crate::plan::FusedUpdate) done to them is done then.

use super::block::REGISTERS;
use super::kernel::Text;
use crate::plan::{Access, Expr, GemvByRows};

/// So many rows come by at a time: enough to make up for reading and writing the sums.
const ROWS: usize = 4;

/// So many vectors of each row are read at a time, before any is written.
///
/// A processor that reads asks whether the number is still on its way to memory, and looks at the last 12 bits of the
/// address alone. So it waits where what is read and what was just written are a multiple of 4096 bytes apart, as rows
/// of 1024 floats are, or any two arrays by chance: the fewer turns, the less often.
const VECTORS: usize = 2;

impl Text<'_> {
    /// The functions `step` and `rows`, the calls of the latter, and what is done with the sums.
    pub(super) fn sum_of_rows(&mut self, rows: &GemvByRows) {
        let kernel = self.kernel;
        let rank = kernel.dims.len();
        let (parameters, arguments) = (self.parameters(), self.argument_names());
        let outer: Vec<usize> = (0..rows.vector).collect();
        let names = self.names.clone();
        let (places, passed) = self.places(&outer);

        // Some vectors of sums.
        self.line("#[inline(always)]");
        self.line(&format!(
            "fn step<__I: b::Isa, __V: b::Vector<__S, Proof = __I>, const __R: usize, const __C: usize, const __F: bool>\
             (isa: __I, {parameters}, c: &[__S; __R], k: usize, {places} col: usize) {{"
        ));
        "(k + q)".clone_into(&mut self.names[rank]);
        let (row, start) = self.row_of(&kernel.target, "o", &kernel.to, rows.vector, "col").expect("it is a row");
        let zero = self.constant(0.0);
        self.line(&format!("let mut sum = [__V::splat(isa, {zero}); __C];"));
        self.line(&format!("if !__F {{ sum = b::vectors::<__S, __V, __C>(isa, &{row}, {start}); }}"));
        let (matrix, at) = &rows.matrix;
        let (own, own_start) = self.row_in(*matrix, at, rows.vector);
        self.line(&format!("let mut x = [[__V::splat(isa, {zero}); __C]; __R];"));
        self.line(&format!("for q in 0..__R {{ x[q] = b::vectors::<__S, __V, __C>(isa, &{own}, {own_start}); }}"));
        self.line("for q in 0..__R { for i in 0..__C { sum[i] = x[q][i].fma(__V::splat(isa, c[q]), sum[i]); } }");
        if let Some(fused) = &kernel.fused_update {
            let Expr::Op(_, factors) = &fused.value else { unreachable!("what is added is a product") };
            let [(a, before), (b, also_before)] = [0, 1].map(|at| self.factor(&factors[at], rows));
            self.line(&format!("{before}{also_before}"));
            // A product and a sum, not fused: Zen 3 takes a third longer to store what a fused operation yields.
            self.line(&format!(
                "for q in 0..__R {{ for i in 0..__C {{ \
                 x[q][i].add({a}.mul({b})).store(&mut {own}, {own_start} + i * __V::N); }} }}"
            ));
        }
        self.line(&format!("for i in 0..__C {{ sum[i].store(&mut {row}, {start} + i * __V::N); }}"));
        self.line("}");

        // Some rows.
        self.line("#[inline(always)]");
        self.line(&format!(
            "fn rows<__I: b::Isa, const __R: usize, const __F: bool>(isa: __I, {parameters}, k: usize) {{"
        ));
        let (factor, at) = &rows.factor;
        self.line(&format!("let mut c = [{zero}; __R];"));
        self.line(&format!("for q in 0..__R {{ c[q] = {}; }}", self.load(*factor, at)));
        self.nest(outer, &mut |text| {
            text.in_vectors(rows.vector, VECTORS, &mut |text, vector, count| {
                text.line(&format!(
                    "step::<__I, {vector}, __R, {count}, __F>(isa, o, {arguments} &c, k, {passed} col);"
                ));
            });
        });
        self.line("}");
        self.names = names;

        // All of them, the last ones first: whoever read them before has left those in the cache.
        let count = self.length(rank);
        let (first, rest) = (count - count % ROWS, count % ROWS);
        let begins = if rest == 0 { first - ROWS } else { first };
        self.line(&format!("rows::<__I, {}, true>(isa, o, {arguments} {begins});", count - begins));
        if begins > 0 {
            self.line(&format!(
                "for k in (0..{}).rev() {{ rows::<__I, {ROWS}, false>(isa, o, {arguments} k * {ROWS}); }}",
                begins / ROWS
            ));
        }
        if !matches!(kernel.value, Expr::Reduced) {
            self.store_all(&self.element("o", &kernel.to));
        }
    }

    /// The row that a vector of an argument lies in, and where it starts.
    fn row_in(&self, argument: usize, places: &[Access], vector: usize) -> (String, String) {
        let known = &self.kernel.arguments[argument];
        self.row_of(known, &format!("a{argument}"), places, vector, "col").expect("it is a row")
    }

    /// Vector `i` of a factor of what is added to row `q`, and what is read for that before anything is written.
    fn factor(&self, factor: &Expr, rows: &GemvByRows) -> (String, String) {
        let Expr::Load(argument, places) = factor else { unreachable!("factors are in memory") };
        if (*argument, places) == (rows.factor.0, &rows.factor.1) {
            return ("__V::splat(isa, c[q])".to_owned(), String::new());
        }
        let known = &self.kernel.arguments[*argument];
        if known.stride(places, rows.vector) == Some(0) {
            return (format!("__V::splat(isa, {})", self.load(*argument, places)), String::new());
        }
        let (row, start) = self.row_in(*argument, places, rows.vector);
        if known.stride(places, self.kernel.dims.len()) == Some(0) {
            let before = format!("let y{argument} = b::vectors::<__S, __V, __C>(isa, &{row}, {start});");
            return (format!("y{argument}[i]"), before);
        }
        (format!("__V::load(isa, &{row}, {start} + i * __V::N)"), String::new())
    }

    /// A loop along `vector`, by vectors of falling size, of the longest `most` at a time; `inside` gets their type and
    /// how many.
    fn in_vectors(&mut self, vector: usize, most: usize, inside: &mut dyn FnMut(&mut Self, &str, usize)) {
        let length = self.length(vector);
        let (whole, half) = if self.bytes() == 4 { ("F32", "Half32") } else { ("F64", "Half64") };
        self.line("let mut col = 0;");
        let (whole, half) = (format!("__I::{whole}"), format!("__I::{half}"));
        // How many numbers each has, in each instruction set. The narrowest registers have no halves: those are single numbers.
        let lanes = REGISTERS.map(|(bytes, _)| bytes / self.bytes());
        let halves = [lanes[0] / 2, lanes[1] / 2, 1];
        let mut steps = vec![(whole.as_str(), 1, lanes), (half.as_str(), 1, halves), ("b::One<__S, __I>", 1, [1; 3])];
        if most > 1 {
            steps.insert(0, (whole.as_str(), most, lanes));
        }
        // What is left by longer vectors is known before anything is compiled; what none leaves is not written at all.
        let (mut left, mut lefts) = (length.to_string(), [length; 3]);
        for (ty, count, sizes) in steps {
            let lanes = format!("({count} * <{ty} as b::Vector<__S>>::N)");
            if lefts.iter().zip(sizes).any(|(left, size)| *left >= count * size) {
                self.line(&format!("if const {{ {left} >= {lanes} }} {{ while col <= {length} - {lanes} {{"));
                inside(self, ty, count);
                self.line(&format!("col = isa.next(col + {lanes}); }} }}"));
            }
            left = format!("{left} % {lanes}");
            for (left, size) in lefts.iter_mut().zip(sizes) {
                *left %= count * size;
            }
        }
    }
}
