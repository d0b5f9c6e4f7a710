//! A program as it was before burtorch: what the same text is without the attribute.

/// The line between a program and the `main` that uses its derivatives.
pub const CHECKS: &str = "// checks\n";

/// Without attributes, derives and checks, which are what follows the marker, or else `main`. Imports stay: `Float` and `Real` are traits that plain Rust can use.
pub fn plain(source: &str) -> String {
    if source.contains("graph!(") {
        return without_graphs(source);
    }
    let cut = source.find(CHECKS).or_else(|| source.find("fn main()")).unwrap_or(source.len());
    let program = &source[..cut];
    without_attributes(program) + "\nfn main() {}\n"
}

/// Whether a program has anything that [`plain`] leaves out, besides its checks: an attribute, a derive or a macro of burtorch's.
pub fn uses_macros(source: &str) -> bool {
    without_attributes(source) != source || ["graph!", "train!"].iter().any(|name| source.contains(name))
}

/// The closures of `graph!` as closures, and nothing that uses their derivatives.
fn without_graphs(source: &str) -> String {
    let uses = |line: &&str| [".grad(", ".value_and_grad("].iter().any(|method| line.contains(method));
    let lines = source.lines().filter(|line| !uses(line)).map(|line| format!("{line}\n"));
    without_attributes(&lines.collect::<String>().replace("burtorch::graph!(", "(").replace("graph!(", "("))
}

/// The names of functions and structs that the program defines without a word to burtorch.
pub fn left_out(source: &str) -> Vec<&str> {
    let mut names = Vec::new();
    let mut named = false;
    for line in source.lines().map(str::trim) {
        if line.starts_with("#[") {
            named |= ["differentiable", "Differentiable", "derivative"].iter().any(|word| line.contains(word));
            continue;
        }
        let line = line.trim_start_matches("pub ").trim_start_matches("const ");
        let item = ["fn ", "struct "].iter().find_map(|keyword| line.strip_prefix(keyword));
        if let Some(item) = item.filter(|_| !named) {
            names.push(item.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap());
        }
        named = false;
    }
    names
}

fn without_attributes(program: &str) -> String {
    let mut text = String::new();
    let mut rest = program;
    while let Some(start) = rest.find("#[") {
        text.push_str(&rest[..start]);
        let end = start + closing(&rest[start..]);
        text.push_str(&without_derive(&rest[start..end]));
        rest = &rest[end..];
    }
    text + rest
}

/// An attribute, or nothing if it is burtorch's.
fn without_derive(attribute: &str) -> String {
    let path = attribute["#[".len()..].trim_start_matches("burtorch::");
    if ["differentiable", "derivative", "constant", "no_derivative"].iter().any(|name| path.starts_with(name)) {
        return String::new();
    }
    let Some(list) = path.strip_prefix("derive(").and_then(|list| list.strip_suffix(")]")) else {
        return attribute.to_string();
    };
    let others: Vec<_> = list.split(',').map(str::trim).filter(|name| !name.ends_with("Differentiable")).collect();
    format!("#[derive({})]", others.join(", "))
}

/// The length of an attribute.
fn closing(text: &str) -> usize {
    let mut depth = 0;
    for (at, character) in text.char_indices() {
        match character {
            '[' => depth += 1,
            ']' => depth -= 1,
            _ => continue,
        }
        if depth == 0 {
            return at + 1;
        }
    }
    text.len()
}
