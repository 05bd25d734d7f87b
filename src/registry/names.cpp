// SPDX-License-Identifier: MIT
// Checks at compile time that the tables of names are complete.
#include "hypermatch/names.hpp"

#include "base/enumerators.hpp"

namespace hypermatch {

namespace {

using detail::base::is_enumerator;

static_assert(is_enumerator<Ties::redraw>() && !is_enumerator<static_cast<Ties>(2)>());

// Enumerators count from 0: the table has them in this order, each with a name of its own, and
// there is none behind the last one.
template <class E>
consteval bool is_complete() {
  const auto all = names_of<E>();
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (all[i].value != static_cast<E>(i) || all[i].name.empty()) return false;
    for (std::size_t j = 0; j < i; ++j) {
      if (all[j].name == all[i].name) return false;
    }
  }
  return !is_enumerator<static_cast<E>(std::size(EnumNames<E>::all))>();
}

template <class... Enums>
consteval bool are_complete() {
  return (is_complete<Enums>() && ...);
}

static_assert(are_complete<Rating, EdgeRating, Objective, NonPositive, Ties, NoiseGenerator,
                           BipartiteStart, Decomposition>());
static_assert(are_complete<LocalMaxVariant, GraphLocalMaxVariant, SuitorVariant,
                           DeviceSuitorVariant, DeviceSuitorExchange, RedBlueVariant, VisitOrder,
                           DualUpdate, LevelKernel, ThreadLayout>());
static_assert(are_complete<Sides, OneSidedEntries, io::PreferencesFormat, io::Interpretation,
                           io::MatchingLayout, InstanceKind, registry::Problem,
                           registry::Determinism, registry::ParameterKind>());

}  // namespace

}  // namespace hypermatch
