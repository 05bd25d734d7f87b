// SPDX-License-Identifier: MIT
// JSON values as reports are made of them: built member by member, written once. Only json.cpp sees
// the library that formats numbers and strings, because its header takes long to compile.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace hypermatch::cli {

struct JsonMember;

/// A value: null, a boolean, a number, a string, an array, or an object whose members keep the
/// order in which they were put in.
class Json {
 public:
  Json() noexcept;  ///< null
  Json(std::nullptr_t) noexcept;
  Json(std::same_as<bool> auto value) noexcept : Json(Bool{value}) {}
  Json(std::signed_integral auto value) noexcept : Json(Signed{value}) {}
  template <std::unsigned_integral T>
  requires(!std::same_as<T, bool>) Json(T value)
  noexcept : Json(Unsigned{value}) {}
  Json(double value) noexcept;  ///< written as null where it is not finite
  Json(const char* text);
  Json(std::string_view text);
  Json(const std::string& text);
  Json(const std::vector<std::string>& texts);
  Json(std::initializer_list<JsonMember> members);  ///< an object
  Json(const Json& other);
  Json(Json&& other) noexcept;
  Json& operator=(const Json& other);
  Json& operator=(Json&& other) noexcept;
  ~Json();

  [[nodiscard]] static Json array();
  [[nodiscard]] static Json object();

  [[nodiscard]] bool is_null() const noexcept;
  /// Whether an array has no values.
  [[nodiscard]] bool empty() const;

  /// The member of an object; made, as null, where there is none. Null becomes an object. The
  /// reference is valid until a member is added or erased.
  [[nodiscard]] Json& operator[](std::string_view name);
  /// @throws Error{internal} where there is no such member
  [[nodiscard]] const Json& operator[](std::string_view name) const;
  /// Removes a member of an object, if there is one of this name.
  void erase(std::string_view name);
  /// Sets the members that the object `other` has; new ones follow, in their order.
  void update(const Json& other);
  /// Appends to an array.
  void push_back(Json value);

  /// The text: one line, or with `indent` >= 0 one line per value. Bytes of strings that are no
  /// UTF-8 are replaced.
  [[nodiscard]] std::string dump(int indent = -1) const;

 private:
  struct Formatted;
  struct Field;
  using Array = std::vector<Json>;
  using Object = std::vector<Field>;

  struct Bool {
    bool value;
  };
  struct Signed {
    std::int64_t value;
  };
  struct Unsigned {
    std::uint64_t value;
  };
  explicit Json(Bool given) noexcept;
  explicit Json(Signed given) noexcept;
  explicit Json(Unsigned given) noexcept;

  std::variant<std::nullptr_t, bool, std::int64_t, std::uint64_t, double, std::string, Array,
               Object>
      value_;
};

/// A member in a list of members. The object that is made of the list takes the value out of it.
struct JsonMember {
  std::string_view name;
  mutable Json value;
};

}  // namespace hypermatch::cli
