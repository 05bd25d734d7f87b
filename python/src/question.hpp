// SPDX-License-Identifier: MIT
// Named arguments of a matching of a graph or hypergraph.
#pragma once

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "arrays.hpp"
#include "hypermatch/enum_names.hpp"
#include "hypermatch/registry_matching.hpp"
#include "options.hpp"
#include "results.hpp"
#include "running.hpp"

namespace hypermatch::python {

/// One entry on one thread, of the slower algorithms.
inline constexpr double k_match_nanoseconds = 12;
inline constexpr double k_proof_nanoseconds = 100;

/// Capacities of vertices: one number, or an array of one per vertex.
struct CapacityArgument {
  Capacities view = {};
  nb::object array = {};

  CapacityArgument() = default;
  explicit CapacityArgument(Options& options, const char* name = "capacity",
                            std::uint32_t fallback = 1)
      : view{.common = fallback}, array(options.take_object(name)) {
    if (array.is_none()) return;
    if (PyLong_Check(array.ptr())) {
      const std::uint64_t common = whole_number(name, array);
      view.common = static_cast<std::uint32_t>(std::min<std::uint64_t>(common, k_none));
    } else {
      view.each = exact_items_of<std::uint32_t>(name, numbers_of(name, array));
    }
  }
};

/// The arguments of a call beside the instance.
struct Question {
  RunSettings settings;
  registry::MatchingRequest request;
  std::vector<const registry::AlgorithmInfo*> passes = {};
  bool verify = false;
  CapacityArgument capacities = {};  // holds what the request refers to

  Question(nb::dict given, registry::Problem problem) {
    Options options(std::move(given), problem);
    settings = take_place(options);
    verify = options.take_flag("verify");
    request.problem = problem;
    options.take_algorithm(request);
    request.order.objective = options.take_name("objective", Objective::automatic);
    request.order.nonpositive = options.take_name("nonpositive", NonPositive::drop);
    request.order.seed = options.take_whole("seed", 0);
    request.order.tie_order = options.take_name("tie_order", TieOrder::hash);
    take_rating(options);
    capacities = CapacityArgument(options);
    request.capacities = capacities.view;
    const nb::object names = options.take_object("passes");
    if (!names.is_none()) {
      if (PyUnicode_Check(names.ptr()) || !nb::hasattr(names, "__iter__")) {
        throw Error(ErrorCode::invalid_option,
                    "passes is " + shown(names) + ", must be a list of names");
      }
      for (const nb::handle name : names) {
        passes.push_back(&registry::find_pass(problem, text_of("passes", name)));
      }
    }
    request.parameters = options.take_parameters();
    // Passes that make a matching maximal leave a maximal one as it is.
    const bool maximal = registry::find(request, place_of(settings)).maximal;
    std::erase_if(passes, [&](const auto* pass) { return maximal && pass->maximal; });
  }

  [[nodiscard]] double nanoseconds() const {
    return k_match_nanoseconds + (verify ? k_proof_nanoseconds : 0);
  }
  [[nodiscard]] bool is_maximal() const {
    bool maximal = registry::find(request, place_of(settings)).maximal;
    for (const auto* pass : passes) maximal |= pass->maximal;
    return maximal;
  }
  [[nodiscard]] bool is_greedy() const {
    return registry::find(request, place_of(settings)).greedy &&
           std::get<double>(request.parameters.value_of("noise")) <= 0;
  }
  /// Whether the algorithm has a dual solution as its proof.
  [[nodiscard]] bool proves_weight() const {
    return registry::find(request, place_of(settings)).is_exact();
  }
  [[nodiscard]] Ties ties() const {
    return parse_name<Ties>("ties", std::get<std::string>(request.parameters.value_of("ties")));
  }
  [[nodiscard]] GraphOrder graph_order() const {
    return {.objective = request.order.objective,
            .nonpositive = request.order.nonpositive,
            .seed = request.order.seed};
  }

 private:
  void take_rating(Options& options) {
    if (request.problem == registry::Problem::hypergraph_matching) {
      request.order.rating = options.take_name("rating", Rating::automatic);
    } else {
      request.edge_rating = options.take_name("rating", EdgeRating::weight);
    }
  }
};

}  // namespace hypermatch::python
