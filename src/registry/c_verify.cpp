// SPDX-License-Identifier: MIT
// The interface for C: an answer is judged from the definition.
#include "hypermatch/hypermatch.h"

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "c_arguments.hpp"
#include "c_types.hpp"
#include "hypermatch/graph_forms.hpp"
#include "hypermatch/verify_b_assignment.hpp"
#include "hypermatch/verify_communities.hpp"
#include "hypermatch/verify_matching.hpp"
#include "hypermatch/verify_stable.hpp"

using namespace hypermatch;
using registry::c::given;
using registry::c::given_object;
using registry::c::guarded;
using registry::c::numbers_of;
using registry::c::Options;
using registry::c::pair_bounds;
using registry::c::Violation;

namespace {

/// Messages count from 0, as arrays do.
std::string number_from_zero(std::uint64_t v) {
  return std::to_string(v);
}

struct Judged {
  bool ok = false;
  std::string violation;
  std::map<std::string, double, std::less<>> numbers = {};
};

Judged judged(const verify::MatchingVerdict& verdict) {
  return {verdict.ok,
          verdict.violation,
          {{"weight", verdict.value.weight},
           {"size", static_cast<double>(verdict.value.edges)},
           {"certified_ratio", verdict.certified_ratio}}};
}

/// The answer by twos. @throws Error{invalid_input} for an odd number of numbers
template <class Pair, class T>
std::vector<Pair> pairs_of(const hypermatch_array& answer) {
  if (answer.size % 2 != 0) {
    throw Error(ErrorCode::invalid_input,
                "pairs are " + std::to_string(answer.size) + " numbers, must be two for each pair");
  }
  const auto numbers = numbers_of<T>("answer", answer);
  std::vector<Pair> pairs(numbers.size() / 2);
  for (std::size_t i = 0; i < pairs.size(); ++i) pairs[i] = {numbers[2 * i], numbers[2 * i + 1]};
  return pairs;
}

template <class Order>
void take_order(Options& options, Order& order) {
  order.objective = options.take_name("objective", Objective::automatic);
  order.nonpositive = options.take_name("nonpositive", NonPositive::drop);
  order.seed = options.take_number<std::uint64_t>("seed", 0);
}

Judged judge_graph(const Context& context, const hypermatch_instance& instance,
                   const hypermatch_array& answer, Options& options) {
  verify::GraphMatchingDemands demands;
  take_order(options, demands.order);
  demands.maximal = options.take_flag("maximal");
  demands.greedy = options.take_flag("greedy");
  demands.capacities = instance.bound("capacity", 1);
  demands.name = number_from_zero;
  options.expect_all_taken();
  const auto pairs = pairs_of<verify::VertexPair, std::uint64_t>(answer);
  const AnyGraphView graph = instance.graph();
  return std::visit(
      [&](const auto& form) {
        return judged(verify::check_graph_matching(context, form, pairs, demands));
      },
      graph.form());
}

Judged judge_hypergraph(const Context& context, const hypermatch_instance& instance,
                        const hypermatch_array& answer, Options& options) {
  verify::MatchingDemands demands;
  take_order(options, demands.order);
  demands.order.rating = options.take_name("rating", Rating::automatic);
  demands.maximal = options.take_flag("maximal");
  demands.greedy = options.take_flag("greedy");
  demands.capacities = instance.bound("capacity", 1);
  options.expect_all_taken();
  return judged(verify::check_matching(context, instance.hypergraph(),
                                       numbers_of<std::uint64_t>("answer", answer), demands));
}

Judged judge_bipartite(const Context& context, const hypermatch_instance& instance,
                       const hypermatch_array& answer, Options& options) {
  const verify::BipartiteDemands demands{.maximum = options.take_flag("maximum")};
  options.expect_all_taken();
  const auto mates = numbers_of<VertexId>("answer", answer);
  const auto verdict = verify::check_bipartite(context, instance.matrix(), mates, demands);
  return {verdict.ok,
          verdict.violation,
          {{"size", static_cast<double>(verdict.cardinality)},
           {"certified_ratio", verdict.certified_ratio}}};
}

Judged judge_assignment(const Context& context, const hypermatch_instance& instance,
                        const hypermatch_array& answer, Options& options) {
  verify::BAssignmentDemands demands;
  demands.objective = options.take_name("objective", Objective::automatic);
  demands.maximum = options.take_flag("maximum");
  if (options.take_flag("minimize")) demands.sense = Sense::minimize;
  demands.bounds = pair_bounds(instance, options.take_flag("perfect"));
  options.expect_all_taken();
  const auto pairs = pairs_of<RowColumn, std::uint64_t>(answer);
  const auto verdict =
      verify::check_b_assignment(context, instance.matrix(), instance.weights, pairs, demands);
  return {verdict.ok,
          verdict.violation,
          {{"weight", verdict.value.weight},
           {"size", static_cast<double>(pairs.size())},
           {"certified_ratio", verdict.maximum ? verdict.certified_ratio(demands.sense) : 0.0}}};
}

Judged judge_communities(const Context& context, const hypermatch_instance& instance,
                         const hypermatch_array& answer, Options& options) {
  CommunityQuality quality;
  quality.objective = options.take_name("objective", CommunityObjective::modularity);
  quality.resolution = options.take_real("resolution");
  const bool connected = options.take_flag("connected");
  options.expect_all_taken();
  GraphForms forms(context, instance.graph());
  const auto labels = numbers_of<VertexId>("answer", answer);
  const auto verdict = verify::check_communities(context, forms.rows(), LabelsView(labels),
                                                 {.quality = quality,
                                                  .loop_weights = instance.loops(),
                                                  .connected = connected,
                                                  .name = number_from_zero});
  return {verdict.ok,
          verdict.violation,
          {{"quality", verdict.quality}, {"size", static_cast<double>(verdict.communities)}}};
}

Judged judge_stable(const Context& context, const hypermatch_instance& instance,
                    const hypermatch_array& answer, Options& options) {
  options.expect_all_taken();
  const auto pairs = pairs_of<GraphEdge, VertexId>(answer);
  const auto verdict =
      verify::check_stable(context, instance.preferences(), pairs, number_from_zero);
  return {verdict.ok, verdict.violation, {{"size", static_cast<double>(verdict.pairs)}}};
}

}  // namespace

hypermatch_code hypermatch_verify(const hypermatch_context* context,
                                  const hypermatch_instance* instance, const char* problem,
                                  hypermatch_array answer, const hypermatch_option* options,
                                  size_t num_options, hypermatch_result** facts) {
  if (facts != nullptr) *facts = nullptr;
  return guarded([&] {
    Options named(options, num_options);
    const auto judge = [&](registry::Problem of) {
      switch (of) {
        case registry::Problem::graph_matching:
          return judge_graph;
        case registry::Problem::hypergraph_matching:
          return judge_hypergraph;
        case registry::Problem::bipartite_matching:
          return judge_bipartite;
        case registry::Problem::b_assignment:
          return judge_assignment;
        case registry::Problem::clustering:
          return judge_communities;
        case registry::Problem::stable_matching:
          break;
      }
      return judge_stable;
    }(parse_name<registry::Problem>("problem", given("problem", problem)));
    Judged verdict = judge(given_object("context", context).context,
                           given_object("instance", instance), answer, named);
    if (facts != nullptr) *facts = new hypermatch_result{.numbers = std::move(verdict.numbers)};
    if (!verdict.ok) throw Violation{std::move(verdict.violation)};
  });
}
