# SPDX-License-Identifier: MIT
"""Outputs by other names: what is open already is written into, and no two are one file."""

import os
import subprocess

import harness
from harness import DONE, RESOURCES, USAGE


class OpenDescriptors(harness.TestCase):
    def setUp(self):
        super().setUp()
        self.write("a.hgr", "2 3\n1 2\n3\n")

    def appended(self, *args, mode="ab", **kwargs):
        """What stands in a file behind `first`, to which the command and then others append."""
        self.write("log", "first\n")
        with open(self.path("log"), mode) as log:
            if mode != "ab":
                log.seek(0, os.SEEK_END)
            inode = os.fstat(log.fileno()).st_ino
            kwargs = kwargs or {"stdout": log, "stderr": subprocess.PIPE}
            kwargs = {key: log if value == "log" else value for key, value in kwargs.items()}
            args = [str(log.fileno()).join(arg.split("LOG")) for arg in args]
            if "pass_fds" in kwargs:
                kwargs["pass_fds"] = [log.fileno()]
            done = subprocess.run([harness.command(), *args], cwd=self.folder, check=False,
                                  stdin=subprocess.DEVNULL, **kwargs)
            self.assertEqual(done.returncode, DONE, (args, done))
            log.seek(0, os.SEEK_END)
            log.write(b"last\n")
        self.assertEqual(os.stat(self.path("log")).st_ino, inode, args)
        self.assertEqual(sorted(os.listdir(self.folder)), before_and("log", self.folder))
        text = self.read("log").decode()
        self.assertTrue(text.startswith("first\n") and text.endswith("last\n"), (args, text))
        return text[len("first\n"):-len("last\n")]

    def test_standard_output_in_a_file(self):
        os.symlink("/dev/stdout", self.path("link"))
        for name in ["/dev/stdout", "/proc/self/fd/1", "/dev/fd/1", "link", "/dev/../dev/stdout"]:
            for mode in ["ab", "r+b"]:
                self.assertEqual(self.appended("match", "a.hgr", "-q", "-o", name, mode=mode),
                                 "1\n2\n", name)

    def test_every_verb_that_writes(self):
        self.assertEqual(self.appended("convert", "a.hgr", "/dev/stdout", "--to", "hmetis", "-q"),
                         "2 3\n1 2\n3\n")
        self.assertTrue(self.appended("generate", "uniform", "n=4", "m=2", "-o", "/dev/stdout",
                                      "-q").startswith("2 4\n"))
        self.assertIn("r 1\n", self.appended("bipartite", "a.hgr", "-o", "/dev/null",
                                             "--certificate", "/dev/stdout", "-q"))
        self.assertTrue(self.appended("match", "a.hgr", "-q", "-o", "/dev/null", "--json",
                                      "/dev/stdout").startswith("{"))

    def test_other_descriptors(self):
        quiet = {"stdout": subprocess.PIPE}
        self.assertEqual(self.appended("match", "a.hgr", "-q", "-o", "/dev/stderr",
                                       stderr="log", **quiet), "1\n2\n")
        self.assertEqual(self.appended("match", "a.hgr", "-q", "-o", "/dev/fd/LOG",
                                       pass_fds=[], **quiet), "1\n2\n")

    def test_what_is_not_open_for_writing(self):
        with open(self.path("a.hgr"), "rb") as file:
            for number in [file.fileno(), 899]:
                done = subprocess.run([harness.command(), "match", "a.hgr", "-q", "-o",
                                       f"/dev/fd/{number}"], cwd=self.folder, check=False,
                                      pass_fds=[file.fileno()], stderr=subprocess.PIPE)
                self.assertIn(done.returncode, [USAGE, RESOURCES])
                self.assertEqual(done.stderr.count(b"\n"), 1)
        self.assertEqual(self.read("a.hgr"), b"2 3\n1 2\n3\n")


def before_and(name, folder):
    """The test's own files."""
    return sorted(["a.hgr", name] + ["link"] * os.path.islink(os.path.join(folder, "link")))


class OneFile(harness.TestCase):
    def test_outputs_by_two_names(self):
        self.write("a.hgr", "1 2\n1 2\n")
        self.write("old", "old\n")
        os.mkdir(self.path("sub"))
        os.symlink("old", self.path("to_old"))
        os.symlink("sub/new", self.path("to_new"))
        os.symlink(".", self.path("here"))
        os.link(self.path("old"), self.path("old_too"))
        pairs = [("q", "./q"), ("q", "here/q"), ("q", self.path("q")), ("old", "to_old"),
                 ("sub/../q", "q"), ("to_new", "sub/new"), ("old", "old_too"),
                 ("-", "/dev/stdout"), ("/dev/fd/1", "/dev/stdout")]
        for first, second in pairs:
            for args in [("match", "a.hgr", "-o", first, "--json", second),
                         ("match", "a.hgr", "-o", second, "--json", first)]:
                self.expect_error(USAGE, *args, "-q", says="are one file")
        for args in [("bipartite", "a.hgr", "-o", "q", "--certificate", "./q"),
                     ("convert", "a.hgr", "q", "--to", "hmetis", "--json", "./q"),
                     ("generate", "uniform", "--to", "hmetis", "-o", "q", "--json", "./q")]:
            self.expect_error(USAGE, *args, "-q", says="are one file")
        self.assertEqual(self.read("old"), b"old\n")
        self.expect(DONE, "match", "a.hgr", "-q", "-o", "q", "--json", "sub/q")
        self.expect(DONE, "match", "a.hgr", "-q", "-o", "/dev/stdout", "--json", "/dev/stderr")

    def test_the_log_of_the_output_is_no_other_output(self):
        self.write("a.hgr", "1 2\n1 2\n")
        with open(self.path("log"), "wb") as log:
            done = subprocess.run([harness.command(), "match", "a.hgr", "-q", "-o", "/dev/stdout",
                                   "--json", "log"], cwd=self.folder, stdout=log, check=False,
                                  stderr=subprocess.PIPE)
        self.assertEqual(done.returncode, USAGE)
        self.assertIn(b"are one file", done.stderr)


if __name__ == "__main__":
    harness.main()
