//! Bodies of other functions, built in the middle of this one: where their `return` leads to.

use super::{Builder, Value};
use crate::ast::Type;
use crate::graph::Id;

/// A function whose body is being built where it is called.
pub(super) struct Frame {
    /// How many variables its callers have.
    pub depth: usize,
    /// What it returns.
    result: Type,
}

impl Builder<'_> {
    /// Builds the body of a function whose callers have so many variables. Each way through it yields its value, and what
    /// those variables are then.
    pub(super) fn in_frame(&mut self, depth: usize, result: Type, body: impl FnOnce(&mut Self) -> Vec<Id>) -> Value {
        self.frames.push(Frame { depth, result });
        let loops = std::mem::take(&mut self.loops);
        let resumed = std::mem::take(&mut self.resumed);
        let results = body(self);
        (self.loops, self.resumed) = (loops, resumed);
        self.frames.pop();
        for (variable, &id) in self.vars[..depth].iter_mut().zip(&results[1..]) {
            variable.id = id;
        }
        Value::Node(results[0])
    }

    /// What a function yields; in the middle of another one, code has the type that the function returns.
    pub(super) fn returned(&mut self, value: Value) -> Id {
        let value = match value {
            Value::Node(id) if self.is_untyped(id) => Value::Code(self.hole_for(id)),
            other => other,
        };
        if let (Value::Code(code), Some(payload)) = (&value, self.result_type().payload()) {
            let value = self.choice_of_code(code.clone(), payload);
            return self.node(value);
        }
        match self.frames.last() {
            Some(frame) if frame.result.has_floats() => {
                let ty = frame.result.clone();
                self.node_as(value, &ty)
            }
            _ => self.node(value),
        }
    }

    /// What the function whose body is being built returns.
    pub(super) fn result_type(&self) -> Type {
        self.frames.last().map_or_else(|| self.function.result.clone(), |frame| frame.result.clone())
    }
}
