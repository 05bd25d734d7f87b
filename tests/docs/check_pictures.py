#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The pictures of the pages, and the instances of the tutorial, are what their scripts make, byte for byte.
check_pictures.py SOURCE_DIR COMMAND"""
import pathlib
import subprocess
import sys
import tempfile


def main():
    source, command = pathlib.Path(sys.argv[1]).resolve(), str(pathlib.Path(sys.argv[2]).resolve())
    pictures = source / "docs/pictures"
    wrong = []
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for script in sorted(pictures.glob("*.py")):
            subprocess.run([sys.executable, "-B", str(script), command, name], check=True)
        made = {path.name for path in folder.iterdir()}
        for path in folder.iterdir():
            kept = (pictures if path.suffix == ".svg" else source / "data") / path.name
            if not kept.exists() or kept.read_bytes() != path.read_bytes():
                wrong.append(f"{kept} is not what docs/pictures makes")
        wrong += [f"no script makes {path}" for path in pictures.glob("*.svg") if path.name not in made]
    for line in wrong:
        print(line)
    print(f"{len(made)} files, {len(wrong)} wrong")
    return 1 if wrong or not made else 0


if __name__ == "__main__":
    sys.exit(main())
