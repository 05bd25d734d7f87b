#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Makes the site: the reference of the public headers and the pages beside it, by Doxygen, and those of the Python
# package, by Sphinx, where that is built (build/python): docs.sh [FOLDER [headers]] (out/docs; `headers` leaves Sphinx
# out). Fails at a warning, a broken link, a missing picture, or a program of the gallery that does not run.
set -euo pipefail
cd "$(dirname "$0")/.."
folder=$(mkdir -p "${1:-out/docs}" && cd "${1:-out/docs}" && pwd)
rm -rf "$folder/html"
with_python=''
if [[ ${2:-} != headers && -d build/python/hypermatch && -x out/python/bin/python ]]; then with_python=1; fi
HYPERMATCH_PYTHON_PAGES=$with_python python3 -B scripts/site_pages.py "$folder/pages"
(cd "$folder/pages" && HYPERMATCH_DOCS=$folder doxygen "$OLDPWD/docs/Doxyfile" >&2)
# What pages link to beside themselves.
mkdir -p "$folder/examples"
cp examples/*.cpp "$folder/examples/"
if [[ -n $with_python ]]; then
  out/python/bin/python -m pip -q --disable-pip-version-check install -r python/requirements_docs.txt
  rm -rf "$folder/python_pages"
  cp -r docs/site "$folder/python_pages"
  PYTHONPATH=$PWD/build/python HYPERMATCH_SOURCE=$PWD out/python/bin/python -B -m sphinx -q -W --keep-going -b html \
    "$folder/python_pages" "$folder/html/python" >&2
fi
python3 -B tests/docs/check_site.py "$folder/html"
echo "docs: $folder/html/index.html"
