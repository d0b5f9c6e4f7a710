#!/usr/bin/env bash
# Builds one page that holds all it needs, and opens it in Chromium: `examples/web/run.sh`. What is missing is said.
# `examples/web/run.sh --beside` compares the steps per second with those of TensorFlow.js, from npm, in the same browser.
#
# With rustup: `rustup target add wasm32-unknown-unknown`. Without that target, Debian's own compiler builds the standard library:
#     apt install rustc-web rust-web-src lld-19
# The test needs node with npm, and `apt install chromium`.
set -euo pipefail
cd "$(dirname "$0")"

target=wasm32-unknown-unknown
root=$(cd ../.. && pwd)
export CARGO_TARGET_DIR=$(realpath -m "${CARGO_TARGET_DIR:-$root/target}")/web
out=$CARGO_TARGET_DIR/page

flags=()
build=(cargo build --release --target "$target")
if command -v rustup >/dev/null && rustup target list --installed 2>/dev/null | grep -qx "$target"; then
    :
elif [[ -x /usr/bin/rustc && -e /usr/lib/rustlib/src && -x /usr/bin/wasm-ld-19 ]] && /usr/bin/rustc --version | awk '{ split($2, v, "."); exit v[2] < 89 }'; then
    export RUSTC=/usr/bin/rustc RUSTC_BOOTSTRAP=1
    flags+=(-Clinker=wasm-ld-19)
    build+=(-Zbuild-std=std,panic_abort)
else
    echo "skipped: the models in a browser; there is no compiler for $target of Rust 1.89 or later"
    exit 0
fi
flags+=(-Ctarget-feature=+simd128)
CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS="${flags[*]}" "${build[@]}"

wasm=$CARGO_TARGET_DIR/$target/release/web.wasm
mkdir -p "$out"
python3 - "$wasm" "$out/index.html" <<'PYTHON'
import base64, pathlib, sys
wasm = base64.b64encode(pathlib.Path(sys.argv[1]).read_bytes()).decode()
page = pathlib.Path("page.html").read_text().replace("@WASM@", wasm).replace("@SCRIPT@", pathlib.Path("page.js").read_text())
pathlib.Path(sys.argv[2]).write_text(page)
print(f"{sys.argv[2]}: {len(page)} bytes, of which WebAssembly {len(wasm) * 3 // 4}")
PYTHON

chromium=${CHROMIUM:-/usr/bin/chromium}
if [[ ! -x $chromium ]] || ! command -v npm >/dev/null; then
    echo "skipped: the test of the page; there is no chromium, or no npm"
    exit 0
fi
cp test.mjs "$out"
if ! (cd "$out" && npm install --silent --no-save --prefix . playwright-core); then
    echo "skipped: the test of the page; npm cannot get playwright-core"
    exit 0
fi
CHROMIUM=$chromium node "$out/test.mjs" "$out/index.html" "$out/page.png"
echo "the page and a picture of it are in $out"

if [[ ${1:-} == --beside ]]; then
    cp beside.mjs "$out"
    if ! (cd "$out" && npm install --silent --no-save --prefix . playwright-core @tensorflow/tfjs @tensorflow/tfjs-backend-wasm); then
        echo "skipped: TensorFlow.js; npm cannot get it"
        exit 0
    fi
    CHROMIUM=$chromium node "$out/beside.mjs" "$out/index.html" "$out"
fi
