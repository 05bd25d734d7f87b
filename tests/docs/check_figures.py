#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Figures that stand in two places agree: README's table of performance with the tables it is taken from, its minutes
to build and docs/build-cost.md with the seconds there, and the sums of docs/test-budget.md. check_figures.py SOURCE_DIR"""
import pathlib
import re
import sys

# For each row of README's table: a page, a heading, the beginning of a row behind it. Numbers in parentheses
# are multiples of the row's first one.
SOURCES = [("docs/performance.md", "### On one core and on all cores", "| uniform:n=4000000,m=10000000,k=3 |"),
           ("docs/performance.md", "### On one GPU", "| A |"),
           ("docs/performance.md", "Beside other programs, same files", "| random geometric, 2^24 |"),
           ("docs/performance.md", "Beside other programs, same files", "| R-MAT, scale 22 |"),
           ("docs/performance.md", "Beside other programs, start included", "| triangulated grid, 2^24, random order |")]
NUMBER = r"\d+(?:\.\d+)?"
WORDS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]


def same(shown, exact):
    """Whether `shown`, as it is written, is `exact` rounded."""
    digits = len(shown.partition(".")[2])
    return abs(float(shown) - exact) <= 0.5001 * 10 ** -digits


def rows_behind(text, heading):
    """Cells of the rows of the first table behind a line."""
    found = re.search(rf"^{re.escape(heading)}[^|]*?\n(\|.*\n)+", text, re.M)
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in found[0].split("\n") if line[:1] == "|"][2:]


def performance(read):
    """The figures of README's table, and the multiples in its text."""
    rows = rows_behind(read("README.md"), "## Performance")
    if len(rows) != len(SOURCES):
        yield f"README.md: {len(rows)} rows of performance, {len(SOURCES)} sources in tests/docs/check_figures.py"
    for row, (page, heading, begin) in zip(rows, SOURCES):
        text = read(page)
        line = text[text.index(begin, text.index(heading)):].split("\n")[0]
        cells = [float(number) for number in re.findall(NUMBER, line[len(begin):])]
        known = cells + [cells[0] * number for number in cells[1:] if "(" in line]
        for shown in re.findall(rf"({NUMBER}) ms", " ".join(row[2:])):
            if not any(same(shown, exact) for exact in known):
                yield f"README.md: {shown} ms, but {page} has {line}"
    times = [float(row[3]) for row in rows_behind(read("docs/performance.md"), "`match --threads 1` (")]
    if f"default is {min(times)} to {max(times)} times as fast as `greedy`" not in read("README.md"):
        yield f"README.md: the default is {min(times)} to {max(times)} times as fast as greedy in docs/performance.md"


def build_cost(read):
    """The cost of the build, its total, and README's minutes on two cores."""
    text = read("docs/build-cost.md")
    cost, reference, total = map(float, re.search(
        rf"^Cost: ({NUMBER}) times the reference source \(({NUMBER}) s; ({NUMBER}) s in all", text, re.M).groups())
    if abs(cost - total / reference) > 0.01 * cost:
        yield f"docs/build-cost.md: {cost} is not {total} / {reference}"
    rooms = sum(float(row[1]) for row in rows_behind(text, "Cost: "))
    if abs(rooms - total) > 1:
        yield f"docs/build-cost.md: rooms take {rooms:.1f} s together, not {total}"
    minutes = WORDS[round(total / 2 / 60)]
    if f"in about {minutes} minutes on two cores" not in re.sub(r"\s+", " ", read("README.md")):
        yield f"README.md: a build takes about {minutes} minutes on two cores (docs/build-cost.md)"


def budget(read):
    """Sums of the budget of tests."""
    text = read("docs/test-budget.md")
    whole = int(re.search(r"^Budget: (\d+) seconds", text, re.M)[1])
    *stages, last = rows_behind(text, "Budget: ")
    for column, name in ((1, "seconds"), (2, "measured")):
        added = sum(int(row[column]) for row in stages)
        if last[column] != f"**{added}**":
            yield f"docs/test-budget.md: the column {name} adds up to {added}, not {last[column]}"
    if last[1] != f"**{whole}**":
        yield f"docs/test-budget.md: the shares are {last[1]} together, the budget is {whole}"
    for shown in re.findall(r"(\d+) seconds in all", text):
        if f"**{shown}**" != last[2]:
            yield f"docs/test-budget.md: {shown} seconds in all, measured {last[2]}"


CHECKS = (performance, build_cost, budget)
# (page, text, text instead): each is noticed.
PLANTED = [("README.md", "| 173 ms |", "| 137 ms |"), ("README.md", "1307 ms", "1308 ms"), ("README.md", "357 ms", "375 ms"),
           ("README.md", "2.8 to 4.6 times", "2.8 to 6.4 times"), ("README.md", "three minutes", "one minute"),
           ("docs/performance.md", "| 0.658 (11.5;", "| 0.758 (11.5;"), ("docs/build-cost.md", "Cost: ", "Cost: 1"),
           ("docs/build-cost.md", "| io | ", "| io | 1"), ("docs/test-budget.md", "Budget: 2700", "Budget: 2800"),
           ("docs/test-budget.md", "| release: build | ", "| release: build | 1"),
           ("docs/test-budget.md", " seconds in all", "0 seconds in all")]


def main():
    source = pathlib.Path(sys.argv[1])

    def read(name):
        return (source / name).read_text(encoding="utf-8")

    wrong = [line for check in CHECKS for line in check(read)]
    for page, text, instead in () if wrong else PLANTED:
        planted = {page: read(page).replace(text, instead, 1)}
        assert planted[page] != read(page), (page, text)
        if not any(line for check in CHECKS for line in check(lambda name, new=planted: new.get(name) or read(name))):
            wrong.append(f"{page}: {instead!r} instead of {text!r} is not noticed")
    for line in wrong:
        print(line)
    print(f"{len(wrong)} figures disagree")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
