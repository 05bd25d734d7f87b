# SPDX-License-Identifier: MIT
"""Agents of one side, ties, choices among stable matchings, and items: the verb stable."""

import itertools
import json
import os

import harness
from harness import DONE, FAILED, RESOURCES, UNSUPPORTED, USAGE

NO_SOLUTION = 6

# Three agents that each prefer the next one, and a fourth that all like least.
ODD = """p one-sided 4
a 1 : 2 3 4
a 2 : 3 1 4
a 3 : 1 2 4
a 4 : 1 2 3
"""

SIX = """p one-sided 6
a 1 : 4 6 2 5 3
a 2 : 6 3 5 1 4
a 3 : 4 5 1 6 2
a 4 : 2 6 5 1 3
a 5 : 4 2 3 6 1
a 6 : 5 1 4 2 3
"""

THREE = """p two-sided 3 3
l 1 : 1 2 3
l 2 : 2 3 1
l 3 : 3 1 2
r 1 : 2 3 1
r 2 : 3 1 2
r 3 : 1 2 3
"""

HOUSES = "p two-sided 3 3\nl 1 : 1 2\nl 2 : 1 3\nl 3 : 1 2\n"


class StableMore(harness.TestCase):
    def stable(self, *args, code=DONE):
        return self.expect(code, "stable", *args, "-q")

    def report(self, *args, code=DONE):
        run = self.stable(*args, "--verify", "--json", "report.json", code=code)
        return run.out, json.loads(self.read("report.json"))

    def test_roommates_are_served_without_a_name(self):
        self.write("six.prefs", SIX)
        out, report = self.report("six.prefs")
        self.assertEqual(out, "1 6\n2 3\n4 5\n")
        self.assertEqual(report["options"]["algorithm"], "irving")
        self.assertTrue(report["verified"])
        self.assertEqual(self.stable("six.prefs", "--algorithm", "fixtures").out, out)
        self.write("pairs.txt", out)
        self.expect(DONE, "verify", "six.prefs", "pairs.txt")
        self.write("two.prefs", SIX.replace("a 1 :", "a 1 [2] :"))
        _, report = self.report("two.prefs", code=NO_SOLUTION)
        self.assertEqual(report["options"]["algorithm"], "fixtures")
        self.assertTrue(report["verified"])

    def test_a_proof_that_none_is_stable(self):
        self.write("odd.prefs", ODD)
        for more, proof in (([], "1 2 3\n4"), (["--algorithm", "fixtures"], "1 2 3\n4")):
            out, report = self.report("odd.prefs", "-o", "answer", *more, code=NO_SOLUTION)
            self.assertEqual(out, "")
            self.assertFalse(os.path.exists(self.path("answer")))
            self.assertFalse(report["result"]["exists"])
            self.assertEqual(report["result"]["proof"], proof)
            self.assertTrue(report["verified"])

    def test_roommates_with_ties_never_prove(self):
        self.write("tied.prefs", ODD.replace("a 4 : 1 2 3", "a 4 : (1 2) 3"))
        run = self.expect(UNSUPPORTED, "stable", "tied.prefs")
        self.assertIn("no matching is stable for the order that seed 0 gives the ties", run.err)

    def test_choices_among_all_stable_matchings(self):
        self.write("three.prefs", THREE)
        expected = {"left": "1 1\n2 2\n3 3\n", "right": "1 3\n2 1\n3 2\n",
                    "minimum_regret": "1 2\n2 3\n3 1\n", "egalitarian": "1 1\n2 2\n3 3\n"}
        for choice, pairs in expected.items():
            out, report = self.report("three.prefs", "--algorithm", "gusfield_irving",
                                      "--choice", choice)
            self.assertEqual(out, pairs)
            self.assertTrue(report["verified"])

    def test_stability_with_ties(self):
        self.write("tied.prefs", "p two-sided 2 2\nl 1 : (1 2)\nl 2 : (1 2)\n"
                                 "r 1 : (1 2)\nr 2 : (1 2)\n")
        self.assertEqual(len(self.report("tied.prefs")[0].split()), 4)
        out, report = self.report("tied.prefs", "--stability", "strong")
        self.assertEqual(report["options"]["algorithm"], "strongly_stable")
        self.assertEqual(len(out.split()), 4)
        _, report = self.report("tied.prefs", "--stability", "super", code=NO_SOLUTION)
        self.assertIsNone(report["verified"])
        self.stable("tied.prefs", "--stability", "super", "--algorithm", "kiraly", code=USAGE)
        self.stable("tied.prefs", "--algorithm", "kiraly", "--verify")

    def test_items_without_preferences(self):
        self.write("houses.prefs", HOUSES)
        expected = {"serial_dictatorship": "1 1\n2 3\n3 2\n", "top_trading_cycles": "1 1\n2 3\n3 2\n",
                    "rank_maximal": None, "popular": None}
        for algorithm, pairs in expected.items():
            out, report = self.report("houses.prefs", "--algorithm", algorithm)
            if pairs:
                self.assertEqual(out, pairs)
            self.assertTrue(report["verified"])
            self.assertEqual(report["result"]["pairs"], 3)
            self.assertEqual(report["result"]["left"]["worst_rank"], 2)
            self.assertIsNone(report["result"]["blocking_pairs"])
        # Three agents of two items, in one order: any of them would be outvoted.
        self.write("few.prefs", "p two-sided 3 2\nl 1 : 1 2\nl 2 : 1 2\nl 3 : 1 2\n")
        _, report = self.report("few.prefs", "--algorithm", "popular", code=NO_SOLUTION)
        self.assertEqual(report["result"]["proof"].split("\n")[1], "items 1 2")

    def test_explanations(self):
        self.write("residents.prefs", "p two-sided 4 3\nl 1 : 1\nl 2 : 1 2\nl 3 : 3 1 (2)\nl 4 : 1 2\n"
                                      "r 1 [2] : 2 1 3\nr 2 : (3 4)\nr 3 [0] : 3\n")
        run = self.expect(DONE, "stable", "residents.prefs", "--explain", "l 3", "--json", "r.json")
        self.assertEqual(run.out, "1 1\n2 1\n3 2\n")
        self.assertIn("l 3 prefers r 3, its rank 1: has no places\n", run.err)
        self.assertIn("l 3 prefers r 1, its rank 2: the last place is held by l 1 of rank 2; "
                      "l 3 has rank 3\n", run.err)
        prefers = json.loads(self.read("r.json"))["result"]["explanation"]["prefers"]
        self.assertEqual([one["partner"] for one in prefers], ["r 3", "r 1"])
        self.assertEqual(prefers[1], {"partner": "r 1", "rank": 2, "rank_of_agent": 3, "places": 2, "holders": 2,
                                      "worst_holder": "l 1", "rank_of_holder": 2})
        run = self.expect(DONE, "stable", "residents.prefs", "--explain", "l4")
        self.assertIn("r 1, its rank 1: the last place is held by l 1 of rank 2; l 4 is not on its list", run.err)
        self.assertIn("r 2, its rank 2: held by l 3 of rank 1; l 4 has rank 1\n", run.err)
        run = self.expect(DONE, "stable", "residents.prefs", "--explain", "r 1")
        self.assertIn("r 1 prefers no partner to its own\n", run.err)
        # A matching that is not stable: the pair that blocks has room.
        self.write("pairs.txt", "2 1\n")
        run = self.expect(FAILED, "verify", "residents.prefs", "pairs.txt", "--explain", "l 1")
        self.assertIn("l 1 prefers r 1, its rank 1: has room; l 1 has rank 2\n", run.err)
        # The matched pair itself is preferred by none of its agents.
        self.write("six.prefs", SIX)
        run = self.expect(DONE, "stable", "six.prefs", "--explain", "a 1")
        self.assertIn("a 1 prefers a 4, its rank 1: held by a 5 of rank 3; a 1 has rank 4\n", run.err)
        for agent in ("l 5", "l 0", "r 4", "a 1", "l", "3", "l x", " "):
            self.stable("residents.prefs", "--explain", agent, "-o", "answer", code=USAGE)
        self.assertFalse(os.path.exists(self.path("answer")))
        self.write("g.graph", "2 1\n2\n1\n")
        self.expect_error(USAGE, "verify", "g.graph", "pairs.txt", "--explain", "l 1",
                          says="--explain goes with preferences")

    def test_several_stable_matchings(self):
        self.write("three.prefs", THREE)
        all_of_them = ["1 1\n2 2\n3 3\n", "1 2\n2 3\n3 1\n", "1 3\n2 1\n3 2\n"]
        for limit in (1, 2, 3, 9):
            out, report = self.report("three.prefs", "--matchings", str(limit))
            expected = [f"% matching {i + 1}\n{pairs}" for i, pairs in enumerate(all_of_them[:limit])]
            self.assertEqual(out, "".join(expected))
            self.assertEqual(report["result"]["matchings"], min(limit, 3))
            self.assertEqual(report["options"]["algorithm"], "gusfield_irving")
            self.assertTrue(report["verified"])
            self.assertTrue(report["result"]["left"]["optimal"])
        self.write("six.prefs", SIX)
        for args in (("three.prefs", "--algorithm", "kiraly"), ("three.prefs", "--choice", "right"),
                     ("three.prefs", "--variant", "queue", "--algorithm", "gale_shapley"), ("six.prefs",)):
            self.stable(*args, "--matchings", "2", "-o", "answer", code=USAGE)

    def test_refusals(self):
        self.write("six.prefs", SIX)
        self.write("three.prefs", THREE)
        for file, algorithm in (("six.prefs", "kiraly"), ("six.prefs", "popular"),
                                ("three.prefs", "irving"), ("three.prefs", "fixtures")):
            self.stable(file, "--algorithm", algorithm, "-o", "answer", code=USAGE)
        self.stable("six.prefs", "--optimal", "right", "-o", "answer", code=UNSUPPORTED)
        self.assertFalse(os.path.exists(self.path("answer")))

    def test_brute_force_of_roommates(self):
        """All that Python finds by trying every matching of five agents, over many lists."""
        orders = list(itertools.permutations(range(4)))
        for seed in range(25):
            lists = {}
            for agent in range(1, 6):
                others = [other for other in range(1, 6) if other != agent]
                order = orders[(seed * 7919 + agent * agent * 31) % 24]
                lists[agent] = [others[i] for i in order]
            text = "p one-sided 5\n" + "".join(
                f"a {agent} : {' '.join(map(str, row))}\n" for agent, row in lists.items())
            self.write("five.prefs", text)
            exists = any(self.is_stable(lists, mates) for mates in self.matchings(list(lists)))
            run = self.stable("five.prefs", "--verify", code=DONE if exists else NO_SOLUTION)
            if exists:
                mates = {}
                for line in run.out.splitlines():
                    a, b = map(int, line.split())
                    mates[a], mates[b] = b, a
                self.assertTrue(self.is_stable(lists, mates))

    @staticmethod
    def matchings(agents):
        if not agents:
            yield {}
            return
        first, rest = agents[0], agents[1:]
        yield from StableMore.matchings(rest)
        for other in rest:
            for mates in StableMore.matchings([agent for agent in rest if agent != other]):
                yield {**mates, first: other, other: first}

    @staticmethod
    def is_stable(lists, mates):
        def gains(agent, other):
            row = lists[agent]
            return agent not in mates or row.index(other) < row.index(mates[agent])

        return not any(gains(a, b) and gains(b, a)
                       for a, b in itertools.combinations(lists, 2) if mates.get(a) != b)


    def test_each_algorithm_keeps_the_lists_of_a_hard_instance(self):
        self.expect(DONE, "generate", "hard_marriage", "n=300", "--seed", "3", "-o", "hard.prefs", "-q")
        text = self.read("hard.prefs").decode()
        self.assertEqual([line.split(":")[0] for line in text.splitlines()],
                         ["p shared-lists 300 300", "l 1-300 ", "r 1-300 "])
        self.expect(DONE, "generate", "hard_marriage", "n=300", "--seed", "3", "-o", "hard.hmb", "-q")
        self.expect(DONE, "convert", "hard.prefs", "copies.prefs", "-q")
        first = self.expect(DONE, "stable", "copies.prefs", "-q").out
        rounds = self.report("copies.prefs", "--algorithm", "gale_shapley", "--variant", "rounds")[1]["result"]["rounds"]
        for file in ("hard.prefs", "hard.hmb"):
            for words in ((), ("--proposal-order", "given"), ("--algorithm", "gale_shapley"),
                          ("--algorithm", "gale_shapley", "--variant", "rounds")):
                for threads in ("1", "2"):
                    run = self.expect(DONE, "stable", file, "--verify", "--json", "run.json", "-o", "pairs.txt",
                                      "--threads", threads, *words)
                    self.assertIn("180000 entries of 2 shared lists", run.err)
                    self.assertEqual(self.read("pairs.txt").decode(), first)
                    report = json.loads(self.read("run.json"))
                    self.assertEqual(report["result"]["proposals"], 300 * 301 // 2)
                    if "rounds" in words:
                        self.assertEqual(report["result"]["rounds"], rounds)
                    given = {"given": "given", "gale_shapley": None}.get(words[1] if words else "", "automatic")
                    self.assertEqual(report["options"]["proposal_order"], given)
        rows = json.loads(self.expect(DONE, "list", "algorithms", "--json").out)
        rows = rows["algorithms"] if isinstance(rows, dict) else rows
        self.assertEqual({(row["name"], row["variant"]) for row in rows if row["keeps_shared_lists"]},
                         {("mcvitie_wilson", None), ("gale_shapley", "queue"), ("gale_shapley", "rounds")})
        self.expect_error(UNSUPPORTED, "stable", "hard.prefs", "--algorithm", "gale_shapley", "--proposal-order",
                          "given", says="no proposal_order")
        self.expect_error(USAGE, "stable", "hard.prefs", "--proposal-order", "best", says="automatic|given")
        self.expect_error(RESOURCES, "generate", "hard_marriage", "n=2000000000", "-o", "x.prefs", says="bytes of instance")

    def test_lists_that_agents_share(self):
        self.write("shared.prefs", "p shared-lists 60 50\nl 1-40 42-60 : 1-50\nl 41 [2] : 50-1\n"
                   "r 1-49 : 60-1\nr 50 [3] : 1-7 9\n")
        kept = self.expect(DONE, "stable", "shared.prefs", "--verify", "-o", "kept.txt", "--json",
                           "kept.json")
        self.assertIn("of 4 shared lists", kept.err)
        copies = self.expect(DONE, "stable", "shared.prefs", "--verify", "-o", "copies.txt",
                             "--json", "copies.json", "--one-sided", "drop", "--explain", "l 1")
        self.assertNotIn("shared", copies.err.replace("shared.prefs", ""))
        self.assertEqual(self.read("kept.txt"), self.read("copies.txt"))
        results = [json.loads(self.read(name))["result"] for name in ["kept.json", "copies.json"]]
        for member in ["pairs", "proposals", "dropped_entries", "left", "right"]:
            self.assertEqual(*[result[member] for result in results], member)
        pairs = self.read("kept.txt").decode().splitlines()
        self.write("fewer.txt", "\n".join(pairs[1:]) + "\n")
        found = self.expect(FAILED, "verify", "shared.prefs", "fewer.txt").err
        self.expect(DONE, "convert", "shared.prefs", "copies.prefs")
        self.assertEqual(self.expect(FAILED, "verify", "copies.prefs", "fewer.txt").err
                         .split("violation")[1], found.split("violation")[1])
        right = self.expect(DONE, "stable", "shared.prefs", "--optimal", "right", "-q").out
        self.assertEqual(right, self.expect(DONE, "stable", "copies.prefs", "--optimal", "right",
                                            "-q").out)


class Empty(harness.TestCase):
    def test_scores_of_no_agents(self):
        self.write("none.csv", "agent,partner,agent_score,partner_score\n")
        for variant in [[], ["--variant", "partial"], ["--variant", "unsorted"]]:
            self.assertEqual(self.expect(harness.DONE, "stable", "none.csv", "--algorithm", "mcvitie_wilson",
                                         *variant, "--verify", "-q").out, "")


if __name__ == "__main__":
    harness.main()
