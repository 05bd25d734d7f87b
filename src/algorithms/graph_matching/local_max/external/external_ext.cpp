// SPDX-License-Identifier: MIT
// The greedy matching of a graph that is larger than memory (order/passes/passes.hpp).
#include "algorithms/graph_matching/common/order.hpp"
#include "hypermatch/error.hpp"
#include "hypermatch/external_matching.hpp"
#include "order/passes/passes.hpp"

namespace hypermatch {

namespace {

ExternalMatching match(const Context& context, EdgeSource* source, EdgeStream* stream,
                       const ExternalOptions& options) {
  using namespace detail;
  if (options.order.rating != Rating::automatic && options.order.rating != Rating::weight) {
    throw Error(ErrorCode::unsupported,
                "rating is " + std::string(name_of(options.order.rating)) +
                    "; edges of a graph that is larger than memory are rated by weight only");
  }
  const order::MemoryPlan plan(context, options.memory_bytes,
                               source != nullptr ? source->num_vertices() : stream->num_vertices());
  order::Passes passes(context, options, plan, order::EdgeShape::pairs, source, stream);
  ExternalMatching matching = passes.run();
  matching.stats.algorithm = "local_max";
  matching.stats.variant = "external";
  matching.stats.guarantee = graph_matching::greedy_guarantee(
      {matching.stats.objective, options.order.nonpositive, options.order.seed});
  return matching;
}

}  // namespace

ExternalMatching external_graph_matching(const Context& context, EdgeSource& source,
                                         const ExternalOptions& options) {
  return match(context, &source, nullptr, options);
}

ExternalMatching external_graph_matching(const Context& context, EdgeStream& stream,
                                         const ExternalOptions& options) {
  return match(context, nullptr, &stream, options);
}

}  // namespace hypermatch
