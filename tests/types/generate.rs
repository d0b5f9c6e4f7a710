//! Writes `programs.rs`.

use std::fmt::Write;

/// A type that is made of floats.
#[derive(Clone)]
enum Type {
    Float,
    /// `(T, f64)`
    Tuple(Box<Type>),
    /// `[T; 2]`
    Array(Box<Type>),
    /// `Vec<T>`
    Vec(Box<Type>),
    /// A struct with a field of type `T` and one of type `f64`.
    Struct(Box<Type>),
}

/// How an argument is taken.
#[derive(Clone, Copy, PartialEq)]
enum Passing {
    Value,
    Reference,
    Slice,
    Changed,
    ChangedSlice,
}

impl Type {
    /// The types that hold others `depth` times.
    fn of_depth(depth: usize) -> Vec<Type> {
        if depth == 0 {
            return vec![Type::Float];
        }
        let kinds = [Type::Tuple, Type::Array, Type::Vec, Type::Struct];
        let inner = Type::of_depth(depth - 1);
        let all = kinds.iter().flat_map(|kind| inner.iter().map(|inner| kind(Box::new(inner.clone()))));
        // A `Vec` in a struct is refused where the struct is defined.
        all.filter(|ty| !matches!(ty, Type::Struct(inner) if inner.has_vecs())).collect()
    }

    fn has_vecs(&self) -> bool {
        match self {
            Type::Float => false,
            Type::Vec(_) => true,
            Type::Tuple(inner) | Type::Array(inner) | Type::Struct(inner) => inner.has_vecs(),
        }
    }

    /// One letter for each layer.
    fn letters(&self) -> String {
        match self {
            Type::Float => "f".to_owned(),
            Type::Tuple(inner) => format!("t{}", inner.letters()),
            Type::Array(inner) => format!("a{}", inner.letters()),
            Type::Vec(inner) => format!("v{}", inner.letters()),
            Type::Struct(inner) => format!("s{}", inner.letters()),
        }
    }

    /// The options of `#[differentiable]`: a struct beside a float is named.
    fn options(&self) -> String {
        let mut structs = Vec::new();
        self.structs(false, &mut structs);
        if structs.is_empty() { String::new() } else { format!("(structs({}))", structs.join(", ")) }
    }

    fn structs(&self, in_tuple: bool, found: &mut Vec<String>) {
        match self {
            Type::Float => {}
            Type::Tuple(inner) => inner.structs(true, found),
            Type::Array(inner) | Type::Vec(inner) => inner.structs(in_tuple, found),
            // It knows those in its own fields.
            Type::Struct(_) if in_tuple => found.push(self.written()),
            Type::Struct(_) => {}
        }
    }

    fn written(&self) -> String {
        match self {
            Type::Float => "f64".to_owned(),
            Type::Tuple(inner) => format!("({}, f64)", inner.written()),
            Type::Array(inner) => format!("[{}; 2]", inner.written()),
            Type::Vec(inner) => format!("Vec<{}>", inner.written()),
            Type::Struct(_) => self.letters().to_uppercase(),
        }
    }

    /// A value of the type; `Vec`s have three elements, then none, then two, and so on.
    fn value(&self, lengths: &mut usize) -> String {
        match self {
            Type::Float => "0.0".to_owned(),
            Type::Tuple(inner) => format!("({}, 0.0)", inner.value(lengths)),
            Type::Array(inner) => format!("[{}, {}]", inner.value(lengths), inner.value(lengths)),
            Type::Vec(inner) => {
                let count = [3, 2, 0, 1][*lengths % 4];
                *lengths += 1;
                let elements: Vec<String> = (0..count).map(|_| inner.value(lengths)).collect();
                format!("vec![{}]", elements.join(", "))
            }
            Type::Struct(inner) => {
                format!("{} {{ part: {}, other: 0.0 }}", self.written(), inner.value(lengths))
            }
        }
    }

    /// Statements that add something of every number at `place` to `s`, in loops.
    fn sum(&self, place: &str, depth: usize, text: &mut String) {
        let indent = "    ".repeat(depth + 1);
        let next = 2 + text.matches("s += ").count();
        match self {
            Type::Float => _ = writeln!(text, "{indent}s += ({place} * 0.{next} + s * 0.1).sin();"),
            Type::Tuple(inner) => {
                _ = writeln!(text, "{indent}s += {place}.1 * {place}.1 * 0.{next};");
                inner.sum(&format!("{place}.0"), depth, text);
            }
            Type::Struct(inner) => {
                _ = writeln!(text, "{indent}s += {place}.other * s.cos() * 0.{next};");
                inner.sum(&format!("{place}.part"), depth, text);
            }
            Type::Array(inner) | Type::Vec(inner) => {
                let count = if let Type::Vec(_) = self { format!("{place}.len()") } else { "2".to_owned() };
                _ = writeln!(text, "{indent}for i{depth} in 0..{count} {{");
                inner.sum(&format!("{place}[i{depth}]"), depth + 1, text);
                _ = writeln!(text, "{indent}}}");
                if let (Type::Vec(_), Type::Float) = (self, &**inner) {
                    _ = writeln!(text, "{indent}s += row(&{place});");
                    _ = writeln!(
                        text,
                        "{indent}for value in {place}.iter() {{\n{indent}    s += value * value * 0.{next};\n{indent}}}"
                    );
                }
            }
        }
    }

    /// A statement that uses the last number that constant indices reach.
    fn constant(&self, place: &str, guard: &str, text: &mut String) {
        let both =
            |condition: &str| if guard.is_empty() { condition.to_owned() } else { format!("{guard} && {condition}") };
        match self {
            Type::Float if guard.is_empty() => _ = writeln!(text, "    s += {place} * s;"),
            Type::Float => _ = writeln!(text, "    if {guard} {{\n        s += {place} * s;\n    }}"),
            Type::Tuple(inner) => inner.constant(&format!("{place}.0"), guard, text),
            Type::Struct(inner) => inner.constant(&format!("{place}.part"), guard, text),
            Type::Array(inner) => inner.constant(&format!("{place}[1]"), guard, text),
            Type::Vec(inner) => {
                inner.constant(&format!("{place}[1]"), &both(&format!("{place}.len() > 1")), text);
            }
        }
    }

    /// Statements that change every number at `place`.
    fn change(&self, place: &str, depth: usize, text: &mut String) {
        let indent = "    ".repeat(depth + 1);
        let next = 2 + text.matches(" = ").count();
        match self {
            Type::Float => {
                let place = if place == "x" { "*x" } else { place };
                _ = writeln!(text, "{indent}{place} = {place} * s.cos() + 0.{next};\n{indent}s += {place} * 0.{next};");
            }
            Type::Tuple(inner) => {
                _ = writeln!(text, "{indent}{place}.1 *= {place}.1 + s;");
                inner.change(&format!("{place}.0"), depth, text);
            }
            Type::Struct(inner) => {
                _ = writeln!(text, "{indent}{place}.other = s * {place}.other.sin();");
                inner.change(&format!("{place}.part"), depth, text);
            }
            Type::Array(inner) | Type::Vec(inner) => {
                let count = if let Type::Vec(_) = self { format!("{place}.len()") } else { "2".to_owned() };
                _ = writeln!(text, "{indent}for i{depth} in 0..{count} {{");
                inner.change(&format!("{place}[i{depth}]"), depth + 1, text);
                _ = writeln!(text, "{indent}}}");
            }
        }
    }

    /// Statements that bind a value of the type, made of `x`, to `name`.
    fn make(&self, name: &str, depth: usize, text: &mut String) {
        let indent = "    ".repeat(depth + 1);
        let next = 2 + text.matches("let ").count();
        let inner_name = format!("{name}_part");
        match self {
            Type::Float => _ = writeln!(text, "{indent}let {name} = (x[{}] * 0.{next}).sin();", next % 3),
            Type::Tuple(inner) => {
                inner.make(&inner_name, depth, text);
                _ = writeln!(text, "{indent}let {name} = ({inner_name}, x[0] * x[1]);");
            }
            Type::Struct(inner) => {
                inner.make(&inner_name, depth, text);
                _ = writeln!(
                    text,
                    "{indent}let {name} = {} {{ part: {inner_name}, other: x[2] * 0.{next} }};",
                    self.written()
                );
            }
            Type::Array(inner) => {
                inner.make(&format!("{inner_name}_a"), depth, text);
                inner.make(&format!("{inner_name}_b"), depth, text);
                _ = writeln!(text, "{indent}let {name} = [{inner_name}_a, {inner_name}_b];");
            }
            Type::Vec(inner) => {
                _ = writeln!(text, "{indent}let mut {name}: {} = Vec::new();", self.written());
                let index = if let Type::Float = **inner { format!("i{depth}") } else { "_".to_owned() };
                _ = writeln!(text, "{indent}for {index} in 0..x.len() - {} {{", (depth + 1) % 3);
                inner.make(&inner_name, depth + 1, text);
                if let Type::Float = **inner {
                    _ = writeln!(text, "{indent}    let {inner_name} = {inner_name} * x[i{depth}];");
                }
                _ = writeln!(text, "{indent}    {name}.push({inner_name});\n{indent}}}");
            }
        }
    }
}

/// The whole file.
pub fn programs() -> String {
    let mut text = String::from(
        "// Written by a test: `BURTORCH_BLESS=1 cargo test --test types programs`.\n\n\
         use burtorch::{Differentiable, differentiable};\n\n\
         #[differentiable]\nfn row(x: &[f64]) -> f64 {\n    let mut s = 0.0;\n    for i in 0..x.len() {\n        \
         s += x[i] * x[i] * x[i];\n    }\n    s\n}\n",
    );
    let mut tests = String::new();
    let all: Vec<Type> = (0..4).flat_map(Type::of_depth).collect();
    for ty in &all {
        if let Type::Struct(inner) = ty {
            structure(ty, inner, &mut text);
        }
    }
    for ty in &all {
        let shallow = ty.letters().len() <= 3;
        argument(ty, Passing::Reference, &mut text, &mut tests);
        result(ty, &mut text, &mut tests);
        // A `&mut Vec` is refused.
        if shallow && !matches!(ty, Type::Vec(_)) {
            argument(ty, Passing::Changed, &mut text, &mut tests);
        }
        if shallow {
            argument(ty, Passing::Value, &mut text, &mut tests);
            argument(&Type::Vec(Box::new(ty.clone())), Passing::Slice, &mut text, &mut tests);
            argument(&Type::Vec(Box::new(ty.clone())), Passing::ChangedSlice, &mut text, &mut tests);
        }
    }
    let _ = write!(
        text,
        "\nmod tests {{\n    use super::*;\n    use crate::check::{{check_argument, check_changed, check_result}};\n\n{tests}}}\n"
    );
    text
}

fn structure(ty: &Type, inner: &Type, text: &mut String) {
    let (name, part) = (ty.written(), inner.written());
    let _ = write!(
        text,
        "\n#[derive(Clone, Differentiable)]\npub struct {name} {{\n    pub part: {part},\n    pub other: f64,\n}}\n\n\
         impl crate::check::Numbers for {name} {{\n    fn each(&mut self, visit: &mut dyn FnMut(&mut f64)) {{\n        \
         self.part.each(visit);\n        visit(&mut self.other);\n    }}\n}}\n",
    );
}

fn argument(ty: &Type, passing: Passing, text: &mut String, tests: &mut String) {
    let (written, letters) = (ty.written(), ty.letters());
    let element = match ty {
        Type::Vec(inner) => inner.written(),
        _ => written.clone(),
    };
    let (prefix, taken) = match passing {
        Passing::Value => ("value", written),
        Passing::Reference => ("reference", format!("&{written}")),
        Passing::Slice => ("slice", format!("&[{element}]")),
        Passing::Changed => ("changed", format!("&mut {written}")),
        Passing::ChangedSlice => ("changed_slice", format!("&mut [{element}]")),
    };
    let name = format!("{prefix}_{letters}");
    let changes = matches!(passing, Passing::Changed | Passing::ChangedSlice);
    let mut body = String::from("    let mut s: f64 = 0.2;\n");
    let place = if let (Type::Float, false) = (ty, passing == Passing::Value) { "*x" } else { "x" };
    if changes {
        ty.change("x", 0, &mut body);
    } else {
        ty.sum(place, 0, &mut body);
        ty.constant(place, "", &mut body);
    }
    let options = ty.options();
    let _ = write!(text, "\n#[differentiable{options}]\nfn {name}(x: {taken}) -> f64 {{\n{body}    s\n}}\n");
    let value = ty.value(&mut 0);
    let kind = match passing {
        Passing::Value => "value",
        Passing::Reference | Passing::Changed => "reference",
        Passing::Slice | Passing::ChangedSlice => "slice",
    };
    let into = if ty.has_vecs() { "into" } else { "plain" };
    let _ = if changes {
        writeln!(tests, "    check_changed!({name}, {kind}, {value});")
    } else {
        writeln!(tests, "    check_argument!({name}, {kind}, {into}, {value});")
    };
}

fn result(ty: &Type, text: &mut String, tests: &mut String) {
    let (name, written) = (format!("result_{}", ty.letters()), ty.written());
    let mut body = String::new();
    ty.make("made", 0, &mut body);
    let _ = write!(text, "\n#[differentiable]\nfn {name}(x: &[f64]) -> {written} {{\n{body}    made\n}}\n");
    let seed = if let Type::Vec(_) = ty { "slice" } else { "value" };
    let _ = writeln!(tests, "    check_result!({name}, {seed});");
}
