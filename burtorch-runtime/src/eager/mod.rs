//! Graphs known only at run time: a tape over the table of rules.
