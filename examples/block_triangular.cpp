// SPDX-License-Identifier: MIT
// Permutes a sparse matrix into block triangular form: a largest matching of its rows and columns,
// then the decomposition of Dulmage and Mendelsohn. Prints the blocks and the permuted pattern.
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "hypermatch/bipartite_matching.hpp"
#include "hypermatch/dulmage_mendelsohn.hpp"

int main() {
  try {
    // A 6 x 6 matrix; row 5 repeats the pattern of row 4, so that it is structurally singular.
    const std::vector<hypermatch::Offset> offsets = {0, 2, 4, 7, 9, 10, 11};
    const std::vector<hypermatch::VertexId> columns = {0, 3, 1, 4, 0, 2, 3, 3, 0, 4, 4};
    // docs: begin
    const hypermatch::Context context({.threads = 1});
    const hypermatch::BipartiteView matrix{6, 6, offsets, columns};
    const auto largest = hypermatch::maximum_matching(context, matrix);
    const auto blocks = hypermatch::dulmage_mendelsohn(context, matrix, largest.row_mates);
    for (std::size_t b = 0; b < blocks.num_blocks(); ++b) {
      std::printf("block %zu: rows", b);
      for (auto i = blocks.row_begin[b]; i < blocks.row_begin[b + 1]; ++i) {
        std::printf(" %u", blocks.row_order[i]);
      }
      std::printf(", %llu columns\n", static_cast<unsigned long long>(blocks.column_begin[b + 1] -
                                                                      blocks.column_begin[b]));
    }
    // docs: end
    std::printf("structural rank %llu; %zu square blocks, from block %zu on\n",
                static_cast<unsigned long long>(blocks.structural_rank), blocks.num_square_blocks,
                blocks.first_square_block);
    // Below the diagonal blocks there is nothing.
    std::vector<std::size_t> block_of_column(6);
    for (std::size_t b = 0; b < blocks.num_blocks(); ++b) {
      for (auto i = blocks.column_begin[b]; i < blocks.column_begin[b + 1]; ++i) {
        block_of_column[blocks.column_order[i]] = b;
      }
    }
    std::size_t below = 0;
    for (std::size_t b = 0; b < blocks.num_blocks(); ++b) {
      for (auto i = blocks.row_begin[b]; i < blocks.row_begin[b + 1]; ++i) {
        for (const auto column : matrix.columns_of(blocks.row_order[i])) {
          below += block_of_column[column] < b ? 1 : 0;
        }
      }
    }
    std::printf("%zu entries below the blocks\n", below);
  } catch (const hypermatch::Error& error) {
    std::fprintf(stderr, "error: %s\n", error.what());
    return EXIT_FAILURE;
  }
  return EXIT_SUCCESS;
}
