# SPDX-License-Identifier: MIT
"""Communities of hierarchies without levels, weights of any scale, and flags that some algorithms
lack: the verb cluster."""

import itertools
import json
import random

import harness
from harness import DONE, UNSUPPORTED

# Four vertices, all of them neighbours, and three without neighbours, in the format metis.
CLIQUE = "4 6\n2 3 4\n1 3 4\n1 2 4\n1 2 3\n"
ISOLATED = "3 0\n\n\n\n"


def quality(edges, label, objective, resolution):
    """Of weighted edges (u, v, w), from the definition; a loop adds 2w to the degree of its vertex."""
    total = sum(w for _, _, w in edges)
    inside = sum(w for u, v, w in edges if label[u] == label[v])
    degree = dict.fromkeys(label.values(), 0)
    for vertex, _, w in edges + [(v, u, w) for u, v, w in edges]:
        degree[label[vertex]] += w
    if objective == "modularity":
        return inside / total - resolution * sum((d / (2 * total)) ** 2 for d in degree.values())
    sizes = [list(label.values()).count(c) for c in degree]
    return (inside - resolution * sum(s * (s - 1) / 2 for s in sizes)) / total


def best_gains(edges, label, value):
    """The largest gains of a vertex that moves to a neighbour's community or is alone, and of two
    neighbouring communities that merge; 0 at least. `value` is the quality of labels."""
    now = value(label)
    targets = {(v, label[u]) for u, v, _ in edges} | {(u, label[v]) for u, v, _ in edges}
    moves = [value({**label, v: c}) - now for v, c in targets | {(v, "alone") for v in label}]
    pairs = {(label[u], label[v]) for u, v, _ in edges}
    merges = [value({v: a if c == b else c for v, c in label.items()}) - now for a, b in pairs]
    return max([0.0, *moves]), max([0.0, *merges])


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
        for more in (["--algorithm", "label_propagation"], ["--num-communities", "1"]):
            record = self.report("small.el", "--objective", "cpm", "--resolution", "0.7", "--verify",
                                 *more)
            self.assertLess(record["result"]["cpm"], -1e20)
        record = self.report("small.el", "--resolution", "1e15", "--num-communities", "1", "--verify")
        self.assertLess(record["result"]["modularity"], -1e14)

    def test_gains_of_moves_and_merges_are_those_of_the_definition(self):
        draw = random.Random(4)
        for trial in range(40):
            n = draw.randint(3, 9)
            edges = [(str(u), str(v), draw.randint(1, 5))
                     for u, v in itertools.combinations(range(1, n + 1), 2) if draw.random() < 0.5]
            edges += [(str(v), str(v), 2) for v in range(1, n + 1) if draw.random() < 0.2]
            edges.append(("1", str(n), 1))
            edges = list({pair: (*pair, w) for *pair, w in edges for pair in [tuple(pair)]}.values())
            label = {v: draw.randrange(3) for *pair, _ in edges for v in pair}
            self.write("g.el", "".join(f"{u} {v} {w}\n" for u, v, w in edges))
            self.write("labels.txt", "".join(f"{v} {c}\n" for v, c in label.items()))
            for objective, resolution in (("modularity", 1), ("modularity", 2.5), ("cpm", 0.5)):
                run = self.expect(DONE, "verify", "g.el", "--communities", "labels.txt",
                                  "--objective", objective, "--resolution", resolution, "-q",
                                  "--json", "-")
                verdict = json.loads(run.out)["result"]["verdict"]
                gains = [held["gain"] if held else 0.0
                         for held in (verdict["best_move"], verdict["best_merge"])]

                def value(labels, objective=objective, resolution=resolution, edges=edges):
                    return quality(edges, labels, objective, resolution)

                self.assertAlmostEqual(verdict["quality"], value(label), 12)
                for found, expected in zip(gains, best_gains(edges, label, value)):
                    self.assertAlmostEqual(found, expected, 12, trial)

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
                               "matching, label_propagation have")
        self.expect_error(UNSUPPORTED, "cluster", "clique.graph", "--threshold-schedule", "5:0.1",
                          "-q", says="error: leiden takes no schedule of thresholds")


if __name__ == "__main__":
    harness.main()
