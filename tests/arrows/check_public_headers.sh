#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Every public header compiles alone, twice included, with nothing but include/ on the path, and
# includes only the standard library and other public headers. After any of them, Error can be caught.
# Read as C++17, each says first that C++20 is needed. hypermatch.hpp includes the families of
# headers, and these, or itself, include each other one.
# check_public_headers.sh SOURCE_DIR CXX
set -euo pipefail
source_dir=$1 cxx=$2
wrong=0 headers=0
cd "$source_dir/include"
# compiles HEADER: alone, and as C++17 not at all.
compiles() {
  local first
  if ! printf '#include "%s"\n#include "%s"\nstatic_assert(sizeof(hypermatch::Error) > 0);\n' "$1" "$1" |
       "$cxx" -std=c++20 -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror \
         -fsyntax-only -I . -x c++ -; then
    echo "$1 does not compile alone"
    wrong=$((wrong + 1))
  fi
  first=$(printf '#include "%s"\n' "$1" | "$cxx" -std=c++17 -Wfatal-errors -E -I . -x c++ - -o /dev/null 2>&1 ||
    true)
  first=$(grep -m 1 ' error: ' <<<"$first" || true)
  if [[ $first != *'needs C++20'* ]]; then
    echo "$1 does not name C++20 first when it is read as C++17: $first"
    wrong=$((wrong + 1))
  fi
}

# Lines of hypermatch.hpp, and of those that it includes and that declare nothing.
in_families=$(cat hypermatch/hypermatch.hpp
  sed -n 's/^#include "\(.*\)"$/\1/p' hypermatch/hypermatch.hpp | while IFS= read -r family; do
    grep -q '^namespace' "$family" || cat "$family"
  done)
while IFS= read -r header; do
  headers=$((headers + 1))
  compiles "$header"
  # Standard headers have no dot and no slash; <x.h> is a C header.
  if grep -nE '^ *# *include' "$header" | grep -vE '#include (<[a-z_]+>|"hypermatch/[a-z_/]+\.hpp")'; then
    echo "$header includes more than the standard library and hypermatch/"
    wrong=$((wrong + 1))
  fi
  if [[ $header != hypermatch/hypermatch.hpp ]] && ! grep -qxF "#include \"$header\"" <<<"$in_families"; then
    echo "neither hypermatch/hypermatch.hpp nor a family that it includes includes $header"
    wrong=$((wrong + 1))
  fi
# Those of MPI and Kokkos are compiled against the caller's (tests/ranks, tests/kokkos).
done < <(find hypermatch -name '*.hpp' ! -name mpi.hpp ! -name kokkos.hpp | sort)
echo "$headers public headers, $wrong wrong"
((wrong == 0 && headers > 0))
