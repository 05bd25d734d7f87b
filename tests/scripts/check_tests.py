#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Every *_test.cpp below tests/ belongs to a program, and every test_*.py is the command of a test.
check_tests.py SOURCE_DIR BUILD_DIR CTEST, where BUILD_DIR/tests/test_sources.txt lists the sources of all programs, those
that this build leaves out too."""
import json
import pathlib
import re
import subprocess
import sys


def unused(files, sources, commands):
    """Files of tests that are neither among the sources of programs nor named by a command."""
    for path in files:
        if re.search(r"_test\.(cpp|cu)$", path) and path not in sources:
            yield f"{path}: no program has it (hypermatch_test in tests/CMakeLists.txt)"
        elif re.search(r"/test_\w+\.py$", path) and path not in commands:
            yield f"{path}: no test runs it (add_test in the CMakeLists.txt of its folder)"


def main():
    planted = ["/t/newroom/foo_test.cpp", "/t/cuda/foo_test.cu", "/t/cases/test_new.py"]
    assert len(list(unused([*planted, "/t/io/a_test.cpp", "/t/cli/test_a.py", "/t/cli/harness.py", "/t/io/a.cpp"],
                           {"/t/io/a_test.cpp"}, {"/t/cli/test_a.py"}))) == len(planted)
    source, build, ctest = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]), sys.argv[3]
    sources = set((build / "tests" / "test_sources.txt").read_text().splitlines())
    shown = subprocess.run([ctest, "--test-dir", str(build), "--show-only=json-v1"], check=True, capture_output=True,
                           text=True).stdout
    commands = {word for test in json.loads(shown)["tests"] for word in test.get("command", [])}
    files = sorted(str(path) for path in (source / "tests").rglob("*") if path.is_file())
    wrong = list(unused(files, sources, commands))
    for line in wrong:
        print(line)
    print(f"{len(sources)} sources, {len(wrong)} files without a test")
    return 1 if wrong or not sources else 0


if __name__ == "__main__":
    sys.exit(main())
