// SPDX-License-Identifier: MIT
// Entries of preference lists in any order, made into lists.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "hypermatch/array.hpp"
#include "hypermatch/context.hpp"
#include "io/preferences/side_lists.hpp"

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

  /// The capacity of an agent, or of a partner, as a row says it; rows may repeat it.
  /// @throws TextFailure for another one than before
  void see_capacity(VertexId agent, std::uint64_t capacity, const char* where) {
    note_capacity(lists_.capacities, agent, capacity, where);
  }
  void see_partner_capacity(VertexId partner, std::uint64_t capacity, const char* where) {
    note_capacity(lists_.partner_capacities, partner, capacity, where);
  }

  /// How messages show a partner.
  using ShownPartner = std::function<std::string(VertexId)>;
  /// The lists, by agent and rank; equal ranks are ties, in the order of the partners. Leaves
  /// nothing here. A sort of each list. @throws TextFailure for a partner that stands twice in a
  /// list; Error{resources, cancelled}
  [[nodiscard]] SideLists take_lists(const Context& context, std::string_view name,
                                     const ShownPartner& shown);

 private:
  struct Row {
    VertexId partner;
    std::uint64_t rank;
    const char* where;
  };

  [[nodiscard]] Array<Row> rows_by_agent() const;
  static void sort_by_rank(std::span<Row> list, const ShownPartner& shown);
  static void note_capacity(std::vector<std::uint64_t>& all, VertexId agent, std::uint64_t capacity,
                            const char* where);
  bool write_list(std::span<const Row> list, Offset begin);

  SideLists lists_;
  Array<VertexId> agents_;
  Array<Row> rows_;  // of `agents_`
};

}  // namespace hypermatch::detail::io
