#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Runs the benchmarks. Without arguments: those tables of docs/performance*.md that stand under a line
# of command are made anew.
# With arguments: bench/reports/update_docs.py BLOCK..., only those tables.
set -euo pipefail
cd "$(dirname "$0")/.."
cmake --preset release -DHYPERMATCH_BENCH=ON >/dev/null
cmake --build build --target hypermatch_cli hypermatch_bench >/dev/null
exec python3 bench/reports/update_docs.py "$@"
