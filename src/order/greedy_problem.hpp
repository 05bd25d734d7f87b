// SPDX-License-Identifier: MIT
// Requirements of batched greedy on edges and vertices, as concepts. `BatchedGreedy` documents
// them.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>

#include "order/batch_thresholds.hpp"

namespace hypermatch::detail::order {

/// Takes sampled edges with their keys.
template <class Sample>
struct SampleSink {
  void operator()(std::uint64_t key, const Sample& sample) const;
};

/// The state of the vertices that one thread has: which edges are free, and which are taken.
template <class V, class Record, class Sample>
concept VertexState = requires(V& own, const V& state, const Record& record, const Sample& sample,
                               std::span<const Record> records, typename V::Taken* out,
                               const typename V::Taken& taken) {
  { state.is_free(record) } -> std::convertible_to<std::uint64_t>;
  { state.is_free(sample) } -> std::convertible_to<std::uint64_t>;
  state.look_ahead(records, std::size_t{});
  { own.take_if_free(record, out) } -> std::same_as<typename V::Taken*>;
  own.learn(taken);
};

/// A matching problem for batched greedy: edges with keys, as records that are cheap to test, and
/// the state of their vertices.
template <class P>
concept GreedyProblem = requires(P& problem, typename P::Vertices& own,
                                 const typename P::Vertices& state, const KeyRange& range,
                                 typename P::Record* records, std::size_t e,
                                 std::span<const typename P::Vertices::Taken> taken,
                                 const SampleSink<typename P::Sample>& add) {
  requires VertexState<typename P::Vertices, typename P::Record, typename P::Sample>;
  { records->key } -> std::convertible_to<std::uint64_t>;
  { P::k_key_step } -> std::convertible_to<std::uint64_t>;
  { problem.num_edges() } -> std::convertible_to<std::size_t>;
  { problem.most_taken() } -> std::convertible_to<std::size_t>;
  problem.sample(e, add);
  { problem.select(e, e, range, state, records) } -> std::same_as<typename P::Record*>;
  problem.settle_ties(records, e);
  { problem.vertices() } -> std::same_as<typename P::Vertices>;
  problem.check_room();
  problem.prepare();
  problem.note(own, taken);
};

}  // namespace hypermatch::detail::order
