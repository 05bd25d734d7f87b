// SPDX-License-Identifier: MIT
#include "exact_flags.hpp"

#include <algorithm>
#include <variant>

#include "hypermatch/enum_names.hpp"
#include "hypermatch/instance_io.hpp"
#include "terminal.hpp"

namespace hypermatch::cli {

namespace {

constexpr std::string_view k_sense = "sense";
constexpr std::string_view k_size = "size";

template <class Enum>
Enum value_in(const registry::MatchingRequest& request, std::string_view parameter) {
  const registry::ParameterValue value = request.parameters.value_of(parameter);
  return *value_of_name<Enum>(std::get<std::string>(value));
}

}  // namespace

void add_exact_flags(Command& command, ExactFlags& flags) {
  command.flag("--minimize", flags.minimize,
               "For graphs: as many edges as possible, and of these the ones with the smallest\n"
               "sum of weights; stands for --sense minimize");
  command.flag("--perfect", flags.perfect,
               "For graphs: no vertex stays free, or code 6; stands for --size perfect");
  command.text("--certificate", "FILE", flags.certificate,
               "Where the proof of an exact matching is written: the dual solution");
}

const registry::AlgorithmInfo& exact_algorithm() {
  for (const registry::AlgorithmInfo& row :
       registry::algorithms(registry::Problem::graph_matching)) {
    if (row.is_exact()) return row;
  }
  throw Error(ErrorCode::internal, "no algorithm proves its answer");
}

void take_exact_flags(const ExactFlags& flags, registry::MatchingRequest& request) {
  registry::ParameterValues& values = request.parameters;
  const auto stand_for = [&](std::string_view flag, std::string_view parameter,
                             std::string_view value) {
    const auto* asked = values.find(parameter);
    if (asked != nullptr && *asked != registry::ParameterValue(std::string(value))) {
      throw Error(ErrorCode::invalid_option, std::string(flag) + " stands for --" +
                                                 std::string(parameter) + " " + std::string(value) +
                                                 ", not for --" + std::string(parameter) + " " +
                                                 std::get<std::string>(*asked));
    }
    values.set(parameter, std::string(value));
  };
  if (flags.minimize) stand_for("--minimize", k_sense, name_of(Sense::minimize));
  if (flags.perfect) stand_for("--perfect", k_size, name_of(MatchingSize::perfect));
  const bool is_asked = values.find(k_sense) != nullptr || values.find(k_size) != nullptr ||
                        !flags.certificate.empty();
  if (is_asked && request.algorithm.empty()) request.algorithm = exact_algorithm().name;
}

ExactOptions exact_options(const registry::MatchingRequest& request) {
  return {.order = {.objective = request.order.objective,
                    .nonpositive = request.order.nonpositive,
                    .seed = request.order.seed},
          .sense = value_in<Sense>(request, k_sense),
          .size = value_in<MatchingSize>(request, k_size)};
}

bool takes_any_weight(const ExactOptions& options) {
  return options.sense == Sense::minimize || options.size != MatchingSize::any ||
         options.order.nonpositive == NonPositive::keep;
}

std::string barrier_words(const Barrier& barrier,
                          const std::function<std::string(VertexId)>& name) {
  constexpr std::size_t k_most_shown = 8;
  std::string names;
  for (std::size_t i = 0; i < std::min(barrier.vertices.size(), k_most_shown); ++i) {
    names += (i == 0 ? "" : ", ") + io::printable(name(barrier.vertices[i]));
  }
  if (barrier.vertices.size() > k_most_shown) names += ", ...";
  const std::string left = counted(barrier.odd_components, "component") + " of odd size";
  if (barrier.vertices.empty()) return "no perfect matching: there are " + left;
  return "no perfect matching: without " + counted(barrier.vertices.size(), "vertex") + " (" +
         names + "), " + left + " are left";
}

}  // namespace hypermatch::cli
