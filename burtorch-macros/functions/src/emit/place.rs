//! Arrays: where a new value can overwrite the old one. And the user's tokens in the text.

use proc_macro2::{Group, Ident, Span, TokenStream, TokenTree};
use quote::ToTokens;

use super::body::{Body, MARK};
use super::shape::for_each_text;
use super::storage::part_text;
use crate::each::Each;
use crate::graph::{Id, Kind, Step, Template, Type, element_type};

impl Body<'_> {
    /// `place[i].0` for the element that `path` leads to.
    pub(super) fn element(&mut self, place: &str, ty: &Type, path: &[Step]) -> String {
        self.element_of(place, ty, path, false)
    }

    /// `place[i].0` for the element that `path` leads to; `changed` says whether it will be written to.
    fn element_of(&mut self, place: &str, ty: &Type, path: &[Step], changed: bool) -> String {
        let mut place = place.to_owned();
        let mut ty = ty.clone();
        let mut path = path;
        if let (true, Some((&Step::Index(index), rest))) = (ty.is_slice(), path.split_first())
            && let Some(element) = self.through_window(&place, index)
        {
            (place, ty, path) = (element, element_type(&ty, &[Step::Index(index)]), rest);
        }
        for step in path {
            place = match (step, &ty) {
                (Step::At(at), Type::Tuple(_)) => format!("{place}.{at}"),
                (Step::At(at), Type::Struct(of)) => match of.storage {
                    Some(storage) => part_text(storage, &place, *at, changed),
                    None => format!("{place}.{}", of.fields[*at]),
                },
                (Step::At(at), _) => format!("{place}[{at}]"),
                (Step::Index(id), _) => format!("{place}[{}]", self.bare(*id)),
                (Step::Range(start, end), _) => format!("{place}[{}..{}]", self.bare(*start), self.bare(*end)),
            };
            ty = element_type(&ty, &[*step]);
        }
        place
    }

    /// A variable that holds `base` and may be changed: its own where it is not needed any more, else a copy.
    pub(super) fn changeable(&mut self, base: Id, user: Id) -> (String, String) {
        let canonical = self.uses.canonical(self.graph, base);
        if let Some(owned) = self.owned.get(canonical).cloned()
            && self.uses.ends_at(self.graph, base, user, self.at)
        {
            self.changed.insert(owned.clone());
            return (String::new(), owned);
        }
        let hint = self.hint(user);
        let (name, value) = (self.fresh_aggregate(&hint), self.bare(base));
        if self.is_slice(base) {
            self.take_slice(&name);
            return (format!("let mut {name} = {}.copy(&{value});\n", self.scratch), name);
        }
        (format!("let mut {name} = {value};\n"), name)
    }

    /// `Set`, `AddAt` and `Sum`: each changes one aggregate.
    pub(super) fn change(&mut self, id: Id) -> String {
        let ty = self.graph.node(id).ty.clone();
        let (text, name) = match self.graph.kind(id).clone() {
            Kind::Set(base, path, value) => {
                let is_part = matches!(path.last(), Some(Step::Range(..)));
                let value = if is_part { self.bare(value) } else { self.stored(value, id) };
                let (copy, name) = self.changeable(base, id);
                let place = self.element_of(&name, &ty, &path, true);
                if is_part {
                    let overwrite = overwrite(&element_type(&ty, &path));
                    (format!("{copy}{place}.{overwrite}(&{value});\n"), name)
                } else {
                    (format!("{copy}{place} = {value};\n"), name)
                }
            }
            Kind::Push(base, value) => {
                let value = self.stored(value, id);
                let (copy, name) = self.changeable(base, id);
                (format!("{copy}{name}.push({value});\n"), name)
            }
            Kind::AddAt(base, path, value) => {
                let value = self.value(value);
                let (copy, name) = self.changeable(base, id);
                let place = self.element_of(&name, &ty, &path, true);
                let part = element_type(&ty, &path);
                let added = if part.is_slice() {
                    format!("{{ let part = &mut {place}; {} }}", for_each_text(&part, "part", &value))
                } else {
                    // Not `+=`: a generic float need not have it.
                    format!("{place} = {place} + {value};")
                };
                if self.gradients.contains(&name) {
                    (format!("{copy}if {}.is_wanted() {{ {added} }}\n", self.gradient), name)
                } else {
                    (format!("{copy}{added}\n"), name)
                }
            }
            Kind::Sum(a, b) => {
                let b = self.place_of(b);
                let (copy, name) = self.changeable(a, id);
                (format!("{copy}{}", for_each_text(&ty, &name, &b)), name)
            }
            kind => unreachable!("{kind:?} changes nothing"),
        };
        self.own(id, name);
        text
    }

    /// The user's tokens with the values in their places, as a mark.
    pub(super) fn fill(&mut self, template: &Template) -> String {
        let tokens = self.filled(template);
        self.mark(tokens)
    }

    pub(super) fn filled(&mut self, template: &Template) -> TokenStream {
        let holes: Vec<(Ident, TokenStream)> = template.holes.each(|(hole, id)| {
            let value = self.place_of(*id).parse().expect("a value is written as Rust");
            (hole.clone(), value)
        });
        replace(template.tokens.clone(), &|name| {
            if name == "__burtorch_crate" {
                return Some(self.context.krate.stream());
            }
            if name == "__burtorch_effects" {
                return Some(Ident::new(&self.effects, Span::call_site()).into_token_stream());
            }
            holes.iter().find(|(hole, _)| hole == name).map(|(_, value)| value.clone())
        })
    }
}

/// The method that overwrites an array of any length with another of the same length.
pub(super) fn overwrite(ty: &Type) -> &'static str {
    if ty.is_cloned() { "clone_from_slice" } else { "copy_from_slice" }
}

/// What the marks in the text stand for.
pub(super) fn substitute(tokens: TokenStream, marks: &[TokenStream]) -> TokenStream {
    if marks.is_empty() {
        return tokens;
    }
    replace(tokens, &|name| {
        let number = name.to_string().strip_prefix(MARK)?.parse::<usize>().ok()?;
        // Values stand inside of the user's tokens too, and may be marks themselves.
        marks.get(number).map(|tokens| substitute(tokens.clone(), &marks[..number]))
    })
}

/// The tokens with some names replaced.
fn replace(tokens: TokenStream, with: &dyn Fn(&Ident) -> Option<TokenStream>) -> TokenStream {
    let mut replaced = Vec::new();
    replace_into(&mut replaced, tokens, with);
    replaced.into_iter().collect()
}

/// Appends the tokens to others, with some names replaced; says whether one was.
///
/// Each stream of tokens is a call of rustc, so they are made from many tokens at once, and groups without such names are kept.
fn replace_into(
    replaced: &mut Vec<TokenTree>,
    tokens: TokenStream,
    with: &dyn Fn(&Ident) -> Option<TokenStream>,
) -> bool {
    let mut changed = false;
    for token in tokens {
        match token {
            TokenTree::Ident(name) => match with(&name) {
                Some(tokens) => {
                    replaced.extend(tokens);
                    changed = true;
                }
                None => replaced.push(name.into()),
            },
            TokenTree::Group(group) => {
                let mut inner = Vec::new();
                if replace_into(&mut inner, group.stream(), with) {
                    let mut new = Group::new(group.delimiter(), inner.into_iter().collect());
                    new.set_span(group.span());
                    replaced.push(new.into());
                    changed = true;
                } else {
                    replaced.push(group.into());
                }
            }
            other => replaced.push(other),
        }
    }
    changed
}
