//! Generated code as a person would read it, for dumps: what matters most first, and formatted by the rustfmt that is installed.
//!
//! The crate prettyplease would add 1.5 s of processor time to everybody's first build, for code that few ever print. rustfmt comes with
//! the toolchain and costs nothing until a dump is asked for.

use std::io::Write as _;
use std::process::{Command, Stdio};

use proc_macro2::TokenStream;
use quote::ToTokens as _;

/// The code of a function or model as text: gradients first, then what they call, then the rest in its order.
pub fn formatted(code: &TokenStream) -> String {
    // What a macro expands to is items, methods, which syn and rustfmt take for items too, or an expression.
    if let Ok(mut file) = syn::parse2::<syn::File>(code.clone()) {
        file.items.sort_by_key(|item| match item {
            syn::Item::Fn(function) => rank(&function.sig.ident.to_string()),
            _ => 4,
        });
        for item in &mut file.items {
            if let syn::Item::Impl(block) = item {
                block.items.sort_by_key(|item| match item {
                    syn::ImplItem::Fn(function) => rank(&function.sig.ident.to_string()),
                    _ => 4,
                });
            }
        }
        let code = file.to_token_stream().to_string();
        return rustfmt(&code).unwrap_or_else(|| indented(&code));
    }
    let Some(text) = rustfmt(&format!("fn expression() {{ {code} }}")) else { return indented(&code.to_string()) };
    let lines: Vec<&str> = text.lines().collect();
    let body = lines.get(1..lines.len().saturating_sub(1)).unwrap_or_default();
    let lines: Vec<&str> = body.iter().map(|line| line.strip_prefix("    ").unwrap_or(line)).collect();
    lines.join("\n")
}

/// The place of a function in a dump, by its name; those of methods and models begin with the name of theirs.
fn rank(name: &str) -> u8 {
    match name {
        _ if name.ends_with("value_and_grad") => 1,
        _ if name == "grad" || name.ends_with("_grad") => 0,
        _ if name.starts_with("__") && name.ends_with("_reverse") => 2,
        _ => 3,
    }
}

/// The text as rustfmt writes it, if there is one that takes it.
fn rustfmt(code: &str) -> Option<String> {
    let program = std::env::var_os("RUSTFMT").unwrap_or_else(|| "rustfmt".into());
    let mut command = Command::new(program);
    command.args(["--edition", "2024"]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = command.spawn().ok()?;
    // It reads all of its input before it writes, so neither waits for the other.
    let written = child.stdin.take()?.write_all(code.as_bytes());
    let output = child.wait_with_output().ok()?;
    (written.is_ok() && output.status.success()).then(|| String::from_utf8(output.stdout).ok()).flatten()
}

/// Tokens with a line per statement, where there is no rustfmt.
fn indented(code: &str) -> String {
    let mut lines = String::new();
    let mut depth = 0_usize;
    for (at, piece) in code.split_inclusive(['{', '}', ';']).enumerate() {
        let piece = piece.trim();
        if piece.ends_with('}') {
            depth = depth.saturating_sub(1);
        }
        if at > 0 {
            lines.push('\n');
        }
        lines.push_str(&"    ".repeat(depth));
        lines.push_str(piece);
        if piece.ends_with('{') {
            depth += 1;
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use quote::quote;

    use super::*;

    /// Where the functions of these names stand in a text.
    fn order(text: &str, names: [&str; 3]) -> Vec<usize> {
        names.iter().map(|name| text.find(&format!("fn {name}(")).unwrap_or_else(|| panic!("{name}: {text}"))).collect()
    }

    #[test]
    fn gradients_come_first_with_what_they_call() {
        let items = quote! {
            enum f {}
            impl f { fn __reverse() {} fn __forward() {} const A: u8 = 1; fn value_and_grad() {} fn grad() {} }
        };
        let text = formatted(&items);
        assert!(order(&text, ["grad", "value_and_grad", "__reverse"]).is_sorted(), "{text}");
        assert!(order(&text, ["value_and_grad", "__reverse", "__forward"]).is_sorted(), "{text}");
        let methods = quote!(
            fn __f_reverse(&self) {}
            fn f(&self) {}
            fn f_value_and_grad(&self) {}
            fn f_grad(&self) {}
        );
        let text = formatted(&methods);
        assert!(order(&text, ["f_grad", "f_value_and_grad", "__f_reverse"]).is_sorted(), "{text}");
    }

    #[test]
    fn rustfmt_formats_items_methods_and_expressions() {
        if rustfmt("fn main() {}").is_none() {
            eprintln!("there is no rustfmt: its text is not compared");
            return;
        }
        assert_eq!(
            formatted(&quote!(
                fn f(x: f64) -> f64 {
                    let y = x;
                    y * 2.0
                }
            )),
            "fn f(x: f64) -> f64 {\n    let y = x;\n    y * 2.0\n}\n"
        );
        assert_eq!(
            formatted(&quote!(
                fn f(&self) -> f64 {
                    self.x
                }
            )),
            "fn f(&self) -> f64 {\n    self.x\n}\n"
        );
        assert_eq!(
            formatted(&quote!({
                let y = 1;
                y
            })),
            "{\n    let y = 1;\n    y\n}"
        );
    }

    #[test]
    fn without_rustfmt_there_is_a_line_per_statement() {
        assert_eq!(indented("fn f () { let a = 1 ; a }"), "fn f () {\n    let a = 1 ;\na }");
    }
}
