# SPDX-License-Identifier: MIT
"""bench/reports/compare.sh passes a build against itself, and fails a slower one. test_compare.py COMMAND"""

import os
import shutil
import stat
import subprocess
import sys
import tempfile
import unittest

COMMAND = None
SCRIPT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "compare.sh")

# Says in its report that each phase took `seconds`.
SLOWER = """#!{python} -B
import json, os, subprocess, sys

def every_other():
    flag = sys.argv[0] + ".flag"
    (os.remove if os.path.exists(flag) else os.mknod)(flag)
    return os.path.exists(flag)

done = subprocess.run(["{command}", *sys.argv[1:]])
if "report.json" in sys.argv:
    with open("report.json") as file:
        report = json.load(file)
    seconds = {seconds}
    report["seconds"] = {{key: seconds for key in report["seconds"]}}
    with open("report.json", "w") as file:
        json.dump(report, file)
sys.exit(done.returncode)
"""


class Compare(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="hypermatch-compare-test-")
        self.addCleanup(shutil.rmtree, self.folder)

    def build(self, name, seconds):
        """A build folder whose command reports these seconds."""
        path = os.path.join(self.folder, name, "bin", "hypermatch")
        os.makedirs(os.path.dirname(path))
        with open(path, "w", encoding="utf-8") as file:
            file.write(SLOWER.format(python=sys.executable, command=COMMAND, seconds=seconds))
        os.chmod(path, stat.S_IRWXU)
        return os.path.join(self.folder, name)

    def compare(self, *arguments):
        done = subprocess.run([SCRIPT, "--scale", "0.001", "--only", "graph local_max, ties",
                               *arguments], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              text=True, check=False)
        return done.returncode, done.stdout

    def test_build_against_itself(self):
        itself = os.path.dirname(os.path.dirname(COMMAND))
        code, text = self.compare("--runs", "1", "--limit", "100000", itself, itself)
        self.assertEqual(code, 0, text)
        self.assertRegex(text, r"\| graph local_max, ties \| [\d.]+ \| [\d.]+ \| [\d.]+ \|")
        self.assertIn("0 of 1 benchmarks are more than 100000 % slower", text)

    def test_slower_build(self):
        base, new = self.build("base", 0.1), self.build("new", 0.106)
        code, text = self.compare("--runs", "2", base, new)
        self.assertEqual(code, 1, text)
        self.assertIn("1.060", text)
        self.assertIn("SLOWER", text)
        self.assertEqual(self.compare("--runs", "2", new, base)[0], 0)
        self.assertEqual(self.compare("--runs", "2", "--limit", "7", base, new)[0], 0)

    def test_noise_is_no_verdict(self):
        builds = [("base", "0.1 if every_other() else 0.2"), ("new", 0.12)], \
            [("short", 1e-4), ("long", 2e-4)]
        for pair in builds:
            code, text = self.compare("--runs", "2", *(self.build(*build) for build in pair))
            self.assertEqual(code, 2, text)
            self.assertIn("too short or noisy to judge", text)

    @unittest.skipUnless(shutil.which("valgrind"), "there is no valgrind")
    def test_instructions(self):
        itself = os.path.dirname(os.path.dirname(COMMAND))
        code, text = self.compare("--instructions", itself, itself)
        if "valgrind does not know all instructions" in text:
            self.skipTest("the build is for this machine only")
        self.assertEqual(code, 0, text)
        self.assertRegex(text, r"\| graph local_max, ties \| [\d.]+ \| [\d.]+ \| (1\.00|0\.99)")

    def test_what_cannot_be_compared(self):
        itself = os.path.dirname(os.path.dirname(COMMAND))
        for arguments in [(itself,), (itself, "no_such_revision"), (itself, itself, "--nonsense"),
                          (itself, itself, "--runs", "0"), (itself, itself, "--limit")]:
            code, text = self.compare(*arguments)
            self.assertEqual(code, 2, text)
            self.assertRegex(text, r"\Aerror: [^\n]+\n\Z")


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit("usage: test_compare.py COMMAND [unittest arguments]")
    COMMAND = os.path.abspath(sys.argv.pop(1))
    unittest.main()
