// SPDX-License-Identifier: MIT
// The tables of all problems. An algorithm that is added to the table of its problem appears in the
// command line, the bindings, the benchmarks and the shared tests.
#include <algorithm>
#include <array>
#include <span>

#include "bipartite_table.hpp"
#include "graph_table.hpp"
#include "hypergraph_table.hpp"
#include "parameters.hpp"
#include "table.hpp"

namespace hypermatch::registry {

namespace {

enum class Listed { algorithms, passes };

constexpr bool is_listed(const AlgorithmInfo& info, Listed what) {
  return (info.kind == EntryKind::pass) == (what == Listed::passes);
}

template <Listed what>
constexpr std::size_t count(const auto& entries) {
  return static_cast<std::size_t>(
      std::count_if(entries.begin(), entries.end(),
                    [](const auto& entry) { return is_listed(entry.info, what); }));
}

template <Listed what, std::size_t num_infos>
consteval auto infos_of(const auto&... tables) {
  std::array<const AlgorithmInfo*, num_infos> infos{};
  std::size_t place = 0;
  const auto add = [&](const auto& entries) {
    for (const auto& entry : entries) {
      if (is_listed(entry.info, what)) infos[place++] = &entry.info;
    }
  };
  (add(tables), ...);
  return infos;
}

template <Listed what>
constexpr std::array k_sizes = {count<what>(hypergraphs::k_table), count<what>(graphs::k_table),
                                count<what>(bipartite::k_table)};

// The entries of each problem stand together, in the order of `Problem`.
template <Listed what>
constexpr auto k_infos = infos_of<what, k_sizes<what>[0] + k_sizes<what>[1] + k_sizes<what>[2]>(
    hypergraphs::k_table, graphs::k_table, bipartite::k_table);

template <Listed what>
AlgorithmList list_of(Problem problem) {
  const std::span<const AlgorithmInfo* const> all = k_infos<what>;
  std::size_t first = 0;
  const auto place = static_cast<std::size_t>(problem);
  for (std::size_t i = 0; i < place; ++i) first += k_sizes<what>[i];
  return AlgorithmList(all.subspan(first, k_sizes<what>[place]));
}

}  // namespace

template <>
std::span<const Entry<HypergraphMatchingProblem>> table() {
  return hypergraphs::k_table;
}
template <>
std::span<const Entry<GraphMatchingProblem>> table() {
  return graphs::k_table;
}
template <>
std::span<const Entry<BipartiteMatchingProblem>> table() {
  return bipartite::k_table;
}

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

std::string why_unavailable(const BackendInfo& backend) {
  return backend.kind == BackendKind::cuda ? available_devices().reason : "";
}

}  // namespace hypermatch::registry
