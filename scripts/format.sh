#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# clang-format 14 over all C++ sources: `format.sh write` in place, `format.sh check` only looks.
set -euo pipefail
cd "$(dirname "$0")/.."
tool=$(command -v clang-format-14 || command -v clang-format || true)
if [[ -z $tool ]] || ! "$tool" --version | grep -q 'version 14\.'; then
  echo "error: clang-format 14 is needed; other versions format differently" >&2
  exit 1
fi
files=()
while IFS= read -r -d '' file; do
  [[ -f $file ]] && files+=("$file")
done < <(git ls-files -z --cached --others --exclude-standard -- '*.cpp' '*.hpp' '*.cu' '*.cuh')
case "${1:-check}" in
  write) "$tool" -i "${files[@]}" ;;
  check) "$tool" --dry-run --Werror "${files[@]}" && echo "${#files[@]} files are formatted" ;;
  *) echo "usage: $0 [write|check]" >&2; exit 2 ;;
esac
