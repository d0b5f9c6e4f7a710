//! Functions of the same module that have no derivative of their own: what they compute is built where they are called.
//!
//! Their source stands in the file of the function that calls them, in the same module, so their names mean the same here.
//! Such a function is like a closure that sees no variables. Methods, operators and associated functions are functions
//! whose first argument is the receiver.

use std::rc::Rc;

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{quote, quote_spanned};

use super::declared::referred;
use super::jumps::Continuation;
use super::libraries::is_library;
use super::statements::is_borrowed;
use super::{Builder, Value, Variable};
use crate::ast::{Block, CallExpr, Expr, ExprKind, IntType, Pattern, StructType, Type};
use crate::each::Each;
use crate::graph::{Id, Kind, Template};
use crate::parse::{
    Helper, HelperParam, HelperSource, aliased, annotation, helper, impl_header, impl_trait, signature_types,
    takes_exclusive_receiver,
};
use crate::surroundings::{
    SourceFunction, constant_beside, definition, functions_of, is_ambiguous, receiver_type, struct_beside,
};

/// How deep helpers call each other.
const DEEPEST: usize = 64;

/// How many expressions helpers write out in one function.
const MAX_WRITTEN: usize = 30_000;

/// A helper that was read.
pub(super) struct Known {
    key: String,
    helper: Rc<Helper>,
    /// How many expressions it has.
    written: usize,
    /// Its body is being built.
    open: bool,
    /// It is written in the body of the function.
    nested: bool,
}

impl Known {
    /// Whether it is not the one that is being built.
    pub(super) fn is_free(&self) -> bool {
        !self.open
    }

    pub(super) fn params(&self) -> &[HelperParam] {
        &self.helper.params
    }

    /// How many expressions it has.
    pub(super) fn written(&self) -> usize {
        self.written
    }
}

impl Builder<'_> {
    /// The struct in front of an associated function or constant: its name, and what is known of it.
    pub(super) fn type_before(&self, prefix: &TokenStream) -> Option<(String, Rc<StructType>)> {
        let mut tokens: Vec<_> = prefix.clone().into_iter().collect();
        tokens.truncate(tokens.len().checked_sub(2)?);
        let path: TokenStream = tokens.into_iter().collect();
        match self.function.definitions.literal(&path, None)? {
            Type::Struct(of) => Some((name_of(&of), of)),
            _ => None,
        }
    }

    /// Whether the type in front of an associated function leaves its sizes out.
    fn lacks_sizes(&self, prefix: &TokenStream, this: &Rc<StructType>) -> bool {
        let mut tokens: Vec<_> = prefix.clone().into_iter().collect();
        tokens.truncate(tokens.len().saturating_sub(2));
        let path: TokenStream = tokens.into_iter().collect();
        self.function.definitions.lacks_sizes(&path, &Type::Struct(this.clone()), None)
    }

    /// The type of a variable that a function returns at its end, if that is a struct.
    pub(super) fn returned_as(&self, pattern: &Pattern) -> Option<Type> {
        let Pattern::Name { ident, .. } = pattern else { return None };
        let is_returned = self.tails.last()?.as_ref().is_some_and(|name| ident == name);
        is_returned.then(|| self.result_type()).filter(|ty| matches!(ty, Type::Struct(_)) && ty.payload().is_none())
    }

    /// The type that an annotation means: one of the user's definitions, or an alias in the same file.
    pub(super) fn written_type(&self, written: &TokenStream) -> Option<Type> {
        let known = self.function.definitions.annotation(written);
        if known.as_ref().is_some_and(|known| *known != Type::Other) {
            return known;
        }
        let tokens: Vec<TokenTree> = written.clone().into_iter().collect();
        let is_reference = |token: &TokenTree| matches!(token, TokenTree::Punct(sign) if sign.as_char() == '&');
        let start = tokens.iter().position(|token| !is_reference(token)).unwrap_or(0);
        let [TokenTree::Ident(name)] = &tokens[start..] else { return known };
        let name = Ident::new(&name.to_string(), self.function.name.span());
        definition(&name, true).and_then(|found| aliased(&found.alias()?)).or(known)
    }

    /// Whether a call must be built here: something in it is differentiated, or it yields a struct of the graph.
    pub(super) fn is_for_the_graph(&self, source: &SourceFunction, values: &[(Value, bool)]) -> bool {
        self.is_concerned(source, values) || self.yields_struct(source)
    }

    /// Whether something in a call is differentiated.
    pub(super) fn is_concerned(&self, source: &SourceFunction, values: &[(Value, bool)]) -> bool {
        let concerns = |(value, _): &(Value, bool)| match value {
            Value::Place(..) | Value::Closure(_) => true,
            value => self.is_active(value),
        };
        source.is_of_library() || values.iter().any(concerns)
    }

    /// Whether a function yields a struct of numbers, integers and texts; what else a struct holds may be such that it cannot be
    /// copied.
    pub(super) fn yields_struct(&self, source: &SourceFunction) -> bool {
        let Some((_, Some(result), _)) = signature_types(&source.signature) else { return false };
        let mut result = quote!(#result);
        if let ("Self", Some(header)) = (result.to_string().as_str(), &source.header)
            && let Some((_, _, this)) = impl_header(header)
        {
            result = quote!(#this);
        }
        let ty = self.function.definitions.annotation(&result);
        ty.is_some_and(|ty| ty.has_structs() && is_of_numbers(&ty))
    }

    /// Whether a function yields an `Option` or `Result` of floats.
    pub(super) fn yields_choice(&self, source: &SourceFunction) -> bool {
        // Most yield numbers, which is seen without reading the types.
        let numbers =
            |word: &str| matches!(word, "" | "f64" | "f32" | "usize") || word.starts_with(|c: char| c.is_ascii_digit());
        let result = source.signature.rsplit_once("->").map_or("", |(_, result)| result);
        if result.split(|c: char| !c.is_alphanumeric() && c != '_').all(numbers) {
            return false;
        }
        let Some((_, Some(result), _)) = signature_types(&source.signature) else { return false };
        let ty = self.function.definitions.annotation(&quote!(#result));
        ty.is_some_and(|ty| ty.payload().is_some())
    }

    /// `Type::f(…)`, where `f` is no helper: the derived `default`.
    pub(super) fn derived_default(&mut self, call: &CallExpr) -> Option<Value> {
        if call.last != "default" || !call.args.is_empty() {
            return None;
        }
        let (name, of) = self.type_before(&call.prefix)?;
        let (_, attributes) = struct_beside(&self.function.name, &name)?;
        let derives = attributes.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| word == "Default");
        derives.then(|| Value::Node(self.w.zero(&Type::Struct(of))))
    }

    /// A constant of a struct's type: `Vec3::UP`, `ORIGIN`.
    pub(super) fn struct_constant(&mut self, path: &TokenStream) -> Option<Value> {
        let tokens: Vec<_> = path.clone().into_iter().collect();
        let (last, prefix) = tokens.split_last()?;
        let name = last.to_string();
        if !name.starts_with(char::is_uppercase) {
            return None;
        }
        let ty = if prefix.is_empty() {
            constant_beside(&self.function.name, None, &name)?
        } else {
            let (parent, of) = self.type_before(&prefix.iter().cloned().collect())?;
            if is_library(&Type::Struct(of.clone())) {
                return self.library_constant(path, &of, &name);
            }
            let ty = constant_beside(&self.function.name, Some(&parent), &name)?;
            if ty == "Self" { of.ty.to_string() } else { ty }
        };
        let ty: TokenStream = ty.parse().ok()?;
        let ty = self.function.definitions.annotation(&ty).filter(Type::has_structs)?;
        Some(Value::Node(self.w.push(Kind::Opaque(Template::verbatim(path.clone())), ty)))
    }

    /// `value.into()` where a struct is expected whose `From` stands in the file.
    pub(super) fn struct_by_into(&mut self, receiver: &Expr, name: &Ident, hint: Option<&Type>) -> Option<Value> {
        let Some(Type::Struct(of)) = hint else { return None };
        if !functions_of(&self.function.name, None, "into").is_empty() {
            return None;
        }
        let value = self.expr(receiver, None);
        let ty = self.type_of(&value);
        if self.is_poison(&value) || ty == Type::Other {
            return None;
        }
        let source = self.conversion_from(of, &ty)?;
        Some(self.build_helper(&source, Some(of), vec![(value, false)], &TokenStream::new(), name))
    }

    /// The `from` of a struct that takes a value of this type. Rust allows no other one.
    pub(super) fn conversion_from(&self, of: &Rc<StructType>, ty: &Type) -> Option<SourceFunction> {
        let takes_it = |source: &SourceFunction| {
            let header = source.header.as_deref().and_then(impl_trait)?;
            let (params, ..) = signature_types(&source.signature)?;
            let [param] = &params[..] else { return None };
            let known = self.written_type(&quote!(#param)).or_else(|| annotation(param))?;
            (last_name(&header) == "From" && known == *ty).then_some(())
        };
        let mut sources = functions_of(&self.function.name, Some(&name_of(of)), "from").into_iter();
        sources.find(|source| takes_it(source).is_some())
    }

    /// `place.method(…)`, where the method changes the place.
    pub(super) fn changing_helper(&mut self, receiver: &Expr, name: &Ident, args: &[Expr]) -> Option<Value> {
        if self.function.definitions.is_empty() {
            return None;
        }
        let Type::Struct(of) = self.place_type(receiver) else { return None };
        let source = self.helper_method(&of, name)?;
        if !takes_exclusive_receiver(&source.signature) {
            return None;
        }
        if let Err(why) = self.prove_method(&source, &of.ty, receiver, (name, args.len())) {
            return Some(self.refuse_helper(name, &why));
        }
        let this = self.exclusive(receiver);
        let mut values = vec![(this, true)];
        values.extend(self.arguments(args, Self::passed_to_helper));
        Some(self.build_helper(&source, Some(&of), values, &TokenStream::new(), name))
    }

    /// `&mut place`; of a variable that is such a reference, what it refers to.
    pub(super) fn exclusive(&mut self, place: &Expr) -> Value {
        if let ExprKind::Name(name) = &place.kind
            && let Some(at) = self.lookup(name)
            && self.function.params.get(at).is_some_and(|param| param.mutable)
        {
            return Value::Place(at, Vec::new());
        }
        self.mut_reference(place)
    }

    /// A method of something that is not differentiated, with arguments that are. Which type it is of, rustc checks.
    pub(super) fn helper_of_constant(
        &mut self,
        this: Value,
        receiver: &Expr,
        name: &Ident,
        args: Vec<(Value, bool)>,
    ) -> Option<Value> {
        // Where several types have such a method, a declaration says which is meant.
        let of = match &receiver.kind {
            ExprKind::Name(this) if this == "self" && self.lookup(this).is_none() => receiver_type(&self.function.name),
            _ => self.declared(receiver),
        };
        let of = match of {
            Some(syn::Type::Path(path)) => path.path.get_ident().map(ToString::to_string),
            _ => None,
        };
        let mut found = functions_of(&self.function.name, None, &name.to_string());
        if found.len() > 1 && of.is_some() {
            found = functions_of(&self.function.name, of.as_deref(), &name.to_string());
        }
        let source = if found.len() == 1 { found.pop()? } else { return None };
        let (_, _, ty) = impl_header(source.header.as_deref()?)?;
        if source.marked || source.header.as_ref().is_some_and(|header| header.contains('<')) {
            return None;
        }
        let (_, _, has_receiver) = signature_types(&source.signature)?;
        if !has_receiver || takes_exclusive_receiver(&source.signature) {
            return None;
        }
        if let Err(why) = self.prove_method(&source, &quote!(#ty), receiver, (name, args.len())) {
            return Some(self.refuse_helper(name, &why));
        }
        let code = self.template(this).prefixed("&");
        let (effects, known, krate) = (code.effects, code.known, &self.function.krate);
        let path = quote_spanned!(name.span()=> #krate::__private::proof::lent::<#ty, _>);
        let lent = Template::call(&path, None, vec![code]);
        let lent = Template { effects, known, ..lent };
        let by_ref = source.signature.split_once('(').is_some_and(|(_, rest)| rest.trim_start().starts_with('&'));
        let this = Value::Code(if by_ref { lent } else { lent.prefixed("*") });
        let values = std::iter::once((this, false)).chain(args).collect();
        Some(self.build_helper(&source, None, values, &TokenStream::new(), name))
    }

    /// `Type::f(…)` or `f(…)` of a helper.
    pub(super) fn call_helper(
        &mut self,
        source: &SourceFunction,
        call: &CallExpr,
        values: Vec<(Value, bool)>,
        hint: Option<&Type>,
    ) -> Value {
        let this = self.type_before(&call.prefix).map(|(_, of)| of);
        if let (Some(of), Some(header)) = (&this, source.header.as_deref())
            && let Some(of_trait) = impl_trait(header)
            && let Err(why) = self.prove_of_trait(source, (header, &of.ty.clone()), &call.last, &of_trait)
        {
            return self.refuse_helper(&call.last, &why);
        }
        // The sizes of a generic struct are those of the receiver.
        let has_receiver = signature_types(&source.signature).is_some_and(|(_, _, has_receiver)| has_receiver);
        let this = match values.first().map(|(value, _)| self.type_of(value)) {
            Some(Type::Struct(of))
                if has_receiver && this.as_ref().is_some_and(|this| name_of(this) == name_of(&of)) =>
            {
                Some(of)
            }
            _ if this.as_ref().is_some_and(|this| self.lacks_sizes(&call.prefix, this)) => match hint {
                Some(Type::Struct(of)) if this.as_ref().is_some_and(|this| name_of(this) == name_of(of)) => {
                    Some(of.clone())
                }
                _ => {
                    return self.report(
                        call.last.span(),
                        "the sizes of this struct are not known here: write them out, `Point::<3>::new(…)`",
                    );
                }
            },
            _ => this,
        };
        self.build_helper(source, this.as_ref(), values, &call.turbofish, &call.last)
    }

    /// Builds the body of a helper for these arguments.
    pub(super) fn build_helper(
        &mut self,
        source: &SourceFunction,
        this: Option<&Rc<StructType>>,
        args: Vec<(Value, bool)>,
        turbofish: &TokenStream,
        name: &Ident,
    ) -> Value {
        if args.iter().any(|(arg, _)| self.is_poison(arg)) {
            return self.poison();
        }
        let refuse = |builder: &mut Self, why: &str| builder.refuse_helper(name, why);
        if source.is_nested()
            && self.helpers.iter().any(|known| known.open && !known.nested)
            && is_ambiguous(&self.function.name, &name.to_string())
        {
            return refuse(
                self,
                "it is written in a function that calls another one, where the name may mean something else",
            );
        }
        let at = match self.read_helper(source, this, &args, turbofish, name.span()) {
            Ok(at) => at,
            Err(why) => return refuse(self, &why),
        };
        if self.helpers[at].open || self.frames.len() >= DEEPEST {
            return refuse(self, "it calls itself");
        }
        let helper = Rc::clone(&self.helpers[at].helper);
        if helper.params.len() != args.len() {
            self.errors.leave_to_rustc(name.span(), "this call has another number of arguments than the function");
            return self.poison();
        }
        // A method in place is differentiated with respect to all that is differentiated here, whatever its own derivatives are.
        let is_asked = source.header.is_none();
        for (param, (arg, _)) in helper.params.iter().zip(&args).filter(|_| is_asked) {
            let left_out =
                matches!(&param.pattern, Pattern::Name { ident, .. } if source.leaves_out(&ident.to_string()));
            if (param.is_constant || left_out) && self.is_active(arg) {
                return self.report(
                    name.span(),
                    "this function leaves out the derivative with respect to an argument that is differentiated here: add the argument to the `wrt` of the function, or pass a value that is not differentiated",
                );
            }
        }
        if source.is_of_library() && self.takes_others(&helper, &args) {
            let of = this.cloned().or_else(|| self.library_struct(&args[0].0));
            return match of {
                Some(of) => self.not_known(&of, name),
                None => refuse(self, "it takes other types"),
            };
        }
        let before = self.written;
        self.written = before.saturating_add(self.helpers[at].written);
        if self.written > MAX_WRITTEN {
            if before > MAX_WRITTEN {
                return self.poison();
            }
            return refuse(self, "functions without one are written out where they are called, which is too much here");
        }
        self.helpers[at].open = true;
        let of_library = usize::from(source.is_of_library());
        self.in_library += of_library;
        let this = source.header.as_deref().and_then(impl_header).map(|(_, _, ty)| match ty {
            syn::Type::Reference(of) => *of.elem,
            ty => ty,
        });
        let value = self.helper_body(&helper, this.as_ref(), args, name);
        self.in_library -= of_library;
        self.helpers[at].open = false;
        value
    }

    pub(super) fn refuse_helper(&mut self, name: &Ident, why: &str) -> Value {
        self.report(
            name.span(),
            format_args!("`{name}` has no derivative of its own, and {why}: put `#[differentiable]` on it"),
        )
    }

    fn helper_body(
        &mut self,
        helper: &Rc<Helper>,
        this: Option<&syn::Type>,
        args: Vec<(Value, bool)>,
        name: &Ident,
    ) -> Value {
        let (errors, depth) = (self.errors.count(), self.vars.len());
        for problem in &helper.problems {
            self.errors.push(problem.clone());
        }
        let changed = self.changed.replace(Rc::new(super::state::changed_in_place(&helper.body)));
        self.hidden.push(0..depth);
        for (param, (arg, by_ref)) in helper.params.iter().zip(args) {
            if let (Value::Code(code), Pattern::Name { ident, .. }) = (&arg, &param.pattern)
                && code.is_loan()
            {
                // What the helper changes is the place that is lent, under another name.
                let lent = Template { effects: true, fresh: true, ..code.clone() };
                let id = self.w.push(Kind::Opaque(lent), Type::Other);
                self.vars.push(Variable { state: true, ..Variable::new(ident, id, false) });
                continue;
            }
            let annotation = &param.annotation;
            let known = annotation.written.as_ref().and_then(|written| self.written_type(written));
            let ty = known.or_else(|| annotation.ty.clone());
            let arg = self.coerced(arg, by_ref, annotation.written.as_ref());
            let arg = self.annotated(arg, ty.as_ref(), annotation.int, annotation.written.as_ref());
            // Code of that type is the reference itself.
            let is_ref = (by_ref || param.by_ref) && !matches!(arg, Value::Code(_));
            self.bind(&param.pattern, arg, is_ref, name.span());
            if param.is_receiver {
                self.declare(&param.pattern, this);
            } else if let Some(written) = &annotation.written
                && let Ok(ty) = syn::parse2(written.clone())
            {
                self.declare(&param.pattern, Some(&referred(ty)));
            }
        }
        let result = &helper.result;
        let known = result.written.as_ref().and_then(|written| self.written_type(written));
        let ty = known.or_else(|| result.ty.clone()).unwrap_or(Type::Other);
        self.refuse_destructors(&helper.body);
        self.tails.push(tail_name(&helper.body));
        let value = if helper.yields_place {
            self.place_of_block(&helper.body, depth)
        } else {
            self.in_frame(depth, ty, |builder| builder.tail_block(&helper.body, &Continuation::End))
        };
        self.tails.pop();
        self.vars.truncate(depth);
        self.hidden.pop();
        self.changed = changed;
        self.errors.reword(errors, |message| {
            if message.starts_with("in `") {
                message.to_owned()
            } else {
                format!("in `{name}`, which is differentiated here: {message}")
            }
        });
        value
    }

    /// What is not differentiated and passed as a reference is one of the type that the helper takes: `&&str` as `&str`.
    fn coerced(&mut self, arg: Value, by_ref: bool, written: Option<&TokenStream>) -> Value {
        let is_code = |builder: &Self, id: Id| {
            let node = builder.w.graph.node(id);
            node.ty == Type::Other && !matches!(node.kind, Kind::Int(..) | Kind::Bool(_) | Kind::Poison)
        };
        match (&arg, written) {
            (&Value::Node(id), Some(ty)) if is_code(self, id) && is_borrowed(written) => {
                let code = self.argument(arg, by_ref);
                let (effects, known) = (code.effects, code.known);
                let coerced = Template::call(&quote!(::core::convert::identity::<#ty>), None, vec![code]);
                Value::Code(Template { effects, known, ..coerced })
            }
            _ => arg,
        }
    }

    /// Reads a helper, unless that was done before.
    pub(super) fn read_helper(
        &mut self,
        source: &SourceFunction,
        this: Option<&Rc<StructType>>,
        args: &[(Value, bool)],
        turbofish: &TokenStream,
        span: Span,
    ) -> Result<usize, String> {
        let types = args.each(|(arg, _)| self.type_of(arg));
        let is_generic = source.signature.split('(').next().is_some_and(|before| before.contains('<'))
            || source.header.as_ref().is_some_and(|header| header.contains('<'));
        let key = if is_generic {
            format!("{} {} {turbofish} {types:?}", source.place, this.map_or("", |this| &this.key))
        } else {
            source.place.to_string()
        };
        if let Some(at) = self.helpers.iter().position(|known| known.key == key) {
            return Ok(at);
        }
        let text = HelperSource { signature: &source.signature, body: &source.body, header: source.header.as_deref() };
        let helper = helper(&text, this, &types, turbofish, &self.function.scalar, span)?;
        let mut written = 0;
        helper.body.visit(&mut |_| written += 1);
        let nested = source.is_nested();
        self.helpers.push(Known { key, helper: Rc::new(helper), written, open: false, nested });
        Ok(self.helpers.len() - 1)
    }
}

/// Whether a type holds nothing but numbers, as many as it says.
fn is_of_numbers(ty: &Type) -> bool {
    match ty {
        Type::Float | Type::Lanes => true,
        Type::Array(element, _) => is_of_numbers(element),
        Type::Struct(of) if ty.is_opaque() => is_copyable(&of.ty),
        Type::Tuple(_) | Type::Struct(_) => ty.parts().is_some_and(|parts| parts.iter().all(is_of_numbers)),
        Type::Other => false,
    }
}

/// Whether a type that is not differentiated is made of integers, truth values and texts.
fn is_copyable(ty: &TokenStream) -> bool {
    ty.clone().into_iter().all(|token| match token {
        TokenTree::Ident(name) => {
            let name = name.to_string();
            ["bool", "char", "String", "Vec"].contains(&name.as_str()) || IntType::named(&name).is_some()
        }
        TokenTree::Group(group) => is_copyable(&group.stream()),
        TokenTree::Punct(_) | TokenTree::Literal(_) => true,
    })
}

/// The variable that stands at the end of a body.
pub(super) fn tail_name(body: &Block) -> Option<Ident> {
    match &body.value.as_ref()?.kind {
        ExprKind::Name(name) => Some(name.clone()),
        _ => None,
    }
}

/// The last name of a struct's path.
pub(super) fn name_of(of: &StructType) -> String {
    last_name(&of.ty)
}

/// The last name of a type's path.
pub(super) fn last_name(ty: &TokenStream) -> String {
    let text = ty.to_string();
    let path = text.split('<').next().unwrap_or_default();
    path.rsplit("::").next().unwrap_or_default().trim().to_owned()
}
