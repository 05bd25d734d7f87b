# SPDX-License-Identifier: MIT
"""The completion scripts, sourced in their shells and asked."""

import json
import os
import re
import shutil
import subprocess
import unittest

import harness
from harness import DONE


VERBS = ["match", "bipartite", "verify", "info", "convert", "generate", "list"]


def script(name):
    return os.path.join(harness.source(), "cli", "completion", name)


class Offers(harness.TestCase):
    """What the scripts of all shells offer alike."""

    def run_shell(self, words):
        done = subprocess.run(words, cwd=self.folder, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, text=True, check=False)
        self.assertEqual(done.stderr, "")
        return [line for line in done.stdout.split("\n") if line]

    def check_words(self):
        offered = self.complete("ma")
        self.assertIn("match", offered)
        self.assertLessEqual(set(VERBS), set(self.complete("")))
        for verb in VERBS:
            flags = set(re.findall(r"(?m)^  (?:-\w,)?(--[a-z-]+)",
                                   self.expect(DONE, verb, "--help").out))
            self.assertGreater(len(flags), 3)
            self.assertEqual({flag for flag in self.complete(verb, "--") if flag.startswith("--")},
                             flags)
        rows = json.loads(self.expect(DONE, "list", "algorithms", "--json", "-").out)["algorithms"]
        for verb, problems in [("match", ("hypergraph_matching", "graph_matching")),
                               ("bipartite", ("bipartite_matching", "b_assignment")),
                               ("cluster", ("clustering",)),
                               ("stable", ("stable_matching",))]:
            names = {row["name"] for row in rows if row["problem"] in problems}
            self.assertEqual(set(self.complete(verb, "--algorithm", "")), names)
        self.assertIn("weight_per_sqrt_pins", self.complete("match", "--rating", "weight"))
        self.assertIn("stencil27", self.complete("generate", "st"))
        self.assertEqual(set(self.complete("generate", "stencil7", "")), {"x=", "y=", "z="})
        self.assertIn("formats", self.complete("list", ""))
        self.assertEqual(self.complete("match", "--seed", ""), [])


@unittest.skipUnless(shutil.which("fish"), "no fish")
class Fish(Offers):
    def complete(self, *words):
        line = " ".join([harness.command(), *words[:-1], words[-1]])
        code = 'source $argv[1]; complete -C "$argv[2]"'
        offers = self.run_shell(["fish", "--no-config", "-c", code, script("hypermatch.fish"), line])
        return [offer.split("\t")[0] for offer in offers]

    def test_words(self):
        self.check_words()
        self.assertIn("--ties=redraw", self.complete("match", "--ties=r"))
        self.write("net.hgr", "")
        self.assertEqual(self.complete("match", "net"), ["net.hgr"])
        self.assertEqual(self.complete("match", "-o", "net"), ["net.hgr"])


@unittest.skipUnless(shutil.which("zsh"), "no zsh")
class Zsh(Offers):
    def complete(self, *words):
        # What a completion calls, as functions that print.
        code = ('compadd() { print -rl -- $found }; _files() { print FILES }; compset() { : }; '
                'file=$1; shift; words=("$@"); CURRENT=$#words; source $file; _hypermatch')
        offers = self.run_shell(["zsh", "-fc", code, "zsh", script("_hypermatch"),
                                 harness.command(), *words])
        # zsh leaves out itself what does not begin with what is typed.
        return offers

    def test_words(self):
        self.run_shell(["zsh", "-n", script("_hypermatch")])
        self.check_words()
        self.assertIn("redraw", self.complete("match", "--ties=r"))
        self.assertEqual(self.complete("match", "net"), ["FILES"])
        self.assertEqual(self.complete("match", "-o", "net"), ["FILES"])


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
        for verb in VERBS:
            flags = set(re.findall(r"(?m)^  (?:-\w,)?(--[a-z-]+)",
                                   self.expect(DONE, verb, "--help").out))
            self.assertGreater(len(flags), 3)
            self.assertEqual(set(self.complete(verb, "--")), flags)

    def test_values(self):
        self.assertEqual(self.complete("match", "--rating", "weight_per_s"),
                         ["weight_per_sqrt_pins"])
        self.assertEqual(self.complete("match", "--rating", "="),
                         ["weight", "weight_per_pin", "weight_per_sqrt_pins", "weight_per_load",
                          "expansion", "expansion_star", "expansion_star_2", "inner_outer"])
        self.assertEqual(self.complete("match", "--ties", "=", "r"), ["redraw"])
        self.assertEqual(self.complete("match", "--algorithm", "gr"),
                         ["greedy", "greedy_streaming"])
        self.assertIn("work_optimal", self.complete("match", "--variant", ""))
        self.assertEqual(self.complete("match", "--algorithm", "hem", "--variant", ""),
                         ["random", "natural"])
        self.assertIn("hmetis", self.complete("convert", "a", "b", "--to", ""))
        self.assertEqual(self.complete("match", "--device", ""), ["cpu", "cuda", "kokkos", "kokkos:device", "auto"])
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


if __name__ == "__main__":
    harness.main()
