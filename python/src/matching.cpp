// SPDX-License-Identifier: MIT
// Matchings of graphs and hypergraphs.
#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "hypermatch/b_matching.hpp"
#include "hypermatch/certain_share.hpp"
#include "hypermatch/exact_matching.hpp"
#include "hypermatch/graph_forms.hpp"
#include "hypermatch/registry_matching.hpp"
#include "hypermatch/verify_exact.hpp"
#include "hypermatch/verify_matching.hpp"
#include "instances.hpp"
#include "question.hpp"
#include "results.hpp"

namespace hypermatch::python {

using namespace nb::literals;

namespace {

ExactOptions exact_options(const Question& question) {
  const auto& values = question.request.parameters;
  const auto text = [&](const char* name) { return std::get<std::string>(values.value_of(name)); };
  return {.order = question.graph_order(),
          .sense = parse_name<Sense>("sense", text("sense")),
          .size = parse_name<MatchingSize>("size", text("size"))};
}

template <class Answer>
verify::MatchingVerdict check(const Context& context, GraphForms& forms, const Question& question,
                              const Answer& answer, bool is_exact) {
  const registry::GraphRatings ratings = registry::rate(context, forms, question.request);
  verify::GraphMatchingDemands demands;
  demands.order = question.graph_order();
  if (is_exact) demands.order.nonpositive = NonPositive::keep;
  demands.maximal = !is_exact && question.is_maximal();
  demands.greedy = question.is_greedy() && question.ties() == Ties::fixed;
  demands.capacities = question.request.capacities;
  demands.ratings = ratings.values.view();
  demands.bound = !is_exact;
  demands.name = [](std::uint64_t v) { return std::to_string(v); };
  if (forms.graph().has_rows() && demands.ratings.empty()) {
    return verify::check_graph_matching(context, forms.rows(), answer, demands);
  }
  return verify::check_graph_matching(context, forms.edges(), answer, demands);
}

// The share of the optimum that is certain. @throws Error{internal} for a wrong answer
double certified_ratio(const Context& context, GraphForms& forms, const Question& question,
                       const GraphMatching& matching) {
  const bool has_dual = !matching.dual.empty();
  const verify::MatchingVerdict verdict = check(context, forms, question, matching.mates, has_dual);
  if (!verdict.ok) refuse_result(verdict.violation);
  if (!has_dual) return verdict.certified_ratio;
  const auto exact = verify::check_exact(context, forms.edges(), matching.mates, matching.dual,
                                         exact_options(question));
  if (!exact.ok) refuse_result(exact.violation);
  return verify::certain_share(verdict.value.weight, exact.gap, exact_options(question).sense);
}

double certified_ratio(const Context& context, GraphForms& forms, const Question& question,
                       const Partners& partners) {
  const verify::MatchingVerdict verdict = check(context, forms, question, partners, false);
  if (!verdict.ok) refuse_result(verdict.violation);
  return verdict.certified_ratio;
}

template <class Matching>
struct Solved {
  Matching matching;
  MatchedPairs matched = {};
  std::optional<double> ratio = std::nullopt;
};

template <class Matching>
nb::dict graph_result(Solved<Matching>&& solved) {
  nb::dict result;
  result["stats"] = stats_dict(solved.matching.stats);
  result["weight"] = weight_of(solved.matched.value);
  result["certified_ratio"] = solved.ratio;
  result["pairs"] = owning_pairs<std::uint32_t>(std::move(solved.matched.pairs));
  return result;
}

nb::dict match_graph(const Instance& instance, const nb::dict& given) {
  const Question question(given, registry::Problem::graph_matching);
  const AnyGraphView graph = instance.graph();
  auto solved =
      result_at(question.settings, instance.num_entries(), question.nanoseconds(),
                [&](const registry::Where& where) {
                  const Context& context = where.host();
                  GraphForms forms(context, graph);
                  Solved<GraphMatching> all{registry::match(where, forms, question.request)};
                  if (all.matching.barrier) return all;
                  for (const auto* pass : question.passes) {
                    all.matching = registry::apply_pass(context, pass->name, forms,
                                                        std::move(all.matching), question.request);
                  }
                  all.matched = matched_pairs(context, graph, all.matching.mates);
                  if (question.verify)
                    all.ratio = certified_ratio(context, forms, question, all.matching);
                  return all;
                });
  if (const auto& barrier = solved.matching.barrier) {
    nb::dict none;
    none["proof"] = "no perfect matching: without " + std::to_string(barrier->vertices.size()) +
                    " vertices, " + std::to_string(barrier->odd_components) +
                    " components of odd size are left";
    return none;
  }
  nb::object mates = owning_array(std::move(solved.matching.mates));
  const double weight_unit = solved.matching.dual.weight_unit;
  nb::dict result = graph_result(std::move(solved));
  if (question.proves_weight()) result["stats"]["weight_unit"] = weight_unit;
  result["mates"] = mates;
  return result;
}

nb::dict match_capacities(const Instance& instance, const nb::dict& given) {
  const Question question(given, registry::Problem::graph_matching);
  const AnyGraphView graph = instance.graph();
  auto solved = result_at(question.settings, instance.num_entries(), question.nanoseconds(),
                          [&](const registry::Where& where) {
                            const Context& context = where.host();
                            GraphForms forms(context, graph);
                            Solved<Partners> all{registry::b_match(where, forms, question.request)};
                            all.matched = matched_pairs(context, graph, all.matching);
                            if (question.verify)
                              all.ratio = certified_ratio(context, forms, question, all.matching);
                            return all;
                          });
  nb::object offsets = owning_array(std::move(solved.matching.offsets));
  nb::object partners = owning_array(std::move(solved.matching.partners));
  nb::dict result = graph_result(std::move(solved));
  result["offsets"] = offsets;
  result["partners"] = partners;
  return result;
}

nb::dict match_hypergraph(const Instance& instance, const nb::dict& given) {
  const Question question(given, registry::Problem::hypergraph_matching);
  const HypergraphView& hypergraph = instance.hypergraph();
  std::optional<double> ratio;
  MatchingValue value;
  auto matching = result_at(
      question.settings, hypergraph.num_pins(), question.nanoseconds(),
      [&](const registry::Where& where) {
        const Context& context = where.host();
        HypergraphMatching found = registry::match(where, hypergraph, question.request);
        for (const auto* pass : question.passes) {
          found = registry::apply_pass(context, pass->name, hypergraph, std::move(found),
                                       question.request);
        }
        value = value_of(hypergraph, found.edges);
        if (!question.verify) return found;
        const verify::MatchingDemands demands{.order = question.request.order,
                                              .maximal = question.is_maximal(),
                                              .greedy = question.is_greedy(),
                                              .ties = question.ties(),
                                              .capacities = question.request.capacities};
        const auto verdict = verify::check_matching(context, hypergraph, found.edges, demands);
        if (!verdict.ok) refuse_result(verdict.violation);
        ratio = verdict.certified_ratio;
        return found;
      });
  nb::dict result;
  result["stats"] = stats_dict(matching.stats);
  result["weight"] = weight_of(value);
  result["certified_ratio"] = ratio;
  result["edges"] = owning_array(std::move(matching.edges));
  return result;
}

nb::dict verdict_dict(const verify::MatchingVerdict& verdict) {
  nb::dict result;
  result["ok"] = verdict.ok;
  result["violation"] = verdict.violation;
  result["valid"] = verdict.valid;
  result["maximal"] = verdict.maximal;
  result["greedy"] = verdict.greedy;
  result["weight"] = weight_of(verdict.value);
  result["certified_ratio"] = verdict.ok ? nb::cast(verdict.certified_ratio) : nb::none();
  return result;
}

// `ends`: those of pairs by twos.
nb::dict verify_graph(const Instance& instance, const Numbers& ends, const nb::dict& given) {
  Options options(given, registry::Problem::graph_matching);
  const RunSettings settings = take_settings(options);
  const CapacityArgument capacities(options);
  verify::GraphMatchingDemands demands;
  demands.maximal = options.take_flag("maximal");
  demands.greedy = options.take_flag("greedy");
  demands.ties = options.take_name("ties", Ties::fixed);
  demands.order.objective = options.take_name("objective", Objective::automatic);
  demands.order.nonpositive = options.take_name("nonpositive", NonPositive::drop);
  demands.order.seed = options.take_whole("seed", 0);
  const auto tie_order = options.take_name("tie_order", TieOrder::hash);
  const auto rating = options.take_name("rating", EdgeRating::weight);
  demands.capacities = capacities.view;
  demands.name = [](std::uint64_t v) { return std::to_string(v); };
  options.expect_all_taken();
  const auto items = exact_items_of<std::uint64_t>("pairs", ends);
  const std::span pairs(reinterpret_cast<const verify::VertexPair*>(items.data()),
                        items.size() / 2);
  const AnyGraphView graph = instance.graph();
  return verdict_dict(
      result_of(settings, instance.num_entries(), k_proof_nanoseconds, [&](const Context& context) {
        if (tie_order != TieOrder::hash || rating != EdgeRating::weight) {
          const registry::MatchingRequest request{
              .problem = registry::Problem::graph_matching,
              .order = {.objective = demands.order.objective,
                        .nonpositive = demands.order.nonpositive,
                        .seed = demands.order.seed,
                        .tie_order = tie_order},
              .edge_rating = rating};
          GraphForms forms(context, graph);
          const registry::GraphRatings ratings = registry::rate(context, forms, request);
          demands.ratings = ratings.values.view();
          return verify::check_graph_matching(context, forms.edges(), pairs, demands);
        }
        return std::visit(
            [&](const auto& form) {
              return verify::check_graph_matching(context, form, pairs, demands);
            },
            graph.form());
      }));
}

nb::dict verify_hypergraph(const Instance& instance, const Numbers& edges, const nb::dict& given) {
  Options options(given, registry::Problem::hypergraph_matching);
  const RunSettings settings = take_settings(options);
  verify::MatchingDemands demands;
  demands.maximal = options.take_flag("maximal");
  demands.greedy = options.take_flag("greedy");
  demands.ties = options.take_name("ties", Ties::fixed);
  demands.order.rating = options.take_name("rating", Rating::automatic);
  demands.order.objective = options.take_name("objective", Objective::automatic);
  demands.order.nonpositive = options.take_name("nonpositive", NonPositive::drop);
  demands.order.seed = options.take_whole("seed", 0);
  const CapacityArgument capacities(options);
  demands.capacities = capacities.view;
  options.expect_all_taken();
  const auto items = exact_items_of<std::uint64_t>("edges", edges);
  return verdict_dict(
      result_of(settings, instance.num_entries(), k_proof_nanoseconds, [&](const Context& context) {
        return verify::check_matching(context, instance.hypergraph(), items, demands);
      }));
}

}  // namespace

void bind_matching(nb::module_& module) {
  module.def("match_graph", match_graph, "instance"_a, "options"_a);
  module.def("match_capacities", match_capacities, "instance"_a, "options"_a);
  module.def("match_hypergraph", match_hypergraph, "instance"_a, "options"_a);
  module.def("verify_graph", verify_graph, "instance"_a, "ends"_a, "options"_a);
  module.def("verify_hypergraph", verify_hypergraph, "instance"_a, "edges"_a, "options"_a);
}

}  // namespace hypermatch::python
