# SPDX-License-Identifier: MIT
"""The examples of every help page and of README run as they stand, on small files of the names that
they mention."""

import gzip
import os
import re
import shutil
import subprocess

import harness
from harness import DONE

VERBS = ["match", "bipartite", "cluster", "verify", "info", "convert", "generate", "list"]
# Sizes of generated instances that only large ones are worth showing with.
LARGE = re.compile(r"\b([a-z]+)=(\d{3,})")
# Without a GPU the error is the right answer.
NEEDS_A_DEVICE = "--device cuda"


def commands(text, indent):
    """The lines that begin with a command, those that end in a backslash with the next one."""
    joined = re.sub(r"\\\n\s*", " ", text)
    return [line.split("  #")[0].strip() for line in joined.splitlines()
            if re.match(indent + r"(zcat \S+ \| )?hypermatch (%s) " % "|".join(VERBS), line)]


def shrunk(command):
    return LARGE.sub(lambda found: f"{found[1]}={max(4, int(found[2][:2]))}", command)


class Examples(harness.TestCase):
    def setUp(self):
        super().setUp()
        # Hardly two of these weights are equal, so that one matching is greedy for every seed.
        self.generate("netlist.hgr", "sizes", "n=300", "m=500", "--weights", "random:1..1000000000")
        self.generate("uniform.hgr", "uniform", "n=100", "m=200", "k=3")
        self.generate("roads.graph", "delaunay", "n=100")
        self.generate("mesh.graph", "delaunay", "n=100")
        for name in ["friends.el", "near.el"]:
            self.generate(name, "delaunay", "n=30", "--weights", "random:1..100")
        self.generate("social.graph", "planted_partition", "n=60", "communities=4", "degree_in=8")
        self.generate("cells.el", "block_model", "n=60", "communities=4", "max_degree=20")
        self.expect(DONE, "generate", "lfr", "n=60", "max_degree=20", "max_size=30", "--truth",
                    "planted.txt", "-o", "lfr.graph", "-q")
        self.generate("matrix.mtx", "random_bipartite", "rows=40", "columns=50")
        scores = [f"{i} {j} {1 + (3 * i + 5 * j) % 7}\n" for i in range(1, 6) for j in range(1, 9)]
        self.write("scores.mtx", "%%MatrixMarket matrix coordinate integer general\n5 8 40\n" + "".join(scores))
        self.write("costs.csv", "worker,job,cost\nann,paint,4\nann,cook,1\nben,paint,2\nben,cook,3\n")
        pairs = "".join(f"r{1 + i % 8},p{1 + (i + i // 8) % 5},{1 + i % 4}\n" for i in range(40))
        self.write("scores.csv", "reviewer,paper,score\n" + pairs)
        rounds = "".join(f"p{i},p{j},{1 + (i * j) % 5}\n" for i in range(6) for j in range(i))
        self.write("rounds.csv", "one,other,cost\n" + rounds)
        formula = "p cnf 4 3\n1 -2 0\n2 3 0\n-1 4 0\n"
        for name in ["formula.cnf", "formula.cnf.zst", "sat.cnf.zst"]:  # packed files are recognised by content
            self.write(name, formula)
        orders = "# DATA TYPE: {}\n# NUMBER ALTERNATIVES: 2\n1: 2,1\n1: {}\n"
        self.write("students.soi", orders.format("soi", "1"))
        self.write("schools.toi", orders.format("toi", "{1,2}"))
        netlist = self.read("netlist.hgr")
        for name in ["netlist.hgr.gz", "huge.hgr.gz", "huge.hgr.zst"]:
            self.write(name, gzip.compress(netlist))
        self.expect(DONE, "match", "netlist.hgr", "-o", "matching.txt", "-q")
        self.expect(DONE, "match", "roads.graph", "-o", "pairs.txt", "-q")
        self.expect(DONE, "match", "near.el", "--cover", "--capacity", "2", "-o", "light.txt", "-q")
        self.expect(DONE, "cluster", "social.graph", "-o", "communities.txt", "-q")
        self.expect(DONE, "bipartite", "matrix.mtx", "-o", "rows.txt", "--certificate",
                    "cover.txt", "-q")

    def run_line(self, command):
        path = os.path.dirname(harness.COMMAND) + os.pathsep + os.environ["PATH"]
        # Examples overwrite what others read: each gets files of its own.
        folder = shutil.copytree(self.folder, self.folder + "-copy")
        self.addCleanup(shutil.rmtree, folder, ignore_errors=True)
        done = subprocess.run(["bash", "-o", "pipefail", "-c", shrunk(command)], cwd=folder,
                              env={**os.environ, "PATH": path}, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              timeout=harness.PATIENCE, check=False)
        shutil.rmtree(folder)
        self.assertEqual(done.returncode, DONE, f"{command}\n{done.stderr.decode()}")

    def run_all(self, lines, least):
        lines = [line for line in lines if NEEDS_A_DEVICE not in line]
        self.assertGreaterEqual(len(lines), least)
        for line in lines:
            with self.subTest(line=line):
                # A matching of rows and columns has the name of one of a graph.
                if "--bipartite" in line:
                    line = line.replace("pairs.txt", "rows.txt")
                self.run_line(line)

    def test_examples_of_help(self):
        for verb in VERBS:
            text = self.expect(DONE, verb, "--help").out
            self.run_all(commands(text[text.index("Examples:"):], "  "), 2)

    def test_examples_of_the_overview(self):
        self.run_all(commands(self.expect(DONE, "--help").out, "  "), 3)


if __name__ == "__main__":
    harness.main()
