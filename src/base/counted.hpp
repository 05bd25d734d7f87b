// SPDX-License-Identifier: MIT
// Counts in messages, in the grammar of their number.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace hypermatch::detail::base {

/// "1 edge", "2 edges", "0 vertices", "3 entries", "2 communities", "2 batches".
[[nodiscard]] inline std::string counted(std::uint64_t count, std::string_view one) {
  std::string text = std::to_string(count) + " " + std::string(one);
  if (count == 1) return text;
  if (one.ends_with("vertex")) return text.replace(text.size() - 2, 2, "ices");
  if (one.ends_with("entry") || one.ends_with("ity"))
    return text.replace(text.size() - 1, 1, "ies");
  return text + (one.ends_with("ch") ? "es" : "s");
}

/// "there is 1 edge", "there are 2 edges".
[[nodiscard]] inline std::string there_are(std::uint64_t count, std::string_view one) {
  return (count == 1 ? "there is " : "there are ") + counted(count, one);
}

}  // namespace hypermatch::detail::base
