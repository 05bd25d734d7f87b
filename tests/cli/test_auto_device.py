# SPDX-License-Identifier: MIT
"""--device auto: cores where a device does not pay or is not there, with the reason in the log."""

import json
import os
import unittest

import harness
from harness import DONE

VARIABLE = "HYPERMATCH_CUDA_LIBRARY"


class AutoDevice(harness.TestCase):
    def setUp(self):
        super().setUp()
        self.write("g.graph", "4 3 1\n2 5\n1 5 3 7\n2 7 4 1\n3 1\n")
        self.write("h.hgr", "2 3\n1 2\n2 3\n")

    def no_device(self):
        return dict(os.environ, **{VARIABLE: self.path("none.so")})

    def test_small_instances_stay_on_cores(self):
        for name in "g.graph", "h.hgr":
            plain = self.expect(DONE, "match", name, "-q")
            chosen = self.expect(DONE, "match", name, "--device", "auto", env=self.no_device())
            self.assertEqual(chosen.out, plain.out)
            self.assertRegex(chosen.err, r"device +cpu, estimated .* on \d+ threads?, .* with a device")

    def test_the_report_names_what_was_chosen(self):
        text = self.expect(DONE, "match", "g.graph", "--device", "auto", "-q", "--json", "-").out
        report = json.loads(text)
        self.assertEqual(report["options"]["device"], "cpu")
        self.assertIsNone(report["machine"]["device"])

    @unittest.skipIf(harness.SANITIZED, "large enough to pay on a device")
    def test_without_a_device_it_says_so(self):
        self.expect(DONE, "generate", "star", "leaves=33000000", "-o", "large.hm", "--to", "native", "-q")
        plain = self.expect(DONE, "match", "large.hm", "-q", "--threads", "1", "-o", "plain")
        chosen = self.expect(DONE, "match", "large.hm", "--threads", "1", "--device", "auto", "-o",
                             "chosen", env=self.no_device())
        self.assertIn("none.so", chosen.err)
        self.assertRegex(chosen.err, r"device +cpu, ")
        self.assertEqual(self.read("chosen"), self.read("plain"))

    def test_other_verbs_take_it_as_cores(self):
        self.expect(DONE, "generate", "path", "n=10", "--device", "auto", "-q")

    def test_communities_take_cores_where_a_device_does_not_pay(self):
        self.expect(DONE, "generate", "path", "n=10", "-o", "path.graph")
        for more in ([], ["--algorithm", "louvain", "--variant", "buckets"], ["--max-size", "3"]):
            chosen = self.expect(DONE, "cluster", "path.graph", *more, "--device", "auto", "-o", "c.txt")
            self.assertRegex(chosen.err, r"device +cpu, estimated [^,]* on \d+ threads?, [^,]* with a device")

    @unittest.skipIf(harness.SANITIZED, "large enough to pay on a device")
    def test_communities_that_pay_ask_for_a_device(self):
        self.expect(DONE, "generate", "star", "leaves=8000000", "-o", "large.hmb", "-q", "weights=0")
        args = ["cluster", "large.hmb", "--algorithm", "louvain", "--threads", "1"]
        self.expect(DONE, *args, "-q", "-o", "plain")
        for more, says in (([], "none.so"), (["--min-size", "2"], "found on cores only")):
            chosen = self.expect(DONE, *args, *more, "--device", "auto", "-o", "chosen", env=self.no_device())
            self.assertRegex(chosen.err, r"device +cpu, ")
            self.assertIn(says, chosen.err)
            self.assertEqual(self.read("chosen"), self.read("plain"))


if __name__ == "__main__":
    harness.main()
