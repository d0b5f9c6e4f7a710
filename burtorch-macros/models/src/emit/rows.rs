//! Sums of rows: `o += c[k] · a[k]`, a few rows at a time, by the driver `kernel/row_sums.rs` of the runtime. What is
//! [also](crate::plan::FusedUpdate) done to the rows is done then.

use std::fmt::Write;

use super::kernel::{Text, coordinates, is_changed, mentions};
use crate::plan::{Access, Expr, GemvByRows};

/// So many rows come by at a time, see `kernel/row_sums.rs` of the runtime.
const ROWS: usize = 4;

impl Text<'_> {
    /// The accessors of a sum of rows, the call of its driver, and what is done with the sums.
    pub(super) fn sum_of_rows(&mut self, rows: &GemvByRows) {
        let kernel = self.kernel;
        let (rank, vector) = (kernel.dims.len(), rows.vector);
        let (factor, at) = &rows.factor;
        let factor = self.load(*factor, at);
        let (matrix, at) = &rows.matrix;
        let (row, row_start) = self.row_in(*matrix, at, vector);
        let name = &self.names[vector];
        let (sums, sums_start) = self.row_of(&kernel.target, "o", &kernel.to, vector, name).expect("it is a row");
        let count = self.length(rank);
        self.accessors = format!(
            "impl b::RowSums<__S, {}> for NAME {{\nconst COUNT: usize = {count};\n\
             #[inline(always)]\nfn factor({}) -> __S {{ {factor} }}\n\
             #[inline(always)]\nfn row<'a>({}) -> (&'a [__S], usize) {{ (&{row}, {row_start}) }}\n\
             #[inline(always)]\nfn sums<'o>(o: &'o mut b::Target<'_, Self>, {}) -> (&'o mut [__S], usize) \
             {{ let start = {sums_start}; (&mut {sums}, start) }}\n{}{}}}\n",
            rank + 1,
            self.row_parameters(&factor, "&"),
            self.row_parameters(&format!("{row} {row_start}"), "&'a "),
            coordinates(&self.names, &format!("{sums} {sums_start}")),
            self.axes(vector),
            self.update_of_rows(rows),
        );
        // What fours leave over comes first.
        let last = if count.is_multiple_of(ROWS) { ROWS } else { count % ROWS };
        let length = self.length(vector);
        self.is_driven = true;
        self.line(&format!("let mut a = a;\nSelf::all_rows::<I, {length}, {last}>(isa, o, &mut a);"));
        if !matches!(kernel.value, Expr::Reduced) {
            self.line(&format!("let ({}) = a;", self.argument_names()));
            self.store_all(&self.element("o", &kernel.to));
        }
    }

    /// The loops over the axes of the target around the one that vectors lie along.
    fn axes(&mut self, vector: usize) -> String {
        let out = std::mem::take(&mut self.out);
        let outer: String = self.names[..vector].iter().flat_map(|name| [name, ", "]).collect();
        let length = self.length(vector);
        self.nest(0..vector, &mut |text| {
            text.line(&format!("Self::columns::<I, {length}, R, F>(isa, o, a, c, [{outer}0, k]);"));
        });
        let loops = std::mem::replace(&mut self.out, out);
        format!(
            "#[inline(always)]\nfn axes<I: b::Isa, const R: usize, const F: bool>(isa: I, \
             o: &mut b::Target<'_, Self>, a: &mut b::Arguments<'_, Self>, c: &[__S; R], k: usize) {{\n{loops}}}\n"
        )
    }

    /// What is [also](crate::plan::FusedUpdate) done to the rows, as an accessor.
    fn update_of_rows(&mut self, rows: &GemvByRows) -> String {
        let Some(fused) = &self.kernel.fused_update else { return String::new() };
        let Expr::Op(_, factors) = &fused.value else { unreachable!("what is added is a product") };
        let names = self.names.clone();
        let row = &mut self.names[self.kernel.dims.len()];
        *row = format!("({row} + q)");
        let (matrix, at) = &rows.matrix;
        let (own, start) = self.row_in(*matrix, at, rows.vector);
        let [(a, before), (b, also_before)] = [0, 1].map(|at| self.factor(&factors[at], rows));
        self.names = names;
        // A product and a sum, not fused: Zen 3 takes a third longer to store what a fused operation yields.
        let body = format!(
            "{before}{also_before}for q in 0..R {{ for i in 0..C {{ \
             x[q][i].add({a}.mul({b})).store(&mut {own}, {start} + i * V::N); }} }}"
        );
        format!(
            "#[inline(always)]\nfn update<I: b::Isa, V: b::Vector<__S, Proof = I>, const R: usize, const C: usize>\
             (isa: I, {}, c: &[__S; R], x: &[[V; C]; R]) {{\n{body}\n}}\n",
            self.row_parameters(&body, "&mut ")
        )
    }

    /// What an accessor with this body gets: the arguments, by this kind of reference, and a place. One of them may be changed, so it
    /// is not copied out of the others.
    fn row_parameters(&self, body: &str, reference: &str) -> String {
        let (pattern, binding) = if reference == "&mut " { ("&mut ", "ref mut ") } else { ("&", "ref ") };
        let mut names = String::new();
        for at in 0..self.kernel.arguments.len() {
            let name = format!("a{at}");
            let binding = if is_changed(self.kernel, at) { binding } else { "" };
            let name = if mentions(body, &name) { format!("{binding}{name}") } else { "_".to_owned() };
            write!(names, "{name}, ").expect("a string can always grow");
        }
        if self.is_random {
            names.push_str("_, ");
        }
        format!("{pattern}({names}): {reference}b::Arguments<'_, Self>, {}", coordinates(&self.names, body))
    }

    /// The row that a vector of an argument lies in, and where it starts.
    pub(super) fn row_in(&self, argument: usize, places: &[Access], vector: usize) -> (String, String) {
        let known = &self.kernel.arguments[argument];
        self.row_of(known, &format!("a{argument}"), places, vector, &self.names[vector]).expect("it is a row")
    }

    /// Vector `i` of a factor of what is added to row `q`, and what is read for that before anything is written.
    fn factor(&self, factor: &Expr, rows: &GemvByRows) -> (String, String) {
        let Expr::Load(argument, places) = factor else { unreachable!("factors are in memory") };
        if (*argument, places) == (rows.factor.0, &rows.factor.1) {
            return ("V::splat(isa, c[q])".to_owned(), String::new());
        }
        let known = &self.kernel.arguments[*argument];
        if known.stride(places, rows.vector) == Some(0) {
            return (format!("V::splat(isa, {})", self.load(*argument, places)), String::new());
        }
        let (row, start) = self.row_in(*argument, places, rows.vector);
        if known.stride(places, self.kernel.dims.len()) == Some(0) {
            let before = format!("let y{argument} = b::vectors::<__S, V, C>(isa, &{row}, {start});");
            return (format!("y{argument}[i]"), before);
        }
        (format!("V::load(isa, &{row}, {start} + i * V::N)"), String::new())
    }
}
