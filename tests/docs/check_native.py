#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Native files are what the tables of docs/formats.md say: they are parsed by these tables, by nothing else, and
compared with the text that they were made of. check_native.py SOURCE_DIR COMMAND"""
import ctypes
import pathlib
import re
import struct
import subprocess
import sys
import tempfile

CODES = {"uint32": "I", "uint64": "Q", "int64": "q", "int32": "i", "float": "f", "double": "d"}


def table(text, name):
    """Rows of cells of the table between the markers of this name."""
    part = re.search(rf"<!-- native {name}: begin -->\n(.*?)<!-- native {name}: end -->", text, re.DOTALL)[1]
    return [[cell.strip() for cell in row.strip("| ").split("|")] for row in part.splitlines()[2:]]


def xxh3(data):
    """The 64-bit XXH3 of bytes, as 8 bytes, by the system's library."""
    library = ctypes.CDLL("libxxhash.so.0")
    library.XXH3_64bits.restype = ctypes.c_uint64
    library.XXH3_64bits.argtypes = (ctypes.c_char_p, ctypes.c_size_t)
    return struct.pack("<Q", library.XXH3_64bits(data, len(data)))


class Layout:
    """The tables, and files read by them."""

    def __init__(self, text):
        self.header, self.section = table(text, "header"), table(text, "section")
        self.ids = {int(row[0]): row[1:] for row in table(text, "ids")}
        kinds = next(row[3] for row in self.header if row[3].startswith("type of weights"))
        self.weights = {int(number): name for number, name in re.findall(r"(\d) (\w+)", kinds)}
        for rows, size in ((self.header, 64), (self.section, 32)):
            places = [(int(row[0]), int(row[1])) for row in rows]
            ends = [sum(place) for place in places]
            assert [0, *ends] == [*[at for at, _ in places], size], "a table leaves a gap"

    @staticmethod
    def record(rows, data, at):
        """Members by the first words of their content."""
        members = {}
        for place, size, kind, content in rows:
            raw = data[at + int(place):at + int(place) + int(size)]
            members[content.split(":")[0].split(",")[0]] = (
                raw if kind == "bytes" else struct.unpack("<" + CODES[kind], raw)[0])
        return members

    def read(self, data):
        header = self.record(self.header, data, 0)
        by_text = {content.split(":")[0]: content for *_, content in self.header}
        assert header["magic"] == bytes.fromhex(by_text["magic"].split(": ")[1]), "magic"
        for name in ("version", "byte order"):
            wanted = next(content for content in by_text.values() if content.startswith(name))
            assert header[[key for key in header if key.startswith(name)][0]] == int(re.search(r": (\d+)", wanted)[1]), name
        assert header["bytes of the whole file"] == len(data), "length"
        front = 64 + 32 * header["number of sections"]
        assert data[front:front + 8] == xxh3(data[:front]), "checksum of header and table"
        sections = {}
        for k in range(header["number of sections"]):
            entry = self.record(self.section, data, 64 + 32 * k)
            assert entry["place in the file"] % 64 == 0, "a section is not at a multiple of 64"
            begin = entry["place in the file"]
            raw = data[begin:begin + entry["bytes"]]
            pieces = b"".join(xxh3(raw[at:at + (1 << 20)]) for at in range(0, len(raw), 1 << 20))
            assert struct.pack("<Q", entry["checksum"]) == xxh3(pieces), "checksum of a section"
            sections[self.ids[entry["id"]][0]] = self.items(entry, raw, header)
        return header, sections

    def items(self, entry, raw, header):
        kind = self.ids[entry["id"]][1]
        if kind == "bytes":
            return raw
        if kind == "by the header":
            kind = self.weights[header["type of weights"]]
        pair = kind.startswith("2 x ")
        code = CODES[kind.removeprefix("2 x ")]
        assert entry["bytes per item"] == struct.calcsize("<" + code) * (2 if pair else 1), "bytes per item"
        return struct.unpack(f"<{len(raw) // struct.calcsize('<' + code)}{code}", raw)


def numbers(path):
    return [[float(word) if "." in word else int(word) for word in line.split()]
            for line in path.read_text().splitlines() if not line.startswith("%")]


def check_hypergraph(layout, folder):
    (m, n, *_), *rows = numbers(folder / "h.hgr")
    header, sections = layout.read((folder / "h.hmb").read_bytes())
    weights = sections["weights of edges"]
    offsets, pins = sections["offsets of hyperedges into the pins"], sections["pins"]
    assert (header["kind"], header["number of vertices n"], header["number of edges m"]) == (0, n, m)
    assert header["number of pins"] == len(pins) == offsets[m] and len(offsets) == m + 1
    own = [[weights[e], *(v + 1 for v in pins[offsets[e]:offsets[e + 1]])] for e in range(m)]
    assert own == rows[:m], "hyperedges"
    assert list(sections["weights of vertices"]) == [row[0] for row in rows[m:]], "vertex weights"


def check_graph(layout, folder):
    lines = [line.split("\t") for line in (folder / "g.tsv").read_text().splitlines()]
    header, sections = layout.read((folder / "g.hmb").read_bytes())
    places, text = sections["offsets of ids into their text"], sections["text of ids"]
    ids = [text[places[v]:places[v + 1]].decode() for v in range(header["number of vertices n"])]
    ends, weights = sections["ends of the edges of a graph"], sections["weights of edges"]
    own = [[ids[ends[2 * e]], ids[ends[2 * e + 1]], str(weights[e])] for e in range(header["number of edges m"])]
    assert header["kind"] == 1 and own == lines, "edges of the graph"


def check_preferences(layout, folder):
    header, sections = layout.read((folder / "p.hmb").read_bytes())
    assert (header["kind"], header["number of vertices n"], header["number of edges m"]) == (2, 4, 2)
    offsets, entries, ties = (sections[name] for name in ("offsets of hyperedges into the pins", "pins", "ties"))
    assert header["number of pins"] == len(entries) == len(ties) and sections["capacities"] == (1, 3, 1, 1)
    assert offsets == (0, 2, 4, 4, 5) and entries == (3, 2, 2, 3, 1) and ties == (0, 0, 0, 1, 0), "lists"
    header, sections = layout.read((folder / "o.hmb").read_bytes())
    assert (header["kind"], header["number of edges m"]) == (3, 2) and sections["pins"] == (1,)
    header, sections = layout.read((folder / "s.hmb").read_bytes())
    assert (header["kind"], header["number of vertices n"], header["weights per vertex"]) == (4, 4, 2)
    assert sections["list of each agent"] == (0, 0, 1, 1) and sections["pins"] == (2, 3, 0)


def main():
    source, command = pathlib.Path(sys.argv[1]).resolve(), str(pathlib.Path(sys.argv[2]).resolve())
    layout = Layout((source / "docs/formats.md").read_text(encoding="utf-8"))
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "h.hgr").write_text("3 5 11\n7 1 2\n2 5 3 4\n9 1 5\n10\n20\n30\n40\n50\n")
        (folder / "g.tsv").write_text("ann\tbob\t1.5\nbob\tcat\t2.25\nann\tdan\t0.5\n")
        (folder / "p.prefs").write_text("p two-sided 2 2\nl 1 : (2 1)\nl 2 [3] : 1 2\nr 2 : 2\n")
        (folder / "o.prefs").write_text("p one-sided 2\na 1 : 2\n")
        (folder / "s.prefs").write_text("p shared-lists 2 2\nl 1-2 : 1 2\nr 1-2 : 1\n")
        for text, native in (("h.hgr", "h.hmb"), ("g.tsv", "g.hmb"), ("p.prefs", "p.hmb"), ("o.prefs", "o.hmb"),
                             ("s.prefs", "s.hmb")):
            subprocess.run([command, "convert", text, native, "-q"], cwd=folder, check=True)
        check_hypergraph(layout, folder)
        # Sections of several pieces.
        subprocess.run([command, "generate", "uniform", "n=90000", "m=100000", "k=3", "-o", "big.hmb", "-q"],
                       cwd=folder, check=True)
        layout.read((folder / "big.hmb").read_bytes())
        check_graph(layout, folder)
        check_preferences(layout, folder)
    print("native files are what docs/formats.md says")
    return 0


if __name__ == "__main__":
    sys.exit(main())
