// SPDX-License-Identifier: MIT
// hypermatch match, on hypergraphs: in memory, on a device, from a stream.
#include <cmath>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "hypermatch/renumber.hpp"
#include "hypermatch/results_io.hpp"
#include "match_run.hpp"

namespace hypermatch::cli {

namespace {

void renumber_hypergraph(const MatchRun& run, Hypergraph& hypergraph) {
  if (!run.options.permute) return;
  renumber_vertices(run.context.now(), hypergraph,
                    random_numbers(hypergraph.num_vertices, *run.options.permute).view());
}

// Gives the vertices back the numbers of the file.
void restore_numbers(MatchRun& run) {
  if (!run.options.permute) return;
  auto& hypergraph = std::get<Hypergraph>(run.instance.data);
  const Array<VertexId> drawn = random_numbers(hypergraph.num_vertices, *run.options.permute);
  renumber_vertices(run.context.now(), hypergraph, inverse(run.context.now(), drawn.view()).view());
}

// Steps of a run whose result is a set of hyperedges.
class EdgeSteps : public MatchSteps {
 public:
  void apply(MatchRun& run, const registry::AlgorithmInfo& pass) override {
    HypergraphMatching passed = registry::apply_pass(run.context.now(), pass.name, hypergraph(),
                                                     {std::move(edges_), run.stats}, run.request);
    edges_ = std::move(passed.edges);
    run.stats = std::move(passed.stats);
    has_passed_ = true;
  }
  void weigh(MatchRun& run) override {
    run.value = value_of(hypergraph(), edges_);
    note_use(run);
  }

  void verify(MatchRun& run) override {
    verify::MatchingDemands demands;
    demands.order = run.request.order;
    demands.capacities = run.request.capacities;
    demands.maximal = run.is_maximal();
    demands.known_bound = known_bound();
    const Uniqueness uniqueness = uniqueness_of(*run.algorithm, run.request);
    demand_greedy(demands, uniqueness);
    run.note_verdict(verify::check_matching(run.context.now(), hypergraph(), edges_, demands),
                     uniqueness);
  }
  void write(MatchRun& run, const std::string& path) override {
    const std::uint64_t first = first_number(run.options.input.read);
    if (run.options.kind == OutputKind::pins) {
      restore_numbers(run);
      io::write_pins(run.context, hypergraph(), edges_, run.instance.labels, path,
                     run.options.weights ? io::LineWeights::each : io::LineWeights::none);
    } else if (run.options.weights) {
      io::write_weighted_matching(run.context, hypergraph(), edges_, path, first);
    } else {
      io::write_matching(run.context, edges_, path, first);
    }
  }

 protected:
  [[nodiscard]] virtual HypergraphView hypergraph() const = 0;
  [[nodiscard]] virtual double known_bound() const { return -1; }  // of the optimum; < 0: none
  void note_use(MatchRun& run) const {
    run.note_use([&] { return degrees_of(hypergraph()); },
                 [&] {
                   Array<EdgeId> counts(hypergraph().num_vertices, 0);
                   for (const EdgeId e : edges_) {
                     for (const VertexId v : hypergraph().pins_of(e)) ++counts[v];
                   }
                   return counts;
                 });
  }

  std::vector<EdgeId> edges_;
  bool has_passed_ = false;  // a pass has made them
};

class HypergraphSteps final : public EdgeSteps {
 public:
  explicit HypergraphSteps(const HypergraphView& view) : view_(view) {}

  void solve(MatchRun& run) override {
    HypergraphMatching matching = registry::match(run.place(), view_, run.request);
    edges_ = std::move(matching.edges);
    run.stats = std::move(matching.stats);
  }

 private:
  [[nodiscard]] HypergraphView hypergraph() const override { return view_; }

  HypergraphView view_;
};

class StreamSteps final : public EdgeSteps {
 public:
  /// `loaded` is the instance where it is held.
  StreamSteps(std::unique_ptr<EdgeStream> stream, const Hypergraph* loaded)
      : stream_(std::move(stream)), loaded_(loaded) {}

  void solve(MatchRun& run) override {
    matching_ = registry::match(run.context.now(), *stream_, run.request);
    edges_ = std::move(matching_.edges);
    run.stats = matching_.stats;
    if (loaded_ == nullptr && (run.options.complete || run.options.verify)) load_again(run);
  }

  void weigh(MatchRun& run) override {
    if (has_passed_) {
      EdgeSteps::weigh(run);
    } else {
      run.value = matching_.value;
      if (loaded_ != nullptr) note_use(run);
    }
  }

  void note(MatchRun& run) override {
    if (run.report.input.file.empty()) note_input(run);
    run.note_result();
    std::optional<double>& ratio = run.report.result.certified_ratio;
    ratio = certified_ratio(run.value, run.request.order.nonpositive);
    if (!run.options.verify && ratio) {
      run.log.line("bound", ratio_words(*ratio) + ", by the dual of the pass");
    }
  }

 private:
  [[nodiscard]] HypergraphView hypergraph() const override { return loaded_->view(); }
  [[nodiscard]] double known_bound() const override {
    return std::isfinite(matching_.upper_bound) ? matching_.upper_bound : -1;
  }

  void load_again(MatchRun& run) {
    run.report.seconds.solve += run.watch.lap();
    again_ = load(run.context.now(), run.options.file, run.options.input);
    Hypergraph& hypergraph = std::get<Hypergraph>(again_.data);
    renumber_hypergraph(run, hypergraph);
    loaded_ = &hypergraph;
    run.report.seconds.read += run.watch.lap();
  }

  void note_input(MatchRun& run) {
    InstanceFacts& input = run.report.input;
    input.file = run.options.file;  // format and kind are known since it was opened
    input.vertices = stream_->num_vertices();
    input.edges = matching_.edges_seen;
    input.pins = matching_.pins_seen;
    input.max_edge_size = matching_.max_edge_size;
    input.weighted = stream_->is_weighted();
    run.log.line("read", "one pass, never held: " + describe(input));
  }

  // Share of the bound that the stream's own dual proves.
  [[nodiscard]] std::optional<double> certified_ratio(const MatchingValue& value,
                                                      NonPositive nonpositive) const {
    const double bound = matching_.upper_bound;
    const double found = matching_.stats.objective == Objective::cardinality
                             ? static_cast<double>(value.edges)
                             : weight_at_least(value, nonpositive);
    if (!std::isfinite(bound) || !(found >= 0)) return std::nullopt;
    if (bound <= 0) return found == 0 ? std::optional<double>(1.0) : std::nullopt;
    // The quotient is rounded to nearest: one step down keeps it a bound, but equal numbers are 1.
    if (found >= bound) return 1.0;
    return std::nextafter(found / bound, 0.0);
  }

  std::unique_ptr<EdgeStream> stream_;
  const Hypergraph* loaded_;
  io::Instance again_;
  StreamingMatching matching_;
};

}  // namespace

std::unique_ptr<MatchSteps> hypergraph_steps(MatchRun& run, Hypergraph& hypergraph) {
  renumber_hypergraph(run, hypergraph);
  if (!run.algorithm->streams()) return std::make_unique<HypergraphSteps>(hypergraph.view());
  return std::make_unique<StreamSteps>(std::make_unique<HypergraphStream>(hypergraph.view()),
                                       &hypergraph);
}

std::unique_ptr<MatchSteps> stream_steps(std::unique_ptr<EdgeStream> stream) {
  return std::make_unique<StreamSteps>(std::move(stream), nullptr);
}

}  // namespace hypermatch::cli
