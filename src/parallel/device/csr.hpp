// SPDX-License-Identifier: MIT
// Checks and copies of callers' arrays, inside the library of device code.
#pragma once

#include <cstdint>
#include <optional>

#include "hypermatch/device_csr.hpp"
#include "hypermatch/graph.hpp"
#include "parallel/device/module.hpp"

namespace hypermatch::detail::parallel {

/// Numbers that must be below `bound`; copied to to[0], to[stride], .. unless that is null.
struct DeviceNumbers {
  DeviceIntegersView from;
  std::uint64_t bound;
  VertexId* to;
  std::uint64_t stride;
};

/// Findings about the rows of a graph.
struct DeviceSymmetry {
  std::optional<std::uint64_t> loop;  ///< the first entry that is one
  bool is_symmetric = true;
};

// All of these wait for what they return. Where something is wrong: the first place of it.

/// Offsets that must be 0 first, never fall, and be `entries` last; copied to `to` unless null.
[[nodiscard]] std::optional<std::uint64_t> wrong_offset(const DeviceContext& context,
                                                        const DeviceIntegersView& offsets,
                                                        std::uint64_t entries, Offset* to);
[[nodiscard]] std::optional<std::uint64_t> wrong_number(const DeviceContext& context,
                                                        const DeviceNumbers& numbers);
[[nodiscard]] std::optional<std::uint64_t> wrong_weight(const DeviceContext& context,
                                                        const DeviceWeightsView& weights);
[[nodiscard]] std::optional<std::uint64_t> loop_of_list(const DeviceContext& context,
                                                        DeviceSpan<const GraphEdge> edges);
[[nodiscard]] DeviceSymmetry symmetry_of(const DeviceContext& context, const DeviceGraphView& rows);
/// 0 if there are none; what is negative counts as larger than all else.
[[nodiscard]] std::uint64_t largest_of(const DeviceContext& context,
                                       const DeviceIntegersView& numbers);

struct CsrFunctions {
  static constexpr const char* k_symbol = "hypermatch_cuda_csr";

  decltype(&parallel::wrong_offset) wrong_offset;
  decltype(&parallel::wrong_number) wrong_number;
  decltype(&parallel::wrong_weight) wrong_weight;
  decltype(&parallel::loop_of_list) loop_of_list;
  decltype(&parallel::symmetry_of) symmetry_of;
  decltype(&parallel::largest_of) largest_of;
};

}  // namespace hypermatch::detail::parallel
