#!/usr/bin/env bash
# Builds the wheel, installs it into a fresh virtual environment and runs the tests. Where PyPI cannot be reached it says so.
set -euo pipefail
cd "$(dirname "$0")"

environment=${1:-target/venv}
# The wheels share what they are built of.
export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-$PWD/target}
python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "skipped: the Python package needs Python 3.11"; exit 0; }
rm -rf "$environment"
python3 -m venv "$environment"
if ! "$environment/bin/pip" install --quiet --disable-pip-version-check maturin numpy pytest ipython; then
    echo "skipped: the tests of the Python package need maturin, numpy, pytest and ipython from PyPI"
    exit 0
fi
"$environment/bin/maturin" build --release --interpreter "$environment/bin/python" --out "$environment/wheels"
"$environment/bin/pip" install --quiet --no-deps "$environment"/wheels/*.whl
"$environment/bin/python" -m pytest
# A model as a wheel of its own, where there is no cargo.
"$environment/bin/maturin" build --release --manifest-path ../examples/wheel/Cargo.toml --interpreter "$environment/bin/python" --out "$environment/models"
"$environment/bin/pip" install --quiet --no-deps "$environment"/models/*.whl
python=$(realpath "$environment/bin")/python
(cd ../examples/wheel && PATH=/nowhere "$python" learn.py)
