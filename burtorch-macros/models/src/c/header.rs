//! The header of a model: what C must know, and what it promises by a call.

use std::fmt::Write as _;

use proc_macro2::Ident;

use super::functions::{Form, forms, index_code};
use super::{Argument, Exported, Function};

/// Names of functions and types that every model has.
pub(super) const OWN: [&str; 6] = ["init", "adamw", "adamw_init", "error_text", "workspace", "batch_workspace"];

/// Codes and what they mean; those of indices follow from 16 on.
pub(super) const OK: (i32, &str) = (0, "no error");
pub(super) const POINTER: (i32, &str) = (1, "a pointer is NULL or not aligned for its type, or `count` is too large");
pub(super) const EMPTY: (i32, &str) = (2, "the batch has no samples");

/// Words that are names in Rust and not in C or C++, and names that the parameters beside an argument have.
const TAKEN: &str = "alignas alignof and asm auto bool case catch char class constexpr decltype default delete double \
    explicit export float friend goto inline int long mutable namespace new noexcept not nullptr operator or private \
    protected public register restrict short signed sizeof static switch template this throw typedef typeid typename union \
    unsigned using virtual void volatile wchar_t xor params gradient rate adamw workspace count value result NULL";

/// The type of C for a number.
pub(super) fn number(name: &str) -> Option<&'static str> {
    Some(match name {
        "f32" => "float",
        "f64" => "double",
        "i8" => "int8_t",
        "i16" => "int16_t",
        "i32" => "int32_t",
        "i64" => "int64_t",
        "isize" => "intptr_t",
        "u8" => "uint8_t",
        "u16" => "uint16_t",
        "u32" => "uint32_t",
        "u64" => "uint64_t",
        "usize" => "size_t",
        _ => return None,
    })
}

/// The arguments that hold indices, each with its bound, in the order of their codes.
pub(super) fn indices(exported: &Exported) -> Vec<(&str, usize)> {
    let mut all: Vec<(&str, usize)> = Vec::new();
    for argument in exported.functions.iter().flat_map(|function| &function.arguments) {
        if let Some(bound) = argument.bound.filter(|bound| !all.contains(&(&argument.name, *bound))) {
            all.push((&argument.name, bound));
        }
    }
    all
}

/// The text of the header.
pub(super) fn header(model: &Ident, prefix: &str, exported: &Exported) -> String {
    let (upper, scalar) = (prefix.to_uppercase(), number(&exported.scalar.to_string()).expect("a float"));
    let params = exported.params.max(1);
    let [floats, tile_floats, tile_indices] = exported.sizes;
    let mut text = format!(
        "/* The model {model}, compiled by burtorch. Nothing here allocates, and no function keeps a pointer.\n\
         \x20* A function returns 0, or a code for {prefix}_error_text; then nothing was computed or changed.\n\
         \x20* What is passed holds numbers (zeros will do), is large enough for its type, and does not overlap. */\n\
         #ifndef {upper}_H\n#define {upper}_H\n\n#include <stddef.h>\n#include <stdint.h>\n\n\
         #ifdef __cplusplus\n#define {upper}_ALIGNED alignas(64)\nextern \"C\" {{\n#else\n#define {upper}_ALIGNED _Alignas(64)\n#endif\n\n\
         /* How many parameters there are. */\n#define {upper}_PARAMS {params}\n\n"
    );
    let mut line = |line: &str| {
        text.push_str(line);
        text.push('\n');
    };
    for (name, (code, meaning)) in [("OK", OK), ("POINTER", POINTER), ("EMPTY", EMPTY)] {
        line(&format!("#define {upper}_{name} {code} /* {meaning} */"));
    }
    for (at, (name, bound)) in indices(exported).into_iter().enumerate() {
        let code = index_code(at);
        line(&format!("/* {code}: `{name}` holds an index that is not in 0..{bound} */"));
    }
    line(
        "\n/* What is computed on the way, for one sample and for batches of any size. What it held before does not matter. */",
    );
    line(&format!("typedef struct {{ {upper}_ALIGNED {scalar} floats[{}]; }} {prefix}_workspace;", floats.max(1)));
    let indices = if tile_indices > 0 { format!(" int64_t indices[{tile_indices}];") } else { String::new() };
    line(&format!(
        "typedef struct {{ {upper}_ALIGNED {scalar} floats[{}];{indices} }} {prefix}_batch_workspace;",
        tile_floats.max(1)
    ));
    line("\n/* The optimizer AdamW; with a decay of 0 it is Adam. */");
    line(&format!(
        "typedef struct {{ double rate, beta1, beta2, epsilon, decay; uint64_t steps; {scalar} state[{}]; }} {prefix}_adamw;",
        2 * params
    ));
    line("\n/* What a code means. The text lives as long as the program. */");
    line(&format!("const char *{prefix}_error_text(int32_t code);"));
    line("/* First values of the parameters, which depend on the seed alone. */");
    line(&format!("int32_t {prefix}_init({scalar} params[{upper}_PARAMS], uint64_t seed);"));
    line("/* Before the first step: the defaults, and nothing remembered. */");
    line(&format!("int32_t {prefix}_adamw_init({prefix}_adamw *adamw, double rate);"));
    for function in &exported.functions {
        for form in forms(function) {
            line("");
            line(&format!("/* {} */", describe(function, form)));
            line(&declaration(prefix, &upper, scalar, function, form));
        }
    }
    line("\n#ifdef __cplusplus\n}\n#endif\n#endif");
    text
}

/// What a form does.
fn describe(function: &Function, form: Form) -> String {
    let name = &function.name;
    let mean = format!("the mean of `{name}` over the samples");
    let null = "`value` may be NULL.";
    match form {
        Form::Value if function.is_number() => format!("The value of `{name}`."),
        Form::Value => format!("`{name}` of one sample."),
        Form::Gradient => format!("The value of `{name}`; adds its gradient to `gradient`. {null}"),
        Form::Sgd => format!("One step of gradient descent; the value of `{name}` before it. {null}"),
        Form::AdamW => format!("One step of AdamW; the value of `{name}` before it. {null}"),
        Form::ValueBatch if function.is_number() => format!("The value is {mean}."),
        Form::ValueBatch => format!("`{name}` of each sample."),
        Form::GradientBatch => format!("The value is {mean}; adds its gradient to `gradient`. {null}"),
        Form::SgdBatch => format!("One step of gradient descent; the value is {mean} before it. {null}"),
        Form::AdamWBatch => format!("One step of AdamW; the value is {mean} before it. {null}"),
    }
}

fn declaration(prefix: &str, upper: &str, scalar: &str, function: &Function, form: Form) -> String {
    let mut text = format!("int32_t {prefix}_{}{}(", function.name, form.suffix());
    let is_const = if form.is_step() { "" } else { "const " };
    let _ = write!(text, "{is_const}{scalar} params[{upper}_PARAMS], ");
    if form.has_gradient() {
        let _ = write!(text, "{scalar} gradient[{upper}_PARAMS], ");
    }
    if form.has_rate() {
        let _ = write!(text, "{scalar} rate, ");
    }
    if form.has_adamw() {
        let _ = write!(text, "{prefix}_adamw *adamw, ");
    }
    let workspace = if form.is_batch() { "batch_workspace" } else { "workspace" };
    let _ = write!(text, "{prefix}_{workspace} *workspace");
    if form.is_batch() {
        text.push_str(", size_t count");
    }
    for Argument { name, number: element, shape, .. } in &function.arguments {
        let ty = number(element).expect("names have been looked at");
        let name = if TAKEN.split(' ').any(|taken| taken == name) { format!("{name}_") } else { name.clone() };
        if form.is_batch() {
            let _ = write!(text, ", const {ty} {name}[]{}", lengths(shape));
        } else if shape.is_empty() {
            let _ = write!(text, ", {ty} {name}");
        } else {
            let _ = write!(text, ", const {ty} {name}{}", lengths(shape));
        }
    }
    for (at, shape) in function.results.iter().enumerate() {
        let name = match (function.is_tuple, function.is_number()) {
            (true, _) => format!("result{at}"),
            (false, true) => "value".to_owned(),
            (false, false) => "result".to_owned(),
        };
        let _ = if form.is_batch() && !function.is_number() {
            write!(text, ", {scalar} {name}[]{}", lengths(shape))
        } else if shape.is_empty() {
            write!(text, ", {scalar} *{name}")
        } else {
            write!(text, ", {scalar} {name}{}", lengths(shape))
        };
    }
    text.push_str(");");
    text
}

fn lengths(shape: &[usize]) -> String {
    shape.iter().fold(String::new(), |mut text, length| {
        let _ = write!(text, "[{length}]");
        text
    })
}
