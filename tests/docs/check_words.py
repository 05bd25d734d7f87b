#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Code, help and pages are in plain technical English: no words for people where vertices, threads or callers are
meant, and "per" for rates. No comment of the sources begins with a word of OPENING, which hides its verb or its
subject, but for those that the baseline counts per file; its numbers only fall, as Git's last two versions of it show.
check_words.py SOURCE_DIR [COMMAND | --write-baseline]"""
import pathlib
import re
import subprocess
import sys

SUFFIXES = {".cpp", ".hpp", ".cu", ".cuh", ".py", ".sh", ".md", ".cmake", ".txt", ".cff", ".svg", ""}
# Things that are counted or have counts; a rate is "COUNTED per UNIT".
UNIT = (r"(?:line|row|column|vertex|edge|hyperedge|arc|pin|thread|warp|block|lane|round|call|phase|process|multiprocessor|"
        r"level|bucket|clause|variable|net|pass|step|word|bit|second|millisecond|task|region|team|core)")
COUNTED = (r"(?:lines?|rows?|columns?|vertices|vertex|edges?|hyperedges?|arcs?|pins?|threads?|warps?|blocks?|words?|bytes?|bits?|"
           r"items?|entries|weights?|numbers?|loads|drawn|integers?|ids?|labels?|keys?)")
RULES = [
    (re.compile(r"\b(?:whom|nobody|strangers?|whoever|everybody|somebody|anybody)\b", re.IGNORECASE),
     "a word for people"),
    (re.compile(rf"\b(?:(?:one|two|three|four|five|six|seven|eight|ten|each|an?|\d+|64-bit) )?{COUNTED} (?:a|an) {UNIT}\b(?! (?:cover|of|that|is|has|with|to|and|in|at|which|may|for|by)\b)"),
     "a rate without \"per\""),
]
PLANTED = ["Vertices whom nobody wants.", "one hyperedge a line", "A pin a round.", "8 bytes a vertex, and more", "weights a vertex"]
ALLOWED = ["a line of the file", "gives each edge a weight", "rows: a column of the matrix", "the vertex is a row that is free"]

BASELINE = "tests/docs/comment_openings.txt"
OPENING = re.compile(r"[\s*]*(Of|What|The same|Who|Whose|Where|Such|So many|Behind)\b")
# Comments, and strings, which may contain what looks like comments.
STRING = r""""(?:\\.|[^"\\\n])*"|(?<!\w)'(?:\\.|[^'\\\n])*'"""
C_TOKEN = re.compile(rf'R"([^(\s]*)\(.*?\)\1"|{STRING}|(?P<mark>//[/!]?<?|/\*+<?)(?P<words>[^\n]*)', re.DOTALL)
HASH_TOKEN = re.compile(rf'"""(?:\\.|.)*?"""|{STRING}|(?<!\S)(?P<mark>#+)(?P<words>[^\n]*)', re.DOTALL)
PLANTED_OPENINGS = [
    ("a.cpp", "// Of two edges, one is left."), ("a.hpp", "int a;  ///< What is left"), ("a.cu", "f(/* Where free */ v);"),
    ("a.hpp", "// SPDX-License-Identifier: MIT\n// Such a file."), ("a.cpp", "int a;  // One.\n// The same.\nint b;"),
    ("a.cpp", r'auto s = "\"";  // Who asks'), ("a.cpp", "/**\n * Behind it.\n */"), ("a.cuh", "n = 1'000;  // So many"),
    ("a.py", "x = '#'  # Whose turn"), ("a.sh", "#!/bin/sh\n# What runs"), ("b/CMakeLists.txt", 'set("y")\n  # Of y')]
ALLOWED_OPENINGS = [
    ("a.cpp", "// Edges are sorted.\n// What is left is dropped."), ("a.hpp", "int a;  ///< the edges\n        ///< Of it"),
    ("a.cpp", 'f("// What");'), ("a.cpp", "// Offsets, Whole, Wherever"), ("a.py", 's = """\n# What\n"""'),
    ("a.cpp", 'R"(\n// Of\n)"'), ("a.sh", "echo $#What 'a # Who'"), ("a.txt", "# What"), ("a.md", "# What is matched")]


def wrong_in(text):
    """Line number, rule and words of each violation; sentences may run over lines of comments."""
    flat = re.sub(r"\n[ \t]*(?://+|#|\*)?[ \t]*", lambda m: " " * len(m[0]) if m[0].count("\n") else m[0], text)
    flat = re.sub(r" {2,}", lambda m: "\x01" * (len(m[0]) - 1) + " ", flat)
    squeezed, places = [], []
    for at, character in enumerate(flat):
        if character != "\x01":
            squeezed.append(character)
            places.append(at)
    flat = "".join(squeezed)
    for pattern, rule in RULES:
        for found in pattern.finditer(flat):
            yield text.count("\n", 0, places[found.start()]) + 1, rule, found[0]


def wrong_openings(name, text):
    """Line number and word of each comment that begins as none may; lines of one mark and column are one comment."""
    kind = re.search(r"(\.cpp|\.hpp|\.cu|\.cuh)$|(\.py|\.sh|\.cmake|\bCMakeLists\.txt)$", name)
    before = None
    for found in (C_TOKEN if kind[1] else HASH_TOKEN).finditer(text) if kind else ():
        if not found["mark"] or re.match("!| SPDX-", found["words"]):
            before = None if found["mark"] else before
            continue
        line, start = text.count("\n", 0, found.start()) + 1, text.rfind("\n", 0, found.start()) + 1
        place = (line, found["mark"], found.start() - start)
        follows = before == (line - 1, *place[1:]) and not text[start:found.start()].strip()
        before = place
        opening = OPENING.match(text, found.start("words"))
        if opening and not follows:
            yield line, opening[1]


def counts_of(text):
    """The baseline: number of such comments by file."""
    return {name: int(count) for count, name in map(str.split, text.splitlines())}


def raised(old, new):
    """Reasons why a baseline is no smaller than an older one; files may be split, renamed or new as long as the total allows."""
    yield from (f"{name}: {new[name]} instead of {old[name]}" for name in new if new[name] > old.get(name, new[name]))
    if sum(new.values()) > sum(old.values()):
        yield f"{sum(new.values())} in all instead of {sum(old.values())}"


def check_history(source, baseline):
    """The number of ways in which the baseline grew: since the last commit, or in the last one that changed it."""
    def git(*arguments):
        done = subprocess.run(["git", "-C", str(source), *arguments], check=False, capture_output=True, text=True)
        return done.stdout if done.returncode == 0 else ""
    versions = [counts_of(git("show", f"{commit}:{BASELINE}"))
                for commit in git("log", "-n", "2", "--format=%H", "--", BASELINE).split()]
    newer, wrong = baseline, 0
    for older in versions:
        for reason in raised(older, newer):
            print(f"{BASELINE}: {reason}: mend the comments instead")
            wrong += 1
        newer = older
    return wrong


def check_openings(source, found, write):
    """The number of files whose number of such comments differs from the baseline's; `write` lowers the baseline."""
    path, wrong = source / BASELINE, 0
    baseline = counts_of(path.read_text(encoding="utf-8"))
    wrong += check_history(source, baseline)
    for name in sorted({*found, *baseline}):
        places, allowed = found.get(name, []), baseline.get(name, 0)
        if len(places) > allowed:
            for line, word in places:
                print(f"{name}:{line}: a comment begins with \"{word}\"")
            print(f"{name}: {len(places)} such comments, {allowed} in {BASELINE}, which may only shrink")
            wrong += 1
        elif len(places) < allowed and not write:
            print(f"{name}: {len(places)} comments begin with a refused word, {allowed} in {BASELINE}: lower it with "
                  "check_words.py SOURCE_DIR --write-baseline")
            wrong += 1
    if write and not wrong:
        path.write_text("".join(f"{len(found[name])} {name}\n" for name in sorted(found)), encoding="utf-8")
    return wrong


def files(source):
    """Files of the project: what git has, or all but builds."""
    listed = subprocess.run(["git", "-C", str(source), "ls-files"], check=False, capture_output=True, text=True)
    names = listed.stdout.split("\n")[:-1] if listed.returncode == 0 else [
        str(path.relative_to(source)) for path in source.rglob("*")
        if path.is_file() and not re.match(r"(build|out|\.git)", str(path.relative_to(source)))]
    own = ("tests/docs/check_words.py", "LICENSE")
    return [source / name for name in names
            if pathlib.Path(name).suffix in SUFFIXES and name not in own and (source / name).is_file()]


def self_test():
    """Planted violations are found, and nothing that is allowed."""
    for check, planted, allowed in (
            (wrong_in, [(text,) for text in PLANTED], [(text,) for text in ALLOWED]),
            (wrong_openings, PLANTED_OPENINGS, ALLOWED_OPENINGS)):
        missed = [case for case in planted if not list(check(*case))]
        extra = [case for case in allowed if list(check(*case))]
        assert not missed and not extra, (missed, extra)
    old = {"a": 2, "b": 1}
    assert all(list(raised(old, new)) for new in ({"a": 3}, {"a": 1, "b": 2}, {"a": 2, "b": 1, "c": 1}))
    assert not any(list(raised(old, new)) for new in (old, {}, {"a": 1, "c": 2}, {"c": 3}))


def main():
    self_test()
    source = pathlib.Path(sys.argv[1]).resolve()
    command, write = sys.argv[2:3], sys.argv[2:3] == ["--write-baseline"]
    wrong, count, openings = 0, 0, {}
    for path in files(source):
        try:
            text = path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue
        count += 1
        name = str(path.relative_to(source))
        for line, rule, words in wrong_in(text):
            print(f"{name}:{line}: {rule}: {words}")
            wrong += 1
        if places := list(wrong_openings(name, text)):
            openings[name] = places
    wrong += check_openings(source, openings, write)
    if command and not write:
        for verb in ("", "match", "bipartite", "coarsen", "verify", "info", "convert", "generate", "list"):
            shown = subprocess.run([*command, *([verb] if verb else []), "--help"], check=True, capture_output=True,
                                   text=True).stdout
            for line, rule, words in wrong_in(shown):
                print(f"hypermatch {verb} --help:{line}: {rule}: {words}")
                wrong += 1
    print(f"{count} files, {wrong} violations")
    return 1 if wrong or count == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
