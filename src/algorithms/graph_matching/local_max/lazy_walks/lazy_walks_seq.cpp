// SPDX-License-Identifier: MIT
// Local max over rows by walks alone (Birn, Osipov, Sanders, Schulz, Sitchinava 2013,
// doi:10.1007/978-3-642-40047-6_66; pointers as in Manne, Bisseling 2008,
// doi:10.1007/978-3-540-68111-3_74): from each free vertex to its best free neighbour and on, edges
// rising, until two vertices point at each other; they are matched. Vertices whose target was
// matched look again. Guarantee 1/2. There are no rounds, whose state would have to be made first,
// and a vertex that is matched before its turn never looks. Expected work O(n + m).
#include "algorithms/graph_matching/local_max/lazy_walks/lazy_walks.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>
#include <vector>

#include "algorithms/graph_matching/common/order.hpp"
#include "base/large_vector.hpp"
#include "hypermatch/array.hpp"
#include "hypermatch/enum_names.hpp"
#include "hypermatch/graph_matching.hpp"
#include "order/row_scan.hpp"
#include "order/sampled_code.hpp"
#include "order/weight_bits.hpp"
#include "parallel/host/stop_check.hpp"
#include "structures/shape.hpp"

namespace hypermatch::detail::graph_matching {

namespace {

template <class WeightBits>
class LazyWalks {
 public:
  LazyWalks(const Context& context, const GraphView& graph, const WeightBits& weight_bits,
            const GraphOrder& order, std::uint64_t most_arcs)
      : mates(filled_vector(graph.num_vertices, k_none)),
        stop_(context),
        graph_(graph),
        rows_(graph, weight_bits, base::PairMixer(order.seed)),
        targets_(graph.num_vertices, k_unseen),
        path_(graph.num_vertices + std::size_t{1}),
        arcs_left_(most_arcs) {}

  /// False if it took too many looks.
  [[nodiscard]] bool run() {
    for (VertexId v = 0; v < graph_.num_vertices; ++v) {
      if (mates[v] == k_none && !walk_from(v)) return false;
    }
    return true;
  }

  std::vector<VertexId> mates;

 private:
  static constexpr VertexId k_unseen = k_none - 1;

  bool walk_from(VertexId start) {
    path_[0] = start;
    // Ends: a turn takes vertices off the path for good, or adds one along an edge above the last;
    // a path of more vertices than there are goes round in circles.
    for (std::size_t length = 1; length > 0;) {
      const VertexId v = path_[length - 1];
      const VertexId next = target(v);
      if (next == k_none) {
        if (arcs_left_ == 0) return false;
        // The vertex before it on the path is free, and would be its neighbour.
        if (length > 1) structures::throw_broken_promise(graph_);
        return true;
      }
      if (length > 1 && path_[length - 2] == next) {
        mates[v] = next;
        mates[next] = v;
        length -= 2;
      } else {
        if (next == v || length >= path_.size() - 1) structures::throw_broken_promise(graph_);
        path_[length++] = next;
      }
    }
    return true;
  }

  // The best free neighbour of `v`, or k_none; also where no looks are left.
  VertexId target(VertexId v) {
    VertexId& target = targets_[v];
    if (target == k_none || (target != k_unseen && mates[target] == k_none)) return target;
    const Offset degree = rows_.degree(v);
    if (degree >= arcs_left_) {
      arcs_left_ = 0;
      return k_none;
    }
    arcs_left_ -= degree;
    stop_.done(degree + 1);
    const Offset arc =
        rows_.best_wanted(v, [&](Offset a) { return mates[rows_.head(a)] == k_none; });
    return target = arc == order::k_no_arc ? k_none : rows_.head(arc);
  }

  parallel::StopCheck stop_;
  GraphView graph_;
  order::RowScan<WeightBits> rows_;
  Array<VertexId> targets_;  // of free vertices
  Array<VertexId> path_;
  std::uint64_t arcs_left_;
};

// Whether scans can skip most of a long row: not where many arcs share the largest weight, of which
// hashes decide one by one.
template <class WeightBits>
bool skips_long_rows(const WeightBits& weight_bits, std::uint64_t num_arcs) {
  if constexpr (std::is_same_v<WeightBits, order::UnitWeightBits>) {
    return false;
  } else {
    constexpr std::size_t k_draws = 64;
    const auto sample = order::sample_weight_bits(weight_bits, num_arcs, k_draws);
    const auto largest = std::max_element(sample.begin(), sample.end());
    return std::count(sample.begin(), sample.end(), *largest) <= std::ptrdiff_t{k_draws / 8};
  }
}

}  // namespace

std::optional<GraphMatching> lazy_walks(const Context& context, const GraphView& graph,
                                        const GraphOrder& order, const LazyTuning& tuning) {
  const std::uint64_t size = graph.num_vertices + graph.num_arcs();
  const bool small = size <= tuning.small;
  const bool dense = graph.num_arcs() / tuning.long_row >= graph.num_vertices &&
                     (size <= tuning.small_dense || context.threads() == 1);
  if (!small && !dense) return std::nullopt;
  context.check_cancelled();
  return order::with_weight_bits(
      graph.weights, order, [&](auto weight_bits) -> std::optional<GraphMatching> {
        if (!small && !skips_long_rows(weight_bits, graph.num_arcs())) return std::nullopt;
        LazyWalks walks(context, graph, weight_bits, order, tuning.most_looks * size + 1);
        if (!walks.run()) return std::nullopt;
        return GraphMatching{std::move(walks.mates),
                             run_stats(order, greedy_guarantee(order), 1, "local_max",
                                       name_of(GraphLocalMaxVariant::filtered))};
      });
}

}  // namespace hypermatch::detail::graph_matching
