// SPDX-License-Identifier: MIT
#include "json.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <type_traits>
#include <utility>

#include "hypermatch/error.hpp"

namespace hypermatch::cli {

struct Json::Field {
  std::string name;
  Json value;
};

// The value as the formatting library holds it.
struct Json::Formatted {
  using Value = nlohmann::ordered_json;

  static Value of(const Json& json) {
    return std::visit([](const auto& held) { return of_held(held); }, json.value_);
  }

  template <class T>
  static Value of_held(const T& held) {
    if constexpr (std::is_same_v<T, Array>) {
      Value::array_t list;
      list.reserve(held.size());
      for (const Json& each : held) list.push_back(of(each));
      return list;
    } else if constexpr (std::is_same_v<T, Object>) {
      Value object = Value::object();
      for (const Field& field : held) object[field.name] = of(field.value);
      return object;
    } else {
      return held;
    }
  }
};

Json::Json() noexcept : value_(nullptr) {}
Json::Json(std::nullptr_t) noexcept : value_(nullptr) {}
Json::Json(Bool given) noexcept : value_(given.value) {}
Json::Json(Signed given) noexcept : value_(given.value) {}
Json::Json(Unsigned given) noexcept : value_(given.value) {}
Json::Json(double value) noexcept : value_(value) {}
Json::Json(const char* text) : value_(std::string(text)) {}
Json::Json(std::string_view text) : value_(std::string(text)) {}
Json::Json(const std::string& text) : value_(text) {}
Json::Json(const std::vector<std::string>& texts) : value_(Array(texts.begin(), texts.end())) {}

Json::Json(std::initializer_list<JsonMember> members) : value_(Object()) {
  Object& object = std::get<Object>(value_);
  object.reserve(members.size());
  for (const JsonMember& member : members) {
    object.push_back({std::string(member.name), std::move(member.value)});
  }
}

Json::Json(const Json& other) = default;
Json::Json(Json&& other) noexcept = default;
Json& Json::operator=(const Json& other) = default;
Json& Json::operator=(Json&& other) noexcept = default;
Json::~Json() = default;

Json Json::array() {
  Json json;
  json.value_ = Array();
  return json;
}

Json Json::object() {
  Json json;
  json.value_ = Object();
  return json;
}

bool Json::is_null() const noexcept {
  return std::holds_alternative<std::nullptr_t>(value_);
}

bool Json::empty() const {
  return std::get<Array>(value_).empty();
}

Json& Json::operator[](std::string_view name) {
  if (is_null()) value_ = Object();
  Object& object = std::get<Object>(value_);
  const auto found = std::ranges::find(object, name, &Field::name);
  if (found != object.end()) return found->value;
  return object.emplace_back(Field{std::string(name), nullptr}).value;
}

const Json& Json::operator[](std::string_view name) const {
  const Object& object = std::get<Object>(value_);
  const auto found = std::ranges::find(object, name, &Field::name);
  if (found != object.end()) return found->value;
  throw Error(ErrorCode::internal, "a report has no member `" + std::string(name) + "`");
}

void Json::erase(std::string_view name) {
  std::erase_if(std::get<Object>(value_), [&](const Field& field) { return field.name == name; });
}

void Json::update(const Json& other) {
  for (const Field& field : std::get<Object>(other.value_)) (*this)[field.name] = field.value;
}

void Json::push_back(Json value) {
  std::get<Array>(value_).push_back(std::move(value));
}

std::string Json::dump(int indent) const {
  using Value = Formatted::Value;
  return Formatted::of(*this).dump(indent, ' ', false, Value::error_handler_t::replace);
}

}  // namespace hypermatch::cli
