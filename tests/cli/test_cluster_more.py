# SPDX-License-Identifier: MIT
"""Communities of hierarchies without levels, weights of any scale, and flags that some algorithms
lack: the verb cluster."""

import json

import harness
from harness import DONE, UNSUPPORTED

# Four vertices, all of them neighbours, and three without neighbours, in the format metis.
CLIQUE = "4 6\n2 3 4\n1 3 4\n1 2 4\n1 2 3\n"
ISOLATED = "3 0\n\n\n\n"


class ClusterMore(harness.TestCase):
    def cluster(self, *args, code=DONE):
        return self.expect(code, "cluster", *args, "-q")

    def report(self, *args):
        return json.loads(self.cluster(*args, "-o", "out.txt", "--json", "-").out)

    def test_a_hierarchy_without_levels_is_the_communities(self):
        """Whether no level gains, or the algorithm has none."""
        self.write("isolated.graph", ISOLATED)
        self.write("clique.graph", CLIQUE)
        for graph, *more in (("isolated.graph",), ("isolated.graph", "--algorithm", "matching"),
                             ("clique.graph", "--resolution", "5"),
                             ("clique.graph", "--resolution", "5", "--max-size", "1"),
                             ("clique.graph", "--algorithm", "label_propagation")):
            self.cluster(graph, *more, "--hierarchy", "levels.txt", "-o", "out.txt")
            self.assertEqual(self.read("levels.txt"), self.read("out.txt"))
            self.assertIn(b"3 ", self.read("levels.txt"))

    def test_qualities_of_any_size_are_verified(self):
        """CPM of small weights, and modularity of a high resolution, are far below -1."""
        self.write("small.el", "1 2 1.7e-22\n2 3 3.1e-25\n3 4 2.3e-23\n1 3 1.9e-22\n4 5 7e-24\n")
        for more in (["--algorithm", "label_propagation"], ["--communities", "1"]):
            record = self.report("small.el", "--objective", "cpm", "--resolution", "0.7", "--verify",
                                 *more)
            self.assertLess(record["result"]["cpm"], -1e20)
        record = self.report("small.el", "--resolution", "1e15", "--communities", "1", "--verify")
        self.assertLess(record["result"]["modularity"], -1e14)

    def test_weights_at_the_ends_of_the_range_of_doubles(self):
        """Their sums are verified in multiples that fit."""
        self.write("huge.el", "1 2 1e308\n2 3 1.7e308\n3 1 1e308\n4 5 1e308\n")
        self.write("tiny.el", "1 2 5e-324\n2 3 5e-324\n")
        for graph, quality in (("huge.el", 1 - (3.7 ** 2 + 1) / 4.7 ** 2), ("tiny.el", 0.0)):
            record = self.report(graph, "--verify")
            self.assertAlmostEqual(record["result"]["modularity"], quality, 12)
            self.assertAlmostEqual(record["result"]["verdict"]["quality"], quality, 12)
        for graph, quality in (("huge.el", 1.0), ("tiny.el", 0.0)):
            record = self.report(graph, "--objective", "cpm", "--resolution", "1", "--verify")
            self.assertEqual(record["result"]["cpm"], quality)
            self.assertEqual(record["result"]["verdict"]["quality"], quality)

    def test_flags_that_an_algorithm_lacks(self):
        """The message names the algorithms of the verb that have it, with their variants."""
        self.write("clique.graph", CLIQUE)
        self.expect_error(UNSUPPORTED, "cluster", "clique.graph", "--algorithm", "louvain",
                          "--variant", "buckets", "--seed", "1", "-q",
                          says="louvain (buckets) has no seed, leiden, louvain (sub_rounds), "
                               "matching, label_propagation has")
        self.expect_error(UNSUPPORTED, "cluster", "clique.graph", "--threshold-schedule", "5:0.1",
                          "-q", says="error: leiden takes no schedule of thresholds")


if __name__ == "__main__":
    harness.main()
