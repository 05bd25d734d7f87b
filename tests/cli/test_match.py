# SPDX-License-Identifier: MIT
"""Matchings: the same bytes from every back end, checked from the definition; where they are written."""

import os
import pty
import re
import resource
import stat
import subprocess
import threading
import time
import unittest

import harness
from harness import BAD_INPUT, CLOSED_PIPE, DONE, RESOURCES, UNSUPPORTED, USAGE

EXACT = [("greedy",)] + [("local_max", "--variant", variant)
                         for variant in ["filtered", "sequential", "crcw", "crew", "work_optimal"]]

# Sanitizers make each run slow; the plain build covers the counts.
THREADS = [2] if os.environ.get("HYPERMATCH_SANITIZE") else [1, 2, 5]


class Match(harness.TestCase):
    def test_hand_sized(self):
        # By weight per pin: 4/2 before 5/3 before 3/2; per square root: 2.89 before 2.83 before 2.12.
        self.write("a.hgr", "3 5 1\n5 1 2 3\n4 3 4\n3 4 5\n")
        self.assertEqual(self.expect(DONE, "match", "a.hgr", "-q").out, "1\n3\n")
        self.assertEqual(self.expect(DONE, "match", "a.hgr", "-q", "--rating", "weight_per_pin").out,
                         "2\n")
        self.assertEqual(self.expect(DONE, "match", "a.hgr", "-q", "--rating", "weight").out,
                         "1\n3\n")
        self.write("empty.hgr", "0 0\n")
        self.assertEqual(self.expect(DONE, "match", "empty.hgr", "-q", "--verify").out, "")

    def test_hints_name_what_finds_more(self):
        name = self.sample()
        stream = ("--algorithm", "stack_streaming")
        for args, words in [
                ((), []), (("--rating", "weight"), ["weight_per_sqrt_pins"]),
                (("--rating", "weight_per_pin"), ["weight_per_sqrt_pins"]),
                (("--rating", "weight_per_pin", "--objective", "cardinality"),
                 ["stack_streaming --complete"]),
                (stream, ["--complete adds"]), ((*stream, "--complete"), []),
                ((*stream, "--variant", "full", "--complete"), ["--variant lenient"])]:
            with self.subTest(args=args):
                hints = self.report("match", name, *args)["result"]["hints"]
                self.assertEqual(len(hints), len(words), hints)
                for hint, word in zip(hints, words):
                    self.assertIn(word, hint)
                log = self.expect(DONE, "match", name, *args, "-o", "m").err
                self.assertEqual(log.count("\nhint"), len(words), log)
        even = self.generate("even.hgr", "uniform", "n=50", "m=200", "k=3", "--weights",
                             "random:1..9")
        self.assertEqual(self.report("match", even, "--rating", "weight")["result"]["hints"], [])

    def test_same_bytes_from_all_algorithms_and_thread_counts(self):
        name = self.sample()
        text = self.read(name)
        for options in ([(), ("--seed", "7"), ("--rating", "weight"),
                             ("--rating", "weight_per_sqrt_pins"), ("--objective", "cardinality"),
                             ("--weights", "unit"), ("--weights", "random:-5..5"),
                             ("--permute", "4")]):
            expected = None
            for algorithm in EXACT:
                for threads in THREADS:
                    out = self.expect(DONE, "match", name, "-q", "--verify", "--algorithm",
                                      *algorithm, "--threads", threads, *options).out
                    expected = expected or out
                    self.assertEqual(out, expected, (algorithm, threads, options))
            check = options[0:1] != ("--weights",) or options[1] == "unit"
            if check:
                harness.check_matching(self, text, expected)

    def test_seed_decides_ties_and_permute_does_not(self):
        name = self.sample()
        first = self.expect(DONE, "match", name, "-q").out
        self.assertEqual(first, self.expect(DONE, "match", name, "-q", "--seed", "0").out)
        self.assertNotEqual(first, self.expect(DONE, "match", name, "-q", "--seed", "1").out)
        self.assertEqual(first, self.expect(DONE, "match", name, "-q", "--permute", "99").out)

    def test_redrawn_ties_agree_among_the_rounds(self):
        name = self.sample()
        for extra in ([(), ("--noise", "0.5"), ("--noise-generator", "xorwow"),
                           ("--noise-generator", "xorshift"),
                           ("--noise-generator", "park_miller")]):
            outputs = {
                self.expect(DONE, "match", name, "-q", "--verify", "--ties", "redraw", "--variant",
                            variant, "--threads", threads, *extra).out
                for variant in ["sequential", "crcw", "crew", "work_optimal"]
                for threads in [1, 2]
            }
            self.assertEqual(len(outputs), 1, extra)
            harness.check_matching(self, self.read(name), outputs.pop())
        self.expect_error(UNSUPPORTED, "match", name, "--ties", "redraw", "--algorithm", "greedy")

    def test_nonpositive_weights(self):
        self.write("n.hgr", "3 6 1\n-1 1 2\n0 3 4\n2 5 6\n")
        self.assertEqual(self.expect(DONE, "match", "n.hgr", "-q", "--verify").out, "3\n")
        self.assertEqual(self.expect(DONE, "match", "n.hgr", "-q", "--verify", "--nonpositive",
                                     "keep").out, "1\n2\n3\n")
        self.assertEqual(self.expect(DONE, "match", "n.hgr", "-q", "--verify", "--objective",
                                     "cardinality").out, "1\n2\n3\n")

    def test_log_says_what_counts_and_quiet_says_nothing(self):
        name = self.sample()
        log = self.expect(DONE, "match", name, "--verify", "-o", "m").err
        for fact in ["2000 vertices", "6000 edges", " round", "weight ", "of the optimum", " s)"]:
            self.assertIn(fact, log)
        self.assertNotIn("\r", log)
        self.assertEqual(self.expect(DONE, "match", name, "-q", "--verify", "-o", "m").err, "")

    def on_terminal(self, *flags, shows=None, **kwargs):
        """Standard error of a pass that takes a while: of one that takes as long as it needs to show
        `shows`, however slow the machine is."""
        for pause in [0.6, 2, 8, 30, 120]:
            text = self.with_pause(pause, *flags, **kwargs)
            if shows is None or re.search(shows, text):
                break
        return text

    def with_pause(self, pause, *flags, terminal=True):
        """Standard error of a pass over a pipe that pauses, on a terminal or in a pipe."""
        lines = b"1 2\n" * 100000
        ends = pty.openpty() if terminal else os.pipe()
        process = self.start("match", "-", "--algorithm", "stack_streaming", *flags, "-o", "m",
                             stdin=subprocess.PIPE, stderr=ends[1])
        os.close(ends[1])
        process.stdin.write(b"200000 2\n" + lines)
        process.stdin.flush()
        time.sleep(pause)
        process.stdin.write(lines)
        process.stdin.close()
        self.assertEqual(process.wait(harness.PATIENCE), DONE)
        text = b""
        try:
            # Ends: a pipe ends with nothing, a terminal whose other side is closed with an error.
            while part := os.read(ends[0], 65536):
                text += part
        except OSError:
            pass
        os.close(ends[0])
        return text.decode()

    def test_progress_only_on_a_terminal_unless_asked_for(self):
        text = self.on_terminal(shows=r"\r\x1b\[Ksolve ")
        self.assertIn("\r\x1b[Ksolve ", text)
        self.assertIn("\r\x1b[Kread    one pass", text)  # it makes way for the log
        self.assertNotIn("\x1b", self.on_terminal("--progress", "off"))
        self.assertEqual(self.on_terminal("-q"), "")
        text = self.on_terminal(terminal=False)
        self.assertNotRegex(text, r"(?m)^solve \d+$")
        text = self.on_terminal("--progress", "on", terminal=False, shows=r"(?m)^solve \d+$")
        self.assertNotIn("\x1b", text)
        self.assertRegex(text, r"(?m)^solve \d+$")


class Streaming(harness.TestCase):
    def run_on_pipe(self, name, *args):
        return self.expect(DONE, "match", "-", "-q", *args, stdin=self.read(name)).out

    def test_same_from_file_pipe_and_memory(self):
        name = self.sample()
        self.expect(DONE, "convert", name, "sample.hmb", "-q")
        for algorithm in [("stack_streaming",), ("stack_streaming", "--variant", "full"),
                          ("greedy_streaming",), ("greedy_streaming", "--alpha", "0.5"),
                          ("stack_streaming", "--epsilon", "0"),
                          ("stack_streaming", "--objective", "cardinality"),
                          ("stack_streaming", "--weights", "unit"),
                          ("greedy_streaming", "--weights", "random:1..100:5"),
                          ("stack_streaming", "--permute", "6")]:
            with self.subTest(algorithm=algorithm):
                flags = ["--algorithm", *algorithm]
                out = self.expect(DONE, "match", name, "-q", "--verify", *flags).out
                harness.check_matching(self, self.read(name), out, maximal=False)
                self.assertEqual(out, self.run_on_pipe(name, *flags))
                self.assertEqual(out, self.expect(DONE, "match", "sample.hmb", "-q", *flags).out)

    def test_streamed_weights_are_those_of_the_loaded_file(self):
        name = self.generate("unit.hgr", "uniform", "n=500", "m=2000")
        for spec in ["random:1..100", "random:-50..100:7",
                     "random:5..5000000000:18446744073709551615"]:
            self.expect(DONE, "convert", name, "w.hgr", "-q", "--weights", spec)
            self.assertEqual(
                self.expect(DONE, "match", name, "-q", "--algorithm", "stack_streaming",
                            "--weights", spec).out,
                self.expect(DONE, "match", "w.hgr", "-q", "--algorithm", "stack_streaming").out,
                spec)

        one = self.generate("one.hgr", "uniform", "n=5", "m=1")
        flags = ("--nonpositive", "keep", "--weights",
                 "random:-9223372036854775808..9223372036854775807:7")
        # splitmix64 by its definition, over the full range.
        mask = 2**64 - 1
        z = (7 * 0xD1342543DE82EF95 + 0x9E3779B97F4A7C15) & mask
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & mask
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & mask
        expected = ((z ^ (z >> 31)) & mask) - 2**63
        for algorithm in ["stack_streaming", "local_max"]:
            report = self.report("match", one, "--algorithm", algorithm, *flags)
            self.assertEqual(report["result"]["weight"], expected, algorithm)

    def test_complete_makes_it_maximal(self):
        name = self.generate("tight.hgr", "tight", "d=4", "copies=20")
        for algorithm in ["stack_streaming", "greedy_streaming"]:
            out = self.expect(DONE, "match", self.sample(), "-q", "--complete", "--verify",
                              "--algorithm", algorithm).out
            harness.check_matching(self, self.read("sample.hgr"), out)
            self.expect(DONE, "match", name, "-q", "--complete", "--verify", "--algorithm",
                        algorithm)

    def test_ratio_comes_without_verify(self):
        report = self.report("match", self.sample(), "--algorithm", "stack_streaming")
        self.assertIsNone(report["verified"])
        self.assertGreater(report["result"]["certified_ratio"], 1 / 7)
        self.assertLessEqual(report["result"]["certified_ratio"], 1)
        self.assertEqual(report["input"]["edges"], 6000)
        self.assertIsNone(self.report("match", "sample.hgr")["result"]["certified_ratio"])

    def test_errors_name_the_file_once(self):
        self.write("huge.hgr", "2 4 1\n1.7e308 1 2\n1.7e308 3 4\n")
        says = "huge.hgr: the weight of the matching is beyond doubles"
        for algorithm in ["greedy", "local_max", "stack_streaming", "greedy_streaming"]:
            self.expect_error(BAD_INPUT, "match", "huge.hgr", "-q", "--algorithm", algorithm,
                              says=says)
        self.expect_error(BAD_INPUT, "match", "-", "-q",
                          stdin=self.read("huge.hgr"),
                          says="<stdin>: the weight of the matching")
        self.write("broken.hgr", "1 2\n1 3\n")
        error = self.expect_error(BAD_INPUT, "match", "broken.hgr", "-q", "--algorithm",
                                  "stack_streaming", says="broken.hgr:2: expected a vertex")
        self.assertEqual(error.err.count("broken.hgr"), 1)

    def test_sums_beyond_64_bits_are_doubles(self):
        huge = "9223372036854775807"
        self.write("h.hgr", f"2 4 1\n{huge} 1 2\n{huge} 3 4\n")
        self.write("h.csv", f"a,b,{huge}\nc,d,{huge}\n")
        for name in ["h.hgr", "h.csv"]:
            for more in [(), ("--objective", "cardinality")]:
                args = (name, *more)
                matched = self.report("match", *args, "-o", "m", "--verify")
                self.assertEqual(matched["result"]["weight"], 2.0**64)
                self.assertEqual(self.report("verify", name, "m", *more)["result"]["weight"],
                                 2.0**64)
        for algorithm in ["stack_streaming", "greedy_streaming"]:
            report = self.report("match", "h.hgr", "--algorithm", algorithm)
            self.assertEqual(report["result"]["weight"], 2.0**64)
        # What is too large only on the way is exact.
        self.write("h.csv", f"a,b,{huge}\nc,d,{huge}\ne,f,-{huge}\n")
        keep = ("--nonpositive", "keep")
        report = self.report("match", "h.csv", *keep, "-o", "m")
        self.assertEqual(report["result"]["weight"], int(huge))
        self.expect(DONE, "verify", "h.csv", "m", "-q", *keep)

    def test_sums_beyond_doubles_on_the_way_are_finite(self):
        self.write("h.hgr", "3 6 1\n1.7e308 1 2\n1.7e308 3 4\n-1.7e308 5 6\n")
        self.write("h.csv", "a,b,1.7e308\nc,d,1.7e308\ne,f,-1.7e308\n")
        keep = ("--nonpositive", "keep")
        for name in ["h.hgr", "h.csv"]:
            for args in [("match", name, "-o", "m", "--verify"), ("verify", name, "m")]:
                report = self.report(*args, *keep)
                self.assertEqual(report["result"]["weight"], 1.7e308)
                # Half of an optimum that is beyond doubles.
                self.assertGreater(report["result"]["certified_ratio"], 0.49)
                self.assertLessEqual(report["result"]["certified_ratio"], 0.5)
        for algorithm in ["stack_streaming", "greedy_streaming"]:
            report = self.report("match", "h.hgr", "--algorithm", algorithm, *keep)
            self.assertEqual(report["result"]["weight"], 1.7e308)
            self.assertIsNone(report["result"]["certified_ratio"])

    def test_ratios_of_streams_are_never_above_the_truth(self):
        # Every addition is rounded up, and of the last two edges the lighter one is kept: the sum
        # in double is above the optimum.
        small = "".join(f"1.6e-16 {v}\n" for v in range(2, 2002))
        self.write("h.hgr", f"2003 2002 1\n1 1\n{small}1e-14 2002\n1.5e-14 2002\n")
        report = self.report("match", "h.hgr", "--algorithm", "greedy_streaming", "--alpha", "1")
        self.assertEqual(report["result"]["edges"], 2002)
        self.assertLess(report["result"]["certified_ratio"], 1 - 4e-15)
        self.assertGreater(report["result"]["certified_ratio"], 1 - 1e-11)
        # A negative weight is no share of a positive bound.
        self.write("n.hgr", "2 4 1\n1.5 1 2\n-5.5 3 4\n")
        for algorithm in ["stack_streaming", "greedy_streaming"]:
            report = self.report("match", "n.hgr", "--algorithm", algorithm, "--nonpositive",
                                 "keep")
            self.assertEqual(report["result"]["weight"], -4)
            self.assertIsNone(report["result"]["certified_ratio"])

    def test_the_heavier_edge_is_taken_whatever_the_scale(self):
        """Quotients are floats: both of these are 0, or infinite, if weights are not scaled."""
        for light, heavy in [("1e-300", "1e-46"), ("1e46", "1e300"), ("5e-324", "1e-310")]:
            self.write("h.hgr", f"3 5 1\n{light} 1 2\n{heavy} 2 3\n{light} 3 4 5\n")
            for rating in ["weight", "weight_per_pin", "weight_per_sqrt_pins"]:
                for seed in range(4):
                    out = self.expect(DONE, "match", "h.hgr", "-q", "--rating", rating, "--verify",
                                      "--seed", str(seed)).out
                    self.assertEqual(out.split()[0], "2")

    def test_sums_beyond_doubles_are_refused_where_they_count(self):
        """match and verify say the same, and write nothing."""
        self.write("h.hgr", "2 4 1\n1.7e308 1 2\n1.7e308 3 4\n")
        self.write("h.csv", "a,b,1.7e308\nc,d,1.7e308\n")
        self.write("h.txt", "1\n2\n")
        self.write("p.txt", "a b\nc d\n")
        for name, matching in [("h.hgr", "h.txt"), ("h.csv", "p.txt")]:
            for args in [("match", name, "-o", "m"), ("match", name, "-o", "m", "--verify"),
                         ("verify", name, matching)]:
                self.expect_error(BAD_INPUT, *args, "-q", "--json", "r",
                                  says=f"{name}: the weight of the matching is beyond doubles")
            for args in [("match", name, "-o", "m", "--verify"), ("verify", name, matching)]:
                report = self.report(*args, "--objective", "cardinality")
                self.assertEqual(report["result"]["edges"], 2)
                self.assertIsNone(report["result"]["weight"])
                self.assertIs(report["verified"], True)

    def test_a_pipe_cannot_be_read_twice(self):
        data = self.read(self.sample())
        for flag in ["--verify", "--complete"]:
            self.expect_error(USAGE, "match", "-", "--algorithm", "stack_streaming", flag,
                              says="pipe", stdin=data)
        # Algorithms that hold the instance may verify it.
        self.expect(DONE, "match", "-", "-q", "--verify", stdin=data)

    def test_formats_that_do_not_stream_are_loaded(self):
        self.write("g.graph", "3 2\n2 3\n1\n1\n")
        result = self.expect(DONE, "match", "g.graph", "--as", "hypergraph", "--algorithm",
                             "stack_streaming")
        self.assertIn("loaded", result.err)
        self.assertIn(result.out, ["1\n", "2\n"])

    def test_a_native_graph_is_no_hypergraph(self):
        self.write("g.graph", "3 2\n2 3\n1\n1\n")
        self.expect(DONE, "convert", "g.graph", "g.hmb", "-q")
        for flags in [(), ("--verify",), ("--complete",), ("--weights", "unit")]:
            for algorithm in ["stack_streaming", "greedy_streaming"]:
                self.expect_error(UNSUPPORTED, "match", "g.hmb", "--algorithm", algorithm, *flags,
                                  "-q", says="is read as a graph")
        out = self.expect(DONE, "match", "g.hmb", "--algorithm", "stack_streaming", "--as",
                          "hypergraph", "--verify").out
        self.assertIn(out, ["1\n", "2\n"])

    def test_a_named_pipe_is_hmetis(self):
        os.mkfifo(self.path("p"))
        writer = threading.Thread(target=lambda: self.write("p", "1 3\n1 2\n"))
        writer.start()
        self.assertEqual(self.expect(DONE, "match", "p", "-q").out, "1\n")
        writer.join()

    def test_other_packers_are_named(self):
        for data, packer in [(b"\xfd7zXZ\x00\x00", "xz"), (b"BZh91AY&SY", "bzip2"),
                             (b"\x04\x22\x4d\x18\x64", "lz4"),
                             (b"7z\xbc\xaf\x27\x1c\x00\x04", "7-Zip")]:
            self.write("a.hgr", data)
            self.expect_error(UNSUPPORTED, "match", "a.hgr", "-q", says=packer)
        for text in ["BZh5 1AY\n", "BZh 1AY&SY\n", "BZh b"]:
            self.write("a.el", text)
            self.assertEqual(self.expect(DONE, "match", "a.el", "-q").out, text.strip() + "\n")


class Output(harness.TestCase):
    def test_file_or_standard_output(self):
        name = self.sample()
        out = self.expect(DONE, "match", name, "-q").out
        self.assertEqual(self.expect(DONE, "match", name, "-q", "-o", "m.txt").out, "")
        self.assertEqual(self.read("m.txt").decode(), out)
        for target in ["-", "/dev/stdout"]:
            self.assertEqual(self.expect(DONE, "match", name, "-q", "-o", target).out, out)
        self.expect(DONE, "match", name, "-q", "-o", "/dev/null")
        self.assertTrue(stat.S_ISCHR(os.stat("/dev/null").st_mode))

    def test_report_alone_and_both(self):
        name = self.sample()
        self.assertTrue(self.expect(DONE, "match", name, "-q", "--json", "-").out.startswith("{"))
        both = self.expect(DONE, "match", name, "-q", "--json", "-", "-o", "m.txt").out
        self.assertTrue(both.startswith("{"))
        self.assertEqual(self.expect(DONE, "match", name, "-q", "--json", "r.json").out,
                         self.read("m.txt").decode())

    def test_existing_file_is_replaced_or_untouched(self):
        name = self.sample()
        self.write("m.txt", "old\n")
        self.write("bad.hgr", "2 2\n1 2\n1 3\n")
        self.expect(harness.BAD_INPUT, "match", "bad.hgr", "-o", "m.txt")
        self.assertEqual(self.read("m.txt"), b"old\n")
        self.expect(DONE, "match", name, "-q", "-o", "m.txt")
        self.assertGreater(len(self.read("m.txt")), 4)
        self.assertEqual(sorted(os.listdir(self.folder)), ["bad.hgr", "m.txt", "sample.hgr"])

    def test_symbolic_link_stays(self):
        name = self.sample()
        self.write("real.txt", "old\n")
        os.symlink("real.txt", self.path("link.txt"))
        self.expect(DONE, "match", name, "-q", "-o", "link.txt")
        self.assertTrue(os.path.islink(self.path("link.txt")))
        self.assertNotEqual(self.read("real.txt"), b"old\n")

    def test_pipe_with_a_name_is_written_into(self):
        name = self.sample()
        os.mkfifo(self.path("fifo"))
        got = []
        reader = threading.Thread(target=lambda: got.append(self.read("fifo")))
        reader.start()
        self.expect(DONE, "match", name, "-q", "-o", "fifo")
        reader.join()
        self.assertTrue(stat.S_ISFIFO(os.stat(self.path("fifo")).st_mode))
        self.assertEqual(got[0].decode(), self.expect(DONE, "match", name, "-q").out)

    def test_full_device(self):
        name = self.sample()
        for args in [("match", name, "-q", "-o", "/dev/full"),
                     ("match", name, "-q", "-o", "m", "--json", "/dev/full"),
                     ("convert", name, "/dev/full", "--to", "hmetis", "-q")]:
            result = self.expect(RESOURCES, *args)
            self.assertRegex(result.err, r"\Aerror: /dev/full: [^\n]+\n\Z")
        with open("/dev/full", "wb") as full:
            for args in [("match", name, "-q"), ("info", name, "-q"), ("list",)]:
                done = subprocess.run([harness.command(), *args], cwd=self.folder, stdout=full,
                                      stderr=subprocess.PIPE, check=False)
                self.assertEqual(done.returncode, RESOURCES, args)
                self.assertEqual(done.stderr.count(b"\n"), 1)

    def least_address_space(self):
        """Bytes with which the program starts, but for a mebibyte: that depends on how it is built."""
        for mebibytes in range(4, 1024):
            size = mebibytes << 20
            process = self.start("list", stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                 preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS,
                                                                       (size, size)))
            if process.wait() == DONE:
                return size
        raise AssertionError("the program does not start in a gibibyte")

    def limited(self, limit, size, *args):
        process = self.start(*args, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                             preexec_fn=lambda: resource.setrlimit(limit, (size, size)))
        out, err = process.communicate(timeout=harness.PATIENCE)
        self.assertEqual(process.returncode, RESOURCES, err)
        self.assertEqual(out, b"")
        self.assertRegex(err.decode(), r"\Aerror: [^\n]+\n\Z")
        return err.decode()

    def test_limits_of_the_system(self):
        name = self.generate("big.hgr", "uniform", "n=400000", "m=600000")
        before = sorted(os.listdir(self.folder))
        self.limited(resource.RLIMIT_FSIZE, 1000, "match", name, "-q", "-o", "m.txt")
        self.limited(resource.RLIMIT_FSIZE, 1000, "convert", name, "x.hmb", "-q")
        if not os.environ.get("HYPERMATCH_SANITIZE"):  # sanitizers reserve terabytes
            least = self.least_address_space()
            for mebibytes in [0, 4, 8, 16]:
                self.limited(resource.RLIMIT_AS, least + (mebibytes << 20), "match", name, "-q",
                             "-o", "m.txt", "--threads", "1")
            self.expect(DONE, "convert", name, "big.hmb", "-q")
            err = self.limited(resource.RLIMIT_AS, least + (8 << 20), "match", "big.hmb", "-q", "-o", "m.txt")
            self.assertRegex(err, "big.hmb: the file does not fit memory.*; --memory-limit BYTES matches")
            os.remove(self.path("big.hmb"))
        self.assertEqual(before, sorted(os.listdir(self.folder)))

    @unittest.skipIf(os.environ.get("HYPERMATCH_SANITIZE"), "sanitizers need both themselves")
    def test_refusals_of_threads_and_descriptors(self):
        name = self.generate("a.hgr", "uniform", "n=50000", "m=100000")
        for count in [5, 6, 7]:
            process = self.start("match", name, "-q", "-o", "m.txt", stderr=subprocess.PIPE,
                                 preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE,
                                                                       (count, count)))
            err = process.communicate(timeout=harness.PATIENCE)[1]
            self.assertIn(process.returncode, [DONE, RESOURCES], err)
        least = self.least_address_space()
        refused = 0
        for mebibytes in range(0, 128, 4):
            size = least + (mebibytes << 20)
            process = self.start("match", name, "-q", "-o", "m.txt", "--threads", "5",
                                 stderr=subprocess.PIPE,
                                 preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS,
                                                                       (size, size)))
            err = process.communicate(timeout=harness.PATIENCE)[1].decode()
            self.assertIn(process.returncode, [DONE, RESOURCES], err)
            refused += "threads" in err
        self.assertGreater(refused, 0)

    def test_reader_that_leaves(self):
        name = self.generate("big.hgr", "uniform", "n=200000", "m=100000", "k=1")
        for args in [("match", name, "-q"), ("convert", name, "-", "--to", "hmetis", "-q"),
                     ("generate", "uniform", "m=100000", "-q")]:
            process = self.start(*args, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            process.stdout.readline()
            process.stdout.close()
            err = process.stderr.read()
            process.stderr.close()
            self.assertEqual(process.wait(), CLOSED_PIPE, args)
            self.assertEqual(err, b"")


if __name__ == "__main__":
    harness.main()
