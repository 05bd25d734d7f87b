#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# scripts/build.sh shows progress, on a terminal as ninja does and elsewhere by tenths, what went wrong,
# and lets sources share translation units where it may. CMake is a stand-in. check_build.sh SOURCE_DIR
set -euo pipefail
source_dir=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/bin"
cat >"$work/bin/cmake" <<'END'
#!/usr/bin/env bash
if [[ $1 != --build ]]; then echo "$*" >>"${ARGUMENTS:-/dev/null}"; exit 0; fi
if [[ -t 1 ]]; then echo "a terminal"; fi
for i in {1..40}; do echo "[$i/40] Building CXX object $i.o"; done
if [[ -n ${BROKEN:-} ]]; then echo "FAILED: 40.o"; exit 1; fi
END
chmod +x "$work/bin/cmake"
export PATH=$work/bin:$PATH

"$source_dir/scripts/build.sh" release >"$work/out"
grep -q 'built 4 of 40$' "$work/out"
grep -q 'built 40 of 40$' "$work/out"
(($(wc -l <"$work/out") == 12)) || { cat "$work/out"; exit 1; }

if BROKEN=1 "$source_dir/scripts/build.sh" release >"$work/out" 2>"$work/err"; then
  echo "a broken build succeeds"
  exit 1
fi
[[ $(cat "$work/err") == "FAILED: 40.o" ]]

script -qec "$source_dir/scripts/build.sh release" /dev/null >"$work/out"
grep -q 'a terminal' "$work/out"
grep -q '\[40/40\]' "$work/out"

# --together holds for new folders and for those that were built so, of a copy beside which there is none.
mkdir "$work/scripts"
cp "$source_dir/scripts/build.sh" "$work/scripts"
export ARGUMENTS=$work/arguments
together=-DCMAKE_UNITY_BUILD=ON
expect() {  # expect LAST_ARGUMENTS ARGUMENT...
  "$work/scripts/build.sh" "${@:2}" >/dev/null
  [[ $(tail -n 1 "$ARGUMENTS") == "--preset $1" ]] || { cat "$ARGUMENTS"; exit 1; }
}
expect "dev $together -DA=1" dev --together -DA=1 target
mkdir "$work/build-dev"
echo 'CMAKE_UNITY_BUILD:UNINITIALIZED=ON' >"$work/build-dev/CMakeCache.txt"
expect "dev $together" dev --together
expect dev dev target
echo 'CMAKE_UNITY_BUILD:UNINITIALIZED=OFF' >"$work/build-dev/CMakeCache.txt"
expect dev dev --together
echo "build shows its progress"
