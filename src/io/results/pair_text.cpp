// SPDX-License-Identifier: MIT
// The texts that go with rows and columns: matchings (one pair per line), vertex covers and
// permuted matrices (`r ROW` and `c COLUMN`). Ids are numbers, or the labels of the instance.
#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <unordered_map>

#include "hypermatch/b_assignment_io.hpp"
#include "hypermatch/bipartite_io.hpp"
#include "hypermatch/error.hpp"
#include "io/source/text_file.hpp"
#include "io/text/printable.hpp"
#include "io/text/side_ids.hpp"
#include "io/text/text.hpp"
#include "io/text/written_ids.hpp"

namespace hypermatch::io {

namespace {

using detail::io::cut_line;
using detail::io::CutLine;
using detail::io::for_each_line;
using detail::io::IdReader;
using detail::io::IdWriter;
using detail::io::TextWriter;
using detail::io::with_text;
using detail::io::write_file;

void write_part(TextWriter& out, std::string_view name, std::uint64_t rows, std::uint64_t columns) {
  out << name << ' ' << rows << ' ' << columns << '\n';
}

std::string shown(std::string_view word) {
  return detail::io::shown_token(word.data(), word.data() + word.size());
}

// use(pair, line, number of the line) for each line. `weights`: as of `read_pairs`.
template <class Use>
void for_each_pair(const IdReader& ids, detail::io::TextRange text, std::vector<double>* weights,
                   const Use& use) {
  bool is_first = true;
  for_each_line(text, [&](std::string_view line, std::uint64_t number) {
    const CutLine words = cut_line(line, ids.hold_blanks());
    const std::uint64_t row = ids.row(words.first, number);
    const CutLine rest = cut_line(words.rest, ids.hold_blanks());
    const std::string_view behind = rest.rest;
    const auto weight = detail::io::parse_number(behind.data(), behind.data() + behind.size());
    // As behind the first pair.
    const bool has_weights = is_first ? weight.has_value() : weights && !weights->empty();
    is_first = false;
    if (weights == nullptr || !has_weights) {
      use(RowColumn{row, ids.last_column(words.rest, number)}, line, number);
      return;
    }
    if (!weight) ids.fail(number, "a weight behind the pair, as in the first line", shown(behind));
    use(RowColumn{row, ids.column(rest.first, number)}, line, number);
    weights->push_back(weight->is_integer ? static_cast<double>(weight->integer) : weight->real);
  });
}

}  // namespace

std::vector<RowColumn> read_pairs(const std::string& path, const SideLabels& labels,
                                  std::vector<double>* weights) {
  return with_text(path, labels, [&](const IdReader& ids, detail::io::TextRange text) {
    std::vector<RowColumn> pairs;
    for_each_pair(ids, text, weights, [&](const RowColumn& pair, std::string_view, std::uint64_t) {
      pairs.push_back(pair);
    });
    return pairs;
  });
}

std::vector<VertexId> read_row_mates(const std::string& path, const BipartiteView& matrix,
                                     const SideLabels& labels) {
  return with_text(path, labels, [&](const IdReader& ids, detail::io::TextRange text) {
    std::vector<VertexId> mates(matrix.num_rows, k_none);
    // The lines of the pairs, by row and by column; 0: none.
    std::vector<std::uint64_t> lines[2] = {std::vector<std::uint64_t>(matrix.num_rows, 0),
                                           std::vector<std::uint64_t>(matrix.num_columns, 0)};
    std::vector<double> weights;
    for_each_pair(ids, text, &weights,
                  [&](const RowColumn& pair, std::string_view line, std::uint64_t number) {
                    const auto claim = [&](const char* what, std::uint64_t& before) {
                      if (before != 0) {
                        ids.fail(number, std::string("a ") + what + " without a pair",
                                 detail::io::shown_text(line) + ", whose " + what +
                                     " has one in line " + std::to_string(before));
                      }
                      before = number;
                    };
                    if (pair.row >= matrix.num_rows || pair.column >= matrix.num_columns) {
                      ids.fail(number,
                               "a pair of " + std::to_string(matrix.num_rows) + " rows and " +
                                   std::to_string(matrix.num_columns) + " columns",
                               detail::io::shown_text(line));
                    }
                    const auto row = static_cast<VertexId>(pair.row);
                    const auto columns = matrix.columns_of(row);
                    if (std::ranges::find(columns, pair.column) == columns.end()) {
                      ids.fail(number, "an entry of the instance", detail::io::shown_text(line));
                    }
                    claim("row", lines[0][row]);
                    claim("column", lines[1][pair.column]);
                    mates[row] = static_cast<VertexId>(pair.column);
                  });
    return mates;
  });
}

void write_pairs(std::span<const VertexId> row_mates, const std::string& path,
                 const SideLabels& labels) {
  write_file(path, labels, [&](TextWriter&, const IdWriter& ids) {
    for (std::size_t row = 0; row < row_mates.size(); ++row) {
      if (row_mates[row] != k_none) ids.pair(row, row_mates[row]);
    }
  });
}

void write_pairs(std::span<const RowColumn> pairs, const std::string& path,
                 const SideLabels& labels) {
  write_file(path, labels, [&](TextWriter&, const IdWriter& ids) {
    for (const RowColumn& pair : pairs) ids.pair(pair.row, pair.column);
  });
}

void write_weighted_pairs(const BipartiteView& matrix, const WeightsView& weights,
                          std::span<const RowColumn> pairs, const std::string& path,
                          const SideLabels& labels) {
  write_file(path, labels, [&](TextWriter& out, const IdWriter& ids) {
    for (const RowColumn& pair : pairs) {
      if (!labels.empty()) {
        detail::io::check_list_ids(labels.rows->of(static_cast<VertexId>(pair.row)),
                                   labels.columns->of(static_cast<VertexId>(pair.column)));
      }
      ids.row(pair.row) << ids.between();
      ids.column(pair.column) << ids.between();
      const auto columns = matrix.columns_of(static_cast<VertexId>(pair.row));
      const auto found = std::ranges::find(columns, pair.column);
      if (is_weighted(weights) && found != columns.end()) {
        const auto place = static_cast<std::size_t>(found - columns.begin());
        out.write_weight(weights, matrix.offsets[pair.row] + place) << '\n';
      } else {
        out << "1\n";
      }
    }
  });
}

VertexCover read_cover(const std::string& path, const SideLabels& labels) {
  return with_text(path, labels, [](const IdReader& ids, detail::io::TextRange text) {
    VertexCover cover;
    for_each_line(text, [&](std::string_view line, std::uint64_t number) {
      const CutLine words = cut_line(line, false);
      if (words.first == "r") {
        cover.rows.push_back(ids.last_row(words.rest, number));
      } else if (words.first == "c") {
        cover.columns.push_back(ids.last_column(words.rest, number));
      } else {
        ids.fail(number, "'r ROW' or 'c COLUMN'", shown(line));
      }
    });
    return cover;
  });
}

void write_cover(const VertexCover& cover, const std::string& path, const SideLabels& labels) {
  write_file(path, labels, [&](TextWriter&, const IdWriter& ids) {
    ids.row_lines("r ", cover.rows);
    ids.column_lines("c ", cover.columns);
  });
}

void write_duals(const PairDuals& duals, const std::string& path, const SideLabels& labels) {
  write_file(path, labels, [&](TextWriter& out, const IdWriter& ids) {
    const auto write_value = [&](double value) {
      char text[32];
      const auto end = std::to_chars(text, text + sizeof(text), value).ptr;
      out << ids.between() << std::string_view(text, end) << '\n';
    };
    for (std::size_t row = 0; row < duals.rows.size(); ++row) {
      out << 'r' << ids.between();
      ids.row(row);
      write_value(duals.rows[row]);
    }
    for (std::size_t column = 0; column < duals.columns.size(); ++column) {
      out << 'c' << ids.between();
      ids.column(column);
      write_value(duals.columns[column]);
    }
  });
}

void write_pivots(std::span<const Pivot> pivots, const std::string& path,
                  const SideLabels& labels) {
  write_file(path, labels, [&](TextWriter& out, const IdWriter& ids) {
    for (const Pivot& pivot : pivots) {
      ids.row(pivot.first);
      if (pivot.second != k_none) {
        out << ids.between();
        ids.row(pivot.second);
      }
      out << '\n';
    }
  });
}

PairDuals read_duals(const std::string& path, VertexId num_rows, VertexId num_columns,
                     const SideLabels& labels) {
  return with_text(path, labels, [&](const IdReader& ids, detail::io::TextRange text) {
    PairDuals duals{std::vector<double>(num_rows), std::vector<double>(num_columns)};
    std::vector<bool> seen[2] = {std::vector<bool>(num_rows), std::vector<bool>(num_columns)};
    for_each_line(text, [&](std::string_view line, std::uint64_t number) {
      const auto fail = [&](const char* expected, std::string_view found) {
        ids.fail(number, expected, shown(found));
      };
      const CutLine words = cut_line(line, ids.hold_blanks());
      if (words.first != "r" && words.first != "c") {
        fail("'r ROW VALUE' or 'c COLUMN VALUE'", line);
      }
      const bool is_row = words.first == "r";
      const CutLine values = cut_line(words.rest, ids.hold_blanks());
      const std::uint64_t id =
          is_row ? ids.row(values.first, number) : ids.column(values.first, number);
      std::vector<bool>& found = seen[is_row ? 0 : 1];
      if (id >= found.size() || found[id]) {
        fail(is_row ? "a row that no other line has" : "a column that no other line has",
             values.first);
      }
      found[id] = true;
      double value = 0;
      const char* const end = values.rest.data() + values.rest.size();
      const auto [stop, error] = std::from_chars(values.rest.data(), end, value);
      if (error != std::errc{} || stop != end || !std::isfinite(value)) {
        fail("a number", values.rest);
      }
      (is_row ? duals.rows : duals.columns)[id] = value;
    });
    return duals;
  });
}

void write_decomposition(const DulmageMendelsohn& decomposition, const std::string& path,
                         const SideLabels& labels) {
  const DulmageMendelsohn& d = decomposition;
  write_file(path, labels, [&](TextWriter& out, const IdWriter& ids) {
    out << "rank " << d.structural_rank << '\n';
    write_part(out, "horizontal", d.horizontal.rows, d.horizontal.columns);
    write_part(out, "square", d.square.rows, d.square.columns);
    write_part(out, "vertical", d.vertical.rows, d.vertical.columns);
    for (std::size_t b = 0; b < d.num_blocks(); ++b) {
      write_part(out, "block", d.row_begin[b + 1] - d.row_begin[b],
                 d.column_begin[b + 1] - d.column_begin[b]);
    }
    ids.row_lines("r ", d.row_order);
    ids.column_lines("c ", d.column_order);
  });
}

void write_order(std::span<const VertexId> order, const std::string& path,
                 const VertexLabels& labels) {
  const SideLabels sides(labels);
  write_file(path, sides, [&](TextWriter&, const IdWriter& ids) { ids.row_lines("", order); });
}

}  // namespace hypermatch::io
