# SPDX-License-Identifier: MIT
"""Arrays of callers as the arrays that the compiled module takes: contiguous, of one dimension, in host memory."""

import operator
import os

import numpy as np

from . import _core
from ._errors import InvalidInput, InvalidOption

_INDEX_TYPES = frozenset("iIlLqQ")  # of 4 or 8 bytes on every platform that numpy knows
_WEIGHT_TYPES = frozenset("ilqfd")
NO_VERTEX = _core.no_vertex


_BOOLEANS = frozenset((bool, np.bool_))


def whole(value, name, expected="a whole number"):
    """A whole number; no boolean, which Python counts as one."""
    if type(value) not in _BOOLEANS:
        try:
            return operator.index(value)
        except TypeError:
            pass
    raise InvalidInput(f"{name} is {value!r}, must be {expected}")


def number(value, name):
    """A floating-point number; no boolean, and no text of one."""
    if type(value) not in _BOOLEANS and not isinstance(value, (str, bytes)):
        try:
            return float(value)
        except (TypeError, ValueError, OverflowError):
            pass
    raise InvalidInput(f"{name} is {value!r}, must be a number")


def threads(value):
    """A number of threads for the compiled module; None for as many as pay."""
    return 0 if value is None else whole(value, "threads")


def vector(array, name):
    """The array with one dimension and no gaps, of any type."""
    array = np.asarray(array)
    if array.ndim != 1:
        raise InvalidInput(f"{name} has {array.ndim} dimensions, must have 1")
    if not array.dtype.isnative:
        array = array.astype(array.dtype.newbyteorder("="))
    return np.ascontiguousarray(array)


def points(array, name):
    """float64 coordinates, a row per point."""
    array = np.asarray(array)
    if array.ndim == 1:
        array = array.reshape(-1, 1)
    if array.ndim != 2 or array.dtype.kind not in "iufb":
        raise InvalidInput(f"{name} must be arrays of numbers with a row per point")
    return np.ascontiguousarray(array, dtype=np.float64)


def indices(array, name):
    """Integers of 32 or 64 bits: the caller's memory where it holds these."""
    if type(array) is np.ndarray and array.dtype.char in _INDEX_TYPES and array.ndim == 1:
        if array.flags.c_contiguous and array.dtype.isnative:
            return array
    if isinstance(array, (list, tuple)) and not _BOOLEANS.isdisjoint(map(type, array)):
        raise InvalidInput(f"{name} holds a boolean, must hold integers")
    array = vector(array, name)
    if array.dtype.kind not in "iu":
        if array.size == 0:
            return array.astype(np.int64)
        raise InvalidInput(f"{name} holds {array.dtype}, must hold integers")
    return array if array.dtype.itemsize >= 4 else array.astype(np.int32)


def weights(array, name="weights"):
    """Numbers of a type that the library has; None for none. Nothing is rounded."""
    if array is None:
        return None
    if type(array) is np.ndarray and array.dtype.char in _WEIGHT_TYPES and array.ndim == 1:
        if array.flags.c_contiguous and array.dtype.isnative:
            return array
    array = vector(array, name)
    kind, size = array.dtype.kind, array.dtype.itemsize
    if kind == "b" or (kind in "iu" and size < 4):
        return array.astype(np.int32)
    if kind == "u":
        if array.size and int(array.max()) > np.iinfo(np.int64).max:
            raise InvalidInput(f"{name} holds {array.max()}, must be below 2^63")
        return array.astype(np.int64)
    if kind == "f" and size < 4:
        return array.astype(np.float32)
    if kind in "if" and size <= 8:
        return array
    raise InvalidInput(f"{name} holds {array.dtype}, must hold integers or floating-point numbers of 64 bits or less")


def vertices(array, name, count):
    """Numbers of vertices below `count`, as the library holds them."""
    array = indices(array, name)
    if array.size and (int(array.min()) < 0 or int(array.max()) >= count):
        place = int(np.flatnonzero((array < 0) | (array >= count))[0])
        raise InvalidInput(f"{name}[{place}] is {array[place]}, must be 0 .. {count - 1}")
    return array.astype(np.uint32, copy=False)


def counts(value, name):
    """A number for all vertices, or one per vertex; what no vertex can use up counts as that."""
    if value is None:
        return None
    array = np.asarray(value)
    if array.ndim == 0:
        number = whole(value if isinstance(value, int) else array[()], name, "a whole number, or an array of them")
        if number < 0:
            raise InvalidInput(f"{name} is {number}, must be >= 0")
        return min(number, int(NO_VERTEX))
    array = indices(value, name)
    if array.size and int(array.min()) < 0:
        place = int(np.argmax(array < 0))
        raise InvalidInput(f"{name}[{place}] is {array[place]}, must be >= 0")
    return np.minimum(array, NO_VERTEX).astype(np.uint32)


def labels(array, name, count):
    """Labels of any kind, as numbers below the number of vertices."""
    array = vector(array, name)
    if array.size != count:
        raise InvalidInput(f"{name} has {array.size} items for {count} vertices")
    return np.unique(array, return_inverse=True)[1].astype(np.uint32)


def flat_pairs(pairs, name, dtype):
    """Pairs in two columns as one array, the two of a pair next to each other."""
    array = np.asarray(pairs)
    if array.size == 0:
        return np.empty(0, dtype)
    if array.ndim != 2 or array.shape[1] != 2 or array.dtype.kind not in "iu":
        raise InvalidInput(f"{name} has shape {array.shape} of {array.dtype}, must be two columns of integers")
    if int(array.min()) < 0:
        raise InvalidInput(f"{name} holds {array.min()}, must be >= 0")
    if int(array.max()) > np.iinfo(dtype).max:
        raise InvalidInput(f"{name} holds {array.max()}, must be below 2^32")
    return np.ascontiguousarray(array, dtype).reshape(-1)


def mates_given(value, name):
    """Mates of a result, or an array of them with -1 for none, as the numbers of the compiled module."""
    array = indices(getattr(value, "mates", value), name)
    low, high = (int(array.min()), int(array.max())) if array.size else (0, 0)
    if low < -1 or high > NO_VERTEX:
        raise InvalidInput(f"{name} holds {low if low < -1 else high}, must hold -1 or numbers of columns")
    return array.astype(np.uint32)


def mates(array):
    """Numbers of mates with -1 for none; the same memory where 31 bits suffice."""
    if array.size <= np.iinfo(np.int32).max:
        return array.view(np.int32)
    wide = array.astype(np.int64)
    wide[array == NO_VERTEX] = -1
    return wide


def file_name(path):
    """The name of a file as text."""
    name = os.fsdecode(path)
    if "\0" in name:
        raise InvalidOption(f"the file name {name!r} holds a NUL, which no file name has")
    return name


def named_text(source):
    """The name of a file, and None; of an open file the name that it has, and all that is left of it."""
    if not hasattr(source, "read"):
        return file_name(source), None
    text = source.read()
    if isinstance(text, str):
        text = text.encode()
    elif not isinstance(text, (bytes, bytearray, memoryview)):
        raise TypeError(f"read() of a {type(source).__name__} returned a {type(text).__name__}, must return str or bytes")
    name = getattr(source, "name", "")
    return name if name and isinstance(name, str) else "<text>", bytes(text)
