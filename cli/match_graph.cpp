// SPDX-License-Identifier: MIT
// hypermatch match, on graphs.
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "hypermatch/b_matching.hpp"
#include "hypermatch/graph_matching.hpp"
#include "hypermatch/marked_graph_io.hpp"
#include "hypermatch/renumber.hpp"
#include "hypermatch/results_io.hpp"
#include "match_run.hpp"

namespace hypermatch::cli {

namespace {

// `Matching`: mates, or partners where capacities are asked for.
template <class Matching>
class GraphSteps final : public MatchSteps {
 public:
  /// Renumbers the graph where that is asked for.
  GraphSteps(MatchRun& run, Graph& graph)
      : in_file_(renumbered(run, graph)), forms_(run.context.now(), graph) {}

  void solve(MatchRun& run) override {
    if constexpr (k_has_mates) {
      matching_ = registry::match(run.place(), forms_, run.request);
    } else {
      matching_ = run.options.cover ? registry::b_edge_cover(run.place(), forms_, run.request)
                                    : registry::b_match(run.place(), forms_, run.request);
    }
    run.stats = matching_.stats;
  }

  void apply(MatchRun& run, const registry::AlgorithmInfo& pass) override {
    if constexpr (k_has_mates) {
      matching_ = registry::apply_pass(run.context.now(), pass.name, forms_, std::move(matching_),
                                       run.request);
      run.stats = matching_.stats;
    } else {
      throw Error(ErrorCode::unsupported, std::string(pass.name) + " takes no capacities");
    }
  }

  void weigh(MatchRun& run) override {
    MatchedPairs matched = matched_pairs(run.context.now(), forms_.graph(), answer());
    pairs_ = std::move(matched.pairs);
    if (!in_file_.empty()) {
      for (GraphEdge& pair : pairs_) pair = {in_file(pair.u), in_file(pair.v)};
    }
    run.value = matched.value;
    run.note_use([&] { return degrees_of(forms_.graph()); }, [&] { return num_matched(); });
  }

  void verify(MatchRun& run) override {
    const double prepared = forms_.prepare_seconds();
    const registry::GraphRatings ratings = registry::rate(run.context.now(), forms_, run.request);
    const Uniqueness uniqueness = uniqueness_of(*run.algorithm, run.request);
    verify::GraphMatchingDemands demands;
    demands.order = {.objective = run.request.order.objective,
                     .nonpositive = run.request.order.nonpositive,
                     .seed = run.request.order.seed};
    demands.capacities = run.request.capacities;
    demands.maximal = run.is_maximal();
    demands.greedy = uniqueness == Uniqueness::greedy;
    demands.ratings = ratings.values.view();
    demands.name = [&](std::uint64_t v) {
      return run.instance.labels.of(in_file(static_cast<VertexId>(v)));
    };
    const bool by_rows = forms_.graph().has_rows() && demands.ratings.empty();
    const verify::MatchingVerdict verdict =
        by_rows ? check(run, forms_.rows(), demands) : check(run, forms_.edges(), demands);
    const double converted = forms_.prepare_seconds() - prepared;
    run.note_verdict(verdict, uniqueness);
    run.report.seconds.prepare += converted;
    run.report.seconds.verify -= converted;
  }

  void write(MatchRun& run, const std::string& path) override {
    const OutputKind kind = run.options.kind;
    const io::VertexLabels& labels = run.instance.labels;
    if (is_drawing(kind)) {
      io::write_marked_graph(run.context, edges_in_file(), labels, {.matched = pairs_}, path,
                             std::string(name_of(kind)));
    } else if (run.options.weights) {
      io::write_weighted_pairs(run.context, edges_in_file(), pairs_, labels, path);
    } else {
      io::write_graph_matching(
          run.context, forms_.graph().num_vertices(), pairs_, labels, path,
          kind == OutputKind::mates ? io::MatchingLayout::mates : io::MatchingLayout::pairs);
    }
  }

 private:
  static constexpr bool k_has_mates = std::is_same_v<Matching, GraphMatching>;

  // What the library checks and weighs.
  [[nodiscard]] const auto& answer() const {
    if constexpr (k_has_mates) {
      return matching_.mates;
    } else {
      return matching_;
    }
  }
  template <class Form>
  [[nodiscard]] verify::MatchingVerdict check(MatchRun& run, const Form& form,
                                              const verify::GraphMatchingDemands& demands) const {
    if constexpr (!k_has_mates) {
      if (run.options.cover) {
        return as_matching(verify::check_edge_cover(run.context.now(), form, matching_, demands));
      }
    }
    return verify::check_graph_matching(run.context.now(), form, answer(), demands);
  }
  // Of each vertex the number of its matched edges.
  [[nodiscard]] Array<EdgeId> num_matched() const {
    Array<EdgeId> counts(forms_.graph().num_vertices());
    for (VertexId v = 0; v < counts.size(); ++v) {
      if constexpr (k_has_mates) {
        counts[v] = matching_.mates[v] == k_none ? 0 : 1;
      } else {
        counts[v] = static_cast<EdgeId>(matching_.partners_of(v).size());
      }
    }
    return counts;
  }

  // What each number was in the file; empty: the file's own numbers.
  static Array<VertexId> renumbered(const MatchRun& run, Graph& graph) {
    if (!run.options.permute) return {};
    const Array<VertexId> drawn = random_numbers(graph.num_vertices(), *run.options.permute);
    renumber_vertices(run.context.now(), graph, drawn.view());
    return inverse(run.context.now(), drawn.view());
  }

  [[nodiscard]] VertexId in_file(VertexId v) const { return in_file_.empty() ? v : in_file_[v]; }

  // The edges in the numbers of the file.
  [[nodiscard]] EdgeListView edges_in_file() {
    EdgeListView edges = forms_.edges();
    if (in_file_.empty()) return edges;
    edges_in_file_.resize(edges.edges.size());
    for (std::size_t e = 0; e < edges.edges.size(); ++e) {
      edges_in_file_[e] = {in_file(edges.edges[e].u), in_file(edges.edges[e].v)};
    }
    edges.edges = edges_in_file_.view();
    return edges;
  }

  Array<VertexId> in_file_;
  Array<GraphEdge> edges_in_file_;
  GraphForms forms_;
  Matching matching_;
  std::vector<GraphEdge> pairs_;  // matched, in the numbers of the file
};

}  // namespace

std::unique_ptr<MatchSteps> graph_steps(MatchRun& run, Graph& graph) {
  if (run.is_capacitated()) return std::make_unique<GraphSteps<Partners>>(run, graph);
  return std::make_unique<GraphSteps<GraphMatching>>(run, graph);
}

}  // namespace hypermatch::cli
