// SPDX-License-Identifier: MIT
// hypermatch match, on graphs.
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "hypermatch/b_matching.hpp"
#include "hypermatch/certain_share.hpp"
#include "hypermatch/graph_matching.hpp"
#include "hypermatch/marked_graph_io.hpp"
#include "hypermatch/matching_dual_io.hpp"
#include "hypermatch/renumber.hpp"
#include "hypermatch/results_io.hpp"
#include "hypermatch/verify_exact.hpp"
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
      run.exists = !matching_.barrier;
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

  void note(MatchRun& run) override {
    MatchSteps::note(run);
    if constexpr (k_has_mates) note_proof(run);
  }

  void verify(MatchRun& run) override {
    if (!run.exists) return verify_barrier(run);
    const double prepared = forms_.prepare_seconds();
    const registry::GraphRatings ratings = registry::rate(run.context.now(), forms_, run.request);
    const Uniqueness uniqueness = uniqueness_of(*run.algorithm, run.request);
    verify::GraphMatchingDemands demands;
    demands.order = {.objective = run.request.order.objective,
                     .nonpositive = run.request.order.nonpositive,
                     .seed = run.request.order.seed};
    if (run.is_exact() && takes_any_weight(exact_options(run.request))) {
      demands.order.nonpositive = NonPositive::keep;
    }
    demands.bound = !has_dual();
    demands.capacities = run.request.capacities;
    demands.maximal = run.is_maximal();
    demands.greedy = uniqueness == Uniqueness::greedy;
    demands.ratings = ratings.values.view();
    demands.name = [&](std::uint64_t v) {
      return run.instance.labels.of(in_file(static_cast<VertexId>(v)));
    };
    const bool by_rows = forms_.graph().has_rows() && demands.ratings.empty();
    verify::MatchingVerdict verdict =
        by_rows ? check(run, forms_.rows(), demands) : check(run, forms_.edges(), demands);
    if (verdict.ok && has_dual()) check_dual(run, verdict);
    const double converted = forms_.prepare_seconds() - prepared;
    run.note_verdict(verdict, uniqueness);
    run.report.seconds.prepare += converted;
    run.report.seconds.verify -= converted;
  }

  void write_certificate(MatchRun& run, const std::string& path) override {
    if constexpr (k_has_mates) {
      if (!has_dual()) return MatchSteps::write_certificate(run, path);
      io::write_matching_dual(in_file_numbers(matching_.dual), path, run.instance.labels);
    } else {
      MatchSteps::write_certificate(run, path);
    }
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
  [[nodiscard]] bool has_dual() const {
    if constexpr (k_has_mates) return !matching_.dual.empty();
    return false;
  }
  [[nodiscard]] auto name_of_vertex(const MatchRun& run) const {
    return [this, &run](std::uint64_t v) {
      return run.instance.labels.of(in_file(static_cast<VertexId>(v)));
    };
  }
  // Adds the facts of an exact answer.
  void note_proof(MatchRun& run) {
    if (!run.is_exact()) return;
    Json& members = run.report.result.members;
    members["exists"] = run.exists;
    members["weight_unit"] = matching_.dual.weight_unit;
    if (matching_.dual.weight_unit > 0) {
      run.log.line("note", rounding_words(matching_.dual.weight_unit));
    }
    members["barrier"] = nullptr;
    if (run.exists) return;
    run.log.line("result", barrier_words(*matching_.barrier, name_of_vertex(run)));
    Json vertices = Json::array();
    for (const VertexId v : matching_.barrier->vertices) {
      vertices.push_back(id_json(run.instance.labels, in_file(v)));
    }
    members["barrier"] = {{"vertices", std::move(vertices)},
                          {"odd_components", matching_.barrier->odd_components}};
  }
  void verify_barrier(MatchRun& run) {
    if constexpr (k_has_mates) {
      run.violation = verify::check_barrier(forms_.edges(), *matching_.barrier);
    }
    run.report.verified = run.violation.empty();
    run.report.seconds.verify = run.watch.lap();
    if (run.violation.empty()) run.log.line("verify", "the barrier shows it");
  }
  // The dual takes the place of the bound.
  void check_dual(MatchRun& run, verify::MatchingVerdict& verdict) {
    if constexpr (k_has_mates) {
      const verify::ExactVerdict exact =
          verify::check_exact(run.context.now(), forms_.edges(), matching_.mates, matching_.dual,
                              exact_options(run.request), name_of_vertex(run));
      verdict.ok = exact.ok;
      verdict.violation = exact.violation;
      verdict.certified_ratio =
          verify::certain_share(verdict.value.weight, exact.gap, exact_options(run.request).sense);
    }
  }
  // A dual in the numbers of the file.
  [[nodiscard]] MatchingDual in_file_numbers(const MatchingDual& dual) const {
    MatchingDual renumbered = dual;
    if (in_file_.empty()) return renumbered;
    for (VertexId v = 0; v < in_file_.size(); ++v) {
      renumbered.vertices[in_file(v)] = dual.vertices[v];
    }
    for (DualSet& set : renumbered.sets) {
      for (std::uint64_t& member : set.members) {
        if (member < in_file_.size()) member = in_file(static_cast<VertexId>(member));
      }
    }
    return renumbered;
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
