//! The elaborator: the items in `graph! { … }` in, the tensor graph of every function out.
//!
//! An evaluator runs the user's code once, on shapes instead of numbers, and records the operations on tensors (symbolic
//! execution). Afterwards there are no constants, structs or calls; of the loops, only those over layers are left. All mistakes of
//! the user's are found here, and reported together.

mod arguments;
mod bounds;
mod builtins;
mod calls;
mod check;
mod collect;
mod constants;
mod control;
mod crate_path;
mod elsewhere;
mod eval;
mod functions;
mod items;
mod layers;
mod limits;
mod loops;
mod masks;
mod names;
mod operators;
mod plan_options;
mod prelude;
mod reductions;
mod reserved;
mod sequence;
mod shape_ops;
mod signature;
mod source;
mod syntax;
#[cfg(test)]
mod tests;
mod types;
mod unused;
mod value;
mod wrt;

use std::rc::Rc;

use proc_macro2::{Ident, TokenStream};
use quote::ToTokens;

use crate::ast::{Expr, ExprKind, IntType, Pattern, Precision};
use crate::each::Each;
use crate::error::Errors;
use crate::tensor::{Dtype, Graph, Kind, Shape, Tensor};
use eval::Evaluator;
use items::{FnItem, Scope, StructItem};
use layers::Slot;
pub use plan_options::{LookupOrder, PlanOptions};
pub use reserved::free_constants;
pub use signature::Signature;
use types::{Type, TypeKind};
use value::{Arg, ParameterRef, Value};

/// A model: a struct that is no field of another one, with its parameters and functions.
pub struct Model {
    pub name: Ident,
    /// The path of burtorch in the user's program.
    pub krate: TokenStream,
    pub vis: syn::Visibility,
    pub docs: Vec<syn::Attribute>,
    pub precision: Precision,
    /// In the order of the layout.
    pub parameters: Vec<Parameter>,
    /// The number of scalars in all parameters.
    pub count: usize,
    pub functions: Vec<Function>,
    /// The signatures of all functions, including those with mistakes.
    pub signatures: Vec<Signature>,
}

#[derive(Clone, Debug)]
pub struct Parameter {
    /// `blocks.0.norm1.gain`
    pub name: String,
    pub shape: Shape,
    pub offset: usize,
    pub init: Init,
    /// The fan-in, where the initialiser needs it.
    pub fan: Option<usize>,
    pub frozen: bool,
}

/// How a parameter starts.
#[derive(Clone, PartialEq, Debug)]
pub enum Init {
    Zeros,
    Ones,
    Constant(f64),
    Uniform { low: f64, high: f64 },
    Normal { mean: f64, std: f64 },
    FanIn,
    KaimingUniform,
    KaimingNormal,
    XavierUniform,
    XavierNormal,
}

/// A function of a model.
pub struct Function {
    pub name: Ident,
    pub vis: syn::Visibility,
    pub docs: Vec<syn::Attribute>,
    pub inputs: Vec<Input>,
    /// The inputs whose gradients are asked for.
    pub wrt: Vec<usize>,
    /// Whether the gradient of some parameters is asked for.
    pub partial: bool,
    /// Whether the results are a tuple.
    pub tuple: bool,
    pub graph: Graph,
    pub plan_options: PlanOptions,
}

pub struct Input {
    pub name: Ident,
    pub shape: Shape,
    pub dtype: Dtype,
    pub int: Option<IntType>,
    /// Used as an index, its elements must be below this.
    pub bound: Option<usize>,
}

/// What a block defines.
#[derive(Default)]
pub struct Block {
    /// The constants, which the user's program sees too.
    pub constants: Vec<TokenStream>,
    /// Their names.
    pub names: Vec<Ident>,
    pub models: Vec<Model>,
}

/// The models that `items` define. If there are mistakes, functions are missing from them.
pub fn elaborate(items: TokenStream, errors: &mut Errors) -> Block {
    let file: syn::File = match syn::parse2(items.clone()) {
        Ok(file) => file,
        Err(error) => {
            errors.push(error);
            // Most syntax errors are inside of a body. Stubs with the right signatures keep the calls of these functions free of
            // further errors.
            return syn::parse2(syntax::without_bodies(items)).map_or_else(|_| Block::default(), |file| outline(&file));
        }
    };
    let precision = collect::precision(&file.items, errors);
    let mut scope = Scope::default();
    collect::collect(&file.items, precision, false, &mut scope, errors);
    let roots = roots(&scope);
    if roots.is_empty() && errors.count() == 0 {
        errors.report(
            proc_macro2::Span::call_site(),
            "there is no model in this block: add a struct without generic parameters that is no field of another one",
        );
    }
    let krate = crate_path::crate_path(&file.attrs, errors);
    let mut evaluator = Evaluator::new(scope, precision, krate, errors);
    evaluator.known_types();
    let models = roots.each(|root| evaluator.model(root));
    evaluator.plans_of_others(&roots);
    // A constant that is wrong or defined twice has been reported, so it is left out.
    let mut seen = evaluator.broken;
    let constants = file.items.iter().filter(|item| match item {
        syn::Item::Const(item) => seen.insert(item.ident.to_string()),
        _ => false,
    });
    let names = file.items.iter().filter_map(|item| match item {
        syn::Item::Const(item) => Some(item.ident.clone()),
        _ => None,
    });
    Block {
        constants: constants.map(|item| visible(item.clone(), precision)).collect(),
        names: names.collect(),
        models,
    }
}

/// The models of a block that cannot be read in full: their parameters and the signatures of their functions.
fn outline(file: &syn::File) -> Block {
    // The syntax error has been reported; further mistakes may follow from it, so they are dropped.
    let mut errors = Errors::default();
    let precision = collect::precision(&file.items, &mut errors);
    let mut scope = Scope::default();
    collect::collect(&file.items, precision, false, &mut scope, &mut errors);
    let roots = roots(&scope);
    let krate = crate_path::crate_path(&file.attrs, &mut errors);
    let mut evaluator = Evaluator::new(scope, precision, krate, &mut errors);
    let models = roots.each(|root| evaluator.signed(root).0);
    let constants = file.items.iter().filter(|item| matches!(item, syn::Item::Const(_)));
    Block { constants: constants.map(|item| visible(item.clone(), precision)).collect(), names: Vec::new(), models }
}

/// A constant for the user's program, where the type `Scalar` does not exist.
fn visible(item: syn::Item, precision: Precision) -> TokenStream {
    let syn::Item::Const(mut item) = item else { return item.to_token_stream() };
    if matches!(&*item.ty, syn::Type::Path(path) if path.path.is_ident("Scalar")) {
        *item.ty = if precision == Precision::F32 { syn::parse_quote!(f32) } else { syn::parse_quote!(f64) };
    }
    item.to_token_stream()
}

/// The structs that are models.
fn roots(scope: &Scope) -> Vec<Rc<StructItem>> {
    fn mentions(ty: &Type, name: &Ident) -> bool {
        match &ty.kind {
            TypeKind::Named(known, _) => known == name,
            TypeKind::Array(element, _) => mentions(element, name),
            _ => false,
        }
    }
    let used = |name: &Ident| {
        scope.order.iter().any(|item| item.name != *name && item.fields.iter().any(|field| mentions(&field.ty, name)))
    };
    scope.order.iter().filter(|item| item.generics.is_empty() && !used(&item.name)).cloned().collect()
}

impl Evaluator<'_> {
    /// A model with the signatures of its functions but without their graphs; its instantiated struct; and its functions.
    fn signed(&mut self, item: &Rc<StructItem>) -> (Model, Rc<Slot>, Vec<Rc<FnItem>>) {
        let slot = self.instantiate(item, &[], item.name.span());
        let mut parameters = Vec::new();
        slot.parameters("", 0, &mut parameters);
        let methods = self.entries(&item.name);
        let mut model = Model {
            name: item.name.clone(),
            krate: self.krate.clone(),
            vis: item.vis.clone(),
            docs: item.docs.clone(),
            precision: self.precision,
            count: slot.size(),
            parameters,
            functions: Vec::new(),
            signatures: Vec::new(),
        };
        self.signatures(&mut model, &slot, &methods);
        (model, slot, methods)
    }

    /// Reports `#[plan(…)]`, `#[wrt(…)]` and `#[partial]` on helpers: only functions that a model offers are planned.
    fn plans_of_others(&mut self, roots: &[Rc<StructItem>]) {
        let mut others = self.user.methods_in_order.clone();
        others.extend(self.user.functions.values().cloned());
        for root in roots {
            let entries = self.entries(&root.name);
            others.retain(|function| !entries.iter().any(|entry| Rc::ptr_eq(entry, function)));
        }
        for span in others.iter().filter_map(|function| function.plan_options.span) {
            self.report(span, "only a function that the model offers has a plan: move it there, or remove it");
        }
        for span in others.iter().flat_map(|function| [function.wrt.span, function.partial]).flatten() {
            self.report(
                span,
                "only of a function that the model offers there is a gradient: move this there, or remove it",
            );
        }
    }

    fn model(&mut self, item: &Rc<StructItem>) -> Model {
        let (mut model, slot, methods) = self.signed(item);
        self.free_type(item);
        let methods = self.free_functions(&mut model, methods);
        self.used.clear();
        for method in &methods {
            let Some(mut function) = self.entry(method, &slot) else { continue };
            if let Some(signature) = model.signatures.iter().find(|signature| signature.name == function.name) {
                function.wrt.clone_from(&signature.wrt);
                function.partial = signature.partial;
            }
            model.functions.push(function);
        }
        if self.errors.count() == 0 {
            if model.functions.is_empty() {
                let name = &item.name;
                self.report(
                    name.span(),
                    format_args!(
                        "`{name}` has no function: add `impl {name} {{ fn loss(&self, x: Tensor<…>) -> f32 {{ … }} }}`"
                    ),
                );
            } else {
                self.unused(&slot, &model.parameters);
            }
        }
        model
    }

    /// The function of the model that a method becomes: its graph, inputs and options.
    fn entry(&mut self, method: &Rc<FnItem>, slot: &Rc<Slot>) -> Option<Function> {
        self.restart();
        let Slot::Layer(instance) = &**slot else { return None };
        let Some(result) = &method.result else {
            self.report(
                method.name.span(),
                format_args!(
                    "`{}` returns nothing: add the type of its result, `-> f32` or `-> Tensor<…>`",
                    method.name
                ),
            );
            return None;
        };
        let before = self.errors.count();
        let mut inputs: Vec<Input> = Vec::new();
        let mut values = Vec::new();
        let mut exprs: Vec<Expr> = Vec::new();
        self.enter_entry(method, instance);
        for (pattern, ty) in &method.params {
            let Pattern::Name { ident: name, .. } = pattern else { continue };
            let Some((shape, int)) = self.data(ty) else {
                self.leave();
                return None;
            };
            if inputs.iter().any(|input| input.name == *name) {
                self.report(name.span(), format_args!("two arguments are called `{name}`: rename one"));
            }
            let dtype = if int.is_some() { Dtype::Int } else { Dtype::Float };
            let id = self.builder.graph().add(Kind::Input(inputs.len()), &shape, dtype, name.span());
            values.push(self.done(id));
            exprs.push(Expr { kind: ExprKind::Name(name.clone()), span: name.span() });
            // Generated code names the argument with tokens of the macro, so the name needs call-site hygiene.
            let mut name = name.clone();
            name.set_span(proc_macro2::Span::call_site().located_at(name.span()));
            inputs.push(Input { name, shape, dtype, int, bound: None });
        }
        self.leave();
        if self.errors.count() > before {
            return None;
        }
        let this = Expr { kind: ExprKind::Name(Ident::new("self", method.name.span())), span: method.name.span() };
        let place = Value::Parameters(ParameterRef { slot: slot.clone(), offset: 0, steps: Vec::new() });
        let mut args = vec![Arg { value: place, expr: &this }];
        args.extend(values.into_iter().zip(&exprs).map(|(value, expr)| Arg { value, expr }));
        let value = self.run(method, Some(instance.clone()), &[], args, method.name.span());
        if self.full {
            self.report_full(&method.name);
            return None;
        }
        let results = self.results(value, result, method)?;
        if self.errors.count() > before {
            return None;
        }
        let builder = std::mem::replace(&mut self.builder, crate::tensor::Builder::new());
        let graph = builder.finish(&results);
        self.check_size(&graph);
        if self.errors.count() > before {
            return None;
        }
        bounds::set(&graph, &mut inputs);
        Some(Function {
            name: method.name.clone(),
            vis: method.vis.clone(),
            docs: method.docs.clone(),
            inputs,
            wrt: Vec::new(),
            partial: false,
            tuple: matches!(result.kind, TypeKind::Tuple(_)),
            graph,
            plan_options: method.plan_options.clone(),
        })
    }

    /// What a function of a model returns, as tensors of floats.
    fn results(&mut self, value: Value, ty: &Type, method: &FnItem) -> Option<Vec<Tensor>> {
        match (value, &ty.kind) {
            (Value::Poison, _) => None,
            (Value::Tuple(values), TypeKind::Tuple(types)) if !types.is_empty() => {
                let results = values.into_iter().zip(types).map(|(value, ty)| match ty.kind {
                    TypeKind::Tuple(_) => {
                        self.report(ty.span, "a function of a model returns one tuple, not tuples in tuples");
                        None
                    }
                    _ => self.results(value, ty, method),
                });
                let results: Vec<_> = results.collect();
                let results: Option<Vec<_>> = results.into_iter().collect();
                results.map(|results| results.concat())
            }
            (Value::Tensor(tensor), _) if self.builder.dtype(tensor) == Dtype::Float => Some(vec![tensor]),
            (value @ Value::Float(_), _) => Some(vec![self.as_tensor(&value, ty.span)]),
            (value, _) => {
                let kind = self.kind_of(&value);
                self.report(
                    ty.span,
                    format_args!("`{}` returns {kind}: a function of a model returns floats", method.name),
                );
                None
            }
        }
    }
}
