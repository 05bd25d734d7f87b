# SPDX-License-Identifier: MIT
"""Inputs from files, pipes and compressed files; bad ones; info and convert."""

import gzip
import json
import os
import re
import shutil
import subprocess
import threading
import unittest

import harness
from harness import BAD_INPUT, DONE, RESOURCES, UNSUPPORTED, USAGE


class Sources(harness.TestCase):
    def test_same_answer_from_every_source(self):
        name = self.sample()
        data = self.read(name)
        expected = self.expect(DONE, "match", name, "-q").out
        self.write("a.hgr.gz", gzip.compress(data))
        self.write("b.dat", gzip.compress(data))  # recognised by content
        sources = [("a.hgr.gz",), ("b.dat", "--format", "hgr")]
        if shutil.which("zstd"):
            subprocess.run(["zstd", "-q", "-o", self.path("c.hgr.zst"), self.path(name)],
                           check=True)
            sources.append(("c.hgr.zst",))
        for source in sources:
            for algorithm in ["local_max", "stack_streaming"]:
                self.assertEqual(
                    self.expect(DONE, "match", *source, "-q", "--algorithm", algorithm).out,
                    self.expect(DONE, "match", name, "-q", "--algorithm", algorithm).out, source)
        for piped in [data, gzip.compress(data)]:
            self.assertEqual(self.expect(DONE, "match", "-", "-q", stdin=piped).out, expected)
            self.assertEqual(self.expect(DONE, "match", "/dev/stdin", "-q", stdin=piped).out,
                             expected)

    def test_named_pipe(self):
        name = self.sample()
        os.mkfifo(self.path("fifo"))
        data = self.read(name)
        writer = threading.Thread(target=lambda: self.write("fifo", data))
        writer.start()
        out = self.expect(DONE, "match", "fifo", "--format", "hgr", "-q").out
        writer.join()
        self.assertEqual(out, self.expect(DONE, "match", name, "-q").out)

    def test_metis_through_a_pipe_is_not_read_as_hmetis(self):
        ring = "".join(f"{(v + 1) % 900 + 1} {(v + 899) % 900 + 1}\n" for v in range(900))
        graph = f"900 900\n{ring}"
        self.write("ring.graph", graph)
        matching = self.expect(DONE, "match", "ring.graph", "-q").out
        for piped in [graph.encode(), gzip.compress(graph.encode())]:
            for verb in [("match", "-"), ("match", "-", "--algorithm", "stack_streaming"),
                         ("match", "/dev/stdin"), ("info", "-"), ("bipartite", "-"),
                         ("convert", "-", "x.hmb"), ("verify", "-", "ring.graph")]:
                self.expect_error(USAGE, *verb, stdin=piped,
                                  says="give --format hmetis or --format metis")
            self.assertEqual(self.expect(DONE, "match", "-", "--format", "metis", "-q",
                                         stdin=piped).out, matching)
        # More edges than pairs of vertices, which METIS files may have.
        self.expect_error(USAGE, "match", "-", "-q", stdin="2 5\n2 2 2 2 2\n1 1 1 1 1\n",
                          says="give --format hmetis or --format metis")
        # One that no hypergraph can be.
        tree = "3 2\n2\n1 3\n2\n"
        self.assertEqual(self.report("match", "-", stdin=tree)["input"]["format"], "metis")

    def test_byte_order_mark(self):
        mark = b"\xef\xbb\xbf"
        name = self.sample()
        data = mark + self.read(name)
        expected = self.expect(DONE, "match", name, "-q", "-o", "m").out
        self.write("marked.hgr", data)
        for flags in [(), ("--algorithm", "stack_streaming")]:
            expected = self.expect(DONE, "match", name, "-q", *flags).out
            self.assertEqual(self.expect(DONE, "match", "marked.hgr", "-q", *flags).out, expected)
            for piped in [data, gzip.compress(data)]:
                self.assertEqual(self.expect(DONE, "match", "-", "-q", *flags, stdin=piped).out,
                                 expected)
        self.write("marked.m", mark + self.read("m"))
        self.expect(DONE, "verify", "marked.hgr", "marked.m", "-q", "--maximal")

    def test_file_with_blanks_and_other_letters_in_its_name(self):
        name = "a b \u00fc.hgr"
        self.write(name, "1 2\n1 2\n")
        self.assertEqual(self.expect(DONE, "match", name, "-q").out, "1\n")
        self.assertEqual(self.report("match", name)["input"]["file"], name)
        self.expect(DONE, "match", "-q", "--", name)


class Malformed(harness.TestCase):
    def check(self, name, *args, line=None):
        error = self.expect_error(BAD_INPUT, "match", name, "-q", "-o", "m.txt", *args).err
        where = r"\d+" if line is None else str(line)
        self.assertRegex(error, rf"\Aerror: {re.escape(name)}:{where}: ")

    def test_lines_are_named(self):
        for text, line in [("", 1), ("x\n", 1), ("2 3\n1 2\n", 2), ("2 3\n1 2\n1 4\n", 3),
                           ("2 3\n1 2\n% c\n0\n", 4), ("1 2 1\nx 1\n", 2),
                           ("4294967296 2\n", 1)]:
            with self.subTest(text=text):
                name = self.write("bad.hgr", text)
                for algorithm in ["local_max", "stack_streaming"]:
                    result = self.expect_error(BAD_INPUT, "match", name, "-q", "-o", "m.txt",
                                               "--algorithm", algorithm)
                    self.assertRegex(result.err, r"\Aerror: bad\.hgr:\d+: ")
                    if text:
                        self.assertRegex(result.err, rf"bad\.hgr:({line}|{line + 1}): ")

    def test_whole_corpus(self):
        """One file for each way to be broken: code 3, one line that names the file."""
        corpus = os.path.join(harness.source(), "tests", "malformed", "cases.tsv")
        if not os.path.exists(corpus):
            self.skipTest("no corpus of malformed files")
        with open(corpus, encoding="utf-8") as file:
            rows = [line.rstrip("\n").split("\t") for line in file if not line.startswith("#")]
        folder = os.path.dirname(corpus)
        rows = [row for row in rows
                if os.path.isfile(os.path.join(folder, row[0])) and not row[0].endswith(".hmb")]
        self.assertGreater(len(rows), 20)
        for row in (rows):
            path = os.path.join(folder, row[0])
            with self.subTest(file=row[0]):
                flags = ("--as", "row-net") if path.endswith(".mtx") else ()
                flags = ("--format", "table") if row[0].startswith("table/") else flags
                result = self.expect(int(row[1]), "info", path, *flags)
                self.assertEqual(result.out, "")
                self.assertRegex(result.err, rf"\Aerror: {re.escape(path)}:{row[2]}: [^\n]+\n\Z")

    def test_bytes_of_the_file_do_not_reach_the_terminal(self):
        self.write("a.txt", b"a b 5\na c \x1b[2Jx\x1b]0;t\x07\n")
        self.expect_error(BAD_INPUT, "match", "a.txt", "-q",
                          says=r"a.txt:2: expected a weight (a finite number) in column 3, found "
                               r"'\x1b[2Jx\x1b]0;t\x07'")
        self.write("b.txt", "a b 5\na c \u00fcber\n".encode() + b"\xff\n")
        self.expect_error(BAD_INPUT, "match", "b.txt", "-q", says="found '\u00fcber'")
        self.write("c.txt", "a b 5\na c \u00fcber".encode() + b"\xff\n")
        self.expect_error(BAD_INPUT, "match", "c.txt", "-q", says="found '\u00fcber\\xff'")

    def test_utf16_is_refused(self):
        text = "1 2\n2 3\n3 1"
        for name in ["u.txt", "u.hgr", "u.graph", "u.mtx", "u.gr", "u.cnf"]:
            self.write(name, text.encode("utf-16"))
            self.expect_error(BAD_INPUT, "info", name,
                              says=f"{name}:1: expected UTF-8 or ASCII, found the byte order mark")
        for coding in ["utf-16-le", "utf-16-be"]:
            data = self.write("v.txt", text.encode(coding))
            self.expect_error(BAD_INPUT, "info", data, says="v.txt:1: expected text, found a NUL")
        self.expect_error(BAD_INPUT, "info", "-", stdin=text.encode("utf-16"), says="<stdin>:1: ")

    def test_integers_beyond_64_bits(self):
        self.write("x.mtx", "%%MatrixMarket matrix coordinate integer general\n2 2 1\n"
                            "1 2 9223372036854775808\n")
        self.assertEqual(self.expect(DONE, "match", "x.mtx", "-q").out, "1 2\n")
        self.assertEqual(self.expect(DONE, "bipartite", "x.mtx", "-q").out, "1 2\n")
        info = json.loads(self.expect(DONE, "info", "x.mtx", "--json").out)
        self.assertEqual(info["weights"]["type"], "double")

    @unittest.skipIf(harness.SANITIZED, "sanitizers take address space of their own")
    def test_vertices_that_do_not_fit(self):
        # Arrays of 1 GB each, of which none or only the first fits.
        self.write("a.gr", "p edge 268435456 1\ne 1 268435456\n")
        self.expect(DONE, "convert", "a.gr", "a.hmb", "-q")
        self.assertEqual(len(self.read("a.hmb")), 136)
        for name in ["a.gr", "a.hmb"]:
            for megabytes in [700, 1500]:
                self.expect_error(RESOURCES, "match", name, "-q", most_bytes=megabytes << 20,
                                  says="out of memory")

    def test_damaged_archives(self):
        data = gzip.compress(self.read(self.sample()))
        self.write("cut.hgr.gz", data[:len(data) // 2])
        self.expect_error(BAD_INPUT, "match", "cut.hgr.gz", "-q", "-o", "m.txt",
                          says="cut.hgr.gz")

    def test_rectangular_matrix_asks_for_an_interpretation(self):
        self.write("r.mtx", "%%MatrixMarket matrix coordinate pattern general\n2 3 2\n1 1\n2 3\n")
        self.expect_error(USAGE, "match", "r.mtx", "-q", says="--as")
        self.assertEqual(self.expect(DONE, "match", "r.mtx", "-q", "--as", "row-net").out, "1\n2\n")
        self.expect_error(UNSUPPORTED, "match", "r.mtx", "-q", "--as", "primal")


class Info(harness.TestCase):
    def test_counts(self):
        self.write("a.hgr", "4 6 1\n5 1 2 3\n-4 3 4 4\n3 4\n0\n")
        out = self.expect(DONE, "info", "a.hgr").out
        for fact in ["6 vertices", "4 edges", "6 pins", "vertex degrees: 0 to 2",
                     "edge sizes: 0 to 3", "int32, -4 to 5, sum 4", "components: 3",
                     "2 vertices without edges", "1 pin repeated inside an edge, merged\n",
                     "1 empty hyperedge, never matched\n", "1 edge of negative weight\n",
                     "1 edge of weight zero\n"]:
            self.assertIn(fact, out)
        info = json.loads(self.expect(DONE, "info", "a.hgr", "--json").out)
        self.assertEqual(info["schema"], "hypermatch-info/1")
        self.assertEqual(info["input"]["max_degree"], 2)
        self.assertEqual(info["weights"], {"type": "int32", "min": -4, "max": 5, "sum": 4})
        self.assertEqual(info["components"], {"count": 3, "largest": 4, "isolated_vertices": 2})
        self.assertEqual(info["edge_sizes"]["histogram"],
                         [{"from": 0, "to": 0, "count": 1}, {"from": 1, "to": 1, "count": 1},
                          {"from": 2, "to": 3, "count": 2}])
        self.assertIn("1 pin repeated inside an edge, merged; 1 empty hyperedge, never matched; 1 ",
                      self.expect(DONE, "match", "a.hgr").err)
        self.assertEqual(info["reader"]["merged_pins"], 1)
        self.assertEqual(info["reader"]["negative_weights"], 1)

    def test_sum_of_integers_whose_partial_sums_overflow(self):
        self.write("a.hgr", "3 6 1\n9223372036854775807 1 2\n4611686018427387905 3 4\n"
                            "-9223372036854775807 5 6\n")
        info = json.loads(self.expect(DONE, "info", "a.hgr", "--json").out)
        self.assertEqual(info["weights"]["sum"], 4611686018427387905)
        self.assertIn("sum 4611686018427387905\n", self.expect(DONE, "info", "a.hgr").out)
        self.write("b.hgr", "2 4 1\n9223372036854775807 1 2\n1 3 4\n")
        info = json.loads(self.expect(DONE, "info", "b.hgr", "--json").out)
        self.assertEqual(info["weights"]["sum"], 2.0 ** 63)

    def test_column_names_are_reported(self):
        self.write("a.csv", "x,y\n1,2\n")
        for verb in [("match", "a.csv"), ("bipartite", "a.csv"), ("convert", "a.csv", "a.hgr")]:
            self.assertIn("1 line of column names, skipped", self.expect(DONE, *verb).err)
        self.assertIn("1 line of column names", self.expect(DONE, "info", "a.csv").out)
        info = json.loads(self.expect(DONE, "info", "a.csv", "--json").out)
        self.assertEqual(info["reader"]["header_lines"], 1)
        self.write("b.csv", '"1","2"\n2,3\n')
        self.assertNotIn("column names", self.expect(DONE, "match", "b.csv").err)

    def test_bars_follow_the_locale(self):
        name = self.sample()
        env = {key: value for key, value in os.environ.items() if not key.startswith("LC_")}
        plain = self.expect(DONE, "info", name, env={**env, "LANG": "C"}).out
        self.assertTrue(plain.isascii())
        self.assertIn("####", plain)
        self.assertIn("\u2588", self.expect(DONE, "info", name, env={**env, "LANG": "C.UTF-8"}).out)

    def test_empty_and_graph(self):
        self.write("e.hgr", "0 0\n")
        self.assertIn("components: 0", self.expect(DONE, "info", "e.hgr").out)
        self.write("w.graph", "2 0 001\n\n\n")
        self.assertIn(", of no edges", self.expect(DONE, "info", "w.graph").out)
        self.write("s.hgr", "2 2 1\n1e308 1\n1.5e308 2\n")
        self.assertIn("sum beyond doubles", self.expect(DONE, "info", "s.hgr").out)
        self.write("g.graph", "3 2\n2 3\n1\n1\n")
        info = json.loads(self.expect(DONE, "info", "g.graph", "--json", "-").out)
        self.assertEqual(info["input"]["kind"], "graph")
        self.assertEqual(info["components"]["largest"], 3)
        self.assertEqual(info["degrees"]["max"], 2)


class Convert(harness.TestCase):
    def test_there_and_back(self):
        name = self.sample()
        expected = self.expect(DONE, "match", name, "-q").out
        for ending in ["hmb", "mtx", "hgr"]:
            flags = ("--as", "row-net") if ending == "mtx" else ()
            weights = ()
            if ending == "mtx":  # a matrix has no row weights
                expected_here = self.expect(DONE, "match", name, "-q", "--weights", "unit").out
                weights = ("--weights", "unit")
            else:
                expected_here = expected
            self.expect(DONE, "convert", name, "x." + ending, "-q", *weights)
            self.assertEqual(self.expect(DONE, "match", "x." + ending, "-q", *flags, *weights).out,
                             expected_here, ending)

    def test_bytes_come_back(self):
        name = self.sample()
        self.expect(DONE, "convert", name, "x.hmb", "-q")
        out = self.expect(DONE, "convert", "x.hmb", "-", "--to", "hgr", "-q").out
        self.assertEqual(out.encode(), self.read(name))

    def test_weights_and_interpretation(self):
        self.write("f.cnf", "p cnf 3 2\n1 -2 0\n2 3 0\n")
        self.expect(DONE, "convert", "f.cnf", "f.hgr", "--as", "dual", "-q")
        _, edges, _ = harness.parse_hgr(self.read("f.hgr"))
        self.assertEqual(edges, [[1], [1, 2], [2]])
        self.expect(DONE, "convert", "f.cnf", "w.hgr", "--weights", "random:5..5", "-q")
        self.assertEqual(harness.parse_hgr(self.read("w.hgr"))[2], [5, 5])

    def test_what_a_format_does_not_hold_is_said(self):
        self.write("w.graph", "3 1 010\n5 2\n1 1\n7\n")
        self.write("n.csv", "a,b\nb,c\n")
        weights, ids, lone = "vertex weights", "ids (vertices become", "1 vertex without edges"
        for name, to, said in [("w.graph", "metis", []), ("w.graph", "hmetis", []),
                               ("w.graph", "native", []), ("w.graph", "dimacs", [weights]),
                               ("w.graph", "matrix_market", [weights]),
                               ("w.graph", "edge_list", [weights, lone]),
                               ("n.csv", "edge_list", []), ("n.csv", "native", []),
                               ("n.csv", "metis", [ids]), ("n.csv", "hmetis", [ids]),
                               ("n.csv", "matrix_market", [ids]), ("n.csv", "dimacs", [ids])]:
            with self.subTest(name=name, to=to):
                err = self.expect(DONE, "convert", name, "out", "--to", to).err
                notes = [line for line in err.splitlines() if line.startswith("note")]
                self.assertEqual(len(notes), 1 if said else 0, err)
                for text in [weights, ids, lone]:
                    self.assertEqual(text in err, text in said, err)

    def test_lost_parallel_hyperedges_are_said(self):
        self.write("par.hgr", "4 3\n1 2\n1 2\n2 1\n2 3\n")
        self.write("one.hgr", "3 4\n1 2\n2 1\n3 4\n")
        self.write("none.hgr", "2 3\n1 2\n2 3\n")
        self.write("p.graph", "3 2\n2\n1 3\n2\n")
        for to in ["metis", "edge_list", "dimacs"]:
            said = f"{to} does not hold, and leaves out: "
            err = self.expect(DONE, "convert", "par.hgr", "out", "--to", to).err
            self.assertIn(said + "2 parallel hyperedges (the heaviest counts)\n", err)
            info = json.loads(self.expect(DONE, "info", "out", "--format", to, "--json").out)
            self.assertEqual(info["input"]["edges"], 2)
            err = self.expect(DONE, "convert", "one.hgr", "out", "--to", to).err
            self.assertIn(said + "1 parallel hyperedge (", err)
            for name in ["none.hgr", "p.graph"]:
                self.assertNotIn("note", self.expect(DONE, "convert", name, "out", "--to", to).err)
        for to in ["hmetis", "native", "matrix_market"]:
            self.assertNotIn("note", self.expect(DONE, "convert", "par.hgr", "out", "--to", to).err)

    def test_what_cannot_be(self):
        name = self.sample()
        self.expect_error(USAGE, "convert", name, name, says="replace the input")
        self.expect_error(USAGE, "convert", name, "x.cnf", "--to", "cnf")
        before = sorted(os.listdir(self.folder))
        # Before the input is read: there is none.
        for out in ["x.cnf", "x.hgr.gz", "x.hgr.zst"]:
            self.expect_error(UNSUPPORTED, "convert", "missing.hgr", out, says="OUT " + out)
        self.expect_error(UNSUPPORTED, "generate", "uniform", "n=4", "m=3", "-o", "x.cnf",
                          says="--output x.cnf")
        self.expect(USAGE, "convert", name, "x.frob", "-q")
        self.assertEqual(before, sorted(os.listdir(self.folder)))


if __name__ == "__main__":
    harness.main()
