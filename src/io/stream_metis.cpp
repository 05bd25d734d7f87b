// SPDX-License-Identifier: MIT
// METIS text as a stream of edges: a window of lines at a time is parsed and handed out. That each
// edge stands in the lines of both its ends is checked by sums of hashes of the two directions.
#include "io/stream_metis.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "base/counted.hpp"
#include "hypermatch/error.hpp"
#include "io/arc_sum.hpp"
#include "io/windows.hpp"

namespace hypermatch::detail::io {

namespace {

class MetisStream final : public EdgeStream {
 public:
  MetisStream(Input input, std::size_t window_bytes, std::uint32_t first_id,
              const MetisLineOptions& options)
      : input_(std::move(input)), windows_(*input_.stream, window_bytes), options_(options) {
    if (!next_window()) fail_at(input_.name, 1, "expected a header, found the end of the file");
    read_in_window([&](Cursor& cursor) { header_ = read_metis_header(cursor, report_); });
    header_.first_id = first_id;
  }

  VertexId num_vertices() const override { return static_cast<VertexId>(header_.num_vertices); }
  bool is_weighted() const override { return header_.edge_weights; }
  // A later line may have a fraction, which is not known yet.
  bool has_integer_weights() const override { return !header_.edge_weights; }

  bool next(StreamedEdge& edge) override {
    // Ends: every turn takes an arc or lines.
    while (true) {
      for (; place_ < piece_.neighbours.size(); ++place_) {
        // Ends: the last row ends behind the last neighbour.
        while (place_ == piece_.row_begin[row_ + 1]) ++row_;
        const auto u = static_cast<VertexId>(first_row_ + row_);
        const VertexId v = piece_.neighbours[place_];
        take_weight(edge, place_);
        (v > u ? forward_ : backward_)
            .add(std::min(u, v), std::max(u, v),
                 bits_of({edge.integer_weight, edge.weight, edge.is_integer}));
        if (v < u) continue;
        ends_[0] = u;
        ends_[1] = v;
        edge.pins = ends_;
        if (next_edge_ >= k_max_count) {
          throw Error(ErrorCode::invalid_input, input_.name + ": more than 2^32 - 2 edges");
        }
        edge.id = static_cast<EdgeId>(next_edge_++);
        ++place_;
        return true;
      }
      if (!refill()) return false;
    }
  }

 private:
  void take_weight(StreamedEdge& edge, std::size_t place) {
    edge.is_integer = true;
    edge.integer_weight = 1;
    edge.weight = 1;
    if (!header_.edge_weights) return;
    const Number weight = number_at(view_of(piece_.weights), place);
    edge.is_integer = weight.is_integer;
    edge.integer_weight = weight.integer;
    edge.weight = weight.is_integer ? static_cast<double>(weight.integer) : weight.real;
  }

  bool next_window() {
    std::span<const char> window;
    if (!windows_.next(window)) return false;
    lines_ += count_lines(window_.begin, window_.end);
    window_ = {window.data(), window.data() + window.size()};
    at_ = window_.begin;
    return true;
  }

  template <class Body>
  void read_in_window(const Body& body) {
    try {
      Cursor cursor(TextRange{at_, window_.end});
      body(cursor);
      at_ = cursor.at();
    } catch (const TextFailure& failure) {
      fail_at(input_.name, lines_ + line_of(window_, failure.where), failure.message);
    }
  }

  // Parses more lines; false at the end of the text, which is checked then.
  bool refill() {
    constexpr std::size_t k_piece = std::size_t{256} << 10;
    first_row_ += piece_.rows;
    row_ = place_ = 0;
    piece_ = {};
    if (at_ == window_.end && !next_window()) {
      check_complete();
      return false;
    }
    const auto left = static_cast<std::size_t>(window_.end - at_);
    const char* const end = left <= k_piece ? window_.end : behind_line(at_ + k_piece, window_.end);
    read_in_window([&](Cursor& cursor) {
      piece_ = read_piece(context_, header_, {cursor.at(), end}, first_row_, options_);
      cursor = Cursor(TextRange{end, window_.end});
    });
    self_loops_ += piece_.self_loops;
    entries_ += piece_.neighbours.size();
    if (!piece_.are_ascending) {
      refuse_repeated_neighbour(input_.name, piece_, first_row_, header_);
    }
    return true;
  }

  void check_complete() {
    if (is_complete_) return;
    is_complete_ = true;
    const bool lacks_blank_line = first_row_ + 1 == header_.num_vertices &&
                                  header_.vertex_weights == 0 && !header_.vertex_sizes;
    if (first_row_ < header_.num_vertices && !lacks_blank_line) {
      fail_at(input_.name, lines_ + count_lines(window_.begin, window_.end),
              "expected lines of " + base::counted(header_.num_vertices, "vertex") +
                  ", found the end of the file after " + std::to_string(first_row_));
    }
    check_directions(input_.name, forward_.pairs == backward_.pairs,
                     forward_.weighted == backward_.weighted);
    try {
      check_neighbour_count(header_, entries_ + self_loops_, self_loops_, next_edge_);
    } catch (const TextFailure& failure) {
      fail_at(input_.name, 1, failure.message);
    }
  }

  Input input_;
  Context context_{{.threads = 1}};
  StreamWindows windows_;
  MetisLineOptions options_;
  hypermatch::io::ReadReport report_;
  MetisHeader header_;
  TextRange window_;
  const char* at_ = nullptr;
  std::uint64_t lines_ = 0;  // in front of the window
  MetisPiece piece_;
  std::uint64_t first_row_ = 0;  // of the piece
  std::size_t row_ = 0;          // in the piece
  std::size_t place_ = 0;        // of the next neighbour
  std::uint64_t next_edge_ = 0;
  std::uint64_t entries_ = 0;
  std::uint64_t self_loops_ = 0;
  ArcSum forward_;
  ArcSum backward_;
  VertexId ends_[2] = {};
  bool is_complete_ = false;
};

}  // namespace

std::unique_ptr<EdgeStream> stream_metis(Input input, std::size_t window_bytes,
                                         std::uint32_t first_id, const MetisLineOptions& options) {
  return std::make_unique<MetisStream>(std::move(input), window_bytes, first_id, options);
}

}  // namespace hypermatch::detail::io
