//! A transformer of width 768 with 12 layers of 12 heads over 64 characters of 65.

burtorch_zoo::gpt!(768, 12, 12, 64);
