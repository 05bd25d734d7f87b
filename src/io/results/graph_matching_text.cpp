// SPDX-License-Identifier: MIT
// Matchings of graphs as text: `u v` per matched edge, or `v MATE` per vertex, in the ids of the
// input.
#include <algorithm>
#include <charconv>
#include <cstddef>
#include <deque>
#include <numeric>
#include <string>
#include <string_view>
#include <system_error>
#include <unordered_map>

#include "base/counted.hpp"
#include "hypermatch/enum_names.hpp"
#include "hypermatch/error.hpp"
#include "hypermatch/instance_io.hpp"
#include "io/source/text_file.hpp"
#include "io/text/printable.hpp"
#include "io/text/text.hpp"
#include "io/text/vertex_numbers.hpp"
#include "io/text/written_ids.hpp"
#include "io/text/written_lines.hpp"

namespace hypermatch::io {

namespace {

constexpr std::uint64_t k_no_mate = ~std::uint64_t{0};

// How many mates a vertex may have in the layout `mates`.
enum class MatesPerVertex { one, many };

struct MateLine {
  std::uint64_t vertex;
  std::uint64_t mate;  // k_no_mate: none
  std::uint64_t line;
};

class PairReader {
 public:
  PairReader(std::string name, const VertexLabels& labels, VertexId num_vertices,
             MatchingLayout layout, MatesPerVertex mates_per_vertex)
      : name_(std::move(name)),
        num_vertices_(num_vertices),
        layout_(layout),
        mates_per_vertex_(mates_per_vertex),
        first_(labels.first),
        num_labels_(labels.empty() ? 0 : labels.offsets.size() - 1),
        hold_blanks_(detail::io::hold_blanks(labels)) {
    detail::io::add_labels(names_, labels);
  }

  VertexPairs read(detail::io::TextRange text) {
    detail::io::for_each_line(
        text, [&](std::string_view line, std::uint64_t number) { read_line(line, number); });
    if (layout_ == MatchingLayout::mates) {
      if (mates_per_vertex_ == MatesPerVertex::one) {
        take_mates();
      } else {
        take_partners();
      }
    }
    // Their one use is to be named in messages.
    for (std::size_t i = num_labels_; i < names_.names().size(); ++i) {
      read_.unknown.push_back(detail::io::printable(names_.names()[i]));
    }
    return std::move(read_);
  }

 private:
  void read_line(std::string_view line, std::uint64_t number) {
    const auto [first, rest] = detail::io::cut_line(line, hold_blanks_);
    if (rest.empty())
      detail::io::fail_at(name_, number, "expected two vertices per line, found one");
    if (layout_ == MatchingLayout::mates && mates_per_vertex_ == MatesPerVertex::many) {
      return read_partners(first, rest, number);
    }
    // Ids that may hold blanks end at a tab or with the line.
    const bool all_of_rest =
        hold_blanks_ && (first.starts_with('"') || line.find('\t') != std::string_view::npos);
    const bool is_last = all_of_rest && rest.find('\t') == std::string_view::npos;
    const auto [second, behind] =
        is_last ? detail::io::CutLine{rest, {}} : detail::io::cut_line(rest, all_of_rest);
    const std::uint64_t u = read_id(first, number, false);
    const std::uint64_t v = read_id(second, number, layout_ == MatchingLayout::mates);
    if (!takes_weight(behind, number) && !behind.empty()) {
      const std::string found = detail::io::shown_token(behind.data(), line.data() + line.size());
      detail::io::fail_at(
          name_, number,
          hold_blanks_
              ? "expected a tab between two vertices, whose ids may hold blanks"
              : "expected two vertices per line, found " + found + " behind them" + mates_hint());
    }
    if (layout_ == MatchingLayout::mates) {
      mates_.push_back({u, v, number});
    } else {
      read_.pairs.push_back({u, v});
    }
  }

  // Whether a weight stands behind a pair, as behind the first one.
  bool takes_weight(std::string_view behind, std::uint64_t number) {
    const auto weight = detail::io::parse_number(behind.data(), behind.data() + behind.size());
    const bool takes = read_.pairs.empty() ? weight.has_value() : !read_.weights.empty();
    if (layout_ != MatchingLayout::pairs || !takes) return false;
    if (!weight) {
      detail::io::fail_at(
          name_, number,
          "expected a weight behind the pair, as in the first line, found " +
              detail::io::shown_token(behind.data(), behind.data() + behind.size()));
    }
    read_.weights.push_back(weight->is_integer ? static_cast<double>(weight->integer)
                                               : weight->real);
    return true;
  }

  // A vertex and its partners, each as a line of its own would have it.
  void read_partners(std::string_view first, std::string_view rest, std::uint64_t number) {
    const std::uint64_t u = read_id(first, number, false);
    const std::string_view partners = rest;
    // Ends: each turn takes a word.
    while (!rest.empty()) {
      // Ids that may hold blanks end at a tab or with the line.
      const bool is_last = hold_blanks_ && rest.find('\t') == std::string_view::npos;
      const auto [word, behind] =
          is_last ? detail::io::CutLine{rest, {}} : detail::io::cut_line(rest, hold_blanks_);
      mates_.push_back({u, read_id(word, number, true), number});
      const bool is_alone = word.size() == partners.size();
      if (mates_.back().mate == k_no_mate && !is_alone) {
        detail::io::fail_at(name_, number,
                            "expected partners, or none, found " +
                                detail::io::shown_token(word.data(), word.data() + word.size()) +
                                " among them");
      }
      rest = behind;
    }
    last_line_ = number;
  }

  std::uint64_t read_id(std::string_view word, std::uint64_t line, bool may_be_none) {
    if (may_be_none && word == "-") return k_no_mate;
    std::uint64_t number = 0;
    const char* const end = word.data() + word.size();
    if (num_labels_ != 0) {
      number = number_of_label(word);
      if (word == "-" && number >= num_labels_) {
        detail::io::fail_at(name_, line,
                            std::string("expected a vertex, found '-'") + mates_hint());
      }
      return number;
    }
    const auto [stop, error] = std::from_chars(word.data(), end, number);
    if (error != std::errc{} || stop != end) {
      detail::io::fail_at(name_, line,
                          "expected the number of a vertex, found " +
                              detail::io::shown_token(word.data(), end) +
                              (word == "-" ? mates_hint() : ""));
    }
    return number -
           first_;  // what is below becomes 2^64 - 1, which is out of range as it should be
  }

  // A hint for a file with one line per vertex that is read as pairs.
  [[nodiscard]] const char* mates_hint() const {
    const bool is_of_pairs = layout_ == MatchingLayout::pairs;
    return is_of_pairs ? "; a line per vertex is read with --output-kind mates" : "";
  }

  std::uint64_t number_of_label(std::string_view word) {
    std::string held;
    const std::string_view id = detail::io::read_id(word, held);
    const bool is_kept = id.data() != held.data();
    return names_.number_of(is_kept ? id : unquoted_.emplace_back(std::move(held)));
  }

  [[nodiscard]] std::string name(std::uint64_t v) const {
    return num_labels_ != 0 ? detail::io::printable(names_.names()[v])
           : v == k_no_mate ? std::string("0")
                            : std::to_string(v + first_);
  }

  // A pair is kept at the line of its first vertex. The earliest line that contradicts another, or
  // the line of its own mate, is the violation.
  void take_mates() {
    std::vector<MateLine> by_vertex = mates_;
    std::sort(by_vertex.begin(), by_vertex.end(), [](const MateLine& a, const MateLine& b) {
      return a.vertex != b.vertex ? a.vertex < b.vertex : a.line < b.line;
    });
    const auto line_of = [&](std::uint64_t vertex) -> const MateLine* {
      const auto at = std::lower_bound(
          by_vertex.begin(), by_vertex.end(), vertex,
          [](const MateLine& mine, std::uint64_t sought) { return mine.vertex < sought; });
      return at != by_vertex.end() && at->vertex == vertex ? &*at : nullptr;
    };
    for (const MateLine& mine : mates_) {
      const MateLine* first = line_of(mine.vertex);
      if (first->line != mine.line) {
        violate(mine, "vertex " + name(mine.vertex) + " has had a line before");
        return;
      }
      if (mine.vertex >= num_vertices_) {
        violate(mine, "vertex " + name(mine.vertex) + " does not exist, " +
                          detail::base::there_are(num_vertices_, "vertex"));
        return;
      }
      if (mine.mate == k_no_mate) continue;
      const MateLine* other = line_of(mine.mate);
      if (other == nullptr || other->mate != mine.vertex) {
        violate(mine,
                "vertex " + name(mine.vertex) + " has mate " + name(mine.mate) + ", whose mate " +
                    (other == nullptr || other->mate == k_no_mate ? "is none"
                                                                  : "is " + name(other->mate)));
        return;
      }
      if (mine.line <= other->line) read_.pairs.push_back({mine.vertex, mine.mate});
    }
  }

  // Takes pairs from lines with several mates per vertex.
  void take_partners() {
    const auto before = [](const MateLine& a, const MateLine& b) {
      if (a.vertex != b.vertex) return a.vertex < b.vertex;
      return a.mate != b.mate ? a.mate < b.mate : a.line < b.line;
    };
    std::vector<MateLine> sorted = mates_;
    std::sort(sorted.begin(), sorted.end(), before);
    const auto first_of = [&](std::uint64_t vertex, std::uint64_t mate) -> const MateLine* {
      const auto at =
          std::lower_bound(sorted.begin(), sorted.end(), MateLine{vertex, mate, 0}, before);
      return at != sorted.end() && at->vertex == vertex && at->mate == mate ? &*at : nullptr;
    };
    std::unordered_map<std::uint64_t, std::uint64_t> line_of;  // of each vertex
    for (const MateLine& mine : mates_) {
      if (line_of.emplace(mine.vertex, mine.line).first->second != mine.line) {
        return violate(mine, "vertex " + name(mine.vertex) + " has had a line before");
      }
      if (mine.vertex >= num_vertices_) {
        return violate(mine, "vertex " + name(mine.vertex) + " does not exist, " +
                                 detail::base::there_are(num_vertices_, "vertex"));
      }
      if (mine.mate == k_no_mate) continue;
      const MateLine* other = first_of(mine.mate, mine.vertex);
      if (other == nullptr) {
        return violate(mine, "vertex " + name(mine.vertex) + " has partner " + name(mine.mate) +
                                 ", which does not have " + name(mine.vertex));
      }
      if (mine.line < other->line || mine.vertex == mine.mate) {
        read_.pairs.push_back({mine.vertex, mine.mate});
      }
    }
    if (line_of.size() == num_vertices_) return;
    for (VertexId v = 0; v < num_vertices_; ++v) {
      if (line_of.contains(v)) continue;
      detail::io::fail_at(name_, last_line_,
                          "expected one line per vertex, found none of vertex " + name(v));
    }
  }

  void violate(const MateLine& mine, const std::string& fact) {
    read_.violation = name_ + ":" + std::to_string(mine.line) + ": " + fact;
  }

  std::string name_;
  VertexId num_vertices_;
  MatchingLayout layout_;
  MatesPerVertex mates_per_vertex_;
  std::uint64_t first_;
  std::size_t num_labels_;
  bool hold_blanks_;
  detail::io::NameTable names_;
  std::deque<std::string> unquoted_;  // ids that the text has in quotes, for the table
  VertexPairs read_;
  std::vector<MateLine> mates_;
  std::uint64_t last_line_ = 1;  // of a vertex
};

VertexPairs read_vertex_pairs(const std::string& path, const VertexLabels& labels,
                              VertexId num_vertices, MatchingLayout layout,
                              MatesPerVertex mates_per_vertex) {
  detail::check_enum("layout", layout);
  return detail::io::with_text_of(path, [&](std::string_view name, detail::io::TextRange text) {
    return PairReader(std::string(name), labels, num_vertices, layout, mates_per_vertex).read(text);
  });
}

// The partners of each vertex in ascending order: those of v end where those of v + 1 begin.
struct PartnerRows {
  PartnerRows(VertexId num_vertices, std::span<const GraphEdge> pairs)
      : offsets(num_vertices + std::size_t{1}, 0), partners(2 * pairs.size()) {
    for (const GraphEdge& pair : pairs) {
      ++offsets[pair.u];
      ++offsets[pair.v];
    }
    std::partial_sum(offsets.begin(), offsets.end(), offsets.begin());
    for (const GraphEdge& pair : pairs) {
      partners[--offsets[pair.u]] = pair.v;
      partners[--offsets[pair.v]] = pair.u;
    }
    for (std::size_t v = 0; v < num_vertices; ++v) {
      std::sort(partners.begin() + offsets[v], partners.begin() + offsets[v + 1]);
    }
  }

  Array<Offset> offsets;
  Array<VertexId> partners;
};

// Whether a vertex lies in two pairs.
bool is_b_matching(VertexId num_vertices, std::span<const GraphEdge> pairs) {
  std::vector<bool> is_matched(num_vertices, false);
  const auto was_matched = [&](VertexId v) {
    const bool was = is_matched[v];
    is_matched[v] = true;
    return was;
  };
  return std::any_of(pairs.begin(), pairs.end(), [&](const GraphEdge& pair) {
    const bool first = was_matched(pair.u);
    return was_matched(pair.v) || first;
  });
}

}  // namespace

VertexPairs read_graph_matching(const std::string& path, const VertexLabels& labels,
                                VertexId num_vertices, MatchingLayout layout) {
  return read_vertex_pairs(path, labels, num_vertices, layout, MatesPerVertex::one);
}

VertexPairs read_b_matching(const std::string& path, const VertexLabels& labels,
                            VertexId num_vertices, MatchingLayout layout) {
  return read_vertex_pairs(path, labels, num_vertices, layout, MatesPerVertex::many);
}

void write_graph_matching(const EdgeListView& graph, std::span<const EdgeId> edges,
                          const VertexLabels& labels, const std::string& path,
                          MatchingLayout layout) {
  std::vector<GraphEdge> pairs;
  pairs.reserve(edges.size());
  for (const EdgeId e : edges) pairs.push_back(graph.edges[e]);
  write_graph_matching(graph.num_vertices, pairs, labels, path, layout);
}

void write_graph_matching(const Context& context, VertexId num_vertices,
                          std::span<const GraphEdge> pairs, const VertexLabels& labels,
                          const std::string& path, MatchingLayout layout) {
  using detail::io::TextWriter;
  detail::check_enum("layout", layout);
  AtomicFile file(path);
  const char between = detail::io::hold_blanks(labels) ? '\t' : ' ';
  const auto put_line = [&](TextWriter& out, VertexId first, VertexId second) {
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
    detail::io::write_lines(context, file, pairs.size(), [&](TextWriter& out, std::size_t i) {
      put_line(out, pairs[i].u, pairs[i].v);
    });
  } else if (is_b_matching(num_vertices, pairs)) {
    const PartnerRows rows(num_vertices, pairs);
    detail::io::write_lines(context, file, num_vertices, [&](TextWriter& out, std::size_t v) {
      detail::io::write_id(out, labels, v);
      const Offset begin = rows.offsets[v], end = rows.offsets[v + 1];
      if (begin == end) out << between << '-';
      for (Offset i = begin; i < end; ++i) {
        out << between;
        detail::io::write_id(out, labels, rows.partners[i]);
      }
      out << '\n';
    });
  } else {
    Array<VertexId> mates(num_vertices, k_none);
    for (const GraphEdge& pair : pairs) {
      mates[pair.u] = pair.v;
      mates[pair.v] = pair.u;
    }
    detail::io::write_lines(context, file, num_vertices, [&](TextWriter& out, std::size_t v) {
      put_line(out, static_cast<VertexId>(v), mates[v]);
    });
  }
  file.commit();
}

void write_graph_matching(VertexId num_vertices, std::span<const GraphEdge> pairs,
                          const VertexLabels& labels, const std::string& path,
                          MatchingLayout layout) {
  write_graph_matching(Context({.threads = 1}), num_vertices, pairs, labels, path, layout);
}

}  // namespace hypermatch::io
