// SPDX-License-Identifier: MIT
// Hypergraphs in pinned memory, which devices read without a copy in between.
#pragma once

#include <cuda_runtime_api.h>

#include <cstdio>
#include <span>
#include <type_traits>
#include <variant>
#include <vector>

#include "hypermatch/hypergraph.hpp"

namespace hypermatch::bench {

/// Registers a hypergraph's arrays as pinned memory, while it lives.
class PinnedArrays {
 public:
  explicit PinnedArrays(const HypergraphView& hypergraph) {
    pin(hypergraph.offsets);
    pin(hypergraph.pins);
    std::visit(
        [&](const auto& weights) {
          if constexpr (!std::is_same_v<std::decay_t<decltype(weights)>, std::monostate>) {
            pin(weights);
          }
        },
        hypergraph.weights);
  }
  PinnedArrays(const PinnedArrays&) = delete;
  PinnedArrays& operator=(const PinnedArrays&) = delete;
  ~PinnedArrays() {
    for (void* const array : arrays_) (void)cudaHostUnregister(array);
  }

 private:
  template <class T>
  void pin(std::span<const T> items) {
    void* const array = const_cast<T*>(items.data());
    if (cudaHostRegister(array, items.size_bytes(), cudaHostRegisterDefault) == cudaSuccess) {
      arrays_.push_back(array);
    } else {
      (void)cudaGetLastError();
      std::fprintf(stderr, "note: an array cannot be pinned\n");
    }
  }
  std::vector<void*> arrays_;
};

}  // namespace hypermatch::bench
