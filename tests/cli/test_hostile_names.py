# SPDX-License-Identifier: MIT
"""Names of files, values of options and ids that hold commands for terminals: none reaches one."""

import json
import os
import subprocess
import unicodedata

import harness
from harness import BAD_INPUT, DONE, FAILED

# Clears the screen, sets a title, ends lines, rings, turns the direction; C1 as UTF-8 and bare; no
# UTF-8 at all.
HOSTILE = (b"a\x1b[2J\x1b]0;t\x07\n\r\x08\x7f\xc2\x9b1m\xe2\x80\xaetxt\xe2\x81\xa6\x9b\xff")
SHOWN = (r"a\x1b[2J\x1b]0;t\x07\x0a\x0d\x08\x7f\xc2\x9b1m\xe2\x80\xaetxt\xe2\x81\xa6\x9b\xff")


class HostileNames(harness.TestCase):
    def run_bytes(self, *args, stdin=b""):
        words = [arg if isinstance(arg, bytes) else str(arg).encode() for arg in args]
        return subprocess.run([harness.command().encode(), *words], cwd=self.folder, input=stdin,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              timeout=harness.PATIENCE, check=False)

    def check(self, data, args, tabs=False):
        """Lines of printable text."""
        text = data.decode()  # strict
        for character in text:
            if character == "\n" or (tabs and character == "\t"):
                continue
            self.assertNotIn(unicodedata.category(character), ["Cc", "Cf", "Cs", "Zl", "Zp"],
                             (args, text))

    def expect_clean(self, code, *args, stdin=b"", lines=None):
        done = self.run_bytes(*args, stdin=stdin)
        self.assertEqual(done.returncode, code, (args, done))
        self.check(done.stderr, args)
        self.check(done.stdout, args, tabs=True)
        if code not in (DONE, FAILED):
            self.assertRegex(done.stderr, rb"\Aerror: [^\n]+\n\Z", args)
        if lines is not None:
            self.assertEqual(done.stdout.count(b"\n"), lines, done.stdout)
        return done

    def put(self, name, data):
        with open(os.path.join(self.folder.encode(), name), "wb") as file:
            file.write(data)
        return name

    def test_names_of_files(self):
        good = self.put(HOSTILE + b".hgr", b"2 3\n1 2\n2 3\n")
        bad = self.put(HOSTILE + b"2.hgr", b"2 3\n1 2\n2 x\n")
        graph = self.put(HOSTILE + b".txt", b"1 2\n2 3\n")
        self.put(b"m", b"1\n2\n")
        for args in [("match", good), ("match", graph), ("bipartite", good), ("info", good),
                     ("convert", good, "-", "--to", "hgr"), ("convert", good, HOSTILE + b"3.hgr"),
                     ("match", good, "-o", HOSTILE + b".m", "--json", HOSTILE + b".json"),
                     ("generate", "uniform", "n=4", "m=3", "-o", HOSTILE + b"4.hgr")]:
            self.expect_clean(DONE, *args)
        self.expect_clean(FAILED, "verify", good, "m")
        for args in [("match", bad), ("info", bad), ("bipartite", bad), ("verify", bad, "m"),
                     ("verify", good, bad), ("convert", bad, HOSTILE + b"5.hgr")]:
            done = self.expect_clean(BAD_INPUT, *args)
            self.assertIn(SHOWN.encode(), done.stderr)
        for args in [("match", HOSTILE + b".none.hgr"), ("verify", good, HOSTILE)]:
            self.expect_clean(BAD_INPUT, *args)
        for args in [("match", good, "-o", HOSTILE + b"/x"), ("match", HOSTILE),
                     ("convert", good, HOSTILE), ("convert", good, good),
                     ("match", good, "-o", HOSTILE + b".m", "--json", HOSTILE + b".m")]:
            done = self.run_bytes(*args)
            self.assertIn(done.returncode, [2, 3, 4, 5], args)
            self.check(done.stderr, args)
            self.assertEqual(done.stderr.count(b"\n"), 1, done.stderr)

    def test_values_of_options(self):
        name = self.put(b"a.hgr", b"2 3\n1 2\n2 3\n")
        flags = ["--algorithm", "--variant", "--device", "--threads", "--seed", "--format", "--as",
                 "--rating", "--weights", "--objective", "--nonpositive", "--ties", "--noise",
                 "--permute", "--progress", "--determinism", "--output-kind", "--epsilon"]
        for flag in flags:
            for words in [(flag, HOSTILE), (flag.encode() + b"=" + HOSTILE,)]:
                done = self.run_bytes("match", name, *words)
                self.assertIn(done.returncode, [2, 4], (flag, done))
                self.check(done.stderr, flag)
                self.assertEqual(done.stderr.count(b"\n"), 1, done.stderr)
        for args in [(HOSTILE,), ("match", name, b"--" + HOSTILE), ("help", HOSTILE),
                     ("match", name, HOSTILE), ("generate", HOSTILE), ("list", HOSTILE),
                     ("generate", "uniform", HOSTILE), ("generate", "uniform", b"n=" + HOSTILE),
                     ("convert", name, "-", "--to", HOSTILE)]:
            done = self.run_bytes(*args)
            self.assertEqual(done.returncode, 2, (args, done))
            self.check(done.stderr, args)
            self.assertEqual(done.stderr.count(b"\n"), 1, done.stderr)

    def test_ids(self):
        one = HOSTILE.replace(b"\n", b"")
        self.put(b"a.csv", one + b",b\nc,d" + one + b"\n")
        for args in [("match", "a.csv"), ("bipartite", "a.csv"),
                     ("match", "a.csv", "--output-kind", "mates")]:
            done = self.expect_clean(DONE, *args, "-q")
            self.put(b"m", done.stdout)
            kind = ("--bipartite",) if args[0] == "bipartite" else args[2:]
            self.expect_clean(DONE, "verify", "a.csv", "m", "-q", *kind)
        self.assertEqual(self.run_bytes("match", "a.csv", "-q").stdout.count(b"\n"), 2)
        done = self.expect_clean(4, "convert", "a.csv", "-", "--to", "edge_list", "-q")
        self.assertIn(b"cannot hold an edge", done.stderr)
        self.put(b"m", one + b"\tx" + one + b"\n")
        self.expect_clean(FAILED, "verify", "a.csv", "m")
        self.put(b"b.txt", b"1 2 3\n1 2 " + one + b"\n")
        self.expect_clean(BAD_INPUT, "match", "b.txt")

    def test_reports_are_json(self):
        name = self.put(HOSTILE + b".hgr", b"2 3\n1 2\n2 3\n")
        for args in [("match", name), ("info", name), ("bipartite", name)]:
            done = self.expect_clean(DONE, *args, "--json", "-", "-q", "-o", "m") \
                if args[0] != "info" else self.expect_clean(DONE, *args, "--json", "-", "-q")
            shown = json.loads(done.stdout)["input"]["file"]
            self.assertEqual(shown, name.decode(errors="replace"))
        name = self.put("\U000e0001\U0001f600\u202e.hgr".encode(), b"1 2\n1 2\n")
        done = self.expect_clean(DONE, "match", name, "--json", "-", "-q")
        self.assertIn("\\udb40\\udc01\U0001f600\\u202e".encode(), done.stdout)
        self.assertEqual(json.loads(done.stdout)["input"]["file"], name.decode())


if __name__ == "__main__":
    harness.main()
