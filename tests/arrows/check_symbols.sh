#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# No room calls a function of a room that it has no arrow to, not even through a public header:
# above all, verify shares no code with the algorithms. Context is the exception: every room is
# handed one, so every room may ask it. The registry is the room that knows all.
# check_symbols.sh SOURCE_DIR ROOMS_TABLE
set -euo pipefail
table=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

declare -A arrows=()
rooms=()
while IFS='|' read -r room direct _ objects; do
  [[ -n ${objects// /} ]] || continue
  rooms+=("$room")
  arrows[$room]=$direct
  id=${room//\//_}
  # Strong definitions only: inline functions and templates have a copy in every room that uses one.
  # shellcheck disable=SC2086
  nm --format=posix --defined-only $objects | awk '$2 ~ /^[TDBR]$/ {print $1}' | sort -u >"$work/$id.defines"
  # shellcheck disable=SC2086
  nm --format=posix --undefined-only $objects | awk '$2 == "U" {print $1}' | sort -u >"$work/$id.needs"
  [[ -s $work/$id.defines ]] || { echo "no symbols in src/$room"; exit 1; }
done <"$table"

reach() {
  local other
  for other in ${arrows[$1]:-}; do
    [[ " $reached " == *" $other "* ]] && continue
    reached+=" $other"
    reach "$other"
  done
}

wrong=0 checked=0
for room in "${rooms[@]}"; do
  [[ $room == registry ]] && continue
  reached=$room
  reach "$room"
  for other in "${rooms[@]}"; do
    [[ " $reached " == *" $other "* ]] && continue
    checked=$((checked + 1))
    calls=$(comm -12 "$work/${room//\//_}.needs" "$work/${other//\//_}.defines" | c++filt |
            { grep -v '^hypermatch::Context::' || true; })
    if [[ -n $calls ]]; then
      echo "src/$room calls src/$other without an arrow:"
      sed 's/^/  /' <<<"$calls"
      wrong=$((wrong + 1))
    fi
  done
done
echo "$checked pairs of rooms without an arrow, $wrong with calls"
((wrong == 0 && checked > 0))
