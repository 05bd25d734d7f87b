#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Draws reviews.svg: papers, reviewers and the pairs that the example of b-matching.md chooses.

  reviews.py COMMAND FOLDER    writes reviews.svg there
"""
import pathlib
import re
import subprocess
import sys
import tempfile

WIDTH, HEIGHT, LEFT, RIGHT = 420, 210, 110, 310
PAGE = pathlib.Path(__file__).parent.parent / "b-matching.md"


def file_of_page(name):
    return re.search(rf"<!-- file: {re.escape(name)} -->\n```\n(.*?)```", PAGE.read_text(encoding="utf-8"),
                     re.DOTALL)[1]


def places(column, x):
    """Of the vertices of a column, evenly from top to bottom."""
    gap = HEIGHT / len(column)
    return {name: (x, gap / 2 + i * gap) for i, name in enumerate(column)}


def line(a, b, style):
    return f'<path d="M{a[0]:.0f} {a[1]:.0f}L{b[0]:.0f} {b[1]:.0f}" {style}/>\n'


def main():
    command, target = sys.argv[1], pathlib.Path(sys.argv[2])
    edges = [text.split() for text in file_of_page("reviews.el").splitlines()]
    ids = list(dict.fromkeys(name for paper, reviewer, _ in edges for name in (paper, reviewer)))
    with tempfile.TemporaryDirectory() as folder:
        for name in ("reviews.el", "reviews.txt"):
            pathlib.Path(folder, name).write_text(file_of_page(name), encoding="utf-8")
        out = subprocess.run([command, "match", "reviews.el", "--capacity", "reviews.txt", "-q"], check=True,
                             cwd=folder, capture_output=True, text=True).stdout
    chosen = {tuple(pair.split()) for pair in out.splitlines()}
    numbers = [text for text in file_of_page("reviews.txt").splitlines() if not text.startswith("%")]
    room = dict(zip(ids, numbers))
    papers, reviewers = (list(dict.fromkeys(edge[side] for edge in edges)) for side in (0, 1))
    at = {**places(papers, LEFT), **places(reviewers, RIGHT)}
    text = (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" stroke-linecap="round" '
            'font-family="sans-serif" font-size="15" fill="#222">\n'
            '<title>Papers, reviewers and the chosen pairs</title>\n'
            '<rect width="100%" height="100%" fill="#fff"/>\n')
    for paper, reviewer, _ in edges:
        if (paper, reviewer) not in chosen:
            text += line(at[paper], at[reviewer], 'stroke="#ccc" stroke-width="1"')
    for paper, reviewer, weight in edges:
        if (paper, reviewer) in chosen:
            text += line(at[paper], at[reviewer], f'stroke="#1565c0" stroke-width="{0.5 * int(weight):.1f}"')
    for name, (x, y) in at.items():
        anchor, shift = ("end", -14) if name in papers else ("start", 14)
        text += f'<circle cx="{x:.0f}" cy="{y:.0f}" r="6"/>\n'
        text += f'<text x="{x + shift:.0f}" y="{y + 5:.0f}" text-anchor="{anchor}">{name} ({room[name]})</text>\n'
    (target / "reviews.svg").write_text(text + "</svg>\n", encoding="utf-8")


if __name__ == "__main__":
    main()
