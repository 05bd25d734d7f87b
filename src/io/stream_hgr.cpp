// SPDX-License-Identifier: MIT
// hMETIS text as a stream of hyperedges: a window of lines at a time is parsed and handed out.
#include <algorithm>
#include <utility>

#include "base/counted.hpp"
#include "hypermatch/error.hpp"
#include "io/hgr.hpp"

namespace hypermatch::detail::io {

namespace {

class HgrStream final : public EdgeStream {
 public:
  HgrStream(Input input, std::size_t window_bytes, std::uint32_t first_id)
      : input_(std::move(input)), windows_(*input_.stream, window_bytes) {
    cursor_.name = input_.name;
    header_ = read_hgr_header(windows_, cursor_);
    scanner_ =
        HgrScanner({header_.num_vertices, header_.edge_weights, !header_.edge_weights, first_id});
  }

  VertexId num_vertices() const override { return header_.num_vertices; }
  bool is_weighted() const override { return header_.edge_weights; }
  // A later line may have a fraction, which is not known yet.
  bool has_integer_weights() const override { return !header_.edge_weights; }

  bool next(StreamedEdge& edge) override {
    // Ends: every turn takes bytes of the text.
    while (place_ == columns_.num_edges()) {
      if (!refill()) return false;
    }
    edge.id = static_cast<EdgeId>(first_edge_ + place_);
    const Offset begin = columns_.offsets[place_];
    edge.pins =
        std::as_const(columns_.pins).view().subspan(begin, columns_.offsets[place_ + 1] - begin);
    const Number weight = header_.edge_weights ? columns_.weights.at(place_) : Number{1, 1.0, true};
    edge.weight = weight.is_integer ? static_cast<double>(weight.integer) : weight.real;
    edge.integer_weight = weight.integer;
    edge.is_integer = weight.is_integer;
    ++place_;
    return true;
  }

 private:
  // Parses more of the window; false at the end of the text, which is checked then.
  bool refill() {
    // A scan stops early only where something is wrong, or behind the last hyperedge.
    constexpr std::size_t k_piece = std::size_t{256} << 10;
    first_edge_ += columns_.num_edges();
    columns_.clear();
    place_ = 0;
    if (cursor_.at == cursor_.end && !cursor_.next(windows_)) {
      check_complete();
      return false;
    }
    const std::uint64_t left = header_.num_edges - first_edge_;
    if (left == 0) {
      take_rest();
      return true;
    }
    const auto size = static_cast<std::size_t>(cursor_.end - cursor_.at);
    const char* const end =
        size <= k_piece ? cursor_.end : behind_line(cursor_.at + k_piece, cursor_.end);
    if (error_.empty()) {
      const ScanResult result = scanner_.scan(cursor_.at, end, left, columns_);
      cursor_.at = result.stop;
      cursor_.lines += result.lines(columns_.num_edges());
      cursor_.counts += result.counts;
      if (result.error_at != nullptr) error_ = result.message;
    }
    // Edges before an error are handed out first.
    if (!error_.empty() && columns_.num_edges() == 0) cursor_.fail(error_);
    return true;
  }

  void take_rest() {
    if (header_.vertex_weights) {
      take_vertex_weights(cursor_, header_.num_vertices, num_vertex_weights_, nullptr);
      return;
    }
    EdgeColumns rest;
    HgrScanner scanner({header_.num_vertices, header_.edge_weights, false, 0});
    const ScanResult result = scanner.scan(cursor_.at, cursor_.end, 1, rest);
    cursor_.lines += result.lines(rest.num_edges());
    cursor_.at = result.stop;
    if (rest.num_edges() == 0 && result.error_at == nullptr) return;
    if (rest.num_edges() == 0) ++cursor_.lines;
    std::string message = "expected the end of the file behind " +
                          base::counted(header_.num_edges, "hyperedge") + ", found another one";
    if (cursor_.counts.blank_edges > 0) {
      message += " (in a stream, blank lines are empty hyperedges)";
    }
    fail_at(cursor_.name, cursor_.lines, message);
  }

  void check_complete() const {
    if (first_edge_ < header_.num_edges) {
      fail_at(cursor_.name, cursor_.lines,
              "expected " + base::counted(header_.num_edges, "hyperedge") +
                  ", found the end of the file behind " + std::to_string(first_edge_));
    }
    if (header_.vertex_weights && num_vertex_weights_ < header_.num_vertices) {
      fail_at(cursor_.name, cursor_.lines,
              "expected " + base::counted(header_.num_vertices, "vertex weight") +
                  ", found the end of the file behind " + std::to_string(num_vertex_weights_));
    }
  }

  Input input_;
  StreamWindows windows_;
  HgrCursor cursor_;
  HgrHeader header_;
  HgrScanner scanner_{HgrShape{}};
  EdgeColumns columns_;
  std::string error_;
  std::size_t place_ = 0;
  std::uint64_t first_edge_ = 0;
  std::uint64_t num_vertex_weights_ = 0;
};

}  // namespace

std::unique_ptr<EdgeStream> stream_hgr(Input input, std::size_t window_bytes,
                                       std::uint32_t first_id) {
  return std::make_unique<HgrStream>(std::move(input), window_bytes, first_id);
}

}  // namespace hypermatch::detail::io
