#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Measures what it takes to compile the host command line: build_cost.py [--check | --write] [--headers N] [--log LOG | --from LOG]

Compiles every step of a release build of `hypermatch_cli` from nothing, one after the other, without a compiler
cache, and prints as Markdown processor seconds per room, the twenty most expensive units, and the twenty headers
that take longest to parse alone, times the units that include them. Before, in the middle and after, it compiles one
fixed reference source. The ratio of the total to the median of these three is the cost of the build, on any machine.

--check  fails where the cost is more than 25 % above the recorded one (docs/build-cost.md), or a unit takes longer
         than the limit there allows; measures no headers
--write  records all of it in docs/build-cost.md
--log    keeps the seconds of each step and of the reference in LOG
--from   reads them there instead of compiling (with --check)
"""
import argparse
import collections
import json
import os
import pathlib
import re
import resource
import shlex
import statistics
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "build-cost.md"
REFERENCE = ROOT / "scripts" / "build_cost_reference.cpp"
ALLOWED_GROWTH = 1.25
UNIT_LIMIT = 20  # seconds of processors of one unit, on a machine whose reference takes REFERENCE_SECONDS
REFERENCE_SECONDS = 8.0
ROWS = 20


def seconds_of(command, folder):
    """Processor seconds of a command and its children."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    environment = {**os.environ, "CCACHE_DISABLE": "1"}
    done = subprocess.run(command, shell=isinstance(command, str), cwd=folder, env=environment, check=False,
                          capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{command}\n{done.stderr[-4000:]}")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def reference_seconds(compiler):
    with tempfile.TemporaryDirectory() as folder:
        return seconds_of([compiler, "-std=c++20", "-O3", "-c", str(REFERENCE), "-o", f"{folder}/reference.o"], folder)


def room_of(output):
    """The room, or the part of the project, that an output of the build belongs to."""
    if output.startswith("cli/"):
        return "command line"
    match = re.search(r"hm_([a-z_]+?)(?:_cold|_both)?\.dir/", output)
    return match[1].replace("algorithms_", "").replace("_", " ") if match else "shared by all"


def name_of(output):
    """The unit that an output comes from, as UNITS in src/CMakeLists.txt names it."""
    stem = pathlib.PurePath(output).name.replace(".o", "")
    stem = re.sub(r"^unity_(.*)_cxx\.cxx$", r"\1", stem)
    part = "cold " if "_cold.dir" in output else ""
    return f"{room_of(output)}: {part}{stem}"


class Build:
    """A folder of a release build whose steps are run one by one."""

    def __init__(self, folder):
        self.folder = folder
        options = ["-DHYPERMATCH_CUDA=OFF", "-DHYPERMATCH_TESTS=OFF", "-DHYPERMATCH_BENCH=OFF", "-DHYPERMATCH_WERROR=OFF",
                   "-DCMAKE_CXX_COMPILER_LAUNCHER=", "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON"]
        subprocess.run(["cmake", "--preset", "release", "-B", folder, *options], cwd=ROOT, check=True,
                       capture_output=True)
        subprocess.run(["ninja", "-C", folder, "hypermatch_revision"], check=True, capture_output=True)
        listed = subprocess.run(["ninja", "-C", folder, "-t", "commands", "hypermatch_cli"], check=True,
                                capture_output=True, text=True).stdout
        self.steps = []
        for line in listed.splitlines():
            output = re.search(r" -o (\S+\.(?:o|gch))(?: |$)", line)
            if output and " -c " in line:
                self.steps.append((output[1], line))
        self.compiler = shlex.split(self.steps[0][1])[0]

    def compile(self):
        """Seconds by output, and of the reference."""
        seconds, references = {}, [reference_seconds(self.compiler)]
        for i, (output, command) in enumerate(self.steps):
            seconds[output] = seconds_of(command, self.folder)
            if i == len(self.steps) // 2:
                references.append(reference_seconds(self.compiler))
        references.append(reference_seconds(self.compiler))
        return seconds, statistics.median(references)

    def headers(self):
        """For each of the project's headers the number of units that read it."""
        units = collections.Counter()
        depends = subprocess.run(["ninja", "-C", self.folder, "-t", "deps"], check=True, capture_output=True,
                                 text=True).stdout
        for path in pathlib.Path(self.folder).rglob("*.o.d"):
            depends += path.read_text()
        for block in re.split(r"\n\n|\n(?=\S+:)", depends):
            found = set(re.findall(rf"(?:{ROOT}/|/rooms/[a-z_]+/)((?:include|src|cli)?/?[a-z_/]+\.hpp)", block))
            units.update(found)
        return units


def header_rows(build, seconds_each, count):
    """The headers that cost most: seconds to parse one alone, units that read it, and the product."""
    base = seconds_each("")
    rows = []
    for header, units in build.headers().most_common(count):
        alone = max(0.0, seconds_each(header) - base)
        rows.append((alone * units, alone, units, header))
    return sorted(rows, reverse=True)[:ROWS]


def page_of(seconds, reference, headers):
    total = sum(seconds.values())
    rooms = collections.Counter()
    for output, length in seconds.items():
        rooms[room_of(output)] += length
    text = [f"# What it takes to compile the host command line\n",
            "Processor seconds of a release build of `hypermatch_cli` from nothing, one step at a time, without a compiler "
            "cache\n(`scripts/build_cost.py --write`; `make test STAGES=cost` and `make test-long` compare with it).\n",
            f"Cost: {total / reference:.1f} times the reference source ({reference:.2f} s; {total:.0f} s in all, "
            f"{len(seconds)} steps).\n",
            "| room | seconds | share |", "|---|---:|---:|"]
    text += [f"| {room} | {length:.1f} | {100 * length / total:.0f} % |" for room, length in rooms.most_common()]
    text += ["\n| unit | seconds |", "|---|---:|"]
    units = sorted(seconds.items(), key=lambda item: -item[1])[:ROWS]
    text += [f"| {name_of(output)} | {length:.1f} |" for output, length in units]
    text += ["\n| header | seconds alone | units | product |", "|---|---:|---:|---:|"]
    text += [f"| `{header}` | {alone:.2f} | {count} | {product:.1f} |" for product, alone, count, header in headers]
    return "\n".join(text) + "\n"


def write_log(path, seconds, reference):
    rows = [("reference", reference), *seconds.items()]
    path.write_text("".join(f"{length:.2f}\t{output}\n" for output, length in rows))


def read_log(path):
    """Seconds by output, and of the reference."""
    rows = [line.split("\t") for line in path.read_text().splitlines()]
    seconds = {output: float(length) for length, output in rows}
    return seconds, seconds.pop("reference")


def recorded_cost():
    return float(re.search(r"^Cost: ([0-9.]+) times", PAGE.read_text(), re.M)[1])


def check(seconds, reference):
    """Prints what costs too much; true if nothing does."""
    cost, recorded = sum(seconds.values()) / reference, recorded_cost()
    limit = UNIT_LIMIT * reference / REFERENCE_SECONDS
    slow = {name_of(output): length for output, length in seconds.items() if length > limit}
    print(f"cost {cost:.1f}, recorded {recorded:.1f}; longest unit {max(seconds.values()):.1f} s of {limit:.1f}")
    for name, length in slow.items():
        print(f"{name} takes {length:.1f} s, at most {limit:.1f}: cut it (UNITS in src/CMakeLists.txt)")
    if cost > ALLOWED_GROWTH * recorded:
        print("the build costs over 25 % more than recorded (docs/build-cost.md)")
    return not slow and cost <= ALLOWED_GROWTH * recorded


def main():
    arguments = argparse.ArgumentParser(usage=__doc__)
    arguments.add_argument("--check", action="store_true")
    arguments.add_argument("--write", action="store_true")
    arguments.add_argument("--headers", type=int, default=60)
    arguments.add_argument("--log", type=pathlib.Path)
    arguments.add_argument("--from", type=pathlib.Path, dest="source")
    options = arguments.parse_args()
    if options.source:
        sys.exit(not check(*read_log(options.source)))
    with tempfile.TemporaryDirectory() as folder:
        build = Build(folder)
        seconds, reference = build.compile()
        if options.log:
            write_log(options.log, seconds, reference)
        if options.check:
            sys.exit(not check(seconds, reference))

        def parse(header):
            unit = pathlib.Path(folder) / "header.cpp"
            header = re.sub("^(include|src|cli)/", "", header)
            unit.write_text(f'#include "{header}"\n' if header else "")
            includes = [f"-I{ROOT}/include", f"-I{ROOT}/src", f"-I{ROOT}/src/registry", f"-I{ROOT}/cli",
                        f"-I{folder}/generated"]
            return seconds_of([build.compiler, "-std=c++20", "-fsyntax-only", "-DHYPERMATCH_ASSERT_LEVEL=0", *includes,
                               str(unit)], folder)

        page = page_of(seconds, reference, header_rows(build, parse, options.headers))
    print(page)
    if options.write:
        PAGE.write_text(page)


if __name__ == "__main__":
    main()
