//! Data sets: files and arrays as samples, split, shuffled and in batches.
