# SPDX-License-Identifier: MIT
"""The blocks of Python in the pages run."""

import os
import pathlib
import re
import subprocess
import sys
import unittest

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


if __name__ == "__main__":
    unittest.main()
