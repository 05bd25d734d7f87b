// SPDX-License-Identifier: MIT
// Common part of streaming algorithms: resolves the objective, leaves out edges that take no part,
// checks the invariants of the stream, counts, reports and stops.
#pragma once

#include <cstdint>
#include <span>

#include "hypermatch/context.hpp"
#include "hypermatch/hypergraph_matching.hpp"
#include "hypermatch/streaming_matching.hpp"
#include "order/vertex_set.hpp"
#include "structures/value_sum.hpp"

namespace hypermatch::detail::hypergraph_matching {

using structures::as_real;
using structures::RawWeight;

/// @throws Error{invalid_input}
[[noreturn]] void throw_repeated_pin(EdgeId edge, VertexId pin);

class EdgeFeed {
 public:
  EdgeFeed(const Context& context, EdgeStream& stream, Objective objective,
           NonPositive nonpositive);

  /// The next edge that has pins and takes part in the matching; false at the end.
  /// @throws Error{invalid_input} if the stream breaks its promises, Error{cancelled}
  bool next();

  [[nodiscard]] EdgeId id() const { return edge_.id; }
  [[nodiscard]] std::span<const VertexId> pins() const { return edge_.pins; }
  /// The contribution of the edge to the objective: 1 for cardinality, else its weight. T is
  /// double, or int64 as long as `objective_is_integer`.
  template <class T>
  [[nodiscard]] T objective_weight() const;
  /// The weight of the instance, whatever the objective; an int64 as long as
  /// `has_integer_weights`.
  [[nodiscard]] RawWeight raw_weight() const;

  [[nodiscard]] VertexId num_vertices() const { return num_vertices_; }
  [[nodiscard]] Objective objective() const { return objective_; }
  /// All weights so far are integers. Once false, it stays so.
  [[nodiscard]] bool has_integer_weights() const { return integer_; }
  [[nodiscard]] bool objective_is_integer() const {
    return integer_ || objective_ == Objective::cardinality;
  }
  /// No edge that takes part has a negative weight.
  [[nodiscard]] bool never_negative() const {
    return objective_ == Objective::cardinality || !keep_;
  }
  /// Largest size of the edges that took part.
  [[nodiscard]] std::uint64_t max_size() const { return max_size_; }

  /// Fills in what was counted.
  void describe(StreamingMatching& result) const;

 private:
  [[nodiscard]] bool holds_integer() const { return always_integer_ || edge_.is_integer; }
  void check_edge() const;
  void check_distinct_pins();
  void report() const;

  const Context& context_;
  EdgeStream& stream_;
  StreamedEdge edge_;
  VertexId num_vertices_;
  Objective objective_;
  bool weighted_;
  bool always_integer_;
  bool integer_ = true;
  bool keep_;
  bool checks_pins_;
  order::VertexSet seen_;  // empty between edges; of no vertices unless pins are checked
  std::uint64_t first_unused_id_ = 0;
  std::uint64_t edges_seen_ = 0;
  std::uint64_t pins_seen_ = 0;
  std::uint64_t max_edge_size_ = 0;
  std::uint64_t max_size_ = 0;
};

template <>
std::int64_t EdgeFeed::objective_weight<std::int64_t>() const;
template <>
double EdgeFeed::objective_weight<double>() const;

using structures::ValueSum;

}  // namespace hypermatch::detail::hypergraph_matching
