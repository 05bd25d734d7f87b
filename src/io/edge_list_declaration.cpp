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

}  // namespace

DeclaredEdges declared_edges(TextRange text) {
  Cursor cursor(text);
  if (!cursor.sees('%')) return DeclaredEdges::nothing;
  cursor = Cursor(TextRange{text.begin + 1, text.end});
  cursor.skip_blanks();
  const std::string_view sides = cursor.read_token();
  cursor.skip_blanks();
  if (!is_kind_of_weights(cursor.read_token()) || cursor.skip_blanks()) {
    return DeclaredEdges::nothing;
  }
  if (sides == "sym") return DeclaredEdges::undirected;
  if (sides == "asym") return DeclaredEdges::directed;
  return sides == "bip" ? DeclaredEdges::two_sided : DeclaredEdges::nothing;
}

bool begins_declared_edges(std::span<const char> front) {
  return declared_edges(range_of(front)) != DeclaredEdges::nothing;
}

}  // namespace hypermatch::detail::io
