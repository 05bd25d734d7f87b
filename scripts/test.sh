#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Builds and tests everything, stage by stage: test.sh [STAGE...]. Each stage writes a log to
# out/test/; of one that fails the end of its log is shown. The last line counts: every CTest test
# is one, and so is each stage that is not a CTest run. Where the time went, by room, and the slowest
# tests are in out/test/times.md.
set -uo pipefail
cd "$(dirname "$0")/.."
export HYPERMATCH_LOGS=$PWD/out/test
export CTEST_PARALLEL_LEVEL=${CTEST_PARALLEL_LEVEL:-$(nproc)}
mkdir -p "$HYPERMATCH_LOGS"

all=(format release dev tsan fuzz lint)
known=" ${all[*]} long "  # what takes long under sanitizers: of it the stages run a part
wanted=("$@")
(($#)) || wanted=("${all[@]}")
for name in "${wanted[@]}"; do
  if [[ $known != *" $name "* ]]; then
    echo "error: no stage '$name'; there are:$known" >&2
    exit 2
  fi
done

passed=0 failed=0 skipped=0
TIMEFORMAT='%U %S'

# step NAME COMMAND...: runs it with its output in a log; true if it succeeded. A CTest run counts
# with its tests, anything else as one.
step() {
  local name=$1 start=$SECONDS log=$HYPERMATCH_LOGS/$1.log status=0 total bad=0 skips=0 cpu
  shift
  { time "$@" >"$log" 2>&1 </dev/null; } 2>"$log.time" || status=$?
  cpu=$(tail -n 1 "$log.time" | awk '{ printf "%.0f", $1 + $2 }')
  rm -f "$log.time"
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
    printf 'ok      %-14s %4d s, %4d s of processors' "$name" $((SECONDS - start)) "$cpu"
    ((total > 1)) && printf '  %d tests' "$total"
    ((skips > 0)) && printf ', %d skipped' "$skips"
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

# tests_of STEP BUILD OPTION...: a CTest run, with its times in out/test/STEP.xml.
tests_of() {
  ctest --test-dir "$2" --output-on-failure --output-junit "$HYPERMATCH_LOGS/$1.xml" "${@:3}"
}

# long_tests STAGE BUILD PART OPTION...: every fourth of the tests whose label ends in -long, beginning
# with the PARTth (0 to 3), or all of them. A revision always has the same part.
long_parts=4
if revision=$(git rev-parse --short=7 HEAD 2>/dev/null); then
  chosen_by="revision $revision" number=$((16#$revision))
else
  chosen_by="the day" number=$(($(date +%s) / 86400))
fi
if [[ -n ${LONG_PART:-} ]]; then chosen_by=LONG_PART number=$LONG_PART; fi
long_part=$((number % long_parts))
# Of single tests the cases: another digit of the number, so that each part of the tests meets each
# part of its cases.
case_part=$((number / long_parts % long_parts))/$long_parts
long_tests() {
  local name=$1-long build=$2 part=$3 names
  names=$(ctest --test-dir "$build" -N "${@:4}" | sed -n 's/^ *Test *#[0-9]*: //p')
  if [[ $part != all ]]; then
    names=$(awk -v part="$part" -v parts=$long_parts 'NR % parts == part' <<<"$names")
    echo "long tests: part $part of $long_parts, by $chosen_by (all: make test-long)"
  fi
  [[ -n $names ]] || return 0
  names=$(sed 's/[]*^$+?(){}|.[]/\\&/g' <<<"$names" | paste -sd '|')
  step "$name" "${plain[@]}" ctest --test-dir "$build" --output-on-failure --no-tests=error \
    --tests-regex "^($names)\$"
}

stage_format() { step format scripts/format.sh check; }

# Device code that nothing runs here is only seen to compile, unless the folder has it already.
device_code=()
if [[ ! -e /dev/nvidiactl ]] && ! grep -qs '^HYPERMATCH_QUICK_DEVICE_CODE:BOOL=OFF' build/CMakeCache.txt; then
  device_code=(-DHYPERMATCH_QUICK_DEVICE_CODE=ON)
fi

# What users get, from end to end; of the tests of rooms, which the sanitizers' stages run, of public
# headers alone and of pages in a browser a part.
stage_release() {
  step release-build scripts/build.sh release --together \
    "-DHYPERMATCH_ROOM_TESTS=$long_part/$long_parts" "${device_code[@]}" &&
    HYPERMATCH_PART=$case_part step release-tests tests_of release-tests build
}

# A second compiler: clang, with all assertions, AddressSanitizer and UndefinedBehaviorSanitizer, and
# the fuzzers; one of three parts of it: tests of one half of the rooms or of the other, or what needs
# all rooms; DEV=all builds and runs all. Tests that build or that limit memory are left to the release
# stage. The command line's tests, which the release stage runs too, rotate.
dev_parts=(first second none)
dev_part=${DEV:-${dev_parts[number % 3]}}
dev_long=(--label-regex '^(unit|threads)-long$|^cli$')
dev_of() {
  local part=$1 long=$2 plain=() target=(room_tests) units=(--together)
  if [[ $part == all ]]; then part='' units=(); fi
  if [[ $part != first && $part != second ]]; then target=(); fi
  [[ -z $part ]] || echo "tests of rooms: $part, by $chosen_by (first, second or none; all: make test-long)"
  step dev-build scripts/build.sh dev "${units[@]}" "-DHYPERMATCH_ROOM_TESTS=$part" "${target[@]}" &&
    HYPERMATCH_PART=$case_part step dev-tests tests_of dev-tests build-dev \
      --label-exclude '^(consume|release|cli)$|-long$' &&
    HYPERMATCH_PART=$case_part long_tests dev build-dev "$long" "${dev_long[@]}"
}
stage_dev() { dev_of "$dev_part" "$long_part"; }

# What runs on several threads, one of eight parts of it (tests/CMakeLists.txt has them; it leaves out
# what is sequential by its definition); TSAN=all builds and runs all. The sanitizer's fixed memory map
# does not go with address space randomisation as wide as some kernels make it.
tsan_rest=(--exclude-regex '(Streaming|LocalMaxMemory)\.|/serial')
tsan_parts=8
tsan_of() {
  local part=$1 target=tsan_part_$1 plain=() units=(--together)
  if [[ $part == all ]]; then part='[0-9a-z]*' target=tsan_tests units=(); fi
  if setarch "$(uname -m)" -R true 2>/dev/null; then plain=(setarch "$(uname -m)" -R); fi
  export TSAN_OPTIONS=halt_on_error=1:second_deadlock_stack=1
  [[ $1 == all ]] || echo "thread sanitizer: part $1 of $tsan_parts, by $chosen_by (all: make test-long)"
  step tsan-build "${plain[@]}" scripts/build.sh tsan "${units[@]}" "$target" &&
    step tsan-tests "${plain[@]}" ctest --test-dir build-tsan --output-on-failure --no-tests=error \
      --output-junit "$HYPERMATCH_LOGS/tsan-tests.xml" "${tsan_rest[@]}" \
      --label-regex "^threads-part-$part(-long)?\$"
}
stage_tsan() { tsan_of "${TSAN:-$((number % tsan_parts))}"; }

# All that is long or rotates, in all builds, each source compiled alone.
stage_long() {
  local plain=()
  step release-build scripts/build.sh release &&
    step release-long tests_of release-long build
  dev_of all all
  tsan_of all
}

# The fuzzers need all rooms.
stage_fuzz() {
  if [[ $dev_part == all || $dev_part == none || ${#wanted[@]} == 1 ]]; then
    step fuzz scripts/fuzz.sh
  else
    echo "fuzz: where all rooms are built (DEV=none)"
  fi
}

# What changed, and an eighth of the rest; LINT=all lints all.
stage_lint() {
  local part=$((number % 8))/8
  if [[ ${LINT:-} == all ]]; then part=all; fi
  step lint scripts/lint.sh "$part"
}

echo "testing: ${wanted[*]} (logs: out/test/)"
for name in "${wanted[@]}"; do "stage_$name"; done
if scripts/test_times.py "$HYPERMATCH_LOGS" >"$HYPERMATCH_LOGS/times.md" 2>/dev/null; then
  echo "where the time went: out/test/times.md"
fi
echo "total ${SECONDS} s"
echo "$passed passed, $failed failed, $skipped skipped"
((failed == 0 && passed > 0))
