#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Builds and tests everything, stage by stage: test.sh [STAGE...]. Each stage writes a log to
# out/test/; of one that fails the end of its log is shown. The last line counts: every CTest test
# is one, and so is each stage that is not a CTest run. Where the time went, by room, and the slowest
# tests are in out/test/times.md. The same tests run at every revision (docs/test-budget.md has each stage's share of
# processor time); `long` runs what takes longer.
set -uo pipefail
cd "$(dirname "$0")/.."
export HYPERMATCH_LOGS=$PWD/out/test
export CTEST_PARALLEL_LEVEL=${CTEST_PARALLEL_LEVEL:-$(nproc)}
mkdir -p "$HYPERMATCH_LOGS"

all=(format release dev tsan lint)
known=" ${all[*]} cost fuzz long "
wanted=("$@")
(($#)) || wanted=("${all[@]}")
for name in "${wanted[@]}"; do
  if [[ $known != *" $name "* ]]; then
    echo "error: no stage '$name'; there are:$known" >&2
    exit 2
  fi
done

passed=0 failed=0 skipped=0 processor_seconds=0
TIMEFORMAT='%U %S'

# step NAME COMMAND...: runs it with its output in a log; true if it succeeded. A CTest run counts
# with its tests, anything else as one.
step() {
  local name=$1 start=$SECONDS log=$HYPERMATCH_LOGS/$1.log status=0 total bad=0 skips=0 inner cpu
  shift
  { time "$@" >"$log" 2>&1 </dev/null; } 2>"$log.time" || status=$?
  cpu=$(tail -n 1 "$log.time" | awk '{ printf "%.0f", $1 + $2 }')
  rm -f "$log.time"
  processor_seconds=$((processor_seconds + cpu))
  total=$(sed -n 's/^[0-9]*% tests passed, \([0-9]*\) tests failed out of \([0-9]*\)$/\1 \2/p' "$log")
  if [[ -n $total ]]; then
    read -r bad total <<<"$total"
    skips=$(grep -c '\*\*\*Skipped' "$log" || true)
    if ((total == 0)); then status=1; fi
    if ((status != 0 && bad == 0)); then bad=1; fi
  elif grep -q '^No tests were found' "$log"; then
    total=0 bad=1 status=1
  else
    total=1 bad=$((status != 0))
  fi
  failed=$((failed + bad))
  inner=$(sed -n 's/^skipped inside programs: //p' "$log")
  skipped=$((skipped + skips + ${inner:-0}))
  passed=$((passed + (total > bad + skips ? total - bad - skips : 0)))
  if ((status == 0)); then
    printf 'ok      %-14s %4d s, %4d s of processors' "$name" $((SECONDS - start)) "$cpu"
    ((total > 1)) && printf '  %d tests' "$total"
    ((skips > 0)) && printf ', %d skipped' "$skips"
    ((inner > 0)) && printf ', %d skipped inside programs' "$inner"
    printf '\n'
    return 0
  fi
  printf 'FAILED  %-14s %4d s  (%s)\n' "$name" $((SECONDS - start)) "${log#"$PWD"/}"
  if [[ -n $total ]]; then failing_tests "$log"; else tail -n 150 "$log"; fi | sed 's/^/    | /'
  return 1
}

# failing_tests LOG: of a CTest run what failed: names first, then the output of each.
failing_tests() {
  sed -n '/^The following tests FAILED/,/^$/p' "$1"
  awk '/^ *[0-9]+\/[0-9]+ Test +#/ { failing = /\*\*\*/ && !/\*\*\*Skipped/ }
       /^ +Start +[0-9]+:/ { failing = 0 }
       failing && ++lines <= 400' "$1"
}

# tests_of STEP BUILD OPTION...: a CTest run, with its times in out/test/STEP.xml. Where a program runs many tests, only its
# last lines tell how many it skipped.
tests_of() {
  local runner=() status=0
  if [[ $2 == build-tsan ]]; then runner=("${plain[@]}"); fi
  # Undefined behaviour is a trap in this build, for less code to compile: the stack is shown with lines.
  if [[ $2 == build-dev ]]; then runner=(env ASAN_OPTIONS=handle_sigill=1); fi
  "${runner[@]}" ctest --test-dir "$2" --output-on-failure --output-junit "$HYPERMATCH_LOGS/$1.xml" "${@:3}" ||
    status=$?
  awk '/^\[  SKIPPED \] [0-9]+ tests?\.$/ { count += $4 } END { print "skipped inside programs: " count + 0 }' \
    "$2/Testing/Temporary/LastTest.log"
  return "$status"
}

# The thread sanitizer's fixed memory map does not go with address space randomisation as wide as some kernels
# make it.
plain=()
if setarch "$(uname -m)" -R true 2>/dev/null; then plain=(setarch "$(uname -m)" -R); fi
export TSAN_OPTIONS=halt_on_error=1:second_deadlock_stack=1

stage_format() { step format scripts/format.sh check; }

# Device code is compiled once, quickly, where nvcc is: no test here runs it. A folder that has optimised device code
# keeps it.
device_code=()
find_device_code() {
  if command -v nvcc >/dev/null && [[ ! -e /dev/nvidiactl ]] &&
    ! { compgen -G 'build/lib/libhypermatch_cuda.so.*' >/dev/null &&
      grep -qs '^HYPERMATCH_QUICK_DEVICE_CODE:BOOL=OFF' build/CMakeCache.txt; }; then
    device_code=(-DHYPERMATCH_CUDA=ON -DHYPERMATCH_QUICK_DEVICE_CODE=ON)
  fi
}

# The Python package is built where its environment is (scripts/python_env.sh).
python_package=(-DHYPERMATCH_PYTHON=OFF)
if [[ -x out/python/bin/python ]]; then
  python_package=(-DHYPERMATCH_PYTHON=ON "-DPython_EXECUTABLE=$PWD/out/python/bin/python")
fi

# The command and the Python package as users get them, from end to end: command line, golden corpus, consumers,
# examples, pages.
stage_release() {
  find_device_code
  step release-build scripts/build.sh release "${device_code[@]}" "${python_package[@]}" &&
    step release-tests tests_of release-tests build --label-exclude '^(unit|threads)$' \
      --exclude-regex '_NOT_BUILT$'
}

# All tests of rooms, once: clang, all assertions, AddressSanitizer and UndefinedBehaviorSanitizer.
stage_dev() {
  step dev-build scripts/build.sh dev unit_tests &&
    step dev-tests tests_of dev-tests build-dev --label-regex '^unit$'
}

# Every function of the registry that runs on several threads, the threaded code of all rooms, and the tests of
# primitives and orders.
stage_tsan() {
  step tsan-build "${plain[@]}" scripts/build.sh tsan test_races test_parallel test_order &&
    step tsan-tests tests_of tsan-tests build-tsan --no-tests=error --label-regex '^races$'
}

# clang-tidy of what changed since the revision in scripts/lint_clean.txt, which a clean run over everything moves (LINT=all).
stage_lint() { step lint scripts/lint.sh ${LINT:+"$LINT"}; }

# The cost of compiling the host command line, against docs/build-cost.md, and that of each unit.
stage_cost() { step cost scripts/build_cost.py --check --log "$HYPERMATCH_LOGS/build-cost.tsv"; }

stage_fuzz() { step fuzz scripts/fuzz.sh; }

# What takes longer: tests of rooms in a release build, with 100 seeds of delays of ranks, benches of device code, all tests of several threads under
# ThreadSanitizer, races that are planted, the fuzzers for minutes, clang-tidy of everything, the cost of the build.
stage_long() {
  step long-build scripts/build.sh release "${python_package[@]}" all unit_tests &&
    HYPERMATCH_DELAYS=100 step long-tests tests_of long-tests build
  find_device_code
  if ((${#device_code[@]})); then
    step device-benches scripts/build.sh release "${device_code[@]}" device_benches
  fi
  step threads-build "${plain[@]}" scripts/build.sh tsan thread_tests &&
    step threads-tests tests_of threads-tests build-tsan --label-regex '^threads$'
  step planted-races "${plain[@]}" scripts/planted_races.py
  FUZZ_SECONDS=${FUZZ_SECONDS:-180} stage_fuzz
  LINT=all stage_lint
  stage_cost
}

echo "testing: ${wanted[*]} (logs: out/test/)"
for name in "${wanted[@]}"; do "stage_$name"; done
if scripts/test_times.py "$HYPERMATCH_LOGS" >"$HYPERMATCH_LOGS/times.md" 2>/dev/null; then
  echo "where the time went: out/test/times.md"
fi
if ((${#wanted[@]} == ${#all[@]})); then
  budget=$(sed -n 's/^Budget: \([0-9]*\) .*/\1/p' docs/test-budget.md)
  echo "processor time: $processor_seconds s, $((budget - processor_seconds)) s of $budget left"
fi
echo "total ${SECONDS} s"
echo "$passed passed, $failed failed, $skipped skipped"
((failed == 0 && passed > 0))
