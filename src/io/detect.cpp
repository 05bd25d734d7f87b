// SPDX-License-Identifier: MIT
#include "io/detect.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <string_view>
#include <system_error>

#include "hypermatch/error.hpp"
#include "io/hgr_or_metis.hpp"
#include "io/native.hpp"
#include "io/source.hpp"
#include "io/text.hpp"

namespace hypermatch::detail::io {

namespace {

using hypermatch::io::FormatInfo;

constexpr std::array<FormatInfo, 7> k_formats = {{
    {"hmetis", "hgr,hmetis", "hMETIS hypergraph: a line a hyperedge", true, true, true, true, true,
     false, true, true},
    {"metis", "graph,metis", "METIS graph: a line a vertex", true, true, true, false, true, false,
     true, false},
    {"matrix_market", "mtx,mm", "Matrix Market coordinate matrix", true, true, true, false, false,
     false, true, true},
    {"edge_list", "el,edges,edgelist,txt,tsv,csv,snap", "a line an edge: u v [weight]", true, true,
     true, false, false, true, false, false},
    {"dimacs", "gr,col,dimacs", "DIMACS graph: p edge, p col or p sp", true, true, true, false,
     false, false, true, false},
    {"cnf", "cnf", "DIMACS CNF formula", true, false, false, true, false, false, false, true},
    {"native", "hmb", "hypermatch binary, loaded without parsing", true, true, true, true, true,
     true, true, true},
}};

// What packed a text that begins so; empty: nothing known.
std::string_view packer_of(std::string_view front) {
  constexpr std::string_view k_xz(
      "\xFD"
      "7zXZ\0",
      6);
  if (front.starts_with(k_xz)) return "xz";
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
  for (std::size_t i = 0; i < k_formats.size(); ++i) {
    std::string_view list = k_formats[i].extensions;
    // Ends: every turn takes an ending off the list.
    while (!list.empty()) {
      const std::size_t size = std::min(list.find(','), list.size());
      if (equal_ignoring_case(list.substr(0, size), ending)) return static_cast<Format>(i);
      list.remove_prefix(std::min(size + 1, list.size()));
    }
  }
  return std::nullopt;
}

// The problem line of DIMACS files, behind comments that start with `c`.
std::optional<Format> format_by_problem_line(std::string_view text) {
  // Ends: every turn takes a line.
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
    if (line[0] != 'p' || !marked) return std::nullopt;
    line.remove_prefix(std::min(line.find_first_not_of(" \t", 1), line.size()));
    const std::string_view word = line.substr(0, line.find_first_of(" \t"));
    if (word == "cnf") return Format::cnf;
    if (word == "edge" || word == "col" || word == "sp") return Format::dimacs;
    return std::nullopt;
  }
  return std::nullopt;
}

std::string names_of_formats() {
  std::string names;
  for (const FormatInfo& info : k_formats) {
    if (!names.empty()) names += ", ";
    names += info.name;
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

const FormatInfo& info_of(Format format) {
  return k_formats[static_cast<std::size_t>(format)];
}

std::optional<Format> format_by_name(std::string_view name) {
  for (std::size_t i = 0; i < k_formats.size(); ++i) {
    if (equal_ignoring_case(name, k_formats[i].name)) return static_cast<Format>(i);
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

std::optional<Format> format_by_content(std::span<const char> front) {
  if (is_native(front)) return Format::native;
  const std::string_view text(front.data(), front.size());
  constexpr std::string_view k_banner = "%%MatrixMarket";
  if (equal_ignoring_case(text.substr(0, k_banner.size()), k_banner)) return Format::matrix_market;
  return format_by_problem_line(text);
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
  if (const std::optional<Format> format = format_by_content(begin)) return *format;
  if (const std::optional<Format> format = format_by_path(path)) return *format;
  // Only edge lists have such comments.
  if (!begin.empty() && begin[0] == '#') return Format::edge_list;
  // A pipe has no name that could tell.
  std::error_code unknown;
  if (path == "-" || path.starts_with("/dev/") || std::filesystem::is_fifo(path, unknown)) {
    return format_by_numbers(front, name);
  }
  throw_unknown(name);
}

}  // namespace hypermatch::detail::io

namespace hypermatch::io {

const FormatInfo* format_of_path(const std::string& path) {
  const std::optional<detail::io::Format> format = detail::io::format_by_path(path);
  return format ? &detail::io::info_of(*format) : nullptr;
}

std::span<const FormatInfo> formats() {
  return {&detail::io::info_of(detail::io::Format::hmetis), detail::io::k_formats.size()};
}

}  // namespace hypermatch::io
