// SPDX-License-Identifier: MIT
// Checks at compile time that the tables of names are complete.
#include <cstddef>
#include <iterator>

#include "base/enumerators.hpp"
#include "hypermatch/allocation.hpp"
#include "hypermatch/b_matching.hpp"
#include "hypermatch/bipartite_matching.hpp"
#include "hypermatch/clustering.hpp"
#include "hypermatch/device_bipartite_matching.hpp"
#include "hypermatch/device_graph_matching.hpp"
#include "hypermatch/dulmage_mendelsohn.hpp"
#include "hypermatch/enum_names.hpp"
#include "hypermatch/graph_matching.hpp"
#include "hypermatch/hypergraph_matching.hpp"
#include "hypermatch/instance.hpp"
#include "hypermatch/instance_io.hpp"
#include "hypermatch/matching.hpp"
#include "hypermatch/preferences.hpp"
#include "hypermatch/preferences_io.hpp"
#include "hypermatch/registry_matching.hpp"
#include "hypermatch/registry_parameters.hpp"
#include "hypermatch/stable_choices.hpp"
#include "hypermatch/stable_matching.hpp"
#include "hypermatch/streaming_matching.hpp"
#include "hypermatch/verify_allocation.hpp"

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
                           BipartiteStart, Decomposition, CommunityObjective>());
static_assert(are_complete<LocalMaxVariant, GraphLocalMaxVariant, SuitorVariant, BSuitorVariant,
                           DeviceSuitorVariant, DeviceSuitorExchange, RedBlueVariant, VisitOrder,
                           DualUpdate, LevelKernel, ThreadLayout>());
static_assert(are_complete<OptimalSide, TurnBalance, StableChoice, DictatorOrder, Sides,
                           OneSidedEntries, verify::Stability>());
static_assert(
    are_complete<io::PreferencesFormat, io::Interpretation, io::MatchingLayout, InstanceKind,
                 registry::Problem, registry::Determinism, registry::ParameterKind>());

}  // namespace

}  // namespace hypermatch
