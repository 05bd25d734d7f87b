// SPDX-License-Identifier: MIT
// State of a call: the graph by rows, its transpose once it is needed, the matching, and the
// statistics. Algorithms enlarge the matching by augmenting paths that begin in free rows.
#pragma once

#include <chrono>
#include <optional>
#include <string>

#include "hypermatch/array.hpp"
#include "hypermatch/bipartite.hpp"
#include "hypermatch/bipartite_matching.hpp"
#include "hypermatch/context.hpp"
#include "hypermatch/types.hpp"

namespace hypermatch::detail::bipartite_matching {

/// Whether an algorithm runs on the calling thread alone or on all of its context.
enum class Threads { one, all };

class Problem {
 public:
  Problem(const Context& context, const BipartiteView& graph, Threads threads);
  /// Takes the transpose, which must outlive the problem.
  Problem(const Context& context, const BipartiteView& graph, const BipartiteView& by_columns,
          Threads threads);

  /// The transpose: made by the first call, which counts as `prepare_seconds`.
  [[nodiscard]] BipartiteView by_columns();
  /// True once the transpose was made.
  [[nodiscard]] bool has_columns() const { return by_columns_.has_value(); }
  /// The free rows that have a neighbour, ascending.
  [[nodiscard]] Array<VertexId> free_rows() const;
  /// How many pairs are matched.
  [[nodiscard]] std::uint64_t count_matched() const;
  /// The matching with its cardinality, to be handed out; nothing may be asked afterwards.
  [[nodiscard]] BipartiteMatching take();

  const Context& context;
  BipartiteView graph;  ///< by rows
  Threads threads;
  BipartiteMatching matching;

 private:
  std::optional<Bipartite> transposed_;
  std::optional<BipartiteView> by_columns_;  // of it, or of the caller
};

/// Seconds since it was made.
class Stopwatch {
 public:
  [[nodiscard]] double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
  }

 private:
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

/// Enlarges the matching of `problem` until it is maximum.
using Grow = void(Problem& problem);

/// Description of an algorithm for the common frame.
struct Algorithm {
  const char* name;
  BipartiteStart start;  ///< where the options leave it open
  Threads threads;       ///< of the start, too
};

/// The frame of every algorithm: the start, then `grow`, unless one side has no free vertex left.
[[nodiscard]] BipartiteMatching solve(const Context& context, const BipartiteView& graph,
                                      const BipartiteOptions& options, const Algorithm& algorithm,
                                      Grow* grow);

}  // namespace hypermatch::detail::bipartite_matching
