#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The tables of problems (README.md) and of algorithms (docs/algorithms.md) come from the registry, that of flags that go
# together (docs/scale.md) from the rows that refuse them, that of flags (docs/flags.md) from the help:
# `readme.sh write` puts them there, `readme.sh check` fails if one is out of date.
# readme.sh write|check [COMMAND]
set -euo pipefail
cd "$(dirname "$0")/.."
what=${1:-check}
command=${2:-build/bin/hypermatch}
new=$(mktemp)
trap 'rm -f "$new" "$new.table"' EXIT

# one_table FILE TOPIC COMMAND...: the output of the command between the markers of this topic.
one_table() {
  "${@:3}" >"$new.table"
  awk -v table="$new.table" -v topic="$2" '
    $0 == "<!-- " topic ": end -->" { inside = 0; ends++ }
    !inside { print }
    $0 == "<!-- " topic ": begin -->" {
      inside = 1; begins++
      while ((getline line < table) > 0) print line
    }
    END { if (begins != 1 || ends != 1) exit 1 }' "$1" >"$new" ||
    { echo "error: $1 must have the markers of $2 once" >&2; exit 1; }
  case "$what" in
    write) cmp -s "$new" "$1" || cat "$new" >"$1" ;;
    check) diff -u "$1" "$new" || { echo "run: make readme" >&2; exit 1; } ;;
    *) echo "usage: $0 write|check [COMMAND]" >&2; exit 2 ;;
  esac
}

one_table README.md problems "$command" list problems --markdown
one_table docs/algorithms.md algorithms "$command" list algorithms --markdown
one_table docs/scale.md combinations "$command" list combinations --markdown
one_table docs/flags.md flags python3 -B scripts/flags_table.py "$command"
