//! What is factored and what is not, on formulas over values `x`, `y`, `z` and adjoints `g`, `h`.

use std::collections::BTreeMap;

use burtorch_runtime::rules::Op;

use super::{Sums, factor, factor_all};
use crate::ast::Precision;
use crate::graph::{BinaryOp, Graph, Id, Kind, Type, Writer};
use crate::simplify::finish;

/// The graph of `{ let a = …; [results] }`, where `g` and `h` are what derivatives depend on.
fn graph(text: &str) -> Graph {
    let mut w = Writer::new(Graph::new());
    let mut names = BTreeMap::new();
    for name in ["x", "y", "z", "g", "h"] {
        let ident = quote::format_ident!("{name}");
        names.insert(name.to_owned(), w.param(Kind::Param, Type::Float, false, Some(&ident)));
    }
    let block: syn::Block = syn::parse_str(&format!("{{ {text} }}")).expect("formulas are Rust");
    for stmt in &block.stmts {
        match stmt {
            syn::Stmt::Local(local) => {
                let (syn::Pat::Ident(pattern), Some(init)) = (&local.pat, &local.init) else { panic!("a plain `let`") };
                let value = write(&mut w, &names, &init.expr);
                names.insert(pattern.ident.to_string(), value);
            }
            syn::Stmt::Expr(syn::Expr::Array(array), None) => {
                let results = array.elems.iter().map(|element| write(&mut w, &names, element)).collect();
                w.graph.region_mut(Graph::ROOT).results = results;
            }
            _ => panic!("`let`s and an array of results"),
        }
    }
    finish(&w.graph, Precision::F64)
}

fn write(w: &mut Writer, names: &BTreeMap<String, Id>, formula: &syn::Expr) -> Id {
    match formula {
        syn::Expr::Paren(inner) => write(w, names, &inner.expr),
        syn::Expr::Path(path) => names[&path.path.require_ident().expect("a name").to_string()],
        syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Float(lit), .. }) => {
            w.constant(lit.base10_parse().expect("a number"))
        }
        syn::Expr::Unary(unary) => {
            let a = write(w, names, &unary.expr);
            w.op(Op::Neg, &[a])
        }
        syn::Expr::Binary(binary) => {
            let (a, b) = (write(w, names, &binary.left), write(w, names, &binary.right));
            let op = match binary.op {
                syn::BinOp::Add(_) => Op::Add,
                syn::BinOp::Sub(_) => Op::Sub,
                syn::BinOp::Mul(_) => Op::Mul,
                syn::BinOp::Div(_) => Op::Div,
                _ => panic!("sums, products and quotients"),
            };
            w.op(op, &[a, b])
        }
        // `relu(x, a)`: `a` where `x` is positive.
        syn::Expr::Call(call) => {
            let (x, a) = (write(w, names, &call.args[0]), write(w, names, &call.args[1]));
            let zero = w.constant(0.0);
            let off = w.push(Kind::Compare(BinaryOp::Le, x, zero), Type::Other);
            w.push(Kind::Select(off, zero, a), Type::Float)
        }
        _ => panic!("not a formula"),
    }
}

/// The results as formulas, each node written where it is used.
fn formulas(graph: &Graph) -> Vec<String> {
    graph.root().results.iter().map(|&id| formula(graph, id)).collect()
}

fn formula(graph: &Graph, id: Id) -> String {
    let of = |id: Id| formula(graph, id);
    match graph.kind(id) {
        Kind::Param => graph.node(id).name.as_ref().expect("it has one").to_string(),
        Kind::Const(value) if *value > 1e9 => format!("{value:e}"),
        Kind::Const(value) => value.to_string(),
        Kind::Op(Op::Neg, args) => format!("-{}", of(args[0])),
        Kind::Op(Op::Add, args) => format!("({} + {})", of(args[0]), of(args[1])),
        Kind::Op(Op::Sub, args) => format!("({} - {})", of(args[0]), of(args[1])),
        Kind::Op(Op::Mul, args) => match graph.kind(args[1]) {
            Kind::Op(Op::Mul, _) => format!("{} * ({})", of(args[0]), of(args[1])),
            _ => format!("{} * {}", of(args[0]), of(args[1])),
        },
        Kind::Op(Op::Div, args) => format!("({} / {})", of(args[0]), of(args[1])),
        Kind::Select(_, _, a) => format!("relu({})", of(*a)),
        kind => panic!("{kind:?} is in no formula"),
    }
}

/// What becomes of some sums.
fn factored(text: &str) -> Vec<String> {
    let exact = graph(text);
    let factored = factor(&exact, 3, Precision::F64);
    let [before, after] = [&exact, &factored].map(|graph| Sums::Derivatives { arity: 3 }.work(graph).1);
    assert!(after <= before, "{text}");
    formulas(&factored)
}

fn stays(text: &str) {
    assert_eq!(factored(text), formulas(&graph(text)), "{text}");
}

#[test]
fn a_common_factor_is_multiplied_once() {
    assert_eq!(factored("[g * x + g * y]"), ["(x + y) * g"]);
    assert_eq!(factored("[g * x - y * g]"), ["(x - y) * g"]);
    assert_eq!(factored("[g * x + h + g * y]"), ["((x + y) * g + h)"]);
    assert_eq!(factored("[x * g + x * h]"), ["(g + h) * x"]);
}

#[test]
fn signs_go_into_the_sum() {
    assert_eq!(factored("[h - g * x - g * y]"), ["(h - (x + y) * g)"]);
    assert_eq!(factored("[-(g * x) - g * y]"), ["-(x + y) * g"]);
    assert_eq!(factored("[-(g * x) + g * y]"), ["(y - x) * g"]);
}

#[test]
fn a_sum_that_is_a_factor_keeps_its_sign() {
    // `-(x + y) * g` would give it to three products.
    let text = "let s = -(g * x) - g * y; [s * x, s * y, s * z]";
    assert_eq!(factored(text), ["(-x - y) * g * x", "(-x - y) * g * y", "(-x - y) * g * z"]);
    let text = "let s = -(g * x) - g * y - h; [s * x, s * y, s * z]";
    assert_eq!(factored(text)[0], "((-x - y) * g - h) * x");
}

#[test]
fn sums_are_seen_through_other_sums() {
    assert_eq!(factored("[(g * x - h) - (h * y - g * z)]"), ["(((x + z) * g - h) - h * y)"]);
    assert_eq!(factored("[(g * x + h * x) + (g * y + h * y)]"), ["((x + y) * g + (x + y) * h)"]);
}

#[test]
fn a_term_that_is_the_factor_itself_goes_in_where_that_saves_an_operation() {
    stays("[g - g * x]");
    assert_eq!(factored("[g - g * x - g * y]"), ["(g - (x + y) * g)"]);
    assert_eq!(factored("[3.0 * g + g * x]"), ["(3 + x) * g"]);
    assert_eq!(factored("[3.0 * g + g * x - g]"), ["(2 + x) * g"]);
}

#[test]
fn products_of_several_factors_are_divided_by_the_common_one() {
    assert_eq!(factored("[g * x * y + g * z]"), ["(x * y + z) * g"]);
    assert_eq!(factored("[g * x * y + g * x * z]"), ["(y + z) * (g * x)"]);
    assert_eq!(factored("[g * (x * x) + g * (x * y)]"), ["(x * x + x * y) * g"]);
}

#[test]
fn constants_are_common_factors() {
    assert_eq!(factored("[3.0 * g + 3.0 * h]"), ["(g + h) * 3"]);
    assert_eq!(factored("[5.0 * g * x - g * y * 5.0]"), ["(x - y) * 5 * g"]);
    // Large ones are not multiplied with each other: that would be infinite in single precision.
    assert_eq!(factored("[1e30 * g * (1e30 * x) + g * y]"), ["(y + 1e30 * (1e30 * x)) * g"]);
}

#[test]
fn a_product_with_another_use_stays() {
    stays("let a = g * x; [a + g * y, a]");
    assert_eq!(factored("let a = g * x; [a + g * y + g * z, a]"), ["((y + z) * g + g * x)", "g * x"]);
    // A sum with another use is a factor and a term, not a sum to be opened.
    assert_eq!(factored("let s = g * x + h; [s + g * y, s]"), formulas(&graph("let s = g * x + h; [s + g * y, s]")));
    assert_eq!(factored("let s = g + h; [s * x + s * y, s]"), ["(x + y) * (g + h)", "(g + h)"]);
}

#[test]
fn multiples_are_seen_through_where_that_saves_them() {
    // `4g` and `12g` are not needed any more.
    let text = "let a = 4.0 * g; let b = 12.0 * g; [a - b * x - g, a - b * (x * x) - b * y]";
    assert_eq!(factored(text), ["(3 - 12 * x) * g", "(4 - (y + x * x) * 12) * g"]);
    // Here `12g` is a result, and one product is saved.
    assert_eq!(factored("let b = 12.0 * g; [b * x + b * y, b]"), ["(x + y) * (12 * g)", "12 * g"]);
}

#[test]
fn values_are_not_rewritten() {
    stays("[x * y + x * z, g * x]");
    stays("let v = x * y + x * z; [v, g * v]");
    assert_eq!(factored("let v = x * y + x * z; [v, g * v + g * x]")[0], "(x * y + x * z)");
}

#[test]
fn a_choice_gives_its_sign_to_the_sum() {
    assert_eq!(factored("let a = relu(x, -(4.0 * g)); [a + h * y + h * z]"), ["((y + z) * h - relu(4 * g))"]);
    // Not to products: here there are two.
    let text = "let a = relu(x, -(4.0 * g)); [a * y, a * z, h * x + h * y]";
    assert_eq!(factored(text), ["relu(-4 * g) * y", "relu(-4 * g) * z", "(x + y) * h"]);
}

#[test]
fn sums_without_common_factors_stay() {
    stays("[g * x + h * y]");
    stays("[g + h]");
    stays("[g * x]");
    stays("[-g, g * x - h]");
}

#[test]
fn a_quotient_is_a_product_where_a_constant_is_divided_by_the_same_number() {
    assert_eq!(factored("[4.0 / x, g / x]"), ["(4 / x)", "g * ((4 / x) * 0.25)"]);
    // Values keep their bits, and other numbers are not divided anyway.
    stays("[4.0 / x, y / x, g * y]");
    stays("[y / x, g / x]");
    stays("[1e30 / x, g / x]");
}

#[test]
fn a_choice_is_a_factor_where_others_have_what_is_chosen() {
    let text = "let a = relu(x, 4.0 * g); [a + g * y, a - g * z]";
    assert_eq!(factored(text), ["(y + relu(4)) * g", "(relu(4) - z) * g"]);
    // Nothing else would be infinite where `g` is.
    stays("let a = relu(x, 4.0 * g); [a + h * y, a - h * z]");
}

/// What becomes of values and derivatives, if both may be rewritten.
fn fast(text: &str) -> Vec<String> {
    formulas(&factor_all(&graph(text), Precision::F64))
}

#[test]
fn values_are_factored_if_they_may_be() {
    assert_eq!(fast("[x * y + x * z + x * x * y]"), ["((y + x * y) + z) * x"]);
    // The first product and the sum are one operation: there is nothing to gain.
    assert_eq!(fast("[x * y + x * z]"), ["(x * y + x * z)"]);
}

#[test]
fn sums_that_only_one_sum_needs_are_multiplied_out() {
    assert_eq!(fast("let s = x + 1.0; [z - (s + s)]"), ["((z - 2) - 2 * x)"]);
    assert_eq!(fast("let s = x + (x + 1.0); [s + (1.0 + s - y)]"), ["((3 + 4 * x) - y)"]);
    // This one is needed elsewhere.
    assert_eq!(fast("let s = x + y; [s + s * z, s]"), formulas(&graph("let s = x + y; [s + s * z, s]")));
}

#[test]
fn coefficients_of_products_go_into_sums_that_have_some() {
    assert_eq!(fast("[(0.5 - 0.125 * x) * 2.0 * y]"), ["(1 - 0.25 * x) * y"]);
    assert_eq!(fast("[(0.5 - x) * 2.0 * y]"), formulas(&graph("[(0.5 - x) * 2.0 * y]")));
}
