#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Compares the speed of two builds: runs of the command in turn, minima, one ratio per benchmark; and
# fails where the second build is slower than the limit allows.
#   bench/reports/compare.sh [OPTIONS] BASE NEW
# BASE and NEW are build folders (with bin/hypermatch) or revisions of git, which are built once below
# out/compare. What is measured is what the command reports: reading, solving, verifying, by kind of
# instance (compare.py lists them; --list prints them).
#   --limit P         percentage by which NEW may be slower (default 5; with --instructions 1)
#   --runs N          runs of each build before a verdict (default 7); a benchmark beyond the limit gets
#                     as many again up to three times, since only a real loss stays
#   --threads N       threads of the benchmarks of all cores (default 2)
#   --scale F         size of the instances (default 1; with --instructions 0.1)
#   --only TEXT       benchmarks whose name contains TEXT; may be repeated
#   --instructions    counts instructions of whole commands on one thread instead, by valgrind's
#                     callgrind: needs builds for any machine (-DHYPERMATCH_ARCH=), as made here
# Exit code 0: within the limit, 1: slower, 2: could not be compared, be it that equal runs of BASE
# (column base / base: minima of its odd and of its even runs) are further apart than the limit.
#
# A build against itself: instructions differ by at most 0.1 % (26 commands, two minutes). Minima of 7
# to 28 runs, noisy: 27 of 30 benchmarks within 4 % or faster, 3 (two of them on two threads) 14 to
# 42 % slower and by base / base too noisy to judge, none SLOWER. On a machine in use, judge by --instructions or wait.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(dirname "$(dirname "$here")")

fail() {
  echo "error: $*" >&2
  exit 2
}

# build SHA: the command of a revision, built below out/compare with the settings of the release.
build() {
  local sha=$1 folder=$root/out/compare/$1
  if [[ ! -x $folder/build/bin/hypermatch ]]; then
    echo "building ${sha:0:12}" >&2
    mkdir -p "$folder/source"
    git -C "$root" archive "$sha" | tar -x -C "$folder/source"
    {
      cmake -S "$folder/source" -B "$folder/build" -G Ninja -DCMAKE_BUILD_TYPE=Release \
        -DHYPERMATCH_ARCH= -DHYPERMATCH_CUDA=OFF -DHYPERMATCH_TESTS=OFF -DHYPERMATCH_BENCH=OFF
      cmake --build "$folder/build" --target hypermatch_cli
    } >"$folder/log" 2>&1 || fail "${sha:0:12} does not build, see $folder/log"
  fi
  echo "$folder/build/bin/hypermatch"
}

# command_of BUILD: the command of a folder or revision.
command_of() {
  local sha
  if [[ -x $1/bin/hypermatch ]]; then
    echo "$1/bin/hypermatch"
  elif sha=$(git -C "$root" rev-parse --verify --quiet "$1^{commit}"); then
    build "$sha"
  else
    fail "$1 is neither a build folder (with bin/hypermatch) nor a revision"
  fi
}

options=()
builds=()
while (($#)); do
  case $1 in
    -h | --help)
      sed -n '3,/^set /s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"
      exit 0
      ;;
    --limit | --runs | --threads | --scale | --only)
      (($# > 1)) || fail "$1 needs a value"
      options+=("$1" "$2")
      shift
      ;;
    --instructions | --list) options+=("$1") ;;
    -*) fail "$1 is no option, see --help" ;;
    *) builds+=("$1") ;;
  esac
  shift
done
if [[ " ${options[*]-} " == *" --list "* ]]; then
  exec python3 -B "$here/compare.py" "${options[@]}"
fi
((${#builds[@]} == 2)) || fail "two builds are compared: compare.sh [OPTIONS] BASE NEW"
base=$(command_of "${builds[0]}")
new=$(command_of "${builds[1]}")
exec python3 -B "$here/compare.py" "${options[@]}" "$base" "$new"
