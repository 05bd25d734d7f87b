// SPDX-License-Identifier: MIT
// Suitor for matching in graphs: Manne, Halappanavar 2014, doi:10.1109/IPDPS.2014.62; with and
// without locks Naim 2017. Guarantee 1/2. Every vertex proposes to the best neighbour that prefers
// it to its suitor, and whoever is displaced proposes anew. Work O(m degree) in the worst case from
// unsorted rows, O(m log(degree)) from sorted ones. 64-bit weights become dense ranks first.
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

#include "algorithms/graph_matching/common/order.hpp"
#include "algorithms/graph_matching/suitor/suitor_rows.hpp"
#include "hypermatch/graph_matching.hpp"
#include "order/arc_priorities.hpp"
#include "parallel/host/stop_check.hpp"

namespace hypermatch {

using namespace detail::graph_matching;
namespace order = detail::order;
namespace parallel = detail::parallel;

namespace {

constexpr std::size_t k_grain = 256;

// One thread. `propose(v)` finds the proposal.
template <class Rows, class Propose>
void run_alone(const Context& context, Rows& rows, const Propose& propose) {
  parallel::StopCheck stop(context);
  for (VertexId v = 0; v < rows.num_vertices(); ++v) {
    // Ends: each turn gives some vertex a better suitor.
    for (VertexId suitor = v; suitor != k_none;) {
      stop.done(rows.degree(suitor) + 1);
      const Proposal proposal = propose(suitor);
      if (proposal.to == k_none) break;
      suitor = SuitorWord::suitor(std::exchange(rows.word(proposal.to), proposal.word));
    }
  }
}

// Several threads. `replace(proposal, displaced)` makes the proposal, unless somebody better was
// faster. Where the order of proposals differs, the end does not: it is the greedy matching.
template <class Rows, class Replace>
void run_shared(const Context& context, Rows& rows, const Replace& replace) {
  const auto propose = [&](VertexId v, parallel::StopCheck& stop) {
    // Ends: a turn gives some vertex a better suitor, or another thread did so meanwhile.
    for (VertexId suitor = v; suitor != k_none;) {
      stop.done(rows.degree(suitor) + 1);
      const Proposal proposal = rows.best_proposal(suitor);
      if (proposal.to == k_none) break;
      std::uint64_t displaced = 0;
      if (replace(proposal, displaced)) suitor = SuitorWord::suitor(displaced);
    }
  };
  parallel::for_chunks(context, parallel::cut(context, rows.num_vertices(), k_grain),
                       [&](std::size_t, std::size_t begin, std::size_t end) {
                         parallel::StopCheck stop(context);
                         for (std::size_t v = begin; v < end; ++v) {
                           propose(static_cast<VertexId>(v), stop);
                         }
                       });
}

template <class Rows>
void run_with_locks(const Context& context, Rows& rows) {
  Array<std::uint8_t> locks(rows.num_vertices(), 0);
  run_shared(context, rows, [&](const Proposal& proposal, std::uint64_t& displaced) {
    const std::atomic_ref lock(locks[proposal.to]);
    // Acquire and release order the words that are written under the lock. Ends: who holds the
    // lock waits for nothing.
    while (lock.exchange(1, std::memory_order_acquire) != 0) {
    }
    displaced = rows.shared_word(proposal.to);
    const bool better = rows.above(proposal.to, proposal.word, displaced);
    // Relaxed: searches read the word without the lock, and it carries all that it says.
    if (better) {
      std::atomic_ref(rows.word(proposal.to)).store(proposal.word, std::memory_order_relaxed);
    }
    lock.store(0, std::memory_order_release);
    return better;
  });
}

template <class Rows>
void run_lock_free(const Context& context, Rows& rows) {
  run_shared(context, rows, [&](const Proposal& proposal, std::uint64_t& displaced) {
    const std::atomic_ref word(rows.word(proposal.to));
    displaced = word.load(std::memory_order_relaxed);
    // Relaxed: the word carries all that it says. Ends: the exchange fails only by chance or
    // because the suitor got better, which it can finitely often.
    while (rows.above(proposal.to, proposal.word, displaced)) {
      if (word.compare_exchange_weak(displaced, proposal.word, std::memory_order_relaxed)) {
        return true;
      }
    }
    return false;
  });
}

// The name of what ran.
template <class Rows>
std::string_view run(const Context& context, Rows& rows, SuitorVariant variant) {
  switch (variant) {
    case SuitorVariant::automatic:  // does not come here
    case SuitorVariant::unsorted:
      break;
    case SuitorVariant::sorted:
      rows.sort_rows(context);
      run_alone(context, rows, [&](VertexId v) { return rows.next_proposal(v); });
      return "sorted";
    case SuitorVariant::locks:
      run_with_locks(context, rows);
      return "locks";
    case SuitorVariant::lock_free:
      run_lock_free(context, rows);
      return "lock_free";
  }
  run_alone(context, rows, [&](VertexId v) { return rows.best_proposal(v); });
  return "unsorted";
}

}  // namespace

GraphMatching suitor(const Context& context, const GraphView& graph, const SuitorOptions& options) {
  const GraphOrder order = resolve(context, options.order, graph);
  SuitorVariant variant = options.variant;
  if (variant == SuitorVariant::automatic) {
    variant = context.threads() == 1 ? SuitorVariant::unsorted : SuitorVariant::lock_free;
  }
  GraphMatching matching;
  std::string_view ran;
  order::with_narrow_images(context, graph.weights, order, [&](auto images) {
    SuitorRows rows(graph, images, detail::base::PairMixer(order.seed));
    context.check_cancelled();
    ran = run(context, rows, variant);
    matching.mates = rows.mates(context);
  });
  matching.stats = run_stats(order, greedy_guarantee(order), 1, "suitor", ran);
  return matching;
}

}  // namespace hypermatch
