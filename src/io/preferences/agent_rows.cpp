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

#include "base/counted.hpp"
#include "base/edge_order.hpp"
#include "hypermatch/error.hpp"
#include "hypermatch/scored_preferences.hpp"
#include "io/builders/entry_rows.hpp"
#include "io/formats/csv/csv_table.hpp"
#include "io/preferences/rank_columns.hpp"
#include "io/preferences/side_lists.hpp"
#include "io/text/printable.hpp"
#include "structures/scored_row_checks.hpp"

namespace hypermatch::detail::io {

namespace {

constexpr std::string_view k_ranked[] = {"agent", "partner", "rank"};
constexpr std::string_view k_scored[] = {"agent", "partner", "agent_score", "partner_score"};
// Columns that a file may have beside these.
constexpr std::string_view k_capacities[] = {"agent_capacity", "partner_capacity", "capacity"};
enum class CapacityOf : std::size_t { agent, partner, row };

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

/// The agents of a table.
class AgentColumns {
 public:
  AgentColumns(const CsvTable& table, std::size_t bytes, const RowsOptions& options,
               NamesOfSides& names)
      : table_(table),
        names_(names),
        agents_(options.side),
        partners_(options.sides == Sides::two ? other_side(options.side) : options.side),
        largest_(std::max<std::uint64_t>(bytes, k_always_a_number)),
        has_one_side_(options.sides == Sides::one) {}

  [[nodiscard]] VertexId agent() { return agent_in(0, agents_); }
  /// @throws TextFailure for the agent itself, of one side
  [[nodiscard]] VertexId partner_of(VertexId agent) {
    const VertexId partner = agent_in(1, partners_);
    if (has_one_side_ && agent == partner)
      throw TextFailure{table_.where(), "an agent lists itself"};
    return partner;
  }
  [[nodiscard]] EntryRows::ShownPartner shown_partner() const {
    return [this](VertexId partner) { return names_.shown(partners_, partner); };
  }
  [[nodiscard]] EntryRows::ShownPartner shown_agent() const {
    return [this](VertexId agent) { return names_.shown(agents_, agent); };
  }

 private:
  // A number beyond this and the bytes of the text is an id: a file that numbers its agents has
  // no room to name so many.
  static constexpr std::uint64_t k_always_a_number = 1000;

  VertexId agent_in(std::size_t column, AgentSide side) {
    const std::string_view field = table_.field(column);
    const char* const end = field.data() + field.size();
    const bool is_whole = !field.empty() && field.find_first_not_of("0123456789") == field.npos;
    if (!is_whole && (field.empty() || is_odd_number(field))) {
      throw TextFailure{table_.where(),
                        "expected the number or name of an agent in column " +
                            std::string(k_ranked[column]) + ", found " +
                            (field.empty() ? "nothing" : shown_token(field.data(), end))};
    }
    if (names_.has_names(side)) return names_.number_of(side, field);
    std::uint64_t number = 0;
    const bool fits = std::from_chars(field.data(), end, number).ec == std::errc{};
    if (!is_whole || !fits || number == 0 || number > largest_) throw SideHasNames{side};
    names_.see_number(side, static_cast<VertexId>(number - 1));
    return static_cast<VertexId>(number - 1);
  }

  const CsvTable& table_;
  NamesOfSides& names_;
  AgentSide agents_, partners_;
  std::uint64_t largest_;
  bool has_one_side_;
};

/// The capacity in a column; none where there is no such column, or nothing in it.
std::optional<std::uint64_t> capacity_in(const CsvTable& table, std::size_t column) {
  if (!table.has(column) || table.field(column).empty()) return std::nullopt;
  const std::string_view field = table.field(column);
  const char* const end = field.data() + field.size();
  const auto number = parse_number(field.data(), end);
  if (!number || !number->is_integer || number->integer < 0 ||
      number->integer > std::numeric_limits<std::uint32_t>::max()) {
    throw TextFailure{table.where(),
                      "expected a capacity, a whole number of 32 bits from 0, found " +
                          shown_token(field.data(), end)};
  }
  return static_cast<std::uint64_t>(number->integer);
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

constexpr const char* k_ranked_header = "columns agent, partner and rank as the first line";
constexpr const char* k_scored_header =
    "columns agent, partner, agent_score and partner_score as the first line";

CsvColumnsOfTable ranked_columns(const RowsOptions& options) {
  return {k_ranked, k_capacities, options.columns};
}
CsvColumnsOfTable scored_columns(const RowsOptions& options) {
  return {k_scored, k_capacities, options.columns};
}

/// The capacities that a row says.
struct RowCapacities {
  std::optional<std::uint64_t> agent, partner;
};

/// `first`: the number of the first of `k_capacities`. With scores of both `capacity` is the one of
/// neither.
RowCapacities capacities_in(const CsvTable& table, std::size_t first, bool is_scored) {
  const auto in = [&](CapacityOf of) {
    return capacity_in(table, first + static_cast<std::size_t>(of));
  };
  RowCapacities found{in(CapacityOf::agent), in(CapacityOf::partner)};
  const bool has_plain = table.has(first + static_cast<std::size_t>(CapacityOf::row));
  if (!has_plain) return found;
  if (is_scored || table.has(first)) {
    throw TextFailure{
        table.where(),
        "column capacity may be that of agent or partner: expected agent_capacity and "
        "partner_capacity"};
  }
  found.agent = in(CapacityOf::row);
  return found;
}

/// Rows of pairs with scores in the order of the file, made into rows of the left side.
class ScoredRows {
 public:
  void add(VertexId left, VertexId right, double left_score, double right_score) {
    num_left_ = std::max(num_left_, left + 1);
    num_right_ = std::max(num_right_, right + 1);
    rows_.push_back({left, right, left_score, right_score});
  }
  void see_capacities(VertexId left, VertexId right, const RowCapacities& capacities,
                      const char* where) {
    if (capacities.agent) capacities_.see_capacity(left, *capacities.agent, where);
    if (capacities.partner) capacities_.see_partner_capacity(right, *capacities.partner, where);
  }
  [[nodiscard]] ScoredPairs take_pairs(const Context& context, std::string_view name) {
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
    const SideLists seen = capacities_.take_lists(context, name, {});
    set_capacities(pairs.capacities, pairs.num_agents, 0, seen.capacities, {});
    set_capacities(pairs.capacities, pairs.num_agents, num_left_, seen.partner_capacities, {});
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
  EntryRows capacities_;
};

/// Throws TextFailure for the first row that has the partner of another row of this agent.
[[noreturn]] void fail_second_row(const Context& context, TextRange text, VertexId agent,
                                  NamesOfSides& names) {
  const RowsOptions options;
  const CsvColumnsOfTable columns = scored_columns(options);
  CsvTable table(context, text, columns, k_scored_header);
  AgentColumns agents(table, text.size(), options, names);
  std::set<VertexId> partners;
  // Ends: there is such a row.
  for (;;) {
    if (!table.next()) throw Error(ErrorCode::internal, "no partner stands twice");
    if (agents.agent() != agent) continue;
    const VertexId partner = agents.partner_of(agent);
    if (partners.insert(partner).second) continue;
    throw TextFailure{table.where(), "partner " + agents.shown_partner()(partner) +
                                         " stands twice in the list of an agent"};
  }
}

/// A row whose first name begins as a comment does would be lost.
void judge_comments(const CsvTable& table, const NamesOfSides& names, SideLists& lists) {
  const auto& rows = table.rows_in_comments();
  for (const CsvTable::RowInComment& row : rows) {
    const std::string& id = row.first.find_first_of("#%") == 0 ? row.first : row.second;
    if (!names.knows(id)) continue;
    throw TextFailure{row.where, "expected a comment, found the columns of a row whose agent " +
                                     shown_text(id) +
                                     " has other rows, too: the first field of a line cannot begin "
                                     "as a comment does, except in quotes"};
  }
  if (rows.empty()) return;
  lists.reading += (lists.reading.empty() ? "" : "; ") +
                   base::counted(rows.size(), "comment line") + " with the columns of a row";
}

void count_skipped_lines(const CsvTable& table, SideLists& lists) {
  lists.comment_lines = table.comment_lines();
  lists.blank_lines = table.blank_lines();
  lists.other_columns = table.other_columns();
}

}  // namespace

void refuse_other_columns(TextRange text) {
  Cursor cursor(text);
  // Ends: each round takes a line.
  while (!cursor.at_end()) {
    const bool is_blank = !cursor.skip_blanks();
    const char* const begin = cursor.at();
    cursor.skip_line();
    if (is_blank || *begin == '#' || *begin == '%') continue;
    const std::string_view line(begin, static_cast<std::size_t>(cursor.at() - begin));
    if (line.starts_with("p ") || line.find_first_of(",;\t") == std::string_view::npos) return;
    throw TextFailure{
        begin,
        "expected columns agent, partner and rank, or agent, partner, agent_score and "
        "partner_score, found " +
            shown_text(trimmed(line.substr(0, line.find('\n')))) +
            "; --columns AGENT,PARTNER,RANK says which to take"};
  }
}

bool begins_agent_rows(std::span<const char> front) {
  return begins_csv_table(front, k_ranked);
}

void find_columns(std::span<const char> front, std::vector<std::string>& columns) {
  if (begins_agent_rows(front)) columns = {};
  if (columns.size() != std::size(k_ranked)) return;
  const std::string_view given[] = {columns[2]};
  const std::string_view usual[] = {columns[0], columns[1], k_ranked[2]};
  if (!begins_csv_table(front, given) && begins_csv_table(front, usual)) columns[2] = k_ranked[2];
}

SideLists parse_agent_rows(const Context& context, std::string_view name, TextRange text,
                           const RowsOptions& options, NamesOfSides& names) {
  const CsvColumnsOfTable columns = ranked_columns(options);
  CsvTable table(context, text, columns, k_ranked_header);
  AgentColumns agents(table, text.size(), options, names);
  EntryRows rows;
  while (table.next()) {
    const VertexId agent = agents.agent();
    const VertexId partner = agents.partner_of(agent);
    const auto rank = number_in<std::uint64_t>(table.field(2), table.where(), "a rank");
    rows.see(agent, partner);
    rows.add(agent, partner, rank, table.where());
    const RowCapacities capacities = capacities_in(table, std::size(k_ranked), false);
    if (capacities.agent) rows.see_capacity(agent, *capacities.agent, table.where());
    if (capacities.partner) rows.see_partner_capacity(partner, *capacities.partner, table.where());
  }
  refuse_scores(table);
  SideLists lists = rows.take_lists(context, name, agents.shown_partner());
  count_skipped_lines(table, lists);
  lists.reading = reading_of(table, options.columns, true);
  judge_comments(table, names, lists);
  return lists;
}

bool begins_scored_pairs(std::span<const char> front) {
  return begins_csv_table(front, k_scored);
}

BothSides parse_scored_pairs(const Context& context, std::string_view name, TextRange text,
                             const RowsOptions& options, NamesOfSides& names) {
  const CsvColumnsOfTable columns = scored_columns(options);
  CsvTable table(context, text, columns, k_scored_header);
  AgentColumns agents(table, text.size(), options, names);
  EntryRows left, right;
  EntryRows& others = options.sides == Sides::two ? right : left;
  std::optional<bool> ranks;
  const auto better = [&](double number) { return rank_of(*ranks ? -number : number); };
  while (table.next()) {
    if (!ranks) ranks = are_ranks(table);
    const VertexId agent = agents.agent();
    const VertexId partner = agents.partner_of(agent);
    left.see(agent, partner);
    others.see(partner, agent);
    if (const auto score = score_in(table, 2)) {
      left.add(agent, partner, better(*score), table.where());
    }
    if (const auto score = score_in(table, 3)) {
      others.add(partner, agent, better(*score), table.where());
    }
    const RowCapacities capacities = capacities_in(table, std::size(k_scored), true);
    if (capacities.agent) left.see_capacity(agent, *capacities.agent, table.where());
    if (capacities.partner) others.see_capacity(partner, *capacities.partner, table.where());
  }
  BothSides both{left.take_lists(context, name, agents.shown_partner()),
                 right.take_lists(context, name, agents.shown_agent())};
  count_skipped_lines(table, both.left);
  both.left.reading = reading_of(table, options.columns, ranks.value_or(false));
  judge_comments(table, names, both.left);
  return both;
}

namespace {

hypermatch::io::ScoredPairsFile parse_scored(const Context& context, std::string_view name,
                                             TextRange text, NamesOfSides& names) {
  constexpr double k_not_listed = std::numeric_limits<double>::quiet_NaN();
  const RowsOptions options;
  const CsvColumnsOfTable columns = scored_columns(options);
  CsvTable table(context, text, columns, k_scored_header);
  AgentColumns agents(table, text.size(), options, names);
  ScoredRows rows;
  while (table.next()) {
    const VertexId agent = agents.agent();
    const VertexId partner = agents.partner_of(agent);
    rows.add(agent, partner, score_in(table, 2).value_or(k_not_listed),
             score_in(table, 3).value_or(k_not_listed));
    rows.see_capacities(agent, partner, capacities_in(table, std::size(k_scored), true),
                        table.where());
  }
  hypermatch::io::ScoredPairsFile file;
  file.pairs = rows.take_pairs(context, name);
  file.report.bytes = text.size();
  file.report.comment_lines = table.comment_lines();
  file.report.blank_lines = table.blank_lines();
  file.report.other_columns = table.other_columns();
  const ScoredPairsView view = file.pairs.view();
  file.names = names.names(view.num_left, view.num_agents - view.num_left);
  structures::Repeats repeats;
  for (VertexId x = 0; x < view.num_left; ++x) {
    if (!structures::is_sound_row(view, x, repeats)) fail_second_row(context, text, x, names);
  }
  return file;
}

}  // namespace

hypermatch::io::ScoredPairsFile parse_pairs_as_scored(const Context& context, std::string_view name,
                                                      TextRange text) {
  return with_names([&](NamesOfSides& names) { return parse_scored(context, name, text, names); });
}

}  // namespace hypermatch::detail::io
