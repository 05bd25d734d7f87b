# SPDX-License-Identifier: MIT
"""Files that count from 0, separated values, kidney exchange, complex and rectangular matrices."""

import itertools
import json
import random

import harness
from harness import BAD_INPUT, DONE, FAILED, UNSUPPORTED, USAGE


class ZeroBased(harness.TestCase):
    def shifted(self, text, columns, skip):
        """The text with the numbers of these columns one lower, lines of the header left alone."""
        lines = []
        for i, line in enumerate(text.splitlines()):
            words = line.split()
            if i >= skip:
                for k in columns(words):
                    words[k] = str(int(words[k]) - 1)
            lines.append(" ".join(words))
        return "\n".join(lines) + "\n"

    def pairs(self):
        """Files of each format that counts from 1, and what they are when they count from 0."""
        self.expect(DONE, "generate", "random_graph", "n=60", "alpha=2", "weights=0", "-q", "-o",
                    "g.graph")
        self.expect(DONE, "convert", "g.graph", "g.col", "-q")
        self.expect(DONE, "convert", "g.graph", "g.mtx", "-q")
        self.expect(DONE, "generate", "uniform", "n=50", "m=80", "-q", "-o", "g.hgr")
        every = {"g.graph": (lambda words: range(len(words)), 1),
                 "g.col": (lambda words: (1, 2), 1), "g.mtx": (lambda words: (0, 1), 2),
                 "g.hgr": (lambda words: range(len(words)), 1)}
        for name, (columns, skip) in every.items():
            self.write("z" + name, self.shifted(self.read(name).decode(), columns, skip))
            yield name, "z" + name

    def test_the_same_answer_in_the_numbers_of_the_file(self):
        for name, zero in self.pairs():
            with self.subTest(name):
                self.expect_error(BAD_INPUT, "match", zero, "-q", says="with --zero-based")
                one = self.expect(DONE, "match", name, "-q").out
                expected = self.shifted(one, lambda words: range(len(words)), 0)
                for args in [(), ("--threads", "3"), ("--weights", "unit")]:
                    out = self.expect(DONE, "match", zero, "--zero-based", "-q", *args).out
                    self.assertEqual(out, expected)
                self.write("m", expected)
                done = self.expect(DONE, "verify", zero, "m", "--zero-based", "--greedy", "-q")
                self.assertIn("greedy", done.out)
                self.write("wrong", "9999\n" if name.endswith("hgr") else "0 9999\n")
                wrong = self.expect(FAILED, "verify", zero, "wrong", "--zero-based", "-q")
                self.assertIn("9999" if not name.endswith("hgr") else "count from 1", wrong.err)
                # What is written in a format that counts from 1 does so.
                self.expect(DONE, "convert", zero, "back" + name[1:], "--zero-based", "-q")
                self.assertEqual(self.read("back" + name[1:]), self.read(name))

    def test_rows_and_columns(self):
        self.write("z.mtx", "%%MatrixMarket matrix coordinate pattern general\n2 3 3\n0 0\n0 2\n1 2\n")
        self.expect(DONE, "bipartite", "z.mtx", "--zero-based", "-q", "-o", "p", "--certificate", "c")
        self.assertEqual(self.read("p"), b"0 0\n1 2\n")
        self.expect(DONE, "verify", "z.mtx", "p", "--bipartite", "--zero-based", "--certificate", "c",
                    "-q")
        self.write("wrong", "0 1\n")
        self.assertIn("count from 1", self.expect(FAILED, "verify", "z.mtx", "wrong", "--bipartite",
                                                  "--zero-based", "-q").err)
        report = self.report("bipartite", "z.mtx", "--zero-based", "-o", "q")
        self.assertTrue(report["options"]["zero_based"])

    def test_mates_streams_and_labels(self):
        self.write("z.graph", "3 2\n1\n0 2\n1\n")
        out = self.expect(DONE, "match", "z.graph", "--zero-based", "--output-kind", "mates", "-q",
                          "-o", "m")
        self.assertIn(self.read("m"), [b"0 1\n1 0\n2 -\n", b"0 -\n1 2\n2 1\n"])
        self.expect(DONE, "verify", "z.graph", "m", "--zero-based", "--output-kind", "mates", "-q")
        self.write("z.hgr", "2 4\n0 1\n2 3\n")
        out = self.expect(DONE, "match", "z.hgr", "--zero-based", "--algorithm", "greedy_streaming",
                          "--verify", "-q").out
        self.assertEqual(out, "0\n1\n")
        self.assertEqual(self.expect(DONE, "convert", "z.graph", "-", "--to", "edge_list",
                                     "--zero-based", "-q").out, "0\t1\n1\t2\n")
        note = self.expect(DONE, "convert", "z.graph", "x.hmb", "--zero-based").err
        self.assertIn("numbers from 0", note)

    def test_formats_without_numbers_of_vertices(self):
        self.write("f.cnf", "p cnf 1 1\n1 0\n")
        self.expect_error(USAGE, "info", "f.cnf", "--zero-based", says="--zero-based")


CSV = ('id,"from",to,km,note\n'
       '1,"Berlin, Mitte",Bonn,12.5,"a ""b"""\n'
       '2,Bonn,Celle,3,\n'
       '3,"say ""hi""",Celle,4,x\n')


class SeparatedValues(harness.TestCase):
    def test_columns_by_name_and_number(self):
        self.write("e.csv", CSV)
        expected = 'Berlin, Mitte\tBonn\nsay "hi"\tCelle\n'
        for text in [CSV, CSV.replace("\n", "\r\n"), CSV[:-1], "\ufeff" + CSV,
                     "# c\n\n" + CSV.replace("2,Bonn", "\n% c\n2,Bonn")]:
            self.write("e.csv", text.encode())
            for flags in [("--columns", "from,to,km"), ("--header", "--columns", "2,3,4")]:
                self.assertEqual(self.expect(DONE, "match", "e.csv", "-q", *flags).out, expected)
        self.write("m", expected)
        self.expect(DONE, "verify", "e.csv", "m", "--columns", "from,to,km", "--greedy", "-q")
        self.assertEqual(self.report("info", "e.csv", "--columns", "2,3,4", "--header")["options"]
                         ["columns"], ["2", "3", "4"])
        self.expect(DONE, "convert", "e.csv", "e.tsv", "--columns", "from,to", "-q")
        self.assertIn(b"Berlin, Mitte\tBonn\n", self.read("e.tsv"))

    def test_columns_by_usual_names(self):
        self.write("e.csv", CSV)
        done = self.expect(DONE, "match", "e.csv")
        self.assertEqual(done.out, 'Berlin, Mitte\tBonn\nsay "hi"\tCelle\n')
        self.assertIn("columns 'from' and 'to', no weights; --columns takes others", done.err)
        self.expect_error(BAD_INPUT, "match", "e.csv", "--no-header", says="found 5")
        self.expect_error(USAGE, "match", "e.csv", "--no-header", "--header", says="exclude each other")

    def test_without_the_flags_nothing_changes(self):
        self.write("q.csv", '"a",b\n"a",c\n')
        self.assertIn('"a"', self.expect(DONE, "match", "q.csv", "-q").out)

    def test_what_is_refused(self):
        self.write("n.csv", CSV.replace("from", "begin").replace("to", "finish"))
        self.expect_error(BAD_INPUT, "match", "n.csv", says="--columns says which to take")
        self.write("e.csv", CSV)
        self.expect_error(USAGE, "match", "e.csv", "--columns", "frm,to", says="did you mean from?")
        self.expect_error(USAGE, "match", "e.csv", "--columns", "2,9", says="no column 9")
        self.expect_error(BAD_INPUT, "match", "e.csv", "--columns", "2,3,5", "--header",
                          says="e.csv:2: expected a weight")
        self.write("q.csv", 'a,"b\nb,c\n')
        self.expect_error(BAD_INPUT, "match", "q.csv", "--columns", "1,2", "-o", "out",
                          says="q.csv:1: expected a closing quote")
        for value in ["", "a", "a,", ",a", "a,b,c,d", "a,,b"]:
            self.expect_error(USAGE, "match", "e.csv", "--columns", value)
        self.write("g.hgr", "1 2\n1 2\n")
        self.expect_error(USAGE, "match", "g.hgr", "--header", says="for edge lists")

    def test_random_tables(self):
        """What Python's module csv writes is read as it was, whatever the ids hold."""
        import csv  # pylint: disable=import-outside-toplevel
        import io  # pylint: disable=import-outside-toplevel
        draw = random.Random(7)
        for case in range(20):
            ids = ["".join(draw.choice('ab,;"\' \u00e9') for _ in range(draw.randint(1, 6))).strip()
                   or "x" for _ in range(8)]
            rows = [[str(i), draw.choice(ids), str(draw.randint(1, 99)), draw.choice(ids)]
                    for i in range(12)]
            text = io.StringIO()
            writer = csv.writer(text, delimiter=",;\t"[case % 3], quoting=csv.QUOTE_ALL)
            writer.writerow(["n", "left", "w", "right"])
            writer.writerows(rows)
            self.write("r.csv", text.getvalue())
            report = self.report("info", "r.csv", "--columns", "left,right,w")
            pairs = {}
            for _, u, w, v in rows:
                if u != v:
                    pair = frozenset((u, v))
                    pairs[pair] = max(pairs.get(pair, 0), int(w))
            self.assertEqual(report["input"]["edges"], len(pairs), rows)
            self.assertEqual(report["input"]["vertices"], len({x for row in rows for x in row[1::2]}))
            if pairs:
                self.assertEqual(report["weights"]["sum"], sum(pairs.values()))


def cycles_of(pairs, arcs, longest):
    """The heaviest cycle of each set of at most `longest` pairs, by trying all orders."""
    found = {}
    for size in range(2, longest + 1):
        for order in itertools.permutations(range(pairs), size):
            if order[0] != min(order):
                continue
            around = list(zip(order, order[1:] + order[:1]))
            if all(arc in arcs for arc in around):
                weight = sum(arcs[arc] for arc in around)
                key = frozenset(order)
                found[key] = max(found.get(key, weight), weight)
    return found


class Kidney(harness.TestCase):
    def pool(self, name, pairs, arcs):
        lines = [f"{pairs}\t{len(arcs)}"] + [f"{u}\t{v}\t{w}" for (u, v), w in arcs.items()]
        return self.write(name, "\n".join(lines + ["-1\t-1\t-1", ""]))

    def test_against_all_orders(self):
        draw = random.Random(3)
        for case in range(harness.SANITIZED and 8 or 40):
            pairs = draw.randint(1, 7)
            arcs = {arc: draw.choice([1, 2, 3, 1.5, -1][:4 + case % 2])
                    for arc in itertools.permutations(range(pairs), 2) if draw.random() < 0.5}
            arcs = dict(draw.sample(sorted(arcs.items()), len(arcs)))
            name = self.pool("p.input", pairs, arcs)
            for longest in [2, 3, 5]:
                expected = cycles_of(pairs, arcs, longest)
                flags = ("--longest-cycle", longest) if longest != 3 else ()
                outs = set()
                for threads in [1, 3]:
                    self.expect(DONE, "convert", name, "p.hgr", "-q", "--threads", threads, *flags)
                    outs.add(self.read("p.hgr"))
                self.assertEqual(len(outs), 1)
                lines = [line.split() for line in outs.pop().decode().splitlines()]
                self.assertEqual(lines[0][:2], [str(len(expected)), str(pairs)])
                found = {}
                for weight, *pins in lines[1:]:
                    pins = [int(pin) - 1 for pin in pins]
                    self.assertEqual(pins[0], min(pins))
                    around = zip(pins, pins[1:] + pins[:1])
                    self.assertEqual(sum(arcs[arc] for arc in around), float(weight))
                    found[frozenset(pins)] = float(weight)
                self.assertEqual(found, expected)
            graph = self.report("info", name, "--as", "graph")
            self.assertEqual(graph["input"]["edges"], len(cycles_of(pairs, arcs, 2)))

    def test_a_matching_is_an_exchange(self):
        arcs = {(0, 1): 1, (1, 0): 1, (1, 2): 5, (2, 3): 5, (3, 1): 5, (3, 0): 1, (0, 3): 1}
        name = self.pool("p.input", 5, arcs)
        done = self.expect(DONE, "match", name, "--verify")
        self.assertIn("kidney, hypergraph: 5 vertices", done.err)
        self.assertIn("weight 15", done.err)
        self.assertIn(self.expect(DONE, "match", name, "--as", "graph", "-q").out,
                      ["0 1\n", "0 3\n"])
        self.write("m", "3 0\n")
        self.expect(DONE, "verify", name, "m", "--as", "graph", "-q")
        self.expect_error(UNSUPPORTED, "match", name, "--as", "dual", says="kidney")
        self.expect_error(UNSUPPORTED, "convert", name, "x.input")
        self.expect_error(USAGE, "match", name, "--longest-cycle", "1")
        self.expect_error(USAGE, "match", name, "--longest-cycle", "17")

    def test_a_truncated_pool_writes_nothing(self):
        self.write("p.input", "2 2\n0 1 1\n1 0 1\n")
        self.expect_error(BAD_INPUT, "match", "p.input", "-o", "m", says="p.input:3: expected the end mark")


COMPLEX = "%%MatrixMarket matrix coordinate complex "


class Matrices(harness.TestCase):
    def test_complex_matrices_are_matched_by_their_pattern(self):
        for symmetry in ["general", "symmetric", "skew-symmetric", "hermitian"]:
            self.write("c.mtx", f"{COMPLEX}{symmetry}\n3 3 2\n2 1 0 1\n3 2 9 -1\n")
            done = self.expect(DONE, "match", "c.mtx", "--verify")
            self.assertIn("2 edges, 4 pins, unweighted", done.err)
            self.assertIn("2 complex values, left out (the pattern counts)", done.err)
            self.assertIn("2 complex values, left out", self.expect(DONE, "info", "c.mtx").out)
        for field, weighted in [("pattern", False), ("integer", True), ("real", True)]:
            for symmetry in ["general", "symmetric", "skew-symmetric"]:
                value = " 4" if weighted else ""
                self.write("r.mtx", f"%%MatrixMarket matrix coordinate {field} {symmetry}\n2 2 1\n2 1{value}\n")
                self.assertEqual(self.report("match", "r.mtx")["input"]["weighted"], weighted)
        self.expect(DONE, "match", "c.mtx", "--weights", "random:1..9", "-q")
        self.write("c.mtx", COMPLEX + "general\n3 3 2\n2 1 0\n3 2 9 -1\n")
        self.expect_error(BAD_INPUT, "match", "c.mtx", "-o", "m",
                          says="c.mtx:3: expected an imaginary part")

    def test_info_of_rectangular_matrices(self):
        for banner, values in [(COMPLEX + "general", " 1 2"),
                               ("%%MatrixMarket matrix coordinate pattern general", "")]:
            self.write("wide.mtx", f"{banner}\n2 4 3\n" + "".join(
                f"{place}{values}\n" for place in ["1 1", "1 3", "2 3"]))
            out = self.expect(DONE, "info", "wide.mtx").out
            self.assertIn("matrix: 2 rows (0 empty), 4 columns (2 empty), 3 entries, density 0.375", out)
            self.assertIn("entries of columns: 0 to 2", out)
            report = self.report("info", "wide.mtx")
            self.assertEqual((report["input"]["rows"], report["input"]["columns"]), (2, 4))
            self.assertEqual(report["matrix"]["empty_columns"], 2)
            self.assertEqual(report["matrix"]["row_sizes"]["max"], 2)
            self.assertEqual(report["input"]["kind"], "bipartite")
            # Other verbs still ask.
            self.expect_error(USAGE, "match", "wide.mtx", says="--as row-net|column-net")
            self.expect(DONE, "info", "wide.mtx", "--as", "row-net")


if __name__ == "__main__":
    harness.main()
