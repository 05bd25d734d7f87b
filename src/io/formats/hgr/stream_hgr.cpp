// SPDX-License-Identifier: MIT
// hMETIS text as a stream of hyperedges: a window of lines at a time is parsed and handed out.
#include <algorithm>
#include <numeric>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "base/counted.hpp"
#include "hypermatch/error.hpp"
#include "io/formats/hgr/hgr.hpp"
#include "io/source/blockwise_stream.hpp"
#include "parallel/host/primitives.hpp"

namespace hypermatch::detail::io {

namespace {

class HgrStream final : public BlockwiseStream {
 public:
  HgrStream(Input input, std::size_t window_bytes, std::uint32_t first_id)
      : input_(std::move(input)), windows_(*input_.stream, window_bytes), first_id_(first_id) {
    cursor_.name = input_.name;
    header_ = read_hgr_header(windows_, cursor_);
  }

  VertexId num_vertices() const override { return header_.num_vertices; }
  bool is_weighted() const override { return header_.edge_weights; }
  // A later line may have a fraction, which is not known yet.
  bool has_integer_weights() const override { return !header_.edge_weights; }

  std::size_t next_blocks(const Context& context, std::span<EdgeBlock> blocks,
                          std::size_t block_bytes) override {
    if (!error_.empty()) cursor_.fail(error_);
    // Ends: each turn takes bytes of the text.
    while (true) {
      if (cursor_.at == cursor_.end && !cursor_.next(windows_)) {
        check_complete();
        return 0;
      }
      if (first_edge_ == header_.num_edges) {
        take_rest();
        continue;
      }
      const std::size_t filled = take_pieces(
          blocks, scan(context, cut_window(cursor_.at, cursor_.end, blocks.size(), block_bytes)));
      if (filled > 0) return filled;
      if (!error_.empty()) cursor_.fail(error_);
    }
  }

 private:
  struct Piece {
    HgrScanner scanner{HgrShape{}};
    EdgeColumns columns;
    ScanResult result;
  };

  // Parses pieces of the window side by side. A scan stops early only where something is wrong, or
  // behind the last hyperedge.
  std::span<Piece> scan(const Context& context, const std::vector<TextRange>& texts) {
    if (pieces_.size() < texts.size()) pieces_.resize(texts.size());
    const HgrShape shape{header_.num_vertices, header_.edge_weights, !header_.edge_weights,
                         first_id_};
    const std::uint64_t left = header_.num_edges - first_edge_;
    parallel::run_tasks(context, texts.size(), [&](std::size_t i) {
      Piece& piece = pieces_[i];
      piece.scanner.set_shape(shape);
      piece.columns.clear();
      piece.result = piece.scanner.scan(texts[i].begin, texts[i].end, left, piece.columns);
    });
    return std::span(pieces_).first(texts.size());
  }

  // Hands out what was parsed as if it had been parsed in turn. The first piece says what is wrong:
  // with a later one, that is left to another turn, because it may lie behind the last hyperedge.
  std::size_t take_pieces(std::span<EdgeBlock> blocks, std::span<Piece> pieces) {
    std::size_t filled = 0;
    for (std::size_t i = 0; i < pieces.size(); ++i) {
      Piece& piece = pieces[i];
      const ScanResult& result = piece.result;
      const std::uint64_t count = piece.columns.num_edges();
      const bool is_broken = result.error_at != nullptr;
      if (i > 0 && (is_broken || first_edge_ + count > header_.num_edges)) break;
      cursor_.at = result.stop;
      cursor_.lines += result.lines(count);
      cursor_.counts += result.counts;
      if (count > 0) hand_out(piece.columns, blocks[filled++]);
      first_edge_ += count;
      // Edges before an error are handed out first.
      if (is_broken) error_ = result.message;
      if (is_broken || first_edge_ == header_.num_edges) break;
    }
    return filled;
  }

  void hand_out(EdgeColumns& columns, EdgeBlock& block) const {
    block.ids.resize(static_cast<std::size_t>(columns.num_edges()));
    std::iota(block.ids.begin(), block.ids.end(), static_cast<EdgeId>(first_edge_));
    std::swap(block.offsets, columns.offsets);
    std::swap(block.pins, columns.pins);
    columns.offsets.resize(0);
    columns.offsets.push_back(0);
    if (header_.edge_weights) columns.weights.exchange(block.weights);
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
  std::uint32_t first_id_;
  HgrCursor cursor_;
  HgrHeader header_;
  std::vector<Piece> pieces_;
  std::string error_;
  std::uint64_t first_edge_ = 0;
  std::uint64_t num_vertex_weights_ = 0;
};

}  // namespace

std::unique_ptr<EdgeStream> stream_hgr(Input input, std::size_t window_bytes,
                                       std::uint32_t first_id) {
  return std::make_unique<HgrStream>(std::move(input), window_bytes, first_id);
}

}  // namespace hypermatch::detail::io
