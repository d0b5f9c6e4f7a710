//! What names, paths and fields stand for.

use std::rc::Rc;

use proc_macro2::{Ident, Span, TokenStream};

use super::elsewhere;
use super::eval::Evaluator;
use super::layers::{Instance, Slot};
use super::source::text;
use super::value::{Callee, ParameterRef, Value};
use crate::ast::{Expr, Member};
use crate::each::Each;
use crate::nearest::nearest;
use crate::tensor::{Dtype, Kind, Leaf};

impl Evaluator<'_> {
    /// A name: a variable, a generic parameter, a constant or a function.
    pub(super) fn name(&mut self, name: &Ident) -> Value {
        let written = name.to_string();
        let frame = self.frame();
        if let Some((_, value)) = frame.vars.iter().rev().find(|(known, _)| *known == written) {
            return value.clone();
        }
        if let Some((_, value)) = frame.generics.iter().find(|(known, _)| *known == written) {
            return match value.clone() {
                Some(value) => value,
                None => self.report(
                    name.span(),
                    format_args!("nothing says what `{written}` is: give it in the call, as in `f::<3>(x)`"),
                ),
            };
        }
        if !self.in_prelude()
            && let Some(item) = self.user.consts.get(&written).cloned()
        {
            return self.constant(&written, &item, None);
        }
        if let Some(callee) = self.function_named(&written) {
            return Value::Function(callee);
        }
        let known = self.known_names();
        let hint = match nearest(&written, known) {
            Some(similar) => format!("did you mean `{similar}`?"),
            None if elsewhere::is_module(&written) => "functions and layers have no path".to_owned(),
            None if self.frame().item.is_none() => "define it in this block with `const`".to_owned(),
            None => "define it with `let`, as a `const` of the block, or as an argument".to_owned(),
        };
        self.report(name.span(), format_args!("`{written}` is not defined before this: {hint}"))
    }

    /// What a name may stand for here.
    pub(super) fn known_names(&mut self) -> Vec<String> {
        let frame = self.frame();
        let vars = frame.vars.iter().map(|(name, _)| name.clone());
        let local = vars.chain(frame.generics.iter().map(|(name, _)| name.clone()));
        let mut names: Vec<String> = local.filter(|name| name != "self").collect();
        names.extend(self.user.consts.keys().cloned());
        names
    }

    /// A function by its name: the user's, the prelude's, or one that is built in.
    pub(super) fn function_named(&mut self, name: &str) -> Option<Callee> {
        match self.find_function(name) {
            Some(item) => Some(Callee::Item(item, None)),
            None if super::builtins::exists(name) => Some(Callee::Builtin(name.to_owned())),
            None => None,
        }
    }

    /// `Self::N`, `Layer::N`
    pub(super) fn path(&mut self, tokens: &TokenStream, span: Span) -> Value {
        let Some(path) = self.reader().segments(tokens.clone()) else { return Value::Poison };
        if let [(owner, args), (name, _)] = path.as_slice()
            && let Some(instance) = self.owner_named(owner, args)
        {
            let scope = if instance.item.prelude { &self.prelude } else { &self.user };
            let key = (instance.item.name.to_string(), name.to_string());
            if let Some(item) = scope.associated.get(&key).cloned() {
                return self.constant(&format!("{}::{name}", key.0), &item, Some(instance));
            }
            if let Some(method) = self.find_method(&instance.item, &key.1) {
                return Value::Function(Callee::Item(method, Some(instance)));
            }
        }
        let text = super::source::squeezed(tokens);
        self.report(
            span,
            format_args!("`{text}` is not known here: constants and functions of a model stand in the block"),
        )
    }

    /// The struct that `Self` or a name means.
    pub(super) fn owner_named(&mut self, name: &Ident, args: &[Expr]) -> Option<Rc<Instance>> {
        if name == "Self" {
            return self.frame().owner.clone();
        }
        let item = self.find_struct(&name.to_string())?;
        match &*self.instantiate(&item, args, name.span()) {
            Slot::Layer(instance) => Some(instance.clone()),
            _ => None,
        }
    }

    pub(super) fn member(&mut self, value: Value, base: &Expr, member: &Member, span: Span) -> Value {
        match (value, member) {
            (Value::Poison, _) => Value::Poison,
            (Value::Tuple(values), Member::Index(at)) if *at < values.len() => values[*at].clone(),
            (Value::Tuple(values), Member::Index(at)) => self
                .report(span, format_args!("`{}` has {} elements, so there is no `.{at}`", text(base), values.len())),
            (Value::Parameters(place), Member::Name(name)) => {
                let Slot::Layer(instance) = &*place.slot else {
                    return self.report(
                        span,
                        format_args!("`{}` is an array of layers: take one with `[i]`, or use `for`", text(base)),
                    );
                };
                match instance.part(&name.to_string()) {
                    Some(part) => self.place(ParameterRef {
                        slot: part.slot.clone(),
                        offset: place.offset + part.offset,
                        steps: place.steps.clone(),
                    }),
                    None => {
                        let known: Vec<_> = instance.fields.each(|part| format!("`{}`", part.name));
                        self.report(
                            span,
                            format_args!(
                                "`{}` has no field `{name}`: its fields are {}",
                                instance.text(),
                                known.join(", ")
                            ),
                        )
                    }
                }
            }
            (_, member) => {
                let way_out = match member {
                    Member::Name(name) => elsewhere::function(&name.to_string()),
                    Member::Index(_) => None,
                };
                let hint = way_out.map(|way_out| format!(": {way_out}")).unwrap_or_default();
                self.report(span, format_args!("`{}` has no fields{hint}", text(base)))
            }
        }
    }

    /// The value of a field: a parameter is a tensor, a layer or array is a reference to its parameters.
    pub(super) fn place(&mut self, place: ParameterRef) -> Value {
        let Slot::Param { shape, frozen, .. } = &*place.slot else {
            return if matches!(*place.slot, Slot::Poison) { Value::Poison } else { Value::Parameters(place) };
        };
        let mut steps = place.steps.clone();
        steps.resize(self.loops.len(), 0);
        self.mark(place.offset, &steps);
        let leaf = Leaf { offset: place.offset, steps };
        let kind = if *frozen { Kind::Frozen(leaf) } else { Kind::Param(leaf) };
        let known = self.leaves.last().and_then(|leaves| leaves.iter().find(|(known, _)| *known == kind));
        if let Some((_, tensor)) = known {
            return Value::Tensor(*tensor);
        }
        let id = self.builder.graph().add(kind.clone(), shape, Dtype::Float, Span::call_site());
        let tensor = self.builder.tensor(id);
        if let Some(leaves) = self.leaves.last_mut() {
            leaves.push((kind, tensor));
        }
        Value::Tensor(tensor)
    }

    /// Marks a parameter as used, in every iteration of the loops around.
    fn mark(&mut self, offset: usize, steps: &[usize]) {
        let mut offsets = vec![offset];
        for (&count, &step) in self.loops.iter().zip(steps).filter(|(_, step)| **step != 0) {
            offsets = offsets.iter().flat_map(|offset| (0..count).map(move |at| offset + at * step)).collect();
        }
        self.used.extend(offsets);
    }
}
