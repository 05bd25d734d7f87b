// SPDX-License-Identifier: MIT
// From a request by name to the call of the algorithm.
#include <algorithm>
#include <string>
#include <utility>

#include "hypermatch/device_matching.hpp"
#include "hypermatch/error.hpp"
#include "hypermatch/registry.hpp"

namespace hypermatch::registry {

namespace {

[[noreturn]] void refuse(const std::string& what) {
  throw Error(ErrorCode::unsupported, what);
}

std::string quoted(std::string_view name) {
  std::string text(1, '\'');
  return text.append(name).append(1, '\'');
}

std::string full_name(const AlgorithmInfo& algorithm) {
  std::string name(algorithm.name);
  if (!algorithm.variant.empty()) name += " (" + std::string(algorithm.variant) + ")";
  return name;
}

void append(std::string& list, std::string_view name) {
  if (!list.empty()) list += ", ";
  list += name;
}

const AlgorithmInfo& default_of_problem() {
  for (const AlgorithmInfo& algorithm : algorithms()) {
    if (algorithm.is_default) return algorithm;
  }
  throw Error(ErrorCode::internal, "the registry has no default algorithm");
}

const AlgorithmInfo& find_by_name(std::string_view name, std::string_view variant) {
  if (name.empty()) name = default_of_problem().name;
  const AlgorithmInfo* found = nullptr;
  bool known = false;
  std::string names;
  std::string variants;
  std::string_view previous;
  for (const AlgorithmInfo& algorithm : algorithms()) {
    if (algorithm.name != std::exchange(previous, algorithm.name)) append(names, algorithm.name);
    if (algorithm.name != name) continue;
    // The first entry of a name is its default variant.
    if (variant.empty() || algorithm.variant == variant) {
      if (found == nullptr) found = &algorithm;
    }
    if (!algorithm.variant.empty()) append(variants, algorithm.variant);
    known = true;
  }
  if (found != nullptr) return *found;
  if (!known) {
    throw Error(ErrorCode::invalid_option,
                "algorithm is " + quoted(name) + ", must be one of " + names);
  }
  if (variants.empty()) {
    refuse("variant is " + quoted(variant) + ", but " + std::string(name) + " has no variants");
  }
  throw Error(ErrorCode::invalid_option, "variant is " + quoted(variant) + ", must be one of " +
                                             variants + " for " + std::string(name));
}

// Redrawn ties, noise and generators belong together, and to some variants of local_max only.
void check_ties(const AlgorithmInfo& algorithm, const MatchingRequest& request) {
  const std::string name = full_name(algorithm);
  if (request.ties == Ties::redraw && !algorithm.redraws_ties) {
    refuse(name + " does not redraw ties; ties must be fixed");
  }
  if (request.noise != 0.0 && !algorithm.redraws_ties) refuse(name + " takes no noise");
  if (request.noise_generator != NoiseGenerator::mix && !algorithm.redraws_ties) {
    refuse(name + " takes no other noise generator than mix");
  }
}

LocalMaxVariant local_max_variant(std::string_view name) {
  if (name == "sequential") return LocalMaxVariant::sequential;
  if (name == "crcw") return LocalMaxVariant::crcw;
  if (name == "crew") return LocalMaxVariant::crew;
  if (name == "work_optimal") return LocalMaxVariant::work_optimal;
  return LocalMaxVariant::filtered;
}

LocalMaxOptions local_max_options(const AlgorithmInfo& algorithm, const MatchingRequest& request) {
  return {.order = request.order,
          .variant = local_max_variant(algorithm.variant),
          .ties = request.ties,
          .noise = request.noise,
          .noise_generator = request.noise_generator};
}

}  // namespace

const AlgorithmInfo& find(const MatchingRequest& request) {
  const AlgorithmInfo& algorithm = find_by_name(request.algorithm, request.variant);
  check_ties(algorithm, request);
  if (algorithm.streams && request.order.rating != Rating::automatic) {
    refuse(full_name(algorithm) + " takes edges as they come; it has no rating to choose");
  }
  // Levels are declared from the strictest to the loosest.
  if (algorithm.determinism > request.determinism) {
    refuse("determinism " + std::string(name_of(request.determinism)) + " is asked for, but " +
           full_name(algorithm) + " keeps " + std::string(name_of(algorithm.determinism)));
  }
  return algorithm;
}

const AlgorithmInfo& find_on_device(const MatchingRequest& request) {
  const auto runs = [](const AlgorithmInfo& algorithm) {
    return std::any_of(algorithm.backends.begin(), algorithm.backends.end(),
                       [](const BackendInfo& backend) { return backend.name == "cuda"; });
  };
  const AlgorithmInfo& algorithm = find(request);
  if (runs(algorithm)) return algorithm;
  std::string names;
  for (const AlgorithmInfo& other : algorithms()) {
    if (runs(other)) append(names, full_name(other));
  }
  refuse(full_name(algorithm) + " does not run on cuda, these do: " + names);
}

HypergraphMatching match(const DeviceContext& context, const HypergraphView& hypergraph,
                         const MatchingRequest& request) {
  const AlgorithmInfo& algorithm = find_on_device(request);
  return local_max(context, hypergraph, local_max_options(algorithm, request));
}

HypergraphMatching match(const Context& context, const HypergraphView& hypergraph,
                         const MatchingRequest& request) {
  const AlgorithmInfo& algorithm = find(request);
  if (algorithm.streams) {
    HypergraphStream stream(hypergraph);
    StreamingMatching matching = match(context, stream, request);
    return {.edges = std::move(matching.edges), .stats = std::move(matching.stats)};
  }
  if (algorithm.name == "greedy") return greedy(context, hypergraph, {.order = request.order});
  if (algorithm.name == "local_max") {
    return local_max(context, hypergraph, local_max_options(algorithm, request));
  }
  throw Error(ErrorCode::internal, full_name(algorithm) + " is listed, but nothing calls it");
}

StreamingMatching match(const Context& context, EdgeStream& stream,
                        const MatchingRequest& request) {
  const AlgorithmInfo& algorithm = find(request);
  if (algorithm.name == "stack_streaming") {
    return stack_streaming(
        context, stream,
        {.objective = request.order.objective,
         .nonpositive = request.order.nonpositive,
         .epsilon = request.epsilon,
         .update = algorithm.variant == "lenient" ? DualUpdate::lenient : DualUpdate::full});
  }
  if (algorithm.name == "greedy_streaming") {
    return greedy_streaming(context, stream,
                            {.objective = request.order.objective,
                             .nonpositive = request.order.nonpositive,
                             .alpha = request.alpha});
  }
  refuse(full_name(algorithm) + " needs the whole instance in memory, it cannot read a stream");
}

}  // namespace hypermatch::registry
