#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Builds and runs fuzzers for a bounded time, side by side: fuzz.sh [SECONDS_EACH [FUZZER...]], all of them unless some are
# named. FUZZ_FORMAT=NAME keeps fuzz_read to one format. The first build takes ten minutes or more on two cores.
set -euo pipefail
cd "$(dirname "$0")/.."
seconds=${1:-${FUZZ_SECONDS:-10}}
# The fuzzers alone: of the tests none is needed.
targets=("${@:2}")
if ((${#targets[@]} == 0)); then
  targets=(tests/fuzz/fuzz_*.cpp)
  targets=("${targets[@]##*/}")
  targets=("${targets[@]%.cpp}")
fi
scripts/build.sh fuzz "${targets[@]}"
fuzzers=("${targets[@]/#/build-fuzz/bin/}")
runs=()
# Background jobs do not get the terminal's SIGINT.
trap 'kill "${runs[@]}" 2>/dev/null; exit 130' INT TERM
for fuzzer in "${fuzzers[@]}"; do
  name=${fuzzer##*/}
  corpus=out/fuzz/$name
  mkdir -p "$corpus"
  seeds=()
  if [[ $name == fuzz_read ]]; then
    tests/fuzz/seeds.sh out/fuzz/seeds
    seeds=(out/fuzz/seeds)
  elif [[ $name == fuzz_preferences ]]; then
    mkdir -p out/fuzz/preferences
    cp tests/golden/instances/*.prefs tests/malformed/preferences/* out/fuzz/preferences
    printf '# DATA TYPE: toi\n# NUMBER ALTERNATIVES: 3\n1: 1,{2,3}\n2: 3\n' >out/fuzz/preferences/sound.toi
    cp tests/golden/instances/*.hmb out/fuzz/preferences
    printf 'agent,partner,rank\n1,2,1\n2,1,3\n2,3,3\n' >out/fuzz/preferences/sound.csv
    seeds=(out/fuzz/preferences)
  elif [[ $name == fuzz_results ]]; then
    tests/fuzz/result_seeds.sh out/fuzz/results
    seeds=(out/fuzz/results)
  fi
  "$fuzzer" -max_total_time="$seconds" -timeout=300 -rss_limit_mb=2048 -max_len=4096 \
    -artifact_prefix="out/fuzz/$name-" -print_final_stats=0 "$corpus" ${seeds[@]+"${seeds[@]}"} \
    >"out/fuzz/$name.log" 2>&1 &
  runs+=("$!")
done
status=0
for i in "${!fuzzers[@]}"; do
  outcome=0
  wait "${runs[i]}" || outcome=$?
  echo "== ${fuzzers[i]##*/}"
  cat "out/fuzz/${fuzzers[i]##*/}.log"
  if ((outcome != 0)); then
    echo "FAILED: ${fuzzers[i]##*/} ends with $outcome"
    status=1
  fi
done
exit "$status"
