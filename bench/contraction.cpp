// SPDX-License-Identifier: MIT
#include "contraction.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "hypermatch/coarsen.hpp"
#include "hypermatch/generate.hpp"
#include "hypermatch/graph_matching.hpp"
#include "instances/instances.hpp"
#include "measure.hpp"

namespace hypermatch::bench {
namespace {

template <class T>
struct PlainRows {
  std::vector<Offset> offsets;
  std::vector<VertexId> neighbours;
  std::vector<T> weights;
};

// What a user would write: classes numbered by their first vertex, members by counting sort, one
// pass over the arcs with the place of each head in the row; rows in no order, sums unchecked.
template <class T>
PlainRows<T> plain_contract(const GraphView& graph, std::span<const VertexId> labels) {
  const auto weight = std::get<std::span<const T>>(graph.weights);
  const std::size_t n = graph.num_vertices;
  std::vector<VertexId> number(n, k_none), class_of(n), first(1, 0), member(n);
  for (std::size_t v = 0; v < n; ++v) {
    if (number[labels[v]] == k_none) {
      number[labels[v]] = static_cast<VertexId>(first.size() - 1);
      first.push_back(0);
    }
    ++first[(class_of[v] = number[labels[v]]) + 1U];
  }
  for (std::size_t c = 1; c < first.size(); ++c) first[c] += first[c - 1];
  std::vector<VertexId> next(first.begin(), first.end());
  for (std::size_t v = 0; v < n; ++v) member[next[class_of[v]]++] = static_cast<VertexId>(v);
  PlainRows<T> rows;
  rows.offsets.push_back(0);
  rows.neighbours.reserve(graph.num_arcs());
  rows.weights.reserve(graph.num_arcs());
  std::vector<Offset> place(first.size() - 1, 0);  // behind the head's place in the row
  for (VertexId c = 0; c + 1U < first.size(); ++c) {
    for (VertexId i = first[c]; i < first[c + 1U]; ++i) {
      for (Offset a = graph.offsets[member[i]]; a < graph.offsets[member[i] + 1U]; ++a) {
        const VertexId head = class_of[graph.neighbours[a]];
        if (head == c) continue;
        if (place[head] <= rows.offsets.back()) {
          rows.neighbours.push_back(head);
          rows.weights.push_back(weight[a]);
          place[head] = rows.neighbours.size();
        } else {
          rows.weights[place[head] - 1] += weight[a];
        }
      }
    }
    rows.offsets.push_back(rows.neighbours.size());
  }
  return rows;
}

// Labels of the pairs of a matching, and of what three rounds of pairs make.
std::vector<std::pair<std::string, Array<VertexId>>> kinds_of_classes(const Context& context,
                                                                      const GraphView& graph) {
  std::vector<std::pair<std::string, Array<VertexId>>> kinds;
  kinds.emplace_back("pairs", labels_of(context, local_max(context, graph).mates));
  Contraction level = contract(context, graph, LabelsView(kinds[0].second.view()));
  Array<VertexId> clusters(level.coarse_vertex.view());
  for (int round = 1; round < 3; ++round) {
    level = contract(context, level.graph.view(), local_max(context, level.graph.view()).mates);
    clusters = project(context, level.coarse_vertex.view(), clusters.view());
  }
  kinds.emplace_back("three rounds of pairs", std::move(clusters));
  Array<VertexId> few(graph.num_vertices);
  for (std::size_t v = 0; v < few.size(); ++v) {
    few[v] = static_cast<VertexId>(std::min<std::size_t>(graph.num_vertices, 100) * v /
                                   graph.num_vertices);
  }
  kinds.emplace_back("100 classes", std::move(few));
  return kinds;
}

template <class T>
void check_equal_levels(const PlainRows<T>& plain, const Contraction& ours) {
  double sum = 0;
  for (const T weight : plain.weights) sum += static_cast<double>(weight);
  double other = 0;
  const WeightsView weights = view_of(ours.graph.weights);
  for (std::size_t i = 0; i < size_of(weights); ++i) other += weight_at(weights, i);
  if (plain.neighbours.size() == ours.graph.neighbours.size() &&
      std::abs(sum - other) <= 1e-9 * std::abs(sum)) {
    return;
  }
  std::fprintf(stderr, "error: the contractions differ\n");
  std::exit(EXIT_FAILURE);
}

template <class T>
void measure_contraction(const ContractionSettings& settings, const std::string& name,
                         const GraphView& graph) {
  const Context one({.threads = 1});
  const Context two({.threads = settings.threads});
  const Context four({.threads = 2 * settings.threads});
  for (const auto& [kind, held] : kinds_of_classes(four, graph)) {
    const LabelsView labels(held.view());
    PlainRows<T> plain;
    Contraction ours;
    const auto run = [&](const Context& context) {
      ours = {};
      ours = contract(context, graph, labels);
    };
    std::vector<double> times =
        medians(settings.repetitions,
                {[&] { plain = {}, plain = plain_contract<T>(graph, labels.labels); },
                 [&] { run(one); }, [&] { run(two); }, [&] { run(four); }},
                settings.repetitions > 1 ? 2000 : 0);
    check_equal_levels(plain, ours);
    std::printf(
        "%s",
        table_row({name, type_name(graph.weights), kind, std::to_string(graph.num_arcs()),
                   std::to_string(plain.neighbours.size()), fixed(times[0], 1), fixed(times[1], 1),
                   fixed(times[1] / times[0], 2), fixed(times[2], 1), fixed(times[1] / times[2], 2),
                   fixed(times[3], 1), fixed(times[1] / times[3], 2)})
            .c_str());
    std::fflush(stdout);
  }
}

}  // namespace

int contraction(const ContractionSettings& settings) {
  const std::string two = std::to_string(settings.threads) + " threads ms";
  const std::string four = std::to_string(2 * settings.threads) + " threads ms";
  std::printf("%s%s",
              table_row({"instance", "weights", "classes", "arcs", "coarse arcs", "plain ms",
                         "contract ms", "of plain", two, "speedup", four, "speedup"})
                  .c_str(),
              table_rule(12).c_str());
  const Context many({.threads = settings.threads});
  for (const std::string& spec : settings.instances) {
    NamedGraph named = load_graph(many, spec);
    CompressedGraph rows = compress(many, named.graph.view());
    named.graph = {};
    std::visit(
        [&](const auto& held) {
          if constexpr (!std::is_same_v<std::decay_t<decltype(held)>, std::monostate>) {
            using T = std::remove_const_t<typename std::decay_t<decltype(held)>::element_type>;
            measure_contraction<T>(settings, named.name, rows.view());
          }
        },
        rows.view().weights);
    if (!std::holds_alternative<Array<std::int32_t>>(rows.weights)) continue;
    Array<double> real(rows.neighbours.size());
    for (std::size_t i = 0; i < real.size(); ++i) {
      real[i] = weight_at(view_of(rows.weights), i) / 10;
    }
    rows.weights = std::move(real);
    measure_contraction<double>(settings, named.name, rows.view());
  }
  return EXIT_SUCCESS;
}

std::vector<std::string> contraction_graphs(const std::string& data_folder) {
  std::vector<std::string> specs = {"rmat:scale=19", "rgg:n=1048576", "delaunay:n=1048576",
                                    "grid:x=1000,y=1000"};
  add_files(data_folder,
            {"graph-snap/soc-slashdot0902-undirected.mtx.zst", "graph-dimacs10/mdual.graph.zst",
             "graph-community/musae-github.graph.zst"},
            specs);
  return specs;
}

}  // namespace hypermatch::bench
