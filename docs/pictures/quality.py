#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Draws quality.svg: time against weight of the algorithms for graphs, the means of the tables of performance.md.

  quality.py COMMAND FOLDER    writes quality.svg there; the command is not needed
"""
import math
import pathlib
import sys

WIDTH, HEIGHT = 560, 300
LEFT, RIGHT, TOP, BOTTOM = 56, 20, 14, 44
TIMES, SHARES = (0.05, 1.2), (0.58, 1.0)
PAGE = pathlib.Path(__file__).parent.parent / "performance.md"
# Offset and alignment of a name at its point, so that none covers another.
BESIDE = {"greedy": (4, 20, "middle"), "local_max": (0, -10, "middle"), "suitor": (-8, 20, "middle"),
          "locally_dominant": (0, -9, "middle"), "gpa": (-8, -4, "end"), "path_growing": (0, 20, "middle")}
LEFT_OUT = {"sorted_greedy", "local_max, sequential", "gpa, completed", "hem, natural order", "red_blue, random"}


def means(headline):
    """Name to mean of the table behind a headline."""
    text = PAGE.read_text(encoding="utf-8").split(headline, 1)[1]
    rows = [[cell.strip() for cell in line.strip("|").split("|")]
            for line in text.strip().split("\n\n", 1)[0].splitlines()]
    last = next(row for row in rows if row[0] == "geometric mean")
    return {name: float(value) for name, value in zip(rows[0][1:], last[1:]) if value}


def place(time, share):
    low, high = (math.log(t) for t in TIMES)
    across = (math.log(time) - low) / (high - low)
    up = (share - SHARES[0]) / (SHARES[1] - SHARES[0])
    return (LEFT + across * (WIDTH - LEFT - RIGHT), HEIGHT - BOTTOM - up * (HEIGHT - TOP - BOTTOM))


def words(x, y, text, anchor="middle", more=""):
    return f'<text x="{x:.0f}" y="{y:.0f}" text-anchor="{anchor}"{more}>{text}</text>\n'


def main():
    target = pathlib.Path(sys.argv[2])
    shares = means("Weight, as a share of the optimum that LEMON finds.\n")
    times = means("Time, as a multiple of that of greedy by std::sort (`greedy`).\n")
    text = (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" '
            'font-size="13" fill="#222">\n<title>Time against weight of matchings of graphs</title>\n'
            '<rect width="100%" height="100%" fill="#fff"/>\n')
    for share in (0.6, 0.7, 0.8, 0.9, 1.0):
        x, y = place(TIMES[0], share)
        text += f'<path d="M{x:.0f} {y:.0f}H{WIDTH - RIGHT}" stroke="#ddd"/>\n'
        text += words(x - 6, y + 4, f"{100 * share:.0f} %", "end")
    for time in (0.05, 0.1, 0.2, 0.5, 1.0):
        x, y = place(time, SHARES[0])
        text += f'<path d="M{x:.0f} {TOP}V{y:.0f}" stroke="#ddd"/>\n'
        text += words(x, y + 17, f"{time:g}")
    text += words((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 6, "time over sorted greedy, one core (log scale)")
    for name in sorted(shares.keys() - LEFT_OUT):
        x, y = place(times[name], shares[name])
        dx, dy, anchor = BESIDE.get(name, (8, 4, "start"))
        colour = "#1565c0" if name == "local_max" else "#e65100"
        text += f'<circle cx="{x:.0f}" cy="{y:.0f}" r="5" fill="{colour}"/>\n'
        text += words(x + dx, y + dy, name, anchor)
    (target / "quality.svg").write_text(text + "</svg>\n", encoding="utf-8")


if __name__ == "__main__":
    main()
