# SPDX-License-Identifier: MIT
"""Runs cells of the golden corpus in folders of their own, and says what came of it."""

import hashlib
import json
import os
import shlex
import shutil
import subprocess
import tempfile
import threading

from corpus import same

REPORTING = {"match", "bipartite", "cluster", "stable", "verify", "info", "convert", "generate"}
SPEAKING = {"info", "verify"}  # their standard output is prose, the facts are in the report
TIMEOUT = 300

# Differs from run to run or machine to machine, or is prose that other tests read.
VOLATILE = ("seconds.", "machine.", "software.", "memory.")
VOLATILE_ENDS = ("seconds", ".guarantee", ".hints", ".stop_reason")
# What an algorithm without a unique answer may do its own way.
OWN_WAY = ("result.rounds", "result.start_cardinality", "result.augmentations", "result.algorithm")


def digest(data):
    return hashlib.sha256(data).hexdigest()[:16]


def flat(value, prefix=""):
    """{"a": {"b": 1}} as {"a.b": 1}; of levels the digest, without times."""
    members = {}
    for key, inner in value.items():
        if isinstance(inner, dict) and inner:
            members.update(flat(inner, f"{prefix}{key}."))
        elif isinstance(inner, list) and inner and isinstance(inner[0], dict) and "move_seconds" in inner[0]:
            lasting = [{k: v for k, v in row.items() if not k.endswith(("_seconds", "_second"))} for row in inner]
            members[prefix + key] = f"{len(inner)}: {digest(json.dumps(lasting).encode())}"
        else:
            members[prefix + key] = inner
    return members


def is_recorded(cell, key):
    if key.startswith(VOLATILE) or key.endswith(VOLATILE_ENDS):
        return False
    if key == "options.threads" and cell.option("--threads") in (None, "0"):
        return False
    return cell.is_unique() or key not in OWN_WAY


class Runner:
    """Makes instances when they are first asked for, and runs cells over copies of them."""

    def __init__(self, command, instances, folder, device=None):
        self.command = os.path.abspath(command)
        self.instances = instances
        self.folder = folder
        self.device = device
        self.made = {}  # by name: path, or the exception that making it ended with
        self.locks = {name: threading.Lock() for name in instances}
        os.environ.setdefault("ASAN_OPTIONS", "allocator_may_return_null=1")

    def run(self, arguments, cwd, stdin=b""):
        return subprocess.run([self.command, *arguments], cwd=cwd, input=stdin, timeout=TIMEOUT,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)

    def instance(self, name):
        """Path of the instance."""
        with self.locks[name]:
            if name not in self.made:
                try:
                    self.made[name] = self.make(name)
                except (RuntimeError, OSError, subprocess.SubprocessError) as error:
                    self.made[name] = error
            if isinstance(self.made[name], Exception):
                raise RuntimeError(f"{name}: {self.made[name]}")
            return self.made[name]

    def make(self, name):
        source = self.instances[name]
        if isinstance(source, str):
            return source
        path = os.path.join(self.folder, name)
        arguments = [self.instance(word) if word in self.instances else word for word in source]
        to_file = [] if source[-1] == "-" else ["-o", path]
        done = self.run([*arguments, *to_file, "-q"], self.folder)
        if done.returncode != 0:
            raise RuntimeError(f"exit {done.returncode}: {done.stderr.decode(errors='replace')}")
        if not to_file:
            with open(path, "wb") as file:
                file.write(done.stdout)
        return path

    def arguments(self, cell):
        """The whole command line of a cell."""
        added = ["--device", self.device] if self.device else []
        if cell.verb in REPORTING:
            added += ["-q", "--json", "report.json"]
        return [*cell.arguments, *added]

    def inputs(self, cell):
        return {word for word in [*cell.arguments, cell.stdin] if word in self.instances}

    def observe(self, cell):
        """Runs a cell: what is recorded of it."""
        stdin = b""
        if cell.stdin:
            with open(self.instance(cell.stdin), "rb") as file:
                stdin = file.read()
        with tempfile.TemporaryDirectory(dir=self.folder) as cwd:
            inputs = self.inputs(cell) - {cell.stdin}
            for name in inputs:
                shutil.copyfile(self.instance(name), os.path.join(cwd, name))
            done = self.run(self.arguments(cell), cwd, stdin)
            return self.seen(cell, cwd, inputs, done)

    def seen(self, cell, cwd, inputs, done):
        first_word = done.stderr.decode(errors="replace").split(":")[0].split("\n")[0]
        entry = {"exit": done.returncode}
        if done.returncode != 0:
            entry["stderr"] = first_word
        if cell.verb not in SPEAKING:
            entry["stdout"] = (digest(done.stdout) if cell.is_unique()
                               else f"{done.stdout.count(10)} lines")
        files = {}
        for name in sorted(os.listdir(cwd)):
            with open(os.path.join(cwd, name), "rb") as file:
                data = file.read()
            if name == "report.json":
                members = flat(json.loads(data))
                entry["report"] = {k: v for k, v in sorted(members.items()) if is_recorded(cell, k)}
                continue
            files[name] = digest(data) if cell.is_unique() else "any"
            if name in inputs:
                with open(self.instance(name), "rb") as file:
                    if file.read() == data:
                        del files[name]
        if files:
            entry["files"] = files
        return entry

    def reproduction(self, cell):
        """Shell command that runs a cell where golden.py has made the instances."""
        words = ["hypermatch", *self.arguments(cell)]
        feed = f"cat {shlex.quote(cell.stdin)} | " if cell.stdin else ""
        return feed + " ".join(map(shlex.quote, words))


def differences(expected, seen, ignored=()):
    """Lines that say what differs. Members of reports that were not there before are welcome."""
    lines = []
    for key in ["exit", "stderr", "stdout"]:
        if key not in ignored and expected.get(key) != seen.get(key):
            lines.append(f"{key}: recorded {expected.get(key)}, now {seen.get(key)}")
    left, right = expected.get("files", {}), seen.get("files", {})
    for name in sorted(set(left) | set(right)):
        if left.get(name) != right.get(name) and "files" not in ignored:
            lines.append(f"file {name}: recorded {left.get(name, 'none')}, "
                         f"now {right.get(name, 'none')}")
    if ("report" in expected) != ("report" in seen):
        lines.append(f"report: {'recorded, now none' if 'report' in expected else 'none recorded'}")
    else:
        left, right = expected.get("report", {}), seen.get("report", {})
        for key in sorted(left):
            if key in ignored or key.startswith(tuple(i for i in ignored if i.endswith("."))):
                continue
            if key not in right:
                lines.append(f"{key}: recorded {json.dumps(left[key])}, now absent")
            elif not same(left[key], right[key]):
                lines.append(f"{key}: recorded {json.dumps(left[key])}, "
                             f"now {json.dumps(right[key])}")
    return lines


def digest_of(path):
    with open(path, "rb") as file:
        return digest(file.read())
