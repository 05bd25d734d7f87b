#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Manual pages from the help: man.sh COMMAND FOLDER writes hypermatch.1, and hypermatch-VERB.1 per verb.
set -euo pipefail
command=$1
folder=$2
mkdir -p "$folder"
version=$("$command" --version | head -n 1)

# Text as roff shows it: backslashes and dots, hyphens and apostrophes at the start of a line are no requests.
escaped() { sed -e 's/\\/\\e/g' -e "s/^[.']/\\\\\&&/" -e 's/-/\\-/g'; }

# page NAME SUMMARY HELP_ARGUMENTS...
page() {
  local name=$1 summary=$2
  shift 2
  {
    echo ".TH ${name^^} 1 \"\" \"$version\" \"User Commands\""
    echo ".SH NAME"
    echo "$name - $summary" | escaped
    "$command" "$@" | awk '
      BEGIN { print ".SH DESCRIPTION\n.nf" }
      /^Usage: / { line = substr($0, 8); gsub(/-/, "\\-", line)
                  print ".fi\n.SH SYNOPSIS\n.B " line; print ".SH OPTIONS\n.nf"; next }
      /^Examples:/ { print ".fi\n.SH EXAMPLES\n.nf"; next }
      /^Exit codes:/ { print ".fi\n.SH EXIT STATUS\n.nf"; sub(/^Exit codes: /, "") }
      { gsub(/\\/, "\\e"); gsub(/-/, "\\-"); if ($0 ~ /^[.\x27]/) $0 = "\\&" $0; print }
      END { print ".fi" }'
    if [[ $name == hypermatch ]]; then
      echo ".SH SEE ALSO"
      verbs | awk '{ printf "%s.BR hypermatch\\-%s (1)", (NR > 1 ? ",\n" : ""), $1 } END { print "" }'
    else
      printf '.SH SEE ALSO\n.BR hypermatch (1)\n'
    fi
  } >"$folder/$name.1"
}

# The verbs of this build and what they do.
verbs() {
  "$command" --help | awk '/^Verbs:/ { on = 1; next } on && !/^  / { exit }
    on && !/not in this build/ { name = $1; sub(/^ *[^ ]+ +/, ""); print name "\t" $0 }'
}

page hypermatch "matchings in graphs and hypergraphs" --help
verbs | while IFS=$'\t' read -r verb summary; do page "hypermatch-$verb" "$summary" "$verb" --help; done
