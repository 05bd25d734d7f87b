// SPDX-License-Identifier: MIT
// Results as dictionaries of arrays and numbers, of which `_results.py` makes objects.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include <string>

#include "arrays.hpp"
#include "hypermatch/error.hpp"
#include "hypermatch/matching.hpp"
#include "hypermatch/statistics.hpp"
#include "options.hpp"
#include "running.hpp"

namespace hypermatch::python {

namespace nb = nanobind;

/// The statistics of a run.
template <class Stats>
[[nodiscard]] nb::dict stats_dict(const Stats& stats) {
  nb::dict result;
  for_each_statistic(stats, [&](const char* name, const auto& value) { result[name] = value; });
  return result;
}

/// An int where weights are integers, else a float.
[[nodiscard]] inline nb::object weight_of(const MatchingValue& value) {
  return value.is_integer ? nb::object(nb::int_(value.integer_weight))
                          : nb::object(nb::float_(value.weight));
}

/// The settings of a call, which every problem takes.
[[nodiscard]] inline RunSettings take_settings(Options& options) {
  constexpr std::uint64_t k_most_threads = 1024;
  const std::uint64_t threads = options.take_whole("threads", 0);
  if (threads > k_most_threads) {
    throw Error(ErrorCode::invalid_option, "threads is " + std::to_string(threads) +
                                               ", must be 1 .. 1024, or None for as many as pay");
  }
  return {.threads = static_cast<int>(threads), .progress = options.take_object("progress")};
}

/// The settings of a call that may run on devices. @throws Error{invalid_option, unsupported}
[[nodiscard]] RunSettings take_place(Options& options);

/// Thrown where a result does not keep what it promises. @throws Error{internal}
[[noreturn]] inline void refuse_result(const std::string& violation) {
  throw Error(ErrorCode::internal, "the result was verified and is wrong: " + violation);
}

void bind_matching(nb::module_& module);
void bind_communities(nb::module_& module);
void bind_pairs(nb::module_& module);
void bind_agents(nb::module_& module);
void bind_coarsening(nb::module_& module);
void bind_facts(nb::module_& module);
void bind_on_device(nb::module_& module);
void bind_solve_on_device(nb::module_& module);

}  // namespace hypermatch::python
