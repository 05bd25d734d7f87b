// SPDX-License-Identifier: MIT
#include "verify/matching/graph_partners.hpp"

#include <algorithm>
#include <functional>
#include <string>

#include "hypermatch/error.hpp"
#include "parallel/host/primitives.hpp"

namespace hypermatch::detail::verify {

using hypermatch::verify::VertexPair;

namespace {

// That the partners can be read.
void check_rows(const Partners& matching, VertexId num_vertices) {
  const std::vector<Offset>& offsets = matching.offsets;
  if (offsets.empty() && num_vertices == 0 && matching.partners.empty()) return;
  if (offsets.size() == num_vertices + std::size_t{1} && offsets.front() == 0 &&
      offsets.back() == matching.partners.size() &&
      std::is_sorted(offsets.begin(), offsets.end())) {
    return;
  }
  throw Error(ErrorCode::invalid_input, "the offsets of partners must rise from 0 to " +
                                            std::to_string(matching.partners.size()) +
                                            ", one per vertex and one more");
}

}  // namespace

bool are_ascending(const Context& context, const Partners& matching, VertexId num_vertices) {
  check_rows(matching, num_vertices);
  if (matching.offsets.size() != num_vertices + std::size_t{1}) return false;
  return parallel::reduce(
      context, num_vertices, true,
      [&](std::size_t v) {
        const auto row = matching.partners_of(static_cast<VertexId>(v));
        return std::adjacent_find(row.begin(), row.end(), std::greater_equal<>()) == row.end() &&
               (row.empty() || row.back() < num_vertices);
      },
      [](bool a, bool b) { return a && b; });
}

std::vector<VertexPair> pairs_of(std::span<const VertexId> mates) {
  std::vector<VertexPair> pairs;
  for (std::size_t v = 0; v < mates.size(); ++v) {
    const VertexId mate = mates[v];
    if (mate == k_none) continue;
    const bool is_mutual = mate < mates.size() && mates[mate] == v;
    if (!is_mutual) pairs.push_back({v, v});
    if (is_mutual && v <= mate) pairs.push_back({v, mate});
  }
  return pairs;
}

std::vector<VertexPair> pairs_of(const Partners& matching, VertexId num_vertices) {
  check_rows(matching, num_vertices);
  std::vector<VertexPair> pairs;
  const std::size_t n = matching.offsets.empty() ? 0 : matching.offsets.size() - 1;
  for (std::size_t v = 0; v < n; ++v) {
    for (const VertexId partner : matching.partners_of(static_cast<VertexId>(v))) {
      if (partner >= n) {
        pairs.push_back({v, partner});
        continue;
      }
      const auto back = matching.partners_of(partner);
      const auto count = [](std::span<const VertexId> row, std::size_t sought) {
        return std::count(row.begin(), row.end(), sought);
      };
      const bool is_mutual = std::binary_search(back.begin(), back.end(), v) || count(back, v) != 0;
      if (!is_mutual) pairs.push_back({v, v});
      if (is_mutual && v <= partner) pairs.push_back({v, partner});
    }
  }
  return pairs;
}

}  // namespace hypermatch::detail::verify
