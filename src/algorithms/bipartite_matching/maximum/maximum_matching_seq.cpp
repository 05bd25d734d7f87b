// SPDX-License-Identifier: MIT
// The default, on one core whatever the number of threads, so that its answer is always the same.
// Cheap start; where that leaves a tenth free, degrees tell more, and it starts again by least
// degrees. Then phases of Hopcroft and Karp (1973, doi:10.1137/0202019) while paths are near by,
// and of Pothen and Fan (1990, doi:10.1145/98267.98287), which find paths of any length in few
// passes; should these become many, the former take turns with them. Exact. At most about three
// times the O(sqrt(rows + columns)) phases of O(rows + columns + entries) work of HKDW.
#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>

#include "algorithms/bipartite_matching/columns.hpp"
#include "algorithms/bipartite_matching/hopcroft_karp/shortest_paths.hpp"
#include "algorithms/bipartite_matching/maximum/pruned_paths.hpp"
#include "algorithms/bipartite_matching/problem.hpp"
#include "algorithms/bipartite_matching/starts/starts.hpp"

namespace hypermatch {

namespace detail::bipartite_matching {
namespace {

// Phases of Pothen and Fan before those of Hopcroft and Karp take turns with them, for their bound.
constexpr std::uint64_t k_most_passes = 16;
// Free rows that are asked whether a path of three edges begins at them.
constexpr std::size_t k_samples = 256;
// Free rows that are worth a transpose.
constexpr std::size_t k_crowd = 256;

// Asks free rows for paths of three edges, within a part of all entries.
class ShortPathProbe {
 public:
  ShortPathProbe(const BipartiteView& graph, const Columns& columns)
      : graph_(graph), columns_(columns), budget_(graph.num_entries() / 64 + 4096) {}

  // True if seven of eight rows have such a path, as far as that is cheaply seen.
  [[nodiscard]] bool ask(const Array<VertexId>& free_rows) {
    const std::size_t samples = std::min(k_samples, free_rows.size());
    std::size_t missing = 0;
    for (std::size_t i = 0; i < samples; ++i) {
      missing += begins_at(free_rows[i * free_rows.size() / samples]) ? 0 : 1;
    }
    return missing * 8 <= samples;
  }

 private:
  [[nodiscard]] bool begins_at(VertexId row) {
    for (const VertexId c : graph_.columns_of(row)) {
      const VertexId mate = columns_[c].mate;
      if (mate == k_none || leads_to_free(mate)) return true;
      if (budget_ == 0) return false;
    }
    return false;
  }
  [[nodiscard]] bool leads_to_free(VertexId row) {
    for (const VertexId c : graph_.columns_of(row)) {
      if (columns_[c].mate == k_none) return true;
      if (budget_ == 0) return false;
      --budget_;
    }
    return false;
  }

  BipartiteView graph_;
  const Columns& columns_;
  std::uint64_t budget_;
};

// Whether an attempt may give up in favour of one from the other side.
enum class Turning { allowed, done };

class Adaptive {
 public:
  Adaptive(Problem& problem, Columns& columns, Turning turning)
      : problem_(problem),
        columns_(columns),
        shortest_(problem, columns),
        free_rows_(problem.free_rows()),
        may_turn_(turning == Turning::allowed),
        near_(may_turn_ && ShortPathProbe(problem.graph, columns).ask(free_rows_)) {}

  // True once the matching is maximum; false if searches from columns are likely to be shorter.
  [[nodiscard]] bool run() {
    BipartiteStats& stats = problem_.matching.stats;
    std::uint64_t found = 1;
    // Ends: a phase that finds a path enlarges the matching.
    while (found != 0 && !free_rows_.empty()) {
      problem_.context.check_cancelled();
      found = run_phase();
      stats.augmentations += found;
      ++stats.phases;
      if (may_turn_ && found != 0 && is_crowded(found)) return false;
    }
    return true;
  }

  [[nodiscard]] std::string phases() const {
    return std::to_string(num_shortest_) + " phases of hopcroft_karp and " +
           std::to_string(num_any_) + " of pfp";
  }

 private:
  std::uint64_t run_phase() {
    if (!near_ && (num_any_ < k_most_passes || num_any_ <= k_most_passes + turns_)) {
      ++num_any_;
      if (!any_) any_.emplace(problem_, columns_);
      return any_->run_phase(free_rows_);
    }
    turns_ += near_ ? 0 : 1;
    ++num_shortest_;
    const std::uint64_t found = shortest_.run_phase(free_rows_);
    // The fewer paths a phase finds, the less of the graph may it see to be worth another one.
    const std::size_t left = free_rows_.size();
    const std::size_t part = found > 8 * left ? 1 : found > left ? 6 : 16;
    near_ = near_ && shortest_.num_seen() <= problem_.graph.num_columns / part;
    return found;
  }

  // Many rows, none of them hopeless, find few free columns: these few will find rows at once.
  [[nodiscard]] bool is_crowded(std::uint64_t found) const {
    return num_any_ >= 2 && found * 8 < free_rows_.size() && free_rows_.size() >= k_crowd;
  }

  Problem& problem_;
  Columns& columns_;
  ShortestPaths shortest_;
  std::optional<PrunedPaths> any_;  // made when it is first needed: it copies offsets
  Array<VertexId> free_rows_;
  bool may_turn_;
  bool near_;
  std::uint64_t num_shortest_ = 0;
  std::uint64_t num_any_ = 0;
  std::uint64_t turns_ = 0;  // phases of Hopcroft and Karp that took turns
};

// True once the matching is maximum.
bool grow_from_rows(Problem& problem, Turning turning, std::string& phases) {
  Columns columns(problem);
  Adaptive attempt(problem, columns, turning);
  const bool done = attempt.run();
  phases += attempt.phases();
  return done;
}

void grow_from_columns(Problem& problem, std::string& phases) {
  Problem mirrored(problem.context, problem.by_columns(), Threads::one);
  BipartiteMatching& mine = problem.matching;
  BipartiteMatching& other = mirrored.matching;
  mine.row_mates.swap(other.column_mates);
  mine.column_mates.swap(other.row_mates);
  (void)grow_from_rows(mirrored, Turning::done, phases);
  mine.row_mates.swap(other.column_mates);
  mine.column_mates.swap(other.row_mates);
  mine.stats.augmentations += other.stats.augmentations;
  mine.stats.phases += other.stats.phases;
}

void grow(Problem& problem) {
  std::string phases = "complete: ";
  if (!grow_from_rows(problem, Turning::allowed, phases)) {
    phases += ", then from columns ";
    grow_from_columns(problem, phases);
  }
  problem.matching.stats.stop_reason = phases;
}

void start_again(Problem& problem) {
  const Stopwatch watch;
  BipartiteMatching& matching = problem.matching;
  std::fill(matching.row_mates.begin(), matching.row_mates.end(), k_none);
  std::fill(matching.column_mates.begin(), matching.column_mates.end(), k_none);
  least_degree_seq(problem);
  matching.stats.start_seconds += watch.seconds();
  matching.stats.start_cardinality = problem.count_matched();
}

void choose_start_and_grow(Problem& problem) {
  const std::uint64_t most = std::min(problem.graph.num_rows, problem.graph.num_columns);
  const bool again = most - problem.matching.stats.start_cardinality > most / 10;
  if (again) start_again(problem);
  grow(problem);
  if (again) {
    problem.matching.stats.stop_reason += "; started by least degrees, for cheap left many free";
  }
}

}  // namespace
}  // namespace detail::bipartite_matching

BipartiteMatching maximum_matching(const Context& context, const BipartiteView& graph,
                                   const BipartiteOptions& options) {
  using namespace detail::bipartite_matching;
  return solve(
      context, graph, options,
      {.name = "maximum_matching", .start = BipartiteStart::cheap, .threads = Threads::one},
      options.start == BipartiteStart::automatic ? choose_start_and_grow : grow);
}

}  // namespace hypermatch
