// SPDX-License-Identifier: MIT
// Edge weights: none, or one of four types. That an instance is weighted is stated by which
// alternative is held, never guessed from the values.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <variant>

#include "hypermatch/array.hpp"
#include "hypermatch/as.hpp"

namespace hypermatch {

/// Owned weights, one per edge; `std::monostate` is "unweighted".
using Weights = std::variant<std::monostate, Array<std::int32_t>, Array<std::int64_t>, Array<float>,
                             Array<double>>;

/// Host view of weights; trivially copyable.
using WeightsView =
    std::variant<std::monostate, std::span<const std::int32_t>, std::span<const std::int64_t>,
                 std::span<const float>, std::span<const double>>;

template <>
inline constexpr const char* k_called<std::monostate> = "none";
template <>
inline constexpr const char* k_called<Array<std::int32_t>> = "int32";
template <>
inline constexpr const char* k_called<Array<std::int64_t>> = "int64";
template <>
inline constexpr const char* k_called<Array<float>> = "float";
template <>
inline constexpr const char* k_called<Array<double>> = "double";
template <>
inline constexpr const char* k_called<std::span<const std::int32_t>> = "int32";
template <>
inline constexpr const char* k_called<std::span<const std::int64_t>> = "int64";
template <>
inline constexpr const char* k_called<std::span<const float>> = "float";
template <>
inline constexpr const char* k_called<std::span<const double>> = "double";

/// The view of owned weights; valid while `weights` lives and is not resized.
[[nodiscard]] WeightsView view_of(const Weights& weights);
/// A deep copy.
[[nodiscard]] Weights clone(const Weights& weights);
[[nodiscard]] Weights clone(const WeightsView& weights);
[[nodiscard]] inline bool is_weighted(const WeightsView& weights) {
  return weights.index() != 0;
}
/// Number of stored weights; 0 when unweighted.
[[nodiscard]] std::size_t size_of(const WeightsView& weights);
/// `none`, `int32`, `int64`, `float` or `double`.
[[nodiscard]] const char* type_name(const WeightsView& weights);
/// Weight of edge `e` as double (an int64 beyond 2^53 is rounded); 1 when unweighted.
[[nodiscard]] double weight_at(const WeightsView& weights, std::size_t e);

}  // namespace hypermatch
