// SPDX-License-Identifier: MIT
// Every row of the registry that runs on the host, on several threads: no data races (the sanitizer
// sees them), and the answer of one thread. A row with the back end `threads` shares work.
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <string>
#include <vector>

#include "hypermatch/enum_names.hpp"
#include "tests/races/row_cases.hpp"

namespace hypermatch::test {

std::string case_name(const registry::AlgorithmInfo& row, const std::string& what) {
  std::string name = std::string(name_of(row.problem)) + "_" + std::string(row.name);
  if (!row.variant.empty()) name += "_" + std::string(row.variant);
  if (!what.empty()) name += "_" + what;
  std::replace_if(
      name.begin(), name.end(), [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
  return name;
}

std::vector<registry::ParameterValues> choices_of(const registry::AlgorithmInfo& row) {
  std::vector<registry::ParameterValues> all(1);
  for (const registry::Parameter& parameter : row.parameters) {
    if (parameter.name == "seed") {
      registry::ParameterValues values;
      values.set("seed", std::uint64_t{7});
      all.push_back(values);
    }
    if (parameter.kind != registry::ParameterKind::choice) continue;
    const std::string names = parameter.names() + "|";
    for (std::size_t begin = 0; begin < names.size();) {
      const std::size_t end = names.find('|', begin);
      registry::ParameterValues values;
      values.set(parameter.name, names.substr(begin, end - begin));
      // Noise generators differ where ties are redrawn.
      if (row.redraws_ties) values.set("ties", std::string("redraw"));
      all.push_back(values);
      begin = end + 1;
    }
  }
  return all;
}

namespace {

std::vector<RowCase> all_rows() {
  std::vector<RowCase> rows;
  add_hypergraph_rows(rows);
  add_graph_rows(rows);
  add_bipartite_rows(rows);
  add_clustering_rows(rows);
  add_stable_rows(rows);
  return rows;
}

class RowRaces : public testing::TestWithParam<RowCase> {};

TEST_P(RowRaces, NoneAndTheAnswerOfOneThread) {
  const RowCase& row = GetParam();
  Answer expected;
  row.run(serial(), expected);
  EXPECT_FALSE(expected.empty());
  for (const Context& crowd : crowds()) {
    SCOPED_TRACE(std::to_string(crowd.threads()) + " threads");
    const std::size_t before = shared_regions(crowd);
    Answer found;
    row.run(crowd, found);
    EXPECT_TRUE(found == expected) << "the answer is not that of one thread";
    const std::size_t shared = shared_regions(crowd) - before;
    if (row.shares_work) {
      EXPECT_GT(shared, 0U) << "no parallel region ran on two threads";
    }
    RecordProperty("shared_regions_" + std::to_string(crowd.threads()), std::to_string(shared));
  }
}

INSTANTIATE_TEST_SUITE_P(Registry, RowRaces, testing::ValuesIn(all_rows()),
                         [](const testing::TestParamInfo<RowCase>& row) { return row.param.name; });

// Each row of the tables that runs on threads is a case.
TEST(RowRaces, HaveAllRowsWithThreads) {
  const std::vector<RowCase> rows = all_rows();
  for (const registry::AlgorithmInfo& info : registry::algorithms()) {
    if (!info.backends.has(registry::BackendKind::threads)) continue;
    const std::string name = case_name(info, "");
    EXPECT_TRUE(std::any_of(rows.begin(), rows.end(), [&](const RowCase& row) {
      return row.name == name && row.shares_work;
    })) << name;
  }
}

}  // namespace
}  // namespace hypermatch::test
