# SPDX-License-Identifier: MIT
"""What the end-to-end tests share: running the command, small instances, independent checks."""

import json
import os
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import unittest

COMMAND = None
SOURCE = None

# Seconds after which a command hangs; no machine is so slow.
PATIENCE = 600

DONE, FAILED, USAGE, BAD_INPUT, UNSUPPORTED, RESOURCES = 0, 1, 2, 3, 4, 5
INTERRUPTED, CLOSED_PIPE = 130, 141



SANITIZED = bool(os.environ.get("HYPERMATCH_SANITIZE"))


class Result:
    def __init__(self, code, out, err):
        self.code = code
        self.out = out
        self.err = err

    def __repr__(self):
        return f"code {self.code}\nstdout: {self.out[:400]!r}\nstderr: {self.err[:800]!r}"


class TestCase(unittest.TestCase):
    """A folder of its own for each test; the command runs inside it."""

    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="hypermatch-cli-")
        self.addCleanup(shutil.rmtree, self.folder)

    def path(self, name):
        return os.path.join(self.folder, name)

    def write(self, name, data):
        with open(self.path(name), "wb") as file:
            file.write(data if isinstance(data, bytes) else data.encode())
        return name

    def read(self, name):
        with open(self.path(name), "rb") as file:
            return file.read()

    def start(self, *args, **kwargs):
        kwargs.setdefault("cwd", self.folder)
        return subprocess.Popen([COMMAND, *map(str, args)], **kwargs)

    def run_command(self, *args, stdin=None, env=None, most_bytes=None):
        """Runs to the end; output as text. `most_bytes` of address space, if that is given."""
        data = stdin.encode() if isinstance(stdin, str) else stdin
        given = {} if data is not None else {"stdin": subprocess.DEVNULL}
        if most_bytes is not None:
            given["preexec_fn"] = lambda: resource.setrlimit(resource.RLIMIT_AS, (most_bytes, most_bytes))
        done = subprocess.run([COMMAND, *map(str, args)], cwd=self.folder, input=data, env=env,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=PATIENCE,
                              check=False, **given)
        return Result(done.returncode, done.stdout.decode(), done.stderr.decode())

    def expect(self, code, *args, **kwargs):
        result = self.run_command(*args, **kwargs)
        self.assertEqual(result.code, code, f"{' '.join(map(str, args))}\n{result!r}")
        return result

    def expect_error(self, code, *args, says="", **kwargs):
        """Ends with `code`, one line on standard error, nothing on standard output, no new file."""
        before = sorted(os.listdir(self.folder))
        result = self.expect(code, *args, **kwargs)
        self.assertEqual(result.out, "", args)
        self.assertRegex(result.err, r"\Aerror: [^\n]+\n\Z", args)
        self.assertIn(says, result.err, args)
        self.assertEqual(before, sorted(os.listdir(self.folder)), args)
        return result

    def report(self, *args, **kwargs):
        """The report of a run that succeeds."""
        return json.loads(self.expect(DONE, *args, "--json", "-", "-q", **kwargs).out)

    def generate(self, name, family, *parameters):
        self.expect(DONE, "generate", family, *parameters, "-o", name, "-q")
        return name

    def sample(self, name="sample.hgr"):
        """A random weighted hypergraph of edges of several sizes, with many ties."""
        return self.generate(name, "sizes", "n=2000", "m=6000", "min=1", "max=6", "--weights",
                             "random:1..9", "--seed", "3")


def parse_hgr(text):
    """Number of vertices, edges as lists of pins, weights (all 1 where there are none)."""
    lines = [line.split() for line in text.decode().splitlines() if not line.startswith("%")]
    num_edges, num_vertices = int(lines[0][0]), int(lines[0][1])
    weighted = len(lines[0]) > 2 and lines[0][2] in ("1", "11")
    edges, weights = [], []
    for words in lines[1:1 + num_edges]:
        numbers = [int(word) for word in words]
        weights.append(numbers.pop(0) if weighted else 1)
        edges.append(numbers)
    return num_vertices, edges, weights


def check_matching(test, hgr_text, matching, maximal=True):
    """Checks from the definition; returns edges and weight."""
    _, edges, weights = parse_hgr(hgr_text)
    numbers = [int(line) for line in matching.splitlines()]
    test.assertEqual(numbers, sorted(set(numbers)), "ascending, once each")
    used = set()
    for number in numbers:
        pins = edges[number - 1]
        test.assertTrue(pins)
        test.assertTrue(used.isdisjoint(pins), f"edge {number} overlaps")
        used.update(pins)
    if maximal:
        for number, pins in enumerate(edges, 1):
            if pins and weights[number - 1] > 0:
                test.assertFalse(used.isdisjoint(pins), f"edge {number} could be added")
    return len(numbers), sum(weights[number - 1] for number in numbers)


def main():
    global COMMAND, SOURCE
    if len(sys.argv) < 3:
        sys.exit("usage: test_NAME.py COMMAND SOURCE_FOLDER [unittest arguments]")
    COMMAND = os.path.abspath(sys.argv.pop(1))
    SOURCE = os.path.abspath(sys.argv.pop(1))
    # A shell that runs this in the background may have told us to ignore Ctrl-C.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    os.environ.setdefault("ASAN_OPTIONS", "allocator_may_return_null=1")
    unittest.main(module="__main__")


def command():
    return COMMAND


def source():
    return SOURCE
