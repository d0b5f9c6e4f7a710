#!/usr/bin/env bash
# How large a training binary is: the example `gpt`, stripped, as a release, with the profile `small`, and as a release with
# cargo's own settings, which a program has whose `Cargo.toml` says nothing.
#
#   benches/size.sh [BYTES = 1000000] [BYTES OF `small` = 940000] [BYTES WITH CARGO'S SETTINGS = 1070000]
#
# It may have so many bytes. `nm --size-sort -S --demangle target/release/examples/gpt` says where they are.
set -euo pipefail
cd "$(dirname "$0")/.."
stripped=$(mktemp)
trap 'rm -f "$stripped"' EXIT

too_large=0
check() { # name, limit, profile, settings…
    local name=$1 limit=$2 profile=$3 target=${CARGO_TARGET_DIR:-target} size
    shift 3
    [ $# -eq 0 ] || target=$target/plain
    env "$@" CARGO_TARGET_DIR="$target" cargo build --profile "$profile" --quiet --example gpt
    strip -o "$stripped" "$target/$profile/examples/gpt"
    size=$(stat -c %s "$stripped")
    echo "the example gpt, $name, stripped: $size bytes (at most $limit)"
    [ "$size" -le "$limit" ] || too_large=1
}

check "a release" "${1:-1000000}" release
check "--profile small" "${2:-940000}" small
check "cargo's own settings" "${3:-1070000}" release \
    CARGO_PROFILE_RELEASE_CODEGEN_UNITS=16 CARGO_PROFILE_RELEASE_PANIC=unwind
exit $too_large
