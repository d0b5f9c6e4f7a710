//! Where expressions start that end with some tokens: the operand of a cast, the path of a call.

use proc_macro2::{Delimiter, Spacing, TokenTree};

pub(super) fn is_punct(token: Option<&TokenTree>, sign: char) -> bool {
    matches!(token, Some(TokenTree::Punct(punct)) if punct.as_char() == sign)
}

pub(super) fn is_behind(out: &[TokenTree], sign: char) -> bool {
    is_punct(out.last(), sign)
}

/// Whether what follows is the name of a field: behind one point, not behind the two of a range.
pub(super) fn is_field(out: &[TokenTree]) -> bool {
    let joint = |token: Option<&TokenTree>| matches!(token, Some(TokenTree::Punct(punct)) if punct.as_char() == '.' && punct.spacing() == Spacing::Joint);
    is_behind(out, '.') && !(out.len() >= 2 && joint(out.get(out.len() - 2)))
}

/// Whether an expression starts behind these tokens, so that a sign is not a difference.
pub(super) fn is_start(out: &[TokenTree]) -> bool {
    const WORDS: [&str; 9] = ["return", "in", "if", "else", "match", "while", "break", "as", "mut"];
    match out.last() {
        None => true,
        Some(TokenTree::Punct(punct)) => punct.as_char() != '?',
        Some(TokenTree::Ident(word)) => WORDS.contains(&word.to_string().as_str()),
        Some(_) => false,
    }
}

/// `:: NAME` at a position: the name, and the position behind.
pub(super) fn behind_path(tokens: &[TokenTree], at: usize) -> Option<(TokenTree, usize)> {
    let is_path = is_punct(tokens.get(at), ':') && is_punct(tokens.get(at + 1), ':');
    let name = tokens.get(at + 2).filter(|token| is_path && matches!(token, TokenTree::Ident(_)))?;
    Some((name.clone(), at + 3))
}

/// Takes `std::`, `::core::` away from the end.
pub(super) fn pop_path(out: &mut Vec<TokenTree>) {
    while out.len() >= 2 && is_behind(out, ':') && is_punct(out.get(out.len() - 2), ':') {
        // `x: ::core::…` has three.
        out.truncate(out.len() - 2);
        match out.last() {
            Some(TokenTree::Ident(name))
                if ["std", "core", "primitive", "f64"].contains(&name.to_string().as_str()) =>
            {
                out.pop();
            }
            _ => break,
        }
    }
}

/// Where the path at the end starts.
pub(super) fn path_start(out: &[TokenTree]) -> Option<usize> {
    let mut start = out.len().checked_sub(1)?;
    matches!(out[start], TokenTree::Ident(_)).then_some(())?;
    while start >= 3
        && is_punct(out.get(start - 1), ':')
        && is_punct(out.get(start - 2), ':')
        && matches!(out[start - 3], TokenTree::Ident(_))
    {
        start -= 3;
    }
    Some(start)
}

/// Where the operand of a cast starts, which ends with the tokens.
pub(super) fn operand(out: &[TokenTree]) -> usize {
    const WORDS: [&str; 8] = ["return", "in", "if", "else", "match", "while", "break", "let"];
    let is_word =
        |token: &TokenTree| matches!(token, TokenTree::Ident(word) if WORDS.contains(&word.to_string().as_str()));
    let mut at = out.len();
    // What stands behind a name or group that is called, indexed or has a method belongs to it.
    while at > 0 {
        let token = &out[at - 1];
        let before = at.checked_sub(2).map(|before| &out[before]);
        match token {
            TokenTree::Group(group) if group.delimiter() != Delimiter::Brace => {
                at -= 1;
                match before {
                    Some(TokenTree::Group(_) | TokenTree::Literal(_)) => {}
                    Some(TokenTree::Ident(_)) if !before.is_some_and(is_word) => {}
                    Some(TokenTree::Punct(punct)) if punct.as_char() == '?' => {}
                    Some(TokenTree::Punct(punct)) if punct.as_char() == '!' && at >= 2 => {
                        // A macro, or a negation.
                        if matches!(out.get(at.wrapping_sub(2)), Some(TokenTree::Ident(_))) {
                            at -= 1;
                        } else {
                            break;
                        }
                    }
                    Some(TokenTree::Punct(punct)) if punct.as_char() == '>' => match turbofish(out, at) {
                        Some(start) => at = start,
                        None => break,
                    },
                    _ => break,
                }
            }
            TokenTree::Group(_) => {
                at -= 1;
                break;
            }
            TokenTree::Punct(punct) if punct.as_char() == '?' => at -= 1,
            TokenTree::Ident(_) | TokenTree::Literal(_) => {
                if is_word(token) {
                    break;
                }
                at -= 1;
                if at >= 2 && is_punct(out.get(at - 1), ':') && is_punct(out.get(at - 2), ':') {
                    at -= 2;
                } else if at >= 1 && is_field(&out[..at]) {
                    at -= 1;
                } else {
                    break;
                }
            }
            TokenTree::Punct(_) => break,
        }
    }
    // Signs that bind closer than a cast.
    while at > 0 && ['-', '*', '!', '&'].iter().any(|&sign| is_punct(out.get(at - 1), sign)) && is_start(&out[..at - 1])
    {
        at -= 1;
    }
    at
}

/// Where the name before `::<…>` ends, if that stands before a position.
fn turbofish(out: &[TokenTree], mut at: usize) -> Option<usize> {
    let mut depth = 0_usize;
    while at > 0 {
        at -= 1;
        match &out[at] {
            TokenTree::Punct(punct) if punct.as_char() == '>' => depth += 1,
            TokenTree::Punct(punct) if punct.as_char() == '<' => {
                depth -= 1;
                if depth == 0 {
                    return (at >= 2 && is_punct(out.get(at - 1), ':')).then(|| at - 2);
                }
            }
            TokenTree::Punct(punct) if punct.as_char() == ';' => return None,
            _ => {}
        }
    }
    None
}
