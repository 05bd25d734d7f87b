// SPDX-License-Identifier: MIT
// Whole hypergraphs from hMETIS text. One thread appends to the arrays chunk after chunk; several
// share the chunks of a window. Unusual lines are re-parsed sequentially, in order.
#include <algorithm>
#include <limits>
#include <utility>

#include "base/available_memory.hpp"
#include "base/counted.hpp"
#include "hypermatch/error.hpp"
#include "io/formats/hgr/hgr.hpp"
#include "io/formats/hgr/hgr_window.hpp"

namespace hypermatch::detail::io {

namespace {

using hypermatch::io::Instance;

class HgrReader {
 public:
  HgrReader(const Context& context, TextWindows& windows, const std::string& name,
            std::uint64_t total_bytes, const HgrCuts& cuts, std::uint32_t first_id)
      : context_(context),
        windows_(windows),
        total_bytes_(total_bytes),
        first_id_(first_id),
        chunk_bytes_(std::max<std::size_t>(cuts.chunk_bytes, 1)),
        parser_(context, chunk_bytes_) {
    cursor_.name = name;
  }

  Instance read() {
    header_ = read_hgr_header(windows_, cursor_);
    shape_ = {header_.num_vertices, header_.edge_weights, !header_.edge_weights, first_id_};
    scanner_ = HgrScanner(shape_);
    take_window();
    // Ends: every turn takes a window.
    while (cursor_.next(windows_)) take_window();
    check_complete();
    return finish();
  }

 private:
  [[nodiscard]] std::uint64_t edges_left() const {
    return header_.num_edges - std::min(header_.num_edges, columns_.num_edges());
  }

  void take_window() {
    context_.check_cancelled();
    // Ends: every turn but the last widens the weights.
    while (cursor_.at < cursor_.end) {
      if (context_.threads() > 1) take_chunks_together();
      take_chunks_in_turn();
    }
    context_.report({"read", cursor_.bytes, total_bytes_});
  }

  [[nodiscard]] const char* chunk_end(const char* begin) const {
    if (static_cast<std::size_t>(cursor_.end - begin) <= chunk_bytes_) return cursor_.end;
    return behind_line(begin + chunk_bytes_, cursor_.end);
  }

  // One thread: the columns grow in place. Returns early where all threads can go on.
  void take_chunks_in_turn() {
    const GrowingWeights::Kind kind = columns_.weights.kind();
    // Ends: every turn takes a chunk, or all edges are there.
    while (cursor_.at < cursor_.end) {
      if (header_.vertex_weights && edges_left() == 0) {
        take_vertex_weights(cursor_, header_.num_vertices, num_vertex_weights_, &vertex_weights_);
        return;
      }
      const char* const begin = cursor_.at;
      const char* const end = chunk_end(begin);
      reserve_ahead(static_cast<std::size_t>(end - begin));
      const std::uint64_t first_edge = columns_.num_edges();
      const std::uint64_t first_line = cursor_.lines;
      ScanResult result =
          scanner_.scan(begin, end, header_.vertex_weights ? edges_left() : k_no_limit, columns_);
      pass(result, columns_.num_edges() - first_edge);
      scanned_bytes_ += static_cast<std::uint64_t>(cursor_.at - begin);
      settle_surplus(begin, end, first_line);
      if (result.error_at != nullptr) cursor_.fail(result.message);
      if (context_.threads() > 1 && columns_.weights.kind() != kind) return;
    }
  }

  void pass(const ScanResult& result, std::uint64_t edges) {
    cursor_.at = result.stop;
    cursor_.lines += result.lines(edges);
    cursor_.counts += result.counts;
  }

  // All threads: the leading chunks without unusual lines.
  void take_chunks_together() {
    parser_.cut(cursor_.at, cursor_.end);
    if (header_.vertex_weights) parser_.limit_lines(edges_left());
    if (parser_.num_chunks() < 2) return;
    const char* const begin = cursor_.at;
    const std::uint64_t first_edge = columns_.num_edges();
    reserve_ahead(parser_.num_bytes());
    const ScanResult result = parser_.append(shape_, header_.num_edges, columns_);
    pass(result, columns_.num_edges() - first_edge);
    scanned_bytes_ += static_cast<std::uint64_t>(cursor_.at - begin);
  }

  // Room for `needed` items; if that means to move, then for what the whole text seems to need.
  template <class T>
  void grow(Array<T>& array, std::size_t needed) const {
    if (needed <= array.capacity()) return;
    std::size_t wanted = needed + needed / 2;
    if (total_bytes_ > 0) {
      const double times = scanned_bytes_ == 0 ? 1.0
                                               : static_cast<double>(total_bytes_) /
                                                     static_cast<double>(scanned_bytes_);
      wanted = needed - array.size() +
               static_cast<std::size_t>(static_cast<double>(array.size()) * times * 1.02);
    }
    wanted = std::max(needed, wanted);
    // Large reservations check the available memory, because they are filled without another check.
    constexpr std::size_t k_asked_from = std::size_t{64} << 20;
    if (wanted * sizeof(T) >= k_asked_from) {
      const auto bytes = [&](std::size_t items) { return (items - array.size()) * sizeof(T); };
      const std::uint64_t available =
          base::available_memory().value_or(std::numeric_limits<std::uint64_t>::max());
      if (bytes(wanted) > available) wanted = needed;
      if (bytes(wanted) > available) {
        throw Error(ErrorCode::resources, cursor_.name + ": out of memory behind " +
                                              base::counted(columns_.num_edges(), "hyperedge") +
                                              " and " + base::counted(columns_.pins.size(), "pin") +
                                              ": the system has " + std::to_string(available) +
                                              " bytes left");
      }
    }
    array.reserve(wanted);
  }

  void reserve_ahead(std::size_t bytes) {
    grow(columns_.pins, columns_.pins.size() + most_pins(bytes));
    grow(columns_.offsets, columns_.offsets.size() + most_edges(bytes, shape_));
    if (header_.edge_weights) columns_.weights.reserve(columns_.offsets.capacity());
  }

  // More edges than promised, the last ones from [begin, end). Blank lines may have been taken for
  // empty hyperedges wrongly: if the surplus is blank, it is no edge; else, if blank lines are what
  // makes it too much, none of them is.
  void settle_surplus(const char* begin, const char* end, std::uint64_t first_line) {
    const std::uint64_t most = header_.num_edges;
    if (columns_.num_edges() <= most) return;
    if (shape_.blank_is_edge) {
      if (columns_.offsets[most] == columns_.pins.size()) {
        cursor_.counts.empty_edges -= columns_.num_edges() - most;
        columns_.offsets.resize(most + 1);
        return;
      }
      drop_empty_edges();
      if (columns_.num_edges() <= most) return;
    }
    // The line of the first that is too much: scan the chunk again, up to it.
    EdgeColumns scratch;
    HgrScanner scanner(shape_);
    (void)scanner.scan(begin, end, k_no_limit, scratch);
    const std::uint64_t edges_before = columns_.num_edges() - scratch.num_edges();
    scratch.clear();
    const ScanResult result = scanner.scan(begin, end, most - edges_before + 1, scratch);
    fail_at(cursor_.name, first_line + result.lines(scratch.num_edges()),
            "expected the end of the file behind " + base::counted(most, "hyperedge") +
                ", found another one");
  }

  // From now on blank lines are nothing. Without weights all empty edges stem from them.
  void drop_empty_edges() {
    shape_.blank_is_edge = false;
    scanner_ = HgrScanner(shape_);
    cursor_.counts.empty_edges = 0;
    cursor_.counts.blank_edges = 0;
    std::size_t kept = 1;
    for (std::size_t e = 1; e < columns_.offsets.size(); ++e) {
      if (columns_.offsets[e] != columns_.offsets[e - 1]) {
        columns_.offsets[kept++] = columns_.offsets[e];
      }
    }
    columns_.offsets.resize(kept);
  }

  void check_complete() const {
    if (edges_left() > 0) {
      fail_at(cursor_.name, cursor_.lines,
              "expected " + base::counted(header_.num_edges, "hyperedge") +
                  ", found the end of the file behind " + std::to_string(columns_.num_edges()));
    }
    if (header_.vertex_weights && num_vertex_weights_ < header_.num_vertices) {
      fail_at(cursor_.name, cursor_.lines,
              "expected " + base::counted(header_.num_vertices, "vertex weight") +
                  ", found the end of the file behind " + std::to_string(num_vertex_weights_));
    }
  }

  Instance finish() {
    Hypergraph hypergraph;
    hypergraph.num_vertices = header_.num_vertices;
    hypergraph.offsets = std::move(columns_.offsets);
    hypergraph.offsets.shrink_to_fit();
    hypergraph.pins = std::move(columns_.pins);
    hypergraph.pins.shrink_to_fit();
    if (header_.edge_weights) hypergraph.weights = columns_.weights.take();
    if (header_.vertex_weights) {
      hypergraph.weights_per_vertex = 1;
      hypergraph.vertex_weights = std::move(vertex_weights_);
      hypergraph.vertex_weights.shrink_to_fit();
    }
    Instance instance;
    cursor_.counts.add_to(instance.report);
    instance.report.bytes = cursor_.bytes;
    instance.report.as = hypermatch::io::Interpretation::hypergraph;
    instance.data = std::move(hypergraph);
    return instance;
  }

  const Context& context_;
  TextWindows& windows_;
  const std::uint64_t total_bytes_;
  const std::uint32_t first_id_;
  const std::size_t chunk_bytes_;
  HgrCursor cursor_;
  HgrHeader header_;
  HgrShape shape_;
  HgrScanner scanner_{HgrShape{}};
  EdgeColumns columns_;
  HgrWindowParser parser_;
  Array<std::int64_t> vertex_weights_;
  std::uint64_t num_vertex_weights_ = 0;
  std::uint64_t scanned_bytes_ = 0;  // hyperedges
};

}  // namespace

Instance read_hgr(const Context& context, TextWindows& windows, const std::string& name,
                  std::uint64_t total_bytes, const HgrCuts& cuts, std::uint32_t first_id) {
  return HgrReader(context, windows, name, total_bytes, cuts, first_id).read();
}

}  // namespace hypermatch::detail::io
