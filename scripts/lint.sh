#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The words of comments and pages, and clang-tidy, with the checks in .clang-tidy, over sources of library and
# command line: lint.sh [all]. Without `all`: what changed, as scripts/lint_sources.py has it. After a clean run over
# everything scripts/lint_clean.txt names the revision, if nothing is changed in the working tree.
set -euo pipefail
cd "$(dirname "$0")/.."
python3 -B tests/docs/check_words.py .
tool=$(command -v clang-tidy-14 || command -v clang-tidy) ||
  { echo "error: clang-tidy is needed" >&2; exit 1; }
sources=$(scripts/lint_sources.py "$@")
# The dev preset's commands are clang's own, so nothing in them is foreign to clang-tidy. Without the
# precompiled headers, so that a source that does not include what it uses is noticed here.
cmake --preset dev -B out/lint -DCMAKE_UNITY_BUILD=OFF -DHYPERMATCH_PRECOMPILED=OFF \
  -DHYPERMATCH_TESTS=OFF >/dev/null
cmake --build out/lint --target hypermatch_revision >/dev/null
echo "$(grep -c . <<<"$sources" || true) sources"
[[ -n $sources ]] || exit 0
tr '\n' '\0' <<<"$sources" |
  xargs -0 -n 2 -P "$(nproc)" "$tool" --quiet -p out/lint 2>&1 |
  { grep -v 'warnings\? generated\.$' || true; }
# xargs's status, not grep's: pipefail is on.
if [[ ${1:-} == all ]] && git diff --quiet HEAD 2>/dev/null; then
  git rev-parse HEAD >scripts/lint_clean.txt
fi
