#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The words of comments and pages, and clang-tidy, with the checks in .clang-tidy, over the sources of
# library and command line: lint.sh [all|PART/PARTS]. With a part: what changed, as
# scripts/lint_sources.py has it, and one part of the rest.
set -euo pipefail
cd "$(dirname "$0")/.."
python3 -B tests/docs/check_words.py .
tool=$(command -v clang-tidy-14 || command -v clang-tidy) ||
  { echo "error: clang-tidy is needed" >&2; exit 1; }
sources=$(scripts/lint_sources.py "${1:-all}")
# The dev preset's commands are clang's own, so nothing in them is foreign to clang-tidy. Without the
# precompiled headers, so that a source that does not include what it uses is noticed here.
cmake --preset dev -B out/lint -DHYPERMATCH_PRECOMPILED=OFF -DHYPERMATCH_TESTS=OFF \
  -DHYPERMATCH_FUZZ=OFF >/dev/null
cmake --build out/lint --target hypermatch_revision >/dev/null
echo "$(wc -l <<<"$sources") sources"
tr '\n' '\0' <<<"$sources" |
  xargs -0 -n 2 -P "$(nproc)" "$tool" --quiet -p out/lint 2>&1 |
  { grep -v 'warnings\? generated\.$' || true; }
# xargs's status, not grep's: pipefail is on.
