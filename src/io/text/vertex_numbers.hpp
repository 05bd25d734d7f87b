// SPDX-License-Identifier: MIT
// From the ids that a file uses for its vertices to numbers 0, 1, ... in the order of their first
// appearance, and back to text.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "hypermatch/array.hpp"
#include "hypermatch/context.hpp"
#include "hypermatch/graph.hpp"
#include "hypermatch/instance_io.hpp"
#include "hypermatch/types.hpp"

namespace hypermatch::detail::io {

/// Numbers names as it meets them.
class NameTable {
 public:
  /// The number of `name`, a new one if it was not seen before. @throws Error{invalid_input} beyond
  /// 2^32 - 2 names. The name is not copied.
  [[nodiscard]] VertexId number_of(std::string_view name);
  /// Numbers a name that does not stay: a new one is copied.
  [[nodiscard]] VertexId number_of_copy(std::string_view name);
  /// The number of a name, k_none if it was not seen before.
  [[nodiscard]] VertexId find(std::string_view name) const;
  [[nodiscard]] const std::vector<std::string_view>& names() const { return names_; }

 private:
  void grow();
  [[nodiscard]] std::size_t place_of(std::uint64_t hash, std::string_view name) const;

  std::vector<std::string_view> names_;
  std::vector<std::uint32_t> hashes_;  ///< low half of each name's hash
  std::vector<std::uint32_t> slots_;   ///< open addressing: number + 1, or 0
  std::deque<std::string> copies_;
};

/// Names the vertices 0, 1, ... by their labels. @throws Error{invalid_input} if two have the same
void add_labels(NameTable& names, const hypermatch::io::VertexLabels& labels);

/// Ends of pairs that share one numbering.
enum class Ends { both, first, second };

/// Replaces the ids at these ends of `pairs`, all below `limit`, by numbers in the order of their
/// first appearance (u before v), and returns the id of each number. O(pairs + limit), the same
/// result on any number of threads.
[[nodiscard]] Array<VertexId> number_by_appearance(const Context& context, Array<GraphEdge>& pairs,
                                                   std::uint64_t limit, Ends ends = Ends::both);

/// Labels that are these integers; empty if vertex v is v + 1.
[[nodiscard]] hypermatch::io::VertexLabels labels_of(const Array<VertexId>& ids);
/// Labels that are these names.
[[nodiscard]] hypermatch::io::VertexLabels labels_of(const std::vector<std::string_view>& names);

}  // namespace hypermatch::detail::io
