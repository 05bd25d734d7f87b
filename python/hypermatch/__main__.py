# SPDX-License-Identifier: MIT
"""The command line: `python -m hypermatch VERB ...`."""

import os
import shutil
import sys


def main() -> None:
    here = os.path.join(os.path.dirname(__file__), "bin", "hypermatch")
    command = here if os.path.exists(here) else shutil.which("hypermatch")
    if command is None:
        sys.exit("error: the command is not part of this build: make build, or pip install")
    os.execv(command, [command, *sys.argv[1:]])


if __name__ == "__main__":
    main()
