// SPDX-License-Identifier: MIT
// Preferences as separated values: a row per entry of a list, or per pair of agents.
#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <system_error>
#include <type_traits>
#include <utility>

#include "base/edge_order.hpp"
#include "hypermatch/error.hpp"
#include "hypermatch/scored_preferences.hpp"
#include "io/csv_table.hpp"
#include "io/entry_rows.hpp"
#include "io/side_lists.hpp"
#include "structures/scored_row_checks.hpp"

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

/// The agent in the column `agent` or `partner`, counted from 0.
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

/// None for an empty field.
std::optional<double> score_in(const CsvTable& table, std::size_t column) {
  const std::string_view field = table.field(column);
  if (field.empty()) return std::nullopt;
  const std::string what = "a score in column " + std::string(k_scored[column]);
  return number_in<double>(field, table.where(), what);
}

/// Smaller for a larger score.
std::uint64_t rank_of(double score) {
  return ~base::wide_image(score);
}

CsvTable scored_table(const Context& context, TextRange text) {
  return CsvTable(context, text, k_scored,
                  "columns agent, partner, agent_score and partner_score as the first line");
}

/// Rows of pairs with scores in the order of the file, made into rows of the left side.
class ScoredRows {
 public:
  void add(VertexId left, VertexId right, double left_score, double right_score) {
    num_left_ = std::max(num_left_, left + 1);
    num_right_ = std::max(num_right_, right + 1);
    rows_.push_back({left, right, left_score, right_score});
  }
  [[nodiscard]] ScoredPairs take_pairs(std::string_view name) {
    const std::uint64_t agents = std::uint64_t{num_left_} + num_right_;
    check_count_of_agents(agents);
    check_room_for(name, 16 * agents, "agents");
    ScoredPairs pairs;
    pairs.num_agents = static_cast<VertexId>(agents);
    pairs.num_left = num_left_;
    pairs.offsets = Array<Offset>(num_left_ + std::size_t{1}, 0);
    for (const Row& row : rows_) ++pairs.offsets[row.left + std::size_t{1}];
    for (std::size_t x = 0; x < num_left_; ++x) pairs.offsets[x + 1] += pairs.offsets[x];
    Array<Offset> next(pairs.offsets.view());
    Array<double> left_scores(rows_.size()), right_scores(rows_.size());
    pairs.partners.resize(rows_.size());
    for (const Row& row : rows_) {
      const Offset at = next[row.left]++;
      pairs.partners[at] = num_left_ + row.right;
      left_scores[at] = row.left_score;
      right_scores[at] = row.right_score;
    }
    rows_ = {};
    pairs.left_scores = std::move(left_scores);
    pairs.right_scores = std::move(right_scores);
    return pairs;
  }

 private:
  struct Row {
    VertexId left, right;
    double left_score, right_score;
  };

  VertexId num_left_ = 0;
  VertexId num_right_ = 0;
  Array<Row> rows_;
};

/// Throws TextFailure for the first row that has the partner of another row of this agent.
[[noreturn]] void fail_second_row(const Context& context, TextRange text, VertexId agent) {
  CsvTable table = scored_table(context, text);
  std::set<VertexId> partners;
  // Ends: there is such a row.
  for (;;) {
    if (!table.next()) throw Error(ErrorCode::internal, "no partner stands twice");
    if (agent_in(table, 0) != agent) continue;
    const VertexId partner = agent_in(table, 1);
    if (partners.insert(partner).second) continue;
    throw TextFailure{table.where(), "partner " + std::to_string(partner + 1) +
                                         " stands twice in the list of an agent"};
  }
}

void count_skipped_lines(const CsvTable& table, SideLists& lists) {
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
  count_skipped_lines(table, lists);
  return lists;
}

bool begins_scored_pairs(std::span<const char> front) {
  return begins_csv_table(front, k_scored);
}

BothSides parse_scored_pairs(const Context& context, std::string_view name, TextRange text,
                             Sides sides) {
  CsvTable table = scored_table(context, text);
  EntryRows left, right;
  EntryRows& others = sides == Sides::two ? right : left;
  while (table.next()) {
    const VertexId agent = agent_in(table, 0);
    const VertexId partner = agent_in(table, 1);
    check_other(table, agent, partner, sides);
    left.see(agent, partner);
    others.see(partner, agent);
    if (const auto score = score_in(table, 2)) {
      left.add(agent, partner, rank_of(*score), table.where());
    }
    if (const auto score = score_in(table, 3)) {
      others.add(partner, agent, rank_of(*score), table.where());
    }
  }
  BothSides both{left.take_lists(context, name), right.take_lists(context, name)};
  count_skipped_lines(table, both.left);
  return both;
}

hypermatch::io::ScoredPairsFile parse_pairs_as_scored(const Context& context, std::string_view name,
                                                      TextRange text) {
  constexpr double k_not_listed = std::numeric_limits<double>::quiet_NaN();
  CsvTable table = scored_table(context, text);
  ScoredRows rows;
  while (table.next()) {
    const VertexId agent = agent_in(table, 0);
    const VertexId partner = agent_in(table, 1);
    rows.add(agent, partner, score_in(table, 2).value_or(k_not_listed),
             score_in(table, 3).value_or(k_not_listed));
  }
  hypermatch::io::ScoredPairsFile file;
  file.pairs = rows.take_pairs(name);
  file.report.bytes = text.size();
  file.report.comment_lines = table.comment_lines();
  file.report.blank_lines = table.blank_lines();
  const ScoredPairsView view = file.pairs.view();
  structures::Repeats repeats;
  for (VertexId x = 0; x < view.num_left; ++x) {
    if (!structures::is_sound_row(view, x, repeats)) fail_second_row(context, text, x);
  }
  return file;
}

}  // namespace hypermatch::detail::io
