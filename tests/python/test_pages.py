# SPDX-License-Identifier: MIT
"""The blocks of Python in the pages and the examples of docstrings run."""

import doctest
import os
import pathlib
import re
import subprocess
import sys
import unittest

import hypermatch as hm

SOURCE = pathlib.Path(os.environ["HYPERMATCH_SOURCE"])


class Pages(unittest.TestCase):
    def test_blocks_run(self):
        count = 0
        for page in [SOURCE / "README.md", *sorted((SOURCE / "docs").glob("*.md"))]:
            for block in re.findall(r"^```python\n(.*?)^```", page.read_text(), re.M | re.S):
                with self.subTest(page.name, block=block):
                    done = subprocess.run([sys.executable, "-c", block], capture_output=True, text=True, cwd=SOURCE)
                    self.assertEqual(done.returncode, 0, done.stderr)
                    count += 1
        self.assertGreaterEqual(count, 4)

    def test_examples_of_docstrings_run(self):
        finder, runner = doctest.DocTestFinder(recurse=False), doctest.DocTestRunner()
        with_examples = [name for name in hm.__all__ for test in finder.find(getattr(hm, name), name)
                         if test.examples and runner.run(test) is not None]
        self.assertEqual(runner.summarize(verbose=False).failed, 0)
        self.assertGreaterEqual(len(with_examples), 14, with_examples)


if __name__ == "__main__":
    unittest.main()
