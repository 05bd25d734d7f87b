#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# scripts/build.sh shows progress, on a terminal as ninja does and elsewhere by tenths, what went wrong, how much
# there is to build, and builds device code where it is asked to. CMake and ninja are stand-ins.
# check_build.sh SOURCE_DIR
set -euo pipefail
source_dir=$1
# A target is there, whatever an older configuration left out.
for preset in release dev tsan; do
  listed=$(cd "$source_dir" && cmake --preset "$preset" -N)
  for part in CLI TESTS; do
    [[ $listed == *"HYPERMATCH_$part=\"ON\""* ]] || { echo "preset $preset: no HYPERMATCH_$part"; exit 1; }
  done
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/bin"
cat >"$work/bin/cmake" <<'END'
#!/usr/bin/env bash
if [[ $1 != --build ]]; then
  echo "$*" >>"${ARGUMENTS:-/dev/null}"
  if [[ -n ${REFUSED:-} ]]; then echo "CMake Error: $REFUSED"; echo "Preset CMake variables:"; exit 1; fi
  exit 0
fi
if [[ $* == *none* ]]; then echo "ninja: error: unknown target 'none'"; exit 1; fi
if [[ -t 1 ]]; then echo "a terminal"; fi
for i in {1..40}; do echo "[$i/40] Building CXX object $i.o"; done
if [[ -n ${BROKEN:-} ]]; then echo "FAILED: 40.o"; exit 1; fi
END
cat >"$work/bin/ninja" <<'END'
#!/usr/bin/env bash
if [[ $* == *none* ]]; then echo "ninja: error: unknown target 'none'" >&2; exit 1; fi
if [[ $* != *" -n "* ]]; then exit 0; fi
for i in {1..40}; do echo "[$i/40] c++ -MD -o src/none/$i.o -c $i.cpp"; done
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

# A failure has its reason, in one line where that says all.
fails() {  # fails ERRORS ARGUMENT...
  if "$source_dir/scripts/build.sh" "${@:2}" >/dev/null 2>"$work/err"; then echo "build.sh ${*:2} succeeds"; exit 1; fi
  [[ $(cat "$work/err") == $1 ]] || { echo "build.sh ${*:2} says:"; cat "$work/err"; exit 1; }
}
fails "ninja: error: unknown target 'none'" release none
for reason in 'The source "a" does not match the source "b" used to generate cache.' \
    'Error: generator : Ninja\nDoes not match the generator used previously: Unix Makefiles' \
    'The current CMakeCache.txt directory a is different than the directory b'; do
  REFUSED=$(printf '%b' "$reason") fails 'error: build/ was configured for another *: make clean' release target
done
REFUSED='no such compiler' fails 'CMake Error: no such compiler*' release target
mkdir "$work/tools"
ln -s /usr/bin/{bash,env,dirname,mktemp,rm,cat,grep} "$work/tools/"
if ! grep -qs '^CMAKE_CUDA_COMPILER:.*=/' "$source_dir/build/CMakeCache.txt"; then  # else nvcc is known
  PATH=$work/bin:$work/tools CUDA_HOME=/none CUDACXX='' CUDA_PATH='' CUDAToolkit_ROOT='' GPU=1 \
    fails 'error: device code (GPU=1) needs nvcc, *cuda-toolkit-*' release target
fi
export CUDACXX=nvcc

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
