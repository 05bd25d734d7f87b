// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

#include "hypermatch/error.hpp"
#include "hypermatch/matrix_scaling.hpp"

namespace hypermatch {

namespace {

// Cuts the cycles and paths of a matching into pivots.
class PivotCutter {
 public:
  PivotCutter(const BipartiteView& graph, const WeightsView& values,
              const ProductMatching& matching)
      : matching_(matching), diagonal_(graph.num_rows, 0.0), done_(graph.num_rows, false) {
    answer_.exponents.resize(graph.num_rows);
    for (VertexId r = 0; r < graph.num_rows; ++r) {
      answer_.exponents[r] = (matching.row_exponents[r] + matching.column_exponents[r]) / 2;
      for (Offset e = graph.offsets[r]; e < graph.offsets[r + 1]; ++e) {
        if (graph.columns[e] != r) continue;
        const double size = std::fabs(weight_at(values, e)) * std::exp2(2 * answer_.exponents[r]);
        diagonal_[r] = std::max(diagonal_[r], size);
      }
    }
  }

  SymmetricPivots run() {
    // Paths begin at rows whose column has no row.
    for (VertexId r = 0; r < done_.size(); ++r) {
      if (matching_.column_mates[r] == k_none) cut_path(r);
    }
    for (VertexId r = 0; r < done_.size(); ++r) {
      if (!done_[r]) cut_cycle(r);
    }
    std::sort(answer_.pivots.begin(), answer_.pivots.end(),
              [](const Pivot& a, const Pivot& b) { return a.first < b.first; });
    return std::move(answer_);
  }

 private:
  // The rows from this one on along the matching, until one that was met or has no mate.
  void follow(VertexId row) {
    rows_.clear();
    // Ends: each row is met once.
    while (row != k_none && !done_[row]) {
      done_[row] = true;
      rows_.push_back(row);
      row = matching_.row_mates[row];
    }
  }
  void add_one(VertexId row) { answer_.pivots.push_back({row, k_none}); }
  void add_pairs(std::size_t first) {
    const std::size_t size = rows_.size();
    for (std::size_t i = 0; i + 1 < size; i += 2) {
      const auto [low, high] =
          std::minmax(rows_[(first + i) % size], rows_[(first + i + 1) % size]);
      answer_.pivots.push_back({low, high});
    }
  }
  void cut_path(VertexId row) {
    follow(row);
    add_pairs(0);
    if (rows_.size() % 2 != 0) add_one(rows_.back());
  }
  void cut_cycle(VertexId row) {
    follow(row);
    if (rows_.size() % 2 == 0) {
      add_pairs(rows_.size() > 2 && determinants(1) > determinants(0) ? 1 : 0);
      return;
    }
    std::size_t alone = 0;
    for (std::size_t i = 1; i < rows_.size(); ++i) {
      if (diagonal_[rows_[i]] > diagonal_[rows_[alone]]) alone = i;
    }
    add_one(rows_[alone]);
    add_pairs(alone + 1);
  }
  // The logarithm of the product of the pairs' determinants; the entries beside the diagonal are 1.
  [[nodiscard]] double determinants(std::size_t first) const {
    double sum = 0;
    for (std::size_t i = 0; i < rows_.size(); i += 2) {
      const double product =
          diagonal_[rows_[first + i]] * diagonal_[rows_[(first + i + 1) % rows_.size()]];
      sum += std::log2(std::fabs(1 - product));
    }
    return sum;
  }

  const ProductMatching& matching_;
  std::vector<double> diagonal_;  // sizes after scaling
  std::vector<bool> done_;
  std::vector<VertexId> rows_;  // of the cycle or path
  SymmetricPivots answer_;
};

// Throws for an entry that differs in size from the one on the other side of the diagonal; of
// repeated ones the largest counts.
void check_symmetry(const BipartiteView& graph, const WeightsView& values) {
  const VertexId n = graph.num_rows;
  std::vector<Offset> first(n + std::size_t{1}, 0);
  for (const VertexId c : graph.columns) ++first[c + std::size_t{1}];
  for (VertexId c = 0; c < n; ++c) first[c + std::size_t{1}] += first[c];
  struct Entry {
    VertexId row;
    double size;
  };
  std::vector<Entry> by_column(graph.columns.size());
  std::vector<Offset> next(first.begin(), first.end() - 1);
  for (VertexId r = 0; r < n; ++r) {
    for (Offset e = graph.offsets[r]; e < graph.offsets[r + 1]; ++e) {
      by_column[next[graph.columns[e]]++] = {r, std::fabs(weight_at(values, e))};
    }
  }
  std::vector<double> in_row(n, 0.0);
  std::vector<double> in_column(n, 0.0);
  for (VertexId r = 0; r < n; ++r) {
    for (Offset e = graph.offsets[r]; e < graph.offsets[r + 1]; ++e) {
      double& size = in_row[graph.columns[e]];
      size = std::max(size, std::fabs(weight_at(values, e)));
    }
    for (Offset i = first[r]; i < first[r + std::size_t{1}]; ++i) {
      double& size = in_column[by_column[i].row];
      size = std::max(size, by_column[i].size);
    }
    const auto check = [&](VertexId c) {
      if (in_row[c] == in_column[c]) return;
      throw Error(ErrorCode::invalid_input,
                  "a symmetric matrix is needed, row " + std::to_string(r + std::uint64_t{1}) +
                      " and column " + std::to_string(c + std::uint64_t{1}) +
                      " have an entry of another size than column and row");
    };
    for (Offset e = graph.offsets[r]; e < graph.offsets[r + 1]; ++e) check(graph.columns[e]);
    for (Offset i = first[r]; i < first[r + std::size_t{1}]; ++i) check(by_column[i].row);
    for (Offset e = graph.offsets[r]; e < graph.offsets[r + 1]; ++e) in_row[graph.columns[e]] = 0;
    for (Offset i = first[r]; i < first[r + std::size_t{1}]; ++i) in_column[by_column[i].row] = 0;
  }
}

}  // namespace

SymmetricPivots symmetric_pivots(const BipartiteView& graph, const WeightsView& values,
                                 const ProductMatching& matching) {
  if (graph.num_rows != graph.num_columns) {
    throw Error(ErrorCode::invalid_input, "there are " + std::to_string(graph.num_rows) +
                                              " rows and " + std::to_string(graph.num_columns) +
                                              " columns, a symmetric matrix is square");
  }
  const std::size_t n = graph.num_rows;
  const auto fits = [&](const std::vector<VertexId>& mates) {
    return mates.size() == n && std::all_of(mates.begin(), mates.end(), [&](VertexId mate) {
             return mate == k_none || mate < n;
           });
  };
  if (!fits(matching.row_mates) || !fits(matching.column_mates) ||
      matching.row_exponents.size() != n || matching.column_exponents.size() != n) {
    throw Error(ErrorCode::invalid_input, "the matching must be one of this matrix");
  }
  check_symmetry(graph, values);
  return PivotCutter(graph, values, matching).run();
}

}  // namespace hypermatch
