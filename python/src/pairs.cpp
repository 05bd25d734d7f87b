// SPDX-License-Identifier: MIT
// Pairs of rows and columns: largest matchings, heaviest pairs within bounds, decompositions.
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "hypermatch/dulmage_mendelsohn.hpp"
#include "hypermatch/point_assignment.hpp"
#include "hypermatch/registry_b_assignment.hpp"
#include "hypermatch/registry_bipartite.hpp"
#include "hypermatch/verify_b_assignment.hpp"
#include "hypermatch/verify_matching.hpp"
#include "hypermatch/verify_point_assignment.hpp"
#include "instances.hpp"
#include "question.hpp"
#include "results.hpp"

namespace hypermatch::python {

using namespace nb::literals;

namespace {

// One entry on one thread.
constexpr double k_bipartite_nanoseconds = 25;
constexpr double k_assignment_nanoseconds = 200;

nb::dict bipartite(const Instance& instance, const nb::dict& given) {
  Options options(given, registry::Problem::bipartite_matching);
  const RunSettings settings = take_place(options);
  registry::BipartiteRequest request;
  options.take_algorithm(request);
  const bool verify = options.take_flag("verify");
  const nb::object initial = options.take_object("initial");
  if (!initial.is_none()) {
    request.initial = exact_items_of<std::uint32_t>("initial", numbers_of("initial", initial));
  }
  request.parameters = options.take_parameters();
  const BipartiteView& graph = instance.bipartite();
  std::optional<double> ratio;
  BipartiteMatching found = result_at(
      settings, graph.num_entries(), k_bipartite_nanoseconds, [&](const registry::Where& where) {
        const Context& context = where.host();
        BipartiteMatching matching = registry::match(where, graph, request);
        if (!verify) return matching;
        const auto verdict =
            verify::check_bipartite(context, graph, matching.row_mates, {.maximum = true});
        if (!verdict.ok) refuse_result(verdict.violation);
        ratio = verdict.certified_ratio;
        return matching;
      });
  nb::dict result;
  result["stats"] = stats_dict(found.stats);
  result["weight"] = found.cardinality;
  result["certified_ratio"] = ratio;
  result["mates"] = owning_array(std::move(found.row_mates));
  result["column_mates"] = owning_array(std::move(found.column_mates));
  return result;
}

// Bounds of rows and columns.
class BoundsArgument {
 public:
  explicit BoundsArgument(Options& options)
      : row_capacity_(options, "row_capacity"),
        column_capacity_(options, "column_capacity"),
        min_per_row_(options, "min_per_row", 0),
        min_per_column_(options, "min_per_column", 0),
        bounds_{.row_lower = min_per_row_.view,
                .row_upper = row_capacity_.view,
                .column_lower = min_per_column_.view,
                .column_upper = column_capacity_.view} {}
  [[nodiscard]] const PairBounds& view() const { return bounds_; }
  /// The smaller of the sides lies in as many pairs as its upper bounds say.
  void demand_all(const BipartiteView& graph) {
    const SmallerSides filled = smaller_sides(bounds_, graph);
    if (filled.rows) bounds_.row_lower = bounds_.row_upper;
    if (filled.columns) bounds_.column_lower = bounds_.column_upper;
  }

 private:
  CapacityArgument row_capacity_, column_capacity_, min_per_row_, min_per_column_;
  PairBounds bounds_;
};

std::string words_of(const ViolatedCut& cut) {
  const bool rows = cut.side == ViolatedCut::Side::rows;
  const std::string side = rows ? " rows" : " columns";
  const std::string other = rows ? " columns" : " rows";
  return "no pairs keep the bounds: " + std::to_string(cut.demanding.size()) + side + " need " +
         std::to_string(cut.demand) + " pairs, but only " + std::to_string(cut.supply()) +
         " are left for them by " + std::to_string(cut.limiting.size()) + other + " and " +
         std::to_string(cut.edges) + " entries";
}

// Refuses `sense`, a parameter of other algorithms, by the name that it has here, and
// objectives that say otherwise than `minimize`.
Sense take_sense(Options& options, Objective objective) {
  if (!options.take_object("sense").is_none()) {
    throw Error(ErrorCode::invalid_option,
                "assign takes minimize=True or False; sense is match's, of algorithm exact");
  }
  if (!options.take_flag("minimize")) return Sense::maximize;
  if (objective != Objective::automatic) {
    throw Error(ErrorCode::invalid_option, "minimize is for costs, it does not go with objective " +
                                               std::string(name_of(objective)));
  }
  return Sense::minimize;
}

nb::dict assign(const Instance& instance, const nb::dict& given) {
  Options options(given, registry::Problem::b_assignment);
  const RunSettings settings = take_place(options);
  registry::BAssignmentRequest request;
  options.take_algorithm(request);
  request.weights = instance.entry_weights;
  request.options.objective = options.take_name("objective", Objective::automatic);
  request.options.sense = take_sense(options, request.options.objective);
  BoundsArgument bounds(options);
  const bool perfect = options.take_flag("perfect");
  const bool verify = options.take_flag("verify");
  request.parameters = options.take_parameters();
  const BipartiteView& graph = instance.bipartite();
  check_bounds(bounds.view(), graph, k_bounds_as_arguments);
  if (perfect) bounds.demand_all(graph);
  request.options.bounds = bounds.view();
  std::optional<double> ratio;
  auto found = result_at(
      settings, graph.num_entries(), k_assignment_nanoseconds, [&](const registry::Where& where) {
        const Context& context = where.host();
        auto answer = registry::match(where, graph, request);
        const auto* const pairs = std::get_if<BAssignment>(&answer);
        if (!verify || pairs == nullptr) return answer;
        const auto verdict =
            verify::check_b_assignment(context, graph, request.weights, pairs->pairs,
                                       {.bounds = request.options.bounds,
                                        .objective = request.options.objective,
                                        .maximum = true,
                                        .sense = request.options.sense,
                                        .row_duals = pairs->row_duals,
                                        .column_duals = pairs->column_duals});
        if (!verdict.ok) refuse_result(verdict.violation);
        ratio = verdict.certified_ratio(request.options.sense);
        return answer;
      });
  nb::dict result;
  if (const auto* const cut = std::get_if<ViolatedCut>(&found)) {
    result["proof"] = words_of(*cut);
    return result;
  }
  auto& answer = std::get<BAssignment>(found);
  result["stats"] = stats_dict(answer.stats);
  result["weight"] = weight_of(answer.value);
  result["certified_ratio"] = ratio;
  result["pairs"] = owning_pairs<std::uint64_t>(std::move(answer.pairs));
  result["row_duals"] = owning_array(std::move(answer.row_duals));
  result["column_duals"] = owning_array(std::move(answer.column_duals));
  return result;
}

// Points of rows and of columns, one behind the other.
nb::dict assign_points(const Numbers& rows, const Numbers& columns, std::size_t dimension,
                       const nb::dict& given) {
  Options options(given, registry::Problem::b_assignment);
  const RunSettings settings = take_settings(options);
  PointAssignmentOptions asked;
  asked.cost = options.take_name("metric", asked.cost);
  asked.sense = take_sense(options, Objective::automatic);
  const bool verify = options.take_flag("verify");
  options.expect_all_taken();
  const PointsView of_rows{dimension, exact_items_of<double>("points", rows)};
  const PointsView of_columns{dimension, exact_items_of<double>("points", columns)};
  PointAssignment answer =
      result_of(settings, of_rows.size() * of_columns.size(), k_assignment_nanoseconds,
                [&](const Context& context) {
                  PointAssignment found = point_assignment(context, of_rows, of_columns, asked);
                  if (!verify) return found;
                  const std::string wrong =
                      verify::check_point_assignment(context, of_rows, of_columns, asked, found);
                  if (!wrong.empty()) refuse_result(wrong);
                  return found;
                });
  std::vector<RowColumn> pairs = pairs_of_rows(answer.row_mates);
  nb::dict result;
  result["stats"] = stats_dict(BAssignmentStats{.algorithm = "assignment",
                                                .pivots = answer.searches,
                                                .weight_unit = answer.unit,
                                                .stop_reason = "complete"});
  result["weight"] = answer.value;
  const double gap = verify::point_gap(answer);
  result["certified_ratio"] =
      verify ? nb::cast(verify::certain_share(answer.value, gap, asked.sense)) : nb::none();
  result["pairs"] = owning_pairs<std::uint64_t>(std::move(pairs));
  result["row_duals"] = owning_array(std::move(answer.row_prices));
  result["column_duals"] = owning_array(std::move(answer.column_prices));
  return result;
}

nb::dict decompose(const Instance& instance, const nb::dict& given) {
  Options options(given, registry::Problem::bipartite_matching);
  const RunSettings settings = take_settings(options);
  const auto level = options.take_name("level", Decomposition::fine);
  registry::BipartiteRequest request;
  request.algorithm = options.take_text("algorithm");
  request.parameters = options.take_parameters();
  const BipartiteView& graph = instance.bipartite();
  std::vector<VertexId> mates;
  auto found = result_of(settings, graph.num_entries(), 2 * k_bipartite_nanoseconds,
                         [&](const Context& context) {
                           mates = registry::match(context, graph, request).row_mates;
                           return dulmage_mendelsohn(context, graph, mates, {.level = level});
                         });
  const auto part = [](const PartSize& size) { return nb::make_tuple(size.rows, size.columns); };
  nb::dict result;
  result["structural_rank"] = found.structural_rank;
  result["horizontal"] = part(found.horizontal);
  result["square"] = part(found.square);
  result["vertical"] = part(found.vertical);
  result["first_square_block"] = found.first_square_block;
  result["num_square_blocks"] = found.num_square_blocks;
  result["row_order"] = owning_array(std::move(found.row_order));
  result["column_order"] = owning_array(std::move(found.column_order));
  result["row_begin"] = owning_array(std::move(found.row_begin));
  result["column_begin"] = owning_array(std::move(found.column_begin));
  result["row_mates"] = owning_array(std::move(mates));
  return result;
}

// Rows and columns of a smallest cover. `mates`: the column of each row, or no_vertex.
nb::tuple cover(const Instance& instance, const Numbers& mates) {
  const auto row_mates = exact_items_of<std::uint32_t>("mates", mates);
  VertexCover found = result_of(RunSettings{}, instance.num_entries(), k_bipartite_nanoseconds,
                                [&](const Context& context) {
                                  return vertex_cover(context, instance.bipartite(), row_mates);
                                });
  return nb::make_tuple(owning_array(std::move(found.rows)),
                        owning_array(std::move(found.columns)));
}

// `ends`: row and column of each pair by twos.
nb::dict verify_pairs(const Instance& instance, const Numbers& ends, const nb::dict& given) {
  Options options(given, registry::Problem::b_assignment);
  const RunSettings settings = take_settings(options);
  const BoundsArgument bounds(options);
  verify::BAssignmentDemands demands;
  demands.bounds = bounds.view();
  demands.objective = options.take_name("objective", Objective::automatic);
  demands.maximum = options.take_flag("maximum");
  demands.sense = options.take_flag("minimize") ? Sense::minimize : Sense::maximize;
  options.expect_all_taken();
  check_bounds(bounds.view(), instance.bipartite(), k_bounds_as_arguments);
  const auto items = exact_items_of<std::uint64_t>("pairs", ends);
  const std::span pairs(reinterpret_cast<const RowColumn*>(items.data()), items.size() / 2);
  const auto verdict = result_of(
      settings, instance.num_entries(), k_assignment_nanoseconds, [&](const Context& context) {
        return verify::check_b_assignment(context, instance.bipartite(), instance.entry_weights,
                                          pairs, demands);
      });
  nb::dict result;
  result["ok"] = verdict.ok;
  result["violation"] = verdict.violation;
  result["valid"] = verdict.valid;
  result["maximum"] = verdict.maximum;
  result["gap"] = verdict.gap;
  result["weight"] = weight_of(verdict.value);
  return result;
}

}  // namespace

void bind_pairs(nb::module_& module) {
  module.def("bipartite", bipartite, "instance"_a, "options"_a);
  module.def("assign", assign, "instance"_a, "options"_a);
  module.def("assign_points", assign_points, "rows"_a, "columns"_a, "dimension"_a, "options"_a);
  module.def("decompose", decompose, "instance"_a, "options"_a);
  module.def("vertex_cover", cover, "instance"_a, "mates"_a);
  module.def("verify_pairs", verify_pairs, "instance"_a, "ends"_a, "options"_a);
}

}  // namespace hypermatch::python
