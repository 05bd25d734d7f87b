// SPDX-License-Identifier: MIT
// Parameters of algorithms by name: what there is, and the values that a request asks for. Flags,
// members of reports, refusals and the options of algorithms come from the same rows.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "hypermatch/enum_names.hpp"
#include "hypermatch/types.hpp"

namespace hypermatch::registry {

enum class ParameterKind {
  real,    ///< a finite double
  whole,   ///< a number from 0 to 2^64 - 1
  choice,  ///< one of several names
};

}  // namespace hypermatch::registry

namespace hypermatch {

template <>
struct EnumNames<registry::ParameterKind> {
  static constexpr EnumName<registry::ParameterKind> all[] = {
      {registry::ParameterKind::real, "real"},
      {registry::ParameterKind::whole, "whole"},
      {registry::ParameterKind::choice, "choice"}};
};

}  // namespace hypermatch

namespace hypermatch::registry {

/// The value of a parameter, by its kind; of a choice the name.
using ParameterValue = std::variant<double, std::uint64_t, std::string>;

/// Rules for showing a parameter in reports.
enum class Reported {
  where_taken,  ///< null for algorithms that do not take it
  always,
};

/// A parameter of some algorithms beside the order of the edges: a member of their options.
struct Parameter {
  std::string_view name = {};  ///< in requests and reports; the flag has `-` for `_`
  ParameterKind kind = ParameterKind::real;
  std::string_view symbol = {};  ///< what help calls a number
  std::string_view help = {};
  double low = std::numeric_limits<double>::lowest();  ///< of real numbers
  double high = std::numeric_limits<double>::max();
  bool open = false;        ///< `low` and `high` themselves are refused
  std::uint64_t least = 0;  ///< of whole numbers
  std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
  /// Real numbers below it leave the choice to the algorithm.
  double automatic_below = std::numeric_limits<double>::lowest();
  std::string (*names)() = nullptr;  ///< of a choice: those offered, `a|b|c`
  /// The end of the error message for an algorithm that does not take it, after the algorithm's
  /// name; empty: there is no such message.
  std::string_view refusal = {};
  /// Whether the default is true of all algorithms, so that those without the parameter take it.
  bool default_holds = false;
  Reported reported = Reported::where_taken;
  ParameterValue (*fallback)() = nullptr;  ///< the default: that of the options

  /// Whether the value is of this kind, and in range or offered.
  [[nodiscard]] bool accepts(const ParameterValue& value) const;
  /// The expected values as text for messages: "a whole number from 1 to 10".
  [[nodiscard]] std::string expectation() const;
};

/// All parameters, in the order of the documentation.
[[nodiscard]] std::span<const Parameter> parameters();
/// The names of the algorithms that take it, each once: "a, b".
[[nodiscard]] std::string owners_of(const Parameter& parameter);

/// Values of parameters by name. They are checked by the call that the request is for.
class ParameterValues {
 public:
  /// Replaces the value that this name had.
  void set(std::string_view name, ParameterValue value);
  /// Null where the default counts.
  [[nodiscard]] const ParameterValue* find(std::string_view name) const;
  /// The value, or the default of the parameter. @throws Error{invalid_option} for an unknown name
  [[nodiscard]] ParameterValue value_of(std::string_view name) const;

  /// Pairs of name and value, in the order in which they were first set.
  [[nodiscard]] auto begin() const { return values_.begin(); }
  [[nodiscard]] auto end() const { return values_.end(); }

 private:
  std::vector<std::pair<std::string, ParameterValue>> values_;
};

}  // namespace hypermatch::registry
