// SPDX-License-Identifier: MIT
// What the kernels that combine rows are given, and where rows go.
#pragma once

#include <cstdint>

#include "algorithms/clustering/common/device/community_table.cuh"
#include "algorithms/clustering/common/device/long_rows.cuh"
#include "algorithms/clustering/common/device/problem.hpp"

namespace hypermatch::detail::clustering::device {

struct CombineArguments {
  DeviceContraction contraction;
  const VertexId* members;           ///< by class
  const std::uint64_t* starts;       ///< of the classes' members; the last one ends at n
  const std::uint32_t* arcs_before;  ///< a member in its class; of classes that warps may not do
  int shift;                         ///< that counts of arcs are divided by, rows rounded up
  VertexId* classes;                 ///< those that groups do
  LongRows long_rows;
  GlobalTables tables;
  ClusteringControl* control;
  std::uint64_t chunk;  ///< arcs that a warp reserves at once
};

template <class Sum>
struct CombineShared {
  TableMemory<Sum> tables;
  PartQueue parts;
  // Of each group:
  unsigned long long inside[k_most_groups];
  unsigned long long loops[k_most_groups];
  unsigned long long place[k_most_groups];
  std::uint32_t keys[k_most_groups];     ///< in the table
  std::uint32_t written[k_most_groups];  ///< of them
  std::uint32_t item[k_most_groups];
};

/// Members of a class.
struct Members {
  const VertexId* first;
  std::uint64_t count;
};

__device__ inline Members members_of(const CombineArguments& a, VertexId c) {
  const std::uint64_t begin = a.starts[c];
  const std::uint64_t end =
      c + 1 == a.contraction.num_classes ? a.contraction.level.num_vertices : a.starts[c + 1];
  return {a.members + begin, end - begin};
}

__device__ inline void write_arc(const CombineArguments& a, std::uint64_t place, VertexId other,
                                 unsigned long long weight) {
  if (place >= a.contraction.room) return;
  a.contraction.neighbours[place] = other;
  if (a.contraction.narrow) {
    static_cast<std::int32_t*>(a.contraction.weights)[place] = static_cast<std::int32_t>(weight);
  } else {
    static_cast<std::int64_t*>(a.contraction.weights)[place] = static_cast<std::int64_t>(weight);
  }
}

/// Room for rows that one warp reserves in large pieces, so that warps seldom meet at the counter.
class RowRoom {
 public:
  explicit __device__ RowRoom(const CombineArguments& arguments) : a_(arguments) {}

  /// Where rows of so many arcs in all begin, `longest` in one of them; by the whole warp.
  __device__ std::uint64_t reserve(std::uint32_t arcs, std::uint32_t longest) {
    std::uint64_t place = 0;
    if (threadIdx.x % 32 == 0) {
      if (arcs > left_) {
        left_ = arcs > a_.chunk ? arcs : a_.chunk;
        next_ = atomicAdd(&a_.control->next_arc, static_cast<unsigned long long>(left_));
      }
      place = next_;
      next_ += arcs;
      left_ -= arcs;
      num_arcs_ += arcs;
      longest_ = longest > longest_ ? longest : longest_;
    }
    return __shfl_sync(k_all_lanes, place, 0);
  }

  /// Adds what all rows had; the whole warp calls it.
  __device__ void report() const {
    if (num_arcs_ == 0) return;
    atomicAdd(&a_.control->num_arcs, static_cast<unsigned long long>(num_arcs_));
    atomicMax(&a_.control->longest, static_cast<unsigned long long>(longest_));
  }

 private:
  const CombineArguments& a_;
  std::uint64_t next_ = 0;
  std::uint64_t left_ = 0;
  std::uint64_t num_arcs_ = 0;
  std::uint32_t longest_ = 0;
};

}  // namespace hypermatch::detail::clustering::device
