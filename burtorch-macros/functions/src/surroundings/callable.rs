//! Which functions of a file others can call for their derivatives: a function that records itself can be called by compiled ones
//! only if it takes numbers and arrays and has no effects.
//!
//! rustc expands attributes in the order of the file, in one process. So what became of a function is kept here, for those
//! that stand behind it and call it.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use proc_macro2::Ident;

use super::{SourceFunction, function_beside};

/// By the file, and the place of a function or the name of a method.
static CALLABLE: Mutex<Option<HashMap<(PathBuf, String), bool>>> = Mutex::new(None);

fn with<T>(look: impl FnOnce(&mut HashMap<(PathBuf, String), bool>) -> T) -> T {
    look(CALLABLE.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert_with(HashMap::new))
}

fn file_of(name: &Ident) -> Option<PathBuf> {
    if proc_macro::is_available() { name.span().unwrap().local_file() } else { None }
}

/// Notes what became of the function with this name.
pub fn note_callable(function: &Ident, is_method: bool, is_callable: bool) {
    let Some(file) = file_of(function) else { return };
    let name = function.to_string();
    let key = if is_method {
        format!(".{name}")
    } else {
        let Some(source) = function_beside(function, &name) else { return };
        source.place.to_string()
    };
    with(|known| {
        known.insert((file.clone(), key), is_callable);
        if !is_callable {
            // Called by a path, it is one of this name.
            known.insert((file, format!(".{name}")), false);
        }
    });
}

/// Whether a function in the file of another one can be called; nothing if it was not expanded yet.
pub fn is_callable(of: &Ident, source: &SourceFunction) -> Option<bool> {
    let file = file_of(of)?;
    with(|known| known.get(&(file, source.place.to_string())).copied())
}

/// Whether a method, or a function of any module, of this name that records itself was expanded before, in the file of another
/// function.
pub fn is_recorded_by_name(of: &Ident, name: &Ident) -> bool {
    let found = file_of(of).and_then(|file| with(|known| known.get(&(file, format!(".{name}"))).copied()));
    found == Some(false)
}
