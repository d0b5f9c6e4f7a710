//! When the compiler checks itself: after every pass over a graph, and of every plan.
//!
//! What is wrong then is a mistake of the compiler, so checking is for those who work on it. It runs in the tests of this crate,
//! and in any build with `BURTORCH_VERIFY=1` in its environment, which `.cargo/config.toml` of the repository sets: so all models
//! of all tests, examples and benchmarks are checked, and no build of a user pays for that.

use crate::dump::checks_itself;

/// Whether graphs and plans are checked.
pub fn is_on() -> bool {
    cfg!(test) || checks_itself()
}

/// Panics with what does not hold after a pass, if that is asked for.
pub fn verify(after: &str, check: impl FnOnce() -> Result<(), String>) {
    if is_on()
        && let Err(what) = check()
    {
        panic!("burtorch made a mistake, after {after}: {what}; please report it");
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use proc_macro2::{TokenStream, TokenTree};

    use crate::expand::models;

    /// The blocks of `graph! { … }` in some code, but for those that a macro writes.
    fn blocks(code: TokenStream, found: &mut Vec<TokenStream>) {
        let tokens: Vec<TokenTree> = code.into_iter().collect();
        for (at, token) in tokens.iter().enumerate() {
            let TokenTree::Group(group) = token else { continue };
            let before = at.checked_sub(2).map(|first| [tokens[first].to_string(), tokens[first + 1].to_string()]);
            if before.is_some_and(|before| before == ["graph", "!"]) {
                found.push(group.stream());
            } else {
                blocks(group.stream(), found);
            }
        }
    }

    fn visit(directory: &Path, found: &mut Vec<(String, TokenStream)>) {
        let mut entries: Vec<_> = fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().path()).collect();
        entries.sort();
        for path in entries {
            if path.is_dir() && !path.ends_with("target") && !path.ends_with("ui") {
                visit(&path, found);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let Ok(code) = fs::read_to_string(&path).unwrap().parse() else { continue };
                let mut inside = Vec::new();
                blocks(code, &mut inside);
                let models = inside.into_iter().filter(|block| block.to_string().contains("struct"));
                found.extend(models.map(|block| (path.display().to_string(), block)));
            }
        }
    }

    #[test]
    fn models_of_the_repository_are_compiled_without_a_mistake_of_ours() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let mut found = Vec::new();
        for directory in ["tests/models", "tests/parity", "examples", "docs"] {
            visit(&root.join(directory), &mut found);
        }
        let mut compiled = 0;
        for (path, block) in &found {
            let code = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| models(block.clone()).to_string()));
            let code = code.unwrap_or_else(|_| panic!("{path}: {block}"));
            compiled += usize::from(!code.contains("compile_error"));
        }
        // In what a macro writes, names stand for something else, so those blocks do not compile by themselves.
        assert!(compiled >= 24, "{compiled} of {}", found.len());
    }
}
