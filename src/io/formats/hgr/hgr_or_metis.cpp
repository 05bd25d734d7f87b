// SPDX-License-Identifier: MIT
#include "io/formats/hgr/hgr_or_metis.hpp"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <optional>
#include <system_error>
#include <vector>

#include "hypermatch/types.hpp"
#include "io/formats/metis/metis_rows.hpp"
#include "io/text/text.hpp"

namespace hypermatch::detail::io {

namespace {

using Words = std::vector<std::string_view>;

void split(std::string_view line, Words& words) {
  words.clear();
  Cursor cursor(TextRange{line.data(), line.data() + line.size()});
  // Ends: every iteration takes a word.
  while (cursor.skip_blanks()) words.push_back(cursor.read_token());
}

std::optional<std::uint64_t> count_of(std::string_view word) {
  std::uint64_t value = 0;
  const char* const end = word.data() + word.size();
  const auto [stop, error] = std::from_chars(word.data(), end, value);
  if (error != std::errc{} || stop != end) return std::nullopt;
  return value;
}

// Evidence for and against a format.
struct Evidence {
  bool impossible = false;
  std::uint64_t judged = 0;
  std::uint64_t against = 0;

  void take(bool fits) {
    ++judged;
    against += fits ? 0 : 1;
  }
  [[nodiscard]] bool is_out() const { return impossible || (against > 0 && 8 * against >= judged); }
};

// `first` hyperedges with pins among `second` vertices.
class AsHgr {
 public:
  AsHgr(std::uint64_t first, std::uint64_t second, const Words& header)
      : num_edges_(first), num_vertices_(second) {
    std::string_view format = header.size() > 2 ? header[2] : "0";
    format.remove_prefix(std::min(format.find_first_not_of('0'), format.size()));
    edge_weights_ = format == "1" || format == "11";
    vertex_weights_ = format == "10" || format == "11";
    evidence_.impossible =
        header.size() > 3 || (!format.empty() && !edge_weights_ && !vertex_weights_);
  }

  void take_line(const Words& words) {
    if (words.empty()) {
      ++blank_lines_;
      return;
    }
    const std::uint64_t line = data_lines_++;
    const std::uint64_t most = num_edges_ + (vertex_weights_ ? num_vertices_ : 0);
    evidence_.impossible = evidence_.impossible || line >= most;
    // A blank line may be a hyperedge, so that this one may be a vertex's.
    if (line + (vertex_weights_ ? blank_lines_ : 0) >= num_edges_) return;
    if (edge_weights_ && !is_number(words[0])) evidence_.take(false);
    for (std::size_t i = edge_weights_ ? 1 : 0; i < words.size(); ++i) {
      const auto pin = count_of(words[i]);
      evidence_.take(pin && *pin >= 1 && *pin <= num_vertices_);
    }
  }

  [[nodiscard]] bool is_out(bool whole) const {
    // Not one line is there for the weights of vertices.
    const bool lacks_all =
        whole && vertex_weights_ && num_vertices_ > 0 && data_lines_ + blank_lines_ <= num_edges_;
    return lacks_all || evidence_.is_out();
  }

 private:
  std::uint64_t num_edges_;
  std::uint64_t num_vertices_;
  bool edge_weights_ = false;
  bool vertex_weights_ = false;
  std::uint64_t data_lines_ = 0;
  std::uint64_t blank_lines_ = 0;
  Evidence evidence_;
};

// `first` vertices with their neighbours, `second` edges.
class AsMetis {
 public:
  AsMetis(std::uint64_t first, std::uint64_t second, const Words& header) : num_vertices_(first) {
    const std::string_view format = header.size() > 2 ? header[2] : "0";
    const auto digit = [&](std::size_t from_right) {
      return format.size() > from_right && format[format.size() - 1 - from_right] == '1';
    };
    edge_weights_ = digit(0);
    const auto count = header.size() > 3 ? count_of(header[3]) : std::optional<std::uint64_t>(1);
    skipped_ = (digit(2) ? 1 : 0) + (digit(1) ? count.value_or(0) : 0);
    // More than each pair of vertices once, and each vertex with itself.
    if (num_vertices_ < (std::uint64_t{1} << 31) &&
        second > num_vertices_ * (num_vertices_ + 1) / 2) {
      excessive_edges_ = second;
    }
    evidence_.impossible = header.size() > 4 || format.size() > 3 ||
                           format.find_first_not_of("01") != std::string_view::npos || !count ||
                           *count > k_most_vertex_weights;
  }

  void take_line(const Words& words) {
    const std::uint64_t row = rows_++;
    if (row >= num_vertices_) {
      evidence_.impossible = evidence_.impossible || !words.empty();
      return;
    }
    if (words.size() < skipped_) evidence_.take(false);
    for (std::size_t i = skipped_; i < words.size(); ++i) {
      ++neighbours_;
      const auto neighbour = count_of(words[i]);
      if (!neighbour || *neighbour < 1 || *neighbour > num_vertices_) {
        evidence_.take(false);
      } else if (*neighbour - 1 != row) {
        arcs_.push_back({static_cast<VertexId>(row), static_cast<VertexId>(*neighbour - 1)});
      }
      if (edge_weights_ && (++i == words.size() || !is_number(words[i]))) evidence_.take(false);
    }
  }

  [[nodiscard]] bool is_out(bool whole) {
    // Parallel edges are legal, and some headers count arcs, so only a lack of neighbours speaks
    // against METIS. A regular file has two per edge; one that counts arcs or is cut has fewer.
    if (whole && 2 * neighbours_ < excessive_edges_) return true;
    std::sort(arcs_.begin(), arcs_.end());
    for (const Arc& arc : arcs_) {
      if (arc.to >= rows_) continue;
      evidence_.take(std::binary_search(arcs_.begin(), arcs_.end(), Arc{arc.to, arc.from}));
    }
    return evidence_.is_out();
  }

 private:
  struct Arc {
    VertexId from;
    VertexId to;
    friend bool operator<(const Arc& a, const Arc& b) {
      return a.from != b.from ? a.from < b.from : a.to < b.to;
    }
  };

  std::uint64_t num_vertices_;
  bool edge_weights_ = false;
  std::size_t skipped_ = 0;            // words in front of the neighbours
  std::uint64_t excessive_edges_ = 0;  // the header's number, if there are fewer pairs; else 0
  std::uint64_t rows_ = 0;
  std::uint64_t neighbours_ = 0;
  std::vector<Arc> arcs_;
  Evidence evidence_;
};

// Takes the next line of `text` that is no comment; false at the end.
bool next_line(std::string_view& text, Words& words) {
  // Ends: every iteration takes a line.
  while (!text.empty()) {
    const std::size_t size = std::min(text.find('\n'), text.size());
    split(text.substr(0, size), words);
    text.remove_prefix(std::min(size + 1, text.size()));
    if (words.empty() || !words[0].starts_with('%')) return true;
  }
  return false;
}

}  // namespace

TwoFormats hgr_or_metis(std::string_view front, bool whole) {
  // A line that is cut says nothing.
  if (!whole) front = front.substr(0, front.rfind('\n') + 1);
  Words words;
  // Ends: every iteration takes a line.
  do {
    if (!next_line(front, words)) return whole ? TwoFormats::empty : TwoFormats::neither;
  } while (words.empty());
  const auto first = count_of(words[0]);
  const auto second = words.size() > 1 ? count_of(words[1]) : std::nullopt;
  if (!first || !second || *first > k_max_count || *second > k_max_count) {
    return TwoFormats::neither;
  }
  AsHgr hgr(*first, *second, words);
  AsMetis metis(*first, *second, words);
  // Ends: every iteration takes a line.
  while (next_line(front, words)) {
    hgr.take_line(words);
    metis.take_line(words);
  }
  const bool is_hgr = !hgr.is_out(whole);
  const bool is_metis = !metis.is_out(whole);
  if (is_hgr && is_metis) return TwoFormats::either;
  if (is_hgr) return TwoFormats::hmetis;
  return is_metis ? TwoFormats::metis : TwoFormats::neither;
}

}  // namespace hypermatch::detail::io
