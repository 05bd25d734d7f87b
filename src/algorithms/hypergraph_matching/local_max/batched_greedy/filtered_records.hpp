// SPDX-License-Identifier: MIT
// Storage for the edges of one batch that outlived the filter: fixed-size records, grouped by
// buckets of falling key.
#pragma once

#include <cstddef>
#include <cstdint>

#include "hypermatch/types.hpp"
#include "order/bucket_store.hpp"

namespace hypermatch::detail::hypergraph_matching {

/// An edge of the current batch. Its number is the inverse mix of the key's low half; its first
/// pins travel with it, so that edges of up to three pins never touch the CSR again.
struct FilteredRecord {
  static constexpr std::size_t k_inline_pins = 3;

  std::uint64_t key;
  VertexId pins[k_inline_pins];  ///< the first three; of smaller edges the last one repeats
  std::uint32_t is_large;        ///< 1 if the edge has more pins than stand here
};

using FilteredStore = order::BucketStore<FilteredRecord>;

}  // namespace hypermatch::detail::hypergraph_matching
