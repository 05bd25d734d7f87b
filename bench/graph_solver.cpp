// SPDX-License-Identifier: MIT
#include "graph_solver.hpp"

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <optional>
#include <utility>

#include "hypermatch/b_matching.hpp"
#include "hypermatch/device_b_matching.hpp"
#include "hypermatch/device_edge_list.hpp"
#include "hypermatch/device_graph_solver.hpp"
#include "hypermatch/graph_solver.hpp"
#include "instances/instances.hpp"
#include "measure.hpp"

namespace hypermatch::bench {

namespace {

class SolverBench {
 public:
  explicit SolverBench(const GraphSolverSettings& settings)
      : settings_(settings), host_({.threads = settings.threads}) {
    if (!available_devices().devices.empty()) device_.emplace();
  }

  void run(const std::string& spec) {
    const NamedGraph instance = load_graph(host_, spec);
    const EdgeListView list = instance.graph.view();
    const CompressedGraph rows = compress(host_, list);
    compare(instance.name, "list of edges", list);
    compare(instance.name, "rows", rows.view());
  }

  [[nodiscard]] bool all_equal() const { return all_equal_; }

 private:
  template <class Form>
  void compare(const std::string& name, const char* form_name, const Form& form) {
    for (const std::uint32_t capacity : {1U, 3U}) {
      const Capacities capacities{.common = capacity};
      const auto in = [&](const std::string& place, const auto& context, auto& solver) {
        Partners fresh, kept;
        const std::vector<double> times =
            medians(settings_.repetitions, {[&] { fresh = local_max(context, form, capacities); },
                                            [&] { kept = solver.b_match(context, form.weights); }});
        all_equal_ = all_equal_ && fresh.partners == kept.partners;
        std::printf("%s",
                    table_row({name, form_name, std::to_string(capacity), place, fixed(times[0], 2),
                               fixed(times[1], 2), fixed(times[0] / times[1], 2)})
                        .c_str());
        std::fflush(stdout);
      };
      GraphSolver solver(host_, form, capacities);
      in(std::to_string(settings_.threads) + " threads", host_, solver);
      if (!device_) continue;
      DeviceGraphSolver there(*device_, form, capacities);
      in("cuda", *device_, there);
    }
  }

  const GraphSolverSettings& settings_;
  Context host_;
  std::optional<DeviceContext> device_;
  bool all_equal_ = true;
};

}  // namespace

int graph_solvers(const GraphSolverSettings& settings) {
  std::printf("%s%s",
              table_row({"instance", "form", "capacity", "where", "fresh call ms", "solver ms",
                         "times as fast"})
                  .c_str(),
              table_rule(7).c_str());
  SolverBench bench(settings);
  for (const std::string& spec : settings.instances) bench.run(spec);
  if (bench.all_equal()) return EXIT_SUCCESS;
  std::fprintf(stderr, "error: the contestants' matchings differ\n");
  return EXIT_FAILURE;
}

}  // namespace hypermatch::bench
