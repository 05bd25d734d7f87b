// SPDX-License-Identifier: MIT
// The lines of a METIS file that one rank reads, as edges: each edge stands in the lines of both
// its ends, and belongs to that of the smaller one.
#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "base/counted.hpp"
#include "hypermatch/error.hpp"
#include "io/builders/arc_sum.hpp"
#include "io/formats/edge_parts.hpp"
#include "io/formats/metis/metis_rows.hpp"
#include "io/text/text_share.hpp"
#include "io/text/weight_column.hpp"

namespace hypermatch::detail::io {

namespace {

constexpr std::size_t k_window = std::size_t{1} << 20;

class MetisPartReader {
 public:
  MetisPartReader(const TextInput& input, const hypermatch::io::ReadOptions& options)
      : input_(input),
        options_{options.positive_vertex_weights, options.self_loops, options.negative_weights},
        zero_based_(options.zero_based) {}

  EdgePart read(Communicator& ranks) {
    LineCounts counts;
    agree(ranks, [&] {
      read_header();
      share_.emplace(input_.file, body_, ranks.rank(), ranks.size());
      counts = share_->count();
    });
    std::uint64_t rows[] = {counts.lines - counts.comments, counts.lines};
    std::uint64_t below[] = {0, 0};
    sum_below(ranks, rows, below);
    num_rows_ = rows[0];
    next_row_ = below[0];
    lines_ += below[1];
    agree(ranks, [&] { read_rows(ranks.rank() + 1 == ranks.size()); });
    std::uint64_t edges[] = {part_.pins.size() / 2};
    std::uint64_t edges_below[] = {0};
    sum_below(ranks, edges, edges_below);
    part_.first_edge = edges_below[0];
    std::uint64_t sums[] = {forward_.pairs,     forward_.weighted, backward_.pairs,
                            backward_.weighted, entries_,          self_loops_};
    ranks.all_reduce(sums, Reduction::sum);
    agree(ranks, [&] { check_all(sums, edges[0]); });
    return std::move(part_);
  }

 private:
  void read_header() {
    FileRange all(*input_.file, input_.begin, input_.file->size());
    StreamWindows windows(all, k_window);
    std::span<const char> window;
    if (!windows.next(window)) {
      fail_at(input_.name, 1, "expected a header, found the end of the file");
    }
    const TextRange text{window.data(), window.data() + window.size()};
    try {
      Cursor cursor(text);
      header_ = read_metis_header(cursor, report_);
      header_.first_id = zero_based_ ? 0 : 1;
      body_ = input_.begin + static_cast<std::uint64_t>(cursor.at() - text.begin);
      lines_ = count_lines(text.begin, cursor.at());
      part_.num_vertices = static_cast<VertexId>(header_.num_vertices);
    } catch (const TextFailure& failure) {
      fail_at(input_.name, line_of(text, failure.where), failure.message);
    }
  }

  void read_rows(bool is_last) {
    FileRange range = share_->bytes();
    StreamWindows windows(range, k_window);
    std::span<const char> window;
    const Context context({.threads = 1});
    while (windows.next(window)) {
      const TextRange text{window.data(), window.data() + window.size()};
      try {
        take(read_piece(context, header_, text, std::min(next_row_, header_.num_vertices),
                        options_));
      } catch (const TextFailure& failure) {
        fail_at(input_.name, lines_ + line_of(text, failure.where), failure.message);
      }
      lines_ += count_lines(text.begin, text.end);
    }
    if (header_.edge_weights) part_.weights = joined_weights(context);
    // The line of a last vertex without neighbours may be missing.
    const bool lacks_blank_line = num_rows_ + 1 == header_.num_vertices &&
                                  header_.vertex_weights == 0 && !header_.vertex_sizes;
    if (is_last && num_rows_ < header_.num_vertices && !lacks_blank_line) {
      fail_at(input_.name, lines_,
              "expected lines of " + base::counted(header_.num_vertices, "vertex") +
                  ", found the end of the file after " + std::to_string(num_rows_));
    }
  }

  void take(const MetisPiece& piece) {
    if (!piece.are_ascending) refuse_repeated_neighbour(input_.name, piece, next_row_, header_);
    self_loops_ += piece.self_loops;
    entries_ += piece.neighbours.size();
    const WeightsView weights = view_of(piece.weights);
    for (std::uint64_t r = 0; r < piece.rows; ++r) {
      const auto u = static_cast<VertexId>(next_row_ + r);
      for (std::size_t i = piece.row_begin[r]; i < piece.row_begin[r + 1]; ++i) {
        const VertexId v = piece.neighbours[i];
        const Number weight = number_at(weights, i);
        (v > u ? forward_ : backward_).add(std::min(u, v), std::max(u, v), bits_of(weight));
        if (v < u) continue;
        part_.pins.push_back(u);
        part_.pins.push_back(v);
        if (header_.edge_weights) weights_.push(weight);
      }
    }
    next_row_ += piece.rows;
  }

  [[nodiscard]] Weights joined_weights(const Context& context) {
    WeightColumn* columns[] = {&weights_};
    return join_columns(context, columns);
  }

  void check_all(std::span<const std::uint64_t> sums, std::uint64_t num_edges) const {
    check_directions(input_.name, sums[0] == sums[2], sums[1] == sums[3]);
    try {
      check_neighbour_count(header_, sums[4] + sums[5], sums[5], num_edges);
    } catch (const TextFailure& failure) {
      fail_at(input_.name, 1, failure.message);
    }
  }

  const TextInput& input_;
  MetisLineOptions options_;
  bool zero_based_;
  hypermatch::io::ReadReport report_;
  MetisHeader header_;
  std::uint64_t body_ = 0;   // where the lines behind the header begin
  std::uint64_t lines_ = 0;  // in front of what is read next
  std::optional<TextShare> share_;
  std::uint64_t num_rows_ = 0;  // of all ranks
  std::uint64_t next_row_ = 0;
  std::uint64_t entries_ = 0;
  std::uint64_t self_loops_ = 0;
  ArcSum forward_;
  ArcSum backward_;
  WeightColumn weights_;
  EdgePart part_;
};

}  // namespace

EdgePart metis_part(Communicator& ranks, const TextInput& input,
                    const hypermatch::io::ReadOptions& options) {
  return MetisPartReader(input, options).read(ranks);
}

}  // namespace hypermatch::detail::io
