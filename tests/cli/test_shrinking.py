# SPDX-License-Identifier: MIT
"""Inputs that become shorter while they are read or mapped: an error that names them, no signal."""

import os
import random
import signal
import subprocess
import threading
import time

import harness
from harness import BAD_INPUT, DONE, PATIENCE, SANITIZED


class Shrinking(harness.TestCase):
    def setUp(self):
        super().setUp()
        self.generate("a.hmb", "sizes", "n=20000", "m=60000", "--weights", "random:1..9")

    def shortened_behind_reading(self, *args):
        """Runs `convert` into a pipe; cuts the input when it has been read, before it is used."""
        os.mkfifo(self.path("pipe"))
        process = self.start("convert", "a.hmb", "pipe", *args, stderr=subprocess.PIPE,
                             stdin=subprocess.DEVNULL)
        # The log says that it has been read; then the pipe waits for its reader.
        log = process.stderr.readline()
        self.assertIn(b"hypergraph", log)
        os.truncate(self.path("a.hmb"), 0)
        with open(self.path("pipe"), "rb") as pipe:
            written = pipe.read()
        rest = process.stderr.read()
        process.wait(PATIENCE)
        process.stderr.close()
        self.assertEqual(process.returncode, BAD_INPUT, rest)
        self.assertRegex(rest, rb"\Aerror: a.hmb: [^\n]*shorter[^\n]*\n\Z")
        return written

    def test_mapped_bytes_that_are_looked_at(self):
        self.shortened_behind_reading("--to", "hmetis")

    def test_mapped_bytes_that_the_system_is_given(self):
        self.shortened_behind_reading("--to", "native")

    def test_a_signal_that_another_process_sends_is_not_swallowed(self):
        if os.environ.get("HYPERMATCH_SANITIZE"):
            self.skipTest("the sanitizer has a handler of its own from the start")
        process = self.start("match", "-", "--format", "hgr", "-q", stdin=subprocess.PIPE,
                             stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        caught = 0
        end = time.monotonic() + PATIENCE
        while not caught >> (signal.SIGBUS - 1) & 1 and time.monotonic() < end:
            with open(f"/proc/{process.pid}/status", encoding="ascii") as status:
                caught = next(int(line.split()[1], 16) for line in status
                              if line.startswith("SigCgt:"))
        process.send_signal(signal.SIGBUS)
        out, err = process.communicate(b"1 2\n1 2\n", timeout=PATIENCE)
        self.assertEqual((process.returncode, out), (-signal.SIGBUS, b""), err)

    def test_no_temporary_file_is_left(self):
        # Where files without a name cannot be made, an output has a name while it is written.
        source = self.write("shim.c", SHIM)
        if subprocess.run(["cc", "-shared", "-fPIC", "-o", "shim.so", source, "-ldl"],
                          cwd=self.folder, check=False).returncode != 0:
            self.skipTest("no compiler for C")
        if os.environ.get("HYPERMATCH_SANITIZE"):
            self.skipTest("the sanitizer's library wants to be the first")
        os.mkdir(self.path("out"))
        env = dict(os.environ, LD_PRELOAD=self.path("shim.so"), SHIM_CUT=self.path("a.hmb"))
        done = subprocess.run([harness.command(), "convert", "a.hmb", "out/b.hgr", "-q"],
                              cwd=self.folder, check=False, stderr=subprocess.PIPE, env=env)
        self.assertEqual(done.returncode, BAD_INPUT, done)
        self.assertRegex(done.stderr, rb"\Aerror: a.hmb: [^\n]*shorter[^\n]*\n\Z")
        self.assertEqual(os.stat(self.path("a.hmb")).st_size, 0, "the shim has worked")
        self.assertEqual(os.listdir(self.path("out")), [])

    def test_racing_truncations(self):
        for name in ["b.hgr", "b.hmb", "b.mtx"]:
            n = 4000 if SANITIZED else 20000
            self.generate(name, *(["sizes", f"n={n}", f"m={3 * n}"] if name != "b.mtx" else
                                  ["random_graph", f"n={n}", "alpha=4"]))
            content = self.read(name)
            draw = random.Random(7)
            seen = set()
            for turn in (range(40)):
                self.write(name, content)
                delay = draw.random() * 0.03
                size = draw.choice([0, 1, 4096, len(content) // 2, len(content) - 1])

                def cut(delay=delay, size=size):
                    time.sleep(delay)
                    os.truncate(self.path(name), size)

                cutter = threading.Thread(target=cut)
                cutter.start()
                result = self.run_command("match", name, "--verify", "-q", "-o", "out")
                cutter.join()
                # A text that is cut before it is opened is another text.
                self.assertIn(result.code, (DONE, BAD_INPUT), (name, turn, delay, size, result))
                seen.add(result.code)
                if result.code == BAD_INPUT:
                    self.assertRegex(result.err, r"\Aerror: [^\n]+\n\Z")
                    self.assertFalse(os.path.exists(self.path("out")))
                else:
                    os.unlink(self.path("out"))
                self.assertEqual([each for each in os.listdir(self.folder) if "tmp-" in each], [])


# Refuses files without a name, and cuts SHIM_CUT as soon as a file with a temporary name is opened.
SHIM = r"""
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
static int shim(const char* real_name, const char* path, int flags, mode_t mode) {
  int (*real)(const char*, int, ...) = dlsym(RTLD_NEXT, real_name);
  if ((flags & O_TMPFILE) == O_TMPFILE) { errno = EOPNOTSUPP; return -1; }
  int fd = real(path, flags, mode);
  if (fd >= 0 && strstr(path, ".tmp-") != NULL) {
    if (truncate(getenv("SHIM_CUT"), 0) != 0) abort();
  }
  return fd;
}
int open(const char* path, int flags, ...) {
  va_list list; va_start(list, flags); mode_t mode = va_arg(list, mode_t); va_end(list);
  return shim("open", path, flags, mode);
}
int open64(const char* path, int flags, ...) {
  va_list list; va_start(list, flags); mode_t mode = va_arg(list, mode_t); va_end(list);
  return shim("open64", path, flags, mode);
}
"""


if __name__ == "__main__":
    harness.main()
