// SPDX-License-Identifier: MIT
#include "io/builders/parallel_weights.hpp"

#include <variant>

namespace hypermatch::detail::io {

using hypermatch::io::ParallelEdges;

namespace {

bool adds(ParallelEdges how) {
  return how == ParallelEdges::sum || how == ParallelEdges::count;
}

}  // namespace

void prepare_weights(Weights& weights, std::size_t size, ParallelEdges how) {
  if (!adds(how)) return;
  if (how == ParallelEdges::count || !is_weighted(view_of(weights))) {
    weights = Array<std::int64_t>(size, 1);
  } else if (const auto* narrow = std::get_if<Array<std::int32_t>>(&weights)) {
    Array<std::int64_t> wide(narrow->size());
    std::copy(narrow->begin(), narrow->end(), wide.begin());
    weights = std::move(wide);
  }
}

void finish_weights(Weights& weights, ParallelEdges how) {
  if (!adds(how)) return;
  const auto* wide = std::get_if<Array<std::int64_t>>(&weights);
  const auto fits = [](std::int64_t value) { return value == static_cast<std::int32_t>(value); };
  if (wide == nullptr || !std::all_of(wide->begin(), wide->end(), fits)) return;
  Array<std::int32_t> narrowed(wide->size());
  std::transform(wide->begin(), wide->end(), narrowed.begin(),
                 [](std::int64_t value) { return static_cast<std::int32_t>(value); });
  weights = std::move(narrowed);
}

}  // namespace hypermatch::detail::io
