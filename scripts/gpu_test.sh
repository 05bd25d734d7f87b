#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Tests and times the CUDA back end on a machine with a GPU, from a build that may have been made
# elsewhere, and writes docs/gpu-results.md. Needs neither network nor compiler.
#   gpu_test.sh [--quick] [FOLDER]   FOLDER holds test_cuda and hypermatch_bench_device
#                                    (default: where build/ has them)
# --quick leaves out the timings. GPU_RESULTS names another file for the results, GPU_BENCH_ARGS
# other arguments for the timings. compute-sanitizer is run where it is found.
set -uo pipefail
cd "$(dirname "$0")/.."
quick=0
if [[ ${1:-} == --quick ]]; then
  quick=1
  shift
fi
if (($#)); then
  tests=$1/test_cuda bench=$1/hypermatch_bench_device
else
  tests=build/tests/test_cuda bench=build/bin/hypermatch_bench_device
fi
results=${GPU_RESULTS:-docs/gpu-results.md}
for program in "$tests" "$bench"; do
  if [[ ! -x $program ]]; then
    echo "error: $program is not there; build it with -DHYPERMATCH_CUDA=ON -DHYPERMATCH_BENCH=ON," \
         "here or elsewhere" >&2
    exit 1
  fi
done
about=$("$bench" --about)
if [[ $about == skipped:* ]]; then
  echo "$about"
  exit 0
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
status=0
lines=()

# check NAME COMMAND...: runs it with its output in a log, and says how it went in one line.
check() {
  local name=$1 start=$SECONDS outcome=passed
  shift
  if ! "$@" >"$work/log" 2>&1; then
    outcome=FAILED status=1
    tail -n 60 "$work/log"
  fi
  local count
  count=$(sed -n 's/^\[  PASSED  \] \([0-9]*\) tests\?\..*/\1 tests/p' "$work/log")
  lines+=("| $name | $outcome | ${count:--} | $((SECONDS - start)) |")
  echo "$outcome: $name, ${count:-no count}, $((SECONDS - start)) s"
}

check "all tests" "$tests"
# Under the sanitizer a launch costs milliseconds: the shapes, not the masses.
small='DeviceLocalMaxSmall.NothingOrAlmostNothing:DeviceLocalMaxSmall.SmallOnesForSanitizers'
small+=':DeviceMemory.AnUploadedHypergraphComesBack:DeviceMemory.ASecondCallAllocatesNothing'
small+=':DeviceStreaming.SmallBatchesForSanitizers:DeviceFiltered.SmallOnesWithOneCode'
sanitizer=$(command -v compute-sanitizer || true)
[[ -n $sanitizer || ! -x /usr/local/cuda/bin/compute-sanitizer ]] ||
  sanitizer=/usr/local/cuda/bin/compute-sanitizer
if [[ -n $sanitizer ]]; then
  for tool in memcheck racecheck; do
    check "compute-sanitizer $tool" timeout 300 "$sanitizer" --tool "$tool" --error-exitcode 1 \
      "$tests" --gtest_filter="$small"
  done
else
  lines+=("| compute-sanitizer | not found | - | - |")
fi
timings=""
if ((!quick)); then
  # shellcheck disable=SC2086
  if ! timings=$("$bench" ${GPU_BENCH_ARGS:-all}); then
    echo "FAILED: timings"
    status=1
  fi
  echo "$timings"
fi

{
  echo "# The CUDA back end on a GPU"
  echo
  echo "Written by \`make gpu-test\` on $(date -u +%Y-%m-%d): $about."
  echo
  echo "| check | outcome | tests | seconds |"
  echo "|---|---|---|---|"
  printf '%s\n' "${lines[@]}"
  if [[ -n $timings ]]; then
    echo
    echo "Times with data on the device, by the device's clock, medians: \`solve\` is everything that"
    echo "depends on weights and seed, \`prepare\` builds vertices to edges. Weights 1..100, rated by"
    echo "weight, unless said otherwise. The yardstick is 12 bytes an edge (8 unweighted) and a sector"
    echo "of pins, or all its pins, at the rate of a copy on the device. The first two rows of each"
    echo "instance are the host's cores; chains and streamed instances go from host memory to host"
    echo "memory."
    echo
    echo "$timings"
  fi
} >"$results"
echo "written: $results"
exit "$status"
