#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Installs what is missing: `setup.sh build` to build and run, `setup.sh docs` for the reference,
# `setup.sh all` to test too. Says what and how much before it does. Asks no server for anything when
# all is there.
set -euo pipefail

for_build=(g++ cmake ninja-build pkg-config libtbb-dev libcli11-dev nlohmann-json3-dev
           libzstd-dev zlib1g-dev libxxhash-dev libpugixml-dev)
for_tests=(clang-14 clang-format-14 clang-tidy-14 libclang-rt-14-dev libgtest-dev python3 python3-dev python3-venv
           binutils util-linux zstd liblemon-dev libtrilinos-kokkos-dev python3-jsonschema libopenmpi-dev openmpi-bin)

for_docs=(doxygen python3)
# Opens the documentation in a test (about 100 MB to fetch); the test is skipped where no such package is.
browser=chromium-headless-shell

case "${1:-all}" in
  build) wanted=("${for_build[@]}") ;;
  docs) wanted=("${for_docs[@]}") ;;
  all) wanted=("${for_build[@]}" "${for_tests[@]}" "${for_docs[@]}") ;;
  *) echo "usage: $0 [build|docs|all]" >&2; exit 2 ;;
esac

if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
  # Another system: the names differ, so say what is needed and let CMake look for it.
  missing=()
  for tool in c++ cmake ninja pkg-config; do
    command -v "$tool" >/dev/null || missing+=("$tool")
  done
  if ((${#missing[@]})); then
    echo "error: please install: ${missing[*]}" >&2
    echo "Libraries needed too: oneTBB, CLI11, nlohmann_json, zstd, zlib, xxHash, pugixml; for the tests" \
         "GoogleTest and clang 14." >&2
    exit 1
  fi
  echo "setup: no apt-get here; the build says which libraries it misses, if any"
  exit 0
fi

installed=$(dpkg-query -W -f='${Package} ${db:Status-Status}\n' "${wanted[@]}" 2>/dev/null || true)
missing=()
for package in "${wanted[@]}"; do
  [[ $'\n'"$installed"$'\n' == *$'\n'"$package installed"$'\n'* || " ${missing[*]-} " == *" $package "* ]] ||
    missing+=("$package")
done
has_browser() {
  local name
  for name in "$browser" chromium chromium-browser google-chrome; do
    if command -v "$name" >/dev/null; then return 0; fi
  done
  return 1
}
is_offered() { [[ -n $(apt-cache pkgnames "$browser" 2>/dev/null) ]]; }
wants_browser=false
if [[ ${1:-all} == all ]] && ! has_browser; then wants_browser=true; fi
if ((${#missing[@]} == 0)) && ! { $wants_browser && is_offered; }; then exit 0; fi

as_root=()
how="apt-get"
if [[ $(id -u) != 0 ]]; then
  if ! command -v sudo >/dev/null; then
    echo "error: not root and no sudo; please install: ${missing[*]}" >&2
    exit 1
  fi
  as_root=(sudo)
  how="sudo apt-get, which may ask for your password"
fi
echo "setup: will install with $how: ${missing[*]}$($wants_browser && echo " $browser (where offered)")"

log=$(mktemp)
trap 'rm -f "$log"' EXIT
# The last line names the package that the package manager names, or all that were wanted.
fail() {
  local culprit
  tail -n 20 "$log" >&2
  culprit=$(grep '^E:' "$log" | tr -c 'a-z0-9.+\n-' '\n' | sed 's/\.$//' |
    grep -xF -m 1 -f <(printf '%s\n' "${missing[@]}") || true)
  echo "error: could not install: ${culprit:-${missing[*]}}" >&2
  exit 1
}
"${as_root[@]}" apt-get -q update >"$log" 2>&1 </dev/null || fail
if $wants_browser && is_offered; then missing+=("$browser"); fi
install=(install -y --no-install-recommends "${missing[@]}")
# Lines of 'address' file size checksum: what is fetched, with all that the packages need.
addresses=$(apt-get -qq "${install[@]}" --print-uris 2>>"$log" </dev/null) || fail
awk 'NF { files++; bytes += $3 }
     END { noun = files == 1 ? "package" : "packages"
           if (files) printf "setup: %d %s with all that is needed, %.0f MB to fetch\n", files, noun, bytes / 1e6
           else print "setup: nothing to fetch" }' \
  <<<"$addresses"
"${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -q "${install[@]}" \
  >>"$log" 2>&1 </dev/null || fail
