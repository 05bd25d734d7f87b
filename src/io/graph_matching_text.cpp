// SPDX-License-Identifier: MIT
// Matchings of graphs as text: `u v` a matched edge, or `v MATE` a vertex, in the ids of the input.
#include <algorithm>
#include <charconv>
#include <new>
#include <string_view>
#include <system_error>

#include "hypermatch/error.hpp"
#include "hypermatch/io.hpp"
#include "io/source.hpp"
#include "io/text.hpp"
#include "io/vertex_numbers.hpp"

namespace hypermatch::io {

namespace {

using detail::io::Cursor;

constexpr std::uint64_t k_no_mate = ~std::uint64_t{0};

class PairReader {
 public:
  PairReader(std::string name, const VertexLabels& labels, VertexId num_vertices,
             MatchingLayout layout)
      : name_(std::move(name)), num_vertices_(num_vertices), layout_(layout) {
    for (VertexId v = 0; !labels.empty() && v < num_vertices; ++v) {
      const std::string_view text(labels.text);
      (void)names_.number_of(
          text.substr(labels.offsets[v], labels.offsets[v + std::size_t{1}] - labels.offsets[v]));
    }
    has_labels_ = !labels.empty();
  }

  VertexPairs read(detail::io::TextRange text) {
    Cursor cursor(text);
    std::uint64_t line = 1;
    // Ends: every turn takes a line.
    for (; !cursor.at_end(); ++line) {
      if (!cursor.skip_blanks() || cursor.sees('%')) {
        cursor.skip_line();
        continue;
      }
      const std::uint64_t first = read_id(cursor, line, text.end, false);
      if (!cursor.skip_blanks()) {
        detail::io::fail_at(name_, line, "expected two vertices a line, found one");
      }
      const std::uint64_t second =
          read_id(cursor, line, text.end, layout_ == MatchingLayout::mates);
      if (cursor.skip_blanks()) {
        detail::io::fail_at(name_, line,
                            "expected two vertices a line, found " +
                                detail::io::shown_token(cursor.at(), text.end) + " behind them");
      }
      cursor.skip_line();
      if (second == k_no_mate) continue;
      read_.pairs.push_back({first, second});
      if (layout_ == MatchingLayout::mates) lines_.push_back(line);
    }
    if (layout_ == MatchingLayout::mates) keep_one_of_two();
    read_.unknown.assign(names_.names().begin() + (has_labels_ ? num_vertices_ : 0),
                         names_.names().end());
    return std::move(read_);
  }

 private:
  std::uint64_t read_id(Cursor& cursor, std::uint64_t line, const char* end, bool may_be_none) {
    const char* const at = cursor.at();
    const std::string_view word = cursor.read_token();
    if (may_be_none && word == "-") return k_no_mate;
    if (has_labels_) return names_.number_of(word);
    std::uint64_t number = 0;
    const auto [stop, error] = std::from_chars(word.data(), word.data() + word.size(), number);
    if (error != std::errc{} || stop != word.data() + word.size()) {
      detail::io::fail_at(
          name_, line,
          "expected the number of a vertex, found " + detail::io::shown_token(at, end));
    }
    return number - 1;  // 0 becomes 2^64 - 1, which is out of range as it should be
  }

  // Each pair of a list of mates stands twice, once in each direction.
  void keep_one_of_two() {
    std::vector<std::size_t> order(read_.pairs.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    const auto ends = [&](std::size_t i) {
      const auto [a, b] = read_.pairs[i];
      return std::array{std::min(a, b), std::max(a, b), std::uint64_t{a < b ? 0U : 1U}};
    };
    std::sort(order.begin(), order.end(), [&](std::size_t i, std::size_t j) {
      return ends(i) != ends(j) ? ends(i) < ends(j) : i < j;
    });
    std::vector<std::array<std::uint64_t, 2>> kept;
    for (std::size_t i = 0; i < order.size(); i += 2) {
      const auto mine = ends(order[i]);
      const auto other =
          i + 1 < order.size() ? ends(order[i + 1]) : std::array{mine[0], mine[0], mine[0]};
      if (mine[0] != other[0] || mine[1] != other[1] || mine[2] == other[2]) {
        detail::io::fail_at(name_, lines_[order[i]],
                            "the vertex that stands second does not name the first as its mate");
      }
      kept.push_back(read_.pairs[order[i]]);
    }
    read_.pairs = std::move(kept);
  }

  std::string name_;
  VertexId num_vertices_;
  MatchingLayout layout_;
  bool has_labels_ = false;
  detail::io::NameTable names_;
  VertexPairs read_;
  std::vector<std::uint64_t> lines_;  // of each pair
};

}  // namespace

VertexPairs read_graph_matching(const std::string& path, const VertexLabels& labels,
                                VertexId num_vertices, MatchingLayout layout) {
  try {
    detail::io::Input input = detail::io::open_input(path, detail::io::Access::map);
    const detail::io::WholeText whole = detail::io::read_whole(input);
    return PairReader(input.name, labels, num_vertices, layout)
        .read(detail::io::range_of(whole.text));
  } catch (const std::bad_alloc&) {
    throw Error(ErrorCode::resources, "out of memory");
  }
}

void write_graph_matching(const EdgeListView& graph, std::span<const EdgeId> edges,
                          const VertexLabels& labels, const std::string& path,
                          MatchingLayout layout) {
  AtomicFile file(path);
  const detail::io::Sink sink = [&](std::span<const char> bytes) { file.write(bytes); };
  detail::io::TextWriter out(sink);
  const auto put = [&](VertexId v) {
    if (labels.empty()) {
      out << std::uint64_t{v} + 1;
    } else {
      out << std::string_view(labels.text)
                 .substr(labels.offsets[v], labels.offsets[v + std::size_t{1}] - labels.offsets[v]);
    }
  };
  const auto put_line = [&](VertexId first, VertexId second) {
    put(first);
    out << ' ';
    if (second == k_none) {
      out << '-';
    } else {
      put(second);
    }
    out << '\n';
  };
  if (layout == MatchingLayout::pairs) {
    for (const EdgeId e : edges) put_line(graph.edges[e].u, graph.edges[e].v);
  } else {
    Array<VertexId> mates(graph.num_vertices, k_none);
    for (const EdgeId e : edges) {
      mates[graph.edges[e].u] = graph.edges[e].v;
      mates[graph.edges[e].v] = graph.edges[e].u;
    }
    for (VertexId v = 0; v < graph.num_vertices; ++v) put_line(v, mates[v]);
  }
  out.flush();
  file.commit();
}

}  // namespace hypermatch::io
