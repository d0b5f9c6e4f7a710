//! A transformer of width 64 with 4 layers of 4 heads over 32 characters of 65.

burtorch_zoo::gpt!(64, 4, 4, 32);
