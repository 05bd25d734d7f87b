// SPDX-License-Identifier: MIT
#include "weights.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <limits>
#include <memory>
#include <string_view>
#include <utility>
#include <variant>

#include "hypermatch/graph_matching.hpp"
#include "hypermatch/hypergraph_matching.hpp"
#include "hypermatch/renumber.hpp"
#include "instances/instances.hpp"
#include "instances/weight_kinds.hpp"
#include "measure.hpp"

namespace hypermatch::bench {
namespace {

using WeightedRun = std::function<void(const Context&)>;

// One way to hand the instance over: run(weights) is a run on the structure with these weights.
struct WeightedForm {
  std::string name;
  std::function<WeightedRun(const Weights&)> with;
};

std::vector<WeightedForm> forms_of(const EdgeList& graph) {
  const auto list = [&graph](const Weights& weights) -> WeightedRun {
    const EdgeListView view{graph.num_vertices, graph.edges.view(), view_of(weights)};
    return [view](const Context& context) { (void)local_max(context, view); };
  };
  const auto rows = [&graph](const Weights& weights) -> WeightedRun {
    const EdgeListView view{graph.num_vertices, graph.edges.view(), view_of(weights)};
    const auto held = std::make_shared<CompressedGraph>(compress(Context({.threads = 1}), view));
    return [held](const Context& context) { (void)local_max(context, held->view()); };
  };
  return {{"list", list}, {"rows", rows}};
}

std::vector<WeightedForm> forms_of(const Hypergraph& hypergraph) {
  return {{"hypergraph", [&hypergraph](const Weights& weights) -> WeightedRun {
             HypergraphView view = hypergraph.view();
             view.weights = view_of(weights);
             return [view](const Context& context) {
               (void)local_max(context, view, {.order = {.rating = Rating::weight}});
             };
           }}};
}

struct WeightedInstance {
  std::string name;
  std::variant<EdgeList, Hypergraph> data;
};

WeightedInstance load_weighted(const Context& context, const std::string& spec) {
  if (is_hypergraph(spec)) {
    NamedInstance loaded = load_as_it_is(context, spec);
    return {std::move(loaded.name), std::move(loaded.hypergraph)};
  }
  NamedGraph loaded = load_graph(context, spec);
  return {std::move(loaded.name), std::move(loaded.graph)};
}

// What a structure is changed to; the first leaves it as it is.
enum class Change { none, random_numbers, reversed, heavy_vertex };

const char* name_of(Change change) {
  switch (change) {
    case Change::none:
      return "";
    case Change::random_numbers:
      return ", vertices at random";
    case Change::reversed:
      return ", reversed";
    case Change::heavy_vertex:
      return ", one heavy vertex";
  }
  return "";
}

// Vertices are renamed at random, edges stay in their order; or both are turned round; or one more
// vertex is adjacent to all others.
EdgeList changed(const EdgeList& graph, Change change) {
  const VertexId n = graph.num_vertices;
  EdgeList result;
  result.num_vertices = n;
  result.edges = graph.edges.clone();
  if (change == Change::random_numbers) {
    const Array<VertexId> numbers = random_numbers(n, 1);
    for (GraphEdge& edge : result.edges) edge = {numbers[edge.u], numbers[edge.v]};
  } else if (change == Change::reversed) {
    for (GraphEdge& edge : result.edges) edge = {n - 1 - edge.v, n - 1 - edge.u};
    std::reverse(result.edges.begin(), result.edges.end());
  } else if (change == Change::heavy_vertex) {
    ++result.num_vertices;
    for (VertexId v = 0; v < n; ++v) result.edges.push_back({v, n});
  }
  return result;
}

// The same for hyperedges; the heavy vertex is one that a tenth of them have as their first pin.
Hypergraph changed(const Hypergraph& hypergraph, Change change) {
  const VertexId n = hypergraph.num_vertices;
  Hypergraph result;
  result.num_vertices = n;
  result.offsets = hypergraph.offsets.clone();
  result.pins = hypergraph.pins.clone();
  const Array<VertexId> numbers = random_numbers(n, 1);
  if (change == Change::random_numbers) {
    for (VertexId& pin : result.pins) pin = numbers[pin];
  } else if (change == Change::reversed) {
    for (VertexId& pin : result.pins) pin = n - 1 - pin;
  } else if (change == Change::heavy_vertex) {
    ++result.num_vertices;
    for (std::size_t e = 0; e + 1 < result.offsets.size(); e += 10) {
      if (result.offsets[e] != result.offsets[e + 1]) result.pins[result.offsets[e]] = n;
    }
  }
  return result;
}

// The least times of both, in milliseconds; they take turns.
std::pair<double, double> least_times(std::size_t repetitions, const Context& context,
                                      const WeightedRun& base, const WeightedRun& run) {
  std::pair<double, double> least(std::numeric_limits<double>::max(),
                                  std::numeric_limits<double>::max());
  double spent = 0;
  constexpr double k_enough = 4000;  // ms
  for (std::size_t r = 0; r < repetitions && (r < 2 || spent < k_enough); ++r) {
    const double first = milliseconds([&] { base(context); });
    const double second = milliseconds([&] { run(context); });
    least = {std::min(least.first, first), std::min(least.second, second)};
    spent += first + second;
  }
  return least;
}

// Whether weights follow the order of the edges, so that the numbering matters most.
bool follows_order(const WeightKind& kind) {
  const std::string_view name = kind.name;
  return name.ends_with("rising") || name.ends_with("falling");
}

void measure_weights(const WeightSettings& settings, const WeightedInstance& instance,
                     bool all_kinds) {
  const Context contexts[] = {Context({.threads = 1}), Context({.threads = settings.threads})};
  const std::vector<WeightedForm> forms =
      std::visit([](const auto& data) { return forms_of(data); }, instance.data);
  const std::size_t m = std::visit(
      [](const auto& data) { return std::size_t{data.view().num_edges()}; }, instance.data);
  const std::size_t columns = 2 * forms.size();
  std::vector<std::string> header = {instance.name};
  for (const WeightedForm& form : forms) {
    header.push_back(form.name + ", 1 thread");
    header.push_back(form.name + ", " + std::to_string(settings.threads) + " threads");
  }
  std::printf("%s%s", table_row(header).c_str(), table_rule(columns + 1).c_str());
  std::vector<WeightKind> kinds = kinds_of_32_bits();
  const std::size_t narrow = kinds.size();
  for (WeightKind& wide : kinds_of_64_bits()) kinds.push_back(std::move(wide));
  const Weights base_weights = kinds.front().make(m);
  std::vector<WeightedRun> bases;
  for (const WeightedForm& form : forms) bases.push_back(form.with(base_weights));
  std::vector<std::vector<double>> ratios[2] = {std::vector<std::vector<double>>(columns),
                                                std::vector<std::vector<double>>(columns)};
  for (std::size_t k = 0; k < kinds.size(); ++k) {
    if (!all_kinds && k != 0 && !follows_order(kinds[k])) continue;
    const Weights kind_weights = kinds[k].make(m);
    std::vector<std::string> cells = {kinds[k].name};
    for (std::size_t column = 0; column < columns; ++column) {
      const WeightedRun run = forms[column / 2].with(kind_weights);
      const auto [base, time] =
          least_times(settings.repetitions, contexts[column % 2], bases[column / 2], run);
      ratios[k < narrow ? 0 : 1][column].push_back(time / base);
      cells.push_back(k == 0 ? fixed(std::min(base, time), 2) + " ms" : fixed(time / base, 2));
    }
    std::printf("%s", table_row(cells).c_str());
    std::fflush(stdout);
  }
  for (const std::size_t bits : {32, 64}) {
    std::vector<std::string> cells = {"**" + std::to_string(bits) + " bits: mean, worst**"};
    for (const std::vector<double>& of_column : ratios[bits / 64]) {
      cells.push_back(fixed(geometric_mean(of_column), 2) + ", " +
                      fixed(*std::max_element(of_column.begin(), of_column.end()), 2));
    }
    std::printf("%s", table_row(cells).c_str());
  }
  std::printf("\n");
}

}  // namespace

int weights(const WeightSettings& settings) {
  for (const std::string& spec : settings.instances) {
    std::fprintf(stderr, "%s\n", spec.c_str());
    const WeightedInstance instance = load_weighted(Context({.threads = settings.threads}), spec);
    for (const Change change :
         {Change::none, Change::random_numbers, Change::reversed, Change::heavy_vertex}) {
      measure_weights(
          settings,
          std::visit(
              [&](const auto& data) {
                return WeightedInstance{instance.name + name_of(change), changed(data, change)};
              },
              instance.data),
          change == Change::none);
    }
  }
  return EXIT_SUCCESS;
}

std::vector<std::string> weight_instances() {
  return {"rgg:n=1048576", "rmat:scale=18", "delaunay:n=1048576", "uniform:n=400000,m=1000000,k=3",
          "sizes:n=100000,m=1000000,min=2,max=8"};
}

}  // namespace hypermatch::bench
