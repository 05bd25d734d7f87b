# SPDX-License-Identifier: MIT
"""
Block triangular form
=====================

Rows and columns of a matrix are put in an order in which it is block upper triangular: the decomposition of Dulmage and Mendelsohn.
Systems of equations are then solved block by block, from the last one up.
"""

import matplotlib.pyplot as plt
import numpy as np
import scipy.sparse as sparse

import hypermatch as hm

rng = np.random.default_rng(8)
sizes = [14, 9, 1, 6, 1, 12, 3, 8]
blocks = [[sparse.random_array((r, c), density=0.25 if i == j else (0.03 if j > i else 0), rng=rng) for j, c in enumerate(sizes)]
          for i, r in enumerate(sizes)]
matrix = sparse.csr_array(sparse.block_array(blocks)) + sparse.eye_array(sum(sizes))
matrix = matrix[rng.permutation(sum(sizes))][:, rng.permutation(sum(sizes))]

form = hm.dulmage_mendelsohn(matrix)
print(f"structural rank {form.structural_rank}, {form.num_square_blocks} blocks on the diagonal")

figure, panels = plt.subplots(1, 2, figsize=(9, 4.6))
panels[0].spy(matrix, markersize=2.5)
panels[0].set_title("as it comes")
panels[1].spy(matrix[form.row_order][:, form.column_order], markersize=2.5)
panels[1].set_title("in block triangular form")
for top, bottom, left, right in zip(form.row_begin, form.row_begin[1:], form.column_begin, form.column_begin[1:]):
    panels[1].add_patch(plt.Rectangle((left - 0.5, top - 0.5), right - left, bottom - top, fill=False, color="tab:red"))
figure.tight_layout()
