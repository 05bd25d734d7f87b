#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Configures and builds a preset: build.sh PRESET [--together] [-DNAME=VALUE...] [TARGET...]. With --together
# the sources of a room share translation units (hypermatch_units in cmake/HypermatchRooms.cmake), unless the
# folder compiles each source alone, as it does without. On a terminal ninja shows its progress in one
# line, elsewhere a line tells each tenth; more is said only if something is wrong.
set -euo pipefail
cd "$(dirname "$0")/.."
preset=${1:?usage: build.sh PRESET [--together] [-DNAME=VALUE...] [TARGET...]}
shift
case $preset in release) folder=build ;; *) folder=build-$preset ;; esac
settings=()
if [[ ${1:-} == --together ]]; then
  shift
  if [[ ! -e $folder/CMakeCache.txt ]] || grep -q '^CMAKE_UNITY_BUILD:.*=ON$' "$folder/CMakeCache.txt"; then
    settings=(-DCMAKE_UNITY_BUILD=ON)  # the presets have OFF
  fi
fi
while [[ ${1:-} == -D* ]]; do
  settings+=("$1")
  shift
done

log=$(mktemp)
trap 'rm -f "$log"' EXIT
if ! cmake --preset "$preset" "${settings[@]}" >"$log" 2>&1; then
  cat "$log" >&2
  exit 1
fi
targets=()
if (($#)); then targets=(--target "$@"); fi

# "[7/31] Building ..." of ninja becomes "built 7 of 31" when another tenth is done.
tenths() {
  awk -F '[][/ ]' '/^\[[0-9]+\/[0-9]+\]/ && $3 >= 20 && int(10 * $2 / $3) > told {
    told = int(10 * $2 / $3)
    print "  built " $2 " of " $3
    fflush()
  }'
}

start=$SECONDS
echo "building $folder ($preset)"
if [[ -t 1 ]]; then
  NINJA_STATUS='[%f of %t, %e s] ' cmake --build "$folder" "${targets[@]}"
elif ! cmake --build "$folder" "${targets[@]}" 2>&1 | tee "$log" | tenths; then
  grep -v '^\[[0-9]*/[0-9]*\] \(Building\|Linking\)' "$log" | tail -n 100 >&2
  exit 1
fi
echo "built $folder ($preset) in $((SECONDS - start)) s"
