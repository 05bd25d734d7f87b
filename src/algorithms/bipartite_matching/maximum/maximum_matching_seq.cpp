// SPDX-License-Identifier: MIT
// The default, on one core (but for transposes) whatever the number of threads, so that its answer
// is always the same. Exact. Each stage works on the rows that the one before left free:
// 1. A cheap start.
// 2. Phases of Hopcroft and Karp (1973, doi:10.1137/0202019) where paths are near by: few columns
//    lie next to free rows, or the graph is numbered along its structure, or a path of three edges
//    begins at nearly all free rows of a sample. They end once they see much for what they match.
// 3. Local search by labels, which matches most rows by short walks and proves others hopeless.
// 4. Phases of Pothen and Fan (1990, doi:10.1145/98267.98287), and local search from exact labels
//    where phases enter much of the graph and balls grow fast. Should phases become many, those of
//    Hopcroft and Karp take turns with them.
// Where far more rows than columns are free, the stages go on with rows and columns exchanged.
// At most a constant times the O(sqrt(rows + columns)) phases of O(rows + columns + entries) work
// of HKDW.
#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "algorithms/bipartite_matching/common/columns.hpp"
#include "algorithms/bipartite_matching/common/problem.hpp"
#include "algorithms/bipartite_matching/common/shortest_paths.hpp"
#include "algorithms/bipartite_matching/maximum/local_search.hpp"
#include "algorithms/bipartite_matching/maximum/pruned_paths.hpp"

namespace hypermatch {

namespace detail::bipartite_matching {
namespace {

// Stage 2: columns next to free rows are few if they are this part of all.
constexpr std::uint64_t k_few = 4;
// A graph is numbered along its structure if most of so many free rows span such a part of columns.
constexpr std::size_t k_spans = 64;
constexpr std::uint64_t k_span = 8;
// Probes k_probes free rows, k_probed entries each: all but one in `k_near` must begin a path of
// three edges. In longer rows than k_sparse, the levels of a search see most of the graph at once.
constexpr std::size_t k_probes = 256;
constexpr std::size_t k_near = 40;
constexpr std::size_t k_probed = 64;
constexpr std::uint64_t k_sparse = 16;
// Phases go on while all of them are expected to see at most this part of the columns.
constexpr double k_part = 0.5;
constexpr std::uint32_t k_most_levels = 1024;

// Stage 3: for fewer rows of all, searches are cheaper.
constexpr std::size_t k_many = 512;

// Free rows that are worth a transpose at once, where columns are fewer; and in stage 4, where a
// phase enters such a part of all columns. So many phases come before a transpose for fewer rows.
constexpr std::size_t k_crowd = 256;
constexpr std::size_t k_worth_transpose = 32;
constexpr std::uint64_t k_part_worth_transpose = 4;
constexpr std::uint64_t k_few_passes = 6;
// Balls grow fast where they have so many rows, or this part of all, within so many levels: in
// planes and spaces they grow by powers of the radius, in random graphs exponentially.
constexpr std::size_t k_ball = 4096;
constexpr std::size_t k_ball_part = 8;
constexpr int k_fast_levels = 8;
constexpr std::size_t k_ball_samples = 8;
// Rounds of exact labels, phases of Pothen and Fan, and how often these enter all columns, before a
// phase of Hopcroft and Karp takes its turn, for the bound on the work.
constexpr int k_most_rounds = 8;
constexpr std::uint64_t k_most_passes = 16;
constexpr std::uint64_t k_turn = 2;

// True if the columns next to most free rows lie close together: rows and columns are numbered
// along the graph. Rows of one entry tell nothing.
bool is_local(const BipartiteView& graph, const Array<VertexId>& free_rows) {
  const std::size_t samples = std::min(k_spans, free_rows.size());
  std::size_t close = 0;
  for (std::size_t i = 0; i < samples; ++i) {
    const auto columns = graph.columns_of(free_rows[i * free_rows.size() / samples]);
    if (columns.size() == 1) continue;
    const auto [least, most] = std::minmax_element(columns.begin(), columns.end());
    close += *most - *least <= graph.num_columns / k_span ? 1 : 0;
  }
  return 2 * close >= samples;
}

// True if a path of three edges begins at nearly all free rows, as far as that is cheaply seen.
bool are_paths_short(const Problem& problem, const Array<VertexId>& free_rows) {
  const BipartiteView& graph = problem.graph;
  const std::vector<VertexId>& mates = problem.matching.column_mates;
  const auto is_free = [&](VertexId c) { return mates[c] == k_none; };
  const auto leads_to_free = [&](VertexId c) {
    if (is_free(c)) return true;
    const auto columns = graph.columns_of(mates[c]);
    const auto seen = columns.first(std::min(columns.size(), k_probed));
    return std::any_of(seen.begin(), seen.end(), is_free);
  };
  const std::size_t samples = std::min(k_probes, free_rows.size());
  std::size_t missing = 0;
  std::size_t entries = 0;
  for (std::size_t i = 0; i < samples && missing * k_near <= samples; ++i) {
    const auto columns = graph.columns_of(free_rows[i * free_rows.size() / samples]);
    const auto seen = columns.first(std::min(columns.size(), k_probed));
    entries += columns.size();
    missing += std::any_of(seen.begin(), seen.end(), leads_to_free) ? 0 : 1;
  }
  return missing * k_near <= samples && entries <= k_sparse * samples;
}

// True if balls around a free row grow so fast that few levels reach a large part of the graph.
bool grows_fast(const Problem& problem, Columns& columns, VertexId root) {
  const BipartiteView& graph = problem.graph;
  const std::size_t large = std::min(k_ball, graph.num_columns / k_ball_part);
  const std::uint32_t mark = columns.fresh_marks(1);
  columns.used_marks_below(mark + 1);
  std::vector<VertexId> rows = {root};
  std::size_t begin = 0;
  for (int level = 0; level < k_fast_levels && rows.size() < large; ++level) {
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
  return rows.size() >= large;
}

bool any_grows_fast(const Problem& problem, Columns& columns, const Array<VertexId>& free_rows) {
  const std::size_t samples = std::min(k_ball_samples, free_rows.size());
  for (std::size_t i = 0; i < samples; ++i) {
    if (grows_fast(problem, columns, free_rows[i * free_rows.size() / samples])) return true;
  }
  return false;
}

enum class Stopped { at_the_maximum, for_distances };

class Stages {
 public:
  explicit Stages(Problem& problem) : problem_(problem), free_rows_(problem.free_rows()) {}

  void run() {
    if (is_near()) match_near();
    if (is_done()) return;
    if (is_crowded()) return match_from_columns();
    if (free_rows_.size() >= problem_.graph.num_rows / k_many) {
      add_phase(local_search().run(free_rows_), num_local_);
      if (is_done()) return;
      if (is_crowded()) return match_from_columns();
    }
    // Ends: counts rounds of exact labels, after which phases run to the end.
    while (!is_done() && match_by_phases() == Stopped::for_distances) match_by_distances();
  }

  [[nodiscard]] std::string phases() const {
    return phases_ + std::to_string(num_shortest_) + " phases of hopcroft_karp, " +
           std::to_string(num_local_) + " of local search and " + std::to_string(num_any_) +
           " of pfp";
  }

 private:
  // The mates of columns are in `columns_`, or with the problem while local search works.
  [[nodiscard]] Columns& columns() {
    if (!columns_) columns_.emplace(problem_);
    return *columns_;
  }
  [[nodiscard]] LocalSearch& local_search() {
    columns_.reset();
    if (!local_search_) local_search_.emplace(problem_);
    return *local_search_;
  }

  [[nodiscard]] std::uint64_t num_free_columns() const {
    const BipartiteStats& stats = problem_.matching.stats;
    return problem_.graph.num_columns - stats.start_cardinality - stats.augmentations;
  }

  [[nodiscard]] bool is_done() const {
    return is_maximum_ || free_rows_.empty() || num_free_columns() == 0;
  }

  void add_phase(std::uint64_t found, std::uint64_t& count) {
    problem_.matching.stats.augmentations += found;
    ++problem_.matching.stats.phases;
    ++count;
  }

  [[nodiscard]] bool is_near() const {
    return are_few() || is_local(problem_.graph, free_rows_) ||
           are_paths_short(problem_, free_rows_);
  }

  // Whether the columns next to free rows are a small part of all.
  [[nodiscard]] bool are_few() const {
    const std::uint64_t most = problem_.graph.num_columns / k_few;
    if (free_rows_.size() > most) return false;
    std::uint64_t entries = 0;
    for (const VertexId r : free_rows_) entries += problem_.graph.row_size(r);
    return entries <= most;
  }

  // Phases of Hopcroft and Karp while they are expected to see at most a part of the columns until
  // all rows are matched, at the rate of the last one.
  void match_near() {
    ShortestPaths shortest(problem_, columns());
    const double most = k_part * static_cast<double>(problem_.graph.num_columns) + 64;
    shortest.limit_levels(static_cast<std::size_t>(most), k_most_levels);
    double seen = 0;
    // Ends: a phase that finds a path enlarges the matching.
    while (!is_done()) {
      problem_.context.check_cancelled();
      const auto before = static_cast<double>(free_rows_.size());
      const std::uint64_t found = shortest.run_phase(free_rows_);
      add_phase(found, num_shortest_);
      is_maximum_ = found == 0 && !shortest.was_given_up();
      if (found == 0) break;
      const auto seen_now = static_cast<double>(shortest.num_seen());
      seen += seen_now;
      if (seen > most / 2 && seen_now * before > static_cast<double>(found) * most) break;
    }
  }

  // Far more rows are free than columns: most are hopeless, and from a column a path is short.
  [[nodiscard]] bool is_crowded() const {
    return free_rows_.size() >= k_crowd && num_free_columns() < free_rows_.size() / 2;
  }

  void match_from_columns() {
    BipartiteMatching& mine = problem_.matching;
    columns_.reset();
    const BipartiteView by_columns = problem_.by_columns();
    Problem mirrored(problem_.context, by_columns, problem_.graph, Threads::one);
    BipartiteMatching& other = mirrored.matching;
    other.stats.start_cardinality = mine.stats.start_cardinality + mine.stats.augmentations;
    mine.row_mates.swap(other.column_mates);
    mine.column_mates.swap(other.row_mates);
    Stages stages(mirrored);
    stages.run();
    stages.columns_.reset();
    mine.row_mates.swap(other.column_mates);
    mine.column_mates.swap(other.row_mates);
    mine.stats.augmentations += other.stats.augmentations;
    mine.stats.phases += other.stats.phases;
    phases_ = phases() + ", then from columns ";
    num_shortest_ = stages.num_shortest_;
    num_local_ = stages.num_local_;
    num_any_ = stages.num_any_;
  }

  // Phases of Pothen and Fan, after many in turns with those of Hopcroft and Karp.
  [[nodiscard]] Stopped match_by_phases() {
    PrunedPaths any(problem_, columns());
    std::optional<ShortestPaths> shortest;
    std::uint64_t entered = 0;
    // Ends: a phase that finds a path enlarges the matching.
    while (!is_done()) {
      problem_.context.check_cancelled();
      std::uint64_t found = 0;
      if (num_any_ >= k_most_passes && entered >= k_turn * problem_.graph.num_columns) {
        entered = 0;
        if (!shortest) shortest.emplace(problem_, columns());
        found = shortest->run_phase(free_rows_);
        add_phase(found, num_shortest_);
      } else {
        found = any.run_phase(free_rows_);
        entered += any.num_entered();
        add_phase(found, num_any_);
      }
      is_maximum_ = found == 0;
      if (!is_done() && are_distances_due(any.num_entered()) &&
          any_grows_fast(problem_, columns(), free_rows_)) {
        return Stopped::for_distances;
      }
    }
    return Stopped::at_the_maximum;
  }

  // The last phase entered much, and the next one would for many rows.
  [[nodiscard]] bool are_distances_due(std::uint64_t num_entered) const {
    return num_rounds_ < k_most_rounds &&
           (free_rows_.size() >= k_worth_transpose || num_any_ >= k_few_passes) &&
           num_entered >= problem_.graph.num_columns / k_part_worth_transpose;
  }

  void match_by_distances() {
    LocalSearch& search = local_search();
    // Ends: counts rounds.
    for (; num_rounds_ < k_most_rounds && !is_done(); ++num_rounds_) {
      problem_.context.check_cancelled();
      add_phase(search.run_by_distances(free_rows_), num_local_);
    }
  }

  Problem& problem_;
  std::optional<Columns> columns_;
  std::optional<LocalSearch> local_search_;
  Array<VertexId> free_rows_;  // and not known to be hopeless
  bool is_maximum_ = false;
  int num_rounds_ = 0;  // of exact labels
  std::uint64_t num_shortest_ = 0;
  std::uint64_t num_local_ = 0;
  std::uint64_t num_any_ = 0;
  std::string phases_;  // of those from rows, once they go on from columns
};

void grow_in_stages(Problem& problem) {
  Stages stages(problem);
  stages.run();
  problem.matching.stats.stop_reason = "complete: " + stages.phases();
}

}  // namespace
}  // namespace detail::bipartite_matching

BipartiteMatching maximum_matching(const Context& context, const BipartiteView& graph,
                                   const BipartiteOptions& options) {
  using namespace detail::bipartite_matching;
  return solve(
      context, graph, options,
      {.name = "maximum_matching", .start = BipartiteStart::cheap, .threads = Threads::one},
      grow_in_stages);
}

}  // namespace hypermatch
