# SPDX-License-Identifier: MIT
"""Ids of any kind: what is written in them is read back, and says what it means."""

import harness
from harness import BAD_INPUT, DONE, FAILED

# Files whose ids hold what separates, comments, quotes, or says "no mate" in written matchings.
ODD = {
    "blanks.tsv": "New York\tLos Angeles\nX\tY\nX\tNew York\n",
    "one.tsv": "a\tb c\na b\tc\n",
    "quoted.tsv": '"a b"\tc\nd\t"e\tf"\nc\td\n',
    "quoted.csv": '"a","b"\n"b","c"\n"%a","-"\nx,"%a"\n',
    "mixed.csv": '"a","b, c"\n"b, c",c\n"-",c\n-,"d ""e"""\na,"%a"\n',
    "comment.txt": "a %b\nc %d\nx %b\n",
    "comment.csv": "x,%a\nz,%a\nx,y\n",
    "dash.txt": "a -\n- b\nb c\n",
    "unclosed.tsv": '"a\tb"\nc"d\t"e\n"a\tc"d\n',
    "tab.csv": "x,y\na\tb,c\nc,x\nz,a\tb\n",
}


class Ids(harness.TestCase):
    def test_matchings_are_read_back(self):
        for name, text in ODD.items():
            self.write(name, text)
            for layout in ["pairs", "mates"]:
                with self.subTest(name=name, layout=layout):
                    self.expect(DONE, "match", name, "-q", "-o", "m", "--output-kind", layout)
                    self.expect(DONE, "verify", name, "m", "-q", "--greedy", "--output-kind",
                                layout)

    def test_rows_and_columns_are_read_back(self):
        for name, text in ODD.items():
            with self.subTest(name=name):
                self.write(name, text)
                self.expect(DONE, "bipartite", name, "-q", "-o", "m", "--certificate", "c")
                self.expect(DONE, "verify", name, "m", "-q", "--bipartite", "--maximum",
                            "--certificate", "c")

    def test_a_blank_stays_between_ids_without_one(self):
        self.write("plain.tsv", "a\tb\nc\td\n")
        self.assertEqual(self.expect(DONE, "match", "plain.tsv", "-q").out, "a b\nc d\n")
        self.write("blanks.tsv", "New York\tLos Angeles\nX\tY\n")
        self.assertEqual(sorted(self.expect(DONE, "match", "blanks.tsv", "-q").out.splitlines()),
                         ["New York\tLos Angeles", "X\tY"])

    def test_a_tab_separates_ids_that_end_with_other_separators(self):
        for text, matching in [("1\tb,\t5\n1\tc,\t6\n", "1 c,\n"), ("1\tb;\n", "1 b;\n"),
                               ("1,\t2,\t5\n1,\t3,\t6\n", "1 3\n")]:
            self.write("t.tsv", text)
            self.assertEqual(self.expect(DONE, "match", "t.tsv", "-q").out, matching)

    def test_unknown_ids_are_printable(self):
        self.write("g.txt", "a b\n")
        self.write("m", "a zz\033[31m\u00e9\n")
        for layout in ["pairs", "mates"]:
            err = self.expect(FAILED, "verify", "g.txt", "m", "--output-kind", layout)
            said = err.out + err.err
            self.assertIn("zz\\x1b[31m\u00e9", said)
            self.assertNotIn("\033", said)

    def test_foreign_matchings(self):
        self.write("blanks.tsv", ODD["blanks.tsv"])
        for text in ["X Y\n", "% c\n X\tY\nLos Angeles\tNew York\n", '"X"\tY\n']:
            self.write("m", text)
            code = FAILED if '"' in text else DONE  # such quotes belong to the id
            self.expect(code, "verify", "blanks.tsv", "m", "-q")
        self.write("m", "X Y\nNew York Los Angeles\n")
        self.expect_error(BAD_INPUT, "verify", "blanks.tsv", "m", "-q", says="m:2: expected a tab")
        self.write("plain.txt", "a b\nc %d\n")
        self.write("m", "a b\nc %d\n")
        self.expect(DONE, "verify", "plain.txt", "m", "-q")
        self.write("m", "a b c\n")
        self.expect_error(BAD_INPUT, "verify", "plain.txt", "m", "-q", says="found 'c' behind them")


if __name__ == "__main__":
    harness.main()
