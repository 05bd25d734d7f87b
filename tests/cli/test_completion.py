# SPDX-License-Identifier: MIT
"""The completion script, sourced in bash and asked."""

import os
import re
import shutil
import subprocess
import unittest

import harness
from harness import DONE


@unittest.skipUnless(shutil.which("bash"), "no bash")
class Completion(harness.TestCase):
    def complete(self, *words):
        """The offers for the last of `words`, which bash would have split."""
        script = os.path.join(harness.source(), "cli", "completion", "hypermatch.bash")
        code = 'source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _hypermatch; ' \
               'printf "%s\\n" "${COMPREPLY[@]}"'
        done = subprocess.run(["bash", "-uc", code, "bash", script, harness.command(), *words],
                              cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              text=True, check=False)
        self.assertEqual(done.stderr, "")
        return [line for line in done.stdout.split("\n") if line]

    def test_verbs(self):
        self.assertEqual(self.complete("ma"), ["match"])
        verbs = {"match", "bipartite", "verify", "info", "convert", "generate", "list"}
        self.assertLessEqual(verbs, set(self.complete("")))

    def test_every_flag_of_the_help(self):
        for verb in ["match", "bipartite", "verify", "info", "convert", "generate", "list"]:
            flags = set(re.findall(r"(?m)^  (?:-\w,)?(--[a-z-]+)",
                                   self.expect(DONE, verb, "--help").out))
            self.assertGreater(len(flags), 3)
            self.assertEqual(set(self.complete(verb, "--")), flags)

    def test_values(self):
        self.assertEqual(self.complete("match", "--rating", "weight_per_s"),
                         ["weight_per_sqrt_pins"])
        self.assertEqual(self.complete("match", "--rating", "="),
                         ["weight", "weight_per_pin", "weight_per_sqrt_pins", "expansion",
                          "expansion_star", "expansion_star_2", "inner_outer"])
        self.assertEqual(self.complete("match", "--ties", "=", "r"), ["redraw"])
        self.assertEqual(self.complete("match", "--algorithm", "gr"),
                         ["greedy", "greedy_streaming"])
        self.assertIn("work_optimal", self.complete("match", "--variant", ""))
        self.assertIn("hmetis", self.complete("convert", "a", "b", "--to", ""))
        self.assertEqual(self.complete("match", "--device", ""), ["cpu", "cuda", "auto"])
        self.assertEqual(self.complete("bipartite", "--start", ""),
                         ["none", "cheap", "karp_sipser", "two_sided", "least_degree"])
        self.assertEqual(self.complete("match", "--seed", ""), [])

    def test_files_and_families(self):
        self.write("netlist one.hgr", "")
        self.assertEqual(self.complete("match", "net"), ["netlist one.hgr"])
        self.assertEqual(self.complete("match", "--verify", "net"), ["netlist one.hgr"])
        self.assertEqual(self.complete("match", "-o", "net"), ["netlist one.hgr"])
        self.assertEqual(self.complete("generate", "stencil2"), ["stencil27"])
        self.assertEqual(self.complete("generate", "stencil7", ""), ["x=", "y=", "z="])
        self.assertEqual(self.complete("list", "fo"), ["formats"])

    def test_verbs_without_help_offer_nothing(self):
        self.assertEqual(self.complete("cluster", "--"), [])


if __name__ == "__main__":
    harness.main()
