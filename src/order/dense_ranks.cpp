// SPDX-License-Identifier: MIT
#include "order/dense_ranks.hpp"

#include <string>

#include "base/edge_order.hpp"
#include "hypermatch/error.hpp"
#include "parallel/host/primitives.hpp"
#include "parallel/host/radix_sort.hpp"

namespace hypermatch::detail::order {

namespace {

template <class T>
Array<std::uint32_t> ranks_of(const Context& context, std::span<const T> values) {
  struct Item {
    std::uint64_t image;
    std::uint32_t edge;
  };
  if (values.size() > ~std::uint32_t{0}) {
    throw Error(ErrorCode::unsupported, "64-bit weights are ranked in 32 bits: there are " +
                                            std::to_string(values.size()) +
                                            ", must be at most 2^32 - 1");
  }
  Array<Item> items(values.size());
  parallel::for_each(context, values.size(), [&](std::size_t e) {
    items[e] = {base::wide_image(values[e]), static_cast<std::uint32_t>(e)};
  });
  parallel::radix_sort(context, items, [](const Item& item) { return item.image; });
  Array<std::uint32_t> ranks(values.size());
  // The rank of an item is the number of changes of value before it.
  parallel::exclusive_scan<std::uint32_t>(
      context, items.size(),
      [&](std::size_t i) {
        return i + 1 < items.size() && items[i].image != items[i + 1].image ? 1U : 0U;
      },
      [&](std::size_t i, std::uint32_t rank) { ranks[items[i].edge] = rank; });
  return ranks;
}

}  // namespace

Array<std::uint32_t> dense_ranks(const Context& context, std::span<const std::int64_t> values) {
  return ranks_of(context, values);
}

Array<std::uint32_t> dense_ranks(const Context& context, std::span<const double> values) {
  return ranks_of(context, values);
}

}  // namespace hypermatch::detail::order
