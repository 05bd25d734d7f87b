#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Makes the environment of the Python package's build and tests, out/python: python_env.sh. Asks no server for anything
# when all is there. Where no environment can be made, says why, and the tests of the package are skipped.
# PYTHON names the interpreter (default python3), 3.11 or later.
set -euo pipefail
cd "$(dirname "$0")/.."
python=${PYTHON:-python3}
folder=out/python
wanted=python/requirements.txt

skip() {
  echo "setup: the Python package is neither built nor tested: $1"
  exit 0
}
if cmp -s "$wanted" "$folder/requirements.txt" && "$folder/bin/python" -c '' 2>/dev/null; then exit 0; fi
"$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null ||
  skip "no Python 3.11 or later (PYTHON=PATH names another one than python3)"
"$python" -c 'import ensurepip, sysconfig, os
os.stat(os.path.join(sysconfig.get_path("include"), "Python.h"))' 2>/dev/null ||
  skip "$python has no headers or no ensurepip (Debian: python3-dev, python3-venv)"
echo "setup: will make $folder with $(grep -vc '^#' "$wanted") packages and what they need, about 100 MB to fetch"
log=$(mktemp)
trap 'rm -f "$log"' EXIT
rm -rf "$folder"
if ! { "$python" -m venv "$folder" && "$folder/bin/python" -m pip -q --disable-pip-version-check install \
    --only-binary :all: -r "$wanted"; } >"$log" 2>&1; then
  tail -n 5 "$log" >&2
  rm -rf "$folder"
  skip "packages could not be installed"
fi
cp "$wanted" "$folder/requirements.txt"
