#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Shows that test_races finds data races: plants those of tests/races/planted.txt, one after the other, in
a copy of the tree, builds the program with the thread sanitizer and runs the tests that must report it.
One line per room; exit 1 if a race is not reported, or if the tests report one without an edit.

planted_races.py [FOLDER] [ROOM...]   FOLDER: where the copy and its build stay for the next run; by
                                      default they are in a temporary folder, which goes away
"""
import os
import pathlib
import platform
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
PLANTED = "tests/races/planted.txt"
FIELDS = ["room", "file", "old", "new", "tests"]
REPORT = "WARNING: ThreadSanitizer: data race"
SECONDS = 600  # of the tests of a room


def planted_races(text):
    """A dictionary per block of lines `field: value`."""
    races = []
    for block in text.split("\n\n"):
        lines = [line for line in block.splitlines() if line and not line.startswith("#")]
        if not lines:
            continue
        race = {key: value.strip() for key, _, value in (line.partition(":") for line in lines)}
        if list(race) != FIELDS:
            sys.exit(f"error: {PLANTED}: a block has {', '.join(race)}, must have {', '.join(FIELDS)}")
        races.append(race)
    return races


def copy_tree(folder):
    """What Git knows and what it does not ignore; files that are the same keep their times."""
    listed = subprocess.run(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
                            cwd=ROOT, check=True, capture_output=True, text=True).stdout
    names = [name for name in listed.split("\0") if name and (ROOT / name).is_file()]
    for name in names:
        to = folder / name
        bytes_now = (ROOT / name).read_bytes()
        if not to.exists() or to.read_bytes() != bytes_now:
            to.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, to)


def build(folder, log):
    """Whether test_races was built."""
    with log.open("w") as out:
        for command in (["cmake", "--preset", "tsan", "-DCMAKE_UNITY_BUILD=ON", "-DHYPERMATCH_WERROR=OFF"],
                        ["cmake", "--build", "build-tsan", "--target", "test_races"]):
            if subprocess.run(command, cwd=folder, stdout=out, stderr=subprocess.STDOUT).returncode != 0:
                return False
    return True


def output_of(folder, tests):
    """What the tests print; up to the first race."""
    command = [str(folder / "build-tsan/tests/races/test_races"), f"--gtest_filter={tests}", "--gtest_brief=1"]
    # The sanitizer's fixed memory map does not go with address space randomisation as wide as some
    # kernels make it.
    fixed = ["setarch", platform.machine(), "-R"]
    if subprocess.run([*fixed, "true"], capture_output=True).returncode == 0:
        command = [*fixed, *command]
    environment = {**os.environ, "TSAN_OPTIONS": "halt_on_error=1"}
    try:
        run = subprocess.run(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                             text=True, errors="replace", timeout=SECONDS)
        return run.returncode, run.stdout
    except subprocess.TimeoutExpired as late:
        return 1, (late.stdout or b"").decode(errors="replace")


def try_race(folder, race):
    """Empty, or why the race was not reported."""
    path = folder / race["file"]
    text = path.read_text()
    if text.count(race["old"]) != 1:
        return f"`{race['old']}` stands {text.count(race['old'])} times in {race['file']}, must stand once"
    path.write_text(text.replace(race["old"], race["new"]))
    try:
        log = folder / "build-tsan.log"
        if not build(folder, log):
            return "it does not compile:\n" + log.read_text()[-3000:]
        output = output_of(folder, race["tests"])[1]
        return "" if REPORT in output else "no report of a data race:\n" + output[-2000:]
    finally:
        path.write_text(text)


def check(folder, races):
    copy_tree(folder)
    log = folder / "build-tsan.log"
    if not build(folder, log):
        sys.exit("error: test_races does not compile:\n" + log.read_text()[-3000:])
    status, output = output_of(folder, ":".join(race["tests"] for race in races))
    if status != 0:
        sys.exit("error: without an edit the tests fail:\n" + output[-3000:])
    missed = 0
    for race in races:
        why = try_race(folder, race)
        print(f"{'MISSED' if why else 'caught':7}{race['room']:20}{race['file']}", flush=True)
        if why:
            missed += 1
            print(why)
    print(f"{len(races) - missed} planted races caught, {missed} missed")
    return missed


def main():
    races = planted_races((ROOT / PLANTED).read_text())
    folder, *rooms = sys.argv[1:] or [None]
    unknown = set(rooms) - {race["room"] for race in races}
    if unknown:
        sys.exit(f"error: no planted race in {', '.join(sorted(unknown))}")
    races = [race for race in races if not rooms or race["room"] in rooms]
    if folder is not None:
        folder = pathlib.Path(folder).resolve()
        folder.mkdir(parents=True, exist_ok=True)
        return check(folder, races)
    with tempfile.TemporaryDirectory(prefix="planted-races-") as scratch:
        return check(pathlib.Path(scratch), races)


if __name__ == "__main__":
    sys.exit(1 if main() else 0)
