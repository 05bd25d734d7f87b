// SPDX-License-Identifier: MIT
#include "io/preferences/preflib_front.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <system_error>

#include "hypermatch/error.hpp"
#include "io/text/line_cursor.hpp"
#include "io/text/printable.hpp"

namespace hypermatch::detail::io {

namespace {

std::string lowered(std::string_view text) {
  std::string lower(text);
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return lower;
}

std::optional<std::uint64_t> whole_number(std::string_view text) {
  text = trimmed(text);
  std::uint64_t number = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  if (text.empty() || error != std::errc{} || stop != end) return std::nullopt;
  return number;
}

/// Takes a line off the front; nothing at the end, or where the text ends within a line.
std::optional<std::string_view> take_line(std::string_view& text, bool is_cut) {
  const std::size_t size = text.find('\n');
  if (text.empty() || (is_cut && size == std::string_view::npos)) return std::nullopt;
  const std::string_view line = trimmed(text.substr(0, size));
  text.remove_prefix(std::min(text.size(), size == std::string_view::npos ? size : size + 1));
  return line;
}

/// Whether a line is numbers between commas, `least` of them or more.
bool holds_numbers(std::string_view line, std::size_t least) {
  std::size_t numbers = 0;
  // Ends: each round takes a field.
  while (true) {
    const std::size_t comma = line.find(',');
    if (!whole_number(line.substr(0, comma))) return false;
    ++numbers;
    if (comma == std::string_view::npos) return numbers >= least;
    line.remove_prefix(comma + 1);
  }
}

/// The number of alternatives (behind it the number of edges of a pool), their names, and the
/// counts or the edges.
PreflibKind undated_kind(std::string_view text, bool is_cut) {
  constexpr PreflibKind k_no = PreflibKind::none;
  const auto first = take_line(text, is_cut);
  if (!first) return k_no;
  const bool counts_edges = first->find(',') != std::string_view::npos;
  if (counts_edges && (!holds_numbers(*first, 2) || holds_numbers(*first, 3))) return k_no;
  const PreflibKind kind = counts_edges ? PreflibKind::pool : PreflibKind::undated;
  const auto alternatives = whole_number(first->substr(0, first->find(',')));
  if (!alternatives || *alternatives == 0) return k_no;
  bool has_name = false;  // that is no number
  for (std::uint64_t i = 1; i <= *alternatives; ++i) {
    const auto line = take_line(text, is_cut);
    if (!line) return is_cut && has_name ? kind : k_no;
    const std::size_t comma = line->find(',');
    if (comma == std::string_view::npos || whole_number(line->substr(0, comma)) != i) {
      return k_no;
    }
    has_name = has_name || !is_number(trimmed(line->substr(comma + 1)));
  }
  const auto next = take_line(text, is_cut);
  const bool fits = counts_edges ? has_name && next : next && holds_numbers(*next, 3);
  return fits ? kind : k_no;
}

constexpr std::string_view k_list_types[] = {"soc", "soi", "toc", "toi", "cat"};

}  // namespace

std::optional<std::string_view> metadata_value(std::string_view line, std::string_view name) {
  line = trimmed(line);
  if (!line.starts_with('#')) return std::nullopt;
  line = trimmed(line.substr(1));
  if (!line.starts_with(name) || !line.substr(name.size()).starts_with(':')) return std::nullopt;
  return trimmed(line.substr(name.size() + 1));
}

std::optional<AlternativeName> alternative_name(std::string_view line) {
  constexpr std::string_view k_name = "ALTERNATIVE NAME";
  line = trimmed(line);
  if (!line.starts_with('#')) return std::nullopt;
  line = trimmed(line.substr(1));
  const std::size_t colon = line.find(':');
  if (!line.starts_with(k_name) || colon == std::string_view::npos) return std::nullopt;
  const auto number = whole_number(line.substr(k_name.size(), colon - k_name.size()));
  if (!number) return std::nullopt;
  return AlternativeName{*number, trimmed(line.substr(colon + 1))};
}

std::uint64_t metadata_number(std::string_view value, const char* end, const char* things) {
  LineCursor line(value.data(), end);
  const std::uint64_t number = line.number("a number");
  if (line.more()) line.expected("the end of the line");
  check_limit(value.data(), number, things);
  return number;
}

PreflibFront preflib_front(std::span<const char> front) {
  constexpr std::size_t k_cut = std::size_t{1} << 16;  // at least so long a front may be a part
  const bool is_cut = front.size() >= k_cut;
  std::string_view text(front.data(), front.size());
  if (const PreflibKind kind = undated_kind(text, is_cut); kind != PreflibKind::none) {
    return {kind, {}};
  }
  bool has_alternatives = false;
  std::optional<std::string> type;
  // Ends: each round takes a line.
  while (const auto line = take_line(text, false)) {
    if (line->empty()) continue;
    if (!line->starts_with('#')) break;
    has_alternatives = has_alternatives || metadata_value(*line, k_preflib_alternatives);
    if (const auto value = metadata_value(*line, k_preflib_type); value && !type) {
      type = lowered(*value);
    }
  }
  if (type && std::ranges::find(k_list_types, *type) != std::end(k_list_types)) {
    return {PreflibKind::lists, *type};
  }
  if (!has_alternatives) return {};
  if (type == "wmd") return {PreflibKind::pool, *type};
  return {PreflibKind::other, type.value_or("")};
}

void refuse_preflib(const std::string& name, const PreflibFront& front) {
  if (front.kind == PreflibKind::undated) {
    throw Error(ErrorCode::unsupported,
                name +
                    ": begins as PrefLib's files from before 2022 do, which say what they hold "
                    "by their ending only; orders are read from .soc, .soi, .toc and .toi");
  }
  if (front.kind == PreflibKind::other) {
    throw Error(ErrorCode::unsupported,
                name + ": a PrefLib file " +
                    (front.type.empty() ? "without '# DATA TYPE: ...'"
                                        : "of type " + shown_text(front.type)) +
                    ", which is not read; soc, soi, toc, toi, cat and wmd are");
  }
}

std::string_view preflib_type_of_name(std::string_view name) {
  for (const std::string_view packed : {".gz", ".zst"}) {
    if (name.ends_with(packed)) name.remove_suffix(packed.size());
  }
  for (const std::string_view type : k_list_types) {
    if (name.size() > type.size() && name.ends_with(type) &&
        name[name.size() - type.size() - 1] == '.') {
      return type;
    }
  }
  return {};
}

}  // namespace hypermatch::detail::io
