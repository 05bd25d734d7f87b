// SPDX-License-Identifier: MIT
// Sorts one bucket of a batch by falling key.
#pragma once

#include "parallel/sort_falling.hpp"

namespace hypermatch::detail::hypergraph_matching {

using FilteredItem = parallel::KeyItem;
using FilteredSortSpace = parallel::KeySortSpace<FilteredItem>;
using parallel::sort_falling;

}  // namespace hypermatch::detail::hypergraph_matching
