//! What the functions of a model take and return, whether or not their bodies are right.

use std::rc::Rc;

use proc_macro2::Ident;

use super::Model;
use super::eval::Evaluator;
use super::items::FnItem;
use super::layers::{Instance, Slot};
use super::types::{Type, TypeKind};
use crate::ast::{IntType, Pattern};
use crate::each::Each;
use crate::tensor::Shape;

/// The signature of a function. What is `None` is wrong or not known without the body.
pub struct Signature {
    pub name: Ident,
    pub vis: syn::Visibility,
    pub inputs: Vec<Option<Data>>,
    /// The name of each, and which ones' gradients are asked for.
    pub names: Vec<Ident>,
    pub wrt: Vec<usize>,
    /// Whether gradients of some parameters are asked for.
    pub partial: bool,
    /// Several are a tuple.
    pub results: Vec<Option<Shape>>,
    pub tuple: bool,
}

/// The shape of an argument, and its type if it is an integer.
pub type Data = (Shape, Option<IntType>);

impl Signature {
    /// Whether it returns one number.
    pub fn is_number(&self) -> bool {
        !self.tuple && matches!(self.results.as_slice(), [Some(shape)] if shape.is_empty())
    }
}

impl Evaluator<'_> {
    /// The signatures of the functions of a model.
    pub(super) fn signatures(&mut self, model: &mut Model, slot: &Slot, methods: &[Rc<FnItem>]) {
        let before = self.errors.count();
        for method in methods {
            let Some(result) = &method.result else { continue };
            self.enter_definition(false, Vec::new(), method.name.span());
            if let Slot::Layer(instance) = slot {
                self.frame().owner = Some(instance.clone());
            }
            let inputs = method.params.each(|(_, ty)| self.data(ty));
            let results = match &result.kind {
                TypeKind::Tuple(types) => types.each(|ty| self.result(ty)),
                _ => vec![self.result(result)],
            };
            self.leave();
            let tuple = matches!(result.kind, TypeKind::Tuple(_));
            let names = method.params.each(|(pattern, _)| match pattern {
                Pattern::Name { ident, .. } => ident.clone(),
                _ => method.name.clone(),
            });
            let (name, vis) = (method.name.clone(), method.vis.clone());
            let mut signature = Signature { name, vis, inputs, names, wrt: Vec::new(), partial: false, results, tuple };
            signature.wrt = self.wrt(method, &signature);
            signature.partial = self.partial(method, &signature, model.parameters.len());
            model.signatures.push(signature);
        }
        // The struct is wrong, which has been reported; messages about its functions would follow from that.
        if matches!(slot, Slot::Poison) {
            self.errors.truncate(before);
        }
    }

    /// Enters the scope in which the types of a function of the model stand.
    pub(super) fn enter_entry(&mut self, method: &FnItem, instance: &Rc<Instance>) {
        self.enter_definition(false, Vec::new(), method.name.span());
        self.frame().owner = Some(instance.clone());
    }

    /// The shape of an argument of a model, and its type if it is an integer.
    pub(super) fn data(&mut self, ty: &Type) -> Option<Data> {
        match &ty.kind {
            TypeKind::Float => Some((Vec::new(), None)),
            TypeKind::Int(int) => Some((Vec::new(), Some(*int))),
            TypeKind::Tensor(dims) => {
                let shape = self.shape_of(dims)?;
                (!self.is_too_large(&shape, ty.span)).then_some((shape, None))
            }
            TypeKind::Array(element, length) => {
                let length = self.length(length)?;
                let (mut shape, int) = self.data(element)?;
                shape.insert(0, length);
                (!self.is_too_large(&shape, ty.span)).then_some((shape, int))
            }
            _ => None,
        }
    }

    fn result(&mut self, ty: &Type) -> Option<Shape> {
        match &ty.kind {
            TypeKind::Tensor(dims) if dims.open => None,
            _ => self.data(ty).filter(|(_, int)| int.is_none()).map(|(shape, _)| shape),
        }
    }

    /// The methods that become functions of the model, in their order.
    pub(super) fn entries(&mut self, owner: &Ident) -> Vec<Rc<FnItem>> {
        let own = self.user.methods_in_order.iter();
        let own = own.filter(|method| method.owner.as_ref().is_some_and(|(known, _)| known == owner));
        let own: Vec<_> = own.cloned().collect();
        own.into_iter().filter(|method| self.is_entry(method)).collect()
    }

    /// Whether a method becomes a function of the model: its arguments are numbers and tensors.
    fn is_entry(&mut self, method: &FnItem) -> bool {
        let named = method.params.iter().all(|(pattern, _)| matches!(pattern, Pattern::Name { .. }));
        let plain = method.receiver && method.generics.is_empty() && named;
        plain && method.params.iter().all(|(_, ty)| self.is_data(ty))
    }

    fn is_data(&mut self, ty: &Type) -> bool {
        match &ty.kind {
            TypeKind::Float | TypeKind::Int(_) | TypeKind::Error => true,
            TypeKind::Tensor(dims) => !dims.open && dims.dims.iter().all(Option::is_some),
            TypeKind::Array(element, _) => self.is_data(element),
            // What does not exist is reported, and was probably meant to be a tensor.
            TypeKind::Named(name, _) => self.find_struct(&name.to_string()).is_none(),
            _ => false,
        }
    }

    /// Reports the types in the user's signatures that do not exist, used or not.
    pub(super) fn known_types(&mut self) {
        let functions = self.user.functions.values().chain(&self.user.methods_in_order).cloned();
        for item in functions.collect::<Vec<_>>() {
            let types = item.params.iter().map(|(_, ty)| ty).chain(&item.result);
            for ty in types {
                self.known_type(ty, &item);
            }
        }
    }

    fn known_type(&mut self, ty: &Type, item: &FnItem) {
        match &ty.kind {
            TypeKind::Array(element, _) => self.known_type(element, item),
            TypeKind::Tuple(types) => types.iter().for_each(|ty| self.known_type(ty, item)),
            TypeKind::Named(name, _) => {
                let of_impl = item.owner.iter().flat_map(|(_, names)| names).flatten().any(|known| name == known);
                let own = item.generics.iter().any(|generic| generic.name == *name);
                if name != "Self" && !of_impl && !own && self.find_struct(&name.to_string()).is_none() {
                    self.unknown_type(name);
                }
            }
            _ => {}
        }
    }
}
