#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Code, help and pages are in plain technical English: no words for people where vertices, threads or callers are
meant, and "per" for rates. check_words.py SOURCE_DIR [COMMAND]"""
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


def files(source):
    """Files of the project: what git has, or all but builds."""
    listed = subprocess.run(["git", "-C", str(source), "ls-files"], check=False, capture_output=True, text=True)
    names = listed.stdout.split("\n")[:-1] if listed.returncode == 0 else [
        str(path.relative_to(source)) for path in source.rglob("*")
        if path.is_file() and not re.match(r"(build|out|\.git)", str(path.relative_to(source)))]
    own = ("tests/docs/check_words.py", "LICENSE")
    return [source / name for name in names
            if pathlib.Path(name).suffix in SUFFIXES and name not in own and (source / name).is_file()]


def main():
    source = pathlib.Path(sys.argv[1]).resolve()
    assert all(list(wrong_in(text)) for text in PLANTED), [t for t in PLANTED if not list(wrong_in(t))]
    assert not any(list(wrong_in(text)) for text in ALLOWED), [list(wrong_in(t)) for t in ALLOWED]
    wrong, count = 0, 0
    for path in files(source):
        try:
            text = path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue
        count += 1
        for line, rule, words in wrong_in(text):
            print(f"{path.relative_to(source)}:{line}: {rule}: {words}")
            wrong += 1
    if len(sys.argv) > 2:
        for verb in ("", "match", "bipartite", "verify", "info", "convert", "generate", "list"):
            shown = subprocess.run([sys.argv[2], *([verb] if verb else []), "--help"], check=True, capture_output=True,
                                   text=True).stdout
            for line, rule, words in wrong_in(shown):
                print(f"hypermatch {verb} --help:{line}: {rule}: {words}")
                wrong += 1
    print(f"{count} files, {wrong} violations")
    return 1 if wrong or count == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
