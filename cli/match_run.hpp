// SPDX-License-Identifier: MIT
// One run of `hypermatch match`: the steps that all kinds of instances share, and the interface of
// those that differ.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "capacity.hpp"
#include "exact_flags.hpp"
#include "judge.hpp"
#include "match_external.hpp"
#include "match_ranks.hpp"
#include "output_kind.hpp"
#include "pipeline.hpp"

namespace hypermatch::cli {

inline constexpr registry::Problem k_match_problems[] = {registry::Problem::hypergraph_matching,
                                                         registry::Problem::graph_matching};

struct MatchOptions {
  std::string file;
  std::string output;
  InputOptions input;
  registry::MatchingRequest request;
  RunOptions run;
  std::string capacity = k_capacity_one;
  OutputKind kind = OutputKind::automatic;  ///< resolved before the run
  bool weights = false;                     ///< in each line of the output
  std::optional<std::uint64_t> permute;
  bool cover = false;
  bool complete = false;
  bool verify = false;
  ExactFlags exact;
  MemoryLimit limit;
  RankChoice ranks;

  /// Whether capacities are asked for that may differ from 1.
  [[nodiscard]] bool has_capacities() const { return cover || capacity != k_capacity_one; }
  /// Whether an algorithm without capacities cannot serve, whatever the files hold.
  [[nodiscard]] bool needs_capacities() const { return cover || !may_be_ones(capacity); }
  /// Whether what is written needs more of the instance than a stream leaves.
  [[nodiscard]] bool writes_edges() const { return weights || kind == OutputKind::pins; }
  /// The place that the line names for the algorithm.
  [[nodiscard]] registry::Place place() const {
    return ranks.is_given() ? registry::Place::ranks : place_of(run.device);
  }
  [[nodiscard]] Answer answer() const { return cover ? Answer::cover : Answer::matching; }
  /// The passes that are asked for, in the order in which they run.
  [[nodiscard]] std::vector<std::string_view> passes() const {
    std::vector<std::string_view> names;
    if (complete) names.emplace_back("complete");
    return names;
  }
};

/// Whether the algorithm and variant that a request names, or the default ones, match instances of
/// this problem.
[[nodiscard]] bool has_row(registry::Problem problem, const registry::MatchingRequest& request);
/// Algorithm and variant as a request names them.
[[nodiscard]] std::string full_name(const registry::MatchingRequest& request);

struct MatchRun;

/// The steps of a run that depend on the kind of the instance. They hold the matching.
class MatchSteps {
 public:
  virtual ~MatchSteps() = default;
  /// Leaves statistics in the run.
  virtual void solve(MatchRun& run) = 0;
  /// Leaves the matching's value in the run, once it is solved; not on the solver's clock.
  virtual void weigh(MatchRun& run) = 0;
  /// Adds the rounds of the pass to the statistics.
  virtual void apply(MatchRun& run, const registry::AlgorithmInfo& pass) = 0;
  virtual void note(MatchRun& run);
  virtual void verify(MatchRun& run) = 0;
  virtual void write(MatchRun& run, const std::string& path) = 0;
  /// Writes the proof, where the algorithm has one.
  virtual void write_certificate(MatchRun& run, const std::string& path);
};

struct MatchRun : RunContext {
  /// `streaming`: whether a streaming algorithm is asked for.
  MatchRun(const MatchOptions& asked, bool streaming, Interrupts& watcher);

  [[nodiscard]] const std::string& file() const { return options.file; }
  void read();
  void resolve();
  void solve() { steps->solve(*this); }
  void passes();
  void note();
  void verify();
  void write();
  /// Nothing where the instance was streamed.
  [[nodiscard]] std::optional<std::uint64_t> max_degree() const;

  /// Puts statistics and value into the report and the log.
  void note_result();
  void note_traffic();
  /// Puts a verdict into the report and the log.
  void note_verdict(const verify::MatchingVerdict& verdict, Uniqueness uniqueness);
  /// Puts into the report what is used of the capacities, where they were asked for. Degrees and
  /// matched edges of each vertex come from these functions.
  template <class Degrees, class Matched>
  void note_use(const Degrees& degrees, const Matched& matched);
  /// Whether the matching or cover is one under capacities other than 1.
  [[nodiscard]] bool is_capacitated() const;
  /// Whether the answer is the best of its size, with proof.
  [[nodiscard]] bool is_exact() const { return algorithm->is_exact() && !is_capacitated(); }
  /// Whether the algorithm or a pass makes the matching maximal.
  [[nodiscard]] bool is_maximal() const;

  const MatchOptions& options;
  registry::MatchingRequest request;                         // its problem is the instance's
  const registry::AlgorithmInfo* algorithm = nullptr;        // as resolved for that problem
  std::vector<const registry::AlgorithmInfo*> asked_passes;  // in order, without superfluous ones
  VertexCapacities capacities;                               // what the request refers to
  io::Instance instance;                                     // empty where `stream` is read
  std::unique_ptr<EdgeStream> stream;
  io::OpenedEdges edges;  // those of a file that is not held
  RankParts parts;        // of ranks
  std::unique_ptr<MatchSteps> steps;
  MatchingStats stats;
  MatchingValue value;
  bool exists = true;  ///< the matching that was asked for

 private:
  // Of the algorithm, for what it is asked.
  [[nodiscard]] const registry::Backends& backends() const;
  void open_stream();
  void open_edges();
  void load_instance();
  void find_capacities();
  void find_algorithm(registry::Problem problem);
  void find_row(registry::Problem problem);
  void report_options();
  // What the algorithm must be able to do.
  [[nodiscard]] registry::MatchingRequest request_for(registry::Problem problem) const;

  bool streams_;
};

template <class Degrees, class Matched>
void MatchRun::note_use(const Degrees& degrees, const Matched& matched) {
  if (!options.has_capacities()) return;
  const Array<EdgeId> of_edges = degrees();
  const Array<EdgeId> of_matching = matched();
  report.result.use = use_of(request.capacities, of_edges.view(), of_matching.view());
}

/// Of a graph.
[[nodiscard]] std::unique_ptr<MatchSteps> graph_steps(MatchRun& run, Graph& graph);
/// Of a hypergraph in memory; streaming algorithms pass over it.
[[nodiscard]] std::unique_ptr<MatchSteps> hypergraph_steps(MatchRun& run, Hypergraph& hypergraph);
/// Of a file that is read once; its edges are not held.
[[nodiscard]] std::unique_ptr<MatchSteps> stream_steps(std::unique_ptr<EdgeStream> stream);

}  // namespace hypermatch::cli
