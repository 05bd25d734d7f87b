// SPDX-License-Identifier: MIT
// The greedy matching of a hypergraph that is larger than memory (order/passes,
// order/external_sort).
#include "algorithms/hypergraph_matching/common/guarantee.hpp"
#include "hypermatch/external_matching.hpp"
#include "order/external_sort/external_entry.hpp"

namespace hypermatch {

namespace {

ExternalMatching match(const Context& context, EdgeSource* source, EdgeStream* stream,
                       const ExternalOptions& options) {
  using namespace detail;
  ExternalMatching matching =
      order::match_external(context, options, order::EdgeShape::hyperedges, source, stream);
  matching.stats.algorithm = "local_max";
  OrderOptions resolved = options.order;
  resolved.objective = matching.stats.objective;
  resolved.rating = matching.stats.rating;
  matching.stats.guarantee = hypergraph_matching::greedy_guarantee(resolved);
  return matching;
}

}  // namespace

ExternalMatching external_matching(const Context& context, EdgeSource& source,
                                   const ExternalOptions& options) {
  return match(context, &source, nullptr, options);
}

ExternalMatching external_matching(const Context& context, EdgeStream& stream,
                                   const ExternalOptions& options) {
  return match(context, nullptr, &stream, options);
}

}  // namespace hypermatch
