# SPDX-License-Identifier: MIT
"""The library of device code is loaded when a device is asked for: a file that is missing, broken or
of something else is one line and code 4, and what runs on cores never looks for it."""

import json
import os
import shutil
import stat

import harness
from harness import DONE, UNSUPPORTED, USAGE

VARIABLE = "HYPERMATCH_CUDA_LIBRARY"


def shared_library():
    """Any that is not ours."""
    with open("/proc/self/maps") as maps:
        return next(line.split()[-1] for line in maps if "/libc.so" in line or "/libc-" in line)


class DeviceCode(harness.TestCase):
    def setUp(self):
        super().setUp()
        self.write("g.hgr", "2 3\n1 2\n2 3\n")
        os.makedirs(self.path("here"))

    def env(self, value):
        return dict(os.environ, **{VARIABLE: value})

    def refused(self, file, says):
        self.expect_error(UNSUPPORTED, "match", "g.hgr", "--device", "cuda", "-o", "out",
                          env=self.env(file), says=says)
        # Cores need none of it.
        self.expect(DONE, "match", "g.hgr", "-q", env=self.env(file))
        self.expect(DONE, "--version", env=self.env(file))

    def own_answer(self, command, **kwargs):
        """What a command says of its device, whether or not there is one."""
        old, harness.COMMAND = harness.COMMAND, command
        try:
            env = {name: value for name, value in os.environ.items() if name != VARIABLE}
            done = self.run_command("match", self.path("g.hgr"), "--device", "cuda", env=env, **kwargs)
        finally:
            harness.COMMAND = old
        return done.code, done.err

    def stand_in(self):
        """The library whose device is host memory."""
        code = os.path.join(os.path.dirname(harness.COMMAND), "..", "tests", "device_module",
                            "libfake_device_code.so")
        if not os.path.exists(code):
            self.skipTest("the stand-in is not built")
        return os.path.realpath(code)

    def test_stand_in(self):
        """A device in host memory, whose driver starts at once or late: the answers and facts of cores."""
        code = self.stand_in()
        self.expect(DONE, "generate", "rgg", "n=3000", "-o", "g.hm", "--to", "native", "-q")
        for file in "g.hm", "g.hgr":
            flags = ["match", file, "-q", "--json", "report", "-o", "answer"]
            self.expect(DONE, *flags)
            answer, facts = self.read("answer"), json.loads(self.read("report"))["input"]
            for milliseconds in "0", "200":
                env = dict(self.env(code),
                           HYPERMATCH_FAKE_START_MILLISECONDS=milliseconds)
                self.expect(DONE, *flags, "--device", "cuda", env=env)
                report = json.loads(self.read("report"))
                self.assertEqual(self.read("answer"), answer)
                self.assertEqual(report["input"], facts)
                self.assertEqual(report["machine"]["device"], "host memory")
                seconds = report["seconds"]
                self.assertGreaterEqual(seconds["start"], int(milliseconds) / 1000 / 2)
                members = sum(seconds.values()) - seconds["total"]
                self.assertAlmostEqual(members, seconds["total"], delta=0.02 * seconds["total"] + 0.001)

    def test_several(self):
        """What devices sent each other is in the report."""
        code = self.stand_in()
        self.expect(DONE, "generate", "rgg", "n=3000", "-o", "g.hm", "--to", "native", "-q")
        self.expect(DONE, "match", "g.hm", "-q", "-o", "answer")
        env = self.env(code)
        several = ["--device", "cuda:0,0", "--json", "report", "-o", "other"]
        run = self.expect(DONE, "match", "g.hm", *several, env=env)
        self.assertEqual(self.read("other"), self.read("answer"))
        self.assertIn("devices 1 exchange, 10 bytes between devices, 0 bytes of them by way of the host", run.err)
        self.assertEqual(json.loads(self.read("report"))["result"]["devices"],
                         {"exchanges": 1, "bytes": 10, "staged_bytes": 0, "received": [4, 6]})
        self.expect(DONE, "generate", "uniform", "n=3000", "m=9000", "--weights", "random:1..9", "-q", "-o", "u.hmb")
        self.expect(DONE, "match", "u.hmb", "-q", "-o", "answer")
        for devices in ["cuda:0,0"], ["cuda:0,0,0,0,0", "--complete"], ["cuda:0,0", "--rating", "weight_per_pin"]:
            self.expect(DONE, "match", "u.hmb", "-q", "--json", "report", "-o", "other", "--verify",
                        "--device", *devices, env=env)
            self.assertEqual(self.read("other"), self.read("answer"))
            sent = json.loads(self.read("report"))["result"]["devices"]
            self.assertEqual(sent["staged_bytes"], 0)
            self.assertEqual(sum(sent["received"]), sent["bytes"])
            self.assertEqual(len(sent["received"]), devices[0].count("0"))
        # One device runs what would mostly cross.
        self.expect(DONE, "generate", "rmat", "scale=10", "-q", "-o", "r.graph")
        self.expect(DONE, "match", "r.graph", "-q", "-o", "answer")
        run = self.expect(DONE, "match", "r.graph", *several, env=env)
        self.assertEqual(self.read("other"), self.read("answer"))
        self.assertIn("on one device: about ", run.err)
        self.assertIn("on one device: about ", json.loads(self.read("report"))["result"]["stop_reason"])
        for wrong in ["--variant", "crcw"], ["--capacity", "2"], ["--ties", "redraw", "--variant", "crcw"]:
            self.expect(UNSUPPORTED, "match", "u.hmb", *several, *wrong, env=env)

    def test_what_the_host_solved_is_said(self):
        env = self.env(self.stand_in())
        self.write("m.mtx", "%%MatrixMarket matrix coordinate pattern general\n2 2 2\n1 1\n2 2\n")
        run = self.expect(DONE, "bipartite", "m.mtx", "--device", "cuda", "--json", "report", "-o", "answer", env=env)
        report = json.loads(self.read("report"))
        self.assertEqual(report["result"]["stop_reason"], "solved on the host: too small for a device")
        self.assertEqual((report["machine"]["device"], report["machine"]["threads"]["solve"]), (None, 1))
        self.assertRegex(run.err, r"note +solved on the host: too small for a device\n")
        self.assertRegex(run.err, r"solve +maximum_matching [^\n]+, 1 thread: ")

    def test_every_combination(self):
        """The table of flags says what goes with several devices."""
        env = self.env(self.stand_in())
        self.expect(DONE, "generate", "rgg", "n=200", "--weights", "random:1..9", "-q", "-o", "t.hmb")
        self.expect(DONE, "generate", "uniform", "n=100", "m=200", "--weights", "random:1..9", "-q", "-o", "t.hgr")
        rows = json.loads(self.expect(DONE, "list", "combinations", "--json").out)["combinations"]
        for row in rows:
            flags = row["flags"].split()
            if "--device" in flags or "external_sort" in flags:
                continue
            for kind, name in ("graphs", "t.hmb"), ("hypergraphs", "t.hgr"):
                if row["instances"] not in (kind, "both"):
                    continue
                run = self.run_command("match", name, "-q", *flags, "--device", "cuda:0,0", env=env)
                if row["several_devices"] not in (kind, "both"):
                    self.assertEqual((run.code, run.out), (UNSUPPORTED, ""), (row, name, run))
                elif {"b_suitor", "--capacity", "--cover"} & set(flags):
                    self.assertNotEqual(run.code, UNSUPPORTED, (row, run))  # the stand-in has no b_suitor
                else:
                    more = ["--parts", "2"] if "interior_first" in flags else []
                    held = self.expect(DONE, "match", name, "-q", *flags, *more)
                    self.assertEqual((run.code, run.out), (DONE, held.out), (row, name, run.err))

    def test_devices_decide_the_parts(self):
        env = self.env(self.stand_in())
        self.expect(DONE, "generate", "rgg", "n=200", "-q", "-o", "t.hmb")
        self.write("t.hgr", "1 2\n1 2\n")
        for name in "t.hmb", "t.hgr":
            flags = ("match", name, "-q", "--algorithm", "interior_first", "--device", "cuda:0,0,0")
            self.expect_error(USAGE, *flags, "--parts", "2", env=env, says="parts is 2, but several devices have a part each: here 3")
            for more in (), ("--parts", "3"):
                report = json.loads(self.expect(DONE, *flags, *more, "--json", "-", env=env).out)
                self.assertEqual(report["options"]["parts"], 3)

    def test_refusals_name_what_each_kind_has(self):
        env = self.env(self.stand_in())
        self.expect(DONE, "generate", "rgg", "n=200", "-q", "-o", "t.hmb")
        self.write("t.hgr", "1 2\n1 2\n")
        for flags, hypergraphs in ((("--algorithm", "greedy"), "local_max (filtered), interior_first"),
                                   (("--algorithm", "interior_first", "--capacity", "2"), "")):
            kinds = {"hypergraph": hypergraphs, "graph": "b_suitor (partial_eager)"}
            for name in "t.hmb", "t.hgr":
                said = self.run_command("match", name, *flags, "--device", "cuda:0,0", env=env)
                self.assertEqual((said.code, said.out), (UNSUPPORTED, ""), said)
                of_hypergraphs, of_graphs = said.err.split("; graphs: ")
                self.assertIn("error: hypergraphs: ", of_hypergraphs)
                self.assertIn(kinds["hypergraph"], of_hypergraphs)
                self.assertNotIn("b_suitor", of_hypergraphs)
                self.assertIn(kinds["graph"], of_graphs)
            one = self.run_command("match", "t.hgr", *flags, "--device", "cuda:0,0", "--as", "hypergraph", env=env)
            self.assertEqual(one.code, UNSUPPORTED, one)
            self.assertNotIn("graphs: ", one.err)

    def test_missing(self):
        self.refused(self.path("none.so"), says=self.path("none.so"))

    def test_relative(self):
        self.refused("none.so", says=VARIABLE + " is 'none.so', must be an absolute path")

    def test_folder(self):
        self.refused(self.path("here"), says="is a folder")

    def test_text(self):
        self.write("text.so", "no library " * 20)
        self.refused(self.path("text.so"), says="text.so is no shared library")

    def test_cut_short(self):
        with open(shared_library(), "rb") as file:
            whole = file.read()
        for size in 0, 10, 63, 64, 500, 4096, len(whole) // 2:
            self.write("cut.so", whole[:size])
            result = self.expect_error(UNSUPPORTED, "match", "g.hgr", "--device", "cuda",
                                       env=self.env(self.path("cut.so")), says="cut.so is ")
            self.assertRegex(result.err, "is cut short|is no shared library", size)

    def test_of_something_else(self):
        self.refused(shared_library(), says="is no device code of hypermatch")

    def test_not_readable(self):
        self.write("secret.so", "")
        os.chmod(self.path("secret.so"), 0)
        if os.access(self.path("secret.so"), os.R_OK):
            self.skipTest("this user may read everything")
        self.addCleanup(os.chmod, self.path("secret.so"), stat.S_IRWXU)
        self.refused(self.path("secret.so"), says="secret.so: Permission denied")

    def test_empty_is_unset(self):
        result = self.run_command("match", "g.hgr", "--device", "cuda", env=self.env(""))
        self.assertEqual((result.code, result.err), self.own_answer(harness.command()))

    def test_not_from_the_current_folder(self):
        answer = self.own_answer(harness.command())
        version = self.expect(DONE, "--version").out.split()[1]
        for name in "libhypermatch_cuda.so", "libhypermatch_cuda.so." + version:
            self.write(name, "no library " * 20)
            os.makedirs(self.path("lib"), exist_ok=True)
            self.write("lib/" + name, "no library " * 20)
        self.assertEqual(self.own_answer(harness.command()), answer)

    def test_by_any_name_of_the_command(self):
        """By a link, or by a name without a folder, the library is found where the command is."""
        answer = self.own_answer(harness.command())
        os.symlink(harness.command(), self.path("here/linked"))
        self.assertEqual(self.own_answer(self.path("here/linked")), answer)
        self.assertEqual(self.own_answer("here/linked"), answer)

    def test_command_without_it(self):
        """Alone in a folder: as a build without CUDA, but for the reason."""
        shutil.copy(harness.command(), self.path("here/alone"))
        code, err = self.own_answer(self.path("here/alone"))
        if "no CUDA back end" in self.own_answer(harness.command())[1]:
            self.assertIn("no CUDA back end: the library of device code is not there", err)
        elif code == UNSUPPORTED:  # it may find one that is installed, or a shared libhypermatch
            self.assertRegex(err, r"\Aerror: device cuda:0: [^\n]+; use --device cpu\n\Z")


if __name__ == "__main__":
    harness.main()
