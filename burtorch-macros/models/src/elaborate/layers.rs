//! Instantiates structs: generic arguments in, the layout of their parameters out.

use std::rc::Rc;
use syn::ext::IdentExt;

use proc_macro2::Span;

use super::eval::Evaluator;
use super::items::{FieldItem, InitItem, StructItem};
use super::source::plural;
use super::types::{Type, TypeKind};
use super::value::Value;
use super::{Init, Parameter};
use crate::ast::{Expr, Precision};
use crate::each::Each;
use crate::tensor::{Shape, elements};

/// The instantiated type of a field: a parameter, a layer, or an array of these.
pub(super) enum Slot {
    Param {
        shape: Shape,
        frozen: bool,
        init: Init,
        fan: Option<usize>,
    },
    Layer(Rc<Instance>),
    Array(Rc<Slot>, usize),
    /// A field whose type is wrong, which has been reported.
    Poison,
}

/// A struct with values for its generic parameters.
pub(super) struct Instance {
    pub item: Rc<StructItem>,
    pub generics: Vec<(String, Value)>,
    pub fields: Vec<InstanceField>,
    pub size: usize,
    /// The number of tensors among the parameters.
    count: usize,
}

/// A field, and where it starts in its struct.
pub(super) struct InstanceField {
    pub name: String,
    pub span: Span,
    pub slot: Rc<Slot>,
    pub offset: usize,
}

/// The attributes that a field inherits from the fields around it.
#[derive(Clone, Copy)]
struct Inherited<'i> {
    frozen: bool,
    init: Option<&'i (Init, Option<usize>)>,
}

impl Slot {
    /// The number of scalars that it holds.
    pub(super) fn size(&self) -> usize {
        match self {
            Slot::Param { shape, .. } => elements(shape),
            Slot::Layer(instance) => instance.size,
            Slot::Array(element, count) => element.size().saturating_mul(*count),
            Slot::Poison => 0,
        }
    }

    /// The number of tensors that it holds.
    fn parameter_count(&self) -> usize {
        match self {
            Slot::Param { .. } => 1,
            Slot::Layer(instance) => instance.count,
            Slot::Array(element, count) => element.parameter_count().saturating_mul(*count),
            Slot::Poison => 0,
        }
    }

    /// Lists the parameters in the order of the layout.
    pub(super) fn parameters(&self, name: &str, offset: usize, list: &mut Vec<Parameter>) {
        match self {
            Slot::Param { shape, frozen, init, fan } => {
                let (shape, init) = (shape.clone(), init.clone());
                list.push(Parameter { name: name.to_owned(), shape, offset, init, fan: *fan, frozen: *frozen });
            }
            Slot::Layer(instance) => {
                for part in &instance.fields {
                    let dot = if name.is_empty() { "" } else { "." };
                    part.slot.parameters(&format!("{name}{dot}{}", part.name), offset + part.offset, list);
                }
            }
            Slot::Array(element, count) => {
                for at in 0..*count {
                    element.parameters(&format!("{name}.{at}"), offset + at * element.size(), list);
                }
            }
            Slot::Poison => {}
        }
    }
}

impl Instance {
    pub(super) fn part(&self, name: &str) -> Option<&InstanceField> {
        let name = name.trim_start_matches("r#");
        self.fields.iter().find(|part| part.name == name)
    }

    /// `Linear<2, 3>`
    pub(super) fn text(&self) -> String {
        let args: Vec<_> = self.generics.each(|(_, value)| super::constants::constant_text(value));
        let name = &self.item.name;
        if args.is_empty() { name.to_string() } else { format!("{name}<{}>", args.join(", ")) }
    }
}

impl Evaluator<'_> {
    /// The struct with these generic arguments, which stand in the scope of the innermost frame.
    pub(super) fn instantiate(&mut self, item: &Rc<StructItem>, args: &[Expr], span: Span) -> Rc<Slot> {
        self.instance(item, args, span, Inherited { frozen: false, init: None })
    }

    fn instance(&mut self, item: &Rc<StructItem>, args: &[Expr], span: Span, inherited: Inherited) -> Rc<Slot> {
        if self.instantiating.iter().any(|name| *name == item.name) {
            self.report(
                span,
                format_args!("`{}` contains itself, so it has no size: use an array of layers", item.name),
            );
            return Rc::new(Slot::Poison);
        }
        let too_deep = self.is_nested_too_deep("structs", "use an array of layers, whose loop stays a loop", span);
        if too_deep || self.is_nested_too_often(&item.name) {
            return Rc::new(Slot::Poison);
        }
        let Some(generics) = self.generic_values(&item.name, &item.generics, args, span) else {
            return Rc::new(Slot::Poison);
        };
        self.instantiating.push(item.name.clone());
        self.enter_definition(item.prelude, generics.clone(), span);
        let mut fields = Vec::new();
        let (mut size, mut count) = (0_usize, 0_usize);
        for field in &item.fields {
            let slot = self.field(field, inherited);
            let offset = size;
            size = size.saturating_add(slot.size());
            count = count.saturating_add(slot.parameter_count());
            fields.push(InstanceField { name: field.name.unraw().to_string(), span: field.name.span(), slot, offset });
        }
        self.leave();
        self.instantiating.pop();
        if self.is_too_many(&item.name, size, count, span) {
            return Rc::new(Slot::Poison);
        }
        let instance = Rc::new(Instance { item: item.clone(), generics, fields, size, count });
        // Assertions are about generic arguments, so a failure is reported where these are written.
        let outer = self.frame().site;
        self.frame().site = outer.or(Some(span));
        let holds = self.assertions(&instance);
        self.frame().site = outer;
        if holds { Rc::new(Slot::Layer(instance)) } else { Rc::new(Slot::Poison) }
    }

    fn field(&mut self, field: &FieldItem, inherited: Inherited) -> Rc<Slot> {
        let own = field.init.as_ref().and_then(|init| self.initialiser(init));
        let frozen = inherited.frozen || field.frozen;
        // An initialiser further outside overrides this one.
        let init = inherited.init.or(own.as_ref());
        self.slot(&field.ty, Inherited { frozen, init }, own.as_ref())
    }

    /// `own`: the initialiser on the field itself, which holds for parameters of any rank.
    fn slot(&mut self, ty: &Type, inherited: Inherited, own: Option<&(Init, Option<usize>)>) -> Rc<Slot> {
        let poison = || Rc::new(Slot::Poison);
        match &ty.kind {
            TypeKind::Param(dims) => {
                if dims.open || dims.dims.iter().any(Option::is_none) {
                    self.report(ty.span, "the dimensions of a parameter are constants: `_` is not one");
                    return poison();
                }
                let Some(shape) = self.shape_of(dims) else { return poison() };
                if self.is_too_large(&shape, ty.span) {
                    return poison();
                }
                let outer = if shape.len() >= 2 { inherited.init } else { own };
                let default = (if shape.len() >= 2 { Init::FanIn } else { Init::Zeros }, None);
                let (init, fan) = outer.or(own).unwrap_or(&default).clone();
                let fan = match init {
                    Init::FanIn | Init::KaimingUniform | Init::KaimingNormal if fan.is_none() => {
                        if shape.len() < 2 {
                            self.report(
                                ty.span,
                                "a parameter with fewer than two dimensions has no fan-in: give it, as in `#[init(fan_in(64))]`",
                            );
                        }
                        Some(elements(shape.get(1..).unwrap_or_default()))
                    }
                    _ => fan,
                };
                Rc::new(Slot::Param { shape, frozen: inherited.frozen, init, fan })
            }
            TypeKind::Array(element, count) => {
                // An array of layers may be empty.
                let Some(count) = self.array_length(count) else { return poison() };
                let element = self.slot(element, inherited, own);
                Rc::new(Slot::Array(element, count))
            }
            TypeKind::Named(name, args) => match self.find_struct(&name.to_string()) {
                Some(item) => self.instance(&item, args, name.span(), inherited),
                None => {
                    self.unknown_layer(name);
                    poison()
                }
            },
            TypeKind::Error => poison(),
            _ => {
                self.report(
                    ty.span,
                    "a field is a parameter or a layer: write `Param<…>` for what is trained, and pass the rest as an argument",
                );
                poison()
            }
        }
    }

    fn initialiser(&mut self, item: &InitItem) -> Option<(Init, Option<usize>)> {
        let name = item.name.to_string();
        let count = match name.as_str() {
            "zeros" | "ones" | "kaiming_uniform" | "kaiming_normal" | "xavier_uniform" | "xavier_normal" => 0,
            "constant" => 1,
            "uniform" | "normal" => 2,
            "fan_in" => item.args.len().min(1),
            _ => {
                self.report(
                    item.name.span(),
                    format_args!(
                        "there is no initialiser `{name}`: use `zeros`, `ones`, `constant(c)`, `uniform(low, high)`, `normal(mean, std)`, `fan_in`, `kaiming_uniform`, `kaiming_normal`, `xavier_uniform` or `xavier_normal`"
                    ),
                );
                return None;
            }
        };
        if item.args.len() != count {
            let numbers = plural(count, "number");
            let form = match name.as_str() {
                "constant" => "constant(c)",
                "uniform" => "uniform(low, high)",
                "normal" => "normal(mean, std)",
                "fan_in" => "fan_in(n)",
                other => other,
            };
            self.report(
                item.name.span(),
                format_args!("`{name}` takes {numbers}, not {}: `#[init({form})]`", item.args.len()),
            );
            return None;
        }
        if name == "fan_in" {
            let fan = match item.args.first() {
                Some(arg) => Some(self.length(arg)?),
                None => None,
            };
            return Some((Init::FanIn, fan));
        }
        // Initialisers compute in double precision.
        let precision = std::mem::replace(&mut self.precision, Precision::F64);
        let numbers: Option<Vec<f64>> = item.args.iter().map(|arg| self.float_constant(arg)).collect();
        self.precision = precision;
        let numbers = numbers?;
        let init = match (name.as_str(), numbers.as_slice()) {
            ("zeros", _) => Init::Zeros,
            ("ones", _) => Init::Ones,
            ("constant", &[value]) => Init::Constant(value),
            ("uniform", &[low, high]) => Init::Uniform { low, high },
            ("normal", &[mean, std]) => Init::Normal { mean, std },
            ("kaiming_uniform", _) => Init::KaimingUniform,
            ("kaiming_normal", _) => Init::KaimingNormal,
            ("xavier_uniform", _) => Init::XavierUniform,
            _ => Init::XavierNormal,
        };
        Some((init, None))
    }
}
