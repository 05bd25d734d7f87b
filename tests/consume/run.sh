#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Builds and runs the consumer in one of the ways that docs promise.
# run.sh WAY SOURCE_DIR BUILD_DIR WORK_DIR CXX
set -euo pipefail
way=$1 source_dir=$2 build_dir=$3 work=$4 cxx=$5
here=$source_dir/tests/consume
instance=$source_dir/data/debian-bookworm-depends.hgr.zst
export CXX=$cxx
unset CXXFLAGS LDFLAGS CMAKE_PREFIX_PATH || true

# No optimisation anywhere: the point is that it builds.
# configure PROJECT OPTION...
configure() {
  cmake -S "$here/$1" -B "$work/$way" -G Ninja -DCMAKE_BUILD_TYPE= "${@:2}"
}
configure_and_run() {
  configure "$@"
  cmake --build "$work/$way" --parallel 2
  "$work/$way/consumer" "$instance"
}

case $way in
  find_package)
    rm -rf "$work/static"
    cmake --install "$build_dir" --prefix "$work/static"
    configure_and_run find_package -DCMAKE_PREFIX_PATH="$work/static"
    # Of another version nothing must be found.
    mkdir -p "$work/refused"
    sed 's/find_package(hypermatch 0.1/find_package(hypermatch 99.0/' \
      "$here/find_package/CMakeLists.txt" >"$work/refused/CMakeLists.txt"
    if cmake -S "$work/refused" -B "$work/refused/build" -G Ninja \
         -DCMAKE_PREFIX_PATH="$work/static" >"$work/refused.log" 2>&1; then
      echo "version 99 was found"
      exit 1
    fi
    grep -q 'compatible with requested version' "$work/refused.log"
    ;;
  pkg_config)
    prefix=$work/static
    PKG_CONFIG_PATH=$(dirname "$(find "$prefix" -name hypermatch.pc)")
    export PKG_CONFIG_PATH
    read -ra flags <<<"$(pkg-config --cflags --libs hypermatch)"
    "$cxx" -std=c++20 "$here/main.cpp" "${flags[@]}" -o "$work/pkg_config_consumer"
    "$work/pkg_config_consumer" "$instance"
    ;;
  add_subdirectory)
    # FetchContent ends in add_subdirectory, too, and builds all; here a part will do.
    configure add_subdirectory -DHYPERMATCH_SOURCE="$source_dir"
    cmake --build "$work/$way" --parallel 2 --target hm_base
    ;;
  fetch_content)
    configure_and_run fetch_content -DHYPERMATCH_SOURCE="$source_dir"
    rm -rf "$work/shared"
    cmake --install "$work/$way" --prefix "$work/shared"
    ;;
  find_package_shared)
    configure_and_run find_package -DCMAKE_PREFIX_PATH="$work/shared"
    # It is the shared library that the program runs with.
    libraries=$(ldd "$work/$way/consumer")
    [[ $libraries == *"$work/shared/"*libhypermatch.so* ]]
    ;;
  *) echo "no way '$way'"; exit 2 ;;
esac
