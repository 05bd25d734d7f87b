#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Makes the seeds of fuzz_results, a sound file for each reader: result_seeds.sh FOLDER. The first
# byte of a seed is the number of its reader in fuzz_results.cpp.
set -euo pipefail
out=$1
mkdir -p "$out"

seed() { printf "\\x$(printf %02x "$1")$2" >"$out/$1"; }  # READER TEXT
seed 0 '%% capacities\n2\n0\n\n99999999999\r\n1\n1'
seed 1 '1 2\n3\n0 1\n%% c\n1 1\n18446744073709551616\n'
seed 2 '1\n5\n6\n'
seed 3 '1 2\n4 3\n'
seed 4 '1 2 3\n2 1\n3 1\n'
seed 5 '1 2\n2 3\n3 4\n5 1\n'
seed 6 'a\tab\nab\ta\n'
seed 7 '1 3\n2 1\n'
seed 8 'r 1\nr 2\nc 3\n'
seed 9 '1 1\n2 7\n5 1\n4 18446744073709551615\n3 7\n'
seed 10 'a 1 1\nab 1 1\nb 2 1\n c 3 2\n'
seed 11 'r 1 2.5\n%% c\nc 3 -1e-3\nr 2 0\n'
seed 12 'u -1\nb 0\ns 1 2\nv 1 9 1\nv 2 7 1\nv 3 7 1\nv 5 9\n'
seed 13 'b 4\n c 4\n'
seed 14 'x,y\n1,2.5\n%% c\n-3e1; 4\n0 0\n'
