#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Every room tries to include a header of every other room: it must succeed where there is an arrow
# and fail where there is none. check_includes.sh SOURCE_DIR ROOMS_TABLE CXX
set -euo pipefail
source_dir=$1 table=$2 cxx=$3

# The first header of a room, as it is included.
header_of() { (cd "$source_dir/src" && find "$1" -maxdepth 1 -name '*.hpp' | sort | head -n 1); }

declare -A arrows=()
rooms=()
while IFS='|' read -r room direct _; do
  rooms+=("$room")
  arrows[$room]=$direct
done <"$table"

# All rooms that `$1` reaches, in `reached`.
reach() {
  local other
  for other in ${arrows[$1]}; do
    [[ " $reached " == *" $other "* ]] && continue
    reached+=" $other"
    reach "$other"
  done
}

allowed=0 refused=0 wrong=0
while IFS='|' read -r room _ folders _; do
  [[ -n $folders ]] || continue  # a room without sources
  flags=()
  for folder in $folders; do flags+=(-I "$folder"); done
  reached=$room
  reach "$room"
  for other in "${rooms[@]}"; do
    header=$(header_of "$other")
    [[ -n $header ]] || continue
    expected=refused
    [[ " $reached " == *" $other "* ]] && expected=allowed
    found=refused
    # As a source of the room sees it: from the room's folder.
    if echo "#include \"$header\"" |
       (cd "$source_dir/src/$room" && "$cxx" -std=c++20 -E -x c++ "${flags[@]}" - -o /dev/null) \
         2>/dev/null; then
      found=allowed
    fi
    if [[ $found != "$expected" ]]; then
      echo "src/$room may include $header: expected $expected, found $found"
      wrong=$((wrong + 1))
    elif [[ $found == allowed ]]; then allowed=$((allowed + 1))
    else refused=$((refused + 1)); fi
  done
done <"$table"

echo "$allowed allowed, $refused refused, $wrong wrong"
((wrong == 0 && allowed > 0 && refused > 0))
