#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Makes the reference of the public headers and the pages beside it: docs.sh [FOLDER] (out/docs). Fails
# at a warning of Doxygen, a broken link or a missing picture.
set -euo pipefail
cd "$(dirname "$0")/.."
folder=$(mkdir -p "${1:-out/docs}" && cd "${1:-out/docs}" && pwd)
rm -rf "$folder/html"
python3 -B scripts/site_pages.py "$folder/pages"
(cd "$folder/pages" && HYPERMATCH_DOCS=$folder doxygen "$OLDPWD/docs/Doxyfile" >&2)
# What pages link to beside themselves.
mkdir -p "$folder/examples"
cp examples/*.cpp "$folder/examples/"
python3 -B tests/docs/check_site.py "$folder/html"
echo "docs: $folder/html/index.html"
