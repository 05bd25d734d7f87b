# SPDX-License-Identifier: MIT
"""match --ranks: the bytes of one process from ranks, on threads and under MPI.

test_ranks.py COMMAND SOURCE_DIR"""

import functools
import glob
import os
import shutil
import signal
import subprocess
import sys
import time

import harness
from harness import BAD_INPUT, DONE, INTERRUPTED, SANITIZED, UNSUPPORTED, USAGE


# Open MPI refuses the first user of a machine, and more processes than it has cores.
ENVIRONMENT = dict(os.environ, OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1",
                   OMPI_MCA_rmaps_base_oversubscribe="1")


def children_of(pid):
    """Numbers of its processes, in their order."""
    found = []
    for path in glob.glob("/proc/[0-9]*/stat"):
        try:
            with open(path, encoding="utf-8", errors="replace") as file:
                facts = file.read().rpartition(")")[2].split()
        except OSError:
            continue  # it has ended
        if facts[1] == str(pid) and facts[0] != "Z":  # those that have ended stay until it looks
            found.append(int(path.split("/")[2]))
    return sorted(found)


def texts_of(run):
    """Both outputs of mpirun at its end; None where its processes have ended, but it has missed that and is killed."""
    until = time.monotonic() + harness.PATIENCE
    while True:
        try:
            return run.communicate(timeout=20)
        except subprocess.TimeoutExpired:
            lives = children_of(run.pid)
            if lives and time.monotonic() < until:
                continue
            run.kill()
            run.communicate()
            if lives:
                raise
            return None


def run_mpi(command, **options):
    """Seldom, Open MPI 4.1 misses the end of its processes and waits for ever: then it is started again."""
    for _ in range(3):
        run = subprocess.Popen(command, env=ENVIRONMENT, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE, **options)
        texts = texts_of(run)
        if texts is not None:
            return harness.Result(run.returncode, *(text.decode() for text in texts))
    raise AssertionError(f"{command} has ended its processes, but not itself, three times")


@functools.cache
def starts_processes():
    """Whether MPI does so here at all."""
    return run_mpi(["mpirun", "-np", "2", "true"]).code == 0


def mpirun(ranks):
    """How MPI starts so many processes here, or None where it is not there."""
    built = os.path.join(os.path.dirname(harness.COMMAND), "..", "lib", "libhypermatch_mpi.so.*")
    if SANITIZED or shutil.which("mpirun") is None or not glob.glob(built) or not starts_processes():
        return None
    return ["mpirun", "-np", str(ranks)]


class Ranks(harness.TestCase):
    def instances(self):
        """Those of the golden corpus that ranks read."""
        sys.path.insert(0, os.path.join(harness.SOURCE, "tests/golden"))
        import corpus  # pylint: disable=import-outside-toplevel
        for name, source in corpus.load_instances().items():
            if not name.endswith((".hgr", ".graph", ".hmb")) or name.startswith(("residents", "broken", "messy")):
                continue
            if isinstance(source, str):
                shutil.copy(source, self.path(name))
            else:
                self.expect(DONE, *source, "-q", "-o", name)
            yield name

    def same(self, name, ranks, *flags):
        held = self.run_command("match", name, "-q", *flags)
        self.assertEqual(held.code, DONE, held)
        for count in ranks:
            parts = self.run_command("match", name, "-q", "--ranks", f"threads:{count}", *flags)
            self.assertEqual((parts.code, parts.out), (DONE, held.out), (name, count, flags, parts.err))

    def test_every_instance_on_any_number_of_ranks(self):
        for name in self.instances():
            self.same(name, (1, 2, 3, 4, 7, 16))

    def test_orders_and_weights(self):
        self.expect(DONE, "generate", "sizes", "n=600", "m=2000", "min=1", "max=6", "--weights", "random:1..9",
                    "-q", "-o", "s.hgr")
        self.expect(DONE, "generate", "rgg", "n=1000", "--weights", "random:1..9", "-q", "-o", "g.graph")
        self.expect(DONE, "convert", "g.graph", "g.hmb", "-q")
        for name in ("s.hgr", "g.graph", "g.hmb"):
            for flags in (("--seed", "5"), ("--objective", "cardinality"), ("--weights", "random:-5..9:2"),
                          ("--weights", "random:-5..9:2", "--nonpositive", "keep"), ("--weights", "unit"),
                          ("--weights", "random:1..99999999999"), ("--complete",), ("--output-weights",)):
                self.same(name, (3,), *flags)
        for rating in ("weight", "weight_per_pin", "weight_per_sqrt_pins"):
            self.same("s.hgr", (3,), "--rating", rating)
        self.same("g.hmb", (3,), "--as", "hypergraph")

    def test_text_of_every_shape(self):
        texts = {
            "comments.hgr": "% c\n4 5 1\n%\n7 1 2\n% c\n2.5 2 3\n3 4 5\n% c\n1e30 1 5\n%\n",
            "weights.hgr": "2 3 11\n5 1 2\n6 2 3\n1\n% c\n\n1\n1\n",
            "blank.hgr": "3 3\n1 2\n\n2 3\n",
            "crlf.hgr": "2 3\r\n1 2\r\n2 3\r\n",
            "open.hgr": "2 3\n1 2\n2 3",
            "comments.graph": "% c\n4 3 1\n2 5\n% c\n1 5 3 0.25\n2 0.25 4 7\n% c\n3 7\n",
            "isolated.graph": "5 2\n2\n1\n\n5\n4\n",
            "last.graph": "3 1\n2\n1\n",
            "none.graph": "0 0\n",
            "none.hgr": "0 0\n",
        }
        for name, text in texts.items():
            self.write(name, text)
            self.same(name, (1, 2, 3, 5, 9))

    def test_proof_and_report(self):
        self.expect(DONE, "generate", "uniform", "n=100000", "m=250000", "k=3", "-q", "-o", "u.hgr")
        run = self.expect(DONE, "match", "u.hgr", "-q", "--ranks", "threads:3", "--verify", "--json")
        report = harness.json.loads(run.out)
        self.assertTrue(report["verified"])
        self.assertEqual(report["options"]["variant"], "ranks")
        self.assertEqual(report["options"]["ranks"], "threads:3")
        ranks = report["result"]["ranks"]
        self.assertEqual(ranks["size"], 3)
        self.assertLessEqual(ranks["exchanges"], 80)
        self.assertLessEqual(ranks["bytes"], 20 * ranks["boundary_pairs"])
        self.assertLessEqual(ranks["largest_stalled_share"], 0.02)
        self.assertEqual(report["input"]["edges"], 250000)

    def test_wrong_lines_are_said_once(self):
        rows = ["1 2"] * 2000
        rows[1500] = "1 7"
        self.write("bad.hgr", "2000 3\n" + "\n".join(rows) + "\n")
        self.write("few.hgr", "3 3\n1 2\n")
        self.write("more.hgr", "1 3\n1 2\n2 3\n")
        self.write("bad.graph", "3 2\n2\n1 4\n2\n")
        self.write("asymmetric.graph", "3 2\n2\n1\n2\n")
        self.write("twice.graph", "2 2\n2 2\n1 1\n")
        self.expect(DONE, "generate", "rgg", "n=2000", "-q", "-o", "g.hmb")
        data = bytearray(self.read("g.hmb"))
        data[-9] ^= 1
        self.write("damaged.hmb", bytes(data))
        self.write("empty.hmb", "")
        self.write("text.hmb", "1 2\n")
        for name in ("empty.hmb", "text.hmb", "bad.hgr", "few.hgr", "more.hgr", "bad.graph", "asymmetric.graph", "damaged.hmb"):
            for count in (1, 2, 4):
                run = self.run_command("match", name, "--ranks", f"threads:{count}")
                self.assertEqual((run.code, run.out, run.err.count("\n")), (BAD_INPUT, "", 1), (name, count, run))
        self.assertIn("bad.hgr:1502:", self.run_command("match", "bad.hgr", "--ranks", "threads:4").err)
        self.assertIn("bad.graph:3:", self.run_command("match", "bad.graph", "--ranks", "threads:2").err)
        self.assertEqual(self.run_command("match", "twice.graph", "--ranks", "threads:2").code, UNSUPPORTED)

    def test_ratios_beside_edges_of_negative_weight(self):
        # Kept edges of negative weight cancel the weight, and the dual has no share of them.
        self.write("r.hgr", "2 4 1\n10 1 2\n-10 3 4\n")
        for flags in ([], ["--ranks", "threads:2"], ["--memory-limit", "100M"]):
            run = self.expect(DONE, "match", "r.hgr", "--nonpositive", "keep", "--verify", *flags, "-o", "m.txt")
            self.assertIn("at least 0.0000 of the optimum", run.err)

    def test_what_ranks_do_not_serve(self):
        self.write("t.el", "1 2\n")
        self.write("t.hgr", "1 2\n1 2\n")
        run = self.run_command("match", "t.hgr", "--ranks", "threads:2", "--ties", "redraw", "--variant", "crcw")
        self.assertEqual(run.code, UNSUPPORTED, run)
        self.assertIn("--ties redraw does not go with --ranks", run.err)
        run = self.run_command("match", "t.el", "--ranks", "threads:2")
        self.assertEqual(run.code, UNSUPPORTED, run)
        self.assertIn("convert", run.err)
        self.write("t.graph", "3 2\n2\n1 3\n2\n")
        self.expect(DONE, "convert", "t.graph", "t.hmb", "-q")
        for name, flags in (("t.graph", ()), ("t.hmb", ()), ("t.hgr", ()), ("t.graph", ("--format", "metis")),
                            ("t.hmb", ("--format", "native"))):
            run = self.run_command("match", "-", "--ranks", "threads:2", *flags, stdin=self.read(name))
            self.assertEqual((run.code, run.out), (UNSUPPORTED, ""), run)
            self.assertIn("<stdin>: ranks read plain files, neither pipes nor", run.err)
        for name, code, words in (("gone.hmb", BAD_INPUT, "gone.hmb: cannot open"), (".", BAD_INPUT, "directory")):
            run = self.run_command("match", name, "--ranks", "threads:2")
            self.assertEqual(run.code, code, run)
            self.assertIn(words, run.err)
        run = self.run_command("match", "t.graph", "--ranks", "threads:2", "--as", "hypergraph")
        self.assertEqual(run.code, UNSUPPORTED, run)
        self.assertIn("files in metis as hypergraphs are read by one process; native files are read by ranks", run.err)
        for name, words in (("t.hgr", "hmetis as cliques"), ("t.graph", "metis as cliques"), ("t.hmb", "native as cliques")):
            run = self.run_command("match", name, "--ranks", "threads:2", "--as", "clique")
            self.assertEqual(run.code, UNSUPPORTED, run)
            self.assertIn(f"files in {words} are read by one process", run.err)
        run = self.run_command("match", "t.graph", "--ranks", "threads:2", "--algorithm", "greedy")
        self.assertEqual(run.code, UNSUPPORTED, run)
        self.assertIn("hypergraphs: greedy does not run on ranks, these do: local_max (filtered); graphs: ", run.err)
        self.assertIn("these do: local_max (filtered), local_max (ghosts), locally_dominant", run.err)
        run = self.run_command("match", "t.graph", "--ranks", "threads:2", "--variant", "nonsense")
        self.assertEqual(run.code, USAGE, run)
        for variant in ("crew", "ghosts"):
            self.assertIn(variant, run.err)
        run = self.expect(DONE, "match", "t.graph", "--ranks", "threads:2")
        self.assertIn(" in 1 batch, ", run.err)
        run = self.run_command("match", "t.hgr", "--ranks", "threads:")
        self.assertIn("--ranks is 'threads:', must be mpi or threads:N", run.err)
        for given in ("threads", "threads:0", "threads:1025", "4", "mpi:2"):
            self.assertEqual(self.run_command("match", "t.hgr", "--ranks", given).code, USAGE, given)

    def test_a_stop_leaves_nothing(self):
        self.expect(DONE, "generate", "uniform", "n=300000", "m=900000", "k=3", "-q", "-o", "u.hmb")
        for wait in (0.05, 0.2, 0.4):
            run = self.start("match", "u.hmb", "-q", "--ranks", "threads:3", "-o", "out", stderr=subprocess.PIPE)
            time.sleep(wait)
            run.send_signal(signal.SIGINT)
            run.communicate(timeout=harness.PATIENCE)
            self.assertIn(run.returncode, (DONE, INTERRUPTED))
            self.assertEqual(os.path.exists(self.path("out")), run.returncode == DONE)
            if run.returncode == DONE:
                os.remove(self.path("out"))


class Choices(harness.TestCase):
    """Baselines, and what goes with --ranks."""

    def test_baselines(self):
        self.expect(DONE, "generate", "rgg", "n=1000", "--weights", "random:1..9", "-q", "-o", "g.graph")
        self.expect(DONE, "generate", "uniform", "n=100", "m=200", "-q", "-o", "u.hgr")
        held = self.expect(DONE, "match", "g.graph", "-q").out
        for algorithm, variant, flags in (("local_max", "ghosts", ("--variant", "ghosts")),
                                          ("locally_dominant", "ranks", ("--algorithm", "locally_dominant"))):
            for count in (1, 2, 3, 4, 7):
                run = self.expect(DONE, "match", "g.graph", "-q", "--ranks", f"threads:{count}", *flags, "--verify",
                                  "--json", "report")
                self.assertEqual(run.out, held)
            report = harness.json.loads(self.read("report"))
            self.assertTrue(report["verified"])
            self.assertEqual((report["options"]["algorithm"], report["options"]["variant"]), (algorithm, variant))
            ranks = report["result"]["ranks"]
            self.assertGreater(min(ranks["exchanges"], ranks["bytes"], report["result"]["rounds"]), 0)
            for name, more in (("u.hgr", ()), ("g.graph", ("--as", "hypergraph"))):
                run = self.run_command("match", name, "--ranks", "threads:2", *flags, *more)
                self.assertEqual((run.code, run.out), (UNSUPPORTED, ""), run)
                self.assertIn(flags[1] + " matches graphs", run.err)
        run = self.run_command("match", "g.graph", "--variant", "ghosts")
        self.assertEqual(run.code, UNSUPPORTED, run)
        self.assertIn("runs on ranks only", run.err)

    def test_every_combination(self):
        """Each cell of the table of flags is what happens."""
        self.expect(DONE, "generate", "rgg", "n=200", "--weights", "random:1..9", "-q", "-o", "t.hmb")
        self.expect(DONE, "generate", "uniform", "n=100", "m=200", "--weights", "random:1..9", "-q", "-o", "t.hgr")
        rows = harness.json.loads(self.expect(DONE, "list", "combinations", "--json").out)["combinations"]
        seen = set()
        for row in rows:
            flags = row["flags"].split()
            for name in {"graphs": ("t.hmb",), "hypergraphs": ("t.hgr",)}.get(row["instances"], ("t.hmb", "t.hgr")):
                for place, works in ((("--ranks", "threads:2"), row["ranks"]),
                                     (("--memory-limit", "64M"), row["memory_limit"])):
                    if place[0] in flags:
                        continue
                    run = self.run_command("match", name, "-q", *flags, *place)
                    seen.add((place[0], works))
                    if not works:
                        self.assertEqual((run.code, run.out), (UNSUPPORTED, ""), (row, place, run))
                        continue
                    alone = [flag for flag in flags if flag not in ("--variant", "ghosts", "external_sort")]
                    held = self.expect(DONE, "match", name, "-q", *alone)
                    self.assertEqual((run.code, run.out), (DONE, held.out), (row, name, place, run.err))
        self.assertEqual(len(seen), 4)


class Mpi(Ranks):
    """Under mpirun, where it and the library of MPI are there."""

    def setUp(self):
        super().setUp()
        if mpirun(2) is None:
            self.skipTest("no MPI here")

    def under_mpi(self, count, *args):
        return run_mpi([*mpirun(count), harness.COMMAND, *args, "--ranks", "mpi"], cwd=self.folder)

    def same(self, name, ranks, *flags):
        held = self.run_command("match", name, "-q", *flags)
        for count in ranks if "big" in name else (3,):
            parts = self.under_mpi(count, "match", name, "-q", *flags)
            self.assertEqual((parts.code, parts.out), (DONE, held.out), (name, count, flags, parts.err))

    def test_every_instance_on_any_number_of_ranks(self):
        for name in self.instances():
            if name.startswith(("big", "road", "wide")):
                self.same(name, (1, 2, 3, 4, 7))

    def test_orders_and_weights(self):
        self.expect(DONE, "generate", "rgg", "n=1000", "--weights", "random:1..9", "-q", "-o", "g.graph")
        self.same("g.graph", (3,), "--output-weights")

    def test_wrong_flags_are_said_once(self):
        self.expect(DONE, "generate", "rgg", "n=1000", "-q", "-o", "g.graph")
        for code, flags in ((USAGE, ["--seed", "x"]), (USAGE, ["--nonsense"]), (UNSUPPORTED, ["--algorithm", "greedy"]),
                            (UNSUPPORTED, ["--capacity", "2"]), (USAGE, ["--algorithm", "nothing"]),
                            (UNSUPPORTED, ["--device", "cuda"]), (UNSUPPORTED, ["--rating", "weight_per_pin"])):
            wrong = self.under_mpi(3, "match", "g.graph", "-o", "answer", *flags)
            self.assertEqual(wrong.code, code, flags)
            self.assertEqual(wrong.err.count("error: "), 1, (flags, wrong.err))
            self.assertFalse(os.path.exists(self.path("answer")))
        for verb, asked in (("match", "mpi:3"), ("cluster", "mpi")):
            wrong = run_mpi([*mpirun(3), harness.COMMAND, verb, "g.graph", "--ranks", asked], cwd=self.folder)
            self.assertEqual(wrong.code, USAGE, wrong)
            self.assertEqual(wrong.err.count("error: "), 1, (verb, wrong.err))

    def test_text_of_every_shape(self):
        self.skipTest("seen on threads")

    def test_proof_and_report(self):
        self.expect(DONE, "generate", "uniform", "n=2000", "m=6000", "k=3", "-q", "-o", "u.hgr")
        run = self.under_mpi(3, "match", "u.hgr", "-q", "--verify", "--json", "-o", "out")
        self.assertEqual(run.code, DONE, run)
        report = harness.json.loads(run.out)
        self.assertTrue(report["verified"])
        self.assertEqual(report["result"]["ranks"]["size"], 3)
        self.assertEqual(self.read("out").decode(), self.run_command("match", "u.hgr", "-q").out)

    def test_wrong_lines_are_said_once(self):
        rows = ["1 2"] * 2000
        rows[1500] = "1 7"
        self.write("bad.hgr", "2000 3\n" + "\n".join(rows) + "\n")
        began = time.monotonic()
        run = self.under_mpi(4, "match", "bad.hgr")
        self.assertEqual(run.code, BAD_INPUT, run)
        self.assertEqual(run.err.count("error: "), 1, run)
        self.assertIn("bad.hgr:1502:", run.err)
        self.assertLess(time.monotonic() - began, 60)

    def test_what_ranks_do_not_serve(self):
        self.write("t.el", "1 2\n")
        run = self.under_mpi(2, "match", "t.el")
        self.assertEqual(run.code, UNSUPPORTED, run)
        self.assertEqual(run.err.count("error: "), 1, run)

    def test_a_stop_leaves_nothing(self):
        """A rank that is killed ends the job."""
        self.expect(DONE, "generate", "uniform", "n=1000000", "m=3000000", "k=3", "-q", "-o", "u.hmb")
        self.assertTrue(any(self.is_stopped() for _ in range(3)), "mpirun has missed the end of its processes three times")

    def is_stopped(self):
        """Kills one of three ranks. False if mpirun then misses the end of its processes, as `run_mpi` says."""
        run = subprocess.Popen([*mpirun(3), harness.COMMAND, "match", "u.hmb", "-q", "-o", "out", "--ranks", "mpi",
                                "--verify"], cwd=self.folder, env=ENVIRONMENT, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        victim = None
        until = time.monotonic() + 60
        while victim is None and time.monotonic() < until and run.poll() is None:
            children = children_of(run.pid)
            victim = children[1] if len(children) == 3 else None
            time.sleep(0.01)
        if victim is not None:
            os.kill(victim, signal.SIGKILL)
        if texts_of(run) is None:
            return False
        if victim is not None:
            self.assertNotEqual(run.returncode, DONE)
            self.assertFalse(os.path.exists(self.path("out")))
        return True


if __name__ == "__main__":
    harness.main()
