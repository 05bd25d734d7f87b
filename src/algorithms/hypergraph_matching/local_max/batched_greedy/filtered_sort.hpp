// SPDX-License-Identifier: MIT
// Sorts one bucket of a batch by falling key.
#pragma once

#include "order/sort_falling.hpp"

namespace hypermatch::detail::hypergraph_matching {

using FilteredItem = order::KeyItem;
using FilteredSortSpace = order::KeySortSpace<FilteredItem>;
using order::sort_falling;

}  // namespace hypermatch::detail::hypergraph_matching
