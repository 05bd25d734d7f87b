// SPDX-License-Identifier: MIT
// Matchings of rows and columns, from the definitions. Largest ones are proven by a vertex cover of
// the same size (Koenig 1931) or by the absence of alternating paths between unmatched ends (Berge
// 1957, doi:10.1073/pnas.43.9.842).
#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "base/counted.hpp"
#include "hypermatch/verify_matching.hpp"

namespace hypermatch::verify {

namespace {

constexpr std::uint64_t k_cancel_period = std::uint64_t{1} << 16;  // rows between two looks

// Ids as files have them, from 1. One before the first is what a reader makes of an id that stands
// for nothing.
std::string named(const char* what, std::uint64_t id) {
  if (id == std::numeric_limits<std::uint64_t>::max()) return std::string("its ") + what;
  return std::string(what) + " " + std::to_string(id + 1);
}

std::string missing(const char* what, std::uint64_t id, std::uint64_t count) {
  return named(what, id) + " does not exist, " + detail::base::there_are(count, what);
}

std::string named_pair(const RowColumn& pair) {
  return named("row", pair.row) + " and " + named("column", pair.column);
}

class RowColumnChecker {
 public:
  RowColumnChecker(const Context& context, const BipartiteView& bipartite)
      : context_(context), graph_(bipartite), column_mates_(bipartite.num_columns, k_none) {}

  /// Takes the matching over; the first violated fact, or nothing.
  [[nodiscard]] std::string take(std::span<const RowColumn> pairs) {
    taken_.resize(graph_.num_rows, k_none);
    row_mates_ = taken_;
    for (const RowColumn& pair : pairs) {
      std::string violation = take_next(pair, [&] {
        if (taken_[pair.row] != k_none) return named("row", pair.row) + " is matched twice";
        taken_[pair.row] = static_cast<VertexId>(pair.column);
        return std::string();
      });
      if (!violation.empty()) return violation;
    }
    return {};
  }
  /// Takes over the mate of each row without a copy: `row_mates` must outlive the checker. Returns
  /// the first violated fact, or nothing.
  [[nodiscard]] std::string take(std::span<const VertexId> row_mates) {
    if (row_mates.size() != graph_.num_rows) {
      return detail::base::there_are(row_mates.size(), "mate") + " of rows, " +
             detail::base::there_are(graph_.num_rows, "row");
    }
    row_mates_ = row_mates;
    for (std::size_t r = 0; r < row_mates.size(); ++r) {
      if (row_mates[r] == k_none) continue;
      std::string violation = take_next({r, row_mates[r]}, [] { return std::string(); });
      if (!violation.empty()) return violation;
    }
    return {};
  }

  /// The first violated fact about a cover, or nothing.
  [[nodiscard]] std::string check_cover(const VertexCoverView& cover) {
    std::vector<bool> rows(graph_.num_rows, false);
    std::vector<bool> columns(graph_.num_columns, false);
    std::string violation = mark("row", cover.rows, rows);
    if (violation.empty()) violation = mark("column", cover.columns, columns);
    if (!violation.empty()) return "cover: " + violation;
    for (VertexId r = 0; r < graph_.num_rows; ++r) {
      if (r % k_cancel_period == 0) context_.check_cancelled();
      if (rows[r]) continue;
      for (const VertexId c : graph_.columns_of(r)) {
        if (!columns[c]) {
          return "cover: the entry of " + named_pair({r, c}) + " is not covered";
        }
      }
    }
    return {};
  }

  [[nodiscard]] std::uint64_t cardinality() const { return cardinality_; }

  /// The result of the search for alternating paths from unmatched rows.
  struct Reach {
    std::uint64_t starts = 0;  ///< unmatched rows with entries
    std::uint64_t ends = 0;    ///< unmatched columns that are reached
    RowColumn first{};         ///< the ends of a path, if there is one
  };
  [[nodiscard]] Reach reach() const {
    Reach reach;
    // origin[r]: the unmatched row that the path to row r starts from; queue: the rows reached, in
    // order. A column is reached when its mate is; unmatched ones are marked here.
    std::vector<VertexId> origin(graph_.num_rows, k_none);
    std::vector<bool> ended(graph_.num_columns, false);
    std::vector<VertexId> queue;
    for (VertexId r = 0; r < graph_.num_rows; ++r) {
      if (row_mates_[r] != k_none || graph_.row_size(r) == 0) continue;
      origin[r] = r;
      queue.push_back(r);
    }
    reach.starts = queue.size();
    // Ends: a row enters the queue once, when its origin is set.
    for (std::size_t next = 0; next < queue.size(); ++next) {
      if (next % k_cancel_period == 0) context_.check_cancelled();
      const VertexId r = queue[next];
      for (const VertexId c : graph_.columns_of(r)) {
        const VertexId mate = column_mates_[c];
        if (mate == k_none) {
          if (ended[c]) continue;
          ended[c] = true;
          if (reach.ends++ == 0) reach.first = {origin[r], c};
        } else if (origin[mate] == k_none) {
          origin[mate] = origin[r];
          queue.push_back(mate);
        }
      }
    }
    return reach;
  }

 private:
  // Holds one more pair against the definition; take_row() does it for what the row itself says.
  template <class TakeRow>
  std::string take_next(const RowColumn& pair, const TakeRow& take_row) {
    if (cardinality_ % k_cancel_period == 0) context_.check_cancelled();
    std::string violation = take_pair(pair, take_row);
    if (!violation.empty()) return "pair " + std::to_string(cardinality_ + 1) + ": " + violation;
    ++cardinality_;
    return {};
  }

  template <class TakeRow>
  std::string take_pair(const RowColumn& pair, const TakeRow& take_row) {
    if (pair.row >= graph_.num_rows) return missing("row", pair.row, graph_.num_rows);
    if (pair.column >= graph_.num_columns) {
      return missing("column", pair.column, graph_.num_columns);
    }
    const auto row = static_cast<VertexId>(pair.row);
    const auto column = static_cast<VertexId>(pair.column);
    std::string violation = take_row();
    if (!violation.empty()) return violation;
    if (column_mates_[column] != k_none) return named("column", column) + " is matched twice";
    const auto columns = graph_.columns_of(row);
    if (std::find(columns.begin(), columns.end(), column) == columns.end()) {
      return named_pair(pair) + " have no entry";
    }
    column_mates_[column] = row;
    return {};
  }

  static std::string mark(const char* what, std::span<const std::uint64_t> ids,
                          std::vector<bool>& marks) {
    for (const std::uint64_t id : ids) {
      if (id >= marks.size()) return missing(what, id, marks.size());
      if (marks[id]) return named(what, id) + " occurs twice";
      marks[id] = true;
    }
    return {};
  }

  const Context& context_;
  const BipartiteView& graph_;
  std::vector<VertexId> taken_;          // the columns of pairs, by rows
  std::span<const VertexId> row_mates_;  // these, or what was given
  std::vector<VertexId> column_mates_;
  std::uint64_t cardinality_ = 0;
};

double ratio_of(std::uint64_t part, std::uint64_t whole) {
  if (part == whole) return 1.0;
  // The quotient is rounded to nearest: one step down keeps it true.
  return std::nextafter(static_cast<double>(part) / static_cast<double>(whole), 0.0);
}

template <class Answer>
BipartiteVerdict check_rows_and_columns(const Context& context, const BipartiteView& bipartite,
                                        const Answer& answer, const BipartiteDemands& demands) {
  validate(bipartite);
  RowColumnChecker checker(context, bipartite);
  BipartiteVerdict verdict;
  verdict.violation = checker.take(answer);
  verdict.cardinality = checker.cardinality();
  if (!verdict.violation.empty()) return verdict;

  std::string too_small;  // why it is no largest one, as far as is known
  if (demands.cover) {
    verdict.violation = checker.check_cover(*demands.cover);
    if (!verdict.violation.empty()) return verdict;
    verdict.upper_bound = demands.cover->size();
    too_small = "the cover has " + detail::base::counted(verdict.upper_bound, "member") +
                ", the matching " + std::to_string(verdict.cardinality) +
                " pairs: it does not prove that no matching is larger";
  } else {
    const RowColumnChecker::Reach reach = checker.reach();
    verdict.upper_bound = verdict.cardinality + std::min(reach.starts, reach.ends);
    if (reach.ends != 0) {
      too_small = "a larger matching exists: an alternating path joins unmatched " +
                  named("row", reach.first.row) + " and unmatched " +
                  named("column", reach.first.column);
    }
  }
  verdict.maximum = verdict.cardinality == verdict.upper_bound;
  verdict.certified_ratio = ratio_of(verdict.cardinality, verdict.upper_bound);
  if (demands.maximum && !verdict.maximum) {
    verdict.violation = too_small;
    return verdict;
  }
  verdict.ok = true;
  return verdict;
}

}  // namespace

BipartiteVerdict check_bipartite(const Context& context, const BipartiteView& bipartite,
                                 std::span<const RowColumn> pairs,
                                 const BipartiteDemands& demands) {
  return check_rows_and_columns(context, bipartite, pairs, demands);
}

BipartiteVerdict check_bipartite(const Context& context, const BipartiteView& bipartite,
                                 std::span<const VertexId> row_mates,
                                 const BipartiteDemands& demands) {
  return check_rows_and_columns(context, bipartite, row_mates, demands);
}

}  // namespace hypermatch::verify
