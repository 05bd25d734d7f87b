#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# run_mpi.sh MPIEXEC FLAG PROGRAM: the program of MPI on four processes, of which two call the library. Skipped
# where MPI starts no processes at all.
set -euo pipefail
mpiexec=$1 flag=$2 program=$3
"$mpiexec" "$flag" 2 true || exit 77
said=$("$mpiexec" "$flag" 4 "$program")
echo "$said"
[[ $said == "2 ranks matched 20000 edges" ]]
