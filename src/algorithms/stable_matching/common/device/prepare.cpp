// SPDX-License-Identifier: MIT
// Lists of proposers in device memory: made there of strict lists, and from the host's mutual lists
// where ties are to be broken.
#include "algorithms/stable_matching/common/device/prepare.hpp"

#include <algorithm>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "algorithms/stable_matching/common/answers.hpp"
#include "algorithms/stable_matching/common/deferred_acceptance.hpp"
#include "algorithms/stable_matching/common/device/functions.hpp"
#include "hypermatch/error.hpp"
#include "parallel/device/arena.hpp"
#include "parallel/device/runtime.hpp"
#include "parallel/device/state.hpp"
#include "parallel/device/views.hpp"

namespace hypermatch {

using namespace detail::stable_matching;
using detail::parallel::DeviceArena;
using detail::parallel::DeviceScope;
using detail::parallel::DrainedOnThrow;
namespace runtime = detail::parallel::runtime;

namespace {

/// The agents of a side: `first` .. `last` - 1.
struct Side {
  VertexId first = 0;
  VertexId last = 0;

  [[nodiscard]] VertexId size() const { return last - first; }
  [[nodiscard]] bool has(VertexId agent) const { return agent >= first && agent < last; }
};

struct TwoSides {
  Side proposers;
  Side receivers;

  TwoSides(VertexId num_left, VertexId num_agents, OptimalSide optimal)
      : proposers{0, num_left}, receivers{num_left, num_agents} {
    if (optimal == OptimalSide::right) std::swap(proposers, receivers);
  }
};

void check_places(const PreferencesView& preferences, OptimalSide optimal) {
  const VertexId agent = unserved(preferences, optimal);
  if (agent == k_none) return;
  throw Error(ErrorCode::unsupported,
              "on a device agents of the proposed side have at most 4096 places, and " +
                  called(preferences, agent) + " has " +
                  std::to_string(preferences.capacity(agent)));
}

/// The lists of one side, those of agents without a place left out.
struct OneSide {
  std::vector<Offset> offsets{0};
  std::vector<VertexId> partners;
  std::vector<std::uint32_t> places;

  OneSide(const PairLists& lists, Side side) {
    offsets.reserve(side.size() + std::size_t{1});
    for (VertexId x = side.first; x < side.last; ++x) {
      const auto begin = static_cast<std::ptrdiff_t>(lists.offsets[x]);
      const auto end = lists.capacity(x) == 0
                           ? begin
                           : static_cast<std::ptrdiff_t>(lists.offsets[x + std::size_t{1}]);
      partners.insert(partners.end(), lists.partners.begin() + begin, lists.partners.begin() + end);
      places.insert(places.end(), lists.places.begin() + begin, lists.places.begin() + end);
      offsets.push_back(partners.size());
    }
  }
};

std::vector<Offset> begins_of_places(const PairLists& lists, Side receivers) {
  std::vector<Offset> begins{0};
  begins.reserve(receivers.size() + std::size_t{1});
  for (VertexId r = receivers.first; r < receivers.last; ++r) {
    begins.push_back(begins.back() + lists.capacity(r));
  }
  return begins;
}

bool has_several(const PairLists& lists, Side side) {
  for (VertexId x = side.first; x < side.last; ++x) {
    if (lists.capacity(x) > 1) return true;
  }
  return false;
}

// The host breaks ties and finds places.
DeviceProposers prepare_by_host(const DeviceContext& context, const PreferencesView& preferences,
                                const DeviceStableOptions& options) {
  const MutualLists mutual =
      two_sided_lists(context.state()->host(), preferences, {.seed = options.seed});
  const PairLists& lists = mutual.lists;
  const TwoSides sides(lists.num_left, lists.num_agents(), options.optimal);
  const OneSide side(lists, sides.proposers);
  DeviceProposers prepared;
  prepared.num_proposers = sides.proposers.size();
  prepared.num_receivers = sides.receivers.size();
  prepared.num_places = sides.receivers.size();
  prepared.dropped = mutual.dropped;
  prepared.offsets = upload(context, std::span<const Offset>(side.offsets));
  if (!lists.capacities.empty()) {
    const std::vector<Offset> begins = begins_of_places(lists, sides.receivers);
    prepared.num_places = begins.back();
    prepared.places = upload(context, std::span<const Offset>(begins));
    const std::vector<Offset> turns = begins_of_places(lists, sides.proposers);
    if (has_several(lists, sides.proposers)) {
      prepared.num_turns = turns.back();
      prepared.turns = upload(context, std::span<const Offset>(turns));
    }
  }
  const auto partners = upload(context, std::span<const VertexId>(side.partners));
  const auto places = upload(context, std::span<const std::uint32_t>(side.places));
  prepared.entries = DeviceArray<std::uint64_t>(context, side.partners.size());
  const DeviceScope scope(context.device());
  on_device().fuse_entries(prepared.offsets.view(), partners.view(), sides.receivers.first,
                           places.view(), prepared.entries.span().data(), context.stream());
  context.synchronize();
  return prepared;
}

// Each number below the size once.
void check_order(std::span<const VertexId> order, const char* name) {
  std::vector<bool> seen(order.size(), false);
  for (const VertexId agent : order) {
    if (agent < order.size() && !seen[agent]) {
      seen[agent] = true;
      continue;
    }
    throw Error(ErrorCode::invalid_input, std::string(name) + " holds " + std::to_string(agent) +
                                              ", and must hold each number below " +
                                              std::to_string(order.size()) + " once");
  }
}

void check(const DevicePreferencesView& lists) {
  const auto fail = [](const std::string& text) { throw Error(ErrorCode::invalid_input, text); };
  const std::uint64_t offsets = lists.offsets.size();
  if (offsets != std::uint64_t{lists.num_agents} + 1 &&
      (offsets != 0 || lists.num_agents != 0 || lists.partners.size() != 0)) {
    fail("there are " + std::to_string(offsets) + " offsets for " +
         std::to_string(lists.num_agents) + " agents");
  }
  if (lists.num_left > lists.num_agents) fail("num_left is above num_agents");
  if (lists.capacities.size() != 0 && lists.capacities.size() != lists.num_agents) {
    fail("there are " + std::to_string(lists.capacities.size()) + " capacities for " +
         std::to_string(lists.num_agents) + " agents");
  }
}

ListsToPrepare lists_to_prepare(const DeviceContext& context, const DevicePreferencesView& all,
                                OptimalSide optimal) {
  const Offset middle = download(context, all.offsets.subspan(all.num_left, 1)).at(0);
  const SideOfLists left{0, all.num_left, 0, middle};
  const SideOfLists right{all.num_left, all.num_agents, middle, all.partners.size()};
  ListsToPrepare lists{.offsets = all.offsets.data(),
                       .partners = all.partners.data(),
                       .capacities = all.capacities.size() == 0 ? nullptr : all.capacities.data(),
                       .proposers = left,
                       .receivers = right};
  if (optimal == OptimalSide::right) std::swap(lists.proposers, lists.receivers);
  constexpr std::uint64_t k_most = ~std::uint32_t{0};
  if (left.entries() > k_most || right.entries() > k_most) {
    throw Error(ErrorCode::unsupported, "on a device lists of a side have fewer than 2^32 entries");
  }
  return lists;
}

void lay_out(const ListsToPrepare& lists, std::uint64_t scratch, PrepareBuffers& buffers,
             DeviceArena& arena) {
  const std::uint64_t theirs = lists.receivers.entries();
  const std::uint64_t entries = lists.proposers.entries();
  buffers.counts = arena.take<PrepareCounts>(1);
  buffers.numbers = arena.take<std::uint32_t>(theirs);
  buffers.sorted_numbers = arena.take<std::uint32_t>(theirs);
  buffers.sorted_proposers = arena.take<VertexId>(theirs);
  buffers.group_begin = arena.take<Offset>(lists.proposers.agents());
  buffers.group_end = arena.take<Offset>(lists.proposers.agents());
  buffers.fused = arena.take<std::uint64_t>(entries);
  buffers.kept = arena.take<std::uint8_t>(entries);
  buffers.selected = arena.take<std::uint32_t>(entries);
  buffers.room =
      arena.take<std::uint32_t>(std::max(lists.proposers.agents(), lists.receivers.agents()) + 1);
  buffers.scratch = arena.take<std::byte>(scratch);
  buffers.scratch_bytes = scratch;
}

DeviceArray<Offset> places_of(const DeviceContext& context, const ListsToPrepare& lists,
                              const SideOfLists& side, const PrepareBuffers& buffers) {
  DeviceArray<Offset> places(context, side.agents() + 1);
  on_device().lay_out_places(lists, side, buffers, places.span().data(), context.stream());
  return places;
}

Offset last_of(const DeviceContext& context, const DeviceArray<Offset>& begins) {
  return download(context, begins.view().subspan(begins.size() - 1, 1)).at(0);
}

}  // namespace

namespace detail::stable_matching {

void check(const DeviceStableOptions& options) {
  if (options.optimal > OptimalSide::right) {
    throw Error(ErrorCode::invalid_option, "optimal is no OptimalSide");
  }
  if (options.kernel > ChainKernel::thread_per_proposer) {
    throw Error(ErrorCode::invalid_option, "kernel is no ChainKernel");
  }
}

VertexId unserved(const PreferencesView& preferences, OptimalSide optimal) {
  if (preferences.capacities.empty()) return k_none;
  const TwoSides sides(preferences.num_left, preferences.num_agents, optimal);
  for (VertexId x = sides.receivers.first; x < sides.receivers.last; ++x) {
    if (std::min<std::size_t>(preferences.capacity(x), preferences.list_of(x).size()) >
        k_most_device_places) {
      return x;
    }
  }
  return k_none;
}

}  // namespace detail::stable_matching

DevicePreferences upload(const DeviceContext& context, const PreferencesView& preferences) {
  check_preferences(preferences);
  if (preferences.sides != Sides::two) {
    throw Error(ErrorCode::invalid_option, "on a device lists are of two sides");
  }
  if (!preferences.ties.empty()) {
    throw Error(ErrorCode::invalid_option, "on a device lists are strict");
  }
  DevicePreferences lists;
  lists.num_agents = preferences.num_agents;
  lists.num_left = preferences.num_left;
  lists.offsets = upload(context, preferences.offsets);
  lists.partners = upload(context, preferences.partners);
  lists.capacities = upload(context, preferences.capacities);
  return lists;
}

DeviceProposers prepare(const DeviceContext& context, const DevicePreferencesView& preferences,
                        const DeviceStableOptions& options, DeviceWorkspace& workspace) {
  check(options);
  check(preferences);
  context.check_cancelled();
  DeviceProposers prepared;
  if (preferences.num_agents == 0) return prepared;
  const DeviceScope scope(context.device());
  const ListsToPrepare lists = lists_to_prepare(context, preferences, options.optimal);
  DrainedOnThrow drained(context.stream());
  PrepareBuffers buffers;
  const std::uint64_t scratch = on_device().prepare_scratch_bytes(lists);
  detail::parallel::cut_workspace(
      context, workspace, [&](DeviceArena& arena) { lay_out(lists, scratch, buffers, arena); });
  on_device().rank_entries(lists, buffers, context.stream());
  auto* const mail = reinterpret_cast<PrepareCounts*>(context.state()->mailbox());
  runtime::copy_to_host(mail, buffers.counts, sizeof(PrepareCounts), context.stream());
  runtime::synchronize(context.stream());
  const PrepareCounts counts = *mail;
  if (counts.over_served != 0) {
    throw Error(ErrorCode::unsupported,
                "on a device agents of the proposed side have at most 4096 places, and " +
                    std::to_string(counts.over_served) + " have more");
  }
  prepared.num_proposers = lists.proposers.last - lists.proposers.first;
  prepared.num_receivers = lists.receivers.last - lists.receivers.first;
  prepared.num_places = prepared.num_receivers;
  prepared.dropped = preferences.partners.size() - 2 * counts.mutual;
  prepared.offsets = DeviceArray<Offset>(context, prepared.num_proposers + std::size_t{1});
  prepared.entries = DeviceArray<std::uint64_t>(context, counts.kept);
  on_device().gather_entries(lists, buffers, counts.kept, prepared.offsets.span().data(),
                             prepared.entries.span().data(), context.stream());
  if (lists.capacities != nullptr) {
    prepared.places = places_of(context, lists, lists.receivers, buffers);
    prepared.num_places = last_of(context, prepared.places);
  }
  if (counts.several != 0) {
    prepared.turns = places_of(context, lists, lists.proposers, buffers);
    prepared.num_turns = last_of(context, prepared.turns);
  }
  runtime::synchronize(context.stream());
  drained.disarm();
  return prepared;
}

DeviceProposers prepare(const DeviceContext& context, const PreferencesView& preferences,
                        const DeviceStableOptions& options) {
  check(options);
  context.check_cancelled();
  check_preferences(preferences);
  if (preferences.sides == Sides::two) check_places(preferences, options.optimal);
  if (!preferences.ties.empty() || preferences.sides != Sides::two) {
    return prepare_by_host(context, preferences, options);
  }
  const DevicePreferences lists = upload(context, preferences);
  DeviceWorkspace workspace;
  return prepare(context, lists.view(), options, workspace);
}

DeviceSharedProposers share(const DeviceContext& context,
                            std::span<const VertexId> list_of_proposers,
                            std::span<const VertexId> list_of_receivers) {
  check_order(list_of_proposers, "list_of_proposers");
  check_order(list_of_receivers, "list_of_receivers");
  context.check_cancelled();
  DeviceSharedProposers lists;
  lists.order = upload(context, list_of_proposers);
  const DeviceArray<VertexId> proposers = upload(context, list_of_receivers);
  lists.ranks = DeviceArray<std::uint32_t>(context, list_of_receivers.size());
  const DeviceScope scope(context.device());
  on_device().invert_order(proposers.view(), lists.ranks.span().data(), context.stream());
  context.synchronize();
  return lists;
}

}  // namespace hypermatch
