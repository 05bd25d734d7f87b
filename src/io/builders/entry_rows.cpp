// SPDX-License-Identifier: MIT
#include "io/builders/entry_rows.hpp"

#include <string>
#include <utility>

#include "io/text/text.hpp"
#include "parallel/host/stop_check.hpp"

namespace hypermatch::detail::io {

SideLists EntryRows::take_lists(const Context& context, std::string_view name,
                                const ShownPartner& shown) {
  constexpr std::uint64_t k_bytes_per_agent = 16;
  const std::uint64_t n = lists_.num_agents;
  check_room_for(name, n * k_bytes_per_agent, "agents");
  lists_.offsets.resize(n + 1);
  std::fill(lists_.offsets.begin(), lists_.offsets.end(), 0);
  for (const VertexId agent : agents_) ++lists_.offsets[agent + std::size_t{1}];
  for (std::size_t x = 0; x < n; ++x) lists_.offsets[x + 1] += lists_.offsets[x];
  Array<Row> rows = rows_by_agent();
  lists_.partners.resize(rows.size());
  lists_.ties.resize(rows.size());
  bool has_ties = false;
  parallel::StopCheck stop(context);
  for (std::size_t x = 0; x < n; ++x) {
    const Offset begin = lists_.offsets[x];
    const std::span<Row> list(rows.data() + begin, lists_.offsets[x + 1] - begin);
    sort_by_rank(list, shown);
    has_ties = write_list(list, begin) || has_ties;
    stop.done(list.size() + 1);
  }
  if (!has_ties) lists_.ties = {};
  agents_ = {};
  rows_ = {};
  return std::exchange(lists_, {});
}

Array<EntryRows::Row> EntryRows::rows_by_agent() const {
  Array<Row> rows(rows_.size());
  Array<Offset> next(lists_.num_agents);
  std::copy_n(lists_.offsets.begin(), lists_.num_agents, next.begin());
  for (std::size_t i = 0; i < rows_.size(); ++i) rows[next[agents_[i]]++] = rows_[i];
  return rows;
}

void EntryRows::sort_by_rank(std::span<Row> list, const ShownPartner& shown) {
  std::sort(list.begin(), list.end(), [](const Row& a, const Row& b) {
    return a.partner != b.partner ? a.partner < b.partner : a.where < b.where;
  });
  const auto twice = std::adjacent_find(
      list.begin(), list.end(), [](const Row& a, const Row& b) { return a.partner == b.partner; });
  if (twice != list.end()) {
    throw TextFailure{twice[1].where,
                      "partner " + shown(twice->partner) + " stands twice in the list of an agent"};
  }
  std::sort(list.begin(), list.end(), [](const Row& a, const Row& b) {
    return a.rank != b.rank ? a.rank < b.rank : a.partner < b.partner;
  });
}

void EntryRows::note_capacity(std::vector<std::uint64_t>& all, VertexId agent,
                              std::uint64_t capacity, const char* where) {
  if (all.size() <= agent) all.resize(agent + std::size_t{1}, k_no_capacity);
  if (all[agent] != k_no_capacity && all[agent] != capacity) {
    throw TextFailure{where, "the capacity of an agent is " + std::to_string(capacity) +
                                 " here, and " + std::to_string(all[agent]) + " in a row before"};
  }
  all[agent] = capacity;
}

/// Whether the list has ties.
bool EntryRows::write_list(std::span<const Row> list, Offset begin) {
  std::uint32_t tie = 0;
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (i > 0 && list[i].rank != list[i - 1].rank) ++tie;
    lists_.partners[begin + i] = list[i].partner;
    lists_.ties[begin + i] = tie;
  }
  return tie + std::size_t{1} < list.size();
}

}  // namespace hypermatch::detail::io
