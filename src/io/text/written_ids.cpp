// SPDX-License-Identifier: MIT
#include "io/text/written_ids.hpp"

#include <algorithm>

#include "io/text/printable.hpp"

namespace hypermatch::detail::io {

namespace {

constexpr std::string_view k_blanks = " \t\r";
constexpr std::size_t k_none_such = std::string_view::npos;

/// Length of the word in quotes that `text` begins with, quotes included; none if there is none
/// that the end or a blank follows. Two quotes inside stand for one.
std::size_t quoted_length(std::string_view text) {
  if (!text.starts_with('"')) return k_none_such;
  std::size_t at = text.find('"', 1);
  // Ends: every turn moves on by two at least.
  while (at != k_none_such && text.substr(at + 1).starts_with('"')) at = text.find('"', at + 2);
  if (at == k_none_such) return k_none_such;
  const std::size_t end = at + 1;
  return end == text.size() || is_blank(text[end]) ? end : k_none_such;
}

}  // namespace

bool hold_blanks(const hypermatch::io::VertexLabels& labels) {
  return labels.text.find_first_of(k_blanks) != std::string::npos;
}

bool needs_quotes(std::string_view id) {
  if (id.empty() || id.starts_with('%') || id == "-") return true;
  if (id.starts_with(' ') || id.ends_with(' ') || !is_plain(id)) return true;
  if (!id.starts_with('"')) return false;
  // Ends: each turn takes off two quotes at least.
  return quoted_length(id) != id.size() || needs_quotes(without_quotes(id));
}

void write_id(TextWriter& out, std::string_view id) {
  if (needs_quotes(id)) {
    out << in_quotes(id);
  } else {
    out << id;
  }
}

void write_id(TextWriter& out, const hypermatch::io::VertexLabels& labels, std::size_t v) {
  if (labels.empty()) {
    out << v + labels.first;
  } else {
    write_id(out, label_at(labels, v));
  }
}

std::string_view read_id(std::string_view word, std::string& held) {
  if (word.empty() || quoted_length(word) != word.size()) return word;
  held = without_quotes(word);
  return needs_quotes(held) ? std::string_view(held) : word;
}

CutLine cut_line(std::string_view line, bool ids_hold_blanks) {
  std::size_t end = quoted_length(line);
  if (end == k_none_such && ids_hold_blanks) end = line.find('\t');
  if (end == k_none_such) end = line.find_first_of(k_blanks);
  // Also an empty rest is a place in the text, for messages.
  if (end == k_none_such) return {line, line.substr(line.size())};
  return {trimmed(line.substr(0, end)), trimmed(line.substr(end))};
}

}  // namespace hypermatch::detail::io
