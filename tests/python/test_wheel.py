# SPDX-License-Identifier: MIT
"""A wheel over the library of this build: its tag and size, and that it runs in a fresh environment without a compiler."""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
import zipfile

import numpy

SOURCE = pathlib.Path(os.environ["HYPERMATCH_SOURCE"])
MOST_BYTES = 9_000_000  # the library twice, in module and command; once in what `make wheel` makes

# The library of device code of this build, or the one that stands in for it in tests, whose device is host memory.
STAND_IN = pathlib.Path(os.environ["HYPERMATCH_BUILD"], "tests/device_module/libfake_device_code.so")
ON_DEVICE = """
import hypermatch as hm
assert hm.devices()
assert hm.match(([0, 1, 2], [1, 2, 3], [1, 5, 1]), device="cuda").pairs.tolist() == [[1, 2]]
"""

PROGRAM = """
import sys
import hypermatch as hm
import numpy as np
assert "scipy" not in sys.modules
assert hm.match(([0, 1, 2], [1, 2, 3], [1, 5, 1])).pairs.tolist() == [[1, 2]]
assert hm.assign(np.array([[4, 1], [2, 3]]), minimize=True).weight == 3
print(hm.__file__)
"""


class Wheel(unittest.TestCase):
    def test_is_small_and_runs_without_a_compiler(self):
        with tempfile.TemporaryDirectory() as folder:
            made = subprocess.run([SOURCE / "scripts/wheel.sh", folder + "/wheel"], capture_output=True, text=True,
                                  env={**os.environ, "PYTHON": sys.executable})
            self.assertEqual(made.returncode, 0, made.stdout[-3000:] + made.stderr[-3000:])
            (wheel,) = pathlib.Path(folder, "wheel").glob("*.whl")
            version = (SOURCE / "VERSION").read_text().strip()
            tag = f"cp{sys.version_info.major}{sys.version_info.minor}"
            self.assertRegex(wheel.name, rf"^hypermatch-{re.escape(version)}-{tag}-{tag}-manylinux_2_\d+_\w+\.whl$")
            self.assertLess(wheel.stat().st_size, MOST_BYTES)
            names = zipfile.ZipFile(wheel).namelist()
            self.assertIn("hypermatch/py.typed", names)
            for library in ("tbb", "zstd", "xxhash", "pugixml"):
                self.assertTrue(any(name.startswith(f"hypermatch.libs/lib{library}-") for name in names), library)
            self.assertFalse([name for name in names if "/src/" in name or name.endswith(".a")])

            home = pathlib.Path(folder, "home")
            subprocess.run([sys.executable, "-m", "venv", home], check=True)
            python = home / "bin/python"
            packages = next(home.glob("lib/python*/site-packages"))
            # NumPy alone of this environment, which may hold the package itself.
            for name in ("numpy", "numpy.libs"):
                (packages / name).symlink_to(pathlib.Path(numpy.__file__).parents[1] / name)
            clean = {"PATH": str(home / "bin"), "HOME": folder}
            subprocess.run([python, "-m", "pip", "-q", "--disable-pip-version-check", "install", "--no-index",
                            "--no-deps", wheel], check=True, env=clean)
            self.assertIsNone(shutil.which("c++", path=clean["PATH"]))
            shown = self.run_there(python, PROGRAM, clean, folder)
            self.assertEqual(shown.returncode, 0, shown.stderr)
            self.assertTrue(shown.stdout.startswith(str(packages)), shown.stdout)
            for command in ([python, "-m", "hypermatch"], [home / "bin/hypermatch"]):
                listed = subprocess.run([*command, "list"], env=clean, check=True, capture_output=True, text=True)
                self.assertIn("local_max", listed.stdout)

            self.assertIn("library of device code is not there", self.run_there(python, ON_DEVICE.replace("assert hm.devices()", ""), clean, folder).stderr)
            if not STAND_IN.is_file():
                return
            made = subprocess.run([SOURCE / "scripts/wheel.sh", folder + "/wheel", "cuda", STAND_IN], capture_output=True, text=True,
                                  env={**os.environ, "PYTHON": sys.executable})
            self.assertEqual(made.returncode, 0, made.stdout[-3000:] + made.stderr[-3000:])
            (wheel,) = pathlib.Path(folder, "wheel").glob("hypermatch_cuda-*.whl")
            self.assertRegex(wheel.name, rf"-{re.escape(version)}-py3-none-manylinux_2_\d+_\w+\.whl$")
            subprocess.run([python, "-m", "pip", "-q", "--disable-pip-version-check", "install", "--no-index",
                            "--no-deps", wheel], check=True, env=clean)
            shown = self.run_there(python, ON_DEVICE, clean, folder)
            self.assertEqual(shown.returncode, 0, shown.stderr)
            command = subprocess.run([packages / "hypermatch/bin/hypermatch", "list", "algorithms", "--json"], env=clean, cwd=folder,
                                     capture_output=True, text=True)
            self.assertEqual(command.returncode, 0, command.stderr)

    @staticmethod
    def run_there(python, program, clean, folder):
        return subprocess.run([python, "-c", program], env=clean, cwd=folder, capture_output=True, text=True)


if __name__ == "__main__":
    unittest.main()
