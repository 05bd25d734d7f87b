// SPDX-License-Identifier: MIT
// The lines of an hMETIS file that one rank reads.
#include <algorithm>
#include <optional>
#include <utility>

#include "base/counted.hpp"
#include "io/formats/edge_parts.hpp"
#include "io/formats/hgr/hgr.hpp"
#include "io/text/text_share.hpp"

namespace hypermatch::detail::io {

namespace {

class HgrPartReader {
 public:
  HgrPartReader(const TextInput& input, const hypermatch::io::ReadOptions& options)
      : input_(input), first_id_(options.zero_based ? 0 : 1) {
    cursor_.name = input.name;
  }

  EdgePart read(Communicator& ranks) {
    LineCounts counts;
    agree(ranks, [&] {
      read_header();
      share_.emplace(input_.file, body_, ranks.rank(), ranks.size());
      counts = share_->count();
    });
    // Without weights blank lines are empty hyperedges, as they are in streams.
    const std::uint64_t blanks = header_.edge_weights ? counts.blanks : 0;
    std::uint64_t words[] = {counts.lines - counts.comments - blanks, counts.lines};
    std::uint64_t below[] = {0, 0};
    sum_below(ranks, words, below);
    part_.first_edge = std::min(below[0], header_.num_edges);
    cursor_.lines += below[1];
    const std::uint64_t all_edges = words[0];
    agree(ranks, [&] {
      read_lines();
      if (ranks.rank() + 1 == ranks.size() && all_edges < header_.num_edges) {
        fail_at(cursor_.name, cursor_.lines,
                "expected " + base::counted(header_.num_edges, "hyperedge") +
                    ", found the end of the file behind " + std::to_string(all_edges));
      }
    });
    ranks.all_reduce({&num_vertex_weights_, 1}, Reduction::sum);
    if (header_.vertex_weights && num_vertex_weights_ != header_.num_vertices) {
      throw AgreedError(ErrorCode::invalid_input,
                        cursor_.name + ": expected " +
                            base::counted(header_.num_vertices, "vertex weight") + ", found " +
                            std::to_string(num_vertex_weights_));
    }
    return std::move(part_);
  }

 private:
  void read_header() {
    FileRange all(*input_.file, input_.begin, input_.file->size());
    StreamWindows windows(all, std::size_t{1} << 16);
    header_ = read_hgr_header(windows, cursor_);
    body_ = input_.begin + cursor_.bytes - static_cast<std::uint64_t>(cursor_.end - cursor_.at);
    part_.num_vertices = header_.num_vertices;
  }

  void read_lines() {
    HgrScanner scanner(
        {header_.num_vertices, header_.edge_weights, !header_.edge_weights, first_id_});
    EdgeColumns columns;
    FileRange range = share_->bytes();
    StreamWindows windows(range, std::size_t{1} << 20);
    while (cursor_.next(windows)) {
      const std::uint64_t left = header_.num_edges - part_.first_edge - columns.num_edges();
      if (left > 0) {
        const std::uint64_t before = columns.num_edges();
        const ScanResult result = scanner.scan(cursor_.at, cursor_.end, left, columns);
        cursor_.at = result.stop;
        cursor_.lines += result.lines(columns.num_edges() - before);
        cursor_.counts += result.counts;
        if (result.error_at != nullptr) cursor_.fail(result.message);
      }
      if (cursor_.at == cursor_.end) continue;
      if (header_.vertex_weights) {
        take_vertex_weights(cursor_, header_.num_vertices, num_vertex_weights_, nullptr);
      } else {
        refuse_more();
      }
    }
    part_.offsets = std::move(columns.offsets);
    part_.pins = std::move(columns.pins);
    part_.pins.shrink_to_fit();
    part_.offsets.shrink_to_fit();
    if (header_.edge_weights) part_.weights = columns.weights.take();
  }

  // Comments and blank lines may follow the last hyperedge.
  void refuse_more() {
    EdgeColumns rest;
    HgrScanner scanner({header_.num_vertices, header_.edge_weights, false, 0});
    const ScanResult result = scanner.scan(cursor_.at, cursor_.end, 1, rest);
    cursor_.lines += result.lines(rest.num_edges());
    if (rest.num_edges() == 0 && result.error_at == nullptr) return;
    if (rest.num_edges() == 0) ++cursor_.lines;
    std::string message = "expected the end of the file behind " +
                          base::counted(header_.num_edges, "hyperedge") + ", found another one";
    if (cursor_.counts.blank_edges > 0) {
      message += " (in parts, blank lines are empty hyperedges)";
    }
    fail_at(cursor_.name, cursor_.lines, message);
  }

  const TextInput& input_;
  std::uint32_t first_id_;
  HgrCursor cursor_;
  HgrHeader header_;
  std::uint64_t body_ = 0;  // where the lines behind the header begin
  std::optional<TextShare> share_;
  std::uint64_t num_vertex_weights_ = 0;
  EdgePart part_;
};

}  // namespace

EdgePart hmetis_part(Communicator& ranks, const TextInput& input,
                     const hypermatch::io::ReadOptions& options) {
  return HgrPartReader(input, options).read(ranks);
}

}  // namespace hypermatch::detail::io
