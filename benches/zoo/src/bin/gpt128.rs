//! A transformer of width 128 with 4 layers of 4 heads over 64 characters of 65.

burtorch_zoo::gpt!(128, 4, 4, 64);
