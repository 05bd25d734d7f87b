#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Builds and tests everything, stage by stage: test.sh [STAGE...]. Each stage writes a log to
# out/test/; of one that fails the end of its log is shown. The last line counts: every CTest test
# is one, and so is each stage that is not a CTest run.
set -uo pipefail
cd "$(dirname "$0")/.."
export HYPERMATCH_LOGS=$PWD/out/test
export CTEST_PARALLEL_LEVEL=${CTEST_PARALLEL_LEVEL:-$(nproc)}
mkdir -p "$HYPERMATCH_LOGS"

all=(format release dev tsan fuzz lint)
known=" ${all[*]} "
wanted=("$@")
(($#)) || wanted=("${all[@]}")
for name in "${wanted[@]}"; do
  if [[ $known != *" $name "* ]]; then
    echo "error: no stage '$name'; there are: ${all[*]}" >&2
    exit 2
  fi
done

passed=0 failed=0 skipped=0

# step NAME COMMAND...: runs it with its output in a log; true if it succeeded. A CTest run counts
# with its tests, anything else as one.
step() {
  local name=$1 start=$SECONDS log=$HYPERMATCH_LOGS/$1.log status=0 total bad=0 skips=0
  shift
  "$@" >"$log" 2>&1 </dev/null || status=$?
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
  skipped=$((skipped + skips))
  passed=$((passed + (total > bad + skips ? total - bad - skips : 0)))
  if ((status == 0)); then
    printf 'ok      %-14s %4d s' "$name" $((SECONDS - start))
    ((total > 1)) && printf '  %d tests' "$total"
    ((skips > 0)) && printf ', %d skipped' "$skips"
    printf '\n'
    return 0
  fi
  printf 'FAILED  %-14s %4d s  (%s)\n' "$name" $((SECONDS - start)) "${log#"$PWD"/}"
  # Of a CTest run only the failing tests have output in the log.
  tail -n 150 "$log" | sed 's/^/    | /'
  return 1
}

tests_of() { ctest --test-dir "$1" --output-on-failure --timeout 600 "${@:2}"; }

stage_format() { step format scripts/format.sh check; }

# What users get: every test there is.
stage_release() {
  step release-build scripts/build.sh release && step release-tests tests_of build
}

# A second compiler: clang, with all assertions, AddressSanitizer and UndefinedBehaviorSanitizer, and
# the fuzzers. Tests that build or that limit memory are left to the release stage.
stage_dev() {
  step dev-build scripts/build.sh dev &&
    step dev-tests tests_of build-dev --label-exclude '^(consume|release)$'
}

# Everything that runs on several threads; of the same rooms, not the tests of what is sequential by
# its definition. The sanitizer's fixed memory map does not go with
# address space randomisation as wide as some kernels make it.
stage_tsan() {
  local plain=()
  if setarch "$(uname -m)" -R true 2>/dev/null; then plain=(setarch "$(uname -m)" -R); fi
  export TSAN_OPTIONS=halt_on_error=1:second_deadlock_stack=1
  step tsan-build "${plain[@]}" scripts/build.sh tsan tsan_tests &&
    step tsan-tests "${plain[@]}" ctest --test-dir build-tsan --output-on-failure --timeout 600 \
      --label-regex '^threads$' --exclude-regex '(Streaming|LocalMaxMemory)\.|/serial'
}

stage_fuzz() { step fuzz scripts/fuzz.sh; }

stage_lint() { step lint scripts/lint.sh; }

echo "testing: ${wanted[*]} (logs: out/test/)"
for name in "${wanted[@]}"; do "stage_$name"; done
echo "total ${SECONDS} s"
echo "$passed passed, $failed failed, $skipped skipped"
((failed == 0 && passed > 0))
