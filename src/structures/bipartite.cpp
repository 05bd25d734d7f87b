// SPDX-License-Identifier: MIT
#include "hypermatch/bipartite.hpp"

#include <string>

#include "base/counted.hpp"
#include "base/refuse_input.hpp"

namespace hypermatch {

using detail::base::refuse_input;

void validate(const BipartiteView& bipartite) {
  const auto& [rows, columns, offsets, entries] = bipartite;
  if (rows > k_max_count)
    refuse_input("num_rows is " + std::to_string(rows) + ", must be below 2^32 - 1");
  if (columns > k_max_count) {
    refuse_input("num_columns is " + std::to_string(columns) + ", must be below 2^32 - 1");
  }
  if (offsets.empty()) {
    if (rows != 0 || !entries.empty())
      refuse_input("offsets is empty, but there are rows or entries");
    return;
  }
  if (offsets.size() != rows + std::size_t{1}) {
    refuse_input(detail::base::there_are(offsets.size(), "offset") + " for " +
                 detail::base::counted(rows, "row") + ", must be one more");
  }
  if (offsets.front() != 0) refuse_input("offsets[0] must be 0");
  if (offsets.back() != entries.size())
    refuse_input("the last offset must be the number of entries");
  for (std::size_t r = 0; r < rows; ++r) {
    if (offsets[r] > offsets[r + 1]) refuse_input("offsets[" + std::to_string(r + 1) + "] falls");
  }
  for (std::size_t i = 0; i < entries.size(); ++i) {
    if (entries[i] >= columns) {
      refuse_input("columns[" + std::to_string(i) + "] is " + std::to_string(entries[i]) +
                   ", must be below " + std::to_string(columns));
    }
  }
}

}  // namespace hypermatch
