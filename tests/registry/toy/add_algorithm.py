#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Adds a toy algorithm to a copy of the sources by its folder, one declaration, one row with the line about it and one test, and
checks that this is all it takes: the build finds the files, the command lists the toy, matches with
it and verifies what it found, and the tests that go through the table hold it to their checks. Then
gives it a parameter by a member of its options and one row: flag, help, range, refusal and reports
follow.

add_algorithm.py SOURCE_DIR BUILD_DIR WORK_DIR CMAKE CXX TBB. Only the toy, its test and the registry are
compiled; the rest is linked from the objects of BUILD_DIR, which must be built (Ninja, static library)."""
import json
import pathlib
import re
import shlex
import shutil
import subprocess
import sys

TOY = '''// SPDX-License-Identifier: MIT
// The matching that `complete` makes of nothing.
#include <vector>

#include "hypermatch/graph_matching.hpp"

namespace hypermatch {

GraphMatching toy(const Context& context, const EdgeListView& graph, const ToyOptions& options) {
  const std::vector<VertexId> none(graph.num_vertices, k_none);
  GraphMatching matching = complete(context, graph, none, options.order);
  matching.stats.algorithm = "toy";
  matching.stats.variant = "";
  matching.stats.rounds = 1;
  return matching;
}

}  // namespace hypermatch
'''
DECLARATION = '''
struct ToyOptions {
  GraphOrder order = {};
};

/// What `complete` makes of nothing. @throws Error{resources, cancelled}
[[nodiscard]] GraphMatching toy(const Context& context, const EdgeListView& graph,
                                const ToyOptions& options = {});
'''
ROW = '''    maximal_row("toy", "", "O(n + m)", "none", {.seq = run_on_edges<ToyOptions, toy>},
                k_rows_memory, k_parameters_of<ToyOptions>),
'''
SUMMARY = '''    {Problem::graph_matching, "toy", "", ProgressOnHosts::none, "adds edges to nothing"},
'''
# The parameter: a member of the options, one row; and what the algorithm does with it.
MEMBER = "  std::uint32_t depth = 1;\n"
PARAMETER_ROW = '''    row<&ToyOptions::depth>(
        {.name = "toy_depth", .symbol = "D", .help = "Of toy", .least = 1, .most = 10}),
'''
TEST = '''// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "hypermatch/graph_matching.hpp"

namespace hypermatch::test {
TEST(Toy, TakesTheOnlyEdge) {
  const std::vector<GraphEdge> edges = {{2, 1}};
  EXPECT_EQ(toy(Context({.threads = 1}), {3, edges, {}}).mates,
            (std::vector<VertexId>{k_none, 2, 1}));
}
}  // namespace hypermatch::test
'''
SOURCE = "src/algorithms/graph_matching/toy/toy_seq.cpp"
HEADER = "include/hypermatch/graph_matching.hpp"
TABLE = "src/registry/graph_table.hpp"
SUMMARIES = "src/registry/summaries_table.hpp"
PARAMETERS = "src/registry/parameters.hpp"
TEST_SOURCE = "tests/algorithms/graph_matching/toy_test.cpp"
TREE = ["CMakeLists.txt", "VERSION", "cmake", "cli", "examples", "include", "src", "tests"]


def call(*command, **options):
    return subprocess.run([str(word) for word in command], capture_output=True, text=True, **options)


def run(*command, **options):
    done = call(*command, **options)
    if done.returncode != 0:
        sys.exit(f"{shlex.join(str(word) for word in command)}\n{done.stdout}{done.stderr}")
    return done.stdout


def replace_once(path, old, new):
    text = path.read_text()
    assert text.count(old) == 1, f"{path} has {text.count(old)} places for the toy"
    path.write_text(text.replace(old, new))


def add_toy(tree):
    for name, text in ((SOURCE, TOY), (TEST_SOURCE, TEST)):
        (tree / name).parent.mkdir(parents=True, exist_ok=True)
        (tree / name).write_text(text)
    # Behind another algorithm's declaration and row.
    header = tree / HEADER
    text = header.read_text()
    place = re.search(r"\[\[nodiscard\]\] GraphMatching path_growing\([^;]*;\n", text).end()
    header.write_text(text[:place] + DECLARATION + text[place:])
    first_row = '    heavy_row("path_growing"'
    replace_once(tree / TABLE, first_row, ROW + first_row)
    first_line = "inline constexpr Summary k_summaries[] = {\n"
    replace_once(tree / SUMMARIES, first_line, first_line + SUMMARY)


def add_parameter(tree):
    options = "struct ToyOptions {\n  GraphOrder order = {};\n"
    replace_once(tree / HEADER, options, options + MEMBER)
    next_row = "    row<&BipartiteOptions::start>("
    replace_once(tree / PARAMETERS, next_row, PARAMETER_ROW + next_row)
    replace_once(tree / SOURCE, "stats.rounds = 1;", "stats.rounds = options.depth;")


def touched(source, tree):
    """What differs between the trees."""
    files = set()
    for root in (source, tree):
        for part in TREE:
            path = root / part
            files |= {p.relative_to(root) for p in ([path] if path.is_file() else path.rglob("*"))
                      if p.is_file() and "__pycache__" not in p.parts}
    same = lambda f: ((source / f).is_file() and (tree / f).is_file() and
                      (source / f).read_bytes() == (tree / f).read_bytes())
    return sorted(str(f) for f in files if not same(f))


def link(build, target, output, replaced, added=()):
    """The link command of `target` with new objects: of its own, and before the library, whose objects
    of the registry are not needed then."""
    commands = run("ninja", "-C", build, "-t", "commands", target).splitlines()
    words = shlex.split(next(line for line in reversed(commands) if f"-o {target} " in line))
    words = words[words.index("&&") + 1:]
    words = words[:words.index("&&")]
    words[words.index("-o") + 1] = str(output)
    # It knows the rows of the parameters, and is not run here.
    words = [word for word in words if not word.endswith("/parameters_test.cpp.o")]
    library = next(i for i, word in enumerate(words) if word.endswith("libhypermatch.a"))
    run(*words[:library], *added, *replaced, *words[library:], cwd=build)


def check_parameter(command, graph):
    """What the two lines of `add_parameter` bring."""
    match = (command, "match", graph, "--quiet", "--json", "-")
    report = json.loads(run(*match, "--algorithm", "toy", "--toy-depth", "3"))
    assert (report["options"]["toy_depth"], report["result"]["rounds"]) == (3, 3), report
    report = json.loads(run(*match, "--algorithm", "toy"))
    assert (report["options"]["toy_depth"], report["result"]["rounds"]) == (1, 1), report
    assert json.loads(run(*match))["options"]["toy_depth"] is None
    for depth in ("0", "11", "x"):
        done = call(*match, "--algorithm", "toy", "--toy-depth", depth)
        assert (done.returncode, done.stdout, done.stderr) == (
            2, "", f"error: --toy-depth is '{depth}', must be a whole number from 1 to 10\n"), done
    done = call(*match, "--algorithm", "path_growing", "--toy-depth", "3")
    assert (done.returncode, done.stdout, done.stderr) == (
        4, "", "error: path_growing has no toy_depth, toy has\n"), done
    assert "--toy-depth D" in run(command, "match", "--help")
    assert "--toy-depth" not in run(command, "bipartite", "--help")
    listed = json.loads(run(command, "list", "algorithms", "--json", "-"))["algorithms"]
    rows = {row["name"]: row["parameters"] for row in listed}
    assert rows["toy"] == [{"name": "toy_depth", "kind": "whole", "help": "Of toy", "default": 1, "minimum": 1,
                            "maximum": 10, "open": False}], rows["toy"]
    assert rows["path_growing"] == []


def main():
    source, build, work = (pathlib.Path(argument) for argument in sys.argv[1:4])
    cmake, cxx, tbb = sys.argv[4:7]
    tree, made = work / "tree", work / "build"
    shutil.rmtree(tree, ignore_errors=True)
    tree.mkdir(parents=True)
    for part in TREE:
        if (source / part).is_dir():
            shutil.copytree(source / part, tree / part, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(source / part, tree / part)
    add_toy(tree)
    # Exactly these: no list of files, no other table, no other test.
    expected = sorted([SOURCE, HEADER, TABLE, SUMMARIES, TEST_SOURCE])
    assert touched(source, tree) == expected, touched(source, tree)
    # The parameter takes no other file than that of the rows.
    add_parameter(tree)
    expected = sorted([*expected, PARAMETERS])
    assert touched(source, tree) == expected, touched(source, tree)

    # The copy's build finds the toy, and compiles what it changes.
    run(cmake, "-S", tree, "-B", made, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release",
        f"-DCMAKE_CXX_COMPILER={cxx}", "-DCMAKE_CXX_FLAGS_RELEASE=-O0 -DNDEBUG", f"-DHYPERMATCH_TBB={tbb}",
        "-DHYPERMATCH_CUDA=OFF", "-DHYPERMATCH_PRECOMPILED=OFF", "-DHYPERMATCH_TESTS=ON",
        "-DHYPERMATCH_CLI=OFF")
    objects = [line.split(":")[0] for line in
               run("ninja", "-C", made, "-t", "targets", "all").splitlines() if ".o:" in line]
    registry = [path.name for path in (tree / "src/registry").glob("*.cpp")]
    find = lambda end: next(made / o for o in objects if o.endswith(end))
    toy, toy_test = find("/toy/toy_seq.cpp.o"), find("/toy_test.cpp.o")
    library = [toy] + [find(f"/registry/{name}.o") for name in registry]
    run("ninja", "-C", made, *(o.relative_to(made) for o in [*library, toy_test]))

    # The command.
    command = work / "hypermatch"
    link(build, "bin/hypermatch", command, library)
    listed = [line.split()[1] for line in run(command, "list", "algorithms").splitlines()]
    assert listed.count("toy") == 1, listed
    graph = work / "square.graph"
    graph.write_text("4 4\n2 4\n1 3\n2 4\n3 1\n")
    matching = work / "matching.txt"
    run(command, "match", graph, "--algorithm", "toy", "-o", matching, "--verify", "--quiet")
    assert len(matching.read_text().splitlines()) == 2, matching.read_text()
    assert "toy" in run(command, "match", "--help")
    check_parameter(command, graph)

    # Its own test, and the tests of all rows.
    for target in ("tests/test_registry", "tests/test_cross_backend"):
        program = work / pathlib.Path(target).name
        link(build, target, program, library, [toy_test])
        said = run(program, "--gtest_brief=1",
                   "--gtest_filter=Toy.*:Honesty*:Registry*:Table*:AllGraphAlgorithms*:*CrossBackendGraphs*")
        print(program.name, re.search(r"\[  PASSED  \] .*", said)[0])


if __name__ == "__main__":
    main()
