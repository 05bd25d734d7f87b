#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes the code wrong, one place at a time, and sees that a test notices it.

    mutants.py [--only PATTERN] [--jobs N]   builds and tries mutants; exits 1 if one is not caught
    mutants.py --list                        names them
    mutants.py --check-texts                 only sees that the text of each is in its file once

A mutant is a block of tests/mutants/ROOM.txt:

    mutant: a full vertex has room for one more edge
    file: src/order/vertex_room.hpp
    test: test_order VertexRoom.*
    --- old
    the text to replace, which occurs in the file once
    --- new
    what stands there instead
    --- end

`test:` names a program of tests/ and GoogleTest's filter of the tests that have to fail; a test that
hangs has failed. PATTERN is a regular expression that is searched in "ROOM: NAME". The sources are
copied to out/mutants/ and built there without optimisation, each source alone, so that a mutant
compiles one source or a few. Mutants of test_cuda are in device code: they are tried where there is
a GPU.
"""
import argparse
import filecmp
import os
import re
import resource
import shutil
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WORK = ROOT / "out" / "mutants"
TREE = WORK / "tree"
LEAST_SECONDS = 60  # before a test counts as hanging, and at least 10 times what it takes unchanged
MOST_BYTES = 16 << 30  # of memory that a test on the host may ask for, in case it does not end
BLOCK = re.compile(r"mutant: (?P<name>[^\n]+)\nfile: (?P<file>\S+)\ntest: (?P<program>\S+) (?P<filter>\S+)\n"
                   r"--- old\n(?P<old>.+?\n)--- new\n(?P<new>.*?)--- end\n", re.DOTALL)


@dataclass
class Mutant:
    room: str
    name: str
    file: str
    program: str
    filter: str
    old: str
    new: str

    @property
    def title(self):
        return f"{self.room}: {self.name}"

    def wrong_text(self, root):
        """Why the text cannot be replaced, or nothing."""
        path = root / self.file
        count = path.read_text().count(self.old) if path.is_file() else 0
        return "" if count == 1 else f"the text is in {self.file} {count} times, must be once"


def read_mutants(only):
    mutants = []
    for path in sorted((ROOT / "tests" / "mutants").glob("*.txt")):
        rest = path.read_text()
        mutants += [Mutant(path.stem, **match.groupdict()) for match in BLOCK.finditer(rest)]
        rest = re.sub(r"^#.*$", "", BLOCK.sub("", rest), flags=re.MULTILINE).strip()
        if rest:
            sys.exit(f"error: {path.relative_to(ROOT)}: no block: {rest.splitlines()[0]}")
    titles = [mutant.title for mutant in mutants]
    for title in titles:
        if titles.count(title) > 1:
            sys.exit(f"error: two mutants are named '{title}'")
    return [mutant for mutant in mutants if re.search(only, mutant.title)]


def copy_tree():
    """Makes TREE the sources as they are; what is the same keeps its time, so is not built anew."""
    listed = subprocess.run(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
                            cwd=ROOT, check=True, capture_output=True, text=True).stdout
    files = [name for name in listed.split("\0") if name and (ROOT / name).is_file()]
    for name in files:
        source, copy = ROOT / name, TREE / name
        if not copy.exists() or not filecmp.cmp(source, copy, shallow=False):
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, copy)
            shutil.copymode(source, copy)
    kept = set(files)
    for copy in [path for path in TREE.rglob("*") if not path.is_dir()]:
        if str(copy.relative_to(TREE)) not in kept:
            copy.unlink()


class Build:
    """A build folder of TREE, for host code or with device code."""

    def __init__(self, with_device, jobs):
        self.folder = WORK / ("build-cuda" if with_device else "build")
        self.limit = None if with_device else lambda: resource.setrlimit(resource.RLIMIT_AS, (MOST_BYTES, MOST_BYTES))
        self.jobs = str(jobs)
        settings = ["-DCMAKE_BUILD_TYPE=Debug", "-DCMAKE_CXX_FLAGS_DEBUG=-O0", "-DHYPERMATCH_CLI=OFF",
                    "-DHYPERMATCH_INSTALL=OFF", f"-DHYPERMATCH_CUDA={'ON' if with_device else 'OFF'}",
                    f"-DHYPERMATCH_KOKKOS={'OFF' if with_device else 'ON'}"]
        # clang takes half of g++'s time here, lld a tenth of ld's.
        if not with_device and shutil.which("clang++"):
            settings.append("-DCMAKE_CXX_COMPILER=clang++")
            if shutil.which("ld.lld"):
                settings.append("-DCMAKE_EXE_LINKER_FLAGS=-fuse-ld=lld")
        run(["cmake", "-G", "Ninja", "-S", TREE, "-B", self.folder, *settings])

    def make(self, targets):
        """Whether that compiles."""
        return subprocess.run(["cmake", "--build", self.folder, "-j", self.jobs, "--target", *targets],
                              stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode == 0

    def failure(self, mutant, timeout):
        """How the tests of a mutant fail, or nothing."""
        command = [self.folder / "tests" / mutant.program, f"--gtest_filter={mutant.filter}"]
        try:
            found = subprocess.run(command, capture_output=True, timeout=timeout, errors="replace",
                                   preexec_fn=self.limit)
        except subprocess.TimeoutExpired:
            return f"timeout of {timeout:.0f} s"
        lines = found.stdout.splitlines()
        if any("[==========] 0 tests" in line for line in lines):
            sys.exit(f"error: {mutant.title}: {mutant.program} has no test '{mutant.filter}'")
        if found.returncode == 0:
            return ""
        failed = [line.split()[3].rstrip(",") for line in lines if line.startswith("[  FAILED  ] ")]
        if failed:
            return failed[0]
        begun = [line.split()[-1] for line in lines if line.startswith("[ RUN ")]
        return f"crash of {begun[-1] if begun else mutant.program}"


def run(command):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, errors="replace")
    if done.returncode != 0:
        sys.exit(done.stdout[-4000:] + f"\nerror: {' '.join(map(str, command))} failed")


def outcome(build, mutant, seconds):
    """Whether the mutant is caught, and by what. Its file is left as it was."""
    if problem := mutant.wrong_text(TREE):
        return False, problem
    path = TREE / mutant.file
    text = path.read_text()
    path.write_text(text.replace(mutant.old, mutant.new))
    try:
        if not build.make([mutant.program]):
            return False, "does not compile"
        failure = build.failure(mutant, max(LEAST_SECONDS, 10 * seconds))
    finally:
        path.write_text(text)
    return bool(failure), f"caught by {failure}" if failure else "NOT CAUGHT"


def try_mutants(mutants, with_device, jobs):
    """The number of mutants that are not caught."""
    if not mutants:
        return 0
    print(f"building in {WORK.relative_to(ROOT)}", flush=True)
    build = Build(with_device, jobs)
    programs = sorted({mutant.program for mutant in mutants})
    if not build.make(programs):
        sys.exit(f"error: {build.folder} does not build without a mutant")
    seconds = {}  # that the tests take on the code as it is
    for mutant in mutants:
        key = mutant.program, mutant.filter
        if key not in seconds:
            start = time.monotonic()
            if failure := build.failure(mutant, 600):
                sys.exit(f"error: {mutant.title}: its test fails without it: {failure}")
            seconds[key] = time.monotonic() - start
    bad = 0
    for mutant in sorted(mutants, key=lambda mutant: (mutant.room, mutant.file)):
        start = time.monotonic()
        caught, how = outcome(build, mutant, seconds[mutant.program, mutant.filter])
        bad += not caught
        print(f"{'ok    ' if caught else 'FAILED'} {mutant.title}: {how} ({time.monotonic() - start:.0f} s)",
              flush=True)
    return bad


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--only", metavar="PATTERN", default="", help="mutants whose title has this")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="sources compiled at once")
    parser.add_argument("--list", action="store_true", help="only name them")
    parser.add_argument("--check-texts", action="store_true", help="only look for their texts")
    arguments = parser.parse_args()
    mutants = read_mutants(arguments.only)
    if not mutants:
        sys.exit("error: no mutant has such a name")
    if arguments.list:
        for mutant in mutants:
            print(f"{mutant.title} ({mutant.file}; {mutant.program} {mutant.filter})")
        return 0
    wrong = [(mutant.title, text) for mutant in mutants if (text := mutant.wrong_text(ROOT))]
    for title, text in wrong:
        print(f"FAILED {title}: {text}")
    if arguments.check_texts:
        print(f"{len(mutants)} mutants, {len(wrong)} without their text")
        return 1 if wrong else 0

    copy_tree()
    on_device = [mutant for mutant in mutants if mutant.program == "test_cuda"]
    on_host = [mutant for mutant in mutants if mutant.program != "test_cuda"]
    bad = try_mutants(on_host, False, arguments.jobs)
    if Path("/dev/nvidiactl").exists():
        bad += try_mutants(on_device, True, arguments.jobs)
    elif on_device:
        print(f"skipped {len(on_device)} mutants of device code: no GPU")
        mutants = on_host
    print(f"{len(mutants)} mutants, {bad} not caught")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
