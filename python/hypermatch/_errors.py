# SPDX-License-Identifier: MIT
"""Exceptions, one per code of the library. Each is also the built-in exception that fits."""


class Error(Exception):
    """Base class of all errors of hypermatch."""


class InvalidInput(Error, ValueError):
    """An instance or a result breaks its format or the documented limits."""


class InvalidOption(Error, ValueError):
    """An argument has a value outside its documented range, or an unknown name."""


class Unsupported(Error, NotImplementedError):
    """A valid request that this build, algorithm or back end does not serve."""


class FileError(Error, OSError):
    """The operating system refused to open, read or write a file."""


class OutOfResources(Error, MemoryError):
    """Memory, disk or device memory ran out."""


class DeviceError(Error, RuntimeError):
    """An accelerator reported a failure."""


class CommunicationError(Error, RuntimeError):
    """A message between processes or devices failed."""


class Cancelled(Error, RuntimeError):
    """A call was asked to stop."""


class InternalError(Error, RuntimeError):
    """A defect of the library."""


class NoSolution(Error):
    """There is no solution; the message is the proof."""

    @property
    def proof(self) -> str:
        """Text that a reader can check."""
        return str(self)
