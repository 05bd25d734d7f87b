#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Tests and times the CUDA back end on a machine with a GPU, from a build that may have been made
# elsewhere, and writes docs/gpu-results.md. Needs neither network nor compiler.
#   gpu_test.sh [--quick] [FOLDER]   FOLDER holds test_cuda, hypermatch, all
#                                    hypermatch_bench_device* and libhypermatch_cuda.so.VERSION
#                                    (default: where build/ has them)
# --quick leaves out the timings. GPU_RESULTS names another file for the results; GPU_BENCH_ARGS,
# GPU_GRAPHS_ARGS, GPU_BIPARTITE_ARGS, GPU_COMMUNITIES_ARGS and GPU_STABLE_ARGS other arguments for
# the timings, `-` to leave them out, and GPU_BENCH_SECONDS the time after which each of them is cut
# short; GPU_TEST_SHARDS how many processes share the tests (3).
# compute-sanitizer is run where it is found. Tests run side by side, timings one after the other.
set -uo pipefail
cd "$(dirname "$0")/.." || exit
quick=0
if [[ ${1:-} == --quick ]]; then
  quick=1
  shift
fi
if (($#)); then
  tests=$1/test_cuda command=$1/hypermatch bench=$1/hypermatch_bench_device device_code=$1
else
  tests=build/tests/test_cuda command=build/bin/hypermatch bench=build/bin/hypermatch_bench_device
  device_code=build/lib
fi
# The programs look for it beside themselves and in ../lib. Without it they would skip everything.
device_code=$device_code/libhypermatch_cuda.so.$(head -n 1 VERSION)
unset HYPERMATCH_CUDA_LIBRARY
results=${GPU_RESULTS:-docs/gpu-results.md}
for program in "$tests" "$command" "$bench" "${bench}_graphs" "${bench}_bipartite" \
               "${bench}_communities" "${bench}_stable"; do
  if [[ ! -x $program ]]; then
    echo "error: $program is not there; build it with -DHYPERMATCH_CUDA=ON -DHYPERMATCH_BENCH=ON," \
         "here or elsewhere" >&2
    exit 1
  fi
done
if [[ ! -r $device_code ]]; then
  echo "error: $device_code is not there; it is built with the programs, and carried with them" >&2
  exit 1
fi
about=$("$bench" --about)
# Programs that do not belong to it skip as well, and say its name.
said=$(echo "$about"; "$tests" --gtest_filter=DeviceUpload.NothingOrAlmostNothing)
if refused=$(grep -F "$(basename "$device_code")" <<<"$said"); then
  echo "error: $refused" >&2
  exit 1
fi
if [[ $about == skipped:* ]]; then
  echo "$about"
  exit 0
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
status=0
checks=()

# begin ID NAME COMMAND...: runs it in the background with its output in a log.
begin() {
  local id=$1 name=$2
  shift 2
  checks+=("$id")
  echo "$name" >"$work/$id.name"
  (
    begin=$SECONDS outcome=passed
    "$@" >"$work/$id.log" 2>&1 || outcome=FAILED
    count=$(sed -n 's/^\[  PASSED  \] \([0-9]*\) tests\?\..*/\1 tests/p
                    s/^0 of \([0-9]*\) cells failed$/\1 cells/p' "$work/$id.log")
    echo "| $name | $outcome | ${count:--} | $((SECONDS - begin)) |" | tee "$work/$id.line"
  ) &
}

# Tests of large instances take turns at the memory of one device: few processes at a time.
shards=${GPU_TEST_SHARDS:-3}
for ((shard = 0; shard < shards; ++shard)); do
  begin "all-$shard" "all tests, part $((shard + 1)) of $shards" \
    env GTEST_TOTAL_SHARDS=$shards GTEST_SHARD_INDEX=$shard "$tests"
done
begin golden "command line, golden corpus" python3 -B tests/golden/golden.py check --device cuda \
  --jobs 4 --command "$command"
begin golden_parts "golden corpus, one device as four parts" python3 -B tests/golden/golden.py check \
  --device cuda:0,0,0,0 --jobs 4 --command "$command"
# Under the sanitizer a launch costs milliseconds: the shapes, not the masses.
declare -A small=(
  [hypergraphs]='DeviceLocalMaxSmall.NothingOrAlmostNothing:DeviceLocalMaxSmall.SmallOnesForSanitizers'
  [hypergraphs-capacities]='DeviceBMatching.OfNothingOrAlmostNothing:DeviceBMatching.SmallOnesForSanitizers'
  [callers_arrays]='DeviceCsrs.SmallOnesForSanitizers'
  [codes]='DeviceFiltered.SmallOnesWithOneCode'
  [batches]='DeviceStreaming.SmallBatchesForSanitizers'
  [memory]='DeviceMemory.AnUploadedHypergraphComesBack:DeviceMemory.ASecondCallAllocatesNothing'
  [uploads]='DeviceUpload.NothingOrAlmostNothing:DeviceUpload.ComesInParts'
  [graphs]='DeviceGraphs.NothingOrAlmostNothing:DeviceGraphs.SmallOnesForSanitizers'
  [graph_capacities]='DeviceBGraphs.SmallOnesForSanitizers:DeviceClaimLists.SmallOnesForSanitizers:DeviceBGraphsChains.SmallOnesForSanitizers'
  [b_suitor]='DeviceBSuitor.SmallOnesForSanitizers:DeviceBSuitorGroup.SmallOnesForSanitizers'
  [graph_groups]='DeviceLocalMaxGroup.SmallOnesForSanitizers'
  [hypergraph_groups]='DeviceHypergraphGroup.SmallOnesForSanitizers'
  [bipartite]='DeviceBipartiteSmall.SmallOnesForSanitizers'
  [communities]='DeviceClusterings.NothingOrAlmostNothing:DeviceClusterings.SmallOnesForSanitizers'
  [contraction]='DeviceContractions.NothingOrAlmostNothing:DeviceContractions.SmallOnesForSanitizers'
  [stable]='DeviceStableSmall.NothingOrAlmostNothing:DeviceStableSmall.SmallOnesForSanitizers'
  [roommates]='DeviceRoommates.SmallOnesForSanitizers'
  [promises]='HostileOnDevice.OneSidedArcsDoNotOverfillTheListOfEdges:HostileOnDevice.RepeatedPinsStopTheRounds')
sanitizer=$(command -v compute-sanitizer || true)
[[ -n $sanitizer || ! -x /usr/local/cuda/bin/compute-sanitizer ]] ||
  sanitizer=/usr/local/cuda/bin/compute-sanitizer
# Long chains of barriers confuse racecheck, and many launches take minutes: see the tests.
declare -A small_for_racecheck=(
  [contraction]='DeviceContractions.OneForRacecheck'
  [communities]='DeviceClusterings.NothingOrAlmostNothing:DeviceClusterings.OneSweepForRacecheck')
if [[ -n $sanitizer ]]; then
  # Each needs one device; where there are several they share the work.
  devices=$(nvidia-smi -L 2>/dev/null | wc -l) turn=0
  for tool in memcheck racecheck; do
    for set in "${!small[@]}"; do
      filter=${small[$set]}
      [[ $tool == memcheck ]] || filter=${small_for_racecheck[$set]:-$filter}
      begin "$tool-$set" "compute-sanitizer $tool, $set" \
        env "CUDA_VISIBLE_DEVICES=${CUDA_VISIBLE_DEVICES:-$((turn++ % (devices > 0 ? devices : 1)))}" \
        timeout 300 "$sanitizer" --tool "$tool" --error-exitcode 1 "$tests" --gtest_filter="$filter"
    done
  done
fi
wait
for id in "${checks[@]}"; do
  grep -q '| FAILED |' "$work/$id.line" || continue
  status=1
  tail -n 60 "$work/$id.log"
done
[[ -n $sanitizer ]] || echo "| compute-sanitizer | not found | - | - |" | tee "$work/none.line"

# timings ID ARGUMENTS PROGRAM: its tables in a file, unless the arguments are `-`.
timings() {
  local id=$1 arguments=$2
  if ((quick)) || [[ $arguments == - ]]; then return; fi
  # shellcheck disable=SC2086
  if ! timeout "${GPU_BENCH_SECONDS:-3600}" "$3" $arguments >"$work/$id.md"; then
    echo "FAILED: timings of $id"
    status=1
  fi
  cat "$work/$id.md"
}
timings hypergraphs "${GPU_BENCH_ARGS:-all}" "$bench"
timings graphs "${GPU_GRAPHS_ARGS:-}" "${bench}_graphs"
timings graph_capacities "${GPU_GRAPH_CAPACITIES_ARGS:---capacities}" "${bench}_graphs"
timings bipartite "${GPU_BIPARTITE_ARGS:---host}" "${bench}_bipartite"
timings communities "${GPU_COMMUNITIES_ARGS:-}" "${bench}_communities"
timings stable "${GPU_STABLE_ARGS:-}" "${bench}_stable"

{
  echo "# The CUDA back end on a GPU"
  echo
  echo "Written by \`make gpu-test\` on $(date -u +%Y-%m-%d): $about."
  echo
  echo "| check | outcome | tests | seconds |"
  echo "|---|---|---|---|"
  cat "$work"/*.line
  echo
  echo "Algorithms on the device are timed by its clock, with data on it; medians after a warm-up. What runs"
  echo "on the host is timed by the host's clock. Each section says what is timed otherwise."
  if [[ -s $work/hypergraphs.md ]]; then
    echo
    echo "## Matching in hypergraphs"
    echo
    echo "\`solve\` is everything that depends on weights and seed, \`prepare\` builds vertices to edges."
    echo "Weights 1..100, rated by weight, unless said otherwise. The yardstick is 12 bytes per edge (8"
    echo "unweighted) and a sector of pins, or all its pins, at the rate of a copy on the device. The"
    echo "first two rows of each instance are the host's cores: greedy's is a median of up to three runs"
    echo "after a warm-up, or its only run where it takes over seven seconds, the other one a median of"
    echo "three after a warm-up. Chains, streamed instances and those in host memory go from host memory"
    echo "to host memory, by the host's clock, medians of runs in turn after a warm-up; what of it is"
    echo "transfer, solve or time on the device is the last run's."
    echo
    cat "$work/hypergraphs.md"
  fi
  if [[ -s $work/graphs.md ]]; then
    echo
    echo "## Matching in graphs"
    echo
    echo "One pass is the compressed adjacency with its weights, read once at the rate of a copy. Of other"
    echo "algorithms than \`filtered\` (and other variants of local max) that take over 100 ms, one run"
    echo "after a warm-up is timed."
    echo
    cat "$work/graphs.md"
  fi
  if [[ -s $work/graph_capacities.md ]]; then
    echo
    echo "## Matching in graphs under capacities"
    echo
    echo "\`local_max\` with one capacity for all vertices, in device memory, beside the plain matching; medians"
    echo "after a warm-up. Capacity 1 runs the code for capacities, too."
    echo
    cat "$work/graph_capacities.md"
  fi
  if [[ -s $work/bipartite.md ]]; then
    echo
    echo "## Maximum matching in bipartite graphs"
    echo
    echo "From data on the device to the final matching, start included. Of what takes long fewer runs are"
    echo "timed: of the variants as many as fit twice their limit, the warm-up included, of the host's"
    echo "algorithms as many as fit three seconds. What takes over half of that is timed once, without a"
    echo "warm-up. \`>\`: given up, and counted at that limit where nothing else finished."
    echo
    cat "$work/bipartite.md"
  fi
  if [[ -s $work/communities.md ]]; then
    echo
    echo "## Communities"
    echo
    echo "Weights none, data on the device, from the call to the communities, by the host's clock; medians"
    echo "after a warm-up. Arcs read: by all sweeps, over those of the graph. Weighted rows: the graph as"
    echo "CSR with 32-bit weights."
    echo
    cat "$work/communities.md"
  fi
  if [[ -s $work/stable.md ]]; then
    echo
    echo "## Stable matchings"
    echo
    echo "From lists and ranks on the device to the mates of proposers, by the device's clock; medians after a"
    echo "warm-up. Each answer is checked: no pair blocks."
    echo
    cat "$work/stable.md"
  fi
} >"$results"
echo "written: $results"
exit "$status"
