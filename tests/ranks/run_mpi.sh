#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# run_mpi.sh MPIEXEC FLAG PROGRAM: the program of MPI on four processes, of which two call the library. Skipped
# where MPI starts no processes at all.
set -euo pipefail
mpiexec=$1 flag=$2 program=$3
# Seldom, Open MPI 4.1 misses the end of its processes and waits for ever: code 124, and it is started again.
run() {
  for _ in 1 2 3; do
    local code=0
    timeout 40 "$mpiexec" "$flag" "$@" || code=$?
    ((code == 124)) || return "$code"
  done
  return 124
}
run 2 true || exit 77
said=$(run 4 "$program")
echo "$said"
[[ $said == "2 ranks matched 20000 edges" ]]
