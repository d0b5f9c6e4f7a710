//! Operators on structs: calls of the methods that implement them, if their source is there.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote};

use super::helpers::name_of;
use super::{Builder, Value};
use crate::ast::{BinaryOp, Expr, Type};
use crate::parse::{impl_header, is_impl_for};
use crate::surroundings::{SourceFunction, functions_of};

/// The method of an operator.
fn method_of(op: BinaryOp) -> Option<&'static str> {
    Some(match op {
        BinaryOp::Add => "add",
        BinaryOp::Sub => "sub",
        BinaryOp::Mul => "mul",
        BinaryOp::Div => "div",
        BinaryOp::Rem => "rem",
        _ => return None,
    })
}

impl Builder<'_> {
    /// `a op b`, where one of them is a struct.
    pub(super) fn struct_operator(&mut self, op: BinaryOp, a: &Value, b: &Value, span: Span) -> Option<Value> {
        if let Some(value) = self.library_operator(op, a, b, span) {
            return Some(value);
        }
        let name = Ident::new(method_of(op)?, span);
        let source = self.operator(&name, op.symbol(), &self.type_of(a), Some(&self.type_of(b)))?;
        let this = self.struct_in(a);
        Some(self.build_helper(
            &source,
            this.as_ref(),
            vec![(a.clone(), false), (b.clone(), false)],
            &TokenStream::new(),
            &name,
        ))
    }

    /// `-a` of a struct.
    pub(super) fn struct_negation(&mut self, a: &Value, span: Span) -> Option<Value> {
        if let Some(value) = self.library_negation(a, span) {
            return Some(value);
        }
        let name = Ident::new("neg", span);
        let source = self.operator(&name, "-", &self.type_of(a), None)?;
        let this = self.struct_in(a);
        Some(self.build_helper(&source, this.as_ref(), vec![(a.clone(), false)], &TokenStream::new(), &name))
    }

    /// `place op= b` of a struct.
    pub(super) fn struct_assignment(&mut self, op: BinaryOp, place: &Expr, b: &Value, span: Span) -> Option<Value> {
        let name = Ident::new(&format!("{}_assign", method_of(op)?), span);
        let ty = self.place_type(place);
        let source = self.operator(&name, &format!("{}=", op.symbol()), &ty, Some(&self.type_of(b)))?;
        let Type::Struct(this) = ty else { return None };
        let place = self.exclusive(place);
        Some(self.build_helper(
            &source,
            Some(&this),
            vec![(place, true), (b.clone(), false)],
            &TokenStream::new(),
            &name,
        ))
    }

    /// `a[i]` of a struct.
    pub(super) fn struct_index(&mut self, a: &Value, index: &Value, span: Span) -> Option<Value> {
        let name = Ident::new("index", span);
        let source = self.implementation(&name, &self.type_of(a), Some(&Type::Other))?;
        let this = self.struct_in(a);
        let values = vec![(a.clone(), true), (index.clone(), false)];
        Some(self.build_helper(&source, this.as_ref(), values, &TokenStream::new(), &name))
    }

    fn struct_in(&self, value: &Value) -> Option<std::rc::Rc<crate::ast::StructType>> {
        match self.type_of(value) {
            Type::Struct(of) => Some(of),
            _ => None,
        }
    }

    /// The implementation of an operator in the source file; rustc is asked whether it is the one that it calls.
    fn operator(&mut self, name: &Ident, symbol: &str, left: &Type, right: Option<&Type>) -> Option<SourceFunction> {
        let source = self.implementation(name, left, right)?;
        let header = source.header.as_deref()?;
        let (_, argument, this) = impl_header(header)?;
        // The type of what is not differentiated is that of the `impl`.
        let written = |ty: syn::Type| match ty {
            syn::Type::Reference(reference) => reference.elem.to_token_stream(),
            ty => ty.to_token_stream(),
        };
        let left = self.spelled(left)?;
        let right = match right.map(|right| (right, self.spelled(right))) {
            Some((_, Some(right))) => Some(right),
            Some((_, None)) => {
                let is_same = argument
                    .as_ref()
                    .is_none_or(|of| of.to_token_stream().to_string() == this.to_token_stream().to_string());
                match header.trim_start().strip_prefix("impl").is_some_and(|rest| rest.trim_start().starts_with('<')) {
                    true if is_same => Some(left.clone()),
                    // Its parameters mean nothing here.
                    true => return None,
                    false => Some(written(argument.unwrap_or(this))),
                }
            }
            None => None,
        };
        self.prove_operator(&source, (name, symbol), (&left, right.as_ref()))?;
        Some(source)
    }

    /// The one `impl` of an operator for such types, if its source is there. Between those for values and for references
    /// nothing here can choose.
    pub(super) fn implementation(
        &self,
        name: &Ident,
        left_type: &Type,
        right: Option<&Type>,
    ) -> Option<SourceFunction> {
        let left = self.operand_name(left_type)?;
        let found = functions_of(&self.function.name, Some(&left), &name.to_string());
        let fits = |source: &SourceFunction| {
            let Some((Some(_), argument, this)) = source.header.as_deref().and_then(impl_header) else { return false };
            if let Type::Struct(of) = left_type
                && !source.header.as_deref().is_some_and(|header| is_impl_for(header, &of.ty))
            {
                return false;
            }
            let Some(right) = right else { return true };
            let argument = argument.unwrap_or(this).to_token_stream().to_string().replace(' ', "");
            let argument = argument.trim_start_matches('&');
            let argument = argument.split_once('<').map_or(argument, |(name, _)| name);
            let argument = if argument == "Self" { left.as_str() } else { argument };
            match self.operand_name(right) {
                Some(right) => argument == right,
                // What is not known can be anything but a struct that is.
                None => self
                    .function
                    .definitions
                    .annotation(&argument.parse().unwrap_or_else(|_| quote!(_)))
                    .is_none_or(|ty| !ty.has_structs()),
            }
        };
        let mut fitting = found.iter().filter(|source| fits(source));
        match (fitting.next(), fitting.next(), &found[..]) {
            (Some(first), None, _) => Some(first.clone()),
            // Of what is not known, rustc says whether it is what the only one takes.
            (None, _, [only]) if right.is_some_and(|right| self.operand_name(right).is_none()) => {
                let right = right.is_some_and(|right| *right == Type::Other);
                right.then(|| only.clone()).filter(|only| {
                    let Type::Struct(of) = left_type else { return false };
                    only.header.as_deref().is_some_and(|header| is_impl_for(header, &of.ty))
                })
            }
            _ => None,
        }
    }

    fn operand_name(&self, ty: &Type) -> Option<String> {
        match ty {
            Type::Struct(of) => Some(name_of(of)),
            Type::Float => Some(self.function.scalar.tokens.to_string()),
            _ => None,
        }
    }
}
