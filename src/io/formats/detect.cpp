// SPDX-License-Identifier: MIT
#include "io/formats/detect.hpp"

#include <algorithm>
#include <cctype>
#include <string_view>
#include <utility>

#include "hypermatch/error.hpp"
#include "io/formats/foreign_lists.hpp"
#include "io/formats/hgr/hgr_or_metis.hpp"
#include "io/native/native.hpp"
#include "io/preferences/preflib_front.hpp"
#include "io/preferences/prefs.hpp"
#include "io/source/source.hpp"
#include "io/text/text.hpp"

namespace hypermatch::detail::io {

namespace {

// The program that packed a text with this front; empty if unknown.
std::string_view packer_of(std::string_view front) {
  using namespace std::string_view_literals;
  constexpr std::pair<std::string_view, std::string_view> k_magics[] = {
      {"\xFD\x37zXZ\0"sv, "xz"},
      {"\x04\x22\x4D\x18"sv, "lz4"},
      {"7z\xBC\xAF\x27\x1C"sv, "7-Zip"},
      {"\x1F\x9D"sv, "compress"},
      {"Rar!\x1A\x07"sv, "RAR"}};
  for (const auto& [magic, name] : k_magics) {
    if (front.starts_with(magic)) return name;
  }
  // The digit between the two parts says how much was packed at a time.
  if (front.starts_with("BZh") && front.find("1AY&SY") == 4 && front[3] >= '1' && front[3] <= '9') {
    return "bzip2";
  }
  switch (packing_of(front)) {
    case Packing::gzip:
      return "gzip";
    case Packing::zstd:
      return "zstd";
    case Packing::none:
      break;
  }
  return "";
}

bool equal_ignoring_case(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](char x, char y) {
    return std::tolower(static_cast<unsigned char>(x)) ==
           std::tolower(static_cast<unsigned char>(y));
  });
}

bool drop_ending(std::string_view& path, std::string_view ending) {
  if (path.size() < ending.size() ||
      !equal_ignoring_case(path.substr(path.size() - ending.size()), ending)) {
    return false;
  }
  path.remove_suffix(ending.size());
  return true;
}

std::optional<Format> format_by_ending(std::string_view ending) {
  for (const FormatRow& row : format_rows()) {
    std::string_view list = row.info.extensions;
    // Ends: every turn takes an ending off the list.
    while (!list.empty()) {
      const std::size_t size = std::min(list.find(','), list.size());
      if (equal_ignoring_case(list.substr(0, size), ending)) return row.format;
      list.remove_prefix(std::min(size + 1, list.size()));
    }
  }
  return std::nullopt;
}

// The word behind the `p` of the problem line of DIMACS files, which stands behind comments that
// start with `c`.
std::string_view word_of_problem_line(std::string_view text) {
  // Ends: every iteration takes a line.
  while (!text.empty()) {
    const std::size_t size = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, size);
    text.remove_prefix(std::min(size + 1, text.size()));
    while (!line.empty() && std::isspace(static_cast<unsigned char>(line.back())) != 0) {
      line.remove_suffix(1);
    }
    if (line.empty()) continue;
    const bool marked = line.size() == 1 || line[1] == ' ' || line[1] == '\t';
    if (line[0] == 'c' && marked) continue;
    if (line[0] != 'p' || !marked) return {};
    line.remove_prefix(std::min(line.find_first_not_of(" \t", 1), line.size()));
    return line.substr(0, line.find_first_of(" \t"));
  }
  return {};
}

std::string_view text_of(std::span<const char> front) {
  return {front.data(), front.size()};
}

std::string names_of_formats() {
  std::string names;
  for (const FormatRow& row : format_rows()) {
    if (!names.empty()) names += ", ";
    names += row.info.name;
  }
  return names;
}

[[noreturn]] void throw_unknown(const std::string& name) {
  throw Error(ErrorCode::invalid_option,
              name + ": neither content nor name tells the format; give --format, one of " +
                  names_of_formats());
}

// hMETIS or METIS, as far as the numbers tell.
Format format_by_numbers(const Front& front, const std::string& name) {
  TwoFormats found = TwoFormats::either;
  // Ends: at the larger of two sizes.
  for (const std::size_t size : {k_detection_bytes, k_judged_bytes}) {
    const std::span<const char> text = front(size);
    const bool whole = text.size() < size;
    found = hgr_or_metis({text.data(), text.size()}, whole);
    if (found == TwoFormats::hmetis) return Format::hmetis;
    if (found == TwoFormats::metis) return Format::metis;
    if (whole) break;
  }
  if (found == TwoFormats::empty) {
    fail_at(name, 1, "expected an instance, found the end of the file");
  }
  if (found == TwoFormats::neither) throw_unknown(name);
  throw Error(ErrorCode::invalid_option,
              name +
                  ": may be hMETIS or METIS, neither its numbers nor a name tell which; give "
                  "--format hmetis or --format metis");
}

}  // namespace

std::optional<Format> format_by_name(std::string_view name) {
  for (const FormatRow& row : format_rows()) {
    if (equal_ignoring_case(name, row.info.name)) return row.format;
  }
  return format_by_ending(name);
}

std::optional<Format> format_by_path(std::string_view path) {
  while (drop_ending(path, ".gz") || drop_ending(path, ".zst") || drop_ending(path, ".zstd")) {
  }
  const std::size_t dot = path.rfind('.');
  if (dot == std::string_view::npos || path.find('/', dot) != std::string_view::npos) {
    return std::nullopt;
  }
  return format_by_ending(path.substr(dot + 1));
}

bool begins_matrix_market(std::span<const char> front) {
  // Some collections have one percent sign.
  constexpr std::string_view k_banner = "%MatrixMarket";
  std::string_view text = text_of(front);
  if (text.starts_with("%%")) text.remove_prefix(1);
  return equal_ignoring_case(text.substr(0, k_banner.size()), k_banner);
}

bool begins_dimacs_graph(std::span<const char> front) {
  const std::string_view word = word_of_problem_line(text_of(front));
  return word == "edge" || word == "col" || word == "sp";
}

bool begins_cnf(std::span<const char> front) {
  return word_of_problem_line(text_of(front)) == "cnf";
}

std::optional<Format> format_by_content(std::span<const char> front) {
  for (const FormatRow& row : format_rows()) {
    if (row.recognises != nullptr && row.recognises(front)) return row.format;
  }
  return std::nullopt;
}

void refuse_packed(std::string_view front, const std::string& name) {
  const std::string packer(packer_of(front));
  if (packer.empty()) return;
  const bool known = packing_of(front) != Packing::none;
  throw Error(
      ErrorCode::unsupported,
      name + (known ? ": the text is packed by " + packer + "; a file is unpacked once"
                    : ": packed by " + packer + ", which is not unpacked; gzip and zstd are"));
}

Format find_format(const std::string& asked, const Front& front, const std::string& path) {
  const std::string name = path == "-" ? "<stdin>" : path;
  const std::span<const char> begin = front(k_detection_bytes);
  if (!asked.empty()) {
    if (const std::optional<Format> format = format_by_name(asked)) return *format;
    throw Error(ErrorCode::invalid_option,
                "format '" + asked + "' is unknown, must be one of " + names_of_formats());
  }
  refuse_packed({begin.data(), begin.size()}, name);
  refuse_pointer({begin.data(), begin.size()}, name);
  if (const std::optional<Format> format = format_by_content(begin)) return *format;
  if (begins_preferences(begin) || has_name_of_preferences(path)) {
    refuse_preferences(name);
  }
  refuse_preflib(name, preflib_front(begin));
  const std::optional<Format> by_path = format_by_path(path);
  const bool is_dimacs = by_path == Format::dimacs;
  refuse_other_formats(text_of(begin),
                       is_dimacs ? std::string_view() : word_of_problem_line(text_of(begin)), name);
  if (by_path) return *by_path;
  // Only edge lists have such comments.
  if (!begin.empty() && begin[0] == '#') return Format::edge_list;
  return format_by_numbers(front, name);
}

}  // namespace hypermatch::detail::io

namespace hypermatch::io {

const FormatInfo* format_of_path(const std::string& path) {
  const std::optional<detail::io::Format> format = detail::io::format_by_path(path);
  return format ? &detail::io::info_of(*format) : nullptr;
}

}  // namespace hypermatch::io
