//! Sums of rows: `o += c[k] · a[k]`, a few rows at a time.
//!
//! The sums stay in the cache, and the rows come by in the order in which they lie in memory, so the kernel is as fast
//! as they can be read. What is [also](crate::plan::Also) done to them is done then.

use super::kernel::Text;
use crate::plan::{Expr, Place, Rows};

/// So many rows come by at a time: enough to make up for reading and writing the sums.
const ROWS: usize = 4;

impl Text<'_> {
    /// The functions `step` and `rows`, the calls of the latter, and what is done with the sums.
    pub(super) fn sum_of_rows(&mut self, rows: &Rows) {
        let kernel = self.kernel;
        let rank = kernel.dims.len();
        let (parameters, arguments) = (self.parameters(), self.argument_names());
        let outer: Vec<usize> = (0..rows.vector).collect();
        let names = self.names.clone();
        let (places, passed) = self.places(&outer);

        // One vector of sums.
        self.line("#[inline(always)]");
        self.line(&format!(
            "fn step<__I: b::Isa, __V: b::Vector<__S, Proof = __I>, const __R: usize, const __F: bool>\
             (isa: __I, {parameters}, c: &[__S; __R], k: usize, {places} col: usize) {{"
        ));
        "(k + q)".clone_into(&mut self.names[rank]);
        let (row, start) = self.row_of(&kernel.target, "o", &kernel.to, rows.vector, "col").expect("it is a row");
        let zero = self.constant(0.0);
        self.line(&format!(
            "let mut sum = if __F {{ __V::splat(isa, {zero}) }} else {{ __V::load(isa, &{row}, {start}) }};"
        ));
        let (matrix, at) = &rows.matrix;
        let (own, own_start) = self.row_in(*matrix, at, rows.vector);
        self.line("for q in 0..__R {");
        self.line(&format!("let x = __V::load(isa, &{own}, {own_start});"));
        self.line("let c = __V::splat(isa, c[q]);");
        self.line("sum = x.fma(c, sum);");
        if let Some(also) = &kernel.also {
            let Expr::Op(_, factors) = &also.value else { unreachable!("what is added is a product") };
            let [a, b] = [0, 1].map(|at| self.factor(&factors[at], rows));
            self.line(&format!("{a}.fma({b}, x).store(&mut {own}, {own_start});"));
        }
        self.line("}");
        self.line(&format!("sum.store(&mut {row}, {start});"));
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
            text.in_vectors(rows.vector, &mut |text, vector| {
                text.line(&format!("step::<__I, {vector}, __R, __F>(isa, o, {arguments} &c, k, {passed} col);"));
            });
        });
        self.line("}");
        self.names = names;

        // All of them, the last ones first: whoever read them before has left those in the cache.
        let count = self.length(rank);
        let (first, rest) = (count - count % ROWS, count % ROWS);
        let begins = if rest == 0 { first - ROWS } else { first };
        self.line(&format!("rows::<__I, {}, true>(isa, o, {arguments} {begins});", count - begins));
        self.line(&format!(
            "for k in (0..{}).rev() {{ rows::<__I, {ROWS}, false>(isa, o, {arguments} k * {ROWS}); }}",
            begins / ROWS
        ));
        if !matches!(kernel.value, Expr::Reduced) {
            self.store_all(&self.element("o", &kernel.to));
        }
    }

    /// The row that a vector of an argument lies in, and where it starts.
    fn row_in(&self, argument: usize, places: &[Place], vector: usize) -> (String, String) {
        let known = &self.kernel.arguments[argument];
        self.row_of(known, &format!("a{argument}"), places, vector, "col").expect("it is a row")
    }

    /// A factor of what is added to a row, as a vector.
    fn factor(&self, factor: &Expr, rows: &Rows) -> String {
        let Expr::Load(argument, places) = factor else { unreachable!("factors are in memory") };
        if (*argument, places) == (rows.factor.0, &rows.factor.1) {
            return "c".to_owned();
        }
        if self.kernel.arguments[*argument].stride(places, rows.vector) == Some(0) {
            return format!("__V::splat(isa, {})", self.load(*argument, places));
        }
        let (row, start) = self.row_in(*argument, places, rows.vector);
        format!("__V::load(isa, &{row}, {start})")
    }
}
