//! Plain statements, read without syn: `let y = a.sin() * b[2];`.
//!
//! In: the tokens of a function. Out: what syn makes of them. At each token syn asks for every keyword that may stand
//! there, so a long function takes it long. The statements that a body starts with are read here for as long as they are
//! plain, and syn reads the rest.

use proc_macro2::{Delimiter, Ident, Punct, Spacing, TokenStream};
use syn::buffer::Cursor;
use syn::parse::{ParseStream, Parser};
use syn::punctuated::Punctuated;
use syn::{Expr, Stmt, Token, token};

/// Words that are no names, by their lengths.
const KEYWORDS: [&[&str]; 9] = [
    &[],
    &["_"],
    &["as", "fn", "if", "in"],
    &["dyn", "for", "let", "mod", "mut", "pub", "ref", "use"],
    &["Self", "else", "enum", "impl", "loop", "move", "self", "true", "type"],
    &["async", "await", "break", "const", "crate", "false", "match", "super", "trait", "where", "while"],
    &["extern", "return", "static", "struct", "unsafe"],
    &[],
    &["continue"],
];

/// Something, and what follows it; nothing if it is not plain.
type Read<'c, T> = Option<(T, Cursor<'c>)>;

/// Reads a function.
pub fn item(tokens: TokenStream) -> syn::Result<syn::ItemFn> {
    let item = |input: ParseStream| {
        let mut attrs = input.call(syn::Attribute::parse_outer)?;
        let (vis, sig) = (input.parse()?, input.parse()?);
        let content;
        let brace_token = syn::braced!(content in input);
        attrs.extend(content.call(syn::Attribute::parse_inner)?);
        let block = Box::new(syn::Block { brace_token, stmts: content.call(statements)? });
        Ok(syn::ItemFn { attrs, vis, modifiers: syn::FnModifiers::default(), sig, block })
    };
    item.parse2(tokens)
}

fn statements(input: ParseStream) -> syn::Result<Vec<Stmt>> {
    let mut all = Vec::new();
    input.step(|start| {
        let mut cursor = *start;
        while let Some((local, rest)) = local(cursor) {
            all.push(Stmt::Local(local));
            cursor = rest;
        }
        Ok(((), cursor))
    })?;
    all.extend(syn::Block::parse_within(input)?);
    Ok(all)
}

/// `let name = …;`
fn local(cursor: Cursor) -> Read<syn::Local> {
    let (word, cursor) = visible(cursor)?.ident().filter(|(word, _)| word == "let")?;
    let (ident, cursor) = name(cursor)?;
    let (equals, cursor) = sign(cursor, "=")?;
    let (value, cursor) = sum(cursor)?;
    let (end, cursor) = sign(cursor, ";")?;
    let pat = syn::PatIdent { attrs: Vec::new(), by_ref: None, mutability: None, ident, subpat: None };
    let eq_token = Token![=](equals.span());
    let local = syn::Local {
        attrs: Vec::new(),
        let_token: Token![let](word.span()),
        modifiers: syn::LocalModifiers::default(),
        pat: syn::Pat::Ident(pat),
        init: Some(syn::LocalInit { eq_token, expr: Box::new(value), diverge: None }),
        semi_token: Token![;](end.span()),
    };
    Some((local, cursor))
}

fn sum(cursor: Cursor) -> Read<Expr> {
    chain(cursor, "+-", product)
}

fn product(cursor: Cursor) -> Read<Expr> {
    chain(cursor, "*/%", negative)
}

/// Operands with any of the signs between them, from left to right.
fn chain<'c>(cursor: Cursor<'c>, signs: &str, operand: fn(Cursor<'c>) -> Read<'c, Expr>) -> Read<'c, Expr> {
    let (mut left, mut cursor) = operand(cursor)?;
    while let Some((punct, rest)) = sign(cursor, signs) {
        let span = punct.span();
        let op = match punct.as_char() {
            '+' => syn::BinOp::Add(Token![+](span)),
            '-' => syn::BinOp::Sub(Token![-](span)),
            '*' => syn::BinOp::Mul(Token![*](span)),
            '/' => syn::BinOp::Div(Token![/](span)),
            _ => syn::BinOp::Rem(Token![%](span)),
        };
        let (right, rest) = operand(rest)?;
        let (attrs, right) = (Vec::new(), Box::new(right));
        left = Expr::Binary(syn::ExprBinary { attrs, left: Box::new(left), op, right });
        cursor = rest;
    }
    Some((left, cursor))
}

/// `-a`
fn negative(cursor: Cursor) -> Read<Expr> {
    let Some((minus, rest)) = sign(cursor, "-") else { return operand(cursor) };
    let (expr, rest) = negative(rest)?;
    let (attrs, op) = (Vec::new(), syn::UnOp::Neg(Token![-](minus.span())));
    Some((Expr::Unary(syn::ExprUnary { attrs, op, expr: Box::new(expr) }), rest))
}

/// A name, a number or an expression in parentheses, with indices and methods.
fn operand(cursor: Cursor) -> Read<Expr> {
    let (mut operand, mut cursor) = atom(cursor)?;
    loop {
        if let Some((inside, Delimiter::Bracket, span, rest)) = cursor.any_group() {
            let (expr, bracket_token) = (Box::new(operand), token::Bracket { span });
            let index = Box::new(whole(inside)?);
            operand = Expr::Index(syn::ExprIndex { attrs: Vec::new(), expr, bracket_token, index });
            cursor = rest;
        } else if let Some((dot, rest)) = sign(cursor, ".") {
            let (method, rest) = name(rest)?;
            let Some((inside, Delimiter::Parenthesis, span, rest)) = rest.any_group() else { return None };
            operand = Expr::MethodCall(syn::ExprMethodCall {
                attrs: Vec::new(),
                receiver: Box::new(operand),
                dot_token: Token![.](dot.span()),
                method,
                turbofish: None,
                paren_token: token::Paren { span },
                args: arguments(inside)?,
            });
            cursor = rest;
        } else {
            return Some((operand, cursor));
        }
    }
}

fn atom(cursor: Cursor) -> Read<Expr> {
    let attrs = Vec::new();
    if let Some((inside, delimiter, span, rest)) = cursor.any_group() {
        let (paren_token, expr) = (token::Paren { span }, Box::new(whole(inside)?));
        let paren = Expr::Paren(syn::ExprParen { attrs, paren_token, expr });
        return (delimiter == Delimiter::Parenthesis).then_some((paren, rest));
    }
    if let Some((literal, rest)) = cursor.literal() {
        return Some((Expr::Lit(syn::ExprLit { attrs, lit: syn::Lit::new(literal) }), rest));
    }
    let (name, rest) = name(cursor)?;
    Some((Expr::Path(syn::ExprPath { attrs, qself: None, path: name.into() }), rest))
}

/// An expression with nothing after it.
fn whole(cursor: Cursor) -> Option<Expr> {
    sum(cursor).filter(|(_, rest)| rest.eof()).map(|(expr, _)| expr)
}

fn arguments(mut cursor: Cursor) -> Option<Punctuated<Expr, Token![,]>> {
    let mut all = Punctuated::new();
    while !cursor.eof() {
        let (argument, rest) = sum(cursor)?;
        all.push_value(argument);
        cursor = rest;
        if !rest.eof() {
            let (comma, rest) = sign(rest, ",")?;
            all.push_punct(Token![,](comma.span()));
            cursor = rest;
        }
    }
    Some(all)
}

fn name(cursor: Cursor) -> Read<Ident> {
    visible(cursor)?.ident().filter(|(name, _)| !is_keyword(&name.to_string()))
}

fn is_keyword(name: &str) -> bool {
    KEYWORDS.get(name.len()).is_some_and(|words| words.contains(&name))
}

/// One of the signs, and not the start of a longer one, as in `+=` or `..`.
fn sign<'c>(cursor: Cursor<'c>, signs: &str) -> Read<'c, Punct> {
    let (punct, rest) = visible(cursor)?.punct().filter(|(punct, _)| signs.contains(punct.as_char()))?;
    let joint = punct.spacing() == Spacing::Joint;
    let longer = joint && rest.punct().is_some_and(|(next, _)| matches!(next.as_char(), '=' | '.' | '>'));
    (!longer).then_some((punct, rest))
}

/// The cursor, unless it is at an expression of another macro: that stands in parentheses that are not seen.
fn visible(cursor: Cursor) -> Option<Cursor> {
    match cursor.any_group() {
        Some((_, Delimiter::None, ..)) => None,
        _ => Some(cursor),
    }
}

#[cfg(test)]
mod tests {
    use quote::ToTokens;

    use super::*;

    /// The statements, with parentheses around every operand.
    fn shape(item: &syn::ItemFn) -> Vec<String> {
        let stmts = item.block.stmts.iter();
        let of_stmt = |stmt: &Stmt| match stmt {
            Stmt::Local(syn::Local { pat, init: Some(init), .. }) => {
                format!("let {} = {}", pat.to_token_stream(), shape_of(&init.expr))
            }
            other => other.to_token_stream().to_string(),
        };
        stmts.map(of_stmt).chain([item.to_token_stream().to_string()]).collect()
    }

    fn shape_of(expr: &Expr) -> String {
        match expr {
            Expr::Binary(of) => {
                format!("({}) {} ({})", shape_of(&of.left), of.op.to_token_stream(), shape_of(&of.right))
            }
            Expr::Unary(of) => format!("-({})", shape_of(&of.expr)),
            Expr::Index(of) => format!("({})[{}]", shape_of(&of.expr), shape_of(&of.index)),
            Expr::MethodCall(of) => {
                let args: Vec<_> = of.args.iter().map(shape_of).collect();
                format!("({}).{}({})", shape_of(&of.receiver), of.method, args.join(", "))
            }
            Expr::Paren(of) => format!("({})", shape_of(&of.expr)),
            Expr::Group(of) => format!("({})", shape_of(&of.expr)),
            other => other.to_token_stream().to_string(),
        }
    }

    #[test]
    fn plain_statements_are_what_syn_reads() {
        let plain = [
            "let y = x;",
            "let y = -x + 2.0 * x.sin().max(1.0, ) - x / 3.0 % x;",
            "let y = x - x - x * x / x;",
            "let y = -x.powi(2);",
            "let y = - -(x + 1.0) * -x;",
            "let y = a[1][i + 1].sqrt() * (x - 1.0).abs();",
            "let r#loop = x*-x;",
        ];
        let others = [
            "let y = true;",
            "let _ = x;",
            "let mut y = x;",
            "let y: f64 = x;",
            "let (y, z) = x;",
            "let y = x as f64;",
            "let y = if x < 1.0 { x } else { -x };",
            "let y = x.0;",
            "let y = x.sum::<f64>();",
            "let y = f(x);",
            "let y = x..x;",
            "let y = x == x;",
            "let y = x + return;",
            "let y = [x, x];",
            "let y = &x;",
            "let y = x?;",
            "let y = x else { return 1.0 };",
            "x += 1.0;",
            "for i in 0..3 { x += 1.0; }",
        ];
        for (source, is_plain) in plain.map(|source| (source, true)).into_iter().chain(others.map(|s| (s, false))) {
            let tokens: TokenStream = source.parse().expect("it has tokens");
            let buffer = syn::buffer::TokenBuffer::new2(tokens);
            let read = local(buffer.begin()).is_some_and(|(_, rest)| rest.eof());
            assert_eq!(read, is_plain, "{source}");
            let function: TokenStream =
                format!("fn f(x: f64) -> f64 {{ {source} {source} x }}").parse().expect("tokens");
            let ours = item(function.clone()).expect("a function");
            let syns = syn::parse2::<syn::ItemFn>(function).expect("a function");
            assert_eq!(shape(&ours), shape(&syns), "{source}");
        }
    }

    #[test]
    fn an_operand_of_another_macro_stays_whole() {
        let inner = proc_macro2::Group::new(Delimiter::None, quote::quote!(x + 1.0));
        let function = quote::quote!(fn f(x: f64) -> f64 { let y = #inner * x; y });
        let ours = item(function.clone()).expect("a function");
        assert_eq!(shape(&ours), shape(&syn::parse2(function).expect("a function")));
    }
}
