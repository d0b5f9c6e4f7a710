//! State: what code that is not differentiated may change, or see changed.
//!
//! Such code runs exactly as often as in the function, and in the same order. So whatever is not known to be pure is
//! marked as having effects, and every later pass leaves it alone: it is not run again, dropped, merged or moved. Known
//! are operators, fields, elements, and some methods of the standard library's own types. A variable whose value may
//! be changed in place is never a value of the graph: the variable itself stays, and reading it is an effect.

use std::rc::Rc;

use burtorch_runtime::rules::{Notation, Op};
use proc_macro2::{Delimiter, Ident, TokenStream, TokenTree};
use quote::{ToTokens, quote};

use super::{Builder, Value};
use crate::ast::{Block, Expr, ExprKind, Param};
use crate::graph::{Id, Kind, Set, Step, Template, Type};
use crate::surroundings::definition;

/// Methods of numbers, texts, options and collections of the standard library that change nothing and always yield the
/// same for the same values, other than rows of the table.
const PURE: &str = "\
    abs_diff all and any as_bytes as_deref as_ref as_slice as_str binary_search bytes chain char_indices chars \
    checked_add checked_div checked_mul checked_pow checked_rem checked_sub chunks chunks_exact clone cloned cmp \
    collect concat contains contains_key copied count count_ones count_zeros cycle div_ceil div_euclid ends_with \
    enumerate eq eq_ignore_ascii_case expect filter filter_map find find_map first flat_map flatten fold ge get gt \
    ilog ilog10 ilog2 into_iter is_alphabetic is_ascii is_char_boundary is_digit is_empty is_err is_finite \
    is_infinite is_multiple_of is_nan is_negative is_none is_numeric is_ok is_positive is_power_of_two is_some \
    is_whitespace iter join keys last le leading_zeros len lines lt map map_or max_by max_by_key min_by min_by_key \
    ne next_power_of_two nth ok ok_or ok_or_else or parse partial_cmp partition_point peekable position pow product range reduce rev \
    reverse_bits rotate_left rotate_right rposition saturating_add saturating_mul saturating_pow saturating_sub \
    sin_cos skip skip_while split split_at split_whitespace starts_with step_by sum swap_bytes take take_while \
    to_bits to_owned to_string to_vec total_cmp trailing_zeros trim unsigned_abs unwrap unwrap_or unwrap_or_default \
    unzip values windows wrapping_add wrapping_mul wrapping_neg wrapping_pow wrapping_sub zip";

/// Methods that change an array of the graph.
const CHANGING: [&str; 23] = [
    "push",
    "fill",
    "swap",
    "copy_from_slice",
    "iter_mut",
    "chunks_exact_mut",
    "as_mut_slice",
    "clone_from_slice",
    "clear",
    "extend",
    "extend_from_slice",
    "insert",
    "pop",
    "remove",
    "resize",
    "reverse",
    "rotate_left",
    "rotate_right",
    "select_nth_unstable_by",
    "sort_by",
    "sort_unstable_by",
    "swap_remove",
    "truncate",
];

/// Words of types of the standard library whose methods in [`PURE`] are its own.
const STANDARD: &str = "\
    BTreeMap BTreeSet Box HashMap HashSet Option String Vec VecDeque bool char f32 f64 i128 i16 i32 i64 i8 isize str \
    u128 u16 u32 u64 u8 usize";

/// Those of them that change what they are called on, if that has a name: an iterator goes on, an `Option` is emptied.
const ADVANCING: [&str; 10] =
    ["all", "any", "find", "find_map", "nth", "position", "rotate_left", "rotate_right", "rposition", "take"];

/// Whether a method is known to be pure, called on such an expression.
pub(super) fn is_pure_call(receiver: &Expr, name: &str) -> bool {
    is_pure_method(name) && (receiver.root().is_none() || !ADVANCING.contains(&name))
}

pub fn is_pure_method(name: &str) -> bool {
    let is_row = |op: &Op| matches!(op.notation(), Notation::Float | Notation::Whole) && op.name() == name;
    PURE.split(' ').any(|known| known == name) || Op::ALL.iter().any(is_row)
}

/// Whether a type is made of types of the standard library; an alias of the file is what it stands for.
pub(super) fn is_standard(ty: &TokenStream) -> bool {
    is_standard_behind(ty, ALIASES)
}

/// The longest chain of aliases that is followed.
const ALIASES: usize = 8;

fn is_standard_behind(ty: &TokenStream, aliases: usize) -> bool {
    let is_alias = |word: &Ident| {
        let alias =
            definition(word, true).and_then(|found| found.alias()).filter(|alias| alias.generics.params.is_empty());
        aliases > 0 && alias.is_some_and(|alias| is_standard_behind(&alias.ty.to_token_stream(), aliases - 1))
    };
    ty.clone().into_iter().all(|token| match token {
        TokenTree::Ident(word) => STANDARD.split(' ').any(|known| word == known) || is_alias(&word),
        TokenTree::Group(group) => is_standard_behind(&group.stream(), aliases),
        TokenTree::Punct(punct) => matches!(punct.as_char(), '&' | ';' | ',' | '<' | '>'),
        TokenTree::Literal(_) => true,
    })
}

/// Whether a type is one number, truth value or letter.
pub(super) fn is_number_type(ty: &TokenStream) -> bool {
    let mut tokens = ty.clone().into_iter();
    let first = tokens.next();
    tokens.next().is_none()
        && matches!(first, Some(TokenTree::Ident(word)) if is_standard(&TokenTree::from(word.clone()).into())
            && word.to_string().starts_with(char::is_lowercase) && word != "str")
}

/// Whether a type is `&mut …`.
fn is_exclusive(ty: &TokenStream) -> bool {
    let tokens: Vec<TokenTree> = ty.clone().into_iter().collect();
    matches!(&tokens[..], [TokenTree::Punct(sign), rest @ ..] if sign.as_char() == '&'
        && rest.iter().take(3).any(|token| matches!(token, TokenTree::Ident(word) if word == "mut")))
}

/// Whether tokens that were not parsed may have effects: they call something that is not known to be pure.
pub(super) fn may_have_effects(tokens: &TokenStream) -> bool {
    may_call(tokens, &Harmless { called: &|_| false, holder: &|_| false })
}

/// Whether tokens may have effects, where methods called on names that hold values of the standard library are known to be its own.
pub(super) fn may_have_effects_beside(tokens: &TokenStream, holds_standard: &dyn Fn(&Ident) -> bool) -> bool {
    may_call(tokens, &Harmless { called: &|_| false, holder: holds_standard })
}

/// Whether the tokens that make an error may have effects: making texts and variants and converting them has none.
pub(super) fn changes_or_calls(tokens: &TokenStream) -> bool {
    may_call(tokens, &Harmless { called: &is_conversion, holder: &|_| false })
}

/// What else is known to be pure: functions and methods by their names, and names by what they hold.
struct Harmless<'a> {
    called: &'a dyn Fn(&str) -> bool,
    holder: &'a dyn Fn(&Ident) -> bool,
}

/// Whether a function makes a value of another one, as far as its name says: a variant, `to_string`, `from`.
pub(super) fn is_conversion(name: &str) -> bool {
    name.starts_with(char::is_uppercase) || matches!(name, "clone" | "from" | "into" | "to_owned" | "to_string")
}

/// Whether tokens call something that is neither known to be pure nor harmless.
fn may_call(tokens: &TokenStream, harmless: &Harmless) -> bool {
    let tokens: Vec<TokenTree> = tokens.clone().into_iter().collect();
    let is = |at: usize, char| matches!(tokens.get(at), Some(TokenTree::Punct(punct)) if punct.as_char() == char);
    tokens.iter().enumerate().any(|(at, token)| match token {
        TokenTree::Group(group) => {
            let called = match at.checked_sub(1).map(|before| &tokens[before]) {
                Some(TokenTree::Ident(name)) if group.delimiter() == Delimiter::Parenthesis => {
                    let method = at >= 2 && is(at - 2, '.');
                    let (name, word) = (name.to_string(), ["if", "in", "match", "return", "while", "move", "else"]);
                    let plain = matches!(name.as_str(), "Some" | "Ok" | "Err") || word.contains(&name.as_str());
                    // Little is known of what a name holds: a `Cell` has `get` and `take`, a type of the user's any method.
                    let is_harmless = |held: &Ident| {
                        let is_whole = at < 4 || !is(at - 4, '.');
                        is_whole && !ADVANCING.contains(&name.as_str()) && (harmless.holder)(held)
                    };
                    let of_a_name = at >= 3 && matches!(&tokens[at - 3], TokenTree::Ident(held) if !is_harmless(held));
                    let of_a_cell = group.stream().is_empty() && matches!(name.as_str(), "get" | "take");
                    !(plain || (harmless.called)(&name) || method && is_pure_method(&name) && !of_a_name && !of_a_cell)
                }
                Some(TokenTree::Group(_)) => group.delimiter() == Delimiter::Parenthesis,
                Some(TokenTree::Punct(punct)) if punct.as_char() == '!' => {
                    let name = at.checked_sub(2).map(|name| tokens[name].to_string()).unwrap_or_default();
                    !["matches", "vec", "format"].contains(&name.as_str())
                }
                _ => false,
            };
            called || may_call(&group.stream(), harmless)
        }
        TokenTree::Ident(word) => word == "mut" && at > 0 && is(at - 1, '&'),
        _ => false,
    })
}

/// The names of variables whose values something may change where they are.
pub(super) fn changed_in_place(body: &Block) -> Set<String> {
    let mut changed = Set::default();
    body.visit(&mut |expr| match &expr.kind {
        ExprKind::Method { receiver, name, .. } if !is_pure_call(receiver, &name.to_string()) => {
            let root = receiver.root().map(ToString::to_string);
            // What the graph cannot do to an array is done to a copy of it.
            if matches!(receiver.kind, ExprKind::Name(_)) && !CHANGING.iter().any(|known| name == known) {
                changed.extend(root.iter().map(|root| format!("{root}[]")));
            }
            changed.extend(root);
        }
        ExprKind::MutReference(place) => changed.extend(place.root().map(ToString::to_string)),
        ExprKind::Assign { place, .. } if !matches!(place.kind, ExprKind::Name(_)) => {
            changed.extend(place.root().map(ToString::to_string));
        }
        ExprKind::Foreign { tokens, .. }
        | ExprKind::Other { tokens, .. }
        | ExprKind::Observe(tokens)
        | ExprKind::Diverge(tokens)
            if may_have_effects(tokens) =>
        {
            each_name(tokens, &mut |name| _ = changed.insert(name.to_string()));
        }
        _ => {}
    });
    changed
}

/// Calls `found` for every name in the tokens.
pub fn each_name(tokens: &TokenStream, found: &mut dyn FnMut(&Ident)) {
    for token in tokens.clone() {
        match token {
            TokenTree::Ident(name) => found(&name),
            TokenTree::Group(group) => each_name(&group.stream(), found),
            TokenTree::Punct(_) | TokenTree::Literal(_) => {}
        }
    }
}

impl Builder<'_> {
    /// Whether the methods of a value are known to be those of the standard library.
    pub(super) fn is_known(&self, value: &Value) -> bool {
        match value {
            Value::Node(id) => self.is_known_node(*id),
            Value::Code(template) => template.known,
            Value::Place(..) | Value::Several(_) | Value::Closure(_) | Value::Maybe(_) => false,
        }
    }

    pub(super) fn is_known_node(&self, id: Id) -> bool {
        let node = self.w.graph.node(id);
        match &node.kind {
            _ if node.ty.has_floats() && !node.ty.has_structs() => true,
            Kind::Param => self.param_of(id).is_some_and(|param| is_standard(&param.tokens)),
            Kind::Opaque(template) => template.known,
            Kind::Argument if self.known.contains(&id) => true,
            Kind::Get(base, path) => self.is_known_part(*base, path),
            _ => self.w.graph.is_storable(id),
        }
    }

    fn is_known_part(&self, base: Id, path: &[Step]) -> bool {
        match (self.w.graph.kind(base), path) {
            (Kind::For { init, .. }, &[Step::At(slot)]) => init.get(slot).is_none_or(|&id| self.is_known_node(id)),
            (Kind::Branch { arms, .. }, &[Step::At(slot)]) => arms
                .iter()
                .any(|arm| self.w.graph.region(arm.region).results.get(slot).is_some_and(|&id| self.is_known_node(id))),
            _ => self.is_known_node(base),
        }
    }

    fn param_of(&self, id: Id) -> Option<&Param> {
        let at = self.w.graph.root().params.iter().position(|&param| param == id)?;
        self.function.params.get(at)
    }

    /// Whether an argument lets the function change something that is not differentiated.
    pub(super) fn is_state_param(param: &Param) -> bool {
        !param.active && !param.ty.has_floats() && is_exclusive(&param.tokens)
    }

    /// Whether a new variable may be changed in place by code that is not differentiated.
    pub(super) fn is_state(&mut self, name: &Ident, id: Id) -> bool {
        let node = self.w.graph.node(id);
        match &node.ty {
            Type::Other => {
                !self.w.graph.is_storable(id)
                    && !matches!(node.kind, Kind::Poison)
                    && self.is_changed_in_place(&name.to_string())
            }
            Type::Array(..) if !node.active => self.is_changed_in_place(&format!("{name}[]")),
            _ => false,
        }
    }

    /// Whether an expression can stay code: it mentions no value of the graph that is differentiated, and changes none.
    pub(super) fn is_inactive(&self, expr: &Expr) -> bool {
        let is_code = |name: &Ident| {
            self.lookup(name).is_none_or(|at| {
                let variable = &self.vars[at];
                !self.w.graph.node(variable.id).active && variable.closure.is_none() && variable.alias.is_none()
            })
        };
        let mut inactive = true;
        expr.visit(&mut |expr| {
            inactive &= match &expr.kind {
                ExprKind::Name(name) => is_code(name),
                ExprKind::Call(call) => !call.prefix.is_empty() || is_code(&call.last),
                ExprKind::Assign { place, .. } | ExprKind::MutReference(place) => {
                    let root = place.root().and_then(|root| self.lookup(root));
                    root.is_none_or(|at| self.vars[at].state)
                }
                ExprKind::Foreign { tokens, .. }
                | ExprKind::Other { tokens, .. }
                | ExprKind::Observe(tokens)
                | ExprKind::Diverge(tokens) => {
                    let mut all = true;
                    each_name(tokens, &mut |name| all &= is_code(name));
                    all
                }
                ExprKind::Return(_) | ExprKind::Break { .. } | ExprKind::Continue { .. } | ExprKind::Error => false,
                _ => true,
            };
        });
        inactive
    }

    /// Whether a node is the place of a variable that is changed in place.
    pub(super) fn is_state_node(&self, id: Id) -> bool {
        self.vars.iter().any(|variable| variable.state && variable.id == id)
    }

    /// Whether tokens call a closure of the function's: its body is not there to be called.
    pub(super) fn mentions_a_closure(&self, tokens: &TokenStream) -> bool {
        let mut any = false;
        each_name(tokens, &mut |name| {
            any |= self.lookup(name).is_some_and(|at| self.vars[at].closure.is_some());
        });
        any
    }

    pub(super) fn is_changed_in_place(&mut self, name: &str) -> bool {
        let changed = self.changed.get_or_insert_with(|| Rc::new(changed_in_place(&self.function.body)));
        changed.contains(name)
    }

    /// What a node holds, in a variable of its own.
    pub(super) fn moved(&mut self, id: Id) -> Id {
        if matches!(self.w.graph.kind(id), Kind::Opaque(template) if template.effects) {
            return id;
        }
        let template = self.hole_for(id);
        let (holes, tokens) = (template.holes, template.tokens);
        // An array of the graph stays one.
        let array = matches!(self.ty(id), Type::Array(..));
        let tokens = if array { quote!(::core::clone::Clone::clone(&#tokens)) } else { tokens };
        let template = Template { tokens, holes, effects: true, fresh: true, known: array, ..Template::default() };
        self.w.push(Kind::Opaque(template), Type::Other)
    }

    /// The place of a variable that is changed in place; whoever looks there has an effect.
    pub(super) fn state(&mut self, at: usize) -> Template {
        let mut place = self.hole_for(self.vars[at].id);
        place.effects = true;
        place
    }

    /// A value that is needed after other expressions were evaluated: code with effects runs now.
    pub(super) fn settled(&mut self, value: Value, later: &[&Expr]) -> Value {
        match value {
            Value::Code(template) if template.effects && later.iter().any(|expr| !expr.is_quiet()) => {
                Value::Node(self.node(Value::Code(template)))
            }
            other => other,
        }
    }

    /// A value that is used more than once: code with effects runs now.
    pub(super) fn once(&mut self, value: Value) -> Value {
        match value {
            Value::Code(template) if template.effects => Value::Node(self.node(Value::Code(template))),
            other => other,
        }
    }
}
