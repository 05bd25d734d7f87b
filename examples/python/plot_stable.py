# SPDX-License-Identifier: MIT
"""
Stable pairs and greedy pairs
=============================

Applicants and places rank each other. Pairs taken by the sum of ranks, best first, leave pairs that would both rather have each
other: they block. A stable matching has none, and :func:`hypermatch.verify` proves it.
"""

import matplotlib.pyplot as plt
import numpy as np

import hypermatch as hm

n = 150
rng = np.random.default_rng(3)
# Tastes differ, but some are popular.
applicants = np.argsort(rng.random((n, n)) + np.linspace(0, 1.2, n), axis=1)
places = np.argsort(rng.random((n, n)) + np.linspace(0, 1.2, n), axis=1)
rank_of_place = np.argsort(applicants, axis=1)
rank_of_applicant = np.argsort(places, axis=1)


def greedy():
    """Pairs by the sum of both ranks."""
    total = rank_of_place + rank_of_applicant.T
    mates = np.full(n, -1)
    free = np.ones(n, bool)
    for a, p in zip(*np.unravel_index(np.argsort(total, axis=None, kind="stable"), total.shape)):
        if mates[a] < 0 and free[p]:
            mates[a], free[p] = p, False
    return mates


def blocking(mates):
    """Pairs that both like better than what they have."""
    of_place = np.argsort(mates)
    better = rank_of_place < rank_of_place[np.arange(n), mates][:, None]
    wanted = rank_of_applicant < rank_of_applicant[np.arange(n), of_place][:, None]
    return better & wanted.T


stable = hm.stable(applicants, places)
assert hm.verify(hm.preferences(applicants, places), stable)
matchings = {"greedy by the sum of ranks": greedy(), "stable": stable.pairs[np.argsort(stable.pairs[:, 0]), 1]}

figure, panels = plt.subplots(1, 2, figsize=(9, 4.4), sharey=True)
for panel, (name, mates) in zip(panels, matchings.items()):
    pairs = blocking(mates)
    print(f"{name}: {pairs.sum()} blocking pairs, mean rank of applicants {rank_of_place[np.arange(n), mates].mean() + 1:.1f}")
    panel.plot(mates, np.arange(n), ".", markersize=3, color="tab:blue", label="pairs")
    panel.plot(*np.nonzero(pairs)[::-1], "x", markersize=4, color="tab:red", label="blocking pairs")
    panel.legend(loc="lower left")
    panel.set(aspect="equal", title=f"{name}: {pairs.sum()} blocking pairs", xlabel="place")
panels[0].set_ylabel("applicant")
figure.tight_layout()
