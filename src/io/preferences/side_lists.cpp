// SPDX-License-Identifier: MIT
#include "io/preferences/side_lists.hpp"

#include <algorithm>
#include <string>

#include "base/available_memory.hpp"
#include "hypermatch/error.hpp"

namespace hypermatch::detail::io {

namespace {

/// Appends the lists of `side` to `all`, whose agents are those before `agent`; partners have
/// numbers from `first_partner` on.
class Joiner {
 public:
  Joiner(Preferences& all, bool has_ties) : all_(all), has_ties_(has_ties) {}

  void append(const SideLists& side, VertexId num_agents, VertexId first_partner) {
    for (VertexId x = 0; x < num_agents; ++x) {
      all_.offsets[agent_++] = place_;
      if (x >= side.num_agents) continue;
      const Offset begin = side.offsets[x], end = side.offsets[x + std::size_t{1}];
      for (Offset i = begin; i < end; ++i, ++place_) {
        all_.partners[place_] = side.partners[i] + first_partner;
        if (has_ties_) {
          all_.ties[place_] =
              side.ties.empty() ? static_cast<std::uint32_t>(i - begin) : side.ties[i];
        }
      }
    }
    all_.offsets[agent_] = place_;
  }

 private:
  Preferences& all_;
  bool has_ties_;
  std::size_t agent_ = 0;
  Offset place_ = 0;
};

}  // namespace

void set_capacities(Array<std::uint32_t>& all, VertexId num_agents, VertexId first,
                    const std::vector<std::uint64_t>& mine,
                    const std::vector<std::uint64_t>& others) {
  for (std::size_t i = 0; i < std::max(mine.size(), others.size()); ++i) {
    const std::uint64_t one = i < mine.size() ? mine[i] : k_no_capacity;
    const std::uint64_t other = i < others.size() ? others[i] : k_no_capacity;
    if (one == k_no_capacity && other == k_no_capacity) continue;
    if (one != k_no_capacity && other != k_no_capacity && one != other) {
      throw Error(ErrorCode::invalid_input, "agent " + std::to_string(i + 1) +
                                                " has two capacities, " + std::to_string(one) +
                                                " and " + std::to_string(other));
    }
    const std::uint64_t capacity = one == k_no_capacity ? other : one;
    if (capacity == 1 && all.empty()) continue;
    if (all.empty()) all = Array<std::uint32_t>(num_agents, 1);
    all[first + i] = static_cast<std::uint32_t>(capacity);
  }
}

void check_room_for(std::string_view name, std::uint64_t bytes, std::string_view what) {
  const auto available = base::available_memory();
  if (!available || bytes <= *available) return;
  throw Error(ErrorCode::resources, std::string(name) + ": the " + std::string(what) + " need " +
                                        std::to_string(bytes) + " bytes, the system has " +
                                        std::to_string(*available) + " left");
}

void check_count_of_agents(std::uint64_t agents) {
  if (agents <= k_max_count) return;
  throw Error(ErrorCode::invalid_input,
              "expected at most 2^32 - 2 agents, found " + std::to_string(agents));
}

void check_counts(const std::string& path, const SideLists& lists, const std::string& other_path,
                  const SideLists& others) {
  if (!lists.counts_agents || !others.counts_agents || lists.num_partners == others.num_agents) {
    return;
  }
  throw Error(ErrorCode::invalid_input, path + ": " + std::to_string(lists.num_partners) +
                                            " alternatives, but " + other_path + " has orders of " +
                                            std::to_string(others.num_agents) + " voters");
}

Preferences joined(Sides sides, const SideLists& left, const SideLists& right) {
  const bool has_two = sides == Sides::two;
  const SideLists& other = has_two ? right : left;
  const std::uint64_t num_left = std::max(left.num_agents, other.num_partners);
  const std::uint64_t num_right = has_two ? std::max(right.num_agents, left.num_partners) : 0;
  const std::uint64_t agents = num_left + num_right;
  check_count_of_agents(agents);
  const std::size_t entries = left.partners.size() + right.partners.size();
  const bool has_ties = !left.ties.empty() || !right.ties.empty();
  Preferences all;
  all.sides = sides;
  all.num_left = static_cast<VertexId>(num_left);
  all.offsets.resize(agents + 1);
  all.partners.resize(entries);
  if (has_ties) all.ties.resize(entries);
  Joiner joiner(all, has_ties);
  joiner.append(left, static_cast<VertexId>(num_left), has_two ? all.num_left : 0);
  joiner.append(right, static_cast<VertexId>(num_right), 0);
  if (has_two) {
    set_capacities(all.capacities, all.num_agents(), 0, left.capacities, right.partner_capacities);
    set_capacities(all.capacities, all.num_agents(), all.num_left, right.capacities,
                   left.partner_capacities);
  } else {
    set_capacities(all.capacities, all.num_agents(), 0, left.capacities, left.partner_capacities);
  }
  return all;
}

}  // namespace hypermatch::detail::io
