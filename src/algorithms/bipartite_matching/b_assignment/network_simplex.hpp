// SPDX-License-Identifier: MIT
// The network simplex method (Dantzig 1963; strongly feasible trees: Cunningham 1976,
// doi:10.1007/BF01580379; block search: Grigoriadis 1986, doi:10.1007/BFb0121082) for
// b-assignments.
//
// The network: an arc of capacity 1 from each row to each of its columns, and a hub with an arc to
// each row and from each column, whose flow is the number of pairs of that vertex, between its
// bounds. A circulation is a set of pairs within the bounds. The first tree is made of the hub's
// arcs; a vertex whose arc cannot send more to the hub gets a spare arc to the hub instead, which
// is free where that changes no bound and otherwise too dear for any optimum. From each vertex of
// a strongly feasible tree flow can be sent to the root, so no tree comes twice.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "algorithms/bipartite_matching/common/pair_network.hpp"
#include "parallel/host/stop_check.hpp"

namespace hypermatch::detail::bipartite_matching {

template <class T>
class NetworkSimplex {
 public:
  /// `value_of(entry)`: the weight of an entry as an integer. `chosen`: of each arc, whether it is
  /// in the pairs to start from, which keep the bounds. `dear`: more than any path costs.
  template <class ValueOf>
  NetworkSimplex(const Context& context, const PairNetwork& network, const ValueOf& value_of,
                 const std::vector<bool>& chosen, T dear, BAssignmentStats& stats)
      : context_(context),
        network_(network),
        stats_(stats),
        stop_(context),
        num_pairs_(network.num_arcs()),
        hub_(static_cast<std::uint32_t>(network.num_vertices())),
        dear_(dear),
        cost_(num_pairs_),
        row_(num_pairs_),
        state_(num_pairs_ + std::size_t{hub_}),
        price_(hub_ + std::size_t{1}, T{0}),
        tree_(hub_ + std::size_t{1}, Node{}) {
    for (VertexId r = 0; r < network.num_rows; ++r) {
      for (Offset a = network.begin[r]; a < network.begin[r + 1]; ++a) {
        cost_[a] = -static_cast<T>(value_of(network.entry_of(a)));
        row_[a] = r;
      }
    }
    plant(chosen);
  }

  void run() {
    const auto arcs = static_cast<std::uint64_t>(state_.size());
    const auto block = std::max<std::uint64_t>(
        static_cast<std::uint64_t>(std::sqrt(static_cast<double>(arcs))), 10);
    std::size_t at = 0;
    // Ends: no tree comes twice, and a round without an arc that gains is the last.
    for (std::uint64_t looked = 0; looked < arcs;) {
      T best = 0;
      std::size_t entering = 0;
      std::uint64_t left = std::min(block, arcs - looked);
      looked += left;
      for (; left > 0; --left) {
        const T gain = -reduced_cost(at) * state_[at];
        if (gain > best) {
          best = gain;
          entering = at;
        }
        if (++at == arcs) at = 0;
      }
      if (best > 0) {
        looked = 0;
        pivot(entering);
        constexpr std::uint64_t k_between_reports = 1U << 10;
        if (stats_.pivots % k_between_reports == 0) {
          context_.report({"solve steps", stats_.pivots, 0});
        }
      }
      stop_.done(block);
    }
  }

  [[nodiscard]] bool is_chosen(std::size_t pair) const {
    if (state_[pair] != k_in_tree) return state_[pair] == k_at_upper;
    const std::uint32_t row = row_[pair];
    const std::uint32_t column = column_of(pair);
    // A pair of the tree is the arc of one of its ends.
    if (tree_[row].arc == pair) return tree_[row].down > 0;
    return tree_[column].arc == pair && tree_[column].up > 0;
  }
  /// Reduced costs cost + price(v) - price(w) of residual arcs v -> w are 0 or more.
  [[nodiscard]] const Array<T>& prices() const { return price_; }

 private:
  static constexpr std::int8_t k_at_lower = 1;
  static constexpr std::int8_t k_in_tree = 0;  // or without any room
  static constexpr std::int8_t k_at_upper = -1;
  static constexpr std::uint32_t k_none_vertex = std::numeric_limits<std::uint32_t>::max();
  static constexpr std::uint32_t k_unbounded = std::numeric_limits<std::uint32_t>::max();

  /// A vertex of the tree, and what its arc lets through to its parent (up) and from it (down).
  struct Node {
    std::uint32_t parent = k_none_vertex;
    std::uint32_t child = k_none_vertex;
    std::uint32_t next = k_none_vertex;  // of the same parent
    std::uint32_t previous = k_none_vertex;
    std::uint32_t depth = 0;
    std::uint64_t up = 0;
    std::uint64_t down = 0;
    std::uint64_t arc = 0;  // pairs, then arcs of the hub, then spare arcs
  };
  struct Leaving {
    std::uint64_t amount;
    std::uint32_t vertex = k_none_vertex;  // whose arc leaves; none: the one that enters
    bool is_behind = false;                // below the head of the arc that enters
  };

  [[nodiscard]] bool is_row(std::uint32_t v) const { return v < network_.num_rows; }
  [[nodiscard]] std::uint32_t column_of(std::uint64_t pair) const {
    return network_.num_rows + network_.columns[pair];
  }
  [[nodiscard]] std::uint32_t tail_of(std::uint64_t arc) const {
    if (arc < num_pairs_) return row_[arc];
    const auto v = static_cast<std::uint32_t>(arc - num_pairs_);
    return is_row(v) ? hub_ : v;
  }
  [[nodiscard]] std::uint32_t head_of(std::uint64_t arc) const {
    if (arc < num_pairs_) return column_of(arc);
    const auto v = static_cast<std::uint32_t>(arc - num_pairs_);
    return is_row(v) ? v : hub_;
  }
  [[nodiscard]] T reduced_cost(std::uint64_t arc) const {
    const T cost = arc < num_pairs_ ? cost_[arc] : T{0};
    return cost + price_[tail_of(arc)] - price_[head_of(arc)];
  }
  [[nodiscard]] std::uint64_t capacity_of(std::uint64_t arc) const {
    if (arc < num_pairs_) return 1;
    const std::size_t v = arc - num_pairs_;
    return network_.upper[v] - network_.lower[v];
  }

  // The first tree.
  void plant(const std::vector<bool>& chosen) {
    std::vector<std::uint32_t> count(hub_, 0);
    for (std::size_t a = 0; a < num_pairs_; ++a) {
      state_[a] = chosen[a] ? k_at_upper : k_at_lower;
      count[row_[a]] += chosen[a] ? 1 : 0;
      count[column_of(a)] += chosen[a] ? 1 : 0;
    }
    for (std::uint32_t v = 0; v < hub_; ++v) {
      const std::uint64_t arc = std::uint64_t{num_pairs_} + v;
      Node& node = tree_[v];
      node.depth = 1;
      const std::uint64_t above = count[v] - network_.lower[v];
      const std::uint64_t below = network_.upper[v] - count[v];
      node.up = is_row(v) ? above : below;
      node.down = is_row(v) ? below : above;
      node.arc = arc;
      state_[arc] = k_in_tree;
      if (node.up == 0) {
        const bool is_free = is_row(v) && network_.lower[v] == 0;
        price_[v] = is_free ? T{0} : -dear_;
        if (node.down != 0) state_[arc] = is_row(v) ? k_at_lower : k_at_upper;
        node.up = k_unbounded;
        node.down = 0;
        node.arc = arc + hub_;
      }
      link(v, hub_);
    }
  }

  void link(std::uint32_t v, std::uint32_t parent) {
    Node& node = tree_[v];
    node.parent = parent;
    node.previous = k_none_vertex;
    node.next = tree_[parent].child;
    if (node.next != k_none_vertex) tree_[node.next].previous = v;
    tree_[parent].child = v;
  }
  void unlink(std::uint32_t v) {
    const Node& node = tree_[v];
    if (node.next != k_none_vertex) tree_[node.next].previous = node.previous;
    if (node.previous != k_none_vertex) {
      tree_[node.previous].next = node.next;
    } else {
      tree_[node.parent].child = node.next;
    }
  }

  [[nodiscard]] std::uint32_t join_of(std::uint32_t v, std::uint32_t w) const {
    // Ends: the root is above all.
    while (v != w) {
      if (tree_[v].depth >= tree_[w].depth) {
        v = tree_[v].parent;
      } else {
        w = tree_[w].parent;
      }
    }
    return v;
  }

  // Sends flow along the cycle from `tail` over the arc to `head` and back through the tree.
  void pivot(std::uint64_t arc) {
    ++stats_.pivots;
    const bool forward = state_[arc] == k_at_lower;
    const std::uint32_t tail = forward ? tail_of(arc) : head_of(arc);
    const std::uint32_t head = forward ? head_of(arc) : tail_of(arc);
    const std::uint32_t join = join_of(tail, head);
    const Leaving leaving = find_leaving(arc, tail, head, join);
    for (std::uint32_t v = tail; v != join; v = tree_[v].parent) {
      tree_[v].down -= leaving.amount;
      tree_[v].up += leaving.amount;
    }
    for (std::uint32_t v = head; v != join; v = tree_[v].parent) {
      tree_[v].up -= leaving.amount;
      tree_[v].down += leaving.amount;
    }
    if (leaving.vertex == k_none_vertex) {
      state_[arc] = static_cast<std::int8_t>(-state_[arc]);
      return;
    }
    const T reduced = forward ? reduced_cost(arc) : -reduced_cost(arc);
    release(leaving.vertex);
    state_[arc] = k_in_tree;
    const std::uint64_t rest = capacity_of(arc) - leaving.amount;
    if (leaving.is_behind) {
      hang(head, tail, arc, leaving.amount, rest, leaving.vertex);
      move_prices(head, reduced);
    } else {
      hang(tail, head, arc, rest, leaving.amount, leaving.vertex);
      move_prices(tail, -reduced);
    }
  }

  // The last blocking arc in the direction of the flow from the join: this choice keeps the tree
  // strongly feasible.
  [[nodiscard]] Leaving find_leaving(std::uint64_t arc, std::uint32_t tail, std::uint32_t head,
                                     std::uint32_t join) const {
    Leaving leaving{.amount = capacity_of(arc)};
    for (std::uint32_t v = tail; v != join; v = tree_[v].parent) {
      if (tree_[v].down < leaving.amount) leaving = {tree_[v].down, v, false};
    }
    for (std::uint32_t v = head; v != join; v = tree_[v].parent) {
      if (tree_[v].up <= leaving.amount) leaving = {tree_[v].up, v, true};
    }
    return leaving;
  }

  // The arc of v to its parent is no longer in the tree.
  void release(std::uint32_t v) {
    const Node& node = tree_[v];
    if (node.arc >= state_.size() || node.up + node.down == 0) return;
    const bool goes_up = tail_of(node.arc) == v;
    const std::uint64_t flow = goes_up ? node.down : node.up;
    state_[node.arc] = flow == 0 ? k_at_lower : k_at_upper;
  }

  // Makes `v` the child of `parent` by the arc, and turns round the path from it to `last`.
  void hang(std::uint32_t v, std::uint32_t parent, std::uint64_t arc, std::uint64_t up,
            std::uint64_t down, std::uint32_t last) {
    // Ends: `last` is above v.
    while (true) {
      const Node old = tree_[v];
      unlink(v);
      tree_[v].arc = arc;
      tree_[v].up = up;
      tree_[v].down = down;
      link(v, parent);
      if (v == last) return;
      parent = v;
      arc = old.arc;
      up = old.down;
      down = old.up;
      v = old.parent;
    }
  }

  // Changes the prices of `top` and of all vertices below it, and recomputes their depths.
  void move_prices(std::uint32_t top, T by) {
    std::uint32_t v = top;
    std::uint64_t seen = 0;
    // Ends: each vertex below is visited once.
    while (true) {
      price_[v] += by;
      tree_[v].depth = tree_[tree_[v].parent].depth + 1;
      ++seen;
      if (tree_[v].child != k_none_vertex) {
        v = tree_[v].child;
        continue;
      }
      while (v != top && tree_[v].next == k_none_vertex) v = tree_[v].parent;
      if (v == top) break;
      v = tree_[v].next;
    }
    stop_.done(seen);
  }

  const Context& context_;
  const PairNetwork& network_;
  BAssignmentStats& stats_;
  parallel::StopCheck stop_;
  const std::uint32_t num_pairs_;
  const std::uint32_t hub_;  // the root
  const T dear_;
  Array<T> cost_;             // of pairs
  Array<VertexId> row_;       // of pairs
  Array<std::int8_t> state_;  // of pairs and arcs of the hub
  Array<T> price_;
  Array<Node> tree_;
};

}  // namespace hypermatch::detail::bipartite_matching
