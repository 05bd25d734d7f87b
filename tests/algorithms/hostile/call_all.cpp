// SPDX-License-Identifier: MIT
#include "tests/algorithms/hostile/call_all.hpp"

#include <algorithm>

#include "algorithms/graph_matching/common/order.hpp"
#include "algorithms/graph_matching/local_max/batched_greedy/batched_greedy.hpp"
#include "algorithms/graph_matching/local_max/pointing_rows/pointing_rows.hpp"
#include "algorithms/graph_matching/locally_dominant/on_threads.hpp"
#include "algorithms/hypergraph_matching/local_max/batched_greedy/batched_greedy.hpp"
#include "hypermatch/assignment.hpp"
#include "hypermatch/b_edge_cover.hpp"
#include "hypermatch/b_matching.hpp"
#include "hypermatch/bipartite_matching.hpp"
#include "hypermatch/clustering.hpp"
#include "hypermatch/coarsen.hpp"
#include "hypermatch/dulmage_mendelsohn.hpp"
#include "hypermatch/exact_matching.hpp"
#include "hypermatch/graph_matching.hpp"
#include "hypermatch/graph_solver.hpp"
#include "hypermatch/hypergraph_matching.hpp"
#include "hypermatch/streaming_matching.hpp"
#include "hypermatch/verify_b_assignment.hpp"
#include "hypermatch/verify_cover.hpp"
#include "hypermatch/verify_matching.hpp"
#include "structures/edge_rating.hpp"
#include "tests/algorithms/hostile/graph_results.hpp"
#include "tests/algorithms/hostile/hostile_views.hpp"

namespace hypermatch::test {

namespace {

using detail::graph_matching::QueueTuning;
using detail::graph_matching::RowTuning;
using detail::order::BatchTuning;

constexpr GraphLocalMaxVariant k_graph_variants[] = {
    GraphLocalMaxVariant::filtered, GraphLocalMaxVariant::sequential, GraphLocalMaxVariant::crcw,
    GraphLocalMaxVariant::work_optimal};

GraphOrder hostile_order(ByteSource& source) {
  GraphOrder order;
  order.objective = static_cast<Objective>(source.below(3));
  order.nonpositive = static_cast<NonPositive>(source.below(2));
  order.seed = source.byte();
  return order;
}

// On a graph in either form.
template <class Form>
void call_covers(Calls& calls, const Context& context, const Form& graph, const GraphOrder& order) {
  calls("b_edge_cover", [&] {
    const Capacities two{.common = 2};
    const Partners cover = b_edge_cover(context, graph, two, order);
    const verify::EdgeCoverVerdict verdict = verify::check_edge_cover(
        context, graph, cover, {.order = order, .greedy = true, .capacities = two});
    calls.expect(verdict.ok, "b_edge_cover", verdict.violation);
  });
}

void call_on_list(Calls& calls, const Context& context, const EdgeListView& graph,
                  const GraphOrder& order) {
  GraphResults results(calls, context, graph, order);
  const auto match = [&](const char* call, Claim claim, const auto& body) {
    calls(call, [&] { results.check(call, body().mates, claim); });
  };
  const Claim greedy_claim = Claim::greedy;
  match("greedy", greedy_claim, [&] { return greedy(context, graph, order); });
  match("sorted_greedy", greedy_claim, [&] { return sorted_greedy(context, graph, order); });
  for (const GraphLocalMaxVariant variant : k_graph_variants) {
    match("local_max of a list", greedy_claim,
          [&] { return local_max(context, graph, {.order = order, .variant = variant}); });
  }
  const GraphOrder resolved = detail::graph_matching::resolve(order, graph.is_weighted());
  match("batched greedy in small batches", greedy_claim, [&] {
    const BatchTuning tuning{.few = 0,
                             .sample = 8,
                             .first_share = 0.1,
                             .batch_share = 0.1,
                             .capacity_share = 0.1,
                             .min_batch = 1,
                             .bucket = 2,
                             .reserve_from_threads = 2};
    return detail::graph_matching::batched_greedy(context, graph, resolved, tuning);
  });
  for (const KarpSipserVariant variant :
       {KarpSipserVariant::degree_two, KarpSipserVariant::degree_one,
        KarpSipserVariant::minimum_degree}) {
    match("karp_sipser", Claim::maximal,
          [&] { return karp_sipser(context, graph, {.order = order, .variant = variant}); });
  }
  match("exact", Claim::maximal, [&] { return exact(context, graph, {.order = order}); });
  GraphOrder any = order;
  any.nonpositive = NonPositive::keep;
  GraphResults of_any(calls, context, graph, any);
  for (const MatchingSize size : {MatchingSize::largest, MatchingSize::perfect}) {
    calls("exact of a size", [&] {
      const GraphMatching matching = exact(context, graph, {.order = any, .size = size});
      of_any.check("exact of a size", matching.mates,
                   matching.barrier ? Claim::matching : Claim::maximal);
    });
  }
  match("interior_first", Claim::maximal,
        [&] { return interior_first(context, graph, {.order = order, .parts = 3}); });
  match("gpa", Claim::matching, [&] { return gpa(context, graph, order); });
  match("complete", Claim::maximal,
        [&] { return complete(context, graph, gpa(context, graph, order).mates, order); });
  match("complete from nothing", Claim::greedy, [&] {
    const std::vector<VertexId> none(graph.num_vertices, k_none);
    return complete(context, graph, none, order);
  });
  calls("value_of", [&] {
    const std::vector<VertexId> mates = local_max(context, graph).mates;
    (void)matched_edges(graph, mates);
    (void)value_of(graph, mates);
  });
  for (int rating = 0; rating <= static_cast<int>(EdgeRating::inner_outer); ++rating) {
    calls("rate_edges",
          [&] { (void)rate_edges(context, graph, {}, static_cast<EdgeRating>(rating)); });
  }
  call_covers(calls, context, graph, order);
  calls("compress", [&] {
    const CompressedGraph rows = compress(context, graph);
    (void)edges_of(context, rows.view());
  });
  calls("verify a list",
        [&] { (void)verify::check_graph_matching(context, graph, std::vector<VertexId>{}); });
}

void call_matchers_on_rows(Calls& calls, const Context& context, const GraphView& graph,
                           GraphResults& results, const GraphOrder& order) {
  const auto match = [&](const char* call, Claim claim, const auto& body) {
    calls(call, [&] { results.check(call, body().mates, claim); });
  };
  for (const GraphLocalMaxVariant variant : k_graph_variants) {
    match("local_max of rows", Claim::greedy,
          [&] { return local_max(context, graph, {.order = order, .variant = variant}); });
  }
  const GraphOrder resolved = detail::graph_matching::resolve(order, graph.is_weighted());
  match("pointing rows, rounds only", Claim::greedy, [&] {
    const RowTuning tuning{.few = 0, .parts = 3, .long_row = 4};
    return detail::graph_matching::pointing_rows(context, graph, resolved, tuning);
  });
  match("locally_dominant", Claim::greedy, [&] { return locally_dominant(context, graph, order); });
  match("locally_dominant, sorted", Claim::greedy,
        [&] { return locally_dominant(context, graph, order, DominantVariant::sorted); });
  match("locally_dominant, shared", Claim::greedy, [&] {
    const QueueTuning tuning{.alone = 0, .grain = 1};
    return GraphMatching{detail::graph_matching::locally_dominant_on_threads(
                             context, graph, resolved, DominantVariant::unsorted, tuning),
                         {}};
  });
  for (int variant = 0; variant <= static_cast<int>(SuitorVariant::lock_free); ++variant) {
    const auto suitor_variant = static_cast<SuitorVariant>(variant);
    // Suitor drops vertices that are not each other's suitors, and leaves the rest to validation.
    calls("suitor", [&] {
      const GraphMatching found =
          suitor(context, graph, {.order = order, .variant = suitor_variant});
      if (calls.is_valid()) results.check("suitor", found.mates, Claim::greedy);
      for (const VertexId mate : found.mates) {
        calls.expect(mate == k_none || mate < graph.num_vertices, "suitor", "a mate out of range");
      }
    });
  }
  for (const RedBlueVariant variant : {RedBlueVariant::weighted, RedBlueVariant::random}) {
    match("red_blue", Claim::maximal,
          [&] { return red_blue(context, graph, {.order = order, .variant = variant}); });
  }
  for (const VisitOrder visit : {VisitOrder::random, VisitOrder::natural}) {
    match("hem", Claim::maximal,
          [&] { return hem(context, graph, {.order = order, .visit = visit}); });
  }
  match("random_greedy", Claim::maximal, [&] { return random_greedy(context, graph, order); });
  match("path_growing", Claim::matching, [&] { return path_growing(context, graph, order); });
}

void call_on_rows(Calls& calls, const Context& context, const GraphView& graph,
                  const GraphOrder& order) {
  // The list is for the verifier, which is asked about valid graphs alone.
  const EdgeList list = edges_of(context, graph);
  const EdgeListView list_view = list.view();
  GraphResults results(calls, context, list_view, order);
  call_matchers_on_rows(calls, context, graph, results, order);
  calls("solver under capacities", [&] {
    const Capacities two{.common = 2};
    GraphSolver solver(context, graph, two);
    const Partners found = solver.b_match(context, graph.weights, order);
    calls.expect(found.partners == local_max(context, graph, two, order).partners,
                 "solver under capacities", "not those of a fresh call");
  });
  call_covers(calls, context, graph, order);
  const auto call_clustering = [&](const char* name, const auto& run) {
    calls(name, [&] {
      try {
        const Clustering found = run();
        calls.expect(found.labels.labels.size() == graph.num_vertices, name, "labels are missing");
      } catch (const Error& error) {
        // Negative weights, and sums beyond 2^62, are in valid graphs, too.
        if (error.code() != ErrorCode::invalid_input || !graph.is_weighted()) throw;
      }
    });
  };
  call_clustering("louvain", [&] { return louvain(context, graph, {.keep_hierarchy = true}); });
  call_clustering("louvain sequential",
                  [&] { return louvain(context, graph, {.variant = LouvainVariant::sequential}); });
  call_clustering("leiden", [&] {
    return leiden(context, graph, {.quality = {CommunityObjective::cpm, 0.25}, .iterations = 2});
  });
  call_clustering("leiden of sizes", [&] {
    return leiden(context, graph, {.constraints = {.min_size = 2, .max_size = 3}});
  });
  const std::vector<VertexId> one_label(graph.num_vertices, 0);
  call_clustering("louvain of one label",
                  [&] { return louvain(context, graph, {.constraints = {.fixed = one_label}}); });
  call_clustering("leiden of singletons", [&] {
    return leiden(context, graph, {.constraints = {.communities = graph.num_vertices}});
  });
  calls("contract", [&] {
    const std::vector<VertexId> mates = hem(context, graph, {.order = order}).mates;
    try {
      (void)contract(context, graph, mates);
      (void)contract(context, graph, LabelsView(labels_of(context, mates).view()),
                     {.loops = Loops::keep});
    } catch (const Error& error) {
      // Weights add up beyond their type in valid graphs, too.
      if (error.code() != ErrorCode::invalid_input || !graph.is_weighted()) throw;
    }
  });
}

void check_edges(Calls& calls, const char* call, const Context& context,
                 const HypergraphView& hypergraph, const std::vector<EdgeId>& edges,
                 const verify::MatchingDemands& demands) {
  for (std::size_t i = 0; i < edges.size(); ++i) {
    calls.expect(edges[i] < hypergraph.num_edges(), call, "an edge is out of range");
    calls.expect(i == 0 || edges[i - 1] < edges[i], call, "edges do not ascend");
  }
  if (!calls.is_valid()) return;
  const std::vector<std::uint64_t> wide(edges.begin(), edges.end());
  const verify::MatchingVerdict verdict =
      verify::check_matching(context, hypergraph, wide, demands);
  calls.expect(verdict.ok, call, verdict.violation);
}

void call_streaming(Calls& calls, const Context& context, const HypergraphView& hypergraph,
                    const OrderOptions& order) {
  const verify::MatchingDemands demands{.order = order, .bound = false};
  for (const DualUpdate update : {DualUpdate::full, DualUpdate::lenient}) {
    calls("stack_streaming", [&] {
      HypergraphStream stream(hypergraph);
      const StreamingMatching found = stack_streaming(
          context, stream,
          {.objective = order.objective, .nonpositive = order.nonpositive, .update = update});
      check_edges(calls, "stack_streaming", context, hypergraph, found.edges, demands);
    });
  }
  calls("greedy_streaming", [&] {
    HypergraphStream stream(hypergraph);
    const StreamingMatching found = greedy_streaming(
        context, stream, {.objective = order.objective, .nonpositive = order.nonpositive});
    check_edges(calls, "greedy_streaming", context, hypergraph, found.edges, demands);
  });
}

void call_on_hypergraph(Calls& calls, const Context& context, const HypergraphView& hypergraph,
                        const OrderOptions& order) {
  const verify::MatchingDemands greedy_demands{.order = order, .greedy = true, .bound = false};
  const auto match = [&](const char* call, const verify::MatchingDemands& demands,
                         const auto& body) {
    calls(call, [&] { check_edges(calls, call, context, hypergraph, body().edges, demands); });
  };
  match("greedy", greedy_demands, [&] { return greedy(context, hypergraph, {order}); });
  match("interior_first", {.order = order, .maximal = true, .bound = false},
        [&] { return interior_first(context, hypergraph, {.order = order, .parts = 3}); });
  match("batched greedy in small batches", greedy_demands, [&] {
    const BatchTuning tuning{.few = 0,
                             .sample = 8,
                             .edges_a_draw = 64,
                             .first_share = 0.1,
                             .batch_share = 0.1,
                             .capacity_share = 0.1,
                             .min_batch = 1,
                             .bucket = 2,
                             .reserve_from_threads = 2};
    return detail::hypergraph_matching::batched_greedy(
        context, hypergraph, detail::structures::resolve(hypergraph, order), tuning);
  });
  for (int i = 0; i <= static_cast<int>(LocalMaxVariant::work_optimal); ++i) {
    const auto variant = static_cast<LocalMaxVariant>(i);
    match("local_max", greedy_demands,
          [&] { return local_max(context, hypergraph, {.order = order, .variant = variant}); });
    if (variant == LocalMaxVariant::filtered) continue;
    const verify::MatchingDemands redrawn{
        .order = order, .greedy = true, .ties = Ties::redraw, .bound = false};
    match("local_max with redrawn ties", redrawn, [&] {
      return local_max(context, hypergraph,
                       {.order = order, .variant = variant, .ties = Ties::redraw});
    });
    match("local_max with noise", {.order = order, .maximal = true, .bound = false}, [&] {
      return local_max(context, hypergraph,
                       {.order = order,
                        .variant = variant,
                        .ties = Ties::redraw,
                        .noise = 0.5,
                        .noise_generator = NoiseGenerator::xorwow});
    });
  }
  match("complete", {.order = order, .maximal = true, .bound = false}, [&] {
    HypergraphStream stream(hypergraph);
    const StreamingMatching found = stack_streaming(
        context, stream, {.objective = order.objective, .nonpositive = order.nonpositive});
    return complete(context, hypergraph, found.edges, order);
  });
  calls("value_of", [&] { (void)value_of(hypergraph, greedy(context, hypergraph).edges); });
  call_streaming(calls, context, hypergraph, order);
  calls("verify a hypergraph",
        [&] { (void)verify::check_matching(context, hypergraph, std::vector<EdgeId>{}); });
}

void call_on_bipartite(Calls& calls, const Context& context, const BipartiteView& graph,
                       std::uint64_t seed) {
  using Algorithm =
      BipartiteMatching(const Context&, const BipartiteView&, const BipartiteOptions&);
  struct Named {
    const char* name;
    Algorithm* run;
  };
  constexpr Named k_algorithms[] = {{"hopcroft_karp", hopcroft_karp},
                                    {"hkdw", hkdw},
                                    {"pfp", pfp},
                                    {"p_hk", p_hk},
                                    {"p_pfp", p_pfp},
                                    {"p_dbfs", p_dbfs},
                                    {"ms_bfs_graft", ms_bfs_graft},
                                    {"maximum_matching", maximum_matching},
                                    {"start_matching", start_matching}};
  for (const auto& [name, run] : k_algorithms) {
    for (int start = 0; start <= static_cast<int>(BipartiteStart::least_degree); ++start) {
      calls(name, [&, name = name, run = run] {
        const BipartiteMatching found =
            run(context, graph, {.start = static_cast<BipartiteStart>(start), .seed = seed});
        std::vector<RowColumn> pairs;
        for (std::size_t r = 0; r < found.row_mates.size(); ++r) {
          if (found.row_mates[r] != k_none) pairs.push_back({r, found.row_mates[r]});
        }
        calls.expect(pairs.size() == found.cardinality, name, "the cardinality is another one");
        const bool is_start = std::string_view(name) == "start_matching";
        const verify::BipartiteVerdict verdict =
            verify::check_bipartite(context, graph, pairs, {.maximum = !is_start});
        calls.expect(verdict.ok, name, verdict.violation);
        if (is_start) return;
        const VertexCover cover = vertex_cover(context, graph, found.row_mates);
        calls.expect(cover.size() == found.cardinality, "vertex_cover", "is of another size");
        (void)dulmage_mendelsohn(context, graph, found.row_mates);
      });
    }
  }
  calls("transpose", [&] { (void)transpose(context, graph); });
  std::vector<double> costs(graph.num_entries());
  for (std::size_t e = 0; e < costs.size(); ++e) {
    costs[e] = 0.1 * static_cast<double>(detail::base::hash(seed, 7, e) % 100);
  }
  for (const Sense sense : {Sense::maximize, Sense::minimize}) {
    calls("assignment", [&] {
      const auto found =
          assignment(context, graph, std::span<const double>(costs), {.sense = sense});
      const auto verdict = verify::check_b_assignment(
          context, graph, std::span<const double>(costs), std::get<BAssignment>(found).pairs,
          {.maximum = true, .sense = sense});
      calls.expect(verdict.ok, "assignment", verdict.violation);
    });
    calls("auction", [&] {
      const auto found = auction(context, graph, std::span<const double>(costs), {.sense = sense});
      const auto verdict = verify::check_b_assignment(
          context, graph, std::span<const double>(costs), std::get<BAssignment>(found).pairs,
          {.maximum = true, .sense = sense});
      calls.expect(verdict.ok, "auction", verdict.violation);
    });
  }
}

}  // namespace

std::string call_all(std::span<const std::uint8_t> bytes, std::span<const Context* const> contexts,
                     Watchdog& watchdog) {
  ByteSource source(bytes);
  const std::uint32_t kind = source.below(4);
  std::string wrong;
  // `graph`: owner; `call(calls, context, view)` calls everything.
  const auto run = [&](const auto& owner, const auto& call) {
    const auto view = owner.view();
    watchdog.begin("validate");
    const bool valid = is_valid(contexts, view, wrong);
    watchdog.end();
    for (const Context* context : contexts) {
      Calls calls(watchdog, valid);
      call(calls, *context, view);
      if (wrong.empty()) wrong = calls.wrong();
    }
  };
  const GraphOrder order = hostile_order(source);
  switch (kind) {
    case 0:
      run(hostile_list(source), [&](Calls& calls, const Context& context, const auto& view) {
        call_on_list(calls, context, view, order);
      });
      break;
    case 1:
      run(hostile_graph(source), [&](Calls& calls, const Context& context, const auto& view) {
        call_on_rows(calls, context, view, order);
      });
      break;
    case 2: {
      const OrderOptions options{.rating = static_cast<Rating>(source.below(4)),
                                 .objective = order.objective,
                                 .nonpositive = order.nonpositive,
                                 .seed = order.seed};
      run(hostile_hypergraph(source), [&](Calls& calls, const Context& context, const auto& view) {
        call_on_hypergraph(calls, context, view, options);
      });
      break;
    }
    default:
      run(hostile_bipartite(source), [&](Calls& calls, const Context& context, const auto& view) {
        call_on_bipartite(calls, context, view, order.seed);
      });
  }
  return wrong;
}

}  // namespace hypermatch::test
