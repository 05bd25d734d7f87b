# SPDX-License-Identifier: MIT
"""Progress of calls."""


def follower(progress):
    """What the compiled module calls: None, the caller's function, or a bar."""
    if progress is None or progress is False:
        return None
    if progress is True:
        return _Bar()
    if not callable(progress):
        raise TypeError(f"progress is {progress!r}, must be True, False or a function of phase, done and total")
    return progress


class _Bar:
    """A bar of tqdm where that is installed, else a line on standard error."""

    def __init__(self):
        self._phase = None
        self._bar = None

    def __call__(self, phase, done, total):
        if phase != self._phase:
            self._phase = phase
            self._bar = self._new(phase, total)
        if self._bar is None:
            import sys

            share = f" {done / total:4.0%}" if total else ""
            print(f"\rhypermatch: {phase}{share}", end="", file=sys.stderr, flush=True)
        else:
            self._bar.total = total or None
            self._bar.n = done
            self._bar.refresh()

    @staticmethod
    def _new(phase, total):
        try:
            from tqdm.auto import tqdm
        except ImportError:
            return None
        return tqdm(desc=phase, total=total or None)
