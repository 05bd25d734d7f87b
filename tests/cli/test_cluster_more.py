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

    def test_flags_that_an_algorithm_lacks(self):
        """The message names the algorithms of the verb that have it, with their variants."""
        self.write("clique.graph", CLIQUE)
        self.expect_error(UNSUPPORTED, "cluster", "clique.graph", "--algorithm", "louvain",
                          "--variant", "buckets", "--seed", "1", "-q",
                          says="louvain (buckets) has no seed, leiden, louvain (sub_rounds), "
                               "matching, label_propagation has")


if __name__ == "__main__":
    harness.main()
