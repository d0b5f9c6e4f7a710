//! The layers that come with the compiler, in the language of models itself; read when a name is needed.

use super::collect::collect;
use super::items::Scope;
use crate::ast::Precision;
use crate::error::Errors;
use crate::nearest::nearest;

/// What each file defines, and its text.
const FILES: &[(&str, &str)] = &[
    ("identity", include_str!("prelude/identity.rs")),
    ("Neuron", include_str!("prelude/neuron.rs")),
    ("Linear", include_str!("prelude/linear.rs")),
    ("LinearNoBias", include_str!("prelude/linear_no_bias.rs")),
    ("Mlp", include_str!("prelude/mlp.rs")),
    ("Embedding", include_str!("prelude/embedding.rs")),
    ("LayerNorm", include_str!("prelude/layer_norm.rs")),
    ("RmsNorm", include_str!("prelude/rms_norm.rs")),
    ("Attention", include_str!("prelude/attention.rs")),
    ("CausalAttention", include_str!("prelude/causal_attention.rs")),
    ("FeedForward", include_str!("prelude/feed_forward.rs")),
    ("Conv1d", include_str!("prelude/conv1d.rs")),
    ("Conv2d", include_str!("prelude/conv2d.rs")),
    ("Gru", include_str!("prelude/gru.rs")),
    ("Lstm", include_str!("prelude/lstm.rs")),
];

/// Adds the file that defines `name` to the prelude, if there is one and it is not there yet.
pub(super) fn load(name: &str, precision: Precision, scope: &mut Scope, errors: &mut Errors) {
    if scope.structs.contains_key(name) || scope.functions.contains_key(name) {
        return;
    }
    if let Some((_, text)) = FILES.iter().find(|(known, _)| *known == name) {
        let file: syn::File = syn::parse_str(text).expect("the prelude is valid Rust");
        collect(&file.items, precision, true, scope, errors);
    }
}

/// A layer whose name looks like `name`.
pub(super) fn similar(name: &str, others: impl Iterator<Item = String>) -> Option<String> {
    nearest(name, FILES.iter().map(|(name, _)| (*name).to_owned()).chain(others))
}
