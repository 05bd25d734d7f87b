// SPDX-License-Identifier: MIT
// Short cycles of a pool of kidney exchange.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "hypermatch/context.hpp"
#include "hypermatch/types.hpp"
#include "io/text/text.hpp"

namespace hypermatch::detail::io {

/// The donor of one pair may give to the recipient of another.
struct ExchangeArc {
  VertexId donor = 0;
  VertexId recipient = 0;
  Number weight;
};

/// Arcs by donor, those of one donor by recipient, each once. Only pairs with arcs have a number.
struct ExchangePool {
  std::vector<VertexId> ids;         ///< of the pairs with arcs, ascending
  std::vector<std::uint64_t> begin;  ///< one more than pairs, into `arcs`
  std::vector<ExchangeArc> arcs;
  std::vector<std::uint64_t> donors_begin;  ///< one more than pairs, into `donors`
  std::vector<VertexId> donors;             ///< of each recipient
  bool has_integer_weights = true;          ///< then `Number::integer` counts, else `real`
  std::string_view name;                    ///< the file, for messages

  [[nodiscard]] VertexId num_pairs() const { return static_cast<VertexId>(ids.size()); }
};

/// The heaviest of repeated arcs counts; `repeated` gets how many were left out.
[[nodiscard]] ExchangePool make_pool(std::vector<ExchangeArc> arcs, std::string_view name,
                                     std::uint64_t& repeated);

/// Cycles whose smallest pair is one of the pool's, in the order in which a search from there finds
/// them that takes recipients in ascending order. Of the cycles of the same pairs the heaviest is
/// kept, of equal ones the first.
struct CyclesOfStart {
  std::vector<VertexId> pairs;  ///< ids of all cycles, each from its smallest pair along its arcs
  std::vector<std::uint32_t> sizes;  ///< of each cycle
  std::vector<Number> weights;       ///< sums over arcs
};

/// The cycles of 2 .. `longest` pairs, by their smallest pair. The time grows with the number of
/// paths that such a cycle may continue. @throws Error{invalid_input} if a sum of integer weights
/// leaves 64 bits or a sum of others the range of doubles, Error{cancelled, resources}
[[nodiscard]] std::vector<CyclesOfStart> exchange_cycles(const Context& context,
                                                         const ExchangePool& pool,
                                                         std::uint32_t longest);

}  // namespace hypermatch::detail::io
