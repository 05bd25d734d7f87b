#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The table of algorithms in README.md comes from the registry: `readme.sh write` puts it there,
# `readme.sh check` fails if it is out of date. readme.sh write|check [COMMAND]
set -euo pipefail
cd "$(dirname "$0")/.."
command=${2:-build/bin/hypermatch}
new=$(mktemp)
trap 'rm -f "$new" "$new.table"' EXIT
"$command" list algorithms --markdown >"$new.table"
awk -v table="$new.table" '
  /^<!-- algorithms: end -->$/ { inside = 0; ends++ }
  !inside { print }
  /^<!-- algorithms: begin -->$/ {
    inside = 1; begins++
    while ((getline line < table) > 0) print line
  }
  END { if (begins != 1 || ends != 1) exit 1 }' README.md >"$new" ||
  { echo "error: README.md must have the algorithms markers once" >&2; exit 1; }
case "${1:-check}" in
  write) cmp -s "$new" README.md || cat "$new" >README.md ;;
  check) diff -u README.md "$new" || { echo "run: make readme" >&2; exit 1; } ;;
  *) echo "usage: $0 write|check [COMMAND]" >&2; exit 2 ;;
esac
