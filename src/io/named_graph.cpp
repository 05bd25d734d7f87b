// SPDX-License-Identifier: MIT
#include "io/named_graph.hpp"

#include <algorithm>
#include <utility>

#include "base/counted.hpp"
#include "hypermatch/error.hpp"
#include "io/edge_list_layout.hpp"
#include "io/entries.hpp"
#include "io/graph_builder.hpp"
#include "io/printable.hpp"
#include "io/vertex_numbers.hpp"
#include "io/written_ids.hpp"

namespace hypermatch::detail::io {

using hypermatch::io::Instance;
using hypermatch::io::ReadReport;
using hypermatch::io::VertexLabels;

void refuse_at(const ParseInput& input, const char* where, const std::string& message) {
  throw Error(ErrorCode::unsupported, std::string(input.name) + ":" +
                                          std::to_string(line_of(range_of(input.text), where)) +
                                          ": " + message);
}

Number weight_of(std::string_view text, const char* at) {
  if (const auto number = parse_number(text.data(), text.data() + text.size())) return *number;
  throw TextFailure{at, "expected an edge weight (a finite number), found " + shown_text(text)};
}

void refuse_nul(const ParseInput& input) {
  if (const char* const nul = find_nul(range_of(input.text))) fail_at_nul(nul);
}

bool is_word(std::string_view word, std::string_view lower) {
  return std::equal(word.begin(), word.end(), lower.begin(), lower.end(), [](char a, char b) {
    return (a >= 'A' && a <= 'Z' ? static_cast<char>(a - 'A' + 'a') : a) == b;
  });
}

void EdgeCollector::add(VertexId u, VertexId v, const std::optional<Number>& weight,
                        const char* at) {
  check_limit(at, ++lines_, "edges");
  if (weight) {
    ++weighted_;
    if (input_.negative_weights == NegativeWeights::refuse) refuse_negative(*weight, at);
  }
  if (u == v) {
    ++self_loops_;
    if (input_.self_loops == SelfLoops::keep)
      loops_.push_back({u, weight.value_or(k_weight_of_one)});
    return;
  }
  pairs_.push_back({u, v});
  weights_.push(weight.value_or(k_weight_of_one));
}

namespace {

bool are_plain_numbers(const VertexLabels& labels) {
  for (std::size_t v = 0; v + 1 < labels.offsets.size(); ++v) {
    if (label_at(labels, v) != std::to_string(v + 1)) return false;
  }
  return true;
}

}  // namespace

Weights EdgeCollector::take_weights(ReadReport& report) {
  report.directed_edges = directed_;
  if (weighted_ == 0) return {};
  report.missing_weights = lines_ - weighted_;
  WeightColumn* const columns[] = {&weights_};
  return join_columns(input_.context, columns);
}

Instance EdgeCollector::finish(const char* format, std::uint64_t num_vertices, ReadReport report,
                               VertexLabels labels) {
  EdgeList graph;
  graph.num_vertices = static_cast<VertexId>(num_vertices);
  graph.edges = std::move(pairs_);
  graph.weights = take_weights(report);
  report.self_loops = self_loops_;
  merge_parallel_edges(input_, graph, report);
  const VertexId n = graph.num_vertices;
  Instance instance = finish_graph(input_, format, std::move(graph), std::move(report),
                                   weights_of(input_, loops_, n));
  if (!are_plain_numbers(labels)) instance.labels = std::move(labels);
  return instance;
}

Instance EdgeCollector::finish_sides(const char* format, std::uint64_t num_rows,
                                     std::uint64_t num_vertices, ReadReport report,
                                     const VertexLabels& labels) {
  for (GraphEdge& pair : pairs_) {
    if (pair.u >= num_rows) std::swap(pair.u, pair.v);
    pair.v -= static_cast<VertexId>(num_rows);
  }
  Weights weights = take_weights(report);
  count_signs(input_.context, view_of(weights), report);
  report.explicit_zeros = std::exchange(report.zero_weights, 0);
  if (input_.zeros == hypermatch::io::Zeros::drop && report.explicit_zeros != 0) {
    drop_zeros(input_.context, pairs_, weights);
  }
  report.format = format;
  report.notes.emplace_back("two modes: the first side is rows, the second one columns");
  Instance instance = make_rows(input_,
                                {.num_rows = static_cast<VertexId>(num_rows),
                                 .num_columns = static_cast<VertexId>(num_vertices - num_rows),
                                 .pairs = std::move(pairs_),
                                 .weights = std::move(weights)},
                                std::move(report));
  // Numbers go on from rows to columns.
  std::vector<std::string> names;
  names.reserve(num_vertices);
  for (std::uint64_t v = 0; v < num_vertices; ++v) {
    names.push_back(labels.empty() ? std::to_string(v + input_.first_id)
                                   : labels.of(static_cast<VertexId>(v)));
  }
  const std::vector<std::string_view> all(names.begin(), names.end());
  const auto middle = all.begin() + static_cast<std::ptrdiff_t>(num_rows);
  instance.labels = labels_of(std::vector<std::string_view>(all.begin(), middle));
  instance.column_labels = labels_of(std::vector<std::string_view>(middle, all.end()));
  return instance;
}

VertexLabels labels_or_ids(const std::vector<std::string_view>& names, std::uint64_t num_vertices,
                           VertexLabels ids, ReadReport& report) {
  if (names.empty()) return ids;
  const auto refuse = [&](const std::string& why) {
    report.notes.push_back(why + ": vertices are called by their ids");
    return std::move(ids);
  };
  if (names.size() < num_vertices) {
    return refuse(base::counted(num_vertices - names.size(), "vertex") + " without label");
  }
  NameTable table;
  for (std::size_t v = 0; v < names.size(); ++v) {
    if (table.number_of(names[v]) != v) {
      return refuse("label " + shown_text(names[v]) + " stands twice");
    }
  }
  return labels_of(names);
}

}  // namespace hypermatch::detail::io
