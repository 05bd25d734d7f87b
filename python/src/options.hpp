// SPDX-License-Identifier: MIT
// Named arguments of a call: those that the problem has, and parameters of the registry.
#pragma once

#include <nanobind/nanobind.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "hypermatch/enum_names.hpp"
#include "hypermatch/registry_matching.hpp"

namespace hypermatch::python {

namespace nb = nanobind;

/// The named arguments of one call. Each `take` reads one by its name; None, or no such argument,
/// is the fallback. What nothing has taken is a parameter of the registry, or unknown.
class Options {
 public:
  Options(nb::dict given, registry::Problem problem)
      : given_(std::move(given)), problem_(problem) {}

  /// The argument as it is; None where there is none.
  [[nodiscard]] nb::object take_object(const char* name);
  /// @throws Error{invalid_option} naming argument, value and expectation, as all of these
  [[nodiscard]] std::string take_text(const char* name);
  [[nodiscard]] std::uint64_t take_whole(const char* name, std::uint64_t fallback);
  [[nodiscard]] double take_real(const char* name, double fallback);
  [[nodiscard]] bool take_flag(const char* name, bool fallback = false);
  template <NamedEnum E>
  [[nodiscard]] E take_name(const char* name, E fallback) {
    const std::string text = take_text(name);
    return text.empty() ? fallback : parse_name<E>(name, text);
  }
  /// Name, variant and level of determinism, for a request that has such members.
  template <class Request>
  void take_algorithm(Request& request) {
    request.algorithm = take_text("algorithm");
    request.variant = take_text("variant");
    if constexpr (requires { request.determinism; }) {
      request.determinism = take_name("determinism", request.determinism);
    }
  }
  /// All that has not been taken. @throws Error{invalid_option} for what is no parameter, with the
  /// name that is meant
  [[nodiscard]] registry::ParameterValues take_parameters();
  /// @throws Error{invalid_option} if something has not been taken
  void expect_all_taken() const;

 private:
  [[nodiscard]] bool is_taken(std::string_view name) const;
  [[noreturn]] void refuse_unknown(std::string_view name) const;

  nb::dict given_;
  registry::Problem problem_;
  std::vector<std::string_view> taken_ = {};
};

/// The repr of a value, cut to a length for messages.
[[nodiscard]] std::string shown(nb::handle value);
/// @throws Error{invalid_option} unless the value is a string
[[nodiscard]] std::string text_of(std::string_view name, nb::handle value);
/// @throws Error{invalid_option} unless the value is a whole number from 0 to 2^64 - 1
[[nodiscard]] std::uint64_t whole_number(std::string_view name, nb::handle value);
/// @throws Error{invalid_option} unless the value is a number
[[nodiscard]] double real_number(std::string_view name, nb::handle value);

}  // namespace hypermatch::python
