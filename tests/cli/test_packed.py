# SPDX-License-Identifier: MIT
"""Packed inputs: a few bytes that become gigabytes, cut and nested ones, pipes that end too early."""

import gzip
import os
import resource
import shutil
import subprocess
import unittest

import harness
from harness import BAD_INPUT, DONE, RESOURCES, SANITIZED, UNSUPPORTED

GOOD = {
    "a.hgr": b"2 3\n1 2\n2 3\n",
    "a.graph": b"3 2\n2\n1 3\n2\n",
    "a.mtx": b"%%MatrixMarket matrix coordinate pattern general\n3 3 2\n1 2\n2 3\n",
    "a.gr": b"p edge 3 2\ne 1 2\ne 2 3\n",
    "a.cnf": b"p cnf 3 2\n1 2 0\n2 3 0\n",
    "a.txt": b"1 2\n2 3\n",
}
BLOCK = 16 << 20


def bomb(front, unit, size=8 << 30):
    """gzip of `front`, then `unit` again and again: members of one block each cost nothing to make."""
    block = gzip.compress(unit * (BLOCK // len(unit)), 1)
    return gzip.compress(front) + block * (size // BLOCK)


def bytes_read(pid):
    """What a process that has ended, but was not waited for, read; None where the system won't say."""
    try:
        with open(f"/proc/{pid}/io", encoding="ascii") as file:
            return int(dict(line.split(": ") for line in file)["rchar"])
    except OSError:
        return None


class Bombs(harness.TestCase):
    def packed_size(self, args):
        return next(os.path.getsize(self.path(arg)) for arg in args if arg.endswith(".gz"))

    def expect_early(self, code, *args, says="", megabytes=300, stdin=None, limit=None):
        """One line, after little of the input unless the code is DONE, in little memory."""
        def prepare():
            if limit is not None:
                resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
        process = self.start(*args, stdin=stdin or subprocess.DEVNULL, stdout=subprocess.PIPE,
                             stderr=subprocess.PIPE, preexec_fn=prepare)
        out, err = process.stdout.read().decode(), process.stderr.read().decode()
        process.stdout.close()
        process.stderr.close()
        os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)
        read = bytes_read(process.pid)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        self.assertEqual(process.returncode, code, (args, err))
        if code != DONE:
            self.assertEqual(out, "")
            self.assertRegex(err, r"\Aerror: [^\n]+\n\Z", args)
        self.assertIn(says, err, args)
        if not SANITIZED:
            self.assertLess(usage.ru_maxrss, megabytes << 10, args)
            if code != DONE and read is not None:
                # Bytes, not seconds: they do not depend on the machine. What does not fit is noticed
                # after a quarter at the latest, all else after a sixteenth.
                packed = os.fstat(stdin.fileno()).st_size if stdin else self.packed_size(args)
                self.assertLess(read, packed / 3, args)

    def test_bad_texts_are_not_unpacked_to_their_end(self):
        cases = []
        for name, good in GOOD.items():
            lines = good.count(b"\n") + 1
            cases += [(name, b"", b"\0", 1), (name, b"", b"9", 1), (name, good, b"@ @ @ @ @\n", lines),
                      (name, good, b"\0", lines)]
        for name, front, unit, line in (cases):
            packed = self.write(name + ".gz", bomb(front, unit))
            with self.subTest(name=name, front=len(front), unit=unit):
                self.expect_early(BAD_INPUT, "info", packed, says=f"error: {packed}:{line}: ")

    def test_every_verb_stops_early(self):
        self.write("m", "1\n")
        packed = self.write("a.graph.gz", bomb(GOOD["a.graph"], b"7 7 7\n"))
        for verb in [("match", packed), ("match", packed, "--as", "hypergraph"),
                     ("bipartite", packed), ("convert", packed, "x.hgr"), ("verify", packed, "m")]:
            self.expect_early(BAD_INPUT, *verb, "-q", says="error: a.graph.gz:5: ")
        packed = self.write("a.hgr.gz", bomb(GOOD["a.hgr"], b"7 7 7\n"))
        for verb in [("match", packed), ("match", packed, "--algorithm", "stack_streaming"),
                     ("bipartite", packed), ("convert", packed, "x.hmb"), ("verify", packed, "m")]:
            self.expect_early(BAD_INPUT, *verb, "-q", says="error: a.hgr.gz:4: ")
        with open(self.path("a.hgr.gz"), "rb") as file:
            self.expect_early(harness.USAGE, "match", "-", "-q", says="--format", stdin=file)

    def test_no_name_and_no_format(self):
        for unit in [b"\0", b"\n", b"% nothing\n", b"1 2\n"]:
            self.write("bomb.gz", bomb(b"", unit))
            with open(self.path("bomb.gz"), "rb") as file:
                self.expect_early(harness.USAGE, "match", "-", says="--format", stdin=file)

    def test_zeros_behind_much_that_is_good(self):
        entries = b"".join(b"%d %d\n" % (i % 999 + 1, i % 998 + 1) for i in range(1, 900000))
        self.write("b.txt.gz", bomb(b"# 1\n" + entries, b"\0"))
        self.expect_early(BAD_INPUT, "info", "b.txt.gz", says="b.txt.gz:900001: ")
        banner = b"%%MatrixMarket matrix coordinate pattern general\n% \0\0\n999 999 899999\n"
        self.write("b.mtx.gz", bomb(banner + entries, b"\0"))
        self.expect_early(BAD_INPUT, "info", "b.mtx.gz", says="b.mtx.gz:900003: ")

    def test_blank_lines_and_comments_behind_a_hypergraph_take_little_memory(self):
        # Where memory is not looked at, a text of several pieces will do.
        size = 64 << 20 if SANITIZED else 512 << 20
        for unit in [b"\n", b"%\n", b"% \0\n"]:
            packed = self.write("a.hgr.gz", bomb(GOOD["a.hgr"], unit, size))
            for algorithm in ["local_max", "stack_streaming"]:
                self.expect_early(DONE, "match", packed, "-q", "--algorithm", algorithm,
                                  "--threads", "2", megabytes=450)

    @unittest.skipIf(SANITIZED, "the sanitizer takes all of the address space")
    def test_what_does_not_fit_is_out_of_memory(self):
        limit = 600 << 20
        for name, good in GOOD.items():
            for unit in [b"\n", b" "]:
                if name == "a.hgr" and unit == b"\n":
                    continue
                packed = self.write(name + ".gz", bomb(good, unit, 2 << 30))
                with self.subTest(name=name, unit=unit):
                    self.expect_early(RESOURCES, "info", packed, "--threads", "1", limit=limit,
                                      says=f"error: {packed}: ", megabytes=600)
        # Empty hyperedges are legal in any number, but each takes eight bytes.
        packed = self.write("e.hgr.gz", bomb(b"4294967290 3\n", b"\n", 2 << 30))
        self.expect_early(RESOURCES, "info", packed, "--threads", "1", limit=limit, megabytes=600,
                          says=f"error: {packed}: ")

    def test_native_files_end_where_they_say(self):
        self.write("a.hgr", GOOD["a.hgr"])
        self.expect(DONE, "convert", "a.hgr", "a.hmb", "-q")
        native = self.read("a.hmb")
        self.write("b.hmb.gz", bomb(native, b"\0"))
        self.expect_early(BAD_INPUT, "info", "b.hmb.gz", says="there are bytes behind its end")
        self.write("b.hmb.gz", bomb(native[:100] + b"x", b"\0"))
        self.expect_early(BAD_INPUT, "info", "b.hmb.gz", says="b.hmb.gz: native file: ")


class Packings(harness.TestCase):
    def packings(self, data):
        yield "gz", gzip.compress(data)
        if shutil.which("zstd"):
            yield "zst", subprocess.run(["zstd", "-q"], input=data, stdout=subprocess.PIPE,
                                        check=True).stdout

    def test_packed_twice(self):
        for inner, once in self.packings(GOOD["a.hgr"]):
            for outer, twice in self.packings(once):
                name = f"a.hgr.{inner}.{outer}"
                self.write(name, twice)
                for flags in [(), ("--format", "hmetis"), ("--algorithm", "stack_streaming")]:
                    self.expect_error(UNSUPPORTED, "match", name, "-q", *flags,
                                      says=f"{name}: the text is packed by ")
                self.expect_error(UNSUPPORTED, "match", "-", "-q", stdin=twice,
                                  says="<stdin>: the text is packed by ")

    def test_members_and_what_stands_behind_them(self):
        self.write("a.hgr", GOOD["a.hgr"])
        parts = [list(self.packings(part)) for part in [b"", GOOD["a.hgr"][:5], GOOD["a.hgr"][5:]]]
        for (ending, empty), (_, front), (_, back) in zip(*parts):
            packed = empty + front + empty + back + empty
            for flags in [(), ("--algorithm", "stack_streaming")]:
                name = self.write("b.hgr." + ending, packed)
                expected = self.expect(DONE, "match", "a.hgr", "-q", *flags).out
                self.assertEqual(self.expect(DONE, "match", name, "-q", *flags).out, expected)
                for behind in [b"x", b"\n", front[:1], front[:3], front[:9]]:
                    self.write(name, packed + behind)
                    self.expect_error(BAD_INPUT, "match", name, "-q", *flags,
                                      says=f"error: {name}: ")
            for nothing in [empty, empty + empty]:
                self.write(name, nothing)
                self.expect_error(BAD_INPUT, "match", name, "-q", says=f"error: {name}:1: ")

    def test_a_cut_anywhere_is_one_line(self):
        for name in ["a.hgr", "a.graph", "a.txt"]:
            for ending, packed in self.packings(GOOD[name]):
                for size in (range(1, len(packed))):
                    self.write(name + "." + ending, packed[:size])
                    self.expect_error(BAD_INPUT, "info", name + "." + ending,
                                      says=f"{name}.{ending}:")
                    self.expect_error(BAD_INPUT, "info", "-", "--format", name[2:], says="<stdin>:",
                                      stdin=packed[:size])

    def test_a_writer_that_stops_early(self):
        for _, packed in self.packings(self.read(self.sample())):
            process = self.start("match", "-", "-q", stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                 stderr=subprocess.PIPE)
            process.stdin.write(packed[:len(packed) // 2])
            process.stdin.flush()
            process.stdin.close()
            process.stdin = None
            out, err = process.communicate(timeout=harness.PATIENCE)
            self.assertEqual(process.returncode, BAD_INPUT, err)
            self.assertEqual(out, b"")
            self.assertRegex(err, rb"\Aerror: <stdin>: (gzip|zstd) data ends too early\n\Z")


if __name__ == "__main__":
    harness.main()
