#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Configures and builds a preset: build.sh PRESET [TARGET...]. Quiet unless something is wrong.
set -euo pipefail
cd "$(dirname "$0")/.."
preset=${1:?usage: build.sh PRESET [TARGET...]}
shift
case $preset in release) folder=build ;; *) folder=build-$preset ;; esac

log=$(mktemp)
trap 'rm -f "$log"' EXIT
if ! cmake --preset "$preset" >"$log" 2>&1; then
  cat "$log" >&2
  exit 1
fi
targets=()
if (($#)); then targets=(--target "$@"); fi
start=$SECONDS
if ! cmake --build "$folder" "${targets[@]}" >"$log" 2>&1; then
  grep -v '^\[[0-9]*/[0-9]*\] \(Building\|Linking\)' "$log" | tail -n 100 >&2
  exit 1
fi
echo "built $folder ($preset) in $((SECONDS - start)) s"
