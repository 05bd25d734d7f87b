// SPDX-License-Identifier: MIT
// Stable matchings on a device: checks what it is given, prepares lists, cuts the workspace, runs
// the chains and reads what the host wants to know.
#include <algorithm>
#include <bit>
#include <chrono>
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
using detail::parallel::DeviceState;
using detail::parallel::DrainedOnThrow;
namespace runtime = detail::parallel::runtime;

namespace {

const char* variant_of(ChainKernel kernel) {
  return kernel == ChainKernel::look_ahead ? "" : "thread_per_proposer";
}

/// The agents of a side: `first` .. `last` - 1.
struct Side {
  VertexId first = 0;
  VertexId last = 0;

  [[nodiscard]] VertexId size() const { return last - first; }
};

template <class Lists>
Side proposers_of(const Lists& lists, VertexId num_agents, OptimalSide optimal) {
  return optimal == OptimalSide::left ? Side{0, lists.num_left} : Side{lists.num_left, num_agents};
}
template <class Lists>
Side receivers_of(const Lists& lists, VertexId num_agents, OptimalSide optimal) {
  return proposers_of(lists, num_agents,
                      optimal == OptimalSide::left ? OptimalSide::right : OptimalSide::left);
}

void check(const DeviceStableOptions& options) {
  if (options.optimal > OptimalSide::right) {
    throw Error(ErrorCode::invalid_option, "optimal is no OptimalSide");
  }
  if (options.kernel > ChainKernel::thread_per_proposer) {
    throw Error(ErrorCode::invalid_option, "kernel is no ChainKernel");
  }
}

// The first agent with more places than a device serves, or k_none: proposers have one, receivers
// not too many.
VertexId unserved(const PreferencesView& preferences, OptimalSide optimal) {
  if (preferences.capacities.empty()) return k_none;
  const Side proposers = proposers_of(preferences, preferences.num_agents, optimal);
  for (VertexId x = 0; x < preferences.num_agents; ++x) {
    const bool proposes = x >= proposers.first && x < proposers.last;
    const std::uint32_t most = proposes ? 1 : k_most_device_places;
    if (std::min<std::size_t>(preferences.capacity(x), preferences.list_of(x).size()) > most) {
      return x;
    }
  }
  return k_none;
}

void check_places(const PreferencesView& preferences, OptimalSide optimal) {
  const VertexId agent = unserved(preferences, optimal);
  if (agent == k_none) return;
  const Side proposers = proposers_of(preferences, preferences.num_agents, optimal);
  const bool proposes = agent >= proposers.first && agent < proposers.last;
  throw Error(ErrorCode::unsupported,
              std::string("on a device agents of the ") +
                  (proposes ? "proposing side have one place each, and "
                            : "proposed side have at most 4096 places each, and ") +
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

WordLayout layout_of(const DeviceProposersView& lists) {
  const std::uint64_t entries = lists.entries.size();
  const auto entry_bits = static_cast<std::uint32_t>(std::bit_width(entries));
  const auto rank_bits = static_cast<std::uint32_t>(std::bit_width(lists.num_proposers));
  if (rank_bits + entry_bits + 1 > 64 || rank_bits > 31) {
    throw Error(ErrorCode::unsupported, "on a device ranks and numbers of entries share a word: " +
                                            std::to_string(lists.num_proposers) +
                                            " proposers with " + std::to_string(entries) +
                                            " entries are too many");
  }
  return {entry_bits};
}

void check(const DeviceProposersView& lists) {
  const auto fail = [](const std::string& text) { throw Error(ErrorCode::invalid_input, text); };
  const std::uint64_t offsets = lists.offsets.size();
  if (offsets != std::uint64_t{lists.num_proposers} + 1 &&
      (offsets != 0 || lists.num_proposers != 0 || lists.entries.size() != 0)) {
    fail("there are " + std::to_string(offsets) + " offsets for " +
         std::to_string(lists.num_proposers) + " proposers");
  }
  const std::uint64_t places = lists.places.size();
  if (places != 0 && places != std::uint64_t{lists.num_receivers} + 1) {
    fail("there are " + std::to_string(places) + " begins of places for " +
         std::to_string(lists.num_receivers) + " receivers");
  }
  if (places == 0 && lists.num_places != lists.num_receivers) {
    fail("num_places is " + std::to_string(lists.num_places) + ", and there are " +
         std::to_string(lists.num_receivers) + " receivers of one place each");
  }
}

void lay_out(const DeviceProposersView& lists, DeviceStableBuffers& buffers, DeviceArena& arena) {
  buffers.counters = arena.take<std::uint64_t>(k_stable_counters);
  buffers.mates = arena.take<VertexId>(lists.num_proposers);
  buffers.words = arena.take<std::uint64_t>(lists.num_places);
  buffers.held = arena.take<std::uint32_t>((lists.entries.size() + 31) / 32);
}

std::uint64_t bytes_of(const DeviceProposersView& lists) {
  return (lists.offsets.size() + lists.places.size()) * sizeof(Offset) +
         lists.entries.size() * sizeof(std::uint64_t);
}

constexpr const char* k_places_reason = "solved on the host: more places than a device serves";

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

}  // namespace

DeviceProposers prepare(const DeviceContext& context, const PreferencesView& preferences,
                        const DeviceStableOptions& options) {
  check(options);
  context.check_cancelled();
  const MutualLists mutual =
      two_sided_lists(context.state()->host(), preferences, {.seed = options.seed});
  const PairLists& lists = mutual.lists;
  check_places(preferences, options.optimal);
  const Side proposers = proposers_of(lists, lists.num_agents(), options.optimal);
  const Side receivers = receivers_of(lists, lists.num_agents(), options.optimal);
  const OneSide side(lists, proposers);
  DeviceProposers prepared;
  prepared.num_proposers = proposers.size();
  prepared.num_receivers = receivers.size();
  prepared.num_places = receivers.size();
  prepared.dropped = mutual.dropped;
  prepared.offsets = upload(context, std::span<const Offset>(side.offsets));
  if (!lists.capacities.empty()) {
    const std::vector<Offset> begins = begins_of_places(lists, receivers);
    prepared.num_places = begins.back();
    prepared.places = upload(context, std::span<const Offset>(begins));
  }
  const auto partners = upload(context, std::span<const VertexId>(side.partners));
  const auto places = upload(context, std::span<const std::uint32_t>(side.places));
  prepared.entries = DeviceArray<std::uint64_t>(context, side.partners.size());
  const DeviceScope scope(context.device());
  on_device().fuse_entries(prepared.offsets.view(), partners.view(), receivers.first, places.view(),
                           prepared.entries.span().data(), context.stream());
  context.synchronize();
  return prepared;
}

DeviceStableMatching mcvitie_wilson(const DeviceContext& context, const DeviceProposersView& lists,
                                    const DeviceStableOptions& options,
                                    DeviceWorkspace& workspace) {
  check(options);
  check(lists);
  const WordLayout layout = layout_of(lists);
  context.check_cancelled();
  const DeviceScope scope(context.device());
  DrainedOnThrow drained(context.stream());
  DeviceStableBuffers buffers;
  detail::parallel::cut_workspace(context, workspace,
                                  [&](DeviceArena& arena) { lay_out(lists, buffers, arena); });
  runtime::Event begin;
  runtime::Event end;
  begin.record(context.stream());
  on_device().run_chains(lists, layout, options.kernel, buffers, context.stream());
  on_device().find_mates(lists, layout, buffers, context.stream());
  auto* const mail = reinterpret_cast<std::uint64_t*>(context.state()->mailbox());
  runtime::copy_to_host(mail, buffers.counters, k_stable_counters * sizeof(std::uint64_t),
                        context.stream());
  end.record(context.stream());
  runtime::synchronize(context.stream());
  drained.disarm();
  DeviceStableMatching found;
  found.mates = {buffers.mates, lists.num_proposers};
  found.proposals = mail[1];
  found.stats = {.algorithm = "mcvitie_wilson",
                 .variant = variant_of(options.kernel),
                 .device_seconds = end.seconds_since(begin),
                 .device_peak_bytes = workspace.size() + bytes_of(lists),
                 .stop_reason = "complete"};
  return found;
}

StableMatching mcvitie_wilson(const DeviceContext& context, const PreferencesView& preferences,
                              const DeviceStableOptions& options) {
  check(options);
  check_preferences(preferences);
  if (unserved(preferences, options.optimal) != k_none) {
    context.check_cancelled();
    StableMatching matching = mcvitie_wilson(context.state()->host(), preferences,
                                             {.optimal = options.optimal, .seed = options.seed});
    matching.stats.variant = variant_of(options.kernel);
    matching.stats.stop_reason = k_places_reason;
    return matching;
  }
  const Clock::time_point begin = Clock::now();
  const DeviceProposers lists = prepare(context, preferences, options);
  const double prepare_seconds = seconds_since(begin);
  DeviceWorkspace workspace;
  DeviceStableMatching found = mcvitie_wilson(context, lists.view(), options, workspace);
  const Clock::time_point solved = Clock::now();
  const std::vector<VertexId> mates = download(context, found.mates);
  StableMatching matching;
  for (VertexId p = 0; p < mates.size(); ++p) {
    if (mates[p] == k_none) continue;
    const bool by_left = options.optimal == OptimalSide::left;
    const VertexId left = by_left ? p : mates[p];
    matching.pairs.push_back({left, preferences.num_left + (by_left ? mates[p] : p)});
  }
  if (options.optimal == OptimalSide::right) {
    std::sort(matching.pairs.begin(), matching.pairs.end(),
              [](const GraphEdge& a, const GraphEdge& b) {
                return std::pair(a.u, a.v) < std::pair(b.u, b.v);
              });
  }
  matching.proposals = found.proposals;
  matching.dropped = lists.dropped;
  matching.stats = std::move(found.stats);
  matching.stats.prepare_seconds = prepare_seconds;
  matching.stats.transfer_seconds = seconds_since(solved);
  return matching;
}

}  // namespace hypermatch
