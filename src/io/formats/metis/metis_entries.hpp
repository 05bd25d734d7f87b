// SPDX-License-Identifier: MIT
// The entries of the lines of a METIS file, in arrays that all threads fill.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "hypermatch/array.hpp"
#include "hypermatch/context.hpp"
#include "io/formats/metis/metis_rows.hpp"
#include "io/text/text.hpp"
#include "io/text/weight_column.hpp"
#include "parallel/host/primitives.hpp"

namespace hypermatch::detail::io {

struct MetisPart : ChunkPart {
  std::uint64_t first_row = 0;
  std::uint64_t stored_from = 0;  ///< the row whose offsets and weights stand in front
  std::uint64_t rows = 0;         ///< lines that are no comments
  std::uint64_t self_loops = 0;
  std::vector<SelfLoop> loops;
  std::uint64_t forward = 0;  ///< entries behind their row
  std::size_t first = 0;      ///< where the entries of this part begin in the arrays of all
  std::size_t room = 0;       ///< for so many
  std::size_t size = 0;
  bool are_ascending = true;
  VertexId* neighbours = nullptr;
  std::int32_t* narrow_weights = nullptr;
  bool is_wide = false;  ///< `weights` has the weights, since one was no int32
  WeightColumn weights;

  void push_weight(const Number& weight) {
    const auto value = static_cast<std::int32_t>(weight.integer);
    if (!is_wide && weight.is_integer && value == weight.integer) [[likely]] {
      narrow_weights[size] = value;
    } else {
      widen();
      weights.push(weight);
    }
  }
  void widen() {
    if (is_wide) return;
    for (std::size_t i = 0; i < size; ++i) weights.push({narrow_weights[i], 0.0, true});
    is_wide = true;
  }
};

/// The entries of all parts, and where each part stores its own.
class EntryRoom {
 public:
  EntryRoom(const MetisHeader& header, std::vector<MetisPart>& parts) : parts_(parts) {
    const std::size_t room = parts.empty() ? 0 : parts.back().first + parts.back().room;
    make(neighbours_, room);
    if (header.edge_weights) make(weights_, room);
    for (MetisPart& part : parts) {
      part.neighbours = neighbours_.data() + part.first;
      if (header.edge_weights) part.narrow_weights = weights_.data() + part.first;
    }
  }

  [[nodiscard]] std::size_t size() const {
    std::size_t size = 0;
    for (const MetisPart& part : parts_) size += part.size;
    return size;
  }
  /// Takes the room between the entries of parts out of the offsets of rows, and of the entries.
  void close_gaps(const Context& context, std::uint64_t num_vertices, Array<Offset>& row_begin) {
    std::size_t place = 0;
    for (const MetisPart& part : parts_) {
      if (const std::size_t gap = part.first - place; gap != 0) {
        const std::uint64_t first = std::min(part.first_row, num_vertices);
        const std::uint64_t last = std::min(part.first_row + part.rows, num_vertices);
        parallel::for_each(context, last - first,
                           [&](std::size_t i) { row_begin[first + i + 1] -= gap; });
        has_gaps_ = true;
      }
      place += part.size;
    }
    close(context, neighbours_, place, [](const MetisPart& part) { return part.neighbours; });
  }
  [[nodiscard]] Array<VertexId> take_neighbours() { return std::move(neighbours_); }
  [[nodiscard]] Weights take_weights(const Context& context) {
    const bool is_wide = std::any_of(parts_.begin(), parts_.end(),
                                     [](const MetisPart& part) { return part.is_wide; });
    if (!is_wide) {
      close(context, weights_, size(), [](const MetisPart& part) { return part.narrow_weights; });
      return std::move(weights_);
    }
    parallel::run_tasks(context, parts_.size(), [&](std::size_t i) { parts_[i].widen(); });
    weights_ = {};
    return join_weights(
        context, parts_, [](MetisPart & part) -> auto& { return part.weights; });
  }

 private:
  template <class T>
  void make(Array<T>& array, std::size_t room) {
    if (parts_.size() == 1) {
      array.reserve(room);
    } else {
      array.resize(room);
    }
  }
  template <class T, class EntriesOf>
  void close(const Context& context, Array<T>& array, std::size_t size,
             const EntriesOf& entries_of) {
    if (has_gaps_) {
      Array<T> closed(size);
      std::vector<std::size_t> places(parts_.size(), 0);
      for (std::size_t i = 1; i < places.size(); ++i)
        places[i] = places[i - 1] + parts_[i - 1].size;
      parallel::run_tasks(context, parts_.size(), [&](std::size_t i) {
        std::copy_n(entries_of(parts_[i]), parts_[i].size, closed.data() + places[i]);
      });
      array = std::move(closed);
    } else {
      array.resize(size);
      array.shrink_to_fit();
    }
  }

  std::vector<MetisPart>& parts_;
  Array<VertexId> neighbours_;
  Array<std::int32_t> weights_;
  bool has_gaps_ = false;
};

}  // namespace hypermatch::detail::io
