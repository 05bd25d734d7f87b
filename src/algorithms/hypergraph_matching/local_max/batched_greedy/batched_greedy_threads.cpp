// SPDX-License-Identifier: MIT
// Local max by batched greedy: the greedy matching of the one order (local max: Reinstaedtler,
// Schulz, Sitchinava, Walliser 2026) without a full sort and without incidence. Guarantee as
// greedy's. Expected work O(pins) and a few passes over the weights. Memory 6 bytes per edge, n / 8
// a thread, and 4 bytes per vertex where there are several threads; under capacities a byte per
// vertex and thread (5 where a capacity is above 255) more.
#include "algorithms/hypergraph_matching/local_max/batched_greedy/batched_greedy.hpp"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "algorithms/hypergraph_matching/common/guarantee.hpp"
#include "algorithms/hypergraph_matching/local_max/batched_greedy/hyperedge_records.hpp"
#include "algorithms/hypergraph_matching/local_max/batched_greedy/wide_hyperedge_records.hpp"
#include "hypermatch/enum_names.hpp"
#include "hypermatch/hypergraph_matching.hpp"
#include "order/edge_priorities.hpp"
#include "order/filtered.hpp"
#include "order/matched_vertices.hpp"
#include "order/vertex_room.hpp"
#include "order/weight_bits.hpp"
#include "parallel/host/set_bits.hpp"

namespace hypermatch::detail::hypergraph_matching {

namespace {

// All pins of an edge must be free. Inlined by force what the compiler would call in hot loops, or
// drop: a function that only prefetches has no effect for it. `Full` holds the vertices without
// room: a VertexSet of the matched ones, or a VertexRoom.
template <class Full>
class FreePins {
  // Capacities have units, which are taken one by one.
  static constexpr bool k_counts = !std::is_same_v<Full, order::MatchedVertices>;

 public:
  using Taken = VertexId;
  using Record = HyperedgeRecord;

  FreePins(const HypergraphView& hypergraph, const base::TieMixer& mix, Full full)
      : offsets_(hypergraph.offsets.data()),
        pins_(hypergraph.pins.data()),
        mix_(mix),
        full_(std::move(full)) {}

  [[nodiscard]] std::uint64_t is_free(EdgeId e) const { return free_from(e, 0); }
  [[nodiscard, gnu::always_inline]] std::uint64_t is_free(const Record& edge) const {
    const std::uint64_t met =
        full_.contains(edge.pins[0]) | full_.contains(edge.pins[1]) | full_.contains(edge.pins[2]);
    std::uint64_t free = met ^ 1;
    // Not a comparison, of which the compiler would make a branch on `met`: hard to predict.
    const std::uint64_t is_large = (std::uint64_t{edge.large} - k_none) >> 63;
    if ((free & is_large) != 0) free = free_from(edge.large, Record::k_inline_pins);
    return free;
  }

  // Large edges have pins elsewhere: asks for them well ahead.
  [[gnu::always_inline]] void look_ahead(std::span<const Record> records, std::size_t i) const {
    constexpr std::size_t k_offsets_ahead = 16;
    constexpr std::size_t k_pins_ahead = 8;
    if (i + k_offsets_ahead < records.size()) {
      const EdgeId e = records[i + k_offsets_ahead].large;
      if (e != k_none) __builtin_prefetch(offsets_ + e);
    }
    if (i + k_pins_ahead < records.size()) {
      if constexpr (k_counts) {
        for (const VertexId pin : records[i + k_pins_ahead].pins) full_.prefetch(pin);
      }
      const EdgeId e = records[i + k_pins_ahead].large;
      if (e == k_none) return;
      __builtin_prefetch(pins_ + offsets_[e]);
      __builtin_prefetch(pins_ + offsets_[e] + 16);
    }
  }

  [[gnu::always_inline]] VertexId* take_if_free(const Record& edge, VertexId* out) {
    if (is_free(edge) == 0) return out;
    if (edge.large == k_none) {
      chosen.push_back(mix_.inverse(static_cast<std::uint32_t>(edge.key)));
      out = take_inline_pins(edge, out);
    } else {
      chosen.push_back(edge.large);
      const Offset end = offsets_[edge.large + std::size_t{1}];
      for (Offset p = offsets_[edge.large]; p < end; ++p) out = take(pins_[p], out);
    }
    return out;
  }
  void learn(VertexId v) { full_.insert(v); }

  // May call body several times for the last pin of a small edge.
  template <class Body>
  [[gnu::always_inline]] void for_all(const Record& edge, const Body& body) const {
    for (const VertexId pin : edge.pins) body(pin);
    if (edge.large == k_none) return;
    const Offset end = offsets_[edge.large + std::size_t{1}];
    for (Offset p = offsets_[edge.large] + Record::k_inline_pins; p < end; ++p) body(pins_[p]);
  }
  void insert_if(VertexId v, std::uint64_t mask) requires(!k_counts) { full_.insert_if(v, mask); }

  std::vector<EdgeId> chosen;  // edges that were taken here, and not noted yet

 private:
  // 1 if the pins from the given one on are free.
  [[nodiscard, gnu::always_inline]] std::uint64_t free_from(EdgeId e, Offset pin) const {
    const Offset begin = offsets_[e] + pin;
    return full_.meets(pins_ + begin, offsets_[e + std::size_t{1}] - begin) ? 0 : 1;
  }
  // The last pin of a small edge repeats, and takes one unit of room.
  VertexId* take_inline_pins(const Record& edge, VertexId* out) {
    if constexpr (!k_counts) {
      for (const VertexId pin : edge.pins) out = take(pin, out);
    } else {
      out = take(edge.pins[0], out);
      if (edge.pins[1] != edge.pins[0]) out = take(edge.pins[1], out);
      if (edge.pins[2] != edge.pins[1]) out = take(edge.pins[2], out);
    }
    return out;
  }
  // In a matching each vertex once, however often it stands in an edge; under capacities as often
  // as it has room.
  VertexId* take(VertexId v, VertexId* out) {
    *out = v;
    out += 1 - full_.contains(v);
    full_.insert(v);
    return out;
  }

  const Offset* offsets_;
  const VertexId* pins_;
  base::TieMixer mix_;
  Full full_;
};

// Entries of vertices that edges can take: one for each unit of capacity, and for each pin.
std::size_t most_units(const HypergraphView& hypergraph, const Capacities& capacities) {
  const std::uint64_t pins = hypergraph.num_pins();
  if (capacities.each.empty()) {
    return std::min(pins, std::uint64_t{hypergraph.num_vertices} * capacities.common);
  }
  // Ends below 2^64: the sum of 2^32 numbers of 32 bits.
  std::uint64_t units = 0;
  for (const std::uint32_t capacity : capacities.each) units += capacity;
  return std::min(pins, units);
}

// `Full` as in FreePins.
template <class Full, class Records>
class MatchHyperedges : public Records {
 public:
  using Vertices = FreePins<Full>;

  MatchHyperedges(const Context& context, const HypergraphView& hypergraph, std::uint64_t seed,
                  const Capacities& capacities, const Records& records)
      : Records(records),
        chosen(hypergraph.num_edges() / 64 + 1, 0),
        hypergraph_(hypergraph),
        capacities_(capacities),
        mix_(seed),
        is_shared_(context.threads() > 1),
        lists_(static_cast<std::size_t>(context.threads())) {}

  [[nodiscard]] std::size_t num_vertices() const { return hypergraph_.num_vertices; }
  [[nodiscard]] std::size_t most_taken() const {
    return k_counts ? most_units(hypergraph_, capacities_) : hypergraph_.num_vertices;
  }
  [[nodiscard]] Vertices vertices() const {
    if constexpr (k_counts) {
      return {hypergraph_, mix_, Full(hypergraph_.num_vertices, capacities_)};
    } else {
      return {hypergraph_, mix_, Full(hypergraph_.num_vertices)};
    }
  }
  void check_room() const {}
  void prepare() {}
  void note(Vertices& vertices, std::span<const VertexId> /*taken*/) {
    note_edges(vertices.chosen.size(), [&](std::size_t i) { return vertices.chosen[i]; });
    vertices.chosen.clear();
  }
  // A bitmap that all write would travel from core to core, so each task has a list.
  void note_taken(std::span<const HyperedgeRecord> records, std::size_t task) {
    std::vector<EdgeId>& list = lists_[task].chosen;
    for (const HyperedgeRecord& edge : records) {
      list.push_back(edge.large != k_none ? edge.large
                                          : mix_.inverse(static_cast<std::uint32_t>(edge.key)));
    }
  }
  void note_matched(VertexId /*v*/, const HyperedgeRecord& /*edge*/) const {}

  // Brings `chosen` up to date: each part of it by one thread, which looks at all lists.
  void join_lists(const Context& context) {
    const std::size_t parts = std::min(lists_.size(), chosen.size());
    const std::size_t words = (chosen.size() + parts - 1) / parts;
    parallel::run_tasks(context, parts, [&](std::size_t part) {
      const std::size_t first = part * words * 64;
      for (const List& list : lists_) {
        for (const EdgeId e : list.chosen) {
          if (e - first < words * 64) chosen[e / 64] |= std::uint64_t{1} << (e % 64);
        }
      }
    });
  }

  Array<std::uint64_t> chosen;  // edges, as a bitmap

 private:
  static constexpr bool k_counts = !std::is_same_v<Full, order::MatchedVertices>;

  template <class Number>
  void note_edges(std::size_t count, const Number& number) {
    constexpr std::size_t k_ahead = 16;
    for (std::size_t i = 0; i < count; ++i) {
      if (i + k_ahead < count) __builtin_prefetch(chosen.data() + number(i + k_ahead) / 64, 1);
      const EdgeId e = number(i);
      const std::uint64_t bit = std::uint64_t{1} << (e % 64);
      if (is_shared_) {
        // Relaxed: read after the parallel phase.
        std::atomic_ref(chosen[e / 64]).fetch_or(bit, std::memory_order_relaxed);
      } else {
        chosen[e / 64] |= bit;
      }
    }
  }

  HypergraphView hypergraph_;
  Capacities capacities_;  // where they count
  base::TieMixer mix_;
  bool is_shared_;  // `chosen`, by several threads

  // Aligned, so that no two share a cache line.
  struct alignas(128) List {
    std::vector<EdgeId> chosen;
  };
  std::vector<List> lists_;  // of each task
};

// Calls body(records).
template <class Body>
void with_records(const Context& context, const HypergraphView& hypergraph,
                  const Capacities& capacities, const OrderOptions& order, const Body& body) {
  if (order.rating == Rating::weight && order::by_weight(hypergraph, order)) {
    const auto with_wide = [&](const auto& weights) {
      const order::WideWeightBits weight_bits(weights, order.nonpositive);
      body(WideHyperedgeRecords(hypergraph, weight_bits, order.seed));
    };
    const WeightsView& weights = hypergraph.weights;
    if (const auto* whole = std::get_if<std::span<const std::int64_t>>(&weights)) {
      return with_wide(*whole);
    }
    if (const auto* real = std::get_if<std::span<const double>>(&weights)) return with_wide(*real);
  }
  order::with_stored_priorities(
      context, hypergraph, order, capacities, [&](auto priority, auto eligible) {
        body(HyperedgeRecords(hypergraph, order.seed, priority, eligible));
      });
}

template <class Full>
HypergraphMatching match(const Context& context, const HypergraphView& hypergraph,
                         const Capacities& capacities, const OrderOptions& order,
                         const order::BatchTuning& tuning) {
  HypergraphMatching matching;
  if (hypergraph.num_edges() != 0) {
    with_records(context, hypergraph, capacities, order, [&](const auto& records) {
      using Records = std::decay_t<decltype(records)>;
      MatchHyperedges<Full, Records> problem(context, hypergraph, order.seed, capacities, records);
      matching.stats.rounds = order::filtered(context, problem, tuning);
      problem.join_lists(context);
      matching.edges = parallel::set_bits(context, problem.chosen.view());
    });
  }
  matching.stats.algorithm = "local_max";
  matching.stats.variant = name_of(LocalMaxVariant::filtered);
  matching.stats.rating = order.rating;
  matching.stats.objective = order.objective;
  matching.stats.guarantee = greedy_guarantee(order, capacities);
  matching.stats.stop_reason = "complete";
  return matching;
}

}  // namespace

HypergraphMatching batched_greedy(const Context& context, const HypergraphView& hypergraph,
                                  const OrderOptions& order, const order::BatchTuning& tuning) {
  return match<order::MatchedVertices>(context, hypergraph, {}, order, tuning);
}

HypergraphMatching batched_b_greedy(const Context& context, const HypergraphView& hypergraph,
                                    const Capacities& capacities, const OrderOptions& order,
                                    const order::BatchTuning& tuning) {
  return match<order::VertexRoom>(context, hypergraph, capacities, order, tuning);
}

}  // namespace hypermatch::detail::hypergraph_matching
