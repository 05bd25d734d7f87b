// SPDX-License-Identifier: MIT
// Local max under capacities by batched greedy: the greedy b-matching of the one order without a
// full sort. Guarantee 1/2. Expected work O(m); O(m log m) always. A bitmap of the vertices without
// room tells which edges are free, as in the plain matching; what is left of the capacities is
// looked up for edges that are taken only. Edges between vertices with no more edges than their
// capacities are taken as they stand. Memory a byte per vertex and thread (5 where a capacity is
// above 255), and 8 per matched edge, 24 on several threads.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "algorithms/graph_matching/common/order.hpp"
#include "algorithms/graph_matching/common/partner_lists.hpp"
#include "algorithms/graph_matching/local_max/batched_greedy/sorted_list.hpp"
#include "base/clock.hpp"
#include "hypermatch/b_matching.hpp"
#include "hypermatch/enum_names.hpp"
#include "hypermatch/graph_matching.hpp"
#include "order/edge_records.hpp"
#include "order/filtered.hpp"
#include "order/vertex_room.hpp"
#include "order/vertex_set.hpp"
#include "parallel/host/primitives.hpp"
#include "parallel/host/team.hpp"
#include "structures/shape.hpp"

namespace hypermatch {

using detail::base::Clock;
using namespace detail::graph_matching;
namespace order = detail::order;
namespace parallel = detail::parallel;

namespace {

// Both ends of an edge must have room.
class RoomAtEnds {
 public:
  using Taken = GraphEdge;

  RoomAtEnds(const EdgeListView& graph, const Capacities& capacities)
      : graph_(graph), room_(graph.num_vertices, capacities) {}

  template <class Edge>  // with ends u and v
  [[nodiscard]] std::uint64_t is_free(const Edge& edge) const {
    return (room_.contains(edge.u) | room_.contains(edge.v)) ^ 1;
  }
  void look_ahead(std::span<const order::EdgeRecord> records, std::size_t i) const {
    constexpr std::size_t k_ahead = 8;
    if (i + k_ahead < records.size()) prefetch(records[i + k_ahead]);
  }
  // Inlined by force: a function that only prefetches is dropped as a call.
  template <class Edge>
  HYPERMATCH_ALWAYS_INLINE void prefetch(const Edge& edge) const {
    room_.prefetch(edge.u);
    room_.prefetch(edge.v);
  }
  template <class Edge>
  GraphEdge* take_if_free(const Edge& edge, GraphEdge* out) {
    *out = {edge.u, edge.v};
    if (is_free(edge) == 0) return out;
    if (edge.u == edge.v) detail::structures::throw_broken_promise(graph_);  // a loop
    learn(*out);
    return out + 1;
  }
  void learn(const GraphEdge& edge) {
    room_.insert(edge.u);
    room_.insert(edge.v);
  }

  template <class Body>
  void for_all(const order::EdgeRecord& edge, const Body& body) const {
    body(edge.u);
    body(edge.v);
  }
  void insert_if(VertexId v, std::uint64_t mask) {
    if (mask != 0) room_.insert(v);
  }
  [[nodiscard]] std::uint32_t room(VertexId v) const { return room_.room(v); }

 private:
  EdgeListView graph_;
  order::VertexRoom room_;
};

template <class WeightBits>
class BMatchInList : public order::EdgeRecords<WeightBits> {
 public:
  using Vertices = RoomAtEnds;

  BMatchInList(const EdgeListView& graph, const WeightBits& weight_bits, std::uint64_t seed,
               const Capacities& capacities, std::size_t most_taken)
      : order::EdgeRecords<WeightBits>(graph, weight_bits, seed),
        graph_(graph),
        capacities_(capacities),
        most_taken_(most_taken),
        pairs_(most_taken) {}

  [[nodiscard]] std::size_t num_vertices() const { return graph_.num_vertices; }
  [[nodiscard]] std::size_t most_taken() const { return most_taken_; }
  [[nodiscard]] RoomAtEnds vertices() const { return {graph_, capacities_}; }
  void check_room() const {}
  void prepare() const {}
  void note(const RoomAtEnds& /*vertices*/, std::span<const GraphEdge> pairs) {
    // Relaxed: the counter only hands out places.
    const std::size_t begin = num_pairs_.fetch_add(pairs.size(), std::memory_order_relaxed);
    std::copy(pairs.begin(), pairs.end(), pairs_.begin() + begin);
  }

  void note_taken(std::span<const order::EdgeRecord> pairs, std::size_t /*task*/) {
    GraphEdge* out = pairs_.data() + num_pairs_.fetch_add(pairs.size(), std::memory_order_relaxed);
    for (const order::EdgeRecord& pair : pairs) {
      if (pair.u == pair.v) [[unlikely]]
        detail::structures::throw_broken_promise(graph_);  // a loop
      *out++ = {pair.u, pair.v};
    }
  }
  void note_matched(VertexId /*v*/, const order::EdgeRecord& /*pair*/) const {}

  [[nodiscard]] std::span<const GraphEdge> pairs() const {
    return pairs_.view().first(num_pairs_.load(std::memory_order_relaxed));
  }

 private:
  EdgeListView graph_;
  Capacities capacities_;
  std::size_t most_taken_;
  Array<GraphEdge> pairs_;  // as they were taken; of several threads in any order
  std::atomic<std::size_t> num_pairs_ = 0;
};

// Edges that a b-matching has at most: all, or half of the capacities.
std::size_t most_matched(const EdgeListView& graph, const Capacities& capacities) {
  const std::uint64_t m = graph.num_edges();
  if (capacities.each.empty()) {
    return std::min(m, std::uint64_t{graph.num_vertices} * capacities.common / 2);
  }
  std::uint64_t units = 0;
  for (const std::uint32_t capacity : capacities.each) {
    units += std::min<std::uint64_t>(capacity, m);
  }
  return std::min(m, units / 2);
}

// The edges that take part, in two parts.
struct LooseAndTight {
  Array<GraphEdge> loose;  // no end has more edges than its capacity: they are taken
  EdgeList tight;          // the others, with their weights
};

// Marks the vertices with more edges than their capacity. Each task counts the ends of its own part
// of the edges: none of its counts is another's, and a part is read once. All counts take no more
// than the edges and a word per vertex.
template <class Count>
void mark_tight(const Context& context, const EdgeListView& graph, const Capacities& capacities,
                order::VertexSet& is_tight) {
  constexpr std::size_t k_grain = std::size_t{1} << 16;
  constexpr Count k_most = std::numeric_limits<Count>::max();
  const std::size_t n = graph.num_vertices;
  const std::size_t m = graph.num_edges();
  const std::size_t most_parts =
      std::max((4 * n + sizeof(GraphEdge) * m) / (sizeof(Count) * n), std::size_t{1});
  const parallel::Chunks parts =
      parallel::cut(context, m, std::max(k_grain, m / most_parts + 1), 1);
  Array<Count> counts(parts.count * n);
  parallel::for_chunks(context, parts, [&](std::size_t part, std::size_t begin, std::size_t end) {
    Count* const mine = counts.data() + part * n;
    std::fill_n(mine, n, Count{0});
    const auto add = [mine](VertexId v) {
      const Count count = mine[v];
      mine[v] = static_cast<Count>(count + (count == k_most ? 0 : 1));
    };
    parallel::in_pieces(context, begin, end, [&](std::size_t from, std::size_t to) {
      for (const auto [u, v] : graph.edges.subspan(from, to - from)) {
        add(u);
        add(v);
      }
    });
  });
  constexpr std::size_t k_word = 64;
  const auto mark = [&](std::size_t i) {
    const std::size_t first = k_word * i;
    const std::size_t size = std::min(k_word, n - first);
    std::uint64_t degrees[k_word] = {};
    for (std::size_t part = 0; part < parts.count; ++part) {
      const Count* const theirs = counts.data() + part * n + first;
      for (std::size_t k = 0; k < size; ++k) degrees[k] += theirs[k];
    }
    std::uint64_t word = 0;
    for (std::size_t k = 0; k < size; ++k) {
      word |= std::uint64_t{degrees[k] > capacities[first + k]} << k;
    }
    is_tight.set_word(i, word);
  };
  parallel::for_each(context, (n + k_word - 1) / k_word, mark, k_word);
}

// Bytes count degrees as far as they matter where all capacities are below the largest one.
void find_tight(const Context& context, const EdgeListView& graph, const Capacities& capacities,
                order::VertexSet& is_tight) {
  constexpr std::uint32_t k_below = std::numeric_limits<std::uint8_t>::max();
  const std::span<const std::uint32_t> each = capacities.each;
  const bool fits =
      each.empty() ? capacities.common < k_below
                   : parallel::reduce<std::uint32_t>(
                         context, each.size(), 0, [&](std::size_t v) { return each[v]; },
                         [](std::uint32_t a, std::uint32_t b) { return std::max(a, b); }) < k_below;
  if (fits) return mark_tight<std::uint8_t>(context, graph, capacities, is_tight);
  mark_tight<std::uint32_t>(context, graph, capacities, is_tight);
}

// Nothing where less than a quarter of the edges is loose, which is not looked at where capacities
// leave no room for all edges.
std::optional<LooseAndTight> split(const Context& context, const EdgeListView& graph,
                                   const Capacities& capacities, const GraphOrder& order) {
  const std::size_t m = graph.num_edges();
  if (m == 0 || most_matched(graph, capacities) < m) return std::nullopt;
  order::VertexSet is_tight(graph.num_vertices);
  find_tight(context, graph, capacities, is_tight);
  const auto is_loose = [&](std::size_t e) {
    return (is_tight.contains(graph.edges[e].u) | is_tight.contains(graph.edges[e].v)) == 0;
  };
  const auto num_loose = parallel::reduce<std::size_t>(
      context, m, 0, [&](std::size_t e) { return is_loose(e) ? std::size_t{1} : 0; },
      std::plus<>());
  if (num_loose < m / 4) return std::nullopt;
  LooseAndTight parts;
  parts.tight.num_vertices = graph.num_vertices;
  order::with_weight_bits(graph.weights, order, [&](auto weight_bits) {
    parts.loose.resize(num_loose);
    const std::size_t kept = parallel::select(
        context, m,
        [&](std::size_t e) { return weight_bits(e) >= weight_bits.lowest() && is_loose(e); },
        [&](std::size_t place, std::size_t e) {
          if (graph.edges[e].u == graph.edges[e].v) detail::structures::throw_broken_promise(graph);
          parts.loose[place] = graph.edges[e];
        });
    parts.loose.resize(kept);
  });
  parts.tight.edges.resize(m - num_loose);
  const auto select_tight = [&](const auto& store_weight) {
    parallel::select(
        context, m, [&](std::size_t e) { return !is_loose(e); },
        [&](std::size_t place, std::size_t e) {
          parts.tight.edges[place] = graph.edges[e];
          store_weight(place, e);
        });
  };
  std::visit(
      [&](const auto& held) {
        if constexpr (std::is_same_v<std::decay_t<decltype(held)>, std::monostate>) {
          select_tight([](std::size_t, std::size_t) {});
        } else {
          Array<typename std::decay_t<decltype(held)>::value_type> weights(m - num_loose);
          select_tight([&](std::size_t place, std::size_t e) { weights[place] = held[e]; });
          parts.tight.weights = std::move(weights);
        }
      },
      graph.weights);
  return parts;
}

// Where weights do not tell which edges are in a batch, each batch looks at the keys of all edges
// that are free: where most are taken, one batch takes less time than several.
template <class WeightBits>
order::BatchTuning tuning_for(std::size_t num_edges, std::size_t most) {
  if (!std::is_same_v<WeightBits, order::UnitWeightBits> || most < num_edges / 2) return {};
  return {.first_share = 1, .batch_share = 1, .capacity_share = 1};
}

// Calls use(pairs) with the edges that are taken. Returns the number of batches.
template <class Use>
std::uint64_t match_in_batches(const Context& context, const EdgeListView& graph,
                               const Capacities& capacities, const GraphOrder& order,
                               const Use& use) {
  const std::size_t most = most_matched(graph, capacities);
  if (most == 0) {
    use(std::span<const GraphEdge>());
    return 1;
  }
  return order::with_weight_bits(graph.weights, order, [&](auto weight_bits) {
    const order::BatchTuning tuning = tuning_for<decltype(weight_bits)>(graph.num_edges(), most);
    if (graph.num_edges() >= tuning.least_scanned) {
      const ListOrder direction = order_to_scan(context, graph, weight_bits);
      if (direction != ListOrder::none) {
        Array<GraphEdge> pairs(most + 1);
        RoomAtEnds room(graph, capacities);
        GraphEdge* end = pairs.data();
        scan_sorted(context, graph, weight_bits, order.seed, direction,
                    [&](const GraphEdge& edge) { end = room.take_if_free(edge, end); });
        use(std::span<const GraphEdge>(pairs.data(), end));
        return std::uint64_t{1};
      }
    }
    BMatchInList problem(graph, weight_bits, order.seed, capacities, most);
    const std::uint64_t batches = order::filtered(context, problem, tuning);
    use(problem.pairs());
    return batches;
  });
}

}  // namespace

Partners local_max(const Context& context, const EdgeListView& graph, const Capacities& capacities,
                   const GraphOrder& options) {
  check_capacities(capacities, graph.num_vertices);
  if (are_ones(context, capacities)) {
    return partners_of(local_max(context, graph, GraphLocalMaxOptions{.order = options}));
  }
  const GraphOrder order = resolve(context, options, graph);
  Partners matching;
  std::uint64_t batches = 0;
  if (auto parts = split(context, graph, capacities, order)) {
    Array<GraphEdge>& pairs = parts->loose;
    batches = match_in_batches(context, parts->tight.view(), capacities, order,
                               [&](std::span<const GraphEdge> more) {
                                 const std::size_t num_loose = pairs.size();
                                 pairs.resize(num_loose + more.size());
                                 std::copy(more.begin(), more.end(), pairs.begin() + num_loose);
                               });
    // A tight edge meets loose vertices, which have room for all their edges.
    matching = partner_lists(context, graph.num_vertices, pairs.view());
  } else {
    batches =
        match_in_batches(context, graph, capacities, order, [&](std::span<const GraphEdge> pairs) {
          matching = partner_lists(context, graph.num_vertices, pairs);
        });
  }
  matching.stats = run_stats(order, b_greedy_guarantee(order), batches, "local_max",
                             name_of(GraphLocalMaxVariant::filtered));
  return matching;
}

Partners local_max(const Context& context, const GraphView& graph, const Capacities& capacities,
                   const GraphOrder& options) {
  check_capacities(capacities, graph.num_vertices);
  if (are_ones(context, capacities)) {
    return partners_of(local_max(context, graph, GraphLocalMaxOptions{.order = options}));
  }
  const GraphOrder order = resolve(context, options, graph);
  const Clock::time_point begin = Clock::now();
  const EdgeList edges = edges_of(context, graph);
  const std::chrono::duration<double> prepare = Clock::now() - begin;
  // The list of rows that break promises may be too long.
  detail::structures::check_shape(edges.view());
  Partners matching = local_max(context, edges.view(), capacities, order);
  matching.stats.prepare_seconds = prepare.count();
  return matching;
}

}  // namespace hypermatch
