//! What is exported is named, not written there.

burtorch::export_c! { struct Net { w: Param<2> } }

fn main() {}
