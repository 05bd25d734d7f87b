// SPDX-License-Identifier: MIT
// Rows and columns with the weights of their entries. The pattern is what `read_text` makes of the
// file; the values of a matrix are read in a second pass, which finds the text well-formed.
#include <algorithm>
#include <cctype>
#include <numeric>
#include <string>
#include <utility>
#include <variant>

#include "hypermatch/b_assignment_io.hpp"
#include "hypermatch/error.hpp"
#include "io/text.hpp"
#include "io/text_file.hpp"
#include "io/weight_column.hpp"

namespace hypermatch::io {

namespace {

using detail::io::Cursor;
using detail::io::Number;
using detail::io::WeightColumn;

std::string lower_case_line(Cursor& cursor) {
  std::string line;
  while (cursor.skip_blanks()) {
    line += ' ';
    line += cursor.read_token();
  }
  std::transform(line.begin(), line.end(), line.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  cursor.skip_line();
  return line + ' ';
}

bool is_smaller(const Number& a, const Number& b) {
  if (a.is_integer && b.is_integer) return a.integer < b.integer;
  const auto real = [](const Number& n) {
    return n.is_integer ? static_cast<double>(n.integer) : n.real;
  };
  return real(a) < real(b);
}

Number negative(const Number& number) {
  if (number.is_integer && number.integer != INT64_MIN) return {-number.integer, 0.0, true};
  return {0, -(number.is_integer ? static_cast<double>(number.integer) : number.real), false};
}

/// The values of a matrix at the places of its pattern, in which columns of rows ascend.
class MatrixValues {
 public:
  MatrixValues(const Bipartite& pattern, std::uint64_t first_id, Zeros zeros)
      : pattern_(pattern), first_id_(first_id), zeros_(zeros) {}

  /// None for patterns and complex matrices.
  [[nodiscard]] Weights read(const Context& context, detail::io::TextRange text) {
    Cursor cursor(text);
    const std::string banner = lower_case_line(cursor);
    const auto says = [&](const char* word) { return banner.find(word) != std::string::npos; };
    if (!says(" real ") && !says(" integer ")) return {};
    is_symmetric_ = !says(" general ");
    is_skew_ = says(" skew-symmetric ");
    values_.resize(pattern_.columns.size());
    is_set_.assign(values_.size(), false);
    bool is_size_line = true;
    // Ends: each turn takes a line.
    while (!cursor.at_end()) {
      if (cursor.skip_blanks() && !cursor.sees('%')) {
        if (!is_size_line) read_entry(cursor);
        is_size_line = false;
      }
      cursor.skip_line();
    }
    WeightColumn column;
    for (const Number& value : values_) column.push(value);
    WeightColumn* const columns[] = {&column};
    return detail::io::join_columns(context, columns);
  }

 private:
  void read_entry(Cursor& cursor) {
    const std::uint64_t row = cursor.read_unsigned("a row") - first_id_;
    cursor.skip_blanks();
    const std::uint64_t column = cursor.read_unsigned("a column") - first_id_;
    cursor.skip_blanks();
    const Number value = cursor.read_number("a value");
    if (zeros_ == Zeros::drop && (value.is_integer ? value.integer == 0 : value.real == 0)) return;
    put(row, column, value);
    if (is_symmetric_ && row != column) put(column, row, is_skew_ ? negative(value) : value);
  }
  void put(std::uint64_t row, std::uint64_t column, const Number& value) {
    const auto begin =
        pattern_.columns.begin() + static_cast<std::ptrdiff_t>(pattern_.offsets[row]);
    const auto end =
        pattern_.columns.begin() + static_cast<std::ptrdiff_t>(pattern_.offsets[row + 1]);
    const auto place = static_cast<std::size_t>(
        std::lower_bound(begin, end, static_cast<VertexId>(column)) - pattern_.columns.begin());
    if (is_set_[place] && !is_smaller(values_[place], value)) return;
    values_[place] = value;
    is_set_[place] = true;
  }

  const Bipartite& pattern_;
  std::uint64_t first_id_;
  Zeros zeros_;
  bool is_symmetric_ = false;
  bool is_skew_ = false;
  std::vector<Number> values_;
  std::vector<bool> is_set_;
};

/// The weights at `places`.
Weights gathered(const WeightsView& weights, std::span<const Offset> places) {
  return std::visit(
      [&](const auto& values) -> Weights {
        if constexpr (std::is_same_v<std::decay_t<decltype(values)>, std::monostate>) {
          return {};
        } else {
          using Value = std::remove_const_t<typename std::decay_t<decltype(values)>::value_type>;
          Array<Value> taken(places.size());
          for (std::size_t i = 0; i < places.size(); ++i) taken[i] = values[places[i]];
          return taken;
        }
      },
      weights);
}

// The rows of the adjacency, without the entries of weight 0 if they are dropped.
WeightedBipartite of_graph(const Context& context, Instance instance, Zeros zeros) {
  const Graph graph = std::get<Graph>(std::move(instance.data));
  const auto rows = graph.rows(context);
  const GraphView view = rows.view();
  Bipartite pattern{view.num_vertices,
                    view.num_vertices,
                    Array<Offset>(view.num_vertices + std::size_t{1}, 0),
                    {}};
  std::vector<Offset> places;
  for (VertexId v = 0; v < view.num_vertices; ++v) {
    for (Offset i = view.offsets[v]; i < view.offsets[v + 1]; ++i) {
      if (zeros == Zeros::drop && weight_at(view.weights, i) == 0) continue;
      places.push_back(i);
      pattern.columns.push_back(view.neighbours[i]);
    }
    pattern.offsets[v + 1] = places.size();
  }
  instance.report.explicit_zeros = 2 * instance.report.zero_weights;
  instance.data = std::move(pattern);
  instance.report.as = Interpretation::bipartite;
  return {std::move(instance), gathered(view.weights, places)};
}

WeightedBipartite of_hypergraph(const Context& context, Instance instance) {
  const HypergraphView view = std::get<Hypergraph>(instance.data).view();
  std::vector<Offset> edges;
  edges.reserve(view.num_pins());
  for (EdgeId e = 0; e < view.num_edges(); ++e)
    edges.insert(edges.end(), view.pins_of(e).size(), e);
  Weights weights = gathered(view.weights, edges);
  instance = to_bipartite(context, std::move(instance));
  instance.report.as = Interpretation::bipartite;
  return {std::move(instance), std::move(weights)};
}

WeightedBipartite read_values(const Context& context, std::string_view name,
                              detail::io::TextRange text, ReadOptions options) {
  const std::span<const char> bytes(text.begin, text.end);
  const std::string file(name);
  if (options.as == Interpretation::bipartite) options.as = Interpretation::automatic;
  options.rectangular_as_bipartite = true;
  ReadOptions as_pattern = options;
  if (options.as == Interpretation::automatic) as_pattern.as = Interpretation::bipartite;
  constexpr std::string_view k_banner = "%%matrixmarket";
  std::string front(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(
                                                       std::min(bytes.size(), k_banner.size())));
  for (char& c : front) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  if (front == k_banner && options.as == Interpretation::automatic) {
    Instance pattern = read_text(context, bytes, file, as_pattern);
    MatrixValues values(pattern.bipartite(), options.zero_based ? 0 : 1, options.zeros);
    Weights weights = values.read(context, text);
    return {std::move(pattern), std::move(weights)};
  }
  Instance instance = read_text(context, bytes, file, options);
  if (instance.is_graph()) return of_graph(context, std::move(instance), options.zeros);
  if (instance.kind() == InstanceKind::hypergraph) {
    return of_hypergraph(context, std::move(instance));
  }
  return {std::move(instance), {}};
}

}  // namespace

WeightedBipartite read_weighted_bipartite(const Context& context, const std::string& path,
                                          const ReadOptions& options) {
  return detail::io::with_text_of(path, [&](std::string_view name, detail::io::TextRange text) {
    return read_values(context, name, text, options);
  });
}

}  // namespace hypermatch::io
