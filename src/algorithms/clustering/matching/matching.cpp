// SPDX-License-Identifier: MIT
#include "algorithms/clustering/matching/pairs.hpp"

#include <utility>
#include <vector>

#include "algorithms/clustering/common/contract/contraction.hpp"
#include "algorithms/clustering/common/multilevel/answer.hpp"
#include "algorithms/clustering/common/multilevel/level_records.hpp"
#include "base/random.hpp"
#include "hypermatch/clustering.hpp"
#include "hypermatch/coarsen.hpp"

namespace hypermatch {

namespace detail::clustering {

namespace {

// Each level, from the finest on, with its vertices joined by a matching.
class Agglomeration {
 public:
  Agglomeration(const Context& context, const FinestLevel& finest,
                const AgglomerationOptions& options)
      : context_(context),
        options_(options),
        objective_(finest.objective()),
        level_(finest.view()),
        records_(context) {}

  /// Returns the communities of the finest level.
  [[nodiscard]] Array<VertexId> run(Array<VertexId> initial) {
    Array<VertexId> community(level_.graph.num_vertices);
    for (std::size_t v = 0; v < community.size(); ++v) community[v] = static_cast<VertexId>(v);
    if (!initial.empty()) {
      records_.begin(0);
      contract({std::move(initial), {}, 1}, community);
    }
    const std::uint32_t max_levels = limited_levels(options_.max_levels);
    for (std::uint32_t i = 0; i < max_levels; ++i) {
      records_.begin(i);
      records_.report(0, 0, 1);
      Pairing pairing = pair_vertices(context_, level_, objective_, base::hash(options_.seed, i));
      if (pairing.joined == 0) break;
      contract(std::move(pairing), community);
      if (i + 1 == max_levels) records_.reach_levels();
    }
    return community;
  }

  [[nodiscard]] TakenRecords take_records() { return records_.take(); }
  [[nodiscard]] std::vector<Array<VertexId>> take_contractions() {
    return std::move(contractions_);
  }

 private:
  void contract(Pairing pairing, Array<VertexId>& community) {
    records_.moved();
    Level next = contract_communities(context_, level_, pairing.labels.view());
    const Array<VertexId>& up = next.contraction.coarse_vertex;
    if (options_.keep_hierarchy) contractions_.push_back(up.clone());
    community = project(context_, up.view(), community.view());
    records_.end(level_, pairing.sweeps, quality_of_vertices(context_, next.view(), objective_));
    held_ = std::move(next);
    level_ = held_.view();
  }

  const Context& context_;
  const AgglomerationOptions& options_;
  const Objective& objective_;
  Level held_;  // what `level_` views, but for the finest
  LevelView level_;
  LevelRecords records_;
  std::vector<Array<VertexId>> contractions_;
};

}  // namespace

}  // namespace detail::clustering

using namespace detail::clustering;

Clustering agglomerate(const Context& context, const GraphView& graph,
                       const AgglomerationOptions& options) {
  check_at_least_one(options.max_levels, "max_levels");
  const FinestLevel finest(context, graph, options.loop_weights, options.quality);
  Array<VertexId> initial;
  if (!options.initial.empty()) {
    initial = std::move(partition_of(context, finest.view(), options.initial).community);
  }
  Agglomeration agglomeration(context, finest, options);
  const Array<VertexId> communities = agglomeration.run(std::move(initial));
  Outcome outcome{communities.view(), agglomeration.take_records()};
  outcome.start = options.initial;
  if (options.keep_hierarchy) outcome.contractions = agglomeration.take_contractions();
  return answer(context, finest, std::move(outcome), {"matching", ""});
}

}  // namespace hypermatch
