// SPDX-License-Identifier: MIT
// Parameters of a family after checking, and the checks that all families share.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>

#include "hypermatch/error.hpp"
#include "hypermatch/generate.hpp"

namespace hypermatch::detail::generate {

/// The largest value of parameters that count vertices or edges.
inline constexpr double k_largest = static_cast<double>(k_max_count);

[[nodiscard]] constexpr double real(std::uint64_t value) {
  return static_cast<double>(value);
}

/// Values of all parameters of a family, each a whole number within its range.
class Parameters {
 public:
  static constexpr std::size_t k_most = 9;

  /// Parameters of the family called `family`. `infos` must outlive this. @throws
  /// Error{invalid_option}
  Parameters(const char* family, std::span<const hypermatch::generate::ParameterInfo> infos,
             const std::map<std::string, double>& given);

  /// Value of a parameter that the family has.
  [[nodiscard]] std::uint64_t operator[](std::string_view name) const;
  /// @throws Error{invalid_option} unless low <= high
  void require_at_most(std::string_view low, std::string_view high) const;
  /// @throws Error{invalid_option}: parameter `name` is wrong for a reason that `expectation` says
  [[noreturn]] void reject(std::string_view name, const std::string& expectation) const;
  [[nodiscard]] const char* family() const { return family_; }

 private:
  const char* family_;
  std::span<const hypermatch::generate::ParameterInfo> infos_;
  std::uint64_t values_[k_most] = {};
};

/// Refuses what cannot fit: more than 2^32 - 2 vertices or edges, or arrays beyond the memory of
/// this machine (a refusal now instead of a killed process later). `pins` may be an estimate.
/// @throws Error{invalid_option, resources}
void check_size(const char* family, double vertices, double edges, double pins,
                double bytes_per_edge = 8, double bytes_per_pin = 4);

}  // namespace hypermatch::detail::generate
