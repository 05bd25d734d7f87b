// SPDX-License-Identifier: MIT
// The default, on one core (but for transposes) whatever the number of threads, so that its answer
// is always the same.
// Cheap start. It starts again by least degrees where the cheap start leaves far more rows than
// columns free, or a tenth of both while paths are not near by; not where columns abound. Then
// phases of Hopcroft and Karp (1973, doi:10.1137/0202019) while paths are near by, which the phases
// themselves tell as long as columns fit a core's caches, and a sample of rows in larger graphs;
// and of Pothen and Fan (1990, doi:10.1145/98267.98287), which find paths of any length in few
// passes, or, where few rows are left, trees from both sides; should these become many, the former
// take turns with them. Transposes are made for trees from both sides, and where free rows abound.
// Exact. At most about five times the O(sqrt(rows + columns)) phases of O(rows + columns + entries)
// work of HKDW.
#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "algorithms/bipartite_matching/common/columns.hpp"
#include "algorithms/bipartite_matching/common/problem.hpp"
#include "algorithms/bipartite_matching/common/shortest_paths.hpp"
#include "algorithms/bipartite_matching/common/starts/starts.hpp"
#include "algorithms/bipartite_matching/maximum/meeting_trees.hpp"
#include "algorithms/bipartite_matching/maximum/pruned_paths.hpp"

namespace hypermatch {

namespace detail::bipartite_matching {
namespace {

// Phases of Pothen and Fan, and how often they enter all columns, before one of Hopcroft and Karp
// takes its turn, for their bound.
constexpr std::uint64_t k_most_passes = 16;
constexpr std::uint64_t k_turn = 2;
// Free rows that are asked whether a path of three edges begins at them.
constexpr std::size_t k_samples = 256;
// A transpose costs less than a phase that enters so large a part of all columns.
constexpr std::uint64_t k_part_worth_transpose = 4;
// Columns entered for one row that is left.
constexpr std::uint64_t k_thin = 64;
// All but one of so many free rows begin a path of three edges where phases of Hopcroft and Karp
// soon find most in large graphs, and where a better start is not worth its time.
constexpr std::size_t k_near = 16;
constexpr std::size_t k_next = 8;
// Columns whose mates and marks stay in a core's nearest caches, and in its last own one.
constexpr std::uint64_t k_tiny = 1U << 15;
constexpr std::uint64_t k_small = 3U << 16;
// To see a column takes phases of Hopcroft and Karp less time than those of Pothen and Fan, by this
// factor, where columns stay in the nearest caches.
constexpr double k_cheaper = 2.0;
constexpr std::uint64_t k_several = 5;
constexpr std::uint64_t k_dense = 8;
// Free rows that are worth a transpose.
constexpr std::size_t k_crowd = 256;

// Asks free rows for paths of three edges, within a part of all entries.
class ShortPathProbe {
 public:
  ShortPathProbe(const BipartiteView& graph, const Columns& columns)
      : graph_(graph), columns_(columns), budget_(graph.num_entries() / 64 + 4096) {}

  // True if all but one of `part` rows have such a path, as far as that is cheaply seen.
  [[nodiscard]] bool most_but(std::size_t part, const Array<VertexId>& free_rows) {
    const std::size_t samples = std::min(k_samples, free_rows.size());
    std::size_t missing = 0;
    for (std::size_t i = 0; i < samples; ++i) {
      missing += begins_at(free_rows[i * free_rows.size() / samples]) ? 0 : 1;
    }
    return missing * part <= samples;
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

// Columns, and the levels of a breadth-first search that reach as many, where growth is fast: in
// planes and spaces balls grow by powers of the radius, in random graphs exponentially.
constexpr std::size_t k_ball = 4096;
constexpr int k_fast_levels = 8;
constexpr std::size_t k_ball_samples = 8;

// True if balls around a free row grow so fast that two that meet half way are small.
bool grows_fast(const BipartiteView& graph, Columns& columns, VertexId root) {
  const std::uint32_t mark = columns.fresh_marks(1);
  columns.used_marks_below(mark + 1);
  std::vector<VertexId> rows = {root};
  std::size_t begin = 0;
  for (int level = 0; level < k_fast_levels && rows.size() < k_ball; ++level) {
    const std::size_t end = rows.size();
    for (; begin < end; ++begin) {
      for (const VertexId c : graph.columns_of(rows[begin])) {
        Column& column = columns[c];
        if (column.mark >= mark || column.mate == k_none) continue;
        column.mark = mark;
        rows.push_back(column.mate);
      }
    }
  }
  return rows.size() >= k_ball;
}

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
        near_(problem.graph.num_columns <= k_small ||
              problem.matching.stats.start == BipartiteStart::least_degree ||
              (may_turn_ && ShortPathProbe(problem.graph, columns).most_but(k_near, free_rows_))) {}

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
      if (found == 0) break;
      if (may_turn_ && is_crowded(found)) return false;
    }
    return true;
  }

  [[nodiscard]] std::string phases() const {
    return std::to_string(num_shortest_) + " phases of hopcroft_karp, " +
           std::to_string(num_any_ - num_meeting_) + " of pfp and " + std::to_string(num_meeting_) +
           " from both sides";
  }

 private:
  std::uint64_t run_phase() {
    const std::uint64_t columns = problem_.graph.num_columns;
    // After several phases of any length, one in dense graphs, whichever found more for its work
    // when it ran last.
    const bool several =
        num_any_ >= k_several || (any_ && problem_.graph.num_entries() >= k_dense * columns);
    const bool pays =
        several && !meeting_ && columns <= k_tiny && k_cheaper * shortest_yield_ > any_yield_;
    const bool due = num_any_ >= k_most_passes && work_ >= k_turn * columns;
    // Few rows are left: levels may reach all that the transpose would be made for.
    const bool again =
        columns <= k_small && !near_ && !tried_again_ && any_ && !meeting_ && is_thin();
    if (again) {
      tried_again_ = true;
      seen_by_shortest_ = 0;
    }
    if (!near_ && !pays && !due && !again) return run_any();
    const std::uint64_t found = run_shortest();
    if (found == 0) return found;
    if (again && columns > k_tiny) {
      near_ = columns_ahead(found) <= columns / 4;
    } else {
      near_ = (near_ || again) && is_near(found);
    }
    return found;
  }

  std::uint64_t run_shortest() {
    work_ = 0;
    ++num_shortest_;
    const std::uint64_t found = shortest_.run_phase(free_rows_);
    const std::uint64_t seen = shortest_.num_seen();
    seen_by_shortest_ += seen;
    shortest_yield_ = yield_of(found, seen);
    return found;
  }

  // What phases of Hopcroft and Karp have yet to see, at the rate of the last one.
  [[nodiscard]] std::uint64_t columns_ahead(std::uint64_t found) const {
    return free_rows_.size() * shortest_.num_seen() / found;
  }
  // Whether they are likely to find the rest soonest. The larger the graph, the longer it takes to
  // see a column: caches hold less of them.
  [[nodiscard]] bool is_near(std::uint64_t found) const {
    const std::uint64_t columns = problem_.graph.num_columns;
    const std::uint64_t ahead = columns_ahead(found);
    if (columns <= k_small) {
      return seen_by_shortest_ <= columns / (columns <= k_tiny ? 4 : 8) || ahead <= columns / 4 ||
             20 * found >= 19 * free_rows_.size();
    }
    // The fewer paths a phase finds, the less of the graph may it see to be worth another one.
    const std::size_t left = free_rows_.size();
    return shortest_.num_seen() <= columns / (found > 8 * left ? 1 : found > left ? 6 : 16);
  }

  std::uint64_t run_any() {
    ++num_any_;
    if (!meeting_ && any_ && is_thin() && grow_fast()) meeting_.emplace(problem_, columns_);
    // Whichever found more for its work when it ran last; what did not run yet is tried.
    met_ = meeting_ && meeting_yield_ >= any_yield_;
    if (met_) return run_meeting();
    if (!any_) any_.emplace(problem_, columns_);
    const std::uint64_t found = any_->run_phase(free_rows_);
    work_ += any_->num_entered();
    any_yield_ = yield_of(found, any_->num_entered());
    return found;
  }

  std::uint64_t run_meeting() {
    ++num_meeting_;
    const std::uint64_t found = meeting_->run_phase(free_rows_);
    work_ += meeting_->num_seen();
    meeting_yield_ = yield_of(found, meeting_->num_seen());
    return found;
  }

  // Paths for a column seen.
  [[nodiscard]] static double yield_of(std::uint64_t found, std::uint64_t seen) {
    return static_cast<double>(found) / static_cast<double>(seen + 1);
  }

  [[nodiscard]] bool grow_fast() {
    const std::size_t samples = std::min(k_ball_samples, free_rows_.size());
    for (std::size_t i = 0; i < samples; ++i) {
      const VertexId row = free_rows_[i * free_rows_.size() / samples];
      if (grows_fast(problem_.graph, columns_, row)) return true;
    }
    return false;
  }

  // The last phase saw much of the graph, and the next one would for few rows.
  [[nodiscard]] bool is_thin() const {
    return any_->num_entered() >= problem_.graph.num_columns / k_part_worth_transpose &&
           free_rows_.size() * k_thin <= any_->num_entered();
  }

  // Many rows, none of them hopeless, find few free columns: these few will find rows at once.
  [[nodiscard]] bool is_crowded(std::uint64_t found) const {
    return !met_ && num_any_ - num_meeting_ >= 2 && found * 8 < free_rows_.size() &&
           free_rows_.size() >= k_crowd &&
           problem_.graph.num_columns - problem_.count_matched() < free_rows_.size() / 2;
  }

  Problem& problem_;
  Columns& columns_;
  ShortestPaths shortest_;
  std::optional<PrunedPaths> any_;  // made when it is first needed: it copies offsets
  std::optional<MeetingTrees> meeting_;
  Array<VertexId> free_rows_;
  bool may_turn_;
  bool near_;
  bool met_ = false;          // in the last phase
  bool tried_again_ = false;  // levels, once few rows were left
  std::uint64_t num_shortest_ = 0;
  std::uint64_t seen_by_shortest_ = 0;  // columns
  std::uint64_t num_any_ = 0;           // phases that find paths of any length
  std::uint64_t num_meeting_ = 0;       // of these, from both sides
  double shortest_yield_ = 0.0;
  double any_yield_ = 0.0;
  double meeting_yield_ = std::numeric_limits<double>::infinity();
  std::uint64_t work_ = 0;  // columns entered since the last phase of Hopcroft and Karp
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
  problem.context.check_cancelled();
  least_degree_seq(problem);
  problem.context.check_cancelled();
  matching.stats.start = BipartiteStart::least_degree;
  matching.stats.start_seconds += watch.seconds();
  matching.stats.start_cardinality = problem.count_matched();
}

// True if the start left more than twice as many rows free as columns: degrees tell what these few
// columns need. Where columns abound in turn, false. Else true if it left many rows free, and not
// just because free columns lie one step further.
bool deserves_better_start(Problem& problem) {
  const std::uint64_t matched = problem.matching.stats.start_cardinality;
  const Array<VertexId> free_rows = problem.free_rows();
  const std::uint64_t free_columns = problem.graph.num_columns - matched;
  if (free_columns > 2 * free_rows.size()) return false;
  if (free_rows.size() > 2 * free_columns) return true;
  const std::uint64_t most = std::min(problem.graph.num_rows, problem.graph.num_columns);
  if (most - matched <= most / 10) return false;
  const Columns columns(problem);
  return !ShortPathProbe(problem.graph, columns).most_but(k_next, free_rows);
}

void choose_start_and_grow(Problem& problem) {
  const bool again = deserves_better_start(problem);
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
