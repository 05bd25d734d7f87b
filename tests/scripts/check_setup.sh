#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# scripts/setup.sh names packages, their size and sudo before it installs anything, and asks no server
# where nothing is missing. The package manager is a stand-in. check_setup.sh SOURCE_DIR
set -euo pipefail
source_dir=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export TRACE=$work/trace MISSING
mkdir "$work/bin"

stand_in() { cat >"$work/bin/$1"; chmod +x "$work/bin/$1"; }
stand_in dpkg-query <<'END'
#!/usr/bin/env bash
for package in "${@:3}"; do [[ $package == "$MISSING" ]] || echo "$package installed"; done
END
stand_in apt-get <<'END'
#!/usr/bin/env bash
echo "apt-get $*" >>"$TRACE"
if [[ -n ${UNKNOWN:-} && $* == *install* ]]; then
  echo "${REASON:-E: Unable to locate package $MISSING}" >&2
  exit 100
fi
if [[ $* == *--print-uris* ]]; then
  for size in ${SIZES-30000000 12000000}; do echo "'http://server/$size.deb' a.deb $size SHA256:0"; done
fi
END
stand_in sudo <<'END'
#!/usr/bin/env bash
echo "sudo $1" >>"$TRACE"
exec "$@"
END
stand_in id <<'END'
#!/usr/bin/env bash
echo "${AS_USER:-0}"
END
stand_in apt-cache <<'END'
#!/usr/bin/env bash
[[ -z ${OFFERED:-} ]] || echo "$2"
END
# The tools of the system without its browsers.
cp -rs /usr/bin/. "$work/tools"
rm -f "$work"/tools/chromium* "$work"/tools/google-chrome*
export PATH=$work/bin:$work/tools

fail() { echo "$1"; cat "$TRACE"; exit 1; }
# The number of the first line of the trace that matches.
line_of() { grep -n -m 1 -e "$1" "$TRACE" | cut -d : -f 1; }

: >"$TRACE"
MISSING=none "$source_dir/scripts/setup.sh" all >>"$TRACE"
[[ ! -s $TRACE ]] || fail "something is done or said though nothing is missing"

for user in 0 1000; do
  : >"$TRACE"
  AS_USER=$user MISSING=ninja-build "$source_dir/scripts/setup.sh" build >>"$TRACE"
  named=$(line_of '^setup: will install .*: ninja-build$') || fail "the package is not named"
  size=$(line_of '^setup: 2 packages .* 42 MB') || fail "the size is not told"
  asked=$(line_of '^apt-get ') || fail "nothing is asked"
  done=$(line_of '^apt-get -q install -y --no-install-recommends ninja-build$') ||
    fail "nothing is installed"
  ((named < asked && size < done)) || fail "it is told too late"
  if [[ $user == 0 ]]; then
    ! grep -q sudo "$TRACE" || fail "root needs no sudo"
  else
    (($(line_of 'sudo apt-get, which may ask') == named)) || fail "sudo is not announced"
    grep -q '^sudo env$' "$TRACE" || fail "sudo is not used"
  fi
done

: >"$TRACE"
if UNKNOWN=1 MISSING=ninja-build "$source_dir/scripts/setup.sh" build >>"$TRACE" 2>&1; then
  fail "a package that cannot be found is no error"
fi
grep -q '^E: Unable to locate package ninja-build$' "$TRACE" || fail "the reason is not told"
[[ $(tail -n 1 "$TRACE") == "error: could not install: ninja-build" ]] || fail "no error is told"
# The package is found in an address, too: one whose name begins another one's, or contains a "+".
for package in libpugixml-dev g++ python3 python3-jsonschema; do
  : >"$TRACE"
  UNKNOWN=1 MISSING=$package REASON="E: Failed to fetch http://server/pool/p/${package}_1.13-1_amd64.deb  404  Not Found" \
    "$source_dir/scripts/setup.sh" all >>"$TRACE" 2>&1 || true
  [[ $(tail -n 1 "$TRACE") == "error: could not install: $package" ]] || fail "$package is not found in an address"
done
told() { : >"$TRACE"; SIZES=$1 MISSING=g++ "$source_dir/scripts/setup.sh" build >>"$TRACE"; grep -q "$2" "$TRACE" || fail "$2"; }
told 5000000 '^setup: 1 package with all that is needed, 5 MB to fetch$'
told '' '^setup: nothing to fetch$'
# A browser is installed for the tests, where there is none and a package offers one.
: >"$TRACE"
OFFERED=1 MISSING=none "$source_dir/scripts/setup.sh" all >>"$TRACE"
grep -q '^apt-get -q install -y --no-install-recommends chromium-headless-shell$' "$TRACE" ||
  fail "no browser is installed"
: >"$TRACE"
OFFERED=1 MISSING=none "$source_dir/scripts/setup.sh" build >>"$TRACE"
[[ ! -s $TRACE ]] || fail "a browser is installed though no test will run"
echo "setup tells before it installs"
