#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Makes a wheel of the Python package: wheel.sh FOLDER [whole]. It takes seconds, over the static library of the
# release build; `whole` compiles the library for it, in minutes, so that module and command share one and the wheel is
# smaller. auditwheel copies oneTBB, zstd, xxHash and pugixml into it, and names the C library that it needs.
set -euo pipefail
cd "$(dirname "$0")/.."
folder=${1:?usage: wheel.sh FOLDER [whole]}
case ${2:-} in '' | whole) ;; *) echo "error: '$2' is not 'whole'" >&2; exit 2 ;; esac
python=${PYTHON:-out/python/bin/python}
[[ -x $python ]] || { echo "error: no $python (scripts/python_env.sh makes it)" >&2; exit 1; }
made=$(mktemp -d)
trap 'rm -rf "$made"' EXIT
make_wheel() { "$python" -m pip -q --disable-pip-version-check wheel . --no-deps --no-build-isolation --wheel-dir "$made" "$@"; }
if [[ ${2:-} == whole ]]; then
  make_wheel
else
  cmake --install build --strip --prefix "$made/library" >/dev/null
  make_wheel -C cmake.source-dir=python -C "cmake.define.hypermatch_ROOT=$made/library" -C build.targets=hypermatch_python
fi
mkdir -p "$folder"
rm -f "$folder"/hypermatch-*.whl
PATH="$(cd "$(dirname "$python")" && pwd):$PATH" "$python" -m auditwheel repair "$made"/*.whl --wheel-dir "$folder" >"$made/log" 2>&1 ||
  { cat "$made/log" >&2; exit 1; }
ls "$folder"/*.whl
