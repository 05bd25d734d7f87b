# SPDX-License-Identifier: MIT
"""Arrays in device memory: those of callers (CuPy, PyTorch, Numba, JAX), and those of results.

Types are told by what they offer: `__dlpack__`, or `__cuda_array_interface__`. No other library is imported here.
"""

from . import _arrays, _core
from ._errors import InvalidInput, InvalidOption, Unsupported

_CUDA = (2, 13)  # kinds of devices of DLPack: CUDA, and its managed memory


def devices():
    """The devices that calls can run on: dictionaries of device, name, memory in bytes, multiprocessors.

    Empty where there is no driver, or no library of device code (the wheel hypermatch-cuda).

    Examples
    --------
    >>> import hypermatch as hm
    >>> isinstance(hm.devices(), list)
    True
    """
    return _core.devices()


def use_device_library(file):
    """Names the library of device code, before a device is first asked for.

    Parameters
    ----------
    file : absolute path of libhypermatch_cuda.so.VERSION of the same build
    """
    _core.use_device_library(_arrays.file_name(file))


def is_there(array):
    """Whether an array lies in device memory."""
    if hasattr(array, "__dlpack_device__"):
        return int(array.__dlpack_device__()[0]) in _CUDA
    return hasattr(array, "__cuda_array_interface__")


def any_there(*arrays):
    return any(is_there(array) for array in arrays)


def handle_of(stream):
    """The handle of a stream: a number, or an object of CuPy, PyTorch or another library; 0 for none."""
    if stream is None:
        return 0
    for name in ("ptr", "cuda_stream"):
        if hasattr(stream, name):
            return int(getattr(stream, name)) or _LEGACY
    if hasattr(stream, "__cuda_stream__"):
        return int(stream.__cuda_stream__()[1]) or _LEGACY
    if isinstance(stream, int) and not isinstance(stream, bool) and 0 <= stream < 2**64:
        return stream or _LEGACY
    raise InvalidOption(f"stream is {stream!r}, must be a handle, or a stream of CuPy or PyTorch")


_LEGACY = 1  # the handle of CUDA's default stream
_MOST_ITEMS = 2**44  # more than any memory holds


def _ordinal_of(array):
    if hasattr(array, "__dlpack_device__"):
        return int(array.__dlpack_device__()[1])
    address, size, _, _ = _interface_of(array)
    return _core.device_of(address) if size else 0


def _interface_of(array):
    """Address, number of items, type and stream of an array in one dimension without gaps."""
    held = array.__cuda_array_interface__
    try:
        address, typestr = int(held["data"][0] or 0), str(held["typestr"])
        (size,) = map(int, held["shape"])
        strides, mask, stream = held.get("strides"), held.get("mask"), held.get("stream", _LEGACY)
        bytes_each = int(typestr[2:])
        is_dense = strides is None or (len(strides) == 1 and (int(strides[0]) == bytes_each or size < 2))
    except (TypeError, ValueError, KeyError, IndexError, AttributeError):
        raise InvalidInput(f"an array in device memory must have one dimension, and describe itself: {held!r}"[:200]) from None
    if not is_dense:
        raise InvalidInput("an array in device memory must have one dimension, without gaps")
    if mask is not None:
        raise InvalidInput("an array in device memory hides items by a mask")
    if typestr[0] not in "<|=":
        raise InvalidInput(f"an array in device memory holds {typestr}: its bytes are in the other order")
    if not 0 <= size < _MOST_ITEMS:
        raise InvalidInput(f"an array in device memory has {size} items")
    if bytes_each <= 0 or address % bytes_each:
        raise InvalidInput(f"an array in device memory of {typestr} begins at the address {address}")
    # Before version 3 producers say nothing of their stream.
    if stream is not None and (isinstance(stream, bool) or not isinstance(stream, int) or not 0 < stream < 2**64):
        raise InvalidInput(f"the stream of an array in device memory is {stream!r}, must be a handle")
    return address, size, typestr, stream


class _Opened:
    """A device with the arrays of a caller, whose work on them is waited for."""

    def __init__(self, arrays, stream):
        there = [array for array in arrays if array is not None]
        if not all(map(is_there, there)):
            raise InvalidInput("some of the arrays lie in host memory, others in device memory: must lie in one")
        ordinals = {_ordinal_of(array) for array in there}
        if len(ordinals) != 1:
            raise InvalidInput(f"arrays lie on the devices {sorted(ordinals)}, must lie on one")
        self.core = _core.OpenDevice(ordinals.pop(), handle_of(stream))

    def taken(self, array):
        """The array as the compiled module takes it."""
        if array is None:
            return None
        if hasattr(array, "__dlpack__"):
            detached = array.detach() if hasattr(array, "detach") else array
            return detached.__dlpack__(stream=self.core.stream)
        address, size, typestr, stream = _interface_of(array)
        if stream is not None:
            self.core.wait_for(stream)
        return _core.array_at(address, size, typestr, array)

    def made(self, make, *arguments, arrays):
        core = make(self.core)(*arguments, tuple(map(self.taken, arrays)))
        core.keep(arrays)
        self.core.close()
        return core


def graph_of_ends(u, v, weights, num_vertices, stream):
    arrays = (u, v, weights)
    return _Opened(arrays, stream).made(lambda core: core.graph_of_ends, num_vertices, arrays=arrays)


def hypergraph_of_rows(offsets, pins, weights, num_vertices, stream):
    arrays = (offsets, pins, weights)
    return _Opened(arrays, stream).made(lambda core: core.hypergraph_of_rows, num_vertices, arrays=arrays)


def graph_of_matrix(matrix, stream):
    (rows, columns), arrays = rows_of(matrix, is_symmetric=True)
    if rows != columns:
        raise InvalidInput(f"the matrix has {rows} rows and {columns} columns, that of a graph must be square")
    return _Opened(arrays, stream).made(lambda core: core.graph_of_rows, rows, arrays=arrays)


def bipartite_of_matrix(matrix, stream):
    shape, arrays = rows_of(matrix)
    return _Opened(arrays, stream).made(lambda core: core.bipartite_of_rows, *shape, arrays=arrays)


def hypergraph_of_matrix(matrix, stream):
    shape, (offsets, pins, _) = rows_of(matrix)
    return hypergraph_of_rows(offsets, pins, None, shape[1], stream)


def is_matrix(data):
    """Whether the data are a sparse matrix of CuPy or PyTorch in device memory."""
    if hasattr(data, "crow_indices") or (hasattr(data, "layout") and hasattr(data, "is_sparse")):
        return "sparse" in str(data.layout) and str(data.device).startswith("cuda")
    return hasattr(data, "tocsr") and is_there(getattr(data, "data", None))


def rows_of(matrix, is_symmetric=False):
    """Shape and arrays (offsets, columns, values or None) of a sparse matrix."""
    if hasattr(matrix, "layout"):
        if "csr" not in str(matrix.layout) and not (is_symmetric and "csc" in str(matrix.layout)):
            matrix = matrix.to_sparse_csr()
        by_rows = "csr" in str(matrix.layout)
        offsets = matrix.crow_indices() if by_rows else matrix.ccol_indices()
        columns = matrix.col_indices() if by_rows else matrix.row_indices()
        values = matrix.values()
        is_pattern = str(values.dtype) == "torch.bool"
    else:
        if matrix.format != "csr" and not (is_symmetric and matrix.format == "csc"):
            matrix = matrix.tocsr()
        offsets, columns, values = matrix.indptr, matrix.indices, matrix.data
        is_pattern = values.dtype.kind == "b"
    return tuple(map(int, matrix.shape)), (offsets, columns, None if is_pattern else values)


class DeviceArray:
    """An array of a result, in device memory, which it owns.

    `cupy.asarray(a)` and `torch.from_dlpack(a)` show it without a copy. Complete on every stream.
    """

    __slots__ = ("_block",)

    def __init__(self, block):
        self._block = block

    @property
    def __cuda_array_interface__(self):
        return {
            "shape": self.shape,
            "typestr": self._block.typestr,
            "data": (self._block.address, False),
            "strides": None,
            "version": 3,
            "stream": None,
        }

    def __dlpack__(self, *, stream=None, max_version=None, dl_device=None, copy=None):
        if copy or (dl_device is not None and dl_device != self.__dlpack_device__()):
            raise BufferError("the array is shown where it is: use to_host() for a copy in host memory")
        return self._block.exchanged()

    def __dlpack_device__(self):
        return 2, self._block.device

    @property
    def shape(self):
        return (self._block.size,)

    @property
    def size(self) -> int:
        return self._block.size

    @property
    def device(self) -> str:
        return f"cuda:{self._block.device}"

    def __len__(self):
        return self._block.size

    def to_host(self):
        """A copy, as an array of NumPy."""
        return self._block.to_host()

    def __repr__(self):
        return f"<array of {self.size} items of {self._block.typestr} on {self.device}>"


class DeviceResult:
    """A result in device memory.

    Attributes
    ----------
    stats : dictionary of the algorithm that ran, its rounds, seconds per phase and stop reason
    num_pairs : of matchings of graphs, and of rows and columns
    mates : of a matching: the mate of each vertex, or of each row, -1 for none
    column_mates : of rows and columns: the row of each column
    offsets, partners : under capacities: the partners of vertex v are partners[offsets[v]:offsets[v + 1]]
    edges : of a hypergraph: the matched hyperedges, ascending
    labels, communities, quality : of communities: one label per vertex, their number, and what they are worth
    """

    def __init__(self, found):
        for name, value in found.items():
            setattr(self, name, DeviceArray(value) if isinstance(value, _core.DeviceBlock) else value)

    def __repr__(self):
        facts = ", ".join(f"{name}={value!r}" for name, value in vars(self).items() if name != "stats")
        return f"DeviceResult({facts}, algorithm={self.stats.get('algorithm')!r})"


def options_of(made, options):
    """The options of a call on an instance, which runs where that lies. A stream is a handle in them."""
    if options.get("stream") is not None:
        options["stream"] = handle_of(options["stream"])
    ordinal = getattr(made._core, "device", None)
    if ordinal is None:
        return options
    place, asked = f"cuda:{ordinal}", options.get("device")
    if asked not in (None, place) and not (asked == "cuda" and ordinal == 0):
        raise InvalidOption(f"device is {asked!r}, but the instance lies on {place}")
    options["device"] = place
    return options


def expect_host(made, what):
    if hasattr(made._core, "device"):
        raise Unsupported(f"{what} is of instances in host memory, and this one lies on cuda:{made._core.device}")
