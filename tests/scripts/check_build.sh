#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# scripts/build.sh shows progress, on a terminal as ninja does and elsewhere by tenths, what went wrong, how much
# there is to build, and builds device code where it is asked to. CMake and ninja are stand-ins.
# check_build.sh SOURCE_DIR
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
cat >"$work/bin/ninja" <<'END'
#!/usr/bin/env bash
for i in {1..40}; do echo "c++ -MD -o src/none/$i.o -c $i.cpp"; done
END
chmod +x "$work/bin/cmake" "$work/bin/ninja"
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

grep -q ', 40 steps, about [0-9]* s on [0-9]* cores' "$work/out"

# A release build has device code where GPU=1 asks for it, and says where it is left out.
export ARGUMENTS=$work/arguments
expect() {  # expect LAST_ARGUMENTS ARGUMENT...
  "$source_dir/scripts/build.sh" "${@:2}" >"$work/out"
  [[ $(tail -n 1 "$ARGUMENTS") == "--preset $1" ]] || { cat "$ARGUMENTS"; exit 1; }
}
GPU=1 expect 'release -DHYPERMATCH_CUDA=ON' release target
GPU=0 expect 'release -DHYPERMATCH_CUDA=OFF' release
grep -q 'without device code' "$work/out"
expect 'release -DHYPERMATCH_CUDA=ON -DA=1' release -DHYPERMATCH_CUDA=ON -DA=1
expect 'dev -DA=1' dev -DA=1
echo "build shows its progress"
