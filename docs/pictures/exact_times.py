#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Draws exact_times.svg: time against size of approximate and exact matchings, from the table of exact.md.

  exact_times.py COMMAND FOLDER    writes exact_times.svg there; the command is not needed
"""
import math
import pathlib
import sys

WIDTH, HEIGHT = 560, 300
LEFT, RIGHT, TOP, BOTTOM = 70, 150, 14, 44
EDGES, SECONDS = (2000, 1.3e6), (3e-5, 2.0)
PAGE = pathlib.Path(__file__).parent.parent / "exact.md"
COLOURS = {"default, one thread": "#1565c0", "`gpa`": "#6a1b9a", "`exact`": "#e65100", "`exact --perfect`": "#b71c1c",
           "most edges": "#2e7d32"}


def table():
    """Names of the columns, and a list of numbers per row."""
    text = PAGE.read_text(encoding="utf-8").split("## Time\n", 1)[1]
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in text.splitlines() if line.startswith("|")]
    return rows[0][1:], [[float(cell.replace(",", "")) for cell in row] for row in rows[2:]]


def place(edges, seconds):
    across = math.log(edges / EDGES[0]) / math.log(EDGES[1] / EDGES[0])
    up = math.log(seconds / SECONDS[0]) / math.log(SECONDS[1] / SECONDS[0])
    return LEFT + across * (WIDTH - LEFT - RIGHT), HEIGHT - BOTTOM - up * (HEIGHT - TOP - BOTTOM)


def words(x, y, text, anchor="middle"):
    return f'<text x="{x:.0f}" y="{y:.0f}" text-anchor="{anchor}">{text}</text>\n'


def main():
    target = pathlib.Path(sys.argv[2])
    names, rows = table()
    text = (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" '
            'font-size="13" fill="#222">\n<title>Time against size of approximate and exact matchings</title>\n'
            '<rect width="100%" height="100%" fill="#fff"/>\n')
    for seconds, name in ((1e-4, "0.1 ms"), (1e-3, "1 ms"), (1e-2, "10 ms"), (0.1, "0.1 s"), (1.0, "1 s")):
        x, y = place(EDGES[0], seconds)
        text += f'<path d="M{x:.0f} {y:.0f}H{WIDTH - RIGHT}" stroke="#ddd"/>\n' + words(x - 6, y + 4, name, "end")
    for edges, name in ((1e4, "10,000"), (1e5, "100,000"), (1e6, "1,000,000")):
        x, y = place(edges, SECONDS[0])
        text += f'<path d="M{x:.0f} {TOP}V{y:.0f}" stroke="#ddd"/>\n' + words(x, y + 17, name)
    text += words((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 6, "edges (both scales are logarithmic)")
    ends = []
    for column, name in enumerate(names):
        points = [place(row[0], row[1 + column]) for row in rows]
        path = "L".join(f"{x:.0f} {y:.0f}" for x, y in points)
        text += f'<path d="M{path}" stroke="{COLOURS[name]}" stroke-width="2" fill="none"/>\n'
        ends.append((points[-1][1], name))
    # Names beside the ends of the lines, from the top down, without covering each other.
    lowest = 0
    for y, name in sorted(ends):
        lowest = max(y + 4, lowest + 15)
        text += (f'<text x="{WIDTH - RIGHT + 8}" y="{lowest:.0f}" fill="{COLOURS[name]}">'
                 f'{name.replace("`", "")}</text>\n')
    (target / "exact_times.svg").write_text(text + "</svg>\n", encoding="utf-8")


if __name__ == "__main__":
    main()
