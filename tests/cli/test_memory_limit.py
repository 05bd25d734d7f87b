# SPDX-License-Identifier: MIT
"""match --memory-limit: the bytes of a run that holds the instance, in passes, within the limit.

test_memory_limit.py COMMAND SOURCE_DIR"""

import os
import subprocess
import time
import zlib

import harness
from harness import BAD_INPUT, DONE, RESOURCES, SANITIZED, UNSUPPORTED, USAGE

LIMIT = ("--memory-limit", "17M")


class MemoryLimit(harness.TestCase):
    def same(self, file, *flags):
        """Runs with and without a limit, and returns the report of the one with."""
        held = self.run_command("match", file, "-q", *flags)
        self.assertEqual(held.code, DONE, held)
        passed = self.run_command("match", file, "-q", "-o", "passed", "--verify", "--json", *LIMIT, *flags)
        self.assertEqual(passed.code, DONE, passed)
        self.assertEqual(self.read("passed").decode(), held.out, (file, flags))
        report = harness.json.loads(passed.out)
        self.assertTrue(report["verified"])
        self.assertEqual(report["options"]["variant"], "external")
        return report

    def family(self, *args):
        made = self.run_command("generate", "-q", *args)
        self.assertEqual(made.code, DONE, made)

    def test_formats_weights_and_orders(self):
        self.family("sizes", "n=3000", "m=9000", "--weights", "random:1..50", "-o", "s.hmb")
        self.family("sizes", "n=3000", "m=9000", "-o", "s.hgr")
        self.family("rgg", "n=3000", "--weights", "random:1..9", "-o", "g.hmb")
        self.family("rmat", "scale=11", "-o", "r.graph")
        for file in ("s.hmb", "s.hgr", "g.hmb", "r.graph"):
            for flags in ((), ("--seed", "5"), ("--objective", "cardinality"), ("--weights", "random:-5..9:2"),
                          ("--weights", "random:-5..9:2", "--nonpositive", "keep"), ("--weights", "unit"),
                          ("--complete",), ("--threads", "1")):
                self.same(file, *flags)
        for rating in ("weight", "weight_per_pin", "weight_per_sqrt_pins"):
            self.same("s.hmb", "--rating", rating)
        self.same("g.hmb", "--as", "hypergraph")
        self.same("r.graph", "--output-weights")

    def test_baseline_by_sorting(self):
        self.family("sizes", "n=3000", "m=9000", "--weights", "random:1..50", "-o", "s.hmb")
        self.family("rgg", "n=3000", "--weights", "random:1..9", "-o", "g.graph")
        for file in ("s.hmb", "g.graph"):
            held = self.run_command("match", file, "-q")
            sorted_ = self.run_command("match", file, "-q", "-o", "sorted", "--verify", "--json", *LIMIT, "--variant",
                                       "external_sort")
            self.assertEqual(sorted_.code, DONE, sorted_)
            self.assertEqual(self.read("sorted").decode(), held.out)
            self.assertEqual(harness.json.loads(sorted_.out)["options"]["variant"], "external_sort")
        alone = self.run_command("match", "s.hmb", "--variant", "external_sort")
        self.assertNotEqual(alone.code, DONE)
        self.assertIn("--memory-limit", alone.err)

    def test_real_weights_in_text(self):
        lines = ["3 4 1", "2 1 2", "2.5 2 3", "9007199254740993 3 4"]
        self.write("a.hgr", "\n".join(lines) + "\n")
        self.same("a.hgr", "--output-weights")
        self.write("a.graph", "4 3 1\n2 5\n1 5 3 0.25\n2 0.25 4 7\n3 7\n")
        self.same("a.graph", "--output-weights")

    def test_packed_and_piped(self):
        self.family("rgg", "n=2000", "--weights", "random:1..9", "-o", "g.hmb")
        packer = zlib.compressobj(wbits=31)
        self.write("g.hmb.gz", packer.compress(self.read("g.hmb")) + packer.flush())
        expected = self.run_command("match", "g.hmb", "-q").out
        self.same("g.hmb.gz")
        piped = self.run_command("match", "-", "-q", *LIMIT, stdin=self.read("g.hmb"))
        self.assertEqual((piped.code, piped.out), (DONE, expected), piped)

    def test_ids_of_vertices(self):
        lines = [f"v{i * 7 % 300:03} w {i % 280} {1 + i % 9}" for i in range(900)]
        for name, text in (("names", "\n".join(line.replace(" w ", "\tw").replace(" ", "\t") for line in lines)),
                           ("blanks", "\n".join(f"left {i * 7 % 90};right, {i % 80};{1 + i % 9}" for i in range(300))),
                           ("numbers", "\n".join(f"{1000 + i * 7 % 90} {5000 + i % 80} {i % 9}" for i in range(300)))):
            self.write(f"{name}.csv", text.replace(";", "\t") + "\n")
            made = self.run_command("convert", f"{name}.csv", f"{name}.hmb", "-q")
            self.assertEqual(made.code, DONE, made)
            self.same(f"{name}.hmb")
            if name != "blanks":
                self.same(f"{name}.hmb", "--output-weights")
        packer = zlib.compressobj(wbits=31)
        self.write("names.hmb.gz", packer.compress(self.read("names.hmb")) + packer.flush())
        self.same("names.hmb.gz")
        held = self.run_command("match", "blanks.hmb", "-q", "--output-weights")
        passed = self.run_command("match", "blanks.hmb", "-q", "--output-weights", *LIMIT)
        self.assertEqual((held.code, held.out), (passed.code, passed.out))

    def test_ids_that_do_not_fit_are_refused(self):
        """More than half of the limit."""
        self.write("long.el", "\n".join(f"{'x' * 60000}{i} {'y' * 60000}{i}" for i in range(100)) + "\n")
        made = self.run_command("convert", "long.el", "long.hmb", "-q")
        self.assertEqual(made.code, DONE, made)
        refused = self.run_command("match", "long.hmb", "-o", "out", *LIMIT)
        self.assertEqual(refused.code, RESOURCES, refused)
        self.assertIn("ids of its vertices need", refused.err)
        self.assertFalse(os.path.exists(self.path("out")))
        self.same("long.hmb", "--memory-limit", "40M")

    def test_refusals(self):
        self.write("a.hgr", "1 2\n1 2\n")
        self.write("a.el", "1 2\n")
        for flags, code, words in (
                (("a.el",), UNSUPPORTED, "convert"),
                (("a.hgr", "--capacity", "2"), UNSUPPORTED, "--capacity"),
                (("a.hgr", "--algorithm", "greedy"), UNSUPPORTED, "greedy"),
                (("a.hgr", "--variant", "crew"), UNSUPPORTED, "crew"),
                (("a.hgr", "--ties", "redraw"), UNSUPPORTED, "redraw"),
                (("a.hgr", "--permute", "1"), UNSUPPORTED, "--permute"),
                (("a.hgr", "--output-kind", "pins"), UNSUPPORTED, "pins"),
                (("a.hgr", "--device", "cuda"), UNSUPPORTED, "cuda")):
            refused = self.run_command("match", *flags, *LIMIT)
            self.assertEqual(refused.code, code, refused)
            self.assertIn(words, refused.err)
        for given in ("100G", "1T", "16777215T", str(2**64 - 1)):
            for flags in ((), ("--verify",), ("--variant", "external_sort")):
                done = self.run_command("match", "a.hgr", "-q", "--memory-limit", given, *flags)
                self.assertEqual(done.code, DONE, done)
        done = self.run_command("match", "a.hgr", "-q", *LIMIT, "--variant", "filtered")
        self.assertEqual(done.code, DONE, done)
        for flags in (LIMIT, ("--algorithm", "greedy_streaming")):
            gone = self.run_command("match", "gone.hgr", "--verify", *flags)
            self.assertEqual(gone.code, BAD_INPUT, gone)
            self.assertIn("cannot open", gone.err)
            piped = self.run_command("match", "-", "--verify", *flags, stdin=self.read("a.hgr"))
            self.assertEqual(piped.code, USAGE, piped)
            self.assertIn("a pipe cannot be read twice", piped.err)
        self.write("a.graph", "3 2\n2\n1 3\n2\n")
        refused = self.run_command("match", "a.graph", *LIMIT, "--as", "hypergraph")
        self.assertEqual(refused.code, UNSUPPORTED, refused)
        self.assertIn("files in metis as hypergraphs are read whole; native files are read in passes", refused.err)
        self.expect(DONE, "convert", "a.hgr", "a.hmb", "-q")
        for name in ("a.hgr", "a.hmb"):
            small = self.run_command("match", name, "--memory-limit", "16777215")
            self.assertEqual(small.code, RESOURCES, small)
            self.assertIn("--memory-limit is 16777215, 2 vertices need at least 16777216", small.err)
        for given in ("17M", "17MiB", "18MB", "17mib", "17408K", "17825792"):
            self.assertEqual(self.run_command("match", "a.hgr", "-q", "--memory-limit", given).code, DONE, given)
        self.assertEqual(self.run_command("match", "a.hgr", "--memory-limit", "16MB").code, RESOURCES)
        for given in ("0", "12X", "M", "-1", "17B", "17iB", "MiB", "17MiBB", "99999999999999T", "1.5G", "17 M", "",
                      "17KK", "16777216T", str(2**64)):
            refused = self.run_command("match", "a.hgr", "--memory-limit", given)
            self.assertEqual(refused.code, USAGE, refused)
            self.assertIn(f"--memory-limit is '{given}', must be", refused.err)
        refused = self.run_command("match", "a.hgr", "--scratch", ".")
        self.assertEqual(refused.code, USAGE, refused)
        self.write("wide.hgr", "1 80000000\n1 2\n")
        small = self.run_command("match", "wide.hgr", *LIMIT)
        self.assertEqual(small.code, RESOURCES, small)
        self.assertIn(str(80000000 // 8 + (16 << 20)), small.err)
        gone = self.run_command("match", "a.hgr", *LIMIT, "--scratch", "nowhere")
        self.assertEqual(gone.code, DONE, gone)  # nothing had to be put there

    def test_broken_files(self):
        for name, text, line in (("a.hgr", "2 3\n1 2\n1 x\n", "a.hgr:3:"),
                                 ("a.graph", "3 2\n2\n1 3\n2 x\n", "a.graph:4:"),
                                 ("b.graph", "3 2\n2\n1 3\n1\n", "both its ends"),
                                 ("c.graph", "3 3\n2\n1 3\n2\n", "expected 3 edges")):
            self.write(name, text)
            broken = self.run_command("match", name, *LIMIT, "-o", "out")
            self.assertEqual(broken.code, BAD_INPUT, broken)
            self.assertIn(line, broken.err)
            self.assertFalse(os.path.exists(self.path("out")))
        for name, text in (("two.graph", "2 1 1\n2 5\n1 6\n"), ("again.graph", "2 2\n2 2\n1 1\n")):
            self.write(name, text)
            refused = self.run_command("match", name, *LIMIT)
            self.assertEqual(refused.code, UNSUPPORTED, refused)
        self.family("rgg", "n=2000", "-o", "g.hmb")
        data = bytearray(self.read("g.hmb"))
        data[len(data) // 2] ^= 1
        self.write("damaged.hmb", bytes(data))
        damaged = self.run_command("match", "damaged.hmb", *LIMIT)
        self.assertEqual(damaged.code, BAD_INPUT, damaged)

    def anonymous_peak(self, *args):
        """The most bytes of memory of its own that a run had, and its exit code."""
        process = self.start(*args, stdout=subprocess.DEVNULL)
        peak = 0
        while process.poll() is None:
            try:
                with open(f"/proc/{process.pid}/status") as status:
                    held = sum(int(line.split()[1]) for line in status if line.startswith(("RssAnon", "RssShmem")))
                peak = max(peak, held * 1024)
            except (FileNotFoundError, ProcessLookupError):
                pass
            time.sleep(0.002)
        return peak, process.returncode

    def test_texts_within_a_limit(self):
        """Unpacked, weighed anew and verified within the limit, too; room is mostly that of vertices."""
        pairs = (1_300_000, 900_000) if not SANITIZED else (13_000, 9_000)
        self.family("uniform", f"n={pairs[0]}", f"m={pairs[1]}", "k=2", "-o", "p.hgr")
        self.family("rgg", f"n={pairs[0] // 20}", "-o", "g.graph")
        for name in ("p.hgr", "g.graph"):
            packer = zlib.compressobj(1, wbits=31)
            self.write(f"{name}.gz", packer.compress(self.read(name)) + packer.flush())
        for name in ("p.hgr", "g.graph", "p.hgr.gz", "g.graph.gz"):
            peak, code = self.anonymous_peak("match", name, "-q", "-o", "passed", "--weights", "unit", "--verify", *LIMIT)
            self.assertEqual(code, DONE, name)
            if not SANITIZED:
                self.assertLess(peak, 17 << 20, name)

    def test_windows_of_packed_files_count(self):
        """A zstd frame of raw blocks, whose header asks for a window of so many bytes."""
        def frame(text, log):
            return (b"\x28\xb5\x2f\xfd\x00" + bytes([(log - 10) << 3]) +
                    (len(text) << 3 | 1).to_bytes(3, "little") + text)

        text = b"2 3\n1 2\n2 3\n"
        for log, limit, code, words in ((17, "17M", DONE, ""), (23, "17M", RESOURCES, "8388608 bytes to unpack"),
                                        (23, "26M", DONE, ""), (25, "40M", RESOURCES, "window of 33554432 bytes"),
                                        (25, "64M", DONE, "")):
            self.write("a.hgr.zst", frame(text, log))
            done = self.run_command("match", "a.hgr.zst", "-q", "-o", "out", "--verify", "--memory-limit", limit)
            self.assertEqual(done.code, code, (log, done))
            self.assertIn(words, done.err)
        self.write("a.hgr.zst", frame(text[:4], 17) + frame(text[4:], 24))
        later = self.run_command("match", "a.hgr.zst", "-q", *LIMIT)
        self.assertEqual(later.code, RESOURCES, later)
        self.assertEqual(self.run_command("match", "a.hgr.zst", "-q").code, DONE)

    def test_a_file_of_200_megabytes_within_24(self):
        edges = 800_000 if SANITIZED else 8_300_000
        self.family("uniform", f"n={edges * 2 // 5}", f"m={edges}", "--weights", "random:1..1000", "-o", "u.hmb")
        size = os.path.getsize(self.path("u.hmb"))
        expected = self.run_command("match", "u.hmb", "-q", "-o", "held")
        self.assertEqual(expected.code, DONE, expected)
        peak, code = self.anonymous_peak("match", "u.hmb", "-q", "-o", "passed", "--memory-limit", "24M", "--json",
                                         "report")
        self.assertEqual(code, DONE)
        self.assertEqual(self.read("passed"), self.read("held"))
        if not SANITIZED:
            self.assertLess(peak, 24 << 20)
        report = harness.json.loads(self.read("report"))["result"]
        moved = sum(report[name] for name in ("source_bytes_read", "scratch_bytes_read", "scratch_bytes_written"))
        self.assertLess(moved, 5 * size)
        self.assertLessEqual(report["passes"], 10)


if __name__ == "__main__":
    harness.main()
