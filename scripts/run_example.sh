#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Matches a real instance and says what came out: run_example.sh INSTANCE
set -euo pipefail
cd "$(dirname "$0")/.."
instance=${1:?usage: run_example.sh INSTANCE}
matching=build/debian-packages.matching

cat <<'END'

Packages of Debian 12 as a hypergraph: a hyperedge is a package with all that it depends on, its
weight the installed size in kB. A matching is a set of packages no two of which share a
dependency; hypermatch looks for a heavy one, and proves how far from the heaviest it can be.

END
echo "\$ build/bin/hypermatch match $instance --verify -o $matching"
build/bin/hypermatch match "$instance" --verify -o "$matching"
echo
echo "$(wc -l <"$matching") matched hyperedges, one number per line, are in $matching"
