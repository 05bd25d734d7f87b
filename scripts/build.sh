#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Configures and builds a preset: build.sh PRESET [-DNAME=VALUE...] [TARGET...]. A release build has device
# code where a GPU and nvcc are, where GPU=1 asks for it, or where -DHYPERMATCH_CUDA= says so. Says before it
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
# Places where CMake looks for nvcc.
has_nvcc() {
  [[ -n ${CUDACXX:-}${CUDAToolkit_ROOT:-}${CUDA_PATH:-} ]] || command -v nvcc >/dev/null ||
    [[ -x ${CUDA_HOME:-/usr/local/cuda}/bin/nvcc ]] || grep -qs '^CMAKE_CUDA_COMPILER:.*=/' "$folder/CMakeCache.txt"
}
device_code=''
if [[ $preset == release && " ${settings[*]-}" != *" -DHYPERMATCH_CUDA="* ]]; then
  if [[ ${GPU:-} == 1 ]] && ! has_nvcc; then
    echo "error: device code (GPU=1) needs nvcc, which is not here: install cuda-toolkit-12-4 or later (NVIDIA's" \
         "packages), or set CUDACXX=PATH_OF_NVCC" >&2
    exit 1
  fi
  if [[ ${GPU:-} == 1 ]] || { [[ -z ${GPU:-} && -e /dev/nvidiactl ]] && has_nvcc; }; then
    settings+=(-DHYPERMATCH_CUDA=ON)
    device_code=' with device code'
  else
    settings+=(-DHYPERMATCH_CUDA=OFF)
    device_code=' without device code: no GPU here (GPU=1 builds it)'
    if [[ -e /dev/nvidiactl ]]; then device_code=' without device code'; fi
    if [[ -e /dev/nvidiactl && -z ${GPU:-} ]]; then device_code+=': no nvcc here (GPU=1 says what it needs)'; fi
  fi
fi

log=$(mktemp)
trap 'rm -f "$log"' EXIT
if ! cmake --preset "$preset" "${settings[@]}" >"$log" 2>&1; then
  if grep -qE 'different than the directory|does not match the source|not match the generator' "$log"; then
    echo "error: $folder/ was configured for another folder of sources or by another generator: make clean" >&2
  else
    cat "$log" >&2
  fi
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

# Objects that are missing or older than what they are made of, and about how long they take: processor seconds of a step with g++ 12 on average
# (scripts/build_cost.py), of hosts and of device code.
# A dry run of build.ninja ends where it would look for new sources, which CMake has just done; that of a link does not.
amount=$({ ln -sf build.ninja "$folder/amount.ninja" && ninja -C "$folder" -f amount.ninja -n -v "$@"; } 2>/dev/null |
  sed -n 's/.* -o \([^ ]*\.o\)\( .*\)\? -c .*/\1/p' |
  awk -v cores="$(nproc)" '{ seconds += /\.cu\.o$/ ? 14 : 5 }
    END { if (NR > 2) printf ", %d steps, about %d s on %d cores", NR, seconds / cores + 1, cores }') || true
start=$SECONDS
echo "building $folder ($preset)$device_code$amount"
if [[ -t 1 ]]; then
  NINJA_STATUS='[%f of %t, %e s] ' cmake --build "$folder" "${targets[@]}"
elif ! cmake --build "$folder" "${targets[@]}" 2>&1 | tee "$log" | tenths; then
  grep -v '^\[[0-9]*/[0-9]*\] \(Building\|Linking\)' "$log" | tail -n 100 >&2
  exit 1
fi
echo "built $folder ($preset) in $((SECONDS - start)) s"
