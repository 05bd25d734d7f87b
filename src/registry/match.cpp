// SPDX-License-Identifier: MIT
// From a request by name to the call of the algorithm, for hypergraphs.
#include <string>
#include <utility>

#include "find.hpp"
#include "hypermatch/device_matching.hpp"
#include "hypermatch/error.hpp"
#include "hypermatch/registry.hpp"

namespace hypermatch::registry {

namespace {

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
