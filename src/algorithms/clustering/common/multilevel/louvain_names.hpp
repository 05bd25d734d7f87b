// SPDX-License-Identifier: MIT
// The names of the variants of Louvain's method in statistics and errors.
#pragma once

#include <string_view>

#include "hypermatch/clustering.hpp"

namespace hypermatch::detail::clustering {

[[nodiscard]] constexpr std::string_view name_of(LouvainVariant variant) {
  switch (variant) {
    case LouvainVariant::sub_rounds:
      return "sub_rounds";
    case LouvainVariant::buckets:
      return "buckets";
    case LouvainVariant::relaxed_buckets:
      return "relaxed_buckets";
    case LouvainVariant::sequential:
      break;
  }
  return "sequential";
}

}  // namespace hypermatch::detail::clustering
