#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# What scripts/lint_sources.py names, in a repository of four files. check_lint.sh SOURCE_DIR
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work"/{scripts,cli,src/base,include/hypermatch}
cp "$1/scripts/lint_sources.py" "$work/scripts/"
cd "$work"
export GIT_AUTHOR_NAME=t GIT_AUTHOR_EMAIL=t@t GIT_COMMITTER_NAME=t GIT_COMMITTER_EMAIL=t@t
for name in a b c d e; do echo "int $name;" >"src/base/$name.cpp"; done
echo '#include "base/inner.hpp"' >src/base/outer.hpp
echo '#include "hypermatch/types.hpp"' >src/base/inner.hpp
echo 'using T = int;' >include/hypermatch/types.hpp
echo '#include "base/outer.hpp"' >>src/base/e.cpp
touch .clang-tidy

# expect WORDS ARGUMENT: the sources named, without their folder.
expect() {
  local found
  found=$(scripts/lint_sources.py ${2:+"$2"} | sed 's|.*/||; s|\.cpp||' | paste -sd ' ')
  if [[ $found != "$1" ]]; then
    echo "lint_sources.py $2 names '$found', must name '$1'"
    exit 1
  fi
}

expect 'a b c d e' ''  # no repository: changes are unknown
git init -q -b main .
git add .
git commit -q -m first
expect 'a b c d e' ''  # no revision that was found clean
git rev-parse HEAD >scripts/lint_clean.txt
expect '' ''
expect 'a b c d e' all
echo 'int more;' >>src/base/d.cpp
expect 'd' ''  # changed in the working tree
git commit -q -a -m second
expect 'd' ''  # changed by a commit
echo 'int new_one;' >src/base/f.cpp
expect 'd f' ''  # not yet known to git
git add .
git commit -q -m third
git rev-parse HEAD >scripts/lint_clean.txt
expect '' ''
echo 'using U = int;' >>include/hypermatch/types.hpp
expect 'e' ''  # a header, by what includes it in the end
git commit -q -a -m fourth
git rev-parse HEAD >scripts/lint_clean.txt
mkdir src/base/inside
git mv src/base/outer.hpp src/base/inside/
sed -i 's|base/outer|base/inside/outer|' src/base/e.cpp
expect '' ''  # moved, and included from there
git mv src/base/d.cpp src/base/inside/
expect '' ''
echo 'int moved;' >>src/base/inside/d.cpp
expect 'd' ''  # moved and changed
git commit -q -a -m fifth
echo '0123456789012345678901234567890123456789' >scripts/lint_clean.txt
expect 'a b c e f d' ''  # a revision that git does not know
git rev-parse HEAD >scripts/lint_clean.txt
echo '# all' >>.clang-tidy
expect 'a b c e f d' ''  # the checks themselves
echo "ok"
