// SPDX-License-Identifier: MIT
// All algorithms that the registry has in an execution space of Kokkos, held to the bytes and the
// rounds of one core: all families, types of weights, orders, redrawn ties, noise and capacities.
#include <gtest/gtest.h>

#include <functional>
#include <iterator>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include "hypermatch/error.hpp"
#include "hypermatch/kokkos_matching.hpp"
#include "hypermatch/registry.hpp"
#include "tests/cross_backend/graph_instances.hpp"
#include "tests/cross_backend/instances.hpp"
#include "tests/cross_backend/one_thread.hpp"
#include "tests/sizes.hpp"

namespace hypermatch {
namespace {

using registry::AlgorithmInfo;
using registry::MatchingRequest;
using registry::Problem;
using test::serial;
using test::title;

struct Mode {
  const char* name;
  OrderOptions order = {};
  Ties ties = Ties::fixed;
  double noise = 0.0;
  std::uint32_t capacity = 1;
};
constexpr Mode k_modes[] = {
    {.name = "fixed"},
    {.name = "per pin, keep",
     .order = {.rating = Rating::weight_per_pin, .nonpositive = NonPositive::keep, .seed = 3}},
    {.name = "cardinality", .order = {.objective = Objective::cardinality, .seed = 7}},
    {.name = "redraw", .order = {.seed = 5}, .ties = Ties::redraw},
    {.name = "noise", .order = {.seed = 5}, .ties = Ties::redraw, .noise = 1.5},
    {.name = "capacity 3", .order = {.seed = 2}, .capacity = 3}};

MatchingRequest request_for(const AlgorithmInfo& algorithm, const Mode& mode) {
  MatchingRequest request;
  request.problem = algorithm.problem;
  request.algorithm = algorithm.name;
  request.variant = algorithm.variant;
  request.order = mode.order;
  if (algorithm.problem == Problem::graph_matching) request.order.rating = Rating::automatic;
  request.capacities.common = mode.capacity;
  if (algorithm.redraws_ties && mode.ties == Ties::redraw) {
    request.parameters.set("ties", "redraw");
    request.parameters.set("noise", mode.noise);
  }
  return request;
}

// Modes take turns, so that each instance sees some.
template <class Instances, class Check>
void for_each_case(Problem problem, const Instances& instances, const Check& check) {
  std::size_t turn = 0;
  for (const auto& instance : instances) {
    ++turn;
    for (std::size_t i = 0; i < std::size(k_modes); ++i) {
      if ((i + turn) % test::by_build(2, 3) != 0) continue;
      for (const AlgorithmInfo& algorithm : registry::algorithms(problem)) {
        if (!algorithm.runs_in_kokkos()) continue;
        if (k_modes[i].capacity != 1 &&
            !algorithm.capacity_backends.has(registry::BackendKind::kokkos)) {
          continue;
        };
        SCOPED_TRACE(title(algorithm) + " on " + instance.name + ", " + k_modes[i].name);
        check(instance, request_for(algorithm, k_modes[i]));
        if (testing::Test::HasFailure()) return;
      }
    }
  }
}

TEST(KokkosRounds, HypergraphsHaveTheBytesOfOneCore) {
  const Context host = serial();
  const KokkosContext kokkos(host);
  const auto instances = test::instances(false, 3);
  for_each_case(Problem::hypergraph_matching, instances,
                [&](const test::NamedInstance& instance, const MatchingRequest& request) {
                  const HypergraphView h = instance.hypergraph.view();
                  const auto expected = registry::match(host, h, request);
                  const auto found = registry::match(kokkos, h, request);
                  EXPECT_EQ(found.edges, expected.edges);
                  EXPECT_EQ(found.stats.rounds, expected.stats.rounds);
                  EXPECT_EQ(found.stats.variant, expected.stats.variant);
                });
}

TEST(KokkosRounds, GraphsHaveTheBytesOfOneCore) {
  const Context host = serial();
  const KokkosContext kokkos(host);
  const auto instances = test::graphs(false, 1);
  for_each_case(Problem::graph_matching, instances,
                [&](const test::NamedGraph& instance, const MatchingRequest& request) {
                  const auto expected = registry::match(host, instance.graph, request);
                  const auto found = registry::match(kokkos, instance.graph, request);
                  EXPECT_EQ(found.mates, expected.mates);
                  EXPECT_EQ(found.stats.rounds, expected.stats.rounds);
                  EXPECT_EQ(found.stats.algorithm, expected.stats.algorithm);
                  EXPECT_EQ(found.stats.variant, expected.stats.variant);
                });
}

// Rows that teams share, and giants that all teams share.
Hypergraph with_long_rows() {
  constexpr VertexId k_vertices = 150'000;
  Hypergraph h;
  h.num_vertices = k_vertices;
  std::vector<Offset> offsets = {0};
  std::vector<VertexId> pins;
  const auto add = [&](VertexId first, VertexId count, VertexId step) {
    for (VertexId i = 0; i < count; ++i) pins.push_back((first + i * step) % k_vertices);
    offsets.push_back(pins.size());
  };
  add(0, 70'000, 2);       // a giant
  add(1, 600, 3);          // heavy
  add(140'001, 5'000, 1);  // heavy
  for (VertexId e = 0; e < 70'000; ++e) add(2 * e, e % 7 == 0 ? 1 : 2, 1 + e % 5);
  for (VertexId e = 0; e < 70'000; ++e) {  // a vertex with as many edges
    pins.push_back(149'999);
    pins.push_back(e);
    offsets.push_back(pins.size());
  }
  h.offsets = Array<Offset>(std::span<const Offset>(offsets));
  h.pins = Array<VertexId>(std::span<const VertexId>(pins));
  Array<std::int32_t> weights(h.offsets.size() - 1);
  for (EdgeId e = 0; e < weights.size(); ++e) {
    weights[e] = e < 3 ? 100 : 1 + static_cast<std::int32_t>(e * 2'654'435'761ULL % 50);
  }
  h.weights = std::move(weights);
  return h;
}

TEST(KokkosRounds, LongRowsAreSharedOut) {
  const Context host = serial();
  const KokkosContext kokkos(host);
  const Hypergraph h = with_long_rows();
  for (const LocalMaxVariant variant :
       {LocalMaxVariant::crcw, LocalMaxVariant::crew, LocalMaxVariant::work_optimal}) {
    for (const std::uint32_t capacity : {1U, 400U}) {
      SCOPED_TRACE(std::string(name_of(variant)) + ", capacity " + std::to_string(capacity));
      const LocalMaxOptions options{
          .order = {.seed = 4}, .variant = variant, .capacities = {.common = capacity}};
      EXPECT_EQ(local_max(kokkos, h.view(), options).edges,
                local_max(host, h.view(), options).edges);
    }
  }
  // A hub in rows: all neighbours of a star of stars.
  const EdgeList star = generate::graph(host, "star", {{"leaves", 100'000}}, 1);
  const CompressedGraph rows = compress(host, star.view());
  EXPECT_EQ(red_blue(kokkos, rows.view()).mates, red_blue(host, rows.view()).mates);
  EXPECT_EQ(locally_dominant(kokkos, rows.view()).mates, locally_dominant(host, rows.view()).mates);
}

TEST(KokkosRounds, NothingAndOneEdge) {
  const Context host = serial();
  const KokkosContext kokkos(host);
  for (const VertexId n : {0U, 1U, 2U}) {
    const Array<GraphEdge> edges(n / 2, GraphEdge{0, 1});
    const EdgeListView graph{n, edges.view(), {}};
    const CompressedGraph rows = compress(host, graph);
    for (const auto variant : {GraphLocalMaxVariant::crcw, GraphLocalMaxVariant::work_optimal}) {
      EXPECT_EQ(local_max(kokkos, graph, {.variant = variant}).mates, local_max(host, graph).mates);
      EXPECT_EQ(local_max(kokkos, rows.view(), {.variant = variant}).mates,
                local_max(host, graph).mates);
    }
    EXPECT_EQ(red_blue(kokkos, rows.view()).mates, local_max(host, graph).mates);
    EXPECT_EQ(locally_dominant(kokkos, rows.view()).mates, local_max(host, graph).mates);
    Hypergraph h;
    h.num_vertices = n;
    h.offsets = Array<Offset>(1, 0);
    for (const auto variant : {LocalMaxVariant::crcw, LocalMaxVariant::work_optimal}) {
      EXPECT_TRUE(local_max(kokkos, h.view(), {.variant = variant}).edges.empty());
    }
  }
}

ErrorCode code_of(const std::function<void()>& call) {
  try {
    call();
  } catch (const Error& error) {
    return error.code();
  }
  return ErrorCode::internal;
}

TEST(KokkosRounds, StopsEndCallsBetweenRounds) {
  std::stop_source stop;
  std::uint64_t reports = 0;
  const Context host({.threads = 1,
                      .progress =
                          [&](const Progress& progress) {
                            if (std::string(progress.phase) != "solve") return;
                            if (++reports == 3) stop.request_stop();
                          },
                      .stop = stop.get_token()});
  const KokkosContext kokkos(host);
  const Context quiet = serial();
  const Hypergraph chain = generate::hypergraph(quiet, "chain", {{"m", 2'000}, {"d", 3}}, 1);
  const EdgeList path = generate::graph(quiet, "path", {{"n", 2'000}}, 1);
  const CompressedGraph rows = compress(quiet, path.view());
  EXPECT_EQ(
      code_of([&] { (void)local_max(kokkos, chain.view(), {.variant = LocalMaxVariant::crcw}); }),
      ErrorCode::cancelled);
  EXPECT_EQ(reports, 3U);
  // The instance is free for the next call.
  const KokkosContext next(quiet);
  EXPECT_EQ(red_blue(next, rows.view()).mates, red_blue(quiet, rows.view()).mates);
}

TEST(KokkosRounds, CallsAtOnceTakeTurns) {
  const Hypergraph h =
      generate::hypergraph(serial(), "uniform", {{"n", 3'000}, {"m", 9'000}, {"k", 3}}, 1);
  const EdgeList graph = generate::graph(serial(), "random_graph", {{"n", 3'000}, {"alpha", 5}}, 1);
  const CompressedGraph rows = compress(serial(), graph.view());
  const LocalMaxOptions options{.variant = LocalMaxVariant::work_optimal};
  const auto edges = local_max(serial(), h.view(), options).edges;
  const auto mates = red_blue(serial(), rows.view()).mates;
  // Also where the host's threads are those of Kokkos, and with one context for all.
  const Context shared({.threads = 2, .backend = HostBackend::kokkos});
  const KokkosContext kokkos(shared);
  std::vector<std::thread> callers;
  std::vector<int> wrong(4, 0);
  for (std::size_t caller = 0; caller < wrong.size(); ++caller) {
    callers.emplace_back([&, caller] {
      const Context own({.threads = 2, .backend = HostBackend::std_threads});
      const KokkosContext beside(own);
      const KokkosContext& mine = caller % 2 == 0 ? kokkos : beside;
      for (int repeat = 0; repeat < 5; ++repeat) {
        wrong[caller] += local_max(mine, h.view(), options).edges != edges ? 1 : 0;
        wrong[caller] += red_blue(mine, rows.view()).mates != mates ? 1 : 0;
      }
    });
  }
  for (std::thread& caller : callers) caller.join();
  EXPECT_EQ(wrong, std::vector<int>(4, 0));
}

TEST(KokkosRounds, RefuseWhatHasNoLoopOverAPlace) {
  const Context host = serial();
  const KokkosContext kokkos(host);
  const EdgeList graph = generate::graph(host, "path", {{"n", 10}}, 1);
  Hypergraph h;
  h.offsets = Array<Offset>(1, 0);
  for (const auto variant : {LocalMaxVariant::filtered, LocalMaxVariant::sequential}) {
    EXPECT_EQ(code_of([&] { (void)local_max(kokkos, h.view(), {.variant = variant}); }),
              ErrorCode::unsupported);
  }
  for (const auto variant : {GraphLocalMaxVariant::filtered, GraphLocalMaxVariant::sequential}) {
    EXPECT_EQ(code_of([&] { (void)local_max(kokkos, graph.view(), {.variant = variant}); }),
              ErrorCode::unsupported);
  }
  // A name without a variant means the first that runs there.
  MatchingRequest request;
  request.problem = Problem::graph_matching;
  EXPECT_EQ(registry::match(kokkos, graph, request).stats.variant, "crcw");
  request.algorithm = "suitor";
  EXPECT_EQ(code_of([&] { (void)registry::match(kokkos, graph, request); }),
            ErrorCode::unsupported);
}

TEST(KokkosRounds, BrokenPromisesAreRefused) {
  const Context host = serial();
  const KokkosContext kokkos(host);
  // An edge with a pin twice is never the best of as many vertices as it has pins.
  Hypergraph h;
  h.num_vertices = 2;
  const Offset offsets[] = {0, 2};
  const VertexId pins[] = {1, 1};
  h.offsets = Array<Offset>(std::span<const Offset>(offsets));
  h.pins = Array<VertexId>(std::span<const VertexId>(pins));
  EXPECT_EQ(code_of([&] { (void)local_max(kokkos, h.view(), {.variant = LocalMaxVariant::crcw}); }),
            ErrorCode::invalid_input);
  // A vertex that is its own neighbour neither matches nor retires.
  const Offset rows[] = {0, 1};
  const VertexId loop[] = {0};
  EXPECT_EQ(code_of([&] {
              (void)red_blue(kokkos, GraphView{1, rows, loop, {}});
            }),
            ErrorCode::invalid_input);
}

}  // namespace
}  // namespace hypermatch
