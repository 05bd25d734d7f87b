// SPDX-License-Identifier: MIT
// METIS text as a stream of edges: a window of lines at a time is parsed and handed out. That each
// edge stands in the lines of both its ends is checked by sums of hashes of the two directions.
#include "io/formats/metis/stream_metis.hpp"

#include <algorithm>
#include <numeric>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "base/counted.hpp"
#include "hypermatch/error.hpp"
#include "io/builders/arc_sum.hpp"
#include "io/source/blockwise_stream.hpp"
#include "io/source/windows.hpp"
#include "parallel/host/primitives.hpp"

namespace hypermatch::detail::io {

namespace {

class MetisStream final : public BlockwiseStream {
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

  std::size_t next_blocks(const Context& context, std::span<EdgeBlock> blocks,
                          std::size_t block_bytes) override {
    if (at_ == window_.end && !next_window()) {
      check_complete();
      return 0;
    }
    pieces_.resize(0);
    for (const TextRange& text : cut_window(at_, window_.end, blocks.size(), block_bytes)) {
      pieces_.emplace_back().text = text;
    }
    read_in_window([&](Cursor& cursor) {
      parse(context, blocks);
      cursor = Cursor(TextRange{pieces_.back().text.end, window_.end});
    });
    std::vector<std::uint64_t> first_edges;
    for (std::size_t i = 0; i < pieces_.size(); ++i) {
      first_edges.push_back(next_edge_);
      pass(pieces_[i], blocks[i]);
    }
    parallel::run_tasks(context, pieces_.size(), [&](std::size_t i) {
      std::iota(blocks[i].ids.begin(), blocks[i].ids.end(), static_cast<EdgeId>(first_edges[i]));
    });
    return pieces_.size();
  }

 private:
  // Lines that one thread parses.
  struct Piece : ChunkPart {
    std::uint64_t first_row = 0;
    std::uint64_t num_rows = 0;
    MetisPiece rows;
    ArcSum forward;
    ArcSum backward;
  };

  // Parses the pieces side by side.
  void parse(const Context& context, std::span<EdgeBlock> blocks) {
    parallel::run_tasks(context, pieces_.size(), [&](std::size_t i) {
      pieces_[i].num_rows = count_metis_rows(pieces_[i].text);
    });
    std::uint64_t row = first_row_;
    for (Piece& piece : pieces_) {
      piece.first_row = std::min(row, header_.num_vertices);
      row += piece.num_rows;
    }
    parallel::run_tasks(context, pieces_.size(), [&](std::size_t i) {
      Piece& piece = pieces_[i];
      try {
        piece.rows = read_piece(serial_, header_, piece.text, piece.first_row, options_);
        std::visit([&](const auto& weights) { take_edges(piece, weights, blocks[i]); },
                   piece.rows.weights);
      } catch (TextFailure& failure) {
        piece.failure = std::move(failure);
      }
    });
    throw_first_failure(pieces_);
  }

  // The arcs that lead upwards, each of which is an edge.
  template <class Held>
  static void take_edges(Piece& piece, const Held& weights, EdgeBlock& block) {
    constexpr bool k_is_weighted = !std::is_same_v<Held, std::monostate>;
    const MetisPiece& rows = piece.rows;
    block.offsets.resize(0);
    block.pins.resize(2 * rows.neighbours.size());
    VertexId* pin = block.pins.data();
    Held kept;
    if constexpr (k_is_weighted) kept.resize(weights.size());
    std::size_t count = 0;
    for (std::size_t row = 0; row < rows.rows; ++row) {
      const auto u = static_cast<VertexId>(piece.first_row + row);
      for (Offset a = rows.row_begin[row]; a < rows.row_begin[row + 1]; ++a) {
        const VertexId v = rows.neighbours[a];
        std::uint64_t bits = 1;
        if constexpr (k_is_weighted) {
          bits = bits_of(number_of(weights[a]));
          kept[count] = weights[a];
        }
        const bool is_forward = v > u;
        (is_forward ? piece.forward : piece.backward).add(std::min(u, v), std::max(u, v), bits);
        pin[2 * count] = u;
        pin[2 * count + 1] = v;
        count += is_forward ? 1 : 0;
      }
    }
    block.ids.resize(count);
    block.pins.resize(2 * count);
    if constexpr (k_is_weighted) {
      kept.resize(count);
      block.weights = std::move(kept);
    } else {
      block.weights = std::monostate{};
    }
  }

  // Counts what was parsed, in the order of the text.
  void pass(const Piece& piece, const EdgeBlock& block) {
    if (!piece.rows.are_ascending) {
      refuse_repeated_neighbour(input_.name, piece.rows, piece.first_row, header_);
    }
    first_row_ = piece.first_row + piece.rows.rows;
    self_loops_ += piece.rows.self_loops;
    entries_ += piece.rows.neighbours.size();
    forward_.add(piece.forward);
    backward_.add(piece.backward);
    next_edge_ += block.num_edges();
    if (next_edge_ > k_max_count) {
      throw Error(ErrorCode::invalid_input, input_.name + ": more than 2^32 - 2 edges");
    }
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
  Context serial_{{.threads = 1}};
  StreamWindows windows_;
  MetisLineOptions options_;
  hypermatch::io::ReadReport report_;
  MetisHeader header_;
  TextRange window_;
  const char* at_ = nullptr;
  std::uint64_t lines_ = 0;  // in front of the window
  std::vector<Piece> pieces_;
  std::uint64_t first_row_ = 0;  // that was not parsed
  std::uint64_t next_edge_ = 0;
  std::uint64_t entries_ = 0;
  std::uint64_t self_loops_ = 0;
  ArcSum forward_;
  ArcSum backward_;
  bool is_complete_ = false;
};

}  // namespace

std::unique_ptr<EdgeStream> stream_metis(Input input, std::size_t window_bytes,
                                         std::uint32_t first_id, const MetisLineOptions& options) {
  return std::make_unique<MetisStream>(std::move(input), window_bytes, first_id, options);
}

}  // namespace hypermatch::detail::io
