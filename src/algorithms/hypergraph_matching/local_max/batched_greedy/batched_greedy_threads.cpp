// SPDX-License-Identifier: MIT
// Local max by batched greedy: the greedy matching of the one order (local max: Reinstaedtler,
// Schulz, Sitchinava, Walliser 2026) without a full sort and without incidence. Guarantee as
// greedy's. Expected work O(pins) and a few passes over the weights. Memory 6 bytes an edge, n / 8
// a thread, and 4 bytes a vertex where there are several threads.
#include "algorithms/hypergraph_matching/local_max/batched_greedy/batched_greedy.hpp"

#include <cstddef>
#include <cstdint>
#include <span>

#include "algorithms/hypergraph_matching/common/guarantee.hpp"
#include "algorithms/hypergraph_matching/local_max/batched_greedy/hyperedge_records.hpp"
#include "algorithms/hypergraph_matching/local_max/matched_vertices.hpp"
#include "order/batched_greedy.hpp"
#include "order/edge_priorities.hpp"
#include "parallel/host/set_bits.hpp"

namespace hypermatch::detail::hypergraph_matching {

namespace {

// All pins of an edge must be free.
class FreePins {
 public:
  using Taken = VertexId;
  using Record = HyperedgeRecord;

  // `chosen`: the bitmap of taken edges, which only the thread whose turn it is writes.
  FreePins(const HypergraphView& hypergraph, const base::TieMixer& mix, std::uint64_t* chosen)
      : offsets_(hypergraph.offsets.data()),
        pins_(hypergraph.pins.data()),
        mix_(mix),
        chosen_(chosen),
        matched_(hypergraph.num_vertices) {}

  [[nodiscard]] std::uint64_t is_free(EdgeId e) const {
    return matched_.meets(pins_ + offsets_[e], size_of(e)) ? 0 : 1;
  }
  [[nodiscard, gnu::always_inline]] std::uint64_t is_free(const Record& edge, const VertexId* pins,
                                                          Offset size) const {
    const std::uint64_t free = inline_pins_free(edge);
    if ((free & edge.is_large) == 0) return free;
    return matched_.meets(pins + Record::k_inline_pins, size - Record::k_inline_pins) ? 0 : 1;
  }
  [[nodiscard, gnu::always_inline]] std::uint64_t is_free(const Record& edge) const {
    const std::uint64_t free = inline_pins_free(edge);
    if ((free & edge.is_large) == 0) return free;
    const EdgeId e = edge_of(edge);
    return is_free(edge, pins_ + offsets_[e], size_of(e));
  }

  // Large edges have pins elsewhere: ask for them well ahead. Inlined by force: a function that
  // does nothing but prefetch has no effect for the compiler, which drops its calls.
  [[gnu::always_inline]] void look_ahead(std::span<const Record> records, std::size_t i) const {
    constexpr std::size_t k_offsets_ahead = 16;
    constexpr std::size_t k_pins_ahead = 8;
    if (i + k_offsets_ahead < records.size() && records[i + k_offsets_ahead].is_large != 0) {
      __builtin_prefetch(offsets_ + edge_of(records[i + k_offsets_ahead]));
    }
    if (i + k_pins_ahead < records.size() && records[i + k_pins_ahead].is_large != 0) {
      const VertexId* pins = pins_ + offsets_[edge_of(records[i + k_pins_ahead])];
      __builtin_prefetch(pins);
      __builtin_prefetch(pins + 16);
    }
  }

  [[gnu::always_inline]] VertexId* take_if_free(const Record& edge, VertexId* out) {
    if (is_free(edge) == 0) return out;
    const EdgeId e = edge_of(edge);
    chosen_[e / 64] |= std::uint64_t{1} << (e % 64);
    if (edge.is_large == 0) {
      for (const VertexId pin : edge.pins) out = take(pin, out);
      return out;
    }
    for (Offset p = offsets_[e]; p < offsets_[e + std::size_t{1}]; ++p) out = take(pins_[p], out);
    return out;
  }
  void learn(VertexId v) { matched_.insert(v); }

 private:
  [[nodiscard]] EdgeId edge_of(const Record& record) const {
    return mix_.inverse(static_cast<std::uint32_t>(record.key));
  }
  [[nodiscard]] Offset size_of(EdgeId e) const {
    return offsets_[e + std::size_t{1}] - offsets_[e];
  }
  [[nodiscard]] std::uint64_t inline_pins_free(const Record& edge) const {
    return 1 - (matched_.contains(edge.pins[0]) | matched_.contains(edge.pins[1]) |
                matched_.contains(edge.pins[2]));
  }
  // Each vertex once, however often it stands in an edge.
  VertexId* take(VertexId v, VertexId* out) {
    *out = v;
    out += 1 - matched_.contains(v);
    matched_.insert(v);
    return out;
  }

  const Offset* offsets_;
  const VertexId* pins_;
  base::TieMixer mix_;
  std::uint64_t* chosen_;
  MatchedVertices matched_;
};

template <class Priority, class Eligible>
class MatchHyperedges : public HyperedgeRecords<Priority, Eligible> {
 public:
  using Vertices = FreePins;

  MatchHyperedges(const HypergraphView& hypergraph, std::uint64_t seed, const Priority& priority,
                  const Eligible& eligible)
      : HyperedgeRecords<Priority, Eligible>(hypergraph, seed, priority, eligible),
        chosen(hypergraph.num_edges() / 64 + 1, 0),
        hypergraph_(hypergraph),
        mix_(seed) {}

  [[nodiscard]] std::size_t most_taken() const { return hypergraph_.num_vertices; }
  [[nodiscard]] FreePins vertices() { return {hypergraph_, mix_, chosen.data()}; }
  void prepare() {}
  void note(std::span<const VertexId> /*vertices*/) {}

  Array<std::uint64_t> chosen;  // edges, as a bitmap

 private:
  HypergraphView hypergraph_;
  base::TieMixer mix_;
};

}  // namespace

HypergraphMatching batched_greedy(const Context& context, const HypergraphView& hypergraph,
                                  const OrderOptions& order, const order::BatchTuning& tuning) {
  HypergraphMatching matching;
  if (hypergraph.num_edges() != 0) {
    order::with_stored_priorities(context, hypergraph, order, [&](auto priority, auto eligible) {
      MatchHyperedges problem(hypergraph, order.seed, priority, eligible);
      matching.stats.rounds = order::BatchedGreedy(context, problem, tuning).run();
      matching.edges = parallel::set_bits(context, problem.chosen.view());
    });
  }
  matching.stats.algorithm = "local_max";
  matching.stats.variant = "filtered";
  matching.stats.rating = order.rating;
  matching.stats.objective = order.objective;
  matching.stats.guarantee = greedy_guarantee(order);
  matching.stats.stop_reason = "complete";
  return matching;
}

}  // namespace hypermatch::detail::hypergraph_matching
