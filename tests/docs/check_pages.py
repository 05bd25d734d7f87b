#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs the commands of the documentation: check_pages.py SOURCE_DIR COMMAND [--write] [PAGE...]

  sh         every line runs, in a folder per page that has small instances of the names in use
  console    every line behind `$` runs, and prints what the page shows; --write puts that there
  json       has the members of the report that the command in `<!-- from: COMMAND -->` prints
  cmake      every command stands in a project of tests/consume
  cpp        is compiled by check_blocks.py

All other blocks are files (`<!-- file: NAME -->`, which a later block of the page must name) or diagrams
(`<!-- diagram -->`). What cannot run here is checked otherwise: a line that needs a GPU must end with
code 4 and say so where there is none; `make TARGET` must be a target; lines that build the project must
name a preset, its folder and a test that exist. Verbs and flags in the text must exist.
"""
import gzip
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

import pages

# Seconds after which a command hangs.
PATIENCE = 300
# What differs from run to run.
VARYING = [(re.compile(r"\(\d+\.\d{3} s\b"), "(0.000 s"), (re.compile(r"\t\d+\.\d{4}$", re.MULTILINE), "\t0.0000"),
           (re.compile(r"\b\d+ threads?\b"), "1 thread"), (re.compile(r'"(cpu|os|revision)": ".*"'), r'"\1": ""')]
# Flags of other programs that the pages name.
OTHER_FLAGS = {"--install", "--build", "--prefix", "--preset", "--long", "--gtest_filter", "--write"}
VERBS = ("match", "bipartite", "cluster", "coarsen", "stable", "verify", "info", "convert", "generate", "list")


class Checker:
    def __init__(self, source, command, write):
        self.source, self.command, self.write = source, command, write
        self.wrong, self.count = [], 0
        self.flags = {verb: set(re.findall(r"--[a-z][a-z-]*", self.help(verb))) for verb in VERBS}
        self.consume = "".join(path.read_text(encoding="utf-8", errors="replace")
                               for path in (source / "tests/consume").rglob("*") if path.is_file())
        self.consume = re.sub(r"\s+", " ", self.consume)

    def help(self, verb):
        return subprocess.run([self.command, verb, "--help"], check=True, capture_output=True, text=True).stdout

    def fail(self, page, what):
        self.wrong.append(f"{page.relative_to(self.source)}: {what}")

    def run(self, folder, line):
        """Exit code and all output of a line of shell."""
        path = f"{folder}/bin:{os.environ['PATH']}"
        done = subprocess.run(["bash", "-uo", "pipefail", "-c", line], cwd=folder, check=False, text=True,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              timeout=PATIENCE, env={**os.environ, "PATH": path})
        return done.returncode, done.stdout

    def fixtures(self, folder):
        """The command, and instances by the names that the pages use."""
        (folder / "bin").mkdir()
        (folder / "bin/hypermatch").symlink_to(self.command)
        example = pathlib.Path(self.command).with_name("example_coarsen")
        if example.exists():
            (folder / "bin/example_coarsen").symlink_to(example)
        (folder / "data").symlink_to(self.source / "data")
        lines = ["hypermatch generate uniform n=1000 m=2500 k=3 --weights random:1..9 -o netlist.hgr -q",
                 "hypermatch generate grid x=20 y=20 -o mesh.graph -q",
                 "hypermatch generate planted_partition n=400 communities=8 -o social.graph -q",
                 "hypermatch generate random_bipartite rows=50 columns=40 degree=2 -o matrix.mtx -q",
                 "printf 'p two-sided 2 2\\nl 1 : 1 2\\nl 2 : 1\\nr 1 : 2 1\\nr 2 : 1\\n' > residents.prefs",
                 "printf 'p cnf 3 2\\n1 -2 0\\n2 3 0\\n' | zstd -q -o sat.cnf.zst"]
        for line in lines:
            code, output = self.run(folder, line)
            if code != 0:
                sys.exit(f"{line}: {output}")
        (folder / "huge.hgr.gz").write_bytes(gzip.compress((folder / "netlist.hgr").read_bytes()))

    def shell_line(self, page, folder, line):
        self.count += 1
        targets = re.fullmatch(r"make (.*)", line)
        if targets:
            done = subprocess.run(f"make -n {targets[1]}", shell=True, cwd=self.source, check=False,
                                  capture_output=True, text=True)
            if done.returncode != 0:
                self.fail(page, f"{line}: {done.stderr.strip()}")
        elif line.startswith("cmake --preset"):
            self.build_line(page, line)
        else:
            code, output = self.run(folder, line)
            no_gpu = "--device cuda" in line and code == 4 and "device" in output
            if code != 0 and not no_gpu:
                self.fail(page, f"{line}: exit code {code}: {output.strip()[-300:]}")

    def build_line(self, page, line):
        """A line that compiles for minutes: preset, folder, test and suite must exist."""
        presets = json.loads((self.source / "CMakePresets.json").read_text())["configurePresets"]
        preset, build, test, suite = re.fullmatch(
            r"cmake --preset (\w+) && ninja -C (\S+) test_(\w+) && \2/tests/test_\3 --gtest_filter='(\w+)\*'",
            line).groups()
        known = {p["name"]: p.get("binaryDir", "") for p in presets}
        if not known.get(preset, "").endswith("/" + build):
            self.fail(page, f"{line}: no preset {preset} with the folder {build}")
        tests = "".join(path.read_text() for path in (self.source / "tests" / test).glob("*.cpp"))
        if f"TEST({suite}" not in tests and f"TEST_F({suite}" not in tests:
            self.fail(page, f"{line}: no suite {suite} in tests/{test}")

    def console(self, page, folder, text):
        """The block with the output that its commands have now."""
        shown = []
        lines = iter(re.sub(r"\\\n\s*", lambda m: m[0].replace("\n", "\0"), text).splitlines())
        for line in lines:
            if not line.startswith("$ "):
                continue
            self.count += 1
            shown.append(line.replace("\0", "\n"))
            code, output = self.run(folder, line[2:].replace("\0", "\n"))
            shown += output.splitlines()
            if code not in (0, 1):
                self.fail(page, f"{line}: exit code {code}: {output.strip()[-300:]}")
        new = "\n".join(shown) + "\n"
        same = [new, text]
        for pattern, instead in VARYING:
            same = [pattern.sub(instead, each) for each in same]
        if same[0] == same[1]:
            return text
        if not self.write:
            self.fail(page, f"the output is not what the page shows:\n{same[1]}--- now:\n{same[0]}")
        return new

    def json_block(self, page, folder, command, text):
        self.count += 1
        code, output = self.run(folder, command or "false")
        if code != 0:
            self.fail(page, f"{command}: exit code {code}: {output}")
            return
        shown, real = shape(json.loads(text)), shape(json.loads(output))
        if shown != real:
            self.fail(page, f"a block of JSON has other members than `{command}` prints:\n{shown}\n{real}")

    def cmake(self, page, text):
        for line in text.splitlines():
            call = re.sub(r"\s*#.*", "", line).strip()
            self.count += 1
            # Tests name their targets and folders as they like.
            pattern = re.escape(call)
            for ours in (r"\bmine\b", r"add_subdirectory\\\(hypermatch\\\)"):
                pattern = re.sub(ours, r"\\S+" if "mine" in ours else r"add_subdirectory\\([^)]*hypermatch[^)]*\\)",
                                 pattern)
            if call and not re.search(pattern, self.consume, re.IGNORECASE):
                self.fail(page, f"no project of tests/consume has {call}")

    def words(self, page, text):
        """Verbs and flags that the text names in backticks exist."""
        known = set().union(*self.flags.values()) | OTHER_FLAGS
        for code in re.findall(r"`([^`\n]+)`", text):
            named = re.match(r"hypermatch ([a-z]+)\b", code)
            if named and named[1] not in VERBS:
                self.fail(page, f"`{code}`: no verb {named[1]}")
            if "hypermatch_bench" in code or ".py" in code or "fno-" in code:
                continue
            of_verb = self.flags[named[1]] if named and named[1] in VERBS else known
            for flag in re.findall(r"(?<![\w-])--[a-z][a-z_-]*", code):
                self.count += 1
                if flag not in of_verb:
                    self.fail(page, f"`{code}`: no flag {flag}")

    def page(self, page):
        text = page.read_text(encoding="utf-8")
        if text.count("\n```") + text.startswith("```") != 2 * len(pages.blocks(text)):
            self.fail(page, "a fence that opens or closes no block")
        users = page.parent.name != "decisions" and page.name not in ("CHANGELOG.md", "ARCHITECTURE.md")
        with tempfile.TemporaryDirectory() as name:
            folder, at, new = pathlib.Path(name), 0, ""
            if pages.blocks(text):
                self.fixtures(folder)
            for found in pages.blocks(text):
                new += text[at:found.start("text")] + self.block(page, folder, found, text)
                at = found.end("text")
            new += text[at:]
        if self.write and new != text:
            page.write_text(new, encoding="utf-8")
        if users:
            self.words(page, pages.BLOCK.sub("", text))

    def block(self, page, folder, found, text):
        language, body, note, value = (found[key] for key in ("language", "text", "note", "value"))
        if language == "sh":
            for line in body.splitlines():
                line = re.sub(r"\s+# .*", "", line).strip()
                if line:
                    self.shell_line(page, folder, line)
        elif language == "console":
            return self.console(page, folder, body)
        elif language == "json":
            self.json_block(page, folder, value if note == "from" else None, body)
        elif language == "cmake":
            self.cmake(page, body)
        elif note == "file":
            (folder / value).write_text(body, encoding="utf-8")
            if value not in text[found.end():]:
                self.fail(page, f"no command uses {value}")
        elif language not in ("cpp", "python") and note != "diagram":  # tests/docs/check_blocks.py, tests/python/test_pages.py
            self.fail(page, f"a block that nothing runs: {body.splitlines()[0]}")
        return body


def shape(value):
    """Members of JSON by name, with kinds of values; numbers and null are one kind."""
    if isinstance(value, dict):
        return {key: shape(member) for key, member in value.items()}
    if isinstance(value, list):
        return [shape(value[0])] if value else []
    return "text" if isinstance(value, str) else "flag" if isinstance(value, bool) else "number"


def main():
    arguments = [argument for argument in sys.argv[1:] if argument != "--write"]
    source, command = pathlib.Path(arguments[0]).resolve(), str(pathlib.Path(arguments[1]).resolve())
    checker = Checker(source, command, "--write" in sys.argv)
    chosen = [pathlib.Path(name).resolve() for name in arguments[2:]] or pages.pages(source)
    for page in chosen:
        checker.page(page)
    for line in checker.wrong:
        print(line)
    print(f"{len(chosen)} pages, {checker.count} commands and flags, {len(checker.wrong)} wrong")
    return 1 if checker.wrong or checker.count == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
