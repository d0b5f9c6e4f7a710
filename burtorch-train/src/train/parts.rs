//! What `train!` says of parts that it does not take: errors of rustc in our own words, on the name of the part.

/// The name of a part; nothing is one, for what is right is never asked.
#[diagnostic::on_unimplemented(
    message = "`train!` has no such part",
    label = "this is none of its parts",
    note = "the parts are `about`, `model`, `data`, `split` and `defaults`, and if you like `measure`, `draw`, `sample` and `workers`"
)]
pub trait Part {}

/// The name of a part with what is written after it.
#[diagnostic::on_unimplemented(
    message = "this part of `train!` is given twice, or not written like this",
    label = "this part",
    note = "the parts are `about: \"…\"`, `model: Net`, `model: Net = --option 4 {{ 4 => Small, 8 => Large }}`, `data: |run| …`, \
            `split: |data| (training, validation)`, `defaults: Defaults {{ … }}`, `measure: |params| …`, \
            `draw: |params, pictures| …`, `sample: |params, rng, out| …`, `sample: |params, rng, out, prompt| …`, `workers: …`"
)]
pub trait Written {}

/// Asks for a name that is no part.
pub fn is_a_part(_: impl Part) {}

/// Asks for a part that is not written as it should be.
pub fn written_like_this(_: impl Written) {}
