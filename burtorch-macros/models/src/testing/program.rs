//! A seed → the text of a random model.
//!
//! A model is a chain of constructs of the language, each applied to what is there: layers of the prelude, operators with
//! broadcasting, reductions, views, lookups, loops over layers and over time. Sizes are those at which vectors, tiles and
//! blocks have a rest. What nothing uses in the end goes into the loss, so nothing is dead.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::numbers::Numbers;

/// The lengths of axes. Most leave a rest in vectors and blocks; the others are those for which axes change their places.
const SIZES: [usize; 10] = [1, 2, 3, 5, 7, 8, 16, 17, 31, 33];
/// No tensor has more elements, and no model has more parameters: an interpreter runs them, and rustc compiles them.
const ELEMENTS: usize = 140;
const PARAMS: usize = 500;
/// One of so many models has gradients with respect to all its inputs of floats, another one those of some parameters.
const WITH_INPUTS: u64 = 3;

/// A model as text, and what a caller must know of it.
pub struct Program {
    pub seed: u64,
    /// The items inside of `graph!`.
    pub items: String,
    /// Whether it computes in `f64`.
    pub double: bool,
    pub inputs: Vec<Input>,
    /// The inputs that `loss` names in `#[wrt(…)]`.
    pub wrt: Vec<usize>,
    /// Whether gradients of some parameters are asked for.
    pub partial: bool,
    /// Whether there is a function `out` beside `loss`, which returns a tensor.
    pub out: Option<Vec<usize>>,
    /// How often each construct occurs.
    pub constructs: BTreeMap<&'static str, usize>,
}

/// An argument of `loss`.
#[derive(Clone)]
pub struct Input {
    pub shape: Vec<usize>,
    /// The type of an integer, and what it must be below.
    pub int: Option<(&'static str, usize)>,
}

impl Input {
    /// The type in generated code.
    pub fn array(&self, scalar: &str) -> String {
        let element = self.int.map_or(scalar, |(name, _)| name).to_owned();
        self.shape.iter().rev().fold(element, |inner, length| format!("[{inner}; {length}]"))
    }
}

/// A tensor that there is so far.
#[derive(Clone)]
struct Value {
    name: String,
    shape: Vec<usize>,
    used: bool,
}

/// A struct that is being written, with one function: the model itself or a layer.
#[derive(Clone)]
pub(super) struct ProgramWriter {
    pub(super) draw: Numbers,
    values: Vec<Value>,
    /// Name, type, and whether it is frozen.
    fields: Vec<(String, String, bool)>,
    statements: Vec<String>,
    /// The structs of layers.
    layers: String,
    inputs: Vec<Input>,
    constructs: BTreeMap<&'static str, usize>,
    params: usize,
    /// How many loops are around.
    pub(super) depth: usize,
    /// What the names of this struct and its fields begin with.
    prefix: String,
}

pub(super) type Made = Option<(String, Vec<usize>)>;

/// The model of a seed.
pub fn program(seed: u64) -> Program {
    let mut writer = ProgramWriter::new(Numbers::new(&[seed, 1000]), 0, "Part");
    let double = writer.draw.below(3) != 0;
    for _ in 0..=writer.draw.below(2) {
        writer.input();
    }
    let steps = 2 + writer.draw.below(6);
    for _ in 0..steps {
        writer.construct();
    }
    let out = Some(writer.values.last().expect("there are values").clone());
    let out = out.filter(|out| !out.shape.is_empty() && writer.chance(4));
    if out.is_some() {
        writer.count("functions with a tensor as result");
    }
    let tiles = [
        "",
        "",
        "#[plan(tiles = [16])]",
        "#[plan(tiles = [64])]",
        "#[plan(tables = late)]",
        "#[plan(axes = as_written)]",
    ];
    let plan = tiles[writer.draw.below(tiles.len())];
    // The function that returns a tensor computes what is there up to now.
    let before = writer.statements.len();
    let loss = writer.loss();
    let scalar = if double { "f64" } else { "f32" };
    let arguments: Vec<String> =
        writer.inputs.iter().enumerate().map(|(at, input)| format!("x{at}: {}", input.array(scalar))).collect();
    let arguments = arguments.join(", ");
    let mut items = if double { "type Scalar = f64;\n".to_owned() } else { String::new() };
    items.push_str(&writer.layers);
    write!(items, "{}", writer.structure("pub ", "Model")).expect("a string can always grow");
    items.push_str("impl Model {\n");
    if let Some(out) = &out {
        let statements = writer.statements[..before].concat();
        writeln!(items, "pub fn out(&self, {arguments}) -> {} {{\n{statements}{}\n}}", tensor(&out.shape), out.name)
            .expect("a string can always grow");
    }
    let floats =
        (0..writer.inputs.len()).filter(|at| seed.is_multiple_of(WITH_INPUTS) && writer.inputs[*at].int.is_none());
    let wrt: Vec<usize> = floats.collect();
    if !wrt.is_empty() {
        let names: Vec<String> = wrt.iter().map(|at| format!("x{at}")).collect();
        writeln!(items, "#[wrt({})]", names.join(", ")).expect("a string can always grow");
        writer.count("gradients with respect to inputs");
    }
    let partial = seed % WITH_INPUTS == 1;
    if partial {
        items.push_str("#[partial]\n");
        writer.count("gradients of some parameters");
    }
    writeln!(
        items,
        "{plan}\npub fn loss(&self, {arguments}) -> {scalar} {{\n{}{loss}\n}}\n}}",
        writer.statements.concat()
    )
    .expect("a string can always grow");
    let (inputs, constructs) = (writer.inputs, writer.constructs);
    Program { seed, items, double, inputs, wrt, partial, out: out.map(|out| out.shape), constructs }
}

/// `Tensor<2, 3>`
pub(super) fn tensor(shape: &[usize]) -> String {
    if shape.is_empty() { "Tensor".to_owned() } else { format!("Tensor<{}>", list(shape)) }
}

/// `2, 3`
pub(super) fn list(numbers: &[usize]) -> String {
    numbers.iter().map(usize::to_string).collect::<Vec<_>>().join(", ")
}

impl ProgramWriter {
    fn new(draw: Numbers, depth: usize, prefix: &str) -> Self {
        Self {
            draw,
            values: Vec::new(),
            fields: Vec::new(),
            statements: Vec::new(),
            layers: String::new(),
            inputs: Vec::new(),
            constructs: BTreeMap::new(),
            params: 0,
            depth,
            prefix: prefix.to_owned(),
        }
    }

    pub(super) fn chance(&mut self, one_in: usize) -> bool {
        self.draw.below(one_in) == 0
    }

    pub(super) fn pick<T: Clone>(&mut self, of: &[T]) -> T {
        of[self.draw.below(of.len())].clone()
    }

    /// A length of which a tensor that has `others` elements besides can be as long.
    pub(super) fn size(&mut self, others: usize) -> usize {
        let fitting: Vec<usize> = SIZES.into_iter().filter(|size| size * others <= ELEMENTS).collect();
        if fitting.is_empty() { 1 } else { self.pick(&fitting) }
    }

    fn shape(&mut self) -> Vec<usize> {
        let rank = self.pick(&[0, 1, 1, 2, 2, 2, 3]);
        let mut shape = Vec::new();
        for _ in 0..rank {
            let size = self.size(shape.iter().product());
            shape.push(size);
        }
        shape
    }

    fn input(&mut self) {
        let shape = self.shape();
        let name = self.argument(shape.clone(), None);
        self.values.push(Value { name, shape, used: false });
        self.count("inputs");
    }

    /// A new argument of the function. Layers have none.
    pub(super) fn argument(&mut self, shape: Vec<usize>, int: Option<(&'static str, usize)>) -> String {
        self.inputs.push(Input { shape, int });
        format!("x{}", self.inputs.len() - 1)
    }

    /// Integers of this shape below a bound: a new argument, or one that is there.
    pub(super) fn indices(&mut self, shape: &[usize], bound: usize) -> Option<String> {
        if self.depth > 0 || self.inputs.len() >= 5 {
            return None;
        }
        let fits = |input: &Input| input.shape == shape && input.int.is_some_and(|(_, known)| known <= bound);
        if let Some(at) = self.inputs.iter().position(fits) {
            return Some(format!("x{at}"));
        }
        let name = self.pick(&["u8", "usize", "i64", "u16", "i32"]);
        Some(self.argument(shape.to_vec(), Some((name, bound))))
    }

    pub(super) fn count(&mut self, construct: &'static str) {
        *self.constructs.entry(construct).or_default() += 1;
    }

    /// A field of this type with so many parameters, a new one or one that is there already.
    pub(super) fn field(&mut self, ty: &str, params: usize) -> Option<String> {
        if let Some(at) = self.fields.iter().position(|field| field.1 == ty)
            && !self.chance(3)
        {
            self.count("shared weights");
            return Some(format!("self.{}", self.fields[at].0));
        }
        if self.params + params > PARAMS {
            return None;
        }
        self.params += params;
        let frozen = self.chance(8);
        if frozen {
            self.count("frozen weights");
        }
        let name = format!("w{}", self.fields.len());
        self.fields.push((name.clone(), ty.to_owned(), frozen));
        Some(format!("self.{name}"))
    }

    pub(super) fn param(&mut self, shape: &[usize]) -> Option<String> {
        let ty = if shape.is_empty() { "Param".to_owned() } else { format!("Param<{}>", list(shape)) };
        self.field(&ty, shape.iter().product())
    }

    /// A tensor that is there; the last ones more often, and those that nothing uses yet.
    pub(super) fn value(&mut self) -> (String, Vec<usize>) {
        let unused: Vec<usize> = (0..self.values.len()).filter(|&at| !self.values[at].used).collect();
        let last = self.values.len() - 1;
        let at = match self.draw.below(4) {
            0 => self.draw.below(self.values.len()),
            1 => last,
            _ if unused.is_empty() => last,
            _ => self.pick(&unused),
        };
        self.take(at)
    }

    fn take(&mut self, at: usize) -> (String, Vec<usize>) {
        self.values[at].used = true;
        (self.values[at].name.clone(), self.values[at].shape.clone())
    }

    /// A tensor with two axes, if there is one.
    pub(super) fn matrix(&mut self) -> Option<(String, [usize; 2])> {
        let fitting: Vec<usize> = (0..self.values.len()).filter(|&at| self.values[at].shape.len() == 2).collect();
        if fitting.is_empty() {
            return None;
        }
        let at = self.pick(&fitting);
        let (name, shape) = self.take(at);
        Some((name, [shape[0], shape[1]]))
    }

    /// A tensor of this shape, if there is one.
    pub(super) fn alike(&mut self, shape: &[usize]) -> Option<String> {
        let fitting: Vec<usize> = (0..self.values.len()).filter(|&at| self.values[at].shape == shape).collect();
        if fitting.is_empty() {
            return None;
        }
        let at = self.pick(&fitting);
        Some(self.take(at).0)
    }

    pub(super) fn statement(&mut self, text: String) {
        self.statements.push(text);
    }

    /// A name that is not taken.
    pub(super) fn name(&self) -> String {
        format!("v{}", self.statements.len())
    }

    /// One more tensor, made of those that are there.
    fn construct(&mut self) {
        for _ in 0..50 {
            let before = self.clone();
            let made = self.any();
            let fits = |shape: &[usize]| shape.iter().product::<usize>() <= ELEMENTS && shape.len() <= 4;
            if let Some((text, shape)) = made.filter(|(_, shape)| fits(shape)) {
                let name = self.name();
                self.statement(format!("let {name} = {text};\n"));
                self.values.push(Value { name, shape, used: false });
                return;
            }
            // What was written for a construct that does not fit is forgotten.
            let draw = self.draw.clone();
            *self = ProgramWriter { draw, ..before };
        }
        panic!("no construct applies to {:?}", self.values.iter().map(|value| &value.shape).collect::<Vec<_>>());
    }

    /// A layer that maps tensors of this shape to such: the name of its struct.
    pub(super) fn layer(&mut self, shape: &[usize]) -> String {
        let at = self.layers.matches("struct").count();
        let name = format!("{}{at}", self.prefix);
        let mut inner = ProgramWriter::new(Numbers::new(&[self.draw.next()]), self.depth + 1, &format!("{name}Part"));
        inner.params = PARAMS - 100;
        inner.values.push(Value { name: "x".to_owned(), shape: shape.to_vec(), used: true });
        for _ in 0..=inner.draw.below(2) {
            inner.construct();
        }
        if inner.fields.iter().all(|field| field.2) {
            // Every layer has something to train.
            let text = inner.trained("x", shape);
            inner.values.push(Value { name: text, shape: shape.to_vec(), used: false });
        }
        let mut result = "x".to_owned();
        for value in inner.values.iter().filter(|value| !value.used) {
            result = if value.shape == shape {
                format!("tanh({} + 0.5 * {result})", value.name)
            } else {
                format!("{result} * cos(mean({}))", value.name)
            };
        }
        let (ty, structure) = (tensor(shape), inner.structure("", &name));
        let statements = inner.statements.concat();
        write!(
            self.layers,
            "{}{structure}impl {name} {{\nfn forward(&self, x: {ty}) -> {ty} {{\n{statements}{result}\n}}\n}}\n",
            inner.layers
        )
        .expect("a string can always grow");
        for (construct, count) in inner.constructs {
            *self.constructs.entry(construct).or_default() += count;
        }
        name
    }

    /// The tensor with a number of parameters of its own.
    fn trained(&mut self, value: &str, shape: &[usize]) -> String {
        let last = shape.last().map_or(Vec::new(), |&last| vec![last]);
        let name = format!("w{}", self.fields.len());
        let ty = if last.is_empty() { "Param".to_owned() } else { format!("Param<{}>", list(&last)) };
        self.fields.push((name.clone(), ty, false));
        format!("(sin({value}) * self.{name})")
    }

    fn structure(&self, vis: &str, name: &str) -> String {
        let mut text = format!("{vis}struct {name} {{\n");
        for (name, ty, frozen) in &self.fields {
            let frozen = if *frozen { "#[frozen]\n" } else { "" };
            writeln!(text, "{frozen}{name}: {ty},").expect("a string can always grow");
        }
        text + "}\n"
    }

    /// A number made of all that nothing uses.
    fn loss(&mut self) -> String {
        if self.fields.iter().all(|field| field.2) {
            let last = self.values.len() - 1;
            let (name, shape) = self.take(last);
            let text = self.trained(&name, &shape);
            self.values.push(Value { name: text, shape, used: false });
        }
        let mut terms = Vec::new();
        for at in 0..self.values.len() {
            if self.values[at].used {
                continue;
            }
            let Value { name, shape, .. } = self.values[at].clone();
            let rest = &shape[..shape.len().saturating_sub(1)];
            if self.chance(3)
                && !shape.is_empty()
                && let Some(target) = self.indices(rest, shape[shape.len() - 1])
            {
                self.count("cross_entropy");
                terms.push(format!("mean(cross_entropy({name}, {target}))"));
                continue;
            }
            let term = self.pick(&[
                "mean(sqr(V))",
                "0.1 * sum(V)",
                "sum(sin(V))",
                "mse(V, 0.3)",
                "mean(logistic_loss(V, 0.25))",
                "0.5 * sum(hinge_loss(V, 0.7))",
                "logsumexp(flatten(tanh(V)))",
            ]);
            terms.push(term.replace('V', &name));
        }
        terms.join(" + ")
    }
}
