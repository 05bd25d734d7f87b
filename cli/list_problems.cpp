// SPDX-License-Identifier: MIT
#include "list_problems.hpp"

#include <algorithm>
#include <string_view>

#include "command.hpp"
#include "hypermatch/enum_names.hpp"
#include "hypermatch/registry_matching.hpp"

namespace hypermatch::cli {

namespace {

std::vector<registry::Problem> problems() {
  std::vector<registry::Problem> found;
  for (const registry::AlgorithmInfo& a : registry::algorithms()) {
    if (found.empty() || found.back() != a.problem) found.push_back(a.problem);
  }
  return found;
}

// The names of a problem's algorithms that run on a back end, the default first.
Row names_on(registry::Problem problem, registry::BackendKind backend) {
  Row names;
  for (const registry::AlgorithmInfo& a : registry::algorithms(problem)) {
    if (!a.backends.has(backend)) continue;
    const auto place = a.is_default ? names.begin() : names.end();
    if (std::find(names.begin(), names.end(), a.name) == names.end()) names.emplace(place, a.name);
  }
  return names;
}

std::string joined(const Row& names, std::string_view around) {
  std::string text;
  for (const std::string& name : names) {
    if (!text.empty()) text += ", ";
    text.append(around).append(name).append(around);
  }
  return text.empty() ? "-" : text;
}

constexpr registry::BackendInfo k_backends[] = {
    {registry::BackendKind::seq, "seq"},       {registry::BackendKind::threads, "threads"},
    {registry::BackendKind::cuda, "cuda"},     {registry::BackendKind::cuda_group, "cuda_group"},
    {registry::BackendKind::kokkos, "kokkos"}, {registry::BackendKind::ranks, "ranks"}};

// A row per problem, a column per back end. `around`: before and after each name.
std::vector<Row> problem_rows(std::string_view around) {
  std::vector<Row> rows = {
      {"problem", "one core", "all cores", "one GPU", "several GPUs", "Kokkos", "ranks"}};
  for (const registry::Problem problem : problems()) {
    Row row = {std::string(name_of(problem))};
    for (const registry::BackendInfo& backend : k_backends) {
      row.push_back(joined(names_on(problem, backend.kind), around));
    }
    rows.push_back(row);
  }
  return rows;
}

}  // namespace

std::string table(const std::vector<Row>& rows) {
  std::vector<std::size_t> widths(rows.front().size(), 0);
  for (const Row& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
  }
  std::string text;
  for (const Row& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      text += row[i];
      if (i + 1 < row.size()) text += std::string(widths[i] - row[i].size() + 2, ' ');
    }
    text += '\n';
  }
  return text;
}

std::string problems_table() {
  return table(problem_rows(""));
}

std::string markdown(const std::vector<Row>& rows) {
  std::string text;
  for (const Row& row : rows) {
    for (const std::string& cell : row) text += "| " + cell + " ";
    text += "|\n";
    if (&row != rows.data()) continue;
    for (std::size_t i = 0; i < row.size(); ++i) text += "|---";
    text += "|\n";
  }
  return text;
}

std::string problems_markdown() {
  return markdown(problem_rows("`"));
}

Json problems_json() {
  Json list = Json::array();
  for (const registry::Problem problem : problems()) {
    Json row = {{"name", name_of(problem)}};
    for (const registry::BackendInfo& backend : k_backends) {
      row[std::string(backend.name)] = names_on(problem, backend.kind);
    }
    list.push_back(row);
  }
  return list;
}

Row problem_names() {
  Row names;
  for (const registry::Problem problem : problems()) names.emplace_back(name_of(problem));
  return names;
}

}  // namespace hypermatch::cli
