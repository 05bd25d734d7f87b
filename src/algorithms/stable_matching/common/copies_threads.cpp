// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "algorithms/stable_matching/common/places_by_partner.hpp"
#include "algorithms/stable_matching/common/shared_lists.hpp"
#include "hypermatch/array.hpp"
#include "parallel/host/primitives.hpp"
#include "parallel/host/stop_check.hpp"

namespace hypermatch::detail::stable_matching {

namespace {

std::uint64_t entries_of(const SharedPreferencesView& given, AgentRange agents) {
  std::uint64_t entries = 0;
  for (VertexId x = agents.first; x < agents.last; ++x) entries += given.list_of(x).size();
  return entries;
}

class Copies {
 public:
  Copies(const Context& context, const SharedLists& lists)
      : context_(context), given_(lists.given()) {
    const bool has_fewer =
        entries_of(given_, lists.proposing()) <= entries_of(given_, lists.receiving());
    fewer_ = has_fewer ? lists.proposing() : lists.receiving();
    others_ = has_fewer ? lists.receiving() : lists.proposing();
  }

  [[nodiscard]] Preferences make() {
    make_offsets();
    preferences_.num_left = given_.num_left;
    preferences_.partners.resize(preferences_.offsets[given_.num_agents]);
    preferences_.capacities = Array<std::uint32_t>(given_.capacities);
    list_places();
    fill();
    drop();
    return std::move(preferences_);
  }

 private:
  // Agents of the other side get a place for each agent that lists them.
  void make_offsets() {
    auto& offsets = preferences_.offsets;
    offsets = Array<Offset>(given_.num_agents + std::size_t{1}, 0);
    parallel::StopCheck stop(context_);
    for (VertexId x = fewer_.first; x < fewer_.last; ++x) {
      const std::span<const VertexId> list = given_.list_of(x);
      stop.done(list.size() + 1);
      offsets[x + std::size_t{1}] = list.size();
      for (const VertexId y : list) ++offsets[y + std::size_t{1}];
    }
    for (std::size_t i = 1; i < offsets.size(); ++i) offsets[i] += offsets[i - 1];
  }

  void list_places() {
    places_.resize(given_.num_lists());
    for (VertexId y = others_.first; y < others_.last; ++y) {
      const VertexId number = given_.lists[y];
      if (places_[number]) continue;
      places_[number] = places_in(given_.list(number), fewer_);
    }
  }

  void fill() {
    parallel::StopCheck stop(context_);
    std::vector<Offset> next(preferences_.offsets.begin() + others_.first,
                             preferences_.offsets.begin() + others_.last);
    for (VertexId x = fewer_.first; x < fewer_.last; ++x) {
      const std::span<const VertexId> list = given_.list_of(x);
      stop.done(list.size() + 1);
      std::copy(list.begin(), list.end(), preferences_.partners.data() + preferences_.offsets[x]);
      for (const VertexId y : list) preferences_.partners[next[y - others_.first]++] = x;
    }
    kept_.resize(others_.size());
    const parallel::Chunks chunks = parallel::cut(context_, others_.size(), 64);
    parallel::for_chunks(context_, chunks, [&](std::size_t, std::size_t begin, std::size_t end) {
      parallel::StopCheck stop_here(context_);
      std::vector<ProposalEntry> entries;
      for (std::size_t i = begin; i < end; ++i) {
        const auto y = static_cast<VertexId>(others_.first + i);
        kept_[i] = sort_list(y, entries);
        stop_here.done(entries.size() + 1);
      }
    });
  }

  // By the places that y gives those who list it. Returns how many it lists.
  std::size_t sort_list(VertexId y, std::vector<ProposalEntry>& entries) {
    const Offset begin = preferences_.offsets[y];
    const Offset end = preferences_.offsets[y + std::size_t{1}];
    entries.clear();
    if (begin == end) return 0;
    const PlacesByPartner& places = *places_[given_.lists[y]];
    for (Offset i = begin; i < end; ++i) {
      const ProposalEntry entry = places.find(preferences_.partners[i]);
      if (entry.partner != k_none) entries.push_back(entry);
    }
    std::sort(entries.begin(), entries.end(),
              [](const ProposalEntry& a, const ProposalEntry& b) { return a.place < b.place; });
    for (std::size_t i = 0; i < entries.size(); ++i) {
      preferences_.partners[begin + i] = entries[i].partner;
    }
    return entries.size();
  }

  // Closes the gaps behind what the others have kept.
  void drop() {
    auto& offsets = preferences_.offsets;
    Offset to = 0;
    for (VertexId x = 0; x < given_.num_agents; ++x) {
      const Offset begin = offsets[x];
      const bool is_other = x >= others_.first && x < others_.last;
      const Offset kept = is_other ? kept_[x - others_.first] : offsets[x + std::size_t{1}] - begin;
      if (to != begin) {
        std::copy_n(preferences_.partners.data() + begin, kept, preferences_.partners.data() + to);
      }
      offsets[x] = to;
      to += kept;
    }
    offsets[given_.num_agents] = to;
    preferences_.partners.resize(to);
  }

  const Context& context_;
  const SharedPreferencesView& given_;
  AgentRange fewer_;  // agents with fewer entries together
  AgentRange others_;
  std::vector<std::optional<PlacesByPartner>> places_;  // per list of the others
  std::vector<Offset> kept_;                            // per one of the others
  Preferences preferences_;
};

}  // namespace

Preferences copy_lists(const Context& context, const SharedLists& lists) {
  return Copies(context, lists).make();
}

}  // namespace hypermatch::detail::stable_matching
