# SPDX-License-Identifier: MIT
"""`hypermatch.scanpy.leiden` on data of scanpy, beside its own function."""

import unittest

import anndata
import numpy as np
import scanpy
from sklearn.datasets import make_blobs
from sklearn.metrics import adjusted_rand_score

import hypermatch.scanpy


def cells(seed=0, centers=6):
    points, truth = make_blobs(600, n_features=20, centers=centers, cluster_std=2.5, random_state=seed)
    data = anndata.AnnData(points.astype(np.float32))
    scanpy.pp.neighbors(data, n_neighbors=12)
    return data, truth


class Leiden(unittest.TestCase):
    def test_finds_what_scanpy_finds(self):
        data, truth = cells()
        hypermatch.scanpy.leiden(data, 0.5)
        scanpy.tl.leiden(data, 0.5, key_added="theirs", flavor="igraph", n_iterations=-1)
        self.assertEqual(data.obs["leiden"].dtype, "category")
        self.assertEqual(data.obs["leiden"].cat.categories.tolist(), data.obs["theirs"].cat.categories.tolist())
        self.assertGreater(adjusted_rand_score(data.obs["leiden"], data.obs["theirs"]), 0.99)
        self.assertGreater(adjusted_rand_score(data.obs["leiden"], truth), 0.99)

    def test_quality_is_not_below(self):
        for seed in range(4):
            data, _ = cells(seed, centers=3)
            hypermatch.scanpy.leiden(data, 1.0, random_state=seed)
            scanpy.tl.leiden(data, 1.0, key_added="theirs", flavor="igraph", n_iterations=2, random_state=seed)
            self.assertGreater(data.uns["leiden"]["modularity"], data.uns["theirs"]["modularity"] - 1e-3)

    def test_plots_and_copies(self):
        data, _ = cells()
        copied = hypermatch.scanpy.leiden(data, copy=True, key_added="groups")
        self.assertNotIn("groups", data.obs)
        scanpy.tl.rank_genes_groups(copied, "groups", method="t-test")
        self.assertIn("rank_genes_groups", copied.uns)


if __name__ == "__main__":
    unittest.main()
