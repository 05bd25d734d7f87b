# SPDX-License-Identifier: MIT
# Completion for bash. It holds no list of its own: verbs, flags and their values are read from the
# help of the command that is being completed, so they are always those of the installed version.

# _hypermatch_value FLAG: what help calls the value of FLAG; fails if it takes none.
_hypermatch_value() {
  local line
  while IFS= read -r line; do
    # Names, one blank, the value; a flag without a value has more blanks before its description.
    [[ $line =~ ^\ \ (-[^ ]+)\ ([^ ]+) ]] || continue
    if [[ ,${BASH_REMATCH[1]}, == *,"$1",* ]]; then
      printf '%s\n' "${BASH_REMATCH[2]}"
      return 0
    fi
  done <<<"$_hypermatch_help"
  return 1
}

# _hypermatch_words A|B|C: the words that can be typed as they stand (FILE and N cannot).
_hypermatch_words() {
  local word
  local -a words
  IFS='|' read -r -a words <<<"$1"
  for word in "${words[@]}"; do
    [[ $word == *[A-Z[]* ]] || printf '%s\n' "$word"
  done
}

_hypermatch_files() {
  compopt -o filenames 2>/dev/null
  mapfile -t COMPREPLY < <(compgen -f -- "$1")
}

_hypermatch() {
  local command=${COMP_WORDS[0]} verb=${COMP_WORDS[1]}
  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]}
  local _hypermatch_help value line
  COMPREPLY=()
  if ((COMP_CWORD == 1)); then
    mapfile -t COMPREPLY < <(compgen -W "$("$command" --help 2>/dev/null |
      sed -n '/^Verbs:/,/^$/s/^  \([a-z]*\) .*/\1/p') help --help --version" -- "$current")
    return
  fi
  # The variants shown are those of the algorithm that the line names.
  local word before= algorithm=
  for word in "${COMP_WORDS[@]:2}"; do
    [[ $before == --algorithm && $word != = ]] && algorithm=$word
    [[ $word == = ]] || before=$word
  done
  _hypermatch_help=$("$command" "$verb" --help ${algorithm:+--algorithm "$algorithm"} 2>/dev/null) ||
    _hypermatch_help=$("$command" "$verb" --help 2>/dev/null) || return

  # --flag=value comes as three words.
  [[ $current == = ]] && current= previous="${COMP_WORDS[COMP_CWORD - 1]}"
  [[ $previous == = ]] && previous=${COMP_WORDS[COMP_CWORD - 2]}
  if [[ $previous == -* ]] && value=$(_hypermatch_value "$previous"); then
    mapfile -t COMPREPLY < <(compgen -W "$(_hypermatch_words "$value")" -- "$current")
    [[ $value == *FILE* && ${#COMPREPLY[@]} == 0 ]] && _hypermatch_files "$current"
    return
  fi
  if [[ $current == -* ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$(sed -n \
      's/^  \(-[^ ]*\).*/\1/p' <<<"$_hypermatch_help" | tr ',' '\n')" -- "$current")
    return
  fi
  if [[ $verb == generate ]] && ((COMP_CWORD > 2)); then
    # Parameters of the family, which is the first word behind the verb.
    compopt -o nospace 2>/dev/null
    mapfile -t COMPREPLY < <(compgen -W "$("$command" list families 2>/dev/null |
      sed -n "/^${COMP_WORDS[2]}:/,/^[^ ]*:/s/^  \([a-z_]*\) .*/\1=/p")" -- "$current")
    return
  fi
  # An argument that help describes by its choices, else a file.
  while IFS= read -r line; do
    if [[ $line =~ ^\ \ [A-Z=]+\ +([a-z0-9_]+\|[a-z0-9_|]+) ]]; then
      mapfile -t COMPREPLY < <(compgen -W "${BASH_REMATCH[1]//|/ }" -- "$current")
      return
    fi
  done <<<"$_hypermatch_help"
  _hypermatch_files "$current"
}

complete -F _hypermatch hypermatch
