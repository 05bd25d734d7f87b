# SPDX-License-Identifier: MIT
"""Programs of the gallery run to their end, and print and draw something."""

import os
import pathlib
import subprocess
import sys
import unittest

SOURCE = pathlib.Path(os.environ["HYPERMATCH_SOURCE"])
DRIVER = """
import runpy, sys
import matplotlib
matplotlib.use("agg")
import matplotlib.pyplot as plt
for path in sys.argv[1:]:
    runpy.run_path(path)
    drawn = [axes for axes in plt.gcf().axes if axes.has_data()]
    print("drawn", len(drawn))
    plt.close("all")
"""


class Gallery(unittest.TestCase):
    def test_programs_run(self):
        programs = sorted((SOURCE / "examples/python").glob("plot_*.py"))
        self.assertGreaterEqual(len(programs), 7)
        done = subprocess.run([sys.executable, "-W", "error::DeprecationWarning:__main__", "-c", DRIVER, *programs], capture_output=True,
                              text=True, env={**os.environ, "MPLCONFIGDIR": os.environ.get("TMPDIR", "/tmp")})
        self.assertEqual(done.returncode, 0, done.stderr)
        drawn = [int(line.split()[1]) for line in done.stdout.splitlines() if line.startswith("drawn ")]
        self.assertEqual(len(drawn), len(programs))
        self.assertTrue(all(drawn), done.stdout)
        self.assertIn("stable: 0 blocking pairs", done.stdout)


if __name__ == "__main__":
    unittest.main()
