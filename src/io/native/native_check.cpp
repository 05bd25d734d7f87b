// SPDX-License-Identifier: MIT
#include "io/native/native_check.hpp"

#include <algorithm>
#include <atomic>
#include <vector>

#include "io/text/written_ids.hpp"
#include "parallel/host/primitives.hpp"

namespace hypermatch::detail::io {

namespace {

// More pins than this, out of no more vertices than that, are told apart by one bit per vertex.
constexpr std::size_t k_many = 64;
constexpr VertexId k_few_vertices = VertexId{1} << 23;

std::string one_based(std::uint64_t number) {
  return std::to_string(number + 1);
}

std::string name_of_edge(std::uint64_t edge) {
  return "edge " + one_based(edge);
}

std::string fault_of_offsets(const std::string& name, Offset begin, Offset end) {
  return name + " begins at offset " + std::to_string(begin) + " and ends at " +
         std::to_string(end);
}

}  // namespace

bool DistinctPins::differ(std::size_t begin, std::size_t end) {
  const auto* offset = std::lower_bound(offsets_.data(), offsets_.data() + offsets_.size(), begin);
  const Offset* const last = offsets_.data() + offsets_.size() - 1;
  for (; offset < last && *offset < end; ++offset) {
    const std::size_t size = offset[1] - offset[0];
    if (size > k_large) {
      // Relaxed: read after the tasks are done.
      found_large_->store(true, std::memory_order_relaxed);
      continue;
    }
    const std::span<const VertexId> mine = pins_.subspan(*offset, size);
    const bool by_bits = size > k_many && num_vertices_ <= k_few_vertices;
    if (!(by_bits ? differ_by_bits(mine) : duplicates_.differ(mine.data(), size))) return false;
  }
  return true;
}

bool DistinctPins::differ_by_bits(std::span<const VertexId> pins) {
  if (seen_.empty()) seen_ = Array<std::uint64_t>(num_vertices_ / 64 + std::size_t{1}, 0);
  std::uint64_t* const seen = seen_.data();
  std::uint64_t repeated = 0;
  // The last bit stands for all that is out of range.
  for (const VertexId pin : pins) {
    const VertexId v = std::min(pin, num_vertices_);
    repeated |= (seen[v / 64] >> (v % 64)) & 1U;
    seen[v / 64] |= std::uint64_t{1} << (v % 64);
  }
  for (const VertexId pin : pins) seen[std::min(pin, num_vertices_) / 64] = 0;
  return repeated == 0;
}

bool large_edges_differ(const Context& context, std::span<const Offset> offsets,
                        std::span<const VertexId> pins, VertexId num_vertices) {
  Array<std::uint64_t> seen;
  std::atomic<bool> repeat{false};
  for (std::size_t e = 0; e + 1 < offsets.size(); ++e) {
    const std::size_t size = offsets[e + 1] - offsets[e];
    if (size <= DistinctPins::k_large) continue;
    if (size > num_vertices) return false;
    context.check_cancelled();
    if (seen.empty()) seen = Array<std::uint64_t>(num_vertices / 64 + std::size_t{1}, 0);
    const std::span<const VertexId> mine = pins.subspan(offsets[e], size);
    // Relaxed, all: a bit is set by one thread only that sees it clear; the rest is read after the
    // tasks are done.
    parallel::for_each(context, size, [&](std::size_t i) {
      const std::uint64_t bit = std::uint64_t{1} << (mine[i] % 64);
      const std::uint64_t before = std::atomic_ref<std::uint64_t>(seen[mine[i] / 64])
                                       .fetch_or(bit, std::memory_order_relaxed);
      if ((before & bit) != 0) repeat.store(true, std::memory_order_relaxed);
    });
    if (repeat.load(std::memory_order_relaxed)) return false;
    parallel::for_each(context, size, [&](std::size_t i) {
      std::atomic_ref<std::uint64_t>(seen[mine[i] / 64]).store(0, std::memory_order_relaxed);
    });
  }
  return true;
}

std::string offsets_fault(std::uint64_t edge, Offset begin, Offset end) {
  return fault_of_offsets(name_of_edge(edge), begin, end);
}

std::string last_offset_fault(Offset last, std::uint64_t count, const char* items) {
  return "the last offset is " + std::to_string(last) + ", must be the number of " + items + ", " +
         std::to_string(count);
}

std::string pin_fault(std::uint64_t edge, VertexId pin, std::uint64_t num_vertices) {
  return "edge " + one_based(edge) + " has pin " + one_based(pin) + ", must be at most " +
         std::to_string(num_vertices);
}

std::string repeated_pin_fault(std::uint64_t edge, std::span<const VertexId> pins) {
  std::vector<VertexId> sorted(pins.begin(), pins.end());
  std::sort(sorted.begin(), sorted.end());
  const auto repeated = std::adjacent_find(sorted.begin(), sorted.end());
  return "edge " + one_based(edge) + " has pin " + one_based(*repeated) + " twice";
}

std::string pair_fault(std::uint64_t edge, const GraphEdge& ends, std::uint64_t num_vertices) {
  const std::string start = "edge " + one_based(edge) + " joins vertex " + one_based(ends.u);
  if (ends.u == ends.v && ends.u < num_vertices) return start + " to itself";
  return start + " to " + one_based(ends.v) + ", must be at most " + std::to_string(num_vertices);
}

std::string weight_fault(std::uint64_t edge) {
  return "the weight of edge " + one_based(edge) + " is not a finite number";
}

std::string first_fault_of_offsets(std::span<const Offset> offsets, std::uint64_t num_pins) {
  return first_fault_of_offsets(offsets, num_pins, "pins", name_of_edge);
}

std::string first_fault_of_offsets(std::span<const Offset> offsets, std::uint64_t count,
                                   const char* items,
                                   const std::function<std::string(std::uint64_t)>& name_of) {
  if (offsets[0] != 0) return "the first offset is " + std::to_string(offsets[0]) + ", must be 0";
  for (std::size_t i = 0; i + 1 < offsets.size(); ++i) {
    if (offsets[i] > offsets[i + 1])
      return fault_of_offsets(name_of(i), offsets[i], offsets[i + 1]);
  }
  return last_offset_fault(offsets.back(), count, items);
}

std::string first_fault_of_pins(std::span<const Offset> offsets, std::span<const VertexId> pins,
                                std::uint64_t num_vertices) {
  DuplicatePins duplicates;
  for (std::size_t e = 0; e + 1 < offsets.size(); ++e) {
    const std::span<const VertexId> mine = pins.subspan(offsets[e], offsets[e + 1] - offsets[e]);
    for (const VertexId pin : mine) {
      if (pin >= num_vertices) return pin_fault(e, pin, num_vertices);
    }
    if (!duplicates.differ(mine.data(), mine.size())) return repeated_pin_fault(e, mine);
  }
  return {};
}

std::string first_fault_of_pairs(std::span<const GraphEdge> edges, std::uint64_t num_vertices) {
  for (std::size_t e = 0; e < edges.size(); ++e) {
    const auto [u, v] = edges[e];
    if (u >= num_vertices || v >= num_vertices || u == v) {
      return pair_fault(e, edges[e], num_vertices);
    }
  }
  return {};
}

}  // namespace hypermatch::detail::io
