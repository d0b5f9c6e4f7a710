//! Types of other libraries whose fields are not all public: how one is made of its fields, and how these are reached.

use proc_macro2::TokenStream;
use quote::quote;

use super::text::read;
use crate::ast::Storage;

/// An expression that makes a value of the type `path` of its fields.
pub(super) fn made(storage: Storage, path: &TokenStream, fields: &[TokenStream]) -> TokenStream {
    match (storage, fields) {
        (Storage::Columns, _) => quote!(#path::from_array_storage(#(#fields),*)),
        (Storage::Array2, [rows, columns, all]) => quote!(#path::from_shape_vec((#rows, #columns), #all).unwrap()),
        _ => quote!(#path::from_vec(#(#fields),*)),
    }
}

/// [`made`] as text.
pub(super) fn made_text(storage: Storage, path: &str, fields: &[String]) -> String {
    let fields: Vec<TokenStream> = fields.iter().map(|field| read(field)).collect();
    made(storage, &read(path), &fields).to_string()
}

/// The place of a field, to be read or to be changed.
pub(super) fn part(storage: Storage, place: &TokenStream, at: usize, changed: bool) -> TokenStream {
    // An array that is not stored row by row has no slice.
    let message = "an array of ndarray whose elements are in standard layout";
    match (storage, at, changed) {
        (Storage::Columns, ..) => quote!(#place.data),
        (Storage::Matrix | Storage::Array2, 0, _) => quote!(#place.nrows()),
        (Storage::Matrix | Storage::Array2, 1, _) => quote!(#place.ncols()),
        (Storage::Vector | Storage::Matrix, _, false) => quote!((*#place.as_slice())),
        (Storage::Vector | Storage::Matrix, _, true) => quote!((*#place.as_mut_slice())),
        (Storage::Array1 | Storage::Array2, _, false) => quote!((*#place.as_slice().expect(#message))),
        (Storage::Array1 | Storage::Array2, _, true) => quote!((*#place.as_slice_mut().expect(#message))),
    }
}

/// [`part`] as text.
pub(super) fn part_text(storage: Storage, place: &str, at: usize, changed: bool) -> String {
    part(storage, &read(place), at, changed).to_string()
}
