//! Code of the user's inside of a body, which keeps its spans, and runs as often as in the function.

use super::body::Body;
use super::operand::Value;
use crate::ast::{Precision, Type};
use crate::graph::{Id, Template};

impl Body<'_> {
    /// Code of the user's.
    pub(super) fn code(&mut self, id: Id, template: &Template) -> String {
        // What is lent is lent again wherever it is used.
        if template.is_path() || template.is_loan() {
            let text = self.fill(template);
            let text = if template.is_loan() { format!("({text})") } else { text };
            self.values.insert(id, Value::name(text));
            return String::new();
        }
        let text = if template.effects && !template.fresh && !template.is_about_effects() {
            self.effect(id, template)
        } else {
            let text = self.fill(template);
            self.typed(id, text)
        };
        self.bind(id, &text)
    }

    /// Code that runs for its effect alone.
    pub(super) fn observe(&mut self, template: &Template) -> String {
        let code = self.fill(template);
        if template.is_about_effects() {
            format!("{code};\n")
        } else {
            format!("if {}.runs() {{ {code}; }}\n", self.effects)
        }
    }

    /// Code of the user's that runs once, however often the code around it does.
    pub(super) fn effect(&mut self, id: Id, template: &Template) -> String {
        // What a call yields is borrowed outside, where it lives as long as what is bound to it.
        let (borrow, called) = match template.borrowed_call() {
            Some(called) => ("&", called),
            None => ("", template.clone()),
        };
        let text = self.fill(&called);
        let text = self.typed(id, text);
        let (krate, effects) = (&self.krate, &self.effects);
        if self.graph.node(id).ty == Type::Float && self.context.scalar.precision == Precision::Generic {
            return format!("{krate}::__private::effect!({effects}, {krate}::__private::FloatWord({text})).0");
        }
        format!("{borrow}{krate}::__private::effect!({effects}, {text})")
    }

    /// Code of the user's, which may leave it to its place which type it has.
    pub(super) fn typed(&mut self, id: Id, text: String) -> String {
        let ty = &self.graph.node(id).ty;
        if !ty.is_cloned() {
            return text;
        }
        let ty = self.context.ty(ty);
        format!("::core::convert::identity::<{}>({text})", self.mark(ty))
    }
}
