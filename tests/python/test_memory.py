# SPDX-License-Identifier: MIT
"""Peak memory of calls on large arrays: the answer, the bound of the table of algorithms, and the bytes that are copied."""

import os
import subprocess
import sys
import tempfile
import unittest

import numpy as np
from instances import random_graph

import hypermatch as hm

PROGRAM = """
import sys
import numpy as np
import hypermatch as hm

class Matrix:
    format = "csr"
    def tocsr(self):
        return self

def peak():
    return 1024 * int(next(line for line in open("/proc/self/status") if line.startswith("VmHWM")).split()[1])

folder, index, algorithm, threads = sys.argv[1:]
a = Matrix()
a.indptr = np.load(folder + "/indptr.npy").astype(np.int64 if index != "i4i4" else np.int32)
a.indices = np.load(folder + "/indices.npy").astype(np.int32 if index != "i8i8" else np.int64)
a.data = np.load(folder + "/data.npy")
a.shape = (a.indptr.size - 1,) * 2
hm.match(([0], [1]), threads=int(threads))
open("/proc/self/clear_refs", "w").write("5")
before = peak()
made = hm.graph(a)
r = hm.match(made, algorithm=algorithm, threads=int(threads))
print(peak() - before, made.copied_bytes, r.mates.nbytes + r.pairs.nbytes)
"""


@unittest.skipUnless(os.path.exists("/proc/self/clear_refs"), "peaks are those of Linux")
class Memory(unittest.TestCase):
    def test_peaks_are_within_the_bounds(self):
        a = random_graph(300_000, 14, 1)
        n, entries = a.shape[0], a.nnz
        with tempfile.TemporaryDirectory() as folder:
            for name in ("indptr", "indices", "data"):
                np.save(f"{folder}/{name}.npy", getattr(a, name))
            for algorithm, index, threads, copied in (("local_max", "i8i4", 1, 0), ("suitor", "i4i4", 1, 8 * (n + 1)),
                                                      ("local_max", "i8i8", 2, 4 * entries)):
                bound = next(row["memory"] for row in hm.algorithms("graph_matching") if row["name"] == algorithm)
                allowed = (bound["fixed"] + bound["per_vertex"] * n
                           + (bound["per_edge"] + bound["per_ranked_edge"]) * entries // 2)
                shown = subprocess.run([sys.executable, "-c", PROGRAM, folder, index, algorithm, str(threads)],
                                       capture_output=True, text=True, check=True).stdout
                peak, counted, answer = map(int, shown.split())
                with self.subTest(algorithm, index=index):
                    self.assertEqual(counted, copied)
                    self.assertLessEqual(peak, answer + copied + allowed)


if __name__ == "__main__":
    unittest.main()
