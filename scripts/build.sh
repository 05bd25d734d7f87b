#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Configures and builds a preset: build.sh PRESET [-DNAME=VALUE...] [TARGET...]. A release build has device
# code where a GPU is present, where GPU=1 asks for it, or where -DHYPERMATCH_CUDA= says so. Says before it
# starts how much there is to build. On a terminal ninja shows its progress in one line, elsewhere a line tells
# each tenth; more is said only if something is wrong.
set -euo pipefail
cd "$(dirname "$0")/.."
preset=${1:?usage: build.sh PRESET [-DNAME=VALUE...] [TARGET...]}
shift
case $preset in release) folder=build ;; *) folder=build-$preset ;; esac
settings=()
while [[ ${1:-} == -D* ]]; do
  settings+=("$1")
  shift
done
device_code=''
if [[ $preset == release && " ${settings[*]-}" != *" -DHYPERMATCH_CUDA="* ]]; then
  if [[ ${GPU:-} == 1 || ( -z ${GPU:-} && -e /dev/nvidiactl ) ]]; then
    settings+=(-DHYPERMATCH_CUDA=ON)
    device_code=' with device code'
  else
    settings+=(-DHYPERMATCH_CUDA=OFF)
    device_code=' without device code: no GPU here (GPU=1 builds it)'
  fi
fi

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

# Objects that are not there yet, and about how long they take: processor seconds of a step with g++ 12 on average
# (scripts/build_cost.py), of hosts and of device code.
amount=$(ninja -C "$folder" -t commands "$@" 2>/dev/null |
  sed -n 's/.* -o \([^ ]*\.o\)\( .*\)\? -c .*/\1/p' |
  while IFS= read -r object; do [[ -e $folder/$object ]] || echo "$object"; done |
  awk -v cores="$(nproc)" '{ seconds += /\.cu\.o$/ ? 14 : 5 }
    END { if (NR > 2) printf ", %d steps, about %d s on %d cores", NR, seconds / cores + 1, cores }')
start=$SECONDS
echo "building $folder ($preset)$device_code$amount"
if [[ -t 1 ]]; then
  NINJA_STATUS='[%f of %t, %e s] ' cmake --build "$folder" "${targets[@]}"
elif ! cmake --build "$folder" "${targets[@]}" 2>&1 | tee "$log" | tenths; then
  grep -v '^\[[0-9]*/[0-9]*\] \(Building\|Linking\)' "$log" | tail -n 100 >&2
  exit 1
fi
echo "built $folder ($preset) in $((SECONDS - start)) s"
