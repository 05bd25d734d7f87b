// SPDX-License-Identifier: MIT
#include "weights.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
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

namespace hypermatch::bench {
namespace {

struct Kind {
  const char* name;
  std::function<Weights(std::size_t m)> make;
};

// What make(e, random) returns for each edge e, where `random` are 62 random bits.
template <class T, class Make>
Weights each(std::size_t m, const Make& make) {
  Array<T> weights(m);
  std::uint64_t state = 1;
  for (std::size_t e = 0; e < m; ++e) {
    // Steele, Lea, Flood 2014.
    std::uint64_t z = state += 0x9E3779B97F4A7C15ULL;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
    weights[e] = static_cast<T>(make(e, (z ^ (z >> 31)) >> 2));
  }
  return weights;
}

double unit(std::uint64_t random) {
  return static_cast<double>(random) * 0x1.0p-62;
}

template <class T, class Make>
Kind kind(const char* name, const Make& make) {
  return {name, [make](std::size_t m) {
            return each<T>(m,
                           [&](std::size_t e, std::uint64_t random) { return make(m, e, random); });
          }};
}

// The first one is what all others are compared with.
std::vector<Kind> kinds_of_32_bits() {
  using U = std::uint64_t;
  using I = std::int32_t;
  return {
      kind<I>("int32 1..100", [](U, U, U r) { return 1 + r % 100; }),
      {"none", [](std::size_t) { return Weights{}; }},
      kind<I>("int32 random 31 bits", [](U, U, U r) { return 1 + (r & 0x3FFFFFFF); }),
      kind<I>("int32 all 5", [](U, U, U) { return 5; }),
      kind<I>("int32 1 or 2", [](U, U, U r) { return 1 + r % 2; }),
      kind<I>("int32 Zipf", [](U, U, U r) { return std::min(1e9, 1 / (unit(r) + 1e-9)); }),
      kind<I>("int32 1 in 1000 large",
              [](U, U, U r) { return 1 + r / 1000 % 10 + (r % 1000 == 0 ? 1'000'000'000 : 0); }),
      kind<I>("int32 one outlier",
              [](U m, U e, U r) { return e == m / 2 ? 2'000'000'000 : 1 + r % 100; }),
      kind<I>("int32 rising", [](U, U e, U) { return 1 + e; }),
      kind<I>("int32 falling", [](U m, U e, U) { return m - e; }),
      kind<float>("float 1..10", [](U, U, U r) { return 1 + r % 10; }),
      kind<float>("float 1..100", [](U, U, U r) { return 1 + r % 100; }),
      kind<float>("float all 0.5", [](U, U, U) { return 0.5; }),
      kind<float>("float quarters", [](U, U, U r) { return static_cast<double>(1 + r % 4) / 4; }),
      kind<float>("float tenths", [](U, U, U r) { return static_cast<double>(1 + r % 1000) / 10; }),
      kind<float>("float uniform", [](U, U, U r) { return unit(r) + 1e-9; }),
      kind<float>("float 10^(-30..30)", [](U, U, U r) { return std::pow(10, 60 * unit(r) - 30); }),
  };
}

std::vector<Kind> kinds_of_64_bits() {
  using U = std::uint64_t;
  using I = std::int64_t;
  return {
      kind<I>("int64 1..100", [](U, U, U r) { return 1 + r % 100; }),
      kind<I>("int64 all 5e9", [](U, U, U) { return 5'000'000'000; }),
      kind<I>("int64 5e9 + 1..10", [](U, U, U r) { return 5'000'000'000 + 1 + r % 10; }),
      kind<I>("int64 Zipf", [](U, U, U r) { return std::min(1e15, 1 / (unit(r) + 1e-15)); }),
      kind<I>("int64 random 62 bits", [](U, U, U r) { return 1 + r; }),
      kind<I>("int64 one outlier",
              [](U m, U e, U r) { return e == m / 2 ? I{1} << 62 : static_cast<I>(1 + r % 100); }),
      kind<I>(
          "int64 uniform, one outlier",
          [](U m, U e, U r) { return e == m / 2 ? I{1} << 62 : static_cast<I>(1 + (r >> 38)); }),
      kind<I>("int64 rising", [](U, U e, U) { return 1 + e; }),
      kind<double>("double all 0.5", [](U, U, U) { return 0.5; }),
      kind<double>("double 1..10", [](U, U, U r) { return 1 + r % 10; }),
      kind<double>("double tenths",
                   [](U, U, U r) { return static_cast<double>(1 + r % 1000) / 10; }),
      kind<double>("double uniform", [](U, U, U r) { return unit(r) + 1e-9; }),
      kind<double>(
          "double each 10 times",
          [](U m, U, U r) { return std::sqrt(static_cast<double>(1 + r % (m / 10 + 1))); }),
      kind<double>("double 10^(-30..30)",
                   [](U, U, U r) { return std::pow(10, 60 * unit(r) - 30); }),
      kind<double>("double 10^(-200..200)",
                   [](U, U, U r) { return std::pow(10, 400 * unit(r) - 200); }),
      kind<double>("double 1 in 1000 large",
                   [](U, U, U r) { return unit(r / 1000) + (r % 1000 == 0 ? 1e200 : 1e-9); }),
  };
}

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
  std::vector<Kind> kinds = kinds_of_32_bits();
  const std::size_t narrow = kinds.size();
  for (Kind& wide : kinds_of_64_bits()) kinds.push_back(std::move(wide));
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
