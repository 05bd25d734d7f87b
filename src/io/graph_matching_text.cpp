// SPDX-License-Identifier: MIT
// Matchings of graphs as text: `u v` a matched edge, or `v MATE` a vertex, in the ids of the input.
#include <algorithm>
#include <charconv>
#include <deque>
#include <new>
#include <string>
#include <string_view>
#include <system_error>

#include "hypermatch/error.hpp"
#include "hypermatch/io.hpp"
#include "io/source.hpp"
#include "io/text.hpp"
#include "io/vertex_numbers.hpp"
#include "io/written_ids.hpp"

namespace hypermatch::io {

namespace {

constexpr std::uint64_t k_no_mate = ~std::uint64_t{0};

class PairReader {
 public:
  PairReader(std::string name, const VertexLabels& labels, VertexId num_vertices,
             MatchingLayout layout)
      : name_(std::move(name)),
        num_vertices_(num_vertices),
        layout_(layout),
        has_labels_(!labels.empty()),
        hold_blanks_(detail::io::hold_blanks(labels)) {
    for (VertexId v = 0; !labels.empty() && v < num_vertices; ++v) {
      (void)names_.number_of(detail::io::label_at(labels, v));
    }
  }

  VertexPairs read(detail::io::TextRange text) {
    detail::io::for_each_line(
        text, [&](std::string_view line, std::uint64_t number) { read_line(line, number); });
    if (layout_ == MatchingLayout::mates) keep_one_of_two();
    read_.unknown.assign(names_.names().begin() + (has_labels_ ? num_vertices_ : 0),
                         names_.names().end());
    return std::move(read_);
  }

 private:
  void read_line(std::string_view line, std::uint64_t number) {
    const auto [first, rest] = detail::io::cut_line(line, hold_blanks_);
    if (rest.empty()) detail::io::fail_at(name_, number, "expected two vertices a line, found one");
    const bool all_of_rest =
        hold_blanks_ && (first.starts_with('"') || line.find('\t') != std::string_view::npos);
    const auto [second, behind] =
        all_of_rest ? detail::io::CutLine{rest, {}} : detail::io::cut_line(rest, false);
    const std::uint64_t u = read_id(first, number, false);
    const std::uint64_t v = read_id(second, number, layout_ == MatchingLayout::mates);
    if (!behind.empty()) {
      const std::string found = detail::io::shown_token(behind.data(), line.data() + line.size());
      detail::io::fail_at(name_, number,
                          hold_blanks_
                              ? "expected a tab between two vertices, whose ids may hold blanks"
                              : "expected two vertices a line, found " + found + " behind them");
    }
    if (v == k_no_mate) return;
    read_.pairs.push_back({u, v});
    if (layout_ == MatchingLayout::mates) lines_.push_back(number);
  }

  std::uint64_t read_id(std::string_view word, std::uint64_t line, bool may_be_none) {
    if (may_be_none && word == "-") return k_no_mate;
    if (has_labels_) return number_of_label(word);
    std::uint64_t number = 0;
    const char* const end = word.data() + word.size();
    const auto [stop, error] = std::from_chars(word.data(), end, number);
    if (error != std::errc{} || stop != end) {
      detail::io::fail_at(
          name_, line,
          "expected the number of a vertex, found " + detail::io::shown_token(word.data(), end));
    }
    return number - 1;  // 0 becomes 2^64 - 1, which is out of range as it should be
  }

  std::uint64_t number_of_label(std::string_view word) {
    std::string held;
    const std::string_view id = detail::io::read_id(word, held);
    const bool is_kept = id.data() != held.data();
    return names_.number_of(is_kept ? id : unquoted_.emplace_back(std::move(held)));
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
  bool has_labels_;
  bool hold_blanks_;
  detail::io::NameTable names_;
  std::deque<std::string> unquoted_;  // ids that the text has in quotes, for the table
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
  const char between = detail::io::hold_blanks(labels) ? '\t' : ' ';
  const auto put_line = [&](VertexId first, VertexId second) {
    detail::io::write_id(out, labels, first);
    out << between;
    if (second == k_none) {
      out << '-';
    } else {
      detail::io::write_id(out, labels, second);
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
