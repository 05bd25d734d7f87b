// SPDX-License-Identifier: MIT
// The vertices that one rank knows. Each vertex has an owner, which owns a range of them. A rank
// numbers its own vertices first, then the ghosts: those of other ranks that its edges meet, in
// ascending order. A vertex is shared where some rank has it as a ghost. Where each rank meets a
// quarter of the vertices of the others, all ranks know all vertices instead, by their numbers, and
// none is a ghost.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "hypermatch/array.hpp"
#include "hypermatch/types.hpp"
#include "order/ranks/paged_bits.hpp"
#include "parallel/ranks/mail.hpp"

namespace hypermatch::detail::order {

/// Number of a vertex on one rank.
using LocalId = std::uint32_t;

/// Whether pins are known to be below the number of vertices.
enum class Pins { unchecked, checked };

class Boundary {
 public:
  /// Called by all ranks. Whether all know all vertices is told by one of `every` vertices; 0: they
  /// do not. O(pins), one exchange where there are ghosts. @throws AgreedError{invalid_input}
  Boundary(parallel::Mail& mail, VertexId num_vertices, std::span<const VertexId> pins, Pins state,
           std::size_t every);

  /// Whether all ranks know all vertices by their numbers. Then nothing is shared here.
  [[nodiscard]] bool is_whole() const { return is_whole_; }

  [[nodiscard]] std::size_t num_own() const { return num_own_; }
  [[nodiscard]] std::size_t num_local() const { return num_own_ + ghosts_.size(); }
  [[nodiscard]] std::size_t num_shared() const { return shared_.size(); }
  [[nodiscard]] bool is_ghost(LocalId v) const { return v >= num_own_; }
  /// Pairs of a vertex and a rank that has it as a ghost, or knows it where all know all: those of
  /// this rank's range.
  [[nodiscard]] std::uint64_t num_pairs() const { return num_pairs_; }

  /// The local number of a vertex that is own or a ghost.
  [[nodiscard]] LocalId local(VertexId v) const {
    const auto own = static_cast<VertexId>(v - first_own_);
    if (own < num_own_) [[likely]]
      return own;
    return static_cast<LocalId>(num_own_) + ghost_bits_.number_of(v);
  }

  /// Its number in the instance.
  [[nodiscard]] VertexId global(LocalId v) const {
    return is_ghost(v) ? ghosts_[v - num_own_] : static_cast<VertexId>(first_own_ + v);
  }
  [[nodiscard]] std::size_t owner_of(LocalId ghost) const {
    const auto above = std::upper_bound(ghosts_from_.begin(), ghosts_from_.end(), ghost);
    return static_cast<std::size_t>(above - ghosts_from_.begin()) - 1;
  }
  /// The local number of the first ghost that rank q owns.
  [[nodiscard]] LocalId ghosts_from(std::size_t q) const { return ghosts_from_[q]; }

  /// Own vertices that others share, ascending.
  [[nodiscard]] std::span<const VertexId> shared() const { return shared_.view(); }
  /// The place in `shared` of an own vertex that is there.
  [[nodiscard]] std::uint32_t shared_place(LocalId v) const { return shared_bits_.number_of(v); }
  /// The number of an own vertex among the ghosts that rank q, which has it as one, has of this
  /// rank.
  [[nodiscard]] std::uint32_t ghost_there(std::size_t q, LocalId v) const {
    return ghosts_of_[q].number_of(v);
  }
  /// Calls body(q, ghost) for each rank q that has the own vertex as a ghost.
  template <class Body>
  void for_each_sharer(LocalId v, const Body& body) const {
    const std::size_t page = v >> PagedBits::k_page_bits;
    for (std::uint32_t i = sharers_from_[page]; i < sharers_from_[page + 1]; ++i) {
      const std::uint32_t q = sharers_[i];
      if (ghosts_of_[q].contains(v)) body(q, ghosts_of_[q].number_of(v));
    }
  }
  /// The place in `shared` of ghost i that rank q has of this rank.
  [[nodiscard]] std::uint32_t place_of_ghost(std::size_t q, std::uint32_t i) const {
    return ghosts_there_[ghosts_there_from_[q] + i];
  }

 private:
  [[nodiscard]] bool is_own(VertexId v) const {
    return static_cast<VertexId>(v - first_own_) < num_own_;
  }
  void find_ghosts(std::span<const VertexId> pins);
  void tell_owners(parallel::Mail& mail);
  void find_sharers(parallel::Mail& mail);

  VertexId num_vertices_;
  VertexId first_own_;
  VertexId num_own_;
  bool is_whole_ = false;
  std::uint64_t num_pairs_ = 0;
  PagedBits ghost_bits_;
  PagedBits shared_bits_;
  Array<VertexId> ghosts_;
  std::vector<LocalId> ghosts_from_;  // of each owner, and behind the last
  Array<VertexId> shared_;
  Array<std::uint32_t> ghosts_there_;
  std::vector<std::size_t> ghosts_there_from_;
  std::vector<PagedBits> ghosts_of_;         // by rank: own vertices that are ghosts there
  std::vector<std::uint32_t> sharers_from_;  // of each page of own vertices, and behind the last
  std::vector<std::uint32_t> sharers_;       // ranks that have a ghost of the page
};

}  // namespace hypermatch::detail::order
