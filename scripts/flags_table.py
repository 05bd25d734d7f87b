#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Which verb takes which flag, from the help of all verbs, as a table: flags_table.py COMMAND"""
import re
import subprocess
import sys

# A flag with its value, or without one before its description.
FLAG = re.compile(r"^  (?:-\w,)?(--[a-z-]+)(?: (\S+(?: \S+)*?))?(?:  |$)", re.MULTILINE)
# Longer lists of values are cut behind the second one.
LONGEST = 20


def help_of(command, *words):
    return subprocess.run([command, *words, "--help"], check=True, capture_output=True, text=True).stdout


def shown(value):
    if not value:
        return "yes"
    if len(value) > LONGEST and value.count("|") > 1:
        value = "|".join(value.split("|")[:2]) + "|.."
    return "`" + value.replace("|", "\\|") + "`"


def main():
    command = sys.argv[1]
    overview = help_of(command).split("Verbs:\n", 1)[1].split("\n\n", 1)[0]
    verbs = [line.split()[0] for line in overview.splitlines()]
    taken = {}
    for verb in verbs:
        for flag, value in FLAG.findall(help_of(command, verb)):
            taken.setdefault(flag, {})[verb] = shown(value)
    print("| flag | " + " | ".join(verbs) + " |")
    print("|---|" + "---|" * len(verbs))
    for flag in sorted(taken):
        print(f"| `{flag}` | " + " | ".join(taken[flag].get(verb, "") for verb in verbs) + " |")


if __name__ == "__main__":
    main()
