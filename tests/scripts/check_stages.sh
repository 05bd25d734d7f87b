#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# scripts/test.sh counts tests that passed, failed and were skipped, also inside programs of many tests. Builds and CTest
# are stand-ins. check_stages.sh SOURCE_DIR
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work"/{bin,scripts,build-tsan/Testing/Temporary}
cp "$1"/scripts/test.sh "$1"/scripts/test_times.py "$work/scripts/"
printf '#!/bin/sh\n' >"$work/scripts/build.sh"
cat >"$work/bin/ctest" <<'END'
#!/usr/bin/env bash
printf '%s\n' '[  PASSED  ] 8 tests.' '[  SKIPPED ] 1 test.' '[  PASSED  ] 9 tests.' '[  SKIPPED ] 12 tests.' \
  '[  SKIPPED ] 1 test, listed below:' >"$2/Testing/Temporary/LastTest.log"
echo '4/5 Test #4: one ...***Skipped'
if [[ -n ${FAILING:-} ]]; then echo '80% tests passed, 1 tests failed out of 5'; exit 8; fi
echo '100% tests passed, 0 tests failed out of 5'
END
chmod +x "$work/scripts/build.sh" "$work/bin/ctest"
export PATH=$work/bin:$PATH
expect() {  # expect PATTERN
  grep -q -- "$1" "$work/said" || { echo "no '$1' in:"; cat "$work/said"; exit 1; }
}
"$work/scripts/test.sh" tsan >"$work/said"
expect '5 tests, 1 skipped, 13 skipped inside programs$'
expect '^5 passed, 0 failed, 14 skipped$'  # the build is one
if FAILING=1 "$work/scripts/test.sh" tsan >"$work/said"; then echo "a failing stage succeeds"; exit 1; fi
expect '^FAILED  tsan-tests'
expect '^4 passed, 1 failed, 14 skipped$'
if "$work/scripts/test.sh" none 2>"$work/said"; then echo "an unknown stage succeeds"; exit 1; fi
expect "no stage 'none'"
echo "stages are counted"
