// SPDX-License-Identifier: MIT
// Terms of sums on a device, and the two kinds of states that add them up exactly: integers in 128
// bits, and real numbers in two doubles, as on the host, which say when they do not suffice.
#pragma once

#include <cstdint>

#include "base/exact_sum.hpp"
#include "coarsen/device/contraction.hpp"

namespace hypermatch::detail::coarsen::device {

__device__ inline std::int64_t whole_at(const TermWeights& weights, std::uint64_t i) {
  switch (weights.kind) {
    case TermWeights::Kind::int32:
      return static_cast<const std::int32_t*>(weights.items)[i];
    case TermWeights::Kind::int64:
      return static_cast<const std::int64_t*>(weights.items)[i];
    default:
      return 1;
  }
}

__device__ inline double real_at(const TermWeights& weights, std::uint64_t i) {
  return weights.kind == TermWeights::Kind::float32
             ? static_cast<double>(static_cast<const float*>(weights.items)[i])
             : static_cast<const double*>(weights.items)[i];
}

struct Wholes {
  using State = base::Int128;

  __device__ static State identity() { return 0; }
  __device__ static State term(const TermWeights& weights, std::uint64_t i) {
    return whole_at(weights, i);
  }
  __device__ static State combine(State a, State b) { return a + b; }
  template <class Tile>
  __device__ static State exchange(const Tile& tile, State value, unsigned lane) {
    const unsigned long long low = tile.shfl_xor(static_cast<unsigned long long>(value), lane);
    const long long high = tile.shfl_xor(static_cast<long long>(value >> 64), lane);
    return (static_cast<State>(high) << 64) + static_cast<State>(low);
  }
};

struct Reals {
  using State = RealState;

  // One term alone keeps its bits.
  __device__ static State identity() { return {-0.0, 0.0, 0, 0}; }
  __device__ static State term(const TermWeights& weights, std::uint64_t i) {
    const double value = real_at(weights, i);
    return {value, 0.0, 1, isfinite(value) ? 0U : 1U};
  }
  __device__ static State combine(State a, const State& b) {
    if (b.terms == 0) return a;
    if (a.terms == 0) return b;
    put(a, b.sum);
    if (b.lost != 0) put(a, b.lost);
    a.terms = 2;
    a.failed |= b.failed;
    return a;
  }
  template <class Tile>
  __device__ static State exchange(const Tile& tile, const State& value, unsigned lane) {
    return {tile.shfl_xor(value.sum, lane), tile.shfl_xor(value.lost, lane),
            tile.shfl_xor(value.terms, lane), tile.shfl_xor(value.failed, lane)};
  }

 private:
  // Knuth's two-sum; what is not finite fails, too.
  __device__ static void put(State& state, double term) {
    const double before = state.sum;
    state.sum += term;
    const double part = state.sum - before;
    const double error = (before - (state.sum - part)) + (term - part);
    if (!base::add_exactly(state.lost, error)) state.failed = 1;
  }
};

}  // namespace hypermatch::detail::coarsen::device
