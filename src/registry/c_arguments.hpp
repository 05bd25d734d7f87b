// SPDX-License-Identifier: MIT
// Arguments of the interface for C, and how exceptions become codes.
#pragma once

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <limits>
#include <map>
#include <new>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <type_traits>
#include <utility>
#include <vector>

#include "hypermatch/enum_names.hpp"
#include "hypermatch/error.hpp"
#include "hypermatch/hypermatch.h"
#include "hypermatch/registry_matching.hpp"
#include "hypermatch/solver_csr.hpp"

namespace hypermatch::registry::c {

/// The message of the last failure in this thread.
inline std::string& last_error() {
  thread_local std::string message;
  return message;
}

struct NoSolutionFound {
  std::string proof;
};

// The first violated fact of an answer that was judged.
struct Violation {
  std::string fact;
};

// Calls body(), and turns what it throws into a code and a message.
template <class Body>
hypermatch_code guarded(const Body& body) noexcept {
  try {
    body();
    return HYPERMATCH_OK;
  } catch (const NoSolutionFound& none) {
    last_error() = none.proof;
    return HYPERMATCH_NO_SOLUTION;
  } catch (const Violation& violation) {
    last_error() = violation.fact;
    return HYPERMATCH_VIOLATED;
  } catch (const Error& error) {
    last_error() = error.what();
    // Codes of C stand behind HYPERMATCH_OK in the order of ErrorCode.
    return static_cast<hypermatch_code>(static_cast<int>(error.code()) + 1);
  } catch (const std::bad_alloc&) {
    last_error() = "out of memory";
    return HYPERMATCH_RESOURCES;
  } catch (const std::exception& error) {
    last_error() = error.what();
    return HYPERMATCH_INTERNAL;
  }
}
static_assert(static_cast<int>(ErrorCode::internal) + 1 == HYPERMATCH_INTERNAL);
static_assert(static_cast<int>(ErrorCode::invalid_input) + 1 == HYPERMATCH_INVALID_INPUT);

[[noreturn]] inline void refuse_option(const std::string& what) {
  throw Error(ErrorCode::invalid_option, what);
}

/// @throws Error{invalid_option} for a null pointer
inline const char* given(const char* name, const char* text) {
  if (text == nullptr) refuse_option(std::string(name) + " is null, must be a text");
  return text;
}

/// @throws Error{invalid_option} for a null pointer
template <class T>
T& given_object(const char* name, T* object) {
  if (object == nullptr) refuse_option(std::string(name) + " is null");
  return *object;
}

/// @throws Error{invalid_input} for numbers without memory
template <class T>
std::span<const T> items_of(const hypermatch_array& array) {
  if (array.data == nullptr && array.size != 0) {
    throw Error(ErrorCode::invalid_input,
                "an array of " + std::to_string(array.size) + " numbers has no data");
  }
  return {static_cast<const T*>(array.data), static_cast<std::size_t>(array.size)};
}

/// use(items) of integers of the array's type. @throws Error{invalid_input}: OTHERWISE
template <class Use>
auto with_integers(const hypermatch_array& array, const std::string& otherwise, const Use& use) {
  switch (array.type) {
    case HYPERMATCH_INT32:
      return use(items_of<std::int32_t>(array));
    case HYPERMATCH_INT64:
      return use(items_of<std::int64_t>(array));
    case HYPERMATCH_UINT32:
      return use(items_of<std::uint32_t>(array));
    case HYPERMATCH_UINT64:
      return use(items_of<std::uint64_t>(array));
    case HYPERMATCH_FLOAT:
    case HYPERMATCH_DOUBLE:
      break;
  }
  throw Error(ErrorCode::invalid_input, otherwise);
}

inline IntegersView integers_of(const hypermatch_array& array) {
  return with_integers(array, "offsets and columns must be integers",
                       [](auto items) { return IntegersView(items); });
}

/// The numbers as T, copied. @throws Error{invalid_input} for a number that is none of T
template <class T>
std::vector<T> numbers_of(const char* name, const hypermatch_array& array) {
  return with_integers(array, std::string(name) + " must hold integers", [&](auto items) {
    std::vector<T> result(items.size());
    for (std::size_t i = 0; i < items.size(); ++i) {
      if (!std::in_range<T>(items[i])) {
        throw Error(ErrorCode::invalid_input, std::string(name) + "[" + std::to_string(i) +
                                                  "] is " + std::to_string(items[i]) +
                                                  ", must be from 0 to " +
                                                  std::to_string(std::numeric_limits<T>::max()));
      }
      result[i] = static_cast<T>(items[i]);
    }
    return result;
  });
}

inline WeightsView weights_of(const hypermatch_array& array) {
  if (array.data == nullptr && array.size == 0) return {};
  switch (array.type) {
    case HYPERMATCH_INT32:
      return items_of<std::int32_t>(array);
    case HYPERMATCH_INT64:
      return items_of<std::int64_t>(array);
    case HYPERMATCH_FLOAT:
      return items_of<float>(array);
    case HYPERMATCH_DOUBLE:
      return items_of<double>(array);
    case HYPERMATCH_UINT32:
    case HYPERMATCH_UINT64:
      break;
  }
  throw Error(ErrorCode::invalid_input, "values must be int32, int64, float or double");
}

// Named arguments of one call; those that nothing has taken are parameters of the registry.
class Options {
 public:
  Options(const hypermatch_option* options, std::size_t size) {
    if (size != 0) (void)given_object("options", options);
    for (const hypermatch_option& each : std::span(options, size)) {
      const std::string name = given("the name of an option", each.name);
      if (!values_.emplace(name, given(each.name, each.value)).second) {
        refuse_option("option '" + name + "' is given twice");
      }
    }
  }
  [[nodiscard]] std::string take(const std::string& name) {
    const auto found = values_.extract(name);
    return found.empty() ? std::string() : found.mapped();
  }
  template <NamedEnum E>
  [[nodiscard]] E take_name(const std::string& name, E fallback) {
    const std::string value = take(name);
    return value.empty() ? fallback : parse_name<E>(name, value);
  }
  [[nodiscard]] bool take_flag(const std::string& name) {
    const std::string value = take(name);
    if (value == "true" || value == "1") return true;
    if (value.empty() || value == "false" || value == "0") return false;
    refuse_option(name + " is '" + value + "', must be true, false, 1 or 0");
  }
  template <class T>
  [[nodiscard]] T take_number(const std::string& name, T fallback) {
    const std::string value = take(name);
    return value.empty() ? fallback : number<T>(name, value);
  }
  [[nodiscard]] std::optional<double> take_real(const std::string& name) {
    const std::string value = take(name);
    return value.empty() ? std::nullopt : std::optional(number<double>(name, value));
  }
  /// @throws Error{invalid_option} if something is left
  void expect_all_taken() const {
    if (!values_.empty()) refuse_option("there is no option '" + values_.begin()->first + "'");
  }
  template <class T>
  [[nodiscard]] static T number(std::string_view name, std::string_view text) {
    T value{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error == std::errc() && end == text.data() + text.size()) return value;
    refuse_option(std::string(name) + " is '" + std::string(text) + "', must be " +
                  (std::is_integral_v<T> ? "a whole number from 0 to 2^64 - 1" : "a number"));
  }
  [[nodiscard]] registry::ParameterValues take_parameters() {
    registry::ParameterValues parameters;
    for (const auto& [name, value] : values_) parameters.set(name, value_of(name, value));
    return parameters;
  }

 private:
  static registry::ParameterValue value_of(const std::string& name, const std::string& text) {
    for (const registry::Parameter& each : registry::parameters()) {
      if (each.name != name) continue;
      if (each.kind == registry::ParameterKind::real) return number<double>(name, text);
      if (each.kind == registry::ParameterKind::whole) return number<std::uint64_t>(name, text);
    }
    return text;  // an unknown name is refused by the call
  }

  std::map<std::string, std::string> values_;
};

}  // namespace hypermatch::registry::c
