// SPDX-License-Identifier: MIT
// The rows of all parameters. A row names the member of the options that it sets; the type of the
// member says its kind, the options their default. An algorithm takes the parameters of its
// options (`k_parameters_of`), so a new one is that member and a row.
#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <limits>
#include <span>
#include <string>
#include <tuple>
#include <type_traits>

#include "find.hpp"
#include "hypermatch/allocation.hpp"
#include "hypermatch/clustering.hpp"
#include "hypermatch/device_graph_matching.hpp"
#include "hypermatch/enum_names.hpp"
#include "hypermatch/exact_matching.hpp"
#include "hypermatch/registry_parameters.hpp"
#include "hypermatch/roommates.hpp"
#include "hypermatch/stable_choices.hpp"
#include "hypermatch/stable_matching.hpp"

namespace hypermatch::registry {

template <class Member>
struct MemberTypes;
template <class O, class T>
struct MemberTypes<T O::*> {
  using Options = O;
  using Value = T;
};

/// The parameter that a member of some options holds; several options may have it, by one name and
/// with one default.
template <auto first, auto... others>
struct ParameterRow {
  using First = typename MemberTypes<decltype(first)>::Options;
  using Value = typename MemberTypes<decltype(first)>::Value;
  static_assert((std::same_as<Value, typename MemberTypes<decltype(others)>::Value> && ...));

  /// Whether these options hold it.
  template <class Options>
  static constexpr bool k_is_of =
      std::same_as<Options, First> ||
      (std::same_as<Options, typename MemberTypes<decltype(others)>::Options> || ...);

  Parameter parameter;

  [[nodiscard]] static ParameterValue default_value() {
    const Value value = First{}.*first;
    if constexpr (NamedEnum<Value>) {
      return std::string(name_of(value));
    } else if constexpr (std::floating_point<Value>) {
      return double{value};
    } else {
      return std::uint64_t{value};
    }
  }

  /// Takes the value that is given, if one is. @throws Error{invalid_option} for one out of range
  template <class Options>
  void apply(Options& options, const ParameterValues& values) const {
    const ParameterValue* const given = values.find(parameter.name);
    if (given == nullptr) return;
    check_value(parameter, *given);
    Value value = First{}.*first;
    if constexpr (NamedEnum<Value>) {
      // The default need not be offered.
      value = value_of_name<Value>(std::get<std::string>(*given)).value_or(value);
    } else if constexpr (std::floating_point<Value>) {
      value = std::get<double>(*given);
    } else {
      value = static_cast<Value>(std::get<std::uint64_t>(*given));
    }
    set<first>(options, value);
    (set<others>(options, value), ...);
  }

 private:
  template <auto member, class Options>
  static void set(Options& options, const Value& value) {
    if constexpr (std::same_as<Options, typename MemberTypes<decltype(member)>::Options>) {
      options.*member = value;
    }
  }
};

/// The row of a parameter. `about` has neither kind, names nor default.
template <auto... members>
consteval ParameterRow<members...> row(Parameter about) {
  using Row = ParameterRow<members...>;
  using Value = typename Row::Value;
  static_assert(NamedEnum<Value> || std::same_as<Value, double> || std::unsigned_integral<Value>);
  about.fallback = Row::default_value;
  if constexpr (NamedEnum<Value>) {
    about.kind = ParameterKind::choice;
    about.names = joined_names<Value>;
  } else if constexpr (std::unsigned_integral<Value>) {
    about.kind = ParameterKind::whole;
    about.most = std::min<std::uint64_t>(about.most, std::numeric_limits<Value>::max());
  }
  return {about};
}

inline constexpr std::tuple k_parameter_rows = {
    row<&LocalMaxOptions::ties, &GraphLocalMaxOptions::ties>(
        {.name = "ties",
         .help = "Ties among equal ratings: fixed once (default: the answer is the\n"
                 "greedy matching), or redrawn in each round",
         .refusal = "does not redraw ties",
         .default_holds = true,
         .reported = Reported::always}),
    row<&LocalMaxOptions::noise, &GraphLocalMaxOptions::noise>(
        {.name = "noise",
         .symbol = "A",
         .help = "Noise in [0, A) added to each rating, in each round; needs --ties redraw\n"
                 "(default 0)",
         .low = 0,
         .refusal = "takes no noise",
         .reported = Reported::always}),
    row<&LocalMaxOptions::noise_generator>({.name = "noise_generator",
                                            .help = "Where redrawn ties come from (default mix)",
                                            .refusal = "takes no other noise generator than mix",
                                            .default_holds = true,
                                            .reported = Reported::always}),
    row<&StackStreamingOptions::epsilon>(
        {.name = "epsilon", .symbol = "E", .help = "For stack_streaming (default 0.1)", .low = 0}),
    row<&GreedyStreamingOptions::alpha>(
        {.name = "alpha",
         .symbol = "A",
         .help = "For greedy_streaming (default: negative, the best known)",
         .automatic_below = 0}),
    row<&InteriorFirstOptions::parts, &GraphInteriorFirstOptions::parts>(
        {.name = "parts",
         .symbol = "N",
         .help = "For interior_first: ranges of vertices (default 2); on several GPUs one each",
         .least = 1,
         .most = 1024}),
    row<&RedBlueOptions::blue_share>(
        {.name = "blue_share",
         .symbol = "P",
         .help = "For red_blue: share of the vertices that propose (default 0.53406)",
         .low = 0,
         .high = 1,
         .open = true}),
    row<&DeviceSuitorOptions::vertices_per_warp>(
        {.name = "vertices_per_warp",
         .symbol = "N",
         .help = "For suitor on a GPU: vertices that a warp begins with (default 8)",
         .least = 1,
         .most = 256}),
    row<&DeviceSuitorOptions::threads_per_block>(
        {.name = "threads_per_block",
         .symbol = "N",
         .help = "For suitor on a GPU: a multiple of 32 (default 128)",
         .least = 32,
         .most = 1024}),
    row<&DeviceSuitorOptions::shared_rounds>(
        {.name = "shared_rounds",
         .symbol = "N",
         .help = "For suitor (sync_lb, hybrid): rounds in which the warps of a block share out\n"
                 "(default 3)"}),
    row<&ExactOptions::sense>(
        {.name = "sense",
         .help = "For exact: minimize takes weights as costs, of as many edges as there can be\n"
                 "(default maximize)"}),
    row<&ExactOptions::size>(
        {.name = "size",
         .help = "For exact: the best of all matchings (default), of those with the most edges,\n"
                 "or of those that leave no vertex free"}),
    row<&BipartiteOptions::start>(
        {.name = "start",
         .help = "Where the search starts from (default: what suits the algorithm)"}),
    row<&BipartiteOptions::seed, &LouvainOptions::seed, &LeidenOptions::seed,
        &AgglomerationOptions::seed, &LabelPropagationOptions::seed, &StableMatchingOptions::seed,
        &RoommatesOptions::seed, &StableChoiceOptions::seed, &SerialDictatorshipOptions::seed>(
        {.name = "seed", .symbol = "S", .help = "Seed of random choices (default 0)"}),
    row<&StableMatchingOptions::optimal>(
        {.name = "optimal",
         .help = "The side whose agents get their best partners (default left)"}),
    row<&StableMatchingOptions::balance>(
        {.name = "balance",
         .help = "For threads: they take proposing agents one by one (default dynamic), or\n"
                 "each has one part of them"}),
    row<&StableMatchingOptions::proposal_order>(
        {.name = "proposal_order",
         .help = "For lists that agents share: agents propose best first (default automatic),\n"
                 "or in the order of their numbers"}),
    row<&StableChoiceOptions::choice>(
        {.name = "choice",
         .help = "For gusfield_irving: which of all stable matchings (default egalitarian)"}),
    row<&SerialDictatorshipOptions::order>(
        {.name = "order", .help = "For serial_dictatorship: who chooses first (default number)"}),
    row<&LouvainOptions::threshold, &LeidenOptions::threshold, &LabelPropagationOptions::threshold>(
        {.name = "threshold",
         .symbol = "T",
         .help = "Sweeps of a level end after one that gains less than this share of\n"
                 "the total weight (default 0.0001)",
         .low = 0,
         .high = 1}),
    row<&LouvainOptions::threshold_small>(
        {.name = "threshold_small",
         .symbol = "T",
         .help = "The same of louvain (buckets, sequential), up to 100000 vertices (default 1e-6)",
         .low = 0,
         .high = 1}),
    row<&LouvainOptions::threshold_large>(
        {.name = "threshold_large",
         .symbol = "T",
         .help = "The same of louvain (buckets, sequential), above them (default 0.01)",
         .low = 0,
         .high = 1}),
    row<&LeidenOptions::iterations>(
        {.name = "iterations",
         .symbol = "N",
         .help = "For leiden (default 0: 10 up to 2^20 arcs, 2 beyond)"}),
    row<&LouvainOptions::max_sweeps, &LeidenOptions::max_sweeps,
        &LabelPropagationOptions::max_sweeps>({.name = "max_sweeps",
                                               .symbol = "N",
                                               .help = "Sweeps of a level at most (default 100)",
                                               .least = 1}),
    row<&LouvainOptions::max_levels, &LeidenOptions::max_levels, &AgglomerationOptions::max_levels>(
        {.name = "max_levels",
         .symbol = "N",
         .help = "Levels of one way up at most (default 100; no limit for louvain's buckets,\n"
                 "relaxed_buckets and sequential)",
         .least = 1}),
    row<&LouvainOptions::runs>(
        {.name = "runs",
         .symbol = "N",
         .help = "For louvain (sub_rounds): the best of so many runs (default 0: up to 64\n"
                 "on small graphs)"}),
    row<&LouvainOptions::losing_sweep>(
        {.name = "losing_sweep",
         .help = "For louvain's buckets: a sweep that loses quality is undone (default), or\n"
                 "kept, as published"}),
};

inline constexpr std::array k_parameters =
    std::apply([](const auto&... row) { return std::array{row.parameter...}; }, k_parameter_rows);

/// Calls `use(row)` for each parameter of these options.
template <class Options>
constexpr void for_each_row_of(const auto& use) {
  const auto visit = [&](const auto& row) {
    if constexpr (std::decay_t<decltype(row)>::template k_is_of<Options>) use(row);
  };
  std::apply([&](const auto&... row) { (visit(row), ...); }, k_parameter_rows);
}

template <class Options>
inline constexpr auto k_parameter_array_of = [] {
  constexpr std::size_t size = [] {
    std::size_t count = 0;
    for_each_row_of<Options>([&](const auto&) { ++count; });
    return count;
  }();
  std::array<Parameter, size> found{};
  std::size_t place = 0;
  for_each_row_of<Options>([&](const auto& row) { found[place++] = row.parameter; });
  return found;
}();

/// The parameters of an algorithm with these options.
template <class Options>
inline constexpr std::span<const Parameter> k_parameters_of = k_parameter_array_of<Options>;

/// Those of them that stand behind `names`, for a variant that takes some of its options only.
template <class Options, std::size_t size>
consteval std::array<Parameter, size> parameters_named(const std::string_view (&names)[size]) {
  std::array<Parameter, size> found{};
  std::size_t place = 0;
  for (const std::string_view name : names) {
    for (const Parameter& each : k_parameter_array_of<Options>) {
      if (each.name == name) found[place++] = each;
    }
  }
  if (place != size) throw "a name of no parameter";
  return found;
}

/// Options with the values that a request asks for. @throws Error{invalid_option} for a value out
/// of range
template <class Options>
[[nodiscard]] Options options_with(const ParameterValues& values, Options options = {}) {
  for_each_row_of<Options>([&](const auto& row) { row.apply(options, values); });
  return options;
}

}  // namespace hypermatch::registry
