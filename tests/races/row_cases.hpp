// SPDX-License-Identifier: MIT
// The rows of the registry's tables as tests of data races: each runs its functions on several
// instances.
#pragma once

#include <functional>
#include <ostream>
#include <string>
#include <vector>

#include "registry/table.hpp"
#include "tests/races/races.hpp"

namespace hypermatch::test {

struct RowCase {
  std::string name;
  bool shares_work = false;  ///< it has the back end `threads`
  std::function<void(const Context&, Answer&)> run;
};

inline void PrintTo(const RowCase& row, std::ostream* out) {
  *out << row.name;
}

/// `problem`, name and variant of a row, as names of tests have to be.
[[nodiscard]] std::string case_name(const registry::AlgorithmInfo& row, const std::string& what);

/// All values of the parameters of a row that are choices, one after the other, beside the
/// defaults.
[[nodiscard]] std::vector<registry::ParameterValues> choices_of(const registry::AlgorithmInfo& row);

void add_hypergraph_rows(std::vector<RowCase>& rows);
void add_graph_rows(std::vector<RowCase>& rows);
void add_bipartite_rows(std::vector<RowCase>& rows);
void add_clustering_rows(std::vector<RowCase>& rows);
void add_stable_rows(std::vector<RowCase>& rows);

}  // namespace hypermatch::test
