#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Makes the seeds of fuzz_read out of the corpus of broken files and of a few sound ones:
# seeds.sh FOLDER. The first byte of a seed is the place of its target in the table of fuzz_read.cpp.
set -euo pipefail
out=$1
mkdir -p "$out"
corpus=$(dirname "$0")/../malformed

seed() {  # TARGET FILE: FILE with the byte of its target in front
  { printf "\\x$(printf %02x "$1")"; cat "$2"; } >"$out/$1-$(basename "$2")"
}
seeds() {  # FOLDER TARGET...: every file of a format for each of its targets
  local folder=$1 file target
  shift
  for file in "$corpus/$folder"/*; do
    for target in "$@"; do seed "$target" "$file"; done
  done
}
seeds hgr 0
seeds metis 1 2 17
seeds matrix_market 3 4 5 13 18
seeds edge_list 6 16
seeds dimacs 7 19
seeds cnf 8 9 10
seeds kidney 14 15
seeds gml 20
seeds graphml 21
seeds pajek 22
seeds dot 23
seeds table 24

sound() { printf '%b' "$2" >"$out/sound" && seed "$1" "$out/sound" && mv "$out/$1-sound" "$out/$1-sound-$3" && rm "$out/sound"; }
sound 0 '% c\n4 12 11\n5 1 2\n\n3000000000 3 4 5 6 7 8 9 10 11 12 3\n2.5 1 1\n7\n1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n' weighted
sound 0 '5 123456789\n1 2\n\n123456789 3 12345678\r\n% c\n4\t5 4 \n\n' blanks
sound 0 '3 4\n\n1 2\n\n2 3\n3 4\n' skipped
sound 1 '3 2 111 2\n1 4 9  2 7\n1 5 9  1 7 3 8\n2 6 9  2 8\n' all
sound 3 '%%MatrixMarket matrix coordinate real general\n3 3 4\n1 2 1.5\n2 1 2\n3 3 1\n3 1 0\n' real
sound 4 '%%MatrixMarket matrix coordinate integer skew-symmetric\n3 3 2\n2 1 5\n3 1 0\n' skew
sound 13 '%%MatrixMarket matrix coordinate complex hermitian\n3 3 4\n1 1 1.5 0\n2 1 0 -2\n3 3 0 0\n3 1 0 1\n' hermitian
sound 6 'alpha beta 1\nbeta gamma 2.5\ngamma alpha 3\nalpha gamma 4\n' names
sound 6 'source,target,weight\n"a b",c,1\nc,d,2\n' csv
sound 7 'c x\np sp 3 3\na 1 2 5\na 2 1 6\na 2 3 7\n' arcs
sound 8 'c x\np cnf 3 2\n1 -2 0 2\n3 -3 0\n%\n0\n' satlib
sound 14 '% c\n4 6\n0 1 1.5\n1 0 2\n1 2 1\n2 0 1\n2 1 1\n0 2 4\n-1 -1 -1\n' pool
sound 16 'id,"a ""b""",to,w\n1,"x, y",z,2\n2,z,"x, y",3\n' columns
sound 16 'from;to;weight\n"x;y";z;2\n' semicolons
sound 17 '3 2\n1\n0 2\n1\n' zero
sound 18 '%%MatrixMarket matrix coordinate pattern general\n2 3 3\n0 0\n0 2\n1 2\n' zero
sound 19 'p edge 3 2\ne 0 1\ne 1 2\n' zero
sound 20 '# c\ngraph [ directed 1 node [ id 1 label "a&#233;" ] node [ id 2 label "b" ] edge [ source 1 target 2 value 3 ] ]\n' labels
sound 21 '<?xml version="1.0"?><graphml><key id="w" for="edge" attr.name="weight"><default>2</default></key><graph><node id="a"/><node id="b"/><edge source="a" target="b"><data key="w">1.5</data></edge></graph></graphml>\n' weights
sound 22 '%% c\n*Vertices 3\n1 "a b"\n2 c\n3 d\n*Arcs :1 "x"\n1 2 5\n*Edgeslist\n1 2 3\n*Matrix\n0 1 0\n1 0 2\n0 0 0\n' sections
sound 23 'strict digraph g { edge [weight=2]; a:p -> "b c" -> {d e} [weight=3]; subgraph s { <i> } /* c */ }\n' chains
sound 24 ',a,"b ""c"""\nx,1,NA\n"y, z",-2.5,\n' names
sound 24 '# c\n1\t\t3\n\t\t\n4\tinf\t1e400\n' missing
