#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Makes a wheel of the Python package: wheel.sh FOLDER [whole | cuda [FILE]]. It takes seconds, over the static library of the
# release build; `whole` compiles the library for it, in minutes, so that module and command share one and the wheel is
# smaller. auditwheel copies oneTBB, zstd, xxHash and pugixml into it, and names the C library that it needs.
# `cuda` makes the wheel hypermatch-cuda instead: the library of device code alone, of FILE (build/lib has it after a build
# with HYPERMATCH_CUDA=ON). The package finds it where both are installed, and takes one of its own build only.
set -euo pipefail
cd "$(dirname "$0")/.."
folder=${1:?usage: wheel.sh FOLDER [whole | cuda [FILE]]}
case ${2:-} in '' | whole | cuda) ;; *) echo "error: '$2' is neither 'whole' nor 'cuda'" >&2; exit 2 ;; esac
python=${PYTHON:-out/python/bin/python}
[[ -x $python ]] || { echo "error: no $python (scripts/python_env.sh makes it)" >&2; exit 1; }
made=$(mktemp -d)
trap 'rm -rf "$made"' EXIT
version=$(head -n 1 VERSION)
# The package without code of its own: scikit-build-core has nothing to compile, so the wheel is packed by hand.
make_cuda_wheel() {
  local library=${1:-build/lib/libhypermatch_cuda.so.$version}
  local facts=$made/cuda/hypermatch_cuda-$version.dist-info
  [[ -r $library ]] || { echo "error: no $library (build with HYPERMATCH_CUDA=ON)" >&2; exit 1; }
  mkdir -p "$made/cuda/hypermatch/lib" "$facts"
  cp "$library" "$made/cuda/hypermatch/lib/libhypermatch_cuda.so.$version"
  strip --strip-unneeded "$made/cuda/hypermatch/lib/libhypermatch_cuda.so.$version"
  cp LICENSE "$facts/"
  printf '%s\n' "Metadata-Version: 2.1" "Name: hypermatch-cuda" "Version: $version" \
    "Summary: The device code of hypermatch, for NVIDIA GPUs" "License: MIT" "Requires-Dist: hypermatch==$version" >"$facts/METADATA"
  printf '%s\n' "Wheel-Version: 1.0" "Generator: wheel.sh" "Root-Is-Purelib: false" \
    "Tag: py3-none-linux_$(uname -m)" >"$facts/WHEEL"
  "$python" -c 'import pathlib, sys
from auditwheel import tools, wheeltools
folder, wheel = map(pathlib.Path, sys.argv[1:])
wheeltools.rewrite_record(folder)
tools.dir2zip(folder, wheel, 9, None)' "$made/cuda" "$made/hypermatch_cuda-$version-py3-none-linux_$(uname -m).whl"
}
make_wheel() { "$python" -m pip -q --disable-pip-version-check wheel . --no-deps --no-build-isolation --wheel-dir "$made" "$@"; }
if [[ ${2:-} == cuda ]]; then
  make_cuda_wheel "${3:-}"
elif [[ ${2:-} == whole ]]; then
  make_wheel
else
  cmake --install build --strip --prefix "$made/library" >/dev/null
  make_wheel -C cmake.source-dir=python -C "cmake.define.hypermatch_ROOT=$made/library" -C build.targets=hypermatch_python
fi
mkdir -p "$folder"
name=hypermatch
[[ ${2:-} != cuda ]] || name=hypermatch_cuda
rm -f "$folder/$name"-*.whl
PATH="$(cd "$(dirname "$python")" && pwd):$PATH" "$python" -m auditwheel repair "$made"/*.whl --wheel-dir "$folder" >"$made/log" 2>&1 ||
  { cat "$made/log" >&2; exit 1; }
ls "$folder/$name"-*.whl
