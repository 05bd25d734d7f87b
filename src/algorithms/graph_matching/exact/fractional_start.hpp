// SPDX-License-Identifier: MIT
// Start of the blossom algorithm: a heaviest half-integral matching and its dual.
#pragma once

#include <optional>
#include <vector>

#include "algorithms/graph_matching/exact/event_heap.hpp"
#include "algorithms/graph_matching/exact/exact_rows.hpp"
#include "parallel/host/stop_check.hpp"

namespace hypermatch::detail::graph_matching::exact {

/// Matching and dual that the blossom algorithm starts from. Matched edges are tight; with
/// `may_leave`, a vertex without a mate and without a dual is done.
struct Start {
  std::vector<VertexId> mates;  ///< size n, or k_none
  std::vector<Value> duals;     ///< size n
};

/// Vertices that a search looks at in the first round, and how much more in each next one. A search
/// that comes to its limit has lowered the duals around its root: others end there the sooner, and
/// it goes on once they have had their turn.
inline constexpr std::uint64_t k_first_limit = 100;
inline constexpr std::uint64_t k_limit_factor = 4;

/// The greedy matching of locally heaviest edges with its dual: that of a vertex is half its
/// heaviest edge, lowered as its slacks allow in one sweep over the vertices. `may_leave`: duals
/// stay at least 0.
[[nodiscard]] Start greedy_start(const ExactRows& rows, bool may_leave, parallel::StopCheck& stop);

/// Searches shortest augmenting paths from the free vertices, one by one, on the graph whose odd
/// cycles may be matched by halves: a path ends at a free vertex, at an odd cycle, at a vertex
/// whose dual is 0, or by closing an odd cycle of its own. Each odd cycle then leaves one vertex
/// free. A vertex that no path leads away from stays free.
class FractionalStart {
 public:
  FractionalStart(const ExactRows& rows, bool may_leave, Start& start, parallel::StopCheck& stop);
  /// Nothing, or where a perfect matching is asked for and a tree has no edge to leave it, a
  /// barrier: the odd vertices of that tree.
  [[nodiscard]] std::optional<std::vector<VertexId>> run();

 private:
  enum class Label : std::uint8_t { none, even, odd };
  enum class End : std::uint8_t { none, leave, free, cycle, close };
  struct State {
    Value least = k_never;   // over even u: y'(u) - w(u, v)
    VertexId from = k_none;  // that u
    VertexId next = k_none;  // on an odd cycle
    Label label = Label::none;
  };

  enum class Outcome : std::uint8_t { ended, stopped, barred };

  Outcome search(VertexId root, std::uint64_t limit);
  void make_even(VertexId v);
  void scan(VertexId u);
  bool grow();
  void end_at(End end, Value when, VertexId u, VertexId v);
  void apply_end();
  void close_duals();
  void flip_path(VertexId x, VertexId mate);
  void open_cycle(VertexId v);
  void close_cycle(VertexId u, VertexId v);
  [[nodiscard]] VertexId parent_of(VertexId even) const;
  void leave_cycles();

  const ExactRows& rows_;
  const bool may_leave_;
  std::vector<VertexId>& mates_;
  std::vector<Value>& y_;
  parallel::StopCheck& stop_;
  std::vector<State> state_;
  std::vector<VertexId> labelled_;
  std::vector<VertexId> barrier_;
  std::vector<VertexId> seen_;  // with a `least`
  std::vector<VertexId> to_scan_;
  EventHeap grow_;
  Value now_ = 0;
  Value bound_ = k_never;
  End end_ = End::none;
  VertexId end_u_ = k_none;
  VertexId end_v_ = k_none;
};

}  // namespace hypermatch::detail::graph_matching::exact
