// SPDX-License-Identifier: MIT
// Instances as Python holds them: views of arrays, with what had to be copied, or owners of what
// was read or generated.
#pragma once

#include <nanobind/nanobind.h>

#include <cstdint>
#include <memory>
#include <utility>
#include <variant>

#include "hypermatch/instance.hpp"
#include "hypermatch/instance_io.hpp"
#include "hypermatch/preferences.hpp"
#include "hypermatch/preferences_io.hpp"
#include "hypermatch/solver_csr.hpp"

namespace hypermatch::python {

namespace nb = nanobind;

/// A graph, a hypergraph, or rows and columns.
struct Instance {
  AnyInstanceView view;
  WeightsView loop_weights = {};   ///< of a graph: size n, or none
  WeightsView entry_weights = {};  ///< of rows and columns: one per entry, or none
  std::uint64_t copied_bytes = 0;  ///< of the caller's arrays
  /// The arrays that the views show, where these are not the caller's.
  std::variant<std::monostate, AdoptedCsr<GraphView>, AdoptedCsr<HypergraphView>,
               AdoptedCsr<BipartiteView>>
      adopted = {};
  std::unique_ptr<io::Instance> owned = {};
  Weights own_loops = {};
  nb::object arrays = {};  ///< the caller's, which must live

  [[nodiscard]] std::uint64_t num_entries() const;
  [[nodiscard]] AnyGraphView graph() const;
  [[nodiscard]] const BipartiteView& bipartite() const;
  [[nodiscard]] const HypergraphView& hypergraph() const;
};

/// Preference lists, with the names of agents.
struct AgentLists {
  Preferences own;  ///< empty until `lists` copies those that are shared
  io::AgentNames names = {};
  std::optional<SharedPreferences> shared;  ///< where a list is of many agents

  /// A list per agent. Holds the interpreter's lock.
  const Preferences& lists();
  [[nodiscard]] Sides sides() const { return shared ? Sides::two : own.sides; }
  [[nodiscard]] VertexId num_left() const { return shared ? shared->num_left : own.num_left; }
  [[nodiscard]] VertexId num_agents() const;
  [[nodiscard]] std::uint64_t num_entries() const;
};

/// An instance that owns what was read or generated.
[[nodiscard]] std::unique_ptr<Instance> owning_instance(io::Instance instance);

void bind_instances(nb::module_& module);
void bind_files(nb::module_& module);

}  // namespace hypermatch::python
