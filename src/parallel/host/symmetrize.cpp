// SPDX-License-Identifier: MIT
// Graphs of matrices whose entries need not have a counterpart.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>

#include "base/refuse_input.hpp"
#include "hypermatch/enum_names.hpp"
#include "hypermatch/solver_csr.hpp"
#include "parallel/host/solver_graph.hpp"

namespace hypermatch {

namespace {

using detail::base::refuse_input;

constexpr VertexId k_rows_between_stops = 1024;

// Rows and their values; `Value` is int32 where sums count entries that have none.
template <class Value>
struct ValuedRows {
  Array<Offset> offsets;
  Array<VertexId> columns;
  Array<Value> values;
};

// Exchanges rows and columns; the entries of each new row ascend.
template <class Value>
ValuedRows<Value> transposed(const Context& context, std::span<const Offset> offsets,
                             std::span<const VertexId> columns, std::span<const Value> values) {
  const auto n = static_cast<VertexId>(offsets.size() - 1);
  ValuedRows<Value> result{Array<Offset>(n + std::size_t{1}, 0), Array<VertexId>(columns.size()),
                           Array<Value>(values.size())};
  // offsets[c + 1] counts row c, then is the place of its next entry.
  for (const VertexId c : columns) ++result.offsets[c + std::size_t{1}];
  Offset sum = 0;
  for (std::size_t c = 0; c < n; ++c) {
    sum += std::exchange(result.offsets[c + 1], sum);
  }
  for (VertexId r = 0; r < n; ++r) {
    if (r % k_rows_between_stops == 0) context.check_cancelled();
    for (Offset i = offsets[r]; i < offsets[r + 1]; ++i) {
      const Offset to = result.offsets[columns[i] + std::size_t{1}]++;
      result.columns[to] = r;
      if (!values.empty()) result.values[to] = values[i];
    }
  }
  return result;
}

template <class Value>
Value combined(Value a, Value b, Symmetrize symmetrize, VertexId row, VertexId column) {
  if (symmetrize == Symmetrize::max) return std::max(a, b);
  if constexpr (std::is_integral_v<Value>) {
    Value sum = 0;
    if (!__builtin_add_overflow(a, b, &sum)) return sum;
  } else if (std::isfinite(a + b)) {
    return a + b;
  }
  refuse_input("the sum of the entries of rows " + std::to_string(row) + " and " +
               std::to_string(column) + " is beyond its type");
}

// Calls take(column, value) for the union of row r of both, which ascend, in ascending order.
template <class Value, class Take>
void merge_row(const ValuedRows<Value>& a, const ValuedRows<Value>& b, VertexId r,
               Symmetrize symmetrize, const Take& take) {
  const auto value = [](const ValuedRows<Value>& of, Offset i) {
    return of.values.empty() ? Value{1} : of.values[i];
  };
  Offset i = a.offsets[r];
  Offset k = b.offsets[r];
  const Offset end_i = a.offsets[r + std::size_t{1}];
  const Offset end_k = b.offsets[r + std::size_t{1}];
  // Ends: each turn takes an entry of one row at least.
  while (i < end_i || k < end_k) {
    if (k == end_k || (i < end_i && a.columns[i] < b.columns[k])) {
      take(a.columns[i], value(a, i));
      ++i;
    } else if (i == end_i || b.columns[k] < a.columns[i]) {
      take(b.columns[k], value(b, k));
      ++k;
    } else {
      take(a.columns[i], combined(value(a, i), value(b, k), symmetrize, r, a.columns[i]));
      ++i;
      ++k;
    }
  }
}

template <class Value>
void check_rows(const ValuedRows<Value>& rows) {
  for (std::size_t r = 0; r + 1 < rows.offsets.size(); ++r) {
    for (Offset i = rows.offsets[r] + 1; i < rows.offsets[r + 1]; ++i) {
      if (rows.columns[i - 1] != rows.columns[i]) continue;
      refuse_input("row " + std::to_string(r) + " has column " + std::to_string(rows.columns[i]) +
                   " twice");
    }
  }
  if constexpr (std::is_floating_point_v<Value>) {
    const auto* const found = std::find_if(rows.values.begin(), rows.values.end(),
                                           [](Value value) { return !std::isfinite(value); });
    if (found != rows.values.end()) refuse_input("a value is not a finite number");
  }
}

// `graph` with both directions of each entry, as rows of its own.
template <class Value>
void make_symmetric(const Context& context, AdoptedCsr<GraphView>& graph,
                    std::span<const Value> values, Symmetrize symmetrize) {
  const bool has_values = !values.empty() || is_weighted(graph.view.weights);
  const auto turned = transposed(context, graph.view.offsets, graph.view.neighbours, values);
  const auto rows =
      transposed(context, turned.offsets.view(), turned.columns.view(), turned.values.view());
  check_rows(rows);
  const VertexId n = graph.view.num_vertices;
  Array<Offset> offsets(n + std::size_t{1}, 0);
  for (VertexId r = 0; r < n; ++r) {
    if (r % k_rows_between_stops == 0) context.check_cancelled();
    Offset size = 0;
    merge_row(rows, turned, r, Symmetrize::max, [&](VertexId, Value) { ++size; });
    offsets[r + std::size_t{1}] = offsets[r] + size;
  }
  Array<VertexId> columns(offsets[n]);
  const bool is_weighted = has_values || symmetrize == Symmetrize::sum;
  Array<Value> merged(is_weighted ? offsets[n] : 0);
  Offset to = 0;
  for (VertexId r = 0; r < n; ++r) {
    if (r % k_rows_between_stops == 0) context.check_cancelled();
    merge_row(rows, turned, r, symmetrize, [&](VertexId column, Value value) {
      columns[to] = column;
      if (is_weighted) merged[to] = value;
      ++to;
    });
  }
  graph.copied = {offsets.size() * sizeof(Offset), columns.size() * sizeof(VertexId),
                  merged.size() * sizeof(Value)};
  graph.offsets = std::move(offsets);
  graph.columns = std::move(columns);
  graph.values = {};
  graph.view = {n, graph.offsets.view(), graph.columns.view(), {}};
  if (!is_weighted) return;
  graph.values = std::move(merged);
  graph.view.weights = view_of(graph.values);
}

}  // namespace

AdoptedCsr<GraphView> symmetric_graph_of(const Context& context, const SolverCsr& matrix,
                                         Symmetrize symmetrize, EntryWeights weights) {
  detail::check_enum("symmetrize", symmetrize);
  AdoptedCsr<GraphView> graph = detail::parallel::unchecked_graph_of(context, matrix, weights);
  if (symmetrize != Symmetrize::error && graph.view.num_vertices > 0) {
    std::visit(
        [&]<class Values>(const Values& values) {
          if constexpr (std::is_same_v<Values, std::monostate>) {
            make_symmetric<std::int32_t>(context, graph, {}, symmetrize);
          } else {
            make_symmetric(context, graph, values, symmetrize);
          }
        },
        WeightsView(graph.view.weights));
  } else {
    validate(context, graph.view);
  }
  return graph;
}

}  // namespace hypermatch
