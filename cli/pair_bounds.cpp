// SPDX-License-Identifier: MIT
#include "pair_bounds.hpp"

#include <algorithm>
#include <charconv>
#include <limits>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>

#include "hypermatch/enum_names.hpp"
#include "hypermatch/error.hpp"
#include "judge.hpp"
#include "terminal.hpp"

namespace hypermatch::cli {

namespace {

constexpr std::uint32_t k_unbounded = std::numeric_limits<std::uint32_t>::max();
constexpr std::string_view k_dots = "..";

struct Range {
  std::uint32_t lower = 0;
  std::uint32_t upper = 1;
};

std::optional<std::uint32_t> whole(std::string_view text) {
  if (text.empty() || text.find_first_not_of("0123456789") != std::string_view::npos) {
    return std::nullopt;
  }
  std::uint64_t value = 0;
  const auto result = std::from_chars(text.data(), text.data() + text.size(), value);
  if (result.ec == std::errc::result_out_of_range) return k_unbounded;
  return static_cast<std::uint32_t>(std::min<std::uint64_t>(value, k_unbounded));
}

// `B`, `LO..HI` or `LO..`; nothing: it names a file.
std::optional<Range> range_in(const std::string& given) {
  if (const auto upper = whole(given)) return Range{0, *upper};
  const std::size_t dots = given.find(k_dots);
  if (dots == std::string::npos) return std::nullopt;
  const auto lower = whole(given.substr(0, dots));
  const std::string rest = given.substr(dots + k_dots.size());
  const auto upper = rest.empty() ? std::optional(k_unbounded) : whole(rest);
  if (!lower || !upper) return std::nullopt;
  return Range{*lower, *upper};
}

void check_one(const char* flag, const std::string& given) {
  const auto range = range_in(given);
  const bool looks_wrong = given.starts_with("random:") || given == "vertex-weights" ||
                           (!given.empty() && given[0] == '-' && given.size() > 1);
  if (looks_wrong || (range && range->lower > range->upper)) {
    throw Error(
        ErrorCode::invalid_option,
        std::string(flag) + " is '" + given + "', must be B, LO..HI with LO <= HI, LO.. or a file");
  }
}

}  // namespace

PairBounds OwnedBounds::view() const {
  PairBounds bounds = common;
  bounds.row_lower.each = rows.lower;
  bounds.row_upper.each = rows.upper;
  bounds.column_lower.each = columns.lower;
  bounds.column_upper.each = columns.upper;
  return bounds;
}

bool is_range(const std::string& given) {
  return given.find(k_dots) != std::string::npos && range_in(given).has_value();
}

void add_side_capacity_flags(Command& command, PairBoundsFlags& flags) {
  command.text("--row-capacity", "B|LO..HI|FILE", flags.row_capacity,
               "For rows alone; overrides --capacity");
  command.text("--column-capacity", "B|LO..HI|FILE", flags.column_capacity, "For columns alone");
}

void add_minimize_flags(Command& command, PairBoundsFlags& flags) {
  command.flag("--minimize", flags.minimize,
               "Assignment of minimum cost: as many pairs as possible, and of these the\n"
               "ones with the smallest sum of weights");
  command.flag("--perfect", flags.perfect,
               "All of the smaller side is matched (under capacities: of the side with less room)");
}

std::string gap_words(double gap) {
  if (gap <= 0) return {};
  return " up to " + number(gap, 3) + " (weights were rounded: their bits lie too far apart)";
}

std::string pair_words(const MatchingValue& value, const PairBoundsFlags& flags) {
  return value_words(value, "pair", flags.minimize ? "cost" : "weight");
}

void check_pair_bounds(const PairBoundsFlags& flags) {
  if (flags.minimize && flags.objective == Objective::cardinality) {
    throw Error(ErrorCode::invalid_option,
                "--minimize is for costs, it does not go with --objective cardinality");
  }
  check_one("--capacity", flags.capacity);
  check_one("--row-capacity", flags.row_capacity);
  check_one("--column-capacity", flags.column_capacity);
}

namespace {

// Makes the lower bounds of the side with less room, or of both, its upper ones.
void demand_all(OwnedBounds& bounds, const BipartiteView& graph) {
  const SmallerSides filled = smaller_sides(bounds.view(), graph);
  if (filled.rows) {
    bounds.rows.lower = bounds.rows.upper;
    bounds.common.row_lower = bounds.common.row_upper;
  }
  if (filled.columns) {
    bounds.columns.lower = bounds.columns.upper;
    bounds.common.column_lower = bounds.common.column_upper;
  }
}

}  // namespace

OwnedBounds load_pair_bounds(const PairBoundsFlags& flags, const BipartiteView& graph,
                             const io::SideLabels& labels) {
  OwnedBounds bounds;
  const io::NamedVertices sides[] = {{labels.rows, graph.num_rows},
                                     {labels.columns, graph.num_columns}};
  const auto read = [&](const std::string& file, std::span<const io::NamedVertices> groups) {
    std::string note;
    io::VertexBounds found = io::read_bounds(file, groups, &note);
    if (!note.empty()) bounds.notes.push_back(file + ": " + note);
    return found;
  };
  const auto take = [&](const Range& range, Capacities& lower, Capacities& upper) {
    lower = {.common = range.lower};
    upper = {.common = range.upper};
  };
  const auto take_rows = [&](const std::string& given) {
    if (given.empty()) return;
    bounds.rows = {};
    if (const auto range = range_in(given)) {
      take(*range, bounds.common.row_lower, bounds.common.row_upper);
    } else {
      bounds.rows = read(given, {&sides[0], 1});
    }
  };
  const auto take_columns = [&](const std::string& given) {
    if (given.empty()) return;
    bounds.columns = {};
    if (const auto range = range_in(given)) {
      take(*range, bounds.common.column_lower, bounds.common.column_upper);
    } else {
      bounds.columns = read(given, {&sides[1], 1});
    }
  };
  if (flags.capacity.empty() || range_in(flags.capacity)) {
    take_rows(flags.capacity);
    take_columns(flags.capacity);
  } else {
    // Rows, then columns.
    const std::size_t rows = graph.num_rows;
    io::VertexBounds all = read(flags.capacity, sides);
    const auto split = [&](std::vector<std::uint32_t>& from, std::vector<std::uint32_t>& behind) {
      behind.assign(from.begin() + static_cast<std::ptrdiff_t>(rows), from.end());
      from.resize(rows);
    };
    split(all.lower, bounds.columns.lower);
    split(all.upper, bounds.columns.upper);
    bounds.rows = std::move(all);
  }
  take_rows(flags.row_capacity);
  take_columns(flags.column_capacity);
  if (flags.perfect) demand_all(bounds, graph);
  return bounds;
}

std::vector<std::string> bounds_files(const PairBoundsFlags& flags) {
  std::vector<std::string> files;
  for (const std::string* given : {&flags.capacity, &flags.row_capacity, &flags.column_capacity}) {
    files.push_back(range_in(*given) ? std::string() : *given);
  }
  return files;
}

void report_bounds(Json& options, const PairBoundsFlags& flags) {
  const auto shown = [](const std::string& given) -> Json {
    if (given.empty()) return nullptr;
    const auto number = whole(given);
    return number ? Json(*number) : Json(given);
  };
  options["capacity"] = flags.capacity.empty() ? Json(1) : shown(flags.capacity);
  options["row_capacity"] = shown(flags.row_capacity);
  options["column_capacity"] = shown(flags.column_capacity);
  if (flags.minimize) options["minimize"] = true;
  if (flags.perfect) options["perfect"] = true;
}

}  // namespace hypermatch::cli
