// SPDX-License-Identifier: MIT
// Pajek networks: `*Vertices N`, a line `number "label"` per vertex that says more than its number,
// then `*Edges`, `*Arcs`, `*Edgeslist`, `*Arcslist` or `*Matrix`. W. de Nooy, A. Mrvar, V.
// Batagelj, "Exploratory Social Network Analysis with Pajek", 2018.
#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/counted.hpp"
#include "hypermatch/error.hpp"
#include "io/builders/graph_builder.hpp"
#include "io/builders/named_graph.hpp"
#include "io/formats/detect.hpp"
#include "io/formats/parsers.hpp"
#include "io/text/printable.hpp"
#include "io/text/text.hpp"
#include "io/text/vertex_numbers.hpp"

namespace hypermatch::detail::io {

namespace {

using hypermatch::io::Instance;
using hypermatch::io::ReadReport;

constexpr const char* k_pajek_format = "pajek";

enum class Section { none, vertices, edges, arcs, edge_lists, arc_lists, matrix };

struct SectionName {
  std::string_view lower;
  Section section;
};
constexpr SectionName k_sections[] = {{"*vertices", Section::vertices},
                                      {"*edges", Section::edges},
                                      {"*arcs", Section::arcs},
                                      {"*edgeslist", Section::edge_lists},
                                      {"*arcslist", Section::arc_lists},
                                      {"*matrix", Section::matrix},
                                      {"*edgelist", Section::edge_lists},
                                      {"*arclist", Section::arc_lists},
                                      {"*edgelists", Section::edge_lists},
                                      {"*network", Section::none}};

class PajekReader {
 public:
  explicit PajekReader(const ParseInput& input) : input_(input), edges_(input) {}

  void read() {
    refuse_nul(input_);
    Cursor cursor(range_of(input_.text));
    // Ends: every iteration takes a line.
    while (!cursor.at_end()) {
      if (!cursor.skip_blanks()) {
        ++report_.blank_lines;
      } else if (cursor.sees('%')) {
        ++report_.comment_lines;
      } else if (cursor.sees('*')) {
        read_section(cursor);
      } else {
        read_line(cursor);
      }
      cursor.skip_line();
    }
  }

  Instance finish() {
    const char* const end = range_of(input_.text).end;
    sort_labels();
    if (!has_vertices_) fail_expected(end, end, "'*Vertices' and their number");
    if (section_ == Section::matrix) check_rows(end);
    add_entries();
    edges_.count_directed(arcs_);
    if (labels_.size() != num_vertices_) {
      if (!labels_.empty()) {
        report_.notes.push_back("only " + std::to_string(labels_.size()) + " of " +
                                std::to_string(num_vertices_) +
                                " vertices have labels: vertices are called by their numbers");
      }
      return make({});
    }
    std::vector<std::string_view> names;
    names.reserve(labels_.size());
    for (const Label& label : labels_) names.push_back(label.text);
    return make(labels_or_ids(names, num_vertices_, {}, report_));
  }

 private:
  struct Label {
    VertexId vertex;
    std::string_view text;
  };
  struct Entry {
    VertexId row;
    VertexId column;
    Number value;
    const char* at;
  };

  /// Whether the network is read as rows, its first side, and columns.
  [[nodiscard]] bool makes_sides() const {
    return first_side_ != 0 && input_.as == hypermatch::io::Interpretation::bipartite &&
           input_.sides != Sides::one;
  }
  Instance make(hypermatch::io::VertexLabels labels) {
    if (first_side_ != 0) edges_.take_modes(first_side_, num_vertices_);
    return edges_.finish(k_pajek_format, num_vertices_, std::move(report_), std::move(labels));
  }

  void add(VertexId u, VertexId v, const std::optional<Number>& weight, const char* at) {
    if (makes_sides() && (u < first_side_) == (v < first_side_)) {
      throw TextFailure{at, "expected an edge between the two sides, of " +
                                std::to_string(first_side_) + " and " +
                                std::to_string(num_vertices_ - first_side_) +
                                " vertices, found one inside a side"};
    }
    edges_.add(u, v, weight, at);
  }

  void sort_labels() {
    std::stable_sort(labels_.begin(), labels_.end(),
                     [](const Label& a, const Label& b) { return a.vertex < b.vertex; });
    const auto second =
        std::adjacent_find(labels_.begin(), labels_.end(),
                           [](const Label& a, const Label& b) { return a.vertex == b.vertex; });
    if (second == labels_.end()) return;
    throw TextFailure{second[1].text.data(),
                      "expected one line per vertex, found a second one of '" +
                          std::to_string(second->vertex + input_.first_id) + "'"};
  }

  void read_section(Cursor& cursor) {
    const char* const at = cursor.at();
    // A relation may follow without a blank: `*Arcs:2 "name"`.
    const std::string_view token = cursor.read_token();
    const std::string_view word = token.substr(0, token.find(':'));
    const auto* const found =
        std::find_if(std::begin(k_sections), std::end(k_sections),
                     [&](const SectionName& each) { return is_word(word, each.lower); });
    if (found == std::end(k_sections)) {
      refuse_at(input_, at,
                "section " + shown_text(word) +
                    ": of Pajek's files networks are read, without partitions, "
                    "vectors and events");
    }
    if (section_ == Section::matrix) check_rows(at);
    if (found->section == Section::none || found->section == Section::vertices) {
      if (has_vertices_) refuse_at(input_, at, "a second network; a file holds one");
      if (found->section == Section::vertices) read_sizes(cursor);
    } else if (!has_vertices_) {
      fail_expected(at, cursor.end(), "'*Vertices' and their number in front");
    }
    section_ = found->section;
    row_ = 0;
  }

  void read_sizes(Cursor& cursor) {
    cursor.skip_blanks();
    const char* const at = cursor.at();
    num_vertices_ = cursor.read_unsigned("the number of vertices");
    check_limit(at, num_vertices_, "vertices");
    has_vertices_ = true;
    if (!cursor.skip_blanks()) return;
    const char* const second = cursor.at();
    first_side_ = cursor.read_unsigned("the number of vertices of the first side");
    if (first_side_ > num_vertices_) {
      throw TextFailure{second, "expected at most " + std::to_string(num_vertices_) +
                                    " vertices of the first side, found " +
                                    std::to_string(first_side_)};
    }
    if (cursor.skip_blanks()) cursor.expected("the end of the line '*Vertices'");
  }

  void read_line(Cursor& cursor) {
    switch (section_) {
      case Section::none:
        fail_expected(cursor.at(), cursor.end(), "'*Vertices' and their number");
      case Section::vertices:
        return read_vertex_line(cursor);
      case Section::edges:
      case Section::arcs:
        return read_pair(cursor);
      case Section::edge_lists:
      case Section::arc_lists:
        return read_list(cursor);
      case Section::matrix:
        return read_row(cursor);
    }
  }

  VertexId read_vertex(Cursor& cursor, const char* what = "a vertex") const {
    cursor.skip_blanks();
    const char* const at = cursor.at();
    const std::uint64_t number = cursor.read_unsigned(what);
    if (number - input_.first_id >= num_vertices_) {
      fail_id(at, cursor.end(), what, input_.first_id, num_vertices_);
    }
    return static_cast<VertexId>(number - input_.first_id);
  }

  void read_vertex_line(Cursor& cursor) {
    const VertexId vertex = read_vertex(cursor);
    if (!cursor.skip_blanks()) return;
    const char* const at = cursor.at();
    if (!cursor.sees('"')) {
      labels_.push_back({vertex, cursor.read_token()});
      return;
    }
    const char* const end = std::find(at + 1, cursor.end(), '"');
    if (end == cursor.end() || std::find(at, end, '\n') != end) {
      fail_expected(at, cursor.end(), "a label that ends with a quote in its line");
    }
    labels_.push_back({vertex, {at + 1, end}});
    cursor = Cursor(TextRange{end + 1, cursor.end()});
  }

  // `2: 1 5 0.5 [1-3] c Red`: relation, ends, value, times, drawing.
  void read_pair(Cursor& cursor) {
    const char* const at = cursor.at();
    Cursor relation = cursor;
    const std::string_view first = relation.read_token();
    if (first.ends_with(':')) cursor = relation;
    const VertexId u = read_vertex(cursor);
    const VertexId v = read_vertex(cursor);
    std::optional<Number> value;
    if (cursor.skip_blanks() && !cursor.sees('[')) {
      Cursor behind = cursor;
      const std::string_view word = behind.read_token();
      // Attributes of drawing begin with a letter; so do NaN and infinity, which are refused.
      const bool is_letter =
          (word[0] >= 'a' && word[0] <= 'z') || (word[0] >= 'A' && word[0] <= 'Z');
      const bool is_no_value =
          is_letter && !is_word(word, "nan") && !is_word(word, "inf") && !is_word(word, "infinity");
      if (!is_no_value) value = weight_of(word, cursor.at());
    }
    add(u, v, value, at);
    if (section_ == Section::arcs) ++arcs_;
  }

  void read_list(Cursor& cursor) {
    const VertexId u = read_vertex(cursor);
    // Ends: every turn reads a number.
    while (cursor.skip_blanks()) {
      const char* const at = cursor.at();
      add(u, read_vertex(cursor), std::nullopt, at);
      if (section_ == Section::arc_lists) ++arcs_;
    }
  }

  [[nodiscard]] std::uint64_t num_rows() const {
    return first_side_ == 0 ? num_vertices_ : first_side_;
  }

  void read_row(Cursor& cursor) {
    if (row_ >= num_rows()) {
      fail_expected(cursor.at(), cursor.end(),
                    "no more than " + base::counted(num_rows(), "row") + " of the matrix");
    }
    const std::uint64_t columns = num_vertices_ - first_side_;
    std::uint64_t column = 0;
    // Ends: every turn reads a value.
    while (cursor.skip_blanks()) {
      const char* const at = cursor.at();
      if (column == columns) {
        fail_expected(at, cursor.end(), "a row of " + base::counted(columns, "value"));
      }
      const Number value = cursor.read_number("a value");
      const bool is_zero = value.is_integer ? value.integer == 0 : value.real == 0;
      if (!is_zero) {
        entries_.push_back(
            {static_cast<VertexId>(row_), static_cast<VertexId>(first_side_ + column), value, at});
      }
      ++column;
    }
    if (column != columns) {
      fail_expected(cursor.at(), cursor.end(), "a row of " + base::counted(columns, "value"));
    }
    ++row_;
  }

  void check_rows(const char* at) const {
    if (row_ == num_rows()) return;
    throw TextFailure{at, "expected " + base::counted(num_rows(), "row") +
                              " of the matrix, found " + std::to_string(row_)};
  }

  // Two equal values a_ij and a_ji are one edge, different ones are two arcs.
  void add_entries() {
    const auto is_before = [](const Entry& a, const std::pair<VertexId, VertexId>& b) {
      return std::pair(a.row, a.column) < b;
    };
    const bool is_sorted =
        std::is_sorted(entries_.begin(), entries_.end(), [](const Entry& a, const Entry& b) {
          return std::pair(a.row, a.column) < std::pair(b.row, b.column);
        });
    for (const Entry& entry : entries_) {
      const std::pair<VertexId, VertexId> mirrored(entry.column, entry.row);
      const auto twin = std::lower_bound(entries_.begin(), entries_.end(), mirrored, is_before);
      const bool has_twin = is_sorted && twin != entries_.end() &&
                            std::pair(twin->row, twin->column) == mirrored &&
                            is_equal(twin->value, entry.value);
      if (has_twin && entry.column < entry.row) continue;
      add(entry.row, entry.column, entry.value, entry.at);
      if (!has_twin && first_side_ == 0) ++arcs_;
    }
  }
  static bool is_equal(const Number& a, const Number& b) {
    return a.is_integer == b.is_integer &&
           (a.is_integer ? a.integer == b.integer : a.real == b.real);
  }

  const ParseInput& input_;
  EdgeCollector edges_;
  ReadReport report_;
  Section section_ = Section::none;
  bool has_vertices_ = false;
  std::uint64_t num_vertices_ = 0;
  std::uint64_t first_side_ = 0;  // of two-mode networks; else 0
  std::vector<Label> labels_;
  std::vector<Entry> entries_;  // of matrices
  std::uint64_t row_ = 0;
  std::uint64_t arcs_ = 0;
};

}  // namespace

bool begins_pajek(std::span<const char> front) {
  Cursor cursor(range_of(front));
  // Ends: every iteration takes a line.
  while (!cursor.at_end()) {
    if (cursor.skip_blanks() && !cursor.sees('%')) {
      const std::string_view word = cursor.read_token();
      return is_word(word, "*vertices") || is_word(word, "*network");
    }
    cursor.skip_line();
  }
  return false;
}

void check_front_of_pajek(const ParseInput& front) {
  check_graph_interpretation(front, k_pajek_format);
  check_front_of(front, [&] { PajekReader(front).read(); });
}

Instance parse_pajek(const ParseInput& input) {
  check_graph_interpretation(input, k_pajek_format);
  return located(input, [&] {
    PajekReader reader(input);
    reader.read();
    return reader.finish();
  });
}

}  // namespace hypermatch::detail::io
