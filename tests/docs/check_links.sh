#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Every file that a Markdown page links to exists; blocks of code hold no links. check_links.sh SOURCE_DIR
set -euo pipefail
cd "$1"
links=0 broken=0
while IFS= read -r page; do
  while IFS= read -r target; do
    links=$((links + 1))
    if [[ ! -e $(dirname "$page")/$target ]]; then
      echo "$page links to $target, which is not there"
      broken=$((broken + 1))
    fi
  done < <(awk '/^```/ { code = !code } !code' "$page" | { grep -oE '\]\([^)# ]+' || true; } | sed 's/^](//' | { grep -v '://' || true; })
done < <(find . -name '*.md' -not -path './build*' -not -path './out/*' -not -path './.git/*')
echo "$links links, $broken broken"
((broken == 0 && links > 0))
