// SPDX-License-Identifier: MIT
// b-Suitor: Khan, Pothen, Patwary, Satish, Sundaram, Manne, Halappanavar, Dubey 2016,
// doi:10.1137/15M1026304. Guarantee 1/2. Each vertex makes as many proposals as its capacity; one
// that is displaced is made again, at once (eager) or in the next round (delayed).
//
// `owed_` counts the proposals that a vertex still has to make. The thread that raises it from 0
// works on the vertex, and no other thread does so until it is 0 again: rows need no locks.
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "algorithms/graph_matching/b_suitor/proposal_rows.hpp"
#include "algorithms/graph_matching/b_suitor/suitor_heaps.hpp"
#include "algorithms/graph_matching/common/order.hpp"
#include "hypermatch/b_matching.hpp"
#include "hypermatch/enum_names.hpp"
#include "order/arc_priorities.hpp"
#include "parallel/host/primitives.hpp"
#include "parallel/host/stop_check.hpp"
#include "parallel/host/team.hpp"
#include "structures/shape.hpp"

namespace hypermatch {

using namespace detail::graph_matching;
namespace order = detail::order;
namespace parallel = detail::parallel;

namespace {

enum class Updates { delayed, eager };

template <class Rows, Sharing sharing>
class BSuitor {
 public:
  BSuitor(const GraphView& graph, const Capacities& capacities, Rows rows, Updates updates)
      : graph_(graph),
        updates_(updates),
        rows_(std::move(rows)),
        heaps_(graph, capacities),
        owed_(graph.num_vertices) {
    for (VertexId v = 0; v < graph.num_vertices; ++v) owed_[v] = heaps_.capacity(v);
  }

  /// Returns the number of rounds. @throws Error{cancelled}
  std::uint64_t run(const Context& context) {
    std::uint64_t rounds = 0;
    std::vector<VertexId> waiting;
    bool is_first = true;
    // Ends: in each round but the first some vertex gets a better suitor.
    while (is_first || !waiting.empty()) {
      ++rounds;
      const std::size_t count = is_first ? graph_.num_vertices : waiting.size();
      const parallel::Chunks chunks = parallel::cut(context, count, 256);
      std::vector<std::vector<VertexId>> displaced(chunks.count);
      parallel::for_chunks(context, chunks,
                           [&](std::size_t chunk, std::size_t begin, std::size_t end) {
                             parallel::StopCheck stop(context);
                             for (std::size_t i = begin; i < end; ++i) {
                               const auto v = is_first ? static_cast<VertexId>(i) : waiting[i];
                               if (is_first && heaps_.capacity(v) == 0) continue;
                               serve(v, displaced[chunk], stop);
                             }
                           });
      waiting.clear();
      for (const std::vector<VertexId>& part : displaced) {
        waiting.insert(waiting.end(), part.begin(), part.end());
      }
      is_first = false;
    }
    return rounds;
  }

  [[nodiscard]] Partners partners(const Context& context) const { return heaps_.partners(context); }

 private:
  using Heaps = SuitorHeaps<typename Rows::Key, sharing>;
  using Answer = typename Heaps::Answer;
  using Proposal = typename Rows::Proposal;

  struct Heads {
    Heaps& heaps;
    bool operator()(const Proposal& arc) const { return heaps.may_accept(arc.head, arc.key); }
    [[gnu::always_inline]] void prefetch(VertexId head) const { heaps.prefetch(head); }
  };

  // Makes the proposals that v owes; `displaced` are vertices that this thread works on from now,
  // at once if updates are eager.
  void serve(VertexId v, std::vector<VertexId>& displaced, parallel::StopCheck& stop) {
    // Ends: each vertex that is displaced got its place taken by a better suitor.
    while (true) {
      settle(v, displaced, stop);
      if (updates_ == Updates::delayed || displaced.empty()) return;
      v = displaced.back();
      displaced.pop_back();
    }
  }

  void settle(VertexId v, std::vector<VertexId>& displaced, parallel::StopCheck& stop) {
    // Ends: rows do, and then all that is owed is dropped.
    for (std::uint32_t owed = 1; owed != 0;) {
      stop.done(graph_.degree(v) / 8 + 1);
      owed = propose(v, displaced) ? pay(v) : drop(v);
    }
  }

  // One proposal that is accepted; false if none is.
  [[nodiscard]] bool propose(VertexId v, std::vector<VertexId>& displaced) {
    // Ends: rows do.
    while (true) {
      const Proposal proposal = rows_.next(v, Heads{heaps_});
      if (proposal.head == k_none) return false;
      if (proposal.head == v) detail::structures::throw_broken_promise(graph_);  // a loop
      const auto [answer, loser] = heaps_.accept(proposal.head, proposal.key, v);
      if (answer == Answer::refused) continue;
      if (answer == Answer::displaced && owe(loser)) displaced.push_back(loser);
      return true;
    }
  }

  // Acquire and release: the thread that works on a vertex next sees what was done to its row. True
  // for the thread that works on it from now.
  [[nodiscard]] bool owe(VertexId v) {
    if constexpr (sharing == Sharing::threads) {
      return std::atomic_ref(owed_[v]).fetch_add(1, std::memory_order_acq_rel) == 0;
    }
    return owed_[v]++ == 0;
  }
  // Subtracts one proposal. Returns the number that v still owes.
  [[nodiscard]] std::uint32_t pay(VertexId v) {
    if constexpr (sharing == Sharing::threads) {
      return std::atomic_ref(owed_[v]).fetch_sub(1, std::memory_order_acq_rel) - 1;
    }
    return --owed_[v];
  }
  // At the end of the row.
  [[nodiscard]] std::uint32_t drop(VertexId v) {
    if constexpr (sharing == Sharing::threads) {
      std::atomic_ref(owed_[v]).exchange(0, std::memory_order_acq_rel);
    } else {
      owed_[v] = 0;
    }
    return 0;
  }

  GraphView graph_;
  Updates updates_;
  Rows rows_;
  Heaps heaps_;
  Array<std::uint32_t> owed_;
};

struct Outcome {
  Partners matching;
  std::uint64_t rounds = 0;
};

// Parts of a row that are sorted before its vertex proposes.
enum class SortedFirst { all, best, none };

struct Parts {
  SortedFirst rows;
  Updates updates;
};

Parts parts_of(BSuitorVariant variant) {
  switch (variant) {
    case BSuitorVariant::sorted_eager:
      return {SortedFirst::all, Updates::eager};
    case BSuitorVariant::sorted_delayed:
      return {SortedFirst::all, Updates::delayed};
    case BSuitorVariant::unsorted_eager:
      return {SortedFirst::none, Updates::eager};
    case BSuitorVariant::unsorted_delayed:
      return {SortedFirst::none, Updates::delayed};
    case BSuitorVariant::partial_delayed:
      return {SortedFirst::best, Updates::delayed};
    case BSuitorVariant::partial_eager:
      break;
  }
  return {SortedFirst::best, Updates::eager};
}

template <class Rows>
Outcome run_on(const Context& context, const GraphView& graph, const Capacities& capacities,
               Rows rows, Updates updates) {
  const auto run_shared = [&](auto suitor) {
    const std::uint64_t rounds = suitor.run(context);
    return Outcome{suitor.partners(context), rounds};
  };
  if (context.threads() == 1) {
    return run_shared(
        BSuitor<Rows, Sharing::one_thread>(graph, capacities, std::move(rows), updates));
  }
  return run_shared(BSuitor<Rows, Sharing::threads>(graph, capacities, std::move(rows), updates));
}

}  // namespace

Partners b_suitor(const Context& context, const GraphView& graph, const Capacities& capacities,
                  const BSuitorOptions& options) {
  check_capacities(capacities, graph.num_vertices);
  const GraphOrder order = resolve(context, options.order, graph);
  detail::check_enum("variant", options.variant);
  const parallel::SpinScope spin_scope(context);
  const Parts parts = parts_of(options.variant);
  Outcome outcome;
  const detail::base::PairMixer mix(order.seed);
  if (parts.rows == SortedFirst::all) {
    outcome = order::with_narrow_weight_bits(context, graph.weights, order, [&](auto weight_bits) {
      return run_on(context, graph, capacities, FullySortedRows(context, graph, weight_bits, mix),
                    parts.updates);
    });
  } else {
    const ArcsPerLook& per_look = parts.rows == SortedFirst::none ? k_unsorted_row : k_best_of_row;
    outcome = order::with_weight_bits(graph.weights, order, [&](auto weight_bits) {
      return run_on(context, graph, capacities,
                    RowsInParts(graph, weight_bits, mix, capacities, per_look), parts.updates);
    });
  }
  outcome.matching.stats = run_stats(
      order, are_ones(context, capacities) ? greedy_guarantee(order) : b_greedy_guarantee(order),
      outcome.rounds, "b_suitor", name_of(options.variant));
  return std::move(outcome.matching);
}

}  // namespace hypermatch
