// SPDX-License-Identifier: MIT
// Lists of proposers in device memory: ties are broken, lists made mutual, entries ranked.
#include "algorithms/stable_matching/common/device/prepare.hpp"

#include <algorithm>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "algorithms/stable_matching/common/answers.hpp"
#include "algorithms/stable_matching/common/device/functions.hpp"
#include "hypermatch/enum_names.hpp"
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
  if (lists.ties.size() != 0 && lists.ties.size() != lists.partners.size()) {
    fail("there are " + std::to_string(lists.ties.size()) + " ties for " +
         std::to_string(lists.partners.size()) + " entries");
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
  const std::uint64_t most =
      all.ties.size() != 0 ? all.partners.size() : std::max(left.entries(), right.entries());
  if (most > k_most) {
    throw Error(ErrorCode::unsupported,
                "on a device lists of a side have fewer than 2^32 entries, with ties those of both "
                "sides");
  }
  return lists;
}

void lay_out(std::uint64_t entries, std::uint64_t scratch, TieBuffers& buffers,
             DeviceArena& arena) {
  buffers.keys = arena.take<std::uint64_t>(entries);
  buffers.sorted_keys = arena.take<std::uint64_t>(entries);
  buffers.numbers = arena.take<std::uint32_t>(entries);
  buffers.sorted_numbers = arena.take<std::uint32_t>(entries);
  buffers.agents = arena.take<VertexId>(entries);
  buffers.scratch = arena.take<std::byte>(scratch);
  buffers.scratch_bytes = scratch;
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

struct PreparePlan {
  VertexId* ordered = nullptr;  // partners with ties broken; null: lists are strict
  TieBuffers ties;
  PrepareBuffers ranks;
};

PreparePlan cut_plan(const DeviceContext& context, const DevicePreferencesView& all,
                     const ListsToPrepare& lists, DeviceWorkspace& workspace) {
  PreparePlan plan;
  const bool has_ties = all.ties.size() != 0;
  const std::uint64_t tied = has_ties ? all.partners.size() : 0;
  const std::uint64_t tie_scratch = has_ties ? on_device().tie_scratch_bytes(tied) : 0;
  const std::uint64_t scratch = on_device().prepare_scratch_bytes(lists);
  detail::parallel::cut_workspace(context, workspace, [&](DeviceArena& arena) {
    if (has_ties) plan.ordered = arena.take<VertexId>(tied);
    // Ties are broken before entries are ranked.
    DeviceArena before = arena;
    if (has_ties) lay_out(tied, tie_scratch, plan.ties, before);
    lay_out(lists, scratch, plan.ranks, arena);
    if (before.bytes() > arena.bytes()) {
      (void)arena.take<std::byte>(before.bytes() - arena.bytes());
    }
  });
  return plan;
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
  check_enum("optimal", options.optimal);
  check_enum("kernel", options.kernel, ChainKernel::thread_per_proposer);
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
  DevicePreferences lists;
  lists.num_agents = preferences.num_agents;
  lists.num_left = preferences.num_left;
  lists.offsets = upload(context, preferences.offsets);
  lists.partners = upload(context, preferences.partners);
  lists.ties = upload(context, preferences.ties);
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
  ListsToPrepare lists = lists_to_prepare(context, preferences, options.optimal);
  DrainedOnThrow drained(context.stream());
  const PreparePlan plan = cut_plan(context, preferences, lists, workspace);
  const PrepareBuffers& buffers = plan.ranks;
  if (plan.ordered != nullptr) {
    on_device().break_ties(lists.offsets, preferences.num_agents, preferences.partners,
                           preferences.ties.data(), options.seed, plan.ties, plan.ordered,
                           context.stream());
    lists.partners = plan.ordered;
  }
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
  const DevicePreferences lists = upload(context, preferences);
  check_places(preferences, options.optimal);
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
  lists.receivers = upload(context, list_of_proposers);
  lists.proposers = upload(context, list_of_receivers);
  return lists;
}

}  // namespace hypermatch
