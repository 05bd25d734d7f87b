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
  found=$(scripts/lint_sources.py "$2" | sed 's|.*/||; s|\.cpp||' | paste -sd ' ')
  if [[ $found != "$1" ]]; then
    echo "lint_sources.py $2 names '$found', must name '$1'"
    exit 1
  fi
}

expect 'a b c d e' 0/4  # no repository: changes are unknown
git init -q -b main .
git add .
git commit -q -m first
expect 'a b c d e' 0/4  # nothing to compare with
git commit -q --allow-empty -m second
expect 'a e' 0/4
expect 'b' 1/4
expect 'd' 3/4
expect 'a b c d e' all
echo 'int more;' >>src/base/d.cpp
expect 'b d' 1/4  # changed in the working tree
git commit -q -a -m third
expect 'b d' 1/4  # changed by the last commit
git checkout -q -b branch
echo 'int new_one;' >src/base/f.cpp
expect 'b d f' 1/4  # not yet known to git, and the commit before
git add .
git commit -q -m fourth
git commit -q --allow-empty -m fifth
expect 'b f' 1/4  # changed since the branch left main
echo 'using U = int;' >>include/hypermatch/types.hpp
expect 'b e f' 1/4  # a header, by what includes it in the end
echo '# all' >>.clang-tidy
expect 'a b c d e f' 1/4  # the checks themselves
echo "ok"
