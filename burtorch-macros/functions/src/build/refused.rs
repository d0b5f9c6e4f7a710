//! Methods of slices and iterators that are not differentiated, and what to write in their place.

/// What to write for a method, as the end of a message.
pub(super) fn way_out(method: &str) -> &'static str {
    match method {
        "filter" | "filter_map" | "skip_while" | "partition" | "count" => "write a `for` with `if` inside",
        "take_while" | "map_while" | "find" | "find_map" | "position" | "rposition" | "any" | "all" | "try_fold" => {
            "write a `for` with `if` and `break` inside"
        }
        "flat_map" | "flatten" => "write one `for` inside of another",
        "scan" => "write a `for` with a variable that changes",
        "chain" => "write one loop after the other",
        "cycle" => "write a `for` over a range, with `x[i % x.len()]`",
        "reduce" => "use `fold`, with the value to start from",
        "min" | "max" => "use `fold`, as in `fold(f64::INFINITY, f64::min)`",
        "unzip" => "write two chains, or a `for`",
        "inspect" => "leave it out",
        "next" | "peekable" | "by_ref" => "write a `for` over a range, with `x[i]`",
        "first" => "write `x[0]`",
        "last" => "write `x[x.len() - 1]`",
        "get" | "get_mut" | "nth" | "first_mut" | "last_mut" => "write `x[i]`",
        "split_at" | "split_at_mut" | "split_first" | "split_last" | "first_chunk" | "last_chunk"
        | "split_at_checked" => "write the parts as `&x[..n]` and `&x[n..]`",
        "chunks" | "rchunks" | "as_chunks" | "array_chunks" | "rchunks_exact" | "chunk_by" => {
            "use `chunks_exact`, and index for a rest that is shorter"
        }
        "chunks_mut" | "rchunks_mut" => "use `chunks_exact_mut`, and index for a rest that is shorter",
        "array_windows" => "use `windows`",
        "sort"
        | "sort_by"
        | "sort_by_key"
        | "sort_unstable"
        | "sort_unstable_by"
        | "sort_floats"
        | "select_nth_unstable_by" => "sort before the call, or choose by `min` and `max`",
        "reverse" | "rotate_left" | "rotate_right" | "copy_within" | "swap_with_slice" => {
            "write a `for` that assigns the elements"
        }
        "extend" | "extend_from_slice" | "append" | "concat" | "join" | "repeat" => {
            "write a `for` that pushes the elements"
        }
        "resize" | "truncate" | "clear" | "pop" | "insert" | "remove" | "drain" | "dedup" | "retain"
        | "swap_remove" => "make a new `Vec`, with a `for` that pushes what stays",
        "try_into" | "into" | "into_boxed_slice" => "write the elements, as in `[x[0], x[1]]`",
        "iter" | "iter_mut" | "into_iter" | "map" | "zip" | "enumerate" | "rev" | "step_by" | "skip" | "take"
        | "windows" | "chunks_exact" | "chunks_exact_mut" => {
            "use it in a `for`, or in one chain with its end, as in `x.iter().map(|v| v * v).sum()`"
        }
        _ => "write a `for` over the elements",
    }
}
