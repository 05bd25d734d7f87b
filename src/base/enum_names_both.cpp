// SPDX-License-Identifier: MIT
#include "hypermatch/enum_names.hpp"
#include "hypermatch/error.hpp"

namespace hypermatch::detail {

std::string join_names(std::size_t count, OfferedName name_at) {
  std::string text;
  for (std::size_t i = 0; i < count; ++i) {
    const std::string_view name = name_at(i);
    if (name.empty()) continue;
    if (!text.empty()) text += '|';
    text += name;
  }
  return text;
}

void refuse_value(std::string_view option, long long value, const std::string& expected) {
  throw Error(ErrorCode::invalid_option,
              std::string(option) + " is " + std::to_string(value) + ", must be " + expected);
}

}  // namespace hypermatch::detail
