#!/usr/bin/env bash
# Builds the image, reads it (check.py), and runs it in qemu: `examples/cortex_m/run.sh`. What is missing is said, and nothing is run.
#
# With rustup: `rustup target add thumbv7em-none-eabihf`. Without that target, Debian's own compiler builds `core`:
#     apt install rustc-web rust-web-src lld-19 qemu-system-arm binutils-arm-none-eabi
set -euo pipefail
cd "$(dirname "$0")"

target=thumbv7em-none-eabihf
root=$(cd ../.. && pwd)
export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-$root/target}/cortex_m

for tool in qemu-system-arm arm-none-eabi-objdump python3; do
    if ! command -v "$tool" >/dev/null; then
        echo "skipped: the model for a Cortex-M4; there is no $tool"
        exit 0
    fi
done
python3 check.py --test

flags=(-Clink-arg=-Tmemory.ld -Clink-arg=--gc-sections)
build=(cargo build --release --target "$target")
if command -v rustup >/dev/null && rustup target list --installed 2>/dev/null | grep -qx "$target"; then
    :
elif [[ -x /usr/bin/rustc && -e /usr/lib/rustlib/src && -x /usr/bin/ld.lld-19 ]]; then
    # The size of each stack frame is in the image then.
    export RUSTC=/usr/bin/rustc RUSTC_BOOTSTRAP=1
    flags+=(-Clinker=ld.lld-19 -Clinker-flavor=ld.lld -Zemit-stack-sizes)
    build+=(-Zbuild-std=core)
else
    echo "skipped: the model for a Cortex-M4; there is no compiler for $target"
    exit 0
fi
CARGO_TARGET_THUMBV7EM_NONE_EABIHF_RUSTFLAGS="${flags[*]}" "${build[@]}"

image=$CARGO_TARGET_DIR/$target/release/burtorch-cortex-m
python3 check.py "$image" step classify
timeout 120 qemu-system-arm -M mps2-an386 -nographic -monitor none -serial none -semihosting -kernel "$image"
