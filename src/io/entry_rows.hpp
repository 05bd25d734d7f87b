// SPDX-License-Identifier: MIT
// Entries of preference lists in any order, made into lists.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string_view>

#include "hypermatch/array.hpp"
#include "hypermatch/context.hpp"
#include "io/side_lists.hpp"

namespace hypermatch::detail::io {

class EntryRows {
 public:
  /// These agents exist.
  void see(VertexId agent, VertexId partner) {
    lists_.num_agents = std::max(lists_.num_agents, agent + 1);
    lists_.num_partners = std::max(lists_.num_partners, partner + 1);
  }
  /// A smaller rank is better. `where` is what messages point to.
  void add(VertexId agent, VertexId partner, std::uint64_t rank, const char* where) {
    agents_.push_back(agent);
    rows_.push_back({partner, rank, where});
  }

  /// The lists, by agent and rank; equal ranks are ties, in the order of the partners. Leaves
  /// nothing here. A sort of each list. @throws TextFailure for a partner that stands twice in a
  /// list; Error{resources, cancelled}
  [[nodiscard]] SideLists take_lists(const Context& context, std::string_view name);

 private:
  struct Row {
    VertexId partner;
    std::uint64_t rank;
    const char* where;
  };

  [[nodiscard]] Array<Row> rows_by_agent() const;
  static void sort_by_rank(std::span<Row> list);
  bool write_list(std::span<const Row> list, Offset begin);

  SideLists lists_;
  Array<VertexId> agents_;
  Array<Row> rows_;  // of `agents_`
};

}  // namespace hypermatch::detail::io
