// SPDX-License-Identifier: MIT
#include "io/edge_list_declaration.hpp"

#include <algorithm>
#include <string_view>

namespace hypermatch::detail::io {

using hypermatch::io::DeclaredEdges;

namespace {

// The names of KONECT for what the third column holds.
bool is_kind_of_weights(std::string_view word) {
  constexpr std::string_view k_kinds[] = {"unweighted",    "positive",         "posweighted",
                                          "signed",        "multisigned",      "weighted",
                                          "multiweighted", "multiposweighted", "dynamic"};
  return std::find(std::begin(k_kinds), std::end(k_kinds), word) != std::end(k_kinds);
}

// The two words of the first line.
struct Declaration {
  std::string_view sides;
  std::string_view weights;
};

Declaration declaration(TextRange text) {
  Cursor cursor(text);
  if (!cursor.sees('%')) return {};
  cursor = Cursor(TextRange{text.begin + 1, text.end});
  cursor.skip_blanks();
  const std::string_view sides = cursor.read_token();
  cursor.skip_blanks();
  const std::string_view weights = cursor.read_token();
  if (!is_kind_of_weights(weights) || cursor.skip_blanks()) return {};
  return {sides, weights};
}

}  // namespace

DeclaredEdges declared_edges(TextRange text) {
  const std::string_view sides = declaration(text).sides;
  if (sides == "sym") return DeclaredEdges::undirected;
  if (sides == "asym") return DeclaredEdges::directed;
  return sides == "bip" ? DeclaredEdges::two_sided : DeclaredEdges::nothing;
}

bool declares_weights(TextRange text) {
  const auto [sides, weights] = declaration(text);
  return !sides.empty() && weights != "unweighted" && weights != "dynamic";
}

bool begins_declared_edges(std::span<const char> front) {
  return declared_edges(range_of(front)) != DeclaredEdges::nothing;
}

}  // namespace hypermatch::detail::io
