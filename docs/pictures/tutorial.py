#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes the instances and the pictures of docs/tutorial.md.

  tutorial.py COMMAND FOLDER

Instances: the netlist of an 8 x 8 array multiplier (multiplier.hgr), its equations (equations.mtx), a
triangulated plate with a hole (plate.graph), and its triangles and nodes (plate.mtx). Pictures: the
matching of the netlist, that of the plate, and three levels of coarsening of the plate.
"""
import math
import pathlib
import subprocess
import sys

BITS = 8
RINGS, SECTORS = 8, 32
STEP = 34
BLUE, ORANGE, GREY = "#1565c0", "#e65100", "#bdbdbd"


class Multiplier:
    """Cells (pads, AND gates, adders) with places, and nets: a driver, its readers, a weight."""

    def __init__(self):
        self.places, self.names, self.nets, self.signals = [], {}, [], []
        for i in range(BITS):
            self.cell(("a", i), -1.6, 2 * i + 1)
            self.cell(("b", i), 2 * i + 1, -1.2)
        for i in range(BITS):
            for j in range(BITS):
                self.cell(("and", i, j), 2 * j + 0.6, 2 * i + 0.5)
                if i > 0:
                    self.cell(("add", i, j), 2 * j + 1.4, 2 * i + 1.3)
        for k in range(2 * BITS):
            self.cell(("out", k), *((-0.6, 2 * k + 1.9) if k < BITS else (2 * (k - BITS) + 1.4, 2 * BITS + 1)))
        for i in range(BITS):
            self.net(1, ("a", i), *(("and", i, j) for j in range(BITS)))
            self.net(1, ("b", i), *(("and", j, i) for j in range(BITS)))
        for i in range(BITS):
            for j in range(BITS):
                self.signal(1, ("and", i, j), ("add", i, j) if i > 0 else self.below(0, j))
                if i > 0:
                    self.signal(2, ("add", i, j), self.below(i, j))
                    carry = ("add", i, j + 1) if j + 1 < BITS else self.below(i, BITS)
                    self.signal(3, ("add", i, j), carry)

    def cell(self, name, x, y):
        self.names[name] = len(self.places)
        self.places.append((x, y))

    def net(self, weight, *cells):
        self.nets.append((weight, [self.names[cell] for cell in cells]))

    def signal(self, weight, driver, reader):
        self.net(weight, driver, reader)
        self.signals.append((driver, reader))

    @staticmethod
    def below(i, j):
        """What reads the sum of row i at place j: an adder of the next row, or an output."""
        if j == 0:
            return ("out", i)
        return ("add", i + 1, j - 1) if i + 1 < BITS else ("out", i + j)

    def netlist(self):
        lines = ["% nets of an 8 x 8 array multiplier; weight 1: operands, 2: sums, 3: carries",
                 f"{len(self.nets)} {len(self.places)} 1"]
        lines += [" ".join(str(number) for number in (weight, *(v + 1 for v in cells)))
                  for weight, cells in self.nets]
        return "\n".join(lines) + "\n"

    def equations(self):
        """One row per signal and its equation, one column per signal: which signals it contains."""
        entries = {(k, k) for k in range(len(self.signals))}
        for k, (driver, _) in enumerate(self.signals):
            entries |= {(k, other) for other, (_, reader) in enumerate(self.signals) if reader == driver}
        return matrix("signals of an 8 x 8 array multiplier by their equations",
                      len(self.signals), len(self.signals), entries)


def matrix(title, rows, columns, entries):
    lines = ["%%MatrixMarket matrix coordinate pattern general", f"% {title}",
             f"{rows} {columns} {len(entries)}"]
    return "\n".join(lines + [f"{row + 1} {column + 1}" for row, column in sorted(entries)]) + "\n"


class Plate:
    """A square plate with a round hole: rings of nodes, from the hole to the border."""

    def __init__(self):
        self.places, self.triangles = [], []
        for ring in range(RINGS):
            part = (ring / (RINGS - 1)) ** 1.4
            for sector in range(SECTORS):
                angle = 2 * math.pi * (sector + 0.5 * (ring % 2)) / SECTORS
                x, y = math.cos(angle), math.sin(angle)
                border = 4.6 / max(abs(x), abs(y))
                radius = 1.3 * (1 - part) + border * part
                self.places.append((radius * x, radius * y))
        for ring in range(RINGS - 1):
            for sector in range(SECTORS):
                here, there = ring * SECTORS, (ring + 1) * SECTORS
                after = (sector + 1) % SECTORS
                other = there + (sector if ring % 2 == 0 else after)
                self.triangles.append((here + sector, here + after, other))
                self.triangles.append((other, there + ((other - there + 1) % SECTORS),
                                       here + (after if ring % 2 == 0 else after)))
        self.edges = sorted({tuple(sorted(pair)) for a, b, c in self.triangles
                             for pair in ((a, b), (b, c), (a, c))})

    def weight(self, u, v):
        """Short edges are strong couplings: 100 per length, as an integer."""
        return round(100 / math.dist(self.places[u], self.places[v]))

    def graph(self):
        rows = [[] for _ in self.places]
        for u, v in self.edges:
            rows[u].append((v, self.weight(u, v)))
            rows[v].append((u, self.weight(u, v)))
        lines = ["% nodes of a plate with a hole; weight 100 / length", f"{len(rows)} {len(self.edges)} 1"]
        lines += [" ".join(f"{v + 1} {weight}" for v, weight in sorted(row)) for row in rows]
        return "\n".join(lines) + "\n"

    def incidence(self):
        return matrix("triangles of a plate by their nodes", len(self.triangles), len(self.places),
                      {(t, v) for t, triangle in enumerate(self.triangles) for v in triangle})


def run(command, *arguments):
    return subprocess.run([command, *arguments, "-q"], check=True, capture_output=True, text=True).stdout


def pairs_of(command, file):
    return [tuple(int(v) - 1 for v in line.split()) for line in run(command, "match", str(file)).splitlines()]


class Picture:
    def __init__(self, title, places):
        left, top = min(x for x, _ in places), min(y for _, y in places)
        self.at = [((x - left) * STEP + 12, (y - top) * STEP + 12) for x, y in places]
        width, height = (max(c) + 12 for c in zip(*self.at))
        self.text = (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" '
                     f'stroke-linecap="round" stroke-linejoin="round" fill="none">\n<title>{title}</title>\n'
                     '<rect width="100%" height="100%" fill="#fff"/>\n')

    def lines(self, edges, colour, width):
        moves = "".join(f"M{self.at[u][0]:.0f} {self.at[u][1]:.0f}L{self.at[v][0]:.0f} {self.at[v][1]:.0f}"
                        for u, v in edges)
        if moves:
            self.text += f'<path d="{moves}" stroke="{colour}" stroke-width="{width}"/>\n'

    def dots(self, vertices, colour, width):
        self.lines([(v, v) for v in vertices], colour, width)

    def write(self, path):
        path.write_text(self.text + "</svg>\n", encoding="utf-8")


def star(cells):
    return [(cells[0], cell) for cell in cells[1:]]


def draw_netlist(command, folder, circuit):
    matched = {int(line) - 1 for line in run(command, "match", str(folder / "multiplier.hgr")).splitlines()}
    picture = Picture("A matching of the nets of an array multiplier", circuit.places)
    nets = [(e, cells) for e, (_, cells) in enumerate(circuit.nets)]
    picture.lines([line for e, cells in nets if e not in matched for line in star(cells)], GREY, 1)
    picture.lines([line for e, cells in nets if e in matched for line in star(cells)], BLUE, 5)
    covered = {v for e, cells in nets if e in matched for v in cells}
    picture.dots(sorted(covered), BLUE, 10)
    picture.dots(sorted(set(range(len(circuit.places))) - covered), ORANGE, 9)
    picture.write(folder / "tutorial-netlist.svg")


def draw_plate(command, folder, plate):
    pairs = pairs_of(command, folder / "plate.graph")
    picture = Picture("A matching of the mesh of a plate", plate.places)
    picture.lines(plate.edges, GREY, 1)
    picture.lines(pairs, BLUE, 5)
    picture.dots(range(len(plate.places)), "#222", 4)
    picture.dots(sorted(set(range(len(plate.places))) - {v for pair in pairs for v in pair}), ORANGE, 8)
    picture.write(folder / "tutorial-plate.svg")


def draw_levels(command, folder, plate):
    """Three levels: pairs are matched and contracted; parallel edges add up their weights."""
    label = list(range(len(plate.places)))
    weights = {edge: plate.weight(*edge) for edge in plate.edges}
    for _ in range(3):
        n = max(label) + 1
        rows = [[] for _ in range(n)]
        for (u, v), weight in weights.items():
            rows[u].append((v, weight))
            rows[v].append((u, weight))
        file = folder / "level.graph"
        file.write_text(f"{n} {len(weights)} 1\n" + "".join(
            " ".join(f"{v + 1} {weight}" for v, weight in sorted(row)) + "\n" for row in rows), encoding="utf-8")
        mate = dict(pairs_of(command, file))
        file.unlink()
        second = set(mate.values())
        coarse, count = {}, 0
        for v in range(n):
            if v not in second:
                coarse[v] = count
                if v in mate:
                    coarse[mate[v]] = count
                count += 1
        label = [coarse[c] for c in label]
        merged = {}
        for (u, v), weight in weights.items():
            ends = tuple(sorted((coarse[u], coarse[v])))
            if ends[0] != ends[1]:
                merged[ends] = merged.get(ends, 0) + weight
        weights = merged
    picture = Picture("The mesh of a plate after three levels of coarsening", plate.places)
    inside = [(u, v) for u, v in plate.edges if label[u] == label[v]]
    picture.lines([edge for edge in plate.edges if label[edge[0]] != label[edge[1]]], GREY, 1)
    picture.lines(inside, BLUE, 4)
    picture.dots(range(len(label)), BLUE, 7)
    picture.write(folder / "tutorial-levels.svg")


def main():
    command, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    circuit, plate = Multiplier(), Plate()
    (folder / "multiplier.hgr").write_text(circuit.netlist(), encoding="utf-8")
    (folder / "equations.mtx").write_text(circuit.equations(), encoding="utf-8")
    (folder / "plate.graph").write_text(plate.graph(), encoding="utf-8")
    (folder / "plate.mtx").write_text(plate.incidence(), encoding="utf-8")
    draw_netlist(command, folder, circuit)
    draw_plate(command, folder, plate)
    draw_levels(command, folder, plate)


if __name__ == "__main__":
    main()
