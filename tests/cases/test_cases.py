# SPDX-License-Identifier: MIT
"""Files as users of other tools have them: the values that are right, found independently, or the refusal."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "cli"))

import harness  # noqa: E402
from harness import UNSUPPORTED, USAGE  # noqa: E402


class Cases(harness.TestCase):
    def case(self, name):
        """The path of a file below this folder."""
        return os.path.join(os.path.dirname(os.path.abspath(__file__)), name)

    def test_preflib_pool(self):
        """Arcs of a PrefLib pool are directed, and an altruist is in no cycle: the best weigh 5."""
        pool = self.case("preflib_pool/pool.wmd")
        facts = self.report("info", pool)
        self.assertEqual((facts["input"]["format"], facts["input"]["edges"]), ("kidney", 4))
        self.assertEqual(facts["reader"]["altruists"], 1)
        found = self.report("match", pool, "--algorithm", "stack_streaming", "--complete")
        self.assertEqual(found["result"]["weight"], 5)
        self.expect_error(USAGE, "stable", pool, says="hypermatch match reads it")
        with open(pool, encoding="utf-8") as file:
            text = file.read()
        self.write("pool.csv", text)  # by content, whatever the name
        self.assertEqual(self.report("info", "pool.csv")["input"]["format"], "kidney")
        self.write("graph.csv", text.replace("TYPE: wmd", "TYPE: wmg"))
        for verb in ["match", "cluster", "stable", "bipartite"]:
            self.expect_error(UNSUPPORTED, verb, "graph.csv", says="of type 'wmg'")


if __name__ == "__main__":
    harness.main()
