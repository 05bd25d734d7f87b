// SPDX-License-Identifier: MIT
// From names to the entry that they mean.
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "find.hpp"
#include "hypermatch/did_you_mean.hpp"
#include "hypermatch/enum_names.hpp"
#include "hypermatch/error.hpp"
#include "hypermatch/registry_matching.hpp"
#include "hypermatch/registry_rows.hpp"

namespace hypermatch::registry {

void refuse(const std::string& what) {
  throw Error(ErrorCode::unsupported, what);
}

std::string full_name(const AlgorithmInfo& algorithm) {
  std::string name(algorithm.name);
  if (!algorithm.variant.empty()) name += " (" + std::string(algorithm.variant) + ")";
  return name;
}

void append_name(std::string& list, std::string_view name) {
  if (!list.empty()) list += ", ";
  list += name;
}

namespace {

std::string quoted(std::string_view name) {
  std::string text(1, '\'');
  return text.append(name).append(1, '\'');
}

const AlgorithmInfo& default_of(Problem problem) {
  for (const AlgorithmInfo& algorithm : algorithms(problem)) {
    if (algorithm.is_default) return algorithm;
  }
  throw Error(ErrorCode::internal,
              "the registry has no default for " + std::string(name_of(problem)));
}

}  // namespace

std::vector<const AlgorithmInfo*> rows_named(Problem problem, std::string_view name,
                                             std::string_view variant) {
  std::vector<const AlgorithmInfo*> rows;
  for (const AlgorithmInfo& row : named_rows(problem)) {
    if (!name.empty() && row.name != name) continue;
    if (variant.empty() || row.variant == variant) rows.push_back(&row);
  }
  return rows;
}

const AlgorithmInfo& find_by_name(Problem problem, std::string_view name,
                                  std::string_view variant) {
  if (name.empty()) name = default_of(problem).name;
  const AlgorithmInfo* found = nullptr;
  bool known = false;
  std::string names;
  std::string variants;
  std::string_view previous;
  for (const AlgorithmInfo& algorithm : algorithms(problem)) {
    if (algorithm.name != std::exchange(previous, algorithm.name))
      append_name(names, algorithm.name);
    if (algorithm.name != name) continue;
    // The first entry of a name is its default variant.
    if (variant.empty() || algorithm.variant == variant) {
      if (found == nullptr) found = &algorithm;
    }
    if (!algorithm.variant.empty()) append_name(variants, algorithm.variant);
    known = true;
  }
  if (found != nullptr) return *found;
  if (!known) {
    throw Error(ErrorCode::invalid_option, "algorithm is " + quoted(name) + ", must be one of " +
                                               names + did_you_mean(name, names));
  }
  if (variants.empty()) {
    refuse("variant is " + quoted(variant) + ", but " + std::string(name) + " has no variants");
  }
  throw Error(ErrorCode::invalid_option, "variant is " + quoted(variant) + ", must be one of " +
                                             variants + " for " + std::string(name) +
                                             did_you_mean(variant, variants));
}

namespace {

std::string_view inputs_of(Problem problem) {
  switch (problem) {
    case Problem::hypergraph_matching:
      return "hypergraphs";
    case Problem::graph_matching:
      return "graphs";
    case Problem::bipartite_matching:
    case Problem::b_assignment:
      return "rows and columns";
    case Problem::stable_matching:
      return "preferences";
    case Problem::clustering:
      break;
  }
  return "communities";
}

}  // namespace

std::string owners_of(const Parameter& parameter) {
  std::string names;
  std::string previous;
  for (const AlgorithmInfo& algorithm : algorithms()) {
    if (!algorithm.takes(parameter)) continue;
    std::string name = std::string(algorithm.name) + " of ";
    name += inputs_of(algorithm.problem);
    if (name != previous) append_name(names, name);
    previous = std::move(name);
  }
  return names;
}

namespace {

void check_rating(const AlgorithmInfo& algorithm, const MatchingRequest& request) {
  if (algorithm.problem == Problem::graph_matching) {
    if (request.order.rating != Rating::automatic && request.order.rating != Rating::weight) {
      refuse("ratings by pins and loads are for hypergraphs");
    }
    // The proof of an exact matching is one by weights.
    if (request.edge_rating != EdgeRating::weight && algorithm.is_exact()) {
      refuse(full_name(algorithm) + " takes no rating but weight");
    }
  } else if (request.edge_rating != EdgeRating::weight) {
    refuse("ratings for coarsening are for graphs; a hypergraph has none of them");
  }
}

// Only algorithms whose answer is the greedy matching of the order compare edges and do nothing
// else with their ratings.
void check_tie_order(const AlgorithmInfo& algorithm, const MatchingRequest& request) {
  detail::check_enum("tie_order", request.order.tie_order);
  if (request.order.tie_order == TieOrder::hash) return;
  const std::string asked = "tie_order " + std::string(name_of(request.order.tie_order));
  const ParameterValue* const ties = request.parameters.find("ties");
  if (ties != nullptr && *ties != ParameterValue{std::string(name_of(Ties::fixed))}) {
    refuse(asked + " does not go with ties that are redrawn");
  }
  if (algorithm.problem != Problem::graph_matching) {
    refuse(asked + " is for graphs; ties of hyperedges are ordered by a hash of their numbers");
  }
  if (!algorithm.greedy || algorithm.is_external()) {
    std::string names;
    std::string_view previous;
    for (const AlgorithmInfo& other : algorithms(Problem::graph_matching)) {
      if (!other.greedy || other.is_external() || other.name == previous) continue;
      append_name(names, previous = other.name);
    }
    refuse(asked + " goes with the algorithms that return the greedy matching (" + names + "), " +
           full_name(algorithm) + " is none of them");
  }
}

}  // namespace

const AlgorithmInfo& find_pass(Problem problem, std::string_view name) {
  std::string names;
  for (const AlgorithmInfo& pass : passes(problem)) {
    if (pass.name == name) return pass;
    append_name(names, pass.name);
  }
  throw Error(ErrorCode::invalid_option, "pass is " + quoted(name) + ", must be one of " + names);
}

const AlgorithmInfo& find_pass_for(const Context& context, Problem problem, std::string_view name,
                                   const MatchingRequest& request) {
  const AlgorithmInfo& pass = find_pass(problem, name);
  if (!are_ones(context, request.capacities)) {
    refuse(std::string(name) + " is a pass over matchings, it takes no capacities but 1");
  }
  return pass;
}

void check_determinism(const AlgorithmInfo& algorithm, Determinism level) {
  detail::check_enum("determinism", level);
  // Levels are declared from the strictest to the loosest.
  if (algorithm.determinism <= level) return;
  std::string keepers;
  for (const AlgorithmInfo& other : algorithms(algorithm.problem)) {
    if (other.determinism <= level) append_name(keepers, full_name(other));
  }
  refuse("determinism " + std::string(name_of(level)) + " is asked for, but " +
         full_name(algorithm) + " keeps " + std::string(name_of(algorithm.determinism)) +
         (keepers.empty() ? "" : "; these keep it: " + keepers));
}

MatchingRequest with_checked_capacities(const Context& context, MatchingRequest request,
                                        VertexId num_vertices) {
  check_capacities(request.capacities, num_vertices);
  if (are_ones(context, request.capacities)) request.capacities = {};
  return request;
}

namespace {

std::string_view words_of(Place place) {
  switch (place) {
    case Place::host:
      break;
    case Place::device:
      return "on cuda";
    case Place::device_group:
      return "on several devices";
    case Place::kokkos:
      return "in an execution space of Kokkos";
    case Place::ranks:
      return "on ranks";
  }
  return "on cores";
}

[[noreturn]] void refuse_all(Problem problem, const std::string& what, Place place) {
  refuse("no algorithm for " + std::string(name_of(problem)) + " " + what + " " +
         std::string(words_of(place)) + " in this version");
}

}  // namespace

void require_capacities(const AlgorithmInfo& algorithm, Place place) {
  const auto takes = [&](const AlgorithmInfo& other) {
    if (place == Place::host) return other.takes_capacities();
    return other.capacity_backends.has(backend_of(place));
  };
  if (takes(algorithm)) return;
  std::string names;
  for (const AlgorithmInfo& other : algorithms(algorithm.problem)) {
    if (takes(other)) append_name(names, full_name(other));
  }
  if (names.empty()) refuse_all(algorithm.problem, "takes capacities", place);
  if (algorithm.takes_capacities()) {
    const bool is_for_one =
        place == Place::device_group && algorithm.capacity_backends.has(BackendKind::cuda);
    refuse(full_name(algorithm) + " takes capacities on " +
           (is_for_one ? "cores and on one device only" : "cores only; use --device cpu"));
  }
  refuse(full_name(algorithm) + " takes no capacities, these do: " + names);
}

const AlgorithmInfo& require(const AlgorithmInfo& algorithm, std::string_view variant, Place place,
                             bool with_capacities) {
  if (place == Place::host) {
    if (algorithm.runs_on_host()) return algorithm;
    refuse(full_name(algorithm) + " runs on " + (algorithm.runs_on_cuda() ? "cuda" : "ranks") +
           " only");
  }
  const BackendKind backend = backend_of(place);
  if (algorithm.backends.has(backend)) return algorithm;
  std::string names;
  for (const AlgorithmInfo& other : algorithms(algorithm.problem)) {
    if (!(with_capacities ? other.capacity_backends : other.backends).has(backend)) continue;
    // Without a variant, an algorithm's first one on the device is meant.
    if (variant.empty() && other.name == algorithm.name) return other;
    append_name(names, full_name(other));
  }
  if (names.empty()) {
    refuse_all(algorithm.problem, with_capacities ? "takes capacities" : "runs", place);
  }
  refuse(full_name(algorithm) + " does not run " + std::string(words_of(place)) +
         ", these do: " + names);
}

const AlgorithmInfo& find(const MatchingRequest& request) {
  const AlgorithmInfo& algorithm = find_asked(request.problem, request, request.algorithm);
  check_rating(algorithm, request);
  check_tie_order(algorithm, request);
  if (algorithm.streams() && request.order.rating != Rating::automatic) {
    refuse(full_name(algorithm) + " takes edges as they come; it has no rating to choose");
  }
  return algorithm;
}

const AlgorithmInfo& find(const MatchingRequest& request, Place place) {
  if (place == Place::device_group && request.algorithm.empty()) {
    // The default has one answer, which others find, too.
    const bool is_plain = request.capacities.is_default();
    for (const AlgorithmInfo& other : algorithms(request.problem)) {
      const Backends& backends = is_plain ? other.backends : other.capacity_backends;
      if (!backends.has(BackendKind::cuda_group) || !other.greedy) continue;
      MatchingRequest named = request;
      named.algorithm = other.name;
      return find(named, place);
    }
  }
  if (place == Place::ranks && request.order.tie_order != TieOrder::hash) {
    refuse("ranks order ties by hash only");
  }
  const bool with_capacities = !request.capacities.is_default();
  const AlgorithmInfo& found = require(find(request), request.variant, place, with_capacities);
  if (with_capacities) require_capacities(found, place);
  return found;
}

}  // namespace hypermatch::registry
