// SPDX-License-Identifier: MIT
// Contraction of a graph in device memory: the arrays that its steps share, and the steps, which
// the host calls by the table at the end. All are enqueued on the stream and wait for nothing.
#pragma once

#include <cstddef>
#include <cstdint>

#include "hypermatch/device_context.hpp"
#include "parallel/device/arena.hpp"
#include "parallel/device/module.hpp"

namespace hypermatch::detail::coarsen {

/// Weights in device memory; those of kind none are 1 each.
struct TermWeights {
  enum class Kind { none, int32, int64, float32, float64 };

  const void* items = nullptr;
  Kind kind = Kind::none;
};

/// Input of a contraction in device memory.
struct DeviceContractionInput {
  VertexId num_vertices = 0;
  std::uint64_t num_arcs = 0;
  const std::uint64_t* offsets = nullptr;  ///< size n + 1
  const VertexId* neighbours = nullptr;
  TermWeights weights = {};
  TermWeights loop_weights = {};
  bool has_loop_weights = false;
  bool keeps_loops = false;
  bool is_real = false;  ///< sums are doubles, else 64-bit integers
  const VertexId* labels = nullptr;
  const std::int64_t* vertex_weights = nullptr;  ///< size n, or none
};

/// A sum of real numbers on its way: the rounded sum and what rounding lost (`RealSum`).
struct RealState {
  double sum;
  double lost;
  std::uint32_t terms;   ///< 0, 1, or 2 for more
  std::uint32_t failed;  ///< not 0: the two doubles are not the exact sum
};

/// Results of kernels for the host, which reads all of them at once.
struct ContractionControl {
  unsigned long long first_wrong;  ///< label that is 2^32 - 1
  std::uint64_t num_classes;
  std::uint64_t num_terms;  ///< arcs between classes
  std::uint64_t num_arcs;   ///< of the contracted graph
  std::uint32_t wide_arcs;  ///< not 0: some sum is not of type int32
  std::uint32_t wide_loops;
  std::uint32_t beyond;         ///< not 0: a sum is beyond its type
  std::uint32_t inexact;        ///< not 0: some sum of real numbers takes more than two doubles
  std::uint32_t beyond_vertex;  ///< not 0: a sum of weights of vertices is beyond int64
  std::uint32_t heavy[2];       ///< counts of heavy rows (rows.cuh)
};

/// Arrays of n items each, unless they say otherwise; and, from `tails` on, of one item per term.
struct ContractionArrays {
  ContractionControl* control = nullptr;
  VertexId* class_of = nullptr;
  VertexId* members = nullptr;             ///< by class, ascending
  VertexId* numbers = nullptr;             ///< scratch
  VertexId* heads = nullptr;               ///< scratch
  VertexId* sorted = nullptr;              ///< scratch
  std::uint8_t* flags = nullptr;           ///< scratch
  std::uint64_t* class_begin = nullptr;    ///< n + 1: of members
  std::uint64_t* places = nullptr;         ///< scratch
  std::uint64_t* offsets = nullptr;        ///< n + 1: where terms of a vertex go; then the result's
  std::int64_t* vertex_weights = nullptr;  ///< the result's
  void* inside = nullptr;                  ///< with loops: `RealState` or Int128 of each vertex
  void* loops = nullptr;                   ///< with loops: int64 or double, the result's
  std::int32_t* narrow_loops = nullptr;    ///< with loops
  std::uint32_t* heavy = nullptr;          ///< rows.cuh

  VertexId* tails = nullptr;           ///< the class that an arc begins in
  VertexId* term_heads = nullptr;      ///< and ends in; then the result's neighbours
  VertexId* arcs = nullptr;            ///< of the input
  VertexId* sorted_terms = nullptr;    ///< places of terms by their heads
  VertexId* run_starts = nullptr;      ///< then int32 weights, the result's
  std::uint8_t* term_flags = nullptr;  ///< first term of a run
  std::uint64_t* run_begin = nullptr;  ///< one more; numbers of terms before
  std::uint64_t* sums = nullptr;       ///< of runs, the result's; sorted heads before
  parallel::DeviceScratch scratch;

  [[nodiscard]] VertexId* term_numbers() const { return reinterpret_cast<VertexId*>(run_begin); }
  [[nodiscard]] VertexId* sorted_heads() const { return reinterpret_cast<VertexId*>(sums); }
};

/// Checks labels, numbers classes, lists their members.
void number_classes_on_device(const DeviceContractionInput& input, const ContractionArrays& arrays,
                              DeviceStream stream);
/// After the number of classes is known: members by class, and places of terms, by class, too.
void list_members_on_device(const DeviceContractionInput& input, const ContractionArrays& arrays,
                            VertexId num_classes, DeviceStream stream);
/// Terms sorted by heads, and of one head by tails; the number of runs between the same classes.
void sort_terms_on_device(const DeviceContractionInput& input, const ContractionArrays& arrays,
                          VertexId num_classes, std::uint64_t num_terms, DeviceStream stream);
/// Rows of the contracted graph and their sums.
void sum_runs_on_device(const DeviceContractionInput& input, const ContractionArrays& arrays,
                        VertexId num_classes, std::uint64_t num_terms, std::uint64_t num_runs,
                        DeviceStream stream);
/// Sums of loops (where they are kept) and of weights of vertices.
void sum_classes_on_device(const DeviceContractionInput& input, const ContractionArrays& arrays,
                           VertexId num_classes, DeviceStream stream);
/// narrow[i] = wide[i]
void narrow_on_device(const void* wide, std::uint64_t count, std::int32_t* narrow,
                      DeviceStream stream);
[[nodiscard]] std::size_t contraction_scratch_bytes(std::uint64_t vertices, std::uint64_t terms);
/// Words of `heavy`.
[[nodiscard]] std::size_t contraction_heavy_room(std::uint64_t vertices, std::uint64_t arcs);

struct DeviceFunctions {
  static constexpr const char* k_symbol = "hypermatch_cuda_coarsen";

  decltype(&number_classes_on_device) number_classes;
  decltype(&list_members_on_device) list_members;
  decltype(&sort_terms_on_device) sort_terms;
  decltype(&sum_runs_on_device) sum_runs;
  decltype(&sum_classes_on_device) sum_classes;
  decltype(&narrow_on_device) narrow;
  decltype(&contraction_scratch_bytes) scratch_bytes;
  decltype(&contraction_heavy_room) heavy_room;
};

}  // namespace hypermatch::detail::coarsen
