//! `#[plan(…)]`: options of a function that override decisions of the planner.

use proc_macro2::Span;
use syn::meta::ParseNestedMeta;
use syn::parse::ParseStream;
use syn::spanned::Spanned;

use crate::error::Errors;

/// The options of a function. The planner decides what is not given.
#[derive(Clone, Default)]
pub struct PlanOptions {
    /// How many samples of a batch are computed side by side, the largest number first.
    pub tiles: Option<Vec<usize>>,
    /// Whether a table that is multiplied by a weight is looked up before or after the product.
    pub tables: LookupOrder,
    /// Axes lie in memory in the order in which they are written: no `axis_layout`.
    pub axes_as_written: bool,
    /// Where the attribute is, if there is one.
    pub span: Option<Span>,
}

/// Whether a table that is multiplied by a weight is looked up before or after the product (`hoist_lookup`).
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub enum LookupOrder {
    /// Whichever is less work.
    #[default]
    ByCost,
    /// Before the product.
    Early,
    /// After the product.
    Late,
}

/// More samples than this side by side do not fit into any cache.
const MOST: usize = 1024;

impl PlanOptions {
    pub(super) fn read(&mut self, attribute: &syn::Attribute, errors: &mut Errors) {
        self.span = Some(attribute.path().span());
        if let Err(error) = attribute.parse_nested_meta(|meta| self.one(&meta)) {
            errors.push(error);
        }
    }

    fn one(&mut self, meta: &ParseNestedMeta<'_>) -> syn::Result<()> {
        if meta.path.is_ident("tiles") {
            let tiles = meta.value().and_then(numbers);
            let tiles = tiles.map_err(|_| meta.error("`tiles` takes numbers of samples: `tiles = [64, 16]`"))?;
            let descending = tiles.windows(2).all(|pair| pair[0] > pair[1]);
            if tiles.is_empty() || !descending || tiles.iter().any(|&tile| !(2..=MOST).contains(&tile)) {
                return Err(
                    meta.error(format_args!("tiles have 2 to {MOST} samples, the largest first: `tiles = [64, 16]`"))
                );
            }
            self.tiles = Some(tiles);
        } else if meta.path.is_ident("tables") {
            self.tables = match word(meta).as_deref() {
                Some("early") => LookupOrder::Early,
                Some("late") => LookupOrder::Late,
                _ => return Err(meta.error("`tables` are looked up before or after a product: `early` or `late`")),
            };
        } else if meta.path.is_ident("axes") {
            if word(meta).as_deref() != Some("as_written") {
                return Err(meta.error("axes can be left alone: `axes = as_written`"));
            }
            self.axes_as_written = true;
        } else {
            return Err(meta.error(
                "a plan has no such part: there are `tiles = [64, 16]`, `tables = early` or `late`, and `axes = as_written`",
            ));
        }
        Ok(())
    }
}

fn word(meta: &ParseNestedMeta<'_>) -> Option<String> {
    let word: syn::Ident = meta.value().and_then(syn::parse::ParseBuffer::parse).ok()?;
    Some(word.to_string())
}

/// `[64, 16]`
fn numbers(input: ParseStream<'_>) -> syn::Result<Vec<usize>> {
    let list: syn::ExprArray = input.parse()?;
    let number = |expr: &syn::Expr| match expr {
        syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Int(number), .. }) => number.base10_parse(),
        other => Err(syn::Error::new_spanned(other, "a number is expected")),
    };
    list.elems.iter().map(number).collect()
}
