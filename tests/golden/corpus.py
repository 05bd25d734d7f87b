# SPDX-License-Identifier: MIT
"""The tables of the golden corpus: cells.txt, instances.txt, and the record of what they gave."""

import collections
import fnmatch
import json
import os
import re

FOLDER = os.path.dirname(os.path.abspath(__file__))
SOURCE = os.path.dirname(os.path.dirname(FOLDER))
RECORD = os.path.join(FOLDER, "recorded.jsonl")
ABSENT = "(absent)"

# Different runs may give different pairs: only what is unique is recorded.
NOT_UNIQUE = {"p_hk", "p_pfp", "p_dbfs", "ms_bfs_graft", "ms_bfs", "apfb", "apsb"}


class Cell:
    """One run of the command. `like`: the cell whose record it is held to."""

    def __init__(self, name, section, like=None):
        self.name = name
        self.section = section
        self.like = like or name
        command, _, stdin = name.partition(" < ")
        self.arguments = command.split()
        self.stdin = stdin or None

    @property
    def verb(self):
        return self.arguments[0]

    def option(self, flag):
        if flag not in self.arguments[:-1]:
            return None
        return self.arguments[self.arguments.index(flag) + 1]

    def is_unique(self):
        return self.option("--algorithm") not in NOT_UNIQUE


def expand(text):
    """All texts that `a {b|c {d|e}}` stands for; innermost braces first."""
    found = re.search(r"\{([^{}]*)\}", text)
    if not found:
        return [" ".join(text.split())]
    texts = []
    for choice in found.group(1).split("|"):
        texts += expand(text[:found.start()] + choice + text[found.end():])
    return texts


def lines_of(name):
    with open(os.path.join(FOLDER, name), encoding="utf-8") as file:
        for line in file:
            line = line.strip()
            if line and not line.startswith("#"):
                yield line


def load_cells():
    """Cells by name, in the order of the table."""
    cells, names, section = {}, {}, None
    for line in lines_of("cells.txt"):
        if line.startswith("let "):
            name, _, value = line[4:].partition(" = ")
            names[name] = value
            continue
        if line.startswith("["):
            section = line.strip("[]")
            continue
        line = re.sub(r"\$(\w+)", lambda match: names[match.group(1)], line)
        for text in expand(line):
            new, old = (" ".join(re.sub(r"\((.*) -> ?(.*)\)", rf"\{i}", text).split())
                        for i in (1, 2))
            cells.setdefault(new, Cell(new, section, old))
    for cell in cells.values():
        if cell.like not in cells or cells[cell.like].section == "device":
            raise SystemExit(f"error: {cell.name}: there is no cell {cell.like}")
    return cells


def load_instances():
    """Arguments of the command that makes an instance, or the path of one that is there."""
    instances = {}
    for folder in [os.path.join(FOLDER, "instances"), os.path.join(SOURCE, "data")]:
        for name in sorted(os.listdir(folder)):
            instances[name] = os.path.join(folder, name)
    for line in lines_of("instances.txt"):
        name, _, command = line.partition(":")
        instances[name] = command.split()
    return instances


def selects(patterns, name):
    """Patterns with wildcards fit the whole name, others a part of it; no pattern selects all."""
    return not patterns or any(
        fnmatch.fnmatchcase(name, pattern) if re.search(r"[*?\[]", pattern) else pattern in name
        for pattern in patterns)


class Record:
    """What cells gave, and the bytes of the instances they were given. The file has a line per cell.
    A line of what is usual for cells that begin so saves them from repeating it: for a verb most
    members of the report, for verb and instance the facts of the input."""

    def __init__(self):
        self.usual, self.instances, self.cells = {}, {}, {}

    @classmethod
    def load(cls):
        record = cls()
        if not os.path.exists(RECORD):
            return record
        with open(RECORD, encoding="utf-8") as file:
            for line in file:
                entry = json.loads(line)
                if "usual" in entry:
                    record.usual[entry["usual"]] = entry["report"]
                elif "instance" in entry:
                    record.instances[entry["instance"]] = entry["bytes"]
                else:
                    name = entry.pop("cell")
                    if "report" in entry:
                        members = {**record.usual_for(name), **entry["report"]}
                        entry["report"] = {k: v for k, v in members.items() if v != ABSENT}
                    record.cells[name] = entry
        return record

    def usual_for(self, name):
        verb, first = name.split()[:2]
        return {**self.usual.get(verb, {}), **self.usual.get(f"{verb} {first}", {})}

    def settle_usual(self):
        """The commonest value of each member, for all that has none yet."""
        reports = {}
        for name, entry in sorted(self.cells.items()):
            members = entry.get("report", {})
            words = name.split()[:2]
            for beginning, of_input in [(words[0], False), (" ".join(words), True)]:
                part = {k: v for k, v in members.items() if k.startswith("input.") == of_input}
                if part:
                    reports.setdefault(beginning, []).append(part)
        for beginning, known in reports.items():
            if beginning in self.usual or len(known) < 2:
                continue
            values = {}
            for key, value in (item for report in known for item in report.items()):
                values.setdefault(key, collections.Counter())[json.dumps(value)] += 1
            self.usual[beginning] = {
                key: json.loads(max(sorted(counts), key=counts.get))
                for key, counts in sorted(values.items()) if sum(counts.values()) * 2 > len(known)}

    def brief(self, name, entry):
        """What is not usual of an entry."""
        if "report" not in entry:
            return entry
        usual, report = self.usual_for(name), entry["report"]
        brief = {k: v for k, v in report.items() if k not in usual or not same(usual[k], v)}
        brief.update({k: ABSENT for k in usual if k not in report})
        return {**entry, "report": dict(sorted(brief.items()))}

    def save(self):
        self.settle_usual()
        lines = [{"usual": start, "report": report} for start, report in sorted(self.usual.items())]
        lines += [{"instance": n, "bytes": b} for n, b in sorted(self.instances.items())]
        lines += [{"cell": name, **self.brief(name, entry)}
                  for name, entry in sorted(self.cells.items())]
        with open(RECORD, "w", encoding="utf-8") as file:
            for line in lines:
                file.write(json.dumps(line, separators=(", ", ":")) + "\n")


def same(left, right):
    """Equality that tells 1, 1.0 and True apart."""
    return json.dumps(left, sort_keys=True) == json.dumps(right, sort_keys=True)
