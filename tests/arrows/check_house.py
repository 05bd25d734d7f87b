#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Rules of the house that a compiler does not know. check_house.py RULE SOURCE_DIR COMMAND, where COMMAND
is the built hypermatch, which lists the names of the algorithms. Rules:

siblings  below src/algorithms/P/A, files include of algorithms/ only algorithms/P/A and
          algorithms/P/common; files in algorithms/P/common no algorithm's folder
paths     no include steps over the include folders: by . or .. in its path, or from /
names     only src/registry/find.cpp compares names of algorithms and variants; nothing but their rows
          and their own folders holds them as strings
lengths   no file over 400 lines, but for tests in tests/arrows/long_tests.txt, which only shrink;
          no function over 80
versions  functions that are compiled per instruction set are noexcept (src/base/per_isa.hpp)
exports   what public headers call of namespace detail is exported (cmake/hypermatch.map)

planted   copies the sources, plants violations, and fails unless each is found.
"""
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

SUFFIXES = {".cpp", ".hpp", ".cu", ".cuh"}
MOST_LINES_OF_A_FILE = 400
MOST_LINES_OF_A_FUNCTION = 80
LONG_TESTS = "tests/arrows/long_tests.txt"


def sources(root, *folders):
    for folder in folders:
        for path in sorted((root / folder).rglob("*")):
            if path.suffix in SUFFIXES:
                yield path.relative_to(root).as_posix(), path.read_text()


def without_comments(text):
    """The same lines; comments are empty, strings stay."""
    token = r'"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|//[^\n]*|/\*.*?\*/'
    blank = lambda m: m[0] if m[0][0] in "\"'" else "\n" * m[0].count("\n")
    return re.sub(token, blank, text, flags=re.S)


def line_of(text, at):
    return text.count("\n", 0, at) + 1


def siblings(root, command):
    for path, text in sources(root, "src/algorithms"):
        problem, _, rest = path.removeprefix("src/algorithms/").partition("/")
        own = rest.split("/")[0]
        for include in re.finditer(r'^\s*#\s*include\s*["<](algorithms/[^">]*)[">]', text, re.M):
            allowed = {f"algorithms/{problem}/common/", f"algorithms/{problem}/{own}/"}
            if not any(include[1].startswith(folder) for folder in allowed):
                yield f"{path}:{line_of(text, include.start(1))}: includes {include[1]}"


def paths(root, command):
    for path, text in sources(root, "src", "include", "cli"):
        for include in re.finditer(r'^\s*#\s*include\w*\s*["<]((?:[^">\n]*/)?\.{1,2}/[^">\n]*|/[^">\n]*)', text, re.M):
            yield f"{path}:{line_of(text, include.start(1))}: includes {include[1]}"


def names_of(command):
    """Names and variants of the table, as the command lists them."""
    listed = subprocess.run([command, "list", "algorithms", "--json", "-"], check=True,
                            capture_output=True, text=True).stdout
    rows = json.loads(listed)["algorithms"]
    names = {row["name"] for row in rows}
    variants = {row["variant"] for row in rows} - {None}
    assert len(names) > 10 and len(variants) > 10, "the list of algorithms is not what it was"
    return names, variants


def names(root, command):
    algorithms, variants = names_of(command)
    either = "|".join(sorted(algorithms | variants))
    literal = rf'(?:std::string(?:_view)?\s*[({{]\s*)?"(?:{either})"(?:s|sv)?(?:\s*[)}}])?'
    call = r"(?:compare|starts_with|ends_with|contains|equal|find|strcmp|strncmp)\s*\("
    compares = re.compile(rf"(?:[=!]=|<=>)\s*{literal}|{literal}\s*(?:[=!]=|<=>)|"
                          rf"{call}[^;{{}}()]*{literal}")
    # The names of two entries, or that of an entry and one that was asked for.
    fields = re.compile(r"\b(?:algorithm|pass|entry|info|row|other|a)\b(?:\.info)?\.(?:name|variant)\s*"
                        r"[=!]=|[=!]=\s*\w*(?:algorithm|pass|info)\.(?:name|variant)\b|"
                        r"\b(?:request|options|stats)\.algorithm\s*[=!]=")
    # The key of a member of a report is no name.
    holds = re.compile(rf'(?<!json\[)"(?:{"|".join(sorted(algorithms))})"')
    for path, text in sources(root, "src", "cli"):
        if path == "src/registry/find.cpp":
            continue
        text = without_comments(text)
        for pattern in (compares, fields):
            for found in pattern.finditer(text):
                if (path, found[0]) not in ALLOWED_COMPARISONS:
                    yield f"{path}:{line_of(text, found.start())}: compares names: {found[0]}"
        if path.startswith("src/algorithms/") or re.fullmatch(r"src/registry/\w+_table\.hpp", path):
            continue
        for found in holds.finditer(text):
            if (path, found[0]) not in ALLOWED_STRINGS:
                yield f"{path}:{line_of(text, found.start())}: holds the name {found[0]}"


# No name stands twice in the table; names of families, which are no algorithms.
ALLOWED_COMPARISONS = {("src/registry/algorithms.cpp", "a.name =="),
                       ("src/generate/parameters.cpp", "== info.name")}
# The member of `verify`'s report, the guarantee and the demand: words of the output, and no names.
ALLOWED_STRINGS = {("cli/verify.cpp", '"greedy"'), ("cli/judge.cpp", '"greedy"'),
                   ("src/registry/c_verify.cpp", '"greedy"')}


def functions(lines):
    """(first line, length, name), from the layout that clang-format makes: a body ends with a brace
    as far left as its declaration begins."""
    skipped = re.compile(r"(//|#|[{})]|:|namespace\b|(public|private|protected):|"
                         r"(if|else|for|while|do|switch|try|case|default|return)\b)")
    for end, line in enumerate(lines):
        closing = re.fullmatch(r"( {0,2})\}", line)
        if not closing or len(closing[1]) == 1:
            continue
        indent = closing[1]
        begin = end - 1
        while begin >= 0 and not re.match(rf"{indent}[^ \n]", lines[begin]):
            begin -= 1
        if begin < 0 or skipped.match(lines[begin][len(indent):]):
            continue
        head = re.sub(r"__launch_bounds__\([^)]*\)", "", " ".join(lines[begin:begin + 3]))
        name = re.search(r"([\w~]+(?:<[^()]*>)?|operator\S+)\s*\(", head)
        yield begin + 1, end - begin + 1, name[1] if name else lines[begin].strip()


def lengths(root, command):
    count = 0
    for path, text in sources(root, "src", "cli", "include"):
        lines = text.splitlines()
        if len(lines) > MOST_LINES_OF_A_FILE:
            yield f"{path}: {len(lines)} lines, must be at most {MOST_LINES_OF_A_FILE}"
        for begin, length, name in functions(lines):
            count += 1
            if length > MOST_LINES_OF_A_FUNCTION:
                yield (f"{path}:{begin}: {name} has {length} lines, must be at most "
                       f"{MOST_LINES_OF_A_FUNCTION}")
    listed = root / LONG_TESTS
    allowed = {path: int(lines) for lines, path in map(str.split, listed.read_text().splitlines())}
    for path, text in sources(root, "tests"):
        length, most = len(text.splitlines()), max(allowed.pop(path, 0), MOST_LINES_OF_A_FILE)
        if length > most:
            yield f"{path}: {length} lines, must be at most {most}: split it"
        elif length <= MOST_LINES_OF_A_FILE < most:
            yield f"{path}: {length} lines: no longer one of {LONG_TESTS}"
    for path in allowed:
        yield f"{path}: not there: no longer one of {LONG_TESTS}"
    if count < 1000 and root.name != "planted":
        yield f"only {count} functions were found"


def versions(root, command):
    count = 0
    for path, text in sources(root, "src"):
        text = without_comments(text)
        for found in re.finditer(r"^HYPERMATCH_PER_ISA\b([^;{]*)", text, re.M):
            count += 1
            if not re.search(r"\bnoexcept\s*$", found[1]):
                yield f"{path}:{line_of(text, found.start())}: may throw: {' '.join(found[1].split())}"
    if count < 5:
        yield f"only {count} functions of several versions were found"


def block_at(text, begin):
    """The text from behind an opening brace to the one that closes it."""
    depth = 1
    for at in range(begin, len(text)):
        depth += {"{": 1, "}": -1}.get(text[at], 0)
        if depth == 0:
            return text[begin:at]
    return text[begin:]


def exports(root, command):
    exported = set(re.findall(r"hypermatch::detail::(\w+)\*;", (root / "cmake/hypermatch.map").read_text()))
    declared = r"^(?:\[\[\w+\]\] )*(?!using|template|struct|class|constexpr|inline)[\w:][^;{}]*?\b(\w+)\([^;{}]*;"
    count = 0
    for path, text in sources(root, "include"):
        text = without_comments(text)
        for block in re.finditer(r"^namespace detail \{", text, re.M):
            for found in re.finditer(declared, block_at(text, block.end()), re.M):
                count += 1
                if found[1] not in exported:
                    yield (f"{path}:{line_of(text, block.end() + found.start())}: detail::{found[1]}, which public headers call, "
                           "is not in cmake/hypermatch.map")
    if count < 10:
        yield f"only {count} functions of detail were found in public headers"


RULES = {"siblings": siblings, "paths": paths, "names": names, "lengths": lengths, "versions": versions, "exports": exports}

# (rule, file, text that is put at the file's end, what the rule must say)
PLANTED = [
    ("siblings", "src/algorithms/graph_matching/hem/hem_seq.cpp",
     '#include "algorithms/graph_matching/gpa/path_cover.hpp"', "hem_seq.cpp"),
    ("siblings", "src/algorithms/graph_matching/hem/hem_seq.cpp",
     '#  include <algorithms/hypergraph_matching/common/guarantee.hpp>', "hem_seq.cpp"),
    ("siblings", "src/algorithms/bipartite_matching/common/columns.hpp",
     '#include "algorithms/bipartite_matching/p_hk/search.hpp"', "columns.hpp"),
    ("paths", "src/verify/matching/explain.cpp",
     '#include "./../algorithms/hypergraph_matching/common/guarantee.hpp"', "explain.cpp"),
    ("paths", "src/verify/matching/explain.cpp", '#include "../base/array.hpp"', "explain.cpp"),
    ("paths", "src/verify/matching/explain.cpp", '# include <base/../algorithms/x.hpp>', "explain.cpp"),
    ("paths", "cli/match.cpp", '#include "/usr/include/stdio.h"', "match.cpp"),
    ("paths", "include/hypermatch/types.hpp", '#include "./error.hpp"', "types.hpp"),
    ("names", "src/registry/algorithms.cpp", 'bool f(View v) { return v == "suitor"; }', "compares"),
    ("names", "src/registry/algorithms.cpp", 'bool f(View v) { return "suitor" ==\n  v; }', "compares"),
    ("names", "cli/match.cpp", 'bool f(View v) {\n  return v !=\n      "work_optimal"sv; }', "compares"),
    ("names", "cli/match.cpp", 'bool f(View v) { return v.compare("gpa") == 0; }', "compares"),
    ("names", "cli/match.cpp", 'bool f(View v) { return v == std::string_view("hem"); }', "compares"),
    ("names", "cli/match.cpp", "bool f(Info info, View v) { return info.name == v; }", "compares"),
    ("names", "src/algorithms/graph_matching/common/order.cpp",
     'bool f(View v) { return v == "red_blue"; }', "compares"),
    ("names", "cli/match.cpp", 'constexpr View k_odd = "hopcroft_karp";', "holds the name"),
    ("lengths", "cli/match.cpp", "int\nlong_one(int a,\n         int b) {\n" + "  a += b;\n" * 80 + "}\n",
     "long_one has"),
    ("lengths", "src/base/array.cpp", "struct S {\n  int long_one() {\n" + "    ++a;\n" * 80 + "  }\n};\n",
     "long_one has 82"),
    ("lengths", "src/base/version.cpp", "//\n" * 400, "lines, must be at most 400"),
    ("lengths", "tests/base/new_test.cpp", "//\n" * 400, "new_test.cpp: 402 lines, must be at most 400"),
    ("lengths", "tests/io/edge_list_test.cpp", "//\n" * 20, "edge_list_test.cpp: "),
    ("exports", "include/hypermatch/types.hpp",
     "namespace detail {\n[[nodiscard]] std::string new_one(int a,\n                    int b);\n}", "detail::new_one"),
    ("versions", "src/io/formats/hgr/hgr_scan.cpp", "HYPERMATCH_PER_ISA\nvoid f(int a,\n       int b) {}", "void f(int a,"),
]


def planted(root, command):
    with tempfile.TemporaryDirectory() as folder:
        copy = pathlib.Path(folder) / "planted"
        for part in ("src", "cli", "include", "tests", "cmake"):
            shutil.copytree(root / part, copy / part)
        for rule, path, text, expected in PLANTED:
            file = copy / path
            whole = file.read_text() if file.exists() else None
            file.write_text((whole or "") + "\n" + text + "\n")
            if not any(expected in said for said in RULES[rule](copy, command)):
                yield f"{rule} does not see {text!r} in {path}"
            if whole is None:
                file.unlink()
            else:
                file.write_text(whole)
        for rule, check in RULES.items():
            for said in check(copy, command):
                yield f"without a plant: {said}"


def main():
    rule, root, command = sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3]
    said = list({**RULES, "planted": planted}[rule](root, command))
    print("\n".join(said))
    print(f"{rule}: {len(said)} wrong")
    return 1 if said else 0


if __name__ == "__main__":
    sys.exit(main())
