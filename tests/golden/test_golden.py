# SPDX-License-Identifier: MIT
"""Plants lies into the command, and sees whether the golden corpus catches them and says so."""

import os
import stat
import subprocess
import sys
import tempfile
import textwrap
import unittest

COMMAND = None
GOLDEN = os.path.join(os.path.dirname(os.path.abspath(__file__)), "golden.py")

# Stands before the real command; `lie` changes what the command is told or what it answers.
LIAR = """#!{python} -B
import json, subprocess, sys

def edit_report(change):
    if "--json" in words and "report.json" in words:
        with open("report.json") as file:
            report = json.load(file)
        change(report)
        with open("report.json", "w") as file:
            json.dump(report, file)

words = sys.argv[1:]
{before}
done = subprocess.run(["{command}", *words], stdout=subprocess.PIPE)
answer = done.stdout
{after}
sys.stdout.buffer.write(answer)
sys.exit(done.returncode)
"""

# A device that computes as the host does.
DEVICE = """
if words[:2] == ["list", "algorithms"]:
    listing = json.loads(answer)
    for row in listing["algorithms"]:
        for backend in row["backends"]:
            backend["available"] = True
    answer = json.dumps(listing).encode()
edit_report(lambda report: report["options"].update(device="cuda"))
edit_report(lambda report: "rounds" in report["result"] and report["result"].update(rounds=99))
"""
ON_HOST = """
if "--device" in words:
    at = words.index("--device")
    del words[at:at + 2]
    for new in ["no_sync", "sync_lb", "sync_no_lb", "hybrid"]:
        words = ["lock_free" if word == new else word for word in words]
    for new in ["ms_bfs", "apfb", "apsb"]:
        words = ["p_pfp" if word == new else word for word in words]
    if "--variant" in words and "p_pfp" in words:
        at = words.index("--variant")
        del words[at:at + 2]
"""


class Golden(unittest.TestCase):
    def check(self, *patterns, before="", after="", arguments=()):
        """Names of the failed cells, and what was printed."""
        with tempfile.TemporaryDirectory(prefix="hypermatch-liar-") as folder:
            path = os.path.join(folder, "hypermatch")
            with open(path, "w", encoding="utf-8") as file:
                file.write(LIAR.format(python=sys.executable, command=COMMAND,
                                       before=textwrap.dedent(before),
                                       after=textwrap.dedent(after)))
            os.chmod(path, stat.S_IRWXU)
            done = subprocess.run([sys.executable, "-B", GOLDEN, "check", "--command", path,
                                   *arguments, *patterns], stdout=subprocess.PIPE,
                                  stderr=subprocess.STDOUT, text=True, check=False)
        failed = [line[len("FAILED "):] for line in done.stdout.splitlines()
                  if line.startswith("FAILED ")]
        self.assertEqual(done.returncode != 0, bool(failed) or "error:" in done.stdout, done.stdout)
        return failed, done.stdout

    def test_honest_command(self):
        failed, text = self.check("match hand.hgr", "verify hand.hgr", "match messy")
        self.assertEqual(failed, [], text)

    def test_option_that_is_ignored(self):
        failed, text = self.check("match grid.graph --algorithm gpa*", before="""
            words = [word for word in words if word != "--complete"]""")
        self.assertEqual(failed, ["match grid.graph --algorithm gpa --complete --verify"], text)
        self.assertIn("options.complete: recorded true, now false", text)
        self.assertIn("run it: hypermatch match grid.graph --algorithm gpa --complete", text)

    def test_another_algorithm_under_the_same_name(self):
        failed, text = self.check("match rmat.graph --algorithm path_growing*", before="""
            words = ["greedy" if word == "path_growing" else word for word in words]""", after="""
            edit_report(lambda report: report["options"].update(algorithm="path_growing"))""")
        self.assertEqual(len(failed), 1, text)
        self.assertIn("stdout: recorded", text)

    def test_single_member_of_the_report(self):
        failed, text = self.check("match hand.hgr --verify", after="""
            edit_report(lambda report: report["result"].update(certified_ratio=0.5))""")
        self.assertEqual(len(failed), 1, text)
        self.assertIn("result.certified_ratio: recorded 1.0, now 0.5", text)

    def test_members_that_vary_or_are_new_are_left_alone(self):
        failed, text = self.check("match hand.hgr --verify", after="""
            edit_report(lambda report: report["result"].update(guarantee="other words", more=1))
            edit_report(lambda report: report.update(machine=dict(cores=3), seconds=dict(total=9)))
            """)
        self.assertEqual(failed, [], text)

    def test_member_that_is_gone_and_file_that_is_left_behind(self):
        failed, text = self.check("match hand.hgr --verify", after="""
            edit_report(lambda report: report["result"].pop("weight"))
            open("rest", "w").close()""")
        self.assertEqual(len(failed), 1, text)
        self.assertIn("result.weight: recorded", text)
        self.assertIn("file rest: recorded none", text)

    def test_exit_code_and_input_that_is_overwritten(self):
        failed, text = self.check("match sizes.hgr -o sizes.hgr", after="""
            if words[0] == "match":
                open("sizes.hgr", "w").close()
                done.returncode = 3""")
        self.assertEqual(len(failed), 1, text)
        self.assertIn("exit: recorded 2, now 3", text)
        self.assertIn("file sizes.hgr: recorded none", text)

    def test_instance_that_changed(self):
        failed, text = self.check("match tight.hgr", before="""
            words = [word.replace("copies=20", "copies=21") for word in words]""")
        self.assertEqual(failed[0], "instance tight.hgr", text)
        self.assertIn("an instance is not as recorded", text)

    def test_device_that_answers_as_the_host(self):
        patterns = ["match rmat.graph --algorithm*", "bipartite wide.mtx --algorithm*"]
        failed, text = self.check(*patterns, before=ON_HOST, after=DEVICE,
                                  arguments=["--device", "cuda"])
        self.assertEqual(failed, [], text)
        self.assertRegex(text, r"of [1-9][0-9] cells failed")

    def test_device_that_answers_otherwise(self):
        seed = "if words[0] == 'match': words += ['--seed', '5']\n"
        failed, text = self.check("match rmat.graph --algorithm suitor*",
                                  before=ON_HOST + seed, after=DEVICE,
                                  arguments=["--device", "cuda"])
        self.assertIn("match rmat.graph --algorithm suitor --variant hybrid --threads 2", failed,
                      text)
        short = "edit_report(lambda report: report['result'].update(structural_rank=1))\n"
        failed, text = self.check("bipartite wide.mtx --algorithm ms_bfs*", before=ON_HOST,
                                  after=DEVICE + short, arguments=["--device", "cuda"])
        self.assertEqual(len(failed), 1, text)
        self.assertIn("result.structural_rank", text)

    def test_device_that_is_not_there(self):
        failed, text = self.check("match rmat.graph --algorithm suitor*", before="""
            if words[:2] == ["list", "algorithms"]:
                print(json.dumps({"algorithms": [{"problem": "graph_matching", "name": "suitor",
                    "variant": "lock_free", "default": False, "backends": [
                    {"name": "cuda", "available": False, "unavailable": "no driver"}]}]}))
                sys.exit(0)""", arguments=["--device", "cuda"])
        self.assertEqual(failed, [])
        self.assertIn("error: suitor does not run on a device: no driver", text)


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit("usage: test_golden.py COMMAND [unittest arguments]")
    COMMAND = os.path.abspath(sys.argv.pop(1))
    unittest.main()
