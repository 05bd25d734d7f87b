#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""scripts/build_cost.py refuses units and builds that take too long, on machines of any speed, and nothing else: a log of
a real run (build_cost_log.tsv), with errors planted. check_cost.py SOURCE_DIR"""
import contextlib
import importlib.util
import io
import pathlib
import sys
import tempfile

UNIT = "cli/CMakeFiles/hypermatch_cli.dir/Unity/unity_planted_cxx.cxx.o"


def main():
    source = pathlib.Path(sys.argv[1])
    spec = importlib.util.spec_from_file_location("build_cost", source / "scripts/build_cost.py")
    build_cost = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(build_cost)
    seconds, reference = build_cost.read_log(source / "tests/scripts/build_cost_log.tsv")
    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        build_cost.PAGE = pathlib.Path(folder) / "page.md"
        build_cost.PAGE.write_text(f"Cost: {sum(seconds.values()) / reference:.1f} times the reference source\n")

        def judge(expected, words, speed, changed, factor=1.0):
            """Compares the verdict on the log, as a machine of another speed writes it."""
            nonlocal wrong
            log = pathlib.Path(folder) / "log.tsv"
            times = {name: factor * speed * length for name, length in {**seconds, **changed}.items()}
            build_cost.write_log(log, times, speed * reference)
            sys.argv = ["build_cost.py", "--check", "--from", str(log)]
            said, status = io.StringIO(), None
            with contextlib.redirect_stdout(said):
                try:
                    build_cost.main()
                except SystemExit as end:
                    status = end.code
            if bool(status) != expected or words not in said.getvalue():
                print(f"{changed}, speed {speed}, factor {factor}: status {status}, must say '{words}':\n{said.getvalue()}")
                wrong += 1

        limit = build_cost.UNIT_LIMIT * reference / build_cost.REFERENCE_SECONDS
        for speed in (0.4, 1, 3):
            judge(False, "longest unit", speed, {})
            judge(False, "longest unit", speed, {UNIT: 0.97 * limit})
            for part in (1.03, 1.1, 1.3):  # 22 seconds are 1.1 times the limit
                judge(True, "command line: planted takes", speed, {UNIT: part * limit})
            judge(False, "longest unit", speed, {}, 1.2 * min(1, limit / max(seconds.values()) / 1.21))
            judge(True, "over 25 % more than recorded", speed, {}, 1.3)
    print(f"{len(seconds)} steps, {wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
