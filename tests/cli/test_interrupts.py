# SPDX-License-Identifier: MIT
"""Ctrl-C and SIGTERM stop the work, end with 130 and leave nothing half-written."""

import os
import signal
import subprocess
import time

import harness
from harness import DONE, INTERRUPTED


class Interrupts(harness.TestCase):
    def wait_for(self, process, condition):
        """Waits until `condition()` while the process lives; true if it came about."""
        deadline = time.monotonic() + harness.PATIENCE
        while time.monotonic() < deadline and process.poll() is None:
            if condition():
                return True
            time.sleep(0.005)
        return False

    def resident(self, process):
        try:
            with open(f"/proc/{process.pid}/statm", encoding="ascii") as file:
                return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
        except (OSError, IndexError):
            return 0

    def watches(self, process):
        """True once the command keeps SIGINT for itself."""
        try:
            with open(f"/proc/{process.pid}/status", encoding="ascii") as file:
                blocked = next(line for line in file if line.startswith("SigBlk:"))
        except (OSError, StopIteration):
            return False
        return int(blocked.split()[1], 16) >> (signal.SIGINT - 1) & 1 == 1

    def finish(self, process):
        out, err = process.communicate(timeout=harness.PATIENCE)
        return process.returncode, out, err.decode()

    def launch(self, *args):
        return self.start(*args, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE)

    def test_stops_long_work(self):
        for number in [signal.SIGINT, signal.SIGTERM]:
            process = self.launch("generate", "uniform", "n=1000000", "m=12000000", "k=4", "-o",
                                  "big.hgr", "-q", "--threads", "1")
            self.assertTrue(self.wait_for(process, lambda: self.watches(process) and
                                          self.resident(process) > 40 << 20),
                            "it was done before it could be stopped")
            process.send_signal(number)
            code, _, err = self.finish(process)
            self.assertEqual(code, INTERRUPTED, err)
            self.assertLessEqual(err.count("\n"), 1)
            self.assertEqual(os.listdir(self.folder), [])

    def test_stops_while_it_waits_for_a_pipe(self):
        os.mkfifo(self.path("fifo"))
        self.write("m.txt", "old\n")
        self.seconds_until_stopped(1)
        # The second press ends the command at once, the first one after a second and a half. A busy
        # machine may be late, but not every time.
        self.assertTrue(any(self.seconds_until_stopped(2) < 1.2 for _ in range(20)))

    def seconds_until_stopped(self, presses):
        """How long a command that waits for a pipe takes to end after the first SIGINT."""
        process = self.launch("match", "fifo", "--format", "hgr", "-o", "m.txt", "-q")
        with open(self.path("fifo"), "wb") as fifo:  # opens once the command reads
            fifo.write(b"100 100\n1 2\n")
            fifo.flush()
            time.sleep(0.05)
            start = time.monotonic()
            for _ in range(presses):
                process.send_signal(signal.SIGINT)
                time.sleep(0.2)
            code, _, err = self.finish(process)
            self.assertEqual((code, err), (INTERRUPTED, "error: stopped on request\n"))
            seconds = time.monotonic() - start
        self.assertEqual(self.read("m.txt"), b"old\n")
        self.assertEqual(sorted(os.listdir(self.folder)), ["fifo", "m.txt"])
        return seconds

    def test_during_the_writing_it_is_all_or_nothing(self):
        whole = self.generate("whole.hgr", "uniform", "n=300000", "m=700000", "k=3")
        expected = self.read(whole)
        os.remove(self.path(whole))
        for delay in [0.0, 0.002, 0.01, 0.03]:
            process = self.launch("generate", "uniform", "n=300000", "m=700000", "k=3", "-o",
                                  "big.hgr", "-q")

            def has_open_output(process=process):
                try:
                    links = os.listdir(f"/proc/{process.pid}/fd")
                    return any(self.folder in os.readlink(f"/proc/{process.pid}/fd/{link}")
                               for link in links)
                except OSError:
                    return False

            if self.wait_for(process, has_open_output):
                time.sleep(delay)
                process.send_signal(signal.SIGINT)
                process.send_signal(signal.SIGINT)
            code, _, err = self.finish(process)
            self.assertIn(code, [DONE, INTERRUPTED], err)
            left = os.listdir(self.folder)
            if left:
                self.assertEqual(left, ["big.hgr"])
                self.assertEqual(self.read("big.hgr"), expected)
                os.remove(self.path("big.hgr"))
            else:
                self.assertEqual(code, INTERRUPTED)

    def test_ignored_signals_stay_ignored(self):
        name = self.sample()
        process = subprocess.Popen(
            ["sh", "-c", 'trap "" INT; exec "$0" match - -q', harness.command()], cwd=self.folder,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.assertTrue(self.wait_for(process, lambda: "hypermatch" in self.program(process)))
        time.sleep(0.1)
        process.send_signal(signal.SIGINT)
        time.sleep(0.1)
        out, _ = process.communicate(self.read(name), timeout=harness.PATIENCE)
        self.assertEqual(process.returncode, DONE)
        self.assertEqual(out.decode(), self.expect(DONE, "match", name, "-q").out)

    def program(self, process):
        try:
            return os.readlink(f"/proc/{process.pid}/exe")
        except OSError:
            return ""


if __name__ == "__main__":
    harness.main()
