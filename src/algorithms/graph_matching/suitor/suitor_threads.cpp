// SPDX-License-Identifier: MIT
// Suitor for matching in graphs: Manne, Halappanavar 2014, doi:10.1109/IPDPS.2014.62; with and
// without locks Naim 2017. Guarantee 1/2. Every vertex proposes to the best neighbour that prefers
// it to its suitor, and a displaced suitor proposes again. Work O(m degree) in the worst case from
// unsorted rows, O(m log(degree)) from sorted ones.
#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "algorithms/graph_matching/common/order.hpp"
#include "algorithms/graph_matching/suitor/keyed_suitors.hpp"
#include "algorithms/graph_matching/suitor/suitor_rows.hpp"
#include "hypermatch/enum_names.hpp"
#include "hypermatch/graph_matching.hpp"
#include "order/weight_bits.hpp"
#include "parallel/host/grain.hpp"
#include "parallel/host/primitives.hpp"
#include "parallel/host/stop_check.hpp"

namespace hypermatch {

using namespace detail::graph_matching;
namespace order = detail::order;
namespace parallel = detail::parallel;

namespace {

constexpr std::size_t k_row_grain = 256;
// Vertices and arcs below which one thread is done before others are awake.
constexpr std::uint64_t k_alone = parallel::threshold(std::uint64_t{1} << 17);

// One thread. `propose(v)` finds the proposal.
template <class Rows, class Propose>
void run_alone(const Context& context, Rows& rows, const Propose& propose) {
  parallel::StopCheck stop(context);
  for (VertexId v = 0; v < rows.num_vertices(); ++v) {
    // Ends: each turn gives some vertex a better suitor.
    for (VertexId suitor = v; suitor != k_none;) {
      stop.done(rows.degree(suitor) + 1);
      const auto proposal = propose(suitor);
      if (proposal.to == k_none) break;
      suitor = rows.words().held(proposal.to).vertex;
      rows.words().set(proposal.to, proposal.suitor);
    }
  }
}

// Several threads. `find(v)` finds the proposal, `replace(proposal, displaced)` makes it, unless a
// better one was faster. Where the order of proposals differs, the end does not: it is the greedy
// matching. One thread at a time proposes for a vertex: its own, then the one that displaced it.
template <class Rows, class Find, class Replace>
void run_shared(const Context& context, Rows& rows, const Find& find, const Replace& replace) {
  const auto propose = [&rows, find, replace](VertexId v, parallel::StopCheck& stop) {
    // Ends: a turn gives some vertex a better suitor, or another thread did so meanwhile.
    for (VertexId suitor = v; suitor != k_none;) {
      stop.done(rows.degree(suitor) + 1);
      const auto proposal = find(suitor);
      if (proposal.to == k_none) break;
      VertexId displaced = k_none;
      if (replace(proposal, displaced)) suitor = displaced;
    }
  };
  const std::size_t n = rows.num_vertices();
  const std::size_t grain = n + rows.num_arcs() < k_alone ? std::max(n, k_row_grain) : k_row_grain;
  parallel::for_chunks(context, parallel::cut(context, n, grain),
                       [&, propose](std::size_t, std::size_t begin, std::size_t end) {
                         parallel::StopCheck stop(context);
                         for (std::size_t v = begin; v < end; ++v) {
                           propose(static_cast<VertexId>(v), stop);
                         }
                       });
}

template <class Rows>
void run_with_locks(const Context& context, Rows& rows) {
  Array<std::uint8_t> locks(rows.num_vertices(), 0);
  const auto find = [&rows](VertexId v) { return rows.best_proposal(v); };
  run_shared(context, rows, find, [&](const auto& proposal, VertexId& displaced) {
    const std::atomic_ref lock(locks[proposal.to]);
    // Acquire and release order the words that are written under the lock. Ends: the thread that
    // holds the lock waits for nothing.
    while (lock.exchange(1, std::memory_order_acquire) != 0) {
    }
    const auto held = rows.words().held(proposal.to);
    const bool better = rows.above(proposal.to, proposal.suitor, held);
    if (better) rows.words().set(proposal.to, proposal.suitor);
    lock.store(0, std::memory_order_release);
    displaced = held.vertex;
    return better;
  });
}

template <class Rows, class Find>
void run_lock_free(const Context& context, Rows& rows, const Find& find) {
  rows.words().share();
  run_shared(context, rows, find, [&](const auto& proposal, VertexId& displaced) {
    // Ends: the exchange fails only by chance or because the suitor got better, which it can
    // finitely often.
    while (true) {
      const auto held = rows.words().held(proposal.to);
      if (!rows.above(proposal.to, proposal.suitor, held)) return false;
      if (rows.words().replace(proposal.to, held, proposal.suitor)) {
        displaced = held.vertex;
        return true;
      }
    }
  });
}

// The name of what ran.
template <class Rows, class WeightBits>
std::string_view run_variant(const Context& context, Rows& rows, const WeightBits& weight_bits,
                             SuitorVariant variant) {
  switch (variant) {
    case SuitorVariant::automatic:  // does not come here
    case SuitorVariant::unsorted:
      break;
    case SuitorVariant::sorted: {
      const auto find = [&rows](VertexId v) { return rows.next_proposal(v); };
      rows.sort_rows(context, weight_bits);
      context.threads() == 1 ? run_alone(context, rows, find) : run_lock_free(context, rows, find);
      return "sorted";
    }
    case SuitorVariant::locks:
      run_with_locks(context, rows);
      return "locks";
    case SuitorVariant::lock_free:
      run_lock_free(context, rows, [&rows](VertexId v) { return rows.best_proposal(v); });
      return "lock_free";
  }
  run_alone(context, rows, [&](VertexId v) { return rows.best_proposal(v); });
  return "unsorted";
}

template <class WeightBits>
std::vector<VertexId> by_keys(const Context& context, const GraphView& graph,
                              const WeightBits& weight_bits, std::uint64_t seed) {
  return weight_bits.visit_weights([&](const auto* weights) {
    KeyedSuitors suitors(graph, weight_bits, weights, detail::base::PairMixer(seed));
    suitors.run(context);
    return suitors.mates(context);
  });
}

}  // namespace

GraphMatching suitor(const Context& context, const GraphView& graph, const SuitorOptions& options) {
  const GraphOrder order = resolve(context, options.order, graph);
  SuitorVariant variant = options.variant;
  detail::check_enum("variant", variant);
  if (variant == SuitorVariant::automatic) {
    variant = context.threads() == 1 ? SuitorVariant::unsorted : SuitorVariant::lock_free;
  }
  GraphMatching matching;
  std::string_view ran;
  order::with_weight_bits(graph.weights, order, [&](auto weight_bits) {
    if constexpr (!std::is_same_v<decltype(weight_bits), order::UnitWeightBits>) {
      if (variant == SuitorVariant::unsorted) {
        matching.mates = by_keys(context, graph, weight_bits, order.seed);
        ran = "unsorted";
        return;
      }
    }
    SuitorRows rows(graph, weight_bits, detail::base::PairMixer(order.seed));
    context.check_cancelled();
    ran = run_variant(context, rows, weight_bits, variant);
    matching.mates = rows.mates(context);
  });
  matching.stats = run_stats(order, greedy_guarantee(order), 1, "suitor", ran);
  return matching;
}

}  // namespace hypermatch
