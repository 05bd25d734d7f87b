#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Makes a wheel of the Python package in seconds, over the static library of the release build: wheel.sh FOLDER.
# It is larger than that of `make wheel`, in which module and command share one library, compiled for it.
set -euo pipefail
cd "$(dirname "$0")/.."
folder=${1:?usage: wheel.sh FOLDER}
python=${PYTHON:-out/python/bin/python}
[[ -x $python ]] || { echo "error: no $python (scripts/python_env.sh makes it)" >&2; exit 1; }
prefix=$(mktemp -d)
trap 'rm -rf "$prefix"' EXIT
cmake --install build --strip --prefix "$prefix" >/dev/null
rm -rf "$folder"
"$python" -m pip -q --disable-pip-version-check wheel . --no-deps --no-build-isolation --wheel-dir "$folder" \
  -C cmake.source-dir=python -C "cmake.define.hypermatch_ROOT=$prefix" -C build.targets=hypermatch_python
ls "$folder"/*.whl
