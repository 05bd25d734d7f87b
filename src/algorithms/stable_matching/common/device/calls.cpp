// SPDX-License-Identifier: MIT
// Stable matchings on a device: checks what it is given, prepares lists, cuts the workspace, runs
// the chains and reads what the host wants to know.
#include <algorithm>
#include <bit>
#include <string>
#include <utility>
#include <vector>

#include "algorithms/stable_matching/common/device/functions.hpp"
#include "algorithms/stable_matching/common/device/prepare.hpp"
#include "base/clock.hpp"
#include "hypermatch/error.hpp"
#include "parallel/device/arena.hpp"
#include "parallel/device/runtime.hpp"
#include "parallel/device/state.hpp"
#include "parallel/device/views.hpp"

namespace hypermatch {

using detail::base::Clock;
using detail::base::seconds_since;
using namespace detail::stable_matching;
using detail::parallel::DeviceArena;
using detail::parallel::DeviceScope;
using detail::parallel::DrainedOnThrow;
namespace runtime = detail::parallel::runtime;

namespace {

const char* variant_of(ChainKernel kernel) {
  return kernel == ChainKernel::look_ahead ? "" : "thread_per_proposer";
}

// Ranks of so many proposers and numbers of entries in one word.
WordLayout layout_of(VertexId num_proposers, std::uint32_t entry_bits) {
  const auto rank_bits = static_cast<std::uint32_t>(std::bit_width(num_proposers));
  if (rank_bits + entry_bits + 1 > 64 || rank_bits > 31) {
    throw Error(ErrorCode::unsupported,
                "on a device ranks and numbers of entries share a word: those of " +
                    std::to_string(num_proposers) + " proposers take " + std::to_string(rank_bits) +
                    " and " + std::to_string(entry_bits) + " bits, together at most 63");
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
  const std::uint64_t turns = lists.turns.size();
  if (turns != 0 && (places == 0 || turns != std::uint64_t{lists.num_proposers} + 1)) {
    fail("there are " + std::to_string(turns) + " begins of places for " +
         std::to_string(lists.num_proposers) + " proposers, and " + std::to_string(places) +
         " for receivers");
  }
  if (places == 0 && lists.num_places != lists.num_receivers) {
    fail("num_places is " + std::to_string(lists.num_places) + ", and there are " +
         std::to_string(lists.num_receivers) + " receivers of one place each");
  }
}

std::uint64_t bytes_of(const DeviceProposersView& lists) {
  return (lists.offsets.size() + lists.places.size() + lists.turns.size()) * sizeof(Offset) +
         lists.entries.size() * sizeof(std::uint64_t);
}

std::uint64_t bytes_of(const DevicePreferencesView& lists) {
  return lists.offsets.size() * sizeof(Offset) + lists.partners.size() * sizeof(VertexId) +
         (lists.ties.size() + lists.capacities.size()) * sizeof(std::uint32_t);
}

constexpr const char* k_places_reason = "solved on the host: more places than a device serves";

// Sizes of what a call needs beside the lists.
struct Sizes {
  std::uint64_t mates = 0;
  std::uint64_t places = 0;
  std::uint64_t cursors = 0;
  std::uint64_t bits = 0;  // of entries that are held
  std::uint64_t bytes_of_lists = 0;
};

void lay_out(const Sizes& sizes, DeviceStableBuffers& buffers, DeviceArena& arena) {
  buffers.counters = arena.take<std::uint64_t>(k_stable_counters);
  buffers.mates = arena.take<VertexId>(sizes.mates);
  buffers.words = arena.take<std::uint64_t>(sizes.places);
  buffers.cursors = arena.take<std::uint32_t>(sizes.cursors);
  buffers.held = arena.take<std::uint32_t>((sizes.bits + 31) / 32);
}

// run(buffers) enqueues what writes mates and counters.
template <class Run>
DeviceStableMatching solve(const DeviceContext& context, const Sizes& sizes, ChainKernel kernel,
                           DeviceWorkspace& workspace, const Run& run) {
  context.check_cancelled();
  const DeviceScope scope(context.device());
  DrainedOnThrow drained(context.stream());
  DeviceStableBuffers buffers;
  detail::parallel::cut_workspace(context, workspace,
                                  [&](DeviceArena& arena) { lay_out(sizes, buffers, arena); });
  runtime::Event begin;
  runtime::Event end;
  begin.record(context.stream());
  run(buffers);
  auto* const mail = reinterpret_cast<std::uint64_t*>(context.state()->mailbox());
  runtime::copy_to_host(mail, buffers.counters, k_stable_counters * sizeof(std::uint64_t),
                        context.stream());
  end.record(context.stream());
  runtime::synchronize(context.stream());
  drained.disarm();
  DeviceStableMatching found;
  found.mates = {buffers.mates, sizes.mates};
  found.proposals = mail[1];
  found.stats = {.algorithm = "mcvitie_wilson",
                 .variant = variant_of(kernel),
                 .device_seconds = end.seconds_since(begin),
                 .device_peak_bytes = workspace.size() + sizes.bytes_of_lists,
                 .stop_reason = "complete"};
  return found;
}

// Ascending, in the numbers of all agents.
std::vector<GraphEdge> pairs_of(const DeviceContext& context, const DeviceProposers& lists,
                                const DeviceStableMatching& found, VertexId num_left,
                                OptimalSide optimal) {
  const std::vector<VertexId> mates = download(context, found.mates);
  const std::vector<Offset> turns = download(context, lists.turns.view());
  std::vector<GraphEdge> pairs;
  for (VertexId p = 0; p < lists.num_proposers; ++p) {
    const Offset end = turns.empty() ? Offset{p} + 1 : turns[p + std::size_t{1}];
    for (Offset i = turns.empty() ? p : turns[p]; i < end && mates[i] != k_none; ++i) {
      const bool by_left = optimal == OptimalSide::left;
      pairs.push_back({by_left ? p : mates[i], num_left + (by_left ? mates[i] : p)});
    }
  }
  const auto before = [](const GraphEdge& a, const GraphEdge& b) {
    return std::pair(a.u, a.v) < std::pair(b.u, b.v);
  };
  if (!std::is_sorted(pairs.begin(), pairs.end(), before)) {
    std::sort(pairs.begin(), pairs.end(), before);
  }
  return pairs;
}

}  // namespace

DeviceStableMatching mcvitie_wilson(const DeviceContext& context, const DeviceProposersView& lists,
                                    const DeviceStableOptions& options,
                                    DeviceWorkspace& workspace) {
  check(options);
  check(lists);
  const auto entry_bits = static_cast<std::uint32_t>(std::bit_width(lists.entries.size()));
  const WordLayout layout = layout_of(lists.num_proposers, entry_bits);
  const Sizes sizes{.mates = lists.num_mates(),
                    .places = lists.num_places,
                    .cursors = lists.turns.size() == 0 ? 0 : lists.num_proposers,
                    .bits = lists.entries.size(),
                    .bytes_of_lists = bytes_of(lists)};
  return solve(context, sizes, options.kernel, workspace, [&](const DeviceStableBuffers& buffers) {
    on_device().run_chains(lists, layout, options.kernel, buffers, context.stream());
    on_device().find_mates(lists, layout, buffers, context.stream());
  });
}

DeviceStableMatching mcvitie_wilson(const DeviceContext& context,
                                    const DeviceSharedProposersView& lists,
                                    const DeviceStableOptions& options,
                                    DeviceWorkspace& workspace) {
  check(options);
  if (lists.receivers.size() != lists.num_receivers ||
      lists.proposers.size() != lists.num_proposers) {
    throw Error(ErrorCode::invalid_input, "a shared list has all agents of the other side");
  }
  // A team of 32 lanes looks at entries behind the end of a list.
  const auto place_bits =
      static_cast<std::uint32_t>(std::bit_width(std::uint64_t{lists.num_receivers} + 31));
  const auto proposer_bits = static_cast<std::uint32_t>(std::bit_width(lists.num_proposers));
  const WordLayout layout = layout_of(lists.num_proposers, place_bits + proposer_bits);
  const Sizes sizes{
      .mates = lists.num_proposers,
      .places = lists.num_receivers,
      .bytes_of_lists = (lists.receivers.size() + lists.proposers.size()) * sizeof(VertexId)};
  return solve(context, sizes, options.kernel, workspace, [&](const DeviceStableBuffers& buffers) {
    on_device().run_shared_chains(lists, layout, place_bits, options.kernel, buffers,
                                  context.stream());
    on_device().find_shared_mates(lists, layout, place_bits, buffers, context.stream());
  });
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
  DeviceWorkspace workspace;
  DeviceProposers lists;
  std::uint64_t bytes = 0;  // while lists are prepared
  {
    const DevicePreferences given = upload(context, preferences);
    lists = prepare(context, given.view(), options, workspace);
    bytes = bytes_of(given.view()) + workspace.size() + bytes_of(lists.view());
  }
  const double prepare_seconds = seconds_since(begin);
  DeviceStableMatching found = mcvitie_wilson(context, lists.view(), options, workspace);
  const Clock::time_point solved = Clock::now();
  StableMatching matching;
  matching.pairs = pairs_of(context, lists, found, preferences.num_left, options.optimal);
  matching.proposals = found.proposals;
  matching.dropped = lists.dropped;
  matching.stats = std::move(found.stats);
  matching.stats.prepare_seconds = prepare_seconds;
  matching.stats.device_peak_bytes = std::max(bytes, matching.stats.device_peak_bytes);
  matching.stats.transfer_seconds = seconds_since(solved);
  return matching;
}

}  // namespace hypermatch
