// SPDX-License-Identifier: MIT
#include "tests/races/races.hpp"

#include "parallel/host/executor.hpp"

namespace hypermatch::test {

const Context& serial() {
  static const Context context({.threads = 1, .backend = HostBackend::serial});
  return context;
}

const std::array<Context, 2>& crowds() {
  static const std::array<Context, 2> contexts = {
      Context({.threads = 2, .backend = HostBackend::std_threads}),
      Context({.threads = 5, .backend = HostBackend::std_threads})};
  return contexts;
}

std::size_t shared_regions(const Context& crowd) {
  return crowd.executor().shared_regions();
}

void add(Answer& answer, const AnyInstanceView& instance) {
  std::visit(PerAlternative{
                 [&](const HypergraphView& view) {
                   answer.add(view.offsets).add(view.pins).add(view.weights);
                 },
                 [&](const EdgeListView& view) { answer.add(view.edges).add(view.weights); },
                 [&](const GraphView& view) {
                   answer.add(view.offsets).add(view.neighbours).add(view.weights);
                 },
                 [&](const BipartiteView& view) { answer.add(view.offsets).add(view.columns); }},
             instance);
}

}  // namespace hypermatch::test
