// SPDX-License-Identifier: MIT
#include <algorithm>
#include <numeric>
#include <utility>

#include "algorithms/stable_matching/common/answers.hpp"
#include "base/random.hpp"
#include "hypermatch/allocation.hpp"
#include "hypermatch/enum_names.hpp"
#include "serial_dictatorship.hpp"

namespace hypermatch {

namespace stable = detail::stable_matching;

std::vector<VertexId> dictator_order(VertexId num_left, const SerialDictatorshipOptions& options) {
  detail::check_enum("order", options.order);
  std::vector<VertexId> order(num_left);
  std::iota(order.begin(), order.end(), VertexId{0});
  if (options.order == DictatorOrder::random) {
    const auto key = [&](VertexId agent) {
      return std::pair(detail::base::hash(options.seed, agent), agent);
    };
    std::sort(order.begin(), order.end(), [&](VertexId a, VertexId b) { return key(a) < key(b); });
  }
  return order;
}

StableMatching serial_dictatorship(const Context& context, const PreferencesView& preferences,
                                   const SerialDictatorshipOptions& options) {
  const stable::WishLists lists =
      stable::wishes_for(preferences, "serial_dictatorship", stable::Places::any);
  context.check_cancelled();
  const std::vector<VertexId> order = dictator_order(preferences.num_left, options);
  return stable::answer_of_items("serial_dictatorship", preferences.num_left,
                                 stable::serial_dictatorship(lists, order));
}

}  // namespace hypermatch
