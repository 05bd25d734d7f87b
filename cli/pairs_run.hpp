// SPDX-License-Identifier: MIT
// Runs on rows and columns: the verb `bipartite`, and `verify` with pairs. The instance and the
// flags decide which sets of pairs count: the largest, the heaviest, or the cheapest within bounds.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "hypermatch/degrees.hpp"
#include "hypermatch/points_io.hpp"
#include "hypermatch/registry_bipartite.hpp"
#include "pair_bounds.hpp"
#include "pipeline.hpp"
#include "rows_and_columns.hpp"

namespace hypermatch::cli {

/// All that is asked for.
struct PairsOptions {
  std::string file = {};
  std::string pairs = {};  ///< of `verify`: the file of pairs that is judged
  io::ReadOptions read = {};
  PairBoundsFlags bounds = {};
  RunOptions run = {};
  /// A flag that asks for a largest matching, so that weights do not count; empty: none.
  std::string cardinality_flag = {};
  bool verify = false;
  bool maximum = false;  ///< of `verify`: demanded
  bool output_weights = false;
  std::string output = {};
  /// The file of the proof, which `bipartite` writes and `verify` reads.
  std::string certificate = {};
  /// The file of factors of `bipartite`; if it has a name, the product of the entries counts.
  std::string scaling = {};
  /// The file of the pivots of a symmetric matrix; likewise.
  std::string pivots = {};

  /// The file of the columns' points; if it has a name, pairs cost by `distance`.
  std::string points = {};
  PointCost distance = PointCost::euclidean;

  // For largest matchings.
  registry::BipartiteRequest request = {};
  std::string initial = {};  ///< the file of the matching to start from
  std::optional<std::uint64_t> permute = {};
  bool coarse = false;
  std::string decomposition = {};
  std::string row_order = {};
  std::string column_order = {};

  [[nodiscard]] bool takes_product() const { return !scaling.empty() || !pivots.empty(); }
  [[nodiscard]] bool decomposes() const {
    return !decomposition.empty() || !row_order.empty() || !column_order.empty();
  }
};

/// The cheapest of repeated entries counts where costs do and nothing else is asked for.
void take_cheapest(const Command& command, PairsOptions& options);

struct PairsRun;

/// The steps that differ with the sets of pairs that count.
class PairSteps {
 public:
  PairSteps() = default;
  PairSteps(const PairSteps&) = delete;
  PairSteps& operator=(const PairSteps&) = delete;
  virtual ~PairSteps() = default;
  /// Reads what belongs to the instance.
  virtual void read(PairsRun& run) = 0;
  virtual void resolve(PairsRun& run) = 0;
  virtual void solve(PairsRun& run) = 0;
  virtual void note(PairsRun& run) = 0;
  virtual void verify(PairsRun& run) = 0;
  virtual void write(PairsRun& run) = 0;
  [[nodiscard]] virtual Json json(const PairsRun& run) const = 0;
  /// The exit code of a run that went well.
  [[nodiscard]] virtual int code() const { return k_done; }
};

struct PairsRun : RunContext {
  PairsRun(const std::string& verb, const PairsOptions& asked, Interrupts& watcher)
      : RunContext(verb, asked.run, watcher), options(asked) {}

  [[nodiscard]] const std::string& file() const { return options.file; }
  [[nodiscard]] BipartiteView view() const { return bipartite_of(instance); }
  [[nodiscard]] std::uint64_t max_degree() const { return hypermatch::max_degree(context, view()); }
  [[nodiscard]] io::SideLabels labels() const { return instance.side_labels(); }

  /// Reads the instance, and decides whether weights count.
  void read_instance();
  void note_instance();
  /// Whether pairs within bounds, or heavy or cheap ones, are asked for.
  [[nodiscard]] bool is_b_assignment() const;
  /// Writes the pairs of the answer, with their weights if that is asked for.
  void write_answer(std::span<const RowColumn> pairs);
  /// The report of pairs that `algorithm` found, of weights in multiples of `unit` (0: exact).
  [[nodiscard]] Json json_of(std::string_view algorithm, double unit) const;
  /// Writes a file if it has a name.
  void write_if(const std::string& path, const std::function<void(const std::string&)>& write);
  /// The file of the answer: standard output unless something else is written there.
  [[nodiscard]] std::string answer_path() const;

  const PairsOptions& options;
  io::Instance instance;
  Objective objective = Objective::cardinality;  ///< as resolved
};

/// Points of rows and columns.
struct LoadedPoints {
  io::Points rows;
  io::Points columns;
};
/// Reads them; the instance has their numbers, and no entries. @throws as `io::read_points`
[[nodiscard]] LoadedPoints load_points(PairsRun& run);
/// Distances are costs unless `--objective weight` asks for the largest sum, inner products are
/// with `--minimize`.
[[nodiscard]] PointAssignmentOptions point_options(const PairsOptions& options);
/// The flags of points, as reports show options.
void report_points(PairsRun& run);

/// The steps of `bipartite`.
[[nodiscard]] std::unique_ptr<PairSteps> largest_matching_steps(const PairsOptions& options);
[[nodiscard]] std::unique_ptr<PairSteps> b_assignment_steps();
[[nodiscard]] std::unique_ptr<PairSteps> product_steps();
[[nodiscard]] std::unique_ptr<PairSteps> point_steps();
/// The options of runs by weight, as reports show them.
void report_pairs_options(PairsRun& run, const registry::AlgorithmInfo& algorithm);

/// Judges pairs; an exit code. @throws Error{invalid_option}
[[nodiscard]] int verify_pairs(Interrupts& interrupts, const PairsOptions& options);
/// Judges pairs of points; an exit code.
[[nodiscard]] int verify_points(Interrupts& interrupts, const PairsOptions& options);

}  // namespace hypermatch::cli
