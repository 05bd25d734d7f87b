#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Draws matching.svg: a grid with random weights and the matching that the command finds.

  matching.py COMMAND FOLDER    writes matching.svg there
"""
import pathlib
import random
import subprocess
import sys
import tempfile

COLUMNS, ROWS, STEP, MARGIN = 30, 9, 26, 14
CLASSES = 4  # shades of grey, by weight


def run(command, *arguments):
    return subprocess.run([command, *arguments, "-q"], check=True, capture_output=True, text=True).stdout


def places():
    """A point per vertex: its cell of the grid, moved a little, always the same way."""
    dice = random.Random(7)
    return [(MARGIN + STEP * (column + 0.28 * (dice.random() - 0.5)),
             MARGIN + STEP * (row + 0.28 * (dice.random() - 0.5)))
            for row in range(ROWS) for column in range(COLUMNS)]


def path(lines, points, style):
    moves = "".join(f"M{points[u][0]:.0f} {points[u][1]:.0f}L{points[v][0]:.0f} {points[v][1]:.0f}"
                    for u, v in lines)
    return f'<path d="{moves}" {style}/>\n'


def main():
    command, target = sys.argv[1], pathlib.Path(sys.argv[2])
    with tempfile.TemporaryDirectory() as folder:
        graph = str(pathlib.Path(folder) / "grid.graph")
        run(command, "generate", "grid", f"x={COLUMNS}", f"y={ROWS}", "--weights", "random:1..100", "-o", graph)
        rows = pathlib.Path(graph).read_text(encoding="utf-8").splitlines()[1:]
        matched = [tuple(int(v) - 1 for v in line.split()) for line in run(command, "match", graph).splitlines()]
    edges = []
    for u, row in enumerate(rows):
        numbers = [int(number) for number in row.split()]
        edges += [(u, v - 1, w) for v, w in zip(numbers[::2], numbers[1::2]) if u < v - 1]
    points = places()
    text = (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {2 * MARGIN + STEP * (COLUMNS - 1)} '
            f'{2 * MARGIN + STEP * (ROWS - 1)}" stroke-linecap="round">\n'
            '<title>A matching of a weighted grid</title>\n<rect width="100%" height="100%" fill="#fff"/>\n')
    for shade in range(CLASSES):
        lines = [(u, v) for u, v, w in edges if (w - 1) * CLASSES // 100 == shade]
        grey = 225 - shade * 45
        text += path(lines, points, f'stroke="rgb({grey},{grey},{grey})" stroke-width="{1 + 0.6 * shade:.1f}"')
    text += path(matched, points, 'stroke="#1565c0" stroke-width="6"')
    text += path([(v, v) for v in range(len(points))], points, 'stroke="#222" stroke-width="5"')
    free = set(range(len(points))) - {v for pair in matched for v in pair}
    text += path([(v, v) for v in sorted(free)], points, 'stroke="#e65100" stroke-width="7"')
    (target / "matching.svg").write_text(text + "</svg>\n", encoding="utf-8")


if __name__ == "__main__":
    main()
