//! Reserved names: those of items that the macro generates beside the user's functions, and those that generated code uses.

use std::collections::BTreeMap;
use std::rc::Rc;

use proc_macro2::{Ident, TokenStream, TokenTree};
use syn::ext::IdentExt;

use super::Model;
use super::eval::Evaluator;
use super::items::{FnItem, StructItem};
use crate::error::Errors;

/// What every model has.
const OWN: [(&str, &str); 5] = [
    ("init", "gives the parameters their first values"),
    ("PARAMS", "is how many parameters it has"),
    ("PARAMETERS", "lists its parameters"),
    ("WORKSPACE", "is how large its workspace is"),
    ("BATCH_WORKSPACE", "is how large its workspace for batches is"),
];
/// What a function with a number as its result gets beside it.
const OF_NUMBERS: [&str; 11] = [
    "batch",
    "grad",
    "grad_batch",
    "grad_parallel",
    "parallel",
    "sgd",
    "sgd_batch",
    "sgd_parallel",
    "step",
    "step_batch",
    "step_parallel",
];
/// What one gets beside these that names arguments in `#[wrt(…)]`.
const OF_INPUTS: [&str; 3] = ["grad_inputs", "grad_inputs_batch", "grad_inputs_parallel"];
/// What one gets beside these that is `#[partial]`.
const OF_FIELDS: [&str; 6] =
    ["grad_of", "grad_of_while", "grad_at", "grad_of_batch", "grad_of_batch_while", "grad_of_parallel_while"];
/// What any other function gets.
const OF_TENSORS: [&str; 1] = ["batch"];
/// Types that programs with models use, or that generated code does. Primitive types are asked for by themselves.
const TYPES: [&str; 8] = ["Workspace", "BatchWorkspace", "ParallelWorkspace", "Ok", "Err", "b", "d", "burtorch"];
const PRIMITIVE: [&str; 17] = [
    "bool", "char", "f32", "f64", "i8", "i16", "i32", "i64", "i128", "isize", "str", "u8", "u16", "u32", "u64", "u128",
    "usize",
];

impl Evaluator<'_> {
    /// Reports the name of a model that cannot be that of a type beside it.
    pub(super) fn free_type(&mut self, item: &StructItem) {
        let name = item.name.unraw().to_string();
        if TYPES.contains(&name.as_str()) || PRIMITIVE.contains(&name.as_str()) || name.starts_with("__") {
            let message =
                format_args!("a model cannot be called `{name}`, which is the name of something else: rename it");
            self.report(item.name.span(), message);
        }
    }

    /// Reports the functions of a model whose names something else has that is generated, and yields the others.
    pub(super) fn free_functions(&mut self, model: &mut Model, methods: Vec<Rc<FnItem>>) -> Vec<Rc<FnItem>> {
        let mut generated: BTreeMap<String, String> = BTreeMap::new();
        for signature in &model.signatures {
            let name = signature.name.unraw().to_string();
            let forms = if signature.is_number() { OF_NUMBERS.as_slice() } else { OF_TENSORS.as_slice() };
            let of_inputs = OF_INPUTS.iter().filter(|_| !signature.wrt.is_empty());
            let of_fields = OF_FIELDS.iter().filter(|_| signature.partial);
            for form in forms.iter().chain(of_inputs).chain(of_fields) {
                generated.entry(format!("{name}_{form}")).or_insert_with(|| name.clone());
            }
        }
        let mut graphs: BTreeMap<String, String> = BTreeMap::new();
        let mut taken: Vec<Ident> = Vec::new();
        for ident in model.signatures.iter().map(|signature| &signature.name) {
            let name = ident.unraw().to_string();
            let own = OWN.iter().find(|(known, _)| *known == name);
            let graph = format!("{}_DOT", name.to_uppercase());
            let message = if let Some((_, what)) = own {
                format!("`{name}` of a model {what}: rename this function")
            } else if let Some(of) = generated.get(&name) {
                format!("`{name}` is made from `{of}` by the macro: rename this function")
            } else if name.starts_with("__") {
                "names that start with `__` are those of generated code: rename this function".to_owned()
            } else if let Some(of) = graphs.get(&graph).or_else(|| graphs.get(&name)) {
                format!("`{}_DOT` would be the graph of `{of}` and of this function: rename one", of.to_uppercase())
            } else {
                graphs.insert(graph, name);
                continue;
            };
            self.report(ident.span(), message);
            taken.push(ident.clone());
        }
        model.signatures.retain(|signature| !taken.contains(&signature.name));
        methods.into_iter().filter(|method| !taken.contains(&method.name)).collect()
    }
}

/// Reports the constants whose names are those of variables in generated code, which would be taken for patterns.
pub fn free_constants(constants: &[Ident], code: &TokenStream, errors: &mut Errors) {
    // Variables of generated code are in lower case, so constants in capitals, which most are, cannot clash.
    let small = |name: &&Ident| name.to_string().starts_with(|letter: char| letter.is_lowercase() || letter == '_');
    let mut left: Vec<&Ident> = constants.iter().filter(small).collect();
    if left.is_empty() {
        return;
    }
    let mut open = vec![code.clone()];
    while let Some(tokens) = open.pop() {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        for (at, token) in tokens.iter().enumerate() {
            match token {
                TokenTree::Group(group) => open.push(group.stream()),
                TokenTree::Ident(word) => {
                    let is = |at: usize, signs: &[char]| matches!(tokens.get(at), Some(TokenTree::Punct(sign)) if signs.contains(&sign.as_char()));
                    // Methods, paths and macros have a namespace of their own.
                    if at > 0 && is(at - 1, &['.', ':'])
                        || is(at + 1, &['!'])
                        || is(at + 1, &[':']) && is(at + 2, &[':'])
                    {
                        continue;
                    }
                    if let Some(found) = left.iter().position(|name| *name == word) {
                        let name = left.remove(found);
                        let upper = name.to_string().to_uppercase();
                        errors.report(
                            name.span(),
                            format_args!("`{name}` is a variable of generated code: call this constant `{upper}`"),
                        );
                    }
                }
                _ => {}
            }
        }
    }
}
