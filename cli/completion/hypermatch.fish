# SPDX-License-Identifier: MIT
# Completion for fish. It holds no list of its own: verbs, flags and their values are read from the
# help of the command that is being completed, so they are always those of the installed version.

# A line "FLAG VALUE<tab>DESCRIPTION" per name of a flag in the help on standard input; - is no value.
function __hypermatch_flags
    awk '
        function put(   i, n, all) {
            n = split(names, all, ",")
            for (i = 1; i <= n; i++) print all[i] " " value "\t" text
            names = ""
        }
        names != "" { if (text == "") { text = $0; sub(/^ +/, "", text) } put() }
        /^  -/ {
            names = $1; value = "-"; text = substr($0, length($1) + 3)
            # Names, one blank, the value; a flag without a value has more blanks before its description.
            if (text ~ /^ [^ ]/) { value = $2; text = substr(text, length($2) + 2) }
            sub(/^ +/, "", text)
        }
        END { if (names != "") put() }'
end

# Offers for the word under the cursor.
function __hypermatch_offers
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    set -l hypermatch $words[1]
    if test (count $words) = 1
        $hypermatch --help 2>/dev/null | awk '/^Verbs:/ { on = 1; next } on && !/^  / { exit }
            on { verb = $1; $1 = ""; print verb "\t" substr($0, 2) }'
        printf '%s\n' help --help --version
        return
    end
    set -l verb $words[2]
    # The variants shown are those of the algorithm that the line names.
    set -l algorithm
    if set -l at (contains -i -- --algorithm $words)
        set algorithm --algorithm $words[(math $at + 1)]
    end
    set -l help ($hypermatch $verb --help $algorithm 2>/dev/null)
    or set help ($hypermatch $verb --help 2>/dev/null)
    or return
    set -l flags (printf '%s\n' $help | __hypermatch_flags)

    set -l flag
    set -l front
    set -l typed $current
    if string match -qr '^--[^=]*=' -- $current
        set flag (string replace -r '=.*' '' -- $current)
        set front $flag=
        set typed (string replace -r '^[^=]*=' '' -- $current)
    else if string match -qr '^-' -- $words[-1]
        set flag $words[-1]
    end
    if test -n "$flag"
        for line in $flags
            set -l parts (string split -m 1 \t -- $line)
            set -l pair (string split ' ' -- $parts[1])
            if test "$pair[1]" = "$flag"; and test "$pair[2]" != -
                for word in (string split '|' -- $pair[2])
                    string match -qr '[A-Z[]' -- $word
                    or printf '%s%s\n' "$front" $word
                end
                if string match -q '*FILE*' -- $pair[2]
                    for path in (__fish_complete_path $typed)
                        printf '%s%s\n' "$front" $path
                    end
                end
                return
            end
        end
    end
    if string match -qr '^-' -- $current
        for line in $flags
            string replace -r ' [^\t]*' '' -- $line
        end
        return
    end
    if test "$verb" = generate; and test (count $words) -gt 2
        # Parameters of the family, which is the first word behind the verb.
        $hypermatch list families 2>/dev/null | sed -n "/^$words[3]:/,/^[^ ]*:/s/^  \([a-z_]*\) .*/\1=/p"
        return
    end
    # An argument that help describes by its choices, else a file.
    set -l choices (printf '%s\n' $help | sed -n 's/^  [A-Z=]*  *\([a-z0-9_]*|[a-z0-9_|]*\).*/\1/p')
    if test -n "$choices[1]"
        string split '|' -- $choices[1]
    else
        __fish_complete_path $current
    end
end

complete -c hypermatch -f -a '(__hypermatch_offers)'
