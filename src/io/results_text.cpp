// SPDX-License-Identifier: MIT
// Results as text that have no other file: `vertex community` per vertex, and proofs. Partners are
// written as the pairs of a graph's matching.
#include "hypermatch/results_io.hpp"

#include <charconv>
#include <deque>
#include <new>
#include <string_view>
#include <system_error>
#include <unordered_map>
#include <utility>

#include "hypermatch/error.hpp"
#include "io/byte_order_mark.hpp"
#include "io/printable.hpp"
#include "io/source.hpp"
#include "io/text.hpp"
#include "io/vertex_numbers.hpp"
#include "io/written_ids.hpp"

namespace hypermatch::io {

namespace {

using detail::io::fail_at;
using detail::io::TextWriter;

class CommunityReader {
 public:
  CommunityReader(std::string name, const VertexLabels& labels, VertexId num_vertices)
      : name_(std::move(name)),
        labels_(labels),
        num_vertices_(num_vertices),
        hold_blanks_(detail::io::hold_blanks(labels)),
        of_(num_vertices, k_none) {
    detail::io::add_labels(names_, labels);
  }

  Communities read(detail::io::TextRange text) {
    detail::io::for_each_line(
        text, [&](std::string_view line, std::uint64_t number) { read_line(line, number); });
    for (VertexId v = 0; v < num_vertices_ && violation_.empty(); ++v) {
      if (of_[v] == k_none) violation_ = name_ + ": vertex " + name(v) + " has no community";
    }
    if (!violation_.empty()) return {{}, std::move(violation_)};
    return {{numbered_by_first_vertex(of_), {}}, {}};
  }

 private:
  void read_line(std::string_view line, std::uint64_t number) {
    const auto [first, rest] = detail::io::cut_line(line, hold_blanks_);
    if (rest.empty()) {
      fail_at(name_, number, "expected a vertex and its community, found one word");
    }
    const auto [second, behind] = detail::io::cut_line(rest, false);
    if (!behind.empty()) {
      fail_at(name_, number,
              hold_blanks_ ? "expected a tab between a vertex, whose id may hold blanks, and its "
                             "community"
                           : "expected a vertex and its community, found " +
                                 detail::io::shown_token(behind.data(), line.data() + line.size()) +
                                 " behind them");
    }
    const std::uint64_t vertex = vertex_of(first, number);
    const std::uint64_t community =
        number_in(second, number, "expected the number of a community, found ");
    if (vertex >= num_vertices_) {
      violate(number, detail::io::printable(first) + " does not exist, there are " +
                          std::to_string(num_vertices_) + " vertices");
      return;
    }
    VertexId& mine = of_[vertex];
    if (mine != k_none) {
      violate(number, detail::io::printable(first) + " has had a line before");
      return;
    }
    // At most one number per vertex: those of communities are below n.
    mine = numbers_.emplace(community, static_cast<VertexId>(numbers_.size())).first->second;
  }

  std::uint64_t vertex_of(std::string_view word, std::uint64_t line) {
    if (labels_.empty()) {
      // 0 becomes 2^64 - 1, which is out of range as it should be.
      return number_in(word, line, "expected the number of a vertex, found ") - 1;
    }
    std::string held;
    const std::string_view id = detail::io::read_id(word, held);
    const bool is_kept = id.data() != held.data();
    return names_.number_of(is_kept ? id : unquoted_.emplace_back(std::move(held)));
  }

  std::uint64_t number_in(std::string_view word, std::uint64_t line, const char* expected) const {
    std::uint64_t number = 0;
    const char* const end = word.data() + word.size();
    const auto [stop, error] = std::from_chars(word.data(), end, number);
    if (error != std::errc{} || stop != end) {
      fail_at(name_, line, expected + detail::io::shown_token(word.data(), end));
    }
    return number;
  }

  void violate(std::uint64_t line, const std::string& fact) {
    if (violation_.empty()) violation_ = name_ + ":" + std::to_string(line) + ": vertex " + fact;
  }

  [[nodiscard]] std::string name(VertexId v) const { return detail::io::printable(labels_.of(v)); }

  std::string name_;
  const VertexLabels& labels_;
  VertexId num_vertices_;
  bool hold_blanks_;
  std::vector<VertexId> of_;
  std::unordered_map<std::uint64_t, VertexId> numbers_;  // of communities, as they first appear
  detail::io::NameTable names_;
  std::deque<std::string> unquoted_;  // ids that the text has in quotes, for the table
  std::string violation_;
};

template <class Body>
void write_file(const std::string& path, const Body& body) {
  AtomicFile file(path);
  const detail::io::Sink sink = [&](std::span<const char> bytes) { file.write(bytes); };
  TextWriter out(sink);
  body(out);
  out.flush();
  file.commit();
}

}  // namespace

void write_partners(const EdgeListView& graph, const Partners& matching, const VertexLabels& labels,
                    const std::string& path) {
  write_graph_matching(graph, weigh_matching(graph, matching).edges, labels, path);
}

void write_communities(const Labels& communities, const VertexLabels& labels,
                       const std::string& path) {
  const std::vector<VertexId> numbers = numbered_by_first_vertex(communities.labels);
  const char between = detail::io::hold_blanks(labels) ? '\t' : ' ';
  write_file(path, [&](TextWriter& out) {
    for (std::size_t v = 0; v < numbers.size(); ++v) {
      detail::io::write_id(out, labels, v);
      out << between << numbers[v] + std::uint64_t{1} << '\n';
    }
  });
}

Communities read_communities(const std::string& path, const VertexLabels& labels,
                             VertexId num_vertices) {
  try {
    detail::io::Input input = detail::io::open_text(path);
    const detail::io::WholeText whole = detail::io::read_whole(input);
    return CommunityReader(input.name, labels, num_vertices).read(detail::io::range_of(whole.text));
  } catch (const std::bad_alloc&) {
    throw Error(ErrorCode::resources, "out of memory");
  }
}

void write_proof(const NoSolution& none, const std::string& path) {
  write_file(path, [&](TextWriter& out) { out << none.proof << '\n'; });
}

}  // namespace hypermatch::io
