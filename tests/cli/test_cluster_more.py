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


if __name__ == "__main__":
    harness.main()
