#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Draws cover.svg: a graph of nearest neighbours, and the light edges that leave no vertex alone.

  cover.py COMMAND FOLDER    writes cover.svg there
"""
import math
import pathlib
import random
import subprocess
import sys
import tempfile

WIDTH, HEIGHT, MARGIN, NEIGHBOURS = 720, 250, 12, 8


def places():
    """Points around some centres, and some anywhere; always the same ones."""
    dice = random.Random(3)
    centres = [(dice.uniform(60, WIDTH - 60), dice.uniform(50, HEIGHT - 50)) for _ in range(9)]
    points = []
    while len(points) < 190:
        x, y = dice.choice(centres) if len(points) % 5 else (dice.uniform(0, WIDTH), dice.uniform(0, HEIGHT))
        x, y = x + dice.uniform(-40, 40), y + dice.uniform(-34, 34)
        inside = MARGIN < x < WIDTH - MARGIN and MARGIN < y < HEIGHT - MARGIN
        if inside and all(math.hypot(x - a, y - b) > 7 for a, b in points):
            points.append((x, y))
    return points


def nearest(points):
    """Pairs of which one is among the nearest of the other, each with its distance as a whole number."""
    pairs = {}
    for u, (x, y) in enumerate(points):
        distances = sorted((round(10 * math.hypot(x - a, y - b)), v) for v, (a, b) in enumerate(points) if v != u)
        for distance, v in distances[:NEIGHBOURS]:
            pairs[min(u, v), max(u, v)] = distance
    return sorted(pairs.items())


def path(lines, points, style):
    moves = "".join(f"M{points[u][0]:.0f} {points[u][1]:.0f}L{points[v][0]:.0f} {points[v][1]:.0f}"
                    for u, v in lines)
    return f'<path d="{moves}" {style}/>\n'


def main():
    command, target = sys.argv[1], pathlib.Path(sys.argv[2])
    points = places()
    pairs = nearest(points)
    with tempfile.TemporaryDirectory() as folder:
        graph = pathlib.Path(folder) / "near.el"
        graph.write_text("".join(f"{u + 1} {v + 1} {d}\n" for (u, v), d in pairs), encoding="utf-8")
        out = subprocess.run([command, "match", str(graph), "--cover", "--capacity", "2", "-q"], check=True,
                             capture_output=True, text=True).stdout
    chosen = [tuple(int(v) - 1 for v in line.split()) for line in out.splitlines()]
    text = (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" stroke-linecap="round">\n'
            '<title>A graph of nearest neighbours and a light cover of it</title>\n'
            '<rect width="100%" height="100%" fill="#fff"/>\n')
    text += path([pair for pair, _ in pairs], points, 'stroke="#ddd" stroke-width="1"')
    text += path(chosen, points, 'stroke="#1565c0" stroke-width="2.5"')
    text += path([(v, v) for v in range(len(points))], points, 'stroke="#222" stroke-width="5"')
    (target / "cover.svg").write_text(text + "</svg>\n", encoding="utf-8")


if __name__ == "__main__":
    main()
