# SPDX-License-Identifier: MIT
"""No output is one of the inputs, by whatever route each of them is named."""

import os
import subprocess

import harness
from harness import DONE, USAGE

TEXT = b"2 4\n1 2\n3 4\n"
MATCHING = b"1\n2\n"


class InputsStay(harness.TestCase):
    def setUp(self):
        super().setUp()
        self.write("a.hgr", TEXT)
        self.write("m.txt", MATCHING)
        os.link(self.path("a.hgr"), self.path("hard.hgr"))
        os.symlink("a.hgr", self.path("soft.hgr"))
        os.symlink("m.txt", self.path("soft.txt"))

    def refused(self, *args, stdin=None, stdout=None, says="would replace the input"):
        """A usage error in one line, and all files as they were."""
        with open(self.path(stdin) if stdin else os.devnull, "rb") as source:
            with open(self.path(stdout[0]) if stdout else os.devnull,
                      stdout[1] if stdout else "wb") as sink:
                done = subprocess.run([harness.command(), *args], cwd=self.folder, check=False,
                                      stdin=source, stdout=sink, stderr=subprocess.PIPE)
        self.assertEqual(done.returncode, USAGE, (args, done))
        self.assertRegex(done.stderr, rb"\Aerror: [^\n]+\n\Z", args)
        self.assertIn(says.encode(), done.stderr, args)
        self.assertEqual(self.read("a.hgr"), TEXT, args)
        self.assertEqual(self.read("m.txt"), MATCHING, args)
        self.assertEqual(sorted(os.listdir(self.folder)),
                         ["a.hgr", "hard.hgr", "m.txt", "soft.hgr", "soft.txt"], args)

    def test_standard_input(self):
        for name in ["-", "/dev/stdin", "/dev/fd/0", "/proc/self/fd/0"]:
            for output in ["a.hgr", "./a.hgr", "soft.hgr", "hard.hgr", self.path("a.hgr")]:
                self.refused("match", name, "-o", output, "-q", stdin="a.hgr")
            self.refused("match", name, "--json", "a.hgr", "-q", stdin="a.hgr")
            self.refused("match", name, "-o", "/dev/fd/0", "-q", stdin="a.hgr")
            self.refused("info", name, "--json", "a.hgr", "-q", stdin="a.hgr")
            self.refused("convert", name, "a.hgr", "-q", stdin="a.hgr")
            self.refused("bipartite", name, "--row-order", "a.hgr", "-q", stdin="a.hgr")
            self.refused("verify", "a.hgr", name, "--json", "m.txt", "-q", stdin="m.txt")
            self.refused("verify", "a.hgr", name, "--json", "soft.txt", "-q", stdin="m.txt")
            self.refused("verify", "a.hgr", "m.txt", "--bipartite", "--certificate", name,
                         "--json", "m.txt", "-q", stdin="m.txt")

    def test_files_by_other_names(self):
        for output in ["soft.hgr", "hard.hgr", "./a.hgr", self.path("a.hgr")]:
            self.refused("match", "a.hgr", "-o", output, "-q")
            self.refused("convert", "a.hgr", output, "-q")
        self.refused("match", "hard.hgr", "-o", "soft.hgr", "-q")
        self.refused("verify", "a.hgr", "soft.txt", "--json", "m.txt", "-q")
        self.refused("verify", "soft.hgr", "m.txt", "--json", "hard.hgr", "-q")
        self.refused("verify", "a.hgr", "m.txt", "--bipartite", "--certificate", "soft.txt",
                     "--json", "m.txt", "-q")

    def test_open_descriptors(self):
        with open(self.path("a.hgr"), "r+b") as file:
            number = str(file.fileno())
            for name in ["/dev/fd/" + number, "/proc/self/fd/" + number]:
                for args in [("match", "a.hgr", "-o", name), ("match", name, "-o", "a.hgr"),
                             ("match", name, "-o", name)]:
                    done = subprocess.run([harness.command(), *args, "-q"], cwd=self.folder,
                                          check=False, pass_fds=[file.fileno()],
                                          stdin=subprocess.DEVNULL, stderr=subprocess.PIPE)
                    self.assertEqual(done.returncode, USAGE, (args, done))
                    self.assertIn(b"would replace the input", done.stderr)
        self.assertEqual(self.read("a.hgr"), TEXT)

    def test_standard_output(self):
        for mode in ["ab", "r+b"]:
            self.refused("match", "a.hgr", "-q", stdout=("a.hgr", mode))
            self.refused("match", "-", "-q", "-o", "-", stdin="a.hgr", stdout=("a.hgr", mode))
            self.refused("match", "a.hgr", "-q", "-o", "/dev/stdout", stdout=("a.hgr", mode))
            self.refused("verify", "a.hgr", "m.txt", stdout=("m.txt", mode))
            self.refused("info", "a.hgr", stdout=("a.hgr", mode))

    def test_what_is_no_file_may_be_both(self):
        self.expect(DONE, "convert", "/dev/stdin", "/dev/null", "--to", "hmetis", "-q",
                    stdin=TEXT)
        done = subprocess.run([harness.command(), "match", "/dev/null", "-o", "/dev/null", "-q"],
                              check=False, stdin=subprocess.DEVNULL, stderr=subprocess.PIPE)
        self.assertNotIn(b"would replace", done.stderr)


class OutputsDiffer(harness.TestCase):
    def test_descriptors_of_one_file(self):
        self.write("a.hgr", TEXT)

        def run(first, second):
            return subprocess.run(
                [harness.command(), "match", "a.hgr", "-q", "-o", f"/dev/fd/{first.fileno()}",
                 "--json", f"/dev/fd/{second.fileno()}"], cwd=self.folder, check=False,
                pass_fds=[first.fileno(), second.fileno()], stdin=subprocess.DEVNULL,
                stderr=subprocess.PIPE)

        # Each has a place of its own: what one writes the other overwrites.
        with open(self.path("x"), "wb") as first, open(self.path("x"), "wb") as second:
            done = run(first, second)
            if done.returncode != DONE:  # else the system does not tell
                self.assertEqual(done.returncode, USAGE, done)
                self.assertIn(b"are one file", done.stderr)
                self.assertEqual(self.read("x"), b"")
        # Both append, or share their place.
        with open(self.path("x"), "ab") as first, open(self.path("x"), "ab") as second:
            self.assertEqual(run(first, second).returncode, DONE)
        with open(self.path("y"), "wb") as first:
            with os.fdopen(os.dup(first.fileno()), "wb") as second:
                self.assertEqual(run(first, second).returncode, DONE)
        for name in ["x", "y"]:
            self.assertTrue(self.read(name).startswith(MATCHING + b"{"), name)


if __name__ == "__main__":
    harness.main()
