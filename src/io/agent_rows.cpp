// SPDX-License-Identifier: MIT
// Preferences as separated values: a row per entry of a list, or per pair of agents.
#include <charconv>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <type_traits>

#include "base/edge_order.hpp"
#include "io/csv_table.hpp"
#include "io/entry_rows.hpp"
#include "io/side_lists.hpp"

namespace hypermatch::detail::io {

namespace {

constexpr std::string_view k_ranked[] = {"agent", "partner", "rank"};
constexpr std::string_view k_scored[] = {"agent", "partner", "agent_score", "partner_score"};

template <typename Number>
Number number_in(std::string_view field, const char* where, const std::string& what) {
  Number value = 0;
  const char* const end = field.data() + field.size();
  const auto [stop, error] = std::from_chars(field.data(), end, value);
  bool is_finite = true;
  if constexpr (std::is_floating_point_v<Number>) is_finite = std::isfinite(value);
  if (field.empty() || error != std::errc{} || stop != end || !is_finite) {
    throw TextFailure{where, "expected " + what + ", found " +
                                 (field.empty() ? "nothing" : shown_token(field.data(), end))};
  }
  return value;
}

/// Of an agent in the column `agent`, or `partner`.
VertexId agent_in(const CsvTable& table, std::size_t column) {
  const std::string what = "the number of an agent in column " + std::string(k_ranked[column]);
  const auto number = number_in<std::uint64_t>(table.field(column), table.where(), what);
  if (number == 0) throw TextFailure{table.where(), "expected " + what + " from 1 on, found 0"};
  check_limit(table.where(), number, "agents");
  return static_cast<VertexId>(number - 1);
}

void check_other(const CsvTable& table, VertexId agent, VertexId partner, Sides sides) {
  if (sides == Sides::one && agent == partner) {
    throw TextFailure{table.where(), "an agent lists itself"};
  }
}

/// A rank that is smaller for a larger score; none for an empty field.
std::optional<std::uint64_t> rank_of_score(const CsvTable& table, std::size_t column) {
  const std::string_view field = table.field(column);
  if (field.empty()) return std::nullopt;
  const std::string what = "a score in column " + std::string(k_scored[column]);
  return ~base::wide_image(number_in<double>(field, table.where(), what));
}

void count_lines(const CsvTable& table, SideLists& lists) {
  lists.comment_lines = table.comment_lines();
  lists.blank_lines = table.blank_lines();
}

}  // namespace

bool begins_agent_rows(std::span<const char> front) {
  return begins_csv_table(front, k_ranked);
}

SideLists parse_agent_rows(const Context& context, std::string_view name, TextRange text,
                           Sides sides) {
  CsvTable table(context, text, k_ranked, "columns agent, partner and rank as the first line");
  EntryRows rows;
  while (table.next()) {
    const VertexId agent = agent_in(table, 0);
    const VertexId partner = agent_in(table, 1);
    const auto rank = number_in<std::uint64_t>(table.field(2), table.where(), "a rank");
    check_other(table, agent, partner, sides);
    rows.see(agent, partner);
    rows.add(agent, partner, rank, table.where());
  }
  SideLists lists = rows.take_lists(context, name);
  count_lines(table, lists);
  return lists;
}

bool begins_scored_pairs(std::span<const char> front) {
  return begins_csv_table(front, k_scored);
}

BothSides parse_scored_pairs(const Context& context, std::string_view name, TextRange text,
                             Sides sides) {
  CsvTable table(context, text, k_scored,
                 "columns agent, partner, agent_score and partner_score as the first line");
  EntryRows left, right;
  EntryRows& others = sides == Sides::two ? right : left;
  while (table.next()) {
    const VertexId agent = agent_in(table, 0);
    const VertexId partner = agent_in(table, 1);
    check_other(table, agent, partner, sides);
    left.see(agent, partner);
    others.see(partner, agent);
    if (const auto rank = rank_of_score(table, 2)) left.add(agent, partner, *rank, table.where());
    if (const auto rank = rank_of_score(table, 3)) others.add(partner, agent, *rank, table.where());
  }
  BothSides both{left.take_lists(context, name), right.take_lists(context, name)};
  count_lines(table, both.left);
  return both;
}

}  // namespace hypermatch::detail::io
