// SPDX-License-Identifier: MIT
#include "algorithms/hypergraph_matching/common/stream/edge_feed.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <string>

#include "hypermatch/error.hpp"
#include "hypermatch/resolve.hpp"

namespace hypermatch::detail::hypergraph_matching {

namespace {
constexpr std::uint64_t k_edges_between_checks = 1U << 12;
}  // namespace

void throw_repeated_pin(EdgeId edge, VertexId pin) {
  throw Error(ErrorCode::invalid_input, "edge " + std::to_string(edge) + " of the stream has pin " +
                                            std::to_string(pin) + " twice");
}

EdgeFeed::EdgeFeed(const Context& context, EdgeStream& stream, Objective objective,
                   NonPositive nonpositive)
    : context_(context),
      stream_(stream),
      num_vertices_(stream.num_vertices()),
      objective_(resolve(objective, stream.is_weighted())),
      weighted_(stream.is_weighted()),
      always_integer_(!weighted_ || stream.has_integer_weights()),
      keep_(nonpositive == NonPositive::keep),
      checks_pins_(context.validation() == Validation::full),
      seen_(checks_pins_ ? num_vertices_ : 0) {
  check_enum("nonpositive", nonpositive);
}

bool EdgeFeed::next() {
  while (stream_.next(edge_)) {
    if (!weighted_) {
      edge_.weight = 1.0;
      edge_.integer_weight = 1;
    }
    if (!always_integer_ && !edge_.is_integer) integer_ = false;
    check_edge();
    if (checks_pins_) check_distinct_pins();
    first_unused_id_ = edge_.id + std::uint64_t{1};
    const std::uint64_t size = edge_.pins.size();
    pins_seen_ += size;
    max_edge_size_ = std::max(max_edge_size_, size);
    if (++edges_seen_ % k_edges_between_checks == 0) report();
    if (size == 0) continue;
    const bool positive = holds_integer() ? edge_.integer_weight > 0 : edge_.weight > 0.0;
    if (!positive && !keep_ && objective_ == Objective::weight) continue;
    max_size_ = std::max(max_size_, size);
    return true;
  }
  report();
  return false;
}

template <>
std::int64_t EdgeFeed::objective_weight<std::int64_t>() const {
  return objective_ == Objective::cardinality ? 1 : edge_.integer_weight;
}

template <>
double EdgeFeed::objective_weight<double>() const {
  if (objective_ == Objective::cardinality) return 1.0;
  return holds_integer() ? static_cast<double>(edge_.integer_weight) : edge_.weight;
}

RawWeight EdgeFeed::raw_weight() const {
  const auto integer = static_cast<RawWeight>(edge_.integer_weight);
  if (integer_) return integer;
  return holds_integer() ? as_real(integer) : std::bit_cast<RawWeight>(edge_.weight);
}

void EdgeFeed::describe(StreamingMatching& result) const {
  result.edges_seen = edges_seen_;
  result.pins_seen = pins_seen_;
  result.max_edge_size = max_edge_size_;
  result.stats.rounds = 1;
  result.stats.rating = Rating::weight;
  result.stats.objective = objective_;
  result.stats.stop_reason = "complete";
}

void EdgeFeed::check_edge() const {
  const auto refuse = [&](const std::string& what) {
    throw Error(ErrorCode::invalid_input,
                "edge " + std::to_string(edge_.id) + " of the stream " + what);
  };
  if (edge_.id < first_unused_id_) refuse("comes after a later one");
  if (edge_.id >= k_max_count) refuse("is beyond the limit of 2^32 - 2 edges");
  if (!holds_integer() && !std::isfinite(edge_.weight)) refuse("has a weight that is not finite");
  if (edge_.pins.size() > num_vertices_) refuse("has more pins than there are vertices");
  for (const VertexId v : edge_.pins) {
    if (v >= num_vertices_) {
      refuse("has pin " + std::to_string(v) + ", must be below " + std::to_string(num_vertices_));
    }
  }
}

void EdgeFeed::check_distinct_pins() {
  for (const VertexId v : edge_.pins) {
    if (seen_.contains(v)) throw_repeated_pin(edge_.id, v);
    seen_.insert(v);
  }
  for (const VertexId v : edge_.pins) seen_.remove(v);
}

void EdgeFeed::report() const {
  context_.check_cancelled();
  context_.report({"solve", edges_seen_, 0});
}

}  // namespace hypermatch::detail::hypergraph_matching
