#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The manual has a page per verb, with all its flags, and no warning of groff where that is installed.
# check_manual.sh SOURCE_DIR COMMAND
set -euo pipefail
source_dir=$1
command=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$source_dir/scripts/man.sh" "$command" "$work"
wrong=0
fail() { echo "$1"; wrong=1; }

for verb in match bipartite verify info convert generate list; do
  page=$work/hypermatch-$verb.1
  [[ -s $page ]] || { fail "no page of $verb"; continue; }
  for section in NAME SYNOPSIS DESCRIPTION OPTIONS 'SEE ALSO'; do
    grep -qx ".SH $section" "$page" || fail "$page: no section $section"
  done
  shown=$(sed 's/\\-/-/g' "$page")
  for flag in $("$command" "$verb" --help | grep -oE '^  (-[a-zA-Z],)?--[a-z-]+' | grep -oE -- '--[a-z-]+'); do
    [[ $shown == *"$flag"* ]] || fail "$page: no $flag"
  done
done
grep -q 'hypermatch\\-match' "$work/hypermatch.1" || fail "hypermatch.1 names no other page"
if command -v groff >/dev/null; then
  for page in "$work"/*.1; do
    warnings=$(groff -man -Tutf8 -ww "$page" 2>&1 >/dev/null)
    [[ -z $warnings ]] || fail "$page: $warnings"
  done
fi
exit "$wrong"
