//! Vectors and matrices of other libraries (`surroundings/libraries.rs`): in the graph they are structs, their functions are
//! helpers whose source is known here, and what Rust reaches by `Deref` and `Index` are steps to an element.
//!
//! That a name in the file means the library's type, rustc is asked. A method that is not known is refused.

use std::rc::Rc;

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};

use super::{Builder, Value};
use crate::ast::{BinaryOp, CallExpr, Expr, ExprKind, StructType, Type};
use crate::graph::{Kind, Template};
use crate::parse::Helper;
use crate::proofs::{Proof, Question};
use crate::surroundings::{
    SourceFunction, foreign_crate, is_of_library, library_constant, library_method, library_names, library_of,
};

/// The struct that a type of a library is.
pub(super) fn library_type(ty: &Type) -> Option<&Rc<StructType>> {
    match ty {
        Type::Struct(of) if is_of_library(of) => Some(of),
        _ => None,
    }
}

/// Whether a type is one of a library.
pub(super) fn is_library(ty: &Type) -> bool {
    library_type(ty).is_some()
}

/// A type as the user knows it: `SMatrix<f64, 3, 1>`.
fn shown(of: &StructType) -> String {
    shown_type(&of.ty)
}

/// A type as the user knows it, from its tokens; a type of the user's own is shown as it was written.
pub(super) fn shown_type(ty: &TokenStream) -> String {
    let text = ty.to_string();
    let Some(absolute) = text.strip_prefix("::") else { return text };
    let text = absolute.replace(' ', "").replace(',', ", ");
    text.split_once("::").map_or(text.clone(), |(_, name)| name.to_owned())
}

impl Builder<'_> {
    /// That the names by which the function reaches types of libraries are theirs.
    pub(super) fn prove_libraries(&mut self) {
        let graph = &self.w.graph;
        let is_used = graph.all().into_iter().any(|id| library_type(&graph.node(id).ty).is_some());
        if !is_used {
            return;
        }
        let (krate, span) = (&self.function.krate, self.function.name.span());
        let scalar = &self.function.scalar.tokens;
        let mut proofs = Vec::new();
        for name in library_names(&self.function.name) {
            let (Ok(path), alias) = (name.written.parse::<TokenStream>(), &name.alias) else { continue };
            let arguments: Vec<TokenStream> = alias
                .generics
                .params
                .iter()
                .map(|param| if let syn::GenericParam::Const(_) = param { quote!(2) } else { quote!(#scalar) })
                .collect();
            let arguments = (!arguments.is_empty()).then(|| quote!(<#(#arguments),*>));
            let proof = quote!(#krate::__private::proof);
            let meant = &alias.ty;
            let body = quote_spanned! {span=> {
                #alias
                #proof::Same(
                    ::core::marker::PhantomData::<#path #arguments>,
                    ::core::marker::PhantomData::<__Alias #arguments>,
                ).__burtorch_same()
            }};
            let library = meant.to_token_stream().to_string().replace(' ', "");
            let library = library.trim_start_matches("::").split("::").next().unwrap_or_default().to_owned();
            let message = format!(
                "`{}` here is not that of `{library}`, as its name says: give your own type another name",
                name.written
            );
            let key = format!("library {}", name.written);
            let question = Question::Ours;
            proofs.push(Proof { key, question, of: quote!(()), body, names_types: false, span, message });
        }
        for proof in proofs {
            self.prove(proof);
        }
    }

    /// `a op b`, where one of them is of a library. `None` if neither is.
    pub(super) fn library_operator(&mut self, op: BinaryOp, a: &Value, b: &Value, span: Span) -> Option<Value> {
        let (left, right) = (self.type_of(a), self.type_of(b));
        let of = library_type(&left).or_else(|| library_type(&right))?.clone();
        if !self.is_active(a) && !self.is_active(b) && (op.is_comparison()) {
            return None;
        }
        let verb = match op {
            BinaryOp::Add => "add",
            BinaryOp::Sub => "sub",
            BinaryOp::Mul => "mul",
            BinaryOp::Div => "div",
            _ => {
                let message =
                    format!("`{}` of `{}` cannot be differentiated: work on the elements", op.symbol(), shown(&of));
                return Some(self.report(span, message));
            }
        };
        let (this, other, method) = match (library_type(&left), library_type(&right)) {
            (Some(_), Some(right)) => {
                let name = super::helpers::name_of(right);
                (a.clone(), b.clone(), format!("__{verb}_{name}"))
            }
            (Some(_), None) if matches!(op, BinaryOp::Add | BinaryOp::Sub) && !self.is_float(b) => {
                let Some(other) = self.like(b, &left) else {
                    return Some(self.no_operator(op, &left, &right, span));
                };
                (a.clone(), other, format!("__{verb}_{}", super::helpers::name_of(&of)))
            }
            (None, _) if matches!(op, BinaryOp::Add | BinaryOp::Sub) && !self.is_float(a) => {
                let Some(other) = self.like(a, &right) else {
                    return Some(self.no_operator(op, &left, &right, span));
                };
                (other, b.clone(), format!("__{verb}_{}", super::helpers::name_of(&of)))
            }
            (Some(_), None) => (a.clone(), self.number(b), format!("__{verb}_number")),
            (None, _) => (b.clone(), self.number(a), format!("__number_{verb}")),
        };
        let Some(source) = library_method(&of, &method) else {
            return Some(self.no_operator(op, &left, &right, span));
        };
        let name = Ident::new(verb, span);
        Some(self.build_helper(&source, Some(&of), vec![(this, false), (other, false)], &TokenStream::new(), &name))
    }

    fn no_operator(&mut self, op: BinaryOp, left: &Type, right: &Type, span: Span) -> Value {
        let name =
            |ty: &Type| library_type(ty).map_or_else(|| "another value".to_owned(), |of| format!("`{}`", shown(of)));
        let message = format!(
            "`{}` of {} and {} has no derivative that is known: give what is not differentiated a variable with its type, or work on the elements",
            op.symbol(),
            name(left),
            name(right)
        );
        self.report(span, message)
    }

    /// What stands beside a vector in a product: code is a number, which rustc checks.
    fn number(&mut self, value: &Value) -> Value {
        match value {
            Value::Node(id) if *self.ty(*id) == Type::Float => value.clone(),
            value if self.int(value).is_some() || self.is_poison(value) => value.clone(),
            Value::Node(id) if *self.ty(*id) != Type::Other => value.clone(),
            value => {
                let (krate, scalar) = (&self.function.krate, &self.function.scalar.tokens);
                let number = quote!(#krate::__private::FloatOf::<#scalar>::float_of);
                let template = self.template(value.clone());
                let effects = template.effects;
                let code = Template { effects, ..Template::call(&number, None, vec![template]) };
                self.float_code(code)
            }
        }
    }

    /// Code beside a vector in a sum is such a vector, or a reference to one, which rustc checks.
    fn like(&mut self, value: &Value, ty: &Type) -> Option<Value> {
        // Here a number may stand beside it as well.
        if library_type(ty).is_some_and(|of| library_method(of, "__add_number").is_some()) {
            return None;
        }
        let is_code = match value {
            Value::Code(_) => true,
            Value::Node(id) => *self.ty(*id) == Type::Other && self.int(value).is_none() && !self.is_poison(value),
            _ => false,
        };
        if !is_code {
            return None;
        }
        let spelled = self.spelled(ty)?;
        let krate = &self.function.krate;
        let template = self.template(value.clone());
        let effects = template.effects;
        let lent = quote!(#krate::__private::proof::lent::<#spelled, _>);
        let lent = Template::call(&lent, None, vec![template.prefixed("&")]);
        let code = Template::call(&quote!(::core::clone::Clone::clone), None, vec![lent]);
        Some(Value::Node(self.w.push(Kind::Opaque(Template { effects, ..code }), ty.clone())))
    }

    /// `-a`
    pub(super) fn library_negation(&mut self, a: &Value, span: Span) -> Option<Value> {
        let ty = self.type_of(a);
        let of = library_type(&ty)?.clone();
        let name = Ident::new("neg", span);
        let Some(source) = library_method(&of, "__neg") else {
            return Some(self.report(span, format_args!("`-` of `{}` has no derivative that is known", shown(&of))));
        };
        Some(self.build_helper(&source, Some(&of), vec![(a.clone(), false)], &TokenStream::new(), &name))
    }

    /// `Vector3::new(x, y, z)`, `Vector3::from([x, y, z])`, or a function that is refused.
    pub(super) fn library_call(&mut self, call: &CallExpr) -> Option<Value> {
        let Some((_, of)) = self.type_before(&call.prefix) else { return self.call_of_library(call) };
        if !is_of_library(&of) {
            return None;
        }
        if library_method(&of, &call.last.to_string()).is_some() {
            return None;
        }
        let values = self.arguments(&call.args, Self::passed_to_helper);
        if values.iter().any(|(value, _)| self.is_poison(value)) {
            return Some(self.poison());
        }
        let ty = Type::Struct(of.clone());
        if let [(value, _)] = &values[..]
            && call.last == "from"
            && let Some(source) = conversion(&of, &self.type_of(value))
        {
            return Some(self.build_helper(&source, Some(&of), values, &TokenStream::new(), &call.last));
        }
        let values: Vec<Value> = values.into_iter().map(|(value, _)| value).collect();
        if let Some(value) = self.constructed(&ty, &call.last, &values) {
            return Some(value);
        }
        if !values.iter().any(|value| self.is_active(value)) {
            let (path, turbofish) = (&call.path, &call.turbofish);
            let args = values.into_iter().map(|value| self.template(value)).collect();
            return Some(Value::Code(Template::call(&quote!(#path #turbofish), None, args).impure()));
        }
        Some(self.not_known(&of, &call.last))
    }

    /// `Rotation3::new(v)`: a function of a type that is not known here, from a library of which others are.
    fn call_of_library(&mut self, call: &CallExpr) -> Option<Value> {
        let mut prefix: Vec<_> = call.prefix.clone().into_iter().collect();
        prefix.truncate(prefix.len().checked_sub(2)?);
        let mut path: syn::Path = syn::parse2(prefix.into_iter().collect()).ok()?;
        let last = path.segments.last_mut()?;
        last.arguments = syn::PathArguments::None;
        let name = last.ident.clone();
        if !name.to_string().starts_with(char::is_uppercase) {
            return None;
        }
        let library = foreign_crate(&path)?;
        let before = self.checkpoint();
        let values = self.arguments(&call.args, Self::passed_to_helper);
        if !values.iter().any(|(value, _)| self.is_active(value)) {
            self.rollback(before);
            return None;
        }
        Some(self.report(
            name.span(),
            format_args!(
                "no derivative is known for `{name}` of `{library}`: compute its numbers in a vector or an array, or wrap it in a function and give that a rule with `#[derivative(of = …)]`"
            ),
        ))
    }

    /// A constant of a library's type: `DVec3::X`.
    pub(super) fn library_constant(&mut self, path: &TokenStream, of: &Rc<StructType>, name: &str) -> Option<Value> {
        let ty = Type::Struct(of.clone());
        let code = Template { known: true, ..Template::verbatim(path.clone()) };
        library_constant(of, name).then(|| Value::Node(self.w.push(Kind::Opaque(code), ty)))
    }

    /// A method or function of a library's type that is not known.
    pub(super) fn not_known(&mut self, of: &StructType, name: &Ident) -> Value {
        let library = library_of(of).unwrap_or_default();
        self.report(
            name.span(),
            format_args!(
                "no derivative is known for `{name}` of `{}` of `{library}`: write it with operators and elements, or wrap it in a function and give that a rule with `#[derivative(of = …)]`",
                shown(of)
            ),
        )
    }

    /// `a.sum_axis(Axis(0))`: there is a method for each axis.
    pub(super) fn library_along_axis(
        &self,
        this: &Value,
        name: &Ident,
        args: &[Expr],
    ) -> Option<(SourceFunction, Rc<StructType>)> {
        let of = self.library_struct(this)?;
        let [Expr { kind: ExprKind::Call(call), .. }] = args else { return None };
        let ([Expr { kind: ExprKind::Int(axis, _), .. }], true) = (&call.args[..], call.last == "Axis") else {
            return None;
        };
        let source = library_method(&of, &format!("__{name}_{axis}"))?;
        Some((source, of))
    }

    /// The method for arguments of these types, where there are several: `a.dot(&b)` of vectors and of matrices.
    pub(super) fn library_overload(
        &self,
        of: &StructType,
        name: &Ident,
        args: &[(Value, bool)],
    ) -> Option<SourceFunction> {
        let ty = self.type_of(&args.first()?.0);
        let of_argument = super::helpers::name_of(library_type(&ty)?);
        is_of_library(of).then(|| library_method(of, &format!("__{name}_{of_argument}")))?
    }

    /// Whether a function of a library is known for other types than these: many take several.
    pub(super) fn takes_others(&self, helper: &Helper, args: &[(Value, bool)]) -> bool {
        helper.params.iter().zip(args).any(|(param, (arg, _))| {
            let written = param.annotation.written.as_ref().and_then(|written| self.written_type(written));
            let name = |ty: &Type| library_type(ty).map(|of| super::helpers::name_of(of));
            let (wanted, given) = (written.as_ref().and_then(name), name(&self.type_of(arg)));
            wanted.is_some() && given.is_some() && wanted != given
        })
    }

    /// The type of a value, if it is of a library.
    pub(super) fn library_struct(&self, value: &Value) -> Option<Rc<StructType>> {
        library_type(&self.type_of(value)).cloned()
    }

    /// A method of a type of a library that is differentiated and not known.
    pub(super) fn library_refusal(&mut self, this: &Value, name: &Ident) -> Option<Value> {
        let ty = self.type_of(this);
        let of = library_type(&ty)?.clone();
        Some(self.not_known(&of, name))
    }
}

/// How a type is made of an array, a tuple or a number.
fn conversion(of: &StructType, from: &Type) -> Option<SourceFunction> {
    let name = match from {
        Type::Float => "__from_number",
        Type::Array(..) => "__from_array",
        Type::Tuple(_) => "__from_tuple",
        _ => return None,
    };
    library_method(of, name)
}
