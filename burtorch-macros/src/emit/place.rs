//! Arrays: where a new value can overwrite the old one.

use proc_macro2::{Literal, TokenStream, TokenTree};
use quote::quote;

use super::body::Body;
use crate::graph::{Id, Kind, Step, Template, Type};

impl Body<'_> {
    /// `place[i].0` for the element that `path` leads to.
    pub(super) fn element(&mut self, place: &TokenStream, ty: &Type, path: &[Step]) -> TokenStream {
        let mut place = place.clone();
        let mut ty = ty.clone();
        for step in path {
            place = match (step, &ty) {
                (Step::At(at), Type::Tuple(_)) => {
                    let at = Literal::usize_unsuffixed(*at);
                    quote!(#place.#at)
                }
                (Step::At(at), _) => {
                    let at = Literal::usize_unsuffixed(*at);
                    quote!(#place[#at])
                }
                (Step::Index(id), _) => {
                    let index = self.bare(*id);
                    quote!(#place[#index])
                }
            };
            ty = crate::graph::element_type(&ty, &[*step]);
        }
        place
    }

    /// A variable that holds `base` and may be changed: its own where it is not needed any more, else a copy.
    pub(super) fn changeable(&mut self, base: Id, user: Id) -> (TokenStream, proc_macro2::Ident) {
        let canonical = self.uses.canonical(self.graph, base);
        if let Some(owned) = self.owned.get(&canonical).cloned() {
            if self.uses.ends_at(self.graph, base, user, self.at) {
                self.changed.insert(owned.to_string());
                return (TokenStream::new(), owned);
            }
        }
        let hint = self.hint(user);
        let (name, value) = (self.fresh(&hint), self.bare(base));
        (quote!(let mut #name = #value;), name)
    }

    /// `Set`, `AddAt` and `Sum`: each changes one aggregate.
    pub(super) fn change(&mut self, id: Id) -> TokenStream {
        let ty = self.graph.node(id).ty.clone();
        let (tokens, name) = match self.graph.kind(id).clone() {
            Kind::Set(base, path, value) => {
                let value = self.bare(value);
                let (copy, name) = self.changeable(base, id);
                let place = self.element(&quote!(#name), &ty, &path);
                (quote!(#copy #place = #value;), name)
            }
            Kind::AddAt(base, path, value) => {
                let value = self.value(value);
                let (copy, name) = self.changeable(base, id);
                let place = self.element(&quote!(#name), &ty, &path);
                (quote!(#copy #place = #place + #value;), name)
            }
            Kind::Sum(a, b) => {
                let b = self.value(b);
                let (copy, name) = self.changeable(a, id);
                let add = super::shape::for_each(&ty, &quote!(#name), &b, &|a, b| quote!(#a = #a + #b;));
                (quote!(#copy #add), name)
            }
            kind => unreachable!("{kind:?} changes nothing"),
        };
        self.own(id, name);
        tokens
    }

    /// The user's tokens with the values in their places.
    pub(super) fn fill(&mut self, template: &Template) -> TokenStream {
        let holes: Vec<_> = template.holes.iter().map(|(hole, id)| (hole.to_string(), self.place_of(*id))).collect();
        fill(&template.tokens, &holes)
    }
}

fn fill(tokens: &TokenStream, holes: &[(String, TokenStream)]) -> TokenStream {
    tokens
        .clone()
        .into_iter()
        .flat_map(|token| match token {
            TokenTree::Ident(name) => match holes.iter().find(|(hole, _)| name == hole) {
                Some((_, value)) => value.clone(),
                None => TokenTree::Ident(name).into(),
            },
            TokenTree::Group(group) => {
                let mut inner = proc_macro2::Group::new(group.delimiter(), fill(&group.stream(), holes));
                inner.set_span(group.span());
                TokenTree::Group(inner).into()
            }
            other => TokenStream::from(other),
        })
        .collect()
}
