// SPDX-License-Identifier: MIT
#include "weights.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <limits>
#include <memory>
#include <utility>
#include <variant>

#include "hypermatch/generate.hpp"
#include "hypermatch/graph_matching.hpp"
#include "hypermatch/hypergraph_matching.hpp"
#include "hypermatch/io.hpp"
#include "instances.hpp"
#include "measure.hpp"
#include "weight_kinds.hpp"

namespace hypermatch::bench {
namespace {

using Run = std::function<void(const Context&)>;

// One way to hand the instance over: run(weights) is a run on the structure with these weights.
struct Form {
  std::string name;
  std::function<Run(const Weights&)> with;
};

std::vector<Form> forms_of(const EdgeList& graph) {
  const auto list = [&graph](const Weights& weights) -> Run {
    const EdgeListView view{graph.num_vertices, graph.edges.view(), view_of(weights)};
    return [view](const Context& context) { (void)local_max(context, view); };
  };
  const auto rows = [&graph](const Weights& weights) -> Run {
    const EdgeListView view{graph.num_vertices, graph.edges.view(), view_of(weights)};
    const auto held = std::make_shared<CompressedGraph>(compress(Context({.threads = 1}), view));
    return [held](const Context& context) { (void)local_max(context, held->view()); };
  };
  return {{"list", list}, {"rows", rows}};
}

std::vector<Form> forms_of(const Hypergraph& hypergraph) {
  return {{"hypergraph", [&hypergraph](const Weights& weights) -> Run {
             HypergraphView view = hypergraph.view();
             view.weights = view_of(weights);
             return [view](const Context& context) {
               (void)local_max(context, view, {.order = {.rating = Rating::weight}});
             };
           }}};
}

struct Instance {
  std::string name;
  std::variant<EdgeList, Hypergraph> data;
};

Instance load(const Context& context, const std::string& spec) {
  if (const auto family = parse_family(spec)) {
    AnyInstance made = generate::instance(context, family->family, family->parameters);
    if (auto* graph = std::get_if<Graph>(&made)) {
      return {spec, std::get<EdgeList>(std::move(*graph).form())};
    }
    if (auto* edges = std::get_if<Hypergraph>(&made)) return {spec, std::move(*edges)};
    std::fprintf(stderr, "error: %s is a family of matrices\n", family->family.c_str());
    std::exit(EXIT_FAILURE);
  }
  if (spec.find(".hgr") != std::string::npos) {
    return {name_of_file(spec), load_as_it_is(context, spec).hypergraph};
  }
  return {name_of_file(spec), load_graph(context, spec).graph};
}

// The least times of both, in milliseconds; they take turns.
std::pair<double, double> least_times(std::size_t repetitions, const Context& context,
                                      const Run& base, const Run& run) {
  std::pair<double, double> least(std::numeric_limits<double>::max(),
                                  std::numeric_limits<double>::max());
  double spent = 0;
  constexpr double k_enough = 3000;  // ms
  for (std::size_t r = 0; r < repetitions && (r < 2 || spent < k_enough); ++r) {
    const double first = milliseconds([&] { base(context); });
    const double second = milliseconds([&] { run(context); });
    least = {std::min(least.first, first), std::min(least.second, second)};
    spent += first + second;
  }
  return least;
}

void measure(const WeightSettings& settings, const Instance& instance) {
  const Context contexts[] = {Context({.threads = 1}), Context({.threads = settings.threads})};
  const std::vector<Form> forms =
      std::visit([](const auto& data) { return forms_of(data); }, instance.data);
  const std::size_t m = std::visit(
      [](const auto& data) { return std::size_t{data.view().num_edges()}; }, instance.data);
  const std::size_t columns = 2 * forms.size();
  std::vector<std::string> header = {instance.name};
  for (const Form& form : forms) {
    header.push_back(form.name + ", 1 thread");
    header.push_back(form.name + ", " + std::to_string(settings.threads) + " threads");
  }
  std::printf("%s%s", table_row(header).c_str(), table_rule(columns + 1).c_str());
  std::vector<WeightKind> kinds = kinds_of_32_bits();
  const std::size_t narrow = kinds.size();
  for (WeightKind& wide : kinds_of_64_bits()) kinds.push_back(std::move(wide));
  const Weights base_weights = kinds.front().make(m);
  std::vector<Run> bases;
  for (const Form& form : forms) bases.push_back(form.with(base_weights));
  std::vector<std::vector<double>> ratios[2] = {std::vector<std::vector<double>>(columns),
                                                std::vector<std::vector<double>>(columns)};
  for (std::size_t k = 0; k < kinds.size(); ++k) {
    const Weights kind_weights = kinds[k].make(m);
    std::vector<std::string> cells = {kinds[k].name};
    for (std::size_t column = 0; column < columns; ++column) {
      const Run run = forms[column / 2].with(kind_weights);
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
    measure(settings, load(Context({.threads = settings.threads}), spec));
  }
  return EXIT_SUCCESS;
}

std::vector<std::string> weight_instances() {
  return {"rgg:n=1048576", "rmat:scale=18", "delaunay:n=1048576", "uniform:n=400000,m=1000000,k=3"};
}

}  // namespace hypermatch::bench
