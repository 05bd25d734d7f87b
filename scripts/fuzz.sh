#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Runs every fuzzer of the dev build for a bounded time: fuzz.sh [SECONDS_EACH]
set -euo pipefail
cd "$(dirname "$0")/.."
seconds=${1:-${FUZZ_SECONDS:-10}}
scripts/build.sh dev >/dev/null
shopt -s nullglob
fuzzers=(build-dev/bin/fuzz_*)
if ((${#fuzzers[@]} == 0)); then
  echo "error: no fuzzer in build-dev/bin" >&2
  exit 1
fi
for fuzzer in "${fuzzers[@]}"; do
  name=${fuzzer##*/}
  corpus=out/fuzz/$name
  mkdir -p "$corpus"
  seeds=()
  if [[ $name == fuzz_read ]]; then
    tests/fuzz/seeds.sh out/fuzz/seeds
    seeds=(out/fuzz/seeds)
  fi
  echo "== $name"
  "$fuzzer" -max_total_time="$seconds" -timeout=60 -rss_limit_mb=2048 -max_len=4096 \
    -artifact_prefix="out/fuzz/$name-" -print_final_stats=0 "$corpus" ${seeds[@]+"${seeds[@]}"}
done
