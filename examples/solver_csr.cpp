// SPDX-License-Identifier: MIT
// Pairwise aggregation for algebraic multigrid, from a solver's arrays: int32 CSR with a diagonal,
// as PETSc, Eigen and MKL hold it. Prints what was copied, the pairs, and the coarse matrix's size.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "hypermatch/coarsen.hpp"
#include "hypermatch/graph_matching.hpp"
#include "hypermatch/solver_csr.hpp"

namespace {

// What a solver hands over.
struct Matrix {
  std::vector<int> row_pointers = {0};
  std::vector<int> columns;
  std::vector<double> values;
};

// Five points on a k x k grid; coupling along rows of the grid is a hundred times that across.
Matrix poisson(int k) {
  Matrix a;
  const auto entry = [&a](int column, double value) {
    a.columns.push_back(column);
    a.values.push_back(value);
  };
  for (int i = 0; i < k * k; ++i) {
    if (i >= k) entry(i - k, -1);
    if (i % k > 0) entry(i - 1, -100);
    entry(i, 202);
    if (i % k < k - 1) entry(i + 1, -100);
    if (i < k * k - k) entry(i + k, -1);
    a.row_pointers.push_back(static_cast<int>(a.columns.size()));
  }
  return a;
}

}  // namespace

int main() {
  try {
    const Matrix a = poisson(20);
    // docs: begin
    const hypermatch::Context context;
    const hypermatch::SolverCsr matrix{.num_rows = a.row_pointers.size() - 1,
                                       .num_columns = a.row_pointers.size() - 1,
                                       .offsets = a.row_pointers,  // any 4 or 8-byte integers
                                       .columns = a.columns,
                                       .values = a.values};
    // Weights are |a_ij|; the diagonal is left out.
    const auto graph = hypermatch::graph_of(context, matrix);
    const auto pairs = hypermatch::local_max(context, graph.view);
    const auto coarse = hypermatch::contract(context, graph.view, pairs.mates);
    // docs: end
    const auto pattern = hypermatch::bipartite_of(context, matrix);
    std::printf("pattern: %llu bytes of offsets and %llu of columns copied\n",
                static_cast<unsigned long long>(pattern.copied.offsets),
                static_cast<unsigned long long>(pattern.copied.columns));
    std::printf("graph: %llu bytes copied\n",
                static_cast<unsigned long long>(graph.copied.total()));
    int strong = 0;
    for (std::size_t v = 0; v < pairs.mates.size(); ++v) strong += pairs.mates[v] == v + 1 ? 1 : 0;
    std::printf("%zu unknowns, %d pairs along strong couplings, %u coarse unknowns\n",
                pairs.mates.size(), strong, coarse.graph.num_vertices);
  } catch (const hypermatch::Error& error) {
    std::fprintf(stderr, "error: %s\n", error.what());
    return EXIT_FAILURE;
  }
  return EXIT_SUCCESS;
}
