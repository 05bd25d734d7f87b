# SPDX-License-Identifier: MIT
"""Stable matchings: the verb stable, files of preferences, and what verify says of pairs."""

import itertools
import json
import os

import harness
from harness import BAD_INPUT, DONE, FAILED, RESOURCES, UNSUPPORTED, USAGE

# Three of each side. Left agents get their first choices, or right ones theirs.
THREE = """c a comment
p two-sided 3 3
l 1 : 1 2 3
l 2 : 2 3 1
l 3 : 3 1 2

% another one
r 1 : 2 3 1
r 2 : 3 1 2
r 3 : 1 2 3
"""


class Stable(harness.TestCase):
    def stable(self, *args, code=DONE, **more):
        return self.expect(code, "stable", *args, "-q", **more)

    def test_best_pairs_for_each_side(self):
        self.write("three.prefs", THREE)
        for more in ([], ["--algorithm", "gale_shapley"], ["--threads", "3"],
                     ["--algorithm", "gale_shapley", "--variant", "rounds"]):
            left = self.stable("three.prefs", "--verify", *more).out
            self.assertEqual(left, "1 1\n2 2\n3 3\n")
            right = self.stable("three.prefs", "--optimal", "right", "--verify", *more).out
            self.assertEqual(right, "1 3\n2 1\n3 2\n")
        self.assertEqual(self.stable("-", stdin=THREE.encode()).out, left)

    def test_report(self):
        self.write("three.prefs", THREE)
        out = self.stable("three.prefs", "--verify", "-o", "pairs.txt", "--json", "-").out
        report = json.loads(out)
        self.assertEqual(report["command"], "stable")
        self.assertEqual(report["input"]["kind"], "two_sided_preferences")
        self.assertEqual(report["input"]["edges"], 18)
        self.assertTrue(report["verified"])
        result = report["result"]
        self.assertEqual(result["pairs"], 3)
        self.assertEqual(result["proposals"], 3)
        self.assertEqual(result["blocking_pairs"], 0)
        self.assertEqual(result["left"],
                         {"unmatched": 0, "rank_sum": 3, "worst_rank": 1, "optimal": True})
        self.assertEqual(result["right"],
                         {"unmatched": 0, "rank_sum": 9, "worst_rank": 3, "optimal": False})
        self.assertEqual(self.read("pairs.txt"), b"1 1\n2 2\n3 3\n")

    def test_capacities_ties_and_lists_that_do_not_match(self):
        self.write("many.prefs", "p two-sided 4 2\nl 1 : 1\nl 2: (1 2)\nl 3:1 2\nl 4 : 1\n"
                                 "r 1[2] : 4 (3 1) 2\nr 2 [0]: 2 3")
        run = self.expect(DONE, "stable", "many.prefs", "--verify", "--seed", "3")
        pairs = run.out.split("\n")[:-1]
        self.assertEqual(len(pairs), 2)
        self.assertIn("4 1", pairs)
        # An entry of r 1's list that is not returned.
        self.write("one.prefs", "p two-sided 2 1\nl 1 : 1\nr 1 : 2 1\n")
        run = self.expect(DONE, "stable", "one.prefs")
        self.assertEqual(run.out, "1 1\n")
        self.assertIn("1 entry left out", run.err)

    def test_brute_force(self):
        """All 3 x 3 instances of some seeds: the answer is stable and best for the left side."""
        for seed in range(30):
            orders = [list(order) for order in itertools.permutations((1, 2, 3))]
            left = {i: orders[(seed * 7 + i * 5) % 6] for i in (1, 2, 3)}
            right = {i: orders[(seed * 11 + i * i + 2) % 6] for i in (1, 2, 3)}
            text = "p two-sided 3 3\n"
            for letter, lists in (("l", left), ("r", right)):
                for i, order in lists.items():
                    text += f"{letter} {i} : {' '.join(map(str, order))}\n"
            self.write("t.prefs", text)
            out = self.stable("t.prefs", "--verify").out
            found = {int(a): int(b) for a, b in (line.split() for line in out.splitlines())}

            def is_stable(mate):
                back = {w: m for m, w in mate.items()}
                return not any(left[m].index(w) < left[m].index(mate[m]) and
                               right[w].index(m) < right[w].index(back[w])
                               for m in left for w in right)

            stable = [mate for mate in (dict(zip((1, 2, 3), order)) for order in orders)
                      if is_stable(mate)]
            self.assertIn(found, stable)
            for mate in stable:
                for m in left:
                    self.assertLessEqual(left[m].index(found[m]), left[m].index(mate[m]))

    def test_verify_names_the_first_blocking_pair(self):
        self.write("three.prefs", THREE)
        self.write("good.txt", "3 3\n1 1\n2 2\n")
        self.write("bad.txt", "1 2\n2 1\n3 3\n")
        self.write("few.txt", "1 1\n")
        self.write("twice.txt", "1 1\n1 1\n")
        out = self.expect(DONE, "verify", "three.prefs", "good.txt").out
        self.assertEqual(out, "stable: 3 pairs, without partner 0 on the left and 0 on the right, "
                              "worst ranks 1 and 3, best for the left side\n")
        for name, words in (("bad.txt", "l 1 and r 3 would both"),
                            ("few.txt", "l 2 and r 2 would both"),
                            ("twice.txt", "l 1 and r 1 are matched twice")):
            run = self.expect(FAILED, "verify", "three.prefs", name)
            if name == "bad.txt":
                self.assertRegex(run.err, r"violation: l \d and r \d would both rather be partners")
            else:
                self.assertIn(words, run.err)
        self.expect(USAGE, "verify", "three.prefs", "good.txt", "--greedy")
        # By content, where the name does not tell.
        self.write("three.txt", THREE)
        self.expect(DONE, "verify", "three.txt", "good.txt")
        self.write("beyond.txt", "1 4\n")
        run = self.expect(BAD_INPUT, "verify", "three.prefs", "beyond.txt")
        self.assertIn("beyond.txt:1: expected an agent in 1..3, found '4'", run.err)

    def test_bad_files(self):
        for text, words in (
                ("", "t.prefs:1: expected 'p two-sided LEFT RIGHT' or 'p one-sided AGENTS'"),
                ("l 1 : 1\n", "t.prefs:1: expected 'p two-sided"),
                ("p three-sided 1 1\n", "t.prefs:1: expected two-sided or one-sided"),
                ("p two-sided 2\n", "t.prefs:1: expected the number of right agents"),
                ("p two-sided 2 2 2\n", "t.prefs:1: expected the end of the line, found '2'"),
                ("p two-sided 2 2\n\nl 1 : 3\n", "t.prefs:3: expected an agent in 1..2, found '3'"),
                ("p two-sided 2 2\nl 1 : 0\n", "t.prefs:2: expected an agent in 1..2, found '0'"),
                ("p two-sided 2 2\nl 3 : 1\n", "t.prefs:2: expected an agent in 1..2, found '3'"),
                ("p two-sided 2 2\nl 1 : 2 2\n", "t.prefs:2: agent r 2 stands twice in a list"),
                ("p two-sided 2 2\nl 1 : 2\nl 1 : 1\n", "t.prefs:3: agent l 1 has had a line"),
                ("p two-sided 2 2\nl 1 2\n", "t.prefs:2: expected ':'"),
                ("p two-sided 2 2\na 1 : 2\n", "t.prefs:2: expected 'l' or 'r'"),
                ("p two-sided 2 2\nl 1 : (1 2\n", "t.prefs:2: expected ')'"),
                ("p two-sided 2 2\nl 1 : 1)\n", "t.prefs:2: ')' without '('"),
                ("p two-sided 2 2\nl 1 : ((1 2))\n", "t.prefs:2: a tie inside a tie"),
                ("p two-sided 2 2\nl 1 : ()\n", "t.prefs:2: a tie of no agents"),
                ("p two-sided 2 2\nl 1 [x] : 1\n", "t.prefs:2: expected a capacity, found 'x]'"),
                ("p two-sided 2 2\nl 1 [4294967296] : 1\n", "t.prefs:2: expected a capacity of 32"),
                ("p two-sided 2 2\nl 1 : 99999999999999999999\n", "t.prefs:2: expected the number"),
                ("p two-sided 0 2\nr 1 : 1\n", "t.prefs:2: that side has no agents"),
                ("p two-sided 4294967295 1\n", "t.prefs:1: expected at most 2^32 - 2 agents"),
                ("p two-sided 4294967290 1\n", "t.prefs:1: found 4294967291 agents"),
                ("p one-sided 3\na 1 : 2 1\n", "t.prefs:2: an agent lists itself")):
            self.write("t.prefs", text)
            run = self.expect(BAD_INPUT, "stable", "t.prefs", "-o", "out.txt")
            self.assertIn(words, run.err)
            self.assertEqual(len(run.err.splitlines()), 1)
            self.assertFalse(os.path.exists(self.path("out.txt")))

    def test_messy_files(self):
        self.write("messy.prefs", "\ufeffc\r\n\r\np  two-sided\t2 2  \r\nr 2:1\r\n\tl\t2 : ( 2 1 )\r\n"
                                  "% end\r\nl 1[1]:2\r\nr 1 :2")
        self.assertEqual(self.stable("messy.prefs", "--verify").out, "1 2\n2 1\n")
        self.write("none.prefs", "p two-sided 0 0\n")
        self.assertEqual(self.stable("none.prefs", "--verify").out, "")

    def test_one_side_is_refused(self):
        self.write("mates.prefs", "p one-sided 2\na 1 : 2\na 2 : 1\n")
        run = self.expect(USAGE, "stable", "mates.prefs", "--algorithm", "gale_shapley")
        self.assertIn("roommates", run.err)
        self.expect(UNSUPPORTED, "stable", "mates.prefs", "--device", "cuda")


if __name__ == "__main__":
    harness.main()
