//! A transformer of width 384 with 6 layers of 6 heads over 256 characters of 65.

burtorch_zoo::gpt!(384, 6, 6, 256);
