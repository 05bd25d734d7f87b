// SPDX-License-Identifier: MIT
// The tables of all problems, named once. An algorithm that is added to the table of its problem
// appears in the command line, the bindings, the benchmarks and the shared tests.
#include <algorithm>
#include <array>
#include <numeric>
#include <span>
#include <tuple>
#include <type_traits>

#include "b_assignment_table.hpp"
#include "base/enumerators.hpp"
#include "bipartite_table.hpp"
#include "clustering_table.hpp"
#include "find.hpp"
#include "graph_table.hpp"
#include "hypergraph_table.hpp"
#include "hypermatch/enum_names.hpp"
#include "parameters.hpp"
#include "stable_table.hpp"
#include "table.hpp"

namespace hypermatch::registry {

namespace {

// The table of each problem, in the order of `Problem`.
constexpr auto k_tables = std::tie(hypergraphs::k_table, graphs::k_table, bipartite::k_table,
                                   assignments::k_table, clustering::k_table, stable::k_table);

consteval bool are_in_order() {
  std::size_t place = 0;
  const auto stands_here = [&](const auto& entries) {
    return entries.front().info.problem == static_cast<Problem>(place++);
  };
  return std::apply([&](const auto&... tables) { return (stands_here(tables) && ...); }, k_tables);
}
static_assert(are_in_order());
static_assert(detail::base::has_enumerators<Problem, std::tuple_size_v<decltype(k_tables)>>(),
              "each Problem has a table");

enum class Listed { algorithms, passes, named };  // named: algorithms and external ones

constexpr bool is_listed(const AlgorithmInfo& info, Listed what) {
  if (info.is_external()) return what == Listed::named;
  return (info.kind == EntryKind::pass) == (what == Listed::passes);
}

template <Listed what>
constexpr std::size_t count(const auto& entries) {
  return static_cast<std::size_t>(
      std::count_if(entries.begin(), entries.end(),
                    [](const auto& entry) { return is_listed(entry.info, what); }));
}

template <Listed what>
constexpr auto k_sizes =
    std::apply([](const auto&... tables) { return std::array{count<what>(tables)...}; }, k_tables);

template <Listed what>
constexpr std::size_t k_num_listed = std::accumulate(k_sizes<what>.begin(), k_sizes<what>.end(),
                                                     std::size_t{0});

template <Listed what>
consteval auto listed_infos() {
  std::array<const AlgorithmInfo*, k_num_listed<what>> infos{};
  std::size_t place = 0;
  const auto add = [&](const auto& entries) {
    for (const auto& entry : entries) {
      if (is_listed(entry.info, what)) infos[place++] = &entry.info;
    }
  };
  std::apply([&](const auto&... tables) { (add(tables), ...); }, k_tables);
  return infos;
}

// The entries of each problem stand together, in the order of `Problem`.
template <Listed what>
constexpr auto k_infos = listed_infos<what>();

template <Listed what>
AlgorithmList list_of(Problem problem) {
  detail::check_enum("problem", problem);
  const std::span<const AlgorithmInfo* const> all = k_infos<what>;
  const auto place = static_cast<std::size_t>(problem);
  const auto sizes = k_sizes<what>.begin();
  const std::size_t first = std::accumulate(sizes, sizes + place, std::size_t{0});
  return AlgorithmList(all.subspan(first, k_sizes<what>[place]));
}

}  // namespace

template <class P>
std::span<const Entry<P>> table() {
  std::span<const Entry<P>> found;
  const auto take = [&](const auto& entries) {
    using Row = typename std::remove_cvref_t<decltype(entries)>::value_type;
    if constexpr (std::is_same_v<Row, Entry<P>>) found = entries;
  };
  std::apply([&](const auto&... tables) { (take(tables), ...); }, k_tables);
  return found;
}

template std::span<const Entry<HypergraphMatchingProblem>> table();
template std::span<const Entry<GraphMatchingProblem>> table();
template std::span<const Entry<BipartiteMatchingProblem>> table();
template std::span<const Entry<BAssignmentProblem>> table();
template std::span<const Entry<ClusteringProblem>> table();
template std::span<const Entry<StableMatchingProblem>> table();

AlgorithmList algorithms() {
  return AlgorithmList(k_infos<Listed::algorithms>);
}

AlgorithmList algorithms(Problem problem) {
  return list_of<Listed::algorithms>(problem);
}

bool has_algorithm(Problem problem, std::string_view name) {
  const AlgorithmList all = algorithms(problem);
  return std::any_of(all.begin(), all.end(), [&](const auto& a) { return a.name == name; });
}

AlgorithmList named_rows(Problem problem) {
  return list_of<Listed::named>(problem);
}

AlgorithmList passes() {
  return AlgorithmList(k_infos<Listed::passes>);
}

AlgorithmList passes(Problem problem) {
  return list_of<Listed::passes>(problem);
}

std::span<const Parameter> parameters() {
  return k_parameters;
}

bool AlgorithmInfo::takes(const Parameter& parameter) const {
  return std::any_of(parameters.begin(), parameters.end(),
                     [&](const Parameter& own) { return own.name == parameter.name; });
}

bool AlgorithmInfo::is_exact() const {
  return std::any_of(parameters.begin(), parameters.end(),
                     [](const Parameter& own) { return own.name == "size"; });
}

ParameterValue AlgorithmInfo::value_of(const Parameter& parameter,
                                       const ParameterValues& given) const {
  const ParameterValue* const value = given.find(parameter.name);
  if (value != nullptr) return *value;
  for (const Parameter& own : parameters) {
    if (own.name == parameter.name) return own.fallback();
  }
  return parameter.fallback();
}

std::string why_unavailable(const BackendInfo& backend) {
  if (backend.kind == BackendKind::kokkos) return why_no_kokkos_space();
  const bool is_device =
      backend.kind == BackendKind::cuda || backend.kind == BackendKind::cuda_group;
  return is_device ? available_devices().reason : "";
}

}  // namespace hypermatch::registry
