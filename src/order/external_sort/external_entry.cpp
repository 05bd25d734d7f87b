// SPDX-License-Identifier: MIT
#include "order/external_sort/external_entry.hpp"

#include "order/external_sort/sort_rounds.hpp"
#include "order/passes/passes.hpp"

namespace hypermatch::detail::order {

ExternalMatching match_external(const Context& context, const ExternalOptions& options,
                                EdgeShape shape, EdgeSource* source, EdgeStream* stream) {
  const VertexId n = source != nullptr ? source->num_vertices() : stream->num_vertices();
  const MemoryPlan plan(context, options.memory_bytes, n);
  ExternalMatching result = options.method == ExternalMethod::passes
                                ? Passes(context, options, plan, shape, source, stream).run()
                                : SortRounds(context, options, plan, shape, source, stream).run();
  result.num_vertices = n;
  result.is_weighted = source != nullptr ? source->is_weighted() : stream->is_weighted();
  result.source_bytes = source == nullptr ? 0 : source->bytes_read();
  result.stats.variant = name_of(options.method);
  return result;
}

}  // namespace hypermatch::detail::order
