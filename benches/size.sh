#!/usr/bin/env bash
# How large a training binary is: the example `gpt`, built as a release and stripped.
#
#   benches/size.sh [BYTES = 1105000]
#
# It may have so many bytes. `nm --size-sort -S --demangle target/release/examples/gpt` says where they are.
set -euo pipefail
cd "$(dirname "$0")/.."
limit=${1:-1105000}
stripped=$(mktemp)
trap 'rm -f "$stripped"' EXIT

cargo build --release --quiet --example gpt
strip -o "$stripped" "${CARGO_TARGET_DIR:-target}/release/examples/gpt"
size=$(stat -c %s "$stripped")
echo "the example gpt, stripped: $size bytes (at most $limit)"
[ "$size" -le "$limit" ]
