# SPDX-License-Identifier: MIT
"""Largest matchings of rows and columns: inputs, proofs, decompositions, and what is refused."""

import json
import pathlib
import random

import harness
from harness import BAD_INPUT, DONE, FAILED, UNSUPPORTED, USAGE


def rank_of(rows):
    """Size of a largest matching; an augmenting path after another."""
    mates = {}

    def augment(row, seen):
        for column in rows[row]:
            if column not in seen:
                seen.add(column)
                if column not in mates or augment(mates[column], seen):
                    mates[column] = row
                    return True
        return False

    return sum(augment(row, set()) for row in sorted(rows))


def matrix(num_rows, num_columns, entries, kind="pattern general"):
    lines = "".join(" ".join(map(str, entry)) + "\n" for entry in entries)
    return f"%%MatrixMarket matrix coordinate {kind}\n{num_rows} {num_columns} {len(entries)}\n" \
        + lines


class Bipartite(harness.TestCase):
    def rows(self, entries):
        rows = {}
        for row, column in entries:
            rows.setdefault(row, set()).add(column)
        return rows

    def pairs(self, text):
        return [tuple(map(int, line.split(" "))) for line in text.splitlines()]

    def check(self, entries, text):
        """A largest matching of these entries, by row."""
        pairs = self.pairs(text)
        self.assertEqual(pairs, sorted(pairs))
        self.assertLessEqual(set(pairs), set(entries))
        self.assertEqual(len({row for row, _ in pairs}), len(pairs))
        self.assertEqual(len({column for _, column in pairs}), len(pairs))
        self.assertEqual(len(pairs), rank_of(self.rows(entries)))

    def random_entries(self, seed, num_rows=40, num_columns=30, count=70):
        draw = random.Random(seed)
        return [(draw.randint(1, num_rows), draw.randint(1, num_columns)) for _ in range(count)]

    def solve(self, name, *args):
        return self.expect(DONE, "bipartite", name, "-q", *args).out

    def test_random_matrices(self):
        for seed in range(4):
            entries = self.random_entries(seed)
            name = self.write("a.mtx", matrix(40, 30, entries))
            for start in ["none", "cheap", "karp_sipser", "two_sided", "least_degree"]:
                self.check(entries, self.solve(name, "--start", start, "--seed", seed,
                                               "--permute", seed))
            self.check(entries, self.solve(name, "--verify", "--threads", "2"))

    def test_initial(self):
        starts = ["maximum_matching", "hopcroft_karp", "hkdw", "pfp", "p_hk", "p_pfp", "p_dbfs", "ms_bfs_graft"]
        for seed in range(4):
            entries = self.random_entries(seed)
            name = self.write("a.mtx", matrix(40, 30, entries))
            given, columns = {}, set()
            for row, column in random.Random(seed).sample(entries, 40):
                if row not in given and column not in columns:
                    given[row] = column
                    columns.add(column)
            self.write("i.txt", "".join(f"{row} {column}\n" for row, column in given.items()))
            for algorithm in starts:
                for flags in [["--threads", "1"], ["--threads", "2"], ["--permute", seed]]:
                    found = self.solve(name, "--initial", "i.txt", "--algorithm", algorithm, "--json", "r.json",
                                       "-o", "m.txt", *flags)
                    self.check(entries, self.read("m.txt").decode())
                    self.assertEqual(found, "")
                    if algorithm != starts[0]:  # its local search gives rows up for others
                        self.assertLessEqual(set(given), {row for row, _ in self.pairs(self.read("m.txt").decode())})
                    report = json.loads(self.read("r.json"))
                    self.assertEqual(report["options"]["initial"], "i.txt")
                    self.assertEqual(report["options"]["start"], "initial")
                    self.assertEqual(report["result"]["start_cardinality"], len(given))
            # An answer is a largest one already, with weights behind the pairs or not.
            for flags in [[], ["--output-weights"]]:
                first = self.solve(name, "--algorithm", "pfp", *flags)
                self.write("i.txt", first)
                self.assertEqual(self.solve(name, "--initial", "i.txt", "--algorithm", "pfp", *flags), first)

    def test_initial_that_is_none(self):
        name = self.write("a.mtx", matrix(3, 4, [(1, 1), (1, 2), (2, 1), (2, 3), (3, 3)]))
        for text, line, reason in [
                ("1 3\n", 1, "expected an entry of the instance, found '1 3'"),
                ("9 1\n", 1, "expected a pair of 3 rows and 4 columns, found '9 1'"),
                ("1 2\n0 1\n", 2, "expected a pair of 3 rows and 4 columns"),
                ("1 2\n1 1\n", 2, "expected a row without a pair, found '1 1', whose row has one in line 1"),
                ("% note\n1 1\n2 1\n", 3, "expected a column without a pair, found '2 1', whose column has one in line 2"),
                ("1\n", 1, "expected a column"), ("1 2 3 4\n", 1, "expected"), ("x 2\n", 1, "expected a row, found 'x'")]:
            self.write("i.txt", text)
            err = self.expect(BAD_INPUT, "bipartite", name, "-q", "--initial", "i.txt", "-o", "m.txt").err
            self.assertEqual(err.count("\n"), 1, err)
            self.assertIn(f"i.txt:{line}: {reason}", err)
            self.assertFalse((pathlib.Path(self.folder) / "m.txt").exists())
        self.write("i.txt", "1 1\n")
        for flags, word in [(["--start", "cheap"], "--start"), (["--algorithm", "assignment"], "--initial"),
                            (["--minimize"], "--initial"), (["-o", "i.txt"], "i.txt")]:
            err = self.expect(USAGE, "bipartite", name, "-q", "--initial", "i.txt", *flags).err
            self.assertIn(word, err)
        self.expect(BAD_INPUT, "bipartite", name, "-q", "--initial", "no.txt")
        self.expect(USAGE, "bipartite", "-", "-q", "--initial", "-", stdin="")
        self.assertEqual(self.solve(self.write("e.mtx", matrix(0, 0, [])), "--initial",
                                    self.write("i.txt", "")), "")

    def test_inputs(self):
        path = [(1, 2), (2, 1), (2, 3), (3, 2)]
        for name, text in {
                "a.graph": "3 2\n2\n1 3\n2\n", "a.col": "p edge 3 2\ne 1 2\ne 2 3\n",
                "a.mtx": matrix(3, 3, [(2, 1, 0, 1), (3, 2, 1, 1)], "complex hermitian"),
        }.items():
            self.check(path, self.solve(self.write(name, text)))
        self.check([(1, 1), (1, 3), (3, 4), (3, 2)],
                   self.solve(self.write("a.hgr", "3 4\n1 3\n\n4 2\n")))
        self.check([(1, 1), (1, 3), (2, 2)],
                   self.solve(self.write("a.cnf", "p cnf 3 2\n1 -3 0\n-2 2 0\n")))
        for empty in [matrix(0, 0, []), matrix(3, 0, []), matrix(2, 2, [])]:
            self.assertEqual(self.solve(self.write("e.mtx", empty), "--verify"), "")
        self.assertEqual(self.expect(DONE, "bipartite", "-", "-q",
                                     stdin=matrix(2, 5, [(2, 4)])).out, "2 4\n")

    def test_vertices_are_called_as_the_file_calls_them(self):
        name = self.write("a.tsv", "% sym unweighted\n7\tx y\n9\tx y\n")
        lines = set(self.solve(name, "--verify", "-o", "m.txt", "--certificate", "c.txt",
                               "--row-order", "-").splitlines())
        self.assertEqual(lines, {"7", "9", "x y"})
        rows = [line.split("\t") for line in self.read("m.txt").decode().splitlines()]
        self.assertEqual(len(rows), 2)
        for row in rows:
            self.assertIn("x y", row)
        self.expect(DONE, "verify", name, "m.txt", "--bipartite", "--certificate", "c.txt", "-q")
        self.write("m.txt", "7\tnobody\n")
        self.assertIn("column does not exist", self.expect(
            FAILED, "verify", name, "m.txt", "--as", "bipartite", "-q").err)

    def test_zeros(self):
        name = self.write("a.mtx", matrix(2, 2, [(1, 1, 0), (2, 2, 1), (2, 1, 0)], "real general"))
        pairs = ["--objective", "cardinality"]
        self.assertEqual(self.solve(name, *pairs), "1 1\n2 2\n")
        self.assertEqual(self.solve(name, *pairs, "--drop-zeros", "-o", "m.txt"), "")
        self.assertEqual(self.read("m.txt").decode(), "2 2\n")
        verify = ["verify", name, "m.txt", "--bipartite", "-q", "--maximum"]
        self.assertIn("maximum", self.expect(DONE, *verify, *pairs, "--drop-zeros").out)
        self.expect(FAILED, *verify, *pairs)
        self.assertIn("1 pair, weight 1, maximum", self.expect(DONE, *verify).out)
        self.write("z.el", "1 2 0\n2 3 1\n")
        for flags, count in [([], "1 stored zero, "), (["--sides", "one"], "2 stored zeros, ")]:
            self.assertIn(count + "which count", self.expect(DONE, "bipartite", "z.el", *flags).err)
            err = self.expect(DONE, "bipartite", "z.el", *flags, "--drop-zeros").err
            self.assertIn(count + "left out", err)

    def test_certificate(self):
        entries = self.random_entries(9)
        name = self.write("a.mtx", matrix(40, 30, entries))
        size = len(self.pairs(self.solve(name, "-o", "-", "--certificate", "c.txt", "--verify")))
        self.solve(name, "-o", "m.txt")
        cover = [line.split() for line in self.read("c.txt").decode().splitlines()]
        self.assertEqual(len(cover), size)
        for row, column in entries:
            self.assertTrue(["r", str(row)] in cover or ["c", str(column)] in cover)
        out = self.expect(DONE, "verify", name, "m.txt", "--as", "bipartite", "--certificate",
                          "c.txt", "-q").out
        self.assertEqual(out, f"valid: {size} pairs, maximum\n")
        self.write("c.txt", "".join(" ".join(line) + "\n" for line in cover[1:]))
        self.assertIn("is not covered", self.expect(
            FAILED, "verify", name, "m.txt", "--bipartite", "--certificate", "c.txt", "-q").err)

    def test_wrong_matchings(self):
        name = self.write("a.mtx", matrix(2, 3, [(1, 1), (1, 2), (2, 1)]))
        for text, says in [
                ("1 3\n", "row 1 and column 3 have no entry"), ("3 1\n", "row 3 does not exist"),
                ("1 4\n", "column 4 does not exist"), ("0 1\n", "its row does not exist"),
                ("1 1\n1 2\n", "row 1 is matched twice"),
                ("1 1\n2 1\n", "column 1 is matched twice"),
        ]:
            self.write("m.txt", text)
            result = self.expect(FAILED, "verify", name, "m.txt", "--bipartite", "-q")
            self.assertRegex(result.err, r"\Aviolation: [^\n]+\n\Z")
            self.assertIn(says, result.err)
            self.assertEqual(result.out, "")
        self.write("m.txt", "1 1\n")
        out = self.expect(DONE, "verify", name, "m.txt", "--bipartite", "-q").out
        self.assertIn("1 pair, not proven maximum: none has more than 2", out)
        self.assertIn("alternating path", self.expect(
            FAILED, "verify", name, "m.txt", "--bipartite", "-q", "--maximum").err)
        self.write("m.txt", "1 1\n2 x\n")
        self.expect_error(BAD_INPUT, "verify", name, "m.txt", "--bipartite", "-q", says="m.txt:2: ")

    def test_decomposition(self):
        entries = self.random_entries(4, 30, 30, 60)
        name = self.write("a.mtx", matrix(30, 30, entries))
        report = self.report("bipartite", name, "--dulmage-mendelsohn", "d.txt", "--row-order",
                             "r.txt", "--column-order", "c.txt")
        lines = [line.split() for line in self.read("d.txt").decode().splitlines()]
        rows = [int(line[1]) for line in lines if line[0] == "r"]
        columns = [int(line[1]) for line in lines if line[0] == "c"]
        self.assertEqual(sorted(rows), list(range(1, 31)))
        self.assertEqual(sorted(columns), list(range(1, 31)))
        self.assertEqual(rows, [int(line) for line in self.read("r.txt").split()])
        self.assertEqual(columns, [int(line) for line in self.read("c.txt").split()])
        blocks = [(int(line[1]), int(line[2])) for line in lines if line[0] == "block"]
        row_block = [b for b, (height, _) in enumerate(blocks) for _ in range(height)]
        column_block = [b for b, (_, width) in enumerate(blocks) for _ in range(width)]
        for row, column in entries:
            self.assertLessEqual(row_block[rows.index(row)], column_block[columns.index(column)])
        parts = report["result"]["dulmage_mendelsohn"]
        self.assertEqual(lines[0], ["rank", str(rank_of(self.rows(entries)))])
        for at, part in enumerate(["horizontal", "square", "vertical"], 1):
            self.assertEqual(lines[at], [part, str(parts[part]["rows"]),
                                         str(parts[part]["columns"])])
        self.assertEqual(report["result"]["structural_rank"], int(lines[0][1]))
        # The blocks are the matrix's, whatever matching they come from.
        self.solve(name, "--dulmage-mendelsohn", "e.txt", "--start", "none", "--permute", "8")
        self.assertEqual([line for line in lines if line[0] == "block"],
                         [line.split() for line in self.read("e.txt").decode().splitlines()
                          if line.startswith("block")])
        self.solve(name, "--dulmage-mendelsohn", "e.txt", "--coarse")
        self.assertLessEqual(self.read("e.txt").decode().count("block"), 3)

    def test_report(self):
        entries = self.random_entries(2)
        name = self.write("a.mtx", matrix(40, 30, entries))
        report = self.report("bipartite", name, "--verify", "--permute", "5", "--start", "none")
        rank = rank_of(self.rows(entries))
        self.assertEqual(report["schema"], "hypermatch-report/1")
        self.assertEqual(report["command"], "bipartite")
        self.assertEqual(report["input"]["kind"], "bipartite")
        self.assertEqual((report["input"]["rows"], report["input"]["columns"]), (40, 30))
        self.assertEqual(report["input"]["vertices"], 70)
        self.assertEqual(report["input"]["edges"], len(set(entries)))
        self.assertFalse(report["input"]["weighted"])
        result = report["result"]
        for key in ["edges", "weight", "structural_rank"]:
            self.assertEqual(result[key], rank)
        self.assertEqual(result["certified_ratio"], 1.0)
        self.assertGreater(result["rounds"], 0)
        self.assertEqual(result["augmentations"], rank)
        self.assertIs(report["verified"], True)
        self.assertEqual(report["options"]["permute"], 5)
        self.assertEqual(report["options"]["start"], "none")
        self.write("m.txt", self.solve(name))
        report = self.report("verify", name, "m.txt", "--bipartite", "--maximum")
        self.assertEqual(report["result"]["edges"], rank)
        self.assertIs(report["verified"], True)
        self.write("m.txt", "")
        self.expect(FAILED, "verify", name, "m.txt", "-q", "--bipartite", "--maximum", "--json",
                    "r.json")
        self.assertIs(json.loads(self.read("r.json"))["verified"], False)

    def test_refusals(self):
        name = self.write("a.mtx", matrix(2, 2, [(1, 1)]))
        self.expect_error(UNSUPPORTED, "match", name, "--as", "bipartite", says="rows and columns")
        self.expect_error(UNSUPPORTED, "bipartite", name, "--as", "dual")
        self.expect_error(UNSUPPORTED, "bipartite", name, "--variant", "frob")
        for args in [
                ("--algorithm", "frob"), ("--start", "automatic"), ("--start", "frob"),
                ("--seed", "x"), ("--permute", "-1"), ("--determinism", "frob"), ("--coarse",),
                ("-o", "a", "--certificate", "a"), ("--row-order", "a", "--json", "a"),
                ("--dulmage-mendelsohn", name), ("--certificate", "no-such-folder/c"),
                ("--weights", "unit"),
        ]:
            with self.subTest(args=args):
                self.expect_error(USAGE, "bipartite", name, *args)
        self.write("m.txt", "1 1\n")
        for args in [("--maximum",), ("--drop-zeros",),
                     ("--bipartite", "--greedy"), ("--bipartite", "--maximal"),
                     ("--bipartite", "--rating", "weight"), ("--bipartite", "--weights", "unit"),
                     ("--bipartite", "--seed", "3"),
                     ("--bipartite", "--output-kind", "mates")]:
            with self.subTest(args=args):
                self.expect_error(USAGE, "verify", name, "m.txt", *args)
        self.expect_error(BAD_INPUT, "verify", name, "m.txt", "--certificate", "m.txt", says="m.txt:1: ")
        broken = self.write("b.mtx", matrix(2, 2, [(1, 3)]))
        self.expect_error(BAD_INPUT, "bipartite", broken, "-o", "m2.txt", says="b.mtx:3: ")
        self.expect_error(BAD_INPUT, "match", self.write(
            "c.mtx", matrix(1, 1, [(1, 1, 1)], "complex general")), says="c.mtx:3: ")

    def test_levels_of_phases_are_there_without_phases(self):
        name = self.write("a.mtx", matrix(40, 30, self.random_entries(7)))
        result = self.report("bipartite", name, "--algorithm", "hkdw")["result"]
        self.assertEqual(len(result["phase_levels"]), result["rounds"])
        self.assertNotIn("phase_levels", self.report("bipartite", name, "--algorithm", "pfp")["result"])
        empty = self.report("bipartite", self.write("empty.mtx", matrix(2, 2, [])), "--algorithm", "hopcroft_karp")
        self.assertEqual((empty["result"]["rounds"], empty["result"]["phase_levels"]), (0, []))

    def test_what_any_back_end_answers_alike(self):
        name = self.write("a.mtx", matrix(40, 30, self.random_entries(7)))
        answers = {self.solve(name, "--determinism", "any_backend", "--threads", str(threads))
                   for threads in [1, 2, 3]}
        self.assertEqual(len(answers), 1)


if __name__ == "__main__":
    harness.main()
