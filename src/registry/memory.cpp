// SPDX-License-Identifier: MIT
#include "memory.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <type_traits>
#include <variant>

#include "base/available_memory.hpp"
#include "find.hpp"
#include "hypermatch/error.hpp"
#include "hypermatch/resolve.hpp"

namespace hypermatch::registry {

namespace {

// Whether weights of 64 bits are compared: they get ranks.
bool ranks_weights(const WeightsView& weights, Objective objective) {
  if (resolve(objective, is_weighted(weights)) == Objective::cardinality) return false;
  return std::visit(
      [](const auto& items) {
        using View = std::decay_t<decltype(items)>;
        if constexpr (std::is_same_v<View, std::monostate>) {
          return false;
        } else {
          return sizeof(typename View::value_type) == 8;
        }
      },
      weights);
}

void require_memory(std::uint64_t needed, std::uint64_t available, const AlgorithmInfo& algorithm,
                    const char* beside, const char* who) {
  if (needed <= available) return;
  throw Error(ErrorCode::resources, "out of memory: " + full_name(algorithm) + " needs at least " +
                                        std::to_string(needed) + " bytes " + beside + ", the " +
                                        who + " has " + std::to_string(available) + " left");
}

constexpr std::uint64_t k_many = std::uint64_t{1} << 30;  // as arrays have it

}  // namespace

void check_memory(const AlgorithmInfo& algorithm, const InstanceSize& size,
                  std::uint64_t available) {
  require_memory(surely_needed(algorithm.memory, size), available, algorithm, "beside the instance",
                 "system");
}

void check_device_memory(const AlgorithmInfo& algorithm, const InstanceSize& size,
                         std::uint64_t available) {
  if (algorithm.device_memory.streams) return;
  require_memory(surely_needed(algorithm.device_memory.on_device, size), available, algorithm,
                 "on the device", "device");
}

void check_host_memory(const AlgorithmInfo& algorithm, const InstanceSize& size, Place place) {
  const MemoryBound& bound = place == Place::host || place == Place::kokkos
                                 ? algorithm.memory
                                 : algorithm.device_memory.on_host;
  const std::uint64_t needed = surely_needed(bound, size);
  if (needed < k_many) return;
  const std::optional<std::uint64_t> available = detail::base::available_memory();
  if (available) require_memory(needed, *available, algorithm, "beside the instance", "system");
}

namespace {

// Each device has an equal share, and the host ranks weights. Contexts may share a device. What
// each holds in full may be less where there is less memory.
void check_group_memory(const AlgorithmInfo& algorithm, InstanceSize size,
                        const DeviceGroup& group) {
  size.ranks_weights = false;
  const std::uint64_t needed =
      surely_needed(algorithm.group_memory.shared, size) / static_cast<std::uint64_t>(group.size());
  if (needed < k_many) return;
  for (const DeviceContext& device : group) {
    const auto is_same = [&](const DeviceContext& other) {
      return other.device() == device.device();
    };
    const auto parts =
        static_cast<std::uint64_t>(std::count_if(group.begin(), group.end(), is_same));
    require_memory(needed * parts, device.device_bytes_allowed(), algorithm,
                   "on each of several devices", "device");
  }
}

}  // namespace

void check_device_memory(const AlgorithmInfo& algorithm, const InstanceSize& size,
                         const Where& where) {
  // Kokkos does not tell what its memory holds; it refuses an array that does not fit.
  if (where.place() == Place::host || where.place() == Place::kokkos) return;
  if (where.group() != nullptr) return check_group_memory(algorithm, size, *where.group());
  if (surely_needed(algorithm.device_memory.on_device, size) < k_many) return;
  check_device_memory(algorithm, size, where.device()->device_bytes_allowed());
}

void check_memory(const AlgorithmInfo& algorithm, const InstanceSize& size, const Where& where) {
  check_host_memory(algorithm, size, where.place());
  check_device_memory(algorithm, size, where);
}

InstanceSize size_of(const HypergraphView& hypergraph, Objective objective) {
  return {.vertices = hypergraph.num_vertices,
          .edges = hypergraph.num_edges(),
          .pins = hypergraph.num_pins(),
          .ranks_weights = ranks_weights(hypergraph.weights, objective)};
}

InstanceSize size_of(const EdgeListView& graph, Objective objective) {
  return {.vertices = graph.num_vertices,
          .edges = graph.edges.size(),
          .ranks_weights = ranks_weights(graph.weights, objective)};
}

InstanceSize size_of(const GraphView& graph, Objective objective) {
  return {.vertices = graph.num_vertices,
          .edges = graph.num_arcs() / 2,
          .ranks_weights = ranks_weights(graph.weights, objective)};
}

InstanceSize size_of(const BipartiteView& bipartite) {
  return {.vertices = std::uint64_t{bipartite.num_rows} + bipartite.num_columns,
          .edges = bipartite.num_entries()};
}

}  // namespace hypermatch::registry
