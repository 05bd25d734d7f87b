#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Tests the Python package with every Python from 3.11 that is here, each with a wheel and an environment of its own
# (out/python-VERSION); 3.12 also with PyTorch, PyTorch Geometric, scanpy, a newer networkx and pyright, in the
# versions of python/requirements_long.txt; and many hostile calls under AddressSanitizer and
# UndefinedBehaviorSanitizer; the site, with the gallery, in a browser: python_long.sh [VERSION|hostile|site ...].
# Several GB are fetched the first time.
set -euo pipefail
cd "$(dirname "$0")/.."
root=$PWD
export HYPERMATCH_SOURCE=$root HYPERMATCH_BUILD=$root/build PYTHONDONTWRITEBYTECODE=1
unset PYTHONPATH
failed=()

# Interpreters of that version: on the path, or where pyenv keeps them.
interpreter() {
  local each
  for each in "$(command -v "python$1" || true)" "${PYENV_ROOT:-$HOME/.pyenv}"/versions/"$1".*/bin/python; do
    if [[ -x $each ]] && "$each" -c "import sys, ensurepip; sys.exit('%d.%d' % sys.version_info[:2] != '$1')" 2>/dev/null; then
      echo "$each"
      return
    fi
  done
}

# The environment of that version, with the packages of the lists that it is to have.
environment() {
  local folder=out/python-$1 lists=(python/requirements.txt)
  [[ $1 != 3.12 ]] || lists+=(python/requirements_long.txt)
  # The later one of two versions counts.
  local wanted
  wanted=$(cat "${lists[@]}" | awk -F== '!/^#/ { version[$1] = $0 } END { for (name in version) print version[name] }' | sort)
  if [[ ! -x $folder/bin/python || $(cat "$folder/requirements.txt" 2>/dev/null) != "$wanted" ]]; then
    rm -rf "$folder"
    "$2" -m venv "$folder"
    "$folder/bin/python" -m pip -q --disable-pip-version-check install --only-binary :all: -r <(echo "$wanted")
    echo "$wanted" >"$folder/requirements.txt"
  fi
}

with_python() {
  local found
  found=$(interpreter "$1")
  if [[ -z $found ]]; then
    echo "skipped: Python $1 is not here"
    return
  fi
  environment "$1" "$found"
  local python=$root/out/python-$1/bin/python tests=(tests/python/test_*.py) test
  [[ $1 != 3.12 ]] || tests+=(tests/python_long/beside_*.py)
  PYTHON=$python scripts/wheel.sh "out/wheel-$1" >/dev/null
  "$python" -m pip -q --disable-pip-version-check install --no-deps --force-reinstall "out/wheel-$1"/*.whl
  for test in "${tests[@]}"; do
    if (cd "$(dirname "$test")" && PATH="$(dirname "$python"):$PATH" "$python" -W ignore "$(basename "$test")") \
      >"out/python-$1/$(basename "$test" .py).log" 2>&1; then
      echo "ok      $1 $test"
    else
      echo "FAILED  $1 $test (out/python-$1/$(basename "$test" .py).log)"
      failed+=("$1 $test")
    fi
  done
}

# 100,000 calls in the module as AddressSanitizer compiles it.
hostile() {
  cmake --preset dev -B out/python-asan -DHYPERMATCH_TESTS=OFF -DHYPERMATCH_KOKKOS=OFF -DHYPERMATCH_MPI=OFF \
    -DHYPERMATCH_PYTHON=ON "-DPython_EXECUTABLE=$root/out/python/bin/python" >/dev/null
  cmake --build out/python-asan --target hypermatch_python >out/python-asan/build.log
  local runtime
  runtime=$(sed -n 's/^CMAKE_CXX_COMPILER:[A-Z]*=//p' out/python-asan/CMakeCache.txt)
  runtime=$("$runtime" -print-file-name=libclang_rt.asan-x86_64.so)
  if LD_PRELOAD=$runtime ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1:max_allocation_size_mb=1024:quarantine_size_mb=64 UBSAN_OPTIONS=halt_on_error=1 \
    PYTHONPATH=out/python-asan/python HYPERMATCH_HOSTILE_CALLS=${HYPERMATCH_HOSTILE_CALLS:-100000} \
    out/python/bin/python tests/python/test_hostile.py >out/python-asan/hostile.log 2>&1; then
    echo "ok      hostile calls under sanitizers"
  else
    echo "FAILED  hostile calls under sanitizers (out/python-asan/hostile.log)"
    failed+=(hostile)
  fi
}

# The site with the gallery, in a browser.
site() {
  if scripts/docs.sh >out/site.log 2>&1 && python3 -B tests/docs/check_browser.py out/docs/html >>out/site.log 2>&1; then
    echo "ok      site and gallery"
  else
    echo "FAILED  site and gallery (out/site.log)"
    failed+=(site)
  fi
}

wanted=("$@")
((${#wanted[@]})) || wanted=(3.11 3.12 3.13 hostile site)
[[ ${wanted[*]} == hostile ]] ||
  scripts/build.sh release -DHYPERMATCH_PYTHON=ON "-DPython_EXECUTABLE=$root/out/python/bin/python"
for each in "${wanted[@]}"; do
  case $each in 3.11 | 3.12 | 3.13 | hostile | site) ;; *)
    echo "error: '$each' is none of 3.11, 3.12, 3.13, hostile, site" >&2
    exit 2
    ;;
  esac
done
for each in "${wanted[@]}"; do
  case $each in hostile | site) "$each" ;; *) with_python "$each" ;; esac
done
((${#failed[@]} == 0))
