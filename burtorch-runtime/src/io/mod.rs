//! Files: raw bytes, safetensors and checkpoints, replaced at once or not at all.
