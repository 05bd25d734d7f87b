#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Builds and runs the consumer in one of the ways that docs promise.
# run.sh WAY SOURCE_DIR BUILD_DIR WORK_DIR CXX CUDA TBB KOKKOS
set -euo pipefail
way=$1 source_dir=$2 build_dir=$3 work=$4 cxx=$5 cuda=$6 tbb=$7 kokkos=$8
here=$source_dir/tests/consume
instance=$source_dir/data/debian-bookworm-depends.hgr.zst
export CXX=$cxx
unset CXXFLAGS LDFLAGS CMAKE_PREFIX_PATH || true

# Projects without a build type.
# configure PROJECT OPTION...
configure() {
  cmake -S "$here/$1" -B "$work/$way" -G Ninja -DCMAKE_BUILD_TYPE= -DCMAKE_CXX_FLAGS= \
    "${@:2}"
}
configure_and_run() {
  configure "$@"
  cmake --build "$work/$way" --target consumer
  run "$work/$way/consumer"
}
fetch_content() {
  configure_and_run fetch_content -DHYPERMATCH_SOURCE="$source_dir" \
    -DHYPERMATCH_OBJECTS="$work/../room_objects.txt" \
    -DHYPERMATCH_CUDA_OBJECTS="$work/../cuda_objects.txt" \
    -DHYPERMATCH_CUDA="$cuda" -DHYPERMATCH_TBB="$tbb" -DHYPERMATCH_KOKKOS="$kokkos" "$@"
}
# Runs a consumer, not from a folder of the build. What it says of devices is what the driver says:
# where there is device code, it was found.
run() {
  mkdir -p "$work/elsewhere"
  (cd "$work/elsewhere" && "$1" "$instance") | tee "$work/$way.out"
  grep -q '^devices: ' "$work/$way.out"
  if [[ $cuda == ON ]] && grep -E '^devices: 0 .*(device code|another build|CUDA back end)' "$work/$way.out"
  then
    echo "device code was not found"
    exit 1
  fi
}
# Linking the library needs no CUDA, and device code exports nothing but its tables.
check_separation() {
  [[ $cuda == ON ]] || return 0
  local library device
  library=$(find "$1" -name 'libhypermatch.a' -o -name 'libhypermatch.so')
  device=$(find "$1" -name 'libhypermatch_cuda.so.*')
  if nm "$library" 2>/dev/null | grep -E ' (U|T) _*(cuda|cu[A-Z])'; then
    echo "$library needs CUDA"
    exit 1
  fi
  nm -D --defined-only "$device" >"$work/device_symbols"
  grep -q ' hypermatch_cuda_stamp$' "$work/device_symbols"
  if grep -v ' hypermatch_cuda_' "$work/device_symbols"; then
    echo "$device exports names of others"
    exit 1
  fi
}

case $way in
  find_package)
    rm -rf "$work/static"
    cmake --install "$build_dir" --prefix "$work/static"
    cmp "$source_dir/LICENSE" "$work/static/share/licenses/hypermatch/LICENSE"
    configure_and_run find_package -DCMAKE_PREFIX_PATH="$work/static"
    check_separation "$work/static"
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
    "$cxx" -std=c++20 "$here/main.cpp" "$here/boundary.cpp" "${flags[@]}" -o "$work/pkg_config_consumer"
    HYPERMATCH_CUDA_LIBRARY=$(pkg-config --variable=cuda_library hypermatch) \
      run "$work/pkg_config_consumer"
    ;;
  add_subdirectory)
    # FetchContent ends in add_subdirectory, too, and builds all; here a part will do.
    configure add_subdirectory -DHYPERMATCH_SOURCE="$source_dir"
    cmake --build "$work/$way" --parallel 2 --target hm_base
    # The library is optimised, the project around it is as it wants to be.
    commands=$work/$way/compile_commands.json
    grep '"command".*/src/base/' "$commands" >"$work/library"  # fails where there is none
    if grep -v -e ' -O3 .*-DNDEBUG' "$work/library"; then
      echo "hypermatch is not optimised in a project without a build type"
      exit 1
    fi
    grep '"command".*/consume/main.cpp' "$commands" >"$work/own"  # fails where there is none
    if grep -e ' -O' -e NDEBUG "$work/own"; then
      echo "hypermatch's optimisation reaches its users"
      exit 1
    fi
    # A level that the project's own flags name is kept.
    configure add_subdirectory -DHYPERMATCH_SOURCE="$source_dir" -DCMAKE_CXX_FLAGS=-O1
    if grep -e ' -O3' "$commands"; then
      echo "hypermatch overrides the project's own flags"
      exit 1
    fi
    ;;
  fetch_content)
    fetch_content
    # Of `detail` only what templates in public headers call is exported.
    library=$(find "$work/$way" -name 'libhypermatch.so.*.*.*')
    nm -DC --defined-only "$library" >"$work/exported"
    grep -q ' T hypermatch::local_max(' "$work/exported"
    templates='reallocate_items|grow_items|own_bytes|free_bytes|check_memory'
    templates+='|copy_to_device|copy_to_host|copy_on_device|join_names|refuse_name|refuse_value'
    if grep -E ' (typeinfo for |typeinfo name for |vtable for )?hypermatch::detail::' "$work/exported" |
       grep -vE " hypermatch::detail::($templates)(\\[abi:cxx11\\])?\\("; then
      echo "names of detail are exported"
      exit 1
    fi
    # Nor anything of others.
    if grep -E ' [TDBRVW] ' "$work/exported" |
       grep -vE ' ((typeinfo for |typeinfo name for |vtable for )?hypermatch::|hypermatch_[a-z_]+$)'; then
      echo "names of others are exported"
      exit 1
    fi
    rm -rf "$work/shared"
    cmake --install "$work/$way" --prefix "$work/shared"
    ;;
  fetch_content_static)
    fetch_content -DCONSUMER_SHARED=OFF
    ;;
  find_package_shared)
    configure_and_run find_package -DCMAKE_PREFIX_PATH="$work/shared"
    check_separation "$work/shared"
    # It is the shared library that the program runs with.
    libraries=$(ldd "$work/$way/consumer")
    [[ $libraries == *"$work/shared/"*libhypermatch.so* ]]
    ;;
  *) echo "no way '$way'"; exit 2 ;;
esac
