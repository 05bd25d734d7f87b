#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Reports of every verb, and every kind of result, fit docs/schema/report.schema.json, and have no member that
it does not name. check_schema.py SOURCE_DIR COMMAND

Results that no verb writes are those of tests/cli/result_json_test.cpp. Exit code 77
where Python's jsonschema (Debian: python3-jsonschema) is missing."""
import copy
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

try:
    import jsonschema
except ImportError:
    debian = "/usr/bin/python3"
    if os.path.realpath(sys.executable) != os.path.realpath(debian) and os.path.exists(debian):
        os.execv(debian, [debian, "-B", *sys.argv])
    print("skipped: no jsonschema for Python (Debian, Ubuntu: python3-jsonschema)")
    sys.exit(77)

REPORTS = """
match h.hgr
match h.hgr --verify --algorithm stack_streaming --epsilon 0.25 --complete
match h.hgr --algorithm greedy_streaming
match h.hgr --rating weight --ties redraw --variant crcw --noise 0.5 --seed 7 --permute 3
match g.graph --verify --output-kind mates
match g.graph --algorithm gpa --complete
match g.graph --algorithm red_blue --weights random:1..9
match - --format hmetis --algorithm stack_streaming
bipartite m.mtx --verify
bipartite m.mtx --algorithm ms_bfs_graft --dulmage-mendelsohn dm.txt --certificate c.txt --permute 5
bipartite m.mtx --capacity 0..2 --objective weight --verify
bipartite m.mtx --row-capacity 9..9
bipartite g.graph --coarse --dulmage-mendelsohn dm.txt --drop-zeros
verify h.hgr h.txt --greedy
verify g.graph twice.txt
verify g.graph g.txt --cover
verify m.mtx pairs.txt --bipartite --certificate cover.txt
cluster g.graph --verify --truth com.txt
cluster g.graph --objective cpm --resolution 0.1
cluster g.graph --fixed com.txt --min-size 2 --verify
cluster g.graph --algorithm louvain --variant sequential --threshold-schedule 0:0.1
cluster g.graph --algorithm louvain --resolution 0.5:1:2 --seeds 2
coarsen g.graph --until 9 --verify
coarsen h.hgr --levels 2 --to hmetis --max-weight 4
match h.hgr --output-kind pins --output-weights
match h.hgr --as clique
match h.hgr --memory-limit 20M --verify
match h.hgr --ranks threads:2 --verify
convert h.hgr h.hmb --names names.txt
verify g.graph --communities com.txt --truth com.txt --connected
verify g.graph --communities twice.txt
stable agents.prefs --verify
stable agents.prefs --algorithm gale_shapley --variant rounds --optimal right
stable agents.prefs --algorithm gusfield_irving --choice minimum_regret --verify
stable mates.prefs --verify
stable agents.prefs --explain l1
stable g.graph --from-graph --capacity 2 --verify
stable agents.prefs --matchings 3 --verify
verify agents.prefs none.txt --explain r1
verify agents.prefs agents.txt --explain r1
verify agents.prefs agents.txt
verify agents.prefs none.txt
info agents.prefs
info orders.soi
info mates.prefs
convert orders.soi o.prefs
info h.hgr
info g.graph --weights random:1..9
info m.mtx --as bipartite
info m.mtx --as row-net
match m.mtx --as column-net
info f.cnf
info f.cnf --as dual
info f.cnf --as literal
match e.tsv --objective cardinality --nonpositive keep
convert h.hgr h.hmb
generate rgg n=100 -o r.graph
generate planted_partition n=90 communities=5 --truth com.tsv -o r.graph
generate random_bipartite rows=5 columns=5 degree=2 -o r.mtx
generate residents residents=30 hospitals=3 length=2 -o r.prefs
list
list algorithms
list passes
list formats
list families
list problems
list combinations
""".strip().splitlines()


def strict(schema):
    """The schema with no member beside those that it names."""
    schema = copy.deepcopy(schema)

    def close(part):
        if isinstance(part, dict):
            if part.get("type") == "object":
                part.setdefault("additionalProperties", False)
            for member in part.values():
                close(member)
        elif isinstance(part, list):
            for member in part:
                close(member)
    close(schema)
    return schema


def kind_of(report):
    """The name of the definition that a report must fit."""
    if report["command"] == "verify" and "maximum" in report["options"]:
        return "report_verify_bipartite"
    if report["command"] == "bipartite" and "row_capacity" in report["options"]:
        return "report_b_assignment"
    if report["command"] == "verify" and "communities" in report["options"]:
        return "report_verify_communities"
    if report["command"] in ("verify", "info") and report["input"]["kind"].endswith("_preferences"):
        return "report_verify_stable" if report["command"] == "verify" else "info_preferences"
    return report["command"] if report["command"] in ("info", "list") else f"report_{report['command']}"


def errors_of(schema, kind, value):
    """What is wrong with a value of a kind: by its own definition, whose message names the member."""
    one = {"$schema": schema["$schema"], "$ref": f"#/$defs/{kind}", "$defs": schema["$defs"]}
    for error in jsonschema.Draft202012Validator(one).iter_errors(value):
        yield f"{'/'.join(str(part) for part in error.absolute_path)}: {error.message[:200]}"


def notices_planted(schema, report):
    """A report with a member more, less, or of another kind is refused."""
    more, less, other = (copy.deepcopy(report) for _ in range(3))
    more["result"]["planted"] = 1
    del less["seconds"]["total"]
    other["input"]["vertices"] = "many"
    return all(list(errors_of(schema, "report_match", planted)) for planted in (more, less, other))


def results_of_no_verb(source):
    """Kind and JSON of the results to which tests/cli/result_json_test.cpp holds the library."""
    text = (source / "tests/cli/result_json_test.cpp").read_text(encoding="utf-8")
    names = {"OfPartners": "result_partners", "OfLabels": "result_labels", "OfNoSolution": "result_no_solution"}
    found = []
    for name, body in re.findall(r"TEST\(ResultJson, (Of\w+)\) \{(.*?)\n\}", text, re.DOTALL):
        value = "".join(re.findall(r'R"\((.*?)\)"', body))
        found += [(kind, json.loads(value)) for start, kind in names.items() if value and name.startswith(start)]
    return found


def main():
    source, command = pathlib.Path(sys.argv[1]).resolve(), str(pathlib.Path(sys.argv[2]).resolve())
    text = json.loads((source / "docs/schema/report.schema.json").read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(text)
    schema, wrong, count = strict(text), [], 0
    with tempfile.TemporaryDirectory() as folder:
        def run(line, **more):
            return subprocess.run([command, *line.split(), "-q"], cwd=folder, check=False, capture_output=True,
                                  text=True, **more)
        for line in ("generate sizes n=200 m=400 min=2 max=5 --weights random:1..9 -o h.hgr", "generate grid x=9 y=9 -o g.graph",
                     "generate random_bipartite rows=20 columns=30 degree=2 -o m.mtx", "match h.hgr -o h.txt",
                     "match g.graph -o g.txt", "cluster g.graph -o com.txt", "bipartite m.mtx -o pairs.txt --certificate cover.txt"):
            assert run(line).returncode == 0, line
        pathlib.Path(folder, "f.cnf").write_text("p cnf 3 2\n1 -2 0\n2 3 0\n")
        pathlib.Path(folder, "agents.prefs").write_text("p two-sided 2 2\nl 1 : 1 2\nl 2 : 1\nr 1 : 2 1\nr 2 : 1\n")
        pathlib.Path(folder, "mates.prefs").write_text("p one-sided 3\na 1 : 2 3\na 2 : 3 1\na 3 : 1 2\n")
        pathlib.Path(folder, "orders.soi").write_text("# DATA TYPE: soi\n# NUMBER ALTERNATIVES: 2\n1: 2,1\n1: 1\n")
        pathlib.Path(folder, "agents.txt").write_text("1 2\n2 1\n")
        pathlib.Path(folder, "none.txt").write_text("")
        pathlib.Path(folder, "e.tsv").write_text("a\tb\t0.5\nb\tc\t-1.5\n")
        pairs = pathlib.Path(folder, "g.txt").read_text()
        pathlib.Path(folder, "twice.txt").write_text(pairs + pairs)
        for line in REPORTS:
            output = [] if line.startswith(("info", "list", "verify", "convert", "generate")) else ["-o", "out.txt"]
            arguments = " ".join([line, *output, "--json", "report.json"])
            quiet = [] if line.startswith("list") else ["-q"]
            done = subprocess.run([command, *arguments.split(), *quiet], cwd=folder, check=False, capture_output=True,
                                  text=True, input=pathlib.Path(folder, "h.hgr").read_text() if " - " in line else "")
            if done.returncode not in (0, 1, 6):
                wrong.append(f"{line}: {done.stderr.strip()}")
                continue
            report = json.loads(pathlib.Path(folder, "report.json").read_text())
            wrong += [f"{line}: {error}" for error in errors_of(schema, kind_of(report), report)]
            if not jsonschema.Draft202012Validator(text).is_valid(report):
                wrong.append(f"{line}: fits not exactly one kind of report")
            count += 1
            if count == 1 and not notices_planted(schema, report):
                wrong.append("a report with a planted mistake fits the schema")
    kinds = results_of_no_verb(source)
    wrong += [f"{kind}: {error}" for kind, value in kinds for error in errors_of(schema, kind, value)]
    known = {kind for kind in schema["$defs"] if kind.startswith("result_")} - {
        "result_bipartite", "result_b_assignment", "result_cluster", "result_verify", "result_verify_communities", "result_stable", "result_verify_stable",
        "result_no_stable_matching"}
    if {kind for kind, _ in kinds} != known:
        wrong.append(f"tests/cli/result_json_test.cpp has not all of {sorted(known)}")
    count += len(kinds)
    for line in wrong:
        print(line)
    print(f"{count} reports, {len(wrong)} mistakes")
    return 1 if wrong or count == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
