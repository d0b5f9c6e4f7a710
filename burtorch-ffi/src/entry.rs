//! Functions that a library exports, and what becomes of their errors and panics.

use core::cell::{Cell, RefCell};
use core::ffi::{CStr, c_char};
use core::fmt::Display;
use core::panic::Location;
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook};

use crate::describe::Description;
use crate::output::{Output, Sink};
use crate::parameter::{Parameter, View};

/// A function that a library exports. It returns 0, or 1 if there is a [`last_error`].
pub type Function = unsafe extern "C" fn(views: *const View, sink: *const Sink) -> i32;

/// A function with its name and what it takes. Texts are shown by pointer and length, in UTF-8.
#[repr(C)]
#[derive(Debug)]
pub struct Entry {
    name: *const u8,
    name_length: usize,
    description: *const u8,
    description_length: usize,
    function: Function,
}

impl Entry {
    /// An entry. Its texts live as long as the library.
    #[must_use]
    pub fn new(name: &str, description: &Description, function: Function) -> Self {
        let name: &'static str = name.to_owned().leak();
        let description: &'static str = description.text().to_owned().leak();
        Self {
            name: name.as_ptr(),
            name_length: name.len(),
            description: description.as_ptr(),
            description_length: description.len(),
            function,
        }
    }

    /// Its name.
    #[must_use]
    pub fn name(&self) -> &'static str {
        // SAFETY: `new` leaked it.
        unsafe { text(self.name, self.name_length) }
    }

    /// Its arguments, one per line.
    #[must_use]
    pub fn description(&self) -> &'static str {
        // SAFETY: `new` leaked it.
        unsafe { text(self.description, self.description_length) }
    }

    /// The function.
    #[must_use]
    pub fn function(&self) -> Function {
        self.function
    }
}

/// # Safety
/// There is a text that nobody frees.
unsafe fn text(data: *const u8, length: usize) -> &'static str {
    // SAFETY: the caller says so.
    unsafe { core::str::from_utf8_unchecked(core::slice::from_raw_parts(data, length)) }
}

/// The name of a capsule of Python that holds a reference to a [`Table`]. It changes with what a table looks like in memory.
pub const CAPSULE: &CStr = c"burtorch.table.1";

/// All entries of a library.
#[repr(C)]
#[derive(Debug)]
pub struct Table {
    entries: *const Entry,
    length: usize,
    /// The message of the last error of this thread, and its length.
    last_error: unsafe extern "C" fn(length: *mut usize) -> *const c_char,
}

// SAFETY: nobody changes a table, its entries and their texts.
unsafe impl Sync for Table {}
// SAFETY: a table, its entries and their texts belong to no thread.
unsafe impl Send for Table {}

impl Table {
    /// A table, which lives as long as the library. From here on the library writes nothing about panics: callers are told.
    #[must_use]
    pub fn new(entries: Vec<Entry>) -> &'static Self {
        set_hook(Box::new(|info| {
            let line = info.location().map_or(0, Location::line);
            PANICKED.set(line);
        }));
        let entries: &'static [Entry] = entries.leak();
        Box::leak(Box::new(Self { entries: entries.as_ptr(), length: entries.len(), last_error }))
    }

    /// The entries.
    #[must_use]
    pub fn entries(&self) -> &[Entry] {
        // SAFETY: `new` leaked so many.
        unsafe { core::slice::from_raw_parts(self.entries, self.length) }
    }

    /// The message of the last error of this thread.
    #[must_use]
    pub fn last_error(&self) -> String {
        let mut length = 0;
        // SAFETY: the function writes a length and yields so many bytes, which stay until the next error of this thread.
        unsafe {
            let data = (self.last_error)(&raw mut length);
            String::from_utf8_lossy(core::slice::from_raw_parts(data.cast(), length)).into_owned()
        }
    }
}

thread_local! {
    /// The line of the last panic.
    static PANICKED: Cell<u32> = const { Cell::new(0) };
    static LAST: RefCell<String> = const { RefCell::new(String::new()) };
}

/// The message of the last error of this thread. It stays until the next one.
///
/// # Safety
/// `length` may be written to.
pub unsafe extern "C" fn last_error(length: *mut usize) -> *const c_char {
    LAST.with_borrow(|text| {
        // SAFETY: the caller says so.
        unsafe { *length = text.len() };
        text.as_ptr().cast()
    })
}

/// Why a call has no result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure(String);

impl<E: Display> From<E> for Failure {
    fn from(error: E) -> Self {
        Self(error.to_string())
    }
}

/// A call that is under way: its arguments, and where its result goes.
#[derive(Clone, Copy, Debug)]
pub struct Call<'a> {
    views: *const View,
    sink: &'a Sink,
}

impl<'a> Call<'a> {
    /// An argument, by its place.
    ///
    /// # Safety
    /// There is one in this place, and it is as the description says.
    #[must_use]
    pub unsafe fn argument<P: Parameter<'a>>(self, at: usize) -> P {
        // SAFETY: the caller keeps to the description, and its arrays live until the call ends.
        unsafe { P::read(*self.views.add(at)) }
    }

    /// An argument that the function changes: numbers with one axis.
    ///
    /// # Safety
    /// There is one in this place, it is as the description says, and nobody else uses it during the call.
    #[must_use]
    #[allow(clippy::mut_from_ref, reason = "it is memory of the caller's")]
    pub unsafe fn changed<P: crate::Plain>(self, at: usize) -> &'a mut [P] {
        // SAFETY: the caller keeps to the description.
        unsafe {
            let view = *self.views.add(at);
            core::slice::from_raw_parts_mut(view.place::<P>().cast_mut(), view.length)
        }
    }

    /// How many rows the argument in this place has.
    ///
    /// # Safety
    /// There is one in this place.
    #[must_use]
    pub unsafe fn length(self, at: usize) -> usize {
        // SAFETY: the caller says so.
        unsafe { (*self.views.add(at)).length }
    }

    /// Sends the result.
    pub fn send<O: Output + ?Sized>(self, output: &O) {
        output.send(self.sink);
    }
}

/// Runs a call. An error or a panic, with its line, becomes the [`last_error`] of this thread, and 1 is returned.
///
/// # Safety
/// There are as many views as the entry has arguments, each as its description says, and the sink's functions can be called.
pub unsafe fn guard(views: *const View, sink: *const Sink, body: impl FnOnce(Call<'_>) -> Result<(), Failure>) -> i32 {
    // SAFETY: the caller says so.
    let call = Call { views, sink: unsafe { &*sink } };
    let message = match catch_unwind(AssertUnwindSafe(|| body(call))) {
        Ok(Ok(())) => return 0,
        Ok(Err(Failure(message))) => message,
        Err(payload) => {
            let text = payload.downcast_ref::<&str>().map(|text| (*text).to_owned());
            let text = text.or_else(|| payload.downcast_ref::<String>().cloned());
            // What a panic carries may panic when it is dropped.
            core::mem::forget(payload);
            let text = text.unwrap_or_else(|| "the function panicked".to_owned());
            match PANICKED.take() {
                0 => text,
                line => format!("{text} (line {line})"),
            }
        }
    };
    LAST.set(message);
    1
}

#[cfg(test)]
mod tests {
    use core::ffi::c_void;
    use core::ptr;

    use super::*;

    unsafe extern "C" fn open(context: *mut c_void, parts: usize) {
        // SAFETY: `run` passes a list.
        unsafe { &mut *context.cast::<Vec<String>>() }.push(format!("tuple of {parts}"));
    }

    unsafe extern "C" fn array(
        context: *mut c_void,
        number: u32,
        data: *const c_void,
        dims: *const usize,
        rank: usize,
    ) {
        // SAFETY: `run` passes a list, and the tests send arrays of `f64`.
        unsafe {
            let dims = core::slice::from_raw_parts(dims, rank);
            let data = core::slice::from_raw_parts(data.cast::<f64>(), dims.iter().product());
            (*context.cast::<Vec<String>>()).push(format!("{number} {dims:?} {data:?}"));
        }
    }

    /// What a call sends, and what it returns.
    fn run(views: &[View], body: impl FnOnce(Call<'_>) -> Result<(), Failure>) -> (Vec<String>, i32) {
        let mut sent: Vec<String> = Vec::new();
        // SAFETY: the list outlives the sink, and the tests read what they show.
        let code = unsafe {
            let sink = Sink::new(ptr::from_mut(&mut sent).cast(), open, array);
            guard(views.as_ptr(), &raw const sink, body)
        };
        (sent, code)
    }

    #[test]
    fn arguments_arrive_and_results_go_back() {
        let (rows, rate) = ([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]], 0.5);
        let views = [
            View { data: rows.as_ptr().cast(), length: 3 },
            View { data: ptr::from_ref::<f64>(&rate).cast(), length: 1 },
        ];
        let (sent, code) = run(&views, |call| {
            // SAFETY: these are rows and a number.
            let (rows, rate): (&[[f64; 2]], f64) = unsafe { (call.argument(0), call.argument(1)) };
            call.send(&(rate, vec![rows[2]], (rows[0], rows.iter().map(|row| row[1]).collect::<Vec<_>>())));
            Ok(())
        });
        let expected = [
            "tuple of 3",
            "1 [] [0.5]",
            "1 [1, 2] [5.0, 6.0]",
            "tuple of 2",
            "1 [2] [1.0, 2.0]",
            "1 [3] [2.0, 4.0, 6.0]",
        ];
        assert_eq!((sent, code), (expected.map(str::to_owned).to_vec(), 0));
    }

    #[test]
    fn pointers_that_cannot_be_are_errors() {
        let numbers = [1.0, 2.0];
        let shifted = numbers.as_ptr().wrapping_byte_add(1).cast();
        for data in [ptr::null(), shifted] {
            // SAFETY: it is refused before it is read.
            let one = |call: Call<'_>| call.send(&unsafe { call.argument::<f64>(0) });
            // SAFETY: likewise.
            let all = |call: Call<'_>| call.send(unsafe { call.argument::<&[f64]>(0) });
            // SAFETY: likewise.
            let changed = |call: Call<'_>| call.send(&unsafe { call.changed::<f64>(0) }.len());
            for body in [&one as &dyn Fn(Call<'_>), &all, &changed] {
                let found = run(&[View { data, length: 1 }], |call| {
                    body(call);
                    Ok(())
                });
                assert_eq!(found, (vec![], 1));
            }
        }
    }

    #[test]
    fn errors_and_panics_become_messages() {
        /// Whose destructor panics.
        struct Bomb;
        impl Drop for Bomb {
            fn drop(&mut self) {
                assert!(std::thread::panicking(), "dropped");
            }
        }
        let table = Table::new(Vec::new());
        assert_eq!(run(&[], |_| Err("no samples".into())), (vec![], 1));
        assert_eq!(table.last_error(), "no samples");
        let line = line!() + 1;
        assert_eq!(run(&[], |_| panic!("at {}", 7)), (vec![], 1));
        assert_eq!(table.last_error(), format!("at 7 (line {line})"));
        assert_eq!(run(&[], |_| std::panic::panic_any(Bomb)), (vec![], 1));
        assert!(table.last_error().starts_with("the function panicked"));
        let _ = std::panic::take_hook();
    }
}
