// SPDX-License-Identifier: MIT
// Invariants of native files beyond their checksums, which detect damage, not intent, and texts of
// the faults. Messages count edges and vertices from 1.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <span>
#include <string>

#include "hypermatch/context.hpp"
#include "hypermatch/graph.hpp"
#include "hypermatch/instance_io.hpp"
#include "hypermatch/types.hpp"
#include "io/builders/duplicate_pins.hpp"

namespace hypermatch::detail::io {

/// Looks for pins that an edge has twice, while pieces of the array of pins pass by. One per
/// thread.
class DistinctPins {
 public:
  /// Edges of more pins than this are left to `large_edges_differ`.
  static constexpr std::size_t k_large = std::size_t{1} << 16;
  /// `offsets` are without fault; DuplicatePins::k_slack readable pins follow `pins`. `found_large`
  /// becomes true when such an edge is met.
  DistinctPins(std::span<const Offset> offsets, std::span<const VertexId> pins,
               VertexId num_vertices, std::atomic<bool>& found_large)
      : offsets_(offsets), pins_(pins), num_vertices_(num_vertices), found_large_(&found_large) {}
  /// True if the pins of each edge that begins at pins [begin, end) differ. May be false, too,
  /// where a pin is not below the number of vertices.
  [[nodiscard]] bool differ(std::size_t begin, std::size_t end);

 private:
  [[nodiscard]] bool differ_by_bits(std::span<const VertexId> pins);

  std::span<const Offset> offsets_;
  std::span<const VertexId> pins_;
  VertexId num_vertices_;
  std::atomic<bool>* found_large_;
  Array<std::uint64_t> seen_;  // one bit per vertex and one more, clear between edges
  DuplicatePins duplicates_;
};

/// Whether the pins of each edge with more than DistinctPins::k_large pins differ. All threads
/// check each of these edges. All pins are below `num_vertices`.
[[nodiscard]] bool large_edges_differ(const Context& context, std::span<const Offset> offsets,
                                      std::span<const VertexId> pins, VertexId num_vertices);

/// The faults of one edge; `edge` is its number, counted from 0.
[[nodiscard]] std::string offsets_fault(std::uint64_t edge, Offset begin, Offset end);
/// `items`: what the offsets count.
[[nodiscard]] std::string last_offset_fault(Offset last, std::uint64_t count,
                                            const char* items = "pins");
[[nodiscard]] std::string pin_fault(std::uint64_t edge, VertexId pin, std::uint64_t num_vertices);
/// The fault of an edge whose pins do not all differ.
[[nodiscard]] std::string repeated_pin_fault(std::uint64_t edge, std::span<const VertexId> pins);
/// The fault of an edge with an end out of range or with equal ends.
[[nodiscard]] std::string pair_fault(std::uint64_t edge, const GraphEdge& ends,
                                     std::uint64_t num_vertices);
[[nodiscard]] std::string weight_fault(std::uint64_t edge);

/// The earliest fault of a whole array that has one. They go over it in order, by one thread.
[[nodiscard]] std::string first_fault_of_offsets(std::span<const Offset> offsets,
                                                 std::uint64_t num_pins);
/// The earliest fault of the offsets of ranges over `count` items. `name_of(range)` names a range.
[[nodiscard]] std::string first_fault_of_offsets(
    std::span<const Offset> offsets, std::uint64_t count, const char* items,
    const std::function<std::string(std::uint64_t)>& name_of);
[[nodiscard]] std::string first_fault_of_pins(std::span<const Offset> offsets,
                                              std::span<const VertexId> pins,
                                              std::uint64_t num_vertices);
[[nodiscard]] std::string first_fault_of_pairs(std::span<const GraphEdge> edges,
                                               std::uint64_t num_vertices);

}  // namespace hypermatch::detail::io
