// SPDX-License-Identifier: MIT
// From the vertices and edges of a file that describes each by itself (GML, GraphML, Pajek, DOT) to
// an instance: names, weights that only some edges have, directions, self-loops.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hypermatch/instance_io.hpp"
#include "io/builders/self_loops.hpp"
#include "io/formats/parsers.hpp"
#include "io/text/text.hpp"
#include "io/text/weight_column.hpp"

namespace hypermatch::detail::io {

/// Thrown inside parsers that read the front of a text only, where it ends.
struct FrontEnds {};

/// Runs `parse` on the front of a text, which may end anywhere, and turns failures into errors.
template <class Parse>
void check_front_of(const ParseInput& front, const Parse& parse) {
  try {
    located(front, parse);
  } catch (const FrontEnds&) {
  }
}

/// Throws Error{unsupported} "NAME:LINE: message".
[[noreturn]] void refuse_at(const ParseInput& input, const char* where, const std::string& message);

/// The weight that `text` stands for. @throws TextFailure at `at`
[[nodiscard]] Number weight_of(std::string_view text, const char* at);

/// Throws TextFailure for the first NUL byte of the text.
void refuse_nul(const ParseInput& input);

/// True for a word that differs from `lower` in case at most; `lower` has no capitals.
[[nodiscard]] bool is_word(std::string_view word, std::string_view lower);

/// Edges as a file has them, one after the other.
class EdgeCollector {
 public:
  explicit EdgeCollector(const ParseInput& input) : input_(input) {}

  /// Takes an edge; one without weight counts 1 where others have some. `at`: for messages.
  /// @throws TextFailure beyond 2^32 - 2 edges, and for a negative weight where that is refused
  void add(VertexId u, VertexId v, const std::optional<Number>& weight, const char* at);
  /// An attribute of a vertex with a value: two of these names say on which of two sides it is.
  void see_attribute(VertexId v, std::string_view name, std::string_view value);
  /// Whether such an attribute may say that.
  [[nodiscard]] static bool names_side(std::string_view name);
  /// All vertices below `num_rows` are of the first side, those from there on of the second.
  void take_modes(std::uint64_t num_rows, std::uint64_t num_vertices);
  /// A number of an edge that is no weight, noted where no edge has one.
  void see_number(std::string_view name) {
    if (other_number_.empty()) other_number_ = name;
  }
  /// The name of the attribute that is the weight of an edge, where it is asked for; else empty.
  [[nodiscard]] std::string_view asked_weight() const {
    return input_.csv == nullptr ? std::string_view() : std::string_view(input_.csv->columns[0]);
  }
  /// Whether an attribute of this name is the weight: the one that is asked for, or `usual`.
  [[nodiscard]] bool is_weight(std::string_view name, std::string_view usual) const {
    return name == (asked_weight().empty() ? usual : asked_weight());
  }
  void count_directed(std::uint64_t edges) { directed_ += edges; }
  [[nodiscard]] std::uint64_t size() const { return lines_; }

  /// The instance with what was collected; labels that are 1, 2, ... are left out.
  /// @throws Error{unsupported, resources, cancelled}
  [[nodiscard]] hypermatch::io::Instance finish(const char* format, std::uint64_t num_vertices,
                                                hypermatch::io::ReadReport report,
                                                hypermatch::io::VertexLabels labels);

 private:
  /// An attribute whose value is 0 or 1 at every vertex tells its side.
  struct SideAttribute {
    std::vector<std::uint8_t> sides;  // by vertex; k_unknown: not yet seen
    std::uint64_t seen = 0;
    bool has_others = false;  // of other values
  };

  [[nodiscard]] Weights take_weights(hypermatch::io::ReadReport& report);
  [[nodiscard]] std::vector<std::uint8_t> take_sides(std::uint64_t num_vertices,
                                                     hypermatch::io::ReadReport& report);
  [[nodiscard]] bool part_all_edges(const std::vector<std::uint8_t>& sides) const;

  const ParseInput& input_;
  Array<GraphEdge> pairs_;
  WeightColumn weights_;
  std::vector<SelfLoop> loops_;
  std::uint64_t lines_ = 0;
  std::uint64_t weighted_ = 0;
  std::uint64_t directed_ = 0;
  std::uint64_t self_loops_ = 0;
  SideAttribute attributes_[2];
  std::string other_number_;
};

/// Names by which vertices are called: `names` if they are one per vertex and differ, else `ids`,
/// with a note in the report that says why.
[[nodiscard]] hypermatch::io::VertexLabels labels_or_ids(const std::vector<std::string_view>& names,
                                                         std::uint64_t num_vertices,
                                                         hypermatch::io::VertexLabels ids,
                                                         hypermatch::io::ReadReport& report);

}  // namespace hypermatch::detail::io
