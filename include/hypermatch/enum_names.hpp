// SPDX-License-Identifier: MIT
// Names of enum values, one table per enum: the command line, JSON, Python, statistics and the
// registry use the same words. The table of an enum stands behind the enum, in the same header. The
// library's build checks that each table is complete.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "hypermatch/version.hpp"

namespace hypermatch {

/// One value and its name. Values that are not offered have a name for reports, but users do not
/// choose them: what stands for "decided by the instance", and what another table offers.
template <class E>
struct EnumName {
  E value;
  std::string_view name;
  bool offered = true;
};

/// The table of an enum: `all`, in the order of the enumerators.
template <class E>
struct EnumNames;

/// An enum with a table.
template <class E>
concept NamedEnum = requires {
  EnumNames<E>::all;
};

/// All values of an enum with their names.
template <NamedEnum E>
[[nodiscard]] constexpr std::span<const EnumName<E>> names_of() {
  return EnumNames<E>::all;
}

/// The name of a value; `unknown` for what is no enumerator.
template <NamedEnum E>
[[nodiscard]] constexpr std::string_view name_of(E value) {
  for (const EnumName<E>& each : EnumNames<E>::all) {
    if (each.value == value) return each.name;
  }
  return "unknown";
}

/// The value of this name, among those that are offered.
template <NamedEnum E>
[[nodiscard]] constexpr std::optional<E> value_of_name(std::string_view name) {
  for (const EnumName<E>& each : EnumNames<E>::all) {
    if (each.offered && each.name == name) return each.value;
  }
  return std::nullopt;
}

namespace detail {

/// The name at an index of a table; empty where it is not offered.
using OfferedName = std::string_view (*)(std::size_t index);

template <NamedEnum E>
[[nodiscard]] std::string_view offered_name(std::size_t index) {
  const EnumName<E>& each = EnumNames<E>::all[index];
  return each.offered ? each.name : std::string_view();
}

/// `count`: of the table.
[[nodiscard]] std::string join_names(std::size_t count, OfferedName name_at);
/// @throws Error{invalid_option} as `parse_name`
[[noreturn]] void refuse_name(std::string_view option, std::string_view name,
                              const std::string& offered);
/// @throws Error{invalid_option} as `check_enum`
[[noreturn]] void refuse_value(std::string_view option, long long value,
                               const std::string& expected);

}  // namespace detail

/// The offered names as help shows them: `a|b|c`.
template <NamedEnum E>
[[nodiscard]] std::string joined_names() {
  return detail::join_names(std::size(EnumNames<E>::all), detail::offered_name<E>);
}

/// The value of this name. `option` is what the message calls the choice.
/// @throws Error{invalid_option} naming the option, the name and the offered ones
template <NamedEnum E>
[[nodiscard]] E parse_name(std::string_view option, std::string_view name) {
  if (const std::optional<E> value = value_of_name<E>(name)) return *value;
  detail::refuse_name(option, name, joined_names<E>());
}

namespace detail {

/// Refuses a number that is no enumerator, as casts and callers in C make it. Options are checked
/// by this alone. @throws Error{invalid_option} "OPTION is VALUE, must be one of a|b|c"
template <NamedEnum E>
constexpr void check_enum(std::string_view option, E value) {
  for (const EnumName<E>& each : EnumNames<E>::all) {
    if (each.value == value) return;
  }
  refuse_value(option, static_cast<long long>(value), "one of " + joined_names<E>());
}
/// Checks a value of an enum without a table, whose enumerators end with `last`.
template <class E>
constexpr void check_enum(std::string_view option, E value, E last) {
  if (value >= E{} && value <= last) return;
  refuse_value(option, static_cast<long long>(value),
               "0 .. " + std::to_string(static_cast<long long>(last)));
}

}  // namespace detail

}  // namespace hypermatch
