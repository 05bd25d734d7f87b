# SPDX-License-Identifier: MIT
"""Adapters to scikit-learn, scanpy and PyTorch. Of the last two only what needs neither package."""

import importlib.util
import types
import unittest

import networkx as nx
import numpy as np
import pandas as pd
from instances import random_graph
from sklearn.datasets import make_blobs
from sklearn.metrics import adjusted_rand_score
from sklearn.utils.estimator_checks import check_estimator

import hypermatch as hm
import hypermatch.scanpy
import hypermatch.torch
from hypermatch.sklearn import CommunityClustering


class ScikitLearn(unittest.TestCase):
    def test_passes_its_checks(self):
        check_estimator(CommunityClustering())
        check_estimator(CommunityClustering(n_clusters=3))

    def test_finds_blobs(self):
        points, truth = make_blobs(400, centers=5, random_state=2)
        for made in (CommunityClustering(n_clusters=5), CommunityClustering(resolution=0.3, n_jobs=2)):
            self.assertGreater(adjusted_rand_score(truth, made.fit_predict(points)), 0.8)
        self.assertEqual(CommunityClustering(n_clusters=4).fit(points).labels_.max(), 3)

    def test_precomputed(self):
        a = nx.to_numpy_array(nx.karate_club_graph())
        found = CommunityClustering(affinity="precomputed", random_state=1).fit(a)
        self.assertAlmostEqual(found.quality_, hm.cluster(nx.karate_club_graph()).quality, delta=0.01)
        with self.assertRaisesRegex(ValueError, "must be square"):
            CommunityClustering(affinity="precomputed").fit(a[:5])
        with self.assertRaisesRegex(ValueError, "affinity is 'knn'"):
            CommunityClustering(affinity="knn").fit(a)


class Scanpy(unittest.TestCase):
    def data(self):
        graph = random_graph(300, 8, 1)
        return types.SimpleNamespace(obs=pd.DataFrame(index=[f"c{i}" for i in range(300)]), obsp={"connectivities": graph},
                                     uns={"neighbors": {"connectivities_key": "connectivities"}})

    def test_leiden(self):
        adata = self.data()
        self.assertIsNone(hypermatch.scanpy.leiden(adata, 0.8, random_state=3))
        sizes = adata.obs["leiden"].value_counts(sort=False)
        self.assertEqual(list(sizes.index), [str(i) for i in range(len(sizes))])
        self.assertTrue((np.diff(sizes.to_numpy()) <= 0).all())
        expected = hm.cluster(adata.obsp["connectivities"], resolution=0.8, seed=3)
        self.assertEqual(len(sizes), expected.num_communities)
        self.assertAlmostEqual(adata.uns["leiden"]["modularity"], expected.quality)
        with self.assertRaisesRegex(KeyError, "pp.neighbors"):
            hypermatch.scanpy.leiden(types.SimpleNamespace(uns={}))


class Torch(unittest.TestCase):
    def convert(self):
        if importlib.util.find_spec("torch") is None:
            return [np.asarray]
        import torch

        return [np.asarray, torch.as_tensor]

    def test_graclus(self):
        for make in self.convert():
            ends = make(np.array([[0, 1, 1, 2, 3, 2], [1, 0, 2, 1, 2, 3]]))
            weight = make(np.array([1.0, 1.0, 5.0, 5.0, 1.0, 1.0]))
            self.assertEqual(hypermatch.torch.graclus(ends, weight).tolist(), [0, 1, 1, 3])
            self.assertEqual(hypermatch.torch.graclus(ends, num_nodes=6).tolist()[4:], [4, 5])

    def test_pooling(self):
        for make in self.convert():
            ends = make(np.array([[0, 1, 2, 3], [1, 2, 3, 0]]))
            x = make(np.array([[1.0], [2.0], [4.0], [8.0]]))
            pooled, edges, batch, cluster = hypermatch.torch.pool_edges(
                x, ends, make(np.array([0.5, 0.9, 0.1, 0.2])), make(np.array([0, 0, 0, 0])))
            self.assertEqual(cluster.tolist(), [0, 1, 1, 0])
            np.testing.assert_allclose(np.asarray(pooled), [[9 * 0.2], [6 * 0.9]])
            self.assertEqual(edges.tolist(), [[0, 1], [1, 0]])
            self.assertEqual(batch.tolist(), [0, 0])

    def test_pooling_of_integers_and_of_hard_shapes(self):
        for make in self.convert():
            ends, score = make(np.array([[0, 2], [1, 3]])), make(np.array([0.5, 0.25]))
            for dtype in (np.int64, np.uint8, bool):
                pooled = hypermatch.torch.pool_edges(make(np.ones((4, 1), dtype)), ends, score)[0]
                np.testing.assert_allclose(np.asarray(pooled), [[1.0], [0.5]])
            with self.assertRaisesRegex(hm.InvalidInput, "batch has 1 items for 4 nodes"):
                hypermatch.torch.pool_edges(make(np.ones((4, 1))), ends, score, make(np.array([0])))
            with self.assertRaisesRegex(hm.InvalidInput, "x has no dimension"):
                hypermatch.torch.pool_edges(make(np.float64(3)), ends, score)
        pooled, edges, _, cluster = hypermatch.torch.pool_edges(np.ones((2, 1)), [[], []], [])
        self.assertEqual((pooled.shape, edges.shape, cluster.tolist()), ((2, 1), (2, 0), [0, 1]))


if __name__ == "__main__":
    unittest.main()
