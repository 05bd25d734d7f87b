// SPDX-License-Identifier: MIT
// The greedy matching of a graph that is larger than memory (order/passes, order/external_sort).
#include "algorithms/graph_matching/common/order.hpp"
#include "hypermatch/error.hpp"
#include "hypermatch/external_matching.hpp"
#include "order/external_sort/external_entry.hpp"

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
  ExternalMatching matching =
      order::match_external(context, options, order::EdgeShape::pairs, source, stream);
  matching.stats.algorithm = "local_max";
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
