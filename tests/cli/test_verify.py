# SPDX-License-Identifier: MIT
"""Right matchings are accepted with their facts, wrong ones of each kind are refused."""

import json

import harness
from harness import BAD_INPUT, DONE, FAILED


class Verify(harness.TestCase):
    def setUp(self):
        super().setUp()
        # Greedy by weight per square root of pins takes 2 (3.54 before 3.46), then nothing fits but 4.
        self.write("a.hgr", "5 7 1\n6 1 2 3\n5 3 4\n3 4 5\n1 6 7\n-2 6 7\n")

    def refuse(self, matching, *args, says):
        self.write("m.txt", matching)
        result = self.expect(FAILED, "verify", "a.hgr", "m.txt", "-q", *args)
        self.assertEqual(result.out, "")
        self.assertRegex(result.err, r"\Aviolation: [^\n]+\n\Z")
        self.assertIn(says, result.err)

    def accept(self, matching, *args):
        self.write("m.txt", matching)
        out = self.expect(DONE, "verify", "a.hgr", "m.txt", "-q", *args).out
        self.assertRegex(out, r"\Avalid: [^\n]+ of the optimum\n\Z")
        return out

    def test_facts(self):
        out = self.accept("2\n4\n")
        for fact in ["2 edges", "weight 6", ", maximal", ", greedy"]:
            self.assertIn(fact, out)
        out = self.accept("% a comment\n3\n\n1\n4\n")
        for fact in ["3 edges", "weight 10", ", maximal", ", not greedy", "1.0000 of"]:
            self.assertIn(fact, out)
        self.assertIn("not maximal, not greedy", self.accept("1\n"))
        self.assertIn("0 edges, weight 0, not maximal", self.accept(""))

    def test_demands(self):
        self.accept("2\n4\n", "--greedy", "--maximal")
        self.accept("1\n3\n4\n", "--maximal")
        self.refuse("1\n3\n4\n", "--greedy", says="2")
        self.refuse("1\n3\n", "--maximal", says="4")
        self.refuse("1\n3\n", "--greedy", says="")
        self.accept("1\n3\n4\n", "--greedy", "--rating", "weight")
        self.accept("1\n3\n5\n", "--maximal", "--nonpositive", "keep")

    def test_wrong_matchings(self):
        self.refuse("1\n2\n", says="2")
        self.refuse("1\n1\n", says="1")
        self.refuse("6\n", says="6")
        self.refuse("4294967297\n", says="4294967297")
        self.refuse("18446744073709551615\n", says="18446744073709551615")
        self.refuse("5\n", says="5")  # weight -2 takes no part in objective weight
        self.refuse("0\n", says="0")

    def test_number_0_is_called_0(self):
        self.write("a.hgr", "1 2\n1 2\n")
        self.write("m", "0\n")
        result = self.expect(FAILED, "verify", "a.hgr", "m", "-q")
        self.assertIn("edge 0 does not exist", result.err)

    def test_bad_syntax(self):
        for line in ["x", "1 2", "-1", "1.5", "1,2", "0x1"]:
            self.write("m.txt", "1\n" + line + "\n")
            self.expect_error(BAD_INPUT, "verify", "a.hgr", "m.txt", "-q", says="m.txt:2: ")

    def test_matching_from_standard_input(self):
        out = self.expect(DONE, "verify", "a.hgr", "-", "-q", "--greedy", stdin="2\n4\n").out
        self.assertIn("2 edges", out)

    def test_every_small_change_is_noticed(self):
        name = self.sample()
        self.expect(DONE, "match", name, "-q", "-o", "m.txt")
        lines = self.read("m.txt").decode().split()
        self.expect(DONE, "verify", name, "m.txt", "-q", "--greedy")
        self.expect(DONE, "verify", name, "m.txt", "-q", "--greedy", "--maximal")
        free = sorted(set(map(str, range(1, 6001))) - set(lines), key=int)
        step = len(lines) // 8
        for i in range(0, len(lines), step):
            for changed in [lines[:i] + lines[i + 1:], lines + [lines[i]],
                            lines[:i] + [free[i]] + lines[i + 1:]]:
                self.write("wrong.txt", "\n".join(changed) + "\n")
                self.expect(FAILED, "verify", name, "wrong.txt", "-q", "--greedy")
        self.expect(FAILED, "verify", name, "m.txt", "-q", "--greedy", "--seed", "1")
        self.expect(FAILED, "verify", name, "m.txt", "-q", "--greedy", "--rating", "weight")
        self.expect(FAILED, "verify", name, "m.txt", "-q", "--greedy", "--weights",
                    "random:1..9:8")

    def test_redrawn_ties_are_greedy_up_to_ties(self):
        name = self.sample()
        self.expect(DONE, "match", name, "-q", "-o", "m.txt", "--ties", "redraw", "--variant",
                    "crew")
        out = self.expect(DONE, "verify", name, "m.txt", "-q", "--greedy", "--ties", "redraw").out
        self.assertIn("greedy up to the order of ties", out)
        self.expect(FAILED, "verify", name, "m.txt", "-q", "--greedy")

    def test_report(self):
        self.write("m.txt", "1\n3\n4\n")
        self.expect(FAILED, "verify", "a.hgr", "m.txt", "-q", "--greedy", "--json", "r.json")
        report = json.loads(self.read("r.json"))
        self.assertIs(report["verified"], False)
        self.assertIsNone(report["result"]["certified_ratio"])
        claims = ("valid", "maximal", "greedy")
        self.assertEqual([report["result"][name] for name in claims], [True, True, False])
        report = self.report("verify", "a.hgr", "m.txt")
        self.assertIs(report["verified"], True)
        self.assertEqual(report["command"], "verify")
        self.assertEqual(report["result"]["weight"], 10)
        self.assertAlmostEqual(report["result"]["certified_ratio"], 1.0)
        for lines, holds in (("1\n", [True, False, False]), ("1\n2\n", [False, False, False]), ("2\n4\n", [True] * 3)):
            self.write("m.txt", lines)
            self.run_command("verify", "a.hgr", "m.txt", "-q", "--json", "r.json")
            result = json.loads(self.read("r.json"))["result"]
            self.assertEqual([result[name] for name in claims], holds, lines)


if __name__ == "__main__":
    harness.main()
