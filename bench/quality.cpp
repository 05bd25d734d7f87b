// SPDX-License-Identifier: MIT
#include "quality.hpp"

#include <cstdio>
#include <cstdlib>
#include <functional>
#include <optional>

#include "hypermatch/graph_matching.hpp"
#include "instances/instances.hpp"
#include "measure.hpp"
#include "optimum.hpp"

namespace hypermatch::bench {
namespace {

struct QualityContestant {
  const char* name;
  bool equals_greedy;  // to the byte
  std::function<GraphMatching(const Context&, const GraphForms&)> match;
};

// The first is what times are compared with.
const std::vector<QualityContestant>& quality_contestants() {
  static const std::vector<QualityContestant> all = {
      {"greedy", true, [](const Context& c, const GraphForms& f) { return greedy(c, f.edges); }},
      {"sorted_greedy", true,
       [](const Context& c, const GraphForms& f) { return sorted_greedy(c, f.edges); }},
      {"local_max", true,
       [](const Context& c, const GraphForms& f) { return local_max(c, f.rows); }},
      {"local_max, sequential", true,
       [](const Context& c, const GraphForms& f) {
         return local_max(c, f.edges, {.variant = GraphLocalMaxVariant::sequential});
       }},
      {"locally_dominant", true,
       [](const Context& c, const GraphForms& f) { return locally_dominant(c, f.rows); }},
      {"suitor", true, [](const Context& c, const GraphForms& f) { return suitor(c, f.rows); }},
      {"gpa", false, [](const Context& c, const GraphForms& f) { return gpa(c, f.edges); }},
      {"gpa, completed", false,
       [](const Context& c, const GraphForms& f) {
         return complete(c, f.edges, gpa(c, f.edges).mates);
       }},
      {"path_growing", false,
       [](const Context& c, const GraphForms& f) { return path_growing(c, f.rows); }},
      {"hem", false, [](const Context& c, const GraphForms& f) { return hem(c, f.rows); }},
      {"hem, natural order", false,
       [](const Context& c, const GraphForms& f) {
         return hem(c, f.rows, {.visit = VisitOrder::natural});
       }},
      {"red_blue", false,
       [](const Context& c, const GraphForms& f) { return red_blue(c, f.rows); }},
      {"red_blue, random", false,
       [](const Context& c, const GraphForms& f) {
         return red_blue(c, f.rows, {.variant = RedBlueVariant::random});
       }},
      {"random_greedy", false,
       [](const Context& c, const GraphForms& f) { return random_greedy(c, f.rows); }},
  };
  return all;
}

std::size_t place_of_gpa() {
  std::size_t place = 0;
  while (std::string(quality_contestants()[place].name) != "gpa")
    ++place;  // ends: it is in the list
  return place;
}

// An instance's row of each table, a value for each contestant.
struct Row {
  std::string instance;
  VertexId vertices;
  EdgeId edges;
  std::vector<double> weights;
  std::vector<double> milliseconds;
  std::optional<double> optimum;
};

Row run_contestants(const Context& context, const QualitySettings& settings,
                    const std::string& spec) {
  const NamedGraph instance = load_graph(context, spec);
  const CompressedGraph rows = compress(context, instance.graph.view());
  const GraphForms forms{instance.graph.view(), rows.view()};
  std::vector<GraphMatching> matchings(quality_contestants().size());
  std::vector<std::function<void()>> work;
  for (std::size_t i = 0; i < quality_contestants().size(); ++i) {
    work.emplace_back([&, i] { matchings[i] = quality_contestants()[i].match(context, forms); });
  }
  Row row{instance.name, forms.edges.num_vertices, forms.edges.num_edges(), {}, {}, {}};
  row.milliseconds = medians(settings.repetitions, work);
  for (std::size_t i = 0; i < matchings.size(); ++i) {
    row.weights.push_back(value_of(forms.edges, matchings[i].mates).weight);
    if (quality_contestants()[i].equals_greedy && matchings[i].mates != matchings[0].mates) {
      std::fprintf(stderr, "error: %s differs from greedy on %s\n", quality_contestants()[i].name,
                   spec.c_str());
      std::exit(EXIT_FAILURE);
    }
  }
  row.optimum = optimum(forms.edges, settings.exact_seconds);
  return row;
}

// One table; value(row, contestant) as text, and what stands in the last line.
template <class Value>
void print_quality(const char* title, const std::vector<std::string>& more_columns,
                   const std::vector<Row>& rows, const Value& value,
                   const std::function<std::vector<std::string>(const Row&)>& more) {
  std::vector<std::string> header = {"instance"};
  for (const QualityContestant& contestant : quality_contestants())
    header.emplace_back(contestant.name);
  header.insert(header.end(), more_columns.begin(), more_columns.end());
  std::printf("%s\n\n%s%s", title, table_row(header).c_str(), table_rule(header.size()).c_str());
  std::vector<std::vector<double>> columns(quality_contestants().size());
  for (const Row& row : rows) {
    std::vector<std::string> cells = {row.instance};
    for (std::size_t i = 0; i < columns.size(); ++i) {
      const std::optional<double> cell = value(row, i);
      cells.push_back(cell ? fixed(*cell, 3) : "-");
      if (cell) columns[i].push_back(*cell);
    }
    const std::vector<std::string> rest = more(row);
    cells.insert(cells.end(), rest.begin(), rest.end());
    std::printf("%s", table_row(cells).c_str());
  }
  std::vector<std::string> means = {"geometric mean"};
  for (const auto& column : columns) {
    means.push_back(column.empty() ? "-" : fixed(geometric_mean(column), 3));
  }
  means.resize(header.size());
  std::printf("%s\n", table_row(means).c_str());
}

}  // namespace

int quality(const QualitySettings& settings) {
  const Context context({.threads = 1});
  std::vector<Row> rows;
  for (const std::string& spec : settings.instances) {
    rows.push_back(run_contestants(context, settings, spec));
    std::fprintf(stderr, "done: %s\n", spec.c_str());
  }
  const std::size_t gpa_place = place_of_gpa();
  using Cell = std::optional<double>;
  print_quality(
      "Weight, as a share of GPA's.", {"vertices", "edges"}, rows,
      [&](const Row& row, std::size_t i) { return Cell(row.weights[i] / row.weights[gpa_place]); },
      [](const Row& row) {
        return std::vector{std::to_string(row.vertices), std::to_string(row.edges)};
      });
  if (knows_optima()) {
    print_quality(
        "Weight, as a share of the optimum that LEMON finds.", {}, rows,
        [](const Row& row, std::size_t i) {
          return row.optimum ? Cell(row.weights[i] / *row.optimum) : Cell();
        },
        [](const Row&) { return std::vector<std::string>(); });
  } else {
    std::printf("Shares of the optimum are left out: LEMON was not there when this was built.\n\n");
  }
  print_quality(
      "Time, as a multiple of that of greedy by std::sort (`greedy`).", {"greedy ms"}, rows,
      [](const Row& row, std::size_t i) { return Cell(row.milliseconds[i] / row.milliseconds[0]); },
      [](const Row& row) { return std::vector{fixed(row.milliseconds[0], 1)}; });
  return EXIT_SUCCESS;
}

}  // namespace hypermatch::bench
