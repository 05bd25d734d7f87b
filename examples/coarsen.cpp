// SPDX-License-Identifier: MIT
// Coarsens netlists and graphs as a multilevel partitioner does: levels of vertex matching and
// contraction, down to a number of vertices.
//
//   coarsen [VERTICES] FILE...
//
// VERTICES: where to stop, 100 unless given. FILE: any instance that hypermatch reads.
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "hypermatch/coarsen.hpp"
#include "hypermatch/context.hpp"
#include "hypermatch/io.hpp"

namespace {

using hypermatch::Array;
using hypermatch::Context;
using hypermatch::VertexId;

// One level: what is left, and where each vertex of the level above went. A partitioner keeps all
// levels, and brings its partition back through them by `project`.
template <class Instance>
struct Level {
  Instance instance;
  Array<std::int64_t> vertex_weights;
  Array<VertexId> coarse_vertex;
};

Level<hypermatch::Hypergraph> contracted(const Context& context,
                                         const hypermatch::Hypergraph& netlist,
                                         const Array<VertexId>& labels,
                                         std::span<const std::int64_t> weights) {
  auto result = hypermatch::contract(context, netlist.view(), hypermatch::LabelsView(labels.view()),
                                     {.vertex_weights = weights});
  return {std::move(result.hypergraph), std::move(result.vertex_weights),
          std::move(result.coarse_vertex)};
}

Level<hypermatch::CompressedGraph> contracted(const Context& context,
                                              const hypermatch::CompressedGraph& graph,
                                              const Array<VertexId>& labels,
                                              std::span<const std::int64_t> weights) {
  auto result = hypermatch::contract(context, graph.view(), hypermatch::LabelsView(labels.view()),
                                     {.vertex_weights = weights});
  return {std::move(result.graph), std::move(result.vertex_weights),
          std::move(result.coarse_vertex)};
}

void print_level(std::size_t level, const hypermatch::Hypergraph& netlist, double seconds) {
  std::printf("%zu\t%u\t%u\t%zu\t%.4f\n", level, netlist.num_vertices, netlist.view().num_edges(),
              netlist.pins.size(), seconds);
}

void print_level(std::size_t level, const hypermatch::CompressedGraph& graph, double seconds) {
  std::printf("%zu\t%u\t%zu\t%zu\t%.4f\n", level, graph.num_vertices, graph.neighbours.size() / 2,
              graph.neighbours.size(), seconds);
}

// Coarsens until there are `limit` vertices, or matching stalls.
template <class Instance>
void coarsen(const Context& context, Instance finest, std::size_t limit) {
  std::vector<Level<Instance>> levels;
  Array<std::int64_t> ones(finest.num_vertices, 1);
  // No coarse vertex may hold more than twice what each of `limit` equal ones would: else there
  // is no balanced partition.
  const auto max_weight = static_cast<std::int64_t>(2 * finest.num_vertices / limit + 1);
  levels.push_back({std::move(finest), std::move(ones), {}});
  std::printf("level\tvertices\tedges\t%s\tseconds\n",
              std::is_same_v<Instance, hypermatch::Hypergraph> ? "pins" : "arcs");
  print_level(0, levels.back().instance, 0);
  // Ends: every level has fewer vertices than the one above.
  while (levels.back().instance.num_vertices > limit) {
    const auto begin = std::chrono::steady_clock::now();
    const Level<Instance>& fine = levels.back();
    // docs: begin
    auto matching = hypermatch::match_vertices(
        context, fine.instance.view(),
        {.vertex_weights = fine.vertex_weights.view(), .max_weight = max_weight});
    // docs: end
    // The last level takes only as many pairs as it needs.
    std::size_t pairs = fine.instance.num_vertices - limit;
    for (VertexId v = 0; v < matching.mates.size(); ++v) {
      const VertexId mate = matching.mates[v];
      if (mate == hypermatch::k_none || mate < v) continue;
      if (pairs > 0) {
        --pairs;
      } else {
        matching.mates[v] = matching.mates[mate] = hypermatch::k_none;
      }
    }
    const Array<VertexId> labels = hypermatch::labels_of(context, matching.mates.view());
    Level<Instance> coarse = contracted(context, fine.instance, labels, fine.vertex_weights.view());
    if (coarse.instance.num_vertices == fine.instance.num_vertices) {
      std::printf("stalled: no two vertices fit below weight %lld\n",
                  static_cast<long long>(max_weight));
      break;
    }
    levels.push_back(std::move(coarse));
    const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - begin;
    print_level(levels.size() - 1, levels.back().instance, passed.count());
  }
  // The way back: a partition of the coarsest level into two halves becomes one of the finest.
  Array<VertexId> part(levels.back().instance.num_vertices);
  for (VertexId v = 0; v < part.size(); ++v) part[v] = v % 2;
  for (std::size_t level = levels.size() - 1; level > 0; --level) {
    part = hypermatch::project(context, part.view(), levels[level].coarse_vertex.view());
  }
  const auto second = static_cast<std::size_t>(std::count(part.begin(), part.end(), 1U));
  std::printf("parts\t%zu\t%zu\n", part.size() - second, second);
}

void coarsen_file(const Context& context, const std::string& file, std::size_t limit) {
  std::printf("%s\n", file.c_str());
  hypermatch::io::Instance instance = hypermatch::io::read(context, file);
  if (instance.kind() == hypermatch::InstanceKind::hypergraph) {
    coarsen(context, std::move(instance).hypergraph(), limit);
  } else {  // throws Error if it is no graph either
    coarsen(context, hypermatch::compress(context, instance.graph().edges(context).view()), limit);
  }
}

}  // namespace

int main(int argc, char** argv) {
  try {
    const Context context;  // all cores; the levels are the same on any number
    std::size_t limit = 100;
    for (int i = 1; i < argc; ++i) {
      const std::string argument = argv[i];
      if (argument.find_first_not_of("0123456789") == std::string::npos) {
        limit = std::max<std::size_t>(1, std::stoul(argument));
      } else {
        coarsen_file(context, argument, limit);
      }
    }
  } catch (const std::exception& error) {
    std::fprintf(stderr, "error: %s\n", error.what());
    return EXIT_FAILURE;
  }
  return EXIT_SUCCESS;
}
