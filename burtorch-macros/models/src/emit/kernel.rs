//! A loop nest as text.
//!
//! The optimizer may not change the order of a sum, so sums are written as it should compute them: see `block`.

use std::fmt::Write;

use burtorch_runtime::rules::{Notation, Op, SimdForm};

use super::split;
use crate::ast::Precision;
use crate::each::Each;
use crate::plan::{Access, Affine, Argument, Bits, Expr, GemvByRows, Kernel, Reduce, Reduction, Store, in_place};
use crate::tensor::elements;

/// From so many elements on, loops that are not innermost are not unrolled as a whole.
const LONG: usize = 1024;
/// From so many terms of all sums together on, loops over terms are not unrolled as a whole.
const LONG_SUM: usize = 3 * LONG;
/// From so many terms on, a sum that is not one of vectors is taken in partial sums.
const PARTIAL_SUMS: usize = 64;

/// A kernel, as the implementation of a trait; `NAME` stands for its name. Its arguments are `o`, the target, and `a0`,
/// `a1`…
pub(super) fn implementation(kernel: &Kernel, precision: Precision, types: &[String]) -> String {
    let flat = flattened(kernel);
    let kernel = flat.as_ref().unwrap_or(kernel);
    let mut text = Text::new(kernel, precision, types);
    text.loops();
    if kernel.store != Store::Update {
        let wide = if text.is_wide() { "" } else { "const WIDE: bool = false;\n" };
        return text.nest_of("", wide);
    }
    // The optimizer is a parameter of the implementation.
    let (target, types, names) = (text.target(), text.types(), text.argument_names());
    format!(
        "struct NAME;\nimpl<'a, __U: b::Update<__S>> b::Kernel<{target}, ({types}b::Step<'a, __S, __U>,)> for NAME {{\n\
         #[inline(always)]\nfn run<I: b::Isa>(self, isa: I, o: &mut {target}, \
         ({names}mut u,): ({types}b::Step<'a, __S, __U>,)) {{\n{}}} }}\n",
        text.out
    )
}

/// A kernel that threads share.
pub(super) struct Shared {
    /// The same as an [`implementation`], for a part of the target.
    pub implementation: String,
    /// The function that runs it.
    pub call: &'static str,
    /// Where a part starts is a multiple of this.
    pub step: String,
}

/// The kernel for a part of its target, if it is worth it.
pub(super) fn shared(kernel: &Kernel, precision: Precision, types: &[String]) -> Option<Shared> {
    let axis = split::axis(kernel)?;
    let mut text = Text::new(kernel, precision, types);
    let tiling = kernel.reduce.as_ref().and_then(|reduce| text.tiling(reduce));
    let is_transposition = text.matrices().is_some();
    text.split = match &tiling {
        Some(tiling) => text.split_of(tiling, axis)?,
        None => Split::Rows(axis),
    };
    // One thread transposes a matrix faster than several copy it number by number.
    if is_transposition && text.matrices().is_none() {
        return None;
    }
    let step = tiling.map_or_else(|| "1".to_owned(), |tiling| text.step(&tiling));
    let (call, own) = match text.split {
        Split::Columns => ("split_columns", ""),
        Split::Strips(_) => ("split_sub_panels", ""),
        Split::Terms => ("split_k", ""),
        _ => ("split", "let o = &mut o.again();\n"),
    };
    text.loops();
    text.out.insert_str(0, own);
    let implementation = text.nest_of("#[derive(::core::clone::Clone, ::core::marker::Copy)]\n", "");
    Some(Shared { implementation, call, step })
}

/// Whether the kernel must be told which iteration of the loops around it runs.
pub(super) fn is_random(kernel: &Kernel) -> bool {
    let random = |expr: &Expr| expr.any(&mut |expr| matches!(expr, Expr::Random { .. }));
    random(&kernel.value) || kernel.reduce.as_ref().is_some_and(|reduce| random(&reduce.body))
}

/// Whether the kernel writes to one of its arguments.
pub(super) fn is_changed(kernel: &Kernel, argument: usize) -> bool {
    kernel.fused_update.as_ref().is_some_and(|fused| fused.argument == argument)
}

/// Which arguments are integers.
fn integers(types: &[String]) -> Vec<bool> {
    types.each(|scalar| scalar != "__S")
}

/// `[[__S; 24]; 8]`
pub(super) fn array(shape: &[usize], scalar: &str) -> String {
    shape.iter().rev().fold(scalar.to_owned(), |inner, length| format!("[{inner}; {length}]"))
}

/// The same kernel with one loop, if every element depends on elements at its own place alone.
fn flattened(kernel: &Kernel) -> Option<Kernel> {
    if kernel.reduce.is_some() || kernel.dims.len() < 2 || !in_place(&kernel.to) {
        return None;
    }
    let mut value = kernel.value.clone();
    let mut alike = kernel.target.shape == kernel.dims;
    let one = || Access::Affine(Affine::axis(0, 1));
    each_load(&mut value, &mut |argument, places| {
        alike &= kernel.arguments[argument].shape == kernel.dims && in_place(places) || places.is_empty();
        if !places.is_empty() {
            *places = vec![one()];
        }
    });
    if !alike || has_coordinates(&value) {
        return None;
    }
    let flat = |argument: &Argument| {
        let scalar = argument.shape.is_empty();
        let shape = if scalar { Vec::new() } else { vec![elements(&argument.shape)] };
        Argument { shape, memory: argument.memory.clone() }
    };
    Some(Kernel {
        dims: vec![elements(&kernel.dims)],
        reduce: None,
        fused_update: None,
        value,
        target: flat(&kernel.target),
        to: vec![one()],
        store: kernel.store,
        arguments: kernel.arguments.each(flat),
    })
}

pub(super) fn each_load(expr: &mut Expr, visit: &mut dyn FnMut(usize, &mut Vec<Access>)) {
    match expr {
        Expr::Load(argument, places) => visit(*argument, places),
        Expr::Op(_, args) => args.iter_mut().for_each(|arg| each_load(arg, visit)),
        Expr::Compare(_, a, b) => {
            each_load(a, visit);
            each_load(b, visit);
        }
        Expr::Select(truth, a, b) => {
            each_load(truth, visit);
            each_load(a, visit);
            each_load(b, visit);
        }
        Expr::ToFloat(a) => each_load(a, visit),
        Expr::Random { seed, .. } => each_load(seed, visit),
        Expr::Const(_) | Expr::Index(_) | Expr::Reduced => {}
    }
}

/// Whether an element depends on its coordinates.
fn has_coordinates(expr: &Expr) -> bool {
    expr.any(&mut |expr| matches!(expr, Expr::Index(_) | Expr::Random { .. }))
}

/// What becomes of the innermost loop of a nest.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Inner {
    /// The optimizer knows how often it runs, and makes vectors of it.
    Known,
    /// The optimizer makes vectors of it, but must not know that it is short: in `all` instruction sets, or where the
    /// registers are the widest.
    Unknown { all: bool },
    /// It is unrolled, unless code is to be small.
    Few,
    /// It stays a loop, as those around it do.
    Counted,
}

#[derive(Clone)]
pub(super) struct Text<'k> {
    pub kernel: &'k Kernel,
    pub precision: Precision,
    /// What each loop's variable is called.
    pub names: Vec<String>,
    pub integers: Vec<bool>,
    /// The types of the elements of the arguments.
    pub scalars: &'k [String],
    pub split: Split,
    /// Whether no sine or cosine is of a very large angle.
    pub near: bool,
    /// Whether a driver of the runtime runs the loops.
    pub is_driven: bool,
    /// Whether it draws random numbers, in its sums or in what becomes of them: then its last argument says which.
    pub is_random: bool,
    pub out: String,
    /// The implementation that the driver is generic over.
    pub accessors: String,
}

/// Which part of the target is filled.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Split {
    /// All of it.
    Whole,
    /// Some rows, by some iterations of this loop.
    Rows(usize),
    /// Some columns of a matrix, in blocks of vectors.
    Columns,
    /// Some places along its second axis, by some iterations of this loop.
    Strips(usize),
    /// All of it, but only some of the terms of its sums, by some iterations of the first loop of the reduction.
    Terms,
}

impl<'k> Text<'k> {
    fn new(kernel: &'k Kernel, precision: Precision, scalars: &'k [String]) -> Self {
        let mut names: Vec<String> = (0..kernel.dims.len()).each(|at| format!("i{at}"));
        if let Some(reduce) = &kernel.reduce {
            names.extend((0..reduce.dims.len()).map(|at| format!("r{at}")));
        }
        let integers = integers(scalars);
        Text {
            kernel,
            precision,
            names,
            integers,
            scalars,
            split: Split::Whole,
            near: false,
            is_driven: false,
            is_random: is_random(kernel),
            out: String::new(),
            accessors: String::new(),
        }
    }
}

impl Text<'_> {
    fn loops(&mut self) {
        let kernel = self.kernel;
        if kernel.store == Store::Update {
            self.updates();
            return;
        }
        let Some(reduce) = &kernel.reduce else {
            if !self.transposition() && !self.elementwise() {
                self.store_all("unreachable");
            }
            return;
        };
        if let Some(rows) = GemvByRows::of(kernel) {
            self.sum_of_rows(&rows);
            return;
        }
        if let Some(tiling) = self.tiling(reduce) {
            self.blocks(reduce, &tiling);
            return;
        }
        let rank = kernel.dims.len();
        self.nest(0..rank, &mut |text| {
            text.line(&format!("let mut sum: __S = {};", text.start(reduce)));
            text.add_up_all(reduce);
            text.store("sum");
        });
    }

    /// Adds all terms to `sum`. The innermost loop of a long sum has an accumulator of its own: the rounding error then grows with the
    /// sum of the loops' lengths, not with their product.
    fn add_up_all(&mut self, reduce: &Reduce) {
        let (first, end) = (self.kernel.dims.len(), self.kernel.dims.len() + reduce.dims.len());
        if reduce.reduction != Reduction::Sum || elements(&reduce.dims) < PARTIAL_SUMS || reduce.dims.len() < 2 {
            self.nest(first..end, &mut |text| text.add_up(reduce, "sum"));
            return;
        }
        self.nest_outer(first..end - 1, &mut |text| {
            text.line(&format!("let mut part: __S = {};", text.start(reduce)));
            text.nest(end - 1..end, &mut |text| text.add_up(reduce, "part"));
            text.line("sum += part;");
        });
    }

    /// The type of the target.
    fn target(&self) -> String {
        let shape = &self.kernel.target.shape;
        match self.split {
            Split::Whole => array(shape, "__S"),
            Split::Rows(_) => format!("b::RowPanel<'o, {}>", array(&shape[1..], "__S")),
            Split::Columns => format!("b::ColumnPanel<'o, __S, {}>", shape[0]),
            Split::Strips(_) => format!("b::SubPanel<'o, {}, {}>", array(&shape[2..], "__S"), shape[0]),
            Split::Terms => format!("b::KSplit<'o, {}>", array(&shape[1..], "__S")),
        }
    }

    /// The types of the arguments, each with a comma.
    fn types(&self) -> String {
        let mut types = String::new();
        for (at, (argument, scalar)) in self.kernel.arguments.iter().zip(self.scalars).enumerate() {
            let reference = if is_changed(self.kernel, at) { "&'a mut" } else { "&'a" };
            write!(types, "{reference} {}, ", array(&argument.shape, scalar)).expect("a string can always grow");
        }
        if self.is_random {
            types.push_str("u64, ");
        }
        types
    }

    /// The names of the arguments, each with a comma.
    pub(super) fn argument_names(&self) -> String {
        let mut names = String::new();
        for at in 0..self.kernel.arguments.len() {
            write!(names, "a{at}, ").expect("a string can always grow");
        }
        if self.is_random {
            names.push_str("n, ");
        }
        names
    }

    /// The kernel as a type that `attributes` stand before, with these `facts` about it.
    fn nest_of(&self, attributes: &str, facts: &str) -> String {
        let (target, types, accessors) = (self.target(), self.types(), &self.accessors);
        let arguments = if self.is_driven { "a".to_owned() } else { format!("({})", self.argument_names()) };
        format!(
            "{attributes}struct NAME;\nimpl b::LoopNest for NAME {{\n\
             type Target<'o> = {target};\ntype Arguments<'a> = ({types});\n{facts}\
             #[inline(always)]\nfn run<I: b::Isa>(isa: I, o: &mut b::Target<'_, Self>, \
             {arguments}: b::Arguments<'_, Self>) {{\n{}}} }}\n{accessors}",
            self.out
        )
    }

    /// The arguments, as what an accessor with this body gets. What it does not read has no name.
    pub(super) fn accessor_arguments(&self, body: &str) -> String {
        let mut names = String::new();
        for at in 0..self.kernel.arguments.len() {
            let name = format!("a{at}");
            write!(names, "{}, ", if mentions(body, &name) { &name } else { "_" }).expect("a string can always grow");
        }
        if self.is_random {
            names.push_str("n, ");
        }
        format!("&({names}): &b::Arguments<'_, Self>, ")
    }

    /// How many bytes a number has.
    pub(super) fn bytes(&self) -> usize {
        if self.precision == Precision::F32 { 4 } else { 8 }
    }

    /// Loops over these variables, and `inside` in the innermost.
    pub(super) fn nest(&mut self, variables: impl IntoIterator<Item = usize>, inside: &mut dyn FnMut(&mut Self)) {
        self.nest_around(variables, Inner::Known, inside);
    }

    /// The same for the terms of a sum: where code is to be small, the innermost loop stays one as well.
    pub(super) fn nest_terms(&mut self, variables: impl IntoIterator<Item = usize>, inside: &mut dyn FnMut(&mut Self)) {
        self.nest_around(variables, Inner::Few, inside);
    }

    /// Whether an element is looked up in each iteration of the innermost loop: there are no vectors to be found.
    pub(super) fn looks_up(&self) -> bool {
        let Kernel { dims, value, to, .. } = self.kernel;
        let moves = |at: &Affine| {
            dims.len().checked_sub(1).is_some_and(|last| at.terms.get(last).is_some_and(|term| *term != 0))
        };
        let looks_up =
            |places: &[Access]| places.iter().any(|place| matches!(place, Access::At(_, at) if at.iter().any(moves)));
        looks_up(to) || value.any(&mut |expr| matches!(expr, Expr::Load(_, at) if looks_up(at)))
    }

    /// The same for all elements.
    pub(super) fn nest_elements(&mut self, inside: &mut dyn FnMut(&mut Self)) {
        let Kernel { dims, value, .. } = self.kernel;
        let is_integer = |expr: &Expr| matches!(expr, Expr::Load(argument, _) if self.integers[*argument]);
        let looks_up = self.looks_up();
        let inner = match elements(dims) >= LONG {
            true if looks_up => Inner::Counted,
            false if looks_up => Inner::Few,
            is_long if value.any(&mut |expr| is_integer(expr)) => Inner::Unknown { all: is_long },
            _ => Inner::Known,
        };
        self.nest_around(0..dims.len(), inner, inside);
    }

    /// The same around loops that are inside: none of them is unrolled as a whole.
    pub(super) fn nest_outer(&mut self, variables: impl IntoIterator<Item = usize>, inside: &mut dyn FnMut(&mut Self)) {
        self.nest_around(variables, Inner::Counted, inside);
    }

    fn nest_around(
        &mut self,
        variables: impl IntoIterator<Item = usize>,
        inner: Inner,
        inside: &mut dyn FnMut(&mut Self),
    ) {
        let variables: Vec<usize> = variables.into_iter().collect();
        // What is done soon is done before counting is worth it.
        let terms = self.kernel.reduce.as_ref().map_or(1, |reduce| elements(&reduce.dims));
        let is_long = elements(&self.kernel.dims) >= LONG || elements(&self.kernel.dims) * terms >= LONG_SUM;
        let innermost = if inner == Inner::Counted { None } else { variables.len().checked_sub(1) };
        let mut open = 0;
        for variable in variables {
            let (name, length) = (self.names[variable].clone(), self.length(variable));
            if matches!(self.split, Split::Rows(split) | Split::Strips(split) if split == variable) {
                // The optimizer does not know where a part ends.
                self.line(&format!("for {name} in o.range() {{ if {name} >= {length} {{ break; }}"));
            } else {
                let range = match inner {
                    Inner::Known if Some(open) == innermost => format!("0..{length}"),
                    Inner::Unknown { all } if Some(open) == innermost => {
                        let hidden = format!("b::opaque({length}).min({length})");
                        let end = format!("if const {{ {all} || I::WIDTH == 64 }} {{ {hidden} }} else {{ {length} }}");
                        format!("0..{end}")
                    }
                    Inner::Few if Some(open) == innermost => format!("b::maybe_unroll::<I, {length}>(isa)"),
                    _ if is_long && length > 4 => format!("b::no_unroll::<{length}>()"),
                    _ => format!("b::maybe_unroll::<I, {length}>(isa)"),
                };
                self.line(&format!("for {name} in {range} {{"));
            }
            open += 1;
        }
        inside(self);
        self.line(&"}".repeat(open));
    }

    pub(super) fn length(&self, variable: usize) -> usize {
        let dims = &self.kernel.dims;
        match dims.get(variable) {
            Some(length) => *length,
            None => self.kernel.reduce.as_ref().expect("only a sum has more loops").dims[variable - dims.len()],
        }
    }

    pub(super) fn line(&mut self, line: &str) {
        self.out.push_str(line);
        self.out.push('\n');
    }

    pub(super) fn loads(reduce: &Reduce) -> Vec<(usize, Vec<Access>)> {
        let mut loads = Vec::new();
        each_load(&mut reduce.body.clone(), &mut |argument, places| loads.push((argument, places.clone())));
        loads
    }

    /// Whether what is summed lies side by side along a loop, or does not depend on it.
    pub(super) fn is_contiguous(&self, reduce: &Reduce, variable: usize) -> bool {
        Self::loads(reduce)
            .iter()
            .all(|(argument, places)| matches!(self.kernel.arguments[*argument].stride(places, variable), Some(0 | 1)))
    }

    /// What a sum starts from.
    pub(super) fn start(&self, reduce: &Reduce) -> String {
        self.constant(match reduce.reduction {
            Reduction::Sum => 0.0,
            Reduction::Max => f64::NEG_INFINITY,
        })
    }

    fn add_up(&mut self, reduce: &Reduce, sum: &str) {
        let value = self.expr(&reduce.body, "unreachable");
        let line = match reduce.reduction {
            Reduction::Sum => format!("{sum} += {value};"),
            Reduction::Max => format!("{sum} = b::larger({sum}, {value});"),
        };
        self.line(&line);
    }

    pub(super) fn store(&mut self, reduced: &str) {
        let line = self.stored(reduced);
        self.line(&line);
    }

    /// The statement that stores an element.
    pub(super) fn stored(&self, reduced: &str) -> String {
        let value = self.expr(&self.kernel.value, reduced);
        let target = if self.kernel.to.is_empty() { "*o".to_owned() } else { self.element("o", &self.kernel.to) };
        let operator = match self.kernel.store {
            Store::Set => "=",
            Store::Add => "+=",
            Store::Update => unreachable!("parameters are updated by rows"),
        };
        format!("{target} {operator} {value};")
    }

    pub(super) fn element(&self, name: &str, places: &[Access]) -> String {
        places.iter().enumerate().fold(name.to_owned(), |mut text, (axis, place)| {
            match place {
                Access::Affine(affine) => write!(text, "[{}]", self.affine(affine)),
                Access::At(argument, at) => {
                    let at: Vec<Access> = at.iter().cloned().map(Access::Affine).collect();
                    let (index, length) = (self.load(*argument, &at), self.length_of(name, axis, places.len()));
                    // Drivers have checked it; `within` says so to the optimizer.
                    write!(text, "[b::within({index} as usize, {length})]")
                }
            }
            .expect("a string can always grow");
            text
        })
    }

    /// The length of an axis of what has this name in the kernel: an argument, the target, or with `d` its innermost axes. Without
    /// a name it is only asked whether there is such an element.
    fn length_of(&self, name: &str, axis: usize, axes: usize) -> usize {
        if name.is_empty() {
            return 0;
        }
        let argument = name.strip_prefix('a').and_then(|at| at.parse::<usize>().ok());
        let shape = argument.map_or(&self.kernel.target.shape, |at| &self.kernel.arguments[at].shape);
        let first = if name == "d" { shape.len() - axes } else { 0 };
        shape[first + axis]
    }

    /// An element of an argument.
    pub(super) fn load(&self, argument: usize, places: &[Access]) -> String {
        let name = format!("a{argument}");
        if places.is_empty() { format!("(*{name})") } else { self.element(&name, places) }
    }

    /// A coordinate.
    fn affine(&self, affine: &Affine) -> String {
        affine_with(affine, &self.names)
    }

    pub(super) fn constant(&self, value: f64) -> String {
        constant(value, self.precision)
    }

    pub(super) fn expr(&self, expr: &Expr, reduced: &str) -> String {
        match expr {
            Expr::Const(value) => self.constant(Bits::value(*value)),
            Expr::Index(affine) => format!("(({}) as i64)", self.affine(affine)),
            Expr::Load(argument, places) => {
                let load = self.load(*argument, places);
                if self.integers[*argument] { format!("({load} as i64)") } else { load }
            }
            Expr::Op(op, args) => {
                let args: Vec<String> = args.each(|arg| self.expr(arg, reduced));
                self.row(*op, &args)
            }
            Expr::Compare(op, a, b) => {
                let [a, b] = [a, b].map(|part| self.expr(part, reduced));
                format!("({a} {} {b})", op.symbol())
            }
            Expr::Select(truth, a, b) => {
                let [truth, a, b] = [truth, a, b].map(|part| self.expr(part, reduced));
                format!("(if {truth} {{ {a} }} else {{ {b} }})")
            }
            Expr::ToFloat(a) => format!("({} as __S)", self.expr(a, reduced)),
            Expr::Random { seed, stream, position } => {
                let (seed, position) = (self.expr(seed, reduced), self.affine(position));
                // The steps of a loop are counted from the number of the call, which leaves room for them.
                let stream = stream << 32;
                format!("b::random::<__S>({seed} as u64, n.wrapping_add({stream}), ({position}) as u64)")
            }
            Expr::Reduced => reduced.to_owned(),
        }
    }

    /// A row of the table.
    pub(super) fn row(&self, op: Op, args: &[String]) -> String {
        match (op.notation(), op.vector(), args) {
            (Notation::Operator(symbol), _, [a]) => format!("({symbol}{a})"),
            (Notation::Operator(symbol), _, [a, b]) => format!("({a} {symbol} {b})"),
            (_, SimdForm::NearFunction, [a]) => self.of_angle(op, a),
            (_, SimdForm::Function, [a]) => format!("isa.{}({a})", op.name()),
            (notation, ..) => format!("b::{}{}({})", notation.home(), op.name(), args.join(", ")),
        }
    }
}

/// Coordinates of these names, as a parameter of an accessor with this body.
pub(super) fn coordinates(names: &[String], body: &str) -> String {
    let known: Vec<&str> = names.each(|name| if mentions(body, name) { &**name } else { "_" });
    format!("&[{}]: &[usize; {}]", known.join(", "), names.len())
}

/// Whether a text has this name in it.
pub(super) fn mentions(text: &str, name: &str) -> bool {
    let is_end = |text: Option<char>| !text.is_some_and(|next| next.is_alphanumeric() || next == '_');
    text.match_indices(name)
        .any(|(at, _)| is_end(text[..at].chars().next_back()) && is_end(text[at + name.len()..].chars().next()))
}

/// Whether a function becomes vector code.
pub(super) fn is_lane(op: Op) -> bool {
    matches!(op.vector(), SimdForm::Function | SimdForm::NearFunction)
}

/// A coordinate, where the loops' variables are called `names`.
pub(super) fn affine_with(affine: &Affine, names: &[String]) -> String {
    let times = |term: isize, name: &String| if term == 1 { name.clone() } else { format!("({name}) * {term}") };
    let mut terms: Vec<String> = Vec::new();
    // Coordinates are not negative, so nothing may be subtracted before the rest is there.
    let mut backwards: Vec<String> = Vec::new();
    for (&term, name) in affine.terms.iter().zip(names) {
        match term {
            0 => {}
            1.. => terms.push(times(term, name)),
            _ => backwards.push(times(-term, name)),
        }
    }
    if affine.offset != 0 || terms.is_empty() {
        terms.push(affine.offset.to_string());
    }
    let sum = terms.join(" + ");
    if backwards.is_empty() { sum } else { format!("({sum} - {})", backwards.join(" - ")) }
}

/// A number, as the program reads it.
pub(super) fn constant(value: f64, precision: Precision) -> String {
    let single = precision == Precision::F32;
    #[allow(clippy::cast_possible_truncation, reason = "the program computes in f32")]
    let value = if single { f64::from(value as f32) } else { value };
    if value.is_finite() {
        #[allow(clippy::cast_possible_truncation, reason = "it is one already")]
        let digits = if single { format!("{:?}", value as f32) } else { format!("{value:?}") };
        let suffix = if single { "f32" } else { "f64" };
        let number = format!("{digits}_{suffix}");
        return if value.is_sign_negative() { format!("({number})") } else { number };
    }
    let name = match (value.is_nan(), value > 0.0) {
        (true, _) => "NAN",
        (_, true) => "INFINITY",
        (_, false) => "NEG_INFINITY",
    };
    format!("__S::{name}")
}
