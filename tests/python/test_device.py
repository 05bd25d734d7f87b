# SPDX-License-Identifier: MIT
"""Arrays in device memory. Where there is a GPU: CuPy's and PyTorch's. Elsewhere: a library of device code whose device is
host memory, and arrays that say that they lie there; of the algorithms it has `local_max` alone."""

import ctypes
import gc
import os
import pathlib
import subprocess
import sys
import unittest
import weakref

import numpy as np
import scipy.sparse as sparse
from instances import random_graph, random_matrix

STAND_IN = pathlib.Path(os.environ["HYPERMATCH_BUILD"], "tests/device_module/libfake_device_code.so")


def has_gpu():
    probe = "import hypermatch as hm, sys; sys.exit(0 if hm.devices() else 1)"
    return subprocess.run([sys.executable, "-c", probe], check=False).returncode == 0


HAS_GPU = has_gpu()
if not HAS_GPU:
    if not STAND_IN.is_file():
        print(f"skipped: no GPU, and no {STAND_IN.name}, which is built with the tests")
        sys.exit(77)
    os.environ["HYPERMATCH_CUDA_LIBRARY"] = str(STAND_IN)

import hypermatch as hm  # noqa: E402  (the environment says which library of device code it has)


class Shown:
    """An array that says that it lies in device memory."""

    def __init__(self, array, **facts):
        self.held = np.ascontiguousarray(array)
        self.shape, self.dtype = self.held.shape, self.held.dtype
        self.facts = facts

    @property
    def __cuda_array_interface__(self):
        held = self.held.__array_interface__
        return {"shape": self.shape, "typestr": held["typestr"], "data": held["data"], "strides": None, "version": 3,
                "stream": None} | self.facts


class ShownMatrix:
    """A sparse matrix as CuPy has them."""

    def __init__(self, matrix):
        self.format, self.shape = "csr", matrix.shape
        self.indptr, self.indices, self.data = (Shown(each.copy()) for each in (matrix.indptr, matrix.indices, matrix.data))

    def tocsr(self):
        return self


if HAS_GPU:
    import cupy
    import cupyx.scipy.sparse

    def array(values):
        return cupy.asarray(np.ascontiguousarray(values))

    def matrix(host):
        return cupyx.scipy.sparse.csr_matrix(sparse.csr_matrix(host))
else:
    array, matrix = Shown, ShownMatrix


def ends_of(graph):
    upper = sparse.triu(graph, 1, format="coo")
    return upper.row, upper.col, upper.data


class Inputs(unittest.TestCase):
    def test_matrices_and_ends_of_all_types_have_the_answer_of_host_memory(self):
        for dtype in (np.int32, np.int64, np.float32, np.float64):
            graph = random_graph(300, 6, 1, dtype)
            expected = hm.match(graph).mates
            for index in (np.int32, np.int64):
                u, v, w = ends_of(graph)
                made = hm.graph(array(u.astype(index)), array(v.astype(index)), array(w), num_vertices=300)
                self.assertEqual(made.device, "cuda:0")
                self.assertEqual((made.num_vertices, made.num_edges), (300, graph.nnz // 2))
                np.testing.assert_array_equal(hm.match(made).mates.to_host(), expected)
            found = hm.match(matrix(graph.astype(np.float64)))
            np.testing.assert_array_equal(found.mates.to_host(), hm.match(graph.astype(np.float64)).mates)
            self.assertEqual(found.num_pairs, np.count_nonzero(expected >= 0) // 2)

    def test_hypergraphs(self):
        host = random_matrix(80, 60, 0.05, 3)
        weights = np.arange(80) % 17 + 1.0
        expected = hm.match(hm.hypergraph(host.indptr, host.indices, weights), rating="weight").edges
        made = hm.hypergraph(array(host.indptr), array(host.indices), array(weights))
        np.testing.assert_array_equal(hm.match(made, rating="weight").edges.to_host(), expected)
        self.assertEqual(hm.match((array(host.indptr), array(host.indices), array(weights)), rating="weight").edges.size, expected.size)
        self.assertEqual(hm.hypergraph(matrix(host)).shape, (80, 60))

    def test_nothing_is_copied_where_types_fit(self):
        graph = random_graph(50, 4, 2)
        made = hm.graph(matrix(graph))
        self.assertEqual(made.copied_bytes, 8 * 51)  # offsets of 32 bits

    def test_the_arrays_of_an_instance_live_as_long_as_it(self):
        graph = random_graph(3000, 6, 1)
        there = matrix(graph)
        columns = weakref.ref(there.indices)
        made = hm.graph(there)
        del there
        gc.collect()
        self.assertIsNotNone(columns())
        for _ in range(20):
            array(np.full(graph.nnz, 2**30, np.int32))
        np.testing.assert_array_equal(hm.match(made).mates.to_host(), hm.match(graph).mates)
        del made
        gc.collect()
        self.assertIsNone(columns())

    def test_empty_ones(self):
        none = np.empty(0, np.int32)
        made = hm.graph(array(none), array(none), num_vertices=5)
        self.assertEqual(hm.match(made).mates.to_host().tolist(), [-1] * 5)
        self.assertEqual(hm.match(hm.graph(array(none), array(none))).mates.size, 0)

    def test_errors_name_the_number_and_the_next_call_works(self):
        graph = random_graph(40, 4, 5)
        u, v, w = ends_of(graph)

        def broken(attribute, place, value):
            copy = matrix(graph.copy())
            items = getattr(copy, attribute)
            getattr(items, "held", items)[place] = value
            return copy

        def far(values, place, value):
            copy = values.astype(np.int64)
            copy[place] = value
            return array(copy)

        nan = w.copy()
        nan[4] = np.nan
        last = graph.nnz
        asymmetric = graph.copy()
        asymmetric.data[7] += 1
        looped = sparse.csr_array(graph + sparse.diags_array(np.eye(1, 40, 9)[0]))
        looped.sort_indices()
        cases = [
            (lambda: hm.graph(array(u), far(v, 3, 40), num_vertices=40), r"v\[3\] is 40, must be 0 \.\. 39"),
            (lambda: hm.graph(far(u, 2, -1), array(v), num_vertices=40), r"u\[2\] is -1, must be"),
            (lambda: hm.graph(far(u, 2, 2**33), array(v)), r"u\[2\] is 8589934592, must be"),
            (lambda: hm.graph(array(u), array(u)), r"edge 0 is a loop at vertex"),
            (lambda: hm.graph(array(u), array(v), array(nan)), r"weights\[4\] is not a finite number"),
            (lambda: hm.graph(array(u), array(v[1:])), r"u has \d+ ends and v has \d+"),
            (lambda: hm.graph(broken("indices", 6, 99999)), r"columns\[6\] is 99999, must be 0 \.\. 39"),
            (lambda: hm.graph(broken("indptr", 5, 99999)), rf"offsets\[5\] is 99999, must be \d+ \.\. {last}"),
            (lambda: hm.graph(broken("indptr", 40, last - 1)), rf"offsets\[40\] is {last - 1}, must be {last}"),
            (lambda: hm.graph(broken("indptr", 0, 1)), r"offsets\[0\] is 1, must be 0"),
            (lambda: hm.graph(matrix(asymmetric)), "not symmetric"),
            (lambda: hm.graph(matrix(looped)), r"columns\[\d+\] is 9, the number of its row"),
            (lambda: hm.hypergraph(array([0, 2]), array([0, 7]), num_vertices=3), r"columns\[1\] is 7"),
            (lambda: hm.graph(array(u), v), "host memory"),
            (lambda: hm.match((array(u), array(v))), "say which by"),
        ]
        for make, message in cases:
            with self.subTest(message), self.assertRaisesRegex(hm.InvalidInput, message):
                make()
            np.testing.assert_array_equal(hm.match(matrix(graph)).mates.to_host(), hm.match(graph).mates)

    def test_what_only_host_memory_has_is_refused(self):
        made = hm.graph(matrix(random_graph(30, 4, 1)))
        there = matrix(random_matrix(20, 20, 0.2, 1))
        for call in (lambda: hm.dulmage_mendelsohn(there), lambda: hm.match_vertices(made), lambda: hm.contract(made, [0] * 30),
                     lambda: hm.assign(there), lambda: hm.matrix(there), made.arrays, made.edges, made.to_scipy, lambda: hm.match(made, verify=True),
                     lambda: hm.match(made, algorithm="gpa"),
                     lambda: hm.match(made, rating="product"), lambda: hm.match(made, tie_order="degree"),
                     lambda: hm.graph(matrix(random_graph(30, 4, 1)), symmetrize="max")):
            with self.assertRaises((hm.Unsupported, hm.InvalidOption)):
                call()
        with self.assertRaisesRegex(hm.InvalidOption, "lies on cuda:0"):
            hm.match(made, device="cpu")

    @unittest.skipIf(HAS_GPU, "of arrays that only say that they lie there")
    def test_gaps_and_streams_of_arrays_without_dlpack(self):
        u, v, _ = ends_of(random_graph(30, 4, 1))
        with self.assertRaisesRegex(hm.InvalidInput, "without gaps"):
            hm.graph(Shown(u, strides=(8,)), Shown(v))
        made = hm.graph(Shown(u, stream=1), Shown(v, stream=2))
        self.assertEqual(made.num_edges, u.size)
        address = Shown(u).__cuda_array_interface__["data"][0]
        for facts in ({"typestr": ">i4"}, {"mask": Shown(u)}, {"data": (address + 1, True)}, {"stream": 0}, {"stream": "x"},
                      {"strides": (4, 4)}, {"strides": ()}, {"shape": None}, {"shape": (-1,)}, {"shape": (2**63,)}, {"typestr": None},
                      {"typestr": "<c8"}, {"data": None}):
            with self.subTest(facts), self.assertRaises(hm.InvalidInput):
                hm.graph(Shown(u, **facts), Shown(v))

    @unittest.skipIf(HAS_GPU, "of arrays that only say that they lie there")
    def test_capsules_that_say_what_is_not_so(self):
        class Pointer(ctypes.Structure):
            _fields_ = [("data", ctypes.c_void_p), ("kind", ctypes.c_int32), ("device", ctypes.c_int32), ("ndim", ctypes.c_int32),
                        ("code", ctypes.c_uint8), ("bits", ctypes.c_uint8), ("lanes", ctypes.c_uint16), ("shape", ctypes.c_void_p),
                        ("strides", ctypes.c_void_p), ("offset", ctypes.c_uint64), ("context", ctypes.c_void_p), ("deleter", ctypes.c_void_p)]

        new = ctypes.pythonapi.PyCapsule_New
        new.restype, new.argtypes = ctypes.py_object, (ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p)

        class Capsules:
            def __init__(self, values, **facts):
                self.values = np.ascontiguousarray(values)
                self.shape = self.values.shape
                self.size = (ctypes.c_int64 * 1)(facts.pop("size", self.values.size))
                self.held = Pointer(**({"data": self.values.ctypes.data, "kind": 2, "ndim": 1, "bits": 32, "lanes": 1,
                                        "shape": ctypes.addressof(self.size)} | facts))

            def __dlpack_device__(self):
                return 2, 0

            def __dlpack__(self, stream=None):
                return new(ctypes.addressof(self.held), b"dltensor", None)

        u, v, _ = ends_of(random_graph(30, 4, 1))
        expected = hm.match(hm.graph(u, v, num_vertices=30)).mates
        for facts in ({}, {"kind": 13}):
            made = hm.graph(Capsules(u, **facts), Capsules(v, **facts), num_vertices=30)
            np.testing.assert_array_equal(hm.match(made).mates.to_host(), expected)
        for facts in ({"size": -1}, {"size": 2**62}, {"data": None}, {"device": 1}, {"device": -1}, {"kind": 1}, {"bits": 16}):
            with self.subTest(facts), self.assertRaises(hm.InvalidInput):
                hm.graph(Capsules(u, **facts), Capsules(v, **facts))


class Places(unittest.TestCase):
    def test_host_arrays_on_a_device(self):
        graph = random_graph(500, 5, 8)
        expected = hm.match(graph)
        for device in ("cpu", "cuda", "cuda:0"):
            np.testing.assert_array_equal(hm.match(graph, device=device).mates, expected.mates)
        verified = hm.match(graph, device="cuda", verify=True)
        self.assertGreaterEqual(verified.certified_ratio, 0.5)

    def test_devices_that_are_none(self):
        graph = random_graph(20, 4, 8)
        for device in ("", "gpu", "cuda:", "cuda:-1", "cuda:1x", "cuda:0,", "cuda: 0"):
            with self.subTest(device), self.assertRaisesRegex(hm.InvalidOption, "must be cpu, cuda"):
                hm.match(graph, device=device)
        with self.assertRaisesRegex(hm.Unsupported, "cuda:99"):
            hm.match(graph, device="cuda:99")
        with self.assertRaisesRegex(hm.InvalidOption, "name it by device"):
            hm.match(graph, stream=1)
        with self.assertRaisesRegex(hm.InvalidOption, "stream is"):
            hm.match(graph, device="cuda", stream="a")

    def test_devices_decide_the_parts(self):
        for data in (random_graph(50, 4, 8), hm.hypergraph([[0, 1], [1, 2]])):
            with self.assertRaisesRegex(hm.InvalidOption, "parts is 3, but several devices have a part each: here 2"):
                hm.match(data, algorithm="interior_first", parts=3, device="cuda:0,0")
            self.assertEqual(hm.match(data, algorithm="interior_first", device="cuda:0,0"),
                             hm.match(data, algorithm="interior_first", parts=2, device="cuda:0,0"))

    def test_progress_and_errors_of_calls(self):
        told = []
        graph = random_graph(20000, 5, 8)
        hm.match(graph, device="cuda", progress=lambda *facts: told.append(facts))
        with self.assertRaisesRegex(ZeroDivisionError, "division"):
            hm.match(graph, device="cuda", progress=lambda *facts: 1 // 0)
        self.assertEqual(hm.match(graph, device="cuda").size, hm.match(graph).size)

    def test_devices_are_listed(self):
        self.assertEqual(hm.devices()[0]["device"], "cuda:0")
        with self.assertRaisesRegex(hm.InvalidOption, "absolute path"):
            hm.use_device_library("library.so")
        with self.assertRaisesRegex(hm.Unsupported, "is loaded"):
            hm.use_device_library(STAND_IN)


    @unittest.skipUnless(STAND_IN.is_file(), "no stand-in")
    def test_a_library_that_is_named_is_the_one_that_is_loaded(self):
        program = ("import hypermatch as hm, sys; hm.use_device_library(sys.argv[1]); "
                   "assert hm.devices()[0]['name'] == 'host memory', hm.devices()")
        environment = {name: value for name, value in os.environ.items() if name != "HYPERMATCH_CUDA_LIBRARY"}
        done = subprocess.run([sys.executable, "-c", program, STAND_IN], env=environment, capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)


class Results(unittest.TestCase):
    def test_arrays_say_where_they_are(self):
        found = hm.match(matrix(random_graph(64, 4, 3)))
        held = found.mates.__cuda_array_interface__
        self.assertEqual((held["shape"], held["typestr"], held["version"]), ((64,), "<i4", 3))
        self.assertEqual(found.mates.__dlpack_device__(), (2, 0))
        self.assertIn("cuda:0", repr(found))
        with self.assertRaises(BufferError):
            found.mates.__dlpack__(copy=True)
        self.assertIn("dltensor", repr(found.mates.__dlpack__()))

    def test_an_array_outlives_its_result(self):
        mates = hm.match(matrix(random_graph(64, 4, 3))).mates
        for _ in range(3):
            hm.match(matrix(random_graph(64, 4, 4)))
        np.testing.assert_array_equal(mates.to_host(), hm.match(random_graph(64, 4, 3)).mates)


@unittest.skipUnless(HAS_GPU, "no GPU")
class OnAGpu(unittest.TestCase):
    def test_every_algorithm_of_graphs_and_hypergraphs_has_the_bytes_of_host_arrays(self):
        graph = random_graph(2000, 7, 8)
        hyper = random_matrix(900, 700, 0.005, 3)
        made = hm.graph(matrix(graph))
        for row in hm.algorithms("graph_matching"):
            if row["kind"] != "solver" or "cuda" not in row["backends"] or row["name"] in ("b_suitor", "interior_first"):
                continue
            with self.subTest(row["name"], variant=row["variant"]):
                options = {"algorithm": row["name"], "variant": row["variant"] or None}
                np.testing.assert_array_equal(hm.match(made, **options).mates.to_host(),
                                              hm.match(graph, device="cuda", **options).mates)
        with self.assertRaisesRegex(hm.Unsupported, "instances in host memory only"):
            hm.match(made, algorithm="interior_first")
        there = hm.hypergraph(array(hyper.indptr), array(hyper.indices))
        for variant in ("filtered", "crcw", "crew", "work_optimal"):
            np.testing.assert_array_equal(hm.match(there, variant=variant).edges.to_host(),
                                          hm.match(hm.hypergraph(hyper.indptr, hyper.indices)).edges)
        for capacity in (2, np.arange(2000) % 3 + 1):
            for name in ("local_max", "b_suitor"):
                found = hm.b_match(made, capacity, algorithm=name)
                expected = hm.b_match(graph, capacity)
                self.assertEqual(found.num_pairs, len(expected))
        for name in ("louvain", "leiden", "label_propagation"):
            found = hm.cluster(made, algorithm=name)
            expected = hm.cluster(graph, algorithm=name)
            np.testing.assert_array_equal(found.labels.to_host(), expected.labels)
            self.assertEqual(found.quality, expected.quality)
        rows = random_matrix(500, 400, 0.01, 4)
        for name in ("ms_bfs", "apfb", "apsb"):
            found = hm.bipartite(matrix(rows), algorithm=name)
            self.assertEqual(found.num_pairs, hm.bipartite(rows).weight)
            self.assertEqual(hm.bipartite(rows, algorithm=name, device="cuda", verify=True).weight, found.num_pairs)

    def test_streams_of_cupy_and_pytorch(self):
        graph = random_graph(30000, 7, 8)
        expected = hm.match(graph).mates
        stream = cupy.cuda.Stream(non_blocking=True)
        with stream:
            weights = cupy.zeros(graph.nnz)
            # Long work on the caller's stream, in front of the values.
            for _ in range(50):
                weights += cupy.sqrt(weights + 1)
            weights = cupy.asarray(graph.data) + 0 * weights
            held = cupyx.scipy.sparse.csr_matrix((weights, cupy.asarray(graph.indices), cupy.asarray(graph.indptr)),
                                                 shape=graph.shape)
            np.testing.assert_array_equal(hm.match(held, stream=stream).mates.to_host(), expected)
            np.testing.assert_array_equal(hm.match(held).mates.to_host(), expected)

    def test_pytorch(self):
        import torch

        graph = random_graph(3000, 7, 8)
        u, v, w = (torch.from_numpy(np.ascontiguousarray(each)).cuda() for each in ends_of(graph))
        expected = hm.match(graph).mates
        mates = torch.from_dlpack(hm.match(hm.graph(u.long(), v.long(), w, num_vertices=3000)).mates)
        self.assertTrue(mates.is_cuda)
        np.testing.assert_array_equal(mates.cpu().numpy(), expected)
        held = torch.sparse_csr_tensor(torch.from_numpy(graph.indptr), torch.from_numpy(graph.indices),
                                       torch.from_numpy(graph.data), size=graph.shape).cuda()
        np.testing.assert_array_equal(cupy.asnumpy(cupy.asarray(hm.match(held).mates)), expected)
        np.testing.assert_array_equal(cupy.asnumpy(cupy.from_dlpack(hm.match(held).mates)), expected)

    def test_graclus_is_that_of_host_memory(self):
        import torch

        from hypermatch.torch import graclus

        graph = sparse.coo_array(random_graph(3000, 7, 8))
        ends = torch.from_numpy(np.stack((graph.row, graph.col)).astype(np.int64))
        weight = torch.from_numpy(graph.data)
        for given in (None, weight, weight.float()):
            there = None if given is None else given.cuda()
            found = graclus(ends.cuda(), there, 3000)
            self.assertTrue(found.is_cuda)
            self.assertTrue(torch.equal(found.cpu(), graclus(ends, given, 3000)))

    def test_hostile_arrays(self):
        """Arrays of wrong numbers are errors, and the device works after each of them."""
        rng = np.random.default_rng(4)
        graph = random_graph(60, 4, 5)
        expected = hm.match(graph).mates
        kept = hm.graph(matrix(graph))
        refused = 0
        for _ in range(2000):
            size = int(rng.integers(1, 30))
            values = [array(rng.integers(-3, 40, size).astype(rng.choice(["<i4", "<i8", "<u4"]))) for _ in range(2)]
            try:
                if rng.integers(2):
                    hm.match(hm.graph(*values, num_vertices=int(rng.integers(0, 45))))
                else:
                    hm.match(hm.hypergraph(*values))
            except hm.Error as error:
                self.assertNotIsInstance(error, hm.DeviceError)
                refused += 1
        self.assertGreater(refused, 1000)
        np.testing.assert_array_equal(hm.match(kept).mates.to_host(), expected)

    def test_a_call_of_a_small_graph_costs_little_more_than_the_device(self):
        made = hm.graph(matrix(random_graph(400, 5, 5)))
        hm.match(made)
        found = hm.match(made)
        self.assertGreater(found.stats["device_seconds"], 0)


if __name__ == "__main__":
    unittest.main()
