#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Holds scripts/count_lines.py to texts whose lines are counted by hand, and to the sources: check_lines.py SOURCE_DIR"""
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(sys.argv[1]) / "scripts"))
import count_lines  # noqa: E402

TEXTS = [
    ("", 0),
    ("int a;\n\n  // A comment.\nint b;  // Behind code.\n", 2),
    ("/* One,\n   two. */\nint a; /* three */\n/* four */ int b;\n", 2),
    ('const char* a = "// no comment";\nconst char* b = "/*";\nint c; // "\nint d;\n', 4),
    ("char quote = '\"';\n// Not a string.\nconst int large = 1'000'000;\n", 2),
    ('const auto text = R"x(\n// a line of the text\n\n)x";\n', 3),
    ("int a" + "b" * 200 + ";\n", 3),
]


def main():
    for text, expected in TEXTS:
        assert count_lines.lines_of_code(text) == expected, (text, count_lines.lines_of_code(text))
    assert count_lines.kernels("__global__ void f();\n// __global__\nint __global__x;\n") == 1
    assert count_lines.room_of("src/algorithms/clustering/moves/a.cpp") == "algorithms/clustering"
    assert count_lines.room_of("src/io/a.cpp") == "io"
    shown = subprocess.run([sys.executable, "-B", "scripts/count_lines.py"], cwd=sys.argv[1], check=True,
                           capture_output=True, text=True).stdout.splitlines()
    rows = [[word.strip() for word in line.strip("|").split("|")] for line in shown[2:]]
    assert rows[-1][0] == "all" and sum(int(row[1]) for row in rows[:-1]) == int(rows[-1][1]) > 10000, rows
    assert any(row[0] == "parallel" and int(row[2]) > 0 for row in rows), rows
    return 0


if __name__ == "__main__":
    sys.exit(main())
