# SPDX-License-Identifier: MIT
"""`hypermatch.torch` beside PyTorch Geometric: clusters that its pooling takes, and gradients of pooled features."""

import unittest

import torch
from torch_geometric.data import Batch, Data
from torch_geometric.nn.pool import EdgePooling, avg_pool
from torch_geometric.utils import barabasi_albert_graph, is_undirected, to_undirected

import hypermatch.torch


class Pooling(unittest.TestCase):
    def graph(self, seed=1):
        torch.manual_seed(seed)
        edges = to_undirected(barabasi_albert_graph(200, 4))
        upper = edges[0] < edges[1]
        half = edges[:, upper]
        weight = torch.rand(half.size(1))
        return torch.cat([half, half.flip(0)], 1), torch.cat([weight, weight]), torch.randn(200, 8)

    def test_clusters_are_a_maximal_matching_that_avg_pool_takes(self):
        edges, weight, x = self.graph()
        cluster = hypermatch.torch.graclus(edges, weight, 200)
        self.assertEqual(cluster.dtype, torch.int64)
        sizes = torch.bincount(cluster, minlength=200)
        self.assertLessEqual(int(sizes.max()), 2)
        alone = sizes[cluster] == 1
        self.assertFalse(bool((alone[edges[0]] & alone[edges[1]]).any()))
        pooled = avg_pool(cluster, Batch.from_data_list([Data(x=x, edge_index=edges)]))
        self.assertEqual(pooled.x.shape, (int((sizes > 0).sum()), 8))
        self.assertTrue(is_undirected(pooled.edge_index))

    def test_pooling_is_that_of_edge_pooling(self):
        """EdgePooling contracts edges by falling score, and so does the matching here."""
        edges, score, x = self.graph(2)
        layer = EdgePooling(8, edge_score_method=lambda raw, *_: raw, add_to_edge_score=0.0, dropout=0.0)
        # Its layer scores an edge by features; a score of our own stands in for it.
        merged = layer._merge_edges(x, edges, torch.zeros(200, dtype=torch.int64), score)
        pooled, between, batch, cluster = hypermatch.torch.pool_edges(x, edges, score, torch.zeros(200, dtype=torch.int64))
        self.assertEqual(pooled.shape, merged[0].shape)
        theirs = merged[3].cluster
        self.assertEqual(len({(a, b) for a, b in zip(cluster.tolist(), theirs.tolist())}), pooled.size(0))
        order = torch.empty(pooled.size(0), dtype=torch.int64)
        order[cluster] = theirs
        torch.testing.assert_close(pooled, merged[0][order])
        self.assertEqual(int(batch.sum()), 0)
        self.assertEqual(between.max().item(), pooled.size(0) - 1)

    def test_gradients_reach_features_and_scores(self):
        edges, score, x = self.graph(3)
        # In one direction: where both have one score, that of the pair is the larger one, which has no derivative.
        edges, score = edges[:, : score.numel() // 2], score[: score.numel() // 2]
        x, score = x[:, :2].double().requires_grad_(), score.double().requires_grad_()
        self.assertTrue(torch.autograd.gradcheck(lambda a, b: hypermatch.torch.pool_edges(a, edges, b)[0], (x, score), fast_mode=True))


if __name__ == "__main__":
    unittest.main()
